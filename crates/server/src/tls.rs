//! Which certificates outgoing connections trust.

use std::path::Path;
use std::sync::Arc;

use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// Trusts the certificates in a PEM file, or the system's (`SSL_CERT_FILE` names another file).
pub(crate) fn trusting(file: Option<&Path>) -> Result<TlsConnector, String> {
    let mut roots = RootCertStore::empty();
    match file {
        Some(file) => {
            let wrong = |why: &dyn std::fmt::Display| format!("invalid certificates in {}: {why}", file.display());
            let found = CertificateDer::pem_file_iter(file).map_err(|e| wrong(&e))?;
            for certificate in found {
                roots.add(certificate.map_err(|e| wrong(&e))?).map_err(|e| wrong(&e))?;
            }
            if roots.is_empty() {
                return Err(wrong(&"none found"));
            }
        }
        None => {
            let found = rustls_native_certs::load_native_certs();
            roots.add_parsable_certificates(found.certs);
            if roots.is_empty() {
                let why = found.errors.first().map_or("it has none".into(), ToString::to_string);
                return Err(format!("cannot use this machine's certificates: {why}"));
            }
        }
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().map_err(|e| e.to_string())?;
    Ok(Arc::new(config.with_root_certificates(roots).with_no_client_auth()).into())
}
