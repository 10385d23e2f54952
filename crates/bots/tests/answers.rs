//! Every bot answers every view with a legal action, and the same view with the same action.

use sabika_bots::{Advice, Budget, Level, Reason, explain};
use sabika_rules::{Action, Dice, Game, GameKind, Module, ModuleSet, Seat, Seed, Setup, Silent, Table, Viewer};

/// Asks all levels at some of the steps of a random walk.
fn walk(setup: Setup, seed: u64, every: usize) {
    let mut game = Game::new(setup, Seed::from(seed)).expect("the set-up can be played");
    let mut dice = Dice::from_seed(seed);
    let mut actions = Vec::new();
    let mut step = 0;
    while let Some(seat) = game.to_act() {
        step += 1;
        if step % every == 0 {
            for level in Level::ALL {
                let view = game.view(level.viewer(seat));
                let choose = || level.bot(seed).choose(&view, Budget::Simulations(3));
                let action = choose().unwrap_or_else(|| panic!("{level} has no answer in {setup:?}, step {step}"));
                if let Err(refusal) = game.check(seat, action) {
                    panic!("{level} chose {action} in {setup:?}, step {step}: {refusal}");
                }
                assert_eq!(choose(), Some(action), "{level} is of two minds in {setup:?}, step {step}");
            }
        }
        game.legal_actions(seat, &mut actions);
        let action = actions[dice.below(actions.len() as u32) as usize];
        game.apply(seat, action, &mut Silent).expect("listed actions are legal");
    }
}

#[test]
fn bots_answer_in_every_game() {
    for game in GameKind::ALL {
        for players in [2, 3, 6] {
            walk(Setup::new(game, players), players as u64, 23);
        }
    }
}

#[test]
fn bots_answer_with_every_module() {
    for module in Module::ALL {
        for game in GameKind::ALL.into_iter().filter(|g| module.goes_with(*g)) {
            walk(Setup::new(game, 2 + module as u8 % 3).with(module), 7, 31);
        }
    }
}

#[test]
fn bots_answer_with_all_modules_at_once() {
    for players in [2, 4] {
        walk(Setup::alhambra(players).with_modules(ModuleSet::ALL), players as u64, 29);
    }
}

/// Whole games between bots, which random walks do not resemble.
#[test]
fn games_between_bots_end() {
    let all = Setup::alhambra(3).with_modules(ModuleSet::ALL);
    for setup in [all, Setup::alhambra(2), Setup::granada(3), Setup::combined(2), Setup::combined(3)] {
        let levels = [Level::Builder, Level::Apprentice, Level::Novice];
        let mut game = Game::new(setup, Seed::from(3)).expect("the set-up can be played");
        let mut steps = 0;
        while let Some(seat) = game.to_act() {
            let level = levels[seat.index()];
            let action =
                level.bot(1).choose(&game.view(level.viewer(seat)), Budget::Simulations(1)).expect("an answer");
            game.apply(seat, action, &mut Silent).unwrap_or_else(|r| panic!("{level} in {setup:?}: {action}: {r}"));
            steps += 1;
            assert!(steps < 4_000, "{setup:?} goes round in circles");
        }
    }
}

/// A hint names the turn that the grandmaster would play, its numbers add up, and its reasons can be checked: the turns are legal,
/// and none is a reordering of another.
#[test]
fn hints_begin_with_the_best_turn_and_add_up() {
    let vizier = Setup::alhambra(3).with(Module::Vizier);
    for (setup, seed) in [(Setup::alhambra(3), 5), (vizier, 8), (Setup::granada(2), 6), (Setup::combined(2), 7)] {
        let mut game = Game::new(setup, Seed::from(seed)).expect("the set-up can be played");
        let budget = Budget::Simulations(24);
        for asked in 0..60 {
            let Some(seat) = game.to_act() else { break };
            let view = game.view(Level::Grandmaster.viewer(seat));
            let best =
                Level::Grandmaster.bot(9).choose(&view, Budget::Simulations(1)).expect("there is something to do");
            if asked % 12 == 0 {
                let advice = explain(&view, 9, budget, 3);
                assert_eq!(Level::Grandmaster.bot(9).choose(&view, budget), Some(advice[0].actions[0]));
                assert!((1..=3).contains(&advice.len()));
                for (i, one) in advice.iter().enumerate() {
                    assert!((0.0..=1.0).contains(&one.win), "{one:?}");
                    assert!(one.chances[seat] == one.win, "{one:?}");
                    for chances in [&one.chances, &one.without] {
                        assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-3, "{one:?}: chances add up to 1");
                        assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)), "{one:?}");
                    }
                    let sum = one.points.total() + one.foresight;
                    assert!((sum - one.gain).abs() < 1e-3, "{one:?} does not add up");
                    let next = advice.get(i + 1).map_or(0.0, |next| one.gain - next.gain);
                    assert!((one.margin - next).abs() < 1e-3, "{one:?}: its margin is over the next turn listed");
                    check_reasons(&game, seat, one);
                }
            }
            game.apply(seat, best, &mut Silent).expect("bots play legally");
        }
    }
}

/// Plays the turn and checks its reasons.
fn check_reasons(game: &Game, seat: Seat, advice: &Advice) {
    let mut after = game.clone();
    let (last, before) = advice.actions.split_last().expect("a turn has an action");
    for action in before {
        after.apply(seat, *action, &mut Silent).unwrap_or_else(|refusal| panic!("{advice:?}: {refusal}"));
    }
    assert_eq!(after.check(seat, *last), Ok(()), "{advice:?}");
    let table = |game: &Game| game.view(Viewer::Watcher).table().clone();
    let (was, is) = (table(game), table(&after));
    for reason in &advice.reasons {
        match reason {
            Reason::Wall { line, from, to } => {
                let longest = |table: &Table| table.players[seat].board.longest(*line);
                assert_eq!((*from, *to), (longest(&was), longest(&is)), "{advice:?}");
            }
            Reason::Exact { tile } => {
                let paid = advice.actions.iter().find_map(|action| match action {
                    Action::Buy { tile: bought, payment } if bought == tile => Some(payment.total()),
                    _ => None,
                });
                let price = was.offers().find(|offer| offer.tile == *tile).map(|offer| u32::from(offer.price));
                assert!(paid.is_some() && paid == price, "{advice:?}");
            }
            Reason::Denied { tile, seat: rival, .. } => {
                let offer = was.offers().find(|offer| offer.tile == *tile).expect("it was on sale");
                let total = game.hand(*rival).money[offer.currency].total();
                let pairs = game.hand(*rival).pairs().count() > 0;
                assert!(*rival != seat && (pairs || total >= u32::from(offer.price)), "{advice:?}");
            }
            Reason::Lead { points, .. } => assert!(points.is_finite(), "{advice:?}"),
            Reason::Affordable { tile } => assert!(is.offers().any(|offer| offer.tile == *tile), "{advice:?}"),
        }
    }
}
