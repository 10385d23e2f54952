//! Creating, finding, joining, leaving and starting tables.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};

use sabika_rules::record::Record;

use super::guard::{Address, Body, Caller, HttpError, person};
use super::openapi::{Always, Bodies, Callers, Tables, Times};
use super::session::name_taken;
use crate::node::{Config, Node};
use crate::random::random_hex;
use crate::room::{Intent, Room};
use crate::store::Listed;
use crate::wire::{
    AddBot, NewNonce, NewTable, NoticeKind, Occupant, Person, Problem, ProblemKind, SeatPick, SeatWish, Status,
    TableInfo, TableLine,
};
use sabika_table::{Eyes, Granted, Opening, Row, Table};

pub(super) type Answer = Result<Json<TableInfo>, HttpError>;
type Made = Result<(StatusCode, Json<TableInfo>), HttpError>;

/// Letters that cannot be confused when read aloud.
const LETTERS: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWXYZ";
pub(super) const CODE: usize = 6;
const ID: usize = 16;

pub(super) fn draw_code() -> String {
    let mut bytes = [0u8; CODE];
    getrandom::fill(&mut bytes).expect("the operating system has randomness");
    bytes.iter().map(|b| LETTERS[*b as usize % LETTERS.len()] as char).collect()
}

/// What a code leads to, for a client at this address: guessing codes is rate-limited.
pub(super) async fn limit_guesses<T>(
    node: &Node,
    code: &str,
    address: &str,
    find: impl Future<Output = Result<T, HttpError>>,
) -> Result<T, HttpError> {
    if code.len() == CODE && node.limits.codes.is_spent(address) {
        return Err(ProblemKind::TooMany.into());
    }
    let found = find.await;
    if code.len() == CODE && found.is_err() {
        node.limits.codes.allows(address);
    }
    found
}

/// A table by id or code, for a client at this address.
pub(super) async fn find_from(node: &Node, table: &str, address: &str) -> Result<Arc<Room>, HttpError> {
    limit_guesses(node, table, address, find(node, table)).await
}

/// A table by id or code.
pub(super) async fn find(node: &Node, table: &str) -> Result<Arc<Room>, HttpError> {
    let id = if table.len() == CODE {
        let code = table.to_ascii_uppercase();
        node.store.table_by_code(&code).await?.ok_or(ProblemKind::NotFound)?
    } else if table.len() == ID && table.bytes().all(|b| b.is_ascii_hexdigit()) {
        table.to_owned()
    } else {
        return Err(ProblemKind::NotFound.into());
    };
    Ok(node.room(&id))
}

pub(super) async fn look(node: &Arc<Node>, room: &Room) -> Answer {
    Ok(Json(room.info(node).await?))
}

pub(super) async fn change(
    node: &Arc<Node>,
    room: &Arc<Room>,
    grant: impl Fn(&Table) -> Granted + Send + Sync + 'static,
) -> Answer {
    room.change(node, Eyes::Watcher, None, move |fold| grant(fold).map(Intent::from)).await?;
    look(node, room).await
}

fn line(listed: Listed) -> Option<TableLine> {
    let table = serde_json::from_str(&listed.info).ok()?;
    Some(TableLine { table, your_turn: listed.your_turn, changed_at: listed.changed_at / 1000 })
}

/// Public tables that wait for players, or are being played and can be watched.
#[utoipa::path(get, path = "/tables", responses((status = 200, body = [TableLine]), Always))]
pub(super) async fn public(State(node): State<Arc<Node>>) -> Result<Json<Vec<TableLine>>, HttpError> {
    let tables = node.store.public_tables().await?.into_iter().filter_map(line);
    let open = |line: &TableLine| match line.table.status {
        Status::Lobby => line.table.seats.iter().any(|s| s.occupant == Occupant::Open),
        _ => !line.table.no_watchers,
    };
    Ok(Json(tables.filter(open).collect()))
}

/// The current person's tables, with whose turn it is.
#[utoipa::path(get, path = "/tables/mine", security(("session" = [])), responses((status = 200, body = [TableLine]), Always, Callers))]
pub(super) async fn mine(
    State(node): State<Arc<Node>>,
    Caller(person): Caller,
) -> Result<Json<Vec<TableLine>>, HttpError> {
    Ok(Json(node.store.tables_of(&person.id).await?.into_iter().filter_map(line).collect()))
}

/// A table.
#[utoipa::path(get, path = "/tables/{table}", params(("table" = String, Path, description = "Its id or its code")), responses((status = 200, body = TableInfo), Always, Tables))]
pub(super) async fn info(State(node): State<Arc<Node>>, Path(table): Path<String>) -> Answer {
    look(&node, &*find(&node, &table).await?).await
}

/// A person's name at a seat: a name other than their own, as on a shared screen, must not belong to another account.
async fn shown(node: &Node, person: &Person, other: Option<&str>) -> Result<String, HttpError> {
    let Some(other) = other else { return Ok(person.name.clone()) };
    let name = Person::name(other)?;
    if node.store.looks_like_another(&name, &person.id).await? { Err(name_taken()) } else { Ok(name) }
}

/// Creates a table.
#[utoipa::path(post, path = "/tables", request_body = NewTable, security(("session" = [])), responses((status = 201, body = TableInfo), Always, Callers, Bodies))]
pub(super) async fn open(
    State(node): State<Arc<Node>>,
    Address(address): Address,
    Caller(person): Caller,
    Body(new): Body<NewTable>,
) -> Made {
    let mut names = Vec::new();
    for wish in &new.seats {
        if let SeatWish::Me { name: other } = wish {
            names.push(shown(&node, &person, other.as_deref()).await?);
        }
    }
    make(&node, &person, &address, Opening::new(&new, &person.id, names)?).await
}

async fn make(node: &Arc<Node>, host: &Person, address: &str, opening: Opening) -> Made {
    let room = node.room(&random_hex()[..ID]);
    room_for(node, &room, &host.id, address, |code| opening.row(room.id.clone(), code, random_hex())).await?;
    Ok((StatusCode::CREATED, look(node, &room).await?))
}

/// Opens a table in a room, by the row that `row` makes of its code.
pub(super) async fn room_for(
    node: &Arc<Node>,
    room: &Room,
    host: &str,
    address: &str,
    row: impl FnOnce(String) -> Row,
) -> Result<(), HttpError> {
    let origin = node.origin(address).await?;
    let (own, from_there) = node.store.open_tables(host, &origin).await?;
    let Config { tables_per_person, tables_per_address, .. } = node.config;
    if own >= i64::from(tables_per_person) || from_there >= i64::from(tables_per_address) {
        return Err(Problem::with(ProblemKind::TooMany, "you have too many unfinished tables").into());
    }
    if !node.limits.tables.allows(host) {
        return Err(ProblemKind::TooMany.into());
    }
    let mut code = draw_code();
    while node.store.is_taken(&code).await? {
        code = draw_code();
    }
    room.open(node, row(code)).await?;
    Ok(node.store.opened_from(&room.id, &origin).await?)
}

/// Takes an open seat, or takes one's own back from the bot that stood in.
#[utoipa::path(post, path = "/tables/{table}/join", params(("table" = String, Path, description = "Its id or its code")), request_body = SeatPick, security(("session" = [])), responses((status = 200, body = TableInfo), Always, Callers, Tables, Times, Bodies))]
pub(super) async fn join(
    State(node): State<Arc<Node>>,
    Path(table): Path<String>,
    Caller(person): Caller,
    Body(pick): Body<SeatPick>,
) -> Answer {
    let room = find(&node, &table).await?;
    let who = person.id.clone();
    let (host, stranger) =
        room.look(&node, move |fold| (fold.info.host.clone(), fold.seats_of(&who).is_empty())).await?;
    if stranger && node.store.has_blocked(&host, &person.id).await? {
        return Err(Problem::with(ProblemKind::NotYours, "the host of this table has blocked you").into());
    }
    let shown = shown(&node, &person, pick.name.as_deref()).await?;
    change(&node, &room, move |fold| fold.join(&person.id, &shown, pick.seat)).await
}

/// Leaves the table: the seats become open again, or a bot plays on.
#[utoipa::path(post, path = "/tables/{table}/leave", params(("table" = String, Path, description = "Its id or its code")), security(("session" = [])), responses((status = 200, body = TableInfo), Always, Callers, Tables, Times))]
pub(super) async fn leave(State(node): State<Arc<Node>>, Path(table): Path<String>, Caller(person): Caller) -> Answer {
    let room = find(&node, &table).await?;
    change(&node, &room, move |fold| fold.leave(&person.id)).await
}

/// Puts a bot on an open seat; for the host.
#[utoipa::path(post, path = "/tables/{table}/bot", params(("table" = String, Path, description = "Its id or its code")), request_body = AddBot, security(("session" = [])), responses((status = 200, body = TableInfo), Always, Callers, Tables, Times, Bodies))]
pub(super) async fn bot(
    State(node): State<Arc<Node>>,
    Path(table): Path<String>,
    Caller(person): Caller,
    Body(AddBot { seat, level }): Body<AddBot>,
) -> Answer {
    let room = find(&node, &table).await?;
    change(&node, &room, move |fold| fold.seat_bot(&person.id, seat, level)).await
}

/// Empties a seat before the start; for the host.
#[utoipa::path(post, path = "/tables/{table}/remove/{seat}", params(("table" = String, Path, description = "Its id or its code"), ("seat" = u8, Path, description = "From 0")), security(("session" = [])), responses((status = 200, body = TableInfo), Always, Callers, Tables, Times, Bodies))]
pub(super) async fn remove(
    State(node): State<Arc<Node>>,
    Path((table, seat)): Path<(String, String)>,
    Caller(person): Caller,
) -> Answer {
    let seat: u8 = seat.parse().map_err(|_| Problem::with(ProblemKind::Invalid, "a seat must be a number"))?;
    let room = find(&node, &table).await?;
    change(&node, &room, move |fold| fold.empty(&person.id, seat)).await
}

/// Contributes a seat's nonce to the seed.
#[utoipa::path(post, path = "/tables/{table}/nonce", params(("table" = String, Path, description = "Its id or its code")), request_body = NewNonce, security(("session" = [])), responses((status = 200, body = TableInfo), Always, Callers, Tables, Times, Bodies))]
pub(super) async fn nonce(
    State(node): State<Arc<Node>>,
    Path(table): Path<String>,
    Caller(person): Caller,
    Body(NewNonce { seat, nonce }): Body<NewNonce>,
) -> Answer {
    let room = find(&node, &table).await?;
    change(&node, &room, move |fold| fold.give_nonce(&person.id, seat, &nonce)).await
}

/// Starts the game; for the host.
#[utoipa::path(post, path = "/tables/{table}/start", params(("table" = String, Path, description = "Its id or its code")), security(("session" = [])), responses((status = 200, body = TableInfo), Always, Callers, Tables, Times))]
pub(super) async fn start(State(node): State<Arc<Node>>, Path(table): Path<String>, Caller(person): Caller) -> Answer {
    let room = find(&node, &table).await?;
    change(&node, &room, move |fold| fold.start_by(&person.id)).await
}

/// Creates a table for a rematch.
#[utoipa::path(post, path = "/tables/{table}/rematch", params(("table" = String, Path, description = "Its id or its code")), security(("session" = [])), responses((status = 200, body = TableInfo), (status = 201, body = TableInfo), Always, Callers, Tables, Times))]
pub(super) async fn rematch(
    State(node): State<Arc<Node>>,
    Address(address): Address,
    Path(table): Path<String>,
    Caller(person): Caller,
) -> Made {
    let room = find(&node, &table).await?;
    let old = room.info(&node).await?;
    let who = person.id.clone();
    room.look(&node, move |fold| fold.has_a_seat(&who)).await??;
    if let Some(table) = &old.rematch {
        return Ok((StatusCode::OK, look(&node, &node.room(table)).await?));
    }
    let who = person.id.clone();
    let again = room.look(&node, move |fold| fold.again(&who)).await??;
    let (status, Json(new)) = make(&node, &person, &address, again).await?;
    let table = new.id.clone();
    let said = move |_: &Table| Ok(Intent::Store(Row::Rematch { table: table.clone() }));
    if let Err(deny) = room.change(&node, Eyes::Watcher, None, said).await {
        // Somebody else was faster: their table is used, and this one is abandoned.
        let opened = node.room(&new.id);
        let leave = move |_: &Table| Ok(Intent::Store(Row::Leave { person: person.id.clone() }));
        opened.change(&node, Eyes::Watcher, None, leave).await?;
        let theirs = room.info(&node).await?.rematch.ok_or(deny)?;
        return Ok((StatusCode::OK, look(&node, &node.room(&theirs)).await?));
    }
    let people = |table: &Table| table.seated().into_iter().map(|(person, _)| person.to_owned()).collect::<Vec<_>>();
    for other in room.look(&node, people).await? {
        if other != person.id && !node.store.has_blocked(&other, &person.id).await? {
            node.notify(&other, &new, NoticeKind::Invited).await?;
        }
    }
    Ok((status, Json(new)))
}

/// The record of a finished game.
#[utoipa::path(get, path = "/tables/{table}/record", params(("table" = String, Path, description = "Its id or its code")), responses((status = 200, body = serde_json::Value), Always, Tables, Times))]
pub(super) async fn record(
    State(node): State<Arc<Node>>,
    Path(table): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Record>, HttpError> {
    let who = person(&node, &headers).await?.map(|person| person.id);
    let room = find(&node, &table).await?;
    room.info(&node).await?;
    may_look(&node, &room, who).await?;
    let running = || Problem::with(ProblemKind::WrongTime, "the record is available once the game is over");
    Ok(Json(room.look(&node, Table::record).await?.ok_or_else(running)?))
}

/// Whether somebody may look at a table: also at another's game of a deal that they have played themselves.
pub(super) async fn may_look(node: &Arc<Node>, room: &Room, who: Option<String>) -> Result<(), HttpError> {
    let asks = who.clone();
    let seen = move |fold: &Table| {
        let compared = fold.info.duplicate.is_some() && fold.info.status == Status::Over;
        (fold.may_watch(asks.as_deref()), compared)
    };
    match room.look(node, seen).await? {
        (Err(_), true) if node.store.may_compare(&room.id, who.as_deref()).await? => Ok(()),
        (allowed, _) => Ok(allowed?),
    }
}
