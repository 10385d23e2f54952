//! `sabika selfplay`: a bot plays against itself to produce training positions for a network.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use sabika_bots::arena::Description;
use sabika_bots::selfplay::{MAGIC, Shard, Terms};
use sabika_bots::{Breadth, Evaluator};
use sabika_rules::{Dice, GameKind, Module, ModuleSet, Setup};

use crate::Error;
use crate::parallel::totals;
use crate::set_up::game;

/// Let a bot play against itself and write training positions for a network (docs/training.md).
///
/// Games are grouped into shards, one file each. Existing shards are kept, so an interrupted run continues where it stopped. The
/// same arguments give the same shards on every machine.
#[derive(clap::Args)]
pub struct Args {
    /// Folder to write shards to
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// alhambra, granada or combined
    #[arg(long, value_name = "GAME", default_value = "alhambra", value_parser = game)]
    game: GameKind,
    /// Numbers of players, alternating from shard to shard
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_value = "2,3,4", value_parser = clap::value_parser!(u8).range(2..=6))]
    players: Vec<u8>,
    /// none; all that the game allows; or any: no modules in half of the games, otherwise each with a probability of one half
    #[arg(long, value_name = "WHICH", default_value = "any", value_parser = ["none", "all", "any"])]
    modules: String,
    /// Number of games
    #[arg(long, default_value = "1000")]
    games: NonZeroUsize,
    /// Games per shard
    #[arg(long, value_name = "N", default_value = "100")]
    shard: NonZeroUsize,
    /// Seed for all randomness
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The bot that plays and evaluates: builder, architect, or architect:network=FILE
    #[arg(long, default_value = "architect")]
    bot: Description,
    /// Probability of playing any of the ten best turns instead of the best
    #[arg(long, value_name = "SHARE", default_value_t = 0.08)]
    exploration: f32,
    /// Weight of later positions in the target; with 1, only the end of the game counts
    #[arg(long, value_name = "λ", default_value_t = 0.7)]
    lambda: f32,
    /// How many turns are considered: playout, full or wide
    #[arg(long, default_value = "full", value_parser = ["playout", "full", "wide"])]
    breadth: String,
    /// Start no new shard after this many seconds
    #[arg(long)]
    seconds: Option<u64>,
    /// Shards made in parallel [default: one per core]
    #[arg(long)]
    threads: Option<usize>,
}

pub fn run(args: &Args) -> Result<ExitCode, Error> {
    for (flag, share) in [("--exploration", args.exploration), ("--lambda", args.lambda)] {
        if !(0.0..=1.0).contains(&share) {
            return Err(format!("{flag} {share}: expected a number from 0 to 1").into());
        }
    }
    let no_evaluator = || format!("--bot {}: only builder, architect and grandmaster evaluate positions", args.bot);
    let run = Run { args, evaluator: args.bot.evaluator().ok_or_else(no_evaluator)?, about: args.about() };
    fs::create_dir_all(&args.out).map_err(|e| format!("--out {}: {e}", args.out.display()))?;
    let shards = args.games.get().div_ceil(args.shard.get());
    let bar = ProgressBar::new(args.games.get() as u64);
    bar.set_style(ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left")?);
    let until = args.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let done = totals(shards as u64, args.threads, Made::default, |index, made| {
        if until.is_none_or(|until| Instant::now() < until) {
            made.add(&run.shard(index as usize, &bar)?);
        }
        Ok(())
    });
    bar.finish_and_clear();
    let mut all = Made::default();
    done?.iter().for_each(|made| all.add(made));
    println!("{} shards written with {} positions, {} kept", all.shards, all.positions, all.kept);
    Ok(ExitCode::SUCCESS)
}

/// The result of a run.
#[derive(Default)]
struct Made {
    shards: usize,
    positions: usize,
    /// Shards that already existed.
    kept: usize,
}

impl Made {
    fn add(&mut self, other: &Made) {
        self.shards += other.shards;
        self.positions += other.positions;
        self.kept += other.kept;
    }
}

impl Args {
    /// The lines of a shard's header that say how it was made.
    fn about(&self) -> String {
        let (bot, breadth, exploration, lambda) = (&self.bot, &self.breadth, self.exploration, self.lambda);
        let players: Vec<String> = self.players.iter().map(u8::to_string).collect();
        format!(
            "game {}\ntables {}\nmodules {}\ngames {}\nseed {}\nbot {bot}\nbreadth {breadth}\nexploration {exploration}\nlambda {lambda}\n",
            self.game.name(),
            players.join(","),
            self.modules,
            self.shard,
            self.seed
        )
    }

    fn setup(&self, players: u8, dice: &mut Dice) -> Setup {
        let plain = Setup::new(self.game, players);
        let some = self.modules == "any" && dice.below(2) == 0;
        let chosen: ModuleSet = Module::ALL
            .into_iter()
            .filter(|m| m.goes_with(self.game))
            .filter(|_| self.modules == "all" || (some && dice.below(2) == 0))
            .collect();
        Some(plain.with_modules(chosen)).filter(|setup| setup.check().is_ok()).unwrap_or(plain)
    }
}

struct Run<'a> {
    args: &'a Args,
    evaluator: Box<dyn Evaluator>,
    about: String,
}

impl Run<'_> {
    fn shard(&self, index: usize, bar: &ProgressBar) -> Result<Made, String> {
        let args = self.args;
        let file = args.out.join(format!("{}-{}-{index:06}.shard", args.game.name(), args.seed));
        let games = args.shard.get().min(args.games.get() - index * args.shard.get());
        let about = format!("{}shard {index}\n", self.about);
        if file.exists() {
            check(&file, &about)?;
            bar.inc(games as u64);
            return Ok(Made { kept: 1, ..Made::default() });
        }
        let players = args.players[index % args.players.len()];
        let breadth = match args.breadth.as_str() {
            "playout" => Breadth::PLAYOUT,
            "wide" => Breadth::WIDE,
            _ => Breadth::FULL,
        };
        let terms = Terms { exploration: args.exploration, lambda: args.lambda, breadth };
        let mut shard = Shard::new(players.into());
        for i in 0..games {
            let number = (index * args.shard.get() + i) as u64;
            let mut dice = Dice::from_seed(args.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
            let setup = args.setup(players, &mut dice);
            shard.play(setup, dice.next_u64(), &*self.evaluator, &terms).map_err(|e| e.to_string())?;
            bar.inc(1);
        }
        save(&shard, &about, &file).map_err(|e| format!("{}: {e}", file.display()))?;
        Ok(Made { shards: 1, positions: shard.positions(), kept: 0 })
    }
}

/// Writes to a temporary file first, so that a shard that exists is complete.
fn save(shard: &Shard, about: &str, file: &Path) -> std::io::Result<()> {
    let part = file.with_extension("part");
    let mut out = BufWriter::new(File::create(&part)?);
    shard.write(about, &mut out)?;
    out.flush()?;
    fs::rename(part, file)
}

/// Checks that an existing shard is the one this run would write.
fn check(file: &Path, about: &str) -> Result<(), String> {
    let place = file.display();
    let bytes = fs::read(file).map_err(|e| format!("{place}: {e}"))?;
    if bytes.starts_with(format!("{MAGIC}\n{about}").as_bytes()) {
        Ok(())
    } else {
        Err(format!("{place} was made with different arguments: choose another --out or --seed, or delete it"))
    }
}
