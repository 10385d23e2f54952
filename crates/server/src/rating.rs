//! Ratings: updated by every finished game.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// An estimate of a player's skill, with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating(WengLinRating);

impl Default for Rating {
    fn default() -> Rating {
        Rating(WengLinRating::new())
    }
}

impl Rating {
    /// A stored rating.
    pub fn new(rating: f64, uncertainty: f64) -> Rating {
        Rating(WengLinRating { rating, uncertainty })
    }

    /// The estimate.
    pub fn rating(self) -> f64 {
        self.0.rating
    }

    /// The uncertainty.
    pub fn uncertainty(self) -> f64 {
        self.0.uncertainty
    }

    /// The order of leaderboards: a conservative estimate, on a readable scale. Beginners have 0.
    pub fn points(self) -> u32 {
        ((self.0.rating - 3.0 * self.0.uncertainty) * 40.0).round().max(0.0) as u32
    }

    /// Updates the ratings of the players of a game, by their ranks.
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
