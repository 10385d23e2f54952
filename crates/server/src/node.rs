//! A running server: the rooms of its tables, its background tasks, and its metrics.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::{OnceCell, Semaphore, mpsc, watch};
use tokio::task::{AbortHandle, JoinHandle};

use crate::bots::Bots;
use crate::bus::{Bus, EndedSessions, Notice, NoticeBody, Presence};
use crate::connections::ConnectionLimit;
use crate::duties::{self, Underway};
use crate::metrics::Metrics;
use crate::push::{Push, Reach, push_messages};
use crate::random::random_hex;
use crate::rates::{Limits, Rate, Rates, RecentSessions};
use crate::room::{LATE, Room};
use crate::store::{CONNECTIONS, Retention, Store, StoreError};
use crate::thinking::Threads;
use crate::wire::{NoticeKind, Problem, TableInfo};
use sabika_table::{Duty, News, sha256};

/// Every half minute a node announces again who is here, and a single node checks whether `sabika admin` has stored anything.
const HOUSEKEEPING_EVERY: u32 = 15;
/// Old data is deleted about once an hour.
const FORGET_EVERY: u32 = 1800;

/// The name under which the site stores the key for hashing addresses.
const ORIGIN_KEY: &str = "origins";
/// Used instead of a table's id for notices about all tables.
const EVERY_TABLE: &str = "*";
/// How many passwords are hashed at the same time: each takes 19 MiB and briefly a core.
const HASHES: usize = 2;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// `sqlite:<file>` or `postgres://…`.
    pub database: String,
    /// How long inactive data is kept.
    pub retention: Retention,
    /// The number of connections to PostgreSQL.
    pub database_connections: u32,
    /// `nats://…` or `tls://…`, the bus that connects several nodes.
    pub bus: Option<String>,
    /// The public address, if it differs from the one the server listens on.
    pub public_url: Option<String>,
    /// Whether the header `X-Forwarded-For` is trusted, because the server runs behind its own proxy.
    pub trusted_proxy: bool,
    /// The interval of polling for rows stored by other nodes, in case a notice was lost.
    pub refresh: Duration,
    /// How many bots think at the same time.
    pub bot_threads: usize,
    /// How many messages may be queued for one socket before it gets the whole state instead.
    pub queue: usize,
    /// The limit of simultaneous connections.
    pub connections: usize,
    /// The same from one address.
    pub connections_per_address: usize,
    /// How long a client may take to send a request; it may stop reading for twice as long.
    pub request_timeout: Duration,
    /// How long it keeps serving after being asked to stop, while `/readyz` already fails.
    pub notice: Duration,
    /// How long requests in progress may take when the server stops.
    pub drain: Duration,
    /// The limit of unfinished tables per person.
    pub tables_per_person: u32,
    /// The same from one address.
    pub tables_per_address: u32,
    /// Whether `/metrics` and `/readyz` are served at a separate address.
    pub own_operations: bool,
    /// The average number of messages per second from one socket, and of requests per second from one address.
    pub rate: u32,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            database: "sqlite:sabika.db".into(),
            retention: Retention::default(),
            database_connections: CONNECTIONS,
            bus: None,
            public_url: None,
            trusted_proxy: false,
            refresh: Duration::from_secs(2),
            bot_threads: std::thread::available_parallelism().map_or(1, |n| n.get()),
            queue: 64,
            connections: 20_000,
            connections_per_address: 250,
            request_timeout: Duration::from_secs(10),
            notice: Duration::ZERO,
            drain: Duration::from_secs(10),
            tables_per_person: 40,
            tables_per_address: 200,
            own_operations: false,
            rate: 20,
        }
    }
}

/// A running server.
pub struct Node {
    /// Its id among the nodes.
    pub id: String,
    /// Its configuration.
    pub config: Config,
    /// The database.
    pub store: Store,
    /// Its metrics.
    pub metrics: Metrics,
    /// Rate limits of requests.
    pub rates: Rates,
    /// Recently seen sessions.
    pub(crate) known: RecentSessions,
    /// Rate limits of actions that are costly for others.
    pub limits: Limits,
    /// The sender of push messages.
    pub(crate) push: Push,
    /// Open connections.
    pub connection_limit: Arc<ConnectionLimit>,
    /// Open sockets, by the address they are forwarded from.
    pub(crate) socket_limit: Arc<ConnectionLimit>,
    origin_key: OnceCell<String>,
    bus: Bus,
    /// It was asked to stop; `/readyz` reports it.
    leaving: AtomicBool,
    draining: watch::Sender<bool>,
    /// Why it cannot continue.
    failed: watch::Sender<Option<String>>,
    tasks: OnceLock<Vec<(Task, AbortHandle)>>,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    pub(crate) threads: Threads,
    pub(crate) bots: Arc<Bots>,
    pub(crate) underway: Underway,
    hashing: Arc<Semaphore>,
    /// Held by whoever verifies games of a duplicate: bots think again for each, and once is enough.
    pub(crate) verifying: tokio::sync::Mutex<()>,
}

impl Node {
    /// Opens the store and starts the background tasks.
    pub async fn start(config: Config) -> Result<Arc<Node>, StoreError> {
        Node::start_reaching(config, Reach::internet()).await
    }

    /// The same, with push services other than those on the internet.
    pub async fn start_reaching(config: Config, reach: Reach) -> Result<Arc<Node>, StoreError> {
        let (bus, notices) = Bus::start(config.bus.as_deref()).map_err(StoreError::Unusable)?;
        let store = Store::open_with(&config.database, config.database_connections).await?;
        let node = Arc::new(Node {
            id: random_hex()[..16].to_owned(),
            push: Push::start(store.clone(), reach, config.public_url.as_deref()),
            metrics: Metrics::new(store.metrics.clone()),
            store,
            rates: Rates::new(Rate::steady(config.rate)),
            limits: Limits::new(config.rate),
            known: RecentSessions::default(),
            connection_limit: ConnectionLimit::new(config.connections, config.connections_per_address),
            socket_limit: ConnectionLimit::new(config.connections, config.connections_per_address),
            failed: watch::Sender::new(None),
            tasks: OnceLock::new(),
            leaving: AtomicBool::new(false),
            origin_key: OnceCell::new(),
            bus,
            draining: watch::Sender::new(false),
            rooms: Mutex::default(),
            threads: Threads::new(config.bot_threads),
            underway: Underway::default(),
            bots: Arc::new(Bots::new(config.bot_threads)),
            hashing: Arc::new(Semaphore::new(HASHES)),
            verifying: tokio::sync::Mutex::default(),
            config,
        });
        let weak = || Arc::downgrade(&node);
        let mut tasks = vec![
            supervise(&node, Task::Sweeper, tokio::spawn(duties::sweep(weak()))),
            supervise(&node, Task::Tidying, tokio::spawn(tidy(weak()))),
        ];
        if node.config.bus.is_some() {
            tasks.push(supervise(&node, Task::Listener, tokio::spawn(listen(weak(), notices))));
        }
        let store = node.store.clone();
        supervise(&node, Task::Writer, tokio::spawn(async move { store.writer_gone().await }));
        tasks.push((Task::Writer, node.store.writer()));
        let _ = node.tasks.set(tasks);
        Ok(node)
    }

    /// Closes the store; nothing acknowledged is waiting anywhere else.
    pub async fn stop(&self) {
        self.store.close().await;
    }

    /// Why this node cannot continue: an essential task has stopped.
    pub fn failure(&self) -> impl Future<Output = String> + Send + use<> {
        let mut failed = self.failed.subscribe();
        async move {
            let why = failed.wait_for(Option::is_some).await.ok().and_then(|why| why.clone());
            match why {
                Some(why) => why,
                // The sender is gone, so nothing can fail any more.
                None => std::future::pending().await,
            }
        }
    }

    /// Aborts an essential task, to test what happens.
    pub fn end(&self, task: Task) {
        let tasks = self.tasks.get().into_iter().flatten();
        tasks.filter(|(what, _)| *what == task).for_each(|(_, handle)| handle.abort());
    }

    /// The server was asked to stop: `/readyz` fails from now on, so that a load balancer sends clients elsewhere.
    pub(crate) fn give_notice(&self) {
        self.leaving.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to stop.
    pub(crate) fn is_leaving(&self) -> bool {
        self.leaving.load(Ordering::Relaxed)
    }

    /// Stops: sockets are told to reconnect to another node.
    pub(crate) fn drain(&self) {
        self.give_notice();
        self.draining.send_replace(true);
    }

    /// Waits until it stops.
    pub(crate) fn drained(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut draining = self.draining.subscribe();
        async move { drop(draining.wait_for(|draining| *draining).await.map(|_| ())) }
    }

    /// The room of a table; whether the table exists is known only once it is loaded.
    pub fn room(&self, table: &str) -> Arc<Room> {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.entry(table.to_owned()).or_insert_with(|| Arc::new(Room::new(table.to_owned()))).clone()
    }

    fn rooms(&self) -> Vec<Arc<Room>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// Notifies a person about a table without a step there.
    pub(crate) async fn notify(&self, person: &str, table: &TableInfo, kind: NoticeKind) -> Result<(), StoreError> {
        let news = News { person: person.to_owned(), kind, on: true };
        self.store.notify(&table.id, &news).await?;
        self.push.send(push_messages(table, &[news]));
        Ok(())
    }

    /// There is a new chat message: sends it to the sockets here and notifies the other nodes.
    pub(crate) async fn said(self: &Arc<Self>, room: &Room) {
        self.bus.tell(Notice { table: room.id.clone(), what: NoticeBody::Chat });
        room.hear(self).await;
    }

    /// Tells the other nodes who is watching a table here.
    pub(crate) fn publish_presence(&self, table: &str, presence: Presence) {
        self.bus.tell(Notice { table: table.to_owned(), what: NoticeBody::Presence(presence) });
    }

    /// A person has blocked or unblocked another: effective at once on this node, and on others when a page reconnects.
    pub(crate) async fn blocks_changed(&self, person: &str, blocked: Arc<[String]>) {
        for room in self.rooms() {
            room.blocks_changed(person, &blocked).await;
        }
    }

    /// Sessions have ended: their sockets are closed here and on the other nodes.
    pub(crate) async fn ended(&self, ended: EndedSessions) {
        if let EndedSessions::Session { session } = &ended {
            self.known.forget(session);
        }
        for room in self.rooms() {
            room.disconnect_ended(&ended).await;
        }
        self.bus.tell(Notice { table: EVERY_TABLE.into(), what: NoticeBody::Ended(ended) });
    }

    /// The address a table was created from, as it is stored: hashed, so that the database does not reveal it.
    pub(crate) async fn origin(&self, address: &str) -> Result<String, StoreError> {
        let read = || async { self.store.insert_once(ORIGIN_KEY, &random_hex()).await };
        let key = self.origin_key.get_or_try_init(read).await?;
        Ok(sha256(format!("{key} {address}").as_bytes())[..16].to_owned())
    }

    /// Whether the site uses HTTPS only.
    pub(crate) fn is_https(&self) -> bool {
        self.config.public_url.as_deref().is_some_and(|url| url.starts_with("https:"))
    }

    /// Whether other nodes may also store steps.
    pub fn is_shared(&self) -> bool {
        self.config.database.starts_with("postgres")
    }

    /// Whether the other nodes are notified of what this one stores.
    pub fn bus_connected(&self) -> bool {
        self.bus.is_connected()
    }

    /// All metrics, in the Prometheus text format.
    pub(crate) fn metrics_text(&self) -> String {
        let Metrics { connections, bus_connected, bus_failures, tables_cached, .. } = &self.metrics;
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        connections.set(number(self.connection_limit.count()));
        bus_connected.set(i64::from(self.bus_connected()));
        bus_failures.set(i64::try_from(self.bus.failures()).unwrap_or(i64::MAX));
        tables_cached.set(number(self.room_count()));
        let (open, idle) = self.store.connections();
        self.metrics.pool_connections.set(number(open));
        self.metrics.pool_idle.set(number(idle));
        self.metrics.text()
    }

    /// The number of cached tables.
    pub fn room_count(&self) -> usize {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// A row was stored: notifies the other nodes and starts what is due at once.
    pub(crate) fn stored(self: &Arc<Self>, room: &Arc<Room>, version: u64, now: i64, duty: Option<(Duty, i64)>) {
        self.metrics.steps.inc();
        self.bus.tell(Notice { table: room.id.clone(), what: NoticeBody::Version(version) });
        if duty.is_some_and(|(_, at)| at <= now) {
            duties::perform(self, room, None);
        }
    }
}

impl Node {
    /// Hashes or compares passwords off the threads that serve sockets, and only a few at a time.
    pub async fn hashing<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let permit = self.hashing.clone().acquire_owned().await.ok()?;
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        });
        done.await.ok()
    }
}

/// The background tasks of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Stores steps.
    Writer,
    /// Polls for what is due.
    Sweeper,
    /// Receives notices of other nodes.
    Listener,
    /// Polls for steps of other nodes, and removes empty rooms and old rows.
    Tidying,
}

/// A node cannot run without this task: if it stops early, the process reports it and exits, to be restarted.
fn supervise(node: &Arc<Node>, task: Task, running: JoinHandle<()>) -> (Task, AbortHandle) {
    let handle = running.abort_handle();
    let node = Arc::downgrade(node);
    tokio::spawn(async move {
        let how = match running.await {
            Err(error) if error.is_panic() => "panicked",
            _ => "stopped",
        };
        if let Some(node) = node.upgrade() {
            let why = format!("the {task:?} task {how}").to_lowercase();
            tracing::error!("{why}: this server cannot continue");
            node.failed.send_replace(Some(why));
        }
    });
    (task, handle)
}

/// Polls regularly for steps stored by other nodes, for unused rooms, and for old data.
async fn tidy(node: Weak<Node>) {
    let mut turn = 0u32;
    let mut not_kept = Some(String::new());
    loop {
        let Some(refresh) = node.upgrade().map(|node| node.config.refresh) else { return };
        tokio::time::sleep(refresh).await;
        let Some(node) = node.upgrade() else { return };
        turn = turn.wrapping_add(1);
        if let Some(after) = not_kept.take() {
            not_kept = node.keep_finished(after).await;
        }
        node.tidy(turn.is_multiple_of(HOUSEKEEPING_EVERY)).await;
        if turn.is_multiple_of(FORGET_EVERY) {
            node.forget_what_is_old().await;
        }
    }
}

impl Node {
    /// Creates keepsakes for some of the games that ended under a version without them; returns the id to continue after.
    async fn keep_finished(&self, after: String) -> Option<String> {
        match crate::room::keep_finished(&self.store, &after).await {
            Ok(last) => last,
            Err(problem) => {
                tracing::warn!(%problem, "failed to store keepsakes of finished games");
                Some(after)
            }
        }
    }

    async fn forget_what_is_old(&self) {
        for done in [self.store.forget_old_notices().await, self.store.forget_old_sessions().await] {
            if let Err(error) = done {
                tracing::warn!(%error, "failed to delete old notices or sessions");
            }
        }
        match self.store.forget_what_is_old(&self.config.retention).await {
            Ok((0, 0)) => {}
            Ok((tables, guests)) => tracing::info!(tables, guests, "deleted old tables and guests"),
            Err(error) => tracing::warn!(%error, "failed to delete old tables or guests"),
        }
    }

    async fn tidy(self: &Arc<Self>, seldom: bool) {
        let mut watched = Vec::new();
        for room in self.rooms() {
            if room.is_watched().await {
                watched.push(room);
                continue;
            }
            let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
            // Two references, the map's and ours: nobody else holds it.
            if Arc::strong_count(&room) <= 2 {
                rooms.remove(&room.id);
            }
        }
        // A lost bus message costs two seconds.
        if self.is_shared() || seldom {
            self.poll_other_nodes(&watched).await;
        }
        if seldom {
            for room in &watched {
                room.announce_again(self).await;
            }
        }
        self.rates.tidy();
        self.limits.tidy();
        self.known.tidy();
    }

    /// Polls for rows that other nodes stored at tables watched here: one query for many tables.
    async fn poll_other_nodes(self: &Arc<Self>, watched: &[Arc<Room>]) {
        let ids: Vec<&str> = watched.iter().map(|room| room.id.as_str()).collect();
        let latest = match self.store.latest(&ids).await {
            Ok(latest) => latest,
            Err(error) => return tracing::warn!(%error, "failed to poll for steps of other nodes"),
        };
        let now = crate::room::now().max(0) as u64;
        for room in watched {
            let Some((version, line)) = latest.get(&room.id) else { continue };
            let recent = *line + 2 * LATE > now;
            if room.version().await < *version
                && let Err(Problem { title, .. }) = room.refresh(self).await
            {
                tracing::warn!(table = room.id, title, "failed to reload a table");
            }
            // A chat message may be stored after one with a higher number.
            if recent || room.has_missed(*line).await {
                room.hear(self).await;
            }
        }
    }
}

/// Handles the notices of other nodes.
async fn listen(node: Weak<Node>, mut notices: mpsc::Receiver<Notice>) {
    while let Some(notice) = notices.recv().await {
        let Some(node) = node.upgrade() else { return };
        if let NoticeBody::Ended(ended) = &notice.what {
            for room in node.rooms() {
                room.disconnect_ended(ended).await;
            }
            continue;
        }
        let known = node.rooms.lock().unwrap_or_else(PoisonError::into_inner).get(&notice.table).cloned();
        let Some(room) = known else { continue };
        match notice.what {
            NoticeBody::Chat => room.hear(&node).await,
            NoticeBody::Version(version) if room.version().await < version => drop(room.refresh(&node).await),
            NoticeBody::Version(_) | NoticeBody::Ended(_) => {}
            NoticeBody::Presence(presence) => room.seen_elsewhere(&node, presence).await,
        }
    }
}
