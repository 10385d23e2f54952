//! The daily deal: the leaderboard of a day, and results verified by their records.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};

use sabika_bots::Character;
use sabika_rules::record::Record;
use sabika_table::daily::{Daily, DailyResult, Date};

use super::guard::{Caller, HttpError, RecordBody, person};
use super::openapi::{Always, Bodies, Callers, Tables};
use crate::node::Node;
use crate::wire::{DailyBoard, NewDailyResult, Problem, ProblemKind};

/// How many days after its date a result is still accepted, for players who were offline.
const LATE: i64 = 7;
const DAY: i64 = 86_400_000;

fn date(text: &str) -> Result<Date, HttpError> {
    Date::read(text).ok_or_else(|| ProblemKind::NotFound.into())
}

async fn board(node: &Node, date: Date, asks: Option<&str>) -> Result<DailyBoard, HttpError> {
    let date = date.to_string();
    let (played, best, yours) = node.store.daily(&date, asks).await?;
    Ok(DailyBoard { date, played, best, yours })
}

/// The leaderboard of a day.
#[utoipa::path(get, path = "/daily/{date}", params(("date" = String, Path, description = "`2026-11-17`")), responses((status = 200, body = DailyBoard), Always, Tables))]
pub(super) async fn results(
    State(node): State<Arc<Node>>,
    Path(day): Path<String>,
    headers: HeaderMap,
) -> Result<Json<DailyBoard>, HttpError> {
    let asks = person(&node, &headers).await?.map(|person| person.id);
    Ok(Json(board(&node, date(&day)?, asks.as_deref()).await?))
}

/// Submits a result: the record is replayed, bots included. Only a person's first result of a day counts.
#[utoipa::path(post, path = "/daily/{date}", params(("date" = String, Path, description = "`2026-11-17`")), request_body = NewDailyResult, security(("session" = [])), responses((status = 201, body = DailyBoard), Always, Bodies, Callers, Tables))]
pub(super) async fn submit_result(
    State(node): State<Arc<Node>>,
    Path(day): Path<String>,
    Caller(person): Caller,
    RecordBody(NewDailyResult { record }): RecordBody<NewDailyResult>,
) -> Result<(StatusCode, Json<DailyBoard>), HttpError> {
    let date = date(&day)?;
    if !node.limits.results.allows(&person.id) {
        return Err(ProblemKind::TooMany.into());
    }
    let age = node.store.now().await?.div_euclid(DAY) - date.days();
    // In some time zones it is already tomorrow.
    if !(-1..=LATE).contains(&age) {
        return Err(Problem::with(ProblemKind::Invalid, format!("results of {date} are not accepted today")).into());
    }
    let refused = |why: String| Problem::with(ProblemKind::Invalid, why);
    let record: Record = serde_json::from_value(record).map_err(|error| refused(format!("record: {error}")))?;
    // The bots think for only a few milliseconds in total, but nobody else should wait for them.
    let verified = tokio::task::spawn_blocking(move || verify(date, &record)).await;
    let result = verified.map_err(|_| HttpError::from(ProblemKind::Internal))?.map_err(refused)?;
    node.store.keep_daily(&date.to_string(), &person.id, result.points, result.beaten_by).await?;
    Ok((StatusCode::CREATED, Json(board(&node, date, Some(&person.id)).await?)))
}

fn verify(date: Date, record: &Record) -> Result<DailyResult, String> {
    let bot = |game: &sabika_rules::Game, seat| Character::of_the_day(seat)?.choose(game, seat);
    Daily(date).verify(record, bot).map_err(|forged| forged.to_string())
}
