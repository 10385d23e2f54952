//! Results of the daily deals.

use sqlx::Row;

use super::in_time;
use super::{Store, StoreError};
use crate::wire::{DailyLine, Person};

/// The maximum length of a leaderboard.
const LISTED: i64 = 100;

impl Store {
    /// Stores a result. Only a person's first of the day counts: returns whether this was it.
    pub async fn keep_daily(&self, day: &str, person: &str, points: u16, beaten_by: u8) -> Result<bool, StoreError> {
        let insert = self.dialect.sql(
            "INSERT INTO daily (day, person, points, beaten_by, at) VALUES ($1, $2, $3, $4, {now}) ON CONFLICT DO NOTHING",
        );
        in_time(async {
            let insert = sqlx::query(insert).bind(day).bind(person).bind(points as i64).bind(beaten_by as i64);
            Ok(insert.execute(&self.pool).await?.rows_affected() > 0)
        })
        .await
    }

    /// The leaderboard of a day, the number of players, and one person's result. Equal points share a rank.
    pub async fn daily(
        &self,
        day: &str,
        asks: Option<&str>,
    ) -> Result<(u32, Vec<DailyLine>, Option<DailyLine>), StoreError> {
        in_time(async {
            let select = "SELECT d.person, p.name, d.points, d.beaten_by, \
                      1 + (SELECT COUNT(*) FROM daily o WHERE o.day = d.day AND o.points > d.points) \
                      FROM daily d JOIN people p ON p.id = d.person WHERE d.day = $1";
            let best = format!("{select} ORDER BY d.points DESC, d.at LIMIT {LISTED}");
            let rows = sqlx::query(sqlx::AssertSqlSafe(best)).bind(day).fetch_all(&self.pool).await?;
            let best = rows.iter().map(line).collect::<Result<_, _>>()?;
            let own = format!("{select} AND d.person = $2");
            let own = sqlx::query(sqlx::AssertSqlSafe(own)).bind(day).bind(asks.unwrap_or_default());
            let own = own.fetch_optional(&self.pool).await?.as_ref().map(line).transpose()?;
            let count = sqlx::query_scalar("SELECT COUNT(*) FROM daily WHERE day = $1").bind(day);
            let count: i64 = count.fetch_one(&self.pool).await?;
            Ok((count as u32, best, own))
        })
        .await
    }
}

fn line(row: &sqlx::any::AnyRow) -> Result<DailyLine, sqlx::Error> {
    let number = |i: usize| row.try_get::<i64, _>(i);
    Ok(DailyLine {
        person: Person { id: row.try_get(0)?, name: row.try_get(1)? },
        points: number(2)? as u16,
        beaten_by: number(3)? as u8,
        place: number(4)? as u32,
    })
}
