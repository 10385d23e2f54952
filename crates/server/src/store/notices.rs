//! Notifications: at most one of each kind per person and table.

use sqlx::any::AnyRow;
use sqlx::{Any, Row, Transaction};

use super::in_time;
use super::{Store, StoreError};
use crate::wire::{Notice, NoticeKind, Notices};
use sabika_table::News;

/// The maximum length of a list.
const LISTED: i64 = 100;
/// How long notifications are kept, in milliseconds.
const OLD: i64 = 30 * 24 * 3600 * 1000;

/// Adds or withdraws a notification.
pub(super) async fn write(
    transaction: &mut Transaction<'_, Any>,
    table: &str,
    News { person, kind, on }: &News,
    at: i64,
) -> Result<(), sqlx::Error> {
    let statement = if *on {
        sqlx::query(
            "INSERT INTO notices (person, table_id, kind, at, seen) VALUES ($1, $2, $3, $4, 0) \
             ON CONFLICT (person, table_id, kind) DO UPDATE SET at = $4, seen = 0",
        )
        .bind(person)
        .bind(table)
        .bind(kind.word())
        .bind(at)
    } else {
        let delete = sqlx::query("DELETE FROM notices WHERE person = $1 AND table_id = $2 AND kind = $3");
        delete.bind(person).bind(table).bind(kind.word())
    };
    statement.execute(&mut **transaction).await.map(|_| ())
}

impl Store {
    /// Notifies a person about a table without a step there.
    pub async fn notify(&self, table: &str, news: &News) -> Result<(), StoreError> {
        in_time(async {
            let at = self.now().await?;
            let mut transaction = self.begin().await?;
            write(&mut transaction, table, news, at).await?;
            transaction.commit().await?;
            Ok(())
        })
        .await
    }

    /// A person's notifications, latest first.
    pub async fn notices(&self, person: &str) -> Result<Notices, StoreError> {
        in_time(async {
            let select = "SELECT kind, at, seen, info FROM notices JOIN tables ON id = table_id WHERE person = $1 \
                      ORDER BY at DESC LIMIT $2";
            let rows = sqlx::query(select).bind(person).bind(LISTED).fetch_all(&self.pool).await?;
            let notice = |row: &AnyRow| {
                let (word, info): (String, String) = (row.try_get(0)?, row.try_get(3)?);
                let (at, seen): (i64, i64) = (row.try_get(1)?, row.try_get(2)?);
                let kind = NoticeKind::ALL.into_iter().find(|k| k.word() == word);
                let read = kind.zip(serde_json::from_str(&info).ok());
                Ok((at, read.map(|(kind, table)| Notice { kind, table, read: seen != 0, at: at / 1000 })))
            };
            let found: Vec<(i64, Option<Notice>)> = rows.iter().map(notice).collect::<Result<_, sqlx::Error>>()?;
            let mark = found.iter().map(|(at, _)| *at).max().unwrap_or(0);
            let notices = found.into_iter().filter_map(|(_, notice)| notice).collect();
            Ok(Notices { notices, unread: self.unread(person).await?, mark })
        })
        .await
    }

    /// The number of unread notifications.
    pub async fn unread(&self, person: &str) -> Result<u32, StoreError> {
        in_time(async {
            let count = sqlx::query_scalar("SELECT COUNT(*) FROM notices WHERE person = $1 AND seen = 0").bind(person);
            let count: i64 = count.fetch_one(&self.pool).await?;
            Ok(count as u32)
        })
        .await
    }

    /// Marks notifications up to this time as read.
    pub async fn read(&self, person: &str, mark: i64) -> Result<(), StoreError> {
        in_time(async {
            let update =
                sqlx::query("UPDATE notices SET seen = 1 WHERE person = $1 AND at <= $2").bind(person).bind(mark);
            update.execute(&self.pool).await?;
            Ok(())
        })
        .await
    }

    /// Deletes old notifications.
    pub async fn forget_old_notices(&self) -> Result<(), StoreError> {
        in_time(async {
            let delete = self.dialect.sql("DELETE FROM notices WHERE at < {now} - $1");
            sqlx::query(delete).bind(OLD).execute(&self.pool).await?;
            Ok(())
        })
        .await
    }
}
