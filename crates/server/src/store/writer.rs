//! One writer puts all waiting appends into one transaction: many tables share one flush to the disk.

use std::sync::Arc;

use sqlx::{Any, AnyPool, Transaction};
use tokio::sync::{mpsc, oneshot};

use super::dialect::Dialect;
use super::{Store, StoreError, notices, ratings};
use crate::table::{Finish, News};

/// The most appends of one transaction, and the most that may wait.
const MOST: usize = 256;

/// Lists need not tell to the second when something happened: so a quick game does not write there with every step.
const LIST_EVERY: i64 = 10_000;

/// A step to be stored, with what follows from it; all or nothing.
#[derive(Clone, Debug)]
pub struct Append {
    /// The table.
    pub table: String,
    /// One more than its last step's.
    pub version: u64,
    /// The step.
    pub body: String,
    /// What lists show of the table.
    pub summary: Summary,
    /// What is to be done next, without anybody asking.
    pub due: Due,
    /// What people elsewhere should know.
    pub news: Vec<News>,
    /// The game ends with this step.
    pub finish: Option<Finish>,
}

/// What lists show.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Summary {
    pub code: String,
    pub status: String,
    pub public: bool,
    /// A [`crate::wire::TableInfo`] in JSON; `None`: as after the step before, and so is all above.
    pub info: Option<String>,
    pub seated: Seated,
    /// Lists do not show that anything happened (T8).
    pub quiet: bool,
}

/// Who sits at a table, and whom it waits for. Most steps change nothing of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seated {
    /// As after the step before.
    AsBefore,
    /// The same people; the table waits for this one, or for none.
    Turn(Option<String>),
    /// Everybody who sits there, and whether the table waits for them.
    Anew(Vec<(String, bool)>),
}

/// When a table is to be looked at again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// As after the step before.
    AsBefore,
    /// Never.
    Never,
    /// In a while.
    In {
        /// Milliseconds from now.
        after: i64,
        /// The node that stores this does it itself; others only after so many milliseconds.
        lease: i64,
    },
}

pub(super) struct Job {
    append: Append,
    answer: oneshot::Sender<Result<i64, StoreError>>,
}

impl Store {
    /// Stores a step. When this returns, it is on the disk; the answer is the database time it was stored at.
    pub async fn append(&self, append: Append) -> Result<i64, StoreError> {
        let (answer, stored) = oneshot::channel();
        let gone = || StoreError::Down("the writer has stopped".into());
        self.appends.send(Job { append, answer }).await.map_err(|_| gone())?;
        stored.await.map_err(|_| gone())?
    }
}

pub(super) fn start(pool: AnyPool, dialect: Arc<Dialect>) -> mpsc::Sender<Job> {
    let (sender, mut jobs) = mpsc::channel(MOST);
    tokio::spawn(async move {
        let mut batch = Vec::new();
        while jobs.recv_many(&mut batch, MOST).await > 0 {
            // One order for all nodes: then no two transactions wait for each other in a circle.
            batch.sort_by(|a: &Job, b: &Job| {
                (&a.append.table, a.append.version).cmp(&(&b.append.table, b.append.version))
            });
            match store(&pool, &dialect, &batch).await {
                Ok(results) => {
                    for (job, stored) in batch.drain(..).zip(results) {
                        let _ = job.answer.send(stored.ok_or(StoreError::Lost));
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, appends = batch.len(), "nothing of this batch was stored");
                    for job in batch.drain(..) {
                        let _ = job.answer.send(Err(StoreError::Down(error.to_string())));
                    }
                }
            }
        }
    });
    sender
}

/// When each was stored; `None`: another was faster, which fails this one and no other.
async fn store(pool: &AnyPool, dialect: &Dialect, batch: &[Job]) -> Result<Vec<Option<i64>>, sqlx::Error> {
    let mut transaction = dialect.begin(pool).await?;
    if batch.iter().any(|job| job.append.finish.as_ref().is_some_and(|f| f.rated)) {
        ratings::lock(&mut transaction, dialect).await?;
    }
    let mut stored = Vec::with_capacity(batch.len());
    for job in batch {
        stored.push(store_one(&mut transaction, dialect, &job.append).await?);
    }
    transaction.commit().await?;
    Ok(stored)
}

async fn store_one(
    transaction: &mut Transaction<'_, Any>,
    dialect: &Dialect,
    append: &Append,
) -> Result<Option<i64>, sqlx::Error> {
    let insert = "INSERT INTO steps (table_id, version, at, body) VALUES ($1, $2, {now}, $3) \
                  ON CONFLICT DO NOTHING RETURNING at";
    let at: Option<i64> = sqlx::query_scalar(dialect.sql(insert))
        .bind(&append.table)
        .bind(append.version as i64)
        .bind(&append.body)
        .fetch_optional(&mut **transaction)
        .await?;
    let Some(at) = at else { return Ok(None) };
    write_summary(transaction, &append.table, &append.summary, at).await?;
    for news in &append.news {
        notices::write(transaction, &append.table, news, at).await?;
    }
    if let Some(finish) = &append.finish {
        ratings::finish(transaction, &append.table, finish, at).await?;
    }
    match append.due {
        Due::AsBefore => {}
        Due::Never => {
            let delete = sqlx::query("DELETE FROM due WHERE table_id = $1").bind(&append.table);
            delete.execute(&mut **transaction).await?;
        }
        Due::In { after, lease } => {
            let upsert = "INSERT INTO due (table_id, at, claimed_until) VALUES ($1, $2, $3) \
                          ON CONFLICT (table_id) DO UPDATE SET at = $2, claimed_until = $3";
            let upsert = sqlx::query(upsert).bind(&append.table).bind(at + after).bind(at + lease);
            upsert.execute(&mut **transaction).await?;
        }
    }
    Ok(Some(at))
}

async fn write_summary(
    transaction: &mut Transaction<'_, Any>,
    table: &str,
    summary: &Summary,
    at: i64,
) -> Result<(), sqlx::Error> {
    let Summary { code, status, public, info, seated, quiet } = summary;
    if let Some(info) = info {
        let upsert = "INSERT INTO tables (id, code, status, public, info, changed_at) VALUES ($1, $2, $3, $4, $5, $6) \
                      ON CONFLICT (id) DO UPDATE SET status = $3, public = $4, info = $5, \
                      changed_at = CASE WHEN $7 = 1 THEN tables.changed_at ELSE $6 END";
        let upsert = sqlx::query(upsert).bind(table).bind(code).bind(status).bind(*public as i64).bind(info);
        upsert.bind(at).bind(*quiet as i64).execute(&mut **transaction).await?;
    } else if !quiet {
        let update = "UPDATE tables SET changed_at = $2 WHERE id = $1 AND changed_at < $3";
        let update = sqlx::query(update).bind(table).bind(at).bind(at - LIST_EVERY);
        update.execute(&mut **transaction).await?;
    }
    match seated {
        Seated::AsBefore => {}
        Seated::Turn(person) => {
            // Of a big table only the two whom it concerns are written.
            let update = "UPDATE seated SET your_turn = 1 - your_turn WHERE table_id = $1 AND \
                          your_turn <> CASE WHEN person = $2 THEN 1 ELSE 0 END";
            sqlx::query(update).bind(table).bind(person.as_deref()).execute(&mut **transaction).await?;
        }
        Seated::Anew(people) => {
            let delete = sqlx::query("DELETE FROM seated WHERE table_id = $1").bind(table);
            delete.execute(&mut **transaction).await?;
            for (person, your_turn) in people {
                let insert = sqlx::query("INSERT INTO seated (person, table_id, your_turn) VALUES ($1, $2, $3)");
                insert.bind(person).bind(table).bind(*your_turn as i64).execute(&mut **transaction).await?;
                // Nobody sits down after the start.
                if status == "lobby" {
                    let insert =
                        sqlx::query("INSERT INTO sat (person, table_id) VALUES ($1, $2) ON CONFLICT DO NOTHING");
                    insert.bind(person).bind(table).execute(&mut **transaction).await?;
                }
            }
        }
    }
    Ok(())
}
