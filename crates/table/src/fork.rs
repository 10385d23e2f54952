//! Continues a finished game from one of its steps at a new table: the same deal up to there, new choices afterwards.

use sabika_rules::record::Record;
use sabika_rules::{KNOWN_RULES, SetupError};

use crate::message::{Problem, ProblemKind};
use crate::opening::Opening;
use crate::progress::plays_again;
use crate::row::{By, Row};
use crate::terms::{Occupant, TableSetup};

/// The rows of a table at the position after this many steps. `seats` says who plays on; hints are allowed. The id must say that the
/// deal is played again ([`plays_again`]), so that the game does not count towards anybody's progress.
pub fn fork(record: &Record, steps: usize, id: &str, seats: Vec<Occupant>) -> Result<Vec<Row>, Problem> {
    let invalid = |detail: &str| Problem::with(ProblemKind::Invalid, detail);
    if !plays_again(id) {
        return Err(invalid("the table's id must say that the deal is played again"));
    }
    let fairness = record.fairness.as_ref().ok_or_else(|| invalid("the record does not say how its seed was made"))?;
    let secret = fairness.secret.clone().ok_or_else(|| invalid("the game is not over"))?;
    if !KNOWN_RULES.contains(&record.rules) {
        return Err(invalid(&SetupError::Rules(record.rules).to_string()));
    }
    if steps > record.steps.len() {
        return Err(Problem::with(ProblemKind::NotFound, "the game does not have that many steps"));
    }
    if seats.len() != record.seats.len() || seats.contains(&Occupant::Open) {
        return Err(invalid("every seat must be taken"));
    }
    let people = seats.iter().map(|seat| match seat {
        Occupant::Person { person, .. } => Some(person.clone()),
        _ => None,
    });
    let people: Vec<Option<String>> = people.collect();
    let host = people.iter().flatten().next().cloned().ok_or_else(|| invalid("at least one person must play"))?;
    let opening = Opening { hints: true, ..Opening::private(host, TableSetup::from(&record.setup), seats) };
    let open = opening.row(id.to_owned(), id.to_owned(), secret);
    let order = (0..people.len() as u8).collect();
    let start = Row::Start { order, nonces: fairness.nonces.clone(), rules: record.rules, position: None };
    let acts = record.steps[..steps].iter().zip(1..).map(|(step, number)| {
        let by = match people.get(step.seat as usize).cloned().flatten() {
            Some(person) => By::Person { person, id: format!("again {number}") },
            None => By::Bot,
        };
        Row::Act { seat: step.seat, action: step.action.clone(), by, hash: None }
    });
    Ok([open, start].into_iter().chain(acts).collect())
}
