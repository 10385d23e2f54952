//! Who one is: sessions, and the tables that lists show.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use sabika_table::message::{Person, TableInfo};

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableLine {
    /// The table.
    pub table: TableInfo,
    /// Whether it waits for the one who asked for the list.
    pub your_turn: bool,
    /// Seconds since 1970, when something last happened, to within ten seconds.
    #[ts(type = "number")]
    pub changed_at: i64,
}

/// Who one is, and what a page should know at the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Me {
    /// `null`: no session yet.
    pub person: Option<Person>,
    /// Whether the name is kept with a password.
    pub kept: bool,
    /// Whether one looks after the site; absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub moderator: Option<bool>,
    /// How many notices are not read.
    pub unread: u32,
    /// Version of the rules.
    pub rules: u32,
}

/// `POST /api/session`
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSession {
    /// 1 to 24 characters.
    #[schema(min_length = 1, max_length = 24)]
    pub name: String,
}

/// `POST /api/session/name`
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewName {
    /// 1 to 24 characters.
    #[schema(min_length = 1, max_length = 24)]
    pub name: String,
}
