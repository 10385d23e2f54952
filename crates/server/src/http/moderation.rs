//! For a site's moderators: reports, bans, removing tables. `sabika admin moderator` says who they are.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::request::Parts;

use super::guard::{Body, Caller, HttpError};
use super::openapi::{Always, Bodies, Callers, Tables, Times};
use super::tables::{Answer, change, find, look};
use crate::bus::EndedSessions;
use crate::node::Node;
use crate::wire::{Ban, Ending, NewBan, OpenReport, Person, Problem, ProblemKind, Status, TableInfo};
use sabika_table::Row;

const LONGEST_REASON: usize = 300;

/// The current person, if they are a moderator; others are refused.
pub(super) struct Moderator(Person);

impl FromRequestParts<Arc<Node>> for Moderator {
    type Rejection = HttpError;
    async fn from_request_parts(parts: &mut Parts, node: &Arc<Node>) -> Result<Moderator, HttpError> {
        let Caller(person) = Caller::from_request_parts(parts, node).await?;
        match node.store.is_moderator(&person.id).await? {
            true => Ok(Moderator(person)),
            false => Err(Problem::with(ProblemKind::NotYours, "only moderators may do this").into()),
        }
    }
}

type Reports = Result<Json<Vec<OpenReport>>, HttpError>;
type Bans = Result<Json<Vec<Ban>>, HttpError>;

async fn open_reports(node: &Node) -> Reports {
    let open = node.store.open_reports().await?.into_iter().map(|report| OpenReport {
        id: report.id,
        at: report.at / 1000,
        reporter: report.reporter,
        person: report.person,
        table: report.table,
        said: report.said,
        text: report.text,
    });
    Ok(Json(open.collect()))
}

async fn all_bans(node: &Node) -> Bans {
    let bans = node.store.banned().await?.into_iter().map(|(person, reason)| Ban { person, reason });
    Ok(Json(bans.collect()))
}

/// Open reports, oldest first.
#[utoipa::path(get, path = "/moderation/reports", security(("session" = [])), responses((status = 200, body = [OpenReport]), Always, Callers))]
pub(super) async fn reports(State(node): State<Arc<Node>>, _: Moderator) -> Reports {
    open_reports(&node).await
}

/// Closes a report; returns the remaining ones.
#[utoipa::path(post, path = "/moderation/reports/{report}/close", params(("report" = String, Path, description = "The report's id")), security(("session" = [])), responses((status = 200, body = [OpenReport]), Always, Callers, Tables))]
pub(super) async fn close(
    State(node): State<Arc<Node>>,
    Moderator(by): Moderator,
    Path(report): Path<String>,
) -> Reports {
    if !node.store.close_report(&report).await? {
        return Err(ProblemKind::NotFound.into());
    }
    tracing::info!(by = by.id, report, "report closed");
    open_reports(&node).await
}

/// Everybody who is banned.
#[utoipa::path(get, path = "/moderation/bans", security(("session" = [])), responses((status = 200, body = [Ban]), Always, Callers))]
pub(super) async fn bans(State(node): State<Arc<Node>>, _: Moderator) -> Bans {
    all_bans(&node).await
}

/// Bans a person: they get only the reason.
#[utoipa::path(post, path = "/moderation/bans", request_body = NewBan, security(("session" = [])), responses((status = 201, body = [Ban]), Always, Bodies, Callers, Tables))]
pub(super) async fn ban(
    State(node): State<Arc<Node>>,
    Moderator(by): Moderator,
    Body(NewBan { person, reason }): Body<NewBan>,
) -> Result<(StatusCode, Json<Vec<Ban>>), HttpError> {
    let reason = reason.trim();
    if !(1..=LONGEST_REASON).contains(&reason.chars().count()) {
        return Err(Problem::with(ProblemKind::Invalid, "a reason must have 1 to 300 characters").into());
    }
    let person = node.store.person(&person).await?.ok_or(ProblemKind::NotFound)?;
    if node.store.is_moderator(&person.id).await? {
        return Err(Problem::with(ProblemKind::Invalid, "moderators cannot be banned").into());
    }
    node.store.ban(&person.id, reason).await?;
    node.ended(EndedSessions::Person { person: person.id.clone(), but: None }).await;
    tracing::info!(by = by.id, person = person.id, reason, "person banned");
    Ok((StatusCode::CREATED, all_bans(&node).await?))
}

/// Lifts a ban.
#[utoipa::path(delete, path = "/moderation/bans/{person}", params(("person" = String, Path, description = "The person's id")), security(("session" = [])), responses((status = 200, body = [Ban]), Always, Callers, Tables))]
pub(super) async fn unban(State(node): State<Arc<Node>>, Moderator(by): Moderator, Path(person): Path<String>) -> Bans {
    if !node.store.unban(&person).await? {
        return Err(ProblemKind::NotFound.into());
    }
    tracing::info!(by = by.id, person, "ban lifted");
    all_bans(&node).await
}

/// Ends a table and deletes its chat; its steps stay.
#[utoipa::path(post, path = "/moderation/tables/{table}/remove", params(("table" = String, Path, description = "Its id or its code")), security(("session" = [])), responses((status = 200, body = TableInfo), Always, Callers, Tables, Times))]
pub(super) async fn remove_table(
    State(node): State<Arc<Node>>,
    Moderator(by): Moderator,
    Path(table): Path<String>,
) -> Answer {
    let room = find(&node, &table).await?;
    let Json(info) = look(&node, &room).await?;
    node.store.delete_chat(&room.id).await?;
    tracing::info!(by = by.id, table = room.id, "table removed");
    if matches!(info.status, Status::Over | Status::Abandoned) {
        // The game is already over; the table only disappears from the lists.
        node.store.unlist(&room.id).await?;
        return Ok(Json(info));
    }
    change(&node, &room, move |_| Ok(Some(Row::Abandon { why: Ending::Removed }))).await
}

/// Finds people by part of their name, or by id.
#[utoipa::path(get, path = "/moderation/people/{name}", params(("name" = String, Path, description = "A part of the name, or an id")), security(("session" = [])), responses((status = 200, body = [Person]), Always, Callers))]
pub(super) async fn people(
    State(node): State<Arc<Node>>,
    _: Moderator,
    Path(name): Path<String>,
) -> Result<Json<Vec<Person>>, HttpError> {
    Ok(Json(node.store.find_people(&name).await?))
}
