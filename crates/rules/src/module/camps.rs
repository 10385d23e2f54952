//! The camps: tiles outside the walls that score what is in front of their bastions (CA1–CA5). Where they may be placed is in the
//! table of sides; what they score is here.

use core::ops::Range;

use super::Module;
use super::hooks::{Never, Parts, Rules};
use crate::board::Board;
use crate::components::{CAMPS, Piece};
use crate::event::Round;
use crate::refusal::{Chapter, Rule, rules};
use crate::side::{Direction, Side};
use crate::tile::Tile;

rules! { Chapter::Module(Module::Camps); CA1 CA2 CA3 CA4 CA5 }

/// The module.
pub struct Camps;

impl Parts for Camps {
    type Open = ();
    type Own = ();
    type Action = Never;
    type Event = Never;
}

impl Rules for Camps {
    type Hidden = ();
    type Expected = ();

    const MODULE: Module = Module::Camps;
    const NAME: &'static str = "camps";
    const RULES: &'static [&'static str] = RULES;
    /// CA1: shuffled into the bag.
    const TILES: Range<u8> = CAMPS;
    const POINTS: Option<&'static str> = Some("camps");

    #[inline]
    fn hold_rule(tile: Tile) -> Option<Rule> {
        (tile.piece() == Piece::Camp).then_some(Rule::CA3)
    }

    fn contact_rule(side: Side) -> Option<Rule> {
        matches!(side, Side::Bastion | Side::Green).then_some(Rule::CA2)
    }

    /// CA5: one point for each building in the line behind each bastion.
    fn board_points(board: &Board, _: Round) -> u16 {
        let camps = board.tiles().iter().filter(|p| p.tile.piece() == Piece::Camp);
        let bastions = camps
            .flat_map(|p| Direction::ALL.into_iter().filter(|d| p.tile.side(*d) == Side::Bastion).map(|d| (p.cell, d)));
        bastions
            .map(|(cell, d)| {
                let line = core::iter::successors(Some(cell.step(d)), |c| Some(c.step(d)));
                line.map_while(|c| board.get(c)).take_while(|t| t.piece() != Piece::Camp).count() as u16
            })
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Line;
    use crate::cell::Cell;
    use crate::event::Round;
    use crate::game::Game;
    use crate::kind::ByKind;
    use crate::rng::Seed;
    use crate::rule::scoring;
    use crate::seat::Seat;
    use crate::setup::{GameKind, Module, Setup};
    use crate::testkit::{Scene, board, tile};
    use crate::tile::Tile;

    fn drawn(tiles: &str) -> Board {
        board(GameKind::Alhambra, tiles)
    }

    fn cell(text: &str) -> Cell {
        text.parse().unwrap()
    }

    /// The result of placing a tile on a board.
    fn place(tiles: &str, code: &str, at: &str) -> String {
        drawn(tiles).check_place(tile(code), cell(at)).map_or_else(|r| r.to_string(), |()| "legal".into())
    }

    fn exchange(tiles: &str, code: &str, at: &str) -> String {
        drawn(tiles).check_exchange(tile(code), cell(at)).map_or_else(|r| r.to_string(), |()| "legal".into())
    }

    fn remove(tiles: &str, at: &str) -> String {
        drawn(tiles).check_remove(cell(at)).map_or_else(|r| r.to_string(), |()| "legal".into())
    }

    /// Camp points, the same in every round.
    fn camp_points(tiles: &str) -> u16 {
        let points = Round::ALL.map(|round| Camps::board_points(&drawn(tiles), round));
        assert_eq!(points, [points[0]; 3]);
        points[0]
    }

    #[test]
    fn ca1_eight_camps_are_shuffled_into_the_bag() {
        let mut on_market = 0;
        for seed in 0..40 {
            let game = Game::new(Setup::alhambra(3).with(Module::Camps), Seed::from(seed)).unwrap();
            let market = game.table.market.spaces.iter().flatten();
            let all: Vec<Tile> = game.secrets.bag.iter().chain(market.clone()).copied().collect();
            assert_eq!(all.len(), 54 + 8);
            assert_eq!(all.iter().filter(|t| t.piece() == Piece::Camp).count(), 8);
            on_market += market.filter(|t| t.piece() == Piece::Camp).count();
        }
        assert!(on_market > 0, "they come to the market like any tile");
        let game = Game::new(Setup::alhambra(3), Seed::from(1)).unwrap();
        assert!(game.secrets.bag.iter().all(|t| t.piece() == Piece::Building), "not in this game");
    }

    #[test]
    fn ca1_bought_and_held_like_buildings() {
        let mut scene = Scene::new(Setup::alhambra(2).with(Module::Camps))
            .market("c8ne G10 P8 S3esw")
            .display("d1 h2 u5 f3")
            .bag("C11 A9 c3n A10")
            .hand(0, "f9 f7 f1")
            .board(0, "G12s@1,0");
        assert_eq!(scene.listed_as(0, "buy"), ["buy c8ne with f9", "buy c8ne with f7 f1"]);
        scene.act(0, "buy c8ne with f7 f1");
        scene.refuses(0, "end", "T3: action-due"); // paid exactly
        scene.act(0, "take d1");
        assert_eq!(scene.listed(0), ["place c8ne 1,1", "reserve c8ne", "dirk c8ne"]);
        scene.acts(0, "reserve c8ne; end");
        let mut scene = scene.turn(0);
        scene.act(0, "build c8ne 1,1");
        let mut scene = scene.turn(0);
        scene.act(0, "remove 1,1");
        assert_eq!(scene.reserve_of(0), ["c8ne"]);
    }

    #[test]
    fn ca2_a_bastion_touches_only_a_wall() {
        assert_eq!(place("T13e@1,0", "c6w", "2,0"), "legal");
        assert_eq!(place("hPs@1,0", "c3n", "1,1"), "legal", "a hut's wall will do");
        assert_eq!(place("", "c6w", "1,0"), "CA2: sides-clash, tile c6w, cell 1,0, side w");
        assert_eq!(place("", "c3n", "0,1"), "CA2: sides-clash, tile c3n, cell 0,1, side n");
        // Bastion against bastion, and bastion against the green of another camp.
        let row = "G12s@1,0 S8s@2,0 c8ne@1,1";
        assert_eq!(place(row, "c10nw", "2,1"), "CA2: sides-clash, tile c10nw, cell 2,1, side w");
        assert_eq!(place(row, "c3n", "2,1"), "CA2: sides-clash, tile c3n, cell 2,1, side w");
    }

    #[test]
    fn ca2_green_touches_only_the_green_of_another_camp() {
        assert_eq!(place("G12s@1,0 S8s@2,0 c3n@1,1", "c8ne", "2,1"), "legal");
        assert_eq!(place("T13e@1,0", "c3n", "2,0"), "CA2: sides-clash, tile c3n, cell 2,0, side w", "a wall");
        assert_eq!(place("T13e@1,0", "c6w", "1,1"), "CA2: sides-clash, tile c6w, cell 1,1, side n", "an open side");
        assert_eq!(place("", "c6w", "0,1"), "CA2: sides-clash, tile c6w, cell 0,1, side n", "the starting tile");
    }

    #[test]
    fn ca2_the_same_applies_to_a_building_placed_next_to_a_camp() {
        let camp = "G12s@1,0 C10@2,0 c8ne@1,1";
        assert_eq!(place(camp, "S7w", "2,1"), "legal", "its wall meets the second bastion");
        assert_eq!(place(camp, "G10", "2,1"), "CA2: sides-clash, tile G10, cell 2,1, side w");
        assert_eq!(place(camp, "A9", "0,1"), "CA2: sides-clash, tile A9, cell 0,1, side e");
        let green = "G12s@1,0 C10@2,0 c3n@1,1";
        assert_eq!(place(green, "S7w", "2,1"), "CA2: sides-clash, tile S7w, cell 2,1, side w");
        assert_eq!(place(green, "G10", "2,1"), "CA2: sides-clash, tile G10, cell 2,1, side w");
    }

    #[test]
    fn ca2_camps_need_not_be_reachable_and_nobody_can_walk_through_one() {
        let camp = "G12s@1,0 c8ne@1,1";
        assert_eq!(remove("G12s@1,0 C10@2,0 c8ne@1,1", "2,0"), "legal");
        assert_eq!(place(camp, "S7w", "2,1"), "P3: not-reachable, tile S7w, cell 2,1");
        assert_eq!(place(camp, "P8", "3,1"), "P4: not-connected, tile P8, cell 3,1");
    }

    #[test]
    fn ca3_each_camp_touches_a_wall_with_a_bastion() {
        assert_eq!(
            place("G12s@1,0 c3n@1,1", "c5s", "2,1"),
            "CA3: no-hold, tile c5s, cell 2,1",
            "green alone is no hold"
        );
        assert_eq!(place("G12s@1,0", "c3n", "2,1"), "P4: not-connected, tile c3n, cell 2,1", "P4: not at a corner");
        assert_eq!(place("G12s@1,0", "c8ne", "1,1"), "legal", "the second bastion faces nothing");
        assert_eq!(camp_points("G12s@1,0 c8ne@1,1"), 1, "and pays nothing");
    }

    #[test]
    fn ca3_also_after_later_removals() {
        assert_eq!(remove("G12s@1,0", "1,0"), "legal");
        assert_eq!(remove("G12s@1,0 c3n@1,1", "1,0"), "CA3: no-hold, tile G12s, cell 1,1, side n");
        assert_eq!(remove("G12s@1,0 c3n@1,1", "1,1"), "legal", "the camp itself");
        let two = "G12s@1,0 C10@2,0 S7w@2,1 c8ne@1,1";
        assert_eq!(remove(two, "2,1"), "legal", "it still leans on G12s");
        // The list of removable tiles agrees with the check.
        let mut scene = Scene::new(Setup::alhambra(3).with(Module::Camps)).board(0, "G12s@1,0 c3n@1,1");
        assert_eq!(scene.listed_as(0, "remove"), ["remove 1,1"]);
        scene.refuses(0, "remove 1,0", "CA3: no-hold, tile G12s, cell 1,1, side n");
    }

    #[test]
    fn ca3_also_after_exchanges() {
        let camp = "G12s@1,0 c3n@1,1";
        assert_eq!(exchange(camp, "S8s", "1,0"), "legal");
        assert_eq!(exchange(camp, "G10", "1,0"), "CA2: sides-clash, tile G10, cell 1,0, side s");
        assert_eq!(exchange(camp, "c8ne", "1,1"), "legal");
        assert_eq!(exchange(camp, "c5s", "1,1"), "CA2: sides-clash, tile c5s, cell 1,1, side n");
        assert_eq!(exchange(camp, "T11n", "1,1"), "P3: not-reachable, tile T11n, cell 1,1", "P3 for buildings");
        assert_eq!(exchange(camp, "c6w", "1,0"), "CA2: sides-clash, tile c6w, cell 1,0, side s");
    }

    /// CA3: for P5, camps are tiles like any other.
    #[test]
    fn ca3_camps_can_close_a_hole() {
        let hook = "A9@0,1 G9e@0,2 A10@1,0 C10@2,0";
        assert_eq!(place(hook, "C11", "2,1"), "legal");
        assert_eq!(place(hook, "c6w", "1,2"), "legal");
        assert_eq!(place(&format!("{hook} c6w@1,2"), "C11", "2,1"), "P5: hole, tile C11, cell 2,1");
        assert_eq!(place(&format!("{hook} C11@2,1"), "c6w", "1,2"), "P5: hole, tile c6w, cell 1,2");
        let ring = "C10@0,-1 A9@1,-1 C11@2,-1 A10@2,0 G12s@1,0";
        assert_eq!(remove(ring, "1,0"), "legal");
        assert_eq!(remove(&format!("{ring} c3n@1,1"), "1,0"), "P5: hole, tile G12s, cell 1,0");
    }

    #[test]
    fn ca4_a_wall_behind_a_bastion_is_still_an_outer_wall() {
        let wall = "G12s@1,0 S8s@2,0 P4es@3,0";
        assert_eq!(drawn(wall).longest(Line::Walls), 4);
        assert_eq!(drawn(&format!("{wall} c8ne@2,1 c3n@1,1")).longest(Line::Walls), 4);
    }

    /// The rulebook's example: two camps at the ends of a row of four, one below a column of two.
    #[test]
    fn ca5_example_ten_points() {
        let palace = "G10w@-1,0 G12s@1,0 T13e@2,0 C10@1,-1";
        assert_eq!(camp_points(&format!("{palace} c4e@-2,0")), 4);
        assert_eq!(camp_points(&format!("{palace} c4e@-2,0 c6w@3,0")), 8);
        assert_eq!(camp_points(&format!("{palace} c4e@-2,0 c6w@3,0 c3n@1,1")), 10);
    }

    #[test]
    fn ca5_an_empty_cell_ends_the_line() {
        let gap = "G10w@-1,0 A9@1,0 A10@1,-1 C10@2,-1 C11@3,-1 G11@3,0";
        assert_eq!(camp_points(&format!("{gap} c4e@-2,0")), 3, "not the one behind the gap");
    }

    #[test]
    fn ca5_a_camp_ends_the_line() {
        let around = "G9e@1,-1 A9@1,-2 G12s@2,-2 S8s@3,-2 A10@4,-2 S7w@4,-1 C9w@4,0";
        let camps = "c4e@-2,0 c6w@2,0 c7es@3,0 c10nw@2,-1 c8ne@3,-1";
        // c4e and c6w see each other across three tiles; the others see one tile for each bastion except c7es's second.
        assert_eq!(camp_points(&format!("G10w@-1,0 T13e@1,0 {around} {camps}")), 3 + 3 + 1 + 2 + 2);
    }

    #[test]
    fn ca5_walls_do_not_end_the_line() {
        // There are two walls between G9e and G10w.
        let palace = "G10w@-1,0 P8@0,-1 S9@-1,-1 A9@-2,-1 C11@-3,-1 G9e@-2,0 T10w@-3,0";
        assert_eq!(camp_points(&format!("{palace} c4e@-4,0")), 4, "T10w, G9e, G10w and the starting tile");
    }

    #[test]
    fn ca5_starting_tile_huts_and_bazaars_count() {
        assert_eq!(camp_points("G10w@-1,0 hPn@1,0 bSAG@2,0 c4e@-2,0"), 4);
    }

    #[test]
    fn ca5_each_bastion_scores() {
        assert_eq!(camp_points("G12s@1,0 C10@2,0 S7w@2,1 A9@1,-1 c8ne@1,1"), 2 + 1);
    }

    /// CA5 in a scoring round; camps on the reserve score nothing.
    #[test]
    fn ca5_points_enter_the_score() {
        let scene = Scene::new(Setup::alhambra(3).with(Module::Camps))
            .board(0, "G12s@1,0 c3n@1,1")
            .reserve(0, "c8ne")
            .board(1, "");
        let sheet = scoring::score(&scene.game.table, Round::First);
        assert_eq!((sheet.seats[Seat(0)].modules[Module::Camps], sheet.seats[Seat(0)].total()), (1, 1 + 1 + 5));
        assert_eq!(sheet.seats[Seat(1)].total(), 0);
    }

    /// N5: camps and bazaars that Dirk draws stay with him and score nothing.
    #[test]
    fn ca1_bz1_dirk_keeps_the_camps_and_bazaars_he_draws() {
        let setup = Setup::alhambra(2).with(Module::Camps).with(Module::Bazaars);
        let mut scene = Scene::new(setup)
            .market("T9ne G10 P8 S3esw")
            .display("d1 h2 u5 f3")
            .deck("A d4")
            .bag("c3n bSAG c6w bPAC G11 c4e T11 T12")
            .dirk("")
            .with(|game| game.table.modules.bazaars.aside = Default::default());
        scene.acts(0, "take u5; end");
        let drawn = ["dirk c3n", "dirk bSAG", "dirk c6w", "dirk bPAC", "dirk G11", "dirk c4e"];
        assert_eq!(scene.shown()[3..], drawn, "six tiles, whatever they are");
        assert_eq!(scene.game.table.bag, 2);
        assert!(scene.game.table.modules.bazaars.aside.is_empty(), "they do not lie beside the market");
        for round in Round::ALL {
            let dirk = scoring::score(&scene.game.table, round).dirk.unwrap();
            let mut gardens = ByKind::default();
            gardens[crate::kind::Kind::Garden] = [5, 12, 20][round as usize];
            assert_eq!(dirk, scoring::Score { kinds: gardens, ..Default::default() });
        }
        let with_them = (0..60).any(|seed| {
            let game = Game::new(setup, Seed::from(seed)).unwrap();
            assert_eq!(game.table.dirk.tiles.len(), 6);
            game.table.dirk.tiles.iter().any(|t| t.piece() != Piece::Building)
        });
        assert!(with_them, "also at the start");
    }

    /// E2: camps left on the market are handed out like any tile.
    #[test]
    fn ca1_camps_are_handed_out_at_the_end() {
        let mut scene = Scene::new(Setup::alhambra(3).with(Module::Camps))
            .market("T9ne c3n P8 S3esw")
            .display("d1 h2 u5 f3")
            .deck("d4")
            .bag("")
            .hand(0, "f9")
            .hand(1, "h1")
            .hand(2, "")
            .board(1, "G12s@1,0");
        scene.acts(0, "buy T9ne with f9; take f3; reserve T9ne; end");
        assert_eq!(scene.shown(), ["display d4", "gain 1 c3n", "left P8", "left S3esw"]);
        scene.acts(1, "place c3n 1,1; end");
        assert_eq!(scene.game.table.players[Seat(1)].score, 1 + 1 + 20);
    }
}
