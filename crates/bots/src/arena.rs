//! Plays bots against each other and computes statistics. Everything follows from one seed.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use sabika_rules::{Action, Dice, Event, Game, Outcome, Seat, Seed, Setup, SetupError};

use crate::{Bot, Budget};

pub use crate::entrant::{Description, Entrant, parse_budget};

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The entrants by seat, as indices.
    pub seats: Vec<usize>,
    /// The result.
    pub outcome: Outcome,
    /// The time of each choice, with the index of the entrant that made it.
    pub times: Vec<(usize, Duration)>,
    /// Why it was cut short, if it was.
    pub stopped: Option<Stopped>,
}

/// Why a game was cut short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// An entrant made no move or an illegal one: it loses, and the best of the others wins.
    Forfeit {
        /// The entrant at fault.
        entrant: usize,
        /// What it did.
        reason: String,
    },
    /// It went on too long; all players share the win.
    TooLong,
}

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Stopped::Forfeit { reason, .. } => write!(f, "forfeit: {reason}"),
            Stopped::TooLong => write!(f, "stopped after {LONGEST_GAME} choices"),
        }
    }
}

impl Played {
    /// A seat's share of the win (E4).
    pub fn win(&self, seat: Seat) -> f64 {
        let winners = &self.outcome.winners;
        if winners.contains(&seat) { 1.0 / winners.len() as f64 } else { 0.0 }
    }
}

/// More choices than any sensible game has: bots that repeat themselves forever are stopped there.
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
    let (mut stopped, mut events) = (None, Vec::new());
    while let Some(seat) = game.to_act() {
        if times.len() == LONGEST_GAME {
            stopped = Some((None, Stopped::TooLong));
            break;
        }
        let entrant = seats[seat.index()];
        let view = game.view(entrants[entrant].viewer(seat));
        let start = Instant::now();
        let action = bots[seat.index()].choose(&view, entrants[entrant].budget(budget));
        times.push((entrant, start.elapsed()));
        events.clear();
        let fault = match action.map(|action| (action, game.apply(seat, action, &mut events))) {
            Some((action, Ok(()))) => {
                tell(&mut bots, seat, action, &events);
                continue;
            }
            Some((action, Err(refusal))) => format!("{} chose {action}: {refusal}", entrants[entrant]),
            None => {
                let fault = bots[seat.index()].fault();
                format!("{} {}", entrants[entrant], fault.as_deref().unwrap_or("chose nothing"))
            }
        };
        stopped = Some((Some(seat), Stopped::Forfeit { entrant, reason: fault }));
        break;
    }
    let (loser, stopped) = stopped.map_or((None, None), |(loser, why)| (loser, Some(why)));
    let outcome = game.result().unwrap_or_else(|| unfinished(&game, loser));
    bots.iter_mut().for_each(|bot| bot.over(&outcome));
    Ok(Played { seats: seats.to_vec(), outcome, times, stopped })
}

/// Tells everybody what was done, except for passes out of turn, because who was asked is not public (T8).
fn tell(bots: &mut [Box<dyn Bot>], seat: Seat, action: Action, events: &[Event]) {
    let hidden = action == Action::Pass;
    let who = |at: usize| !hidden || at == seat.index();
    bots.iter_mut().enumerate().filter(|(at, _)| who(*at)).for_each(|(_, bot)| bot.saw(seat, action, events));
}

/// The result of a game that was cut short: the loser has no points, and the best of the others wins.
fn unfinished(game: &Game, loser: Option<Seat>) -> Outcome {
    let scores = game.table().players.map(|seat, player| if Some(seat) == loser { 0 } else { player.score });
    let others = || scores.seats().filter(|(seat, _)| Some(*seat) != loser);
    let best = others().map(|(_, score)| *score).max();
    let wins = |(seat, score): (Seat, &u16)| (loser.is_none() || Some(*score) == best).then_some(seat);
    let winners = others().filter_map(wins).collect();
    Outcome { dirk: None, winners, scores }
}

/// A series of games.
#[derive(Clone, Debug)]
pub struct Series {
    /// The setup.
    pub setup: Setup,
    /// The entrants.
    pub entrants: Vec<Entrant>,
    /// The number of deals.
    pub blocks: usize,
    /// The seed for all randomness.
    pub seed: u64,
    /// The budget per choice.
    pub budget: Budget,
    /// The number of games played in parallel.
    pub threads: usize,
}

impl Series {
    /// Plays each deal in all seat rotations, the first entrant against the rest. Returns the blocks in order.
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

    /// Mixed tables: each game seats entrants drawn at random, all different if there are enough.
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

/// The first entrant's results against the rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Games played.
    pub games: usize,
    /// Share of wins, with ties split.
    pub wins: f64,
    /// The 95 % confidence interval of that share, with deals as the random sample.
    pub interval: (f64, f64),
    /// Mean score.
    pub score: f64,
    /// Mean lead over the best of the others.
    pub margin: f64,
}

impl Summary {
    /// Summarises blocks of games, entrant 0 against the rest.
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
            interval: interval(wins, error),
            score: mean(games().map(score)),
            margin: mean(games().map(|p| score(p) - best(p))),
        }
    }
}

/// How long an entrant's choices took, in wall-clock time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The number of choices.
    pub choices: usize,
    /// The mean.
    pub mean: Duration,
    /// The median.
    pub p50: Duration,
    /// The 99th percentile.
    pub p99: Duration,
    /// The maximum.
    pub longest: Duration,
}

impl Pace {
    /// The times of one entrant in these games.
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

/// The seat of entrant 0.
fn first(played: &Played) -> Seat {
    Seat(played.seats.iter().position(|e| *e == 0).unwrap_or(0) as u8)
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, n) = values.fold((0.0, 0), |(sum, n), v| (sum + v, n + 1));
    if n == 0 { 0.0 } else { sum / n as f64 }
}

/// The 95 % confidence interval of a share, which lies between 0 and 1: after one block it is all that is known.
fn interval(share: f64, error: f64) -> (f64, f64) {
    ((share - 1.96 * error).max(0.0), (share + 1.96 * error).min(1.0))
}

/// The mean of independent values and its standard error.
pub fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let (n, mean) = (values.len() as f64, mean(values.iter().copied()));
    let squares: f64 = values.iter().map(|v| (v - mean) * (v - mean)).sum();
    (mean, if n > 1.0 { (squares / (n - 1.0) / n).sqrt() } else { f64::INFINITY })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_of_shares_stays_between_0_and_1() {
        let (low, high) = interval(0.5, 0.1);
        assert!((low - 0.304).abs() < 1e-9 && (high - 0.696).abs() < 1e-9);
        assert_eq!(interval(0.95, 0.05).1, 1.0);
        assert_eq!(interval(0.02, 0.05).0, 0.0);
        let (share, error) = mean_and_error(&[0.5]);
        assert_eq!(interval(share, error), (0.0, 1.0));
    }
}
