//! Loads a table from the store: the latest snapshot and the rows after it, or the keepsake of its game if this version folds them
//! differently. Folding many rows takes a while, so it runs off the
//! threads that serve sockets.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::store::{Store, Stored};
use crate::wire::{Problem, ProblemKind};
use sabika_table::{By, Changes, Eyes, Row, Table};

/// A snapshot is stored after this many rows.
pub(super) const SAVE_EVERY: u64 = 200;
/// How many recent messages it remembers: repeated messages come soon.
const REMEMBERED: u64 = 50;
/// How many games without a keepsake are processed at a time.
const KEPT_AT_ONCE: i64 = 20;

/// The version each message (sender and id) was answered with.
pub(crate) type Answers = HashMap<(String, String), u64>;

/// A loaded table.
#[derive(Default)]
pub(crate) struct Loaded {
    /// `None` if there is no such table.
    pub fold: Option<Table>,
    pub answers: Answers,
}

#[derive(Serialize, Deserialize)]
struct Snapshot {
    table: String,
    answers: Vec<(String, String, u64)>,
}

/// A snapshot of a table, and its version.
pub(super) fn save(fold: &Table, answers: &Answers) -> Option<(u64, String)> {
    let recent = |version: &u64| version + REMEMBERED > fold.shown(Eyes::Watcher);
    let answers = answers.iter().filter(|(_, version)| recent(version));
    let answers = answers.map(|((who, id), version)| (who.clone(), id.clone(), *version)).collect();
    let saved = serde_json::to_string(&Snapshot { table: fold.save()?, answers }).ok()?;
    Some((fold.version, saved))
}

fn restore(saved: &str) -> Option<Loaded> {
    let Snapshot { table, answers } = serde_json::from_str(saved).ok()?;
    let fold = Some(Table::restore(&table)?);
    Some(Loaded { fold, answers: answers.into_iter().map(|(who, id, version)| ((who, id), version)).collect() })
}

/// The table as it is stored.
pub(crate) async fn load(store: &Store, table: &str) -> Result<Loaded, Problem> {
    let saved = store.snapshot(table).await.map_err(|_| ProblemKind::Retry)?;
    let restored = tokio::task::spawn_blocking(move || saved.and_then(|saved| restore(&saved))).await;
    let loaded = restored.map_err(|_| ProblemKind::Internal)?.unwrap_or_default();
    let after = loaded.fold.as_ref().map_or(0, |fold| fold.version);
    let rows = store.steps(table, after).await.map_err(|_| ProblemKind::Retry)?;
    let id = table.to_owned();
    let folded = tokio::task::spawn_blocking(move || fold_rows(&id, loaded, &rows)).await;
    let folded = folded.map_err(|_| ProblemKind::Internal)?;
    let rests = match &folded {
        Ok(loaded) => loaded.fold.as_ref().is_some_and(|fold| fold.frozen.is_some()),
        Err(problem) => problem.kind == ProblemKind::Frozen,
    };
    match rests {
        true => kept(store, table).await?.map_or(folded, Ok),
        false => folded,
    }
}

/// A finished game from its keepsake, with rows stored since.
async fn kept(store: &Store, table: &str) -> Result<Option<Loaded>, Problem> {
    let Some(keepsake) = store.keepsake(table).await.map_err(|_| ProblemKind::Retry)? else { return Ok(None) };
    let fold = match Table::from_keepsake(&keepsake) {
        Ok(fold) => fold,
        Err(problem) => {
            tracing::error!(table, %problem, "failed to read a keepsake");
            return Ok(None);
        }
    };
    let rows = store.steps(table, fold.version).await.map_err(|_| ProblemKind::Retry)?;
    fold_rows(table, Loaded { fold: Some(fold), answers: Answers::new() }, &rows).map(Some)
}

/// Stores keepsakes of a few games that ended before keepsakes existed; the id of the last one processed, if there may be more.
pub(crate) async fn keep_finished(store: &Store, after: &str) -> Result<Option<String>, Problem> {
    let tables = store.not_kept(after, KEPT_AT_ONCE).await.map_err(|_| ProblemKind::Retry)?;
    for table in &tables {
        let loaded = match load(store, table).await {
            Ok(loaded) => loaded,
            Err(problem) if problem.kind == ProblemKind::Retry => return Err(problem),
            // This version cannot read anything worth keeping.
            Err(_) => continue,
        };
        if let Some(keepsake) = loaded.fold.and_then(|fold| fold.keepsake()) {
            store.keep(table, &keepsake).await.map_err(|_| ProblemKind::Retry)?;
        }
    }
    Ok(tables.last().cloned())
}

/// Folds rows onto what was loaded before.
fn fold_rows(table: &str, loaded: Loaded, rows: &[Stored]) -> Result<Loaded, Problem> {
    let Loaded { fold, mut answers } = loaded;
    let fold = fold_onto(table, fold, rows, |fold, row, _| answered(&mut answers, fold, row))?;
    Ok(Loaded { fold, answers })
}

/// Folds rows that were stored, and logs what keeps the table from going on.
pub(super) fn fold_onto(
    table: &str,
    fold: Option<Table>,
    rows: &[Stored],
    each: impl FnMut(&Table, &Row, &Changes),
) -> Result<Option<Table>, Problem> {
    let rows = rows.iter().map(|stored| (stored.version, stored.at, stored.body.as_str()));
    let folded = Table::fold(fold, rows, each)
        .inspect_err(|problem| tracing::error!(table, %problem, "failed to read a stored step"))?;
    if let Some(fold) = folded.as_ref().filter(|fold| fold.frozen.is_some()) {
        tracing::error!(table, version = fold.version, why = fold.frozen, "table frozen");
    }
    Ok(folded)
}

/// Remembers the answer to the message that a row came from.
pub(super) fn answered(answers: &mut Answers, fold: &Table, row: &Row) {
    if let Some(By::Person { person, id }) = row.by() {
        answers.insert((person.clone(), id.clone()), fold.shown(Eyes::Seat(row.seat().unwrap_or(0))));
    }
}
