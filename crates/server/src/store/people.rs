//! People, their sessions, and their accounts.

use std::time::Duration;

use sqlx::Row;
use sqlx::any::AnyRow;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::confusable_detection::skeleton;

use super::in_time;
use super::{Store, StoreError};
use crate::wire::Person;
use sabika_table::is_unseen;

/// The lifetime of a session, here and in the browser.
pub const SESSION: Duration = Duration::from_secs(365 * 24 * 60 * 60);
const DAY: i64 = 24 * 60 * 60 * 1000;
const NEW_SESSION: &str = "INSERT INTO sessions (hash, person, seen_at) VALUES ($1, $2, {now})";

/// A session that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Its person.
    pub person: Person,
    /// Whether they have an account.
    pub kept: bool,
    /// Why this person is banned.
    pub banned: Option<String>,
}

/// An account.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Account {
    pub person: Person,
    /// argon2id.
    pub password: String,
}

/// The name in the form used for comparison: case, repeated spaces and invisible characters do not make a name different.
pub fn name_key(name: &str) -> String {
    let seen: String = name.chars().filter(|c| !is_unseen(*c)).collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The name reduced to its appearance: letters of other alphabets, other widths and accented letters become what they look like.
fn look(name: &str) -> String {
    let folded: String = name_key(name).nfkc().collect::<String>().to_lowercase();
    let alike: String = skeleton(&folded).collect();
    alike.nfd().filter(|c| !is_combining_mark(*c)).collect::<String>().to_lowercase()
}

impl Store {
    /// Whether another account has a name that looks like this one.
    pub async fn looks_like_another(&self, name: &str, person: &str) -> Result<bool, StoreError> {
        in_time(async {
            let select = "SELECT 1 FROM accounts WHERE (look = $1 OR name_key = $2) AND person <> $3";
            let select = sqlx::query(select).bind(look(name)).bind(name_key(name)).bind(person);
            Ok(select.fetch_optional(&self.pool).await?.is_some())
        })
        .await
    }

    /// Fills in the appearance of names that were stored before it was.
    pub(super) async fn write_looks(&self) -> Result<(), StoreError> {
        in_time(async {
            let select = "SELECT person, name FROM accounts JOIN people ON id = person WHERE look = ''";
            for row in sqlx::query(select).fetch_all(&self.pool).await? {
                let (person, name): (String, String) = (row.try_get(0)?, row.try_get(1)?);
                let update =
                    sqlx::query("UPDATE accounts SET look = $2 WHERE person = $1").bind(person).bind(look(&name));
                update.execute(&self.pool).await?;
            }
            Ok(())
        })
        .await
    }

    /// Creates a person and their first session.
    pub async fn new_person(&self, person: &Person, session_hash: &str) -> Result<(), StoreError> {
        in_time(async {
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
        })
        .await
    }

    /// Adds a session.
    pub async fn new_session(&self, person: &str, session_hash: &str) -> Result<(), StoreError> {
        in_time(async {
            sqlx::query(self.dialect.sql(NEW_SESSION)).bind(session_hash).bind(person).execute(&self.pool).await?;
            Ok(())
        })
        .await
    }

    /// Finds a session.
    pub async fn session(&self, hash: &str) -> Result<Option<Session>, StoreError> {
        in_time(async {
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
        })
        .await
    }

    /// Extends a session in use: it lasts a year from now. Written once a day.
    pub async fn keep_session(&self, hash: &str) -> Result<(), StoreError> {
        in_time(async {
            let update = "UPDATE sessions SET seen_at = {now} WHERE hash = $1 AND seen_at < {now} - $2";
            sqlx::query(self.dialect.sql(update)).bind(hash).bind(DAY).execute(&self.pool).await?;
            Ok(())
        })
        .await
    }

    /// A person by id.
    pub async fn person(&self, id: &str) -> Result<Option<Person>, StoreError> {
        in_time(async {
            let name = sqlx::query_scalar("SELECT name FROM people WHERE id = $1").bind(id);
            let name: Option<String> = name.fetch_optional(&self.pool).await?;
            Ok(name.map(|name| Person { id: id.into(), name }))
        })
        .await
    }

    /// Changes a name; `false` if another account has it.
    pub async fn rename(&self, person: &str, name: &str) -> Result<bool, StoreError> {
        in_time(async {
            let key = name_key(name);
            let mut transaction = self.begin().await?;
            let select = "SELECT 1 FROM accounts WHERE (look = $1 OR name_key = $2) AND person <> $3";
            let kept = sqlx::query(select).bind(look(name)).bind(&key).bind(person);
            if kept.fetch_optional(&mut *transaction).await?.is_some() {
                return Ok(false);
            }
            let update = sqlx::query("UPDATE people SET name = $2 WHERE id = $1").bind(person).bind(name);
            update.execute(&mut *transaction).await?;
            let update =
                sqlx::query("UPDATE accounts SET name_key = $2, look = $3 WHERE person = $1").bind(person).bind(&key);
            update.bind(look(name)).execute(&mut *transaction).await?;
            transaction.commit().await?;
            Ok(true)
        })
        .await
    }

    /// Deletes sessions whose cookies have expired.
    pub async fn forget_old_sessions(&self) -> Result<(), StoreError> {
        in_time(async {
            let delete = self.dialect.sql("DELETE FROM sessions WHERE seen_at < {now} - $1");
            sqlx::query(delete).bind(SESSION.as_millis() as i64).execute(&self.pool).await?;
            Ok(())
        })
        .await
    }

    /// Deletes a session.
    pub async fn end_session(&self, hash: &str) -> Result<(), StoreError> {
        in_time(async {
            sqlx::query("DELETE FROM sessions WHERE hash = $1").bind(hash).execute(&self.pool).await?;
            Ok(())
        })
        .await
    }

    /// Creates an account; `false` if the name is taken.
    pub async fn create_account(&self, person: &Person, password: &str, recovery: &str) -> Result<bool, StoreError> {
        in_time(async {
            let insert = "INSERT INTO accounts (person, name_key, password, recovery, created_at, look) \
                      SELECT $1, $2, $3, $4, {now}, $5 WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE look = $5) \
                      ON CONFLICT DO NOTHING";
            let done = sqlx::query(self.dialect.sql(insert))
                .bind(&person.id)
                .bind(name_key(&person.name))
                .bind(password)
                .bind(recovery)
                .bind(look(&person.name))
                .execute(&self.pool)
                .await?;
            Ok(done.rows_affected() == 1)
        })
        .await
    }

    /// The account with this name.
    pub async fn account_by_name(&self, name: &str) -> Result<Option<Account>, StoreError> {
        in_time(async { self.account("WHERE name_key = $1", &name_key(name)).await }).await
    }

    /// The account of a person.
    pub async fn account_of(&self, person: &str) -> Result<Option<Account>, StoreError> {
        in_time(async { self.account("WHERE person = $1", person).await }).await
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

    /// Changes the password; all sessions end except the given one.
    pub async fn set_password(&self, person: &str, password: &str, session: &str) -> Result<(), StoreError> {
        in_time(async {
            let mut transaction = self.begin().await?;
            let update = sqlx::query("UPDATE accounts SET password = $2 WHERE person = $1").bind(person).bind(password);
            update.execute(&mut *transaction).await?;
            let delete =
                sqlx::query("DELETE FROM sessions WHERE person = $1 AND hash <> $2").bind(person).bind(session);
            delete.execute(&mut *transaction).await?;
            transaction.commit().await?;
            Ok(())
        })
        .await
    }

    /// Changes the recovery code.
    pub async fn set_recovery(&self, person: &str, recovery: &str) -> Result<(), StoreError> {
        in_time(async {
            let update = sqlx::query("UPDATE accounts SET recovery = $2 WHERE person = $1").bind(person).bind(recovery);
            update.execute(&self.pool).await?;
            Ok(())
        })
        .await
    }

    /// Uses up a recovery code: new password, new code, and only the new session remains. `false` if the code is wrong.
    pub async fn recover(
        &self,
        person: &str,
        (used, fresh): (&str, &str),
        password: &str,
        session: &str,
    ) -> Result<bool, StoreError> {
        in_time(async {
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
        })
        .await
    }

    /// When a person was first seen, in milliseconds since 1970.
    pub async fn since(&self, person: &str) -> Result<Option<i64>, StoreError> {
        in_time(async {
            let since = sqlx::query_scalar("SELECT created_at FROM people WHERE id = $1").bind(person);
            Ok(since.fetch_optional(&self.pool).await?)
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike() {
        for like in [
            "ana maria",
            "Аna Maria",
            "Ａｎａ　Ｍａｒｉａ",
            "Ána María",
            "Anа Mаriа",
            "ANA  MARIA",
            "Ana\u{200b} Maria",
        ] {
            assert_eq!(look(like), look("Ana Maria"), "{like}");
        }
        assert_eq!(look("paypa1"), look("paypal"));
        assert_ne!(look("Ana"), look("Ben"));
        assert_ne!(look("Мария"), look("Maria"), "other letters that look like themselves");
    }
}
