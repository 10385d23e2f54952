//! The socket of a table.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;

use sabika_rules::{Cell, Kind, Round, Tile, View};
use tungstenite::Error;

use super::guard::{Trouble, has_nul, no_nul, person, token};
use super::openapi::{Always, Tables};
use super::tables::find;
use crate::node::Node;
use crate::rates::Bucket;
use crate::room::{Intent, Place, Room, text};
use crate::table::{By, Deny, Eyes, Fold, Row, sha256};
use crate::wire::{Ask, ChatLine, FromServer, Person, Placed, Problem, ProblemKind};

/// The largest message a page may send.
const LARGEST: usize = 4 * 1024;
/// axum's default read buffer costs 128 KiB a socket; messages here are small.
const BUFFER: usize = 2 * 1024;
const LONGEST_ID: usize = 40;
const LONGEST_CHAT: usize = 300;
/// A connection that says nothing for so long, not even that it is there, is gone.
const PING: Duration = Duration::from_secs(30);
/// Somebody who does not stop in spite of the limits is shown the door after so many refused messages.
const PATIENCE: u32 = 200;

/// The WebSocket of a table; docs/protocol.md describes its messages.
#[utoipa::path(get, path = "/tables/{table}/socket", params(("table" = String, Path, description = "Its id or its code")), responses((status = 101), Always, Tables))]
pub(super) async fn connect(
    State(node): State<Arc<Node>>,
    Path(table): Path<String>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Trouble> {
    let person = person(&node, &headers).await?;
    let token = token(&headers).map(|token| sha256(token.as_bytes()));
    let room = find(&node, &table).await?;
    // An unknown table is a problem before there is a socket.
    room.look(&node, |_| ()).await?;
    let upgrade =
        upgrade.read_buffer_size(BUFFER).write_buffer_size(0).max_message_size(LARGEST).max_frame_size(LARGEST);
    Ok(upgrade.on_upgrade(move |socket| async move {
        node.figures.sockets.fetch_add(1, Ordering::Relaxed);
        let mut session = Session { node: node.clone(), room, person, token, place: None, refused: 0 };
        session.run(socket).await;
        if let Some(place) = session.place.take() {
            session.room.leave(&node, place.number).await;
        }
        node.figures.sockets.fetch_sub(1, Ordering::Relaxed);
    }))
}

struct Session {
    node: Arc<Node>,
    room: Arc<Room>,
    person: Option<Person>,
    /// The hash of the token, by which the session is looked up again.
    token: Option<String>,
    place: Option<Place>,
    refused: u32,
}

impl Session {
    async fn run(&mut self, mut socket: WebSocket) {
        let rate = self.node.rates.rate();
        let mut bucket = Bucket::new(rate);
        let mut alive = true;
        let mut ping = tokio::time::interval(PING);
        ping.tick().await;
        loop {
            tokio::select! {
                outgoing = next(&mut self.place) => {
                    let Some(text) = outgoing else { return };
                    if !self.send(&mut socket, text).await { return }
                    let empty = self.place.as_ref().is_some_and(|p| p.queue.is_empty() && p.behind.load(Ordering::Acquire));
                    if empty
                        && let Some(number) = self.place.as_ref().map(|p| p.number)
                        && let Some(everything) = self.room.again(number).await
                        && !self.send(&mut socket, everything).await
                    {
                        return;
                    }
                }
                incoming = socket.recv() => {
                    let message = match incoming {
                        Some(Ok(message)) => message,
                        Some(Err(error)) => return self.refuse(&mut socket, error).await,
                        None => return,
                    };
                    alive = true;
                    let answers = match message {
                        Message::Text(message) => {
                            self.node.figures.messages_in.fetch_add(1, Ordering::Relaxed);
                            // Boxed: a socket that waits must not hold the room that an answer needs.
                            if bucket.take(rate) { Box::pin(self.answer(message)).await } else {
                                self.refused += 1;
                                let ask = serde_json::from_str::<Ask>(&message).ok();
                                vec![problem(ask.map(|ask| id_of(&ask).to_owned()), ProblemKind::TooMany)]
                            }
                        }
                        Message::Binary(_) => vec![problem(None, ProblemKind::WrongForm)],
                        Message::Close(_) => return,
                        Message::Ping(_) | Message::Pong(_) => continue,
                    };
                    for answer in answers {
                        if !self.send(&mut socket, answer).await { return }
                    }
                    if self.refused > PATIENCE {
                        let frame = CloseFrame { code: close_code::POLICY, reason: "too many messages".into() };
                        let _ = socket.send(Message::Close(Some(frame))).await;
                        return;
                    }
                }
                _ = ping.tick() => {
                    if !self.still_welcome().await { return }
                    if !alive || socket.send(Message::Ping(Default::default())).await.is_err() { return }
                    alive = false;
                }
            }
        }
    }

    /// Whether the session still holds: nobody has signed out, gone for good or been banned in the meantime.
    async fn still_welcome(&self) -> bool {
        let (Some(token), Some(_)) = (&self.token, &self.person) else { return true };
        match self.node.store.session(token).await {
            Ok(session) => session.is_some_and(|s| s.banned.is_none()),
            Err(_) => true,
        }
    }

    async fn send(&self, socket: &mut WebSocket, text: Utf8Bytes) -> bool {
        self.node.figures.messages_out.fetch_add(1, Ordering::Relaxed);
        socket.send(Message::Text(text)).await.is_ok()
    }

    /// What is too large or no WebSocket at all cannot be answered and gone on from: the connection ends, with the reason.
    async fn refuse(&self, socket: &mut WebSocket, error: axum::Error) {
        let error = error.into_inner();
        let (kind, code) = match error.downcast_ref() {
            Some(Error::Capacity(_)) => (ProblemKind::TooLarge, close_code::SIZE),
            Some(Error::Utf8(_)) => (ProblemKind::Malformed, close_code::INVALID),
            Some(Error::Protocol(_)) => (ProblemKind::Malformed, close_code::PROTOCOL),
            _ => return,
        };
        if self.send(socket, problem(None, kind)).await {
            let frame = CloseFrame { code, reason: kind.title().into() };
            let _ = socket.send(Message::Close(Some(frame))).await;
        }
    }

    async fn answer(&mut self, message: Utf8Bytes) -> Vec<Utf8Bytes> {
        if has_nul(message.as_bytes()) {
            return vec![problem(None, no_nul().0)];
        }
        let ask: Ask = match serde_json::from_str(&message) {
            Ok(ask) => ask,
            Err(error) => return vec![problem(None, Problem::with(ProblemKind::Malformed, error.to_string()))],
        };
        if let Ask::Hello { seat, version } = ask {
            let failed = self.hello(seat, version).await.err();
            return failed.map(|p| problem(None, p)).into_iter().collect();
        }
        let id = id_of(&ask).to_owned();
        if id.is_empty() || id.chars().count() > LONGEST_ID {
            return vec![problem(None, Problem::with(ProblemKind::Invalid, "an id has 1 to 40 characters"))];
        }
        if let Ask::Ping { id } = ask {
            return vec![text(&FromServer::Pong { id })];
        }
        match self.handle(ask, &id).await {
            Ok(answer) => vec![text(&answer)],
            Err(Deny::Refused(refusal)) => vec![text(&FromServer::Refused { id, refusal: refusal.into() })],
            Err(Deny::Problem(trouble)) => {
                let stale = trouble.kind == ProblemKind::Stale;
                let everything = if stale { self.resync().await } else { None };
                [problem(Some(id), trouble)].into_iter().chain(everything).collect()
            }
        }
    }

    /// Everything anew, in place of what waits in the queue.
    async fn resync(&mut self) -> Option<Utf8Bytes> {
        let place = self.place.as_mut()?;
        place.behind.store(true, Ordering::Release);
        while place.queue.try_recv().is_ok() {}
        self.room.again(place.number).await
    }

    async fn hello(&mut self, seat: Option<u8>, version: Option<u64>) -> Result<(), Problem> {
        let blocked: Arc<[String]> = match &self.person {
            None => Arc::default(),
            Some(person) => {
                let blocks = self.node.store.blocks(&person.id).await.map_err(|_| ProblemKind::Retry)?;
                blocks.into_iter().map(|p| p.id).collect()
            }
        };
        let place = self.room.enter(&self.node, seat, version, self.person.clone(), blocked.clone()).await?;
        if let Some(old) = self.place.replace(place) {
            self.room.leave(&self.node, old.number).await;
        }
        let mut said = self.node.store.said(&self.room.id, 0).await.unwrap_or_default();
        self.room.heard(said.last().map_or(0, |line| line.number)).await;
        said.retain(|line| !blocked.contains(&line.person));
        // Also to one who comes again: what was said meanwhile has no version. Lines are known by their numbers.
        if !said.is_empty() {
            let lines = said.into_iter().map(ChatLine::from).collect();
            self.room.tell_one(self.place.as_ref().map(|p| p.number), &FromServer::Chat { lines }).await;
        }
        Ok(())
    }

    async fn handle(&self, ask: Ask, id: &str) -> Result<FromServer, Deny> {
        match ask {
            // Whoever looks on may ask what everybody could reckon.
            Ask::Score { round, with, .. } => return self.score(round, with, id).await,
            Ask::Left { seat, .. } => return self.left(seat, id).await,
            _ => {}
        }
        let person = self.person()?;
        let by = || By::Person { person: person.id.clone(), id: id.to_owned() };
        let done = |version| Ok(FromServer::Done { id: id.to_owned(), version });
        match ask {
            Ask::Hello { .. } | Ask::Ping { .. } | Ask::Score { .. } | Ask::Left { .. } => {
                Err(ProblemKind::Internal.into())
            }
            Ask::Act { seat, decision, action, .. } => {
                let row = Row::Act { seat, action, by: by(), hash: None };
                done(self.store(person, seat, Some(decision), row).await?)
            }
            Ask::Undo { seat, decision, .. } => {
                done(self.store(person, seat, Some(decision), Row::Undo { seat, by: by() }).await?)
            }
            Ask::Restart { seat, decision, .. } => {
                done(self.store(person, seat, Some(decision), Row::Restart { seat, by: by() }).await?)
            }
            Ask::Standing { seat, pass, unless, not_now, .. } => {
                if unless.len() > Kind::COUNT || unless.iter().any(|code| Kind::from_code(code).is_none()) {
                    return Err(Problem::with(ProblemKind::Invalid, "`unless` has codes of kinds").into());
                }
                let row = Row::Standing { seat, pass, unless, not_now, by: by() };
                done(self.store(person, seat, None, row).await?)
            }
            Ask::Preview { seat, tile, .. } => {
                let tile = read_tile(&tile)?;
                let preview = self.view(Some(seat)).await?.preview(tile).ok_or(ProblemKind::WrongTime)?;
                Ok(FromServer::Preview { id: id.to_owned(), preview: (&preview).into() })
            }
            Ask::Hint { seat, .. } => {
                let fold = self.look(person, seat, Fold::clone).await?;
                if !fold.info.hints || fold.to_act().map(|s| s.0) != Some(seat) {
                    return Err(Problem::with(ProblemKind::WrongTime, "there is no hint now").into());
                }
                let action = self.node.hint(fold, seat).await.ok_or(ProblemKind::WrongTime)?;
                Ok(FromServer::Hint { id: id.to_owned(), action })
            }
            Ask::Chat { text, .. } => {
                let said = text.trim();
                if said.is_empty() || said.chars().count() > LONGEST_CHAT {
                    return Err(Problem::with(ProblemKind::Invalid, "1 to 300 characters").into());
                }
                self.room.look(&self.node, |fold| fold.lets_in(Some(&person.id))).await??;
                let number = self.node.store.say(&self.room.id, person, id, said).await;
                let number = number.map_err(|_| ProblemKind::Retry)?;
                self.node.said(&self.room).await;
                done(number)
            }
        }
    }

    async fn score(&self, round: u8, with: Option<Placed>, id: &str) -> Result<FromServer, Deny> {
        let no_round = || Problem::with(ProblemKind::Invalid, "rounds are 1, 2 and 3");
        let round = Round::from_number(round).ok_or_else(no_round)?;
        let view = self.view(with.as_ref().map(|w| w.seat)).await?;
        let score = match with {
            None => view.score_now(round),
            Some(Placed { tile, cell: (x, y), .. }) => view
                .score_with(round, read_tile(&tile)?, Cell { x, y })
                .ok_or_else(|| Problem::with(ProblemKind::Invalid, "the tile may not lie there"))?,
        };
        Ok(FromServer::Score { id: id.to_owned(), score: (&score).into() })
    }

    async fn left(&self, seat: Option<u8>, id: &str) -> Result<FromServer, Deny> {
        if self.room.look(&self.node, |fold| fold.info.hide_left).await? {
            return Err(Problem::with(ProblemKind::WrongTime, "nobody is told at this table").into());
        }
        let view = self.view(seat).await?;
        Ok(FromServer::Left { id: id.to_owned(), left: (&view).into() })
    }

    fn person(&self) -> Result<&Person, Problem> {
        Ok(self.person.as_ref().ok_or(ProblemKind::NoSession)?)
    }

    /// What a seat knows, for one who holds it, or a watcher.
    async fn view(&self, seat: Option<u8>) -> Result<View, Deny> {
        let view = match seat {
            Some(seat) => self.look(self.person()?, seat, |fold| fold.rules_view(Eyes::Seat(seat))).await?,
            None => {
                let who = self.person.as_ref().map(|person| person.id.as_str());
                let look = |fold: &Fold| fold.lets_in(who).map(|()| fold.rules_view(Eyes::Watcher));
                self.room.look(&self.node, look).await??
            }
        };
        Ok(view.ok_or(ProblemKind::WrongTime)?)
    }

    /// What `look` sees, for one who holds the seat.
    async fn look<T>(&self, person: &Person, seat: u8, look: impl FnOnce(&Fold) -> T) -> Result<T, Deny> {
        let seen = self.room.look(&self.node, |fold| holds(fold, person, seat).map(|()| look(fold))).await?;
        Ok(seen?)
    }

    async fn store(&self, person: &Person, seat: u8, decision: Option<u32>, row: Row) -> Result<u64, Deny> {
        let make = |fold: &Fold| {
            holds(fold, person, seat)?;
            // Standing answers are no answer to a choice; everything else is.
            let stale = decision.is_some_and(|d| d != fold.decision(seat));
            if stale { Err(ProblemKind::Stale.into()) } else { Ok(Intent::Store(row.clone())) }
        };
        let message = match row.by() {
            Some(By::Person { person, id }) => Some((person.as_str(), id.as_str())),
            _ => None,
        };
        self.room.change(&self.node, Eyes::Seat(seat), message, make).await
    }
}

fn read_tile(code: &str) -> Result<Tile, Problem> {
    code.parse().map_err(|_| Problem::with(ProblemKind::Invalid, "no such tile"))
}

fn holds(fold: &Fold, person: &Person, seat: u8) -> Result<(), Problem> {
    let denied = || Problem::with(ProblemKind::NotYours, "this seat is not yours");
    if fold.seats_of(&person.id).contains(&seat) { Ok(()) } else { Err(denied()) }
}

/// The next thing to be sent; nothing before somebody has said `hello`.
async fn next(place: &mut Option<Place>) -> Option<Utf8Bytes> {
    match place {
        Some(place) => place.queue.recv().await,
        None => std::future::pending().await,
    }
}

fn problem(id: Option<String>, problem: impl Into<Problem>) -> Utf8Bytes {
    text(&FromServer::Problem { id, problem: problem.into() })
}

fn id_of(ask: &Ask) -> &str {
    match ask {
        Ask::Hello { .. } => "",
        Ask::Act { id, .. }
        | Ask::Undo { id, .. }
        | Ask::Restart { id, .. }
        | Ask::Preview { id, .. }
        | Ask::Score { id, .. }
        | Ask::Left { id, .. }
        | Ask::Hint { id, .. }
        | Ask::Standing { id, .. }
        | Ask::Chat { id, .. }
        | Ask::Ping { id } => id,
    }
}
