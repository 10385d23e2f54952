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

impl Table {
    /// How strong the bot is that plays for a seat: the one that sits there, or the one that keeps the seat of somebody who left, which is
    /// strong and costs little.
    pub fn bot_level(&self, seat: Seat) -> Level {
        match self.info.seats.get(seat.index()).map(|seat| &seat.occupant) {
            Some(Occupant::Bot { level: BotLevel::Novice }) => Level::Novice,
            Some(Occupant::Bot { level: BotLevel::Apprentice }) => Level::Apprentice,
            Some(Occupant::Bot { level: BotLevel::Builder }) => Level::Builder,
            Some(Occupant::Bot { level: BotLevel::Grandmaster }) => Level::Grandmaster,
            _ => Level::Architect,
        }
    }

    /// A bot to play for a seat. Those of one level are its two characters in turn, in the order of the seats: as the page names them.
    pub fn bot(&self, seat: Seat) -> Box<dyn Bot> {
        let level = self.bot_level(seat);
        match (nth_of_level(&self.info.seats, seat.index()), Character::of(level)) {
            (Some((_, nth)), Some(characters)) => characters[nth % 2].bot(self.version),
            _ => level.bot(self.version),
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
