//! Version 0.1's architect, kept unchanged to measure progress: it continues the builder's best turns in sampled
//! futures. Its faults are kept, too: a playout that stops values the position for the seat whose turn it is then; where
//! tiles go is not searched; a win counts only in futures that are played to the end.

use sabika_rules::{Action, BySeat, Dice, Game, Seat, Stage, View, Viewer};

use crate::breadth::Breadth;
use crate::budget::Meter;
use crate::order::best_first;
use crate::outlook::Outlook;
use crate::turn::Turn;
use crate::turn_plan;
use crate::weights::Weights;
use crate::{Bot, Budget, answer, check_plan, dice_for};

/// Turns that are tried.
const CANDIDATES: usize = 6;
/// Turns that the builder rates further behind the best, in points, are not tried.
const HOPELESS: f32 = 6.0;
/// The builder's estimate counts as this many futures: a future differs from the expectation by about three times as
/// much as the builder errs.
const TRUST: f32 = 10.0;
/// This many turns are played, and then to the end of a full round of turns, before the position is valued.
const TURNS: usize = 4;
/// With this few turns left per player, the game is played to its end.
const ENDGAME: f32 = 2.5;
/// The value of a win, in points.
const WIN: f32 = 15.0;
/// No future is continued beyond this many turns.
const LONGEST: usize = 120;
/// Minimum number of futures for the search to be confident.
const FEWEST: usize = 8;
/// How many standard errors ahead a turn must be for that.
const SURE: f32 = 3.0;

/// Plays the turn that does best in sampled futures.
#[derive(Clone, Debug)]
pub struct Classic {
    seed: u64,
    weights: Option<Weights>,
}

/// A turn that is tried, and its result in each future.
pub(crate) struct Candidate {
    pub plan: Turn,
    pub outcomes: Vec<f32>,
}

impl Candidate {
    /// Its results and its prior estimate combined.
    pub fn standing(&self) -> f32 {
        let n = self.outcomes.len() as f32;
        (self.outcomes.iter().sum::<f32>() + TRUST * self.plan.value()) / (n + TRUST)
    }

    /// Whether it is clearly ahead of another. Both were tried in the same futures.
    fn surely_beats(&self, other: &Candidate) -> bool {
        let n = self.outcomes.len().min(other.outcomes.len());
        if n < FEWEST {
            return false;
        }
        let apart = || self.outcomes.iter().zip(&other.outcomes).map(|(a, b)| a - b);
        let mean = apart().sum::<f32>() / n as f32;
        let spread = apart().map(|d| (d - mean) * (d - mean)).sum::<f32>() / (n - 1) as f32;
        mean > SURE * (spread / n as f32).sqrt()
    }
}

impl Classic {
    /// Equal seeds give equal futures.
    pub fn new(seed: u64) -> Classic {
        Classic { seed, weights: None }
    }

    /// With these weights.
    pub fn with_weights(mut self, weights: Weights) -> Classic {
        self.weights = Some(weights);
        self
    }

    /// The turns tried, best first.
    pub(crate) fn search(&self, view: &View, budget: Budget) -> Vec<Candidate> {
        let mut meter = Meter::start(budget);
        let weights = self.weights.as_ref().unwrap_or(Weights::of_classic(view.table().setup.game));
        let plans = turn_plan::plans(view, weights, Breadth { classic: true, ..Breadth::FULL });
        // Where tiles go was decided when they were bought.
        let placing = matches!(view.table().turn.stage, Stage::Placing(_));
        let mut alive: Vec<Candidate> = candidates(plans, if placing { 1 } else { CANDIDATES });
        let mut out: Vec<Candidate> = Vec::new();
        let Some(seat) = view.seat() else { return alive };
        let mut dice = dice_for(view, self.seed);
        let rounds = (alive.len().max(2) as f32).log2().ceil();
        let mut halved = 0.0;
        while alive.len() > 1 && meter.used(1) < 1.0 {
            // The same future for all turns still being tried.
            let future = view.sample(&mut Dice::from_seed(dice.next_u64()));
            let mut whole = true;
            for candidate in &mut alive {
                if meter.used(1) >= 1.0 {
                    whole = false;
                    break;
                }
                candidate.outcomes.push(play_out(future.clone(), &candidate.plan, seat, weights));
                meter.count(1);
            }
            if !whole {
                // Futures that only some turns were tried in do not say which is better.
                let met = alive.iter().map(|c| c.outcomes.len()).min().unwrap_or(0);
                alive.iter_mut().for_each(|c| c.outcomes.truncate(met));
            }
            best_first(&mut alive, Candidate::standing);
            // Sequential halving: each part of the budget goes to half as many turns.
            while halved + 1.0 <= meter.used(1) * rounds && alive.len() > 1 {
                halved += 1.0;
                let rest = alive.split_off(alive.len().div_ceil(2));
                out.splice(0..0, rest);
            }
            while alive.len() > 1 && alive[0].surely_beats(&alive[alive.len() - 1]) {
                out.splice(0..0, alive.pop());
            }
        }
        best_first(&mut alive, Candidate::standing);
        alive.append(&mut out);
        alive
    }
}

impl Bot for Classic {
    fn choose(&mut self, view: &View, budget: Budget) -> Option<Action> {
        let candidates = self.search(view, budget);
        let first = candidates.first().and_then(|c| check_plan(view, c.plan.actions[0]));
        answer(view, first)
    }
}

/// The best few, at most two that begin alike.
fn candidates(plans: Vec<Turn>, most: usize) -> Vec<Candidate> {
    let best = plans.first().map_or(0.0, Turn::value);
    let mut chosen: Vec<Candidate> = Vec::new();
    for plan in plans {
        let alike = chosen.iter().filter(|c| c.plan.actions[0] == plan.actions[0]).count();
        if chosen.len() < most && alike < 2 && plan.value() > best - HOPELESS {
            chosen.push(Candidate { plan, outcomes: Vec::new() });
        }
    }
    chosen
}

/// Plays a turn and what follows, everybody for themselves, and values the result, in points ahead of the others.
fn play_out(mut game: Game, plan: &Turn, seat: Seat, weights: &Weights) -> f32 {
    let due = scorings(&game);
    let players = game.table().player_count();
    let tiles = (game.table().bag + game.table().granada_bag) as f32;
    let to_the_end = tiles / (weights.sales * players as f32) < ENDGAME;
    let horizon = TURNS.div_ceil(players) * players;
    follow(&mut game, seat, plan);
    let mut turns = 0;
    let mut whose = game.table().turn.seat;
    while let Some(actor) = game.to_act() {
        let mut there = false;
        if game.table().turn.seat != whose {
            whose = game.table().turn.seat;
            turns += 1;
            // A scoring round is a good place to stop; so is the seat's own next turn.
            let far = turns >= horizon || turns >= players && scorings(&game) < due;
            there = whose == seat && far && !to_the_end || turns > LONGEST;
        }
        let view = game.view(Viewer::Counting(actor));
        match turn_plan::plans(&view, weights, Breadth { classic: true, ..Breadth::QUICK }).first() {
            Some(plan) if there => return ahead(&view, plan, weights),
            Some(plan) => follow(&mut game, actor, plan),
            None => any(&mut game, actor),
        }
    }
    let scores = &game.table().players.map(|_, p| p.score as f32);
    let won = game.result().filter(|r| r.winners.contains(&seat)).map_or(0.0, |r| 1.0 / r.winners.len() as f32);
    WIN * won + lead(scores, seat)
}

/// Points now, and what the builder expects from its best turn.
fn ahead(view: &View, plan: &Turn, weights: &Weights) -> f32 {
    let Some(outlook) = Outlook::classic(view, weights) else { return 0.0 };
    let awake = view.table().modules.vizier.is_awake(outlook.seat);
    let vizier = if awake { outlook.vizier_value() } else { 0.0 };
    lead(&view.table().players.map(|_, p| p.score as f32), outlook.seat) + plan.value() + vizier
}

/// Points ahead of half the others' mean, as the builder weighs their prospects against its own.
fn lead(scores: &BySeat<f32>, seat: Seat) -> f32 {
    let others = scores.seats().filter(|(s, _)| *s != seat).map(|(_, score)| *score);
    scores[seat] - 0.5 * others.sum::<f32>() / (scores.len() - 1).max(1) as f32
}

/// Follows a plan as long as it is legal, for at least one step.
fn follow(game: &mut Game, seat: Seat, plan: &Turn) {
    for (i, action) in plan.actions.iter().enumerate() {
        if game.to_act() != Some(seat) {
            return;
        }
        if game.check(seat, *action).is_err() {
            if i == 0 {
                any(game, seat);
            }
            return;
        }
        game.apply_unchecked(seat, *action);
    }
}

fn any(game: &mut Game, seat: Seat) {
    let mut actions = Vec::new();
    game.legal_actions(seat, &mut actions);
    if let Some(action) = actions.first() {
        game.apply_unchecked(seat, *action);
    }
}

/// Scoring cards that have yet to come.
fn scorings(game: &Game) -> usize {
    use sabika_rules::ScoringCard;
    game.table().deck.scoring.iter().filter(|s| **s != ScoringCard::Drawn).count()
}
