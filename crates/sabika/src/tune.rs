//! `sabika tune`: sets the builder's weights by self-play.

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
    /// Begin with the weights by hand, not with those in use
    #[arg(long)]
    from_scratch: bool,
    /// How far candidates are drawn from the mean at first, as a share of each weight
    #[arg(long, default_value_t = 0.35)]
    spread: f32,
    /// How often the mean is made anew
    #[arg(long, default_value_t = 14)]
    generations: usize,
    /// Candidates in each generation
    #[arg(long, default_value_t = 18)]
    candidates: usize,
    /// Games that each candidate plays
    #[arg(long, default_value_t = 24)]
    deals: usize,
    /// What everything follows from
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(args: &Args) -> Result<ExitCode, Problem> {
    let setup = args.setup.setup()?;
    let mut setups = vec![setup];
    setups.extend(args.also_players.iter().map(|players| sabika_rules::Setup { players: *players, ..setup }));
    let tuning = Tuning {
        start: if args.from_scratch { Weights::BY_HAND } else { *Weights::of(setup.game) },
        setups,
        spread: args.spread,
        generations: args.generations,
        candidates: args.candidates,
        deals: args.deals,
        seed: args.seed,
        threads: cores(),
    };
    let weights = tuning.run(|generation| {
        eprintln!("generation {}: the best are {:+.2} ahead", generation.number, generation.lead);
    })?;
    for (name, number) in Weights::NAMES.iter().zip(weights.numbers()) {
        println!("{name}: {number:.3},");
    }
    Ok(ExitCode::SUCCESS)
}
