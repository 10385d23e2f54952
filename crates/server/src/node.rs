//! One running server: its tables' rooms, what it does by itself, and its figures.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::{OnceCell, Semaphore, mpsc, watch};
use tokio::task::{AbortHandle, JoinHandle};

use crate::bots::Bots;
use crate::bus::{Bus, Ended, New, Notice, Presence};
use crate::doors::Doors;
use crate::duties::{self, Underway};
use crate::figures::Figures;
use crate::push::{Push, Reach, letters};
use crate::random::random_hex;
use crate::rates::{Known, Limits, Rate, Rates};
use crate::room::{LATE, Room};
use crate::store::{CONNECTIONS, Retention, Store, StoreError};
use crate::thinking::Threads;
use crate::wire::{NoticeKind, Problem, TableInfo};
use sabika_table::{Duty, News, sha256};

/// Every half a minute: a node says again who is here; and one that is alone looks whether `sabika admin` has stored anything.
const SELDOM: u32 = 15;
/// What is old goes about once an hour.
const FORGET_EVERY: u32 = 1800;

/// Under which the site keeps the key that hides addresses.
const ORIGIN_KEY: &str = "origins";
/// In place of a table's id, where something concerns them all.
const EVERY_TABLE: &str = "*";
/// Passwords that are hashed at the same time: each takes 19 MiB and a core for a moment.
const HASHES: usize = 2;

/// How a server runs.
#[derive(Clone, Debug)]
pub struct Config {
    /// `sqlite:<file>` or `postgres://…`.
    pub database: String,
    /// How long what nobody comes back to is kept.
    pub retention: Retention,
    /// Connections to PostgreSQL.
    pub database_connections: u32,
    /// `nats://…` or `tls://…`, by which several nodes tell each other what is new.
    pub bus: Option<String>,
    /// Where people find it, if that is not where it listens.
    pub public_url: Option<String>,
    /// The header `X-Forwarded-For` is believed: a proxy of one's own stands before it.
    pub trusted_proxy: bool,
    /// How often it looks for what other nodes have stored, in case the bus has not told.
    pub refresh: Duration,
    /// Bots that think at the same time.
    pub bot_threads: usize,
    /// Messages that may wait for one socket before it gets everything anew.
    pub queue: usize,
    /// Connections at the same time.
    pub connections: usize,
    /// The same from one address.
    pub connections_per_address: usize,
    /// How long a connection may take to ask for something; twice as long may it take nothing of what it is sent.
    pub patience: Duration,
    /// How long it still serves everybody after it was asked to stop, while `/readyz` already fails.
    pub notice: Duration,
    /// How long what is under way may take when the server stops.
    pub drain: Duration,
    /// Tables that are not over which one person may have opened.
    pub tables_per_person: u32,
    /// The same from one address.
    pub tables_per_address: u32,
    /// `/metrics` and `/readyz` are served at an address of their own.
    pub own_operations: bool,
    /// Messages a second that one socket, and requests a second that one address may send, on average.
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
            patience: Duration::from_secs(10),
            notice: Duration::ZERO,
            drain: Duration::from_secs(10),
            tables_per_person: 40,
            tables_per_address: 200,
            own_operations: false,
            rate: 20,
        }
    }
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
    /// Sessions that were found lately.
    pub(crate) known: Known,
    /// Who does how often what costs others something.
    pub limits: Limits,
    /// The way to browsers whose page is closed.
    pub(crate) push: Push,
    /// Who is connected.
    pub doors: Arc<Doors>,
    /// Who has a socket, by where they say they come from.
    pub(crate) socket_doors: Arc<Doors>,
    origin_key: OnceCell<String>,
    bus: Bus,
    /// It was asked to stop; `/readyz` says so.
    leaving: AtomicBool,
    draining: watch::Sender<bool>,
    /// Why it cannot go on.
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
    /// Opens the store and begins to look for what is due.
    pub async fn start(config: Config) -> Result<Arc<Node>, StoreError> {
        Node::start_reaching(config, Reach::internet()).await
    }

    /// The same, with other push services than those of the internet.
    pub async fn start_reaching(config: Config, reach: Reach) -> Result<Arc<Node>, StoreError> {
        let (bus, notices) = Bus::start(config.bus.as_deref()).map_err(StoreError::Unusable)?;
        let store = Store::open_with(&config.database, config.database_connections).await?;
        let node = Arc::new(Node {
            id: random_hex()[..16].to_owned(),
            push: Push::start(store.clone(), reach, config.public_url.as_deref()),
            store,
            figures: Figures::default(),
            rates: Rates::new(Rate::steady(config.rate)),
            limits: Limits::new(config.rate),
            known: Known::default(),
            doors: Doors::new(config.connections, config.connections_per_address),
            socket_doors: Doors::new(config.connections, config.connections_per_address),
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
            watch_over(&node, Task::Sweeper, tokio::spawn(duties::sweep(weak()))),
            watch_over(&node, Task::Tidying, tokio::spawn(tidy(weak()))),
        ];
        if node.config.bus.is_some() {
            tasks.push(watch_over(&node, Task::Listener, tokio::spawn(listen(weak(), notices))));
        }
        let store = node.store.clone();
        watch_over(&node, Task::Writer, tokio::spawn(async move { store.writer_gone().await }));
        tasks.push((Task::Writer, node.store.writer()));
        let _ = node.tasks.set(tasks);
        Ok(node)
    }

    /// Closes the store; nothing that was acknowledged waits anywhere else.
    pub async fn stop(&self) {
        self.store.close().await;
    }

    /// Why this node cannot go on, should that ever happen: something that it does all the time has stopped.
    pub fn failure(&self) -> impl Future<Output = String> + Send + use<> {
        let mut failed = self.failed.subscribe();
        async move {
            let why = failed.wait_for(Option::is_some).await.ok().and_then(|why| why.clone());
            match why {
                Some(why) => why,
                // Nobody is left who could fail.
                None => std::future::pending().await,
            }
        }
    }

    /// Ends a task without which the node cannot go on, to see what happens then.
    pub fn end(&self, task: Task) {
        let tasks = self.tasks.get().into_iter().flatten();
        tasks.filter(|(what, _)| *what == task).for_each(|(_, handle)| handle.abort());
    }

    /// It was asked to stop: `/readyz` fails from now on, so that a load balancer sends people elsewhere.
    pub(crate) fn give_notice(&self) {
        self.leaving.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to stop.
    pub(crate) fn is_leaving(&self) -> bool {
        self.leaving.load(Ordering::Relaxed)
    }

    /// It stops: sockets are told to connect elsewhere.
    pub(crate) fn drain(&self) {
        self.give_notice();
        self.draining.send_replace(true);
    }

    /// Until it is to stop.
    pub(crate) fn drained(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut draining = self.draining.subscribe();
        async move { drop(draining.wait_for(|draining| *draining).await.map(|_| ())) }
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
    pub(crate) async fn said(self: &Arc<Self>, room: &Room) {
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

    /// Sessions have ended: their sockets are closed here and on the other nodes.
    pub(crate) async fn ended(&self, ended: Ended) {
        if let Ended::Session { session } = &ended {
            self.known.forget(session);
        }
        for room in self.rooms() {
            room.show_out(&ended).await;
        }
        self.bus.tell(Notice { table: EVERY_TABLE.into(), what: New::Ended(ended) });
    }

    /// Where a table is opened from, as it is stored: who has the database cannot read addresses in it.
    pub(crate) async fn origin(&self, address: &str) -> Result<String, StoreError> {
        let read = || async { self.store.once(ORIGIN_KEY, &random_hex()).await };
        let key = self.origin_key.get_or_try_init(read).await?;
        Ok(sha256(format!("{key} {address}").as_bytes())[..16].to_owned())
    }

    /// Whether people reach it by HTTPS only.
    pub(crate) fn is_https(&self) -> bool {
        self.config.public_url.as_deref().is_some_and(|url| url.starts_with("https:"))
    }

    /// Whether other nodes may store steps, too.
    pub fn is_shared(&self) -> bool {
        self.config.database.starts_with("postgres")
    }

    /// Whether the other nodes hear of what this one stores.
    pub fn bus_connected(&self) -> bool {
        self.bus.is_connected()
    }

    /// All figures, in the form that Prometheus reads.
    pub(crate) fn figures_text(&self) -> String {
        let Figures { connections, bus_connected, bus_failures, tables_cached, .. } = &self.figures;
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        connections.set(number(self.doors.count()));
        bus_connected.set(i64::from(self.bus_connected()));
        bus_failures.set(i64::try_from(self.bus.failures()).unwrap_or(i64::MAX));
        tables_cached.set(number(self.room_count()));
        let (open, idle) = self.store.connections();
        self.figures.pool_connections.set(number(open));
        self.figures.pool_idle.set(number(idle));
        self.figures.text()
    }

    /// How many tables are cached.
    pub fn room_count(&self) -> usize {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// A row was stored: the other nodes are told, and what is due at once begins.
    pub(crate) fn stored(self: &Arc<Self>, room: &Arc<Room>, version: u64, now: i64, duty: Option<(Duty, i64)>) {
        self.figures.steps.inc();
        self.bus.tell(Notice { table: room.id.clone(), what: New::Version(version) });
        if duty.is_some_and(|(_, at)| at <= now) {
            duties::perform(self, room, None);
        }
    }
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
}

/// What a node does all the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Stores steps.
    Writer,
    /// Looks for what is due.
    Sweeper,
    /// Hears what other nodes say.
    Listener,
    /// Looks for steps of other nodes, empty rooms and old rows.
    Tidying,
}

/// A node cannot do without this task: should it stop while the node is there, the process says so and ends, and is started again.
fn watch_over(node: &Arc<Node>, task: Task, running: JoinHandle<()>) -> (Task, AbortHandle) {
    let handle = running.abort_handle();
    let node = Arc::downgrade(node);
    tokio::spawn(async move {
        let how = match running.await {
            Err(error) if error.is_panic() => "panicked",
            _ => "stopped",
        };
        if let Some(node) = node.upgrade() {
            let why = format!("the {task:?} task {how}").to_lowercase();
            tracing::error!("{why}: this server cannot go on");
            node.failed.send_replace(Some(why));
        }
    });
    (task, handle)
}

/// Looks now and then for steps that other nodes have stored, for rooms that nobody needs, and for what is old.
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
        node.tidy(turn.is_multiple_of(SELDOM)).await;
        if turn.is_multiple_of(FORGET_EVERY) {
            node.forget_what_is_old().await;
        }
    }
}

impl Node {
    /// Keeps some of the games that ended under a version that kept none; after which one to go on.
    async fn keep_finished(&self, after: String) -> Option<String> {
        match crate::room::keep_finished(&self.store, &after).await {
            Ok(last) => last,
            Err(problem) => {
                tracing::warn!(%problem, "finished games could not be kept");
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
            // The map's and ours: nobody else holds it.
            if Arc::strong_count(&room) <= 2 {
                rooms.remove(&room.id);
            }
        }
        // A lost message of the bus costs two seconds.
        if self.is_shared() || seldom {
            self.look_around(&watched).await;
        }
        if seldom {
            for room in &watched {
                room.still_here(self).await;
            }
        }
        self.rates.tidy();
        self.limits.tidy();
        self.known.tidy();
    }

    /// Looks for what other nodes have stored at tables that somebody looks at here: one question for many.
    async fn look_around(self: &Arc<Self>, watched: &[Arc<Room>]) {
        let ids: Vec<&str> = watched.iter().map(|room| room.id.as_str()).collect();
        let latest = match self.store.latest(&ids).await {
            Ok(latest) => latest,
            Err(error) => return tracing::warn!(%error, "failed to look for steps of other nodes"),
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
            // A line may be stored after one with a higher number.
            if recent || room.has_missed(*line).await {
                room.hear(self).await;
            }
        }
    }
}

/// Follows what other nodes say they have stored.
async fn listen(node: Weak<Node>, mut notices: mpsc::Receiver<Notice>) {
    while let Some(notice) = notices.recv().await {
        let Some(node) = node.upgrade() else { return };
        if let New::Ended(ended) = &notice.what {
            for room in node.rooms() {
                room.show_out(ended).await;
            }
            continue;
        }
        let known = node.rooms.lock().unwrap_or_else(PoisonError::into_inner).get(&notice.table).cloned();
        let Some(room) = known else { continue };
        match notice.what {
            New::Chat => room.hear(&node).await,
            New::Version(version) if room.version().await < version => drop(room.refresh(&node).await),
            New::Version(_) | New::Ended(_) => {}
            New::Presence(presence) => room.seen_elsewhere(&node, presence).await,
        }
    }
}
