//! Progress against bots, as stored for people with an account.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use sabika_table::message::GameSummary;

/// `POST /api/progress`: games that count towards the caller's progress.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewProgress {
    /// Up to a hundred. A game that is already stored stays as it is.
    #[schema(max_items = 100)]
    pub games: Vec<GameSummary>,
}

/// How many games are stored now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct KeptProgress {
    /// Games in all.
    pub games: u32,
}

/// `GET /api/progress`: some of the caller's games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Progress {
    /// In the order of their tables' ids.
    pub games: Vec<GameSummary>,
    /// Whether there are more, after the last of these.
    pub more: bool,
}
