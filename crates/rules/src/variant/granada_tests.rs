//! Granada: the same board and turn with double-sided tiles (GR1–GR7). Its rules concern many files, so their tests are
//! here.

use crate::board::{Board, Line};
use crate::event::Round;
use crate::game::Game;
use crate::kind::Kind;
use crate::rng::Seed;
use crate::rule::scoring::{self, Holding};
use crate::seat::{BySeat, Seat};
use crate::setup::{GameKind, Module, Setup, SetupError};
use crate::side::Side;
use crate::table::{Occasion, Stage};
use crate::testkit::{Scene, board, hand, tile, tiles};
use crate::tile::{Tile, TileSet};

/// Three players, seat 0's turn, the marker on *even*. Ba2new costs florins, Ma4sw dirhams, Pa6ne denars, Sc8s ducats.
fn scene(players: u8) -> Scene {
    Scene::new(Setup::granada(players))
        .market("Ba2new Ma4sw Pa6ne Sc8s")
        .display("d1 h2 u5 f3")
        .deck("d4 d5 d6")
        .bag("Ar12 Hp12 Li12 Re12 Hl12 Pa12 Ma12 Sc12")
        .with(|game| game.table.market.odd = false)
}

fn city(drawn: &str) -> Board {
    board(GameKind::Granada, drawn)
}

fn set(codes: &str) -> TileSet {
    tiles(codes).into_iter().collect()
}

/// The points for schools, by seat, with these schools in each city.
fn schools(cities: &[&str], round: Round, simplified: bool) -> Vec<u16> {
    let holdings = BySeat::new(cities.len(), |i| Holding::of_tiles(set(cities[i])));
    let (points, _) = scoring::majorities(&holdings, None, round, simplified);
    points.iter().map(|p| p[Kind::School]).collect()
}

/// GR1: every player has Granada's own starting tile, without moats; all 54 tiles are in the game.
#[test]
fn gr1_starting_tile_and_bag() {
    let game = Game::new(Setup::granada(4), Seed::from(3)).unwrap();
    for player in &game.table.players {
        assert_eq!(player.board, Board::new(Tile::GRANADA_START));
        assert_eq!((Tile::GRANADA_START.to_string(), Tile::GRANADA_START.sides()), ("F".into(), [Side::Street; 4]));
    }
    let all = game.secrets.bag.iter().copied().chain(game.table.market.spaces.into_iter().flatten());
    assert_eq!(all.collect::<TileSet>(), Tile::granada_tiles().collect(), "each of the 54 once");
    assert_eq!(game.table.market.beside, [None; 4]);
}

/// GR1: moats follow the rules for walls.
#[test]
fn gr1_moats_are_built_like_walls() {
    let place = |drawn: &str, code: &str, at: &str| {
        city(drawn).check_place(tile(code), at.parse().unwrap()).map_or_else(|r| r.to_string(), |()| "legal".into())
    };
    assert_eq!(place("", "Ba2new", "0,-1"), "legal");
    assert_eq!(place("", "Ba2new", "0,1"), "P2: sides-clash, tile Ba2new, cell 0,1, side n");
    assert_eq!(place("Ba2new@0,-1", "Ma4sw", "1,-1"), "P3: not-reachable, tile Ma4sw, cell 1,-1", "moat to moat");
    assert_eq!(place("Ba2new@0,-1 Li12@1,0", "Ma4sw", "1,-1"), "P2: sides-clash, tile Ma4sw, cell 1,-1, side s");
    assert_eq!(place("Ba2new@0,-1 Li12@1,0", "Hp8w", "1,-1"), "legal");
    assert_eq!(place("", "Li12", "1,1"), "P4: not-connected, tile Li12, cell 1,1");
    let hook = "Li12@1,0 Ar12@2,0 Hp12@2,1 Re12@2,2 Hl12@1,2";
    assert_eq!(place(hook, "Pa12", "0,2"), "legal");
    assert_eq!(place(&format!("{hook} Pa12@0,2"), "Ma12", "0,1"), "P5: hole, tile Ma12, cell 0,1");
    assert_eq!(city("Ba2new@0,-1").longest(Line::Moats), 3);
    assert_eq!(city("Ba2new@0,-1 Li12@1,0 Hp8w@1,-1").longest(Line::Moats), 2, "an inner moat");
}

#[test]
fn gr2_even_faces_at_set_up_then_the_marker_stands_on_odd() {
    for seed in 0..20 {
        let game = Game::new(Setup::granada(3), Seed::from(seed)).unwrap();
        assert!(game.table.market.spaces.iter().all(|t| t.unwrap().price() % 2 == 0));
        assert!(game.table.market.odd);
    }
}

/// The rulebooks' example: spaces 2 and 4 are refilled while the marker shows even; then it moves to odd.
#[test]
fn gr2_new_tiles_lie_as_the_marker_shows_then_it_changes() {
    let mut scene = scene(3).hand(0, "h4 u8");
    scene.acts(0, "buy Ma4sw with h4; buy Sc8s with u8; take d1; reserve Ma4sw; reserve Sc8s; end");
    assert_eq!(scene.shown(), ["display d4", "market 2 Ar12", "market 4 Hp12"]);
    assert!(scene.game.table.market.odd, "once, however many were laid");
    scene = scene.hand(1, "f2").turn(1);
    scene.acts(1, "buy Ba2new with f2; take h2; reserve Ba2new; end");
    assert_eq!(scene.shown(), ["display d5", "market 1 Hl13"], "the odd face of Li12");
    assert!(!scene.game.table.market.odd);
}

#[test]
fn gr2_the_marker_stays_if_no_tile_was_laid() {
    for odd in [false, true] {
        let mut scene = scene(3).with(|game| game.table.market.odd = odd);
        scene.acts(0, "take d1; end");
        assert_eq!(scene.game.table.market.odd, odd);
        // Nor if the bag is empty.
        let mut scene = scene.turn(0).hand(0, "f2").bag("");
        scene.acts(0, "buy Ba2new with f2; take h2; reserve Ba2new; end");
        assert_eq!(scene.game.table.market.odd, odd);
    }
}

#[test]
fn gr3_a_tile_is_bought_as_it_lies_and_built_with_that_face() {
    let mut scene = scene(3).hand(0, "f2 f3 d2");
    scene.refuses(0, "buy Ar3new with f3", "B1: not-on-offer, tile Ar3new");
    scene.act(0, "buy Ba2new with f3");
    assert_eq!(scene.listed(0), ["place Ba2new 0,-1", "reserve Ba2new", "reserve Ar3new"], "3 money of one currency");
    scene.refuses(0, "place Li12 1,0", "T4: not-waiting, tile Li12, cell 1,0");
    scene.act(0, "place Ba2new 0,-1");
    assert_eq!(scene.at(0, 0, -1).as_deref(), Some("Ba2new"));
    assert_eq!(*scene.game.hand(Seat(0)), hand("f2 d2"), "free");
}

#[test]
fn gr3_the_other_face_costs_three_money_of_one_currency() {
    let mut scene = scene(3).hand(0, "f9 d1 d2 d5 h3");
    scene.act(0, "buy Ba2new with f9");
    for (line, refusal) in [
        ("place Ar3new 0,-1", "GR3: flip-unpaid, tile Ar3new, cell 0,-1"),
        ("place Ar3new 0,-1 flip d2", "GR3: too-little, tile Ar3new, cell 0,-1"),
        ("place Ar3new 0,-1 flip u3", "GR3: not-in-hand, tile Ar3new, cell 0,-1"),
        ("place Ba2new 0,-1 flip h3", "GR3: no-flip, tile Ba2new, cell 0,-1"),
        ("place Ar3new 0,1 flip h3", "P2: sides-clash, tile Ar3new, cell 0,1, side n"),
    ] {
        scene.refuses(0, line, refusal);
    }
    // No change is given; B4: only what is needed is listed.
    scene.lists(
        0,
        "place Ar3new",
        "place Ar3new 0,-1 flip d5; place Ar3new 0,-1 flip d2 d1; place Ar3new 0,-1 flip h3",
    );
    assert!("place Ar3new 0,-1 flip d2 h3".parse::<crate::action::Action>().is_err(), "one currency");
    scene.act(0, "place Ar3new 0,-1 flip d1 d2 d5");
    assert_eq!(scene.game.table.discard, hand("f9 d1 d2 d5"));
    assert_eq!(scene.at(0, 0, -1).as_deref(), Some("Ar3new"));
    assert_eq!(scene.listed(0), ["end"]);
}

#[test]
fn gr3_not_by_bureau_de_change() {
    let mut scene =
        Scene::new(Setup::granada(3).with(Module::Bureau)).market("Ba2new Ma4sw Pa6ne Sc8s").hand(0, "f9 d2 h3 xdh");
    scene.act(0, "buy Ba2new with f9");
    for payment in ["d2 h3 xdh", "h3 xdh"] {
        let line = format!("place Ar3new 0,-1 flip {payment}");
        scene.refuses(0, &line, "GR3: wrong-currency, tile Ar3new, cell 0,-1");
    }
    scene.lists(0, "place Ar3new", "place Ar3new 0,-1 flip h3");
}

#[test]
fn gr3_on_the_reserve_with_either_face_and_never_flipped_again() {
    let mut scene = scene(3).hand(0, "f9 d9");
    scene.acts(0, "buy Ba2new with f9; reserve Ar3new; end");
    assert_eq!((scene.reserve_of(0), *scene.game.hand(Seat(0))), (vec!["Ar3new".into()], hand("d9")));
    scene = scene.turn(0);
    scene.refuses(0, "build Ba2new 0,-1", "D1: not-in-reserve, tile Ba2new");
    scene.act(0, "build Ar3new 0,-1");
    scene = scene.turn(0);
    scene.act(0, "remove 0,-1");
    assert_eq!(scene.reserve_of(0), ["Ar3new"]);
    scene = scene.board(0, "Pa2new@0,-1").turn(0);
    scene.refuses(0, "exchange Ba2new 0,-1", "D1: not-in-reserve, tile Ba2new");
    scene.act(0, "exchange Ar3new 0,-1");
    assert_eq!(scene.reserve_of(0), ["Pa2new"]);
}

/// GR3: each of several tiles can be flipped, and each is paid for.
#[test]
fn gr3_each_flipped_tile_is_paid_for() {
    let mut scene = scene(3).hand(0, "f2 u8 d3 h4");
    scene.acts(
        0,
        "buy Ba2new with f2; buy Sc8s with u8; take d1; place Ar3new 0,-1 flip d3; place Hp9s 1,0 flip h4; end",
    );
    assert_eq!(*scene.game.hand(Seat(0)), hand("d1"));
}

#[test]
fn gr4_handed_out_space_by_space_each_placed_before_the_next() {
    let mut scene = scene(3).hand(0, "u9 f1").hand(1, "h3 f3").hand(2, "d6 h3 f1").bag("");
    scene.acts(0, "buy Sc8s with u9; reserve Sc8s; end");
    assert_eq!((scene.shown(), scene.to_act()), (vec!["gain 1 Ba2new".into()], Some(1)));
    assert_eq!(scene.game.table.turn.stage, Stage::Placing(Occasion::Handout));
    scene.refuses(1, "end", "E3: tiles-waiting");
    scene.refuses(1, "place Ar3new 0,-1 flip f3", "GR4: no-flip, tile Ar3new, cell 0,-1");
    scene.refuses(1, "reserve Ar3new", "GR4: no-flip, tile Ar3new");
    assert_eq!(scene.listed(1), ["place Ba2new 0,-1", "reserve Ba2new"], "as it lies");
    scene.act(1, "place Ba2new 0,-1");
    assert_eq!(scene.listed(1), ["end"]);
    scene.act(1, "end");
    // Only now the next; two players are tied on dirhams.
    assert_eq!((scene.shown(), scene.to_act()), (vec!["left Ma4sw".into(), "gain 2 Pa6ne".into()], Some(2)));
    scene.acts(2, "reserve Pa6ne; end");
    assert_eq!((scene.shown(), scene.to_act()), (vec!["score 3".into()], None));
    assert_eq!(scene.game.table.market.spaces, [None, Some(tile("Ma4sw")), None, None]);
}

/// GR4: the same player may receive several tiles, one after the other; N4: Dirk gets none.
#[test]
fn gr4_the_same_player_again_and_never_dirk() {
    let mut scene = scene(2).hand(0, "f2 h9").hand(1, "d9 u9").bag("").dirk("");
    scene.acts(0, "buy Ba2new with f2; take d1; reserve Ba2new; end");
    assert_eq!(scene.shown().last().unwrap(), "gain 0 Ma4sw");
    scene.refuses(0, "dirk Ma4sw", "N4: not-for-dirk, tile Ma4sw");
    scene.acts(0, "reserve Ma4sw; end");
    assert_eq!(scene.shown(), ["gain 1 Pa6ne"]);
    scene.acts(1, "reserve Pa6ne; end");
    assert_eq!(scene.shown(), ["gain 1 Sc8s"]);
    scene.acts(1, "place Sc8s 1,0; end");
    assert_eq!(scene.to_act(), None);
}

/// The rulebooks' examples: three schools of seven, four of nine, and four against four of ten.
#[test]
fn gr5_examples_of_the_three_scorings() {
    assert_eq!(schools(&["Sc2nes Sc4nw Sc6sw", "Sc3nes Sc5es", "Sc7es Sc8s"], Round::First, false), [7, 0, 0]);
    let (blue, red) = ("Sc9n Sc8s Sc7es Sc6sw", "Sc2nes Sc10w");
    let second = schools(&[blue, "Sc12 Sc5es Sc4nw", red], Round::Second, false);
    assert_eq!(second, [2 * 9, 9, 0]);
    let third = schools(&[blue, "Sc12 Sc5es Sc4nw Sc3nes", red], Round::Third, false);
    assert_eq!(third, [2 * 10, 3 * 10, 10]);
}

#[test]
fn gr5_tied_players_are_ranked_by_their_highest_price() {
    // Not by the sum: one expensive school beats three middling ones.
    assert_eq!(schools(&["Sc8s Sc9n Sc10w", "Sc2nes Sc3nes Sc11e"], Round::First, false), [0, 6]);
    assert_eq!(schools(&["Sc13", "Sc2nes Sc3nes"], Round::First, false), [0, 3], "numbers first");
    assert_eq!(schools(&["Sc13", "Sc12", "Sc11e", "Sc10w"], Round::Third, false), [12, 8, 4, 0]);
    assert_eq!(schools(&["Sc13", "", ""], Round::Third, false), [3, 0, 0], "W5");
}

#[test]
fn gr5_dirks_buildings_count_reserves_do_not() {
    let scene = scene(2).board(0, "Sc12@1,0 Li12@0,1").reserve(0, "Sc4nw Sc6sw").board(1, "").dirk("Sc13 Sc9n Ba12");
    let sheet = scoring::score(&scene.game.table, Round::Second);
    let dirk = sheet.dirk.unwrap();
    assert_eq!((sheet.seats[Seat(0)].kinds[Kind::School], dirk.kinds[Kind::School]), (3, 6));
    assert_eq!((sheet.seats[Seat(0)].kinds[Kind::Library], dirk.kinds[Kind::BathHouse]), (2, 2));
    assert_eq!(dirk.total(), 8, "N3");
}

#[test]
fn gr5_the_longest_moat_pays_like_a_wall() {
    let scene = scene(3).board(0, "Ba2new@0,-1 Hp8w@-1,0").board(1, "Li12@1,0");
    let sheet = scoring::score(&scene.game.table, Round::First);
    let score = sheet.seats[Seat(0)];
    assert_eq!((score.walls, score.moats, score.stretch), (0, 3, 0));
    assert_eq!(score.total(), 3 + 1 + 1);
    assert_eq!(sheet.seats[Seat(1)].moats, 0);
}

#[test]
fn gr6_simplified_scoring_pays_fixed_points() {
    let cities = ["Sc2nes Sc4nw Sc6sw", "Sc3nes Sc5es", "Sc7es", "Sc8s"];
    // GR5 breaks the tie: Sc8s is more expensive than Sc7es.
    assert_eq!(Round::ALL.map(|r| schools(&cities, r, true)), [[3, 0, 0, 0], [10, 3, 0, 0], [18, 10, 0, 3]]);
    assert_eq!(schools(&["Sc13", "Sc12"], Round::First, true), [3, 0], "never shared");
    assert_eq!(schools(&["Sc13", ""], Round::Second, true), [10, 0], "W5");
    let mut setup = Setup::granada(3);
    setup.simplified = true;
    let scene = Scene::new(setup).board(0, "Sc12@1,0").board(1, "Sc8s@1,0").board(2, "");
    let sheet = scoring::score(&scene.game.table, Round::Second);
    assert_eq!(sheet.seats.iter().map(|s| s.kinds[Kind::School]).collect::<Vec<_>>(), [10, 3, 0]);
}

#[test]
fn gr6_is_an_option_of_granada_and_combined_only() {
    let mut setup = Setup::alhambra(3);
    setup.simplified = true;
    assert_eq!(Game::new(setup, Seed::from(1)), Err(SetupError::Simplified));
    for game in [GameKind::Granada, GameKind::Combined] {
        let mut setup = Setup::new(game, 3);
        setup.simplified = true;
        assert!(Game::new(setup, Seed::from(1)).is_ok());
    }
}

#[test]
fn gr7_dirks_first_six_lie_even_later_ones_as_the_marker_shows() {
    let game = Game::new(Setup::granada(2), Seed::from(5)).unwrap();
    assert_eq!(game.table.dirk.tiles.len(), 6);
    assert!(game.table.dirk.tiles.iter().all(|t| t.price() % 2 == 0));
    assert!(game.table.market.odd, "his draws do not move it");
    // The marker moves to odd with the refill; then he draws.
    let mut scene = scene(2).hand(0, "f2").deck("A d4").dirk("");
    scene.acts(0, "buy Ba2new with f2; take d1; reserve Ba2new; end");
    assert_eq!(
        scene.shown(),
        [
            "scoring A",
            "display d4",
            "market 1 Ar12",
            "score 1",
            "dirk Pa13",
            "dirk Hl13",
            "dirk Ba13",
            "dirk Ar13",
            "dirk Li13",
            "dirk Re13"
        ]
    );
    assert!(scene.game.table.market.odd);
    // A third of the three that are left; the marker shows even after this refill.
    let mut scene = scene.hand(1, "h4").bag("Ma12 Sc12 Ba12 Hp12").deck("B d5").turn(1);
    scene.acts(1, "buy Ma4sw with h4; take h2; reserve Ma4sw; end");
    assert_eq!(scene.shown(), ["scoring B", "display d5", "market 2 Re13", "score 2", "dirk Sc12"]);
    assert!(!scene.game.table.market.odd);
}

#[test]
fn gr7_a_tile_given_to_dirk_stays_as_it_was_bought() {
    let mut scene = scene(2).hand(0, "f9 d3").dirk("");
    scene.act(0, "buy Ba2new with f9");
    scene.refuses(0, "dirk Ar3new", "N4: not-waiting, tile Ar3new");
    assert_eq!(scene.listed_as(0, "dirk"), ["dirk Ba2new"]);
    scene.act(0, "dirk Ba2new");
    assert_eq!(scene.game.table.dirk.tiles, set("Ba2new"));
}
