//! Randomness from the operating system.

use sabika_table::hex;

/// 32 random bytes, in hex.
pub fn random_hex() -> String {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the operating system has randomness");
    hex(&bytes)
}
