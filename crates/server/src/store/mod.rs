//! Everything that is kept, in SQLite or PostgreSQL. The only place with SQL. Both databases understand the same statements;
//! what differs (their clocks, how they are opened and locked) is in `dialect.rs`.

mod batch;
mod browsers;
mod care;
mod dialect;
mod forget;
mod notices;
mod people;
mod ratings;
mod site;
mod tables;
mod writer;

use std::fmt;
use std::sync::Arc;

use sqlx::{Any, AnyPool, Transaction};
use tokio::sync::mpsc;

use dialect::Dialect;
pub(crate) use dialect::without_password;
pub use people::{Account, SESSION, Session, name_key};
pub use site::{Report, Stats};
pub use tables::{ChatRow, Listed};
pub use writer::{Append, Due, Seated, Summary};

/// One stored step of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Counted from 1 without gaps.
    pub version: u64,
    /// Database time, milliseconds since 1970.
    pub at: i64,
    /// A [`crate::table::Row`] in JSON.
    pub body: String,
}

/// Why something was not stored or read.
#[derive(Debug)]
pub enum StoreError {
    /// Another one was stored under this version first.
    Lost,
    /// The database does not answer, or refuses.
    Down(String),
    /// What was asked for cannot be used at all: what, and why.
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

/// The store.
#[derive(Clone)]
pub struct Store {
    pool: AnyPool,
    dialect: Arc<Dialect>,
    appends: mpsc::Sender<writer::Job>,
}

impl Store {
    /// Opens a database, `sqlite:<file>` or `postgres://…`, and brings its tables up to date.
    pub async fn open(url: &str) -> Result<Store, StoreError> {
        let store = Store::connect(url, false).await?;
        if store.dialect.is_ours_alone() {
            // Whoever claimed something there is gone.
            sqlx::query("UPDATE due SET claimed_until = 0").execute(&store.pool).await?;
        }
        Ok(store)
    }

    /// Opens a database that a server may be at work in.
    pub async fn open_beside(url: &str) -> Result<Store, StoreError> {
        Store::connect(url, true).await
    }

    async fn connect(url: &str, beside: bool) -> Result<Store, StoreError> {
        let (dialect, pool) = Dialect::open(url, beside).await?;
        let dialect = Arc::new(dialect);
        dialect.migrate(&pool).await?;
        let appends = writer::start(pool.clone(), dialect.clone());
        Ok(Store { pool, dialect, appends })
    }

    /// Whether the database answers.
    pub async fn ready(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }

    /// Database time, milliseconds since 1970.
    pub async fn now(&self) -> Result<i64, StoreError> {
        Ok(sqlx::query_scalar(self.dialect.sql("SELECT {now}")).fetch_one(&self.pool).await?)
    }

    async fn begin(&self) -> Result<Transaction<'static, Any>, StoreError> {
        Ok(self.dialect.begin(&self.pool).await?)
    }

    /// Finishes what is under way; then another process may open the database, whoever still holds this one.
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
        }
    }

    /// Every connection takes the disk for full when the file has so many pages.
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
    async fn a_disk_that_was_full_is_written_again_when_there_is_room() {
        let folder = std::env::temp_dir().join(format!("sabika-full-disk-{}", std::process::id()));
        let store = Store::open(&format!("sqlite:{}", folder.join("sabika.db").display())).await.unwrap();
        assert!(store.append(step(1)).await.is_ok());
        limit(&store, 1).await;
        assert!(matches!(store.append(step(2)).await, Err(StoreError::Down(_))), "the disk is full");
        limit(&store, 1 << 30).await;
        for version in 2..20 {
            assert!(store.append(step(version)).await.is_ok(), "there is room again, whichever connection it is");
        }
        store.close().await;
        std::fs::remove_dir_all(folder).unwrap();
    }
}
