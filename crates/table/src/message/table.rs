//! A table before, during and after its game: seats and setup; also the bodies of HTTP requests.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::tagged::tagged;
use crate::terms::{self as domain, Info, TableResult, TableSeat, TableSetup};

pub use crate::terms::{BotLevel, Colour, DealOf, Ending, Status};

/// The setup; the same words as in a record's `setup`.
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

impl From<&TableSetup> for SetupView {
    fn from(setup: &TableSetup) -> SetupView {
        let TableSetup { game, players, modules, simplified, english_end } = setup.clone();
        SetupView { game, players, modules, simplified, english_end }
    }
}

impl From<&SetupView> for TableSetup {
    fn from(setup: &SetupView) -> TableSetup {
        let SetupView { game, players, modules, simplified, english_end } = setup.clone();
        TableSetup { game, players, modules, simplified, english_end }
    }
}

tagged! {
    tag = "kind", remote = "Pace", serde(rename_all = "snake_case", deny_unknown_fields), also(ToSchema);
    /// The time control.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, TS, ToSchema)]
    pub enum Pace {
        /// No clock.
        Free,
        /// Seconds per decision.
        Move {
            /// Seconds, 5 to 3600.
            #[schema(minimum = 5, maximum = 3600)]
            seconds: u32,
        },
        /// Minutes per player, plus seconds for each decision.
        Player {
            /// Minutes for the whole game, 1 to 240.
            #[schema(minimum = 1, maximum = 240)]
            minutes: u32,
            /// Seconds added, 0 to 300.
            #[schema(maximum = 300)]
            increment: u32,
        },
        /// Days per decision.
        Days {
            /// Days, 1 to 14.
            #[schema(minimum = 1, maximum = 14)]
            days: u32,
        },
    }
}

#[allow(clippy::derivable_impls, reason = "`tagged!` repeats the variants, which a derive would mark")]
impl Default for Pace {
    fn default() -> Pace {
        Pace::Free
    }
}

impl From<Pace> for domain::Pace {
    fn from(pace: Pace) -> domain::Pace {
        match pace {
            Pace::Free => domain::Pace::Free,
            Pace::Move { seconds } => domain::Pace::Move { seconds },
            Pace::Player { minutes, increment } => domain::Pace::Player { minutes, increment },
            Pace::Days { days } => domain::Pace::Days { days },
        }
    }
}

impl From<domain::Pace> for Pace {
    fn from(pace: domain::Pace) -> Pace {
        match pace {
            domain::Pace::Free => Pace::Free,
            domain::Pace::Move { seconds } => Pace::Move { seconds },
            domain::Pace::Player { minutes, increment } => Pace::Player { minutes, increment },
            domain::Pace::Days { days } => Pace::Days { days },
        }
    }
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Person {
    /// A permanent id that reveals nothing.
    pub id: String,
    /// The name they chose.
    pub name: String,
}

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Occupant {
    /// Nobody yet.
    Open,
    /// A person. One person may have several seats (shared screen); `name` belongs to the seat.
    Person {
        /// The person's id.
        person: String,
        /// The name shown at this seat.
        name: String,
        /// They left or ran out of time: a bot plays until they return.
        away: bool,
    },
    /// A bot.
    Bot {
        /// Its strength.
        level: BotLevel,
    },
}

impl From<&domain::Occupant> for Occupant {
    fn from(occupant: &domain::Occupant) -> Occupant {
        match occupant.clone() {
            domain::Occupant::Open => Occupant::Open,
            domain::Occupant::Person { person, name, away } => Occupant::Person { person, name, away },
            domain::Occupant::Bot { level } => Occupant::Bot { level },
        }
    }
}

/// A seat at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatInfo {
    /// Who sits there.
    pub occupant: Occupant,
    /// The colour on the page.
    pub colour: Colour,
    /// Whether the seat has contributed to the seed.
    pub nonce: bool,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ResultView {
    /// Points by seat.
    pub scores: Vec<u16>,
    /// Dirk's.
    pub dirk: Option<u16>,
    /// The winners.
    pub winners: Vec<u8>,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableInfo {
    /// Its id, used in addresses.
    pub id: String,
    /// Six letters to share with friends.
    pub code: String,
    /// Its state.
    pub status: Status,
    /// The setup.
    pub setup: SetupView,
    /// By seat.
    pub seats: Vec<SeatInfo>,
    /// The person who created it.
    pub host: String,
    /// Whether it is listed for everybody; otherwise it is found by link or code only.
    pub public: bool,
    /// Whether players see each other's hands, which they could also know by counting.
    pub open_hands: bool,
    /// Whether the contents of bag and deck are hidden.
    #[serde(default)]
    pub hide_left: bool,
    /// Whether only players may watch while the game runs.
    #[serde(default)]
    pub no_watchers: bool,
    /// Whether hints are allowed.
    pub hints: bool,
    /// The time control.
    pub pace: Pace,
    /// SHA-256 of the server's secret, in hex: published before the seats contribute their nonces.
    pub commitment: String,
    /// The result, once the game is over.
    pub result: Option<ResultView>,
    /// Why it was abandoned, if it was.
    #[serde(default)]
    pub ending: Option<Ending>,
    /// The ids of those who agree to end the game without a result.
    #[serde(default)]
    pub stop: Vec<String>,
    /// The table of the rematch.
    pub rematch: Option<String>,
    /// Which deal of which duplicate is played here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub duplicate: Option<DealOf>,
}

impl From<&Info> for TableInfo {
    fn from(info: &Info) -> TableInfo {
        let seat = |seat: &TableSeat| SeatInfo {
            occupant: Occupant::from(&seat.occupant),
            colour: seat.colour,
            nonce: seat.nonce,
        };
        let result = |TableResult { scores, dirk, winners }| ResultView { scores, dirk, winners };
        TableInfo {
            id: info.id.clone(),
            code: info.code.clone(),
            status: info.status,
            setup: SetupView::from(&info.setup),
            seats: info.seats.iter().map(seat).collect(),
            host: info.host.clone(),
            public: info.public,
            open_hands: info.open_hands,
            hide_left: info.hide_left,
            no_watchers: info.no_watchers,
            hints: info.hints,
            pace: Pace::from(info.pace),
            commitment: info.commitment.clone(),
            result: info.result.clone().map(result),
            ending: info.ending,
            stop: info.stop.clone(),
            rematch: info.rematch.clone(),
            duplicate: info.duplicate.clone(),
        }
    }
}

/// A turn of a finished game: what everybody would have had if the next round had come after it.
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
    /// The number of rounds scored.
    pub rounds: u8,
    /// By seat.
    pub points: Vec<u16>,
    /// The seat to act; `null` while a window waits (T8) and after the end.
    pub actor: Option<u8>,
    /// Whose board it is: the viewer's own, or the first seat's.
    pub seat: u8,
    /// Every tile on that board: code, x, y.
    pub board: Vec<(String, i8, i8)>,
}

tagged! {
    tag = "kind", remote = "SeatWish", serde(rename_all = "snake_case", deny_unknown_fields), also();
    /// Who takes a seat at a new table.
    #[derive(Clone, Debug, Serialize, TS, ToSchema)]
    pub enum SeatWish {
        /// The person who creates the table; more than once for a shared screen.
        Me {
            /// Another name for this seat, on a shared screen.
            #[serde(default)]
            name: Option<String>,
        },
        /// Anybody.
        Open,
        /// A bot.
        Bot {
            /// Its strength.
            level: BotLevel,
        },
    }
}

/// `POST /api/tables`
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The setup; `players` is the number of seats.
    pub setup: SetupView,
    /// By seat.
    pub seats: Vec<SeatWish>,
    /// Whether seats are shuffled at the start.
    #[serde(default)]
    pub shuffle: bool,
    /// Whether it is listed for everybody.
    #[serde(default)]
    pub public: bool,
    /// Whether players see each other's hands, which they could also know by counting.
    #[serde(default)]
    pub open_hands: bool,
    /// Whether the contents of bag and deck are hidden.
    #[serde(default)]
    pub hide_left: bool,
    /// Whether only players may watch while the game runs.
    #[serde(default)]
    pub no_watchers: bool,
    /// Whether hints are allowed.
    #[serde(default)]
    pub hints: bool,
    /// The time control.
    #[serde(default)]
    pub pace: Pace,
}

/// `POST /api/tables/{table}/join`; also takes your seat back from the bot that stood in.
#[derive(Clone, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatPick {
    /// The seat; any open one if absent.
    #[serde(default)]
    #[schema(maximum = 5)]
    pub seat: Option<u8>,
    /// Another name for this seat, on a shared screen.
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
    /// Its strength.
    pub level: BotLevel,
}

/// `POST /api/tables/{table}/nonce`: the seat's contribution to the seed, made after seeing the commitment.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewNonce {
    /// Your own seat.
    #[schema(maximum = 5)]
    pub seat: u8,
    /// 32 random bytes, hex.
    #[schema(min_length = 64, max_length = 64)]
    pub nonce: String,
}

/// `POST /api/tables/{table}/stop`: ends the game without a result once everybody still playing agrees.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Stop {
    /// `false` withdraws the agreement.
    pub agree: bool,
}

/// `POST /api/tables/{table}/seat`, before the start: changes the place or colour of your own seat.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSeat {
    /// Your own seat.
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

/// The subject of a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// It is your turn in a slow game.
    YourTurn,
    /// A game ended or was abandoned.
    Ended,
    /// Somebody invited you to their table.
    Invited,
    /// The host removed you from your seat before the start.
    Removed,
    /// Your time ran out: a bot plays for you until you return.
    TakenOver,
}

impl NoticeKind {
    /// All of them.
    pub const ALL: [NoticeKind; 5] =
        [NoticeKind::YourTurn, NoticeKind::Ended, NoticeKind::Invited, NoticeKind::Removed, NoticeKind::TakenOver];

    /// The name it is stored under.
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
