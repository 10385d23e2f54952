//! Every bot answers every view with a legal action, and the same view with the same one.

use sabika_bots::{Budget, Level, explain};
use sabika_rules::{Dice, Game, GameKind, Module, ModuleSet, Seed, Setup, Silent};

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
fn in_every_game() {
    for game in GameKind::ALL {
        for players in [2, 3, 6] {
            walk(Setup::new(game, players), players as u64, 23);
        }
    }
}

#[test]
fn with_every_module() {
    for module in Module::ALL {
        for game in GameKind::ALL.into_iter().filter(|g| module.goes_with(*g)) {
            walk(Setup::new(game, 2 + module as u8 % 3).with(module), 7, 31);
        }
    }
}

#[test]
fn with_all_modules_at_once() {
    for players in [2, 4] {
        walk(Setup::alhambra(players).with_modules(ModuleSet::ALL), players as u64, 29);
    }
}

/// Bots play whole games among themselves, which random walks do not resemble.
#[test]
fn games_among_bots_end() {
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

/// A hint names the turn that the architect would play, and what it brings.
#[test]
fn hints_begin_with_the_best_turn() {
    let game = Game::new(Setup::alhambra(3), Seed::from(5)).expect("the set-up can be played");
    let seat = game.to_act().expect("somebody begins");
    let view = game.view(Level::Architect.viewer(seat));
    let budget = Budget::Simulations(24);
    let advice = explain(&view, 9, budget, 3);
    assert_eq!(advice.len(), 3);
    assert_eq!(Level::Architect.bot(9).choose(&view, budget), Some(advice[0].actions[0]));
    assert!(advice.iter().any(|a| a.points.total() > 0.0));
}
