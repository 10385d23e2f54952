//! The bazaars: sold beside the market at another tile's price, scored once by their surroundings (BZ1–BZ5).

use core::fmt;
use core::ops::Range;

use super::Module;
use super::hooks::{DealOrder, Never, Parts, Rules, Source};
use crate::board::Board;
use crate::components::{BAZAARS, Piece};
use crate::digest::Digest;
use crate::event::Round;
use crate::from_record::{RecordError, TileBox, record_error};
use crate::game::Game;
use crate::position::value::{Value, list};
use crate::position::{PositionError, Supply};
use crate::record::Dealt;
use crate::refusal::{Chapter, Reason, Refusal, Rule, rules};
use crate::rule::buy::Offer;
use crate::table::{Market, Table};
use crate::tile::{Tile, TileSet};

rules! { Chapter::Module(Module::Bazaars); BZ1 BZ2 BZ3 BZ4 BZ5 }

/// The module.
pub struct Bazaars;

/// The bazaars that lie beside the market.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Open {
    /// Any number (BZ1).
    pub aside: TileSet,
}

/// Events of the bazaars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A bazaar was laid beside the market (BZ1).
    LaidAside(Tile),
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Event::LaidAside(tile) = self;
        write!(f, "bazaar {tile}")
    }
}

impl Parts for Bazaars {
    type Open = Open;
    type Own = ();
    type Action = Never;
    type Event = Event;
}

impl Rules for Bazaars {
    type Hidden = ();
    type Expected = ();

    const MODULE: Module = Module::Bazaars;
    const NAME: &'static str = "bazaars";
    const RULES: &'static [&'static str] = RULES;
    /// BZ1: shuffled into the bag.
    const TILES: Range<u8> = BAZAARS;
    const POINTS: Option<&'static str> = Some("bazaars");
    const DEAL: Option<(&'static str, DealOrder)> = Some(("bazaars", DealOrder::FromBag));

    #[inline]
    fn lays_aside(table: &mut Table, tile: Tile) -> Option<Event> {
        Self::lies_aside(tile).then(|| {
            table.modules.bazaars.aside.insert(tile);
            Event::LaidAside(tile)
        })
    }

    #[inline]
    fn lies_aside(tile: Tile) -> bool {
        tile.piece() == Piece::Bazaar
    }

    #[inline]
    fn aside(table: &Table) -> TileSet {
        table.modules.bazaars.aside
    }

    /// BZ2: the price is that of the tile on the space of its currency, and must be paid exactly.
    #[inline]
    fn offer(table: &Table, tile: Tile) -> Option<Offer> {
        let currency = tile.currency()?;
        let price = table.market.spaces[Market::space(currency)]?.price();
        Some(Offer { tile, currency, price, exact: Some(Rule::BZ2) })
    }

    /// BZ2: while the space is empty, it cannot be bought.
    fn no_offer(table: &Table, tile: Tile) -> Option<Refusal> {
        (table.modules.bazaars.aside.contains(tile) && Self::offer(table, tile).is_none())
            .then(|| Refusal::new(Rule::BZ2, Reason::NoPrice).tile(tile))
    }

    #[inline]
    fn bought(table: &mut Table, tile: Tile) {
        table.modules.bazaars.aside.remove(tile);
    }

    /// BZ4: neighbours in its colours, times colours found.
    fn board_points(board: &Board, round: Round) -> u16 {
        if round != Round::Third {
            return 0;
        }
        let bazaars = board.tiles().iter().filter(|p| p.tile.piece() == Piece::Bazaar);
        bazaars
            .map(|p| {
                let colours = p.tile.colours();
                let around = p.cell.around().map(|c| board.get(c).and_then(Tile::building).map_or(0, |k| k.bit()));
                let fitting = around.iter().filter(|k| **k & colours != 0).count() as u16;
                let found = around.iter().fold(0, |all, k| all | k & colours).count_ones() as u16;
                fitting * found
            })
            .sum()
    }

    fn digest(game: &Game, digest: &mut Digest) {
        digest.tiles(game.table.modules.bazaars.aside);
    }

    /// The bazaars beside the market.
    fn write_open(table: &Table) -> Option<String> {
        Some(list(table.modules.bazaars.aside.iter()))
    }

    fn read_open(table: &mut Table, supply: &mut Supply, value: &Value) -> Result<(), PositionError> {
        for item in value.list() {
            let tile = supply.bag_tile(&item)?;
            if !Self::lies_aside(tile) {
                return item.wrong(format!("{tile} is not a bazaar"));
            }
            table.modules.bazaars.aside.insert(tile);
        }
        Ok(())
    }

    fn record_deal(game: &Game, _: bool) -> Option<Dealt> {
        Some(Dealt::Codes(game.table.modules.bazaars.aside.iter().map(|t| t.to_string()).collect()))
    }

    fn clear(table: &mut Table) {
        table.modules.bazaars = Open::default();
    }

    fn lay_out(table: &mut Table, deal: Option<&Dealt>, tiles: &mut TileBox) -> Result<(), RecordError> {
        let aside = tiles.take_all("deal.bazaars", Dealt::codes("deal.bazaars", deal)?)?;
        if let Some(i) = aside.iter().position(|t| !Self::lies_aside(*t)) {
            return record_error(format!("deal.bazaars[{i}]"), format!("{} is not a bazaar (BZ1)", aside[i]));
        }
        table.modules.bazaars.aside.extend(aside);
        Ok(())
    }

    fn source(verb: &str) -> Option<Source> {
        (verb == "bazaar").then_some(Source::Bag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Round;
    use crate::game::Game;
    use crate::rng::Seed;
    use crate::rule::scoring;
    use crate::seat::Seat;
    use crate::setup::{GameKind, Module, Setup};
    use crate::testkit::{Scene, board, hand, tile, tiles};

    impl Scene {
        /// Lays exactly these bazaars beside the market.
        fn aside(self, codes: &str) -> Scene {
            let aside = tiles(codes).into_iter().collect();
            self.with(|game| game.table.modules.bazaars.aside = aside)
        }

        fn lying_aside(&self) -> Vec<String> {
            self.game.table.modules.bazaars.aside.iter().map(|t| t.to_string()).collect()
        }
    }

    /// bSAG costs dirhams, like G10 on space 2; bPAC florins, like T9ne.
    fn scene(players: u8) -> Scene {
        Scene::new(Setup::alhambra(players).with(Module::Bazaars).with(Module::Camps).with(Module::Bureau))
            .market("T9ne G10 P8 S3esw")
            .display("d1 h2 u5 f3")
            .deck("d4 d5 d6")
            .bag("C11 A9 A10")
            .aside("bSAG")
    }

    fn bazaar_points(drawn: &str) -> u16 {
        Bazaars::board_points(&board(GameKind::Alhambra, drawn), Round::Third)
    }

    #[test]
    fn bz1_eight_in_the_bag_those_drawn_for_the_market_lie_beside_it() {
        let mut most = 0;
        for seed in 0..60 {
            let game = Game::new(Setup::alhambra(4).with(Module::Bazaars), Seed::from(seed)).unwrap();
            let aside = game.table.modules.bazaars.aside;
            assert!(aside.iter().all(|t| t.piece() == Piece::Bazaar));
            let in_bag = game.secrets.bag.iter().filter(|t| t.piece() == Piece::Bazaar).count();
            assert_eq!(aside.len() + in_bag, 8);
            assert_eq!(game.secrets.bag.len() + aside.len() + 4, 54 + 8);
            assert!(game.table.market.spaces.iter().all(|t| t.is_some_and(|t| t.piece() == Piece::Building)));
            most = most.max(aside.len());
        }
        assert!(most >= 2, "any number, also at set-up");
        let game = Game::new(Setup::alhambra(4), Seed::from(1)).unwrap();
        assert!(game.secrets.bag.iter().all(|t| t.piece() == Piece::Building), "not in this game");
    }

    #[test]
    fn bz1_another_tile_is_drawn_for_the_space() {
        let mut scene = scene(3).hand(0, "f9 u4").bag("bPAC bCGT C11 bACT A9 A10");
        scene.acts(0, "buy T9ne with f9; buy S3esw with u4; reserve T9ne; reserve S3esw; end");
        assert_eq!(scene.shown(), ["bazaar bPAC", "bazaar bCGT", "market 1 C11", "bazaar bACT", "market 4 A9"]);
        assert_eq!(scene.lying_aside(), ["bSAG", "bPAC", "bACT", "bCGT"]);
        assert_eq!(scene.game.table.bag, 1);
    }

    #[test]
    fn bz2_the_price_is_that_of_the_tile_on_the_space_of_its_currency() {
        let mut scene = scene(3).hand(0, "h9 h1 h2 d9 d1 f9").aside("bSAG bPAC");
        assert_eq!(scene.listed_as(0, "buy bSAG"), ["buy bSAG with h9 h1"], "exact payments only");
        assert_eq!(scene.listed_as(0, "buy bPAC"), ["buy bPAC with f9"]);
        for (line, refusal) in [
            ("buy bSAG with h9 h2", "BZ2: not-exact, tile bSAG"),
            ("buy bSAG with h9", "B1: too-little, tile bSAG"),
            ("buy bSAG with d9 d1", "B1: wrong-currency, tile bSAG"),
            ("buy bACT with d9", "B1: not-on-offer, tile bACT"),
        ] {
            scene.refuses(0, line, refusal);
        }
        scene.act(0, "buy bSAG with h9 h1");
        assert_eq!(scene.game.table.discard, hand("h9 h1"));
        assert_eq!(scene.game.table.market.spaces[1], Some(tile("G10")), "the tile that set the price stays");
        assert_eq!(scene.lying_aside(), ["bPAC"]);
        scene.refuses(0, "end", "T3: action-due"); // T2: the player acts again
        scene.act(0, "buy bPAC with f9").act(0, "take d1");
        assert_eq!(scene.listed_as(0, "reserve"), ["reserve bSAG", "reserve bPAC"]);
    }

    #[test]
    fn bz2_a_camp_may_set_the_price() {
        let scene = scene(3).market("T9ne c8ne P8 S3esw").hand(0, "h7 h1");
        assert_eq!(scene.listed_as(0, "buy"), ["buy c8ne with h7 h1", "buy bSAG with h7 h1"]);
    }

    #[test]
    fn bz2_while_the_space_is_empty_it_cannot_be_bought() {
        let mut scene = scene(3).hand(0, "h9 h1 h8 h2");
        scene.act(0, "buy G10 with h9 h1");
        scene.refuses(0, "buy bSAG with h8 h2", "BZ2: no-price, tile bSAG");
        assert!(scene.listed_as(0, "buy").is_empty());
        scene.acts(0, "take d1; reserve G10; end");
        // C11 has come to the space, so the price has changed.
        let scene = scene.turn(0).hand(0, "h8 h2 h3");
        assert_eq!(scene.listed_as(0, "buy bSAG"), ["buy bSAG with h8 h3"]);
    }

    /// BZ2: BC3 applies.
    #[test]
    fn bz2_a_bureau_card_helps_to_pay_exactly() {
        let mut scene = scene(3).hand(0, "h9 d1 d2 xdh");
        assert_eq!(scene.listed_as(0, "buy bSAG"), ["buy bSAG with d1 h9 xdh"]);
        scene.refuses(0, "buy bSAG with h9 d2 xdh", "BZ2: not-exact, tile bSAG");
        scene.act(0, "buy bSAG with h9 d1 xdh");
        assert_eq!(*scene.game.hand(Seat(0)), hand("d2"));
    }

    #[test]
    fn bz3_placed_and_redesigned_like_a_building() {
        let mut scene = scene(2).hand(0, "h9 h1").board(0, "T13e@1,0 C10@0,1");
        scene.act(0, "buy bSAG with h9 h1").act(0, "take d1");
        scene.refuses(0, "place bSAG 2,0", "P2: sides-clash, tile bSAG, cell 2,0, side w");
        scene.refuses(0, "place bSAG 2,1", "P4: not-connected, tile bSAG, cell 2,1");
        assert!(scene.listed(0).contains(&"dirk bSAG".to_owned()), "N4: it was bought");
        scene.acts(0, "place bSAG 1,1; end");
        let mut scene = scene.turn(0).reserve(0, "G10");
        assert!(scene.listed(0).contains(&"exchange G10 1,1".to_owned()));
        scene.acts(0, "remove 1,1; end");
        assert_eq!(scene.reserve_of(0), ["G10", "bSAG"]);
        let mut scene = scene.turn(0);
        scene.act(0, "build bSAG 0,-1");
    }

    /// The rulebook's example: six neighbours, four of them in the bazaar's three colours.
    #[test]
    fn bz4_example_twelve_points_and_six_without_the_purple_one() {
        let around = "C10@1,0 G10@1,-1 G11@2,-1 P8@3,-1 S9@3,0 bPGT@2,0";
        assert_eq!(bazaar_points(&format!("{around} T11@3,1")), 4 * 3);
        assert_eq!(bazaar_points(around), 3 * 2);
    }

    #[test]
    fn bz4_corners_count_walls_do_not_matter() {
        assert_eq!(bazaar_points("bPGT@1,0 C10@1,1 G8ne@2,1"), 1, "at a corner");
        let walled = "S8s@2,0 A8e@1,1 C11@3,0 C10@3,1 G8nw@2,1";
        assert_eq!(bazaar_points(&format!("bPGT@1,0 {walled}")), 1, "at a corner behind walls");
    }

    #[test]
    fn bz4_only_buildings_of_its_colours_count() {
        assert_eq!(bazaar_points("bPGT@1,0 S9@2,0 C10@1,1 A9@2,1"), 0, "other colours");
        assert_eq!(bazaar_points("bPGT@1,0 hPs@2,0 hGs@1,1"), 0, "huts");
        assert_eq!(bazaar_points("bPGT@1,0 bPSG@2,0"), 0, "other bazaars");
        assert_eq!(bazaar_points("bPGT@1,0 P8@3,0 C10@2,0"), 0, "further away");
        assert_eq!(bazaar_points("bPGT@1,0 P8@2,0"), 1);
    }

    #[test]
    fn bz4_eight_neighbours_at_most_and_a_building_counts_for_several_bazaars() {
        // bCGT at 1,1 has the starting tile and seven buildings of its colours around it.
        let full = "C10@1,0 G10@2,0 T11@0,1 bCGT@1,1 T12@2,1 C11@0,2 G11@1,2 T11s@2,2";
        assert_eq!(bazaar_points(full), 7 * 3);
        assert_eq!(bazaar_points("bPGT@1,0 P8@2,0 bPSG@3,0"), 1 + 1);
    }

    #[test]
    fn bz4_in_round_three_only_and_not_on_the_reserve() {
        let scene = scene(3).board(0, "bPGT@1,0 P8@2,0").reserve(0, "bPSG");
        let paid =
            Round::ALL.map(|round| scoring::score(&scene.game.table, round).seats[Seat(0)].modules[Module::Bazaars]);
        assert_eq!(paid, [0, 0, 1]);
        let total = scoring::score(&scene.game.table, Round::Third).seats[Seat(0)].total();
        assert_eq!(total, 16 + 1, "the pavilion and the bazaar");
    }

    #[test]
    fn bz5_those_left_over_go_to_nobody() {
        let mut scene = scene(3).hand(0, "f9").hand(1, "h9").hand(2, "").bag("bPAC");
        scene.acts(0, "buy T9ne with f9; take d1; reserve T9ne; end");
        assert_eq!(scene.shown(), ["display d4", "bazaar bPAC", "gain 1 G10", "gain 0 P8", "left S3esw"]);
        scene.acts(1, "reserve G10; end").acts(0, "reserve P8; end");
        assert_eq!(scene.to_act(), None);
        assert_eq!(scene.lying_aside(), ["bSAG", "bPAC"]);
    }
}
