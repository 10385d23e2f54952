//! No bot plans anything illegal, in games of every kind. `make soak` plays 10,000 of them.

use sabika_bots::arena::{Entrant, play};
use sabika_bots::{Budget, Level, illegal_plans};
use sabika_rules::{Dice, GameKind, Module, ModuleSet, Setup};

/// Any set-up: a game, a number of players, some modules.
fn any_setup(dice: &mut Dice) -> Setup {
    let game = GameKind::ALL[dice.below(3) as usize];
    let players = 2 + dice.below(5) as u8;
    let chosen = |dice: &mut Dice| -> ModuleSet {
        Module::ALL.into_iter().filter(|m| m.goes_with(game) && dice.below(2) == 0).collect()
    };
    let setup = Setup::new(game, players).with_modules(chosen(dice));
    if setup.check().is_ok() { setup } else { Setup::new(game, players) }
}

#[test]
fn no_bot_plans_anything_illegal() {
    let games = std::env::var("SABIKA_BOT_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(24);
    let levels = [Level::Novice, Level::Apprentice, Level::Builder, Level::Architect, Level::Grandmaster];
    let entrants = levels.map(Entrant::from);
    for seed in 0..games {
        let mut dice = Dice::from_seed(seed);
        let setup = any_setup(&mut dice);
        let seats: Vec<usize> = (0..setup.players).map(|_| dice.below(levels.len() as u32) as usize).collect();
        // Few simulations: plans are checked in futures as well, so each choice checks dozens of turns.
        let played = play(setup, seed, &entrants, &seats, Budget::Simulations(2)).expect("it can be played");
        assert_eq!(played.stopped, None, "seed {seed}, {setup:?}, {seats:?}");
        assert_eq!(illegal_plans(), 0, "seed {seed}, {setup:?}, {seats:?}");
    }
}
