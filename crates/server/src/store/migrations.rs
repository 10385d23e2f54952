//! Migrates the tables of a database with sqlx's migrator. It stores a checksum with each migration, so a migration that was
//! changed after its release is detected. (`sqlx::migrate!` makes the same migrator, but would build both
//! drivers and SQLite a second time for the compiler; the list below costs nothing.)

use std::collections::HashMap;

use sqlx::migrate::{Migrate, MigrateError, Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, Executor, SqlSafeStr};

use super::StoreError;

/// Never change a released migration; add another.
macro_rules! migrator {
    ($database:literal: $($version:literal $name:literal)*) => {
        Migrator::with_migrations(vec![$({
            let sql = include_str!(concat!("../../migrations/", $database, "/", $version, "_", $name, ".sql"));
            Migration::new($version, $name.into(), MigrationType::Simple, sql.into_sql_str(), false)
        }),*])
    };
    ($database:literal) => {
        migrator!($database: 1 "tables" 2 "accounts" 3 "browsers" 4 "due_written" 5 "chat_messages" 6 "limits" 7 "kept" 8 "daily" 9 "progress" 10 "duplicates")
    };
}

pub(super) fn sqlite() -> Migrator {
    migrator!("sqlite")
}

pub(super) fn postgres() -> Migrator {
    migrator!("postgres")
}

/// Until 0.1, migrations were only counted, in this table. It is still updated, so that an older program recognizes a database that it
/// must not touch.
const COUNTED: &str = "SELECT COUNT(*) FROM migrations";
const COUNT: &str = "INSERT INTO migrations (number) SELECT version FROM _sqlx_migrations \
                     WHERE success ON CONFLICT DO NOTHING";

/// Runs the missing migrations. Several nodes may start at once: they wait for each other.
pub(super) async fn run(migrator: &Migrator, connection: &mut AnyConnection) -> Result<(), StoreError> {
    let counted = counted(connection).await;
    if let Some(counted) = counted {
        if counted > migrator.iter().count() as i64 {
            return Err(newer());
        }
        // These have already run; only sqlx's own records of them are missing.
        migrator.run_direct(Some(counted), connection, true).await.map_err(wrong)?;
    }
    migrator.run_direct(None, connection, false).await.map_err(wrong)?;
    if counted.is_some() {
        connection.execute(COUNT).await?;
    }
    Ok(())
}

/// Whether any migration has run, of whichever version.
pub(super) async fn any(migrator: &Migrator, connection: &mut AnyConnection) -> bool {
    let made = connection.list_applied_migrations(&migrator.table_name).await;
    made.is_ok_and(|made| !made.is_empty()) || counted(connection).await.is_some()
}

/// Checks that the tables are those of this version; changes nothing.
pub(super) async fn check(migrator: &Migrator, connection: &mut AnyConnection) -> Result<(), StoreError> {
    let made = match connection.list_applied_migrations(&migrator.table_name).await {
        Ok(made) => made,
        Err(_) if counted(connection).await.is_some() => return Err(older()),
        Err(_) => return Err(StoreError::Unusable("this is not a Sabika database".into())),
    };
    let made: HashMap<i64, _> = made.into_iter().map(|made| (made.version, made.checksum)).collect();
    if made.keys().any(|version| !migrator.version_exists(*version)) {
        return Err(newer());
    }
    for migration in migrator.iter() {
        match made.get(&migration.version) {
            None => return Err(older()),
            Some(checksum) if *checksum != migration.checksum => {
                return Err(wrong(MigrateError::VersionMismatch(migration.version)));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// The number of migrations of a 0.1 database; `None` if it is newer or has no tables yet.
async fn counted(connection: &mut AnyConnection) -> Option<i64> {
    sqlx::query_scalar(COUNTED).fetch_one(connection).await.ok()
}

fn wrong(error: MigrateError) -> StoreError {
    match error {
        MigrateError::Execute(error) => error.into(),
        MigrateError::VersionMissing(_) => newer(),
        MigrateError::VersionMismatch(version) => StoreError::Unusable(format!(
            "its migration {version} was made by another program: the checksum differs from that of this version of Sabika"
        )),
        other => StoreError::Unusable(format!("its tables could not be brought up to date: {other}")),
    }
}

fn newer() -> StoreError {
    StoreError::Unusable("it was written by a newer version of Sabika; nothing was changed".into())
}

fn older() -> StoreError {
    StoreError::Unusable(
        "it is from an older version of Sabika: start the server of this version once, which brings it up to date"
            .into(),
    )
}
