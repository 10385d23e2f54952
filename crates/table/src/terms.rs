//! What a table is made of: what is played, who sits where, how fast, and how far it is. Rows and tables consist of these types; messages
//! are derived from them, never the other way round, so a change for the page does not change what is stored.

use sabika_rules::record::{RecordOptions, RecordResult, RecordSetup};
use sabika_rules::{Outcome, Setup};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::fair;
use crate::message::{Problem, ProblemKind};
use crate::opening::Opening;
use crate::tagged::tagged;

/// The state of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Players are taking their seats.
    Lobby,
    /// The game is running.
    Playing,
    /// The game is over.
    Over,
    /// It was abandoned, by agreement or for inactivity.
    Abandoned,
}

/// A player's colour on the page; each also has an emblem.
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
    /// All six, in the order in which they are assigned to seats.
    pub const ALL: [Colour; 6] =
        [Colour::Saffron, Colour::Sky, Colour::Jade, Colour::Indigo, Colour::Brick, Colour::Plum];

    /// The colour of a seat until another one is chosen.
    pub fn of_seat(seat: usize) -> Colour {
        Colour::ALL[seat % Colour::ALL.len()]
    }
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
    /// All of them, weakest first.
    pub const ALL: [BotLevel; 5] =
        [BotLevel::Novice, BotLevel::Apprentice, BotLevel::Builder, BotLevel::Architect, BotLevel::Grandmaster];
}

/// Why a table was abandoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Nobody was active for a long time.
    Expired,
    /// Everybody still playing agreed to stop.
    Agreed,
    /// Its host left before the start.
    HostLeft,
    /// The site's owner removed it.
    Removed,
}

/// The setup, in the words of a record's `setup`; checked when it is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct TableSetup {
    pub game: String,
    pub players: u8,
    #[serde(default)]
    pub modules: Vec<String>,
    #[serde(default)]
    pub simplified: bool,
    #[serde(default)]
    pub english_end: bool,
}

impl TableSetup {
    /// The checked setup.
    pub fn read(&self) -> Result<Setup, Problem> {
        let record = RecordSetup {
            game: self.game.clone(),
            players: self.players,
            modules: self.modules.clone(),
            options: RecordOptions {
                simplified: self.simplified.then_some(true),
                end: self.english_end.then(|| "english".into()),
            },
        };
        record.read().map_err(|error| Problem::with(ProblemKind::Invalid, error.to_string()))
    }
}

impl From<&RecordSetup> for TableSetup {
    fn from(setup: &RecordSetup) -> TableSetup {
        TableSetup {
            game: setup.game.clone(),
            players: setup.players,
            modules: setup.modules.clone(),
            simplified: setup.options.simplified.unwrap_or(false),
            english_end: setup.options.end.as_deref() == Some("english"),
        }
    }
}

impl From<&Setup> for TableSetup {
    fn from(setup: &Setup) -> TableSetup {
        TableSetup::from(&RecordSetup::of(setup))
    }
}

tagged! {
    tag = "kind", remote = "Pace", serde(rename_all = "snake_case"), also();
    /// The time control.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
    #[allow(missing_docs)]
    pub enum Pace {
        /// No clock.
        Free,
        /// Seconds per decision.
        Move { seconds: u32 },
        /// Minutes per player, plus seconds for each decision.
        Player { minutes: u32, increment: u32 },
        /// Days per decision.
        Days { days: u32 },
    }
}

tagged! {
    tag = "kind", remote = "Occupant", serde(rename_all = "snake_case"), also();
    /// Who sits in a seat.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    #[allow(missing_docs)]
    pub enum Occupant {
        /// Nobody yet.
        Open,
        /// A person with this name at this seat. Several seats may be one person's (shared screen). Away: they left or ran out of time, and a
        /// bot plays until they take the seat back.
        Person { person: String, name: String, away: bool },
        /// A bot.
        Bot { level: BotLevel },
    }
}

impl Occupant {
    /// A person who is here.
    pub fn person(person: impl Into<String>, name: impl Into<String>) -> Occupant {
        Occupant::Person { person: person.into(), name: name.into(), away: false }
    }
}

/// A seat at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSeat {
    /// Who sits there.
    pub occupant: Occupant,
    /// The colour on the page.
    pub colour: Colour,
    /// Whether the seat has contributed to the seed.
    pub nonce: bool,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableResult {
    /// Points by seat.
    pub scores: Vec<u16>,
    /// Dirk's.
    pub dirk: Option<u16>,
    /// The winners.
    pub winners: Vec<u8>,
}

impl From<&RecordResult> for TableResult {
    fn from(result: &RecordResult) -> TableResult {
        TableResult { scores: result.scores.clone(), dirk: result.dirk, winners: result.winners.clone() }
    }
}

impl From<Outcome> for TableResult {
    fn from(outcome: Outcome) -> TableResult {
        TableResult {
            scores: outcome.scores.iter().copied().collect(),
            dirk: outcome.dirk,
            winners: outcome.winners.iter().map(|seat| seat.0).collect(),
        }
    }
}

/// Everything about a table except its game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Info {
    /// Its id, used in addresses.
    pub id: String,
    /// Six letters to share with friends.
    pub code: String,
    /// Its state.
    pub status: Status,
    /// The setup.
    pub setup: TableSetup,
    /// By seat.
    pub seats: Vec<TableSeat>,
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
    pub result: Option<TableResult>,
    /// Why it was abandoned, if it was.
    #[serde(default)]
    pub ending: Option<Ending>,
    /// The ids of those who agree to end the game without a result.
    #[serde(default)]
    pub stop: Vec<String>,
    /// The table of the rematch.
    pub rematch: Option<String>,
}

impl From<&Opening> for Info {
    fn from(opening: &Opening) -> Info {
        let seat = |(i, occupant): (usize, &Occupant)| TableSeat {
            occupant: occupant.clone(),
            colour: Colour::of_seat(i),
            nonce: false,
        };
        Info {
            id: opening.id.clone(),
            code: opening.code.clone(),
            status: Status::Lobby,
            setup: opening.setup.clone(),
            seats: opening.seats.iter().enumerate().map(seat).collect(),
            host: opening.host.clone(),
            public: opening.public,
            open_hands: opening.open_hands,
            hide_left: opening.hide_left,
            no_watchers: opening.no_watchers,
            hints: opening.hints,
            pace: opening.pace,
            commitment: fair::commitment(&opening.secret),
            result: None,
            ending: None,
            stop: Vec::new(),
            rematch: None,
        }
    }
}

impl Info {
    /// A game that is shown although nobody opened a table for it: a record, a position, an exercise.
    pub(crate) fn shown(setup: TableSetup, seats: Vec<Occupant>, result: Option<TableResult>) -> Info {
        let opening = Opening { open_hands: true, ..Opening::private(String::new(), setup, seats) };
        let status = if result.is_some() { Status::Over } else { Status::Playing };
        let mut info = Info { status, result, ..Info::from(&opening) };
        info.seats.iter_mut().for_each(|seat| seat.nonce = true);
        info
    }
}
