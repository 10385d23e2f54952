//! The site's key pair, which identifies it to push services (RFC 8292).

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine};
use ring::error::Unspecified;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;

/// The lifetime of a signature; the maximum is a day.
const VALID: Duration = Duration::from_secs(12 * 3600);

/// The site's key pair.
pub(super) struct SiteKey {
    pair: EcdsaKeyPair,
    /// In the form browsers expect: the uncompressed point, in base64url.
    pub public: String,
}

impl SiteKey {
    /// A new key, in the form it is stored.
    pub(super) fn fresh() -> Result<String, Unspecified> {
        let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())?;
        Ok(BASE64_URL_SAFE_NO_PAD.encode(key))
    }

    /// A stored key.
    pub(super) fn read(stored: &str) -> Option<SiteKey> {
        let key = BASE64_URL_SAFE_NO_PAD.decode(stored).ok()?;
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &key, &SystemRandom::new()).ok()?;
        let public = BASE64_URL_SAFE_NO_PAD.encode(pair.public_key());
        Some(SiteKey { pair, public })
    }

    /// The `Authorization` header for a push service: `audience` is its origin, `contact` an address for questions.
    pub(super) fn authorization(&self, audience: &str, contact: Option<&str>) -> Result<String, Unspecified> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let mut claims = json!({"aud": audience, "exp": (now + VALID).as_secs()});
        if let Some(contact) = contact {
            claims["sub"] = contact.into();
        }
        let [head, claims] =
            [json!({"typ": "JWT", "alg": "ES256"}), claims].map(|part| BASE64_URL_SAFE_NO_PAD.encode(part.to_string()));
        let signed = format!("{head}.{claims}");
        let signature = BASE64_URL_SAFE_NO_PAD.encode(self.pair.sign(&SystemRandom::new(), signed.as_bytes())?);
        Ok(format!("vapid t={signed}.{signature}, k={}", self.public))
    }
}
