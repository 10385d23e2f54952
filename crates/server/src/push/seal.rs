//! Encryption of push messages, so that only the receiving browser can read them (RFC 8291, encoded as in RFC 8188).

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::{SecureRandom, SystemRandom};

/// A point of P-256, uncompressed.
pub(super) const PUBLIC_KEY: usize = 65;
/// The length of the authentication secret.
pub(super) const AUTH: usize = 16;
const SALT: usize = 16;
/// The record size; a notification fits many times over.
const RECORD: u32 = 4096;
/// The padding delimiter of the last record.
const LAST: u8 = 2;

/// The keys of a browser's subscription.
#[derive(Clone, Copy)]
pub(super) struct Keys<'a> {
    /// `p256dh`
    pub public: &'a [u8],
    /// `auth`
    pub auth: &'a [u8],
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

/// One step of HKDF: as many bytes as the array has.
fn derive<const N: usize>(salt: &[u8], secret: &[u8], info: &[&[u8]]) -> Result<[u8; N], Unspecified> {
    let mut derived = [0; N];
    Salt::new(HKDF_SHA256, salt).extract(secret).expand(info, Length(N))?.fill(&mut derived)?;
    Ok(derived)
}

/// Encrypts a text; fails if the browser's key is not a point of the curve.
pub(super) fn seal(text: &[u8], browser: Keys) -> Result<Vec<u8>, Unspecified> {
    let random = SystemRandom::new();
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
    let public = own.compute_public_key()?;
    let mut salt = [0; SALT];
    random.fill(&mut salt)?;
    let theirs = UnparsedPublicKey::new(&ECDH_P256, browser.public);
    agree_ephemeral(own, &theirs, |secret| seal_with(secret, public.as_ref(), &salt, text, browser))?
}

fn seal_with(secret: &[u8], own: &[u8], salt: &[u8; SALT], text: &[u8], browser: Keys) -> Result<Vec<u8>, Unspecified> {
    let input: [u8; 32] = derive(browser.auth, secret, &[b"WebPush: info\0", browser.public, own])?;
    let key: [u8; 16] = derive(salt, &input, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; NONCE_LEN] = derive(salt, &input, &[b"Content-Encoding: nonce\0"])?;
    let mut record = [text, &[LAST]].concat();
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record)?;
    Ok([salt, &RECORD.to_be_bytes()[..], &[PUBLIC_KEY as u8], own, &record].concat())
}

#[cfg(test)]
mod tests {
    use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine};

    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        BASE64_URL_SAFE_NO_PAD.decode(text).expect("base64url")
    }

    /// RFC 8291, section 5 and appendix A.
    #[test]
    fn the_example_of_the_rfc() {
        let public = bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4");
        let auth = bytes("BTBZMqHH6r4Tts7J_aSIgg");
        let own = bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
        let secret = bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().expect("16 bytes");
        let browser = Keys { public: &public, auth: &auth };
        let text = b"When I grow up, I want to be a watermelon";
        let sealed = seal_with(&secret, &own, &salt, text, browser).expect("it can be sealed");
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz\
                        AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(BASE64_URL_SAFE_NO_PAD.encode(sealed), expected);
    }

    #[test]
    fn a_key_off_the_curve_is_refused() {
        let mut public =
            bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4");
        assert!(seal(b"", Keys { public: &public, auth: &[0; AUTH] }).is_ok());
        public[PUBLIC_KEY - 1] ^= 1;
        assert!(seal(b"", Keys { public: &public, auth: &[0; AUTH] }).is_err());
    }
}
