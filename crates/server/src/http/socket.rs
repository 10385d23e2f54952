//! The socket of a table.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{Path, Request, State};
use axum::http::HeaderMap;
use axum::response::Response;

use tungstenite::protocol::CloseFrame;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Error as SocketError, Message, Utf8Bytes};

use super::guard::{Address, HttpError, has_nul, no_nul, person, token};
use super::openapi::{Always, Tables};
use super::tables::find;
use super::websocket::{WebSocket, accept};
use crate::node::Node;
use crate::rates::Bucket;
use crate::room::{Intent, Next, Place, Room, Who, text};
use crate::store::Said;
use crate::wire::{Ask, ChatLine, FromServer, Problem, ProblemKind};
use sabika_table::{Answer, Error, Eyes, Table, plain, sha256};

/// How many messages are sent before the socket looks for incoming ones.
const SENT_AT_ONCE: usize = 16;
const LONGEST_CHAT: usize = 300;
/// A connection that sends nothing for this long, not even a pong, is considered dead.
const PING: Duration = Duration::from_secs(30);
/// A client that ignores the rate limit is disconnected after this many refused messages.
const MAX_REFUSED: u32 = 200;

/// The WebSocket of a table; docs/protocol.md describes its messages.
#[utoipa::path(get, path = "/tables/{table}/socket", params(("table" = String, Path, description = "Its id or its code")), responses((status = 101), Always, Tables))]
pub(super) async fn connect(
    State(node): State<Arc<Node>>,
    Path(table): Path<String>,
    Address(address): Address,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, HttpError> {
    let person = person(&node, &headers).await?;
    let token = token(&headers).map(|token| sha256(token.as_bytes()));
    let room = find(&node, &table).await?;
    // An unknown table is reported before the socket is opened.
    room.look(&node, |_| ()).await?;
    let entry = node.socket_limit.admit(Some(address)).ok_or(ProblemKind::TooMany)?;
    let (response, connection) =
        accept(request).map_err(|error| Problem::with(ProblemKind::Malformed, error.to_string()))?;
    tokio::spawn(async move {
        let Ok(connection) = connection.await else { return };
        let socket = WebSocket::open(connection).await;
        node.metrics.sockets.inc();
        let who = person.zip(token).map(|(person, session)| Who { person, session });
        let mut session = Session { node: node.clone(), room, who, place: None, refused: 0 };
        session.run(socket).await;
        if let Some(place) = session.place.take() {
            session.room.leave(&node, place.number).await;
        }
        node.metrics.sockets.dec();
        drop(entry);
    });
    Ok(response)
}

struct Session {
    node: Arc<Node>,
    room: Arc<Room>,
    who: Option<Who>,
    place: Option<Place>,
    refused: u32,
}

impl Session {
    async fn run(&mut self, mut socket: WebSocket) {
        let rate = self.node.rates.rate();
        let mut bucket = Bucket::new(rate);
        let mut alive = true;
        let mut ping = tokio::time::interval(PING);
        let mut drained = std::pin::pin!(self.node.drained());
        ping.tick().await;
        loop {
            tokio::select! {
                next = next(&self.place) => {
                    if !self.feed(&mut socket, next).await || !self.send_what_waits(&mut socket).await { return }
                }
                incoming = socket.recv() => {
                    let message = match incoming {
                        Some(Ok(message)) => message,
                        Some(Err(error)) => return Box::pin(self.refuse(&mut socket, error)).await,
                        None => return,
                    };
                    alive = true;
                    let allowed = bucket.take(rate);
                    self.refused += u32::from(!allowed);
                    let answers = match message {
                        Message::Text(message) => {
                            self.node.metrics.messages_in.inc();
                            // Boxed, so that an idle socket does not hold the memory an answer needs.
                            if allowed { Box::pin(self.answer(message)).await } else {
                                let ask = serde_json::from_str::<Ask>(&message).ok();
                                vec![problem(ask.and_then(|ask| ask.id().map(str::to_owned)), ProblemKind::TooMany)]
                            }
                        }
                        Message::Binary(_) => vec![problem(None, ProblemKind::WrongForm)],
                        Message::Close(_) => return,
                        Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => Vec::new(),
                    };
                    for answer in answers {
                        if !self.feed(&mut socket, Next::Text(answer)).await { return }
                    }
                    if !self.send_what_waits(&mut socket).await { return }
                    if self.refused > MAX_REFUSED {
                        return close(&mut socket, CloseCode::Policy, "too many messages").await;
                    }
                }
                _ = ping.tick() => {
                    // Boxed for the same reason.
                    if !Box::pin(self.session_is_valid()).await {
                        return close(&mut socket, CloseCode::Policy, "the session has ended").await;
                    }
                    if !alive || socket.send(Message::Ping(Default::default())).await.is_err() { return }
                    alive = false;
                }
                () = &mut drained => {
                    return close(&mut socket, CloseCode::Restart, "this server stops: connect again").await;
                }
            }
        }
    }

    /// Whether the session is still valid: not signed out, deleted or banned in the meantime.
    async fn session_is_valid(&self) -> bool {
        let Some(who) = &self.who else { return true };
        match self.node.store.session(&who.session).await {
            Ok(session) => session.is_some_and(|s| s.banned.is_none()),
            Err(_) => true,
        }
    }

    /// Appends to the outgoing data; `false` if the connection ends.
    async fn feed(&self, socket: &mut WebSocket, next: Next) -> bool {
        let text = match next {
            Next::Text(text) => text,
            Next::Everything => {
                let Some(place) = &self.place else { return true };
                let begin = Instant::now();
                let everything = Box::pin(self.room.again(&self.node, place.number)).await;
                let Some(everything) = everything else { return false };
                self.node.metrics.resyncs.inc();
                self.node.metrics.resync.since(begin);
                everything
            }
            Next::Closed => {
                close(socket, CloseCode::Policy, "you have no place at this table any more").await;
                return false;
            }
        };
        self.node.metrics.messages_out.inc();
        socket.feed(text).await.is_ok()
    }

    /// Whatever an answer made ready is sent with it, in one write: so an action becomes visible together with its acknowledgement.
    async fn send_what_waits(&self, socket: &mut WebSocket) -> bool {
        for _ in 0..SENT_AT_ONCE {
            let Some(next) = self.place.as_ref().and_then(|place| place.outbox.ready()) else { break };
            if !self.feed(socket, next).await {
                return false;
            }
        }
        socket.flush().await.is_ok()
    }

    /// A message that is too large or not valid WebSocket cannot be recovered from: the connection ends, with the reason.
    async fn refuse(&self, socket: &mut WebSocket, error: SocketError) {
        let (kind, code) = match error {
            SocketError::Capacity(_) => (ProblemKind::TooLarge, CloseCode::Size),
            SocketError::Utf8(_) => (ProblemKind::Malformed, CloseCode::Invalid),
            SocketError::Protocol(_) => (ProblemKind::Malformed, CloseCode::Protocol),
            _ => return,
        };
        if self.feed(socket, Next::Text(problem(None, kind))).await {
            close(socket, code, kind.title()).await;
        }
    }

    async fn answer(&mut self, message: Utf8Bytes) -> Vec<Utf8Bytes> {
        if has_nul(message.as_bytes()) {
            return vec![problem(None, no_nul().0)];
        }
        let ask = match Ask::read(&message) {
            Ok(ask) => ask,
            Err(trouble) => return vec![problem(None, trouble)],
        };
        if let Ask::Hello { seat, version } = ask {
            let failed = self.hello(seat, version).await.err();
            return failed.map(|p| problem(None, p)).into_iter().collect();
        }
        let id = ask.id().unwrap_or_default().to_owned();
        match self.handle(ask, &id).await {
            Ok(answer) => vec![text(&answer)],
            Err(Error::Refused(refusal)) => vec![text(&FromServer::Refused { id, refusal: refusal.into() })],
            Err(Error::Problem(trouble)) => {
                let stale = trouble.kind == ProblemKind::Stale;
                let everything = if stale { self.resync().await } else { None };
                [problem(Some(id), trouble)].into_iter().chain(everything).collect()
            }
        }
    }

    /// Sends the whole state instead of what is queued in the outbox.
    async fn resync(&self) -> Option<Utf8Bytes> {
        self.room.again(&self.node, self.place.as_ref()?.number).await
    }

    async fn hello(&mut self, seat: Option<u8>, version: Option<u64>) -> Result<(), Problem> {
        let blocked: Arc<[String]> = match &self.who {
            None => Arc::default(),
            Some(Who { person, .. }) => {
                let blocks = self.node.store.blocks(&person.id).await.map_err(|_| ProblemKind::Retry)?;
                blocks.into_iter().map(|p| p.id).collect()
            }
        };
        let place = self.room.enter(&self.node, seat, version, self.who.clone(), blocked.clone()).await?;
        if let Some(old) = self.place.replace(place) {
            self.room.leave(&self.node, old.number).await;
        }
        let mut said = self.node.store.said(&self.room.id, 0).await.unwrap_or_default();
        self.room.heard(said.iter().map(|line| line.number).collect()).await;
        let who = self.who.as_ref().map(|who| who.person.id.clone());
        let aside =
            self.room.look(&self.node, move |fold| [false, true].map(|aside| fold.hears(who.as_deref(), aside)));
        let hears = aside.await?;
        said.retain(|line| hears[usize::from(line.aside)] && !blocked.contains(&line.person));
        // Also after a reconnection: chat has no version. Messages are identified by their numbers.
        if !said.is_empty() {
            let lines = said.into_iter().map(ChatLine::from).collect();
            self.room.tell_one(self.place.as_ref().map(|p| p.number), FromServer::Chat { lines }).await;
        }
        Ok(())
    }

    async fn handle(&self, ask: Ask, id: &str) -> Result<FromServer, Error> {
        let id = id.to_owned();
        if let Ask::Chat { text, .. } = &ask {
            return Ok(FromServer::Done { version: self.chat(&id, text).await?, id });
        }
        let who = self.who.as_ref().map(|who| who.person.id.clone());
        if let Some(seat) = ask.changes() {
            let person = who.clone().ok_or(ProblemKind::NoSession)?;
            let make = move |fold: &Table| match fold.answer(who.as_deref(), &ask)? {
                Answer::Store { row, .. } => Ok(Intent::Store(row)),
                _ => Err(ProblemKind::Internal.into()),
            };
            let message = Some((person.as_str(), id.as_str()));
            let version = self.room.change(&self.node, Eyes::Seat(seat), message, make).await?;
            return Ok(FromServer::Done { id, version });
        }
        match self.room.look(&self.node, move |fold| fold.answer(who.as_deref(), &ask)).await?? {
            Answer::Say(answer) => Ok(answer),
            Answer::Hint { seat } => {
                let fold = self.room.look(&self.node, Table::clone).await?;
                let turns = self.node.hint(fold, seat).await.ok_or(ProblemKind::WrongTime)?;
                Ok(FromServer::Hint { id, turns })
            }
            Answer::Store { .. } | Answer::Other => Err(ProblemKind::Internal.into()),
        }
    }

    async fn chat(&self, id: &str, text: &str) -> Result<u64, Error> {
        let Who { person, .. } = self.who.as_ref().ok_or(ProblemKind::NoSession)?;
        let text = plain(text);
        if text.is_empty() || text.chars().count() > LONGEST_CHAT {
            return Err(Problem::with(ProblemKind::Invalid, "a chat message must have 1 to 300 characters").into());
        }
        if !self.node.limits.chat.allows(&person.id) {
            return Err(ProblemKind::TooMany.into());
        }
        let who = person.id.clone();
        let heard = move |fold: &Table| {
            let aside = fold.talks_aside(&who);
            fold.hears(Some(&who), aside).then_some(aside)
        };
        let denied = || Problem::with(ProblemKind::NotYours, "only players can chat at this table");
        let aside = self.room.look(&self.node, heard).await?.ok_or_else(denied)?;
        let number = self.node.store.say(&self.room.id, Said { person, id, text: &text, aside }).await;
        let number = number.map_err(|_| ProblemKind::Retry)?;
        self.node.said(&self.room).await;
        Ok(number)
    }
}

/// The next message to send; nothing before `hello`.
async fn next(place: &Option<Place>) -> Next {
    match place {
        Some(place) => place.outbox.next().await,
        None => std::future::pending().await,
    }
}

async fn close(socket: &mut WebSocket, code: CloseCode, reason: &'static str) {
    let _ = socket.send(Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
}

fn problem(id: Option<String>, problem: impl Into<Problem>) -> Utf8Bytes {
    text(&FromServer::Problem { id, problem: problem.into() })
}
