//! The moderators of a site.

use super::blocks::person;
use super::{Store, StoreError, in_time};
use crate::wire::Person;

/// The prefix under which the site stores its moderators; their id follows.
const MODERATOR: &str = "moderator ";

impl Store {
    /// Makes a person a moderator.
    pub async fn add_moderator(&self, person: &str) -> Result<(), StoreError> {
        in_time(async {
            let insert = "INSERT INTO site (name, value) VALUES ($1, '') ON CONFLICT DO NOTHING";
            sqlx::query(insert).bind(format!("{MODERATOR}{person}")).execute(&self.pool).await?;
            Ok(())
        })
        .await
    }

    /// Removes a moderator; `false` if they were none.
    pub async fn remove_moderator(&self, person: &str) -> Result<bool, StoreError> {
        in_time(async {
            let delete = sqlx::query("DELETE FROM site WHERE name = $1").bind(format!("{MODERATOR}{person}"));
            Ok(delete.execute(&self.pool).await?.rows_affected() == 1)
        })
        .await
    }

    /// Whether a person is a moderator.
    pub async fn is_moderator(&self, person: &str) -> Result<bool, StoreError> {
        in_time(async {
            let select = sqlx::query("SELECT 1 FROM site WHERE name = $1").bind(format!("{MODERATOR}{person}"));
            Ok(select.fetch_optional(&self.pool).await?.is_some())
        })
        .await
    }

    /// All moderators.
    pub async fn moderators(&self) -> Result<Vec<Person>, StoreError> {
        in_time(async {
            let select =
                "SELECT id, people.name FROM people JOIN site ON site.name = $1 || id ORDER BY people.name, id";
            let rows = sqlx::query(select).bind(MODERATOR).fetch_all(&self.pool).await?;
            Ok(rows.iter().map(|row| person(row, 0)).collect::<Result<_, _>>()?)
        })
        .await
    }
}
