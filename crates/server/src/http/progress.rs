//! Progress against bots: the summary of a finished game, and the summaries stored for people with an account. Only their owner sees
//! them, and nothing depends on them: games played on a device are reported by the player's page.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use serde::Deserialize;

use sabika_table::{NO_SUMMARY, Table};

use super::guard::{Caller, HttpError, RecordBody, session};
use super::openapi::{Always, Bodies, Callers, Tables, Times};
use super::tables::find;
use crate::node::Node;
use crate::wire::{GameSummary, KeptProgress, NewProgress, Person, Problem, ProblemKind, Progress};

/// The number of games per response, and per request.
const PAGE: usize = 200;
const AT_ONCE: usize = 100;

/// The caller, who must have an account: guests have their progress only on their device.
async fn registered(node: &Node, headers: &HeaderMap) -> Result<Person, HttpError> {
    let session = session(node, headers).await?.ok_or(ProblemKind::NoSession)?;
    if !session.kept {
        return Err(Problem::with(ProblemKind::WrongTime, "you have no account").into());
    }
    Ok(session.person)
}

/// Where a list continues.
#[derive(Deserialize)]
pub(super) struct After {
    after: Option<String>,
}

/// The caller's games against bots, in parts.
#[utoipa::path(get, path = "/progress", params(("after" = Option<String>, Query, description = "Those after the game at this table")), security(("session" = [])), responses((status = 200, body = Progress), Always, Bodies, Callers, Times))]
pub(super) async fn kept(
    State(node): State<Arc<Node>>,
    Query(After { after }): Query<After>,
    headers: HeaderMap,
) -> Result<Json<Progress>, HttpError> {
    let person = registered(&node, &headers).await?;
    let after = after.unwrap_or_default();
    if !after.is_empty() && !GameSummary::is_id(&after) {
        return Err(Problem::with(ProblemKind::Invalid, "after: this is not the id of a table").into());
    }
    let mut games = node.store.progress(&person.id, &after, PAGE as i64 + 1).await?;
    let more = games.len() > PAGE;
    games.truncate(PAGE);
    Ok(Json(Progress { games, more }))
}

/// Stores games against bots for the caller; each counts once.
#[utoipa::path(post, path = "/progress", request_body = NewProgress, security(("session" = [])), responses((status = 200, body = KeptProgress), Always, Bodies, Callers, Times))]
pub(super) async fn keep(
    State(node): State<Arc<Node>>,
    headers: HeaderMap,
    RecordBody(NewProgress { games }): RecordBody<NewProgress>,
) -> Result<Json<KeptProgress>, HttpError> {
    let person = registered(&node, &headers).await?;
    if !node.limits.progress.allows(&person.id) {
        return Err(ProblemKind::TooMany.into());
    }
    let invalid = |why: String| HttpError::from(Problem::with(ProblemKind::Invalid, why));
    if games.len() > AT_ONCE {
        return Err(invalid(format!("at most {AT_ONCE} games at once")));
    }
    if let Some((i, field)) = games.iter().enumerate().find_map(|(i, game)| Some((i, game.fault()?))) {
        return Err(invalid(format!("games[{i}].{field}: impossible value")));
    }
    match node.store.keep_progress(&person.id, &games).await? {
        Some(games) => Ok(Json(KeptProgress { games })),
        None => Err(invalid("too many games: no more are stored for one person".into())),
    }
}

/// What a finished game against bots adds to the caller's progress.
#[utoipa::path(get, path = "/tables/{table}/summary", params(("table" = String, Path, description = "Its id or its code")), security(("session" = [])), responses((status = 200, body = GameSummary), Always, Callers, Tables, Times))]
pub(super) async fn summary(
    State(node): State<Arc<Node>>,
    Path(table): Path<String>,
    Caller(person): Caller,
) -> Result<Json<GameSummary>, HttpError> {
    let room = find(&node, &table).await?;
    room.info(&node).await?;
    let fold = room.look(&node, Table::clone).await?;
    // This replays the game, which must not hold up others at the table.
    let summed = tokio::task::spawn_blocking(move || fold.summary(&person.id)).await;
    let none = || Problem::with(ProblemKind::WrongTime, NO_SUMMARY);
    Ok(Json(summed.map_err(|_| HttpError::from(ProblemKind::Internal))?.ok_or_else(none)?))
}
