//! What can happen at a table. Versions only grow: to take a step back is a step, too.

use serde::{Deserialize, Serialize};

use crate::message::{BotLevel, Colour, DealOf, Ending, Occupant, Pace, Problem, ProblemKind, SetupView};

/// The format of the rows that are written. One that earlier versions could not read makes it larger; samples of every format
/// are tests (`samples/`).
pub const ROW_FORMAT: u32 = 1;

/// Who did something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// A person, with the id of their message: sent again, it is found here.
    Person {
        /// Who.
        person: String,
        /// Their message.
        id: String,
    },
    /// A bot, for its own seat or for somebody who is away.
    Bot,
    /// A standing answer, or a window that was open too long.
    Standing,
}

/// A step of a table, as it is stored. Old tables hold old rows: fields may be added with a default, never changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "row", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Row {
    /// The first: the table is opened. The secret never leaves the server before the end.
    Open {
        id: String,
        code: String,
        host: String,
        setup: SetupView,
        seats: Vec<Occupant>,
        shuffle: bool,
        public: bool,
        open_hands: bool,
        #[serde(default)]
        hide_left: bool,
        #[serde(default)]
        no_watchers: bool,
        hints: bool,
        pace: Pace,
        /// Which deal of which duplicate is played here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        duplicate: Option<DealOf>,
        secret: String,
    },
    /// Somebody takes an open seat.
    Sit { seat: u8, person: String, name: String },
    /// Somebody leaves all their seats: open again before the start, kept warm by bots afterwards.
    Leave { person: String },
    /// A seat ran out of time: a bot keeps it warm.
    Away { seat: u8 },
    /// Its person takes a seat back.
    Back { seat: u8 },
    /// The host puts a bot on an open seat.
    Bot { seat: u8, level: BotLevel },
    /// The host empties a seat.
    Empty { seat: u8 },
    /// A seat's part of the seed.
    Nonce { seat: u8, nonce: String },
    /// The game begins: who sits where from now on, with all nonces in that order.
    /// With a position (`docs/notation.md`) it begins there instead of with a deal.
    Start {
        order: Vec<u8>,
        nonces: Vec<String>,
        rules: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<String>,
    },
    /// An action, in notation; after an `end` with the hash of the state it led to.
    Act {
        seat: u8,
        #[serde(rename = "do")]
        action: String,
        by: By,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hash: Option<String>,
    },
    /// The last step of a seat is taken back.
    Undo { seat: u8, by: By },
    /// All steps of a seat's turn are taken back.
    Restart { seat: u8, by: By },
    /// Whether windows of a seat are passed, unless its vizier can buy one of these kinds.
    Standing {
        seat: u8,
        pass: bool,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unless: Vec<String>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        not_now: bool,
        by: By,
    },
    /// Somebody moves to an open seat before the start.
    Move { seat: u8, to: u8 },
    /// A seat gets another colour; who had it, if that is no person, gets this seat's.
    Paint { seat: u8, colour: Colour },
    /// Whether a person would end the game without a result; it ends when all agree.
    Agree { person: String, stop: bool },
    /// The table is given up without anybody at it agreeing.
    Abandon {
        #[serde(default = "expired")]
        why: Ending,
    },
    /// Whoever runs the site changes a name.
    Rename { person: String, name: String },
    /// A person wants to be forgotten: their name goes, and a bot plays on for them.
    Forget { person: String },
    /// The same people play on at another table.
    Rematch { table: String },
}

/// Rows from when nothing else could end a table.
fn expired() -> Ending {
    Ending::Expired
}

/// What is read of a row first; those that do not say it are of the first format.
#[derive(Deserialize)]
struct Format {
    #[serde(default = "first")]
    format: u32,
}

fn first() -> u32 {
    1
}

impl Row {
    /// A row as it is stored, with its format.
    pub fn to_json(&self) -> String {
        // Rows hold nothing that JSON cannot express, and are written as objects with at least one field.
        let row = serde_json::to_string(self).unwrap_or_default();
        format!("{{\"format\":{ROW_FORMAT},{}", row.trim_start_matches('{'))
    }

    /// A stored row of this format or an earlier one.
    pub fn read(json: &str) -> Result<Row, Problem> {
        let unreadable = |error| Problem::with(ProblemKind::Frozen, format!("a stored step cannot be read: {error}"));
        let Format { format } = serde_json::from_str(json).map_err(unreadable)?;
        if format > ROW_FORMAT {
            let later = format!("a later version stored it, in format {format}; this one reads up to {ROW_FORMAT}");
            return Err(Problem::with(ProblemKind::Frozen, later));
        }
        serde_json::from_str(json).map_err(unreadable)
    }

    /// The seat whose step it is.
    pub fn seat(&self) -> Option<u8> {
        match self {
            Row::Act { seat, .. } | Row::Undo { seat, .. } | Row::Restart { seat, .. } | Row::Standing { seat, .. } => {
                Some(*seat)
            }
            _ => None,
        }
    }

    /// Whose message it was.
    pub fn by(&self) -> Option<&By> {
        match self {
            Row::Act { by, .. } | Row::Undo { by, .. } | Row::Restart { by, .. } | Row::Standing { by, .. } => Some(by),
            _ => None,
        }
    }
}
