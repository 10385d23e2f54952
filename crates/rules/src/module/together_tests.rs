//! Several modules in one game: their order, and how they affect each other.

use crate::action::Action;
use crate::event::Silent;
use crate::history::History;
use crate::rng::Seed;
use crate::seat::Seat;
use crate::setup::{Module, ModuleSet, Setup};
use crate::table::{Occasion, Stage, Window};
use crate::testkit::Scene;

/// Checks that the game is waiting for this seat at this stage.
#[track_caller]
fn waits(scene: &Scene, seat: u8, stage: Stage) {
    assert_eq!((scene.to_act(), scene.game.table().turn.stage), (Some(seat), stage));
}

/// T5 with HU2, BZ1, BN4, N2 and VZ2: a hut, the display, bazaars, the market; the bonus window, the scoring, Dirk's draw;
/// then the vizier's window.
#[test]
fn t5_hu2_bz1_bn4_vz2_everything_in_its_order() {
    let modules = [Module::Vizier, Module::Bonus, Module::Huts, Module::Bazaars];
    let mut scene = Scene::new(Setup::alhambra(2).with_modules(modules.into_iter().collect()))
        .market("T9ne G10 P8 S3esw")
        .display("d1 h2 u5")
        .deck("A d4")
        .bag("bSAG C11 A9 A10 T11 T12 P6n S8s A8e")
        .piles(["hPn hPs", "-", "-", "-", "-", "-"])
        .hand(0, "f9")
        .hand(1, "d8")
        .bonus(0, "")
        .bonus(1, "G11")
        .board(1, "G11@1,0");
    scene.acts(0, "buy T9ne with f9; hut hPn; reserve T9ne; reserve hPn; end");
    assert_eq!(scene.shown(), ["hut hPs", "scoring A", "display d4", "bazaar bSAG", "market 1 C11"]);
    waits(&scene, 1, Stage::Window(Window::BeforeScoring));
    scene.refuses(1, "vizier P8 with d8", "VZ2: not-now");
    scene.act(1, "reveal +G11");
    let dirk = ["dirk A9", "dirk A10", "dirk T11", "dirk T12", "dirk P6n", "dirk S8s"];
    assert_eq!((&*scene.shown()[0], &scene.shown()[1..]), ("score 1", &dirk.map(String::from)[..]));
    waits(&scene, 1, Stage::Window(Window::AfterTurn));
    scene.acts(1, "vizier P8 with d8; place P8 0,1; end");
    assert_eq!(scene.shown(), ["market 3 A8e"]);
    waits(&scene, 1, Stage::Action);
}

/// N2, VZ6: Dirk may empty the bag without ending the game; the next refill that fails ends it, here after a vizier's purchase.
#[test]
fn vz6_n2_the_bag_is_empty_but_the_game_continues_until_a_refill_fails() {
    let mut scene = Scene::new(Setup::alhambra(2).with(Module::Vizier))
        .market("T9ne G10 P8 S3esw")
        .display("d1 h2 u5 f3")
        .deck("A d4")
        .bag("C11 A9 A10")
        .hand(0, "")
        .hand(1, "d8 f2");
    scene.acts(0, "take u5; end");
    assert_eq!(scene.game.table().bag, 0);
    waits(&scene, 1, Stage::Window(Window::AfterTurn));
    scene.acts(1, "vizier P8 with d8; dirk P8; end");
    assert_eq!(scene.shown(), ["gain 1 T9ne", "left G10", "gain 0 S3esw"]);
    waits(&scene, 1, Stage::Placing(Occasion::Handout));
}

/// T1: with nothing on the display and no money, only modules offer something to do.
#[test]
fn vz5_hu2_t1_a_modules_action_may_be_the_only_one() {
    let bare = |modules: ModuleSet| {
        Scene::new(Setup::alhambra(3).with_modules(modules))
            .market("T9ne G10 P8 S3esw")
            .display("")
            .hand(0, "")
            .hand(1, "d8")
    };
    waits(&bare(ModuleSet::NONE), 0, Stage::Placing(Occasion::Turn));
    let viziers = bare(ModuleSet::NONE.with(Module::Vizier));
    waits(&viziers, 0, Stage::Placing(Occasion::Turn));
    assert!(viziers.listed(0) == ["end"], "it is awake");
    let huts = bare(ModuleSet::NONE.with(Module::Huts)).piles(["hPn", "-", "-", "-", "-", "-"]);
    assert_eq!(huts.listed(0), ["hut hPn"]);
    let used_up = bare(ModuleSet::NONE.with(Module::Huts)).piles(["-"; 6]);
    assert_eq!(used_up.listed(0), ["end"]);
}

/// BN3 and FA4: when a tile leaves, its card and its falcon leave with it.
#[test]
fn bn3_fa4_a_tile_leaves_with_its_card_and_falcon() {
    let mut scene = Scene::new(Setup::alhambra(3).with(Module::Bonus).with(Module::Falconers))
        .board(0, "G10@1,0 T11@0,1 C10@1,1")
        .reserve(0, "G11")
        .hand(0, "d3")
        .bonus(0, "G10 T11");
    scene.acts(0, "falcon fGT 1,1 with d3; done; reveal +G10; reveal +T11");
    scene = scene.turn(0);
    scene.act(0, "exchange G11 1,0");
    let modules = &scene.game.table().modules;
    assert_eq!(modules.bonus.laid[0].tiles().map(|t| t.to_string()).collect::<Vec<_>>(), ["T11"]);
    assert_eq!(modules.falconers.placed().count(), 0);
}

/// A falcon is the only action of its turn: no waking a vizier or taking a hut in between.
#[test]
fn fa2_no_other_action_in_a_turn_with_falcons() {
    let modules = [Module::Vizier, Module::Huts, Module::Falconers].into_iter().collect();
    let mut scene = Scene::new(Setup::alhambra(3).with_modules(modules))
        .board(0, "G10@1,0 T11@0,1 C10@1,1 A9@2,0 P8@2,1")
        .hand(0, "d3 d4")
        .piles(["hPn", "-", "-", "-", "-", "-"]);
    scene.act(0, "falcon fGT 1,1 with d3");
    scene.refuses(0, "hut hPn", "HU2: not-now");
    scene.refuses(0, "wake", "VZ5: not-now");
    scene.act(0, "done");
    scene.refuses(0, "hut hPn", "HU2: not-now");
    assert_eq!(scene.listed(0), ["end"]);
}

/// T6: a vizier's purchase can be undone, step by step, until the seat says `end`.
#[test]
fn vz2_t6_a_vizier_s_purchase_can_be_undone() {
    // A game in which somebody is asked after the first turn.
    let begin = |seed: u64| {
        let mut history = History::new(Setup::alhambra(3).with(Module::Vizier), Seed::from(seed)).unwrap();
        let seat = history.game().to_act().unwrap();
        let card = history.game().table().display[0].unwrap();
        for line in [format!("take {card}"), "end".into()] {
            history.apply(seat, line.parse().unwrap(), &mut Silent).unwrap();
        }
        (history.game().table().turn.stage == Stage::Window(Window::AfterTurn)).then_some(history)
    };
    let mut history = (0..).find_map(begin).unwrap();
    let asked = history.game().to_act().unwrap();
    let before = history.game().clone();
    assert_eq!(history.undoable(asked), 0, "what came to light stays");
    let mut actions = Vec::new();
    history.game().legal_actions(asked, &mut actions);
    history.apply(asked, actions[0], &mut Silent).unwrap();
    let bought = history.game().clone();
    let tile = bought.table().turn.waiting.iter().next().unwrap();
    history.apply(asked, Action::Reserve(tile), &mut Silent).unwrap();
    assert_eq!(history.undoable(asked), 2);
    history.undo(asked).unwrap();
    assert_eq!(*history.game(), bought);
    history.undo(asked).unwrap();
    assert_eq!(*history.game(), before);
    assert!(history.game().table().modules.vizier.is_awake(asked));
    for action in [actions[0], Action::Reserve(tile), Action::End] {
        history.apply(asked, action, &mut Silent).unwrap();
    }
    assert_eq!((0..3).map(|s| history.undoable(Seat(s))).sum::<usize>(), 0, "the market was filled");
}

/// T6: revealing a card is not undone, neither on its own nor by another player's undo; but without its tile it returns to
/// the hand.
#[test]
fn bn3_an_undo_returns_the_card_only_with_its_tile() {
    // A game in which the first player can buy a tile whose card they hold.
    let begin = |seed: u64| {
        let history = History::new(Setup::alhambra(2).with(Module::Bonus), Seed::from(seed)).unwrap();
        let seat = history.game().to_act().unwrap();
        let mut actions = Vec::new();
        history.game().legal_actions(seat, &mut actions);
        let own = history.game().secrets.modules.own(seat).bonus;
        let buy = actions.into_iter().find_map(|a| match a {
            Action::Buy { tile, .. } if own.tiles().any(|t| t == tile) => Some((a, tile)),
            _ => None,
        });
        buy.map(|(buy, tile)| (history, seat, buy, tile))
    };
    let (mut history, seat, buy, tile) = (0..).find_map(begin).unwrap();
    let act = |history: &mut History, seat: Seat, line: &str| {
        history.apply(seat, line.parse().unwrap(), &mut Silent).unwrap_or_else(|r| panic!("{line}: {r}"));
    };
    let laid = |history: &History| history.game().table().modules.bonus.laid[seat.index()].tiles().any(|t| t == tile);
    act(&mut history, seat, &buy.to_string());
    if history.game().table().turn.stage == Stage::Action {
        let card = history.game().table().display[0].unwrap();
        act(&mut history, seat, &format!("take {card}"));
    }
    let (place, reveal) = (format!("place {tile} 1,0"), format!("reveal +{tile}"));
    act(&mut history, seat, &place);
    act(&mut history, seat, &reveal);
    history.undo(seat).unwrap();
    assert!(
        !laid(&history) && history.game().secrets.modules.own(seat).bonus.tiles().any(|t| t == tile),
        "the tile is gone"
    );
    act(&mut history, seat, &place);
    act(&mut history, seat, "end");
    let other = history.game().to_act().unwrap();
    let card = history.game().table().display[0].unwrap();
    act(&mut history, other, &format!("take {card}"));
    act(&mut history, seat, &reveal);
    assert_eq!((history.undoable(other), history.undoable(seat)), (1, 0));
    history.undo(other).unwrap();
    assert!(laid(&history), "another's undo leaves it open");
    assert_eq!(history.game().table().turn.stage, Stage::Action);
}
