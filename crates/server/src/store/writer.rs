//! A single writer puts all waiting appends into one transaction: many tables share one flush to disk.

use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyPool, Executor, Transaction};
use tokio::sync::{mpsc, oneshot};
use tokio::task::AbortHandle;

use super::dialect::Dialect;
use super::{LIMIT, Store, StoreError, batch, keepsakes, notices, ratings};
use crate::metrics::StoreMetrics;
use sabika_table::{Finish, News};

/// The maximum number of appends per transaction, and of waiting ones.
const MOST: usize = 256;

/// How long after its last use a connection to a server need not be tested.
const TRUSTED: Duration = Duration::from_secs(1);

/// SQLite's page cache for the writer, in KiB: enough for the pages that steps of some thousand tables are appended to.
const CACHE: &str = "PRAGMA cache_size = -16000";

/// PostgreSQL's error codes for deadlocks and the like, and how often such a transaction is retried.
const DEADLOCK: &str = "40P01";
const SERIALIZATION: &str = "40001";
const RETRIES: usize = 5;

/// A step to be stored, with its consequences; all or nothing.
#[derive(Clone, Debug)]
pub struct Append {
    /// The table.
    pub table: String,
    /// One more than the table's last version.
    pub version: u64,
    /// The step.
    pub body: String,
    /// The summary of the table in lists.
    pub summary: Summary,
    /// When it is due next.
    pub due: Due,
    /// Notifications for people elsewhere.
    pub news: Vec<News>,
    /// The result, if the game ends with this step.
    pub finish: Option<Finish>,
    /// The keepsake of a game that ends with it.
    pub keepsake: Option<String>,
}

/// The summary of a table in lists.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Summary {
    pub code: String,
    pub host: String,
    pub status: String,
    pub public: bool,
    /// A [`crate::wire::TableInfo`] in JSON; `None` if it and everything above is unchanged.
    pub info: Option<String>,
    pub seated: Seated,
    /// The time of the last activity stays unchanged (T8).
    pub quiet: bool,
}

/// Who sits at a table, and whose turn it is. Most steps change nothing here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seated {
    /// Unchanged.
    AsBefore,
    /// The same people; the table waits for this one, or for nobody.
    Turn(Option<String>),
    /// Everybody at the table, and whether it waits for them.
    Anew(Vec<(String, bool)>),
}

/// When a table is due next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// Unchanged.
    AsBefore,
    /// Never.
    Never,
    /// In a while.
    In {
        /// This many milliseconds from now.
        after: i64,
        /// At once, by the node that stores this; by others only after this many milliseconds.
        lease: i64,
    },
}

/// A stored step, and its time.
pub(super) type Fresh<'a> = (&'a Append, i64);

pub(super) struct Job {
    append: Append,
    answer: oneshot::Sender<Result<i64, StoreError>>,
}

impl Store {
    /// Stores a step. When this returns, it is on disk; the result is the database time.
    pub async fn append(&self, append: Append) -> Result<i64, StoreError> {
        let (answer, stored) = oneshot::channel();
        let gone = || StoreError::Down("the writer has stopped".into());
        self.appends.send(Job { append, answer }).await.map_err(|_| gone())?;
        stored.await.map_err(|_| gone())?
    }
}

impl Store {
    /// Waits until the writer has stopped, which happens only if it panics.
    pub(crate) async fn writer_gone(&self) {
        self.appends.closed().await;
    }

    /// Aborts the writer.
    pub(crate) fn writer(&self) -> AbortHandle {
        self.writer.clone()
    }
}

impl Append {
    /// Whether it changes nothing except whose turn it is and when the table is due.
    fn is_plain(&self) -> bool {
        let Append { summary, due, news, finish, keepsake, .. } = self;
        summary.info.is_none()
            && !matches!(summary.seated, Seated::Anew(_))
            && *due != Due::Never
            && news.is_empty()
            && finish.is_none()
            && keepsake.is_none()
    }
}

/// The database, as the writer uses it.
struct Writer {
    pool: AnyPool,
    dialect: Arc<Dialect>,
    metrics: StoreMetrics,
    /// The connection used last, and when. That of a server need not be tested for a short time; that of a file is kept, because
    /// SQLite forgets the pages it has read whenever another connection writes.
    connection: Option<(PoolConnection<Any>, Instant)>,
}

pub(super) fn start(pool: AnyPool, dialect: Arc<Dialect>, metrics: StoreMetrics) -> (mpsc::Sender<Job>, AbortHandle) {
    let (sender, mut jobs) = mpsc::channel(MOST);
    let mut database = Writer { pool: pool.clone(), dialect, metrics, connection: None };
    let writer = tokio::spawn(async move {
        let mut batch = Vec::new();
        let (mut closing, mut closed) = (pin!(pool.close_event()), false);
        loop {
            tokio::select! {
                received = jobs.recv_many(&mut batch, MOST) => if received == 0 { return },
                // A pool is closed once everybody has returned their connections.
                () = &mut closing, if !closed => {
                    closed = true;
                    database.connection = None;
                    continue;
                }
            }
            // The same order on all nodes prevents deadlocks.
            batch.sort_by(|a: &Job, b: &Job| {
                (&a.append.table, a.append.version).cmp(&(&b.append.table, b.append.version))
            });
            database.store_all(&mut batch).await;
        }
    });
    (sender, writer.abort_handle())
}

/// Why a batch failed.
#[derive(Clone, Debug)]
enum BatchError {
    /// The database refused.
    Refused(String),
    /// The database is unreachable.
    Gone(String),
}

impl std::fmt::Display for BatchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (BatchError::Refused(why) | BatchError::Gone(why)) = self;
        f.write_str(why)
    }
}

impl Writer {
    /// Stores a batch and answers all senders. If it fails, each append is retried alone, so that one the database refuses fails no other.
    async fn store_all(&mut self, batch: &mut Vec<Job>) {
        let error = match self.store_in_time(batch).await {
            Ok(results) => {
                for (job, stored) in batch.drain(..).zip(results) {
                    let _ = job.answer.send(stored.ok_or(StoreError::Lost));
                }
                return;
            }
            Err(error) => error,
        };
        // An unreachable database fails all of them.
        let refused = matches!(error, BatchError::Refused(_)) && batch.len() > 1;
        if !refused {
            tracing::warn!(%error, appends = batch.len(), "failed to store a batch");
        }
        for job in batch.drain(..) {
            let alone = if refused { self.store_in_time(std::slice::from_ref(&job)).await } else { Err(error.clone()) };
            let stored = match alone {
                Ok(stored) => stored.first().copied().flatten().ok_or(StoreError::Lost),
                Err(error) => {
                    if refused {
                        tracing::error!(table = job.append.table, %error, "the database refused a step");
                    }
                    Err(StoreError::Down(error.to_string()))
                }
            };
            let _ = job.answer.send(stored);
        }
    }

    /// Stores a batch, with retries after a deadlock.
    async fn store_in_time(&mut self, batch: &[Job]) -> Result<Vec<Option<i64>>, BatchError> {
        let mut tries = 0;
        loop {
            let Ok(stored) = tokio::time::timeout(LIMIT, self.store(batch)).await else {
                return Err(BatchError::Gone("the database has not answered in time".into()));
            };
            let error = match stored {
                Ok(stored) => return Ok(stored),
                Err(error) => error,
            };
            let code = error.as_database_error().and_then(|e| e.code()).map(|code| code.into_owned());
            match code.as_deref() {
                Some(DEADLOCK | SERIALIZATION) if tries < RETRIES => tries += 1,
                Some(_) => return Err(BatchError::Refused(error.to_string())),
                None => return Err(BatchError::Gone(error.to_string())),
            }
        }
    }

    /// A connection that works.
    async fn acquire(&mut self) -> Result<PoolConnection<Any>, sqlx::Error> {
        let begin = Instant::now();
        let mut connection = self.pool.acquire().await?;
        self.metrics.pool.since(begin);
        if let Dialect::Sqlite { .. } = *self.dialect {
            connection.execute(CACHE).await?;
        }
        Ok(connection)
    }

    /// When each was stored; `None` if another was faster, which fails only this one.
    async fn store(&mut self, batch: &[Job]) -> Result<Vec<Option<i64>>, sqlx::Error> {
        let appends: Vec<&Append> = batch.iter().map(|job| &job.append).collect();
        // It is put back only if nothing failed: what is left of a failed or abandoned one may be anything.
        let postgres = matches!(*self.dialect, Dialect::Postgres);
        let mut connection = match self.connection.take() {
            Some((connection, used)) if !postgres || used.elapsed() < TRUSTED => connection,
            _ => self.acquire().await?,
        };
        let one_each = appends.windows(2).all(|pair| pair[0].table != pair[1].table);
        let begin = Instant::now();
        let stored = if postgres && one_each && appends.iter().all(|append| append.is_plain()) {
            batch::steps_alone(&mut connection, &self.dialect, &appends).await?
        } else {
            store(self.dialect.begin_on(&mut connection).await?, &self.dialect, &appends).await?
        };
        self.metrics.batch.since(begin);
        self.metrics.batch_steps.add(stored.len());
        self.connection = Some((connection, Instant::now()));
        Ok(stored)
    }
}

/// Stores steps and their consequences. A transaction inserts all steps before it touches anything else: two nodes that race wait for each
/// other there, in one order, and nowhere after.
async fn store(
    mut transaction: Transaction<'_, Any>,
    dialect: &Dialect,
    appends: &[&Append],
) -> Result<Vec<Option<i64>>, sqlx::Error> {
    if appends.iter().any(|append| append.finish.as_ref().is_some_and(|f| f.rated)) {
        ratings::lock(&mut transaction, dialect).await?;
    }
    let stored = batch::steps(&mut transaction, dialect, appends).await?;
    let mut fresh: Vec<Fresh> = appends.iter().zip(&stored).filter_map(|(a, at)| Some((*a, (*at)?))).collect();
    // Of several steps of one table, the last one decides the summary: steps wait for each other, so there are hardly ever two.
    while !fresh.is_empty() {
        let (now, rest) = first_of_each(fresh);
        follow_up(&mut transaction, dialect, &now).await?;
        fresh = rest;
    }
    transaction.commit().await?;
    Ok(stored)
}

/// The first append of each table, and the rest.
fn first_of_each(sorted: Vec<Fresh<'_>>) -> (Vec<Fresh<'_>>, Vec<Fresh<'_>>) {
    let mut last = None;
    sorted.into_iter().partition(|(append, _)| last.replace(&append.table) != Some(&append.table))
}

/// The consequences of stored steps, at most one per table.
async fn follow_up(
    transaction: &mut Transaction<'_, Any>,
    dialect: &Dialect,
    fresh: &[Fresh<'_>],
) -> Result<(), sqlx::Error> {
    for (append, at) in fresh {
        if let Some(info) = &append.summary.info {
            write_table(transaction, &append.table, &append.summary, info, *at).await?;
        }
        if let Seated::Anew(people) = &append.summary.seated {
            seat_anew(transaction, append, people).await?;
        }
        for news in &append.news {
            notices::write(transaction, &append.table, news, *at).await?;
        }
        if let Some(finish) = &append.finish {
            ratings::finish(transaction, &append.table, finish, *at).await?;
        }
        if let Some(keepsake) = &append.keepsake {
            keepsakes::write(transaction, &append.table, keepsake).await?;
        }
    }
    batch::touch(transaction, dialect, fresh).await?;
    batch::turns(transaction, dialect, fresh).await?;
    batch::dues(transaction, dialect, fresh).await
}

async fn write_table(
    transaction: &mut Transaction<'_, Any>,
    table: &str,
    Summary { code, host, status, public, quiet, .. }: &Summary,
    info: &str,
    at: i64,
) -> Result<(), sqlx::Error> {
    let upsert = "INSERT INTO tables (id, code, status, public, info, changed_at, host) VALUES ($1, $2, $3, $4, $5, $6, $8) \
                  ON CONFLICT (id) DO UPDATE SET status = $3, public = $4, info = $5, \
                  changed_at = CASE WHEN $7 = 1 THEN tables.changed_at ELSE $6 END";
    let upsert = sqlx::query(upsert).bind(table).bind(code).bind(status).bind(*public as i64).bind(info);
    upsert.bind(at).bind(*quiet as i64).bind(host).execute(&mut **transaction).await.map(|_| ())
}

async fn seat_anew(
    transaction: &mut Transaction<'_, Any>,
    Append { table, summary, .. }: &Append,
    people: &[(String, bool)],
) -> Result<(), sqlx::Error> {
    let delete = sqlx::query("DELETE FROM seated WHERE table_id = $1").bind(table);
    delete.execute(&mut **transaction).await?;
    for (person, your_turn) in people {
        let insert = sqlx::query("INSERT INTO seated (person, table_id, your_turn) VALUES ($1, $2, $3)");
        insert.bind(person).bind(table).bind(*your_turn as i64).execute(&mut **transaction).await?;
        // Nobody takes a seat after the start.
        if summary.status == "lobby" {
            let insert = sqlx::query("INSERT INTO sat (person, table_id) VALUES ($1, $2) ON CONFLICT DO NOTHING");
            insert.bind(person).bind(table).execute(&mut **transaction).await?;
        }
    }
    Ok(())
}
