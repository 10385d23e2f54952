//! Finished games and ratings, written in the transaction of the step that ends the game.

use sqlx::any::AnyRow;
use sqlx::{Any, Executor, Row, Transaction};

use super::dialect::Dialect;
use super::in_time;
use super::{Store, StoreError};
use crate::rating::Rating;
use crate::wire::{Person, Placing, RatingLine, RatingView};
use sabika_table::Finish;

/// The maximum length of a list.
const LISTED: i64 = 100;
/// The lock under which nodes rate one after another: a rating is read, then written.
const RATING_LOCK: &str = "SELECT pg_advisory_xact_lock(5320198)";

/// Taken before anything else in a transaction that rates, to avoid deadlocks.
pub(super) async fn lock(transaction: &mut Transaction<'_, Any>, dialect: &Dialect) -> Result<(), sqlx::Error> {
    match dialect {
        Dialect::Sqlite { .. } => Ok(()),
        Dialect::Postgres => transaction.execute(RATING_LOCK).await.map(|_| ()),
    }
}

/// Stores the result of a game. A game that is already stored stays unchanged.
pub(super) async fn finish(
    transaction: &mut Transaction<'_, Any>,
    table: &str,
    finish: &Finish,
    at: i64,
) -> Result<(), sqlx::Error> {
    let Finish { game, players, rated, placings } = finish;
    let rated = *rated && all_have_accounts(transaction, finish).await?;
    let mut before = Vec::new();
    for placed in placings {
        let select = "SELECT rating, uncertainty, games FROM ratings WHERE person = $1 AND game = $2 AND players = $3";
        let select = sqlx::query(select).bind(&placed.person).bind(game).bind(*players as i64);
        let found = select.fetch_optional(&mut **transaction).await?;
        before.push(match found {
            Some(row) => (Rating::new(row.try_get(0)?, row.try_get(1)?), row.try_get::<i64, _>(2)?),
            None => (Rating::default(), 0),
        });
    }
    let ratings: Vec<Rating> = before.iter().map(|(rating, _)| *rating).collect();
    let places: Vec<u8> = placings.iter().map(|p| p.place).collect();
    let after = if rated { Rating::after(&ratings, &places) } else { ratings };
    for ((placed, (before, games)), after) in placings.iter().zip(before).zip(after) {
        let points = |rating: Rating| rated.then(|| rating.points() as i64);
        let done = sqlx::query(
            "INSERT INTO placings (person, table_id, game, players, place, score, points_before, points_after, at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
        )
        .bind(&placed.person)
        .bind(table)
        .bind(game)
        .bind(*players as i64)
        .bind(placed.place as i64)
        .bind(placed.score as i64)
        .bind(points(before))
        .bind(points(after))
        .bind(at)
        .execute(&mut **transaction)
        .await?;
        if done.rows_affected() == 0 || !rated {
            continue;
        }
        sqlx::query(
            "INSERT INTO ratings (person, game, players, rating, uncertainty, points, games) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (person, game, players) DO UPDATE SET \
             rating = $4, uncertainty = $5, points = $6, games = $7",
        )
        .bind(&placed.person)
        .bind(game)
        .bind(*players as i64)
        .bind(after.rating())
        .bind(after.uncertainty())
        .bind(after.points() as i64)
        .bind(games + 1)
        .execute(&mut **transaction)
        .await?;
    }
    Ok(())
}

/// Whether all players have accounts: guests are not rated.
async fn all_have_accounts(transaction: &mut Transaction<'_, Any>, finish: &Finish) -> Result<bool, sqlx::Error> {
    for placed in &finish.placings {
        let select = sqlx::query("SELECT 1 FROM accounts WHERE person = $1").bind(&placed.person);
        if select.fetch_optional(&mut **transaction).await?.is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

fn rating(row: &AnyRow) -> Result<RatingView, sqlx::Error> {
    let number = |i: usize| row.try_get::<i64, _>(i);
    Ok(RatingView {
        game: row.try_get(0)?,
        players: number(1)? as u8,
        rating: row.try_get(2)?,
        uncertainty: row.try_get(3)?,
        points: number(4)? as u32,
        games: number(5)? as u32,
    })
}

impl Store {
    /// The ratings of a person.
    pub async fn ratings_of(&self, person: &str) -> Result<Vec<RatingView>, StoreError> {
        in_time(async {
            let select = "SELECT game, players, rating, uncertainty, points, games FROM ratings WHERE person = $1 \
                      ORDER BY game, players";
            let rows = sqlx::query(select).bind(person).fetch_all(&self.pool).await?;
            Ok(rows.iter().map(rating).collect::<Result<_, _>>()?)
        })
        .await
    }

    /// The leaderboard of a game with this number of players.
    pub async fn best(&self, game: &str, players: u8) -> Result<Vec<RatingLine>, StoreError> {
        in_time(async {
            let select = "SELECT game, players, rating, uncertainty, points, games, id, name FROM ratings \
                      JOIN people ON id = person WHERE game = $1 AND players = $2 \
                      ORDER BY points DESC, rating DESC, id LIMIT $3";
            let rows = sqlx::query(select).bind(game).bind(players as i64).bind(LISTED).fetch_all(&self.pool).await?;
            let line = |row: &AnyRow| {
                let person = Person { id: row.try_get(6)?, name: row.try_get(7)? };
                Ok(RatingLine { person, rating: rating(row)? })
            };
            rows.iter().map(line).collect()
        })
        .await
    }

    /// A person's latest finished games, as visible to the viewer: those of private tables only if the viewer played there.
    pub async fn placings_of(&self, person: &str, asks: Option<&str>) -> Result<Vec<Placing>, StoreError> {
        in_time(async {
            let select = "SELECT table_id, game, players, place, score, points_before, points_after, at FROM placings \
                      WHERE person = $1 AND (person = $3 \
                      OR EXISTS (SELECT 1 FROM tables WHERE id = table_id AND public = 1) \
                      OR EXISTS (SELECT 1 FROM sat WHERE sat.person = $3 AND sat.table_id = placings.table_id)) \
                      ORDER BY at DESC LIMIT $2";
            let rows = sqlx::query(select).bind(person).bind(LISTED).bind(asks).fetch_all(&self.pool).await?;
            let placing = |row: &AnyRow| {
                let number = |i: usize| row.try_get::<i64, _>(i);
                let points = |i: usize| row.try_get::<Option<i64>, _>(i).map(|p| p.map(|p| p as u32));
                Ok(Placing {
                    table: row.try_get(0)?,
                    game: row.try_get(1)?,
                    players: number(2)? as u8,
                    place: number(3)? as u8,
                    score: number(4)? as u16,
                    points: points(5)?.zip(points(6)?),
                    at: number(7)? / 1000,
                })
            };
            rows.iter().map(placing).collect()
        })
        .await
    }
}
