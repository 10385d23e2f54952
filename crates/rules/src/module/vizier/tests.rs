//! The vizier's rules, one by one (VZ1–VZ7).

use super::*;
use crate::game::Game;
use crate::rng::Seed;
use crate::table::{Occasion, Stage, Window};
use crate::testkit::{Scene, board, hand, tile};

/// Three players, seat 0's turn. T9ne costs florins, G10 dirhams, P8 denars, S3esw ducats.
fn scene(hands: [&str; 3]) -> Scene {
    let scene = Scene::new(Setup::alhambra(3).with(Module::Vizier))
        .market("T9ne G10 P8 S3esw")
        .display("d1 h2 u5 f3")
        .deck("d4 d4 d4 d4 d4 d4")
        .discard("")
        .bag("C11 A9 A10 G11 T11");
    hands.into_iter().zip(0..).fold(scene, |scene, (hand, seat)| scene.hand(seat, hand))
}

fn awake(scene: &Scene) -> [bool; 3] {
    [0, 1, 2].map(|seat| scene.game.table.modules.vizier.is_awake(Seat(seat)))
}

fn asleep(seats: u8) -> impl FnOnce(&mut Game) {
    move |game| game.table.modules.vizier.awake &= !seats
}

const WINDOW: Stage = Stage::Window(Window::AfterTurn);

#[test]
fn vz1_every_vizier_is_awake_at_the_start() {
    for players in 2..=6 {
        let game = Game::new(Setup::alhambra(players).with(Module::Vizier), Seed::from(1)).unwrap();
        assert!((0..players).all(|seat| game.table.modules.vizier.is_awake(Seat(seat))));
        let game = Game::new(Setup::alhambra(players), Seed::from(1)).unwrap();
        assert!((0..players).all(|seat| !game.table.modules.vizier.is_awake(Seat(seat))), "not in this game");
    }
}

#[test]
fn vz1_without_the_module_nobody_is_asked() {
    let mut scene = Scene::new(Setup::alhambra(3)).market("T9ne G10 P8 S3esw").display("d1 h2 u5 f3").hand(1, "d8");
    scene.refuses(0, "wake", "VZ5: not-in-game");
    scene.acts(0, "take u5; end");
    assert_eq!((scene.to_act(), scene.game.table.turn.stage), (Some(1), Stage::Action));
}

#[test]
fn vz2_one_tile_for_its_exact_price_placed_at_once() {
    let mut scene = scene(["", "d8 d9 f9", ""]);
    scene.acts(0, "take u5; end");
    assert_eq!((scene.to_act(), scene.game.table.turn.stage), (Some(1), WINDOW));
    assert_eq!(scene.listed(1), ["vizier T9ne with f9", "vizier P8 with d8", "pass"]);
    scene.act(1, "vizier P8 with d8");
    assert_eq!(awake(&scene), [true, false, true]);
    assert_eq!(*scene.game.hand(Seat(1)), hand("d9 f9"));
    assert_eq!(scene.game.table.discard, hand("d8"));
    // No extra action for paying exactly: the tile is placed, then the market is refilled.
    assert_eq!((scene.to_act(), scene.game.table.turn.stage), (Some(1), Stage::Placing(Occasion::OutOfTurn)));
    for line in ["take d1", "buy T9ne with f9"] {
        scene.refuses(1, line, "T1: not-now");
    }
    scene.refuses(1, "end", "T4: tiles-waiting");
    assert_eq!(scene.game.table.market.spaces[2], None);
    scene.act(1, "place P8 1,0");
    assert_eq!(scene.game.table.market.spaces[2], None, "not before `end`");
    scene.act(1, "end");
    assert_eq!(scene.shown(), ["market 3 C11"]);
    assert_eq!(scene.game.table.players[Seat(1)].board.get("1,0".parse().unwrap()), Some(tile("P8")));
    // The order of play continues as if nothing had happened.
    assert_eq!((scene.to_act(), scene.game.table.turn.stage), (Some(1), Stage::Action));
}

#[test]
fn vz2_refuses_all_but_the_exact_price_in_the_right_currency() {
    let mut scene = scene(["", "d7 d8 d9 d1 h9 h1", ""]);
    scene.refuses(0, "vizier P8 with d8", "VZ2: not-now"); // in a turn
    scene.refuses(1, "vizier P8 with d8", "T1: not-your-turn");
    scene.acts(0, "take u5; end");
    for (line, refusal) in [
        ("vizier P8 with d9", "VZ2: not-exact, tile P8"),
        ("vizier P8 with d7", "B1: too-little, tile P8"),
        ("vizier P8 with h9", "B1: wrong-currency, tile P8"),
        ("vizier P8 with d4 d4", "B1: not-in-hand, tile P8"),
        ("vizier C11 with d8 d1", "B1: not-on-offer, tile C11"),
    ] {
        scene.refuses(1, line, refusal);
    }
    scene.refuses(0, "pass", "T1: not-your-turn");
    assert_eq!(scene.listed_as(1, "vizier P8"), ["vizier P8 with d8", "vizier P8 with d7 d1"]);
    scene.acts(1, "vizier P8 with d7 d1; reserve P8; end");
    assert!(scene.game.table.players[Seat(1)].reserve.contains(tile("P8")));
}

#[test]
fn vz2_the_window_opens_after_the_scoring() {
    let mut scene = scene(["", "d8", ""]).deck("A d4 d4").board(0, "P2new@0,-1");
    scene.acts(0, "take u5; end");
    assert_eq!(scene.shown(), ["scoring A", "display d4", "score 1"]);
    assert_eq!((scene.to_act(), scene.game.table.turn.stage), (Some(1), WINDOW));
}

#[test]
fn vz2_dirk_may_be_given_the_tile() {
    let mut scene = Scene::new(Setup::alhambra(2).with(Module::Vizier))
        .market("T9ne G10 P8 S3esw")
        .display("d1 h2 u5 f3")
        .bag("C11 A9")
        .dirk("")
        .hand(0, "")
        .hand(1, "d8");
    scene.acts(0, "take u5; end").acts(1, "vizier P8 with d8; dirk P8; end");
    assert!(scene.game.table.dirk.tiles.contains(tile("P8")));
}

#[test]
fn vz3_the_next_player_is_asked_first_and_all_again_after_each_use() {
    let mut scene = scene(["f9", "d8", "u3"]);
    scene.acts(0, "take h2; end");
    assert_eq!(scene.to_act(), Some(1));
    scene.act(1, "pass");
    assert_eq!(scene.to_act(), Some(2));
    scene.acts(2, "vizier S3esw with u3; reserve S3esw; end");
    assert_eq!(scene.to_act(), Some(1), "who has passed is asked again");
    scene.act(1, "pass");
    assert_eq!((scene.to_act(), scene.game.table.turn.stage), (Some(0), WINDOW), "whose turn it was comes last");
    scene.acts(0, "vizier T9ne with f9; reserve T9ne; end");
    assert_eq!((scene.to_act(), scene.game.table.turn.stage), (Some(1), WINDOW));
    scene.act(1, "pass");
    assert_eq!((scene.to_act(), scene.game.table.turn.stage), (Some(1), Stage::Action), "nobody used one");
    assert_eq!(awake(&scene), [false, true, false]);
}

#[test]
fn vz3_a_tile_laid_after_a_viziers_purchase_can_be_bought_by_another() {
    // Seat 1 cannot pay for anything until A9 replaces T9ne.
    let mut scene = scene(["", "f7 f2", "f9"]).market("T11n G10 P8 S3esw").hand(2, "f9 f2").bag("A9 C11 A10");
    scene.acts(0, "take h2; end");
    assert_eq!(scene.to_act(), Some(2));
    scene.acts(2, "vizier T11n with f9 f2; reserve T11n; end");
    assert_eq!(scene.listed(1), ["vizier A9 with f7 f2", "pass"]);
}

#[test]
fn vz4_only_seats_that_can_pay_some_tile_exactly_are_asked() {
    // Enough money is not enough: it must be the exact price.
    let mut first = scene(["u3", "d9 f8 h9 u2", ""]);
    first.acts(0, "take h2; end");
    assert_eq!((first.to_act(), first.game.table.turn.stage), (Some(0), WINDOW));
    let mut nobody = scene(["", "d9 f8 h9 u2", "d5 d2"]);
    nobody.acts(0, "take h2; end");
    assert_eq!((nobody.to_act(), nobody.game.table.turn.stage), (Some(1), Stage::Action));
    let mut sleeping = scene(["", "d8", "u3"]).with(asleep(0b010));
    sleeping.acts(0, "take h2; end");
    assert_eq!((sleeping.to_act(), sleeping.game.table.turn.stage), (Some(2), WINDOW));
    sleeping.refuses(1, "vizier P8 with d8", "T1: not-your-turn");
}

#[test]
fn vz5_waking_is_the_action_of_a_turn_and_helps_in_the_window_after_it() {
    let mut scene = scene(["f9", "", ""]).with(asleep(0b001));
    scene.refuses(1, "wake", "T1: not-your-turn");
    assert_eq!(scene.listed_as(0, "wake"), ["wake"]);
    scene.act(0, "wake");
    assert_eq!(awake(&scene), [true; 3]);
    assert_eq!(scene.listed(0), ["end"], "that was the action of this turn");
    scene.refuses(0, "take d1", "T1: not-now");
    scene.act(0, "end");
    scene.refuses(0, "wake", "VZ5: not-now");
    assert_eq!(scene.listed(0), ["vizier T9ne with f9", "pass"]);
}

#[test]
fn vz5_only_a_sleeping_vizier_is_woken() {
    let mut scene = scene(["f9", "", ""]);
    scene.refuses(0, "wake", "VZ5: awake");
    assert!(scene.listed_as(0, "wake").is_empty());
    // T1: with nothing else to do, waking is the only action.
    let idle = scene.display("").hand(0, "").with(asleep(0b001));
    assert_eq!(idle.listed(0), ["wake"]);
}

/// T2, T3: it may follow an exact payment, and makes an extra action mandatory.
#[test]
fn vz5_waking_can_follow_an_exact_payment() {
    let mut scene = scene(["f9", "", ""]).with(asleep(0b001)).display("");
    scene.act(0, "buy T9ne with f9");
    assert_eq!(scene.listed(0), ["wake"]);
    scene.refuses(0, "end", "T3: action-due");
    scene.acts(0, "wake; place T9ne 1,0; end");
}

#[test]
fn vz6_the_display_is_not_refilled_and_no_scoring_card_comes() {
    // Deck and discards are used up, so the display stays short; what the vizier pays must not be dealt.
    let mut scene = scene(["", "d8", ""]).deck("");
    scene.acts(0, "take u5; end");
    assert_eq!(scene.game.table.display.iter().flatten().count(), 3);
    scene.acts(1, "vizier P8 with d8; reserve P8; end");
    assert_eq!(scene.shown(), ["market 3 C11"]);
    assert_eq!(scene.game.table.display.iter().flatten().count(), 3);
}

#[test]
fn vz6_a_refill_that_fails_ends_the_game_and_nobody_else_is_asked() {
    let mut scene = scene(["f9", "d8", "u3 f4"]).bag("").board(1, "P2new@0,-1");
    scene.acts(0, "take h2; end").act(1, "pass");
    scene.acts(2, "vizier S3esw with u3; place S3esw 0,1; end");
    // G10 went to seat 0 for the h2 it took. E3: the player who would be next goes first.
    assert_eq!(scene.shown(), ["gain 0 T9ne", "gain 0 G10", "gain 1 P8"]);
    let handout = Stage::Placing(Occasion::Handout);
    assert_eq!((scene.to_act(), scene.game.table.turn.stage), (Some(1), handout));
    scene.refuses(1, "vizier G10 with d8", "VZ2: not-now");
    scene.acts(1, "reserve P8; end");
    assert_eq!((scene.to_act(), scene.game.table.turn.stage), (Some(0), handout));
    scene.acts(0, "reserve T9ne; reserve G10; end");
    assert_eq!(scene.shown(), ["score 3"]);
    assert_eq!(scene.to_act(), None);
    scene.refuses(0, "wake", "E4: game-over");
}

#[test]
fn vz6_no_window_after_the_last_turn() {
    let mut scene = scene(["d9", "f9", "u3"]).bag("");
    scene.acts(0, "buy P8 with d9; reserve P8; end");
    assert_eq!(scene.shown(), ["gain 1 T9ne", "left G10", "gain 2 S3esw"]);
    assert_eq!(scene.game.table.turn.stage, Stage::Placing(Occasion::Handout));
}

#[test]
fn vz7_no_huts_and_no_falcons_but_camps() {
    let setup = Setup::alhambra(3).with(Module::Vizier).with(Module::Huts).with(Module::Falconers).with(Module::Camps);
    let mut scene = Scene::new(setup)
        .market("T9ne c8ne P8 S3esw")
        .display("d1 h2 u5 f3")
        .bag("C11 A9 A10")
        .hand(0, "")
        .hand(1, "h8")
        .hand(2, "")
        .board(1, "G10@1,0 T11@0,1 C10@1,1");
    scene.acts(0, "take u5; end");
    assert_eq!(scene.listed(1), ["vizier c8ne with h8", "pass"]);
    let hut = scene.game.table.modules.huts.face_up[0].unwrap();
    assert_eq!(scene.refused(1, &format!("hut {hut}")).to_string(), "HU2: not-now");
    scene.refuses(1, "falcon fGT 1,1 with h8", "FA2: not-now");
    scene.acts(1, "vizier c8ne with h8; reserve c8ne; end");
    assert_eq!(scene.shown(), ["market 2 C11"]);
}

#[test]
fn vz7_after_a_bazaar_nothing_is_refilled() {
    let mut scene = scene(["", "h9 h1", ""]).with(|game| {
        game.table.setup = game.table.setup.with(Module::Bazaars);
        game.table.modules.bazaars.aside.insert(tile("bSAG"));
    });
    scene.acts(0, "take u5; end");
    // It costs what G10 costs, and it must be paid exactly anyway.
    assert_eq!(scene.listed(1), ["vizier G10 with h9 h1", "vizier bSAG with h9 h1", "pass"]);
    scene.acts(1, "vizier bSAG with h9 h1; place bSAG 1,0; end");
    assert_eq!(scene.shown(), [""; 0]);
    assert_eq!(scene.game.table.bag, 5);
    assert!(scene.game.table.modules.bazaars.aside.is_empty());
    assert_eq!((scene.to_act(), scene.game.table.turn.stage), (Some(1), Stage::Action));
}

#[test]
fn vz7_a_bureau_card_may_help() {
    let mut scene = scene(["", "d5 f3", ""]).with(|g| g.table.setup = g.table.setup.with(Module::Bureau));
    scene = scene.hand(1, "d5 f3 xdf");
    scene.acts(0, "take u5; end");
    assert_eq!(scene.listed(1), ["vizier P8 with d5 f3 xdf", "pass"], "VZ4 counts it");
    scene.acts(1, "vizier P8 with d5 f3 xdf; reserve P8; end");
    assert!(scene.game.hand(Seat(1)).is_empty());
}

#[test]
fn vz7_in_granada_the_tile_may_be_flipped_and_the_refill_moves_the_marker() {
    let mut scene = Scene::new(Setup::granada(3).with(Module::Vizier))
        .market("Ba2new Ma4sw Pa6ne Sc8s")
        .display("d1 h2 u5 f3")
        .bag("Ar12 Hp12")
        .hand(0, "")
        .hand(1, "f2 d3")
        .hand(2, "");
    assert!(scene.game.table.market.odd);
    scene.acts(0, "take u5; end");
    assert!(scene.game.table.market.odd, "nothing was laid");
    scene.act(1, "vizier Ba2new with f2");
    scene.refuses(1, "place Ar3new 0,-1", "GR3: flip-unpaid, tile Ar3new, cell 0,-1");
    scene.acts(1, "place Ar3new 0,-1 flip d3; end");
    assert_eq!(scene.shown(), ["market 1 Hp13"]);
    assert!(!scene.game.table.market.odd);
    let city = board(crate::setup::GameKind::Granada, "Ar3new@0,-1");
    assert_eq!(scene.game.table.players[Seat(1)].board, city);
}

#[test]
fn vz7_in_the_combined_game_it_is_one_tile() {
    let mut scene = Scene::new(Setup::combined(3).with(Module::Vizier))
        .market("T9ne G10 P8 S3esw")
        .beside("Ba2new Ma4sw Pa6ne Sc8s")
        .display("d1 h2 u5 f3")
        .bag("C11 A9")
        .granada_bag("Ar12 Hp12")
        .hand(0, "")
        .hand(1, "f9 f2")
        .hand(2, "");
    let odd = scene.game.table.market.odd;
    scene.acts(0, "take u5; end");
    assert_eq!(scene.listed(1), ["vizier T9ne with f9", "vizier Ba2new with f2", "pass"]);
    scene.acts(1, "vizier T9ne with f9; reserve T9ne; end");
    assert_eq!(scene.shown(), ["market 1 C11"]);
    assert_eq!(scene.game.table.market.odd, odd, "CO3: no Granada tile was laid");
    assert_eq!((scene.to_act(), scene.game.table.turn.stage), (Some(1), Stage::Action), "not a second one");
}
