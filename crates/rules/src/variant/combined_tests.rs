//! Both games together: two bags, two cities that meet wall against moat (CO1–CO7). The rules concern many files, so their
//! tests are here.

use crate::board::{Board, Line};
use crate::cell::Cell;
use crate::event::Round;
use crate::game::Game;
use crate::kind::Kind;
use crate::refusal::Reason;
use crate::rng::Seed;
use crate::rule::scoring;
use crate::seat::Seat;
use crate::secrets::DeckCard;
use crate::setup::{GameKind, Module, Setup, SetupError};
use crate::side::Side;
use crate::table::{ScoringCard, Stage};
use crate::testkit::{Scene, board, hand, tile};
use crate::tile::{Tile, TileSet};

/// Seat 0's turn, the marker on *even*. For florins T9ne and Ba2new, for dirhams G10 and Ma4sw, for denars P8 and Pa6ne, for
/// ducats S3esw and Sc8s.
fn scene_of(setup: Setup) -> Scene {
    Scene::new(setup)
        .market("T9ne G10 P8 S3esw")
        .beside("Ba2new Ma4sw Pa6ne Sc8s")
        .display("d1 h2 u5 f3")
        .bag("C11 A9 A10 C10")
        .granada_bag("Ar12 Hp12 Li12 Re12")
        .with(|game| game.table.market.odd = false)
}

fn scene() -> Scene {
    scene_of(Setup::combined(3)).hand(0, "").hand(1, "").hand(2, "")
}

fn english() -> Setup {
    let mut setup = Setup::combined(3);
    setup.english_end = true;
    setup
}

/// Arcades south of the starting tile's eastern neighbour; Granada starts at their southern wall.
const ARCADES: &str = "A9@1,0 A6sw@1,1";
/// The same with Granada's first tile.
const FOUNDED: &str = "A9@1,0 A6sw@1,1 Pa8n@1,2";

fn drawn(tiles: &str) -> Board {
    board(GameKind::Combined, tiles)
}

fn place(tiles: &str, code: &str, at: &str) -> String {
    let at = at.parse().unwrap();
    drawn(tiles).check_place(tile(code), at).map_or_else(|r| r.to_string(), |()| "legal".into())
}

fn remove(tiles: &str, at: &str) -> String {
    drawn(tiles).check_remove(at.parse().unwrap()).map_or_else(|r| r.to_string(), |()| "legal".into())
}

#[test]
fn co1_two_bags_and_two_tiles_on_each_space() {
    let mut moatless = 0;
    for seed in 0..200 {
        let game = Game::new(Setup::combined(4), Seed::from(seed)).unwrap();
        assert!(game.table.players.iter().all(|p| p.board == Board::new(Tile::START)), "Alhambra's starting tiles");
        let market = &game.table.market;
        let alhambra: TileSet = game.secrets.bag.iter().copied().chain(market.spaces.into_iter().flatten()).collect();
        let granada: TileSet =
            game.secrets.granada_bag.iter().copied().chain(market.beside.into_iter().flatten()).collect();
        assert_eq!(alhambra, Tile::buildings().collect(), "each once");
        assert_eq!(granada, Tile::granada_tiles().collect(), "each once, those put back included");
        assert_eq!((game.table.bag, game.table.granada_bag), (50, 50));
        for first in market.beside {
            assert!(first.unwrap().sides().contains(&Side::Moat), "the first four must show a moat");
            assert_eq!(first.unwrap().price() % 2, 0, "GR2");
        }
        assert!(market.odd);
        moatless += usize::from(!game.secrets.granada_bag.last().unwrap().sides().contains(&Side::Moat));
    }
    // The fifth need not. The tiles put back can be anywhere: 9 of 50, and not always on top.
    assert!((16..56).contains(&moatless), "{moatless} of 200");
}

#[test]
fn co2_card_a_in_pile_three_card_b_aside() {
    for seed in 0..30 {
        let game = Game::new(Setup::combined(3), Seed::from(seed)).unwrap();
        assert_eq!(game.table.deck.scoring, [ScoringCard::InPile(2), ScoringCard::Aside]);
        let mut deck = game.secrets.deck.iter().rev();
        let piles = game.table.deck.piles.map(|size| deck.by_ref().take(size as usize).copied().collect::<Vec<_>>());
        let card_a = DeckCard::scoring(Round::First);
        assert_eq!(piles.map(|p| p.contains(&card_a)), [false, false, true, false, false]);
        assert!(!game.secrets.deck.contains(&DeckCard::scoring(Round::Second)));
    }
}

#[test]
fn co2_at_the_first_shuffle_card_b_goes_into_pile_two_and_refilling_continues() {
    let mut depths = std::collections::BTreeSet::new();
    for seed in 0..60 {
        let discards = "d1 d2 d3 d4 d5 d6 d7 d8 d9 h1 h2 h3 h4 h5 h6 h7 h8 h9 u1 u2 u3 u4";
        let mut scene = scene().deck("f9").discard(discards).display("d1 h1");
        scene.game.secrets.seed = Seed::from(seed);
        scene.acts(0, "take d1; end");
        // Three cards were missing: one from the old deck, two from the new one.
        let shown = scene.shown();
        assert_eq!((shown.len(), &*shown[0], &*shown[1]), (4, "display f9", "shuffle"));
        // 22 cards are divided into 5, 5, 4, 4, 4; card B is among the second five.
        assert_eq!(scene.game.table.deck.piles, [5 - 2, 5 + 1, 4, 4, 4]);
        assert_eq!(scene.game.table.deck.scoring[1], ScoringCard::InPile(1));
        let mut deck = scene.game.secrets.deck.iter().rev();
        let depth = deck.position(|c| *c == DeckCard::scoring(Round::Second)).unwrap();
        assert!((3..3 + 6).contains(&depth), "{depth}");
        depths.insert(depth);
    }
    assert_eq!(depths.len(), 6, "anywhere in its pile");
}

/// CO2: only the first time. Once drawn, card B is round 2 as usual (W1).
#[test]
fn co2_later_shuffles_are_plain() {
    let mut scene = scene().deck("B f9").discard("d1 d2 d3 d4 d5 d6").display("d1 h1 h2 h3").hand(0, "");
    scene.acts(0, "take d1; end");
    assert_eq!(scene.shown(), ["scoring B", "display f9", "score 2"]);
    scene = scene.turn(1);
    scene.acts(1, "take h1; end");
    assert_eq!(scene.game.table.deck.piles, [5, 0, 0, 0, 0]);
    assert_eq!(scene.game.table.deck.scoring[1], ScoringCard::Drawn);
    assert!(!scene.game.secrets.deck.contains(&DeckCard::scoring(Round::Second)));
}

#[test]
fn co3_both_tiles_of_a_space_are_sold_in_its_currency() {
    let scene = scene().hand(0, "f9 f2 h4 h9 h1");
    scene.lists(
        0,
        "buy",
        "buy T9ne with f9; buy Ba2new with f2; buy Ba2new with f9; buy G10 with h9 h1; buy G10 with h9 h4; \
         buy Ma4sw with h4; buy Ma4sw with h9",
    );
}

#[test]
fn co3_filled_space_by_space_alhambra_before_granada() {
    let mut scene = scene().hand(0, "f9 f2 h9 h1 u8");
    scene
        .act(0, "buy T9ne with f9")
        .act(0, "buy Ba2new with f2")
        .act(0, "buy G10 with h9 h1")
        .act(0, "buy Sc8s with u8");
    scene.acts(0, "take d1; reserve T9ne; reserve Ba2new; reserve G10; reserve Sc8s; end");
    assert_eq!(scene.shown()[1..], ["market 1 C11", "granada 1 Ar12", "market 2 A9", "granada 4 Hp12"]);
    assert!(scene.game.table.market.odd, "GR2");
}

#[test]
fn co3_the_marker_changes_only_for_a_granada_tile() {
    let mut scene = scene().hand(0, "f9").hand(1, "f2");
    scene.acts(0, "buy T9ne with f9; take d1; reserve T9ne; end");
    assert!(!scene.game.table.market.odd);
    scene = scene.turn(1);
    scene.acts(1, "buy Ba2new with f2; take h2; reserve Ba2new; end");
    assert!(scene.game.table.market.odd);
}

#[test]
fn co3_an_empty_bag_leaves_its_half_empty() {
    let mut scene = scene().hand(0, "f9 f2").bag("");
    scene.acts(0, "buy T9ne with f9; buy Ba2new with f2; take d1; reserve T9ne; reserve Ba2new; end");
    assert_eq!(scene.shown()[1..], ["granada 1 Ar12"]);
    assert_eq!(scene.game.table.market.spaces[0], None);
    assert_eq!(scene.game.table.turn.stage, Stage::Action);
}

#[test]
fn co4_the_cities_touch_only_wall_against_moat() {
    assert_eq!(place(ARCADES, "Pa8n", "1,2"), "legal");
    for (board, code, at, side) in [
        (ARCADES, "Li12", "1,2", 'n'),                            // street under a wall
        (ARCADES, "Hp8w", "2,0", 'w'),                            // moat beside an open side
        (ARCADES, "Li12", "-1,0", 'e'),                           // street beside an open side
        (FOUNDED, "P7e", "0,2", 'e'),                             // wall beside a street
        (FOUNDED, "P8", "0,2", 'e'),                              // open side beside a street
        ("A9@1,0 A6sw@1,1 Pa8n@1,2 Ar8n@2,2", "G10", "2,1", 's'), // open side over a moat
    ] {
        assert_eq!(place(board, code, at), format!("CO4: sides-clash, tile {code}, cell {at}, side {side}"));
    }
    assert_eq!(place("A9@1,0 A6sw@1,1 Pa8n@1,2 Ar8n@2,2", "G12s", "2,1"), "legal");
    // Within a city as usual.
    assert_eq!(place(FOUNDED, "Hp8w", "2,2"), "P2: sides-clash, tile Hp8w, cell 2,2, side w");
    assert_eq!(place(FOUNDED, "S7w", "2,1"), "P2: sides-clash, tile S7w, cell 2,1, side w");
}

/// The rulebooks' example: next to open arcades and north of a library without a moat, nothing can ever be built.
#[test]
fn co4_example_a_cell_where_no_tile_fits() {
    let board = drawn("A9@1,0 A6sw@1,1 Pa8n@1,2 Li12@2,2");
    for tile in Tile::buildings().chain(Tile::granada_tiles()).filter(|t| board.find(*t).is_none()) {
        assert_eq!(board.check_place(tile, Cell::new(2, 1)).unwrap_err().reason, Reason::SidesClash, "{tile}");
    }
}

#[test]
fn co4_the_first_granada_tile_touches_a_wall_and_founds_the_city() {
    let mut scene = scene().board(0, ARCADES).hand(0, "d6");
    assert_eq!(scene.game.table.players[Seat(0)].board.founded(), None);
    scene.act(0, "buy Pa6ne with d6").act(0, "take h2");
    scene.lists(0, "place", "place Pa6ne 1,2");
    scene.act(0, "place Pa6ne 1,2");
    assert_eq!(scene.game.table.players[Seat(0)].board.founded(), Some(Cell::new(1, 2)));
}

/// CO4: also if it comes from the reserve, flipped or not; from then on it stays.
#[test]
fn co4_granadas_starting_tile_is_never_removed_or_exchanged() {
    let mut scene = scene().board(0, ARCADES).reserve(0, "Pa8n");
    scene.act(0, "build Pa8n 1,2");
    scene = scene.reserve(0, "Ar8n Hp12").turn(0);
    scene.refuses(0, "remove 1,2", "CO4: start-stays, tile Pa8n, cell 1,2");
    scene.refuses(0, "exchange Ar8n 1,2", "CO4: start-stays, tile Ar8n, cell 1,2");
    scene.refuses(0, "remove 0,0", "D2: start-stays, tile F, cell 0,0");
    assert!(scene.listed(0).iter().all(|a| !a.ends_with("remove 1,2") && !a.starts_with("exchange Ar8n 1,2")));
    // Other tiles of the city can come and go.
    scene.acts(0, "build Hp12 1,3; end");
    scene = scene.turn(0);
    scene.act(0, "remove 1,3");
}

#[test]
fn co4_each_city_is_reachable_from_its_own_starting_tile() {
    let west = "G10w@-1,0 A9@1,0 A6sw@1,1";
    assert_eq!(place(west, "Ar10e", "-2,0"), "legal", "it would found the city");
    let founded = format!("{west} Pa8n@1,2");
    assert_eq!(place(&founded, "Ar10e", "-2,0"), "P3: not-reachable, tile Ar10e, cell -2,0", "a second one");
    let moat = format!("{FOUNDED} Ar10e@2,2");
    assert_eq!(place(&moat, "S7w", "3,2"), "P3: not-reachable, tile S7w, cell 3,2", "nor Alhambra's through Granada");
    let row = format!("{FOUNDED} Li12@2,2 Hp12@3,2");
    assert_eq!(remove(&row, "2,2"), "P3: not-reachable, tile Li12, cell 2,2");
    assert_eq!(remove(&row, "3,2"), "legal");
    assert_eq!(remove(&row, "1,0"), "P3: not-reachable, tile A9, cell 1,0");
}

/// P4 for both together: the last place where they touch stays.
#[test]
fn co4_the_cities_stay_connected() {
    assert_eq!(remove(FOUNDED, "1,1"), "P4: not-connected, tile A6sw, cell 1,1");
    let two_seams = format!("{FOUNDED} P4es@0,1 Ar8n@0,2");
    assert_eq!(remove(&two_seams, "1,1"), "legal");
    assert_eq!(remove(&two_seams, "0,1"), "legal");
    assert_eq!(remove(&two_seams, "0,2"), "legal");
    let one_left = "A9@1,0 P4es@0,1 Pa8n@1,2 Ar8n@0,2";
    assert_eq!(remove(one_left, "0,1"), "P4: not-connected, tile P4es, cell 0,1");
    assert_eq!(remove(one_left, "0,2"), "P4: not-connected, tile Ar8n, cell 0,2");
    assert_eq!(remove(one_left, "1,0"), "legal");
    let scene = scene().board(0, one_left);
    scene.lists(0, "remove", "remove 1,0");
}

/// P5 for both together.
#[test]
fn co4_no_hole_between_the_cities() {
    let below = format!("{FOUNDED} Li12@2,2 Re12@3,2");
    assert_eq!(place(&below, "Hp12", "3,1"), "legal");
    assert_eq!(place(&format!("{below} C10@2,0"), "Hp12", "3,1"), "P5: hole, tile Hp12, cell 3,1");
    assert_eq!(place(&format!("{below} Hp12@3,1"), "C10", "2,0"), "P5: hole, tile C10, cell 2,0");
}

#[test]
fn co5_walls_and_moats_score_as_usual_and_the_stretch_twice() {
    let both = "A9@1,0 A6sw@1,1 G12s@2,1 P4es@3,1 Pa8n@1,2 Ar8n@2,2 Li8n@3,2";
    let city = drawn(both);
    assert_eq!(city.longest(Line::Walls), 5, "also where a moat runs beside it");
    assert_eq!(city.longest(Line::Moats), 3, "also where a wall runs beside it");
    assert_eq!(city.longest(Line::Stretch), 3);
    let scene = scene().board(0, both).board(1, ARCADES);
    let sheet = scoring::score(&scene.game.table, Round::First);
    let score = sheet.seats[Seat(0)];
    assert_eq!((score.walls, score.moats, score.stretch), (5, 3, 6));
    assert_eq!(score.total(), 5 + 3 + 6 + score.kinds.0.iter().sum::<u16>());
    let other = sheet.seats[Seat(1)];
    assert_eq!((other.walls, other.moats, other.stretch), (2, 0, 0));
}

/// CO5: against their own kind, walls and moats are inner.
#[test]
fn co5_inner_only_against_its_own_kind() {
    let city = drawn(&format!("{FOUNDED} P4es@0,1 Ar8n@0,2 Li12@1,3 Re12@0,3"));
    // A6sw's western wall is against P4es's eastern one.
    assert_eq!((city.longest(Line::Walls), city.longest(Line::Stretch)), (2, 2));
    let city = drawn(&format!("{FOUNDED} Ar10e@2,2 Li12@1,3 Re12@2,3 Hp12@3,3 Hp8w@3,2"));
    assert_eq!(city.longest(Line::Moats), 1, "Ar10e against Hp8w");
}

/// GR5 for Granada's kinds, W3 and W4 for Alhambra's; GR6 for Granada's only.
#[test]
fn co5_gr6_each_city_by_its_own_table() {
    let with = |setup| scene_of(setup).board(0, FOUNDED).board(1, "A10@1,0 A8n@2,0 T13e@3,0 Hp8w@4,0").board(2, "");
    let points = |scene: Scene, round| {
        let sheet = scoring::score(&scene.game.table, round);
        [0, 1].map(|s| [Kind::Arcades, Kind::Park, Kind::Hospital].map(|kind| sheet.seats[Seat(s)].kinds[kind]))
    };
    let mut simplified = Setup::combined(3);
    simplified.simplified = true;
    assert_eq!(points(with(Setup::combined(3)), Round::Second), [[6, 2, 0], [6, 0, 2]], "(10 + 3) / 2");
    assert_eq!(points(with(simplified), Round::Second), [[6, 10, 0], [6, 0, 10]]);
}

#[test]
fn co6_german_the_game_ends_when_a_space_holds_no_tile_at_all() {
    let mut scene = scene().bag("").granada_bag("").hand(0, "f9").hand(1, "f2 h3").hand(2, "h4 u1");
    scene.acts(0, "buy T9ne with f9; take d1; reserve T9ne; end");
    assert_eq!((scene.to_act(), scene.game.table.turn.stage), (Some(1), Stage::Action), "one half is left");
    scene.acts(1, "buy Ba2new with f2; take h2; reserve Ba2new; end");
    // E2 hands out both tiles of a space, Alhambra's first, each placed before the next.
    let mut gained = vec![];
    while let Some(seat) = scene.to_act() {
        gained.push(scene.shown().last().unwrap().clone());
        let code = gained.last().unwrap().split(' ').nth(2).unwrap().to_owned();
        assert_eq!(scene.listed_as(seat, "reserve"), [format!("reserve {code}")], "one tile, as it lies");
        scene.act(seat, &format!("reserve {code}")).act(seat, "end");
    }
    assert_eq!(gained, ["gain 1 G10", "gain 1 Ma4sw", "gain 0 P8", "gain 0 Pa6ne", "gain 2 S3esw", "gain 2 Sc8s"]);
}

#[test]
fn co6_english_the_game_ends_when_a_space_lacks_one_of_its_two() {
    let mut scene = scene_of(english()).bag("").granada_bag("Ar12 Hp12").hand(0, "f9").hand(1, "").hand(2, "f1");
    scene.acts(0, "buy T9ne with f9; take d1; reserve T9ne; end");
    assert_eq!(scene.shown().last().unwrap(), "gain 2 Ba2new");
    // The other bag.
    let mut scene = scene_of(english()).bag("C11").granada_bag("").hand(0, "f2").hand(1, "").hand(2, "f1");
    scene.acts(0, "buy Ba2new with f2; take d1; reserve Ba2new; end");
    assert_eq!(scene.shown().last().unwrap(), "gain 2 T9ne");
    // Both bags fill their halves: the game continues.
    let mut scene = scene_of(english()).bag("C11").granada_bag("").hand(0, "f9").hand(1, "").hand(2, "");
    scene.acts(0, "buy T9ne with f9; take d1; reserve T9ne; end");
    assert_eq!(scene.game.table.turn.stage, Stage::Action);
}

#[test]
fn co6_the_end_rule_is_an_option_of_the_combined_game() {
    for game in [GameKind::Alhambra, GameKind::Granada] {
        let setup = Setup { game, ..english() };
        assert_eq!(Game::new(setup, Seed::from(1)), Err(SetupError::EnglishEnd(game)));
    }
    assert!(Game::new(english(), Seed::from(1)).is_ok());
}

#[test]
fn co7_dirk_draws_from_both_bags() {
    let mut moatless = false;
    for seed in 0..40 {
        let game = Game::new(Setup::combined(2), Seed::from(seed)).unwrap();
        let dirk: Vec<Tile> = game.table.dirk.tiles.iter().collect();
        assert_eq!(dirk.iter().filter(|t| t.is_granada()).count(), 6);
        assert_eq!((dirk.len(), game.table.bag, game.table.granada_bag), (12, 44, 44));
        assert!(dirk.iter().filter(|t| t.is_granada()).all(|t| t.price() % 2 == 0), "GR7");
        moatless |= dirk.iter().any(|t| t.is_granada() && !t.sides().contains(&Side::Moat));
    }
    assert!(moatless, "the moat of CO1 is not asked of his");
}

#[test]
fn co7_six_of_each_after_round_one_a_third_of_each_after_round_two() {
    let mut scene = scene_of(Setup::combined(2))
        .hand(0, "f2")
        .deck("A d4")
        .bag("C11 A9 A10 C10")
        .granada_bag("Ar12 Hp12 Li12 Re12 Hl12 Pa12 Ma12 Sc12")
        .dirk("");
    scene.acts(0, "buy Ba2new with f2; take d1; reserve Ba2new; end");
    // Four are all that Alhambra's bag holds (N2). The marker shows odd after the refill (GR7).
    let shown = scene.shown();
    assert_eq!(shown[2], "granada 1 Ar12");
    assert_eq!(shown[4..8], ["dirk C11", "dirk A9", "dirk A10", "dirk C10"]);
    assert_eq!(shown[8..], ["dirk Pa13", "dirk Hl13", "dirk Ba13", "dirk Ar13", "dirk Li13", "dirk Re13"]);
    assert_eq!((scene.game.table.bag, scene.game.table.granada_bag), (0, 1));
    let mut scene =
        scene.hand(1, "").deck("B d4").bag("C11 A9 A10 C10").granada_bag("Ba12 Hp12 Li12 Re12 Hl12 Pa12 Ma12");
    scene = scene.turn(1);
    scene.acts(1, "take h2; end");
    assert_eq!(scene.shown()[3..], ["dirk C11", "dirk Sc13", "dirk Pa13"]);
    assert!(scene.game.table.market.odd, "his draws do not move the marker");
}

/// Granada and the combined game allow only vizier and bureau de change.
#[test]
fn modules_that_go_with_granada() {
    for game in [GameKind::Granada, GameKind::Combined] {
        for module in Module::ALL {
            let made = Game::new(Setup::new(game, 3).with(module), Seed::from(1));
            match module {
                Module::Vizier | Module::Bureau => assert!(made.is_ok(), "{module}"),
                _ => assert_eq!(made, Err(SetupError::Module(module, game))),
            }
        }
    }
    for players in 2..=6 {
        let all = Module::ALL.into_iter().fold(Setup::alhambra(players), Setup::with);
        assert!(Game::new(all, Seed::from(1)).is_ok());
    }
}

/// GR3 applies to the tile that founds the city.
#[test]
fn co4_founded_with_a_flipped_tile() {
    let mut scene = scene().board(0, ARCADES).hand(0, "d6 d4");
    scene.act(0, "buy Pa6ne with d6").act(0, "take h2").act(0, "place Ma7ne 1,2 flip d4");
    let city = &scene.game.table.players[Seat(0)].board;
    assert_eq!((city.founded(), city.get(Cell::new(1, 2))), (Some(Cell::new(1, 2)), Some(tile("Ma7ne"))));
    assert_eq!(*scene.game.hand(Seat(0)), hand("h2"));
}
