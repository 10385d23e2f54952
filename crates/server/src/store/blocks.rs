//! Blocks and reports, and the data stored about a person.

use sqlx::Row;
use sqlx::any::AnyRow;

use super::in_time;
use super::{Store, StoreError};
use crate::wire::{NewReport, Person, SaidLine, TableInfo};

/// A day, in milliseconds, and the maximum number of reports per person and day.
const DAY: i64 = 24 * 3600 * 1000;
const REPORTS_A_DAY: i64 = 20;

pub(super) fn person(row: &AnyRow, at: usize) -> Result<Person, sqlx::Error> {
    // A deleted account has an id and nothing else.
    let name: Option<String> = row.try_get(at + 1)?;
    Ok(Person { id: row.try_get(at)?, name: name.unwrap_or_else(|| sabika_table::NAMELESS.into()) })
}

impl Store {
    /// Everybody whom a person has blocked.
    pub async fn blocks(&self, by: &str) -> Result<Vec<Person>, StoreError> {
        in_time(async {
            let select = "SELECT id, name FROM blocks JOIN people ON id = blocked WHERE person = $1 ORDER BY name, id";
            let rows = sqlx::query(select).bind(by).fetch_all(&self.pool).await?;
            Ok(rows.iter().map(|row| person(row, 0)).collect::<Result<_, _>>()?)
        })
        .await
    }

    /// Whether the first person has blocked the second.
    pub async fn has_blocked(&self, by: &str, other: &str) -> Result<bool, StoreError> {
        in_time(async {
            let select = sqlx::query("SELECT 1 FROM blocks WHERE person = $1 AND blocked = $2").bind(by).bind(other);
            Ok(select.fetch_optional(&self.pool).await?.is_some())
        })
        .await
    }

    /// The first person blocks the second.
    pub async fn block(&self, by: &str, other: &str) -> Result<(), StoreError> {
        in_time(async {
            let insert = "INSERT INTO blocks (person, blocked) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            sqlx::query(insert).bind(by).bind(other).execute(&self.pool).await?;
            Ok(())
        })
        .await
    }

    /// Unblocks them.
    pub async fn unblock(&self, by: &str, other: &str) -> Result<(), StoreError> {
        in_time(async {
            let delete = sqlx::query("DELETE FROM blocks WHERE person = $1 AND blocked = $2").bind(by).bind(other);
            delete.execute(&self.pool).await?;
            Ok(())
        })
        .await
    }

    /// Stores a report, with the chat message as it is now; `false` if this person has reached the daily limit.
    pub async fn report(&self, id: &str, reporter: &str, report: &NewReport) -> Result<bool, StoreError> {
        in_time(async {
            let insert = "INSERT INTO reports (id, at, reporter, person, table_id, line, said, text, closed) \
                      SELECT $1, {now}, $2, $3, $4, $5, \
                      (SELECT text FROM chat WHERE table_id = $4 AND number = $5 AND person = $3), $6, 0 \
                      WHERE (SELECT COUNT(*) FROM reports WHERE reporter = $2 AND at > {now} - $7) < $8";
            let done = sqlx::query(self.dialect.sql(insert))
                .bind(id)
                .bind(reporter)
                .bind(&report.person)
                .bind(report.table.as_deref())
                .bind(report.line.map(|line| line as i64))
                .bind(&report.text)
                .bind(DAY)
                .bind(REPORTS_A_DAY)
                .execute(&self.pool)
                .await?;
            Ok(done.rows_affected() == 1)
        })
        .await
    }

    /// A person's reports.
    pub async fn reports_by(&self, reporter: &str) -> Result<Vec<NewReport>, StoreError> {
        in_time(async {
            let select = "SELECT person, table_id, line, text FROM reports WHERE reporter = $1 ORDER BY at";
            let rows = sqlx::query(select).bind(reporter).fetch_all(&self.pool).await?;
            let report = |row: &AnyRow| {
                let line: Option<i64> = row.try_get(2)?;
                let (person, table) = (row.try_get(0)?, row.try_get(1)?);
                Ok(NewReport { person, table, line: line.map(|line| line as u64), text: row.try_get(3)? })
            };
            rows.iter().map(report).collect()
        })
        .await
    }

    /// Every table a person ever sat at.
    pub async fn infos_of(&self, by: &str) -> Result<Vec<TableInfo>, StoreError> {
        in_time(async {
            let select = "SELECT info FROM sat JOIN tables ON id = table_id WHERE person = $1 ORDER BY changed_at";
            let infos: Vec<String> = sqlx::query_scalar(select).bind(by).fetch_all(&self.pool).await?;
            Ok(infos.iter().filter_map(|info| serde_json::from_str(info).ok()).collect())
        })
        .await
    }

    /// Every chat message of a person.
    pub async fn chat_of(&self, by: &str) -> Result<Vec<SaidLine>, StoreError> {
        in_time(async {
            let select = "SELECT table_id, text, at FROM chat WHERE person = $1 ORDER BY at";
            let rows = sqlx::query(select).bind(by).fetch_all(&self.pool).await?;
            let line = |row: &AnyRow| {
                let at: i64 = row.try_get(2)?;
                Ok(SaidLine { table: row.try_get(0)?, text: row.try_get(1)?, at: at / 1000 })
            };
            rows.iter().map(line).collect()
        })
        .await
    }
}
