//! The current session, and tables in lists.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use sabika_table::message::{Person, TableInfo};

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableLine {
    /// The table.
    pub table: TableInfo,
    /// Whether it is the viewer's turn there.
    pub your_turn: bool,
    /// Seconds since 1970, of the last activity, to within ten seconds.
    #[ts(type = "number")]
    pub changed_at: i64,
}

/// The current person, and what a page needs at the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Me {
    /// `null` if there is no session yet.
    pub person: Option<Person>,
    /// Whether the person has an account.
    pub kept: bool,
    /// Whether the person is a moderator; absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub moderator: Option<bool>,
    /// The number of unread notifications.
    pub unread: u32,
    /// The version of the rules.
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
