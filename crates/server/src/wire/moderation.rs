//! For moderators: reports and bans.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use sabika_table::message::Person;

/// `GET /api/moderation/reports`: an open report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OpenReport {
    /// Its number, used to close it.
    pub id: String,
    /// Seconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// Who reported.
    pub reporter: Person,
    /// The person reported.
    pub person: Person,
    /// The table.
    pub table: Option<String>,
    /// The chat message as it was.
    pub said: Option<String>,
    /// The reason.
    pub text: String,
}

/// A banned person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Ban {
    /// The person.
    pub person: Person,
    /// The reason they are shown.
    pub reason: String,
}

/// `POST /api/moderation/bans`
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewBan {
    /// The person's id.
    pub person: String,
    /// The reason they are shown: 1 to 300 characters.
    #[schema(min_length = 1, max_length = 300)]
    pub reason: String,
}
