//! The bots' characters: each level has two, which take turns.

use crate::message::{BotLevel, Occupant, SeatInfo};

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
pub fn nth_of_level(seats: &[SeatInfo], seat: usize) -> Option<(BotLevel, usize)> {
    let level = |seat: &SeatInfo| match seat.occupant {
        Occupant::Bot { level } => Some(level),
        _ => None,
    };
    let own = level(seats.get(seat)?)?;
    Some((own, seats[..seat].iter().filter(|seat| level(seat) == Some(own)).count()))
}

/// The name of whoever sits there.
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
    fn bots_have_their_characters_names() {
        let bot = |level| Occupant::Bot { level };
        let ana = Occupant::Person { person: "a".into(), name: "Ana".into(), away: false };
        let (novice, builder) = (bot(BotLevel::Novice), bot(BotLevel::Builder));
        let seats = vec![novice.clone(), ana, novice.clone(), builder, novice, Occupant::Open];
        let table = lobby("alhambra", &[], false, seats, Pace::Free);
        let names: Vec<String> = (0..6).map(|seat| table.name(seat)).collect();
        assert_eq!(names, ["Noor", "Ana", "Beltrán", "Elvira", "Noor II", ""]);
    }
}
