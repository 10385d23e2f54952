//! The bots as people know them: each level has two characters, who sit down in turn.

use sabika_bots::{Character, Level};

use crate::message::{BotLevel, Occupant, SeatInfo};

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

/// Their names, as on the page.
const fn names(level: BotLevel) -> [&'static str; 2] {
    match level {
        BotLevel::Novice => ["Noor", "Beltrán"],
        BotLevel::Apprentice => ["Safiya", "Idris"],
        BotLevel::Builder => ["Elvira", "Yusuf"],
        BotLevel::Architect => ["Zaynab", "Samuel"],
        BotLevel::Grandmaster => ["Lubna", "Harun"],
    }
}

/// Set after the names of those who come back: the third bot of a level is the first one again.
const NUMERALS: [&str; 3] = ["", " II", " III"];

/// How many bots of the same level sit before this one; `None`: no bot sits there.
fn nth_of_level(seats: &[SeatInfo], seat: usize) -> Option<(BotLevel, usize)> {
    let level = |seat: &SeatInfo| match seat.occupant {
        Occupant::Bot { level } => Some(level),
        _ => None,
    };
    let own = level(seats.get(seat)?)?;
    Some((own, seats[..seat].iter().filter(|seat| level(seat) == Some(own)).count()))
}

/// The nth bot of a level, from 0: its two characters in turn.
pub(crate) fn character_of(level: BotLevel, nth: usize) -> Option<Character> {
    Character::of(level.into()).map(|characters| characters[nth % 2])
}

/// Who sits there, as the page names them; `None`: no bot.
pub fn character(seats: &[SeatInfo], seat: usize) -> Option<Character> {
    nth_of_level(seats, seat).and_then(|(level, nth)| character_of(level, nth))
}

/// What whoever sits there is called.
pub(crate) fn name(seats: &[SeatInfo], seat: usize) -> String {
    match (seats.get(seat).map(|seat| &seat.occupant), nth_of_level(seats, seat)) {
        (Some(Occupant::Person { name, .. }), _) => name.clone(),
        (_, Some((level, nth))) => names(level)[nth % 2].to_owned() + NUMERALS[nth / 2 % NUMERALS.len()],
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Pace;
    use crate::testkit::lobby;

    #[test]
    fn bots_are_called_by_their_characters() {
        let bot = |level| Occupant::Bot { level };
        let ana = Occupant::Person { person: "a".into(), name: "Ana".into(), away: false };
        let (novice, builder) = (bot(BotLevel::Novice), bot(BotLevel::Builder));
        let seats = vec![novice.clone(), ana, novice.clone(), builder, novice, Occupant::Open];
        let table = lobby("alhambra", &[], false, seats, Pace::Free);
        let names: Vec<String> = (0..6).map(|seat| table.name(seat)).collect();
        assert_eq!(names, ["Noor", "Ana", "Beltrán", "Elvira", "Noor II", ""]);
    }
}
