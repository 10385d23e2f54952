//! People beyond one table: profiles, ratings, notifications, blocks, reports.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};

use super::guard::{Address, Body, Caller, HttpError, person};
use super::openapi::{Always, Bodies, Callers, Tables};
use crate::node::Node;
use crate::random::random_hex;
use crate::wire::{MyData, NewBlock, NewReport, Notices, Person, Problem, ProblemKind, Profile, RatingLine, ReadMark};

const LONGEST_REPORT: usize = 500;
const MOST_BLOCKS: usize = 500;

async fn profile_of(node: &Node, person: Person, asks: Option<&str>) -> Result<Profile, HttpError> {
    let since = node.store.since(&person.id).await?.ok_or(ProblemKind::NotFound)?;
    Ok(Profile {
        kept: node.store.account_of(&person.id).await?.is_some(),
        since: since / 1000,
        ratings: node.store.ratings_of(&person.id).await?,
        placings: node.store.placings_of(&person.id, asks).await?,
        person,
    })
}

/// A person's public profile.
#[utoipa::path(get, path = "/people/{person}", params(("person" = String, Path, description = "The person's id")), responses((status = 200, body = Profile), Always, Tables))]
pub(super) async fn profile(
    State(node): State<Arc<Node>>,
    Path(who): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Profile>, HttpError> {
    let asks = person(&node, &headers).await?.map(|person| person.id);
    let who = node.store.person(&who).await?.ok_or(ProblemKind::NotFound)?;
    Ok(Json(profile_of(&node, who, asks.as_deref()).await?))
}

/// The leaderboard of a game with this number of players.
#[utoipa::path(get, path = "/ratings/{game}/{players}", params(("game" = String, Path, description = "`alhambra`, `granada` or `combined`"), ("players" = u8, Path, description = "2 to 6")), responses((status = 200, body = [RatingLine]), Always, Tables))]
pub(super) async fn best(
    State(node): State<Arc<Node>>,
    Path((game, players)): Path<(String, String)>,
) -> Result<Json<Vec<RatingLine>>, HttpError> {
    let players = players.parse().ok().filter(|p| (2..=6).contains(p)).ok_or(ProblemKind::NotFound)?;
    if !["alhambra", "granada", "combined"].contains(&game.as_str()) {
        return Err(ProblemKind::NotFound.into());
    }
    Ok(Json(node.store.best(&game, players).await?))
}

/// The current person's notifications.
#[utoipa::path(get, path = "/notices", security(("session" = [])), responses((status = 200, body = Notices), Always, Callers))]
pub(super) async fn notices(State(node): State<Arc<Node>>, Caller(person): Caller) -> Result<Json<Notices>, HttpError> {
    Ok(Json(node.store.notices(&person.id).await?))
}

/// Marks notifications as read.
#[utoipa::path(post, path = "/notices/read", request_body = ReadMark, security(("session" = [])), responses((status = 200, body = Notices), Always, Bodies, Callers))]
pub(super) async fn read(
    State(node): State<Arc<Node>>,
    Caller(person): Caller,
    Body(ReadMark { mark }): Body<ReadMark>,
) -> Result<Json<Notices>, HttpError> {
    node.store.read(&person.id, mark).await?;
    Ok(Json(node.store.notices(&person.id).await?))
}

/// The people the current person has blocked.
#[utoipa::path(get, path = "/blocks", security(("session" = [])), responses((status = 200, body = [Person]), Always, Callers))]
pub(super) async fn blocks(
    State(node): State<Arc<Node>>,
    Caller(person): Caller,
) -> Result<Json<Vec<Person>>, HttpError> {
    Ok(Json(node.store.blocks(&person.id).await?))
}

/// Blocks a person.
#[utoipa::path(post, path = "/blocks", request_body = NewBlock, security(("session" = [])), responses((status = 200, body = [Person]), Always, Bodies, Callers, Tables))]
pub(super) async fn block(
    State(node): State<Arc<Node>>,
    Caller(person): Caller,
    Body(NewBlock { person: other }): Body<NewBlock>,
) -> Result<Json<Vec<Person>>, HttpError> {
    let other = node.store.person(&other).await?.ok_or(ProblemKind::NotFound)?;
    if other.id == person.id {
        return Err(Problem::with(ProblemKind::Invalid, "you cannot block yourself").into());
    }
    if node.store.blocks(&person.id).await?.len() >= MOST_BLOCKS {
        return Err(Problem::with(ProblemKind::Invalid, "you have reached the limit of blocked people").into());
    }
    node.store.block(&person.id, &other.id).await?;
    changed(&node, &person).await
}

/// Unblocks a person.
#[utoipa::path(delete, path = "/blocks/{person}", params(("person" = String, Path, description = "The person's id")), security(("session" = [])), responses((status = 200, body = [Person]), Always, Callers))]
pub(super) async fn unblock(
    State(node): State<Arc<Node>>,
    Caller(person): Caller,
    Path(other): Path<String>,
) -> Result<Json<Vec<Person>>, HttpError> {
    node.store.unblock(&person.id, &other).await?;
    changed(&node, &person).await
}

async fn changed(node: &Node, person: &Person) -> Result<Json<Vec<Person>>, HttpError> {
    let blocked = node.store.blocks(&person.id).await?;
    let ids: Arc<[String]> = blocked.iter().map(|p| p.id.clone()).collect();
    node.blocks_changed(&person.id, ids).await;
    Ok(Json(blocked))
}

/// Reports a person to the moderators.
#[utoipa::path(post, path = "/reports", request_body = NewReport, security(("session" = [])), responses((status = 201, body = NewReport), Always, Bodies, Callers, Tables))]
pub(super) async fn report(
    State(node): State<Arc<Node>>,
    Address(address): Address,
    Caller(person): Caller,
    Body(mut report): Body<NewReport>,
) -> Result<(StatusCode, Json<NewReport>), HttpError> {
    report.text = report.text.trim().to_owned();
    if !(1..=LONGEST_REPORT).contains(&report.text.chars().count()) {
        return Err(Problem::with(ProblemKind::Invalid, "a report must have 1 to 500 characters").into());
    }
    node.store.person(&report.person).await?.ok_or(ProblemKind::NotFound)?;
    if let Some(table) = &report.table {
        report.table = Some(super::tables::find_from(&node, table, &address).await?.id.clone());
    }
    if !node.store.report(&random_hex()[..12], &person.id, &report).await? {
        return Err(Problem::with(ProblemKind::TooMany, "too many reports today").into());
    }
    tracing::info!(person = report.person, "person reported");
    Ok((StatusCode::CREATED, Json(report)))
}

/// All data stored about a person.
pub(super) async fn data(node: &Node, person: Person) -> Result<MyData, HttpError> {
    Ok(MyData {
        tables: node.store.infos_of(&person.id).await?,
        said: node.store.chat_of(&person.id).await?,
        blocks: node.store.blocks(&person.id).await?,
        reports: node.store.reports_by(&person.id).await?,
        notices: node.store.notices(&person.id).await?.notices,
        browsers: node.store.browser_lines(&person.id).await?,
        progress: node.store.all_progress(&person.id).await?,
        duplicates: node.store.duplicates_of(&person.id).await?,
        profile: {
            let asks = person.id.clone();
            profile_of(node, person, Some(&asks)).await?
        },
    })
}
