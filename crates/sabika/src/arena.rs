//! `sabika arena`: plays bots against each other and reports the results.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use sabika_bots::arena::{Description, Entrant, Pace, Played, Series, Summary, parse_budget};
use sabika_bots::protocol::{Command, StartError};
use sabika_bots::{Budget, Clock, Level, Weights};
use sabika_rules::{Module, Seat};
use sabika_server::rating::Rating;
use serde_json::{Value, json};

use crate::Error;
use crate::parallel::cores;
use crate::set_up::SetupArgs;

/// Play bots against each other and report which is better.
///
/// A block is one deal played in all seat rotations, the first bot against the rest. Ties count as split wins. The 95 % confidence
/// interval treats the deals as the random sample. The same seed and a budget in simulations give the same games on every
/// machine.
#[derive(clap::Args)]
pub struct Args {
    /// The bots: random, novice, apprentice, builder, classic (version 0.1's architect), architect, grandmaster. builder-no-MODULE
    /// never uses a module, builder-no-flip never flips a tile. Settings follow after colons: BOT:budget=25ms,
    /// architect:hand-made, grandmaster:candidates=12:depth=6. cmd:PROGRAM ARGUMENTS is any program that speaks the bot protocol
    /// (docs/bot-protocol.md)
    #[arg(long, value_name = "A,B", value_delimiter = ',', default_value = "grandmaster,classic")]
    bots: Vec<Contestant>,
    #[command(flatten)]
    setup: SetupArgs,
    /// Number of deals; with --mixed, number of games
    #[arg(long, default_value = "100")]
    blocks: NonZeroUsize,
    /// Seed for all randomness
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Budget per choice: a time (100ms, 1s) or a number of simulations (200)
    #[arg(long, default_value = "100ms", value_parser = parse_budget)]
    budget: Budget,
    /// Measure time budgets in processor time, so that other work on this machine does not weaken the bots. Programs (cmd:…)
    /// measure their own time
    #[arg(long)]
    processor_time: bool,
    /// A table of weights for the first bot (builder or classic), in the form that `sabika tune` prints
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Games played in parallel [default: one per core]
    #[arg(long)]
    threads: Option<usize>,
    /// Seat all bots at mixed tables and rate them (Weng and Lin's multiplayer ratings)
    #[arg(long)]
    mixed: bool,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

/// A bot named on the command line: one of ours, or a program.
#[derive(Clone)]
enum Contestant {
    Described(Box<Description>),
    Program(Command),
}

impl FromStr for Contestant {
    type Err = String;
    fn from_str(text: &str) -> Result<Contestant, String> {
        match text.strip_prefix("cmd:") {
            Some(command) => Command::new(command).map(Contestant::Program).map_err(|e| e.to_string()),
            None => text.parse().map(|description| Contestant::Described(Box::new(description))),
        }
    }
}

impl Contestant {
    fn entrant(&self) -> Result<Entrant, StartError> {
        match self {
            Contestant::Described(description) => Ok(description.entrant()),
            Contestant::Program(command) => command.entrant(),
        }
    }

    fn set_clock(&mut self, clock: Clock) {
        if let Contestant::Described(description) = self {
            description.budget = description.budget.map(|budget| by_clock(budget, clock));
        }
    }

    fn with_weights(&mut self, weights: Weights) -> Result<(), String> {
        let Contestant::Described(description) = self else {
            return Err("only builder and classic have weights, not a program".into());
        };
        **description = description.as_ref().clone().with_weights(weights)?;
        Ok(())
    }
}

pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let setup = args.setup.setup()?;
    let mut bots = args.bots.clone();
    if args.mixed && bots.len() < 2 {
        bots = Level::ALL.into_iter().map(|level| Contestant::Described(Box::new(level.into()))).collect();
    }
    if let (Some(file), Some(first)) = (&args.weights, bots.first_mut()) {
        first.with_weights(weights(file)?).map_err(|e| format!("--weights: {e}"))?;
    }
    let unavailable = "--processor-time: this system does not tell the processor time of a thread";
    let clock = if args.processor_time { processor_clock().ok_or(unavailable)? } else { Clock::SYSTEM };
    bots.iter_mut().for_each(|bot| bot.set_clock(clock));
    let entrants = bots.iter().map(Contestant::entrant).collect::<Result<_, _>>()?;
    let series = Series {
        setup,
        entrants,
        blocks: args.blocks.get(),
        seed: args.seed,
        budget: by_clock(args.budget, clock),
        threads: args.threads.unwrap_or_else(cores),
    };
    let games = series.blocks * if args.mixed { 1 } else { setup.players as usize };
    let bar = ProgressBar::new(games as u64);
    bar.set_style(ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left")?);
    let step = || bar.inc(1);
    let mut report =
        if args.mixed { rated(&series, &series.mixed(&step)?) } else { compared(&series, &series.blocks(&step)?) };
    report["clock"] = json!(if args.processor_time { "processor" } else { "wall" });
    bar.finish_and_clear();
    if args.json {
        println!("{report}");
    } else if args.mixed {
        show_ratings(&report);
    } else {
        show_summary(&report);
    }
    Ok(ExitCode::SUCCESS)
}

/// The processor time of the calling thread: a game is played by one thread.
#[cfg(unix)]
fn processor_clock() -> Option<Clock> {
    use rustix::time::{ClockId, clock_gettime};
    Some(Clock::new(|| {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
    }))
}

#[cfg(not(unix))]
fn processor_clock() -> Option<Clock> {
    None
}

fn by_clock(budget: Budget, clock: Clock) -> Budget {
    match budget {
        Budget::Time { limit, .. } => Budget::Time { limit, clock },
        Budget::Simulations(_) => budget,
    }
}

fn weights(file: &Path) -> Result<Weights, String> {
    let place = file.display();
    let table = std::fs::read_to_string(file).map_err(|e| format!("--weights {place}: {e}"))?;
    table.parse().map_err(|e| format!("--weights {place}: {e}"))
}

fn described(series: &Series) -> Value {
    let names: Vec<String> = series.entrants.iter().map(Entrant::to_string).collect();
    let budget = match series.budget {
        Budget::Time { limit, .. } => format!("{}ms", limit.as_millis()),
        Budget::Simulations(n) => n.to_string(),
    };
    let modules: Vec<&str> = series.setup.modules.iter().map(Module::name).collect();
    json!({
        "bots": names,
        "game": series.setup.game.name(),
        "players": series.setup.players,
        "modules": modules,
        "blocks": series.blocks,
        "seed": series.seed,
        "budget": budget,
    })
}

fn compared(series: &Series, blocks: &[Vec<Played>]) -> Value {
    let summary = Summary::of(blocks);
    let mut report = described(series);
    report["games"] = json!(summary.games);
    report["wins"] = json!(summary.wins);
    report["interval"] = json!([summary.interval.0, summary.interval.1]);
    report["score"] = json!(summary.score);
    report["margin"] = json!(summary.margin);
    report["times"] = times(series, blocks.iter().flatten());
    report["stopped"] = stopped(blocks.iter().flatten());
    report
}

/// Why games were cut short, each reason once.
fn stopped<'a>(games: impl Iterator<Item = &'a Played>) -> Value {
    let mut reasons: Vec<String> = games.filter_map(|game| game.stopped.as_ref()).map(ToString::to_string).collect();
    reasons.sort();
    reasons.dedup();
    json!(reasons)
}

fn show_stopped(report: &Value) {
    for reason in report["stopped"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        println!("{reason}");
    }
}

/// How long each bot's choices took.
fn times<'a>(series: &Series, games: impl Iterator<Item = &'a Played> + Clone) -> Value {
    let micros = |time: Duration| time.as_micros() as u64;
    let rows = series.entrants.iter().enumerate().map(|(i, entrant)| {
        let pace = Pace::of(games.clone(), i);
        json!({
            "bot": entrant.to_string(),
            "choices": pace.choices,
            "choices_per_s": (1.0 / pace.mean.as_secs_f64().max(1e-9)).round(),
            "p50_us": micros(pace.p50),
            "p99_us": micros(pace.p99),
            "longest_us": micros(pace.longest),
        })
    });
    rows.collect()
}

fn show_summary(report: &Value) {
    let share = |v: &Value| 100.0 * v.as_f64().unwrap_or(0.0);
    let names: Vec<&str> = report["bots"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    println!("{} against {}", names[0], names[1..].join(", "));
    let (low, high) = (share(&report["interval"][0]), share(&report["interval"][1]));
    println!("  wins    {:5.1} % ({low:.1} to {high:.1}) of {} games", share(&report["wins"]), report["games"]);
    println!("  score   {:5.1} points", report["score"].as_f64().unwrap_or(0.0));
    println!("  margin  {:+5.1} points over the best of the others", report["margin"].as_f64().unwrap_or(0.0));
    show_times(report);
    show_stopped(report);
}

fn show_times(report: &Value) {
    println!("{:24} {:>8} {:>9} {:>9} {:>9} {:>9}", "ms per move", "choices", "per s", "p50", "p99", "longest");
    let ms = |v: &Value| v.as_f64().unwrap_or(0.0) / 1000.0;
    for row in report["times"].as_array().into_iter().flatten() {
        let (p50, p99, longest) = (ms(&row["p50_us"]), ms(&row["p99_us"]), ms(&row["longest_us"]));
        let bot = row["bot"].as_str().unwrap_or_default();
        // JSON values ignore the width.
        let (choices, per_second) = (row["choices"].to_string(), row["choices_per_s"].as_f64().unwrap_or(0.0));
        println!("{bot:24} {choices:>8} {per_second:9.0} {p50:9.2} {p99:9.2} {longest:9.2}");
    }
}

/// Ratings after all games, updated in the order they were played.
fn rated(series: &Series, games: &[Played]) -> Value {
    let mut ratings = vec![Rating::default(); series.entrants.len()];
    let mut tally = vec![(0u32, 0.0, 0.0); series.entrants.len()];
    for played in games {
        let places = places(played);
        let before: Vec<Rating> = played.seats.iter().map(|e| ratings[*e]).collect();
        let after = Rating::after(&before, &places);
        for (seat, entrant) in played.seats.iter().enumerate() {
            ratings[*entrant] = after[seat];
            let (games, wins, points) = &mut tally[*entrant];
            *games += 1;
            *wins += played.win(Seat(seat as u8));
            *points += f64::from(played.outcome.scores[Seat(seat as u8)]);
        }
    }
    let mut rows: Vec<(f64, Value)> = ratings
        .iter()
        .zip(tally)
        .zip(&series.entrants)
        .map(|((rating, (games, wins, points)), entrant)| {
            let many = f64::from(games.max(1));
            let row = json!({
                "bot": entrant.to_string(),
                "rating": rating.rating(),
                "uncertainty": rating.uncertainty(),
                "games": games,
                "wins": wins / many,
                "score": points / many,
            });
            (rating.rating(), row)
        })
        .collect();
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut report = described(series);
    report["ratings"] = rows.into_iter().map(|(_, row)| row).collect();
    report["times"] = times(series, games.iter());
    report["stopped"] = stopped(games.iter());
    report
}

/// The place of each seat, 1 for the first; tied seats share a place.
fn places(played: &Played) -> Vec<u8> {
    let scores = &played.outcome.scores;
    scores.iter().map(|own| 1 + scores.iter().filter(|s| *s > own).count() as u8).collect()
}

fn show_ratings(report: &Value) {
    println!("{:24} {:>8} {:>8} {:>7} {:>8} {:>8}", "bot", "rating", "±", "games", "wins", "score");
    let number = |v: &Value| v.as_f64().unwrap_or(0.0);
    for row in report["ratings"].as_array().into_iter().flatten() {
        let (rating, uncertainty) = (number(&row["rating"]), number(&row["uncertainty"]));
        let (wins, score) = (100.0 * number(&row["wins"]), number(&row["score"]));
        let bot = row["bot"].as_str().unwrap_or_default();
        let games = row["games"].to_string();
        println!("{bot:24} {rating:8.2} {uncertainty:8.2} {games:>7} {wins:6.1} % {score:8.1}");
    }
    show_times(report);
    show_stopped(report);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Waiting takes no processor time, work does.
    #[test]
    fn the_processor_clock_stands_still_while_waiting() {
        let clock = processor_clock().expect("tests run on Unix");
        let begin = clock.now();
        std::thread::sleep(Duration::from_millis(200));
        assert!(clock.now() - begin < Duration::from_millis(100));
        while clock.now() - begin < Duration::from_millis(2) {
            std::hint::spin_loop();
        }
    }

    #[test]
    fn every_time_budget_uses_the_chosen_clock() {
        let clock = processor_clock().expect("tests run on Unix");
        let mut bot: Contestant = "grandmaster:budget=25ms".parse().expect("it is well-formed");
        bot.set_clock(clock);
        let Contestant::Described(description) = bot else { panic!("it is one of ours") };
        assert_eq!(description.budget, Some(Budget::Time { limit: Duration::from_millis(25), clock }));
        assert_eq!(by_clock(Budget::Simulations(7), clock), Budget::Simulations(7));
    }
}
