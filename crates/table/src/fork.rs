//! Continues a finished game from one of its steps at a new table: the same deal up to there, new choices afterwards.

use sabika_rules::record::Record;

use crate::message::{Occupant, Pace, Problem, ProblemKind, SetupView};
use crate::row::{By, Row};

/// The rows of a table at the position after this many steps. `seats` says who plays on; hints are allowed.
pub fn fork(record: &Record, steps: usize, id: &str, seats: Vec<Occupant>) -> Result<Vec<Row>, Problem> {
    let invalid = |detail: &str| Problem::with(ProblemKind::Invalid, detail);
    let fairness = record.fairness.as_ref().ok_or_else(|| invalid("the record does not say how its seed was made"))?;
    let secret = fairness.secret.clone().ok_or_else(|| invalid("the game is not over"))?;
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
    let open = Row::Open {
        id: id.to_owned(),
        code: id.to_owned(),
        host,
        setup: SetupView::from(&record.setup),
        seats,
        shuffle: false,
        public: false,
        open_hands: false,
        hide_left: false,
        no_watchers: false,
        hints: true,
        pace: Pace::Free,
        secret,
    };
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
