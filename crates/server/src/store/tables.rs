//! Tables: their steps, lists of them, what is due, chat.

use std::collections::HashMap;

use sqlx::Row;
use sqlx::any::AnyRow;

use super::batch::{numbered, portions};
use super::in_time;
use super::{Store, StoreError, Stored};
use crate::wire::{ChatLine, Person};

/// The maximum length of a list, the maximum per host in a public list, and how many it is selected from.
const LISTED: i64 = 100;
const LISTED_OF_ONE: i64 = 5;
const LOOKED_AT: i64 = 2000;
/// How long a code stays valid after the end of its table, in milliseconds: a month.
const CODE_LASTS: i64 = 30 * 24 * 3600 * 1000;

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

/// A table at which something is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// The table.
    pub table: String,
    /// Since when, in milliseconds since 1970.
    pub at: i64,
}

/// A chat message.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct ChatRow {
    pub number: u64,
    pub person: String,
    pub name: String,
    pub text: String,
    pub at: i64,
    /// Only for watchers.
    pub aside: bool,
}

/// A chat message to be stored.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Said<'a> {
    pub person: &'a Person,
    /// The id it was sent with.
    pub id: &'a str,
    pub text: &'a str,
    /// Only for watchers.
    pub aside: bool,
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

/// The difference in milliseconds from which a clock counts as set back, not just adjusted.
const SET_BACK: i64 = 1000;

impl Store {
    /// The steps of a table after a version.
    pub async fn steps(&self, table: &str, after: u64) -> Result<Vec<Stored>, StoreError> {
        in_time(async {
            let select = "SELECT version, at, body FROM steps WHERE table_id = $1 AND version > $2 ORDER BY version";
            let rows = sqlx::query(select).bind(table).bind(after as i64).fetch_all(&self.pool).await?;
            let stored = |row: &AnyRow| {
                let version: i64 = row.try_get(0)?;
                Ok(Stored { version: version as u64, at: row.try_get(1)?, body: row.try_get(2)? })
            };
            rows.iter().map(stored).collect()
        })
        .await
    }

    /// The versions of tables, and the numbers of their last chat messages (0 if none).
    pub async fn latest(&self, tables: &[&str]) -> Result<HashMap<String, (u64, u64)>, StoreError> {
        in_time(async {
            let mut latest = HashMap::new();
            for portion in portions(tables) {
                let select = format!(
                    "WITH asked (id) AS (VALUES {}) SELECT id, \
                     (SELECT COALESCE(MAX(version), 0) FROM steps WHERE table_id = id), \
                     (SELECT COALESCE(MAX(number), 0) FROM chat WHERE table_id = id) FROM asked",
                    numbered("(?)", portion.len(), 1)
                );
                let select = sqlx::query(sqlx::AssertSqlSafe(select));
                let select = portion.iter().fold(select, |select, table| select.bind(*table));
                for row in select.fetch_all(&self.pool).await? {
                    let (version, line): (i64, i64) = (row.try_get(1)?, row.try_get(2)?);
                    latest.insert(row.try_get(0)?, (version as u64, line as u64));
                }
            }
            Ok(latest)
        })
        .await
    }

    /// Stores a snapshot of a table, replacing the previous one.
    pub async fn keep_snapshot(&self, table: &str, version: u64, body: &str) -> Result<(), StoreError> {
        in_time(async {
            let upsert = "INSERT INTO snapshots (table_id, version, body) VALUES ($1, $2, $3) ON CONFLICT (table_id) \
                      DO UPDATE SET version = excluded.version, body = excluded.body \
                      WHERE snapshots.version < excluded.version";
            sqlx::query(upsert).bind(table).bind(version as i64).bind(body).execute(&self.pool).await?;
            Ok(())
        })
        .await
    }

    /// The latest snapshot of a table.
    pub async fn snapshot(&self, table: &str) -> Result<Option<String>, StoreError> {
        in_time(async {
            let select = sqlx::query_scalar("SELECT body FROM snapshots WHERE table_id = $1").bind(table);
            Ok(select.fetch_optional(&self.pool).await?)
        })
        .await
    }

    /// The id of the table with this code.
    pub async fn table_by_code(&self, code: &str) -> Result<Option<String>, StoreError> {
        in_time(async {
            let select = "SELECT id FROM tables WHERE code = $1 AND \
                      (status IN ('lobby', 'playing') OR changed_at > {now} - $2)";
            let select = sqlx::query_scalar(self.dialect.sql(select)).bind(code).bind(CODE_LASTS);
            Ok(select.fetch_optional(&self.pool).await?)
        })
        .await
    }

    /// Whether any table has or had this code.
    pub async fn is_taken(&self, code: &str) -> Result<bool, StoreError> {
        in_time(async {
            let select = sqlx::query("SELECT 1 FROM tables WHERE code = $1").bind(code);
            Ok(select.fetch_optional(&self.pool).await?.is_some())
        })
        .await
    }

    /// Public tables that wait for players, then those being played, latest first; only a few per host.
    pub async fn public_tables(&self) -> Result<Vec<Listed>, StoreError> {
        in_time(async {
            let select = "SELECT info, CAST(0 AS BIGINT), changed_at FROM (SELECT info, changed_at, \
                      ROW_NUMBER() OVER (PARTITION BY host ORDER BY changed_at DESC) AS nth FROM \
                      (SELECT info, changed_at, host FROM tables WHERE public = 1 AND status = $1 \
                      ORDER BY changed_at DESC LIMIT $2) AS latest) AS numbered \
                      WHERE nth <= $3 ORDER BY changed_at DESC LIMIT $4";
            let mut all = Vec::new();
            for status in ["lobby", "playing"] {
                let rows = sqlx::query(select).bind(status).bind(LOOKED_AT).bind(LISTED_OF_ONE).bind(LISTED);
                all.extend(rows.fetch_all(&self.pool).await?.iter().map(listed).collect::<Result<Vec<_>, _>>()?);
            }
            Ok(all)
        })
        .await
    }

    /// The number of unfinished tables this person created, and of those created from this address.
    pub async fn open_tables(&self, host: &str, origin: &str) -> Result<(i64, i64), StoreError> {
        in_time(async {
            let count = async |column: &'static str, value: &str| {
                let select =
                    format!("SELECT COUNT(*) FROM tables WHERE {column} = $1 AND status IN ('lobby', 'playing')");
                sqlx::query_scalar(sqlx::AssertSqlSafe(select)).bind(value).fetch_one(&self.pool).await
            };
            Ok((count("host", host).await?, count("origin", origin).await?))
        })
        .await
    }

    /// Stores the hash of the address a table was created from.
    pub async fn opened_from(&self, table: &str, origin: &str) -> Result<(), StoreError> {
        in_time(async {
            let update = sqlx::query("UPDATE tables SET origin = $2 WHERE id = $1").bind(table).bind(origin);
            update.execute(&self.pool).await?;
            Ok(())
        })
        .await
    }

    /// The tables of a person, latest first.
    pub async fn tables_of(&self, person: &str) -> Result<Vec<Listed>, StoreError> {
        in_time(async {
        let select = "SELECT info, your_turn, changed_at FROM seated JOIN tables ON id = table_id WHERE person = $1 \
                      ORDER BY changed_at DESC LIMIT $2";
        let rows = sqlx::query(select).bind(person).bind(LISTED).fetch_all(&self.pool).await?;
        Ok(rows.iter().map(listed).collect::<Result<_, _>>()?)
        })
        .await
    }

    /// Claims due tables: no other node gets them for `lease` milliseconds. Doing the work twice is
    /// harmless, since only one can store the next version. Rows locked by others are skipped.
    pub async fn claim_due(&self, lease: i64, most: i64) -> Result<Vec<Claimed>, StoreError> {
        in_time(async {
            let update = "UPDATE due SET claimed_until = {now} + $1 WHERE claimed_until <= {now} AND table_id IN \
                      (SELECT table_id FROM due WHERE at <= {now} AND claimed_until <= {now} \
                      ORDER BY at LIMIT $2 {skip locked}) RETURNING table_id, at";
            let claimed = sqlx::query(self.dialect.sql(update)).bind(lease).bind(most).fetch_all(&self.pool).await?;
            claimed.iter().map(|row| Ok(Claimed { table: row.try_get(0)?, at: row.try_get(1)? })).collect()
        })
        .await
    }

    /// Renews claims for `lease` milliseconds from now.
    pub async fn renew_claims(&self, tables: &[String], lease: i64) -> Result<(), StoreError> {
        in_time(async {
            for portion in portions(tables) {
                let marks = numbered("?", portion.len(), 2);
                // A row being written gets its own claim.
                let update = format!(
                    "UPDATE due SET claimed_until = {{now}} + $1 WHERE table_id IN \
                 (SELECT table_id FROM due WHERE table_id IN ({marks}) {{skip locked}})"
                );
                let update = sqlx::query(self.dialect.sql(&update)).bind(lease);
                portion.iter().fold(update, |update, table| update.bind(table)).execute(&self.pool).await?;
            }
            Ok(())
        })
        .await
    }

    /// The number of due tables, claimed or not.
    pub async fn due_now(&self) -> Result<i64, StoreError> {
        in_time(async {
            let count = self.dialect.sql("SELECT COUNT(*) FROM due WHERE at <= {now}");
            Ok(sqlx::query_scalar(count).fetch_one(&self.pool).await?)
        })
        .await
    }

    /// Sets when a claimed table is due next, or never; unless it was written since.
    pub async fn postpone(&self, claim: &Claimed, until: Option<i64>) -> Result<(), StoreError> {
        in_time(async {
            let change = match until {
                Some(until) => {
                    let update = "UPDATE due SET at = $3, claimed_until = 0 WHERE table_id = $1 AND at = $2";
                    sqlx::query(update).bind(&claim.table).bind(claim.at).bind(until)
                }
                None => {
                    sqlx::query("DELETE FROM due WHERE table_id = $1 AND at = $2").bind(&claim.table).bind(claim.at)
                }
            };
            change.execute(&self.pool).await?;
            Ok(())
        })
        .await
    }

    /// Rows later than now were written before the clock was set back: they become due after the same
    /// delay as before. Returns the number of tables concerned.
    pub async fn reschedule_due(&self) -> Result<u64, StoreError> {
        in_time(async {
            let update = "UPDATE due SET at = at - (written - {now}), claimed_until = 0, written = {now} \
                      WHERE written > {now} + $1";
            Ok(sqlx::query(self.dialect.sql(update)).bind(SET_BACK).execute(&self.pool).await?.rows_affected())
        })
        .await
    }

    /// Stores a chat message; returns its number. A message sent again under the same id is stored once.
    pub async fn say(&self, table: &str, Said { person, id, text, aside }: Said<'_>) -> Result<u64, StoreError> {
        in_time(async {
            // Numbers grow with time, so that none is reused when the last messages are deleted.
            let insert = "INSERT INTO chat (table_id, number, person, name, text, at, message, aside) SELECT $1, \
                      CASE WHEN last < {now} THEN {now} ELSE last + 1 END, $2, $3, $4, {now}, $5, $6 FROM \
                      (SELECT COALESCE(MAX(number), 0) AS last FROM chat WHERE table_id = $1) AS told \
                      WHERE true ON CONFLICT DO NOTHING RETURNING number";
            let known = "SELECT number FROM chat WHERE table_id = $1 AND person = $2 AND message = $3";
            for _ in 0..5 {
                let insert = sqlx::query_scalar(self.dialect.sql(insert)).bind(table).bind(&person.id);
                let insert = insert.bind(&person.name).bind(text).bind(id).bind(aside as i64);
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
        })
        .await
    }

    /// The latest chat messages after a number, oldest first.
    pub async fn said(&self, table: &str, after: u64) -> Result<Vec<ChatRow>, StoreError> {
        in_time(async {
            let select = "SELECT number, person, name, text, at, aside FROM chat WHERE table_id = $1 AND number > $2 \
                      ORDER BY number DESC LIMIT $3";
            let rows = sqlx::query(select).bind(table).bind(after as i64).bind(LISTED).fetch_all(&self.pool).await?;
            let said = |row: &AnyRow| {
                let number: i64 = row.try_get(0)?;
                let (person, name, aside): (_, _, i64) = (row.try_get(1)?, row.try_get(2)?, row.try_get(5)?);
                let (text, at) = (row.try_get(3)?, row.try_get(4)?);
                Ok(ChatRow { number: number as u64, person, name, text, at, aside: aside != 0 })
            };
            rows.iter().rev().map(said).collect()
        })
        .await
    }
}
