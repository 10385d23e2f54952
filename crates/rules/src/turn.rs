//! Whose turn it is and what comes next (T1–T6). Only this file decides it.

use crate::action::Action;
use crate::event::{Event, Events, Round, Silent};
use crate::game::Game;
use crate::module::{self, Then};
use crate::rule;
use crate::rule::{buy, end, money, place, redesign, refill, scoring};
use crate::seat::Seat;
use crate::table::{Occasion, Stage, Window};
use crate::tile::TileSet;
use crate::variant::dirk;

/// Applies a legal action, and everything that follows from it without anyone's choice.
pub(crate) fn apply<E: Events>(game: &mut Game, seat: Seat, action: Action, events: &mut E) {
    match action {
        Action::Take(pick) => {
            money::take(game, seat, pick);
            acted(game, false);
        }
        Action::Buy { tile, payment } => {
            let exact = buy::buy(game, seat, tile, payment);
            acted(game, exact);
        }
        Action::Build { tile, cell } => {
            redesign::build(game, seat, tile, cell);
            acted(game, false);
        }
        Action::Remove(cell) => {
            redesign::remove(game, seat, cell);
            acted(game, false);
        }
        Action::Exchange { tile, cell } => {
            redesign::exchange(game, seat, tile, cell);
            acted(game, false);
        }
        Action::Place { tile, cell, flip } => place::place(game, seat, tile, cell, flip),
        Action::Reserve(tile) => place::reserve(game, seat, tile),
        Action::Dirk(tile) => place::give_to_dirk(game, tile),
        Action::End => ended(game, events),
        Action::Done => acted(game, false),
        Action::Pass => passed(game, events),
        Action::Module(action) => match module::apply(game, seat, action) {
            (_, Then::Nothing) => {}
            (module, Then::Chain) => {
                game.table.turn.first = false;
                game.table.turn.stage = Stage::Chain(module);
            }
            (_, Then::Acted) => acted(game, false),
            (_, Then::Bought) => place_at_once(game, seat),
            (_, Then::AskAgain) => proceed(game, events, &mut ask),
        },
    }
}

/// Starts the first turn of a game, or the next one (T1).
pub(crate) fn begin(game: &mut Game, seat: Seat) {
    let turn = &mut game.table.turn;
    turn.seat = seat;
    turn.actor = seat;
    turn.first = true;
    turn.waiting = TileSet::EMPTY;
    turn.stage = Stage::Action;
    game.secrets.asked = None;
    // T1: a seat that can do nothing goes straight to T4.
    if !rule::any_action(game, seat) {
        game.table.turn.stage = Stage::Placing(Occasion::Turn);
    }
}

/// An action of the turn is done; `again`: it was paid for exactly (T2).
#[inline]
pub(crate) fn acted(game: &mut Game, again: bool) {
    let turn = &mut game.table.turn;
    turn.first = false;
    turn.stage = Stage::Action;
    // T3: an extra action is mandatory as long as one is possible.
    if !again || !rule::any_action(game, game.table.turn.actor) {
        game.table.turn.stage = Stage::Placing(Occasion::Turn);
    }
}

/// A purchase out of turn: the tile is placed immediately.
fn place_at_once(game: &mut Game, seat: Seat) {
    game.table.turn.actor = seat;
    game.table.turn.stage = Stage::Placing(Occasion::OutOfTurn);
    game.secrets.asked = None;
}

/// The actor said `end` (T6).
pub(crate) fn ended<E: Events>(game: &mut Game, events: &mut E) {
    ended_asking(game, events, &mut ask);
}

/// The same if every seat that is then asked out of turn passes. Returns how many were asked.
#[inline]
pub(crate) fn ended_and_passed(game: &mut Game) -> usize {
    let mut passed = 0;
    ended_asking(game, &mut Silent, &mut |game, window| {
        if !game.table.setup.modules.is_empty() {
            passed += module::asks(game, window).len();
        }
        false
    });
    passed
}

/// `ask` asks in a window, and returns whether the game is waiting for an answer.
#[inline]
fn ended_asking<E: Events>(game: &mut Game, events: &mut E, ask: &mut impl FnMut(&mut Game, Window) -> bool) {
    match game.table.turn.stage {
        // T5, in its order.
        Stage::Placing(Occasion::Turn) => {
            module::turn_ended(game, events);
            refill::display(game, events);
            game.table.turn.closing = !refill::market(game, events);
            game.secrets.answered = 0;
            proceed(game, events, ask);
        }
        // The display is not refilled; the seats that may still be asked are asked again.
        Stage::Placing(Occasion::OutOfTurn) => {
            game.table.turn.closing = !refill::market(game, events);
            game.secrets.answered = 0;
            proceed(game, events, ask);
        }
        Stage::Placing(Occasion::Handout) => {
            if !end::next_handout(game, events) {
                finish(game, events);
            }
        }
        _ => unreachable!("`end` is legal only when tiles are placed"),
    }
}

/// A seat that was asked passes.
#[inline]
pub(crate) fn passed<E: Events>(game: &mut Game, events: &mut E) {
    game.secrets.answered += 1;
    proceed(game, events, &mut ask);
}

/// Continues until a seat has to choose: windows, scoring rounds, the end of the game, the next turn (T5).
#[inline]
fn proceed<E: Events>(game: &mut Game, events: &mut E, ask: &mut impl FnMut(&mut Game, Window) -> bool) {
    if !game.table.turn.due.is_empty() && !score_due(game, events, ask) {
        return;
    }
    if game.table.turn.closing {
        game.secrets.asked = None;
        if !end::begin(game, events) {
            finish(game, events);
        }
    } else if !ask(game, Window::AfterTurn) {
        let next = game.table.turn.seat.after(1, game.table.player_count());
        begin(game, next);
    }
}

/// Scores the rounds that are due; `false`: a seat is asked first.
#[inline(never)]
fn score_due<E: Events>(game: &mut Game, events: &mut E, ask: &mut impl FnMut(&mut Game, Window) -> bool) -> bool {
    while let Some(round) = game.table.turn.due.first().copied() {
        if ask(game, Window::BeforeScoring) {
            return false;
        }
        score(game, round, events);
        dirk::draw(game, round, events);
        game.table.turn.due.remove(0);
    }
    true
}

/// Asks the next seat that can answer in a window; closes the window if there is none.
#[inline]
fn ask(game: &mut Game, window: Window) -> bool {
    if !game.table.setup.modules.is_empty() && ask_next(game, window) {
        return true;
    }
    game.secrets.answered = 0;
    game.secrets.asked = None;
    false
}

fn ask_next(game: &mut Game, window: Window) -> bool {
    let (seat, players) = (game.table.turn.seat, game.secrets.hands.len());
    if game.secrets.answered as usize >= players {
        return false;
    }
    let asked = module::asks(game, window);
    let (turn, secrets) = (&mut game.table.turn, &mut game.secrets);
    let Some(steps) = asked.first_after(seat, secrets.answered as usize, players) else { return false };
    secrets.asked = Some(seat.after(steps + 1, players));
    secrets.answered = steps as u8;
    turn.stage = Stage::Window(window);
    true
}

fn score<E: Events>(game: &mut Game, round: Round, events: &mut E) {
    if E::WITH_SHEETS {
        let sheet = scoring::score(&game.table, round);
        sheet.enter(&mut game.table);
        events.push(Event::Scored(sheet));
    } else {
        scoring::add_points(&mut game.table, round);
    }
}

/// The final scoring (E4).
#[inline(never)]
fn finish<E: Events>(game: &mut Game, events: &mut E) {
    module::before_last_scoring(game, events);
    score(game, Round::Third, events);
    game.table.turn.stage = Stage::Over;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::{Module, Setup};
    use crate::testkit::{Scene, tile};

    /// Seat 0 is to act; only seat 0 has money, and nobody has built anything.
    fn before(setup: Setup, hand: &str) -> Scene {
        (0..setup.players)
            .fold(Scene::new(setup), |scene, seat| scene.board(seat, "").reserve(seat, "").hand(seat, ""))
            .market("T9ne P2new G10 S3esw")
            .display("d9 h9 u9 f9")
            .deck("d1 d2 d3 d4 d5 d6")
            .discard("")
            .bag("C11 P8 S9 A9 A10 C10")
            .dirk("")
            .hand(0, hand)
    }

    /// T1: turns follow the seat order, for every number of players.
    #[test]
    fn t1_in_seat_order() {
        for players in 2..=6 {
            let mut scene = before(Setup::alhambra(players), "").deck("d1 d2 d3 d4 d5 d6 d7 d8 d9 u1 u2 u3");
            for turn in 0..2 * players {
                let seat = turn % players;
                assert_eq!(scene.to_act(), Some(seat));
                scene.refuses((seat + 1) % players, "take d9", "T1: not-your-turn");
                let take = scene.listed_as(seat, "take").remove(0);
                scene.act(seat, &take).act(seat, "end");
            }
            scene.refuses(players, "take d9", "T1: not-your-turn");
        }
    }

    /// T1: exactly one action: take money, or buy a tile, or redesign.
    #[test]
    fn t1_one_action_and_no_more() {
        let setting = || before(Setup::alhambra(3), "h9").board(0, "P8@1,0").reserve(0, "S9");
        for action in ["take d9", "buy P2new with h9", "build S9 0,1", "remove 1,0", "exchange S9 1,0"] {
            let mut scene = setting();
            assert!(scene.listed(0).iter().any(|a| a == action), "{action}");
            assert!(!scene.listed(0).iter().any(|a| a == "end"), "doing nothing is no choice");
            scene.refuses(0, "end", "T3: action-due");
            scene.act(0, action);
            for another in ["take h9", "buy G10 with h9", "build S9 0,1", "remove 1,0", "exchange S9 1,0"] {
                scene.refuses(0, another, "T1: not-now");
            }
        }
    }

    /// T1, ruling: a seat that can do nothing goes straight to T4.
    #[test]
    fn t1_a_seat_that_can_do_nothing_goes_to_t4() {
        let mut scene = before(Setup::alhambra(3), "d9").display("");
        scene.lists(0, "", "end");
        scene.act(0, "end");
        assert_eq!((scene.to_act(), scene.shown().len()), (Some(1), 4), "T5 as ever");
        before(Setup::alhambra(3), "u3").display("").lists(0, "", "buy S3esw with u3");
        before(Setup::alhambra(3), "").display("").board(0, "P8@1,0").lists(0, "", "remove 1,0");
        before(Setup::alhambra(3), "").display("f1").lists(0, "", "take f1");
    }

    /// T2: the rulebooks' example: two exact purchases, a redesign, and only then the placing.
    #[test]
    fn t2_exactly_twice_then_redesign_then_place() {
        let mut scene = before(Setup::alhambra(3), "d6 d4 f9").board(0, "P8@1,0").reserve(0, "A9");
        scene.act(0, "buy G10 with d6 d4").act(0, "buy T9ne with f9");
        scene.act(0, "exchange A9 1,0");
        scene.refuses(0, "take d9", "T1: not-now");
        scene.acts(0, "place T9ne 2,0; reserve G10; end");
        assert_eq!(scene.at(0, 1, 0).as_deref(), Some("A9"));
        assert_eq!(scene.reserve_of(0), ["P8", "G10"]);
        assert_eq!(scene.to_act(), Some(1));
    }

    /// T2: as often as that happens: all four tiles and a fifth action, of any type.
    #[test]
    fn t2_five_actions_in_a_turn() {
        let four = "buy T9ne with f9; buy P2new with h2; buy G10 with d9 d1; buy S3esw with u3";
        for fifth in ["take h9", "build P8 1,0"] {
            let mut scene = before(Setup::alhambra(3), "f9 h2 d9 d1 u3 f5").reserve(0, "P8");
            scene.acts(0, four).act(0, fifth);
            assert_eq!(scene.game.table.turn.stage, Stage::Placing(Occasion::Turn));
            assert_eq!(scene.game.table.turn.waiting.len(), 4);
        }
    }

    /// T2: an overpaid purchase ends the chain, wherever it comes.
    #[test]
    fn t2_not_after_overpaying() {
        let mut scene = before(Setup::alhambra(3), "d9 d1 f9 f1 h2");
        scene.acts(0, "buy G10 with d9 d1; buy T9ne with f9 f1");
        scene.refuses(0, "buy P2new with h2", "T1: not-now");
    }

    /// T3, ruling: the extra action is mandatory as long as any is possible.
    #[test]
    fn t3_the_extra_action_is_mandatory() {
        let mut scene = before(Setup::alhambra(3), "d9 d1");
        scene.act(0, "buy G10 with d9 d1");
        scene.refuses(0, "end", "T3: action-due");
        scene.refuses(0, "place G10 1,0", "T4: action-due");
        scene.refuses(0, "reserve G10", "T4: action-due");
        scene.lists(0, "", "take d9; take h9; take u9; take f9");
    }

    /// T3: if none is possible, the turn goes on to T4; a redesign would be one.
    #[test]
    fn t3_not_mandatory_if_none_is_possible() {
        let mut scene = before(Setup::alhambra(3), "d9 d1").display("");
        scene.act(0, "buy G10 with d9 d1");
        assert_eq!(scene.game.table.turn.stage, Stage::Placing(Occasion::Turn));
        let mut scene = before(Setup::alhambra(3), "d9 d1").display("").board(0, "P8@1,0");
        scene.act(0, "buy G10 with d9 d1");
        scene.lists(0, "", "remove 1,0");
        let mut scene = before(Setup::alhambra(3), "d9 d1 u3").display("");
        scene.act(0, "buy G10 with d9 d1");
        scene.lists(0, "", "buy S3esw with u3");
    }

    /// T3: a possible module action makes the extra action mandatory.
    #[test]
    fn t3_modules_actions_included() {
        let mut scene = before(Setup::alhambra(3).with(Module::Huts), "d9 d1").display("");
        scene.act(0, "buy G10 with d9 d1");
        assert_eq!(scene.game.table.turn.stage, Stage::Action);
        assert!(scene.listed(0).iter().all(|a| a.starts_with("hut ")), "{:?}", scene.listed(0));
    }

    /// T3: falcons do not, even if nothing else can be done: this board winds inwards, so that each tile
    /// leads to the next and the last one is walled in, and none can be removed.
    #[test]
    fn t3_falcons_not() {
        let spiral = "G12s@1,0 S8s@2,0 P8@3,0 C9w@3,1 S9@3,2 G10n@2,2 A9@1,2 P6n@1,1 T8nes@2,1";
        let setting = |hand| before(Setup::alhambra(3).with(Module::Falconers), hand).display("").board(0, spiral);
        setting("f1").lists(0, "remove", "");
        assert!(
            setting("f1").listed(0).contains(&"falcon fPS 3,1 with f1".to_owned()),
            "as the only action it is possible"
        );
        let mut scene = setting("d9 d1 f1");
        scene.act(0, "buy G10 with d9 d1");
        assert_eq!(scene.game.table.turn.stage, Stage::Placing(Occasion::Turn));
    }

    /// T3: a redesign cannot use a tile bought in this turn.
    #[test]
    fn t3_no_redesign_with_a_tile_bought_in_this_turn() {
        let mut scene = before(Setup::alhambra(3), "d9 d1").board(0, "P8@1,0");
        scene.act(0, "buy G10 with d9 d1");
        scene.lists(0, "build", "");
        scene.lists(0, "exchange", "");
        scene.refuses(0, "build G10 0,1", "T3: not-in-reserve, tile G10");
        scene.refuses(0, "exchange G10 1,0", "T3: not-in-reserve, tile G10");
    }

    /// T5: what happens after a turn, in its order.
    #[test]
    fn t5_the_order() {
        let setup = Setup::alhambra(2).with(Module::Huts);
        let mut scene = before(setup, "u3").display("d9 h9 u9").deck("d1 d2 A d3").bag("C11 P8 S9");
        let hut = scene.listed_as(0, "hut").remove(0);
        scene.acts(0, "buy S3esw with u3").act(0, &hut);
        scene.acts(0, &format!("reserve S3esw; {}", hut.replace("hut", "reserve"))).act(0, "end");
        let shown = scene.shown();
        assert!(shown[0].starts_with("hut h"), "{shown:?}");
        assert_eq!(shown[1..], ["display d1", "market 4 C11"]);
        assert_eq!(scene.to_act(), Some(1));
        scene.acts(1, "take d9; end");
        assert_eq!(scene.shown(), ["display d2"]);
        scene.acts(0, "take h9; end");
        assert_eq!(scene.shown(), ["scoring A", "display d3", "score 1", "dirk P8", "dirk S9"]);
        assert_eq!(scene.to_act(), Some(1));
    }

    /// T5: the bonus window comes before the scoring, the vizier's window after it and after Dirk's draw.
    #[test]
    fn t5_windows() {
        let setup = Setup::alhambra(2).with(Module::Bonus).with(Module::Vizier);
        let mut scene = before(setup, "u3 f9").deck("A d1").bag("P8 S9");
        let bonus = scene.game.secrets.modules.own(Seat(1)).bonus.tiles().next().expect("three cards each");
        scene = scene.board(1, &format!("{bonus}@1,0"));
        scene.acts(0, "take d9; end");
        assert_eq!(scene.shown(), ["scoring A", "display d1"], "the scoring waits");
        assert_eq!(scene.game.table.turn.stage, Stage::Window(Window::BeforeScoring));
        scene.act(1, &format!("reveal +{bonus}"));
        assert_eq!(scene.shown()[..3], ["score 1", "dirk P8", "dirk S9"]);
        assert_eq!(scene.game.table.turn.stage, Stage::Window(Window::AfterTurn));
        assert_eq!(scene.to_act(), Some(0), "who could pay S3esw or T9ne exactly");
        scene.act(0, "pass");
        assert_eq!((scene.to_act(), scene.game.table.turn.stage), (Some(1), Stage::Action));
    }

    /// T5: if the game ends, there is no vizier's window.
    #[test]
    fn t5_the_end_comes_before_the_viziers_window() {
        let mut scene = before(Setup::alhambra(3).with(Module::Vizier), "u3").hand(1, "h2").bag("");
        scene.acts(0, "buy S3esw with u3; take d9; reserve S3esw; end");
        assert_eq!(scene.game.table.turn.stage, Stage::Placing(Occasion::Handout));
    }

    /// T6, ruling: the turn ends when the player says so, and nothing hidden is revealed before.
    #[test]
    fn t6_the_player_says_end() {
        let mut scene = before(Setup::alhambra(3), "d9 d1");
        for line in ["buy G10 with d9 d1", "take d9", "place G10 1,0"] {
            scene.act(0, line);
            assert!(scene.shown().is_empty(), "{line}");
            assert_eq!(scene.to_act(), Some(0));
        }
        scene.lists(0, "", "end");
        scene.act(0, "end");
        assert_eq!(scene.shown(), ["display d1", "market 3 C11"]);
        assert_eq!(scene.to_act(), Some(1));
        assert_eq!(
            scene.game.table.players[Seat(0)].board.find(tile("G10")).map(|c| c.to_string()).as_deref(),
            Some("1,0")
        );
    }

    /// T6: the contents of deck and bag do not matter: a turn goes the same way until `end`.
    #[test]
    fn t6_a_turn_depends_on_nothing_hidden() {
        let played = |deck: &str, bag: &str| {
            let mut scene = before(Setup::alhambra(2), "d9 d1 u5").deck(deck).bag(bag);
            scene.acts(0, "buy G10 with d9 d1; buy S3esw with u5; place G10 1,0; dirk S3esw");
            scene.game.table
        };
        assert_eq!(played("d1 d2", "C11 P8"), played("d2 d1", "P8 C11"));
    }
}
