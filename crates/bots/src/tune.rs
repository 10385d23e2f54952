//! Tunes the weights by self-play, using the cross-entropy method. Candidates are drawn around a mean and play against builders that use
//! the mean; the best of them determine the next mean.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use sabika_rules::{Dice, ModuleSet, Seat, Setup, SetupError};

use crate::Budget;
use crate::arena::{Entrant, play};
use crate::builder::Builder;
use crate::weights::Weights;

/// The settings of a tuning run.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The setups to play, in turn.
    pub setups: Vec<Setup>,
    /// The starting point.
    pub start: Weights,
    /// The initial spread of the candidates, as a fraction of each weight.
    pub spread: f32,
    /// The number of generations.
    pub generations: usize,
    /// Candidates per generation.
    pub candidates: usize,
    /// Deals played by each candidate, the same for all candidates of a generation.
    pub deals: usize,
    /// The seed for all randomness.
    pub seed: u64,
    /// The number of candidates that play in parallel.
    pub threads: usize,
}

/// The result of a generation.
#[derive(Clone, Debug)]
pub struct Generation {
    /// Its number, from 1.
    pub number: usize,
    /// The mean of its best candidates.
    pub weights: Weights,
    /// Their average lead over builders with the previous mean, in points.
    pub lead: f64,
}

impl Tuning {
    /// Runs, reporting each generation, and returns the last mean.
    pub fn run(&self, mut tell: impl FnMut(&Generation)) -> Result<Weights, SetupError> {
        self.setups.iter().try_for_each(Setup::check)?;
        let mut dice = Dice::from_seed(self.seed);
        let mut mean = self.start.numbers();
        let modules: ModuleSet = self.setups.iter().flat_map(|s| s.modules.iter()).collect();
        // Weights that play no part in these games are left unchanged: nothing can be learnt about them.
        let counts: Vec<bool> = Weights::NAMES.iter().map(|name| Weights::counts(name, modules)).collect();
        let wide = |(m, counts): (&f32, &bool)| if *counts { self.spread * m.abs().max(0.1) } else { 0.0 };
        let mut spread: Vec<f32> = mean.iter().zip(&counts).map(wide).collect();
        for number in 1..=self.generations {
            let base = Weights::from_numbers(&mean).unwrap_or(self.start);
            let drawn: Vec<Vec<f32>> = (0..self.candidates)
                .map(|_| mean.iter().zip(&spread).map(|(m, s)| bounded(m + s * normal(&mut dice), *m)).collect())
                .collect();
            let deal = dice.next_u64();
            let leads = self.leads(&drawn, base, deal);
            let mut order: Vec<usize> = (0..drawn.len()).collect();
            order.sort_by(|a, b| leads[*b].total_cmp(&leads[*a]));
            let elite = &order[..(drawn.len() / 4).max(2).min(drawn.len())];
            for i in (0..mean.len()).filter(|i| counts[*i]) {
                let of = |e: &usize| drawn[*e][i];
                let middle = elite.iter().map(of).sum::<f32>() / elite.len() as f32;
                let width = (elite.iter().map(|e| (of(e) - middle).powi(2)).sum::<f32>() / elite.len() as f32).sqrt();
                // Smoothed, so that a few lucky candidates do not decide.
                mean[i] = 0.3 * mean[i] + 0.7 * middle;
                spread[i] = 0.5 * spread[i] + 0.5 * width.max(0.02 * mean[i].abs());
            }
            let weights = Weights::from_numbers(&mean).unwrap_or(base);
            let lead = elite.iter().map(|e| leads[*e]).sum::<f64>() / elite.len() as f64;
            tell(&Generation { number, weights, lead });
        }
        Ok(Weights::from_numbers(&mean).unwrap_or(self.start))
    }

    /// The lead of each candidate over the others at its tables.
    fn leads(&self, drawn: &[Vec<f32>], base: Weights, deal: u64) -> Vec<f64> {
        let next = AtomicUsize::new(0);
        let leads = Mutex::new(vec![0.0; drawn.len()]);
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    loop {
                        let i = next.fetch_add(1, Ordering::Relaxed);
                        let Some(weights) = drawn.get(i).and_then(|n| Weights::from_numbers(n)) else { break };
                        let lead = self.lead(weights, base, deal);
                        if let Ok(mut leads) = leads.lock() {
                            leads[i] = lead;
                        }
                    }
                });
            }
        });
        leads.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn lead(&self, weights: Weights, base: Weights, deal: u64) -> f64 {
        let builder = |weights| Entrant::new("builder", true, move |_| Box::new(Builder::with_weights(weights)));
        let entrants = [builder(weights), builder(base)];
        let mut lead = 0.0;
        for d in 0..self.deals {
            let setup = self.setups[d % self.setups.len()];
            let players = setup.players as usize;
            let seat = d / self.setups.len() % players;
            let seats: Vec<usize> = (0..players).map(|s| usize::from(s != seat)).collect();
            let Ok(played) = play(setup, deal ^ d as u64, &entrants, &seats, Budget::Simulations(0)) else { continue };
            let scores = &played.outcome.scores;
            let own = scores[Seat(seat as u8)] as f64;
            let others = || scores.seats().filter(|(s, _)| s.index() != seat).map(|(_, s)| *s as f64);
            let mean = others().sum::<f64>() / (players - 1) as f64;
            let won = played.win(Seat(seat as u8)) - 1.0 / players as f64;
            lead += own - 0.5 * mean - 0.5 * others().fold(f64::MIN, f64::max) + 20.0 * won;
        }
        lead / self.deals as f64
    }
}

/// No weight changes its sign.
fn bounded(drawn: f32, mean: f32) -> f32 {
    if mean >= 0.0 { drawn.max(0.0) } else { drawn.min(0.0) }
}

/// Close enough to a standard normal: twelve dice, less six.
fn normal(dice: &mut Dice) -> f32 {
    (0..12).map(|_| dice.below(1 << 20) as f32 / (1 << 20) as f32).sum::<f32>() - 6.0
}
