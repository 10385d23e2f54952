//! People who look after a site on the page.

use super::care::person;
use super::{Store, StoreError, in_time};
use crate::wire::Person;

/// Under which the site keeps that somebody is one; the id follows.
const MODERATOR: &str = "moderator ";

impl Store {
    /// Somebody looks after the site from now on.
    pub async fn make_moderator(&self, person: &str) -> Result<(), StoreError> {
        in_time(async {
            let insert = "INSERT INTO site (name, value) VALUES ($1, '') ON CONFLICT DO NOTHING";
            sqlx::query(insert).bind(format!("{MODERATOR}{person}")).execute(&self.pool).await?;
            Ok(())
        })
        .await
    }

    /// They do no longer; `false`: they never did.
    pub async fn unmake_moderator(&self, person: &str) -> Result<bool, StoreError> {
        in_time(async {
            let delete = sqlx::query("DELETE FROM site WHERE name = $1").bind(format!("{MODERATOR}{person}"));
            Ok(delete.execute(&self.pool).await?.rows_affected() == 1)
        })
        .await
    }

    /// Whether somebody looks after the site.
    pub async fn is_moderator(&self, person: &str) -> Result<bool, StoreError> {
        in_time(async {
            let select = sqlx::query("SELECT 1 FROM site WHERE name = $1").bind(format!("{MODERATOR}{person}"));
            Ok(select.fetch_optional(&self.pool).await?.is_some())
        })
        .await
    }

    /// Everybody who does.
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
