//! The daily deal: results that records prove.

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

/// How somebody did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DailyLine {
    /// Who.
    pub person: Person,
    /// Their points.
    pub points: u16,
    /// How many of the bots had more.
    pub beaten_by: u8,
    /// Their place among all who played it; equal points share one.
    pub place: u32,
}

/// The results of a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DailyBoard {
    /// Which day: `2026-11-17`.
    pub date: String,
    /// How many played it.
    pub played: u32,
    /// The best, up to a hundred.
    pub best: Vec<DailyLine>,
    /// The result of whoever asks, if they played it.
    pub yours: Option<DailyLine>,
}
