//! What differs between the two databases.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::Duration;
use std::{fmt, io};

use sqlx::any::AnyPoolOptions;
use sqlx::migrate::Migrator;
use sqlx::{Any, AnyConnection, AnyPool, AssertSqlSafe, Connection, Executor, Transaction};

use super::{StoreError, migrations};

/// Limits how long a statement or an abandoned transaction can block others; keepalives let the server detect clients that are gone.
const SETTINGS: &str = "SET statement_timeout = '20s'; SET idle_in_transaction_session_timeout = '20s'; \
                        SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3;";

/// No time limits, for a transaction that moves a whole site.
const UNLIMITED: &str = "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;";

/// How long to wait for a database that does not answer.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(4);

/// What a database is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To serve it: its tables are created or brought up to date, and a file is locked.
    Serve,
    /// Another process may serve it: it must exist, and its tables are left as they are.
    Beside,
    /// To import into it: as for serving, but existing tables are left as they are.
    Import,
}

pub(super) enum Dialect {
    /// With the lock that keeps a second server away until the store is closed; none for tools that work alongside a server.
    Sqlite {
        lock: Option<File>,
    },
    Postgres,
}

impl Dialect {
    pub(super) async fn open(url: &str, purpose: Purpose, connections: u32) -> Result<(Dialect, AnyPool), StoreError> {
        sqlx::any::install_default_drivers();
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            prepare(url, "SELECT 1", &migrations::postgres(), purpose, &without_password(url)).await?;
            let options = AnyPoolOptions::new().max_connections(connections.max(2)).acquire_timeout(ACQUIRE_TIMEOUT);
            let options = options
                .after_connect(|connection, _| Box::pin(async move { connection.execute(SETTINGS).await.map(|_| ()) }));
            let pool = options.connect(url).await?;
            return Ok((Dialect::Postgres, pool));
        }
        let Some(path) = url.strip_prefix("sqlite:") else {
            return Err(unusable(
                &without_password(url),
                "this is neither sqlite:FILE nor postgres://user:password@host/name",
            ));
        };
        let beside = purpose == Purpose::Beside;
        let lock = if beside { None } else { Some(lock(Path::new(path))?) };
        // When the disk is full, SQLite ends the transaction by itself and the connection does not notice: it would then refuse everything.
        let sound = AnyPoolOptions::new().before_acquire(|c, _| Box::pin(async move { Ok(!c.is_in_transaction()) }));
        // A file is not lost between two statements, unlike a server.
        let sound = sound.test_before_acquire(false);
        let options = sound.max_connections(8).acquire_timeout(ACQUIRE_TIMEOUT).after_connect(|connection, _| {
            Box::pin(async move {
                // FULL: what was committed survives a power failure. WAL: readers do not wait for the writer; it is checkpointed
                // after 32 MiB, so that pages which change often are written to the file once.
                let pragmas = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA busy_timeout=10000; \
                               PRAGMA foreign_keys=ON; PRAGMA wal_autocheckpoint=8000;";
                connection.execute(pragmas).await.map(|_| ())
            })
        });
        let mode = if beside { "rw" } else { "rwc" };
        if beside && !Path::new(path).exists() {
            return Err(unusable(path, "there is no such file; name the server's --data or --database"));
        }
        let url = format!("sqlite:{}?mode={mode}", encoded(path));
        prepare(&url, "SELECT COUNT(*) FROM sqlite_master", &migrations::sqlite(), purpose, path).await?;
        let pool = options.connect(&url).await?;
        Ok((Dialect::Sqlite { lock }, pool))
    }

    /// Releases the file, once nothing more is written.
    pub(super) fn release(&self) {
        if let Dialect::Sqlite { lock: Some(lock) } = self {
            let _ = lock.unlock();
        }
    }

    /// Whether no other process can be using it.
    pub(super) fn is_ours_alone(&self) -> bool {
        matches!(self, Dialect::Sqlite { lock: Some(_) })
    }

    /// Begins a transaction that will write.
    pub(super) async fn begin(&self, pool: &AnyPool) -> Result<Transaction<'static, Any>, sqlx::Error> {
        match self {
            // A read transaction that starts writing may find the file changed; one that begins as a writer does not.
            Dialect::Sqlite { .. } => pool.begin_with("BEGIN IMMEDIATE").await,
            Dialect::Postgres => pool.begin().await,
        }
    }

    /// The same on a given connection.
    pub(super) async fn begin_on<'c>(
        &self,
        connection: &'c mut AnyConnection,
    ) -> Result<Transaction<'c, Any>, sqlx::Error> {
        match self {
            Dialect::Sqlite { .. } => connection.begin_with("BEGIN IMMEDIATE").await,
            Dialect::Postgres => connection.begin().await,
        }
    }

    /// Begins a transaction that only reads: a snapshot, whatever others write meanwhile, without time limits.
    pub(super) async fn begin_reading(&self, pool: &AnyPool) -> Result<Transaction<'static, Any>, sqlx::Error> {
        match self {
            Dialect::Sqlite { .. } => pool.begin().await,
            Dialect::Postgres => {
                let mut transaction = pool.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
                transaction.execute(UNLIMITED).await?;
                Ok(transaction)
            }
        }
    }

    /// Locks these tables against other writers until the transaction ends, and lifts its time limits.
    pub(super) async fn lock_tables(
        &self,
        transaction: &mut Transaction<'_, Any>,
        names: &[&str],
    ) -> Result<(), sqlx::Error> {
        if let Dialect::Postgres = self {
            let lock = format!("LOCK TABLE {} IN EXCLUSIVE MODE; {UNLIMITED}", names.join(", "));
            transaction.execute(AssertSqlSafe(lock)).await?;
        }
        Ok(())
    }

    /// A statement with `{now}` replaced by the database's clock, `{skip locked}` by the clause that skips rows being written by
    /// others (SQLite has only one writer at a time), `{bytewise}` by the collation that both databases have, and `{each $1}` by the
    /// elements of a JSON array, each a `value`.
    pub(super) fn sql(&self, statement: &str) -> AssertSqlSafe<String> {
        let (now, skip, bytewise, each) = match self {
            Dialect::Sqlite { .. } => {
                ("CAST(unixepoch('subsec') * 1000 AS INTEGER)", "", "COLLATE BINARY", ["json_each(", ")"])
            }
            Dialect::Postgres => (
                "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
                "FOR UPDATE SKIP LOCKED",
                "COLLATE \"C\"",
                ["json_array_elements(CAST(", " AS json)) AS item (value)"],
            ),
        };
        let statement = statement.replace("{now}", now).replace("{skip locked}", skip).replace("{bytewise}", bytewise);
        let Some((before, (parameter, after))) =
            statement.split_once("{each ").and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
        else {
            return AssertSqlSafe(statement);
        };
        AssertSqlSafe(format!("{before}{}{parameter}{}{after}", each[0], each[1]))
    }
}

/// Migrates the tables, or only checks them, over a separate connection. A pool would retry connecting for half a minute,
/// but errors at startup should show at once; and migrations may take longer than any other statement.
async fn prepare(
    url: &str,
    statement: &'static str,
    migrator: &Migrator,
    purpose: Purpose,
    place: &str,
) -> Result<(), StoreError> {
    let connect = async {
        let mut connection = AnyConnection::connect(url).await?;
        connection.execute(statement).await?;
        Ok::<_, sqlx::Error>(connection)
    };
    let mut connection = connect.await.map_err(|error| unusable(place, explained(error)))?;
    let only_check = match purpose {
        Purpose::Serve => false,
        Purpose::Beside => true,
        Purpose::Import => migrations::any(migrator, &mut connection).await,
    };
    let ready = if only_check {
        migrations::check(migrator, &mut connection).await
    } else {
        migrations::run(migrator, &mut connection).await
    };
    ready.map_err(|error| match error {
        StoreError::Unusable(why) => unusable(place, why),
        other => other,
    })?;
    Ok(connection.close().await?)
}

/// A path as part of a URL: characters that have a meaning there are encoded.
fn encoded(path: &str) -> String {
    path.replace('%', "%25").replace('?', "%3F").replace('#', "%23")
}

/// An error at startup, with advice where SQLite says only that a file is damaged.
fn explained(error: sqlx::Error) -> String {
    let code = error.as_database_error().and_then(|error| error.code()).unwrap_or_default().into_owned();
    let advice = match code.as_str() {
        // SQLITE_CORRUPT, SQLITE_NOTADB
        "11" | "26" => "; the file is damaged, and was left as it is: restore a backup",
        _ => "",
    };
    format!("{error}{advice}")
}

fn unusable(place: &str, why: impl fmt::Display) -> StoreError {
    StoreError::Unusable(format!("cannot open the database {place}: {why}"))
}

/// An address without its password, for messages and logs: it may precede the host or be among the parameters.
pub(crate) fn without_password(url: &str) -> String {
    let place = url.split_once('?').map_or(url, |(place, _)| place);
    let Some((scheme, rest)) = place.split_once("://") else { return place.to_owned() };
    match rest.rsplit_once('@') {
        Some((_, host)) => format!("{scheme}://…@{host}"),
        None => place.to_owned(),
    }
}

/// Two processes serving the same file would each trust their own cache: the second one is refused.
fn lock(path: &Path) -> Result<File, StoreError> {
    let place = path.display().to_string();
    let denied = |e: io::Error| unusable(&place, format!("{e}; another folder can be named with --data"));
    if let Some(folder) = path.parent().filter(|p| !p.as_os_str().is_empty()) {
        if folder.exists() && !folder.is_dir() {
            return Err(unusable(&place, format!("{} is not a folder", folder.display())));
        }
        std::fs::create_dir_all(folder).map_err(denied)?;
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let file = File::options().create(true).truncate(false).write(true).open(&name).map_err(denied)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            let why = "another sabika serves this file already; stop it, or give this one a --data folder of its own";
            Err(unusable(&place, why))
        }
        Err(TryLockError::Error(error)) => Err(denied(error)),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::*;

    /// An empty folder that is removed again.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let folder = std::env::temp_dir().join(format!("sabika-dialect-{name}-{}", std::process::id()));
            fs::create_dir_all(&folder).unwrap();
            Folder(folder)
        }

        async fn open(&self, file: &str, purpose: Purpose) -> Result<(), String> {
            let url = format!("sqlite:{}", self.0.join(file).display());
            let (_, pool) = Dialect::open(&url, purpose, 2).await.map_err(|error| error.to_string())?;
            pool.close().await;
            Ok(())
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).unwrap();
        }
    }

    /// People may call their folders as they like.
    #[tokio::test]
    async fn any_folder_name_will_do() {
        let folder = Folder::new("names");
        for name in ["a b", "50%20", "who?", "#1", "Año ł"] {
            let file = format!("{name}/sabika.db");
            folder.open(&file, Purpose::Serve).await.unwrap();
            assert!(folder.0.join(&file).is_file(), "{name}");
            folder.open(&file, Purpose::Beside).await.unwrap();
        }
    }

    #[tokio::test]
    async fn a_damaged_file_is_left_as_it_is() {
        let folder = Folder::new("damaged");
        folder.open("whole.db", Purpose::Serve).await.unwrap();
        let whole = fs::read(folder.0.join("whole.db")).unwrap();
        for (name, bytes) in
            [("other.db", b"this is a letter to my aunt\n".repeat(300)), ("cut.db", whole[..9000].to_vec())]
        {
            fs::write(folder.0.join(name), &bytes).unwrap();
            for purpose in [Purpose::Serve, Purpose::Beside] {
                let error = folder.open(name, purpose).await.unwrap_err();
                assert!(error.contains(name) && error.contains("restore a backup"), "{error}");
            }
            assert_eq!(fs::read(folder.0.join(name)).unwrap(), bytes);
        }
    }

    #[tokio::test]
    async fn what_is_missing_is_named() {
        let folder = Folder::new("missing");
        let error = folder.open("sabika.db", Purpose::Beside).await.unwrap_err();
        assert!(error.contains("sabika.db: there is no such file"), "{error}");
        fs::write(folder.0.join("file"), "").unwrap();
        let error = folder.open("file/sabika.db", Purpose::Serve).await.unwrap_err();
        assert!(error.ends_with("file is not a folder"), "{error}");
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1, "nothing was created");
    }
}
