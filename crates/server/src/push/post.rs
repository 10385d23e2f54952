//! Requests to push services. Their addresses are supplied by clients, so only public addresses are contacted, over HTTPS, and
//! redirects are not followed.

use std::net::{IpAddr, Ipv6Addr};
use std::path::PathBuf;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, Request, StatusCode, Uri, header};
use http_body_util::Full;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpStream, lookup_host};
use tokio::sync::OnceCell;
use tokio::task::JoinSet;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;

use crate::tls;

/// The maximum length of an endpoint.
const LONGEST: usize = 1000;
/// The time limit for the whole request.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Which push services may be contacted.
pub struct Reach {
    allowed: fn(IpAddr) -> bool,
    /// The certificates to trust; `None` for the system's.
    certificates: Option<PathBuf>,
    tls: OnceCell<TlsConnector>,
}

/// The address of a browser at its push service.
pub(super) struct Endpoint {
    host: String,
    port: u16,
    /// The origin of the service, `https://host[:port]`.
    pub origin: String,
    authority: HeaderValue,
    path: Uri,
}

impl Endpoint {
    /// Parses an endpoint, or says what is wrong with it.
    pub(super) fn read(text: &str) -> Result<Endpoint, &'static str> {
        let uri: Uri = text.parse().map_err(|_| "the endpoint is not an address")?;
        if text.len() > LONGEST {
            return Err("the endpoint must have at most 1000 characters");
        }
        let authority = uri.authority().ok_or("the endpoint names no server")?;
        if uri.scheme_str() != Some("https") || authority.as_str().contains('@') {
            return Err("the endpoint must be https://server/…, without a user");
        }
        Ok(Endpoint {
            host: authority.host().trim_matches(['[', ']']).to_owned(),
            port: authority.port_u16().unwrap_or(443),
            origin: format!("https://{authority}"),
            authority: HeaderValue::from_str(authority.as_str()).map_err(|_| "the endpoint names no server")?,
            path: uri.path_and_query().map_or("/", |p| p.as_str()).parse().map_err(|_| "the endpoint has no path")?,
        })
    }
}

impl Reach {
    /// All public addresses with certificates that the system trusts.
    pub fn internet() -> Reach {
        Reach { allowed: is_public, certificates: None, tls: OnceCell::new() }
    }

    /// Any address, including local ones, with a certificate from this file: for tests.
    pub fn anywhere(certificates: PathBuf) -> Reach {
        Reach { allowed: |_| true, certificates: Some(certificates), tls: OnceCell::new() }
    }

    /// Whether it may be contacted at all. A host name is resolved only when something is sent, each time again.
    pub(super) fn allows(&self, endpoint: &Endpoint) -> bool {
        match endpoint.host.parse() {
            Ok(address) => (self.allowed)(address),
            Err(_) => !endpoint.host.eq_ignore_ascii_case("localhost") || (self.allowed)(Ipv6Addr::LOCALHOST.into()),
        }
    }

    /// Sends a message; returns the status of the response.
    pub(super) async fn post(&self, to: &Endpoint, head: HeaderMap, body: Vec<u8>) -> Result<StatusCode, String> {
        let sent = tokio::time::timeout(TIMEOUT, self.post_unlimited(to, head, body));
        sent.await.unwrap_or_else(|_| Err("timed out".into()))
    }

    async fn post_unlimited(&self, to: &Endpoint, head: HeaderMap, body: Vec<u8>) -> Result<StatusCode, String> {
        let found = lookup_host((to.host.as_str(), to.port)).await.map_err(|e| e.to_string())?;
        let found: Vec<_> = found.filter(|address| (self.allowed)(address.ip())).collect();
        if found.is_empty() {
            return Err("no public address".into());
        }
        // Connect to the very addresses that were checked: the name may resolve differently a moment later.
        let stream = TcpStream::connect(&found[..]).await.map_err(|e| e.to_string())?;
        let tls = self.tls.get_or_try_init(async || tls::trusting(self.certificates.as_deref())).await?;
        let name = ServerName::try_from(to.host.clone()).map_err(|e| e.to_string())?;
        let stream = tls.connect(name, stream).await.map_err(|e| e.to_string())?;
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(|e| e.to_string())?;
        // Ends with this function in any case.
        let mut driver = JoinSet::new();
        driver.spawn(connection);
        let mut request =
            Request::post(to.path.clone()).body(Full::new(Bytes::from(body))).map_err(|e| e.to_string())?;
        *request.headers_mut() = head;
        request.headers_mut().insert(header::HOST, to.authority.clone());
        let answer = sender.send_request(request).await.map_err(|e| e.to_string())?;
        Ok(answer.status())
    }
}

/// Whether an address is on the public internet, not this machine, its network or reserved.
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => {
            let [a, b, c, _] = v4.octets();
            let special = v4.is_private()
                || v4.is_loopback()
                || v4.is_link_local()
                || v4.is_multicast()
                || v4.is_documentation()
                || a == 0
                || a >= 240
                || (a == 100 && b & 0xc0 == 64) // shared address space of providers
                || (a == 192 && b == 0 && c == 0) // protocol assignments
                || (a == 192 && b == 88 && c == 99) // 6to4 relays
                || (a == 198 && b & 0xfe == 18); // benchmarking
            !special
        }
        IpAddr::V6(v6) => {
            // Only 2000::/3 is allocated. Within it, 2001::/23 (including Teredo) and 2002::/16 embed IPv4 addresses, and
            // 2001:db8::/32 and 3fff::/20 are for documentation.
            let [a, b, ..] = v6.segments();
            let way_around = (a == 0x2001 && b < 0x200) || a == 0x2002;
            let book = (a == 0x2001 && b == 0xdb8) || (a == 0x3fff && b < 0x1000);
            a & 0xe000 == 0x2000 && !way_around && !book
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_public_internet() {
        let inside = "0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.255.0.9 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8 \
                      192.0.2.1 192.168.1.1 198.18.0.1 203.0.113.7 224.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 \
                      ::ffff:10.0.0.1 ::127.0.0.1 64:ff9b::7f00:1 fe80::1 fc00::1 fd12::1 ff02::1 2001:db8::1 2001::1 \
                      2002:7f00:1::";
        for address in inside.split_whitespace() {
            assert!(!is_public(address.parse().expect("an address")), "{address}");
        }
        for address in
            "1.1.1.1 100.63.255.255 172.32.0.1 192.0.1.1 2606:4700::1111 2a00:1450:4001::5f ::ffff:8.8.8.8".split(' ')
        {
            assert!(is_public(address.parse().expect("an address")), "{address}");
        }
    }

    #[test]
    fn endpoints() {
        let allowed = |text: &str| Endpoint::read(text).is_ok_and(|endpoint| Reach::internet().allows(&endpoint));
        assert!(allowed("https://push.example.org/send/abc?d=1"));
        assert!(allowed("https://[2606:4700::1111]:8443/x"));
        let long = format!("https://push.example.org/{}", "x".repeat(LONGEST));
        let wrong =
            ["", "/x", "http://push.example.org/x", "https://a:b@push.example.org/", "ftp://x/y", "https:", &long];
        for wrong in wrong.into_iter().chain(["https://127.0.0.1/", "https://[::1]:8443/", "https://LOCALHOST/x"]) {
            assert!(!allowed(wrong), "{wrong}");
        }
    }

    /// A public-looking name may resolve to a private address: the resolved address counts.
    #[tokio::test]
    async fn private_addresses_are_not_reached() {
        let endpoint = Endpoint::read("https://localhost:9/x").expect("it can be read");
        let error = Reach::internet().post(&endpoint, HeaderMap::new(), Vec::new()).await.expect_err("it is not tried");
        assert_eq!(error, "no public address");
    }
}
