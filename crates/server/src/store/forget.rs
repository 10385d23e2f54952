//! Deleting an account: games stay complete, but without the name.

use sqlx::Row;

use super::in_time;
use super::{Store, StoreError};
use sabika_table::{info_renamed, row_renamed};

/// Everything about a person that is not part of a game.
const PERSONAL: [&str; 12] = [
    "DELETE FROM site WHERE name = 'moderator ' || $1",
    "DELETE FROM sessions WHERE person = $1",
    "DELETE FROM accounts WHERE person = $1",
    "DELETE FROM notices WHERE person = $1",
    "DELETE FROM blocks WHERE person = $1 OR blocked = $1",
    "DELETE FROM ratings WHERE person = $1",
    "DELETE FROM placings WHERE person = $1",
    "DELETE FROM daily WHERE person = $1",
    "DELETE FROM progress WHERE person = $1",
    "DELETE FROM chat WHERE person = $1",
    "DELETE FROM sat WHERE person = $1",
    "DELETE FROM people WHERE id = $1",
];

impl Store {
    /// Every table a person ever sat at.
    pub async fn tables_sat(&self, person: &str) -> Result<Vec<String>, StoreError> {
        in_time(async {
            let select =
                sqlx::query_scalar("SELECT table_id FROM sat WHERE person = $1 ORDER BY table_id").bind(person);
            Ok(select.fetch_all(&self.pool).await?)
        })
        .await
    }

    /// Renames a person in everything stored of a table: the rows that name them, and the summary in lists.
    pub async fn rewrite_names(&self, table: &str, person: &str, to: &str) -> Result<(), StoreError> {
        in_time(async {
            let select = "SELECT version, body FROM steps WHERE table_id = $1 AND \
                      (body LIKE '%\"row\":\"sit\"%' OR body LIKE '%\"row\":\"open\"%' OR \
                      body LIKE '%\"row\":\"rename\"%')";
            for found in sqlx::query(select).bind(table).fetch_all(&self.pool).await? {
                let (version, body): (i64, String) = (found.try_get(0)?, found.try_get(1)?);
                if let Some(body) = row_renamed(&body, person, to) {
                    let update = sqlx::query("UPDATE steps SET body = $3 WHERE table_id = $1 AND version = $2");
                    update.bind(table).bind(version).bind(body).execute(&self.pool).await?;
                }
            }
            // Snapshots contain the name, too; a new one is stored soon.
            sqlx::query("DELETE FROM snapshots WHERE table_id = $1").bind(table).execute(&self.pool).await?;
            self.rename_in_keepsake(table, person, to).await?;
            let select = sqlx::query_scalar("SELECT info FROM tables WHERE id = $1").bind(table);
            let listed: Option<String> = select.fetch_optional(&self.pool).await?;
            if let Some((old, new)) = listed.and_then(|old| info_renamed(&old, person, to).map(|new| (old, new))) {
                // Rows stored in the meantime have the new name.
                let update = sqlx::query("UPDATE tables SET info = $3 WHERE id = $1 AND info = $2");
                update.bind(table).bind(old).bind(new).execute(&self.pool).await?;
            }
            Ok(())
        })
        .await
    }

    /// Deletes everything about a person that is not part of a game.
    pub async fn forget(&self, person: &str) -> Result<(), StoreError> {
        in_time(async {
            let mut transaction = self.begin().await?;
            for delete in PERSONAL {
                sqlx::query(delete).bind(person).execute(&mut *transaction).await?;
            }
            transaction.commit().await?;
            Ok(())
        })
        .await
    }
}
