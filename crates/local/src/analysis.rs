//! Analysis of positions. Nothing is stored between requests: each contains its position, as one line of text.

use serde::{Deserialize, Serialize};

use sabika_bots::Budget;
use sabika_rules::PositionError;
use sabika_table::analysis::{Position, PositionShown};
use sabika_table::message::{Ask, LogEntry, RefusalView, SetupView};
use sabika_table::{Error, Occupant, TableSetup, read_tagged, sha256};

use crate::advice::advice;
use crate::players::Networks;
use crate::request::Reply;

/// A request about a position.
#[derive(Debug, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub(crate) enum Analysis {
    /// The table, and what is legal.
    Show,
    /// A question to the table: a preview, a score, what is left.
    Ask { ask: Ask },
    /// The position after an action.
    Play { action: String },
    /// The best turns, after this many simulations.
    Advise { simulations: u32, many: usize },
    /// The rows of a table that continues from it.
    Rows { table: String, seats: Vec<Occupant> },
}

read_tagged!(Analysis, "do");

/// The result: a position to show, or what is wrong with it or with the action.
#[derive(Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
#[allow(clippy::large_enum_variant, reason = "answers are written at once and not kept")]
enum Answer {
    Shown {
        #[serde(flatten)]
        shown: PositionShown,
        /// The step that led to it.
        entry: Option<LogEntry>,
    },
    /// The line is not a valid position.
    Fault { place: String, problem: String },
    /// The rules forbid the action.
    Refused { refusal: RefusalView },
}

fn fault(PositionError { place, problem }: PositionError) -> Reply {
    Reply::value(Answer::Fault { place, problem })
}

/// A newly dealt game, to be edited by hand.
pub(crate) fn dealt(setup: &SetupView, seed: u64) -> Reply {
    let position = TableSetup::from(setup).read().and_then(|setup| Position::dealt(setup, seed));
    match position {
        Ok(position) => Reply::value(Answer::Shown { shown: position.shown(), entry: None }),
        Err(problem) => Reply::problem(problem),
    }
}

/// Answers a request about a position; what it leaves open is dealt from `seed`.
pub(crate) fn analyse(line: &str, seed: u64, what: Analysis, networks: &Networks) -> Reply {
    let position = match Position::read(line, seed) {
        Ok(position) => position,
        Err(error) => return fault(error),
    };
    match what {
        Analysis::Show => Reply::value(Answer::Shown { shown: position.shown(), entry: None }),
        Analysis::Ask { ask } => match position.answer(&ask) {
            Ok(answer) => Reply::value(answer),
            Err(problem) => Reply::problem(problem),
        },
        Analysis::Play { action } => match position.play(&action) {
            Ok((next, entry)) => Reply::value(Answer::Shown { shown: next.shown(), entry: Some(entry) }),
            Err(Error::Refused(refusal)) => Reply::value(Answer::Refused { refusal: refusal.into() }),
            Err(Error::Problem(problem)) => Reply::problem(problem),
        },
        Analysis::Advise { simulations, many } => {
            if let Some(needs) = networks.needed(position.setup()) {
                return Reply { needs: Some(needs), ..Reply::default() };
            }
            Reply::value(advice(position.view(), Budget::Simulations(simulations), many))
        }
        Analysis::Rows { table, seats } => {
            let secret = sha256(format!("{table} {seed}").as_bytes());
            match position.rows(&table, seats, secret) {
                Ok(rows) => Reply::value(rows.iter().map(|row| row.to_json()).collect::<Vec<_>>()),
                Err(problem) => Reply::problem(problem),
            }
        }
    }
}
