//! Accounts: password, recovery code, export of personal data, deletion.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, HeaderMap, HeaderValue};
use axum::response::IntoResponse;

use super::guard::{Address, Body, Caller, HttpError, token};
use super::openapi::{Always, Bodies, Callers, Times};
use super::session::{answer, cookie, no_cookie};
use crate::bus::EndedSessions;
use crate::node::Node;
use crate::passwords::{hash, recovery_code, recovery_hash, verify_password};
use crate::random::random_hex;
use crate::room::Intent;
use crate::store::{Account, name_key};
use crate::wire::{
    Confirm, KeepName, Kept, Me, MyData, NewPassword, Person, Problem, ProblemKind, Recover, SignIn, Status,
};
use sabika_table::{Error, Eyes, NAMELESS, Row, Table, sha256};

const SHORTEST: usize = 8;
const LONGEST: usize = 200;

/// The stored hash of a new password.
async fn hashed(node: &Node, password: &str) -> Result<String, HttpError> {
    if !(SHORTEST..=LONGEST).contains(&password.chars().count()) {
        return Err(Problem::with(ProblemKind::Invalid, "a password must have 8 to 200 characters").into());
    }
    let password = password.to_owned();
    node.hashing(move || hash(&password)).await.flatten().ok_or_else(|| ProblemKind::Internal.into())
}

/// Limits password attempts, per address and per account.
fn check_rate(node: &Node, address: &str, name: &str) -> Result<(), HttpError> {
    let tries = &node.limits.passwords;
    let allowed = tries.allows(&format!("from {address}")) && tries.allows(&format!("to {}", name_key(name)));
    if allowed { Ok(()) } else { Err(ProblemKind::TooMany.into()) }
}

async fn check(node: &Node, account: &Account, password: &str) -> Result<(), HttpError> {
    let (password, stored) = (password.to_owned(), account.password.clone());
    match node.hashing(move || verify_password(&password, &stored)).await {
        Some(true) => Ok(()),
        Some(false) => Err(ProblemKind::WrongPassword.into()),
        None => Err(ProblemKind::Internal.into()),
    }
}

/// The account of the current person, after checking its password.
async fn proven(node: &Node, person: &Person, address: &str, password: &str) -> Result<Account, HttpError> {
    check_rate(node, address, &person.name)?;
    let guest = || Problem::with(ProblemKind::WrongTime, "you have no account");
    let account = node.store.account_of(&person.id).await?.ok_or_else(guest)?;
    check(node, &account, password).await?;
    Ok(account)
}

/// Creates an account: protects the current name with a password.
#[utoipa::path(post, path = "/account", request_body = KeepName, security(("session" = [])), responses((status = 201, body = Kept), Always, Bodies, Callers, Times))]
pub(super) async fn create_account(
    State(node): State<Arc<Node>>,
    Address(address): Address,
    Caller(person): Caller,
    Body(KeepName { password }): Body<KeepName>,
) -> Result<(StatusCode, Json<Kept>), HttpError> {
    if node.store.account_of(&person.id).await?.is_some() {
        return Err(Problem::with(ProblemKind::WrongTime, "you already have an account").into());
    }
    if !node.limits.accounts.allows(&address) {
        return Err(ProblemKind::TooMany.into());
    }
    let password = hashed(&node, &password).await?;
    let recovery = recovery_code();
    if !node.store.create_account(&person, &password, &recovery_hash(&recovery)).await? {
        return Err(
            Problem::with(ProblemKind::Taken, "the name belongs to another account: choose another first").into()
        );
    }
    Ok((StatusCode::CREATED, Json(Kept { person, recovery })))
}

/// Signs in to an account.
#[utoipa::path(post, path = "/account/sign-in", request_body = SignIn, responses((status = 200, body = Me), Always, Bodies))]
pub(super) async fn sign_in(
    State(node): State<Arc<Node>>,
    Address(address): Address,
    Body(SignIn { name, password }): Body<SignIn>,
) -> Result<impl IntoResponse, HttpError> {
    check_rate(&node, &address, &name)?;
    let account = node.store.account_by_name(&name).await?.ok_or(ProblemKind::WrongPassword)?;
    check(&node, &account, &password).await?;
    let token = random_hex();
    node.store.new_session(&account.person.id, &sha256(token.as_bytes())).await?;
    Ok((cookie(&node, &token), answer(&node, Some((account.person, true))).await?))
}

/// Sets a new password with the recovery code.
#[utoipa::path(post, path = "/account/recover", request_body = Recover, responses((status = 200, body = Kept), Always, Bodies))]
pub(super) async fn recover(
    State(node): State<Arc<Node>>,
    Address(address): Address,
    Body(Recover { name, recovery, password }): Body<Recover>,
) -> Result<impl IntoResponse, HttpError> {
    check_rate(&node, &address, &name)?;
    let person = node.store.account_by_name(&name).await?.ok_or(ProblemKind::WrongPassword)?.person;
    let password = hashed(&node, &password).await?;
    let (token, fresh) = (random_hex(), recovery_code());
    let codes = (recovery_hash(&recovery), recovery_hash(&fresh));
    let session = sha256(token.as_bytes());
    if !node.store.recover(&person.id, (&codes.0, &codes.1), &password, &session).await? {
        return Err(Problem::with(ProblemKind::WrongPassword, "wrong name or recovery code").into());
    }
    node.ended(EndedSessions::Person { person: person.id.clone(), but: Some(session) }).await;
    Ok((cookie(&node, &token), Json(Kept { person, recovery: fresh })))
}

/// Changes the password; all other sessions end.
#[utoipa::path(post, path = "/account/password", request_body = NewPassword, security(("session" = [])), responses((status = 200, body = Me), Always, Bodies, Callers, Times))]
pub(super) async fn password(
    State(node): State<Arc<Node>>,
    Address(address): Address,
    Caller(person): Caller,
    headers: HeaderMap,
    Body(NewPassword { old, new }): Body<NewPassword>,
) -> Result<Json<Me>, HttpError> {
    let account = proven(&node, &person, &address, &old).await?;
    let new = hashed(&node, &new).await?;
    let session = sha256(token(&headers).unwrap_or_default().as_bytes());
    node.store.set_password(&account.person.id, &new, &session).await?;
    node.ended(EndedSessions::Person { person: account.person.id, but: Some(session) }).await;
    answer(&node, Some((person, true))).await
}

/// Issues a new recovery code; the old one becomes invalid.
#[utoipa::path(post, path = "/account/recovery", request_body = Confirm, security(("session" = [])), responses((status = 200, body = Kept), Always, Bodies, Callers, Times))]
pub(super) async fn recovery(
    State(node): State<Arc<Node>>,
    Address(address): Address,
    Caller(person): Caller,
    Body(Confirm { password }): Body<Confirm>,
) -> Result<Json<Kept>, HttpError> {
    proven(&node, &person, &address, password.as_deref().unwrap_or_default()).await?;
    let recovery = recovery_code();
    node.store.set_recovery(&person.id, &recovery_hash(&recovery)).await?;
    Ok(Json(Kept { person, recovery }))
}

/// Deletes the account: the name is removed, the games stay complete. If interrupted, it can be requested again.
#[utoipa::path(post, path = "/account/delete", request_body = Confirm, security(("session" = [])), responses((status = 200, body = Me), Always, Bodies, Callers, Times))]
pub(super) async fn delete(
    State(node): State<Arc<Node>>,
    Address(address): Address,
    Caller(person): Caller,
    Body(Confirm { password }): Body<Confirm>,
) -> Result<impl IntoResponse, HttpError> {
    if node.store.account_of(&person.id).await?.is_some() {
        proven(&node, &person, &address, password.as_deref().unwrap_or_default()).await?;
    }
    for table in node.store.tables_sat(&person.id).await? {
        let room = node.room(&table);
        let who = person.id.clone();
        let row = move |fold: &Table| {
            let row = match fold.info.status {
                _ if fold.seats_of(&who).is_empty() => return Ok(Intent::Nothing),
                Status::Lobby => Row::Leave { person: who.clone() },
                _ => Row::Forget { person: who.clone() },
            };
            Ok(Intent::Store(row))
        };
        match room.change(&node, Eyes::Watcher, None, row).await {
            // The rows of a frozen table are rewritten anyway.
            Ok(_) | Err(Error::Problem(Problem { kind: ProblemKind::Frozen | ProblemKind::NotFound, .. })) => {}
            Err(deny) => return Err(deny.into()),
        }
        node.store.rewrite_names(&table, &person.id, NAMELESS).await?;
    }
    node.store.forget(&person.id).await?;
    node.ended(EndedSessions::Person { person: person.id, but: None }).await;
    Ok((no_cookie(&node), answer(&node, None).await?))
}

/// All data stored about the current person, as a file.
#[utoipa::path(get, path = "/account/data", security(("session" = [])), responses((status = 200, body = MyData), Always, Callers))]
pub(super) async fn data(
    State(node): State<Arc<Node>>,
    Caller(person): Caller,
) -> Result<impl IntoResponse, HttpError> {
    let file = HeaderValue::from_static("attachment; filename=\"sabika.json\"");
    let data = super::people::data(&node, person).await?;
    Ok(([(CONTENT_DISPOSITION, file)], Json(data)))
}
