//! What the worker asks, and what it is answered.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use sabika_table::message::{Ask, FromServer, Glance, NewTable, Problem, SetupView, TableInfo};
use sabika_table::score_pad::PadAsk;
use sabika_table::{Occupant, Opening, read_tagged};

use crate::analysis::Analysis;

/// A message to the engine.
#[derive(Debug, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub(crate) enum Request {
    /// Something at a table.
    Table(AtTable),
    /// Reads a record and checks every step.
    Replay { record: String },
    /// A record's table after so many steps, with the hand of a seat, if one is given.
    ReplayAt { replay: u32, step: usize, seat: Option<u8> },
    /// What everybody would get if a round came then.
    ReplayScore { replay: u32, step: usize, round: u8 },
    /// Looks again at a turn of a record, by its number.
    ReplayReview { replay: u32, turn: usize },
    /// A record is no longer needed.
    ReplayClose { replay: u32 },
    /// The rows of another table on which a record is played on after so many steps.
    Fork { record: String, step: usize, table: String, seats: Vec<Occupant> },
    /// The rows of a table at which the deal of a day is played.
    Daily { date: String, table: String, name: String },
    /// A question about a position.
    Analysis { position: String, seed: u64, question: Analysis },
    /// A position to be changed by hand: a game as it is dealt.
    AnalysisDeal { setup: SetupView, seed: u64 },
    /// A record's position after so many steps, as the seat to act knows it.
    ReplayPosition { replay: u32, step: usize },
    /// What a round comes to that was counted at a table with real tiles.
    ScorePad { ask: PadAsk },
    /// One turn from a position, after these actions of it: what is asked there, or the whole table.
    Exercise { position: String, actions: Vec<String>, ask: Option<Ask> },
    /// A turn that was played in a position, beside the best one.
    ExerciseAnswer { position: String, played: Vec<String>, best: Vec<String> },
    /// The network for a game cannot be had: bots get along without.
    NoNetwork { game: String },
}

/// Something at a table.
#[derive(Debug, Deserialize)]
pub(crate) struct AtTable {
    pub table: String,
    /// Milliseconds since 1970.
    #[serde(default)]
    pub now: i64,
    pub what: What,
}

#[derive(Debug, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub(crate) enum What {
    /// Rows that were stored, by this worker earlier or by another: version, time and body.
    Load {
        rows: Vec<(u64, i64, String)>,
    },
    /// Opens the table.
    Open {
        person: String,
        name: String,
        wish: NewTable,
        secret: String,
    },
    /// Opens the table for a rematch.
    Reopen {
        opening: Opening,
        secret: String,
    },
    /// One of the rows of a game that is played on.
    Row {
        row: String,
    },
    /// What the table is.
    Info,
    Nonce {
        seat: u8,
        nonce: String,
    },
    Start,
    Leave,
    /// A seat is taken back from the bot that kept it warm.
    Back {
        seat: u8,
    },
    Stop {
        agree: bool,
    },
    /// The same again at another table: how that is to be opened, and its id.
    Rematch {
        next: String,
    },
    Record,
    Course,
    /// The table as it was after so many of the steps that a seat saw.
    At {
        step: usize,
        seat: Option<u8>,
    },
    /// A message over a line.
    Ask {
        line: u32,
        text: String,
    },
    /// A line was closed.
    Bye {
        line: u32,
    },
    /// Goes on with what is to be thought about; with `lead` also for the bots.
    Think {
        lead: bool,
    },
    /// The row that was proposed is stored.
    Stored {
        at: i64,
    },
    /// The row that was proposed could not be stored.
    Dropped {
        why: Why,
    },
    /// Somebody else stored a row first: ask again.
    ForgetProposal,
}

read_tagged!(Request, "do");
read_tagged!(What, "do");

/// Why a row could not be stored.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Why {
    /// There is no room left on the device.
    Full,
    /// The table was deleted.
    NotFound,
    /// Anything else.
    Retry,
}

/// What the worker is answered.
#[derive(Default, Serialize)]
pub(crate) struct Reply {
    /// To be stored before anything else is asked of this table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub store: Option<Store>,
    /// For the lines of this table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub send: Vec<(u32, FromServer)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
    /// There is something to think about.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub busy: bool,
    /// The network of this game has to be brought first; then the same is asked again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs: Option<&'static str>,
}

/// A row that is to be stored.
#[derive(Serialize)]
pub(crate) struct Store {
    pub version: u64,
    pub row: String,
    pub summary: Summary,
}

/// What a list shows of a table.
#[derive(Serialize)]
pub(crate) struct Summary {
    pub line: Line,
    pub glance: Option<Glance>,
}

#[derive(Serialize)]
pub(crate) struct Line {
    pub table: TableInfo,
    pub your_turn: bool,
    /// Seconds since 1970.
    pub changed_at: i64,
}

impl Reply {
    pub fn value(value: impl Serialize) -> Reply {
        Reply { value: raw(value), ..Reply::default() }
    }

    pub fn problem(problem: impl Into<Problem>) -> Reply {
        Reply { problem: Some(problem.into()), ..Reply::default() }
    }
}

/// A value that is written already.
pub(crate) fn raw(value: impl Serialize) -> Option<Box<RawValue>> {
    // What is answered holds nothing that JSON cannot express.
    serde_json::value::to_raw_value(&value).ok()
}
