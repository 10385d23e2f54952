//! A table on this node: a cached fold of its rows and the sockets that watch it. The store is the source of truth: after a lost
//! race, the room reloads and retries.
//!
//! A room is a task that owns its state. Requests send it work and wait for the result; if a request is cancelled,
//! the work is done anyway.

mod append;
mod chat;
mod load;
mod outbox;
mod presence;
mod spare;
mod state;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::sync::{Notify, mpsc, oneshot};
use tungstenite::Utf8Bytes;

use crate::bus::EndedSessions;
use crate::node::Node;
use crate::push::push_messages;
use crate::store::StoreError;
use crate::wire::{FromServer, Person, Problem, ProblemKind, TableInfo};
use sabika_table::{Changes, Error, Eyes, Row, Table};

pub(crate) use append::append;
pub(crate) use chat::LATE;
pub(crate) use load::{keep_finished, load};
pub use outbox::{Next, Outbox};
use state::{Seen, Socket, State, waiting};

/// How often a lost race is retried before the client is told to retry.
const TRIES: usize = 8;

/// A unit of work on the state of a room.
type Work = Box<dyn for<'a> FnOnce(&'a mut State) -> BoxFuture<'a, ()> + Send>;

/// A table on this node.
pub struct Room {
    /// The table.
    pub id: String,
    /// Notified whenever somebody arrives.
    pub(crate) somebody_came: Notify,
    work: mpsc::UnboundedSender<Work>,
}

/// A connected person, and their session.
#[derive(Clone, Debug)]
pub struct Who {
    /// The person.
    pub person: Person,
    /// The hash of the session's token.
    pub session: String,
}

/// A socket's handle to its room.
pub struct Place {
    /// The socket's number in the room.
    pub number: u64,
    /// Its outgoing messages.
    pub outbox: Arc<Outbox>,
}

/// The row to store, or that it was stored before.
#[derive(Clone)]
#[allow(clippy::large_enum_variant, reason = "it is stored at once and not kept")]
pub enum Intent {
    /// Store this.
    Store(Row),
    /// It is stored already.
    Nothing,
}

impl From<Option<Row>> for Intent {
    fn from(granted: Option<Row>) -> Intent {
        granted.map_or(Intent::Nothing, Intent::Store)
    }
}

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// A serialized message.
pub fn text(message: &FromServer) -> Utf8Bytes {
    // Written into a buffer that is used again, and copied: what is sent may be kept for a while and takes no more than it needs.
    BUFFER.with_borrow_mut(|json| {
        json.clear();
        // Messages consist of texts, numbers and lists, which can always be written.
        let _ = serde_json::to_writer(&mut *json, message);
        str::from_utf8(json).unwrap_or_default().into()
    })
}

/// Does one job after another while anybody refers to the room. A panic may have corrupted the state: it is reloaded, and
/// all viewers get the whole state again.
async fn keep(table: String, mut works: mpsc::UnboundedReceiver<Work>) {
    let mut state = State::default();
    while let Some(work) = works.recv().await {
        if AssertUnwindSafe(work(&mut state)).catch_unwind().await.is_err() {
            tracing::error!(table, "a room panicked; reloading its table");
            state.start_over();
        }
    }
}

impl Room {
    pub(crate) fn new(id: String) -> Room {
        let (work, works) = mpsc::unbounded_channel();
        tokio::spawn(keep(id.clone(), works));
        Room { id, somebody_came: Notify::new(), work }
    }

    /// Has the room do a job, even if nobody waits for it any more.
    async fn run<T: Send + 'static>(
        &self,
        work: impl for<'a> FnOnce(&'a mut State) -> BoxFuture<'a, T> + Send + 'static,
    ) -> Result<T, Problem> {
        let (answer, answered) = oneshot::channel();
        let work: Work = Box::new(move |state| {
            Box::pin(async move {
                let _ = answer.send(work(state).await);
            })
        });
        let gone = || Problem::from(ProblemKind::Internal);
        self.work.send(work).map_err(|_| gone())?;
        answered.await.map_err(|_| gone())
    }

    /// The same for a synchronous job.
    async fn quickly<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut State) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        self.run(|state| {
            let done = work(state);
            Box::pin(async { done })
        })
        .await
    }

    /// The current table, including rows stored by other nodes.
    pub async fn info(&self, node: &Arc<Node>) -> Result<TableInfo, Problem> {
        let (node, id) = (node.clone(), self.id.clone());
        let info =
            self.run(move |state| Box::pin(async move { Ok(TableInfo::from(&state.fresh(&node, &id).await?.info)) }));
        info.await?
    }

    /// Reads the cached table.
    pub async fn look<T: Send + 'static>(
        &self,
        node: &Arc<Node>,
        look: impl FnOnce(&Table) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let (node, id) = (node.clone(), self.id.clone());
        let seen = self.run(move |state| Box::pin(async move { Ok(look(state.loaded(&node, &id).await?)) }));
        seen.await?
    }

    /// Creates the table: its first row.
    pub(crate) async fn open(&self, node: &Arc<Node>, row: Row) -> Result<(), Error> {
        let mut fold = Table::open(&row)?;
        fold.setup()?;
        fold.at = now();
        let node = node.clone();
        let opened = self.run(move |state| {
            Box::pin(async move {
                let at = node.store.append(append(None, &fold, &row, false)).await.map_err(stored)?;
                fold.stamp(at, &row, &Changes::default());
                state.fold = Some(fold);
                Ok(())
            })
        });
        opened.await?
    }

    /// Stores another row and updates all viewers. `make` sees the current table, again after each lost race.
    /// Returns the version as seen by the viewer of `answer`; for a repeated `message` (sender and id), the
    /// version it got the first time.
    pub async fn change(
        self: &Arc<Self>,
        node: &Arc<Node>,
        answer: Eyes,
        message: Option<(&str, &str)>,
        make: impl Fn(&Table) -> Result<Intent, Error> + Send + Sync + 'static,
    ) -> Result<u64, Error> {
        let (room, node) = (self.clone(), node.clone());
        let message = message.map(|(who, id)| (who.to_owned(), id.to_owned()));
        self.run(move |state| {
            Box::pin(async move {
                let (version, duty) = state.change(&node, &room.id, answer, message, make).await?;
                if let Some((row_version, at, duty)) = duty {
                    node.stored(&room, row_version, at, duty);
                }
                Ok(version)
            })
        })
        .await?
    }

    /// Checks whether other nodes have stored anything.
    pub(crate) async fn refresh(&self, node: &Arc<Node>) -> Result<(), Problem> {
        let (node, id) = (node.clone(), self.id.clone());
        let looked = self.run(move |state| {
            Box::pin(async move { if state.fold.is_some() { state.reload(&node, &id).await } else { Ok(()) } })
        });
        looked.await?
    }

    /// The cached version.
    pub(crate) async fn version(&self) -> u64 {
        self.quickly(|state| state.fold.as_ref().map_or(0, |f| f.version)).await.unwrap_or(0)
    }

    /// Whether any socket is connected.
    pub(crate) async fn is_watched(&self) -> bool {
        self.quickly(|state| !state.sockets.is_empty()).await.unwrap_or(false)
    }

    /// Connects a socket. The first message in its outbox is what it has missed since `version`, or the whole state.
    pub async fn enter(
        self: &Arc<Self>,
        node: &Arc<Node>,
        seat: Option<u8>,
        version: Option<u64>,
        who: Option<Who>,
        blocked: Arc<[String]>,
    ) -> Result<Place, Problem> {
        let (room, node) = (self.clone(), node.clone());
        let entered = self.run(move |state| {
            Box::pin(async move {
                state.fresh(&node, &room.id).await?;
                let place = state.enter(node.config.queue, seat, version, who, blocked)?;
                state.tell_presence(&node);
                node.publish_presence(&room.id, state.presence(&node));
                room.somebody_came.notify_waiters();
                Ok(place)
            })
        });
        entered.await?
    }

    /// Disconnects a socket.
    pub async fn leave(&self, node: &Arc<Node>, number: u64) {
        let (node, id) = (node.clone(), self.id.clone());
        let left = self.quickly(move |state| {
            state.sockets.retain(|s| s.number != number);
            // A viewer who returns after a short absence finds missed updates as long as anybody is watching.
            if state.sockets.is_empty() {
                state.eyes.clear();
                state.heard = None;
            }
            state.tell_presence(&node);
            node.publish_presence(&id, state.presence(&node));
        });
        let _ = left.await;
    }

    /// The whole state, for a socket that was too slow. It replaces what is queued.
    pub async fn again(&self, node: &Arc<Node>, number: u64) -> Option<Utf8Bytes> {
        let (node, id) = (node.clone(), self.id.clone());
        let everything = self.run(move |state| {
            Box::pin(async move {
                state.loaded(&node, &id).await.ok()?;
                let public = state.update_public();
                let fold = state.fold.as_ref()?;
                let socket = state.sockets.iter().find(|s| s.number == number)?;
                let yours = socket.yours(fold);
                // From here on it misses nothing: the same task sends the rows.
                socket.outbox.caught_up();
                Some(text(&FromServer::Snapshot(fold.snapshot_with(socket.eyes, yours, public.as_ref()))))
            })
        });
        everything.await.ok().flatten()
    }

    /// Sends something to one socket, after what is queued for it.
    pub async fn tell_one(&self, number: Option<u64>, message: FromServer) {
        let told = self.quickly(move |state| {
            state.sockets.iter().filter(|s| Some(s.number) == number).for_each(|s| s.send(text(&message)));
        });
        let _ = told.await;
    }

    /// Disconnects sockets whose session has ended.
    pub(crate) async fn disconnect_ended(&self, ended: &EndedSessions) {
        let ended = ended.clone();
        let shown = self.quickly(move |state| {
            state
                .sockets
                .iter()
                .filter(|s| s.who.as_ref().is_some_and(|who| ended.means(who)))
                .for_each(|s| s.outbox.close());
        });
        let _ = shown.await;
    }
}

impl State {
    /// Connects a socket.
    fn enter(
        &mut self,
        most: usize,
        seat: Option<u8>,
        version: Option<u64>,
        who: Option<Who>,
        blocked: Arc<[String]>,
    ) -> Result<Place, Problem> {
        let public = self.update_public();
        let fold = self.fold.as_ref().ok_or(ProblemKind::NotFound)?;
        fold.may_watch(who.as_ref().map(|who| who.person.id.as_str()))?;
        let yours = who.as_ref().map_or(Vec::new(), |who| fold.seats_of(&who.person.id));
        let eyes = match seat {
            None => Eyes::Watcher,
            Some(seat) if yours.contains(&seat) => Eyes::Seat(seat),
            Some(_) => return Err(Problem::with(ProblemKind::NotYours, "this seat is not yours")),
        };
        let outbox = Arc::new(Outbox::new(most));
        let now = fold.shown(eyes);
        let everything = fold.snapshot_with(eyes, yours.clone(), public.as_ref());
        let view = everything.game.clone();
        let missed: Option<Vec<Utf8Bytes>> = version.and_then(|version| {
            let recent = self.eyes.get(&eyes).map(|seen| &seen.recent);
            let after: Vec<_> = recent.into_iter().flatten().filter(|(v, _)| *v > version).collect();
            let whole = version <= now && after.len() as u64 == now - version && after.len() < most;
            whole.then(|| after.into_iter().map(|(_, text)| text.clone()).collect())
        });
        let everything = || vec![text(&FromServer::Snapshot(everything))];
        missed.unwrap_or_else(everything).into_iter().for_each(|text| outbox.push(text));
        if yours.len() > 1 {
            outbox.push(text(&waiting(fold, &yours)));
        }
        self.eyes.entry(eyes).or_insert_with(|| Seen { view, recent: VecDeque::new() });
        let number = self.next_socket;
        self.next_socket += 1;
        self.sockets.push(Socket { number, eyes, who, blocked, outbox: outbox.clone() });
        Ok(Place { number, outbox })
    }
}

/// This machine's clock, only an estimate of the database's, which decides.
pub(crate) fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |d| d.as_millis() as i64)
}

fn stored(error: StoreError) -> Error {
    match error {
        StoreError::Lost => ProblemKind::Taken.into(),
        StoreError::Down(_) | StoreError::Unusable(_) => ProblemKind::Retry.into(),
    }
}
