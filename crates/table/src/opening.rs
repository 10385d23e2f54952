//! Creating a table: validates a request, or repeats a finished table's setup for a rematch.

use serde::{Deserialize, Serialize};

use sabika_rules::record::RecordSetup;

use crate::message::{NewTable, Occupant, Pace, Problem, ProblemKind, SeatWish, SetupView, Status};
use crate::row::Row;
use crate::table::Table;

/// A table to be created: everything except its id, code and secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    host: String,
    setup: SetupView,
    seats: Vec<Occupant>,
    shuffle: bool,
    public: bool,
    open_hands: bool,
    hide_left: bool,
    no_watchers: bool,
    hints: bool,
    pace: Pace,
}

fn invalid(detail: impl Into<String>) -> Problem {
    Problem::with(ProblemKind::Invalid, detail)
}

impl Pace {
    /// Checks that a time control is within the limits.
    fn check(self) -> Result<(), Problem> {
        let fits = match self {
            Pace::Free => true,
            Pace::Move { seconds } => (5..=3600).contains(&seconds),
            Pace::Player { minutes, increment } => (1..=240).contains(&minutes) && increment <= 300,
            Pace::Days { days } => (1..=14).contains(&days),
        };
        if fits { Ok(()) } else { Err(invalid("time limits out of range")) }
    }
}

impl Opening {
    /// Validates a request for a table; `names` are the host's names in each of their seats, in order.
    pub fn new(wish: &NewTable, host: &str, names: impl IntoIterator<Item = String>) -> Result<Opening, Problem> {
        if wish.seats.len() != wish.setup.players as usize {
            return Err(invalid("the number of seats must match the number of players"));
        }
        wish.pace.check()?;
        RecordSetup::from(&wish.setup).read().map_err(|error| invalid(error.to_string()))?;
        let mut names = names.into_iter();
        let seat = |wish: &SeatWish| match wish {
            SeatWish::Me { .. } => {
                let name = names.next().unwrap_or_default();
                Occupant::Person { person: host.to_owned(), name, away: false }
            }
            SeatWish::Open => Occupant::Open,
            SeatWish::Bot { level } => Occupant::Bot { level: *level },
        };
        Ok(Opening {
            host: host.to_owned(),
            seats: wish.seats.iter().map(seat).collect(),
            setup: wish.setup.clone(),
            shuffle: wish.shuffle,
            public: wish.public,
            open_hands: wish.open_hands,
            hide_left: wish.hide_left,
            no_watchers: wish.no_watchers,
            hints: wish.hints,
            pace: wish.pace,
        })
    }

    /// The first row of the table.
    pub fn row(self, id: String, code: String, secret: String) -> Row {
        let Opening { host, setup, seats, shuffle, public, open_hands, hide_left, no_watchers, hints, pace } = self;
        Row::Open {
            id,
            code,
            host,
            setup,
            seats,
            shuffle,
            public,
            open_hands,
            hide_left,
            no_watchers,
            hints,
            pace,
            secret,
        }
    }
}

impl Table {
    /// A rematch, created by one of the players; everybody else is invited.
    pub fn again(&self, person: &str) -> Result<Opening, Problem> {
        self.has_a_seat(person)?;
        if self.info.status != Status::Over {
            return Err(Problem::with(ProblemKind::WrongTime, "the game is not over"));
        }
        let seat = |occupant: &Occupant| match occupant {
            Occupant::Person { person: who, name, .. } if who == person => {
                Occupant::Person { person: who.clone(), name: name.clone(), away: false }
            }
            Occupant::Bot { level } => Occupant::Bot { level: *level },
            _ => Occupant::Open,
        };
        let info = &self.info;
        Ok(Opening {
            host: person.to_owned(),
            setup: info.setup.clone(),
            seats: info.seats.iter().map(|s| seat(&s.occupant)).collect(),
            shuffle: true,
            public: info.public,
            open_hands: info.open_hands,
            hide_left: info.hide_left,
            no_watchers: info.no_watchers,
            hints: info.hints,
            pace: info.pace,
        })
    }
}
