//! Self-signed certificates for servers on this machine.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::programs;

/// The configuration for `openssl`.
pub fn for_this_machine<'a>(openssl: &'a mut Command, key: &Path, certificate: &Path) -> &'a mut Command {
    openssl.args(["req", "-x509", "-nodes", "-days", "2", "-subj", "/CN=sabika test", "-config", "/dev/null"]);
    openssl.args(["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]);
    openssl.args([
        "-addext",
        "subjectAltName=IP:127.0.0.1,DNS:localhost",
        "-addext",
        "basicConstraints=critical,CA:FALSE",
    ]);
    openssl.arg("-keyout").arg(key).arg("-out").arg(certificate)
}

/// A key and its certificate, in files of this folder.
pub fn make(folder: &Path) -> (PathBuf, PathBuf) {
    let (key, certificate) = (folder.join("key.pem"), folder.join("certificate.pem"));
    let mut openssl = Command::new(programs::find("openssl", "openssl"));
    let made = for_this_machine(&mut openssl, &key, &certificate).stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(made.is_ok_and(|s| s.success()), "a certificate can be made");
    (key, certificate)
}
