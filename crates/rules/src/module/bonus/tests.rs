use super::*;
use crate::event::Round;
use crate::kind::Kind;
use crate::module::vizier::Vizier;
use crate::rule::scoring;
use crate::setup::ModuleSet;
use crate::table::{Occasion, Stage, Window};
use crate::testkit::{Scene, tile, tiles};

impl Scene {
    /// Gives a seat exactly these bonus cards.
    pub(in crate::module) fn bonus(mut self, seat: u8, codes: &str) -> Scene {
        let cards = tiles(codes).into_iter().map(Cards::bit).sum();
        self.game.secrets.modules.bonus.hands[seat as usize] = Cards(cards);
        self.game.table.modules.bonus.held[seat as usize] = Cards(cards).len() as u8;
        self
    }

    fn gardens(&self, seat: u8) -> u8 {
        let mut count = scoring::Holding::of_board(&self.game.table.players[Seat(seat)].board).count;
        super::super::count(&self.game.table, Seat(seat), &mut count);
        count[Kind::Garden]
    }

    fn score_of_gardens(&self, round: Round) -> Vec<u16> {
        let sheet = scoring::score(&self.game.table, round);
        sheet.seats.iter().map(|s| s.kinds[Kind::Garden]).collect()
    }

    fn laid(&self, seat: usize) -> Vec<String> {
        self.game.table.modules.bonus.laid[seat].tiles().map(|t| t.to_string()).collect()
    }

    fn free(&self, seat: u8) -> Vec<String> {
        self.game.free_actions(Seat(seat)).iter().map(|a| a.to_string()).collect()
    }
}

/// Three players without bonus cards, seat 0's turn.
fn scene() -> Scene {
    let scene = Scene::new(Setup::alhambra(3).with(Module::Bonus))
        .market("T9ne A10 P8 S3esw")
        .display("d1 h2 u5 f3")
        .deck("d4 d4 d4 d4 d4 d4")
        .bag("C11 A9 T11 G9e G6esw");
    (0..3).fold(scene, |scene, seat| scene.hand(seat, "").bonus(seat, ""))
}

const WINDOW: Stage = Stage::Window(Window::BeforeScoring);

#[test]
fn bn1_cards_for_the_ten_tiles_without_a_wall_dealt_by_the_number_of_players() {
    assert!(Cards::ALL.tiles().all(|t| t.sides().iter().all(|s| *s == crate::side::Side::Open)));
    assert_eq!(Cards::ALL.len(), 10);
    for (players, size) in [(2, 3), (3, 3), (4, 2), (5, 2), (6, 1)] {
        let mut dealt = std::collections::BTreeSet::new();
        for seed in 0..40 {
            let game = Game::new(Setup::alhambra(players).with(Module::Bonus), Seed::from(seed)).unwrap();
            let hands = game.secrets.modules.bonus.hands;
            let all = hands.iter().fold(0, |all, hand| {
                assert_eq!(all & hand.0, 0, "nobody shares a card");
                all | hand.0
            });
            assert_eq!(Cards(all).len(), players as usize * size);
            assert!((0..players as usize).all(|seat| hands[seat].len() == size));
            assert_eq!(game.table.modules.bonus.held[..players as usize], vec![size as u8; players as usize]);
            assert!(game.table.modules.bonus.laid.iter().all(|laid| laid.is_empty()), "face down");
            dealt.extend(hands[0].tiles());
        }
        assert_eq!(dealt.len(), 10, "which ones is left to chance");
    }
    assert!(scene().bonus(0, "G10").game.secrets.modules.bonus.hands[0].contains(tile("G10")));
    let game = Game::new(Setup::alhambra(3), Seed::from(1)).unwrap();
    assert!(game.secrets.modules.bonus.hands.iter().all(|hand| hand.is_empty()), "not in this game");
}

/// The rulebooks' example: G10 without a wall and its revealed card are two gardens.
#[test]
fn bn2_example_an_open_card_counts_as_one_more_garden() {
    let mut scene = scene().board(0, "G10@1,0").bonus(0, "G10").board(1, "G9e@1,0");
    assert_eq!((scene.gardens(0), scene.gardens(1)), (1, 1));
    assert_eq!(scene.score_of_gardens(Round::First), [2, 2, 0]);
    scene.act(0, "reveal +G10");
    assert_eq!((scene.gardens(0), scene.gardens(1)), (2, 1));
    assert_eq!(scene.score_of_gardens(Round::First), [5, 0, 0]);
    assert_eq!(scene.laid(0), ["G10"]);
    assert_eq!(scene.game.table.modules.bonus.held[0], 0);
}

#[test]
fn bn2_only_while_the_tile_is_in_the_holders_own_alhambra() {
    let mut scene = scene().hand(0, "h9 h1").bonus(0, "G10 A10 S9 T11").reserve(0, "G10").board(1, "S9@1,0");
    for (line, refusal) in [
        ("reveal +G10", "BN2: no-tile, tile G10"), // on the reserve
        ("reveal +S9", "BN2: no-tile, tile S9"),   // in another's Alhambra
        ("reveal +T11", "BN2: no-tile, tile T11"), // still in the bag
        ("reveal +C10", "BN2: not-held, tile C10"),
    ] {
        scene.refuses(0, line, refusal);
    }
    scene.act(0, "buy A10 with h9 h1");
    scene.refuses(0, "reveal +A10", "BN2: no-tile, tile A10"); // beside the Alhambra
    assert!(scene.free(0).is_empty());
    scene.acts(0, "take d1; place A10 1,0; reveal +A10");
    scene.refuses(0, "reveal +A10", "BN2: not-held, tile A10"); // it lies open already
    assert_eq!(scene.laid(0), ["A10"]);
    let mut without = Scene::new(Setup::alhambra(3)).board(0, "G10@1,0");
    without.refuses(0, "reveal +G10", "BN2: not-in-game");
}

/// At any time: the table keeps waiting for whatever it was waiting for.
#[test]
fn bn2_out_of_turn_at_any_moment() {
    let cards = "G10 G11 A9 C10 P8 S9 T12";
    let mut scene = scene()
        .with(|g| g.table.setup = g.table.setup.with(Module::Vizier).with(Module::Falconers))
        .board(1, "G10@1,0 G11@2,0 A9@3,0 C10@0,1 P8@0,2 S9@0,3 T12@0,4")
        .bonus(1, cards)
        .board(0, "G9e@1,0 T11@0,1 C11@1,1")
        .hand(0, "d1 f9")
        .hand(2, "u3");
    scene = scene.with(|g| g.table.modules.vizier = Vizier::set_up(&g.table.setup, &g.secrets.seed).0);
    let reveal = |scene: &mut Scene, card: &str, stage: Stage, to_act: u8| {
        assert_eq!((scene.game.table.turn.stage, scene.to_act()), (stage, Some(to_act)));
        assert!(scene.free(1).contains(&format!("reveal +{card}")));
        assert!(scene.listed_as(to_act, "reveal").is_empty(), "not among what is asked for");
        scene.act(1, &format!("reveal +{card}"));
        assert_eq!((scene.game.table.turn.stage, scene.to_act()), (stage, Some(to_act)));
    };
    reveal(&mut scene, "G10", Stage::Action, 0);
    scene.act(0, "falcon fGT 1,1 with d1");
    reveal(&mut scene, "G11", Stage::Chain(Module::Falconers), 0);
    scene.act(0, "done");
    reveal(&mut scene, "A9", Stage::Placing(Occasion::Turn), 0);
    scene.act(0, "end");
    reveal(&mut scene, "C10", Stage::Window(Window::AfterTurn), 2);
    scene.act(2, "vizier S3esw with u3");
    reveal(&mut scene, "P8", Stage::Placing(Occasion::OutOfTurn), 2);
    scene = scene.bag("");
    scene.acts(2, "reserve S3esw; end");
    reveal(&mut scene, "S9", Stage::Placing(Occasion::Handout), 0);
    assert_eq!(scene.laid(1).len(), 6);
    while let Some(seat) = scene.to_act() {
        let first = scene.listed_as(seat, "reserve").first().cloned().unwrap_or("end".into());
        scene.act(seat, &first);
    }
    scene.refuses(1, "reveal +T12", "E4: game-over");
    assert!(scene.free(1).is_empty());
}

/// For majorities and for nothing else: a hut, for example, gains no neighbours from it (HU4).
#[test]
fn bn2_an_open_card_counts_for_nothing_else() {
    let mut scene = scene()
        .with(|g| g.table.setup = g.table.setup.with(Module::Huts))
        .board(0, "G10@1,0 hGs@1,1 bSAG@0,1")
        .bonus(0, "G10");
    let before = super::super::board_points(ModuleSet::ALL, &scene.game.table.players[Seat(0)].board, Round::Third);
    assert_eq!(scene.gardens(0), 2, "the hut counts for its one neighbour");
    scene.act(0, "reveal +G10");
    assert_eq!(scene.gardens(0), 3);
    let after = super::super::board_points(ModuleSet::ALL, &scene.game.table.players[Seat(0)].board, Round::Third);
    assert_eq!((before, before[Module::Bazaars]), (after, 1));
}

#[test]
fn bn3_when_the_tile_leaves_the_card_goes_back_to_the_hand() {
    let mut scene = scene().board(0, "G10@1,0").reserve(0, "G11").bonus(0, "G10");
    scene.acts(0, "reveal +G10; remove 1,0");
    assert_eq!((scene.laid(0).len(), scene.game.table.modules.bonus.held[0]), (0, 1));
    assert_eq!(scene.gardens(0), 0);
    scene.refuses(0, "reveal +G10", "BN2: no-tile, tile G10");
    scene = scene.turn(0);
    scene.acts(0, "build G10 0,1; reveal +G10");
    assert_eq!(scene.gardens(0), 2);
    scene = scene.turn(0);
    scene.act(0, "exchange G11 0,1");
    assert_eq!((scene.laid(0).len(), scene.gardens(0)), (0, 1), "exchanged is gone, too");
    assert!(scene.game.secrets.modules.bonus.hands[0].contains(tile("G10")));
}

/// BN3: another tile that leaves does not affect the card.
#[test]
fn bn3_other_cards_stay_open() {
    let mut scene = scene().board(0, "G10@1,0 G11@0,1").bonus(0, "G10 G11");
    scene.acts(0, "reveal +G10; reveal +G11; remove 0,1");
    assert_eq!(scene.laid(0), ["G10"]);
}

#[test]
fn bn4_before_rounds_one_and_two_all_who_could_are_asked_from_the_next_player_on() {
    for card in ["A", "B"] {
        let mut scene = scene()
            .deck(&format!("{card} d4 d4"))
            .board(0, "G10@1,0")
            .bonus(0, "G10 T12")
            .board(1, "A9@1,0")
            .bonus(1, "S9")
            .board(2, "G11@1,0 T11@0,1 C10@-1,0")
            .bonus(2, "G11 T11");
        scene.acts(0, "take u5; end");
        assert_eq!(scene.shown(), [format!("scoring {card}"), "display d4".into()], "the scoring waits");
        // Seat 1 has no card that could be revealed: it is not asked.
        assert_eq!((scene.to_act(), scene.game.table.turn.stage), (Some(2), WINDOW));
        assert_eq!(scene.listed(2), ["reveal +G11", "reveal +T11", "pass"]);
        scene.act(2, "reveal +G11");
        assert_eq!((scene.to_act(), scene.game.table.turn.stage), (Some(2), WINDOW), "asked again");
        assert_eq!(scene.listed(2), ["reveal +T11", "pass"]);
        scene.refuses(1, "pass", "T1: not-your-turn");
        scene.refuses(2, "end", "T6: not-now");
        scene.act(2, "reveal +T11");
        assert_eq!((scene.to_act(), scene.game.table.turn.stage), (Some(0), WINDOW));
        scene.act(0, "pass");
        let round = if card == "A" { Round::First } else { Round::Second };
        assert_eq!(scene.shown(), [format!("score {}", round.number())]);
        // Seat 0 did not reveal its card, so seat 2 has more gardens.
        assert_eq!(scene.score_of_gardens(round), if card == "A" { [0, 0, 5] } else { [5, 0, 12] });
        assert_eq!(
            scene.game.table.players[Seat(2)].score,
            scoring::score(&scene.game.table, round).seats[Seat(2)].total()
        );
        assert_eq!((scene.to_act(), scene.game.table.turn.stage), (Some(1), Stage::Action));
    }
}

#[test]
fn bn4_nobody_who_could_no_window() {
    let mut scene = scene().deck("A d4").board(2, "A9@1,0").bonus(2, "G11");
    scene.acts(0, "take u5; end");
    assert_eq!(scene.shown(), ["scoring A", "display d4", "score 1"]);
    assert_eq!(scene.game.table.turn.stage, Stage::Action);
}

/// Two scoring cards in one refill: a window before each.
#[test]
fn bn4_each_round_has_its_own_window() {
    let mut scene = scene().deck("A B d4").board(2, "G11@1,0").bonus(2, "G11");
    scene.acts(0, "take u5; end").act(2, "pass");
    assert_eq!(scene.shown(), ["score 1"]);
    assert_eq!((scene.to_act(), scene.game.table.turn.stage), (Some(2), WINDOW));
    scene.act(2, "reveal +G11");
    assert_eq!(scene.shown(), ["score 2"]);
    assert_eq!((scene.to_act(), scene.game.table.turn.stage), (Some(1), Stage::Action));
}

/// BN2 applies here, too: a seat that has passed, or is not yet asked, may still reveal a card while another is asked.
#[test]
fn bn4_cards_may_be_laid_open_while_another_is_asked() {
    let mut scene = scene().deck("A d4").board(1, "G10@1,0").bonus(1, "G10").board(2, "G11@1,0").bonus(2, "G11");
    scene = scene.board(0, "T11@1,0").bonus(0, "T11");
    scene.acts(0, "take u5; end").act(1, "pass");
    assert_eq!(scene.to_act(), Some(2));
    scene.act(1, "reveal +G10").act(0, "reveal +T11");
    assert_eq!((scene.to_act(), scene.game.table.turn.stage), (Some(2), WINDOW));
    scene.act(2, "pass");
    assert_eq!(scene.shown(), ["score 1"], "seat 0 has nothing left to be asked about");
    assert_eq!(scene.game.table.players[Seat(1)].score, 5, "two gardens to one");
    assert_eq!(scene.game.table.players[Seat(0)].score, 6);
}

#[test]
fn bn4_before_round_three_all_that_can_be_are_laid_open_by_themselves() {
    let mut scene = scene()
        .bag("")
        .hand(0, "f9")
        .hand(1, "h9")
        .board(0, "G10@1,0")
        .bonus(0, "G10 C10")
        .board(2, "G11@1,0")
        .bonus(2, "G11")
        .bonus(1, "A10");
    scene.acts(0, "buy T9ne with f9; take d1; reserve T9ne; end");
    // Seat 1 receives A10, whose card it holds; it need not reveal it itself.
    scene.acts(1, "place A10 1,0; end");
    scene.acts(0, "reserve P8; end");
    assert_eq!(scene.shown(), ["reveal 0 +G10", "reveal 1 +A10", "reveal 2 +G11", "score 3"]);
    assert_eq!([0, 1, 2].map(|s| scene.laid(s)), [["G10"], ["A10"], ["G11"]]);
    assert_eq!(scene.score_of_gardens(Round::Third), [16, 0, 16], "(20 + 12) / 2");
    assert!(scene.game.secrets.modules.bonus.hands[0].contains(tile("C10")), "its tile is not there");
}

/// E1: a scoring card in the last refill is scored first, with its window.
#[test]
fn bn4_the_window_comes_before_the_end_of_the_game() {
    let mut scene = scene().bag("").deck("A d4").hand(0, "f9").board(2, "G11@1,0").bonus(2, "G11");
    scene.acts(0, "buy T9ne with f9; take u5; reserve T9ne; end");
    assert_eq!(scene.shown(), ["scoring A", "display d4"]);
    assert_eq!((scene.to_act(), scene.game.table.turn.stage), (Some(2), WINDOW));
    scene.act(2, "reveal +G11");
    assert_eq!(scene.shown()[0], "score 1");
}
