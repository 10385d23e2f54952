//! `sabika tune`: tunes the builder's weights by self-play.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use sabika_bots::Weights;
use sabika_bots::tune::Tuning;

use crate::Error;
use crate::parallel::cores;
use crate::set_up::SetupArgs;

/// Tune the builder's weights by self-play and print them as a table for weights.rs.
///
/// Uses the cross-entropy method: candidates drawn around a mean play against builders that use the mean, and the best quarter
/// determines the next mean. The same seed gives the same weights on every machine.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    setup: SetupArgs,
    /// Also play with these numbers of players
    #[arg(long, value_delimiter = ',')]
    also_players: Vec<u8>,
    /// The table to start from: by-hand, or the one of a game [default: the game's own]
    #[arg(long, value_name = "TABLE", value_parser = ["by-hand", "alhambra", "granada", "combined"])]
    start: Option<String>,
    /// Initial spread of the candidates around the mean, as a fraction of each weight
    #[arg(long, default_value_t = 0.35)]
    spread: f32,
    /// Number of generations
    #[arg(long, default_value_t = 14)]
    generations: usize,
    /// Candidates per generation
    #[arg(long, default_value = "18")]
    candidates: NonZeroUsize,
    /// Games played by each candidate
    #[arg(long, default_value = "24")]
    deals: NonZeroUsize,
    /// Seed for all randomness
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Candidates playing in parallel [default: one per core]
    #[arg(long)]
    threads: Option<usize>,
    /// Also write the table here after every generation, so that a run can be interrupted
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let setup = args.setup.setup()?;
    let mut setups = vec![setup];
    setups.extend(args.also_players.iter().map(|players| sabika_rules::Setup { players: *players, ..setup }));
    let tuning = Tuning {
        start: match args.start.as_deref() {
            Some("by-hand") => Weights::BY_HAND,
            Some(game) => *Weights::of(game.parse().map_err(|_| format!("--start: unknown table `{game}`"))?),
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
        eprintln!("generation {}: best candidates {:+.2} points ahead", generation.number, generation.lead);
        if let Some(file) = &args.out {
            let table = std::fs::write(file, generation.weights.to_string());
            written = table.map_err(|e| format!("--out {}: {e}", file.display()));
        }
    })?;
    print!("{weights}");
    Ok(written.map(|()| ExitCode::SUCCESS)?)
}
