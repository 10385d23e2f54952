//! Push subscriptions: browsers that are notified although their page is closed.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};

use super::guard::{Body, Caller, HttpError, token};
use super::openapi::{Always, Bodies, Callers};
use crate::node::Node;
use crate::wire::{Person, ProblemKind, PushEnd, PushKey, PushTo};
use sabika_table::sha256;

async fn answer(node: &Node, person: &Person) -> Result<Json<PushKey>, HttpError> {
    let browsers = node.store.browsers(&person.id).await?.len() as u32;
    Ok(Json(PushKey { key: node.push.key().await?.to_owned(), browsers }))
}

/// What a browser needs to subscribe to this site's push messages.
#[utoipa::path(get, path = "/push", security(("session" = [])), responses((status = 200, body = PushKey), Always, Callers))]
pub(super) async fn push_key(
    State(node): State<Arc<Node>>,
    Caller(person): Caller,
) -> Result<Json<PushKey>, HttpError> {
    answer(&node, &person).await
}

/// Subscribes this browser to notifications of slow games, for as long as the session lasts.
#[utoipa::path(post, path = "/push", request_body = PushTo, security(("session" = [])), responses((status = 201, body = PushKey), Always, Bodies, Callers))]
pub(super) async fn push_begin(
    State(node): State<Arc<Node>>,
    Caller(person): Caller,
    headers: HeaderMap,
    Body(to): Body<PushTo>,
) -> Result<(StatusCode, Json<PushKey>), HttpError> {
    node.push.check(&to)?;
    let token = token(&headers).ok_or(ProblemKind::NoSession)?;
    node.store.push_to(&person.id, &sha256(token.as_bytes()), &to).await?;
    Ok((StatusCode::CREATED, answer(&node, &person).await?))
}

/// Ends the subscription.
#[utoipa::path(post, path = "/push/end", request_body = PushEnd, security(("session" = [])), responses((status = 200, body = PushKey), Always, Bodies, Callers))]
pub(super) async fn push_end(
    State(node): State<Arc<Node>>,
    Caller(person): Caller,
    Body(PushEnd { endpoint }): Body<PushEnd>,
) -> Result<Json<PushKey>, HttpError> {
    node.store.end_push(&endpoint, Some(&person.id)).await?;
    answer(&node, &person).await
}
