//! The bots' characters: each level has two, which take turns.

use sabika_bots::{Bot, Character, Level};
use sabika_rules::Seat;

use crate::{BotLevel, Occupant, Table, TableSeat};

/// How many turns a hint shows: the best and the runner-up.
pub const TURNS_IN_A_HINT: usize = 2;

/// Their names, as shown on the page.
const fn names(level: BotLevel) -> [&'static str; 2] {
    match level {
        BotLevel::Novice => ["Noor", "Beltrán"],
        BotLevel::Apprentice => ["Safiya", "Idris"],
        BotLevel::Builder => ["Elvira", "Yusuf"],
        BotLevel::Architect => ["Zaynab", "Samuel"],
        BotLevel::Grandmaster => ["Lubna", "Harun"],
    }
}

/// Appended when a name is used again: the third bot of a level has the first one's name.
const NUMERALS: [&str; 3] = ["", " II", " III"];

/// How many bots of the same level sit before this one; `None` if this is not a bot's seat.
pub(crate) fn nth_of_level(seats: &[TableSeat], seat: usize) -> Option<(BotLevel, usize)> {
    let level = |seat: &TableSeat| match seat.occupant {
        Occupant::Bot { level } => Some(level),
        _ => None,
    };
    let own = level(seats.get(seat)?)?;
    Some((own, seats[..seat].iter().filter(|seat| level(seat) == Some(own)).count()))
}

/// The name of whoever sits there.
pub(crate) fn name(seats: &[TableSeat], seat: usize) -> String {
    match (seats.get(seat).map(|seat| &seat.occupant), nth_of_level(seats, seat)) {
        (Some(Occupant::Person { name, .. }), _) => name.clone(),
        (_, Some((level, nth))) => names(level)[nth % 2].to_owned() + NUMERALS[nth / 2 % NUMERALS.len()],
        _ => String::new(),
    }
}

/// The nth bot of a level, from 0: its two characters in turn.
pub(crate) fn character_of(level: BotLevel, nth: usize) -> Option<Character> {
    Character::of(level.into()).map(|characters| characters[nth % 2])
}

impl From<BotLevel> for Level {
    fn from(level: BotLevel) -> Level {
        match level {
            BotLevel::Novice => Level::Novice,
            BotLevel::Apprentice => Level::Apprentice,
            BotLevel::Builder => Level::Builder,
            BotLevel::Architect => Level::Architect,
            BotLevel::Grandmaster => Level::Grandmaster,
        }
    }
}

impl Table {
    /// The character of the bot that sits there; `None` if this is not a bot's seat.
    pub fn character(&self, seat: Seat) -> Option<Character> {
        let (level, nth) = nth_of_level(&self.info.seats, seat.index())?;
        character_of(level, nth)
    }

    /// How strong the bot is that plays for a seat: the one that sits there, or the one that keeps the seat of somebody who left, which is
    /// strong and costs little.
    pub fn bot_level(&self, seat: Seat) -> Level {
        match self.info.seats.get(seat.index()).map(|seat| &seat.occupant) {
            Some(Occupant::Bot { level }) => (*level).into(),
            _ => Level::Architect,
        }
    }

    /// A bot to play for a seat. Those of one level are its two characters in turn, in the order of the seats: as the page names them.
    pub fn bot(&self, seat: Seat) -> Box<dyn Bot> {
        match self.character(seat) {
            Some(character) => character.bot(self.version),
            None => self.bot_level(seat).bot(self.version),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pace;
    use crate::testkit::lobby;

    /// Who plays is who is named, at the table and in its record.
    #[test]
    fn names_are_those_of_the_characters_who_play() {
        for level in BotLevel::ALL {
            let bot = || Occupant::Bot { level };
            let table = lobby("alhambra", &[], false, vec![bot(), bot()], Pace::Free);
            let played = Character::of(table.bot_level(Seat(0))).expect("two of them");
            for (seat, character) in (0..).zip(played) {
                assert_eq!(table.name(seat).to_lowercase().replace('á', "a"), character.name());
            }
        }
    }

    #[test]
    fn bots_have_their_characters_names() {
        let bot = |level| Occupant::Bot { level };
        let ana = Occupant::person("a", "Ana");
        let (novice, builder) = (bot(BotLevel::Novice), bot(BotLevel::Builder));
        let seats = vec![novice.clone(), ana, novice.clone(), builder, novice, Occupant::Open];
        let table = lobby("alhambra", &[], false, seats, Pace::Free);
        let names: Vec<String> = (0..6).map(|seat| table.name(seat)).collect();
        assert_eq!(names, ["Noor", "Ana", "Beltrán", "Elvira", "Noor II", ""]);
    }
}
