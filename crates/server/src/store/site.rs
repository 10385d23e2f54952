//! For a site's owner: reports, bans, statistics.

use sqlx::Row;
use sqlx::any::AnyRow;

use super::blocks::person;
use super::in_time;
use super::people::name_key;
use super::{Store, StoreError};
use crate::wire::Person;

/// The maximum length of a list.
const LISTED: i64 = 200;

/// A report.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Report {
    pub id: String,
    /// Milliseconds since 1970.
    pub at: i64,
    pub reporter: Person,
    pub person: Person,
    pub table: Option<String>,
    /// The chat message as it was.
    pub said: Option<String>,
    pub text: String,
}

/// Statistics of a site.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)]
pub struct Stats {
    pub people: i64,
    pub kept: i64,
    pub sessions: i64,
    pub banned: i64,
    pub open_reports: i64,
    pub steps: i64,
    pub rated: i64,
    /// By status.
    pub tables: Vec<(String, i64)>,
}

impl Store {
    /// Open reports, oldest first.
    pub async fn open_reports(&self) -> Result<Vec<Report>, StoreError> {
        in_time(async {
            let select = "SELECT reports.id, at, reporter, r.name, person, p.name, table_id, said, text FROM reports \
                      LEFT JOIN people r ON r.id = reporter LEFT JOIN people p ON p.id = person \
                      WHERE closed = 0 ORDER BY at LIMIT $1";
            let rows = sqlx::query(select).bind(LISTED).fetch_all(&self.pool).await?;
            let report = |row: &AnyRow| {
                Ok(Report {
                    id: row.try_get(0)?,
                    at: row.try_get(1)?,
                    reporter: person(row, 2)?,
                    person: person(row, 4)?,
                    table: row.try_get(6)?,
                    said: row.try_get(7)?,
                    text: row.try_get(8)?,
                })
            };
            rows.iter().map(report).collect()
        })
        .await
    }

    /// Closes a report; `false` if there is no such report.
    pub async fn close_report(&self, id: &str) -> Result<bool, StoreError> {
        in_time(async {
            let update = sqlx::query("UPDATE reports SET closed = 1 WHERE id = $1").bind(id);
            Ok(update.execute(&self.pool).await?.rows_affected() == 1)
        })
        .await
    }

    /// Bans a person.
    pub async fn ban(&self, person: &str, reason: &str) -> Result<(), StoreError> {
        in_time(async {
            let insert = "INSERT INTO bans (person, reason, at) VALUES ($1, $2, {now}) \
                      ON CONFLICT (person) DO UPDATE SET reason = $2";
            sqlx::query(self.dialect.sql(insert)).bind(person).bind(reason).execute(&self.pool).await?;
            Ok(())
        })
        .await
    }

    /// Lifts a ban; `false` if there was none.
    pub async fn unban(&self, person: &str) -> Result<bool, StoreError> {
        in_time(async {
            let delete = sqlx::query("DELETE FROM bans WHERE person = $1").bind(person);
            Ok(delete.execute(&self.pool).await?.rows_affected() == 1)
        })
        .await
    }

    /// Everybody who is banned, with the reason.
    pub async fn banned(&self) -> Result<Vec<(Person, String)>, StoreError> {
        in_time(async {
            let select = "SELECT person, name, reason FROM bans LEFT JOIN people ON id = person ORDER BY at";
            let rows = sqlx::query(select).fetch_all(&self.pool).await?;
            rows.iter().map(|row| Ok((person(row, 0)?, row.try_get(2)?))).collect()
        })
        .await
    }

    /// Counts everything.
    pub async fn stats(&self) -> Result<Stats, StoreError> {
        in_time(async {
            let count = async |select: &'static str| sqlx::query_scalar::<_, i64>(select).fetch_one(&self.pool).await;
            let by_status = "SELECT status, COUNT(*) FROM tables GROUP BY status ORDER BY status";
            let rows = sqlx::query(by_status).fetch_all(&self.pool).await?;
            Ok(Stats {
                people: count("SELECT COUNT(*) FROM people").await?,
                kept: count("SELECT COUNT(*) FROM accounts").await?,
                sessions: count("SELECT COUNT(*) FROM sessions").await?,
                banned: count("SELECT COUNT(*) FROM bans").await?,
                open_reports: count("SELECT COUNT(*) FROM reports WHERE closed = 0").await?,
                steps: count("SELECT COUNT(*) FROM steps").await?,
                rated: count("SELECT COUNT(DISTINCT table_id) FROM placings WHERE points_after IS NOT NULL").await?,
                tables: rows.iter().map(|r| Ok((r.try_get(0)?, r.try_get(1)?))).collect::<Result<_, sqlx::Error>>()?,
            })
        })
        .await
    }

    /// Everybody with a name like this, latest first.
    pub async fn find_people(&self, name: &str) -> Result<Vec<Person>, StoreError> {
        in_time(async {
            // SQLite lowercases only A to Z, so names are compared here.
            let all = sqlx::query("SELECT id, name FROM people ORDER BY created_at DESC").fetch_all(&self.pool).await?;
            let key = name_key(name);
            let all = all.iter().map(|row| person(row, 0)).collect::<Result<Vec<Person>, sqlx::Error>>()?;
            let like = |p: &Person| p.id == name || name_key(&p.name).contains(&key);
            Ok(all.into_iter().filter(like).take(LISTED as usize).collect())
        })
        .await
    }

    /// Removes a table from the public lists.
    pub async fn unlist(&self, table: &str) -> Result<(), StoreError> {
        in_time(async {
            sqlx::query("UPDATE tables SET public = 0 WHERE id = $1").bind(table).execute(&self.pool).await?;
            Ok(())
        })
        .await
    }

    /// Deletes the chat of a table.
    pub async fn delete_chat(&self, table: &str) -> Result<(), StoreError> {
        in_time(async {
            sqlx::query("DELETE FROM chat WHERE table_id = $1").bind(table).execute(&self.pool).await?;
            Ok(())
        })
        .await
    }
}
