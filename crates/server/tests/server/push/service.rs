//! A push service for tests, and browsers that can decrypt what it receives.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, Request, Response};
use base64::prelude::{BASE64_URL_SAFE_NO_PAD as BASE64, Engine};
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hmac;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey as Signer};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use crate::common::{Folder, certificate};
use sabika_server::wire::PushTo;

const TIMEOUT: Duration = Duration::from_secs(60);

/// A request the service received.
pub struct Pushed {
    pub path: String,
    pub head: HeaderMap,
    pub body: Bytes,
}

pub struct PushService {
    pub origin: String,
    /// The certificate to trust.
    pub certificate: PathBuf,
    status: Arc<AtomicU16>,
    pushed: mpsc::UnboundedReceiver<Pushed>,
    _folder: Folder,
}

impl PushService {
    pub async fn start() -> PushService {
        let folder = Folder::new();
        let (key, certificate) = certificate::make(&folder.0);
        let chain = vec![CertificateDer::from_pem_file(&certificate).expect("a certificate")];
        let key = PrivateKeyDer::from_pem_file(key).expect("a key");
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()));
        let config = config.with_safe_default_protocol_versions().expect("TLS").with_no_client_auth();
        let tls = TlsAcceptor::from(Arc::new(config.with_single_cert(chain, key).expect("they fit")));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let origin = format!("https://localhost:{}", listener.local_addr().expect("it has an address").port());
        let status = Arc::new(AtomicU16::new(201));
        let (given, pushed) = mpsc::unbounded_channel();
        tokio::spawn(serve(listener, tls, given, status.clone()));
        PushService { origin, certificate, status, pushed, _folder: folder }
    }

    /// Its answer from now on.
    pub fn answer(&self, status: u16) {
        self.status.store(status, Ordering::Relaxed);
    }

    pub async fn next(&mut self) -> Pushed {
        tokio::time::timeout(TIMEOUT, self.pushed.recv()).await.expect("something is pushed").expect("it runs")
    }
}

async fn serve(listener: TcpListener, tls: TlsAcceptor, given: mpsc::UnboundedSender<Pushed>, status: Arc<AtomicU16>) {
    while let Ok((stream, _)) = listener.accept().await {
        let (tls, given, status) = (tls.clone(), given.clone(), status.clone());
        tokio::spawn(async move {
            let stream = tls.accept(stream).await.expect("it speaks TLS");
            let answer = service_fn(async |request: Request<hyper::body::Incoming>| {
                let (head, body) = request.into_parts();
                let body = to_bytes(Body::new(body), 10_000).await.expect("a body");
                let status = status.load(Ordering::Relaxed);
                let _ = given.send(Pushed { path: head.uri.to_string(), head: head.headers, body });
                // A trap for clients that follow redirects.
                Response::builder().status(status).header("location", "/elsewhere").body(String::new())
            });
            let _ = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), answer).await;
        });
    }
}

/// A browser that can decrypt pushes.
pub struct Browser {
    private: EphemeralPrivateKey,
    public: Vec<u8>,
    auth: [u8; 16],
}

impl Browser {
    pub fn new() -> Browser {
        let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).expect("a key");
        let public = private.compute_public_key().expect("its other half").as_ref().to_vec();
        Browser { private, public, auth: *b"sixteen bytes ok" }
    }

    /// The subscription its page would send to the server.
    pub fn at(&self, endpoint: String) -> PushTo {
        PushTo { endpoint, p256dh: BASE64.encode(&self.public), auth: BASE64.encode(self.auth) }
    }

    /// Decrypts a message, following RFC 8188 and RFC 8291.
    pub fn open(self, body: &[u8]) -> Value {
        let hash = |key: &[u8], parts: &[&[u8]]| hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, key), &parts.concat());
        let (salt, rest) = body.split_at(16);
        assert_eq!(rest[..5], [0, 0, 16, 0, 65], "one record, and a key before it");
        let (theirs, sealed) = rest[5..].split_at(65);
        let peer = UnparsedPublicKey::new(&ECDH_P256, theirs);
        let secret = agree_ephemeral(self.private, &peer, |secret| secret.to_vec()).expect("a point");
        let input = hash(hash(&self.auth, &[&secret]).as_ref(), &[b"WebPush: info\0", &self.public, theirs, &[1]]);
        let prk = hash(salt, &[input.as_ref()]);
        let key = hash(prk.as_ref(), &[b"Content-Encoding: aes128gcm\0\x01"]);
        let nonce = hash(prk.as_ref(), &[b"Content-Encoding: nonce\0\x01"]);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key.as_ref()[..16]).expect("a key"));
        let nonce = Nonce::try_assume_unique_for_key(&nonce.as_ref()[..12]).expect("a nonce");
        let mut record = sealed.to_vec();
        let text = key.open_in_place(nonce, Aad::empty(), &mut record).expect("it was sealed for this browser");
        let (last, text) = text.split_last().expect("a delimiter");
        assert_eq!(*last, 2, "the last record");
        serde_json::from_slice(text).expect("json")
    }
}

impl Pushed {
    pub fn header(&self, name: &str) -> &str {
        self.head.get(name).and_then(|v| v.to_str().ok()).unwrap_or_default()
    }

    /// The sender's claims, if signed with this key.
    pub fn claims(&self, key: &str) -> Value {
        let vapid = self.header("authorization").strip_prefix("vapid t=").expect("it is signed");
        let (token, named) = vapid.split_once(", k=").expect("with a key");
        assert_eq!(named, key);
        let (signed, signature) = token.rsplit_once('.').expect("a signature");
        let bytes = |text: &str| BASE64.decode(text).expect("base64url");
        let signer = Signer::new(&ECDSA_P256_SHA256_FIXED, bytes(key));
        signer.verify(signed.as_bytes(), &bytes(signature)).expect("it was signed with the site's key");
        let (head, claims) = signed.split_once('.').expect("head and claims");
        let head: Value = serde_json::from_slice(&bytes(head)).expect("json");
        assert_eq!(head["alg"], "ES256");
        serde_json::from_slice(&bytes(claims)).expect("json")
    }
}
