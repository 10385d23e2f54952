//! Creating a table: validates a request, or repeats a finished table's setup for a rematch.

use serde::{Deserialize, Serialize};

use crate::message::{NewTable, Problem, ProblemKind, SeatWish};
use crate::row::Row;
use crate::table::Table;
use crate::terms::{Occupant, Pace, Status, TableSetup};

/// How a table is opened. Its id, code and secret are given last, when it gets its first row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Opening {
    pub id: String,
    pub code: String,
    pub host: String,
    pub setup: TableSetup,
    pub seats: Vec<Occupant>,
    pub shuffle: bool,
    pub public: bool,
    pub open_hands: bool,
    #[serde(default)]
    pub hide_left: bool,
    #[serde(default)]
    pub no_watchers: bool,
    pub hints: bool,
    pub pace: Pace,
    /// It never leaves the server before the end.
    pub secret: String,
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
        let pace = Pace::from(wish.pace);
        pace.check()?;
        let setup = TableSetup::from(&wish.setup);
        setup.read()?;
        let mut names = names.into_iter();
        let seat = |wish: &SeatWish| match wish {
            SeatWish::Me { .. } => Occupant::person(host, names.next().unwrap_or_default()),
            SeatWish::Open => Occupant::Open,
            SeatWish::Bot { level } => Occupant::Bot { level: *level },
        };
        Ok(Opening {
            shuffle: wish.shuffle,
            public: wish.public,
            open_hands: wish.open_hands,
            hide_left: wish.hide_left,
            no_watchers: wish.no_watchers,
            hints: wish.hints,
            pace,
            ..Opening::private(host.to_owned(), setup, wish.seats.iter().map(seat).collect())
        })
    }

    /// A table that is not listed, with the seats in this order and no clock.
    pub fn private(host: String, setup: TableSetup, seats: Vec<Occupant>) -> Opening {
        Opening {
            id: String::new(),
            code: String::new(),
            host,
            setup,
            seats,
            shuffle: false,
            public: false,
            open_hands: false,
            hide_left: false,
            no_watchers: false,
            hints: false,
            pace: Pace::Free,
            secret: String::new(),
        }
    }

    /// The first row of the table.
    pub fn row(self, id: String, code: String, secret: String) -> Row {
        Row::Open(Opening { id, code, secret, ..self })
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
            Occupant::Person { person: who, name, .. } if who == person => Occupant::person(who, name),
            Occupant::Bot { level } => Occupant::Bot { level: *level },
            _ => Occupant::Open,
        };
        let info = &self.info;
        let seats = info.seats.iter().map(|s| seat(&s.occupant)).collect();
        Ok(Opening {
            shuffle: true,
            public: info.public,
            open_hands: info.open_hands,
            hide_left: info.hide_left,
            no_watchers: info.no_watchers,
            hints: info.hints,
            pace: info.pace,
            ..Opening::private(person.to_owned(), info.setup.clone(), seats)
        })
    }
}
