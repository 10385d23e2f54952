//! The falconers: falcons at the points where four tiles meet (FA1–FA5).

use core::fmt;

use super::Module;
use super::hooks::{Never, Parts, Rules, Then};
use crate::card::Card;
use crate::cell::Cell;
use crate::components::{FALCONS, Falcon, Piece};
use crate::digest::Digest;
use crate::event::Round;
use crate::game::{Chair, Game};
use crate::notation::{Read, Words};
use crate::position::value::{Value, by_seat, list};
use crate::position::{PositionError, Supply};
use crate::refusal::{Chapter, Reason, Refusal, Rule, rules};
use crate::rng::Seed;
use crate::seat::Seat;
use crate::setup::Setup;
use crate::table::{Stage, Table};
use crate::tile::Tile;

rules! { Chapter::Module(Module::Falconers); FA1 FA2 FA3 FA4 FA5 }

/// The module.
pub struct Falconers;

/// Where each falcon is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Open {
    /// Whether falcons are in the game at all.
    playing: bool,
    /// By falcon: its seat, and its point, the north-west corner of this cell; `None`: in the supply.
    at: [Option<(Seat, Cell)>; FALCONS.len()],
}

impl Open {
    /// The falcons in the supply.
    pub fn supply(&self) -> impl Iterator<Item = Falcon> + '_ {
        Falcon::all().filter(|f| self.playing && self.at[f.0 as usize].is_none())
    }

    /// The falcons on boards, each with its seat and point.
    pub fn placed(&self) -> impl Iterator<Item = (Falcon, Seat, Cell)> + '_ {
        Falcon::all().filter_map(|f| self.at[f.0 as usize].map(|(seat, point)| (f, seat, point)))
    }

    /// The falcons on one seat's board.
    pub fn of(&self, seat: Seat) -> impl Iterator<Item = Falcon> + '_ {
        self.placed().filter(move |(_, s, _)| *s == seat).map(|(f, _, _)| f)
    }

    fn is_taken(&self, seat: Seat, point: Cell) -> bool {
        self.at.contains(&Some((seat, point)))
    }
}

/// What a seat can do with falcons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Buys and places a falcon (FA2).
    Place {
        /// The falcon.
        falcon: Falcon,
        /// The point: the north-west corner of this cell.
        point: Cell,
        /// The card it costs.
        card: Card,
    },
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Action::Place { falcon, point, card } = self;
        write!(f, "falcon {falcon} {point} with {card}")
    }
}

/// Whether a tile on this cell is one of the four that meet at a point, which is named by the cell to its south-east (FA3).
pub fn touches(point: Cell, cell: Cell) -> bool {
    let (dx, dy) = (point.x as i16 - cell.x as i16, point.y as i16 - cell.y as i16);
    (0..=1).contains(&dx) && (0..=1).contains(&dy)
}

/// FA5: 2, 6, 12, 20, 30 for one to five of a colour.
pub fn points(falcons: impl Iterator<Item = Falcon>) -> u16 {
    let mut flock = [0u16; 3];
    falcons.for_each(|f| flock[f.plumage() as usize] += 1);
    flock.iter().map(|n| n * (n + 1)).sum()
}

/// FA3: the colours of the buildings among four tiles that meet; none of them may be a camp.
fn colours(tiles: [Tile; 4]) -> Option<u16> {
    let colour = |t: Tile| t.building().map_or(0, |k| k.bit());
    let camp = tiles.iter().any(|t| t.piece() == Piece::Camp);
    (!camp).then(|| tiles.iter().fold(0, |kinds, t| kinds | colour(*t)))
}

impl Parts for Falconers {
    type Open = Open;
    type Own = ();
    type Action = Action;
    type Event = Never;
}

impl Rules for Falconers {
    type Hidden = ();
    type Expected = ();

    const MODULE: Module = Module::Falconers;
    const NAME: &'static str = "falconers";
    const RULES: &'static [&'static str] = RULES;
    const POINTS: Option<&'static str> = Some("falcons");

    fn set_up(_: &Setup, _: &Seed) -> (Open, ()) {
        (Open { playing: true, ..Open::default() }, ())
    }

    /// FA2: only as the first action of a turn, so falcons do not make an extra action mandatory (T3).
    #[inline]
    fn list(chair: &Chair, push: &mut impl FnMut(Action)) {
        if chair.table.turn.first {
            list_places(chair, push);
        }
    }

    fn list_chain(chair: &Chair, push: &mut impl FnMut(Action)) {
        list_places(chair, push);
    }

    fn due(_: Action, stage: Stage) -> (Rule, bool) {
        (Rule::FA2, stage == Stage::Action || stage == Stage::Chain(Module::Falconers))
    }

    fn check(chair: &Chair, action: Action) -> Result<(), Refusal> {
        let Action::Place { falcon, point, card } = action;
        let no = |rule, reason| Err(Refusal::new(rule, reason).cell(point));
        let open = &chair.table.modules.falconers;
        if chair.table.turn.stage == Stage::Action && !chair.table.turn.first {
            return no(Rule::FA2, Reason::OnlyFirst);
        }
        if open.at[falcon.0 as usize].is_some() {
            return no(Rule::FA1, Reason::NotAvailable);
        }
        let Some(kinds) = chair.board().meeting(point).and_then(colours) else {
            return no(Rule::FA3, Reason::NoCrossing);
        };
        if open.is_taken(chair.seat, point) {
            return no(Rule::FA3, Reason::Occupied);
        }
        if falcon.kinds() & !kinds != 0 {
            return no(Rule::FA3, Reason::ColoursMissing);
        }
        if card.as_money().is_none() {
            return no(Rule::BC4, Reason::WrongCurrency);
        }
        if chair.hand.count(card) == 0 {
            return no(Rule::FA2, Reason::NotInHand);
        }
        Ok(())
    }

    #[inline]
    fn apply(game: &mut Game, seat: Seat, action: Action) -> Then {
        let Action::Place { falcon, point, card } = action;
        game.secrets.hands[seat].remove(card);
        game.table.discard.add(card);
        game.table.modules.falconers.at[falcon.0 as usize] = Some((seat, point));
        Then::Chain
    }

    /// FA4: if one of its four tiles leaves, the falcon returns to the supply.
    #[inline]
    fn tile_removed(game: &mut Game, seat: Seat, _: Tile, cell: Cell) {
        for at in &mut game.table.modules.falconers.at {
            if at.is_some_and(|(s, point)| s == seat && touches(point, cell)) {
                *at = None;
            }
        }
    }

    fn points(table: &Table, seat: Seat, _: Round) -> u16 {
        points(table.modules.falconers.of(seat))
    }

    fn digest(game: &Game, digest: &mut Digest) {
        let placed = game.table.modules.falconers.placed();
        digest.bytes(placed.flat_map(|(f, seat, point)| [f.0, seat.0, point.x as u8, point.y as u8]));
    }

    /// The falcons on each board.
    fn write_open(table: &Table) -> Option<String> {
        let of = |seat| {
            let own = table.modules.falconers.placed().filter(move |(_, s, _)| *s == seat);
            list(own.map(|(falcon, _, point)| format!("{falcon}@{point}")))
        };
        Some(by_seat((0..table.setup.players).map(Seat).map(of)))
    }

    fn read_open(table: &mut Table, _: &mut Supply, value: &Value) -> Result<(), PositionError> {
        table.modules.falconers.playing = true;
        for (i, falcons) in value.by_seat(table.player_count())?.iter().enumerate() {
            let seat = Seat(i as u8);
            for item in falcons.list() {
                let (falcon, point) = item.pair("a falcon at a point, like fGT@1,1")?;
                let (falcon, point): (Falcon, Cell) = (falcon.code()?, point.code()?);
                let kinds = table.players[seat].board.meeting(point).and_then(colours);
                let open = &mut table.modules.falconers;
                if open.at[falcon.0 as usize].is_some() || open.is_taken(seat, point) {
                    return item.wrong("this falcon, or this point, is taken (FA1, FA3)");
                }
                if kinds.is_none_or(|kinds| falcon.kinds() & !kinds != 0) {
                    return item.wrong("no four tiles with its two kinds meet there (FA3)");
                }
                open.at[falcon.0 as usize] = Some((seat, point));
            }
        }
        Ok(())
    }

    fn parse(verb: &str, words: &mut Words) -> Option<Read<Action>> {
        (verb == "falcon").then(|| {
            let (falcon, point) = (words.one::<Falcon>("the code of a falcon")?, words.cell()?);
            words.exactly("with")?;
            Ok(Action::Place { falcon, point, card: words.card()? })
        })
    }
}

fn list_places(chair: &Chair, push: &mut impl FnMut(Action)) {
    let open = &chair.table.modules.falconers;
    for (point, tiles) in chair.board().meetings() {
        let Some(kinds) = colours(tiles) else { continue };
        if open.is_taken(chair.seat, point) {
            continue;
        }
        for falcon in open.supply().filter(|f| f.kinds() & !kinds == 0) {
            let money = (0..Card::MONEY).map(Card::nth).filter(|c| chair.hand.count(*c) > 0);
            money.for_each(|card| push(Action::Place { falcon, point, card }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::Plumage;
    use crate::event::Round;
    use crate::rng::Seed;
    use crate::rule::scoring;
    use crate::table::{Occasion, Stage};
    use crate::testkit::{Scene, hand};

    /// Two crossings: at 1,1 the starting tile, G10, T11 and C10 meet; at 2,1 G10, A9, C10 and P8.
    const PALACE: &str = "G10@1,0 A9@2,0 T11@0,1 C10@1,1 P8@2,1";

    fn scene() -> Scene {
        Scene::new(Setup::alhambra(3).with(Module::Falconers))
            .market("T9ne G11 S3esw P2new")
            .display("d1 h2 u5 f3")
            .deck("d4 d5 d6")
            .bag("C11 A10 S9")
            .board(0, PALACE)
            .hand(0, "d3 f9 h1 u1")
    }

    fn supply(scene: &Scene) -> usize {
        scene.game.table.modules.falconers.supply().count()
    }

    fn placed(scene: &Scene) -> Vec<String> {
        scene.game.table.modules.falconers.placed().map(|(f, seat, point)| format!("{f} {seat} {point}")).collect()
    }

    fn flock(codes: &str) -> u16 {
        points(codes.split_whitespace().map(|c| c.parse().unwrap()))
    }

    #[test]
    fn fa1_all_fifteen_lie_open() {
        let game = Game::new(Setup::alhambra(4).with(Module::Falconers), Seed::from(1)).unwrap();
        let supply: Vec<Falcon> = game.table.modules.falconers.supply().collect();
        assert_eq!(supply, Falcon::all().collect::<Vec<_>>());
        let game = Game::new(Setup::alhambra(4), Seed::from(1)).unwrap();
        assert_eq!(game.table.modules.falconers.supply().count(), 0, "not in this game");
        let mut scene = Scene::new(Setup::alhambra(3)).board(0, PALACE).hand(0, "d3");
        scene.refuses(0, "falcon fGT 1,1 with d3", "FA2: not-in-game");
    }

    #[test]
    fn fa1_each_falcon_exists_once() {
        let mut scene = scene().board(1, "G11@1,0 T12@0,1 C11@1,1").hand(1, "d9");
        scene.acts(0, "falcon fGT 1,1 with d3; done; end");
        scene.refuses(1, "falcon fGT 1,1 with d9", "FA1: not-available, cell 1,1");
        assert!(scene.listed_as(1, "falcon fGT").is_empty());
        scene.act(1, "falcon fCG 1,1 with d9");
        assert_eq!(placed(&scene), ["fCG 1 1,1", "fGT 0 1,1"], "each on its own board");
    }

    #[test]
    fn fa2_as_many_as_you_like_for_a_money_card_each() {
        let mut scene = scene();
        assert_eq!(
            scene.listed_as(0, "falcon fGT"),
            ["d3", "h1", "u1", "f9"].map(|card| format!("falcon fGT 1,1 with {card}")),
            "any currency and value"
        );
        scene.act(0, "falcon fGT 1,1 with f9");
        assert_eq!((scene.game.table.turn.stage, scene.to_act()), (Stage::Chain(Module::Falconers), Some(0)));
        assert_eq!(scene.game.table.discard, hand("f9"), "B4");
        assert_eq!(*scene.game.hand(Seat(0)), hand("d3 h1 u1"));
        // More of the same, or no more; nothing else.
        assert!(scene.listed(0).iter().all(|a| a.starts_with("falcon") || a == "done"));
        for (line, refusal) in [
            ("take d1", "T1: not-now"),
            ("buy S3esw with d3", "T1: not-now"),
            ("remove 2,1", "T1: not-now"),
            ("reserve G10", "T4: not-now"),
            ("end", "T6: not-now"),
            ("pass", "T1: not-now"),
        ] {
            scene.refuses(0, line, refusal);
        }
        scene.act(0, "falcon fPA 2,1 with h1");
        assert_eq!(scene.listed(0), ["done"], "both points are taken");
        scene.act(0, "done");
        assert_eq!(
            (scene.listed(0), scene.game.table.turn.stage),
            (vec!["end".into()], Stage::Placing(Occasion::Turn))
        );
        scene.refuses(0, "done", "T1: not-now");
        scene.act(0, "end");
        assert_eq!((scene.to_act(), supply(&scene)), (Some(1), 13));
    }

    #[test]
    fn fa2_only_as_the_first_action_of_a_turn() {
        let mut scene = scene().hand(0, "f9 d3 u1");
        scene.refuses(0, "done", "T1: not-now");
        scene.refuses(1, "falcon fGT 1,1 with d3", "T1: not-your-turn");
        scene.act(0, "buy T9ne with f9");
        assert!(scene.listed_as(0, "falcon").is_empty());
        scene.refuses(0, "falcon fGT 1,1 with d3", "FA2: only-first, cell 1,1");
        scene.act(0, "take d1");
        scene.refuses(0, "falcon fGT 1,1 with d3", "FA2: not-now");
    }

    #[test]
    fn fa2_a_bureau_card_buys_no_falcon() {
        let setup = Setup::alhambra(3).with(Module::Falconers).with(Module::Bureau);
        let mut scene = Scene::new(setup).board(0, PALACE).hand(0, "xdf");
        assert!(scene.listed_as(0, "falcon").is_empty());
        scene.refuses(0, "falcon fGT 1,1 with xdf", "BC4: wrong-currency, cell 1,1");
        scene.refuses(0, "falcon fGT 1,1 with d3", "FA2: not-in-hand, cell 1,1");
    }

    /// The rulebook's example: a garden and a tower are among the four.
    #[test]
    fn fa3_example_both_colours_must_be_among_the_four() {
        let mut scene = scene();
        let codes: std::collections::BTreeSet<String> = (scene.listed_as(0, "falcon").iter())
            .map(|a| a.split(" with").next().unwrap().trim_start_matches("falcon ").to_owned())
            .collect();
        // Every pair of G, T, C at 1,1 and of G, A, C, P at 2,1.
        let expected =
            ["fAC 2,1", "fAG 2,1", "fCG 1,1", "fCG 2,1", "fCT 1,1", "fGT 1,1", "fPA 2,1", "fPC 2,1", "fPG 2,1"];
        assert_eq!(codes.iter().map(String::as_str).collect::<Vec<_>>(), expected);
        scene.refuses(0, "falcon fGT 2,1 with d3", "FA3: colours-missing, cell 2,1");
        scene.refuses(0, "falcon fST 1,1 with d3", "FA3: colours-missing, cell 1,1");
        for point in ["0,0", "1,0", "3,1", "1,2", "9,9", "-128,-128"] {
            scene.refuses(0, &format!("falcon fGT {point} with d3"), &format!("FA3: no-crossing, cell {point}"));
        }
        scene.act(0, "falcon fGT 1,1 with d3");
    }

    #[test]
    fn fa3_one_at_most_at_each_point() {
        let mut scene = scene();
        scene.act(0, "falcon fGT 1,1 with d3");
        scene.refuses(0, "falcon fCG 1,1 with f9", "FA3: occupied, cell 1,1");
        assert!(scene.listed_as(0, "falcon").iter().all(|a| a.contains(" 2,1 ")));
    }

    #[test]
    fn fa3_huts_and_bazaars_are_tiles_without_a_colour_camps_do_not_count() {
        let mut hut = scene().board(0, "G10@1,0 hTs@0,1 T11@1,1");
        hut.act(0, "falcon fGT 1,1 with d3");
        let mut hut = scene().board(0, "G10@1,0 hTs@0,1 C10@1,1");
        hut.refuses(0, "falcon fGT 1,1 with d3", "FA3: colours-missing, cell 1,1");
        let mut bazaar = scene().board(0, "G10@1,0 bCGT@0,1 C10@1,1");
        bazaar.refuses(0, "falcon fGT 1,1 with d3", "FA3: colours-missing, cell 1,1");
        bazaar.act(0, "falcon fCG 1,1 with d3");
        let mut camp = scene().board(0, "G12s@1,0 T13e@0,1 c10nw@1,1");
        camp.refuses(0, "falcon fGT 1,1 with d3", "FA3: no-crossing, cell 1,1");
        assert!(camp.listed_as(0, "falcon").is_empty());
    }

    #[test]
    fn fa4_back_to_the_supply_when_one_of_the_four_leaves() {
        let with_two = || {
            let mut scene = scene();
            scene.acts(0, "falcon fGT 1,1 with d3; falcon fAC 2,1 with f9; done; end");
            scene.turn(0)
        };
        let mut scene = with_two();
        scene.act(0, "remove 0,1");
        assert_eq!((placed(&scene), supply(&scene)), (vec!["fAC 0 2,1".into()], 14));
        // G10 is at both points.
        let mut scene = with_two().reserve(0, "G11");
        scene.act(0, "exchange G11 1,0");
        assert_eq!((placed(&scene).len(), supply(&scene)), (0, 15), "whatever takes its place");
        // P8 is at only one of them.
        let mut scene = with_two();
        scene.act(0, "remove 2,1");
        assert_eq!(placed(&scene), ["fGT 0 1,1"]);
        // Any player may buy it again.
        let mut scene = scene.board(1, "G11@1,0 A10@0,1 C11@1,1").hand(1, "d9").turn(1);
        scene.act(1, "falcon fAC 1,1 with d9");
        assert_eq!(placed(&scene), ["fAC 1 1,1", "fGT 0 1,1"]);
    }

    #[test]
    fn fa4_other_tiles_and_other_boards_do_not_matter() {
        let mut scene = scene().board(0, &format!("{PALACE} S9@3,0 C11@-1,0")).board(1, PALACE);
        scene.acts(0, "falcon fGT 1,1 with d3; falcon fAC 2,1 with f9; done; end");
        for cell in ["3,0", "-1,0"] {
            scene = scene.turn(0);
            scene.act(0, &format!("remove {cell}"));
        }
        scene = scene.turn(1);
        scene.act(1, "remove 2,1");
        assert_eq!(supply(&scene), 13);
    }

    #[test]
    fn fa5_two_six_twelve_twenty_thirty_for_each_colour() {
        let black = ["", "fPC", "fPC fSC", "fPC fSC fST", "fPC fSC fST fAG", "fPC fSC fST fAG fAT"];
        assert_eq!(black.map(flock), [0, 2, 6, 12, 20, 30]);
        assert_eq!(flock("fPC fPG fPS"), 2 + 2 + 2, "each colour by itself");
        assert_eq!(flock("fPC fSC fPG fPT fSA fGT"), 6 + 12 + 2);
        assert!(Falcon::all().take(5).all(|f| f.plumage() == Plumage::Black));
    }

    #[test]
    fn fa5_in_each_round_to_the_owner() {
        let mut scene = scene().board(1, "G11@1,0 T12@0,1 C11@1,1");
        scene.acts(0, "falcon fGT 1,1 with d3; falcon fAC 2,1 with f9; done; end");
        for round in Round::ALL {
            let sheet = scoring::score(&scene.game.table, round);
            assert_eq!(sheet.seats.iter().map(|s| s.modules[Module::Falconers]).collect::<Vec<_>>(), [6, 0, 0]);
            let [walls, kinds] = [sheet.seats[Seat(0)].walls, sheet.seats[Seat(0)].kinds.0.iter().sum()];
            assert_eq!(sheet.seats[Seat(0)].total(), walls + kinds + 6);
        }
    }
}
