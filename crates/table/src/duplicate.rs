//! Duplicate matches: everybody plays the same deals, each alone against the same bots, and is compared with the others.

use crate::deal::FixedDeal;
use crate::fair::{commitment, derived};
use crate::message::{Problem, ProblemKind};
use crate::terms::{BotLevel, TableSetup};

/// The maximum number of deals in a match.
pub const MOST_DEALS: u8 = 8;

/// What is played in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicate {
    setup: TableSetup,
    bots: Vec<BotLevel>,
    deals: u8,
    secret: String,
}

fn invalid(detail: &str) -> Problem {
    Problem::with(ProblemKind::Invalid, detail)
}

impl Duplicate {
    /// A match, checked. The secret is 32 bytes in hex.
    pub fn new(setup: TableSetup, bots: Vec<BotLevel>, deals: u8, secret: String) -> Result<Duplicate, Problem> {
        if !(1..=MOST_DEALS).contains(&deals) {
            return Err(invalid("a match has 1 to 8 deals"));
        }
        if bots.len() + 1 != setup.players as usize {
            return Err(invalid("there must be a bot for every seat but the first"));
        }
        // Its choice depends on how long it searches.
        if bots.contains(&BotLevel::Grandmaster) {
            return Err(invalid("grandmasters do not play in a duplicate"));
        }
        setup.read()?;
        Ok(Duplicate { setup, bots, deals, secret })
    }

    /// What is played.
    pub fn setup(&self) -> &TableSetup {
        &self.setup
    }

    /// Who sits in the seats after the player's.
    pub fn bots(&self) -> &[BotLevel] {
        &self.bots
    }

    /// How many deals there are.
    pub fn deals(&self) -> u8 {
        self.deals
    }

    /// All deals follow from it; nobody may see it before the match is closed.
    pub fn secret(&self) -> &str {
        &self.secret
    }

    /// What is shown of the secret from the beginning.
    pub fn commitment(&self) -> String {
        commitment(&self.secret)
    }

    /// One of the deals, counted from 1. Its secret follows from that of the match, but not the other way round: the record of one deal
    /// reveals nothing about the next.
    pub fn deal(&self, number: u8) -> Option<FixedDeal> {
        if !(1..=self.deals).contains(&number) {
            return None;
        }
        let secret = derived(&self.secret, number)?;
        Some(FixedDeal { setup: self.setup.clone(), bots: self.bots.clone(), secret })
    }
}

/// Somebody's result in a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Score {
    pub deal: u8,
    pub person: String,
    pub points: u16,
}

/// The mean of the points in a deal, in tenths, rounded: so every difference can be checked by hand.
pub fn mean(points: impl IntoIterator<Item = u16>) -> Option<i32> {
    let (sum, count) = points.into_iter().fold((0, 0), |(sum, count), points| (sum + i32::from(points), count + 1));
    (count > 0).then(|| (20 * sum + count) / (2 * count))
}

/// A line of the ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// The player.
    pub person: String,
    /// Equal lines share a place.
    pub place: u32,
    /// How many deals count.
    pub deals: u8,
    /// The sum of the differences from the means, in tenths.
    pub total: i32,
}

/// The ranking, best first. More deals come before fewer, so that nobody gains by leaving one out; then the sum of the differences decides.
pub fn ranking(scores: &[Score]) -> Vec<Ranked> {
    let mut ranked: Vec<Ranked> = Vec::new();
    for score in scores {
        let of_deal = scores.iter().filter(|other| other.deal == score.deal).map(|other| other.points);
        let difference = 10 * i32::from(score.points) - mean(of_deal).unwrap_or_default();
        match ranked.iter_mut().find(|line| line.person == score.person) {
            Some(line) => {
                line.deals += 1;
                line.total += difference;
            }
            None => ranked.push(Ranked { person: score.person.clone(), place: 0, deals: 1, total: difference }),
        }
    }
    ranked.sort_by_key(|line| std::cmp::Reverse((line.deals, line.total)));
    for i in 0..ranked.len() {
        let tied =
            i.checked_sub(1).map(|i| &ranked[i]).filter(|b| (b.deals, b.total) == (ranked[i].deals, ranked[i].total));
        ranked[i].place = tied.map_or(i as u32 + 1, |before| before.place);
    }
    ranked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::PLAYER;
    use crate::fair::sha256;
    use crate::row::Row;
    use crate::table::Table;
    use crate::terms::{DealOf, Status};

    fn setup(players: u8) -> TableSetup {
        TableSetup { game: "alhambra".into(), players, modules: Vec::new(), simplified: false, english_end: false }
    }

    fn duplicate(deals: u8) -> Duplicate {
        let bots = vec![BotLevel::Builder, BotLevel::Novice, BotLevel::Builder];
        Duplicate::new(setup(4), bots, deals, sha256(b"a secret")).expect("it can be played")
    }

    fn scores(lines: &[(u8, &str, u16)]) -> Vec<Score> {
        lines
            .iter()
            .map(|(deal, person, points)| Score { deal: *deal, person: (*person).into(), points: *points })
            .collect()
    }

    fn ranked(lines: &[(u8, &str, u16)]) -> Vec<(u32, String, u8, i32)> {
        ranking(&scores(lines)).into_iter().map(|r| (r.place, r.person, r.deals, r.total)).collect()
    }

    /// The example of docs/duplicate.md.
    #[test]
    fn worked_example() {
        let lines =
            [(1, "ana", 128), (1, "ben", 119), (1, "cleo", 111), (2, "ana", 70), (2, "ben", 78), (2, "cleo", 77)];
        assert_eq!((mean([128, 119, 111]), mean([70, 78, 77])), (Some(1193), Some(750)));
        // Ana: 128 − 119.3 = +8.7 and 70 − 75.0 = −5.0; Ben: −0.3 and +3.0; Cleo: −8.3 and +2.0.
        let expected = [(1, "ana".into(), 2, 37), (2, "ben".into(), 2, 27), (3, "cleo".into(), 2, -63)];
        assert_eq!(ranked(&lines), expected);
    }

    #[test]
    fn ties_share_a_place_and_more_deals_come_first() {
        let expected = [(1, "a".into(), 1, 50), (1, "b".into(), 1, 50), (3, "c".into(), 1, -100)];
        assert_eq!(ranked(&[(1, "a", 100), (1, "b", 100), (1, "c", 85)]), expected);
        // Abandoning a deal that goes badly gains nothing.
        let left_out = [(1, "a", 100), (1, "b", 80), (2, "b", 60), (2, "c", 90)];
        let expected = [(1, "b".into(), 2, -250), (2, "c".into(), 1, 150), (3, "a".into(), 1, 100)];
        assert_eq!(ranked(&left_out), expected);
        assert_eq!((ranked(&[]), mean([])), (Vec::new(), None));
    }

    /// Everybody has the same deal, all deals are different, and the record of one reveals nothing about the next.
    #[test]
    fn deals_follow_from_the_secret() {
        let match_ = duplicate(3);
        assert_eq!(match_.deal(2), duplicate(3).deal(2));
        let secrets: std::collections::BTreeSet<String> =
            (1..=3).filter_map(|n| match_.deal(n)).map(|d| d.secret).collect();
        assert_eq!((secrets.len(), secrets.contains(match_.secret())), (3, false));
        assert_eq!((match_.deal(0), match_.deal(4)), (None, None));
        let deal = match_.deal(1).expect("the first");
        let names: Vec<_> = (0..4).map(|seat| deal.character(sabika_rules::Seat(seat)).map(|c| c.name())).collect();
        assert_eq!(names, [None, Some("elvira"), Some("noor"), Some("yusuf")]);
        assert_eq!(PLAYER, sabika_rules::Seat(0));
    }

    #[test]
    fn matches_are_checked() {
        let new = |players, bots: &[BotLevel], deals| {
            Duplicate::new(setup(players), bots.to_vec(), deals, sha256(b"x"))
                .map_err(|problem| problem.detail.unwrap_or_default())
        };
        let builder = BotLevel::Builder;
        assert!(new(2, &[builder], 1).is_ok());
        for (tried, why) in [
            (new(2, &[builder], 0), "1 to 8 deals"),
            (new(2, &[builder], 9), "1 to 8 deals"),
            (new(3, &[builder], 4), "every seat but the first"),
            (new(2, &[BotLevel::Grandmaster], 4), "grandmasters"),
            (new(7, &[builder; 6], 4), "players"),
        ] {
            assert!(tried.as_ref().is_err_and(|found| found.contains(why)), "{why}: {tried:?}");
        }
    }

    /// Nothing can be changed about a deal between the opening of its table and the start.
    #[test]
    fn a_table_of_a_duplicate_only_starts() {
        let deal = duplicate(1).deal(1).expect("the first");
        let opening = deal.opening("ana", "Ana").of_duplicate(DealOf { code: "ABCDEF".into(), deal: 1 });
        let mut table = Table::open(&opening.row("id".into(), "CODE".into(), deal.secret.clone())).expect("a table");
        let rows = [
            Row::Nonce { seat: 0, nonce: sha256(b"mine") },
            Row::Empty { seat: 1 },
            Row::Move { seat: 0, to: 1 },
            Row::Bot { seat: 1, level: BotLevel::Novice },
        ];
        for row in rows {
            assert!(table.advance(&row).is_err(), "{row:?}");
        }
        let start = table.starting();
        assert_eq!(deal.rows("id", "ana", "Ana")[1], start, "the nonces follow from the secret");
        table.advance(&start).expect("it starts");
        assert_eq!(table.info.status, Status::Playing);
    }
}
