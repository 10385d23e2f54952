//! Administration from the command line, directly on the database, whether servers are running or not.

use crate::room::append;
use crate::store::{Store, StoreError};
use crate::wire::{Ending, Person, Problem, ProblemKind};
use sabika_table::{Error, Row, Table};

/// How often a lost race with a server is retried.
const TRIES: usize = 8;

fn down(error: StoreError) -> Problem {
    Problem::with(ProblemKind::Retry, error.to_string())
}

/// The table as stored.
async fn load(store: &Store, table: &str) -> Result<Table, Problem> {
    let fold = crate::room::load(store, table).await?.fold;
    fold.ok_or_else(|| Problem::with(ProblemKind::NotFound, "unknown table"))
}

/// Appends a row; servers find it the next time they poll.
async fn store_row(store: &Store, table: &str, row: &Row) -> Result<(), Problem> {
    for _ in 0..TRIES {
        let before = load(store, table).await?;
        let mut fold = before.clone();
        let told = fold.advance(row).map_err(|deny| match deny {
            Error::Problem(problem) => problem,
            Error::Refused(_) => ProblemKind::Internal.into(),
        })?;
        fold.stamp(store.now().await.map_err(down)?, row, &told);
        match store.append(append(Some(&before), &fold, row, false)).await {
            Ok(_) => return Ok(()),
            Err(StoreError::Lost) => {}
            Err(error) => return Err(down(error)),
        }
    }
    Err(ProblemKind::Retry.into())
}

/// Ends a table, given by id or code, and deletes its chat.
pub async fn remove_table(store: &Store, table: &str) -> Result<String, Problem> {
    let by_code = store.table_by_code(&table.to_ascii_uppercase()).await.map_err(down)?;
    let id = by_code.unwrap_or_else(|| table.to_owned());
    store.delete_chat(&id).await.map_err(down)?;
    let ended = store_row(store, &id, &Row::Abandon { why: Ending::Removed }).await;
    if is_frozen(&ended) {
        // It is already frozen; it only disappears from the lists.
        store.unlist(&id).await.map_err(down)?;
    } else {
        ended?;
    }
    Ok(id)
}

/// Whether the table is frozen because another engine played it: no rows can be appended.
fn is_frozen(stored: &Result<(), Problem>) -> bool {
    matches!(stored, Err(Problem { kind: ProblemKind::Frozen, .. }))
}

/// Renames a person, including at the tables where they sit.
pub async fn rename(store: &Store, person: &str, name: &str) -> Result<Person, Problem> {
    let name = Person::name(name)?;
    let missing = || Problem::with(ProblemKind::NotFound, "unknown person");
    let person = store.person(person).await.map_err(down)?.ok_or_else(missing)?;
    if !store.rename(&person.id, &name).await.map_err(down)? {
        return Err(Problem::with(ProblemKind::Taken, "the name belongs to another account"));
    }
    for table in store.tables_sat(&person.id).await.map_err(down)? {
        let renamed = store_row(store, &table, &Row::Rename { person: person.id.clone(), name: name.clone() }).await;
        if is_frozen(&renamed) {
            store.rewrite_names(&table, &person.id, &name).await.map_err(down)?;
        } else {
            renamed?;
        }
    }
    Ok(Person { name, ..person })
}
