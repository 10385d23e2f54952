//! Guests: a name is enough.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::{HeaderMap, SET_COOKIE};
use axum::http::{StatusCode, header::HeaderValue};
use axum::response::IntoResponse;

use super::guard::{Body, COOKIE_NAME, Caller, Trouble, person, token};
use crate::node::Node;
use crate::table::{random_hex, sha256};
use crate::wire::{Me, NewName, NewSession, Person, Problem, ProblemKind};

/// A year, in seconds.
const YEAR: u32 = 365 * 24 * 3600;
const LONGEST_NAME: usize = 24;

/// A name as it is kept: without space around it, of bounded length, in visible characters.
pub(super) fn name(name: &str) -> Result<String, Problem> {
    let name = name.trim();
    let fits = (1..=LONGEST_NAME).contains(&name.chars().count()) && !name.chars().any(char::is_control);
    let wrong = || Problem::with(ProblemKind::Invalid, "a name has 1 to 24 visible characters");
    fits.then(|| name.to_owned()).ok_or_else(wrong)
}

fn answer(person: Option<Person>) -> Json<Me> {
    Json(Me { person, rules: sabika_rules::RULES_VERSION })
}

pub(super) async fn me(State(node): State<Arc<Node>>, headers: HeaderMap) -> Result<Json<Me>, Trouble> {
    Ok(answer(person(&node, &headers).await?))
}

pub(super) async fn begin(
    State(node): State<Arc<Node>>,
    headers: HeaderMap,
    Body(new): Body<NewSession>,
) -> Result<impl IntoResponse, Trouble> {
    let name = name(&new.name)?;
    // Who has a session keeps it, with the new name.
    if let Some(person) = person(&node, &headers).await? {
        node.store.rename(&person.id, &name).await?;
        return Ok((StatusCode::OK, HeaderMap::new(), answer(Some(Person { name, ..person }))));
    }
    let person = Person { id: random_hex()[..16].to_owned(), name };
    let token = random_hex();
    node.store.new_person(&person, &sha256(token.as_bytes())).await?;
    let secure =
        if node.config.public_url.as_deref().is_some_and(|u| u.starts_with("https:")) { "; Secure" } else { "" };
    let cookie = format!("{COOKIE_NAME}={token}; HttpOnly; SameSite=Lax; Path=/; Max-Age={YEAR}{secure}");
    Ok((StatusCode::CREATED, set_cookie(&cookie), answer(Some(person))))
}

fn set_cookie(cookie: &str) -> HeaderMap {
    HeaderValue::from_str(cookie).into_iter().map(|value| (SET_COOKIE, value)).collect()
}

pub(super) async fn rename(
    State(node): State<Arc<Node>>,
    Caller(person): Caller,
    Body(new): Body<NewName>,
) -> Result<Json<Me>, Trouble> {
    let name = name(&new.name)?;
    node.store.rename(&person.id, &name).await?;
    Ok(answer(Some(Person { name, ..person })))
}

pub(super) async fn end(State(node): State<Arc<Node>>, headers: HeaderMap) -> Result<impl IntoResponse, Trouble> {
    if let Some(token) = token(&headers) {
        node.store.end_session(&sha256(token.as_bytes())).await?;
    }
    let cookie = format!("{COOKIE_NAME}=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0");
    Ok((set_cookie(&cookie), answer(None)))
}
