//! Deletes old data.

use std::time::Duration;

use super::{Store, StoreError, in_time};

/// The maximum per run; the rest follows in the next.
const PORTION: i64 = 200;

/// Everything stored about a table.
const OF_A_TABLE: [&str; 9] = [
    "DELETE FROM chat WHERE table_id = $1",
    "DELETE FROM notices WHERE table_id = $1",
    "DELETE FROM seated WHERE table_id = $1",
    "DELETE FROM sat WHERE table_id = $1",
    "DELETE FROM due WHERE table_id = $1",
    "DELETE FROM snapshots WHERE table_id = $1",
    "DELETE FROM keepsakes WHERE table_id = $1",
    "DELETE FROM steps WHERE table_id = $1",
    "DELETE FROM tables WHERE id = $1",
];

/// How long inactive data is kept; `None` for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// Guests who have not returned and sat at no remaining table.
    pub guests: Option<Duration>,
    /// Tables abandoned without a result.
    pub abandoned: Option<Duration>,
    /// Finished games. Ratings and results stay.
    pub games: Option<Duration>,
}

impl Default for Retention {
    fn default() -> Retention {
        let days = |days: u64| Some(Duration::from_secs(days * 24 * 60 * 60));
        Retention { guests: days(365), abandoned: days(30), games: None }
    }
}

impl Store {
    /// Deletes data past its retention; returns the number of tables and guests.
    pub async fn forget_what_is_old(&self, retention: &Retention) -> Result<(usize, usize), StoreError> {
        let mut tables = 0;
        for (status, kept) in [("abandoned", retention.abandoned), ("over", retention.games)] {
            if let Some(kept) = kept {
                tables += self.forget_tables(status, kept).await?;
            }
        }
        let guests = match retention.guests {
            Some(kept) => self.forget_guests(kept).await?,
            None => 0,
        };
        Ok((tables, guests))
    }

    async fn forget_tables(&self, status: &str, kept: Duration) -> Result<usize, StoreError> {
        in_time(async {
            let select =
                "SELECT id FROM tables WHERE status = $1 AND changed_at <= {now} - $2 ORDER BY changed_at LIMIT $3";
            let old =
                sqlx::query_scalar(self.dialect.sql(select)).bind(status).bind(kept.as_millis() as i64).bind(PORTION);
            let old: Vec<String> = old.fetch_all(&self.pool).await?;
            for table in &old {
                let mut transaction = self.begin().await?;
                for delete in OF_A_TABLE {
                    sqlx::query(delete).bind(table).execute(&mut *transaction).await?;
                }
                transaction.commit().await?;
            }
            Ok(old.len())
        })
        .await
    }

    async fn forget_guests(&self, kept: Duration) -> Result<usize, StoreError> {
        in_time(async {
            let kept = kept.as_millis() as i64;
            let delete =
                "DELETE FROM sessions WHERE seen_at <= {now} - $1 AND person NOT IN (SELECT person FROM accounts)";
            sqlx::query(self.dialect.sql(delete)).bind(kept).execute(&self.pool).await?;
            let select = "SELECT id FROM people WHERE created_at <= {now} - $1 \
                      AND NOT EXISTS (SELECT 1 FROM accounts WHERE person = id) \
                      AND NOT EXISTS (SELECT 1 FROM sessions WHERE person = id) \
                      AND NOT EXISTS (SELECT 1 FROM sat WHERE person = id) \
                      AND NOT EXISTS (SELECT 1 FROM bans WHERE person = id) LIMIT $2";
            let gone = sqlx::query_scalar(self.dialect.sql(select)).bind(kept).bind(PORTION);
            let gone: Vec<String> = gone.fetch_all(&self.pool).await?;
            for guest in &gone {
                self.forget(guest).await?;
            }
            Ok(gone.len())
        })
        .await
    }
}
