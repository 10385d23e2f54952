//! Fair deals that can be proved: the server commits to a secret before the seats give their nonces.

use sabika_rules::Seed;
use sha2::{Digest, Sha256};

/// Bytes in hex.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// 32 bytes from hex.
pub fn unhex(text: &str) -> Option<[u8; 32]> {
    text.parse::<Seed>().ok().map(|seed| seed.0)
}

/// 32 random bytes from the operating system, in hex.
pub fn random_hex() -> String {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the operating system has randomness");
    hex(&bytes)
}

/// SHA-256, in hex.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// What is shown of a secret before the nonces are given.
pub fn commitment(secret: &str) -> String {
    unhex(secret).map(|bytes| sha256(&bytes)).unwrap_or_default()
}

/// SHA-256 of the secret followed by the nonces in seat order.
pub(super) fn seed(secret: &str, nonces: &[String]) -> Option<Seed> {
    let mut hash = Sha256::new();
    hash.update(unhex(secret)?);
    for nonce in nonces {
        hash.update(unhex(nonce)?);
    }
    Some(Seed(hash.finalize().into()))
}
