//! Bots against each other, and what can be said of it. Everything follows from one seed.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use sabika_rules::{Dice, Game, Outcome, Seat, Seed, Setup, SetupError};

use crate::builder::{Builder, Forgone};
use crate::weights::Weights;
use crate::{Architect, Bot, Budget, Level};

/// Who plays: a level, or a builder that differs from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entrant {
    /// What it plays like, and what it sees.
    pub level: Level,
    /// What it does without (builder only).
    pub without: Option<Forgone>,
    /// Other weights than the tuned ones (builder and architect only).
    pub weights: Option<Weights>,
}

impl From<Level> for Entrant {
    fn from(level: Level) -> Entrant {
        Entrant { level, without: None, weights: None }
    }
}

impl std::fmt::Display for Entrant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.level)?;
        self.without.map_or(Ok(()), |what| write!(f, "-no-{what}"))?;
        self.weights.map_or(Ok(()), |_| f.write_str(" with other weights"))
    }
}

impl std::str::FromStr for Entrant {
    type Err = String;
    /// A level, or `builder-no-MODULE`, or `builder-no-flip`.
    fn from_str(s: &str) -> Result<Entrant, String> {
        match s.split_once("-no-") {
            Some(("builder", what)) => Ok(Entrant { without: Some(what.parse()?), ..Entrant::from(Level::Builder) }),
            _ => s.parse::<Level>().map(Entrant::from),
        }
    }
}

impl Entrant {
    fn bot(&self, seed: u64) -> Box<dyn Bot> {
        match (self.level, self.weights) {
            (Level::Builder, weights) => {
                let builder = weights.map_or(Builder::new(), Builder::with_weights);
                Box::new(self.without.into_iter().fold(builder, Builder::without))
            }
            (Level::Architect, Some(weights)) => Box::new(Architect::new(seed).with_weights(weights)),
            (level, _) => level.bot(seed),
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// Who sat where, as indices into the entrants.
    pub seats: Vec<usize>,
    /// How it ended.
    pub outcome: Outcome,
    /// How long each choice took, after the index of the entrant whose it was.
    pub times: Vec<(usize, Duration)>,
}

impl Played {
    /// The share of the win that a seat has (E4).
    pub fn win(&self, seat: Seat) -> f64 {
        let winners = &self.outcome.winners;
        if winners.contains(&seat) { 1.0 / winners.len() as f64 } else { 0.0 }
    }
}

/// More choices than any sensible game has; bots that go round in circles are stopped there, as if all were drawn level.
const LONGEST_GAME: usize = 6_000;

/// Plays one game.
pub fn play(
    setup: Setup,
    deal: u64,
    entrants: &[Entrant],
    seats: &[usize],
    budget: Budget,
) -> Result<Played, SetupError> {
    let mut dice = Dice::from_seed(deal);
    let mut game = Game::new(setup, Seed(dice.seed().0))?;
    let mut bots: Vec<Box<dyn Bot>> = seats.iter().map(|e| entrants[*e].bot(dice.next_u64())).collect();
    let mut times = Vec::new();
    let mut choices = 0;
    while let Some(seat) = game.to_act().filter(|_| choices < LONGEST_GAME) {
        choices += 1;
        let entrant = seats[seat.index()];
        let view = game.view(entrants[entrant].level.viewer(seat));
        let start = Instant::now();
        let action = bots[seat.index()].choose(&view, budget);
        times.push((entrant, start.elapsed()));
        let Some(action) = action else { unreachable!("whoever is to act has a choice") };
        if let Err(refusal) = game.apply(seat, action, &mut sabika_rules::Silent) {
            unreachable!("{} chose {action}: {refusal}", entrants[entrant]);
        }
    }
    let outcome = game.result().unwrap_or_else(|| {
        let scores = game.table().players.map(|_, player| player.score);
        let winners = scores.seats().map(|(seat, _)| seat).collect();
        Outcome { scores, dirk: None, winners }
    });
    Ok(Played { seats: seats.to_vec(), outcome, times })
}

/// A series of games.
#[derive(Clone, Debug)]
pub struct Series {
    /// What is played.
    pub setup: Setup,
    /// Who plays.
    pub entrants: Vec<Entrant>,
    /// How many deals.
    pub blocks: usize,
    /// What everything follows from.
    pub seed: u64,
    /// For each choice.
    pub budget: Budget,
    /// How many games at a time.
    pub threads: usize,
}

impl Series {
    /// Each deal in all seat rotations, the first entrant against the rest. Returns the blocks in order.
    pub fn blocks(&self, progress: &(dyn Fn() + Sync)) -> Result<Vec<Vec<Played>>, SetupError> {
        let players = self.setup.players as usize;
        let table = |rotation: usize| -> Vec<usize> {
            let others = (self.entrants.len() - 1).max(1);
            let who = |place: usize| if place == 0 || self.entrants.len() == 1 { 0 } else { 1 + (place - 1) % others };
            (0..players).map(|seat| who((seat + players - rotation) % players)).collect()
        };
        let mut games = self.games(self.blocks * players, progress, &|i| table(i % players), players)?;
        Ok((0..self.blocks).map(|_| games.drain(..players).collect()).collect())
    }

    /// Mixed tables: each game seats entrants drawn at random, no two alike where there are enough.
    pub fn mixed(&self, progress: &(dyn Fn() + Sync)) -> Result<Vec<Played>, SetupError> {
        let table = |i: usize| -> Vec<usize> {
            let mut dice = Dice::from_seed(self.seed ^ (i as u64) << 20 ^ 0x6d69_7865);
            let mut seats: Vec<usize> = (0..self.entrants.len()).collect();
            dice.shuffle(&mut seats);
            (0..self.setup.players as usize).map(|s| seats[s % seats.len()]).collect()
        };
        self.games(self.blocks, progress, &table, 1)
    }

    fn games(
        &self,
        many: usize,
        progress: &(dyn Fn() + Sync),
        table: &(dyn Fn(usize) -> Vec<usize> + Sync),
        same_deal: usize,
    ) -> Result<Vec<Played>, SetupError> {
        self.setup.check()?;
        let next = AtomicUsize::new(0);
        let done: Mutex<Vec<Option<Result<Played, SetupError>>>> = Mutex::new(vec![None; many]);
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    loop {
                        let i = next.fetch_add(1, Ordering::Relaxed);
                        if i >= many {
                            break;
                        }
                        let deal = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (i / same_deal) as u64;
                        let played = play(self.setup, deal, &self.entrants, &table(i), self.budget);
                        if let Ok(mut done) = done.lock() {
                            done[i] = Some(played);
                        }
                        progress();
                    }
                });
            }
        });
        let done = done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        done.into_iter().flatten().collect()
    }
}

/// How the first entrant fared against the rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Games played.
    pub games: usize,
    /// Share of the wins, ties split.
    pub wins: f64,
    /// The 95 % interval of that share, the deals being what was drawn at random.
    pub interval: (f64, f64),
    /// Mean score.
    pub score: f64,
    /// Mean lead over the best of the others.
    pub margin: f64,
}

impl Summary {
    /// Of blocks of games, entrant 0 against the rest.
    pub fn of(blocks: &[Vec<Played>]) -> Summary {
        let shares: Vec<f64> = blocks.iter().map(|b| mean(b.iter().map(|p| p.win(first(p))))).collect();
        let (wins, error) = mean_and_error(&shares);
        let games = || blocks.iter().flatten();
        let score = |p: &Played| p.outcome.scores[first(p)] as f64;
        let best = |p: &Played| {
            let others = p.outcome.scores.seats().filter(|(s, _)| *s != first(p));
            others.map(|(_, score)| *score as f64).fold(f64::MIN, f64::max)
        };
        Summary {
            games: games().count(),
            wins,
            interval: (wins - 1.96 * error, wins + 1.96 * error),
            score: mean(games().map(score)),
            margin: mean(games().map(|p| score(p) - best(p))),
        }
    }
}

/// How long an entrant's choices took, by the wall clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// How many there were.
    pub choices: usize,
    /// On average.
    pub mean: Duration,
    /// Half of them took no longer.
    pub p50: Duration,
    /// All but one in a hundred took no longer.
    pub p99: Duration,
    /// None took longer.
    pub longest: Duration,
}

impl Pace {
    /// Of one entrant in these games.
    pub fn of<'a>(games: impl Iterator<Item = &'a Played>, entrant: usize) -> Pace {
        let own = |(who, time): &(usize, Duration)| (*who == entrant).then_some(*time);
        let mut times: Vec<Duration> = games.flat_map(|p| p.times.iter().filter_map(own)).collect();
        times.sort_unstable();
        let at = |share: f64| times.get(((times.len() as f64 - 1.0) * share) as usize).copied().unwrap_or_default();
        Pace {
            choices: times.len(),
            mean: times.iter().sum::<Duration>() / u32::try_from(times.len().max(1)).unwrap_or(u32::MAX),
            p50: at(0.5),
            p99: at(0.99),
            longest: at(1.0),
        }
    }
}

/// Where entrant 0 sat.
fn first(played: &Played) -> Seat {
    Seat(played.seats.iter().position(|e| *e == 0).unwrap_or(0) as u8)
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, n) = values.fold((0.0, 0), |(sum, n), v| (sum + v, n + 1));
    if n == 0 { 0.0 } else { sum / n as f64 }
}

/// The mean of independent values and its standard error.
pub fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let (n, mean) = (values.len() as f64, mean(values.iter().copied()));
    let squares: f64 = values.iter().map(|v| (v - mean) * (v - mean)).sum();
    (mean, if n > 1.0 { (squares / (n - 1.0) / n).sqrt() } else { f64::INFINITY })
}
