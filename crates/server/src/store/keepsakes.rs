//! Keepsakes of finished games, for versions that fold their steps differently.

use sqlx::{Any, Transaction};

use super::in_time;
use super::{Store, StoreError};
use sabika_table::keepsake_renamed;

/// Stores a keepsake. An existing one stays unchanged.
pub(super) async fn write(
    transaction: &mut Transaction<'_, Any>,
    table: &str,
    keepsake: &str,
) -> Result<(), sqlx::Error> {
    let insert = "INSERT INTO keepsakes (table_id, body) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    sqlx::query(insert).bind(table).bind(keepsake).execute(&mut **transaction).await.map(|_| ())
}

impl Store {
    /// The keepsake of a game.
    pub async fn keepsake(&self, table: &str) -> Result<Option<String>, StoreError> {
        in_time(async {
            let select = sqlx::query_scalar("SELECT body FROM keepsakes WHERE table_id = $1").bind(table);
            Ok(select.fetch_optional(&self.pool).await?)
        })
        .await
    }

    /// Stores the keepsake of a game that ended before keepsakes existed.
    pub async fn keep(&self, table: &str, keepsake: &str) -> Result<(), StoreError> {
        in_time(async {
            let mut transaction = self.begin().await?;
            write(&mut transaction, table, keepsake).await?;
            Ok(transaction.commit().await?)
        })
        .await
    }

    /// Finished games without a keepsake, ordered by id, starting after one.
    pub async fn not_kept(&self, after: &str, most: i64) -> Result<Vec<String>, StoreError> {
        in_time(async {
            let select = "SELECT id FROM tables WHERE status = 'over' AND id > $1 AND NOT EXISTS \
                          (SELECT 1 FROM keepsakes WHERE table_id = id) ORDER BY id LIMIT $2";
            Ok(sqlx::query_scalar(select).bind(after).bind(most).fetch_all(&self.pool).await?)
        })
        .await
    }

    /// Renames a person in the keepsake of a game.
    pub(super) async fn rename_in_keepsake(&self, table: &str, person: &str, to: &str) -> Result<(), StoreError> {
        let kept = self.keepsake(table).await?;
        if let Some(renamed) = kept.and_then(|kept| keepsake_renamed(&kept, person, to)) {
            let update = sqlx::query("UPDATE keepsakes SET body = $2 WHERE table_id = $1").bind(table).bind(renamed);
            update.execute(&self.pool).await?;
        }
        Ok(())
    }
}
