//! The search: reproducible on any number of threads, and consistent within a turn.

use std::task::Poll;

use sabika_bots::search::Settings;
use sabika_bots::{Bot, Budget, Evaluator, HandMade, Level, Root, Search, Turn, Value};
use sabika_rules::testkit::Scene;
use sabika_rules::{Action, Game, ModuleSet, Seat, Seed, Setup, Silent, Viewer};

fn search(threads: usize) -> Search<HandMade> {
    Search::new(HandMade::new(), 3).with_settings(Settings { threads, ..Settings::DEFAULT })
}

/// The same turns with the same outcomes on one thread and on three.
#[test]
fn threads_do_not_change_the_choice() {
    let mut game = Game::new(Setup::alhambra(3), Seed::from(8)).expect("the set-up can be played");
    for step in 0..60 {
        let Some(seat) = game.to_act() else { break };
        let view = game.view(Viewer::Counting(seat));
        if step % 12 == 0 {
            let root = Root::new(&view).expect("it is this seat's turn");
            let [one, three] = [1, 3].map(|threads| search(threads).candidates(&root, Budget::Simulations(40)));
            assert_eq!(one.len(), three.len());
            for (a, b) in one.iter().zip(&three) {
                assert_eq!((&a.turn, &a.outcomes), (&b.turn, &b.outcomes));
            }
            assert!(one.len() < 2 || one[0].outcomes.len() >= 2, "the best were tried");
        }
        let action = Level::Builder.bot(1).choose(&view, Budget::Simulations(0)).expect("an answer");
        game.apply(seat, action, &mut Silent).expect("it is legal");
    }
}

/// A search that pauses after each batch of futures makes the same choice as one without pauses.
#[test]
fn pauses_do_not_change_the_choice() {
    let mut game = Game::new(Setup::alhambra(2), Seed::from(5)).expect("the set-up can be played");
    let (mut whole, mut sliced, mut pauses) = (search(1), search(1), 0);
    for _ in 0..60 {
        let Some(seat) = game.to_act() else { break };
        let view = game.view(Viewer::Counting(seat));
        let budget = Budget::Simulations(24);
        let chosen = whole.choose(&view, budget);
        let thought = loop {
            match sliced.think(&view, budget) {
                Poll::Ready(action) => break action,
                Poll::Pending => pauses += 1,
            }
        };
        assert_eq!(thought, chosen);
        game.apply(seat, chosen.expect("an answer"), &mut Silent).expect("it is legal");
    }
    assert!(pauses > 60, "{pauses}");
}

/// The hand-written rules cannot compare positions with modules: a search on them, as where no network could be loaded, keeps to the scores.
#[test]
fn without_comparable_outcomes_the_best_score_is_played() {
    for (modules, searches) in [(ModuleSet::NONE, true), (ModuleSet::ALL, false)] {
        let setup = Setup::alhambra(2).with_modules(modules);
        let game = Game::new(setup, Seed::from(5)).expect("the set-up can be played");
        let view = game.view(Viewer::Counting(game.to_act().expect("it has begun")));
        let root = Root::new(&view).expect("it is this seat's turn");
        let candidates = search(1).candidates(&root, Budget::Simulations(40));
        assert!(candidates.len() > 1);
        assert_eq!(candidates.iter().any(|c| !c.outcomes.is_empty()), searches);
    }
}

/// A paused search is dropped when it is asked about another position.
#[test]
fn a_paused_search_is_not_continued_in_another_position() {
    let setups = [Setup::alhambra(2), Setup::alhambra(3)];
    let [two, three] = setups.map(|setup| {
        let game = Game::new(setup, Seed::from(2)).expect("the set-up can be played");
        game.view(Viewer::Counting(game.to_act().expect("somebody begins")))
    });
    let budget = Budget::Simulations(40);
    let mut bot = search(1);
    assert_eq!(bot.think(&two, budget), Poll::Pending);
    assert_eq!(bot.choose(&three, budget), search(1).choose(&three, budget));
}

/// A chosen turn is played to its end as planned, tile by tile.
#[test]
fn a_planned_turn_is_played_to_its_end() {
    let setup = Setup::alhambra(2).with_modules(ModuleSet::ALL);
    let mut game = Game::new(setup, Seed::from(2)).expect("the set-up can be played");
    let mut bot = search(1);
    let mut planned: Vec<Action> = Vec::new();
    let mut kept = 0;
    while let Some(seat) = game.to_act() {
        let view = game.view(Viewer::Counting(seat));
        let budget = Budget::Simulations(6);
        if planned.is_empty() {
            let root = Root::new(&view).expect("it is this seat's turn");
            planned = search(1).candidates(&root, budget).swap_remove(0).turn.actions;
            planned.reverse();
        } else {
            kept += 1;
        }
        let action = bot.choose(&view, budget);
        assert_eq!(action, planned.pop());
        game.apply(seat, action.expect("an answer"), &mut Silent).expect("it is legal");
    }
    assert!(kept > 50, "{kept}");
}

/// A planned turn is dropped when the position is not the one it was planned for.
#[test]
fn a_planned_turn_is_dropped_in_another_position() {
    let setups = [Setup::alhambra(2), Setup::alhambra(3)];
    let [two, three] = setups.map(|setup| Game::new(setup, Seed::from(2)).expect("the set-up can be played"));
    let mut bot = search(1);
    for game in [&two, &three, &two] {
        let seat = game.to_act().expect("somebody begins");
        let view = game.view(Viewer::Counting(seat));
        let fresh = search(1).choose(&view, Budget::Simulations(20));
        assert_eq!(bot.choose(&view, Budget::Simulations(20)), fresh);
    }
}

/// Believes that seat 0 wins four games out of five, in every position.
struct Biased;

impl Evaluator for Biased {
    fn evaluate(&self, root: &Root, turns: &[Turn], values: &mut Vec<Value>) {
        values.clear();
        let seats = &root.view().table().players;
        let win = seats.map(|seat, _| if seat == Seat(0) { 0.8 } else { 0.2 });
        let value = Value { win, points: seats.map(|_, _| 0.0), score: 0.0 };
        values.extend(turns.iter().map(|_| value.clone()));
    }
}

/// An unfinished future counts with the searching seat's probability of winning, whoever's turn it is then.
#[test]
fn leaves_are_valued_for_the_seat_that_searches() {
    for depth in 1..4 {
        let mut game = Game::new(Setup::alhambra(2), Seed::from(8)).expect("the set-up can be played");
        for _ in 0..12 {
            let seat = game.to_act().expect("it has just begun");
            let view = game.view(Viewer::Counting(seat));
            let root = Root::new(&view).expect("it is this seat's turn");
            let settings = Settings { depth, ..Settings::DEFAULT };
            let candidates = Search::new(Biased, 3).with_settings(settings).candidates(&root, Budget::Simulations(8));
            let expected = if seat == Seat(0) { 0.8 } else { 0.2 };
            for outcome in candidates.iter().flat_map(|c| &c.outcomes) {
                assert_eq!(outcome.win, expected, "seat {seat:?}, {depth} turns deep");
            }
            let action = Level::Builder.bot(1).choose(&view, Budget::Simulations(0)).expect("an answer");
            game.apply(seat, action, &mut Silent).expect("it is legal");
        }
    }
}

/// When asked only where to place a tile, without having planned the turn, the search tries several places.
#[test]
fn placing_is_searched() {
    let mut scene = Scene::new(Setup::alhambra(2))
        .display("d1 h1 u1 f1")
        .market("T9es S3esw C5nsw P2new")
        .hand(0, "f9")
        .board(0, "S9@1,0 A9@0,1 G10@2,0");
    scene.acts(0, "buy T9es with f9; take d1 h1 u1 f1");
    let view = scene.game.view(Viewer::Counting(Seat(0)));
    let root = Root::new(&view).expect("it is this seat's turn");
    let candidates = search(1).candidates(&root, Budget::Simulations(24));
    let tried = candidates.iter().filter(|c| !c.outcomes.is_empty()).count();
    assert!(tried >= 3, "only {tried} of {} were tried", candidates.len());
}
