//! People, their sessions, and the names that are kept.

use std::time::Duration;

use sqlx::Row;
use sqlx::any::AnyRow;

use super::{Store, StoreError};
use crate::wire::{Person, is_unseen};

/// How long a session lasts, here and in the browser.
pub const SESSION: Duration = Duration::from_secs(365 * 24 * 60 * 60);
const NEW_SESSION: &str = "INSERT INTO sessions (hash, person, seen_at) VALUES ($1, $2, {now})";

/// A session that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Whose it is.
    pub person: Person,
    /// Whether the name is kept.
    pub kept: bool,
    /// Why this person may not play here.
    pub banned: Option<String>,
}

/// A kept name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Account {
    pub person: Person,
    /// argon2id.
    pub password: String,
}

/// The name as it is compared: nobody is to look like somebody else by a capital letter, a second space or what is not seen.
pub fn name_key(name: &str) -> String {
    let seen: String = name.chars().filter(|c| !is_unseen(*c)).collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

impl Store {
    /// Makes a person and their first session.
    pub async fn new_person(&self, person: &Person, session_hash: &str) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        sqlx::query(self.dialect.sql("INSERT INTO people (id, name, created_at) VALUES ($1, $2, {now})"))
            .bind(&person.id)
            .bind(&person.name)
            .execute(&mut *transaction)
            .await?;
        sqlx::query(self.dialect.sql(NEW_SESSION))
            .bind(session_hash)
            .bind(&person.id)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// One more session of a person.
    pub async fn new_session(&self, person: &str, session_hash: &str) -> Result<(), StoreError> {
        sqlx::query(self.dialect.sql(NEW_SESSION)).bind(session_hash).bind(person).execute(&self.pool).await?;
        Ok(())
    }

    /// Whose session this is.
    pub async fn session(&self, hash: &str) -> Result<Option<Session>, StoreError> {
        let found = sqlx::query(
            "SELECT people.id, people.name, accounts.name_key, bans.reason FROM sessions \
             JOIN people ON people.id = sessions.person LEFT JOIN accounts ON accounts.person = people.id \
             LEFT JOIN bans ON bans.person = people.id WHERE hash = $1",
        )
        .bind(hash)
        .fetch_optional(&self.pool)
        .await?;
        let session = |row: AnyRow| {
            let kept: Option<String> = row.try_get(2)?;
            let person = Person { id: row.try_get(0)?, name: row.try_get(1)? };
            Ok(Session { person, kept: kept.is_some(), banned: row.try_get(3)? })
        };
        found.map(session).transpose()
    }

    /// Somebody by id.
    pub async fn person(&self, id: &str) -> Result<Option<Person>, StoreError> {
        let name = sqlx::query_scalar("SELECT name FROM people WHERE id = $1").bind(id);
        let name: Option<String> = name.fetch_optional(&self.pool).await?;
        Ok(name.map(|name| Person { id: id.into(), name }))
    }

    /// Changes a name; `false`: somebody else keeps it.
    pub async fn rename(&self, person: &str, name: &str) -> Result<bool, StoreError> {
        let key = name_key(name);
        let mut transaction = self.begin().await?;
        let kept = sqlx::query_scalar("SELECT person FROM accounts WHERE name_key = $1").bind(&key);
        let kept: Option<String> = kept.fetch_optional(&mut *transaction).await?;
        if kept.is_some_and(|by| by != person) {
            return Ok(false);
        }
        let update = sqlx::query("UPDATE people SET name = $2 WHERE id = $1").bind(person).bind(name);
        update.execute(&mut *transaction).await?;
        let update = sqlx::query("UPDATE accounts SET name_key = $2 WHERE person = $1").bind(person).bind(&key);
        update.execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Forgets the sessions whose cookies have ended.
    pub async fn forget_old_sessions(&self) -> Result<(), StoreError> {
        let delete = self.dialect.sql("DELETE FROM sessions WHERE seen_at < {now} - $1");
        sqlx::query(delete).bind(SESSION.as_millis() as i64).execute(&self.pool).await?;
        Ok(())
    }

    /// Forgets a session.
    pub async fn end_session(&self, hash: &str) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM sessions WHERE hash = $1").bind(hash).execute(&self.pool).await?;
        Ok(())
    }

    /// Keeps a name; `false`: it is kept already.
    pub async fn keep_name(&self, person: &Person, password: &str, recovery: &str) -> Result<bool, StoreError> {
        let insert = "INSERT INTO accounts (person, name_key, password, recovery, created_at) \
                      VALUES ($1, $2, $3, $4, {now}) ON CONFLICT DO NOTHING";
        let done = sqlx::query(self.dialect.sql(insert))
            .bind(&person.id)
            .bind(name_key(&person.name))
            .bind(password)
            .bind(recovery)
            .execute(&self.pool)
            .await?;
        Ok(done.rows_affected() == 1)
    }

    /// The kept name that is written like this.
    pub async fn account_by_name(&self, name: &str) -> Result<Option<Account>, StoreError> {
        self.account("WHERE name_key = $1", &name_key(name)).await
    }

    /// The kept name of a person.
    pub async fn account_of(&self, person: &str) -> Result<Option<Account>, StoreError> {
        self.account("WHERE person = $1", person).await
    }

    async fn account(&self, which: &'static str, value: &str) -> Result<Option<Account>, StoreError> {
        let select = format!("SELECT id, name, password FROM accounts JOIN people ON id = person {which}");
        let found = sqlx::query(sqlx::AssertSqlSafe(select)).bind(value).fetch_optional(&self.pool).await?;
        let account = |row: AnyRow| {
            let person = Person { id: row.try_get(0)?, name: row.try_get(1)? };
            Ok(Account { person, password: row.try_get(2)? })
        };
        found.map(account).transpose()
    }

    /// Another password; all sessions end but the given one.
    pub async fn set_password(&self, person: &str, password: &str, session: &str) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        let update = sqlx::query("UPDATE accounts SET password = $2 WHERE person = $1").bind(person).bind(password);
        update.execute(&mut *transaction).await?;
        let delete = sqlx::query("DELETE FROM sessions WHERE person = $1 AND hash <> $2").bind(person).bind(session);
        delete.execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Another recovery code.
    pub async fn set_recovery(&self, person: &str, recovery: &str) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE accounts SET recovery = $2 WHERE person = $1").bind(person).bind(recovery);
        update.execute(&self.pool).await?;
        Ok(())
    }

    /// A recovery code is used up: another password, another code, and only the new session. `false`: a wrong code.
    pub async fn recover(
        &self,
        person: &str,
        (used, fresh): (&str, &str),
        password: &str,
        session: &str,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.begin().await?;
        let update = "UPDATE accounts SET recovery = $3, password = $4 WHERE person = $1 AND recovery = $2";
        let update = sqlx::query(update).bind(person).bind(used).bind(fresh).bind(password);
        if update.execute(&mut *transaction).await?.rows_affected() != 1 {
            return Ok(false);
        }
        sqlx::query("DELETE FROM sessions WHERE person = $1").bind(person).execute(&mut *transaction).await?;
        sqlx::query(self.dialect.sql(NEW_SESSION)).bind(session).bind(person).execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// When somebody first came, in milliseconds since 1970.
    pub async fn since(&self, person: &str) -> Result<Option<i64>, StoreError> {
        let since = sqlx::query_scalar("SELECT created_at FROM people WHERE id = $1").bind(person);
        Ok(since.fetch_optional(&self.pool).await?)
    }
}
