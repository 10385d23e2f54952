//! The people at a table: invitations, seats and colours, agreeing to stop, and the table at earlier moments.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use serde::Deserialize;

use super::guard::{Body, Caller, HttpError, person};
use super::openapi::{Always, Bodies, Callers, Tables, Times};
use super::tables::{Answer, change, find, look};
use crate::node::Node;
use crate::wire::{
    CourseTurn, Glance, Invite, NewSeat, NoticeKind, Problem, ProblemKind, Snapshot, Status, Stop, TableInfo,
};
use sabika_table::{Eyes, Table};

/// Invites somebody to the table.
#[utoipa::path(post, path = "/tables/{table}/invite", params(("table" = String, Path, description = "Its id or its code")), request_body = Invite, security(("session" = [])), responses((status = 200, body = TableInfo), Always, Bodies, Callers, Tables, Times))]
pub(super) async fn invite(
    State(node): State<Arc<Node>>,
    Path(table): Path<String>,
    Caller(person): Caller,
    Body(Invite { who }): Body<Invite>,
) -> Answer {
    let room = find(&node, &table).await?;
    let info = room.info(&node).await?;
    let who_asks = person.id.clone();
    room.look(&node, move |fold| fold.has_a_seat(&who_asks)).await??;
    if info.status != Status::Lobby {
        return Err(Problem::with(ProblemKind::WrongTime, "the game has begun").into());
    }
    if !node.limits.invitations.allows(&person.id) {
        return Err(ProblemKind::TooMany.into());
    }
    let guest = match node.store.person(&who).await? {
        Some(guest) => guest,
        None => node.store.account_by_name(&who).await?.ok_or(ProblemKind::NotFound)?.person,
    };
    // A person who has blocked the host is not notified, and the host does not learn of it.
    if !node.store.has_blocked(&guest.id, &person.id).await? && guest.id != person.id {
        node.notify(&guest.id, &info, NoticeKind::Invited).await?;
    }
    look(&node, &room).await
}

/// Agrees to end the game without a result, or withdraws that.
#[utoipa::path(post, path = "/tables/{table}/stop", params(("table" = String, Path, description = "Its id or its code")), request_body = Stop, security(("session" = [])), responses((status = 200, body = TableInfo), Always, Bodies, Callers, Tables, Times))]
pub(super) async fn stop(
    State(node): State<Arc<Node>>,
    Path(table): Path<String>,
    Caller(person): Caller,
    Body(Stop { agree }): Body<Stop>,
) -> Answer {
    let room = find(&node, &table).await?;
    change(&node, &room, move |fold| fold.agree(&person.id, agree)).await
}

/// Moves to another seat or changes colour, before the start.
#[utoipa::path(post, path = "/tables/{table}/seat", params(("table" = String, Path, description = "Its id or its code")), request_body = NewSeat, security(("session" = [])), responses((status = 200, body = TableInfo), Always, Bodies, Callers, Tables, Times))]
pub(super) async fn seat(
    State(node): State<Arc<Node>>,
    Path(table): Path<String>,
    Caller(person): Caller,
    Body(NewSeat { seat, to, colour }): Body<NewSeat>,
) -> Answer {
    let room = find(&node, &table).await?;
    if let Some(to) = to {
        let person = person.id.clone();
        drop(change(&node, &room, move |fold| fold.change_seat(&person, seat, to)).await?);
    }
    let seat = to.unwrap_or(seat);
    if let Some(colour) = colour {
        drop(change(&node, &room, move |fold| fold.change_colour(&person.id, seat, colour)).await?);
    }
    look(&node, &room).await
}

/// The seat to view from.
#[derive(Deserialize)]
pub(super) struct Through {
    seat: Option<u8>,
}

/// The table after this many steps. A finished game is fully visible; before that, only what one saw at the time.
#[utoipa::path(get, path = "/tables/{table}/at/{steps}", params(("table" = String, Path, description = "Its id or its code"), ("steps" = u32, Path, description = "After how many steps"), ("seat" = Option<u8>, Query, description = "Through whose eyes")), responses((status = 200, body = serde_json::Value), Always, Bodies, Tables, Times))]
pub(super) async fn moment(
    State(node): State<Arc<Node>>,
    Path((table, steps)): Path<(String, String)>,
    Query(Through { seat }): Query<Through>,
    headers: HeaderMap,
) -> Result<Json<Snapshot>, HttpError> {
    let no_number = |_| Problem::with(ProblemKind::Invalid, "the step must be a number from 0");
    let steps: usize = steps.parse().map_err(no_number)?;
    let person = person(&node, &headers).await?;
    let room = find(&node, &table).await?;
    room.info(&node).await?;
    let fold = room.look(&node, Table::clone).await?;
    fold.may_watch(person.as_ref().map(|p| p.id.as_str()))?;
    let person = person.map(|p| p.id);
    let yours = person.as_deref().map_or(Vec::new(), |p| fold.seats_of(p));
    if let Some(seat) = seat {
        fold.may_look_back(person.as_deref(), seat)?;
    }
    let eyes = seat.map_or(Eyes::Watcher, Eyes::Seat);
    Ok(Json(fold.moment(eyes, yours, steps)?))
}

/// The course of a finished game, turn by turn.
#[utoipa::path(get, path = "/tables/{table}/course", params(("table" = String, Path, description = "Its id or its code")), responses((status = 200, body = [CourseTurn]), Always, Tables, Times))]
pub(super) async fn course(
    State(node): State<Arc<Node>>,
    Path(table): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Vec<CourseTurn>>, HttpError> {
    let who = person(&node, &headers).await?.map(|person| person.id);
    let room = find(&node, &table).await?;
    room.info(&node).await?;
    let early = || Problem::with(ProblemKind::WrongTime, "the game is not over");
    let seen = move |fold: &Table| fold.may_watch(who.as_deref()).map(|()| fold.course());
    Ok(Json(room.look(&node, seen).await??.ok_or_else(early)?))
}

/// The game as shown in lists: its progress, and one's own board, or the first.
#[utoipa::path(get, path = "/tables/{table}/glance", params(("table" = String, Path, description = "Its id or its code")), responses((status = 200, body = Glance), Always, Tables, Times))]
pub(super) async fn glance(
    State(node): State<Arc<Node>>,
    Path(table): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Glance>, HttpError> {
    let person = person(&node, &headers).await?.map(|p| p.id);
    let room = find(&node, &table).await?;
    room.info(&node).await?;
    let seen = move |fold: &Table| {
        fold.may_watch(person.as_deref())?;
        let seat = person.as_deref().and_then(|p| fold.seats_of(p).first().copied()).unwrap_or(0);
        let early = || Problem::with(ProblemKind::WrongTime, "the game has not begun");
        fold.glance(seat).ok_or_else(early)
    };
    Ok(Json(room.look(&node, seen).await??))
}
