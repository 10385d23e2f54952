//! How a game ended for everybody who played it, and what that says about how well they play.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use super::fold::Fold;
use crate::wire::Occupant;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finish {
    /// `alhambra`, `granada` or `combined`.
    pub game: String,
    /// How many seats.
    pub players: u8,
    /// Whether it counts for ratings: among people only, each with one seat.
    pub rated: bool,
    /// Everybody with one seat.
    pub placings: Vec<Placed>,
}

/// What one of them reached.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Placed {
    pub person: String,
    pub place: u8,
    pub score: u16,
}

impl Fold {
    /// How the game ended, if it has.
    pub fn finish(&self) -> Option<Finish> {
        let result = self.info.result.as_ref()?;
        let seats: Vec<&Occupant> = self.info.seats.iter().map(|s| &s.occupant).collect();
        // Who left, or let the clock run out, and did not come back.
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
        let rated = placings.len() == seats.len();
        Some(Finish { game: self.info.setup.game.clone(), players: seats.len() as u8, rated, placings })
    }
}

/// The place of each seat, 1 for the first: ties share a place, and who has left is behind all others.
fn places(scores: &[u16], left: &[bool]) -> Vec<u8> {
    let standing = |seat: usize| if left[seat] { (false, 0) } else { (true, scores[seat]) };
    let better = |seat: usize| (0..scores.len()).filter(|other| standing(*other) > standing(seat)).count();
    (0..scores.len()).map(|seat| better(seat) as u8 + 1).collect()
}

/// An estimate of how well somebody plays, and how far off it may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating(WengLinRating);

impl Default for Rating {
    fn default() -> Rating {
        Rating(WengLinRating::new())
    }
}

impl Rating {
    /// As it was stored.
    pub fn new(rating: f64, uncertainty: f64) -> Rating {
        Rating(WengLinRating { rating, uncertainty })
    }

    /// The estimate.
    pub fn rating(self) -> f64 {
        self.0.rating
    }

    /// How far off it may be.
    pub fn uncertainty(self) -> f64 {
        self.0.uncertainty
    }

    /// What lists are ordered by: what one certainly plays like, on a scale that people can read. Beginners have 0.
    pub fn points(self) -> u32 {
        ((self.0.rating - 3.0 * self.0.uncertainty) * 40.0).round().max(0.0) as u32
    }

    /// What a game says about those who played it, by their places.
    pub fn after(before: &[Rating], places: &[u8]) -> Vec<Rating> {
        let teams: Vec<[WengLinRating; 1]> = before.iter().map(|r| [r.0]).collect();
        let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> =
            teams.iter().zip(places).map(|(team, place)| (&team[..], MultiTeamOutcome::new(*place as usize))).collect();
        let after = weng_lin_multi_team(&ranked, &WengLinConfig::new());
        after.into_iter().flatten().map(Rating).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_a_place_and_leavers_are_last() {
        assert_eq!(places(&[50, 70, 70, 20], &[false; 4]), [3, 1, 1, 4]);
        assert_eq!(places(&[50, 90, 70, 20], &[false, true, false, false]), [2, 4, 1, 3]);
        assert_eq!(places(&[50, 90], &[true, true]), [1, 1], "nobody is last among leavers");
    }

    #[test]
    fn winners_rise_and_losers_fall() {
        let beginner = Rating::default();
        assert_eq!(beginner.points(), 0);
        let after = Rating::after(&[beginner; 3], &[2, 1, 3]);
        assert!(after[1].rating() > after[0].rating() && after[0].rating() > after[2].rating());
        assert!(after.iter().all(|r| r.uncertainty() < beginner.uncertainty()));
        assert!(after[1].points() > 0);
        let level = Rating::after(&[beginner; 2], &[1, 1]);
        assert_eq!(level[0].rating(), level[1].rating());
    }
}
