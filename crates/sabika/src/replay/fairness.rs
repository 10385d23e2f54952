//! Whether a server's seed came about as it promised: it showed the hash of its secret before the seats gave their nonces.

use sabika_rules::Seed;
use sabika_rules::record::Record;
use sabika_server::table;

use super::fold::Fault;

/// What is wrong with 32 bytes in hex, which is how seeds are written, too.
fn in_hex(place: &str, text: &str) -> Result<(), Fault> {
    table::unhex(text).map(drop).ok_or_else(|| Fault::new(place, "not 32 bytes in hex"))
}

/// To whom the seed is proved to be fair: the seats whose nonce does not follow from the secret. `None`: there is nothing to
/// prove, or not yet.
pub fn check(record: &Record, seed: Option<Seed>) -> Result<Option<Vec<usize>>, Fault> {
    let Some(fairness) = &record.fairness else { return Ok(None) };
    in_hex("fairness.commitment", &fairness.commitment)?;
    if fairness.nonces.len() != record.seats.len() {
        let problem = format!("{} nonces for {} seats", fairness.nonces.len(), record.seats.len());
        return Err(Fault::new("fairness.nonces", problem));
    }
    for (i, nonce) in fairness.nonces.iter().enumerate() {
        in_hex(&format!("fairness.nonces[{i}]"), nonce)?;
    }
    let (secret, seed) = match (&fairness.secret, seed) {
        (Some(secret), Some(seed)) => (secret, seed),
        (None, None) => return Ok(None),
        (None, Some(_)) => return Err(Fault::new("fairness.secret", "missing, although the seed is told")),
        (Some(_), None) => return Err(Fault::new("seed", "missing, although the secret is told")),
    };
    in_hex("fairness.secret", secret)?;
    let hash = table::commitment(secret);
    if !hash.eq_ignore_ascii_case(&fairness.commitment) {
        return Err(Fault::new("fairness.secret", format!("its SHA-256 is {hash}, not the commitment")));
    }
    if let Some(expected) = table::seed(secret, &fairness.nonces).filter(|expected| *expected != seed) {
        return Err(Fault::new("seed", format!("secret and nonces give {expected}")));
    }
    let given = |seat: &usize| {
        let drawn = table::nonce_for(secret, *seat as u8).unwrap_or_default();
        !drawn.eq_ignore_ascii_case(&fairness.nonces[*seat])
    };
    Ok(Some((0..record.seats.len()).filter(given).collect()))
}
