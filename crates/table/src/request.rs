//! What people can request of a table outside its game: to sit down, leave, start, stop. Each request becomes a row, or nothing if it
//! already holds; applying the row then checks whether it is allowed.

use crate::message::{Problem, ProblemKind};
use crate::row::Row;
use crate::table::{Error, Table};
use crate::terms::{BotLevel, Colour, Occupant, Status};

/// The row that grants a request; `None` if there is nothing to do.
pub type Granted = Result<Option<Row>, Error>;

impl Table {
    /// Only for players.
    pub fn has_a_seat(&self, person: &str) -> Result<(), Problem> {
        let denied = || Problem::with(ProblemKind::NotYours, "you have no seat here");
        if self.seats_of(person).is_empty() { Err(denied()) } else { Ok(()) }
    }

    /// Only for the seat's owner.
    pub fn holds(&self, person: &str, seat: u8) -> Result<(), Problem> {
        let denied = || Problem::with(ProblemKind::NotYours, "this seat is not yours");
        if self.seats_of(person).contains(&seat) { Ok(()) } else { Err(denied()) }
    }

    fn hosts(&self, person: &str) -> Result<(), Problem> {
        let denied = || Problem::with(ProblemKind::NotYours, "only the host may do this");
        if self.info.host == person { Ok(()) } else { Err(denied()) }
    }

    /// Takes an open seat, or takes your own back from the bot that stood in.
    pub fn join(&self, person: &str, name: &str, seat: Option<u8>) -> Granted {
        let yours = self.seats_of(person);
        if self.info.status == Status::Playing {
            let away = |i: &u8| matches!(self.info.seats[*i as usize].occupant, Occupant::Person { away: true, .. });
            let back = yours.iter().copied().filter(|i| seat.is_none_or(|s| s == *i)).find(away);
            return match back {
                Some(seat) => Ok(Some(Row::Back { seat })),
                None if yours.is_empty() => Err(Problem::with(ProblemKind::WrongTime, "the game has begun").into()),
                None => Ok(None),
            };
        }
        // Opening the link twice gives one seat, unless another is requested.
        if seat.is_none_or(|s| yours.contains(&s)) && !yours.is_empty() {
            return Ok(None);
        }
        let open = |i: &u8| self.info.seats[*i as usize].occupant == Occupant::Open;
        let seat = seat.or_else(|| (0..self.info.seats.len() as u8).find(open));
        let seat = seat.ok_or_else(|| Problem::with(ProblemKind::Taken, "no seat is open"))?;
        Ok(Some(Row::Sit { seat, person: person.to_owned(), name: name.to_owned() }))
    }

    /// Leaves the table: the seats become open again, or a bot plays on.
    pub fn leave(&self, person: &str) -> Granted {
        self.has_a_seat(person)?;
        Ok(Some(Row::Leave { person: person.to_owned() }))
    }

    /// Puts a bot on an open seat; for the host.
    pub fn seat_bot(&self, person: &str, seat: u8, level: BotLevel) -> Granted {
        self.hosts(person)?;
        Ok(Some(Row::Bot { seat, level }))
    }

    /// Empties a seat before the start; for the host.
    pub fn empty(&self, person: &str, seat: u8) -> Granted {
        self.hosts(person)?;
        Ok(Some(Row::Empty { seat }))
    }

    /// A seat's contribution to the seed.
    pub fn give_nonce(&self, person: &str, seat: u8, nonce: &str) -> Granted {
        self.holds(person, seat)?;
        Ok(Some(Row::Nonce { seat, nonce: nonce.to_owned() }))
    }

    /// Starts the game; for the host.
    pub fn start_by(&self, person: &str) -> Granted {
        self.hosts(person)?;
        Ok(Some(self.starting()))
    }

    /// Agrees to end the game without a result, or withdraws that.
    pub fn agree(&self, person: &str, stop: bool) -> Granted {
        self.has_a_seat(person)?;
        if self.info.status == Status::Playing && self.info.stop.iter().any(|p| p == person) == stop {
            return Ok(None);
        }
        Ok(Some(Row::Agree { person: person.to_owned(), stop }))
    }

    /// Moves to another seat before the start.
    pub fn change_seat(&self, person: &str, seat: u8, to: u8) -> Granted {
        self.holds(person, seat)?;
        Ok((seat != to).then_some(Row::Move { seat, to }))
    }

    /// Changes colour before the start.
    pub fn change_colour(&self, person: &str, seat: u8, colour: Colour) -> Granted {
        self.holds(person, seat)?;
        Ok(Some(Row::Paint { seat, colour }))
    }
}
