//! Checks before every request: origin, rate limits, session, size and format of the body; also the form of every error.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::body::to_bytes;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Request, State};
use axum::http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_TYPE, COOKIE, HOST, HeaderName, HeaderValue, ORIGIN, STRICT_TRANSPORT_SECURITY,
    UPGRADE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use tokio::time::timeout;
use tracing::Instrument;

use super::problem::{ProblemDetails, status};
use super::tables::CODE;
use crate::connections::address_key;
use crate::node::Node;
use crate::random::random_hex;
use crate::store::{Session, StoreError};
use crate::wire::{Person, Problem, ProblemKind, RefusalView};
use sabika_table::{Error, sha256};

/// The maximum size of a request body.
const LARGEST: usize = 16 * 1024;
/// Several times the size of the longest record of a daily deal seen so far.
const LARGEST_RECORD: usize = 256 * 1024;
/// The header with the id of a request, in both directions.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The content type of every error.
const PROBLEM: &str = "application/problem+json";
/// The name of the session cookie.
pub(super) const COOKIE_NAME: &str = "sabika";
/// Its name on sites that use HTTPS only: browsers accept it only from this very host.
pub(super) const SECURE_COOKIE: &str = "__Host-sabika";

/// A problem as a response.
pub(super) struct HttpError(pub Problem);

impl From<Problem> for HttpError {
    fn from(problem: Problem) -> HttpError {
        HttpError(problem)
    }
}

impl From<ProblemKind> for HttpError {
    fn from(kind: ProblemKind) -> HttpError {
        HttpError(kind.into())
    }
}

impl From<StoreError> for HttpError {
    fn from(error: StoreError) -> HttpError {
        tracing::warn!(%error, "database request failed");
        ProblemKind::Retry.into()
    }
}

impl From<Error> for HttpError {
    fn from(deny: Error) -> HttpError {
        match deny {
            Error::Problem(problem) => HttpError(problem),
            Error::Refused(refusal) => {
                let RefusalView { rule, reason, .. } = refusal.into();
                HttpError(Problem::with(ProblemKind::Invalid, format!("{rule}: {reason}")))
            }
        }
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let body = serde_json::to_string(&ProblemDetails::from(&self.0)).unwrap_or_default();
        (status(self.0.kind), [(CONTENT_TYPE, HeaderValue::from_static(PROBLEM))], body).into_response()
    }
}

/// PostgreSQL cannot store this character, and nobody needs it.
pub(super) fn has_nul(json: &[u8]) -> bool {
    json.windows(6).any(|escape| escape == b"\\u0000")
}

pub(super) fn no_nul() -> HttpError {
    Problem::with(ProblemKind::Malformed, "text must not contain the character NUL").into()
}

/// Runs before anything else: checks origin and rate limit.
pub(super) async fn check(
    State(node): State<Arc<Node>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    node.metrics.requests.inc();
    let begin = Instant::now();
    let id = request_id(request.headers());
    let span = tracing::info_span!("request", id, method = %request.method(), path = request.uri().path());
    let guesses = is_by_code(request.uri().path()).then(|| address(&node, request.headers(), peer));
    let reading = matches!(*request.method(), Method::GET | Method::HEAD) && !request.headers().contains_key(UPGRADE);
    let mut answer = if request.uri().path().contains("%00") {
        no_nul().into_response()
    } else if !reading && !same_site(&node, request.headers()) {
        HttpError::from(ProblemKind::CrossOrigin).into_response()
    } else if !may_ask(&node, request.headers(), peer)
        || guesses.as_ref().is_some_and(|address| node.limits.codes.is_spent(address))
    {
        HttpError::from(ProblemKind::TooMany).into_response()
    } else {
        in_form(next.run(request).instrument(span).await).await
    };
    node.metrics.request.since(begin);
    if let Some(address) = guesses.filter(|_| answer.status() == StatusCode::NOT_FOUND) {
        node.limits.codes.allows(&address);
    }
    if answer.status().is_client_error() || answer.status().is_server_error() {
        node.metrics.problems.inc();
    }
    let headers = answer.headers_mut();
    // Responses are personal and must not be cached.
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.extend(HeaderValue::from_str(&id).ok().map(|id| (REQUEST_ID, id)));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    only_by_https(&node, headers);
    answer
}

/// Whether a request names a table by its code, whatever it wants there: guessing codes is rate-limited.
fn is_by_code(path: &str) -> bool {
    path.split('/').skip_while(|part| *part != "tables").nth(1).is_some_and(|table| table.len() == CODE)
}

/// The id of a request in the log: the proxy's, or a new one.
fn request_id(headers: &HeaderMap) -> String {
    let named = headers.get(REQUEST_ID).and_then(|id| id.to_str().ok());
    let fits = |id: &&str| (1..=64).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    named.filter(fits).map_or_else(|| random_hex()[..16].to_owned(), str::to_owned)
}

/// Checks the rate limit. Known sessions are counted separately, so that a flood without a session does not lock out
/// others at the same address.
fn may_ask(node: &Node, headers: &HeaderMap, peer: SocketAddr) -> bool {
    let session = token(headers).map(|token| sha256(token.as_bytes())).filter(|hash| node.known.knows(hash));
    node.rates.allows(&session.unwrap_or_else(|| address(node, headers, peer)))
}

/// Sites on HTTPS tell browsers to use nothing else.
pub(super) fn only_by_https(node: &Node, headers: &mut HeaderMap) {
    if node.is_https() {
        headers.insert(STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
}

/// Messages of libraries are shorter than this.
const LONGEST_REASON: usize = 1024;

/// Converts errors of libraries to the form of all others.
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
    // Keep the list of allowed methods.
    let methods = answer.headers_mut().remove(ALLOW).map(|methods| (ALLOW, methods));
    // A library's message about what it could not parse.
    let why = match kind {
        ProblemKind::Malformed => to_bytes(answer.into_body(), LONGEST_REASON).await.ok(),
        _ => None,
    };
    let why = why.and_then(|bytes| String::from_utf8(bytes.into()).ok()).filter(|why| !why.is_empty());
    let problem = why.map_or_else(|| kind.into(), |why| Problem::with(kind, why));
    let mut answer = HttpError(problem).into_response();
    answer.headers_mut().extend(methods);
    answer
}

/// The address a request comes from.
fn address(node: &Node, headers: &HeaderMap, peer: SocketAddr) -> String {
    let forwarded = headers.get_all("x-forwarded-for").iter().next_back().filter(|_| node.config.trusted_proxy);
    // The last entry was written by our own proxy; those before it can be forged.
    let last = forwarded.and_then(|v| v.to_str().ok()).and_then(|v| v.rsplit(',').next());
    address_key(last.and_then(|ip| ip.trim().parse().ok()).unwrap_or(peer.ip()))
}

/// Browsers send the origin of requests that change something; other programs send none.
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
    let pairs: Vec<(&str, &str)> =
        cookies.flat_map(|v| v.split(';')).filter_map(|pair| pair.trim().split_once('=')).collect();
    let named = |wanted: &str| pairs.iter().find(|(name, _)| *name == wanted).map(|(_, token)| *token);
    named(SECURE_COOKIE).or_else(|| named(COOKIE_NAME))
}

/// The current person, if they have a session. A banned person gets only the reason.
pub(super) async fn session(node: &Node, headers: &HeaderMap) -> Result<Option<Session>, HttpError> {
    let Some(token) = token(headers) else { return Ok(None) };
    let hash = sha256(token.as_bytes());
    let session = node.store.session(&hash).await?;
    if session.is_some() {
        node.known.seen(hash);
    }
    match session.as_ref().and_then(|s| s.banned.clone()) {
        Some(reason) => Err(Problem::with(ProblemKind::Banned, reason).into()),
        None => Ok(session),
    }
}

/// The current person, if they have a session.
pub(super) async fn person(node: &Node, headers: &HeaderMap) -> Result<Option<Person>, HttpError> {
    Ok(session(node, headers).await?.map(|session| session.person))
}

/// The address of the request.
pub(super) struct Address(pub String);

impl FromRequestParts<Arc<Node>> for Address {
    type Rejection = HttpError;
    async fn from_request_parts(parts: &mut Parts, node: &Arc<Node>) -> Result<Address, HttpError> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().ok_or(ProblemKind::Internal)?;
        Ok(Address(address(node, &parts.headers, peer.0)))
    }
}

/// The current person; requests without a session are refused.
pub(super) struct Caller(pub Person);

impl FromRequestParts<Arc<Node>> for Caller {
    type Rejection = HttpError;
    async fn from_request_parts(parts: &mut Parts, node: &Arc<Node>) -> Result<Caller, HttpError> {
        person(node, &parts.headers).await?.map(Caller).ok_or_else(|| ProblemKind::NoSession.into())
    }
}

/// A JSON body of limited size.
pub(super) struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<Node>> for Body<T> {
    type Rejection = HttpError;
    async fn from_request(request: Request, node: &Arc<Node>) -> Result<Body<T>, HttpError> {
        read_body(request, node, LARGEST).await.map(Body)
    }
}

/// A JSON body that contains the record of a game.
pub(super) struct RecordBody<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<Node>> for RecordBody<T> {
    type Rejection = HttpError;
    async fn from_request(request: Request, node: &Arc<Node>) -> Result<RecordBody<T>, HttpError> {
        read_body(request, node, LARGEST_RECORD).await.map(RecordBody)
    }
}

async fn read_body<T: DeserializeOwned>(request: Request, node: &Arc<Node>, largest: usize) -> Result<T, HttpError> {
    let form = request.headers().get(CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    if !form.trim().to_ascii_lowercase().starts_with("application/json") {
        return Err(ProblemKind::WrongForm.into());
    }
    let slow = |_| Problem::with(ProblemKind::Malformed, "timed out while reading the body");
    let bytes = timeout(node.config.request_timeout, to_bytes(request.into_body(), largest)).await.map_err(slow)?;
    let bytes = bytes.map_err(|_| HttpError::from(ProblemKind::TooLarge))?;
    if has_nul(&bytes) {
        return Err(no_nul());
    }
    let read = serde_json::from_slice(&bytes);
    read.map_err(|error| Problem::with(ProblemKind::Malformed, error.to_string()).into())
}
