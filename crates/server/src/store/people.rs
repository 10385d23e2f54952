//! People and their sessions.

use sqlx::Row;

use super::{Store, StoreError};
use crate::wire::Person;

/// A session that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Whose it is.
    pub person: Person,
}

impl Store {
    /// Makes a person and their first session.
    pub async fn new_person(&self, person: &Person, session_hash: &str) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        sqlx::query(self.dialect.sql("INSERT INTO people (id, name, created_at) VALUES ($1, $2, {now})"))
            .bind(&person.id)
            .bind(&person.name)
            .execute(&mut *transaction)
            .await?;
        sqlx::query(self.dialect.sql("INSERT INTO sessions (hash, person, seen_at) VALUES ($1, $2, {now})"))
            .bind(session_hash)
            .bind(&person.id)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Whose session this is.
    pub async fn session(&self, hash: &str) -> Result<Option<Session>, StoreError> {
        let found = sqlx::query(
            "SELECT people.id, people.name FROM sessions JOIN people ON people.id = sessions.person WHERE hash = $1",
        )
        .bind(hash)
        .fetch_optional(&self.pool)
        .await?;
        let Some(row) = found else { return Ok(None) };
        Ok(Some(Session { person: Person { id: row.try_get(0)?, name: row.try_get(1)? } }))
    }

    /// Changes a name.
    pub async fn rename(&self, person: &str, name: &str) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE people SET name = $2 WHERE id = $1").bind(person).bind(name);
        update.execute(&self.pool).await?;
        Ok(())
    }

    /// Forgets a session.
    pub async fn end_session(&self, hash: &str) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM sessions WHERE hash = $1").bind(hash).execute(&self.pool).await?;
        Ok(())
    }
}
