//! Duplicate: matches in which everybody plays the same deals against the same bots.

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
    /// How many deals, 1 to 8.
    #[serde(default = "four")]
    #[schema(minimum = 1, maximum = 8)]
    pub deals: u8,
    /// After how many days it is closed, 1 to 28.
    #[serde(default = "week")]
    #[schema(minimum = 1, maximum = 28)]
    pub days: u8,
}

/// How far somebody is with a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DealState {
    /// Not begun.
    New,
    /// Begun.
    Playing,
    /// Played to the end: it counts.
    Over,
    /// Played to the end after the match was closed: it does not count.
    Late,
    /// Its record could not be played again, bots included: it does not count.
    Unverified,
    /// Given up.
    GivenUp,
}

/// What somebody reached in a deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DealLine {
    /// Who.
    pub person: Person,
    /// Their points.
    pub points: u16,
    /// The difference from the mean, in tenths of a point.
    pub difference: i32,
    /// The table they played it at, to be replayed.
    pub table: String,
}

/// A deal of a match, as whoever asks may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DealView {
    /// From 1.
    pub number: u8,
    /// How far whoever asks is.
    pub state: DealState,
    /// Their table, if they have begun it.
    pub table: Option<String>,
    /// Their points, if they have finished it.
    pub points: Option<u16>,
    /// How many have finished it.
    pub finished: u32,
    /// Whether whoever asks may see how others did: they have played it themselves, or the match is closed.
    pub open: bool,
    /// The mean of all who have finished it, in tenths of a point, if one may see it.
    pub mean: Option<i32>,
    /// How everybody did, the best first, if one may see it.
    pub results: Vec<DealLine>,
}

/// Somebody who plays in a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DuplicateRank {
    /// Who.
    pub person: Person,
    /// How many deals of the match they have finished.
    pub finished: u8,
    /// Their place in the deals that one may see; equal results share one. `null`: they have finished none of these.
    pub place: Option<u32>,
    /// How many of these deals they have finished.
    pub counted: u8,
    /// The sum of their differences from the means of these deals, in tenths of a point.
    pub total: i32,
}

/// A match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DuplicateMatch {
    /// Six letters to tell friends.
    pub code: String,
    /// What it is called.
    pub name: String,
    /// Who opened it; `null`: their account was deleted.
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
    /// Everybody who plays, the best first.
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
    /// How many of them whoever asks has finished.
    pub finished: u8,
    /// Seconds since 1970.
    #[ts(type = "number")]
    pub closes_at: i64,
    /// Whether it is closed.
    pub closed: bool,
}
