//! Guests: a name is enough.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::{HeaderMap, SET_COOKIE};
use axum::http::{StatusCode, header::HeaderValue};
use axum::response::IntoResponse;

use super::guard::{Body, COOKIE_NAME, Trouble, session, token};
use super::openapi::{Always, Bodies, Callers, Times};
use crate::node::Node;
use crate::store::{SESSION, Session};
use crate::table::{random_hex, sha256};
use crate::wire::{Me, NewName, NewSession, Person, Problem, ProblemKind};

/// Who one is, and whether the name is kept.
pub(super) async fn answer(node: &Node, who: Option<(Person, bool)>) -> Result<Json<Me>, Trouble> {
    let unread = match &who {
        Some((person, _)) => node.store.unread(&person.id).await?,
        None => 0,
    };
    let kept = who.as_ref().is_some_and(|(_, kept)| *kept);
    Ok(Json(Me { person: who.map(|(person, _)| person), kept, unread, rules: sabika_rules::RULES_VERSION }))
}

/// Who one is.
#[utoipa::path(get, path = "/session", responses((status = 200, body = Me), Always))]
pub(super) async fn me(State(node): State<Arc<Node>>, headers: HeaderMap) -> Result<Json<Me>, Trouble> {
    let session = session(&node, &headers).await?;
    answer(&node, session.map(|s| (s.person, s.kept))).await
}

async fn call(node: &Node, session: Session, name: String) -> Result<Json<Me>, Trouble> {
    if !node.store.rename(&session.person.id, &name).await? {
        return Err(kept_by_another());
    }
    answer(node, Some((Person { name, ..session.person }, session.kept))).await
}

pub(super) fn kept_by_another() -> Trouble {
    Problem::with(ProblemKind::Taken, "somebody keeps this name: sign in, or choose another").into()
}

/// Begins a session as a guest; who has one keeps it, with the new name.
#[utoipa::path(post, path = "/session", request_body = NewSession, responses((status = 200, body = Me), (status = 201, body = Me), Always, Bodies, Times))]
pub(super) async fn begin(
    State(node): State<Arc<Node>>,
    headers: HeaderMap,
    Body(new): Body<NewSession>,
) -> Result<impl IntoResponse, Trouble> {
    let name = Person::name(&new.name)?;
    // Who has a session keeps it, with the new name.
    if let Some(session) = session(&node, &headers).await? {
        return Ok((StatusCode::OK, HeaderMap::new(), call(&node, session, name).await?));
    }
    if node.store.account_by_name(&name).await?.is_some() {
        return Err(kept_by_another());
    }
    let person = Person { id: random_hex()[..16].to_owned(), name };
    let token = random_hex();
    node.store.new_person(&person, &sha256(token.as_bytes())).await?;
    Ok((StatusCode::CREATED, cookie(&node, &token), answer(&node, Some((person, false))).await?))
}

/// Gives a browser its session.
pub(super) fn cookie(node: &Node, token: &str) -> HeaderMap {
    let secure =
        if node.config.public_url.as_deref().is_some_and(|u| u.starts_with("https:")) { "; Secure" } else { "" };
    set_cookie(&format!("{COOKIE_NAME}={token}; HttpOnly; SameSite=Lax; Path=/; Max-Age={}{secure}", SESSION.as_secs()))
}

/// Takes it away.
pub(super) fn no_cookie() -> HeaderMap {
    set_cookie(&format!("{COOKIE_NAME}=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0"))
}

fn set_cookie(cookie: &str) -> HeaderMap {
    HeaderValue::from_str(cookie).into_iter().map(|value| (SET_COOKIE, value)).collect()
}

/// Changes one's name.
#[utoipa::path(post, path = "/session/name", request_body = NewName, security(("session" = [])), responses((status = 200, body = Me), Always, Bodies, Callers, Times))]
pub(super) async fn rename(
    State(node): State<Arc<Node>>,
    headers: HeaderMap,
    Body(new): Body<NewName>,
) -> Result<Json<Me>, Trouble> {
    let session = session(&node, &headers).await?.ok_or(ProblemKind::NoSession)?;
    call(&node, session, Person::name(&new.name)?).await
}

/// Forgets the session.
#[utoipa::path(delete, path = "/session", responses((status = 200, body = Me), Always))]
pub(super) async fn end(State(node): State<Arc<Node>>, headers: HeaderMap) -> Result<impl IntoResponse, Trouble> {
    if let Some(token) = token(&headers) {
        node.store.end_session(&sha256(token.as_bytes())).await?;
    }
    Ok((no_cookie(), answer(&node, None).await?))
}
