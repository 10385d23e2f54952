//! Who sits where: before the start, and when somebody leaves or returns.

use crate::fair;
use crate::message::{Problem, ProblemKind};
use crate::row::Row;
use crate::table::{Error, Table};
use crate::terms::{Colour, Ending, Occupant, Status, TableSeat};

/// Shown instead of the name of a deleted account.
pub const NAMELESS: &str = "—";

fn wrong(detail: &str) -> Error {
    Problem::with(ProblemKind::WrongTime, detail).into()
}

impl Table {
    /// The seats of a person.
    pub fn seats_of(&self, person: &str) -> Vec<u8> {
        let mine = |o: &Occupant| matches!(o, Occupant::Person { person: p, .. } if p == person);
        let seats = self.info.seats.iter().enumerate();
        seats.filter(|(_, s)| mine(&s.occupant)).map(|(i, _)| i as u8).collect()
    }

    /// Whether a person may watch. The host may have limited watching to the players; if such a table is also private,
    /// it stays closed to others after its end.
    pub fn may_watch(&self, person: Option<&str>) -> Result<(), Problem> {
        let closed = self.info.no_watchers
            && match self.info.status {
                Status::Lobby => false,
                Status::Playing => true,
                Status::Over | Status::Abandoned => !self.info.public,
            };
        if closed && !self.seats_somebody(person) {
            return Err(Problem::with(ProblemKind::NotYours, "only players may watch this table"));
        }
        Ok(())
    }

    fn seats_somebody(&self, person: Option<&str>) -> bool {
        person.is_some_and(|person| !self.seats_of(person).is_empty())
    }

    /// Whether a chat message, or one `aside` among watchers, is for this person. Where watching is not allowed, only the
    /// players can chat.
    pub fn hears(&self, person: Option<&str>, aside: bool) -> bool {
        let seated = self.seats_somebody(person);
        (seated || !self.info.no_watchers) && !(seated && aside)
    }

    /// Whether this person's messages go only to other watchers, so that nobody is given advice in a rated game.
    pub fn talks_aside(&self, person: &str) -> bool {
        self.info.status == Status::Playing && self.counts() && !self.seats_somebody(Some(person))
    }

    /// Whether only people play, each with one seat.
    fn counts(&self) -> bool {
        let one = |seat: &TableSeat| match &seat.occupant {
            Occupant::Person { person, .. } => self.seats_of(person).len() == 1,
            _ => false,
        };
        self.info.seats.iter().all(one)
    }

    /// Every person seated here, and whether the game waits for them.
    pub fn seated(&self) -> Vec<(&str, bool)> {
        let to_act = self.to_act().map(|s| s.index());
        let mut seated: Vec<(&str, bool)> = Vec::new();
        for (i, seat) in self.info.seats.iter().enumerate() {
            if let Occupant::Person { person, .. } = &seat.occupant {
                let your_turn = to_act == Some(i);
                match seated.iter_mut().find(|(p, _)| p == person) {
                    Some((_, turn)) => *turn |= your_turn,
                    None => seated.push((person, your_turn)),
                }
            }
        }
        seated
    }

    fn lobby(&self) -> Result<(), Error> {
        if self.info.status == Status::Lobby { Ok(()) } else { Err(wrong("the game has begun")) }
    }

    fn occupant(&mut self, seat: u8) -> Result<&mut Occupant, Error> {
        let seat = self.info.seats.get_mut(seat as usize).map(|s| &mut s.occupant);
        seat.ok_or_else(|| Problem::with(ProblemKind::Invalid, "unknown seat").into())
    }

    fn take(&mut self, seat: u8, new: Occupant) -> Result<(), Error> {
        self.lobby()?;
        let occupant = self.occupant(seat)?;
        if *occupant != Occupant::Open {
            return Err(ProblemKind::Taken.into());
        }
        *occupant = new;
        Ok(())
    }

    fn open_up(&mut self, seat: usize) {
        self.info.seats[seat].occupant = Occupant::Open;
        self.info.seats[seat].nonce = false;
        self.nonces[seat] = None;
    }

    /// Folds every row that concerns seats or the table as a whole.
    pub(crate) fn reseat(&mut self, row: &Row) -> Result<(), Error> {
        match row {
            Row::Sit { seat, person, name } => {
                let (person, name) = (person.clone(), name.clone());
                self.take(*seat, Occupant::Person { person, name, away: false })
            }
            Row::Bot { seat, level } => self.take(*seat, Occupant::Bot { level: *level }),
            Row::Leave { person } => self.vacate(person),
            Row::Away { seat } => self.set_away(*seat, true).map(|()| self.stop_if_agreed()),
            Row::Back { seat } => self.set_away(*seat, false),
            Row::Empty { seat } => {
                self.lobby()?;
                self.occupant(*seat)?;
                self.open_up(*seat as usize);
                Ok(())
            }
            Row::Nonce { seat, nonce } => self.set_nonce(*seat, nonce),
            Row::Move { seat, to } => self.move_seat(*seat, *to),
            Row::Paint { seat, colour } => self.paint(*seat, *colour),
            Row::Agree { person, stop } => self.set_agreement(person, *stop),
            Row::Abandon { why } => {
                if !matches!(self.info.status, Status::Lobby | Status::Playing) {
                    return Err(wrong("the game is over"));
                }
                self.give_up(*why);
                Ok(())
            }
            Row::Rename { person, name: new } => {
                for seat in self.seats_of(person) {
                    if let Occupant::Person { name, .. } = self.occupant(seat)? {
                        name.clone_from(new);
                    }
                }
                Ok(())
            }
            Row::Forget { person } => self.forget(person),
            Row::Rematch { table } => {
                if self.info.rematch.is_some() || self.info.status != Status::Over {
                    return Err(ProblemKind::Taken.into());
                }
                self.info.rematch = Some(table.clone());
                Ok(())
            }
            _ => Err(ProblemKind::Internal.into()),
        }
    }

    /// A person leaves all their seats: before the start these become free, later bots take over.
    fn vacate(&mut self, person: &str) -> Result<(), Error> {
        let seats = self.seats_of(person);
        if seats.is_empty() || !matches!(self.info.status, Status::Lobby | Status::Playing) {
            return Err(wrong("you have no seat to leave"));
        }
        for seat in seats {
            match self.info.status {
                Status::Lobby => self.open_up(seat as usize),
                _ => self.set_away(seat, true)?,
            }
        }
        // Before the start, a table is closed when its host leaves.
        if self.info.status == Status::Lobby && self.info.host == person {
            self.give_up(Ending::HostLeft);
        }
        self.stop_if_agreed();
        Ok(())
    }

    fn set_nonce(&mut self, seat: u8, nonce: &str) -> Result<(), Error> {
        self.lobby()?;
        self.occupant(seat)?;
        if fair::unhex(nonce).is_none() {
            return Err(Problem::with(ProblemKind::Invalid, "a nonce is 32 bytes in hex").into());
        }
        if self.nonces[seat as usize].is_some() {
            return Err(ProblemKind::Taken.into());
        }
        self.nonces[seat as usize] = Some(nonce.to_owned());
        self.info.seats[seat as usize].nonce = true;
        Ok(())
    }

    fn move_seat(&mut self, seat: u8, to: u8) -> Result<(), Error> {
        self.lobby()?;
        self.occupant(seat)?;
        if *self.occupant(to)? != Occupant::Open {
            return Err(ProblemKind::Taken.into());
        }
        // Colour and nonce move along.
        self.info.seats.swap(seat as usize, to as usize);
        self.nonces.swap(seat as usize, to as usize);
        Ok(())
    }

    /// A person agrees to end the game without a result, or no longer does.
    fn set_agreement(&mut self, person: &str, agrees: bool) -> Result<(), Error> {
        if self.info.status != Status::Playing || self.seats_of(person).is_empty() {
            return Err(wrong("you are not playing in this game"));
        }
        self.info.stop.retain(|p| p != person);
        if agrees {
            self.info.stop.push(person.to_owned());
        }
        self.stop_if_agreed();
        Ok(())
    }

    /// Removes the name of somebody whose account was deleted; in a running game, bots take over their seats.
    fn forget(&mut self, person: &str) -> Result<(), Error> {
        let playing = self.info.status == Status::Playing;
        for seat in self.seats_of(person) {
            if let Occupant::Person { name, away, .. } = self.occupant(seat)? {
                *name = NAMELESS.into();
                *away |= playing;
            }
        }
        self.info.stop.retain(|p| p != person);
        self.stop_if_agreed();
        Ok(())
    }

    fn paint(&mut self, seat: u8, colour: Colour) -> Result<(), Error> {
        self.lobby()?;
        self.occupant(seat)?;
        let now = self.info.seats[seat as usize].colour;
        if let Some(other) = self.info.seats.iter_mut().find(|s| s.colour == colour) {
            if now != colour && matches!(other.occupant, Occupant::Person { .. }) {
                return Err(Problem::with(ProblemKind::Taken, "somebody else has this colour").into());
            }
            other.colour = now;
        }
        self.info.seats[seat as usize].colour = colour;
        Ok(())
    }

    fn give_up(&mut self, why: Ending) {
        self.info.status = Status::Abandoned;
        self.info.ending = Some(why);
    }

    /// Ends the game without a result once at least one person agrees and nobody still playing disagrees.
    fn stop_if_agreed(&mut self) {
        let agrees = |o: &Occupant| match o {
            Occupant::Person { person, away, .. } => *away || self.info.stop.contains(person),
            _ => true,
        };
        let all = self.info.seats.iter().all(|s| agrees(&s.occupant));
        if self.info.status == Status::Playing && all && !self.info.stop.is_empty() {
            self.give_up(Ending::Agreed);
        }
    }

    fn set_away(&mut self, seat: u8, gone: bool) -> Result<(), Error> {
        if self.info.status != Status::Playing {
            return Err(wrong("no game is running here"));
        }
        match self.occupant(seat)? {
            Occupant::Person { away, .. } if *away != gone => *away = gone,
            _ => return Err(wrong("nothing would change")),
        }
        Ok(())
    }

    /// The row that starts the game: seats in order or shuffled, with a derived nonce for those who contributed none.
    pub fn starting(&self) -> Row {
        let unshuffled = || (0..self.info.seats.len() as u8).collect();
        let order: Vec<u8> = if self.shuffle { fair::order(&self.secret, &self.nonces) } else { unshuffled() };
        let own = |(seat, from): (u8, &u8)| {
            let given = self.nonces[*from as usize].clone();
            given.or_else(|| fair::nonce_for(&self.secret, seat)).unwrap_or_default()
        };
        let nonces = (0..).zip(&order).map(own).collect();
        Row::Start { order, nonces, rules: sabika_rules::RULES_VERSION, position: None }
    }
}
