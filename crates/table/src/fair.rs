//! Provably fair deals: the server commits to a secret before the seats contribute their nonces. Everything else about the deal
//! follows from these, so a server cannot retry until it likes the result.

use sabika_rules::{Dice, Seed};
use sha2::{Digest, Sha256};

/// Bytes in hex.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// 32 bytes from hex.
pub fn unhex(text: &str) -> Option<[u8; 32]> {
    text.parse::<Seed>().ok().map(|seed| seed.0)
}

/// SHA-256, in hex.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// The commitment: what is shown of a secret before the nonces are contributed.
pub fn commitment(secret: &str) -> String {
    unhex(secret).map(|bytes| sha256(&bytes)).unwrap_or_default()
}

/// The nonce of a seat that contributed none: SHA-256 of the secret and the seat's number, as one byte.
pub fn nonce_for(secret: &str, seat: u8) -> Option<String> {
    Some(sha256(&[unhex(secret)?.as_slice(), &[seat]].concat()))
}

/// The order in which shuffled seats play: from SHA-256 of `order`, the secret and the nonces contributed, in the original order.
pub(crate) fn order(secret: &str, nonces: &[Option<String>]) -> Vec<u8> {
    let mut hash = Sha256::new_with_prefix("order");
    for part in [secret].into_iter().chain(nonces.iter().flatten().map(String::as_str)) {
        hash.update(unhex(part).unwrap_or_default());
    }
    let [a, b, c, d, e, f, g, h, ..]: [u8; 32] = hash.finalize().into();
    let mut order: Vec<u8> = (0..nonces.len() as u8).collect();
    Dice::from_seed(u64::from_le_bytes([a, b, c, d, e, f, g, h])).shuffle(&mut order);
    order
}

/// SHA-256 of the secret followed by the nonces in seat order.
pub fn seed(secret: &str, nonces: &[String]) -> Option<Seed> {
    let mut hash = Sha256::new();
    hash.update(unhex(secret)?);
    for nonce in nonces {
        hash.update(unhex(nonce)?);
    }
    Some(Seed(hash.finalize().into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(number: u32) -> String {
        sha256(&number.to_le_bytes())
    }

    /// A server cannot choose: missing nonces, and the order of shuffled seats, follow from what was fixed before.
    #[test]
    fn nothing_is_left_for_the_server_to_choose() {
        let secret = drawn(0);
        let nonces = [Some(drawn(1)), None, Some(drawn(2)), None, None, None];
        assert_eq!(nonce_for(&secret, 1), nonce_for(&secret, 1));
        assert_ne!(nonce_for(&secret, 1), nonce_for(&secret, 3));
        assert_eq!(order(&secret, &nonces), order(&secret, &nonces));
        let mut sorted = order(&secret, &nonces);
        sorted.sort_unstable();
        assert_eq!(sorted, [0, 1, 2, 3, 4, 5]);
        let firsts = (0..200).map(|i| order(&secret, &[Some(drawn(i)), None, None])[0]);
        let firsts: std::collections::BTreeSet<u8> = firsts.collect();
        assert_eq!(firsts.len(), 3, "each nonce has a say");
    }
}
