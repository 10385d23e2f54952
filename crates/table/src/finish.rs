//! The result of a game for each of its players.

use crate::table::Table;
use crate::terms::Occupant;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finish {
    /// `alhambra`, `granada` or `combined`.
    pub game: String,
    /// The number of seats.
    pub players: u8,
    /// Whether it is rated: people only, one seat each, without hints.
    pub rated: bool,
    /// Every person, with one of their seats.
    pub placings: Vec<Placed>,
}

/// One player's result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Placed {
    pub person: String,
    pub place: u8,
    pub score: u16,
}

impl Table {
    /// The result of the game, once it has ended.
    pub fn finish(&self) -> Option<Finish> {
        let result = self.info.result.as_ref()?;
        let seats: Vec<&Occupant> = self.info.seats.iter().map(|s| &s.occupant).collect();
        // Players who left or ran out of time and did not return.
        let left: Vec<bool> = seats.iter().map(|o| matches!(o, Occupant::Person { away: true, .. })).collect();
        let places = places(&result.scores, &left);
        let mut placings = Vec::new();
        for (i, seat) in seats.iter().enumerate() {
            if let Occupant::Person { person, .. } = seat
                && self.seats_of(person).len() == 1
            {
                placings.push(Placed { person: person.clone(), place: places[i], score: result.scores[i] });
            }
        }
        let rated = placings.len() == seats.len() && !self.info.hints;
        Some(Finish { game: self.info.setup.game.clone(), players: seats.len() as u8, rated, placings })
    }
}

/// The rank of each seat, starting at 1: ties share a rank, and players who left rank behind all others.
fn places(scores: &[u16], left: &[bool]) -> Vec<u8> {
    let standing = |seat: usize| if left[seat] { (false, 0) } else { (true, scores[seat]) };
    let better = |seat: usize| (0..scores.len()).filter(|other| standing(*other) > standing(seat)).count();
    (0..scores.len()).map(|seat| better(seat) as u8 + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_a_rank_and_leavers_are_last() {
        assert_eq!(places(&[50, 70, 70, 20], &[false; 4]), [3, 1, 1, 4]);
        assert_eq!(places(&[50, 90, 70, 20], &[false, true, false, false]), [2, 4, 1, 3]);
        assert_eq!(places(&[50, 90], &[true, true]), [1, 1], "nobody is last among leavers");
    }

    /// A game between people is rated unless hints were allowed.
    #[test]
    fn hints_are_not_rated() {
        use crate::{Pace, TableResult};
        let person = |id: &str| Occupant::Person { person: id.into(), name: id.into(), away: false };
        let mut table = crate::testkit::lobby("alhambra", &[], false, vec![person("p"), person("q")], Pace::Free);
        table.info.result = Some(TableResult { scores: vec![80, 70], dirk: None, winners: vec![0] });
        assert!(table.finish().expect("it is over").rated);
        table.info.hints = true;
        assert!(!table.finish().expect("it is over").rated);
    }
}
