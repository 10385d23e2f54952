//! Progress against bots, as people with an account keep it here.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use sabika_table::message::GameSummary;

/// `POST /api/progress`: games that count for the one who asks.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewProgress {
    /// Up to a hundred. A game that is there already is left as it is.
    #[schema(max_items = 100)]
    pub games: Vec<GameSummary>,
}

/// How much of it is kept now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct KeptProgress {
    /// Games in all.
    pub games: u32,
}

/// `GET /api/progress`: some of the games of the one who asks, by table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Progress {
    /// In the order of their tables' ids.
    pub games: Vec<GameSummary>,
    /// Whether there are more: ask again for those after the last of these.
    pub more: bool,
}
