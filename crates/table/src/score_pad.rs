//! The score pad: turns what people count at a physical game into points, with every sum explained.

use std::collections::BTreeMap;

use sabika_rules::components::Falcon;
use sabika_rules::module::falconers;
use sabika_rules::scoring::{self, Holding, Score};
use sabika_rules::{BySeat, Kind, Module, Round, STRETCH_PAYS, Setup, dirk_draws, rank};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::TableSetup;
use crate::message::{PointsView, Problem, ProblemKind, RankView, SetupView, SheetView};

/// An upper limit for every count.
const MOST: u16 = 500;

/// What one player has when a round is scored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
pub struct PadCount {
    /// Buildings by code of kind, including those added by huts and bonus cards.
    pub kinds: BTreeMap<String, u8>,
    /// The highest price by code of kind: Granada's tie-break (GR5).
    pub highest: BTreeMap<String, u8>,
    /// Segments of the longest wall.
    pub walls: u16,
    /// Segments of the longest moat.
    pub moats: u16,
    /// Segments of the longest stretch where wall and moat run side by side.
    pub stretch: u16,
    /// Tiles in line with bastions, in total: a point each (CA5).
    pub camps: u16,
    /// Points from bazaars (BZ4).
    pub bazaars: u16,
    /// Falcons: black, brown, white.
    pub falcons: [u8; 3],
}

/// A round to be scored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PadAsk {
    /// The setup.
    pub setup: SetupView,
    /// 1, 2 or 3.
    pub round: u8,
    /// By player.
    pub players: Vec<PadCount>,
    /// Dirk's buildings, with two players (N3).
    #[serde(default)]
    pub dirk: Option<PadCount>,
    /// The number of tiles left in each bag, which decides what Dirk draws.
    #[serde(default)]
    pub bags: Vec<u8>,
}

/// The result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PadView {
    /// The points.
    pub sheet: SheetView,
    /// By code of kind: everybody who has the kind, best first.
    pub ranks: Vec<(String, Vec<RankView>)>,
    /// By code of kind: what each rank pays, first rank first.
    pub pays: Vec<(String, Vec<u16>)>,
    /// How many tiles Dirk draws from each bag after this round (N2).
    pub dirk_draws: Vec<u8>,
}

fn invalid(detail: impl Into<String>) -> Problem {
    Problem::with(ProblemKind::Invalid, detail)
}

impl PadAsk {
    /// Scores the round.
    pub fn score(&self) -> Result<PadView, Problem> {
        let setup = TableSetup::from(&self.setup).read()?;
        let round = Round::from_number(self.round).ok_or_else(|| invalid("the round must be 1, 2 or 3"))?;
        if self.players.len() != setup.players as usize {
            return Err(invalid(format!("{} players given, but the game has {}", self.players.len(), setup.players)));
        }
        if self.dirk.is_some() != setup.has_dirk() {
            return Err(invalid("Dirk is counted with two players only"));
        }
        for (player, count) in self.players.iter().enumerate() {
            count.check(&setup).map_err(|what| invalid(format!("player {}: {what}", player + 1)))?;
        }
        let dirk = self.dirk.as_ref();
        dirk.map_or(Ok(()), |dirk| dirk.check(&setup)).map_err(|what| invalid(format!("Dirk: {what}")))?;
        let dirk = dirk.map(PadCount::holding);
        let holdings = BySeat::new(self.players.len(), |seat| self.players[seat].holding());
        let (kinds, dirk_kinds) = scoring::majorities(&holdings, dirk.as_ref(), round, setup.simplified);
        let seats = kinds.seats().map(|(seat, kinds)| {
            let score = self.players[seat.0 as usize].points(&setup);
            PointsView::of(&Score { kinds: *kinds, ..score })
        });
        let (ranks, pays) = rank(&setup, round, &holdings, dirk.as_ref());
        Ok(PadView {
            sheet: SheetView {
                round: self.round,
                seats: seats.collect(),
                dirk: dirk_kinds.map(|kinds| PointsView::of(&Score { kinds, ..Score::default() })),
            },
            ranks: ranks.iter().map(|(k, r)| (k.code().into(), r.iter().map(Into::into).collect())).collect(),
            pays: pays.into_iter().map(|(kind, pays)| (kind.code().into(), pays)).collect(),
            dirk_draws: self.bags.iter().map(|left| dirk_draws(round, usize::from(*left)) as u8).collect(),
        })
    }
}

impl PadCount {
    fn check(&self, setup: &Setup) -> Result<(), String> {
        for code in self.kinds.keys().chain(self.highest.keys()) {
            let kind = Kind::from_code(code).ok_or_else(|| format!("{code} is not the code of a kind"))?;
            if !setup.game.has_kind(kind) {
                return Err(format!("{code} is not in the game"));
            }
        }
        let numbers = [
            ("walls", self.walls),
            ("moats", self.moats),
            ("stretch", self.stretch),
            ("camps", self.camps),
            ("bazaars", self.bazaars),
        ];
        if let Some((name, _)) = numbers.into_iter().find(|(_, n)| *n > MOST) {
            return Err(format!("{name}: at most {MOST}"));
        }
        let modules = [
            (Module::Camps, self.camps > 0),
            (Module::Bazaars, self.bazaars > 0),
            (Module::Falconers, self.falcons != [0; 3]),
        ];
        if let Some((module, _)) = modules.into_iter().find(|(module, counted)| *counted && !setup.modules.has(*module))
        {
            return Err(format!("module {} is not in this game", module.name()));
        }
        let five = Falcon::all().count() as u8 / 3;
        if self.falcons.iter().any(|n| *n > five) {
            return Err(format!("falcons: at most {five} of a colour"));
        }
        Ok(())
    }

    fn holding(&self) -> Holding {
        let mut holding = Holding::default();
        let of = |list: &BTreeMap<String, u8>, kind: Kind| list.get(kind.code()).copied().unwrap_or(0);
        for kind in Kind::ALL {
            holding.count[kind] = of(&self.kinds, kind);
            holding.dearest[kind] = of(&self.highest, kind);
        }
        holding
    }

    /// Everything except the majorities.
    fn points(&self, setup: &Setup) -> Score {
        let mut score = Score::default();
        let has = |granada: bool| Kind::ALL.into_iter().any(|k| k.is_granada() == granada && setup.game.has_kind(k));
        (score.walls, score.moats) = (if has(false) { self.walls } else { 0 }, if has(true) { self.moats } else { 0 });
        score.stretch = if setup.is_combined() { STRETCH_PAYS * self.stretch } else { 0 };
        let flocks = self.falcons.iter().zip(0..).flat_map(|(count, plumage)| {
            Falcon::all().filter(move |f| f.plumage() as usize == plumage).take(usize::from(*count))
        });
        score.modules[Module::Camps] = self.camps;
        score.modules[Module::Bazaars] = self.bazaars;
        score.modules[Module::Falconers] = falconers::points(flocks);
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup(game: &str, players: u8, modules: &[&str]) -> SetupView {
        let modules = modules.iter().map(|m| m.to_string()).collect();
        SetupView { game: game.into(), players, modules, simplified: false, english_end: false }
    }

    fn count(kinds: &[(&str, u8)], walls: u16) -> PadCount {
        PadCount { kinds: kinds.iter().map(|(k, n)| (k.to_string(), *n)).collect(), walls, ..PadCount::default() }
    }

    fn ask(setup: SetupView, round: u8, players: Vec<PadCount>) -> PadAsk {
        PadAsk { setup, round, players, dirk: None, bags: Vec::new() }
    }

    /// W2–W5: a whole round of four, as on a sheet of paper.
    #[test]
    fn a_round_of_four_adds_up() {
        let players = vec![
            count(&[("P", 1), ("S", 2), ("C", 3), ("G", 2), ("T", 3)], 12),
            count(&[("P", 2), ("A", 1), ("C", 2), ("G", 3), ("T", 1)], 9),
            count(&[("S", 2), ("A", 3), ("C", 1), ("G", 1), ("T", 2)], 7),
            count(&[("P", 1), ("S", 1), ("C", 2)], 14),
        ];
        let view = ask(setup("alhambra", 4, &[]), 2, players).score().expect("it can be scored");
        let ana = &view.sheet.seats[0];
        let kinds: Vec<u16> = ["P", "S", "A", "C", "G", "T"].map(|k| *ana.kinds.get(k).unwrap_or(&0)).into();
        assert_eq!((kinds, ana.walls, ana.total), (vec![0, 5, 0, 11, 5, 13], 12, 46));
        let seraglio = &view.ranks.iter().find(|(kind, _)| kind == "S").expect("somebody has one").1;
        assert_eq!(
            seraglio.iter().map(|r| (r.place, r.level, r.points)).collect::<Vec<_>>(),
            [(1, 2, 5), (1, 2, 5), (3, 1, 0)]
        );
        assert_eq!(view.pays[1], ("S".into(), vec![9, 2]), "(9 + 2) / 2 for the two who are tied");
    }

    /// N2, N3: Dirk takes his places, and draws a third of the bag after round 2, rounded down.
    #[test]
    fn n3_dirk_is_counted_with_two() {
        let players = vec![count(&[("T", 1)], 3), count(&[("T", 1)], 0)];
        let dirk = Some(count(&[("T", 2)], 0));
        let asked = PadAsk { dirk, bags: vec![23], ..ask(setup("alhambra", 2, &[]), 2, players) };
        let view = asked.score().expect("it can be scored");
        assert_eq!(view.sheet.seats.iter().map(|s| s.total).collect::<Vec<_>>(), [6, 3], "6 / 2 behind Dirk");
        assert_eq!(view.sheet.dirk.expect("he takes part").total, 13);
        assert_eq!(view.dirk_draws, [7]);
        let first = PadAsk { round: 1, bags: vec![23, 4], ..asked };
        assert_eq!(first.score().expect("it can be scored").dirk_draws, [6, 4]);
    }

    /// GR5: in Granada the highest price breaks a tie, and each building counts for the winner. CO5: a stretch pays twice.
    #[test]
    fn gr5_the_highest_price_breaks_ties() {
        let mut players = vec![count(&[("Ba", 2)], 0), count(&[("Ba", 2)], 0), count(&[], 0)];
        players[1].highest.insert("Ba".into(), 9);
        players[2].moats = 4;
        let view = ask(setup("granada", 3, &[]), 1, players).score().expect("it can be scored");
        assert_eq!(view.sheet.seats.iter().map(|s| s.total).collect::<Vec<_>>(), [0, 4, 4]);
        let city = PadCount { walls: 5, moats: 4, stretch: 3, ..PadCount::default() };
        let both = ask(setup("combined", 3, &[]), 1, vec![city, PadCount::default(), PadCount::default()]);
        assert_eq!(both.score().expect("it can be scored").sheet.seats[0].total, 5 + 4 + 6);
    }

    /// CA5, BZ4, FA5: what modules add.
    #[test]
    fn fa5_falcons_are_counted_by_colour() {
        let modules = setup("alhambra", 3, &["camps", "bazaars", "falconers"]);
        let city = PadCount { camps: 4, bazaars: 6, falcons: [1, 0, 3], ..PadCount::default() };
        let view =
            ask(modules, 3, vec![city, PadCount::default(), PadCount::default()]).score().expect("it can be scored");
        let points = &view.sheet.seats[0];
        assert_eq!((points.camps, points.bazaars, points.falcons, points.total), (4, 6, 2 + 12, 24));
    }

    /// Impossible counts are refused, with the player and the reason.
    #[test]
    fn impossible_counts_are_refused_with_their_place() {
        let three = || vec![PadCount::default(), PadCount::default(), PadCount::default()];
        let with = |change: &dyn Fn(&mut PadCount)| {
            let mut players = three();
            change(&mut players[1]);
            players
        };
        let plain = || setup("alhambra", 3, &[]);
        let refused = |asked: PadAsk| asked.score().expect_err("it is wrong").to_string();
        assert_eq!(refused(ask(plain(), 4, three())), "the round must be 1, 2 or 3");
        assert_eq!(refused(ask(plain(), 1, vec![])), "0 players given, but the game has 3");
        assert_eq!(
            refused(PadAsk { dirk: Some(PadCount::default()), ..ask(plain(), 1, three()) }),
            "Dirk is counted with two players only"
        );
        type Change = dyn Fn(&mut PadCount);
        let strange: [(&Change, &str); 5] = [
            (&|c| c.kinds = [("X".into(), 1)].into(), "player 2: X is not the code of a kind"),
            (&|c| c.kinds = [("Ba".into(), 1)].into(), "player 2: Ba is not in the game"),
            (&|c| c.walls = 501, "player 2: walls: at most 500"),
            (&|c| c.camps = 1, "player 2: module camps is not in this game"),
            (&|c| c.falcons = [0, 6, 0], "player 2: module falconers is not in this game"),
        ];
        for (change, reason) in strange {
            assert_eq!(refused(ask(plain(), 1, with(change))), reason);
        }
        let falcons = ask(setup("alhambra", 3, &["falconers"]), 1, with(&|c| c.falcons = [0, 6, 0]));
        assert_eq!(refused(falcons), "player 2: falcons: at most 5 of a colour");
    }
}
