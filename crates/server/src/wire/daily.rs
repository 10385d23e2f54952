//! The daily deal: results verified by their records.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use sabika_table::message::Person;

/// `POST /api/daily/{date}`: a finished game of that day's deal.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewDailyResult {
    /// The record of the game.
    #[ts(type = "unknown")]
    pub record: serde_json::Value,
}

/// A result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DailyLine {
    /// The player.
    pub person: Person,
    /// Their points.
    pub points: u16,
    /// How many bots scored more.
    pub beaten_by: u8,
    /// Their rank; equal points share one.
    pub place: u32,
}

/// The results of a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DailyBoard {
    /// The date: `2026-11-17`.
    pub date: String,
    /// The number of players.
    pub played: u32,
    /// The leaderboard, up to a hundred.
    pub best: Vec<DailyLine>,
    /// The viewer's own result, if they played.
    pub yours: Option<DailyLine>,
}
