//! Tables: their steps, lists of them, what is due, what was said.

use sqlx::Row;
use sqlx::any::AnyRow;

use super::{Store, StoreError, Stored};
use crate::wire::{ChatLine, Person};

/// The most tables of a list.
const LISTED: i64 = 100;

/// A table in a list.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Listed {
    /// A [`crate::wire::TableInfo`] in JSON.
    pub info: String,
    pub your_turn: bool,
    /// Milliseconds since 1970.
    pub changed_at: i64,
}

/// Something that was said.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct ChatRow {
    pub number: u64,
    pub person: String,
    pub name: String,
    pub text: String,
    pub at: i64,
}

impl From<ChatRow> for ChatLine {
    fn from(row: ChatRow) -> ChatLine {
        let from = Person { id: row.person, name: row.name };
        ChatLine { number: row.number, from, text: row.text, at: row.at / 1000 }
    }
}

fn listed(row: &AnyRow) -> Result<Listed, sqlx::Error> {
    let your_turn: i64 = row.try_get(1)?;
    Ok(Listed { info: row.try_get(0)?, your_turn: your_turn != 0, changed_at: row.try_get(2)? })
}

/// Milliseconds by which a clock is set back, rather than nudged.
const SET_BACK: i64 = 1000;

impl Store {
    /// The steps of a table after a version.
    pub async fn steps(&self, table: &str, after: u64) -> Result<Vec<Stored>, StoreError> {
        let select = "SELECT version, at, body FROM steps WHERE table_id = $1 AND version > $2 ORDER BY version";
        let rows = sqlx::query(select).bind(table).bind(after as i64).fetch_all(&self.pool).await?;
        let stored = |row: &AnyRow| {
            let version: i64 = row.try_get(0)?;
            Ok(Stored { version: version as u64, at: row.try_get(1)?, body: row.try_get(2)? })
        };
        rows.iter().map(stored).collect()
    }

    /// The id of the table with this code.
    pub async fn table_by_code(&self, code: &str) -> Result<Option<String>, StoreError> {
        let select = sqlx::query_scalar("SELECT id FROM tables WHERE code = $1").bind(code);
        Ok(select.fetch_optional(&self.pool).await?)
    }

    /// Public tables that wait for players, then those that are being played, the latest first.
    pub async fn public_tables(&self) -> Result<Vec<Listed>, StoreError> {
        let select = "SELECT info, CAST(0 AS BIGINT), changed_at FROM tables WHERE public = 1 AND status = $1 \
                      ORDER BY changed_at DESC LIMIT $2";
        let mut all = Vec::new();
        for status in ["lobby", "playing"] {
            let rows = sqlx::query(select).bind(status).bind(LISTED).fetch_all(&self.pool).await?;
            all.extend(rows.iter().map(listed).collect::<Result<Vec<_>, _>>()?);
        }
        Ok(all)
    }

    /// The tables of a person, the latest first.
    pub async fn tables_of(&self, person: &str) -> Result<Vec<Listed>, StoreError> {
        let select = "SELECT info, your_turn, changed_at FROM seated JOIN tables ON id = table_id WHERE person = $1 \
                      ORDER BY changed_at DESC LIMIT $2";
        let rows = sqlx::query(select).bind(person).bind(LISTED).fetch_all(&self.pool).await?;
        Ok(rows.iter().map(listed).collect::<Result<_, _>>()?)
    }

    /// Claims tables at which something is due: no other node gets them for `lease` milliseconds. Doing it twice is
    /// harmless, since only one can store the next version.
    pub async fn claim_due(&self, lease: i64, most: i64) -> Result<Vec<String>, StoreError> {
        let update = "UPDATE due SET claimed_until = {now} + $1 WHERE claimed_until <= {now} AND table_id IN \
                      (SELECT table_id FROM due WHERE at <= {now} AND claimed_until <= {now} ORDER BY at LIMIT $2) \
                      RETURNING table_id";
        let claimed = sqlx::query_scalar(self.dialect.sql(update)).bind(lease).bind(most);
        Ok(claimed.fetch_all(&self.pool).await?)
    }

    /// What was written later than now was written before the clock was set back: it is due after as long as it would have
    /// been. Returns how many tables that concerned.
    pub async fn set_dues_right(&self) -> Result<u64, StoreError> {
        let update = "UPDATE due SET at = at - (written - {now}), claimed_until = 0, written = {now} \
                      WHERE written > {now} + $1";
        Ok(sqlx::query(self.dialect.sql(update)).bind(SET_BACK).execute(&self.pool).await?.rows_affected())
    }

    /// Stores something that was said; returns its number. What is sent again under the same id is stored once.
    pub async fn say(&self, table: &str, person: &Person, id: &str, text: &str) -> Result<u64, StoreError> {
        // Numbers grow with time, so that none comes again when the last lines are deleted.
        let insert = "INSERT INTO chat (table_id, number, person, name, text, at, message) SELECT $1, \
                      CASE WHEN last < {now} THEN {now} ELSE last + 1 END, $2, $3, $4, {now}, $5 FROM \
                      (SELECT COALESCE(MAX(number), 0) AS last FROM chat WHERE table_id = $1) AS told \
                      WHERE true ON CONFLICT DO NOTHING RETURNING number";
        let known = "SELECT number FROM chat WHERE table_id = $1 AND person = $2 AND message = $3";
        for _ in 0..5 {
            let insert = sqlx::query_scalar(self.dialect.sql(insert)).bind(table).bind(&person.id);
            let insert = insert.bind(&person.name).bind(text).bind(id);
            let mut number: Option<i64> = insert.fetch_optional(&self.pool).await?;
            if number.is_none() {
                let known = sqlx::query_scalar(known).bind(table).bind(&person.id).bind(id);
                number = known.fetch_optional(&self.pool).await?;
            }
            if let Some(number) = number {
                return Ok(number as u64);
            }
        }
        Err(StoreError::Lost)
    }

    /// The last things said after a number, the oldest first.
    pub async fn said(&self, table: &str, after: u64) -> Result<Vec<ChatRow>, StoreError> {
        let select = "SELECT number, person, name, text, at FROM chat WHERE table_id = $1 AND number > $2 \
                      ORDER BY number DESC LIMIT $3";
        let rows = sqlx::query(select).bind(table).bind(after as i64).bind(LISTED).fetch_all(&self.pool).await?;
        let said = |row: &AnyRow| {
            let number: i64 = row.try_get(0)?;
            let (person, name) = (row.try_get(1)?, row.try_get(2)?);
            Ok(ChatRow { number: number as u64, person, name, text: row.try_get(3)?, at: row.try_get(4)? })
        };
        rows.iter().rev().map(said).collect()
    }
}
