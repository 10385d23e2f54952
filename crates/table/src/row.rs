//! Everything that can happen at a table. Versions only grow: an undo is a step, too.

use serde::{Deserialize, Serialize};

use crate::message::{Problem, ProblemKind};
use crate::opening::Opening;
use crate::tagged::tagged;
use crate::terms::{BotLevel, Colour, Ending};

/// The format of the rows that are written. A change that earlier versions cannot read raises it; tests read samples of every format
/// (`samples/`).
pub const ROW_FORMAT: u32 = 1;

/// Who took an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// A person, with the id of their message, so that a repeated message is recognized.
    Person {
        /// The person.
        person: String,
        /// Their message.
        id: String,
    },
    /// A bot, for its own seat or standing in for somebody.
    Bot,
    /// A standing answer, or a window that timed out.
    Standing,
}

tagged! {
    tag = "row", remote = "Row", serde(rename_all = "snake_case"), also();
    /// A step of a table, as it is stored. Old tables contain old rows: fields may be added with a default, never changed.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    #[allow(missing_docs)]
    pub enum Row {
        /// The first row: the table is created.
        Open(Opening),
        /// Somebody takes an open seat.
        Sit { seat: u8, person: String, name: String },
        /// Somebody leaves all their seats: they become open before the start, and bots take over afterwards.
        Leave { person: String },
        /// A seat ran out of time: a bot takes over.
        Away { seat: u8 },
        /// A person takes their seat back.
        Back { seat: u8 },
        /// The host puts a bot on an open seat.
        Bot { seat: u8, level: BotLevel },
        /// The host empties a seat.
        Empty { seat: u8 },
        /// A seat's contribution to the seed.
        Nonce { seat: u8, nonce: String },
        /// The game begins: the final order of the seats, with all nonces in that order.
        /// With a position (`docs/notation.md`) it begins there instead of with a deal.
        Start {
            order: Vec<u8>,
            nonces: Vec<String>,
            rules: u32,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            position: Option<String>,
        },
        /// An action, in notation; an `end` has the hash of the resulting state.
        Act {
            seat: u8,
            #[serde(rename = "do")]
            action: String,
            by: By,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            hash: Option<String>,
        },
        /// A seat's last step is undone.
        Undo { seat: u8, by: By },
        /// All steps of a seat's turn are undone.
        Restart { seat: u8, by: By },
        /// A seat's standing answer: whether its windows are passed, unless its vizier can buy one of these kinds.
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
        /// A seat gets another colour; a seat that had it, if not a person's, gets this seat's.
        Paint { seat: u8, colour: Colour },
        /// Whether a person agrees to end the game without a result; it ends when all agree.
        Agree { person: String, stop: bool },
        /// The table is abandoned without the agreement of its players.
        Abandon {
            #[serde(default = "expired")]
            why: Ending,
        },
        /// The site's owner changes a name.
        Rename { person: String, name: String },
        /// A person deletes their account: their name is removed, and a bot plays on for them.
        Forget { person: String },
        /// The same people play a rematch at another table.
        Rematch { table: String },
    }
}

/// Used by early rows, before a table could be abandoned for other reasons.
fn expired() -> Ending {
    Ending::Expired
}

/// The format, which is read first; rows without it have the first format.
#[derive(Deserialize)]
struct Format {
    #[serde(default = "first")]
    format: u32,
}

fn first() -> u32 {
    1
}

impl Row {
    /// A row as stored, with its format.
    pub fn to_json(&self) -> String {
        // Rows contain nothing that JSON cannot express, and are serialized as objects with at least one field.
        let row = serde_json::to_string(self).unwrap_or_default();
        format!("{{\"format\":{ROW_FORMAT},{}", row.trim_start_matches('{'))
    }

    /// Reads a stored row of this format or an earlier one.
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

    /// The sender of the message.
    pub fn by(&self) -> Option<&By> {
        match self {
            Row::Act { by, .. } | Row::Undo { by, .. } | Row::Restart { by, .. } | Row::Standing { by, .. } => Some(by),
            _ => None,
        }
    }
}
