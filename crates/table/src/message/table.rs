//! A table before, during and after its game: who sits where, what is played; and the bodies of HTTP requests.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use sabika_rules::record::{RecordOptions, RecordSetup};

/// What is played; the same words as in a record's `setup`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SetupView {
    /// `alhambra`, `granada` or `combined`.
    pub game: String,
    /// 2 to 6.
    #[schema(minimum = 2, maximum = 6)]
    pub players: u8,
    /// Names of modules.
    #[serde(default)]
    pub modules: Vec<String>,
    /// Granada's simplified scoring (GR6).
    #[serde(default)]
    pub simplified: bool,
    /// The combined game ends as in the English rulebook (CO6).
    #[serde(default)]
    pub english_end: bool,
}

impl From<&RecordSetup> for SetupView {
    fn from(setup: &RecordSetup) -> SetupView {
        SetupView {
            game: setup.game.clone(),
            players: setup.players,
            modules: setup.modules.clone(),
            simplified: setup.options.simplified.unwrap_or(false),
            english_end: setup.options.end.as_deref() == Some("english"),
        }
    }
}

impl From<&SetupView> for RecordSetup {
    fn from(setup: &SetupView) -> RecordSetup {
        RecordSetup {
            game: setup.game.clone(),
            players: setup.players,
            modules: setup.modules.clone(),
            options: RecordOptions {
                simplified: setup.simplified.then_some(true),
                end: setup.english_end.then(|| "english".into()),
            },
        }
    }
}

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Seats are being taken.
    Lobby,
    /// The game runs.
    Playing,
    /// The game is over.
    Over,
    /// It was given up before the end, by agreement or because nobody came.
    Abandoned,
}

/// A player's colour on the page; each has an emblem, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Colour {
    Saffron,
    Sky,
    Jade,
    Indigo,
    Brick,
    Plum,
}

impl Colour {
    /// All six, in the order in which seats get them.
    pub const ALL: [Colour; 6] =
        [Colour::Saffron, Colour::Sky, Colour::Jade, Colour::Indigo, Colour::Brick, Colour::Plum];
}

/// How strong a bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum BotLevel {
    Novice,
    Apprentice,
    Builder,
    Architect,
    Grandmaster,
}

impl BotLevel {
    /// All of them, the weakest first.
    pub const ALL: [BotLevel; 5] =
        [BotLevel::Novice, BotLevel::Apprentice, BotLevel::Builder, BotLevel::Architect, BotLevel::Grandmaster];
}

/// How fast is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Pace {
    /// No clock.
    #[default]
    Free,
    /// Seconds a decision.
    Move {
        /// How many, 5 to 3600.
        #[schema(minimum = 5, maximum = 3600)]
        seconds: u32,
    },
    /// Minutes a player and seconds added for each decision.
    Player {
        /// For the whole game, 1 to 240.
        #[schema(minimum = 1, maximum = 240)]
        minutes: u32,
        /// Seconds added, 0 to 300.
        #[schema(maximum = 300)]
        increment: u32,
    },
    /// Days a decision.
    Days {
        /// How many, 1 to 14.
        #[schema(minimum = 1, maximum = 14)]
        days: u32,
    },
}

/// Somebody who plays here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Person {
    /// Stays the same; tells nothing.
    pub id: String,
    /// As they call themselves.
    pub name: String,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Occupant {
    /// Nobody yet.
    Open,
    /// A person. Several seats may be one person's (shared screen); `name` is the seat's.
    Person {
        /// The person's id.
        person: String,
        /// The name shown at this seat.
        name: String,
        /// They left or ran out of time: a bot plays until they take the seat back.
        away: bool,
    },
    /// A bot.
    Bot {
        /// How strong.
        level: BotLevel,
    },
}

/// A seat of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatInfo {
    /// Who sits there.
    pub occupant: Occupant,
    /// The colour on the page.
    pub colour: Colour,
    /// Whether the seat has given its part of the seed.
    pub nonce: bool,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ResultView {
    /// Points by seat.
    pub scores: Vec<u16>,
    /// Dirk's.
    pub dirk: Option<u16>,
    /// Who won.
    pub winners: Vec<u8>,
}

/// Why a table was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Nobody came for a long time.
    Expired,
    /// All who still played agreed to stop.
    Agreed,
    /// Its host left before the start.
    HostLeft,
    /// Whoever runs the site removed it.
    Removed,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableInfo {
    /// Names it in addresses.
    pub id: String,
    /// Six letters to tell a friend.
    pub code: String,
    /// How far it is.
    pub status: Status,
    /// What is played.
    pub setup: SetupView,
    /// By seat.
    pub seats: Vec<SeatInfo>,
    /// The person who opened it.
    pub host: String,
    /// Listed for everybody, or by link and code only.
    pub public: bool,
    /// Those who play see each other's hands: counting would tell them.
    pub open_hands: bool,
    /// Nobody is told what is left in bag and deck.
    #[serde(default)]
    pub hide_left: bool,
    /// While the game runs, only those who play may look on.
    #[serde(default)]
    pub no_watchers: bool,
    /// Whether the server gives hints.
    pub hints: bool,
    /// How fast is played.
    pub pace: Pace,
    /// SHA-256 of the server's secret, hex: shown before the seats give their nonces.
    pub commitment: String,
    /// How it ended.
    pub result: Option<ResultView>,
    /// Why it was given up, if it was.
    #[serde(default)]
    pub ending: Option<Ending>,
    /// People who agree to end the game without a result, by id.
    #[serde(default)]
    pub stop: Vec<String>,
    /// The table at which the same people play again.
    pub rematch: Option<String>,
    /// Which deal of which duplicate is played here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub duplicate: Option<DealOf>,
}

/// A deal of a duplicate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DealOf {
    /// The code of the match.
    pub code: String,
    /// Which of its deals, from 1.
    pub deal: u8,
}

/// A turn of a finished game: what everybody would have had, had the next round come after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct CourseTurn {
    /// By seat.
    pub points: Vec<u16>,
    /// Dirk's.
    pub dirk: Option<u16>,
}

/// A game at a glance, as everybody at its table sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Glance {
    /// How many rounds have been scored.
    pub rounds: u8,
    /// By seat.
    pub points: Vec<u16>,
    /// Who acts; `null` while a window waits (T8) and after the end.
    pub actor: Option<u8>,
    /// Whose board it is: one's own, or the first.
    pub seat: u8,
    /// Every tile of that board: code, x, y.
    pub board: Vec<(String, i8, i8)>,
}

/// Who shall sit on a seat of a new table.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatWish {
    /// The one who opens the table; once, or several times for a shared screen.
    Me {
        /// Another name than one's own, on a shared screen.
        #[serde(default)]
        name: Option<String>,
    },
    /// Whoever comes.
    Open,
    /// A bot.
    Bot {
        /// How strong.
        level: BotLevel,
    },
}

/// `POST /api/tables`
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// What is played; `players` is the number of seats.
    pub setup: SetupView,
    /// By seat.
    pub seats: Vec<SeatWish>,
    /// Seats are shuffled at the start.
    #[serde(default)]
    pub shuffle: bool,
    /// Listed for everybody.
    #[serde(default)]
    pub public: bool,
    /// Those who play see each other's hands: counting would tell them.
    #[serde(default)]
    pub open_hands: bool,
    /// Nobody is told what is left in bag and deck.
    #[serde(default)]
    pub hide_left: bool,
    /// While the game runs, only those who play may look on.
    #[serde(default)]
    pub no_watchers: bool,
    /// The server gives hints.
    #[serde(default)]
    pub hints: bool,
    /// How fast is played.
    #[serde(default)]
    pub pace: Pace,
}

/// `POST /api/tables/{table}/join`; also takes a seat back that a bot keeps warm.
#[derive(Clone, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatPick {
    /// Which seat; any open one if absent.
    #[serde(default)]
    #[schema(maximum = 5)]
    pub seat: Option<u8>,
    /// Another name than one's own, on a shared screen.
    #[serde(default)]
    pub name: Option<String>,
}

/// `POST /api/tables/{table}/bot`, for the host.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddBot {
    /// An open seat.
    #[schema(maximum = 5)]
    pub seat: u8,
    /// How strong.
    pub level: BotLevel,
}

/// `POST /api/tables/{table}/nonce`: the seat's part of the seed, given after the commitment was seen.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewNonce {
    /// One's own seat.
    #[schema(maximum = 5)]
    pub seat: u8,
    /// 32 random bytes, hex.
    #[schema(min_length = 64, max_length = 64)]
    pub nonce: String,
}

/// `POST /api/tables/{table}/stop`: ends the game without a result once all people who still play agree.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Stop {
    /// `false` takes it back.
    pub agree: bool,
}

/// `POST /api/tables/{table}/seat`, before the start: another seat or another colour for a seat of one's own.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSeat {
    /// One's own seat.
    #[schema(maximum = 5)]
    pub seat: u8,
    /// An open seat to move to.
    #[serde(default)]
    #[schema(maximum = 5)]
    pub to: Option<u8>,
    /// A colour that no other person has.
    #[serde(default)]
    pub colour: Option<Colour>,
}

/// What a notice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// A slow game waits for you.
    YourTurn,
    /// A game is over or was given up.
    Ended,
    /// Somebody wants you at their table.
    Invited,
    /// The host took your seat before the start.
    Removed,
    /// Your time ran out: a bot plays for you until you take the seat back.
    TakenOver,
}

impl NoticeKind {
    /// All of them.
    pub const ALL: [NoticeKind; 5] =
        [NoticeKind::YourTurn, NoticeKind::Ended, NoticeKind::Invited, NoticeKind::Removed, NoticeKind::TakenOver];

    /// As it is stored.
    pub const fn word(self) -> &'static str {
        match self {
            NoticeKind::YourTurn => "your_turn",
            NoticeKind::Ended => "ended",
            NoticeKind::Invited => "invited",
            NoticeKind::Removed => "removed",
            NoticeKind::TakenOver => "taken_over",
        }
    }
}
