//! One running server: its tables' rooms, what it does by itself, and its figures.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::{Semaphore, mpsc};

use crate::bots;
use crate::bus::{Bus, New, Notice, Presence};
use crate::push::{Push, Reach, letters};
use crate::rates::{Rate, Rates};
use crate::room::{Intent, Room};
use crate::store::{Store, StoreError};
use crate::table::{By, Deny, Duty, Eyes, Fold, News, Row, random_hex};
use crate::wire::{Ending, NoticeKind, Problem, TableInfo};

/// How long other nodes leave what is due at a table to the one that claimed it, in milliseconds: longer than a bot thinks.
pub(crate) const LEASE: i64 = 5_000;
/// How often this node looks for what is due, and for what other nodes have stored.
const SWEEP: Duration = Duration::from_millis(500);
const REFRESH_EVERY: u32 = 4;
/// Every half a minute: a node says again who is here; and one that is alone looks whether `sabika admin` has stored anything.
const SELDOM: u32 = 60;
/// Old notices go about once an hour.
const FORGET_EVERY: u32 = 7200;

/// Passwords that are hashed at the same time: each takes 19 MiB and a core for a moment.
const HASHES: usize = 2;

/// How a server runs.
#[derive(Clone, Debug)]
pub struct Config {
    /// `sqlite:<file>` or `postgres://…`.
    pub database: String,
    /// `nats://…` or `tls://…`, by which several nodes tell each other what is new.
    pub bus: Option<String>,
    /// Where people find it, if that is not where it listens.
    pub public_url: Option<String>,
    /// The header `X-Forwarded-For` is believed: a proxy of one's own stands before it.
    pub trusted_proxy: bool,
    /// Bots that think at the same time.
    pub bot_threads: usize,
    /// Messages that may wait for one socket before it gets everything anew.
    pub queue: usize,
    /// Messages a second that one socket, and requests a second that one address may send, on average.
    pub rate: u32,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            database: "sqlite:sabika.db".into(),
            bus: None,
            public_url: None,
            trusted_proxy: false,
            bot_threads: std::thread::available_parallelism().map_or(1, |n| n.get()),
            queue: 64,
            rate: 20,
        }
    }
}

/// What a server counts.
#[derive(Default)]
#[allow(missing_docs)]
pub struct Figures {
    pub requests: AtomicU64,
    pub sockets: AtomicU64,
    pub messages_in: AtomicU64,
    pub messages_out: AtomicU64,
    pub steps: AtomicU64,
    pub bot_moves: AtomicU64,
    pub problems: AtomicU64,
}

/// One running server.
pub struct Node {
    /// By which other nodes know it.
    pub id: String,
    /// How it runs.
    pub config: Config,
    /// What is kept.
    pub store: Store,
    /// What it counts.
    pub figures: Figures,
    /// Who asks how often.
    pub rates: Rates,
    /// Who tries passwords how often.
    pub tries: Rates,
    /// The way to browsers whose page is closed.
    pub(crate) push: Push,
    bus: Bus,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    thinking: Arc<Semaphore>,
    hashing: Arc<Semaphore>,
}

impl Node {
    /// Opens the store and begins to look for what is due.
    pub async fn start(config: Config) -> Result<Arc<Node>, StoreError> {
        Node::start_reaching(config, Reach::internet()).await
    }

    /// The same, with other push services than those of the internet.
    pub async fn start_reaching(config: Config, reach: Reach) -> Result<Arc<Node>, StoreError> {
        let (bus, notices) = Bus::start(config.bus.as_deref()).map_err(StoreError::Unusable)?;
        let store = Store::open(&config.database).await?;
        let node = Arc::new(Node {
            id: random_hex()[..16].to_owned(),
            push: Push::start(store.clone(), reach, config.public_url.as_deref()),
            store,
            figures: Figures::default(),
            rates: Rates::new(Rate::steady(config.rate)),
            tries: Rates::new(Rate::slow(config.rate)),
            bus,
            rooms: Mutex::default(),
            thinking: Arc::new(Semaphore::new(config.bot_threads.max(1))),
            hashing: Arc::new(Semaphore::new(HASHES)),
            config,
        });
        tokio::spawn(sweep(Arc::downgrade(&node)));
        tokio::spawn(listen(Arc::downgrade(&node), notices));
        Ok(node)
    }

    /// Closes the store; nothing that was acknowledged waits anywhere else.
    pub async fn stop(&self) {
        self.store.close().await;
    }

    /// The room of a table; whether there is such a table shows when one looks.
    pub fn room(&self, table: &str) -> Arc<Room> {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.entry(table.to_owned()).or_insert_with(|| Arc::new(Room::new(table.to_owned()))).clone()
    }

    fn rooms(&self) -> Vec<Arc<Room>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// Tells somebody something about a table without a step there.
    pub(crate) async fn notify(&self, person: &str, table: &TableInfo, kind: NoticeKind) -> Result<(), StoreError> {
        let news = News { person: person.to_owned(), kind, on: true };
        self.store.notify(&table.id, &news).await?;
        self.push.send(letters(table, &[news]));
        Ok(())
    }

    /// Somebody said something: whoever is here hears it, and the other nodes are told.
    pub(crate) async fn said(&self, room: &Room) {
        self.bus.tell(Notice { table: room.id.clone(), what: New::Chat });
        room.hear(self).await;
    }

    /// Tells the other nodes who looks at a table here.
    pub(crate) fn looked_at(&self, table: &str, presence: Presence) {
        self.bus.tell(Notice { table: table.to_owned(), what: New::Presence(presence) });
    }

    /// Somebody has blocked or unblocked another: it holds at once on this node, and on others when a page connects again.
    pub(crate) async fn blocks_changed(&self, person: &str, blocked: Arc<[String]>) {
        for room in self.rooms() {
            room.blocks_changed(person, &blocked).await;
        }
    }

    /// Whether other nodes may store steps, too.
    pub fn is_shared(&self) -> bool {
        self.config.database.starts_with("postgres")
    }

    /// Whether the other nodes hear of what this one stores.
    pub fn bus_connected(&self) -> bool {
        self.bus.is_connected()
    }

    /// How many tables are cached.
    pub fn room_count(&self) -> usize {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// A row was stored: the other nodes are told, and what is due at once begins.
    pub(crate) fn stored(self: &Arc<Self>, room: &Arc<Room>, version: u64, now: i64, duty: Option<(Duty, i64)>) {
        self.figures.steps.fetch_add(1, Ordering::Relaxed);
        self.bus.tell(Notice { table: room.id.clone(), what: New::Version(version) });
        if duty.is_some_and(|(_, at)| at <= now) {
            tokio::spawn(perform(self.clone(), room.clone(), false));
        }
    }
}

/// Does what is due at a table. Doing it twice is harmless: one of the two finds another version than it looked at.
/// (Boxed: what it does makes the next thing due.)
fn perform(node: Arc<Node>, room: Arc<Room>, claimed: bool) -> Pin<Box<dyn Future<Output = ()> + Send>> {
    Box::pin(async move {
        if let Err(problem) = try_perform(&node, &room, claimed).await {
            tracing::warn!(table = room.id, ?problem, "what was due could not be done");
        }
    })
}

async fn try_perform(node: &Arc<Node>, room: &Arc<Room>, claimed: bool) -> Result<(), Deny> {
    let now = node.store.now().await.map_err(|_| Deny::from(crate::wire::ProblemKind::Retry))?;
    let seen = room.look(node, |fold| (fold.version, fold.duty(), fold.clone())).await?;
    let (version, Some((duty, at)), fold) = seen else { return Ok(()) };
    if !is_due(duty, at, now, fold.at, claimed) {
        // Claimed a little early: nobody else will look before the claim ends.
        if at - now < LEASE {
            tokio::time::sleep(Duration::from_millis((at - now) as u64)).await;
            tokio::spawn(perform(node.clone(), room.clone(), claimed));
        }
        return Ok(());
    }
    let row = match duty {
        Duty::Bot(seat) => {
            let Some(action) = think(node, fold, seat).await else { return Ok(()) };
            node.figures.bot_moves.fetch_add(1, Ordering::Relaxed);
            Row::Act { seat: seat.0, action, by: By::Bot, hash: None }
        }
        Duty::Pass(seat) => Row::Act { seat: seat.0, action: "pass".into(), by: By::Standing, hash: None },
        Duty::Timeout(seat) => Row::Away { seat: seat.0 },
        Duty::Expire => Row::Abandon { why: Ending::Expired },
    };
    let still = |fold: &Fold| Ok(if fold.version == version { Intent::Store(row.clone()) } else { Intent::Nothing });
    room.change(node, Eyes::Watcher, None, still).await?;
    Ok(())
}

/// Whether the time has come for what is due `at` a table whose last row was stored at `stored`. If that is yet to come, the
/// clock was set back: then what was due at once still is, and the rest when the list that was set right says so.
fn is_due(duty: Duty, at: i64, now: i64, stored: i64, claimed: bool) -> bool {
    at <= now || now < stored && (at <= stored || claimed && duty != Duty::Expire)
}

/// A bot's choice, away from the threads that serve sockets, and never more of them at once than there is room for.
async fn think(node: &Arc<Node>, fold: Fold, seat: sabika_rules::Seat) -> Option<String> {
    let permit = node.thinking.clone().acquire_owned().await.ok()?;
    let chosen = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        bots::choose(&fold, seat)
    });
    chosen.await.ok().flatten()
}

impl Node {
    /// Hashes or compares passwords, away from the threads that serve sockets, and never many at once.
    pub async fn hashing<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let permit = self.hashing.clone().acquire_owned().await.ok()?;
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        });
        done.await.ok()
    }

    /// What a bot would do.
    pub async fn hint(self: &Arc<Self>, fold: Fold, seat: u8) -> Option<String> {
        think(self, fold, sabika_rules::Seat(seat)).await
    }
}

/// Looks now and then for what is due, for steps that other nodes have stored, and for rooms that nobody needs.
async fn sweep(node: Weak<Node>) {
    let mut turn = 0u32;
    loop {
        let Some(strong) = node.upgrade() else { return };
        if turn.is_multiple_of(SELDOM) {
            strong.set_dues_right().await;
        }
        drop(strong);
        tokio::time::sleep(SWEEP).await;
        let Some(node) = node.upgrade() else { return };
        turn = turn.wrapping_add(1);
        match node.store.claim_due(LEASE, 64).await {
            Ok(tables) => {
                for table in tables {
                    tokio::spawn(perform(node.clone(), node.room(&table), true));
                }
            }
            Err(error) => tracing::warn!(%error, "what is due could not be read"),
        }
        if turn.is_multiple_of(REFRESH_EVERY) {
            node.tidy(turn.is_multiple_of(SELDOM)).await;
        }
        if turn.is_multiple_of(FORGET_EVERY) {
            node.forget_what_is_old().await;
        }
    }
}

impl Node {
    async fn set_dues_right(&self) {
        match self.store.set_dues_right().await {
            Ok(0) => {}
            Ok(tables) => tracing::warn!(tables, "the database's clock was set back: what is due there was put right"),
            Err(error) => tracing::warn!(%error, "what is due could not be read"),
        }
    }

    async fn forget_what_is_old(&self) {
        for done in [self.store.forget_old_notices().await, self.store.forget_old_sessions().await] {
            if let Err(error) = done {
                tracing::warn!(%error, "old notices or sessions could not be forgotten");
            }
        }
    }

    async fn tidy(&self, seldom: bool) {
        for room in self.rooms() {
            if room.is_watched().await {
                // A lost message of the bus costs two seconds.
                if (self.is_shared() || seldom)
                    && let Err(Problem { title, .. }) = room.refresh(self).await
                {
                    tracing::warn!(table = room.id, title, "a table could not be read again");
                }
                if self.is_shared() {
                    room.hear(self).await;
                }
                if seldom {
                    room.still_here(self).await;
                }
                continue;
            }
            let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
            // The map's and ours: nobody else holds it.
            if Arc::strong_count(&room) <= 2 {
                rooms.remove(&room.id);
            }
        }
        self.rates.tidy();
        self.tries.tidy();
    }
}

/// Follows what other nodes say they have stored.
async fn listen(node: Weak<Node>, mut notices: mpsc::Receiver<Notice>) {
    while let Some(notice) = notices.recv().await {
        let Some(node) = node.upgrade() else { return };
        let known = node.rooms.lock().unwrap_or_else(PoisonError::into_inner).get(&notice.table).cloned();
        let Some(room) = known else { continue };
        match notice.what {
            New::Chat => room.hear(&node).await,
            New::Version(version) if room.version().await < version => drop(room.refresh(&node).await),
            New::Version(_) => {}
            New::Presence(presence) => room.seen_elsewhere(&node, presence).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use sabika_rules::Seat;

    use super::*;

    /// The last row was stored at 100.
    #[test]
    fn what_is_due_when() {
        let (bot, timeout) = (Duty::Bot(Seat(0)), Duty::Timeout(Seat(0)));
        let due = |duty, at, now, claimed| is_due(duty, at, now, 100, claimed);
        assert!(due(bot, 100, 100, false) && due(timeout, 130, 130, false) && due(Duty::Expire, 900, 900, true));
        assert!(!due(timeout, 130, 129, false) && !due(timeout, 130, 129, true), "claimed a little early");
        // The clock was set back since.
        assert!(due(bot, 100, 40, false), "at once is at once");
        assert!(!due(timeout, 130, 40, false) && due(timeout, 130, 40, true), "the list knows");
        assert!(!due(Duty::Expire, 900, 40, true), "of this it knows only about when");
    }
}
