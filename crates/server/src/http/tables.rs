//! Opening, finding, joining, leaving, starting tables.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;

use sabika_rules::record::Record;

use super::guard::{Body, Caller, Trouble};
use super::openapi::{Always, Bodies, Callers, Tables, Times};
use super::session::kept_by_another;
use crate::node::Node;
use crate::room::{Intent, Room};
use crate::store::Listed;
use crate::table::{Deny, Eyes, Fold, Row, random_hex};
use crate::wire::{
    AddBot, NewNonce, NewTable, NoticeKind, Occupant, Pace, Person, Problem, ProblemKind, SeatPick, SeatWish, Status,
    TableInfo, TableLine,
};

pub(super) type Answer = Result<Json<TableInfo>, Trouble>;
type Made = Result<(StatusCode, Json<TableInfo>), Trouble>;

/// Letters that nobody takes for another when they are read out.
const LETTERS: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWXYZ";
const CODE: usize = 6;
const ID: usize = 16;

fn draw_code() -> String {
    let mut bytes = [0u8; CODE];
    getrandom::fill(&mut bytes).expect("the operating system has randomness");
    bytes.iter().map(|b| LETTERS[*b as usize % LETTERS.len()] as char).collect()
}

/// A table by its id or its code.
pub(super) async fn find(node: &Node, table: &str) -> Result<Arc<Room>, Trouble> {
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

pub(super) async fn look(node: &Node, room: &Room) -> Answer {
    Ok(Json(room.info(node).await?))
}

pub(super) async fn change(node: &Arc<Node>, room: &Arc<Room>, make: impl Fn(&Fold) -> Result<Intent, Deny>) -> Answer {
    room.change(node, Eyes::Watcher, None, make).await?;
    look(node, room).await
}

fn line(listed: Listed) -> Option<TableLine> {
    let table = serde_json::from_str(&listed.info).ok()?;
    Some(TableLine { table, your_turn: listed.your_turn, changed_at: listed.changed_at / 1000 })
}

/// Public tables that wait for players, or are being played where one may look on.
#[utoipa::path(get, path = "/tables", responses((status = 200, body = [TableLine]), Always))]
pub(super) async fn public(State(node): State<Arc<Node>>) -> Result<Json<Vec<TableLine>>, Trouble> {
    let tables = node.store.public_tables().await?.into_iter().filter_map(line);
    let open = |line: &TableLine| match line.table.status {
        Status::Lobby => line.table.seats.iter().any(|s| s.occupant == Occupant::Open),
        _ => !line.table.no_watchers,
    };
    Ok(Json(tables.filter(open).collect()))
}

/// One's own tables, with whose turn it is.
#[utoipa::path(get, path = "/tables/mine", security(("session" = [])), responses((status = 200, body = [TableLine]), Always, Callers))]
pub(super) async fn mine(
    State(node): State<Arc<Node>>,
    Caller(person): Caller,
) -> Result<Json<Vec<TableLine>>, Trouble> {
    Ok(Json(node.store.tables_of(&person.id).await?.into_iter().filter_map(line).collect()))
}

/// A table.
#[utoipa::path(get, path = "/tables/{table}", params(("table" = String, Path, description = "Its id or its code")), responses((status = 200, body = TableInfo), Always, Tables))]
pub(super) async fn info(State(node): State<Arc<Node>>, Path(table): Path<String>) -> Answer {
    look(&node, &*find(&node, &table).await?).await
}

/// What somebody is called at a seat: another name than their own, as on a shared screen, is one that nobody else keeps.
async fn shown(node: &Node, person: &Person, other: Option<&str>) -> Result<String, Trouble> {
    let Some(other) = other else { return Ok(person.name.clone()) };
    let name = Person::name(other)?;
    match node.store.account_by_name(&name).await? {
        Some(account) if account.person.id != person.id => Err(kept_by_another()),
        _ => Ok(name),
    }
}

/// Opens a table.
#[utoipa::path(post, path = "/tables", request_body = NewTable, security(("session" = [])), responses((status = 201, body = TableInfo), Always, Callers, Bodies))]
pub(super) async fn open(State(node): State<Arc<Node>>, Caller(person): Caller, Body(new): Body<NewTable>) -> Made {
    if new.seats.len() != new.setup.players as usize {
        return Err(Problem::with(ProblemKind::Invalid, "there must be as many seats as players").into());
    }
    let paced = match new.pace {
        Pace::Free => true,
        Pace::Move { seconds } => (5..=3600).contains(&seconds),
        Pace::Player { minutes, increment } => (1..=240).contains(&minutes) && increment <= 300,
        Pace::Days { days } => (1..=14).contains(&days),
    };
    if !paced {
        return Err(Problem::with(ProblemKind::Invalid, "the clock is too fast or too slow").into());
    }
    let mut seats = Vec::new();
    for wish in &new.seats {
        seats.push(match wish {
            SeatWish::Me { name: other } => Occupant::Person {
                person: person.id.clone(),
                name: shown(&node, &person, other.as_deref()).await?,
                away: false,
            },
            SeatWish::Open => Occupant::Open,
            SeatWish::Bot { level } => Occupant::Bot { level: *level },
        });
    }
    let row = |id: String, code: String| Row::Open {
        id,
        code,
        host: person.id.clone(),
        setup: new.setup.clone(),
        seats: seats.clone(),
        shuffle: new.shuffle,
        public: new.public,
        open_hands: new.open_hands,
        hide_left: new.hide_left,
        no_watchers: new.no_watchers,
        hints: new.hints,
        pace: new.pace,
        secret: random_hex(),
    };
    make(&node, row).await
}

async fn make(node: &Arc<Node>, row: impl Fn(String, String) -> Row) -> Made {
    let id = random_hex()[..ID].to_owned();
    let mut code = draw_code();
    while node.store.table_by_code(&code).await?.is_some() {
        code = draw_code();
    }
    let room = node.room(&id);
    room.open(node, &row(id, code)).await?;
    Ok((StatusCode::CREATED, look(node, &room).await?))
}

/// Takes an open seat, or takes one's own back from the bot that kept it warm.
#[utoipa::path(post, path = "/tables/{table}/join", params(("table" = String, Path, description = "Its id or its code")), request_body = SeatPick, security(("session" = [])), responses((status = 200, body = TableInfo), Always, Callers, Tables, Times, Bodies))]
pub(super) async fn join(
    State(node): State<Arc<Node>>,
    Path(table): Path<String>,
    Caller(person): Caller,
    Body(pick): Body<SeatPick>,
) -> Answer {
    let room = find(&node, &table).await?;
    let (host, stranger) =
        room.look(&node, |fold| (fold.info.host.clone(), fold.seats_of(&person.id).is_empty())).await?;
    if stranger && node.store.has_blocked(&host, &person.id).await? {
        return Err(Problem::with(ProblemKind::NotYours, "the one who opened this table has blocked you").into());
    }
    let shown = shown(&node, &person, pick.name.as_deref()).await?;
    change(&node, &room, |fold| join_row(fold, &person, &shown, pick.seat)).await
}

fn join_row(fold: &Fold, person: &Person, name: &str, seat: Option<u8>) -> Result<Intent, Deny> {
    let yours = fold.seats_of(&person.id);
    if fold.info.status == Status::Playing {
        let away = |i: &u8| matches!(fold.info.seats[*i as usize].occupant, Occupant::Person { away: true, .. });
        let back = yours.iter().copied().filter(|i| seat.is_none_or(|s| s == *i)).find(away);
        return match back {
            Some(seat) => Ok(Intent::Store(Row::Back { seat })),
            None if yours.is_empty() => Err(Problem::with(ProblemKind::WrongTime, "the game has begun").into()),
            None => Ok(Intent::Nothing),
        };
    }
    // Who opens the link twice has one seat, unless they ask for another.
    if seat.is_none_or(|s| yours.contains(&s)) && !yours.is_empty() {
        return Ok(Intent::Nothing);
    }
    let open = |i: &u8| fold.info.seats[*i as usize].occupant == Occupant::Open;
    let seat = seat.or_else(|| (0..fold.info.seats.len() as u8).find(open));
    let seat = seat.ok_or_else(|| Problem::with(ProblemKind::Taken, "no seat is open"))?;
    Ok(Intent::Store(Row::Sit { seat, person: person.id.clone(), name: name.to_owned() }))
}

/// Leaves the table: its seats are open again, or a bot plays on.
#[utoipa::path(post, path = "/tables/{table}/leave", params(("table" = String, Path, description = "Its id or its code")), security(("session" = [])), responses((status = 200, body = TableInfo), Always, Callers, Tables, Times))]
pub(super) async fn leave(State(node): State<Arc<Node>>, Path(table): Path<String>, Caller(person): Caller) -> Answer {
    let room = find(&node, &table).await?;
    change(&node, &room, |fold| {
        if fold.seats_of(&person.id).is_empty() {
            return Err(Problem::with(ProblemKind::NotYours, "you have no seat here").into());
        }
        Ok(Intent::Store(Row::Leave { person: person.id.clone() }))
    })
    .await
}

fn host(fold: &Fold, person: &Person) -> Result<(), Deny> {
    let denied = || Problem::with(ProblemKind::NotYours, "only the one who opened the table may do this");
    if fold.info.host == person.id { Ok(()) } else { Err(denied().into()) }
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
    change(&node, &room, |fold| host(fold, &person).map(|()| Intent::Store(Row::Bot { seat, level }))).await
}

/// Empties a seat before the start; for the host.
#[utoipa::path(post, path = "/tables/{table}/remove/{seat}", params(("table" = String, Path, description = "Its id or its code"), ("seat" = u8, Path, description = "From 0")), security(("session" = [])), responses((status = 200, body = TableInfo), Always, Callers, Tables, Times, Bodies))]
pub(super) async fn remove(
    State(node): State<Arc<Node>>,
    Path((table, seat)): Path<(String, String)>,
    Caller(person): Caller,
) -> Answer {
    let seat: u8 = seat.parse().map_err(|_| Problem::with(ProblemKind::Invalid, "a seat is a number"))?;
    let room = find(&node, &table).await?;
    change(&node, &room, |fold| host(fold, &person).map(|()| Intent::Store(Row::Empty { seat }))).await
}

/// Gives a seat's part of the seed.
#[utoipa::path(post, path = "/tables/{table}/nonce", params(("table" = String, Path, description = "Its id or its code")), request_body = NewNonce, security(("session" = [])), responses((status = 200, body = TableInfo), Always, Callers, Tables, Times, Bodies))]
pub(super) async fn nonce(
    State(node): State<Arc<Node>>,
    Path(table): Path<String>,
    Caller(person): Caller,
    Body(NewNonce { seat, nonce }): Body<NewNonce>,
) -> Answer {
    let room = find(&node, &table).await?;
    change(&node, &room, |fold| {
        if !fold.seats_of(&person.id).contains(&seat) {
            return Err(Problem::with(ProblemKind::NotYours, "this seat is not yours").into());
        }
        Ok(Intent::Store(Row::Nonce { seat, nonce: nonce.clone() }))
    })
    .await
}

/// Starts the game; for the host.
#[utoipa::path(post, path = "/tables/{table}/start", params(("table" = String, Path, description = "Its id or its code")), security(("session" = [])), responses((status = 200, body = TableInfo), Always, Callers, Tables, Times))]
pub(super) async fn start(State(node): State<Arc<Node>>, Path(table): Path<String>, Caller(person): Caller) -> Answer {
    let room = find(&node, &table).await?;
    change(&node, &room, |fold| host(fold, &person).map(|()| Intent::Store(fold.starting()))).await
}

/// Opens a table for the same again.
#[utoipa::path(post, path = "/tables/{table}/rematch", params(("table" = String, Path, description = "Its id or its code")), security(("session" = [])), responses((status = 200, body = TableInfo), (status = 201, body = TableInfo), Always, Callers, Tables, Times))]
pub(super) async fn rematch(State(node): State<Arc<Node>>, Path(table): Path<String>, Caller(person): Caller) -> Made {
    let room = find(&node, &table).await?;
    let old = room.info(&node).await?;
    if !old.seats.iter().any(|s| matches!(&s.occupant, Occupant::Person { person: p, .. } if *p == person.id)) {
        return Err(Problem::with(ProblemKind::NotYours, "you have no seat here").into());
    }
    if let Some(table) = &old.rematch {
        return Ok((StatusCode::OK, look(&node, &node.room(table)).await?));
    }
    if old.status != Status::Over {
        return Err(Problem::with(ProblemKind::WrongTime, "the game is not over").into());
    }
    // Everybody else is asked to sit down again.
    let seat = |occupant: &Occupant| match occupant {
        Occupant::Person { person: p, name, .. } if *p == person.id => {
            Occupant::Person { person: p.clone(), name: name.clone(), away: false }
        }
        Occupant::Bot { level } => Occupant::Bot { level: *level },
        _ => Occupant::Open,
    };
    let row = |id: String, code: String| Row::Open {
        id,
        code,
        host: person.id.clone(),
        setup: old.setup.clone(),
        seats: old.seats.iter().map(|s| seat(&s.occupant)).collect(),
        shuffle: true,
        public: old.public,
        open_hands: old.open_hands,
        hide_left: old.hide_left,
        no_watchers: old.no_watchers,
        hints: old.hints,
        pace: old.pace,
        secret: random_hex(),
    };
    let (status, Json(new)) = make(&node, row).await?;
    let said = |_: &Fold| Ok(Intent::Store(Row::Rematch { table: new.id.clone() }));
    if let Err(deny) = room.change(&node, Eyes::Watcher, None, said).await {
        // Somebody else was quicker: theirs is the table, and this one is given up.
        let opened = node.room(&new.id);
        let leave = |_: &Fold| Ok(Intent::Store(Row::Leave { person: person.id.clone() }));
        opened.change(&node, Eyes::Watcher, None, leave).await?;
        let theirs = room.info(&node).await?.rematch.ok_or(deny)?;
        return Ok((StatusCode::OK, look(&node, &node.room(&theirs)).await?));
    }
    for (other, _) in room.look(&node, Fold::seated).await? {
        if other != person.id && !node.store.has_blocked(&other, &person.id).await? {
            node.notify(&other, &new, NoticeKind::Invited).await?;
        }
    }
    Ok((status, Json(new)))
}

/// The record of a finished game.
#[utoipa::path(get, path = "/tables/{table}/record", params(("table" = String, Path, description = "Its id or its code")), responses((status = 200, body = serde_json::Value), Always, Tables, Times))]
pub(super) async fn record(State(node): State<Arc<Node>>, Path(table): Path<String>) -> Result<Json<Record>, Trouble> {
    let room = find(&node, &table).await?;
    room.info(&node).await?;
    let running = || Problem::with(ProblemKind::WrongTime, "there is a record once the game is over");
    Ok(Json(room.look(&node, Fold::record).await?.ok_or_else(running)?))
}
