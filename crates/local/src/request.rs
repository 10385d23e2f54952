//! The requests of the worker, and the replies.

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
    /// A request to a table.
    Table(AtTable),
    /// Reads a record and checks every step.
    Replay { record: String },
    /// A record's table after this many steps, optionally with the hand of a seat.
    ReplayAt { replay: u32, step: usize, seat: Option<u8> },
    /// What everybody would score if a round came then.
    ReplayScore { replay: u32, step: usize, round: u8 },
    /// Reviews a turn of a record, by number.
    ReplayReview { replay: u32, turn: usize },
    /// A record is no longer needed.
    ReplayClose { replay: u32 },
    /// The rows of another table that continues a record after this many steps.
    Fork { record: String, step: usize, table: String, seats: Vec<Occupant> },
    /// The rows of a table with a day's deal.
    Daily { date: String, table: String, name: String },
    /// A question about a position.
    Analysis { position: String, seed: u64, question: Analysis },
    /// A newly dealt game, to be edited by hand.
    AnalysisDeal { setup: SetupView, seed: u64 },
    /// A record's position after this many steps, as the seat to act knows it.
    ReplayPosition { replay: u32, step: usize },
    /// Scores a round of a physical game.
    ScorePad { ask: PadAsk },
    /// A single turn from a position, after these actions: a question, or the whole table.
    Exercise { position: String, actions: Vec<String>, ask: Option<Ask> },
    /// Compares a turn in a position with the best one.
    ExerciseAnswer { position: String, played: Vec<String>, best: Vec<String> },
    /// The network of this name is unavailable: bots do without.
    NoNetwork { name: String },
}

/// A request to a table.
#[derive(Debug, Deserialize)]
pub(crate) struct AtTable {
    pub table: String,
    /// Milliseconds since 1970.
    #[serde(default)]
    pub now: i64,
    pub what: TableRequest,
}

#[derive(Debug, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub(crate) enum TableRequest {
    /// Stored rows, from this worker earlier or from another: version, time and body.
    Load {
        rows: Vec<(u64, i64, String)>,
    },
    /// Creates the table.
    Open {
        person: String,
        name: String,
        wish: NewTable,
        secret: String,
    },
    /// Creates the table of a rematch.
    Reopen {
        opening: Opening,
        secret: String,
    },
    /// One of the rows of a continued game.
    Row {
        row: String,
    },
    /// The state of the table.
    Info,
    Nonce {
        seat: u8,
        nonce: String,
    },
    Start,
    Leave,
    /// Takes a seat back from the bot that stood in.
    Back {
        seat: u8,
    },
    Stop {
        agree: bool,
    },
    /// A rematch at another table: how to create it, and its id.
    Rematch {
        next: String,
    },
    Record,
    Course,
    /// What a finished game adds to the player's progress.
    Summary,
    /// The table after this many of the steps that a seat saw.
    At {
        step: usize,
        seat: Option<u8>,
    },
    /// A message over a connection.
    Ask {
        line: u32,
        text: String,
    },
    /// A connection was closed.
    Bye {
        line: u32,
    },
    /// Continues thinking; with `lead` also for the bots.
    Think {
        lead: bool,
    },
    /// The proposed row is stored.
    Stored {
        at: i64,
    },
    /// The proposed row could not be stored.
    Dropped {
        why: StoreError,
    },
    /// Somebody else stored a row first: send the request again.
    ForgetProposal,
}

read_tagged!(Request, "do");
read_tagged!(TableRequest, "do");

/// Why a row could not be stored.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum StoreError {
    /// The device's storage is full.
    Full,
    /// The table was deleted.
    NotFound,
    /// Anything else.
    Retry,
}

/// A reply to the worker.
#[derive(Default, Serialize)]
pub(crate) struct Reply {
    /// A row to be stored before the next request to this table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub store: Option<Store>,
    /// Messages for the connections of this table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub send: Vec<(u32, FromServer)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
    /// Whether there is more to think about.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub busy: bool,
    /// The network of this name must be loaded first; then send the request again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs: Option<&'static str>,
}

/// A row to be stored.
#[derive(Serialize)]
pub(crate) struct Store {
    pub version: u64,
    pub row: String,
    pub summary: Summary,
}

/// A table as shown in lists.
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

/// A value that is already serialized.
pub(crate) fn raw(value: impl Serialize) -> Option<Box<RawValue>> {
    // Replies contain nothing that JSON cannot express.
    serde_json::value::to_raw_value(&value).ok()
}
