//! People beyond one table: profiles, ratings, notices, blocks, reports.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};

use super::guard::{Body, Caller, Trouble, person};
use super::openapi::{Always, Bodies, Callers, Tables};
use crate::node::Node;
use crate::random::random_hex;
use crate::wire::{MyData, NewBlock, NewReport, Notices, Person, Problem, ProblemKind, Profile, RatingLine, ReadMark};

const LONGEST_REPORT: usize = 500;
const MOST_BLOCKS: usize = 500;

async fn profile_of(node: &Node, person: Person, asks: Option<&str>) -> Result<Profile, Trouble> {
    let since = node.store.since(&person.id).await?.ok_or(ProblemKind::NotFound)?;
    Ok(Profile {
        kept: node.store.account_of(&person.id).await?.is_some(),
        since: since / 1000,
        ratings: node.store.ratings_of(&person.id).await?,
        placings: node.store.placings_of(&person.id, asks).await?,
        person,
    })
}

/// What everybody may know of somebody.
#[utoipa::path(get, path = "/people/{person}", params(("person" = String, Path, description = "The person's id")), responses((status = 200, body = Profile), Always, Tables))]
pub(super) async fn profile(
    State(node): State<Arc<Node>>,
    Path(who): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Profile>, Trouble> {
    let asks = person(&node, &headers).await?.map(|person| person.id);
    let who = node.store.person(&who).await?.ok_or(ProblemKind::NotFound)?;
    Ok(Json(profile_of(&node, who, asks.as_deref()).await?))
}

/// The best at a game with so many players.
#[utoipa::path(get, path = "/ratings/{game}/{players}", params(("game" = String, Path, description = "`alhambra`, `granada` or `combined`"), ("players" = u8, Path, description = "2 to 6")), responses((status = 200, body = [RatingLine]), Always, Tables))]
pub(super) async fn best(
    State(node): State<Arc<Node>>,
    Path((game, players)): Path<(String, String)>,
) -> Result<Json<Vec<RatingLine>>, Trouble> {
    let players = players.parse().ok().filter(|p| (2..=6).contains(p)).ok_or(ProblemKind::NotFound)?;
    if !["alhambra", "granada", "combined"].contains(&game.as_str()) {
        return Err(ProblemKind::NotFound.into());
    }
    Ok(Json(node.store.best(&game, players).await?))
}

/// What one should know although one does not look.
#[utoipa::path(get, path = "/notices", security(("session" = [])), responses((status = 200, body = Notices), Always, Callers))]
pub(super) async fn notices(State(node): State<Arc<Node>>, Caller(person): Caller) -> Result<Json<Notices>, Trouble> {
    Ok(Json(node.store.notices(&person.id).await?))
}

/// Marks notices as read.
#[utoipa::path(post, path = "/notices/read", request_body = ReadMark, security(("session" = [])), responses((status = 200, body = Notices), Always, Bodies, Callers))]
pub(super) async fn read(
    State(node): State<Arc<Node>>,
    Caller(person): Caller,
    Body(ReadMark { mark }): Body<ReadMark>,
) -> Result<Json<Notices>, Trouble> {
    node.store.read(&person.id, mark).await?;
    Ok(Json(node.store.notices(&person.id).await?))
}

/// Whom one has blocked.
#[utoipa::path(get, path = "/blocks", security(("session" = [])), responses((status = 200, body = [Person]), Always, Callers))]
pub(super) async fn blocks(
    State(node): State<Arc<Node>>,
    Caller(person): Caller,
) -> Result<Json<Vec<Person>>, Trouble> {
    Ok(Json(node.store.blocks(&person.id).await?))
}

/// Blocks somebody.
#[utoipa::path(post, path = "/blocks", request_body = NewBlock, security(("session" = [])), responses((status = 200, body = [Person]), Always, Bodies, Callers, Tables))]
pub(super) async fn block(
    State(node): State<Arc<Node>>,
    Caller(person): Caller,
    Body(NewBlock { person: other }): Body<NewBlock>,
) -> Result<Json<Vec<Person>>, Trouble> {
    let other = node.store.person(&other).await?.ok_or(ProblemKind::NotFound)?;
    if other.id == person.id {
        return Err(Problem::with(ProblemKind::Invalid, "this is yourself").into());
    }
    if node.store.blocks(&person.id).await?.len() >= MOST_BLOCKS {
        return Err(Problem::with(ProblemKind::Invalid, "you have blocked as many as one can").into());
    }
    node.store.block(&person.id, &other.id).await?;
    changed(&node, &person).await
}

/// Blocks somebody no longer.
#[utoipa::path(delete, path = "/blocks/{person}", params(("person" = String, Path, description = "The person's id")), security(("session" = [])), responses((status = 200, body = [Person]), Always, Callers))]
pub(super) async fn unblock(
    State(node): State<Arc<Node>>,
    Caller(person): Caller,
    Path(other): Path<String>,
) -> Result<Json<Vec<Person>>, Trouble> {
    node.store.unblock(&person.id, &other).await?;
    changed(&node, &person).await
}

async fn changed(node: &Node, person: &Person) -> Result<Json<Vec<Person>>, Trouble> {
    let blocked = node.store.blocks(&person.id).await?;
    let ids: Arc<[String]> = blocked.iter().map(|p| p.id.clone()).collect();
    node.blocks_changed(&person.id, ids).await;
    Ok(Json(blocked))
}

/// Reports somebody to whoever runs the site.
#[utoipa::path(post, path = "/reports", request_body = NewReport, security(("session" = [])), responses((status = 201, body = NewReport), Always, Bodies, Callers, Tables))]
pub(super) async fn report(
    State(node): State<Arc<Node>>,
    Caller(person): Caller,
    Body(mut report): Body<NewReport>,
) -> Result<(StatusCode, Json<NewReport>), Trouble> {
    report.text = report.text.trim().to_owned();
    if !(1..=LONGEST_REPORT).contains(&report.text.chars().count()) {
        return Err(Problem::with(ProblemKind::Invalid, "a report has 1 to 500 characters").into());
    }
    node.store.person(&report.person).await?.ok_or(ProblemKind::NotFound)?;
    if let Some(table) = &report.table {
        report.table = Some(super::tables::find(&node, table).await?.id.clone());
    }
    if !node.store.report(&random_hex()[..12], &person.id, &report).await? {
        return Err(Problem::with(ProblemKind::TooMany, "that is enough for today").into());
    }
    tracing::info!(person = report.person, "person reported");
    Ok((StatusCode::CREATED, Json(report)))
}

/// Everything that is kept about somebody.
pub(super) async fn data(node: &Node, person: Person) -> Result<MyData, Trouble> {
    Ok(MyData {
        tables: node.store.infos_of(&person.id).await?,
        said: node.store.said_by(&person.id).await?,
        blocks: node.store.blocks(&person.id).await?,
        reports: node.store.reports_by(&person.id).await?,
        notices: node.store.notices(&person.id).await?.notices,
        browsers: node.store.browser_lines(&person.id).await?,
        duplicates: node.store.duplicates_of(&person.id).await?,
        profile: {
            let asks = person.id.clone();
            profile_of(node, person, Some(&asks)).await?
        },
    })
}
