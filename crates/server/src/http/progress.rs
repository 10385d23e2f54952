//! Progress against bots: what a finished game comes to, and what people with an account keep here. The server shows it to nobody else,
//! and nothing depends on it: games played on a device are told by their player's page.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use serde::Deserialize;

use sabika_table::{NO_SUMMARY, Table};

use super::guard::{Caller, RecordBody, Trouble, session};
use super::openapi::{Always, Bodies, Callers, Tables, Times};
use super::tables::find;
use crate::node::Node;
use crate::wire::{GameSummary, KeptProgress, NewProgress, Person, Problem, ProblemKind, Progress};

/// Games in one answer, and in one request.
const PAGE: usize = 200;
const AT_ONCE: usize = 100;

/// The one who asks, if they have an account: guests have their progress on their device.
async fn registered(node: &Node, headers: &HeaderMap) -> Result<Person, Trouble> {
    let session = session(node, headers).await?.ok_or(ProblemKind::NoSession)?;
    if !session.kept {
        return Err(Problem::with(ProblemKind::WrongTime, "your name is not kept").into());
    }
    Ok(session.person)
}

/// Where a list goes on.
#[derive(Deserialize)]
pub(super) struct After {
    #[serde(default)]
    after: String,
}

/// Games against bots that the one who asks keeps here.
#[utoipa::path(get, path = "/progress", params(("after" = Option<String>, Query, description = "Those after the game at this table")), security(("session" = [])), responses((status = 200, body = Progress), Always, Callers, Times))]
pub(super) async fn kept(
    State(node): State<Arc<Node>>,
    Query(After { after }): Query<After>,
    headers: HeaderMap,
) -> Result<Json<Progress>, Trouble> {
    let person = registered(&node, &headers).await?;
    let mut games = node.store.progress(&person.id, &after, PAGE as i64 + 1).await?;
    let more = games.len() > PAGE;
    games.truncate(PAGE);
    Ok(Json(Progress { games, more }))
}

/// Keeps games against bots for the one who asks; each counts once.
#[utoipa::path(post, path = "/progress", request_body = NewProgress, security(("session" = [])), responses((status = 200, body = KeptProgress), Always, Bodies, Callers, Times))]
pub(super) async fn keep(
    State(node): State<Arc<Node>>,
    headers: HeaderMap,
    RecordBody(NewProgress { games }): RecordBody<NewProgress>,
) -> Result<Json<KeptProgress>, Trouble> {
    let person = registered(&node, &headers).await?;
    if !node.limits.progress.allows(&person.id) {
        return Err(ProblemKind::TooMany.into());
    }
    let invalid = |why: String| Trouble::from(Problem::with(ProblemKind::Invalid, why));
    if games.len() > AT_ONCE {
        return Err(invalid(format!("at most {AT_ONCE} games at once")));
    }
    if let Some((i, field)) = games.iter().enumerate().find_map(|(i, game)| Some((i, game.fault()?))) {
        return Err(invalid(format!("games[{i}].{field}: this cannot be")));
    }
    match node.store.keep_progress(&person.id, &games).await? {
        Some(games) => Ok(Json(KeptProgress { games })),
        None => Err(invalid("that is more games than are kept here for one person".into())),
    }
}

/// What a finished game against bots adds to the progress of the one who asks.
#[utoipa::path(get, path = "/tables/{table}/summary", params(("table" = String, Path, description = "Its id or its code")), security(("session" = [])), responses((status = 200, body = GameSummary), Always, Callers, Tables, Times))]
pub(super) async fn summary(
    State(node): State<Arc<Node>>,
    Path(table): Path<String>,
    Caller(person): Caller,
) -> Result<Json<GameSummary>, Trouble> {
    let room = find(&node, &table).await?;
    room.info(&node).await?;
    let fold = room.look(&node, Table::clone).await?;
    // A game is played again for it, so nobody else at the table should wait.
    let summed = tokio::task::spawn_blocking(move || fold.summary(&person.id)).await;
    let none = || Problem::with(ProblemKind::WrongTime, NO_SUMMARY);
    Ok(Json(summed.map_err(|_| Trouble::from(ProblemKind::Internal))?.ok_or_else(none)?))
}
