//! Push subscriptions of browsers, and values the site stores once.

use sqlx::Row;
use sqlx::any::AnyRow;

use super::in_time;
use super::{Store, StoreError};
use crate::wire::{BrowserLine, PushTo};

/// The maximum number of browsers per person; the oldest are dropped.
const MOST: i64 = 10;

impl Store {
    /// A value that the whole site has once: the given one, or the one another node stored first.
    pub async fn insert_once(&self, name: &str, value: &str) -> Result<String, StoreError> {
        in_time(async {
            let insert = "INSERT INTO site (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            sqlx::query(insert).bind(name).bind(value).execute(&self.pool).await?;
            let select = sqlx::query_scalar("SELECT value FROM site WHERE name = $1").bind(name);
            Ok(select.fetch_one(&self.pool).await?)
        })
        .await
    }

    /// Subscribes a browser for as long as this session lasts. The same endpoint is the same browser.
    pub async fn push_to(&self, person: &str, session: &str, to: &PushTo) -> Result<(), StoreError> {
        in_time(async {
        let mut transaction = self.begin().await?;
        let insert = "INSERT INTO browsers (endpoint, session, p256dh, auth, at) VALUES ($1, $2, $3, $4, {now}) \
                      ON CONFLICT (endpoint) DO UPDATE SET session = $2, p256dh = $3, auth = $4, at = {now}";
        sqlx::query(self.dialect.sql(insert))
            .bind(&to.endpoint)
            .bind(session)
            .bind(&to.p256dh)
            .bind(&to.auth)
            .execute(&mut *transaction)
            .await?;
        let delete = "DELETE FROM browsers WHERE endpoint IN (SELECT endpoint FROM browsers \
                      JOIN sessions ON hash = session WHERE person = $1 ORDER BY at DESC, endpoint LIMIT 1000 OFFSET $2)";
        sqlx::query(delete).bind(person).bind(MOST).execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(())
        })
        .await
    }

    /// Ends a subscription; with a person, only if it is theirs.
    pub async fn end_push(&self, endpoint: &str, person: Option<&str>) -> Result<(), StoreError> {
        in_time(async {
            let delete = "DELETE FROM browsers WHERE endpoint = $1 AND \
                      ($2 = '' OR session IN (SELECT hash FROM sessions WHERE person = $2))";
            sqlx::query(delete).bind(endpoint).bind(person.unwrap_or_default()).execute(&self.pool).await?;
            Ok(())
        })
        .await
    }

    /// All browsers of a person.
    pub async fn browsers(&self, person: &str) -> Result<Vec<PushTo>, StoreError> {
        in_time(async {
            let select =
                "SELECT endpoint, p256dh, auth FROM browsers JOIN sessions ON hash = session WHERE person = $1";
            let rows = sqlx::query(select).bind(person).fetch_all(&self.pool).await?;
            let browser =
                |row: &AnyRow| Ok(PushTo { endpoint: row.try_get(0)?, p256dh: row.try_get(1)?, auth: row.try_get(2)? });
            rows.iter().map(browser).collect()
        })
        .await
    }

    /// A person's subscriptions, for the export of their data.
    pub async fn browser_lines(&self, person: &str) -> Result<Vec<BrowserLine>, StoreError> {
        in_time(async {
            let select =
                "SELECT endpoint, at FROM browsers JOIN sessions ON hash = session WHERE person = $1 ORDER BY at";
            let rows = sqlx::query(select).bind(person).fetch_all(&self.pool).await?;
            let line = |row: &AnyRow| {
                let at: i64 = row.try_get(1)?;
                Ok(BrowserLine { endpoint: row.try_get(0)?, at: at / 1000 })
            };
            rows.iter().map(line).collect()
        })
        .await
    }
}
