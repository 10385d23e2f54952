//! Duplicate matches, and who plays which of their deals at which table.

use sqlx::Row;
use sqlx::any::AnyRow;

use super::{Store, StoreError, in_time};
use crate::wire::{DuplicateLine, Person};
use sabika_table::TableSetup;
use sabika_table::duplicate::Duplicate;

/// The maximum length of a list.
const LISTED: i64 = 100;

/// A match as it is stored.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct StoredDuplicate {
    pub code: String,
    pub name: String,
    /// `None`: their account was deleted.
    pub host: Option<Person>,
    pub play: Duplicate,
    /// Milliseconds since 1970.
    pub closes_at: i64,
    pub closed: bool,
}

/// Somebody's game of a deal.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct DealPlayed {
    pub deal: u8,
    pub person: Person,
    pub table: String,
    /// Whether the game is still running.
    pub running: bool,
    /// Points, and when the game ended; `None` if it has not.
    pub ended: Option<(u16, i64)>,
    /// Whether its record was verified; `None` if that has not been tried.
    pub verified: Option<bool>,
}

/// A match to be stored.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct NewMatch<'a> {
    pub code: &'a str,
    pub name: &'a str,
    pub host: &'a str,
    pub origin: &'a str,
    pub play: &'a Duplicate,
    /// How long it stays open, in milliseconds.
    pub lasts: i64,
}

fn unreadable(error: impl std::fmt::Display) -> StoreError {
    StoreError::Unusable(format!("a stored match cannot be read: {error}"))
}

impl Store {
    /// Stores a match; returns whether its code was free.
    pub async fn open_duplicate(&self, new: NewMatch<'_>) -> Result<bool, StoreError> {
        in_time(async {
            let insert = "INSERT INTO duplicates (code, name, host, origin, setup, bots, deals, secret, opened_at, closes_at) \
                          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, {now}, {now} + $9) ON CONFLICT DO NOTHING";
            let NewMatch { code, name, host, origin, play, lasts } = new;
            let setup = serde_json::to_string(play.setup()).map_err(unreadable)?;
            let bots = serde_json::to_string(play.bots()).map_err(unreadable)?;
            let insert = sqlx::query(self.dialect.sql(insert)).bind(code).bind(name).bind(host).bind(origin);
            let insert = insert.bind(setup).bind(bots).bind(i64::from(play.deals())).bind(play.secret()).bind(lasts);
            Ok(insert.execute(&self.pool).await?.rows_affected() > 0)
        })
        .await
    }

    /// How many open matches this person has created, and how many come from this address.
    pub async fn open_duplicates(&self, host: &str, origin: &str) -> Result<(i64, i64), StoreError> {
        in_time(async {
            let select = "SELECT COUNT(CASE WHEN host = $1 THEN 1 END), COUNT(CASE WHEN origin = $2 THEN 1 END) \
                          FROM duplicates WHERE (host = $1 OR origin = $2) AND closes_at > {now}";
            let row = sqlx::query(self.dialect.sql(select)).bind(host).bind(origin).fetch_one(&self.pool).await?;
            Ok((row.try_get(0)?, row.try_get(1)?))
        })
        .await
    }

    /// A match by its code.
    pub async fn duplicate(&self, code: &str) -> Result<Option<StoredDuplicate>, StoreError> {
        in_time(async {
            let select = "SELECT code, d.name, p.id, p.name, setup, bots, deals, secret, closes_at, {now} \
                          FROM duplicates d LEFT JOIN people p ON p.id = host WHERE code = $1";
            let found = sqlx::query(self.dialect.sql(select)).bind(code).fetch_optional(&self.pool).await?;
            found.map(|row| stored(&row)).transpose()
        })
        .await
    }

    /// Closes a match now, unless it is already closed.
    pub async fn close_duplicate(&self, code: &str) -> Result<(), StoreError> {
        in_time(async {
            let update = "UPDATE duplicates SET closes_at = {now} WHERE code = $1 AND closes_at > {now}";
            sqlx::query(self.dialect.sql(update)).bind(code).execute(&self.pool).await?;
            Ok(())
        })
        .await
    }

    /// Everybody's games of a match.
    pub async fn deals_played(&self, code: &str) -> Result<Vec<DealPlayed>, StoreError> {
        in_time(async {
            let select = "SELECT d.deal, p.id, p.name, d.table_id, d.verified, t.status, r.score, r.at \
                          FROM duplicate_tables d JOIN people p ON p.id = d.person \
                          LEFT JOIN tables t ON t.id = d.table_id \
                          LEFT JOIN placings r ON r.table_id = d.table_id AND r.person = d.person \
                          WHERE d.code = $1 ORDER BY d.deal, r.score DESC, p.id";
            let rows = sqlx::query(select).bind(code).fetch_all(&self.pool).await?;
            rows.iter().map(played).collect::<Result<_, sqlx::Error>>().map_err(StoreError::from)
        })
        .await
    }

    /// Records at which table somebody plays a deal; the first table stays theirs.
    pub async fn play_deal(&self, code: &str, deal: u8, person: &str, table: &str) -> Result<(), StoreError> {
        in_time(async {
            let insert = "INSERT INTO duplicate_tables (code, deal, person, table_id) VALUES ($1, $2, $3, $4) \
                          ON CONFLICT DO NOTHING";
            let insert = sqlx::query(insert).bind(code).bind(i64::from(deal)).bind(person).bind(table);
            insert.execute(&self.pool).await?;
            Ok(())
        })
        .await
    }

    /// Records whether the record of a table was verified.
    pub async fn set_verified(&self, table: &str, verified: bool) -> Result<(), StoreError> {
        in_time(async {
            let update = sqlx::query("UPDATE duplicate_tables SET verified = $2 WHERE table_id = $1").bind(table);
            update.bind(i64::from(verified)).execute(&self.pool).await?;
            Ok(())
        })
        .await
    }

    /// Whether somebody may see another player's finished game: they have finished the same deal, or the match is closed.
    pub async fn may_compare(&self, table: &str, person: Option<&str>) -> Result<bool, StoreError> {
        in_time(async {
            let select = "SELECT 1 FROM duplicate_tables theirs JOIN duplicates d ON d.code = theirs.code \
                          LEFT JOIN duplicate_tables own ON own.code = theirs.code AND own.deal = theirs.deal \
                          AND own.person = $2 LEFT JOIN tables t ON t.id = own.table_id \
                          WHERE theirs.table_id = $1 AND (d.closes_at <= {now} OR (own.person IS NOT NULL \
                          AND COALESCE(t.status, 'over') NOT IN ('lobby', 'playing')))";
            let select = sqlx::query(self.dialect.sql(select)).bind(table).bind(person.unwrap_or_default());
            Ok(select.fetch_optional(&self.pool).await?.is_some())
        })
        .await
    }

    /// The matches that somebody has opened or plays in, those that stay open longest first.
    pub async fn duplicates_of(&self, person: &str) -> Result<Vec<DuplicateLine>, StoreError> {
        in_time(async {
            let select = "SELECT code, name, setup, deals, (SELECT COUNT(*) FROM duplicate_tables o JOIN placings r \
                          ON r.table_id = o.table_id AND r.person = o.person WHERE o.code = d.code AND o.person = $1), \
                          closes_at, {now} FROM duplicates d WHERE host = $1 \
                          OR code IN (SELECT code FROM duplicate_tables WHERE person = $1) \
                          ORDER BY closes_at DESC, code LIMIT $2";
            let rows = sqlx::query(self.dialect.sql(select)).bind(person).bind(LISTED).fetch_all(&self.pool).await?;
            rows.iter().map(line).collect()
        })
        .await
    }
}

fn stored(row: &AnyRow) -> Result<StoredDuplicate, StoreError> {
    let (setup, bots): (String, String) = (row.try_get(4)?, row.try_get(5)?);
    let setup = serde_json::from_str(&setup).map_err(unreadable)?;
    let bots = serde_json::from_str(&bots).map_err(unreadable)?;
    let host: Option<String> = row.try_get(2)?;
    let number = |i: usize| row.try_get::<i64, _>(i);
    Ok(StoredDuplicate {
        code: row.try_get(0)?,
        name: row.try_get(1)?,
        host: host.map(|id| Ok::<_, sqlx::Error>(Person { id, name: row.try_get(3)? })).transpose()?,
        play: Duplicate::new(setup, bots, number(6)? as u8, row.try_get(7)?).map_err(unreadable)?,
        closes_at: number(8)?,
        closed: number(8)? <= number(9)?,
    })
}

fn played(row: &AnyRow) -> Result<DealPlayed, sqlx::Error> {
    let optional = |i: usize| row.try_get::<Option<i64>, _>(i);
    let status: Option<String> = row.try_get(5)?;
    Ok(DealPlayed {
        deal: row.try_get::<i64, _>(0)? as u8,
        person: Person { id: row.try_get(1)?, name: row.try_get(2)? },
        table: row.try_get(3)?,
        running: matches!(status.as_deref(), Some("lobby" | "playing")),
        ended: optional(6)?.map(|points| points as u16).zip(optional(7)?),
        verified: optional(4)?.map(|verified| verified != 0),
    })
}

fn line(row: &AnyRow) -> Result<DuplicateLine, StoreError> {
    let setup: String = row.try_get(2)?;
    let setup: TableSetup = serde_json::from_str(&setup).map_err(unreadable)?;
    let number = |i: usize| row.try_get::<i64, _>(i);
    Ok(DuplicateLine {
        code: row.try_get(0)?,
        name: row.try_get(1)?,
        game: setup.game,
        deals: number(3)? as u8,
        finished: number(4)? as u8,
        closes_at: number(5)? / 1000,
        closed: number(5)? <= number(6)?,
    })
}
