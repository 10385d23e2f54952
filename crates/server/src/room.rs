//! A table on this node: a cached fold of its rows and the sockets that look at it. Nothing here is the truth: a lost race
//! means *reload and look again*.

mod append;
mod presence;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{Mutex, MutexGuard, mpsc};

use crate::bus::Presence;
use crate::node::Node;
use crate::push::letters;
use crate::store::StoreError;
use crate::table::{By, Deny, Eyes, Fold, Row, Told};
use crate::wire::{FromServer, GameView, Person, Problem, ProblemKind, TableInfo};

pub(crate) use append::append;

/// Updates kept for those who come back after a short absence.
const RECENT: usize = 32;
/// How often a lost race is tried again before the other side is told to.
const TRIES: usize = 8;

/// A table on this node.
pub struct Room {
    /// The table.
    pub id: String,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    fold: Option<Fold>,
    /// What was answered to which message of whom: the same message gets the same answer.
    answers: HashMap<(String, String), u64>,
    sockets: Vec<Socket>,
    next_socket: u64,
    /// The last line of the chat that was told here; `None`: nobody listens.
    heard: Option<u64>,
    eyes: HashMap<Eyes, Seen>,
    /// Who looks at it on other nodes, and until when that is believed.
    elsewhere: Vec<(Presence, Instant)>,
}

/// What those who look through the same eyes have been sent.
struct Seen {
    view: Option<GameView>,
    recent: VecDeque<(u64, Utf8Bytes)>,
}

struct Socket {
    number: u64,
    eyes: Eyes,
    person: Option<Person>,
    /// Whose words are not sent here.
    blocked: Arc<[String]>,
    queue: mpsc::Sender<Utf8Bytes>,
    behind: Arc<AtomicBool>,
}

/// A socket's side of its place in a room.
pub struct Place {
    /// Which socket of the room.
    pub number: u64,
    /// What is to be sent.
    pub queue: mpsc::Receiver<Utf8Bytes>,
    /// The queue was full: everything is sent again once it is empty.
    pub behind: Arc<AtomicBool>,
}

/// What a row is to be, or that it was stored before.
#[derive(Clone)]
pub enum Intent {
    /// Store this.
    Store(Row),
    /// It is there already.
    Nothing,
}

/// A message in its final form.
pub fn text(message: &FromServer) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}

impl Room {
    pub(crate) fn new(id: String) -> Room {
        Room { id, state: Mutex::default() }
    }

    /// With what other nodes may have stored in the meantime.
    async fn fresh(&self, node: &Node) -> Result<MutexGuard<'_, State>, Problem> {
        let mut state = self.state.lock().await;
        if state.fold.is_none() || node.is_shared() {
            state.reload(node, &self.id).await?;
        }
        Ok(state)
    }

    async fn loaded(&self, node: &Node) -> Result<MutexGuard<'_, State>, Problem> {
        let mut state = self.state.lock().await;
        if state.fold.is_none() {
            state.reload(node, &self.id).await?;
        }
        Ok(state)
    }

    /// What the table is, also by what other nodes have stored.
    pub async fn info(&self, node: &Node) -> Result<TableInfo, Problem> {
        let state = self.fresh(node).await?;
        state.fold.as_ref().map(|fold| fold.info.clone()).ok_or(ProblemKind::NotFound.into())
    }

    /// Looks at the table as it is cached.
    pub async fn look<T>(&self, node: &Node, look: impl FnOnce(&Fold) -> T) -> Result<T, Problem> {
        let state = self.loaded(node).await?;
        state.fold.as_ref().map(look).ok_or(ProblemKind::NotFound.into())
    }

    /// Opens the table: its first row.
    pub(crate) async fn open(&self, node: &Node, row: &Row) -> Result<(), Deny> {
        let mut fold = Fold::open(row)?;
        fold.setup()?;
        fold.at = now();
        let mut state = self.state.lock().await;
        let at = node.store.append(append(None, &fold, row, false)).await.map_err(stored)?;
        fold.stamp(at, row, &Told::default());
        state.fold = Some(fold);
        Ok(())
    }

    /// Stores one more row and tells everybody who looks. `make` sees the table as it is, again after each lost race.
    /// Returns the version as the eyes of `answer` see it; for a `message` (whose, and its id) that came before, the
    /// version it got then.
    pub async fn change(
        self: &Arc<Self>,
        node: &Arc<Node>,
        answer: Eyes,
        message: Option<(&str, &str)>,
        make: impl Fn(&Fold) -> Result<Intent, Deny>,
    ) -> Result<u64, Deny> {
        let mut state = self.loaded(node).await?;
        let mut looked_again = !node.is_shared();
        for _ in 0..TRIES {
            let before = message.and_then(|(who, id)| state.answers.get(&(who.to_owned(), id.to_owned())));
            if let Some(version) = before {
                return Ok(*version);
            }
            let fold = state.fold.as_ref().ok_or(ProblemKind::NotFound)?;
            let (row, mut next, told) = match prepare(fold, &make) {
                Ok(Some(prepared)) => prepared,
                Ok(None) => return Ok(fold.shown(answer)),
                Err(deny) if looked_again => return Err(deny),
                Err(_) => {
                    // Another node may have stored what makes it possible.
                    looked_again = true;
                    state.reload(node, &self.id).await?;
                    continue;
                }
            };
            // What is due next depends on when this is stored, which the database says only then: nearly now.
            let mut nearly = next.clone();
            nearly.stamp(now(), &row, &told);
            let append = append(Some(fold), &nearly, &row, told.only.is_some());
            let letters = letters(&nearly.info, &append.news);
            match node.store.append(append).await {
                Ok(at) => {
                    node.push.send(letters);
                    next.stamp(at, &row, &told);
                    let version = next.shown(answer);
                    let row_version = next.version;
                    state.install(next, &row, &told);
                    let duty = state.fold.as_ref().and_then(Fold::duty);
                    drop(state);
                    node.stored(self, row_version, at, duty);
                    return Ok(version);
                }
                Err(StoreError::Lost) => state.reload(node, &self.id).await?,
                Err(error) => return Err(stored(error)),
            }
        }
        Err(ProblemKind::Retry.into())
    }

    /// Looks whether other nodes have stored anything.
    pub(crate) async fn refresh(&self, node: &Node) -> Result<(), Problem> {
        let mut state = self.state.lock().await;
        if state.fold.is_some() {
            state.reload(node, &self.id).await?;
        }
        Ok(())
    }

    /// The version that is cached.
    pub(crate) async fn version(&self) -> u64 {
        self.state.lock().await.fold.as_ref().map_or(0, |f| f.version)
    }

    /// Whether any socket looks at it.
    pub(crate) async fn is_watched(&self) -> bool {
        !self.state.lock().await.sockets.is_empty()
    }

    /// Lets a socket look. The first thing in its queue is what it has missed since `version`, or everything.
    pub async fn enter(
        &self,
        node: &Node,
        seat: Option<u8>,
        version: Option<u64>,
        person: Option<Person>,
        blocked: Arc<[String]>,
    ) -> Result<Place, Problem> {
        let mut state = self.fresh(node).await?;
        let fold = state.fold.as_ref().ok_or(ProblemKind::NotFound)?;
        fold.lets_in(person.as_ref().map(|p| p.id.as_str()))?;
        let yours = person.as_ref().map_or(Vec::new(), |p| fold.seats_of(&p.id));
        let eyes = match seat {
            None => Eyes::Watcher,
            Some(seat) if yours.contains(&seat) => Eyes::Seat(seat),
            Some(_) => return Err(Problem::with(ProblemKind::NotYours, "this seat is not yours")),
        };
        let (queue, receiver) = mpsc::channel(node.config.queue);
        let behind = Arc::new(AtomicBool::new(false));
        let now = fold.shown(eyes);
        let snapshot = || text(&FromServer::Snapshot(fold.snapshot(eyes, yours.clone())));
        let missed: Option<Vec<Utf8Bytes>> = version.and_then(|version| {
            let recent = state.eyes.get(&eyes).map(|seen| &seen.recent);
            let after: Vec<_> = recent.into_iter().flatten().filter(|(v, _)| *v > version).collect();
            let whole = version <= now && after.len() as u64 == now - version && after.len() < node.config.queue;
            whole.then(|| after.into_iter().map(|(_, text)| text.clone()).collect())
        });
        for text in missed.unwrap_or_else(|| vec![snapshot()]) {
            let _ = queue.try_send(text);
        }
        if yours.len() > 1 {
            let _ = queue.try_send(text(&waiting(fold, &yours)));
        }
        let view = fold.game_view(eyes);
        state.eyes.entry(eyes).or_insert_with(|| Seen { view, recent: VecDeque::new() });
        let number = state.next_socket;
        state.next_socket += 1;
        state.sockets.push(Socket { number, eyes, person, blocked, queue, behind: behind.clone() });
        state.tell_presence(node);
        node.looked_at(&self.id, state.presence(node));
        Ok(Place { number, queue: receiver, behind })
    }

    /// A socket goes.
    pub async fn leave(&self, node: &Node, number: u64) {
        let mut state = self.state.lock().await;
        state.sockets.retain(|s| s.number != number);
        // Who comes back after a short absence finds what was missed as long as anybody looks.
        if state.sockets.is_empty() {
            state.eyes.clear();
            state.heard = None;
        }
        state.tell_presence(node);
        node.looked_at(&self.id, state.presence(node));
    }

    /// Everything, for a socket that was too slow.
    pub async fn again(&self, number: u64) -> Option<Utf8Bytes> {
        let state = self.state.lock().await;
        let fold = state.fold.as_ref()?;
        let socket = state.sockets.iter().find(|s| s.number == number)?;
        let yours = socket.person.as_ref().map_or(Vec::new(), |p| fold.seats_of(&p.id));
        // From here on it misses nothing: rows are told under the same lock.
        socket.behind.store(false, Ordering::Release);
        Some(text(&FromServer::Snapshot(fold.snapshot(socket.eyes, yours))))
    }

    /// Sends something to one socket, behind what waits for it.
    pub async fn tell_one(&self, number: Option<u64>, message: &FromServer) {
        let state = self.state.lock().await;
        state.sockets.iter().filter(|s| Some(s.number) == number).for_each(|s| s.send(text(message)));
    }

    /// Those who are here know what was said until this line; from now on they hear what comes.
    pub(crate) async fn heard(&self, number: u64) {
        self.state.lock().await.heard.get_or_insert(number);
    }

    /// Tells everybody here who wants to hear it what was said since, on this node or another.
    pub(crate) async fn hear(&self, node: &Node) {
        let mut state = self.state.lock().await;
        let Some(heard) = state.heard else { return };
        // If the database does not answer now, it will when the next line comes or when this node sweeps.
        let Ok(said) = node.store.said(&self.id, heard).await else { return };
        for row in said {
            state.heard = Some(row.number);
            let from = row.person.clone();
            let text = text(&FromServer::Chat { lines: vec![row.into()] });
            state.sockets.iter().filter(|s| !s.blocked.contains(&from)).for_each(|s| s.send(text.clone()));
        }
    }

    /// Somebody wants to hear others than before.
    pub(crate) async fn blocks_changed(&self, person: &str, blocked: &Arc<[String]>) {
        let mut state = self.state.lock().await;
        let theirs = |s: &&mut Socket| s.person.as_ref().is_some_and(|p| p.id == person);
        state.sockets.iter_mut().filter(theirs).for_each(|s| s.blocked = blocked.clone());
    }
}

impl Socket {
    fn send(&self, text: Utf8Bytes) {
        if !self.behind.load(Ordering::Acquire) && self.queue.try_send(text).is_err() {
            self.behind.store(true, Ordering::Release);
        }
    }
}

impl State {
    /// Folds the rows that are not yet folded.
    async fn reload(&mut self, node: &Node, table: &str) -> Result<(), Problem> {
        let after = self.fold.as_ref().map_or(0, |fold| fold.version);
        let rows = node.store.steps(table, after).await.map_err(|_| ProblemKind::Retry)?;
        for stored in rows {
            let row: Row = serde_json::from_str(&stored.body).map_err(|error| {
                tracing::error!(table, version = stored.version, %error, "a stored row cannot be read");
                Problem::with(ProblemKind::Frozen, "a stored step cannot be read")
            })?;
            let Some(fold) = &self.fold else {
                let mut fold = Fold::open(&row).map_err(|_| ProblemKind::Frozen)?;
                fold.stamp(stored.at, &row, &Told::default());
                self.fold = Some(fold);
                continue;
            };
            let mut next = fold.clone();
            match next.advance(&row) {
                Ok(told) => {
                    next.stamp(stored.at, &row, &told);
                    self.install(next, &row, &told);
                }
                Err(_) => {
                    // What was stored was legal when it was played: the engine is another one now.
                    if let Some(fold) = &mut self.fold {
                        let illegal = || format!("step {} is not legal under these rules", stored.version);
                        let why = fold.frozen.get_or_insert_with(illegal);
                        tracing::error!(table, version = stored.version, "a table is frozen: {why}");
                    }
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The row is stored: from now on this is the table, and everybody is told.
    fn install(&mut self, fold: Fold, row: &Row, told: &Told) {
        if let Some(By::Person { person, id }) = row.by() {
            let seat = match row {
                Row::Act { seat, .. }
                | Row::Undo { seat, .. }
                | Row::Restart { seat, .. }
                | Row::Standing { seat, .. } => *seat,
                _ => 0,
            };
            self.answers.insert((person.clone(), id.clone()), fold.shown(Eyes::Seat(seat)));
        }
        // Seats were shuffled, or somebody lost theirs: all eyes look anew.
        if told.began || fold.game().is_none() {
            self.eyes.clear();
            self.sockets.retain(|socket| fold.lets_in(socket.person.as_ref().map(|p| p.id.as_str())).is_ok());
            for socket in &mut self.sockets {
                let yours = socket.person.as_ref().map_or(Vec::new(), |p| fold.seats_of(&p.id));
                let keeps = socket.eyes.seat().is_some_and(|seat| yours.contains(&seat));
                if !keeps {
                    socket.eyes = yours.first().map_or(Eyes::Watcher, |seat| Eyes::Seat(*seat));
                }
                socket.send(text(&FromServer::Snapshot(fold.snapshot(socket.eyes, yours))));
                let view = fold.game_view(socket.eyes);
                self.eyes.entry(socket.eyes).or_insert_with(|| Seen { view, recent: VecDeque::new() });
            }
        } else {
            for (eyes, seen) in &mut self.eyes {
                let now = fold.game_view(*eyes);
                if let (Some(before), Some(now)) = (&seen.view, &now)
                    && let Some(update) = fold.update(told, *eyes, before, now)
                {
                    let (version, text) = (update.version, text(&FromServer::Update(update)));
                    self.sockets.iter().filter(|s| s.eyes == *eyes).for_each(|s| s.send(text.clone()));
                    seen.recent.push_back((version, text));
                    if seen.recent.len() > RECENT {
                        seen.recent.pop_front();
                    }
                }
                seen.view = now;
            }
        }
        if told.step.is_some() || told.began || told.rewritten {
            for socket in &self.sockets {
                let yours = socket.person.as_ref().map_or(Vec::new(), |p| fold.seats_of(&p.id));
                if yours.len() > 1 {
                    socket.send(text(&waiting(&fold, &yours)));
                }
            }
        }
        self.fold = Some(fold);
    }
}

/// What is to be stored, folded on a copy; `None`: nothing.
fn prepare(fold: &Fold, make: impl Fn(&Fold) -> Result<Intent, Deny>) -> Result<Option<(Row, Fold, Told)>, Deny> {
    let Intent::Store(row) = make(fold)? else { return Ok(None) };
    let mut next = fold.clone();
    let told = next.advance(&row)?;
    let row = next.sealed(row);
    Ok(Some((row, next, told)))
}

/// This machine's clock; the database's decides, this one only guesses.
fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |d| d.as_millis() as i64)
}

fn waiting(fold: &Fold, yours: &[u8]) -> FromServer {
    let to_act = fold.to_act().map(|s| s.0).filter(|seat| yours.contains(seat));
    FromServer::Yours { to_act: to_act.into_iter().collect() }
}

fn stored(error: StoreError) -> Deny {
    match error {
        StoreError::Lost => ProblemKind::Taken.into(),
        StoreError::Down(_) | StoreError::Unusable(_) => ProblemKind::Retry.into(),
    }
}
