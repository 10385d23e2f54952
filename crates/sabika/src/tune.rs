//! `sabika tune`: sets the builder's weights by self-play.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use sabika_bots::Weights;
use sabika_bots::tune::Tuning;

use crate::Problem;
use crate::arena::cores;
use crate::set_up::SetupArgs;

/// Set the builder's weights by self-play, and print them as a table for weights.rs.
///
/// The cross-entropy method: candidates drawn around a mean play builders that use the mean; the best quarter makes the
/// next mean. The same seed gives the same weights on every machine.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    setup: SetupArgs,
    /// Play at tables of this many as well
    #[arg(long, value_delimiter = ',')]
    also_players: Vec<u8>,
    /// The table to begin with, by-hand or a game's; the game's own if not given
    #[arg(long, value_name = "TABLE", value_parser = ["by-hand", "alhambra", "granada", "combined"])]
    start: Option<String>,
    /// How far candidates are drawn from the mean at first, as a share of each weight
    #[arg(long, default_value_t = 0.35)]
    spread: f32,
    /// How often the mean is made anew
    #[arg(long, default_value_t = 14)]
    generations: usize,
    /// Candidates in each generation
    #[arg(long, default_value = "18")]
    candidates: NonZeroUsize,
    /// Games that each candidate plays
    #[arg(long, default_value = "24")]
    deals: NonZeroUsize,
    /// What everything follows from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Candidates that play at a time; as many as there are cores if not given
    #[arg(long)]
    threads: Option<usize>,
    /// Write the table here after every generation as well, so that a run can be broken off
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result<ExitCode, Problem> {
    let setup = args.setup.setup()?;
    let mut setups = vec![setup];
    setups.extend(args.also_players.iter().map(|players| sabika_rules::Setup { players: *players, ..setup }));
    let tuning = Tuning {
        start: match args.start.as_deref() {
            Some("by-hand") => Weights::BY_HAND,
            Some(game) => *Weights::of(game.parse().map_err(|_| format!("--start: no table is called {game}"))?),
            None => *Weights::of(setup.game),
        },
        setups,
        spread: args.spread,
        generations: args.generations,
        candidates: args.candidates.get(),
        deals: args.deals.get(),
        seed: args.seed,
        threads: args.threads.unwrap_or_else(cores),
    };
    let mut written = Ok(());
    let weights = tuning.run(|generation| {
        eprintln!("generation {}: the best are {:+.2} ahead", generation.number, generation.lead);
        if let Some(file) = &args.out {
            let table = std::fs::write(file, generation.weights.to_string());
            written = table.map_err(|e| format!("--out {}: {e}", file.display()));
        }
    })?;
    print!("{weights}");
    Ok(written.map(|()| ExitCode::SUCCESS)?)
}
