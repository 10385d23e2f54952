//! People beyond one table: accounts, profiles and ratings, notifications, blocks and reports.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use sabika_table::message::{GameSummary, NoticeKind, Person, TableInfo};

/// `POST /api/account`: creates an account by protecting the current name with a password.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct KeepName {
    /// 8 to 200 characters.
    #[schema(min_length = 8, max_length = 200)]
    pub password: String,
}

/// An account was created. The recovery code is shown only this once: the server stores its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Kept {
    /// The person.
    pub person: Person,
    /// Allows setting a new password if the old one is forgotten.
    pub recovery: String,
}

/// `POST /api/account/sign-in`
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// The account's name, in upper or lower case.
    pub name: String,
    /// Its password.
    pub password: String,
}

/// `POST /api/account/recover`: sets a new password after the old one was forgotten. All sessions end except the new one.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Recover {
    /// The account's name.
    pub name: String,
    /// The recovery code.
    pub recovery: String,
    /// The new password.
    pub password: String,
}

/// `POST /api/account/password`. All other sessions end.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The current password.
    pub old: String,
    /// The new password.
    pub new: String,
}

/// `POST /api/account/recovery` issues a new recovery code; `POST /api/account/delete` deletes the account.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Confirm {
    /// The password; guests have none.
    #[serde(default)]
    pub password: Option<String>,
}

/// A rating for one game and number of players (Weng and Lin's Bayesian ratings; everybody begins at 25 ± 8.33).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct RatingView {
    /// `alhambra`, `granada` or `combined`.
    pub game: String,
    /// 2 to 6.
    pub players: u8,
    /// The estimate.
    pub rating: f64,
    /// The uncertainty.
    pub uncertainty: f64,
    /// The order of leaderboards: a conservative estimate, from 0 upwards.
    pub points: u32,
    /// The number of rated games.
    pub games: u32,
}

/// `GET /api/ratings/{game}/{players}`: an entry of the leaderboard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct RatingLine {
    /// The player.
    pub person: Person,
    /// Their rating.
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
    /// The rank, starting at 1; players who left rank last.
    pub place: u8,
    /// Points in the game.
    pub score: u16,
    /// The rating before and after; absent if the game was not rated.
    pub points: Option<(u32, u32)>,
    /// Seconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
}

/// `GET /api/people/{person}`: a public profile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Profile {
    /// The person.
    pub person: Person,
    /// Whether the name belongs to an account: nobody else can have it.
    pub kept: bool,
    /// Seconds since 1970, when they were first seen.
    #[ts(type = "number")]
    pub since: i64,
    /// By game and number of players.
    pub ratings: Vec<RatingView>,
    /// The latest finished games.
    pub placings: Vec<Placing>,
}

/// A notification about a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Notice {
    /// The subject.
    pub kind: NoticeKind,
    /// The table.
    pub table: TableInfo,
    /// Whether it has been read.
    pub read: bool,
    /// Seconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
}

/// `GET /api/notices`, latest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Notices {
    /// At most one of each kind per table.
    pub notices: Vec<Notice>,
    /// The number of unread ones.
    pub unread: u32,
    /// Send this to `POST /api/notices/read` to mark these, but none that came later, as read.
    #[ts(type = "number")]
    pub mark: i64,
}

/// `POST /api/notices/read`
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadMark {
    /// `mark` from the list of notifications.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    #[ts(type = "number")]
    pub mark: i64,
}

/// `GET /api/push`: what a browser needs to subscribe (RFC 8292).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PushKey {
    /// The site's public key: `applicationServerKey` of `pushManager.subscribe`.
    pub key: String,
    /// The number of your subscribed browsers.
    pub browsers: u32,
}

/// `POST /api/push`: the result of `pushManager.subscribe`. A person's latest ten browsers are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PushTo {
    /// The browser's endpoint at its push service: https, with a public address.
    #[schema(max_length = 1000)]
    pub endpoint: String,
    /// `keys.p256dh`: its public key.
    pub p256dh: String,
    /// `keys.auth`: the shared secret.
    pub auth: String,
}

/// `POST /api/push/end`
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PushEnd {
    /// The endpoint that was subscribed.
    pub endpoint: String,
}

/// `POST /api/blocks`: hides a person's chat; they can no longer join your tables or invite you.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewBlock {
    /// The person's id.
    pub person: String,
}

/// `POST /api/reports`: reports a person to the moderators.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// The person's id.
    pub person: String,
    /// The table where it happened.
    #[serde(default)]
    pub table: Option<String>,
    /// The number of a chat message there.
    #[serde(default)]
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    #[ts(type = "number | null")]
    pub line: Option<u64>,
    /// The reason, 1 to 500 characters.
    #[schema(min_length = 1, max_length = 500)]
    pub text: String,
}

/// `POST /api/tables/{table}/invite`, for players before the start.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Invite {
    /// A person's id, or an account's name.
    pub who: String,
}

/// All data stored about you: `GET /api/account/data`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct MyData {
    /// Your public profile.
    pub profile: Profile,
    /// Every table you sat at.
    pub tables: Vec<TableInfo>,
    /// Your chat messages.
    pub said: Vec<SaidLine>,
    /// The people you have blocked.
    pub blocks: Vec<Person>,
    /// Your reports.
    pub reports: Vec<NewReport>,
    /// Your notifications.
    pub notices: Vec<Notice>,
    /// Your browsers with push notifications.
    pub browsers: Vec<BrowserLine>,
    /// Your games against bots.
    pub progress: Vec<GameSummary>,
}

/// A chat message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SaidLine {
    /// The table.
    pub table: String,
    /// The text.
    pub text: String,
    /// Seconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
}

/// A browser with push notifications.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BrowserLine {
    /// Its endpoint at its push service.
    pub endpoint: String,
    /// Seconds since 1970, when it last subscribed.
    #[ts(type = "number")]
    pub at: i64,
}
