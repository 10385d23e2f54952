//! One statement for many appends: every statement costs a round trip to the database. A batch is handed over as one JSON array, so
//! the statement is the same for any number of rows and is prepared once.

use std::collections::HashMap;

use serde::Serialize;
use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, Row, Transaction};

use super::dialect::Dialect;
use super::writer::{Append, Due, Fresh, Seated};

/// The resolution of times in lists, so that a fast game does not write there with every step.
const LIST_EVERY: i64 = 10_000;

/// The times of stored steps, by table and version.
type Times = HashMap<(String, i64), i64>;

/// When each step was stored; `None` if another was faster.
pub(super) async fn steps(
    transaction: &mut Transaction<'_, Any>,
    dialect: &Dialect,
    appends: &[&Append],
) -> Result<Vec<Option<i64>>, sqlx::Error> {
    let insert = "INSERT INTO steps (table_id, version, at, body) \
                  SELECT value->>0, CAST(value->>1 AS BIGINT), {now}, value->>2 FROM {each $1} WHERE true \
                  ON CONFLICT DO NOTHING RETURNING table_id, version, at";
    let rows = json(appends.iter().map(|append| (&append.table, append.version, &append.body)));
    let stored = sqlx::query(dialect.sql(insert)).bind(rows).fetch_all(&mut **transaction).await?;
    Ok(in_order(appends, times(&stored)?))
}

/// Stores steps that change nothing except whose turn it is and when the table is due, all in one statement, which is its own transaction.
/// There is at most one step of each table. Only PostgreSQL can do that.
pub(super) async fn steps_alone<'a>(
    connection: &mut AnyConnection,
    dialect: &Dialect,
    appends: &[&'a Append],
) -> Result<Vec<Option<i64>>, sqlx::Error> {
    // Everything else waits for the steps to be stored: two nodes that race wait for each other there, in one order, and nowhere after.
    let store = "WITH given AS MATERIALIZED (SELECT value->>0 AS table_id, CAST(value->>1 AS BIGINT) AS version, value->>2 AS body, \
                 value->>3 AS turn, value->>4 AS person, value->>5 AS quiet, \
                 CAST(value->>6 AS BIGINT) AS delay, CAST(value->>7 AS BIGINT) AS lease FROM {each $1}), \
                 stored AS (INSERT INTO steps (table_id, version, at, body) SELECT table_id, version, {now}, body FROM given \
                 ON CONFLICT DO NOTHING RETURNING table_id, version, at), \
                 fresh AS MATERIALIZED (SELECT table_id, at, turn, person, quiet, delay, lease FROM stored JOIN given USING (table_id, version)), \
                 touched AS (UPDATE tables SET changed_at = fresh.at FROM fresh \
                 WHERE id = fresh.table_id AND quiet IS NULL AND changed_at < fresh.at - $2), \
                 turned AS (UPDATE seated SET your_turn = 1 - your_turn FROM fresh \
                 WHERE seated.table_id = fresh.table_id AND turn IS NOT NULL AND \
                 your_turn <> CASE WHEN seated.person = fresh.person THEN 1 ELSE 0 END), \
                 scheduled AS (INSERT INTO due (table_id, at, claimed_until, written) \
                 SELECT table_id, at + delay, at + lease, at FROM fresh WHERE delay IS NOT NULL \
                 ON CONFLICT (table_id) DO UPDATE \
                 SET at = excluded.at, claimed_until = excluded.claimed_until, written = excluded.written) \
                 SELECT table_id, version, at FROM stored";
    let row = |append: &&'a Append| {
        let (turn, person) = match &append.summary.seated {
            Seated::Turn(person) => (Some(1), person.as_ref()),
            Seated::AsBefore | Seated::Anew(_) => (None, None),
        };
        let quiet = append.summary.quiet.then_some(1);
        let (delay, lease) = match append.due {
            Due::In { after, lease } => (Some(after), Some(lease)),
            Due::AsBefore | Due::Never => (None, None),
        };
        (&append.table, append.version, &append.body, turn, person, quiet, delay, lease)
    };
    let store = sqlx::query(dialect.sql(store)).bind(json(appends.iter().map(row))).bind(LIST_EVERY);
    let stored = store.fetch_all(connection).await?;
    Ok(in_order(appends, times(&stored)?))
}

/// Rows as a JSON array of arrays.
fn json<T: Serialize>(rows: impl Iterator<Item = T>) -> String {
    // Texts and numbers can always be written.
    serde_json::to_string(&rows.collect::<Vec<_>>()).unwrap_or_default()
}

fn times(stored: &[AnyRow]) -> Result<Times, sqlx::Error> {
    stored.iter().map(|row| Ok(((row.try_get(0)?, row.try_get(1)?), row.try_get(2)?))).collect()
}

/// A version requested twice is stored once.
fn in_order(appends: &[&Append], mut times: Times) -> Vec<Option<i64>> {
    appends.iter().map(|append| times.remove(&(append.table.clone(), append.version as i64))).collect()
}

/// Updates the time of the last activity in lists.
pub(super) async fn touch(
    transaction: &mut Transaction<'_, Any>,
    dialect: &Dialect,
    fresh: &[Fresh<'_>],
) -> Result<(), sqlx::Error> {
    let touched = fresh.iter().filter(|(append, _)| append.summary.info.is_none() && !append.summary.quiet);
    let touched: Vec<_> = touched.map(|(append, at)| ([&append.table], *at)).collect();
    let Some((_, at)) = touched.first().copied() else { return Ok(()) };
    let update = "UPDATE tables SET changed_at = $1 WHERE changed_at < $2 AND id IN (SELECT value->>0 FROM {each $3})";
    let update = sqlx::query(dialect.sql(update)).bind(at).bind(at - LIST_EVERY);
    let tables = json(touched.into_iter().map(|(table, _)| table));
    update.bind(tables).execute(&mut **transaction).await.map(|_| ())
}

/// Updates whose turn it is, where that has changed.
pub(super) async fn turns(
    transaction: &mut Transaction<'_, Any>,
    dialect: &Dialect,
    fresh: &[Fresh<'_>],
) -> Result<(), sqlx::Error> {
    let turn = |(append, _): &Fresh<'_>| match &append.summary.seated {
        Seated::Turn(person) => Some((append.table.clone(), person.clone())),
        Seated::AsBefore | Seated::Anew(_) => None,
    };
    let turns: Vec<_> = fresh.iter().filter_map(turn).collect();
    if turns.is_empty() {
        return Ok(());
    }
    // Of a large table only the two people concerned are written.
    let update = "WITH turn (table_id, person) AS (SELECT value->>0, value->>1 FROM {each $1}) \
                  UPDATE seated SET your_turn = 1 - your_turn FROM turn \
                  WHERE seated.table_id = turn.table_id AND \
                  your_turn <> CASE WHEN seated.person = turn.person THEN 1 ELSE 0 END";
    sqlx::query(dialect.sql(update)).bind(json(turns.into_iter())).execute(&mut **transaction).await.map(|_| ())
}

/// Updates when tables are due next, where that has changed.
pub(super) async fn dues(
    transaction: &mut Transaction<'_, Any>,
    dialect: &Dialect,
    fresh: &[Fresh<'_>],
) -> Result<(), sqlx::Error> {
    let (mut never, mut soon) = (Vec::new(), Vec::new());
    for (Append { table, due, .. }, at) in fresh {
        match due {
            Due::AsBefore => {}
            Due::Never => never.push([table]),
            Due::In { after, lease } => soon.push((table, at + after, at + lease, at)),
        }
    }
    if !never.is_empty() {
        let delete = dialect.sql("DELETE FROM due WHERE table_id IN (SELECT value->>0 FROM {each $1})");
        sqlx::query(delete).bind(json(never.into_iter())).execute(&mut **transaction).await?;
    }
    if !soon.is_empty() {
        let upsert = "INSERT INTO due (table_id, at, claimed_until, written) SELECT value->>0, CAST(value->>1 AS BIGINT), \
                      CAST(value->>2 AS BIGINT), CAST(value->>3 AS BIGINT) FROM {each $1} WHERE true \
                      ON CONFLICT (table_id) DO UPDATE \
                      SET at = excluded.at, claimed_until = excluded.claimed_until, written = excluded.written";
        sqlx::query(dialect.sql(upsert)).bind(json(soon.into_iter())).execute(&mut **transaction).await?;
    }
    Ok(())
}

/// In chunks of few different lengths: so there are few different statements, and each is prepared once.
pub(super) fn portions<T>(mut all: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let length = [64, 16, 4, 1].into_iter().find(|length| *length <= all.len())?;
        let (portion, rest) = all.split_at(length);
        all = rest;
        Some(portion)
    })
}

/// This many copies of a pattern, with every `?` numbered, from `first` on.
pub(super) fn numbered(pattern: &str, rows: usize, first: usize) -> String {
    let mut number = first - 1;
    let mut text = String::new();
    for row in 0..rows {
        if row > 0 {
            text.push_str(", ");
        }
        for part in pattern.split_inclusive('?') {
            match part.strip_suffix('?') {
                Some(before) => {
                    number += 1;
                    text.push_str(&format!("{before}${number}"));
                }
                None => text.push_str(part),
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placeholder_has_its_own_number() {
        assert_eq!(numbered("(?, {now}, ?)", 2, 1), "($1, {now}, $2), ($3, {now}, $4)");
        assert_eq!(numbered("?", 3, 3), "$3, $4, $5");
    }

    #[test]
    fn chunks_have_few_lengths_and_cover_everything() {
        let all: Vec<u32> = (0..103).collect();
        let lengths: Vec<usize> = portions(&all).map(<[u32]>::len).collect();
        assert_eq!(lengths, [64, 16, 16, 4, 1, 1, 1]);
        assert_eq!(portions(&all).collect::<Vec<_>>().concat(), all);
    }
}
