//! Compares settings of the search by what their choices cost, which takes far fewer games than playing against each other:
//!
//! `cargo run --release --package sabika-bots --example regret -- PLAYERS POSITIONS THREADS BOT BOT …`
//!
//! Each bot chooses a turn in positions from games of the architect. The chosen turns are then continued in the same 200 sampled futures,
//! sixteen turns deep, everybody playing like the architect; the network values where they end. A bot's regret is how much more likely
//! the best of the chosen turns wins than its own. The figures are relative to the first bot, with their standard errors. Time budgets are
//! wall-clock time: use no more threads than there are idle cores.

use std::error::Error;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use sabika_bots::arena::{Description, mean_and_error};
use sabika_bots::evaluate::best;
use sabika_bots::turn::{Root, Turn, turns};
use sabika_bots::{Breadth, Budget, Evaluator, Greedy, Level, Search, Strongest, Weights};
use sabika_rules::{Dice, Game, Seat, Seed, Setup, Stage, View, Viewer};

const FUTURES: u64 = 200;
const DEPTH: usize = 16;
/// No future is followed further than this many choices.
const LONGEST: usize = 400;
/// Every ninth choice of a game is a position.
const EVERY: usize = 9;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [players, positions, threads, bots @ ..] = &args[..] else {
        return Err("usage: regret PLAYERS POSITIONS THREADS BOT BOT …".into());
    };
    let bots: Vec<Description> = bots.iter().map(|bot| bot.parse()).collect::<Result<_, _>>()?;
    if bots.len() < 2 || bots.iter().any(|bot| bot.evaluator().is_none()) {
        return Err("at least two bots are needed, each a builder, architect or grandmaster".into());
    }
    let threads: usize = threads.parse()?;
    let setup = Setup::alhambra(players.parse()?);
    let views = views(setup, positions.parse()?)?;
    let next = AtomicUsize::new(0);
    let work = || {
        let mut rows = Vec::new();
        while let Some(view) = views.get(next.fetch_add(1, Ordering::Relaxed)) {
            rows.push(regrets(view, &bots));
        }
        rows
    };
    let rows: Vec<Vec<f64>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no bot panics")).collect()
    });
    println!("{} positions with {players} players; in per cent of a win", rows.len());
    for (i, bot) in bots.iter().enumerate() {
        let (regret, _) = mean_and_error(&rows.iter().map(|row| 100.0 * row[i]).collect::<Vec<_>>());
        let (gain, error) = mean_and_error(&rows.iter().map(|row| 100.0 * (row[0] - row[i])).collect::<Vec<_>>());
        println!("{bot:40} regret {regret:.3}, better than the first by {gain:+.3} ± {error:.3}");
    }
    Ok(())
}

/// Positions from games in which one turn in twenty is not the best.
fn views(setup: Setup, many: usize) -> Result<Vec<View>, Box<dyn Error>> {
    let (mut views, mut dice, mut choices) = (Vec::new(), Dice::from_seed(1), 0);
    let mut deal = 1_000;
    while views.len() < many {
        deal += 1;
        let mut game = Game::new(setup, Seed::from(deal))?;
        while let Some(seat) = game.to_act() {
            let view = game.view(Viewer::Counting(seat));
            let Some((turn, all)) = favourite(&view, &game, Breadth::FULL).map(|(turn, _, all)| (turn, all)) else {
                break;
            };
            choices += 1;
            if view.table().turn.stage == Stage::Action && choices % EVERY == 0 && all.len() > 1 {
                views.push(view.clone());
            }
            let turn =
                if dice.below(20) == 0 { all[dice.below(all.len().min(5) as u32) as usize].clone() } else { turn };
            follow(&mut game, seat, &turn);
        }
    }
    views.truncate(many);
    Ok(views)
}

/// The architect's turn, its chance of winning for each seat, and all turns that were considered.
fn favourite(view: &View, game: &Game, breadth: Breadth) -> Option<(Turn, sabika_bots::Value, Vec<Turn>)> {
    let root = Root::with_game(view, game)?;
    let all = turns(&root, Weights::of(view.table().setup.game), breadth);
    let mut values = Vec::new();
    Strongest.evaluate(&root, &all, &mut values);
    let best = best(&values)?;
    Some((all[best].clone(), values.swap_remove(best), all))
}

fn follow(game: &mut Game, seat: Seat, turn: &Turn) {
    turn.actions.iter().for_each(|action| {
        if game.to_act() == Some(seat) {
            game.apply_unchecked(seat, *action);
        }
    });
}

/// What each bot's turn costs.
fn regrets(view: &View, bots: &[Description]) -> Vec<f64> {
    let root = Root::new(view).expect("views are of the seat to act");
    let chosen: Vec<Turn> = bots.iter().map(|bot| choice(bot, &root)).collect();
    let mut different: Vec<&Turn> = Vec::new();
    for turn in &chosen {
        if different.iter().all(|known| known.actions != turn.actions) {
            different.push(turn);
        }
    }
    let mut wins = vec![0.0; different.len()];
    for future in (0..FUTURES).filter(|_| different.len() > 1) {
        let game = view.sample(&mut Dice::from_seed(future));
        for (wins, turn) in wins.iter_mut().zip(&different) {
            *wins += chance(game.clone(), root.seat(), turn) / FUTURES as f64;
        }
    }
    let most = wins.iter().copied().fold(0.0, f64::max);
    let own = |turn: &Turn| different.iter().position(|known| known.actions == turn.actions).map_or(0.0, |i| wins[i]);
    chosen.iter().map(|turn| most - own(turn)).collect()
}

fn choice(bot: &Description, root: &Root) -> Turn {
    let evaluator = bot.evaluator().expect("checked above");
    if bot.level != Level::Grandmaster {
        return Greedy::new(evaluator).turn(root).expect("it is this seat's turn");
    }
    let budget = bot.budget.unwrap_or(Budget::time(Duration::from_millis(100)));
    let search = Search::new(evaluator, 1).with_settings(bot.settings);
    search.candidates(root, budget).swap_remove(0).turn
}

/// The chance of winning after a turn and the next sixteen.
fn chance(mut game: Game, seat: Seat, turn: &Turn) -> f64 {
    follow(&mut game, seat, turn);
    let (mut depth, mut whose) = (0, game.table().turn.seat);
    for _ in 0..LONGEST {
        let Some(actor) = game.to_act() else { break };
        if game.table().turn.seat != whose {
            whose = game.table().turn.seat;
            depth += 1;
        }
        let view = game.view(Viewer::Counting(actor));
        let Some((turn, value, _)) = favourite(&view, &game, Breadth::PLAYOUT) else { break };
        if depth >= DEPTH && view.table().turn.stage == Stage::Action {
            return value.win[seat].into();
        }
        follow(&mut game, actor, &turn);
    }
    let winners = game.result().map(|result| result.winners).unwrap_or_default();
    if winners.contains(&seat) { 1.0 / winners.len() as f64 } else { 0.0 }
}
