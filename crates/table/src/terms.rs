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

    /// The colour that a seat has before anybody chooses another.
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
    /// All of them, the weakest first.
    pub const ALL: [BotLevel; 5] =
        [BotLevel::Novice, BotLevel::Apprentice, BotLevel::Builder, BotLevel::Architect, BotLevel::Grandmaster];
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

/// What is played, in the words of a record's `setup`. It is checked when it is read.
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
    /// The set-up, checked.
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
    /// How fast is played.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
    #[allow(missing_docs)]
    pub enum Pace {
        /// No clock.
        Free,
        /// Seconds a decision.
        Move { seconds: u32 },
        /// Minutes a player and seconds added for each decision.
        Player { minutes: u32, increment: u32 },
        /// Days a decision.
        Days { days: u32 },
    }
}

tagged! {
    tag = "kind", remote = "Occupant", serde(rename_all = "snake_case"), also();
    /// Who sits on a seat.
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

/// A seat of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSeat {
    /// Who sits there.
    pub occupant: Occupant,
    /// The colour on the page.
    pub colour: Colour,
    /// Whether the seat has given its part of the seed.
    pub nonce: bool,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableResult {
    /// Points by seat.
    pub scores: Vec<u16>,
    /// Dirk's.
    pub dirk: Option<u16>,
    /// Who won.
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

/// Everything that is known of a table beside its game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Info {
    /// Names it in addresses.
    pub id: String,
    /// Six letters to tell a friend.
    pub code: String,
    /// How far it is.
    pub status: Status,
    /// What is played.
    pub setup: TableSetup,
    /// By seat.
    pub seats: Vec<TableSeat>,
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
    /// Whether hints are given.
    pub hints: bool,
    /// How fast is played.
    pub pace: Pace,
    /// SHA-256 of the secret, hex: shown before the seats give their nonces.
    pub commitment: String,
    /// How it ended.
    pub result: Option<TableResult>,
    /// Why it was given up, if it was.
    #[serde(default)]
    pub ending: Option<Ending>,
    /// People who agree to end the game without a result, by id.
    #[serde(default)]
    pub stop: Vec<String>,
    /// The table at which the same people play again.
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
