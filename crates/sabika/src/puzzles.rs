//! `sabika puzzles`: finds positions with one clearly best turn in games between strong bots, and checks whether bots find it.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};
use sabika_bots::arena::parse_budget;
use sabika_bots::puzzle::{self, Puzzle, Terms, Theme, Valued};
use sabika_bots::{Budget, Level};
use sabika_rules::{Action, Dice, View};
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::parallel::answers;

/// Find puzzles in games between strong bots, or let bots solve those in a file.
///
/// Each game's puzzles are stored in a separate file under --work, so an interrupted run continues where it stopped. The same
/// arguments give the same puzzles on every machine.
#[derive(clap::Args)]
pub struct Args {
    /// The file of puzzles to write, or to check
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Let novice and grandmaster solve the puzzles in the file instead
    #[arg(long)]
    check: bool,
    /// With --check: the grandmaster's budget per turn, as a time or a number of simulated futures
    #[arg(long, value_name = "BUDGET", default_value = "100ms", value_parser = parse_budget)]
    budget: Budget,
    /// With --check: only this many puzzles, spread over the file
    #[arg(long, value_name = "N")]
    sample: Option<NonZeroUsize>,
    /// Keep the puzzles that are in the file, and add to them
    #[arg(long, conflicts_with = "check")]
    add: bool,
    /// Search for puzzles of these themes only, one theme per game, in turns [default: all themes]
    #[arg(long, value_name = "THEMES", value_delimiter = ',')]
    themes: Vec<Theme>,
    /// Folder for the puzzles of each game while the search continues
    #[arg(long, value_name = "FOLDER", required_unless_present = "check")]
    work: Option<PathBuf>,
    /// Number of games to search
    #[arg(long, default_value = "300")]
    games: NonZeroUsize,
    /// Maximum number of puzzles in the file, across all themes and difficulties
    #[arg(long, default_value = "300")]
    many: NonZeroUsize,
    /// Simulated futures of the first search; the verifying search uses four times as many
    #[arg(long, value_name = "N", default_value_t = Terms::DEFAULT.simulations)]
    simulations: u32,
    /// How far ahead the best turn must be, in chance of winning
    #[arg(long, value_name = "SHARE", default_value_t = Terms::DEFAULT.margin)]
    margin: f32,
    /// Seed for all randomness
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games searched in parallel [default: one per core]
    #[arg(long)]
    threads: Option<usize>,
}

/// A file of puzzles.
#[derive(Serialize, Deserialize)]
struct Puzzles {
    format: u32,
    /// The runs that found them.
    made: Vec<Run>,
    puzzles: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
struct Run {
    games: usize,
    #[serde(flatten)]
    how: How,
}

/// How a game was searched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct How {
    seed: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    themes: Vec<String>,
    simulations: u32,
    verified: u32,
    margin: f32,
}

/// What was found in a game, in a file of its own.
#[derive(Serialize, Deserialize)]
struct Searched {
    how: How,
    puzzles: Vec<Entry>,
}

/// A puzzle as the page reads it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Entry {
    /// Its origin: the game and the position in it. It stays the same when the file is made again.
    id: String,
    position: String,
    themes: Vec<String>,
    difficulty: u8,
    novice: bool,
    best: Turn,
    others: Vec<Turn>,
    gain: Gain,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Turn {
    #[serde(rename = "do")]
    actions: Vec<String>,
    win: f32,
    lead: f32,
}

/// The expected advantage of the best turn over the next, by source.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Gain {
    majorities: f32,
    walls: f32,
    modules: f32,
    room: f32,
    money: f32,
    ahead: f32,
}

/// Nobody is shown more than thousandths and tenths.
fn rounded(value: f32, per: f32) -> f32 {
    (value * per).round() / per
}

impl From<&Valued> for Turn {
    fn from(turn: &Valued) -> Turn {
        Turn {
            actions: turn.actions.iter().map(Action::to_string).collect(),
            win: rounded(turn.expected.win, 1000.0),
            lead: rounded(turn.expected.lead, 10.0),
        }
    }
}

impl Entry {
    fn new(id: String, puzzle: &Puzzle) -> Entry {
        let tenths = |points: f32| rounded(points, 10.0);
        let gain = &puzzle.gain;
        Entry {
            id,
            position: puzzle.view.position(),
            themes: puzzle.themes.iter().map(|theme| theme.name().to_owned()).collect(),
            difficulty: puzzle.difficulty,
            novice: puzzle.novice,
            best: Turn::from(&puzzle.best),
            others: puzzle.others.iter().map(Turn::from).collect(),
            gain: Gain {
                majorities: tenths(gain.majorities),
                walls: tenths(gain.walls),
                modules: tenths(gain.modules),
                room: tenths(gain.room),
                money: tenths(gain.money),
                ahead: tenths(puzzle.foresight),
            },
        }
    }

    fn read(&self) -> Result<(View, Vec<Action>), String> {
        let view: View = self.position.parse().map_err(|error| format!("puzzle {}: {error}", self.id))?;
        let action = |line: &String| line.parse().map_err(|_| format!("puzzle {}: `{line}` is not an action", self.id));
        let best: Vec<Action> = self.best.actions.iter().map(action).collect::<Result<_, _>>()?;
        match puzzle::left(&view, &best) {
            Some(_) => Ok((view, best)),
            None => Err(format!("puzzle {}: its solution is illegal", self.id)),
        }
    }
}

pub fn run(args: &Args) -> Result<ExitCode, Error> {
    if args.check {
        return check(args);
    }
    if !(0.0..=1.0).contains(&args.margin) {
        return Err(format!("--margin {}: expected a number from 0 to 1", args.margin).into());
    }
    let work = args.work.as_deref().ok_or("--work is missing")?;
    fs::create_dir_all(work).map_err(|e| format!("--work {}: {e}", work.display()))?;
    let how = How {
        seed: args.seed,
        themes: args.themes.iter().map(|theme| theme.name().to_owned()).collect(),
        simulations: args.simulations,
        verified: args.simulations * Terms::VERIFY,
        margin: args.margin,
    };
    let mut all = if args.add { read(&args.file)? } else { Puzzles { format: 1, made: vec![], puzzles: vec![] } };
    // Puzzles of one seed have the same ids.
    if all.made.iter().any(|run| run.how.seed == how.seed && run.how != how) {
        return Err(format!("--seed {}: the file has puzzles of this seed, found differently", how.seed).into());
    }
    let bar = ProgressBar::new(args.games.get() as u64);
    bar.set_style(ProgressStyle::with_template("{bar:40} {pos}/{len} games, {msg} puzzles, {eta} left")?);
    let found = answers(args.games.get(), args.threads, |number| {
        let entries = of_game(work, number as u64, args, &how)?;
        bar.inc(1);
        Ok(entries)
    })?;
    bar.finish_and_clear();
    let known = |entry: &Entry| all.puzzles.iter().any(|kept| kept.id == entry.id);
    let found: Vec<Entry> = found.into_iter().flatten().filter(|entry| !known(entry)).collect();
    let many = found.len();
    // What the grandmaster does not find with its own settings is too hard for a puzzle.
    let solved = answers(many, args.threads, |at| {
        let (view, best) = found[at].read()?;
        let by = |seed| puzzle::solves(Level::Grandmaster, &view, &best, seed, Budget::Simulations(SIMULATIONS));
        Ok((1..=TIMES).all(|time| by(args.seed + time)))
    })?;
    let solved: Vec<Entry> =
        found.into_iter().zip(solved).filter(|(_, solved)| *solved).map(|(entry, _)| entry).collect();
    let fair = solved.len();
    let before = all.puzzles.len();
    all.puzzles = chosen(all.puzzles, solved, args.many.get());
    let added = all.puzzles.len() - before;
    println!("{many} puzzles found, {fair} solved by the grandmaster, {added} kept: now {}", all.puzzles.len());
    print!("{}", Tally::of(&all.puzzles));
    all.made.retain(|run| run.how != how);
    all.made.push(Run { games: args.games.get(), how });
    write(&args.file, &all).map_err(|e| format!("{}: {e}", args.file.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// The puzzles of one game: read back if it was searched before.
fn of_game(work: &Path, number: u64, args: &Args, how: &How) -> Result<Vec<Entry>, String> {
    let file = work.join(format!("{}-{number:05}.json", args.seed));
    let place = file.display();
    if let Ok(text) = fs::read_to_string(&file) {
        let kept: Searched = serde_json::from_str(&text).map_err(|e| format!("{place}: {e}"))?;
        if kept.how != *how {
            return Err(format!("{place} was made with different arguments: choose another --work, or delete it"));
        }
        return Ok(kept.puzzles);
    }
    let mut dice = Dice::from_seed(args.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
    let many = args.themes.len().max(1) as u64;
    let theme = args.themes.get((number % many) as usize).copied();
    let terms = Terms { simulations: args.simulations, margin: args.margin, theme, ..Terms::DEFAULT };
    let setup = theme.map_or_else(|| puzzle::setup(number), |theme| puzzle::setup_for(theme, number / many));
    let found = puzzle::find(setup, dice.next_u64(), &terms);
    let entry = |(i, puzzle)| Entry::new(format!("{}-{number}-{}", args.seed, i + 1), puzzle);
    let searched = Searched { how: how.clone(), puzzles: found.iter().enumerate().map(entry).collect() };
    let text = serde_json::to_string(&searched).map_err(|e| format!("{place}: {e}"))?;
    // To a temporary file first, so that a file that exists is complete.
    let part = file.with_extension("part");
    fs::write(&part, text).and_then(|()| fs::rename(&part, &file)).map_err(|e| format!("{place}: {e}"))?;
    Ok(searched.puzzles)
}

fn read(file: &Path) -> Result<Puzzles, String> {
    let place = file.display();
    let text = fs::read_to_string(file).map_err(|e| format!("{place}: {e}"))?;
    serde_json::from_str(&text).map_err(|e| format!("{place}: {e}"))
}

/// One puzzle per line, so that changes can be reviewed.
fn write(file: &Path, puzzles: &Puzzles) -> std::io::Result<()> {
    let lines: Vec<String> = puzzles.puzzles.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
    let made = serde_json::to_string(&puzzles.made)?;
    fs::write(
        file,
        format!("{{\"format\":{},\"made\":{made},\"puzzles\":[\n{}\n]}}\n", puzzles.format, lines.join(",\n")),
    )
}

/// The kept puzzles and a selection of those found, up to this number in all. The next is always one of the theme with the fewest
/// so far. Few are puzzles that a novice finds.
fn chosen(kept: Vec<Entry>, mut found: Vec<Entry>, many: usize) -> Vec<Entry> {
    let mut chosen = kept;
    let mut tally = Tally::of(&chosen);
    while chosen.len() < many {
        if tally.novices >= many / EASY {
            found.retain(|entry| !entry.novice);
        }
        let Some(next) = (0..found.len()).min_by_key(|&at| tally.others_like(&found[at])) else { break };
        let entry = found.remove(next);
        tally.add(&entry);
        chosen.push(entry);
    }
    // Easy ones first; otherwise mixed.
    chosen.sort_by_key(|entry| entry.difficulty);
    chosen
}

/// The number of puzzles of each theme and difficulty.
#[derive(Default)]
struct Tally {
    themes: BTreeMap<String, usize>,
    difficulties: BTreeMap<u8, usize>,
    novices: usize,
}

impl Tally {
    fn of(puzzles: &[Entry]) -> Tally {
        let mut tally = Tally::default();
        puzzles.iter().for_each(|entry| tally.add(entry));
        tally
    }

    fn add(&mut self, entry: &Entry) {
        for theme in &entry.themes {
            *self.themes.entry(theme.clone()).or_default() += 1;
        }
        *self.difficulties.entry(entry.difficulty).or_default() += 1;
        self.novices += usize::from(entry.novice);
    }

    /// How many there are of its rarest theme, of its first theme, and of its difficulty.
    fn others_like(&self, entry: &Entry) -> (usize, usize, usize) {
        let of = |theme: &String| self.themes.get(theme).copied().unwrap_or_default();
        let rarest = entry.themes.iter().map(of).min().unwrap_or_default();
        let first = entry.themes.first().map(of).unwrap_or_default();
        (rarest, first, self.difficulties.get(&entry.difficulty).copied().unwrap_or_default())
    }
}

impl Display for Tally {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        self.themes.iter().try_for_each(|(theme, count)| writeln!(f, "{theme:14} {count:4}"))?;
        self.difficulties.iter().try_for_each(|(difficulty, count)| writeln!(f, "difficulty {difficulty:<3} {count:4}"))
    }
}

/// What the grandmaster simulates in about 100 ms.
const SIMULATIONS: u32 = 160;
/// How often the grandmaster must find a turn, with different futures each time.
const TIMES: u64 = 3;
/// A novice finds at most one in this many.
const EASY: usize = 5;

/// Lets bots solve the puzzles; fails if they are too hard for the strongest or too easy for the weakest.
fn check(args: &Args) -> Result<ExitCode, Error> {
    let all = read(&args.file)?;
    let every = args.sample.map_or(1, |sample| all.puzzles.len().div_ceil(sample.get()).max(1));
    let puzzles: Vec<&Entry> = all.puzzles.iter().step_by(every).collect();
    let bar = ProgressBar::new(puzzles.len() as u64);
    bar.set_style(ProgressStyle::with_template("{bar:40} {pos}/{len} puzzles, {eta} left")?);
    let solved = answers(puzzles.len(), args.threads, |at| {
        let (view, best) = puzzles[at].read()?;
        let by = |level| puzzle::solves(level, &view, &best, args.seed, args.budget);
        let answer = (by(Level::Novice), by(Level::Grandmaster));
        bar.inc(1);
        Ok(answer)
    })?;
    bar.finish_and_clear();
    let share = |of: &dyn Fn(&(bool, bool)) -> bool| {
        let count = solved.iter().filter(|solved| of(solved)).count();
        (count, 100.0 * count as f64 / solved.len().max(1) as f64)
    };
    let ((novice, novice_share), (master, master_share)) = (share(&|s| s.0), share(&|s| s.1));
    println!("{} puzzles", solved.len());
    println!("grandmaster  {master:4} solved, {master_share:.1} % (at least {GRANDMASTER} %)");
    println!("novice       {novice:4} solved, {novice_share:.1} % (at most {NOVICE} %)");
    let missed: Vec<&str> =
        puzzles.iter().zip(&solved).filter(|(_, s)| !s.1).map(|(entry, _)| entry.id.as_str()).collect();
    if !missed.is_empty() {
        println!("the grandmaster missed {}", missed.join(", "));
    }
    let holds = master_share >= GRANDMASTER && novice_share <= NOVICE;
    Ok(if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Puzzles that the grandmaster must solve, in per cent.
const GRANDMASTER: f64 = 95.0;
/// Puzzles that a novice may solve, in per cent.
const NOVICE: f64 = 30.0;
