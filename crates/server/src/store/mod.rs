//! Everything persistent, in SQLite or PostgreSQL. The only place with SQL. Both databases understand the same statements;
//! what differs (their clocks, how they are opened and locked) is in `dialect.rs`.

mod batch;
mod blocks;
mod browsers;
mod contents;
mod daily;
mod dialect;
mod duplicates;
mod export;
mod forget;
mod import;
mod keepsakes;
mod migrations;
mod moderators;
mod notices;
mod people;
mod progress;
mod ratings;
mod retention;
mod site;
mod tables;
mod writer;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use sqlx::{Any, AnyPool, Transaction};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use crate::metrics::StoreMetrics;
pub use contents::Counts;
pub(crate) use dialect::without_password;
use dialect::{Dialect, Purpose};
pub use duplicates::{DealPlayed, NewMatch, StoredDuplicate};
pub use people::{Account, SESSION, Session, name_key};
pub use retention::Retention;
pub use site::{Report, Stats};
pub use tables::{ChatRow, Claimed, Listed, Said};
pub use writer::{Append, Due, Seated, Summary};

/// One stored step of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Starts at 1 and has no gaps.
    pub version: u64,
    /// Database time, milliseconds since 1970.
    pub at: i64,
    /// A [`sabika_table::Row`] in JSON.
    pub body: String,
}

/// Why reading or storing failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// Another step was stored under this version first.
    Lost,
    /// The database is unreachable, or refused.
    Down(String),
    /// It can never work: what, and why.
    Unusable(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Lost => f.write_str("somebody else stored this version first"),
            StoreError::Down(why) => write!(f, "the database does not answer: {why}"),
            StoreError::Unusable(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Down(error.to_string())
    }
}

/// The default number of connections to PostgreSQL; and that of tools that work alongside a server.
pub const CONNECTIONS: u32 = 16;
const TOOL_CONNECTIONS: u32 = 2;
/// The time limit of every operation: an unresponsive database counts as unreachable, and the client is told to retry.
const LIMIT: Duration = Duration::from_secs(8);

/// The result of an operation, if it completes in time.
async fn in_time<T>(work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    let late = |_| StoreError::Down("it has not answered in time".into());
    tokio::time::timeout(LIMIT, work).await.map_err(late)?
}

/// The store.
#[derive(Clone)]
pub struct Store {
    pool: AnyPool,
    dialect: Arc<Dialect>,
    appends: mpsc::Sender<writer::Job>,
    writer: AbortHandle,
    pub(crate) metrics: StoreMetrics,
}

impl Store {
    /// Opens a database, `sqlite:<file>` or `postgres://…`, and migrates its tables.
    pub async fn open(url: &str) -> Result<Store, StoreError> {
        Store::open_with(url, CONNECTIONS).await
    }

    /// The same with this many connections to PostgreSQL.
    pub async fn open_with(url: &str, connections: u32) -> Result<Store, StoreError> {
        let store = Store::connect(url, Purpose::Serve, connections).await?;
        if store.dialect.is_ours_alone() {
            // Whoever held claims there is gone.
            sqlx::query("UPDATE due SET claimed_until = 0").execute(&store.pool).await?;
        }
        store.write_looks().await?;
        Ok(store)
    }

    /// Opens a database that a server may be using. Its tables are not migrated: that is the server's job.
    pub async fn open_beside(url: &str) -> Result<Store, StoreError> {
        Store::connect(url, Purpose::Beside, TOOL_CONNECTIONS).await
    }

    async fn connect(url: &str, purpose: Purpose, connections: u32) -> Result<Store, StoreError> {
        let (dialect, pool) = Dialect::open(url, purpose, connections).await?;
        let dialect = Arc::new(dialect);
        let metrics = StoreMetrics::default();
        let (appends, writer) = writer::start(pool.clone(), dialect.clone(), metrics.clone());
        Ok(Store { pool, dialect, appends, writer, metrics })
    }

    /// Whether the database is reachable.
    pub async fn ready(&self) -> Result<(), StoreError> {
        in_time(async {
            sqlx::query("SELECT 1").execute(&self.pool).await?;
            Ok(())
        })
        .await
    }

    /// The number of connections, and how many of them are idle.
    pub(crate) fn connections(&self) -> (usize, usize) {
        (self.pool.size() as usize, self.pool.num_idle())
    }

    /// Database time, milliseconds since 1970.
    pub async fn now(&self) -> Result<i64, StoreError> {
        let now = self.dialect.sql("SELECT {now}");
        in_time(async { Ok(sqlx::query_scalar(now).fetch_one(&self.pool).await?) }).await
    }

    async fn begin(&self) -> Result<Transaction<'static, Any>, StoreError> {
        Ok(self.dialect.begin(&self.pool).await?)
    }

    /// Finishes pending work; then another process may open the database, whoever still holds this handle.
    pub async fn close(&self) {
        self.pool.close().await;
        self.dialect.release();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The next step of a table, too long for one page.
    fn step(version: u64) -> Append {
        let summary = Summary {
            code: "ABCDEF".into(),
            host: "host".into(),
            status: "playing".into(),
            public: false,
            info: Some("{}".into()),
            seated: Seated::AsBefore,
            quiet: false,
        };
        Append {
            table: "table".into(),
            version,
            body: "x".repeat(10_000),
            summary,
            due: Due::Never,
            news: Vec::new(),
            finish: None,
            keepsake: None,
        }
    }

    /// Makes every connection treat the disk as full when the file has this many pages.
    async fn limit(store: &Store, pages: u32) {
        let mut all = Vec::new();
        for _ in 0..store.pool.options().get_max_connections() {
            let mut connection = store.pool.acquire().await.unwrap();
            let pragma = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
            sqlx::query(pragma).execute(&mut *connection).await.unwrap();
            all.push(connection);
        }
    }

    #[tokio::test]
    async fn writing_resumes_when_a_full_disk_has_room_again() {
        let folder = std::env::temp_dir().join(format!("sabika-full-disk-{}", std::process::id()));
        let store = Store::open(&format!("sqlite:{}", folder.join("sabika.db").display())).await.unwrap();
        let pages: i64 = sqlx::query_scalar("PRAGMA page_count").fetch_one(&store.pool).await.unwrap();
        limit(&store, u32::try_from(pages).unwrap() + 4).await;
        // The writer keeps its connection from the first step on, and the disk becomes full while it does.
        let mut version = 1;
        let full = loop {
            match store.append(step(version)).await {
                Ok(_) => version += 1,
                Err(error) => break error,
            }
        };
        assert!(matches!(full, StoreError::Down(_)) && version > 1, "the disk is full after {version} steps: {full:?}");
        limit(&store, 1 << 30).await;
        for version in version..version + 20 {
            assert!(store.append(step(version)).await.is_ok(), "there is room again");
        }
        store.close().await;
        std::fs::remove_dir_all(folder).unwrap();
    }
}
