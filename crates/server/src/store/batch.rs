//! One statement for many appends. Most steps write the same few rows, and every statement costs a round trip to the database.

use std::collections::HashMap;

use sqlx::{Any, AssertSqlSafe, Row, Transaction};

use super::dialect::Dialect;
use super::writer::{Append, Due, Fresh, Seated};

/// The resolution of times in lists, so that a fast game does not write there with every step.
const LIST_EVERY: i64 = 10_000;

/// When each step was stored; `None` if another was faster.
pub(super) async fn steps(
    transaction: &mut Transaction<'_, Any>,
    dialect: &Dialect,
    appends: &[&Append],
) -> Result<Vec<Option<i64>>, sqlx::Error> {
    let mut found = HashMap::new();
    for portion in portions(appends) {
        let insert = format!(
            "INSERT INTO steps (table_id, version, at, body) VALUES {} ON CONFLICT DO NOTHING \
             RETURNING table_id, version, at",
            numbered("(?, ?, {now}, ?)", portion.len(), 1)
        );
        let mut insert = sqlx::query(dialect.sql(&insert));
        for append in portion {
            insert = insert.bind(&append.table).bind(append.version as i64).bind(&append.body);
        }
        for row in insert.fetch_all(&mut **transaction).await? {
            let (table, version): (String, i64) = (row.try_get(0)?, row.try_get(1)?);
            found.insert((table, version), row.try_get::<i64, _>(2)?);
        }
    }
    // A version requested twice is stored once.
    Ok(appends.iter().map(|append| found.remove(&(append.table.clone(), append.version as i64))).collect())
}

/// Updates the time of the last activity in lists.
pub(super) async fn touch(transaction: &mut Transaction<'_, Any>, fresh: &[Fresh<'_>]) -> Result<(), sqlx::Error> {
    let touched = fresh.iter().filter(|(append, _)| append.summary.info.is_none() && !append.summary.quiet);
    for portion in portions(&touched.copied().collect::<Vec<_>>()) {
        let at = portion[0].1;
        let marks = numbered("?", portion.len(), 3);
        let update = format!("UPDATE tables SET changed_at = $1 WHERE changed_at < $2 AND id IN ({marks})");
        let mut update = sqlx::query(AssertSqlSafe(update)).bind(at).bind(at - LIST_EVERY);
        for (append, _) in portion {
            update = update.bind(&append.table);
        }
        update.execute(&mut **transaction).await?;
    }
    Ok(())
}

/// Updates whose turn it is, where that has changed.
pub(super) async fn turns(transaction: &mut Transaction<'_, Any>, fresh: &[Fresh<'_>]) -> Result<(), sqlx::Error> {
    let turns: Vec<(&str, Option<&str>)> = fresh
        .iter()
        .filter_map(|(append, _)| match &append.summary.seated {
            Seated::Turn(person) => Some((append.table.as_str(), person.as_deref())),
            Seated::AsBefore | Seated::Anew(_) => None,
        })
        .collect();
    for portion in portions(&turns) {
        // Of a large table only the two people concerned are written.
        let update = format!(
            "WITH turn (table_id, person) AS (VALUES {}) UPDATE seated SET your_turn = 1 - your_turn FROM turn \
             WHERE seated.table_id = turn.table_id AND \
             your_turn <> CASE WHEN seated.person = turn.person THEN 1 ELSE 0 END",
            numbered("(?, ?)", portion.len(), 1)
        );
        let mut update = sqlx::query(AssertSqlSafe(update));
        for (table, person) in portion {
            update = update.bind(*table).bind(*person);
        }
        update.execute(&mut **transaction).await?;
    }
    Ok(())
}

/// Updates when tables are due next, where that has changed.
pub(super) async fn dues(transaction: &mut Transaction<'_, Any>, fresh: &[Fresh<'_>]) -> Result<(), sqlx::Error> {
    let (mut never, mut soon) = (Vec::new(), Vec::new());
    for (Append { table, due, .. }, at) in fresh {
        match due {
            Due::AsBefore => {}
            Due::Never => never.push(table),
            Due::In { after, lease } => soon.push((table, at + after, at + lease, at)),
        }
    }
    for portion in portions(&never) {
        let marks = numbered("?", portion.len(), 1);
        let mut delete = sqlx::query(AssertSqlSafe(format!("DELETE FROM due WHERE table_id IN ({marks})")));
        for table in portion {
            delete = delete.bind(*table);
        }
        delete.execute(&mut **transaction).await?;
    }
    for portion in portions(&soon) {
        let upsert = format!(
            "INSERT INTO due (table_id, at, claimed_until, written) VALUES {} \
             ON CONFLICT (table_id) DO UPDATE \
             SET at = excluded.at, claimed_until = excluded.claimed_until, written = excluded.written",
            numbered("(?, ?, ?, ?)", portion.len(), 1)
        );
        let mut upsert = sqlx::query(AssertSqlSafe(upsert));
        for (table, at, claimed_until, written) in portion {
            upsert = upsert.bind(*table).bind(at).bind(claimed_until).bind(*written);
        }
        upsert.execute(&mut **transaction).await?;
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
