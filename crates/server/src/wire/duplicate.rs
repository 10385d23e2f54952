//! Duplicate matches, in which everybody plays the same deals against the same bots.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use sabika_table::message::{BotLevel, Person, SetupView};

fn four() -> u8 {
    4
}

fn week() -> u8 {
    7
}

/// `POST /api/duplicates`: opens a match.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewDuplicate {
    /// What the match is called, 1 to 40 characters.
    #[schema(min_length = 1, max_length = 40)]
    pub name: String,
    /// What is played.
    pub setup: SetupView,
    /// Who sits in the seats after the player's; no grandmasters.
    #[schema(min_items = 1, max_items = 5)]
    pub bots: Vec<BotLevel>,
    /// The number of deals, 1 to 8.
    #[serde(default = "four")]
    #[schema(minimum = 1, maximum = 8)]
    pub deals: u8,
    /// How many days it stays open, 1 to 28.
    #[serde(default = "week")]
    #[schema(minimum = 1, maximum = 28)]
    pub days: u8,
}

/// How far somebody has got with a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DealState {
    /// Not started.
    New,
    /// In progress.
    Playing,
    /// Played to the end: it counts.
    Over,
    /// Played to the end after the match was closed: it does not count.
    Late,
    /// Its record could not be verified, bots included: it does not count.
    Unverified,
    /// Abandoned.
    GivenUp,
}

/// Somebody's result in a deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DealLine {
    /// The player.
    pub person: Person,
    /// Their points.
    pub points: u16,
    /// The difference from the mean, in tenths of a point.
    pub difference: i32,
    /// The table they played it at, for a replay.
    pub table: String,
}

/// A deal of a match, as the current person may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DealView {
    /// Its number, starting at 1.
    pub number: u8,
    /// How far the current person has got.
    pub state: DealState,
    /// Their table, if they have started it.
    pub table: Option<String>,
    /// Their points, if they have finished it.
    pub points: Option<u16>,
    /// How many have finished it.
    pub finished: u32,
    /// Whether they may see how others did: they have finished it themselves, or the match is closed.
    pub open: bool,
    /// The mean of everyone who has finished it, in tenths of a point, if it may be seen.
    pub mean: Option<i32>,
    /// Everybody's results, best first, if they may be seen.
    pub results: Vec<DealLine>,
}

/// Somebody who plays in a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DuplicateRank {
    /// The player.
    pub person: Person,
    /// How many deals of the match they have finished.
    pub finished: u8,
    /// Their place over the deals that may be seen; equal results share one. `null` if they have finished none of these.
    pub place: Option<u32>,
    /// How many of these deals they have finished.
    pub counted: u8,
    /// The sum of their differences from the means of these deals, in tenths of a point.
    pub total: i32,
}

/// A match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DuplicateMatch {
    /// Six letters, by which friends can join.
    pub code: String,
    /// What it is called.
    pub name: String,
    /// Who opened it; `null` if their account was deleted.
    pub host: Option<Person>,
    /// What is played.
    pub setup: SetupView,
    /// Who sits in the seats after the player's.
    pub bots: Vec<BotLevel>,
    /// Seconds since 1970.
    #[ts(type = "number")]
    pub closes_at: i64,
    /// Whether it is closed.
    pub closed: bool,
    /// SHA-256 of the secret from which all deals follow, hex.
    pub commitment: String,
    /// The secret, once the match is closed.
    pub secret: Option<String>,
    /// Its deals.
    pub deals: Vec<DealView>,
    /// Everybody who plays, best first.
    pub ranking: Vec<DuplicateRank>,
}

/// A match in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DuplicateLine {
    /// Six letters.
    pub code: String,
    /// What it is called.
    pub name: String,
    /// `alhambra`, `granada` or `combined`.
    pub game: String,
    /// How many deals it has.
    pub deals: u8,
    /// How many of them the current person has finished.
    pub finished: u8,
    /// Seconds since 1970.
    #[ts(type = "number")]
    pub closes_at: i64,
    /// Whether it is closed.
    pub closed: bool,
}
