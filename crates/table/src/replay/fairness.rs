//! Checks that a server made the seed as promised: it published the hash of its secret before the seats contributed their nonces.

use sabika_rules::record::Record;
use sabika_rules::{RecordError, Seed};

use super::check::at;

/// Checks 32 bytes in hex, which is how seeds are written, too.
fn in_hex(place: &str, text: &str) -> Result<(), RecordError> {
    crate::unhex(text).map(drop).ok_or_else(|| at(place, "not 32 bytes in hex"))
}

/// The seats to whom the seed is provably fair: those whose nonce does not follow from the secret. `None` if there is nothing to
/// prove, or not yet.
pub fn check(record: &Record, seed: Option<Seed>) -> Result<Option<Vec<u8>>, RecordError> {
    let Some(fairness) = &record.fairness else { return Ok(None) };
    in_hex("fairness.commitment", &fairness.commitment)?;
    if fairness.nonces.len() != record.seats.len() {
        let problem = format!("{} nonces for {} seats", fairness.nonces.len(), record.seats.len());
        return Err(at("fairness.nonces", problem));
    }
    for (i, nonce) in fairness.nonces.iter().enumerate() {
        in_hex(&format!("fairness.nonces[{i}]"), nonce)?;
    }
    let (secret, seed) = match (&fairness.secret, seed) {
        (Some(secret), Some(seed)) => (secret, seed),
        (None, None) => return Ok(None),
        (None, Some(_)) => return Err(at("fairness.secret", "missing, although the seed is given")),
        (Some(_), None) => return Err(at("seed", "missing, although the secret is given")),
    };
    in_hex("fairness.secret", secret)?;
    let hash = crate::commitment(secret);
    if !hash.eq_ignore_ascii_case(&fairness.commitment) {
        return Err(at("fairness.secret", format!("its SHA-256 is {hash}, which differs from the commitment")));
    }
    if let Some(expected) = crate::seed(secret, &fairness.nonces).filter(|expected| *expected != seed) {
        return Err(at("seed", format!("secret and nonces give {expected}")));
    }
    let given = |seat: &u8| {
        let drawn = crate::nonce_for(secret, *seat).unwrap_or_default();
        !drawn.eq_ignore_ascii_case(&fairness.nonces[*seat as usize])
    };
    Ok(Some((0..record.seats.len() as u8).filter(given).collect()))
}
