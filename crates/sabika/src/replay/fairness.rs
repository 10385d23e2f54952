//! Whether a server's seed came about as it promised: it showed the hash of its secret before the seats gave their nonces.

use sabika_rules::Seed;
use sabika_rules::record::Record;
use sha2::{Digest, Sha256};

use super::fold::Fault;

/// 32 bytes in hex, which is how seeds are written, too.
fn bytes(place: &str, text: &str) -> Result<[u8; 32], Fault> {
    let bytes = text.parse::<Seed>().map(|seed| seed.0);
    bytes.map_err(|_| Fault::new(place, "not 32 bytes in hex"))
}

/// `Ok(true)`: the seed is proved to be fair; `Ok(false)`: there is nothing to prove, or not yet.
pub fn check(record: &Record, seed: Option<Seed>) -> Result<bool, Fault> {
    let Some(fairness) = &record.fairness else { return Ok(false) };
    let commitment = bytes("fairness.commitment", &fairness.commitment)?;
    if fairness.nonces.len() != record.seats.len() {
        let problem = format!("{} nonces for {} seats", fairness.nonces.len(), record.seats.len());
        return Err(Fault::new("fairness.nonces", problem));
    }
    let nonces = fairness.nonces.iter().enumerate().map(|(i, nonce)| bytes(&format!("fairness.nonces[{i}]"), nonce));
    let nonces = nonces.collect::<Result<Vec<_>, _>>()?;
    let (secret, seed) = match (&fairness.secret, seed) {
        (Some(secret), Some(seed)) => (bytes("fairness.secret", secret)?, seed),
        (None, None) => return Ok(false),
        (None, Some(_)) => return Err(Fault::new("fairness.secret", "missing, although the seed is told")),
        (Some(_), None) => return Err(Fault::new("seed", "missing, although the secret is told")),
    };
    let hash: [u8; 32] = Sha256::digest(secret).into();
    if hash != commitment {
        return Err(Fault::new("fairness.secret", format!("its SHA-256 is {}, not the commitment", Seed(hash))));
    }
    let mut hash = Sha256::new_with_prefix(secret);
    nonces.iter().for_each(|nonce| hash.update(nonce));
    let expected = Seed(hash.finalize().into());
    if seed != expected {
        return Err(Fault::new("seed", format!("secret and nonces give {expected}")));
    }
    Ok(true)
}
