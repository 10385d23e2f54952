//! `sabika bench`: measures the engine's speed on one core.

use std::hint::black_box;
use std::io::{Write, stdout};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use sabika_rules::{Action, Dice, Game, ModuleSet, Seat, Seed, Setup, Silent, playout};
use serde::Serialize;

use crate::Error;

/// Measure the engine on one core: four players, Alhambra, without modules and with all seven
///
/// Prints one line of JSON:
///   actions_per_s        actions listed, picked uniformly and applied per second
///   mean_actions_listed  mean number of actions to pick from
///   quick_games_per_s    whole games per second with the quick policy (`simulate --bot quick`)
///   fold_300_us          microseconds to read and check a stored game of 300 actions
/// and the first three again with all modules. Build with `--profile bench` for meaningful figures.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// Seconds per figure, after warming up for a quarter of that time
    #[arg(long, value_name = "S", default_value_t = 4.0, value_parser = seconds)]
    seconds: f64,
}

fn seconds(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "not a number")?;
    if (0.001..=3600.0).contains(&number) { Ok(number) } else { Err("expected 0.001 to 3600".into()) }
}

#[derive(Serialize)]
struct Figures {
    actions_per_s: f64,
    mean_actions_listed: f64,
    quick_games_per_s: f64,
    fold_300_us: f64,
    actions_per_s_all_modules: f64,
    mean_actions_listed_all_modules: f64,
    quick_games_per_s_all_modules: f64,
}

pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let time = Duration::from_secs_f64(args.seconds);
    let base = Setup::alhambra(4);
    let all = base.with_modules(ModuleSet::ALL);
    let (actions_per_s, mean_actions_listed) = walk("base game", base, time);
    let (actions_per_s_all_modules, mean_actions_listed_all_modules) = walk("all modules", all, time);
    let figures = Figures {
        actions_per_s,
        mean_actions_listed,
        quick_games_per_s: quick("base game", base, time),
        fold_300_us: fold(base, time),
        actions_per_s_all_modules,
        mean_actions_listed_all_modules,
        quick_games_per_s_all_modules: quick("all modules", all, time),
    };
    writeln!(stdout(), "{}", serde_json::to_string(&figures)?)?;
    Ok(ExitCode::SUCCESS)
}

/// Repeats something, first to warm up, then for the given time. Returns the seconds it took; `each` is given the
/// number of the repetition and whether it counts.
fn repeat(time: Duration, mut each: impl FnMut(u64, bool)) -> f64 {
    let mut number = 0;
    let mut until = |time: Duration, counts: bool| {
        let started = Instant::now();
        while started.elapsed() < time {
            each(number, counts);
            number += 1;
        }
        started.elapsed().as_secs_f64()
    };
    until(time / 4, false);
    until(time, true)
}

fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

fn walk(name: &str, setup: Setup, time: Duration) -> (f64, f64) {
    eprintln!("random walks, {name} …");
    let (mut steps, mut listed) = (0u64, 0u64);
    let mut dice = Dice::from_seed(1);
    let mut actions: Vec<Action> = Vec::new();
    let mut game = new_game(setup, 0);
    let seconds = repeat(time, |number, counts| {
        deal_again(&mut game, setup, number);
        while let Some(seat) = game.to_act() {
            game.legal_actions(seat, &mut actions);
            game.apply_unchecked(seat, actions[dice.below(actions.len() as u32) as usize]);
            steps += u64::from(counts);
            listed += if counts { actions.len() as u64 } else { 0 };
        }
    });
    ((steps as f64 / seconds).round(), tenths(listed as f64 / steps as f64))
}

fn quick(name: &str, setup: Setup, time: Duration) -> f64 {
    eprintln!("quick games, {name} …");
    let mut games = 0u64;
    let mut actions = Vec::new();
    let mut game = new_game(setup, 0);
    let seconds = repeat(time, |number, counts| {
        deal_again(&mut game, setup, number);
        black_box(playout::quick(&mut game, &mut actions));
        games += u64::from(counts);
    });
    (games as f64 / seconds).round()
}

fn fold(setup: Setup, time: Duration) -> f64 {
    eprintln!("folding a stored game …");
    let (seed, stored) =
        (0..).find_map(|seed| Some((seed, stored_game(setup, seed, 300)?))).expect("some game is long");
    let mut folds = 0u64;
    let seconds = repeat(time, |_, counts| {
        let mut game = new_game(setup, seed);
        for (seat, line) in &stored {
            let action: Action = line.parse().expect("it was written by us");
            game.apply(*seat, action, &mut Silent).expect("it was played");
        }
        black_box(&game);
        folds += u64::from(counts);
    });
    tenths(seconds / folds as f64 * 1e6)
}

fn new_game(setup: Setup, seed: u64) -> Game {
    Game::new(setup, Seed::from(seed)).expect("four players can play this")
}

/// A new game in the place of one that is over.
fn deal_again(game: &mut Game, setup: Setup, seed: u64) {
    game.reset(setup, Seed::from(seed)).expect("four players can play this");
}

/// The first actions of a game as they would be stored; `None` if the game is shorter.
fn stored_game(setup: Setup, seed: u64, length: usize) -> Option<Vec<(Seat, String)>> {
    let mut game = new_game(setup, seed);
    let mut dice = Dice::from_seed(seed);
    let mut actions = Vec::new();
    let mut stored = Vec::new();
    while stored.len() < length {
        let seat = game.to_act()?;
        game.legal_actions(seat, &mut actions);
        let action = actions[dice.below(actions.len() as u32) as usize];
        game.apply_unchecked(seat, action);
        stored.push((seat, action.to_string()));
    }
    Some(stored)
}
