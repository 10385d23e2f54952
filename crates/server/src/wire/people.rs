//! People beyond one table: kept names, profiles and ratings, notices, blocks and reports.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::duplicate::DuplicateLine;
use sabika_table::message::{NoticeKind, Person, TableInfo};

/// `POST /api/account`: keeps one's name with a password.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct KeepName {
    /// 8 to 200 characters.
    #[schema(min_length = 8, max_length = 200)]
    pub password: String,
}

/// A name is kept. The recovery code is shown this once: only its hash is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Kept {
    /// Whose name.
    pub person: Person,
    /// Sets a new password when the old one is forgotten.
    pub recovery: String,
}

/// `POST /api/account/sign-in`
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// A kept name, in upper or lower case.
    pub name: String,
    /// Its password.
    pub password: String,
}

/// `POST /api/account/recover`: a new password for one who has forgotten theirs. All sessions end but the new one.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Recover {
    /// A kept name.
    pub name: String,
    /// The code that was shown when the name was kept.
    pub recovery: String,
    /// The new password.
    pub password: String,
}

/// `POST /api/account/password`. All other sessions end.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The password as it is.
    pub old: String,
    /// As it shall be.
    pub new: String,
}

/// `POST /api/account/recovery` shows a new recovery code; `POST /api/account/delete` deletes one's person.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Confirm {
    /// The password; guests have none.
    #[serde(default)]
    pub password: Option<String>,
}

/// How well somebody plays one game with so many players (Weng and Lin's Bayesian ratings; everybody begins at 25 ± 8.33).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct RatingView {
    /// `alhambra`, `granada` or `combined`.
    pub game: String,
    /// 2 to 6.
    pub players: u8,
    /// The estimate.
    pub rating: f64,
    /// How far off it may be.
    pub uncertainty: f64,
    /// What lists are ordered by: what one certainly plays like, from 0 upwards.
    pub points: u32,
    /// How many rated games it comes from.
    pub games: u32,
}

/// `GET /api/ratings/{game}/{players}`: one of the best.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct RatingLine {
    /// Who.
    pub person: Person,
    /// How well.
    pub rating: RatingView,
}

/// A finished game of a person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Placing {
    /// The table.
    pub table: String,
    /// `alhambra`, `granada` or `combined`.
    pub game: String,
    /// 2 to 6.
    pub players: u8,
    /// 1 for the first; who left is last.
    pub place: u8,
    /// Points of the game.
    pub score: u16,
    /// Rating points before and after; absent if the game was not rated.
    pub points: Option<(u32, u32)>,
    /// Seconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
}

/// `GET /api/people/{person}`: what everybody may know of somebody.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Profile {
    /// Who.
    pub person: Person,
    /// Whether the name is kept with a password: nobody else can have it.
    pub kept: bool,
    /// Seconds since 1970, when they first came.
    #[ts(type = "number")]
    pub since: i64,
    /// By game and number of players.
    pub ratings: Vec<RatingView>,
    /// The last finished games.
    pub placings: Vec<Placing>,
}

/// Something to know although one does not look at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Notice {
    /// What.
    pub kind: NoticeKind,
    /// Where.
    pub table: TableInfo,
    /// Whether it was marked as read.
    pub read: bool,
    /// Seconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
}

/// `GET /api/notices`, the latest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Notices {
    /// At most one of each kind for a table.
    pub notices: Vec<Notice>,
    /// How many are not read.
    pub unread: u32,
    /// Sent back to `POST /api/notices/read`, marks these as read and none that came later.
    #[ts(type = "number")]
    pub mark: i64,
}

/// `POST /api/notices/read`
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadMark {
    /// `mark` of the notices that were read.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    #[ts(type = "number")]
    pub mark: i64,
}

/// `GET /api/push`: what a browser must know to let this site push (RFC 8292).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PushKey {
    /// The site's public key: `applicationServerKey` of `pushManager.subscribe`.
    pub key: String,
    /// How many browsers of one's own are told.
    pub browsers: u32,
}

/// `POST /api/push`: what `pushManager.subscribe` answered. The last ten browsers of a person are told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PushTo {
    /// The browser's address at its push service: https, and public.
    #[schema(max_length = 1000)]
    pub endpoint: String,
    /// `keys.p256dh`: its public key.
    pub p256dh: String,
    /// `keys.auth`: what only it and this site know.
    pub auth: String,
}

/// `POST /api/push/end`
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PushEnd {
    /// As it was given.
    pub endpoint: String,
}

/// `POST /api/blocks`: one no longer reads what they write, and they cannot sit down at one's tables or invite one.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewBlock {
    /// The person's id.
    pub person: String,
}

/// `POST /api/reports`: tells whoever runs the site about a person.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// The person's id.
    pub person: String,
    /// The table where it happened.
    #[serde(default)]
    pub table: Option<String>,
    /// The number of a chat line there.
    #[serde(default)]
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    #[ts(type = "number | null")]
    pub line: Option<u64>,
    /// In one's own words, 1 to 500 characters.
    #[schema(min_length = 1, max_length = 500)]
    pub text: String,
}

/// `POST /api/tables/{table}/invite`, for those who sit there before the start.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Invite {
    /// A person's id, or a kept name.
    pub who: String,
}

/// Everything that is kept about the one who asks: `GET /api/account/data`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct MyData {
    /// What everybody may know.
    pub profile: Profile,
    /// Every table one sat at.
    pub tables: Vec<TableInfo>,
    /// Everything one said.
    pub said: Vec<SaidLine>,
    /// Everybody one has blocked.
    pub blocks: Vec<Person>,
    /// Everything one reported.
    pub reports: Vec<NewReport>,
    /// What one was told.
    pub notices: Vec<Notice>,
    /// Browsers that notices are pushed to.
    pub browsers: Vec<BrowserLine>,
    /// Duplicate matches that one has opened or plays in.
    pub duplicates: Vec<DuplicateLine>,
}

/// Something one said at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SaidLine {
    /// The table.
    pub table: String,
    /// What.
    pub text: String,
    /// Seconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
}

/// A browser that notices are pushed to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BrowserLine {
    /// Its address at its push service.
    pub endpoint: String,
    /// Seconds since 1970, when it last asked for it.
    #[ts(type = "number")]
    pub at: i64,
}
