//! Who may come in: origins, rates, sessions, the size and form of bodies; and the form of every error.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::body::to_bytes;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Request, State};
use axum::http::header::{ALLOW, CONTENT_TYPE, COOKIE, HOST, HeaderValue, ORIGIN, UPGRADE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;

use crate::node::Node;
use crate::store::{Session, StoreError};
use crate::table::{Deny, sha256};
use crate::wire::{Person, Problem, ProblemKind, RefusalView};

/// The largest body of a request.
const LARGEST: usize = 16 * 1024;
/// The form of every error.
const PROBLEM: &str = "application/problem+json";
/// The name of the cookie.
pub(super) const COOKIE_NAME: &str = "sabika";

/// A problem as an answer.
pub(super) struct Trouble(pub Problem);

impl From<Problem> for Trouble {
    fn from(problem: Problem) -> Trouble {
        Trouble(problem)
    }
}

impl From<ProblemKind> for Trouble {
    fn from(kind: ProblemKind) -> Trouble {
        Trouble(kind.into())
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Trouble {
        tracing::warn!(%error, "the store");
        ProblemKind::Retry.into()
    }
}

impl From<Deny> for Trouble {
    fn from(deny: Deny) -> Trouble {
        match deny {
            Deny::Problem(problem) => Trouble(problem),
            Deny::Refused(refusal) => {
                let RefusalView { rule, reason, .. } = refusal.into();
                Trouble(Problem::with(ProblemKind::Invalid, format!("{rule}: {reason}")))
            }
        }
    }
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = serde_json::to_string(&self.0).unwrap_or_default();
        (status, [(CONTENT_TYPE, HeaderValue::from_static(PROBLEM))], body).into_response()
    }
}

/// PostgreSQL keeps no text with this character, and nobody has a use for it.
pub(super) fn has_nul(json: &[u8]) -> bool {
    json.windows(6).any(|escape| escape == b"\\u0000")
}

pub(super) fn no_nul() -> Trouble {
    Problem::with(ProblemKind::Malformed, "text must not contain the character NUL").into()
}

/// Before anything else: from where, and how often.
pub(super) async fn check(
    State(node): State<Arc<Node>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    node.figures.requests.fetch_add(1, Ordering::Relaxed);
    let reading = matches!(*request.method(), Method::GET | Method::HEAD) && !request.headers().contains_key(UPGRADE);
    let answer = if request.uri().path().contains("%00") {
        no_nul().into_response()
    } else if !reading && !same_site(&node, request.headers()) {
        Trouble::from(ProblemKind::CrossOrigin).into_response()
    } else if !node.rates.allows(&address(&node, request.headers(), peer)) {
        Trouble::from(ProblemKind::TooMany).into_response()
    } else {
        in_form(next.run(request).await).await
    };
    if answer.status().is_client_error() || answer.status().is_server_error() {
        node.figures.problems.fetch_add(1, Ordering::Relaxed);
    }
    answer
}

/// What a library says is shorter.
const LONGEST_REASON: usize = 1024;

/// Errors that a library found, in the form of all others.
pub(super) async fn in_form(mut answer: Response) -> Response {
    let status = answer.status();
    let ours = answer.headers().get(CONTENT_TYPE).is_some_and(|v| v == PROBLEM);
    if ours || !(status.is_client_error() || status.is_server_error()) {
        return answer;
    }
    let kind = match status {
        StatusCode::NOT_FOUND => ProblemKind::NotFound,
        StatusCode::METHOD_NOT_ALLOWED => ProblemKind::WrongMethod,
        StatusCode::PAYLOAD_TOO_LARGE => ProblemKind::TooLarge,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => ProblemKind::WrongForm,
        _ if status.is_client_error() => ProblemKind::Malformed,
        _ => ProblemKind::Internal,
    };
    // Which methods there are instead.
    let methods = answer.headers_mut().remove(ALLOW).map(|methods| (ALLOW, methods));
    // A library says what it could not read.
    let why = match kind {
        ProblemKind::Malformed => to_bytes(answer.into_body(), LONGEST_REASON).await.ok(),
        _ => None,
    };
    let why = why.and_then(|bytes| String::from_utf8(bytes.into()).ok()).filter(|why| !why.is_empty());
    let problem = why.map_or_else(|| kind.into(), |why| Problem::with(kind, why));
    let mut answer = Trouble(problem).into_response();
    answer.headers_mut().extend(methods);
    answer
}

/// Where a request comes from.
fn address(node: &Node, headers: &HeaderMap, peer: SocketAddr) -> String {
    let forwarded = headers.get_all("x-forwarded-for").iter().next_back().filter(|_| node.config.trusted_proxy);
    // The last one was written by our own proxy; those before it by anybody.
    let last = forwarded.and_then(|v| v.to_str().ok()).and_then(|v| v.rsplit(',').next());
    match last.map_or(Ok(peer.ip()), |ip| ip.trim().parse()) {
        // Who has one address of version 6 has all that begin like it.
        Ok(IpAddr::V6(ip)) if ip.to_ipv4_mapped().is_none() => {
            let [a, b, c, d, ..] = ip.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
        Ok(ip) => ip.to_canonical().to_string(),
        Err(_) => peer.ip().to_string(),
    }
}

/// Browsers say where a request that changes something was made; programs that are no browsers say nothing.
fn same_site(node: &Node, headers: &HeaderMap) -> bool {
    if headers.get("sec-fetch-site").is_some_and(|v| v == "cross-site") {
        return false;
    }
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if let Some(public) = &node.config.public_url
        && origin == public.trim_end_matches('/')
    {
        return true;
    }
    let host = headers.get(HOST).and_then(|h| h.to_str().ok());
    let authority = origin.split_once("://").map(|(_, authority)| authority);
    host.is_some() && authority == host
}

/// The token of a request's session.
pub(super) fn token(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|v| v.to_str().ok());
    let mut pairs = cookies.flat_map(|v| v.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE_NAME).map(|(_, token)| token)
}

/// Who asks, if they have a session. Who is banned gets nothing but the reason.
pub(super) async fn session(node: &Node, headers: &HeaderMap) -> Result<Option<Session>, Trouble> {
    let Some(token) = token(headers) else { return Ok(None) };
    let session = node.store.session(&sha256(token.as_bytes())).await?;
    match session.as_ref().and_then(|s| s.banned.clone()) {
        Some(reason) => Err(Problem::with(ProblemKind::Banned, reason).into()),
        None => Ok(session),
    }
}

/// The person who asks, if they have a session.
pub(super) async fn person(node: &Node, headers: &HeaderMap) -> Result<Option<Person>, Trouble> {
    Ok(session(node, headers).await?.map(|session| session.person))
}

/// Where a request comes from.
pub(super) struct Address(pub String);

impl FromRequestParts<Arc<Node>> for Address {
    type Rejection = Trouble;
    async fn from_request_parts(parts: &mut Parts, node: &Arc<Node>) -> Result<Address, Trouble> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().ok_or(ProblemKind::Internal)?;
        Ok(Address(address(node, &parts.headers, peer.0)))
    }
}

/// The one who asks; without a session the request is refused.
pub(super) struct Caller(pub Person);

impl FromRequestParts<Arc<Node>> for Caller {
    type Rejection = Trouble;
    async fn from_request_parts(parts: &mut Parts, node: &Arc<Node>) -> Result<Caller, Trouble> {
        person(node, &parts.headers).await?.map(Caller).ok_or_else(|| ProblemKind::NoSession.into())
    }
}

/// A body in JSON, of bounded size.
pub(super) struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<Node>> for Body<T> {
    type Rejection = Trouble;
    async fn from_request(request: Request, _: &Arc<Node>) -> Result<Body<T>, Trouble> {
        let form = request.headers().get(CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
        if !form.trim().to_ascii_lowercase().starts_with("application/json") {
            return Err(ProblemKind::WrongForm.into());
        }
        let bytes = to_bytes(request.into_body(), LARGEST).await.map_err(|_| Trouble::from(ProblemKind::TooLarge))?;
        if has_nul(&bytes) {
            return Err(no_nul());
        }
        let read = serde_json::from_slice(&bytes);
        read.map(Body).map_err(|error| Problem::with(ProblemKind::Malformed, error.to_string()).into())
    }
}
