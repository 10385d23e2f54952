//! Summaries of games against bots, for their players' progress.

use sqlx::Row;
use sqlx::any::AnyRow;

use super::in_time;
use super::{Store, StoreError};
use crate::wire::GameSummary;

/// The largest number of games stored for one person: years of play, a few megabytes.
pub const MOST_GAMES: i64 = 5000;

impl Store {
    /// Stores those games of a person that are not stored yet, and returns their number in all; `None`: that would be too many, and
    /// nothing was stored.
    pub async fn keep_progress(&self, person: &str, games: &[GameSummary]) -> Result<Option<u32>, StoreError> {
        in_time(async {
            let mut transaction = self.begin().await?;
            let insert = "INSERT INTO progress (person, table_id, body) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
            for game in games {
                // Summaries hold nothing that JSON cannot express.
                let body = serde_json::to_string(game).unwrap_or_default();
                sqlx::query(insert).bind(person).bind(&game.table).bind(body).execute(&mut *transaction).await?;
            }
            let count = sqlx::query_scalar("SELECT COUNT(*) FROM progress WHERE person = $1").bind(person);
            let count: i64 = count.fetch_one(&mut *transaction).await?;
            if count > MOST_GAMES {
                return Ok(None);
            }
            transaction.commit().await?;
            Ok(Some(count as u32))
        })
        .await
    }

    /// Up to `most` games of a person, in the order of their tables' ids, starting after a table.
    pub async fn progress(&self, person: &str, after: &str, most: i64) -> Result<Vec<GameSummary>, StoreError> {
        in_time(async {
            let select = "SELECT body FROM progress WHERE person = $1 AND table_id > $2 ORDER BY table_id LIMIT $3";
            let rows = sqlx::query(select).bind(person).bind(after).bind(most).fetch_all(&self.pool).await?;
            rows.iter().map(game).collect()
        })
        .await
    }

    /// Every game of a person.
    pub async fn all_progress(&self, person: &str) -> Result<Vec<GameSummary>, StoreError> {
        self.progress(person, "", MOST_GAMES).await
    }
}

fn game(row: &AnyRow) -> Result<GameSummary, StoreError> {
    let body: String = row.try_get(0)?;
    serde_json::from_str(&body).map_err(|error| StoreError::Unusable(format!("progress: {error}")))
}
