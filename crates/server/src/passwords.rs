//! Passwords and recovery codes: only hashes are stored.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};

use sabika_table::sha256;

/// Letters and digits that cannot be confused: 32 of them, so each carries five bits.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// 120 random bits cannot be guessed, so a plain hash is enough.
const CODE_LENGTH: usize = 24;
const GROUP: usize = 4;

/// The hash that is stored: argon2id with its own salt. Slow on purpose.
pub fn hash(password: &str) -> Option<String> {
    Argon2::default().hash_password(password.as_bytes()).ok().map(|hash| hash.to_string())
}

/// Verifies a password. Slow, too.
pub fn verify_password(password: &str, hash: &str) -> bool {
    let read = PasswordHash::new(hash);
    read.is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

/// A new recovery code, in groups that are easy to copy by hand.
pub fn recovery_code() -> String {
    let mut bytes = [0u8; CODE_LENGTH];
    getrandom::fill(&mut bytes).expect("the operating system has randomness");
    let signs: Vec<char> = bytes.iter().map(|b| ALPHABET[*b as usize % ALPHABET.len()] as char).collect();
    let groups: Vec<String> = signs.chunks(GROUP).map(|group| group.iter().collect()).collect();
    groups.join("-")
}

/// The stored hash of a recovery code; case and separators do not matter.
pub fn recovery_hash(code: &str) -> String {
    let signs: String = code.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    sha256(signs.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_matches_only_its_password() {
        let stored = hash("correct horse").expect("it can be hashed");
        assert!(stored.starts_with("$argon2id$"), "{stored}");
        assert!(verify_password("correct horse", &stored));
        assert!(!verify_password("correct horsf", &stored));
        assert!(!verify_password("correct horse", "nonsense"));
        assert_ne!(stored, hash("correct horse").expect("it can be hashed"), "each has its own salt");
    }

    #[test]
    fn codes_can_be_typed_in_any_way() {
        let code = recovery_code();
        assert_eq!(code.len(), 29);
        assert_ne!(code, recovery_code());
        assert_eq!(recovery_hash(&code), recovery_hash(&format!(" {} ", code.to_uppercase().replace('-', " "))));
        assert_ne!(recovery_hash(&code), recovery_hash(&code[1..]));
    }
}
