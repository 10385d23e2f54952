//! For people who look after a site: reports and bans.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use sabika_table::message::Person;

/// `GET /api/moderation/reports`: what somebody reported and nobody has dealt with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OpenReport {
    /// By which it is closed.
    pub id: String,
    /// Seconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// Who reported.
    pub reporter: Person,
    /// Whom.
    pub person: Person,
    /// At which table.
    pub table: Option<String>,
    /// The line of chat, as it was.
    pub said: Option<String>,
    /// Why.
    pub text: String,
}

/// Somebody who may not play here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Ban {
    /// Who.
    pub person: Person,
    /// What they are told.
    pub reason: String,
}

/// `POST /api/moderation/bans`
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewBan {
    /// The person's id.
    pub person: String,
    /// What they are told: 1 to 300 characters.
    #[schema(min_length = 1, max_length = 300)]
    pub reason: String,
}
