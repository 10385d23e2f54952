//! `sabika simulate`: games between bots, on all cores.

use std::fs;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use sabika_bots::{Budget, Level};
use sabika_rules::record::Record;
use sabika_rules::{Action, Dice, Game, History, Seat, Seed, Setup, Silent, playout};
use serde::Serialize;

use crate::parallel::totals;
use crate::set_up::SetupArgs;
use crate::{Error, record_file};

/// Let bots play whole games and, optionally, save their records.
///
/// Prints one line of JSON: games, steps, mean scores and wins by seat (a shared win counts for each), seconds, games per
/// second. Game i is dealt from seed + i: the same flags give the same games on any number of threads.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    setup: SetupArgs,

    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// Seed of the first game; it increases by one with each game
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The bot that plays
    #[arg(long, value_enum, default_value_t = Bot::Random)]
    bot: Bot,

    /// Write each game's record to this directory, as game-SEED.json
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,

    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Bot {
    /// Any legal action, each equally likely; occasionally reveals a bonus card
    Random,
    /// Buys if it can, at the exact price if possible; otherwise takes the most money; builds on the first legal cell
    Quick,
    /// Plays like someone in their first game
    Novice,
    /// Looks one turn ahead, greedy on points
    Apprentice,
    /// Plans whole turns and values the resulting positions
    Builder,
    /// Version 0.1's architect, with a few simulations per choice
    Classic,
    /// Plans whole turns, valued by a network if there is one
    Architect,
    /// Searches, with a few simulations per choice
    Grandmaster,
}

/// The budget per choice of bots that search. Counting simulations gives the same games on every machine.
const SIMULATIONS: Budget = Budget::Simulations(32);

impl Bot {
    /// The level it plays at; the quick policy has none.
    fn level(self) -> Option<Level> {
        match self {
            Bot::Quick => None,
            Bot::Random => Some(Level::Random),
            Bot::Novice => Some(Level::Novice),
            Bot::Apprentice => Some(Level::Apprentice),
            Bot::Builder => Some(Level::Builder),
            Bot::Classic => Some(Level::Classic),
            Bot::Architect => Some(Level::Architect),
            Bot::Grandmaster => Some(Level::Grandmaster),
        }
    }

    fn name(self) -> &'static str {
        self.level().map_or("quick", Level::name)
    }

    fn choose(self, game: &Game, seat: Seat, dice: &mut Dice, actions: &mut Vec<Action>) -> (Seat, Action) {
        match self.level() {
            None => (seat, playout::quick_action(game, seat, actions)),
            // Faster than the bot of that level, and also acts out of turn.
            Some(Level::Random) => free_action(game, dice).unwrap_or_else(|| {
                game.legal_actions(seat, actions);
                (seat, actions[dice.below(actions.len() as u32) as usize])
            }),
            Some(level) => {
                let action = level.bot(dice.next_u64()).choose(&game.view(level.viewer(seat)), SIMULATIONS);
                (seat, action.unwrap_or_else(|| unreachable!("the seat to act has a choice")))
            }
        }
    }
}

/// Occasionally, an action that a seat may take without being asked.
fn free_action(game: &Game, dice: &mut Dice) -> Option<(Seat, Action)> {
    if game.table().setup.modules.is_empty() || dice.below(8) > 0 {
        return None;
    }
    game.table().players.seats().find_map(|(seat, _)| Some((seat, *game.free_actions(seat).first()?)))
}

/// Totals over all games. Integers, so that the order of games does not matter.
#[derive(Default)]
struct Tally {
    steps: u64,
    scores: Vec<u64>,
    dirk: Option<u64>,
    wins: Vec<u64>,
}

impl Tally {
    fn new(setup: &Setup) -> Tally {
        let zeros = vec![0; setup.players as usize];
        Tally { steps: 0, scores: zeros.clone(), dirk: setup.has_dirk().then_some(0), wins: zeros }
    }

    fn add(&mut self, history: &History) {
        self.steps += history.steps().len() as u64;
        let Some(outcome) = history.game().result() else { return };
        self.scores.iter_mut().zip(&outcome.scores).for_each(|(sum, score)| *sum += *score as u64);
        self.dirk = self.dirk.map(|sum| sum + outcome.dirk.unwrap_or(0) as u64);
        outcome.winners.iter().for_each(|seat| self.wins[seat.index()] += 1);
    }

    fn join(mut self, other: Tally) -> Tally {
        self.steps += other.steps;
        self.scores.iter_mut().zip(other.scores).for_each(|(sum, more)| *sum += more);
        self.dirk = self.dirk.map(|sum| sum + other.dirk.unwrap_or(0));
        self.wins.iter_mut().zip(other.wins).for_each(|(sum, more)| *sum += more);
        self
    }
}

#[derive(Serialize)]
struct Summary {
    games: u64,
    steps: u64,
    mean_scores: Vec<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_dirk: Option<f64>,
    wins: Vec<u64>,
    seconds: f64,
    games_per_s: f64,
}

pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let setup = args.setup.setup()?;
    if args.seed.checked_add(args.games - 1).is_none() {
        return Err(
            format!("--seed {}: too large for {} games; seeds go up to {}", args.seed, args.games, u64::MAX).into()
        );
    }
    if let Some(dir) = &args.records {
        fs::create_dir_all(dir).map_err(|e| format!("--records {}: {e}", dir.display()))?;
    }
    let started = Instant::now();
    let tally = play_all(args, setup)?;
    let seconds = started.elapsed().as_secs_f64();
    let mean = |sum: &u64| rounded(*sum as f64 / args.games as f64, 100.0);
    let summary = Summary {
        games: args.games,
        steps: tally.steps,
        mean_scores: tally.scores.iter().map(mean).collect(),
        mean_dirk: tally.dirk.as_ref().map(mean),
        wins: tally.wins,
        seconds: rounded(seconds, 1000.0),
        games_per_s: rounded(args.games as f64 / seconds, 10.0),
    };
    writeln!(stdout(), "{}", serde_json::to_string(&summary)?)?;
    Ok(ExitCode::SUCCESS)
}

fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}

fn play_all(args: &Args, setup: Setup) -> Result<Tally, String> {
    let bar = if stderr().is_terminal() { ProgressBar::new(args.games) } else { ProgressBar::hidden() };
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} games, {eta} left") {
        bar.set_style(style);
    }
    let tallies = totals(
        args.games,
        args.threads.map(usize::from),
        || Tally::new(&setup),
        |game, tally| {
            let seed = args.seed + game;
            let history = play(args.bot, setup, seed);
            tally.add(&history);
            keep(args, &history, seed)?;
            bar.inc(1);
            Ok(())
        },
    );
    bar.finish_and_clear();
    Ok(tallies?.into_iter().fold(Tally::new(&setup), Tally::join))
}

fn play(bot: Bot, setup: Setup, seed: u64) -> History {
    let mut actions = Vec::new();
    let mut history = History::new(setup, Seed::from(seed)).expect("the set-up was checked");
    let mut dice = Dice::from_seed(seed);
    while let Some(seat) = history.game().to_act() {
        let (seat, action) = bot.choose(history.game(), seat, &mut dice, &mut actions);
        history.apply(seat, action, &mut Silent).expect("bots choose among legal actions");
    }
    history
}

fn keep(args: &Args, history: &History, seed: u64) -> Result<(), String> {
    let Some(dir) = &args.records else { return Ok(()) };
    let path = dir.join(format!("game-{seed}.json"));
    let names = vec![args.bot.name().to_owned(); history.setup().players as usize];
    let text = record_file::to_text(&Record::of(history, &names)).map_err(|e| e.to_string())?;
    fs::write(&path, text).map_err(|e| format!("--records {}: {e}", path.display()))
}
