//! Guests: a name is enough.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::{HeaderMap, SET_COOKIE};
use axum::http::{StatusCode, header::HeaderValue};
use axum::response::IntoResponse;

use super::guard::{Body, COOKIE_NAME, HttpError, SECURE_COOKIE, session, token};
use super::openapi::{Always, Bodies, Callers, Times};
use crate::bus::EndedSessions;
use crate::node::Node;
use crate::random::random_hex;
use crate::store::{SESSION, Session};
use crate::wire::{Me, NewName, NewSession, Person, Problem, ProblemKind};
use sabika_table::sha256;

/// The current person, and whether they have an account.
pub(super) async fn answer(node: &Node, who: Option<(Person, bool)>) -> Result<Json<Me>, HttpError> {
    let unread = match &who {
        Some((person, _)) => node.store.unread(&person.id).await?,
        None => 0,
    };
    let moderates = match &who {
        Some((person, _)) => node.store.is_moderator(&person.id).await?,
        None => false,
    };
    let kept = who.as_ref().is_some_and(|(_, kept)| *kept);
    let moderator = moderates.then_some(true);
    Ok(Json(Me { person: who.map(|(person, _)| person), kept, moderator, unread, rules: sabika_rules::RULES_VERSION }))
}

/// The current person.
#[utoipa::path(get, path = "/session", responses((status = 200, body = Me), Always))]
pub(super) async fn me(State(node): State<Arc<Node>>, headers: HeaderMap) -> Result<impl IntoResponse, HttpError> {
    let session = session(&node, &headers).await?;
    // Every page makes this request first, so whoever returns stays signed in, here and in the browser.
    let cookie = match token(&headers).filter(|_| session.is_some()) {
        Some(token) => {
            node.store.keep_session(&sha256(token.as_bytes())).await?;
            cookie(&node, token)
        }
        None => HeaderMap::new(),
    };
    Ok((cookie, answer(&node, session.map(|s| (s.person, s.kept))).await?))
}

async fn call(node: &Node, session: Session, name: String) -> Result<Json<Me>, HttpError> {
    if !node.store.rename(&session.person.id, &name).await? {
        return Err(name_taken());
    }
    answer(node, Some((Person { name, ..session.person }, session.kept))).await
}

pub(super) fn name_taken() -> HttpError {
    Problem::with(ProblemKind::Taken, "an account has this name or one that looks like it: sign in, or choose another")
        .into()
}

/// Starts a session as a guest; an existing session is kept, with the new name.
#[utoipa::path(post, path = "/session", request_body = NewSession, responses((status = 200, body = Me), (status = 201, body = Me), Always, Bodies, Times))]
pub(super) async fn begin(
    State(node): State<Arc<Node>>,
    headers: HeaderMap,
    Body(new): Body<NewSession>,
) -> Result<impl IntoResponse, HttpError> {
    let name = Person::name(&new.name)?;
    // An existing session is kept, with the new name.
    if let Some(session) = session(&node, &headers).await? {
        return Ok((StatusCode::OK, HeaderMap::new(), call(&node, session, name).await?));
    }
    if node.store.looks_like_another(&name, "").await? {
        return Err(name_taken());
    }
    let person = Person { id: random_hex()[..16].to_owned(), name };
    let token = random_hex();
    node.store.new_person(&person, &sha256(token.as_bytes())).await?;
    Ok((StatusCode::CREATED, cookie(&node, &token), answer(&node, Some((person, false))).await?))
}

/// Sets the session cookie.
pub(super) fn cookie(node: &Node, token: &str) -> HeaderMap {
    let lasts = SESSION.as_secs();
    let (name, secure) = if node.is_https() { (SECURE_COOKIE, "; Secure") } else { (COOKIE_NAME, "") };
    set_cookies([format!("{name}={token}; HttpOnly; SameSite=Lax; Path=/; Max-Age={lasts}{secure}")])
}

/// Removes it, under either name.
pub(super) fn no_cookie(node: &Node) -> HeaderMap {
    let gone = "=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0";
    let secure = node.is_https().then(|| format!("{SECURE_COOKIE}{gone}; Secure"));
    set_cookies([format!("{COOKIE_NAME}{gone}")].into_iter().chain(secure))
}

fn set_cookies(cookies: impl IntoIterator<Item = String>) -> HeaderMap {
    let values = cookies.into_iter().filter_map(|cookie| HeaderValue::from_str(&cookie).ok());
    let mut headers = HeaderMap::new();
    for value in values {
        headers.append(SET_COOKIE, value);
    }
    headers
}

/// Changes the current person's name.
#[utoipa::path(post, path = "/session/name", request_body = NewName, security(("session" = [])), responses((status = 200, body = Me), Always, Bodies, Callers, Times))]
pub(super) async fn rename(
    State(node): State<Arc<Node>>,
    headers: HeaderMap,
    Body(new): Body<NewName>,
) -> Result<Json<Me>, HttpError> {
    let session = session(&node, &headers).await?.ok_or(ProblemKind::NoSession)?;
    call(&node, session, Person::name(&new.name)?).await
}

/// Ends the session.
#[utoipa::path(delete, path = "/session", responses((status = 200, body = Me), Always))]
pub(super) async fn end(State(node): State<Arc<Node>>, headers: HeaderMap) -> Result<impl IntoResponse, HttpError> {
    if let Some(token) = token(&headers) {
        let session = sha256(token.as_bytes());
        node.store.end_session(&session).await?;
        node.ended(EndedSessions::Session { session }).await;
    }
    Ok((no_cookie(&node), answer(&node, None).await?))
}
