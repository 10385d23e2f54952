//! Searches: plays the builder's best turns out in futures that may come, and keeps the turn that fares best.

use std::time::{Duration, Instant};

use sabika_rules::{Action, BySeat, Dice, Game, Seat, Stage, View, Viewer};

use crate::outlook::Outlook;
use crate::turn_plan::{self, Breadth, Plan};
use crate::weights::Weights;
use crate::{Bot, Budget, dice_for, legal};

/// Turns that are tried.
const CANDIDATES: usize = 6;
/// Turns that the builder's eye puts further behind the best are not tried, in points.
const HOPELESS: f32 = 6.0;
/// The builder's judgement counts as so many futures: a future differs from what may be expected by about three times as
/// much as the builder errs.
const TRUST: f32 = 10.0;
/// So many turns are played on, and then to the end of a round of the table, before the position is valued.
const TURNS: usize = 4;
/// With so few turns left for each player the game is played to its end.
const ENDGAME: f32 = 2.5;
/// A game won, in points.
const WIN: f32 = 15.0;
/// No future is followed further than this many turns.
const LONGEST: usize = 120;
/// Futures before the search may be sure.
const FEWEST: usize = 8;
/// How many standard errors ahead a turn must be for that.
const SURE: f32 = 3.0;

/// Plays the turn that fares best in sampled futures.
#[derive(Clone, Debug)]
pub struct Architect {
    seed: u64,
    weights: Option<Weights>,
}

/// A turn that is tried, and how it fared in each future.
pub(crate) struct Candidate {
    pub plan: Plan,
    pub fared: Vec<f32>,
}

impl Candidate {
    /// How it fared and how it looked, together.
    pub fn standing(&self) -> f32 {
        let n = self.fared.len() as f32;
        (self.fared.iter().sum::<f32>() + TRUST * self.plan.value()) / (n + TRUST)
    }

    /// Whether it is ahead of another beyond doubt. Both met the same futures.
    fn surely_beats(&self, other: &Candidate) -> bool {
        let n = self.fared.len().min(other.fared.len());
        if n < FEWEST {
            return false;
        }
        let apart = || self.fared.iter().zip(&other.fared).map(|(a, b)| a - b);
        let mean = apart().sum::<f32>() / n as f32;
        let spread = apart().map(|d| (d - mean) * (d - mean)).sum::<f32>() / (n - 1) as f32;
        mean > SURE * (spread / n as f32).sqrt()
    }
}

impl Architect {
    /// Equal seeds meet equal futures.
    pub fn new(seed: u64) -> Architect {
        Architect { seed, weights: None }
    }

    /// With these weights.
    pub fn with_weights(mut self, weights: Weights) -> Architect {
        self.weights = Some(weights);
        self
    }

    /// The turns tried, best first.
    pub(crate) fn search(&self, view: &View, budget: Budget) -> Vec<Candidate> {
        let mut clock = Clock::start(budget);
        let weights = self.weights.as_ref().unwrap_or(Weights::of(view.table().setup.game));
        let plans = turn_plan::plans(view, weights, Breadth::FULL);
        // Where tiles go was weighed when they were bought.
        let placing = matches!(view.table().turn.stage, Stage::Placing(_));
        let mut alive: Vec<Candidate> = candidates(plans, if placing { 1 } else { CANDIDATES });
        let mut out: Vec<Candidate> = Vec::new();
        let Some(seat) = view.seat() else { return alive };
        let mut dice = dice_for(view, self.seed);
        let rounds = (alive.len().max(2) as f32).log2().ceil();
        let mut halved = 0.0;
        while alive.len() > 1 && clock.used() < 1.0 {
            // The same future for all that are still tried.
            let future = view.sample(&mut Dice::from_seed(dice.next_u64()));
            let mut whole = true;
            for candidate in &mut alive {
                if clock.used() >= 1.0 {
                    whole = false;
                    break;
                }
                candidate.fared.push(play_out(future.clone(), &candidate.plan, seat, weights));
                clock.count();
            }
            if !whole {
                // What only some have met says nothing about who is better.
                let met = alive.iter().map(|c| c.fared.len()).min().unwrap_or(0);
                alive.iter_mut().for_each(|c| c.fared.truncate(met));
            }
            alive.sort_by(|a, b| b.standing().total_cmp(&a.standing()));
            // Sequential halving: each part of the budget goes to half as many turns.
            while halved + 1.0 <= clock.used() * rounds && alive.len() > 1 {
                halved += 1.0;
                let rest = alive.split_off(alive.len().div_ceil(2));
                out.splice(0..0, rest);
            }
            while alive.len() > 1 && alive[0].surely_beats(&alive[alive.len() - 1]) {
                out.splice(0..0, alive.pop());
            }
        }
        alive.sort_by(|a, b| b.standing().total_cmp(&a.standing()));
        alive.append(&mut out);
        alive
    }
}

impl Bot for Architect {
    fn choose(&mut self, view: &View, budget: Budget) -> Option<Action> {
        let candidates = self.search(view, budget);
        legal(view, candidates.iter().map(|c| c.plan.actions[0]))
    }
}

/// How much of a budget is used.
struct Clock {
    budget: Budget,
    start: Instant,
    simulations: u32,
    /// When the last simulation ended, and how long the longest took.
    lap: Duration,
    longest: Duration,
}

impl Clock {
    fn start(budget: Budget) -> Clock {
        Clock { budget, start: Instant::now(), simulations: 0, lap: Duration::ZERO, longest: Duration::ZERO }
    }

    /// A simulation has ended.
    fn count(&mut self) {
        self.simulations += 1;
        if let Budget::Time(_) = self.budget {
            let now = self.start.elapsed();
            self.longest = self.longest.max(now - self.lap);
            self.lap = now;
        }
    }

    /// 1 or more: another simulation might not end in time.
    fn used(&self) -> f32 {
        match self.budget {
            Budget::Time(limit) => (self.start.elapsed() + self.longest).as_secs_f32() / limit.as_secs_f32().max(1e-6),
            Budget::Simulations(limit) => self.simulations as f32 / limit.max(1) as f32,
        }
    }
}

/// The best few, no more than two that begin alike.
fn candidates(plans: Vec<Plan>, most: usize) -> Vec<Candidate> {
    let best = plans.first().map_or(0.0, Plan::value);
    let mut chosen: Vec<Candidate> = Vec::new();
    for plan in plans {
        let alike = chosen.iter().filter(|c| c.plan.actions[0] == plan.actions[0]).count();
        if chosen.len() < most && alike < 2 && plan.value() > best - HOPELESS {
            chosen.push(Candidate { plan, fared: Vec::new() });
        }
    }
    chosen
}

/// Plays a turn and what follows, everybody for themselves, and values where it leads, in points ahead of the others.
fn play_out(mut game: Game, plan: &Plan, seat: Seat, weights: &Weights) -> f32 {
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
            // A scoring is a good place to stop; so is one's own turn, when it comes round again.
            let far = turns >= horizon || turns >= players && scorings(&game) < due;
            there = whose == seat && far && !to_the_end || turns > LONGEST;
        }
        let view = game.view(Viewer::Counting(actor));
        match turn_plan::plans(&view, weights, Breadth::QUICK).first() {
            Some(plan) if there => return ahead(&view, plan, weights),
            Some(plan) => follow(&mut game, actor, plan),
            None => any(&mut game, actor),
        }
    }
    let scores = &game.table().players.map(|_, p| p.score as f32);
    let won = game.result().filter(|r| r.winners.contains(&seat)).map_or(0.0, |r| 1.0 / r.winners.len() as f32);
    WIN * won + lead(scores, seat)
}

/// Points now, and what the builder expects of its best turn.
fn ahead(view: &View, plan: &Plan, weights: &Weights) -> f32 {
    let Some(outlook) = Outlook::new(view, weights) else { return 0.0 };
    let awake = view.table().modules.vizier.is_awake(outlook.seat);
    let vizier = if awake { outlook.vizier_value() } else { 0.0 };
    lead(&view.table().players.map(|_, p| p.score as f32), outlook.seat) + plan.value() + vizier
}

/// Points ahead of half the others' mean: as the builder weighs their prospects against its own.
fn lead(scores: &BySeat<f32>, seat: Seat) -> f32 {
    let others = scores.seats().filter(|(s, _)| *s != seat).map(|(_, score)| *score);
    scores[seat] - 0.5 * others.sum::<f32>() / (scores.len() - 1).max(1) as f32
}

/// Does what a plan says as long as it can be done; at least one step.
fn follow(game: &mut Game, seat: Seat, plan: &Plan) {
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

/// Scoring cards that are yet to come.
fn scorings(game: &Game) -> usize {
    use sabika_rules::ScoringCard;
    game.table().deck.scoring.iter().filter(|s| **s != ScoringCard::Drawn).count()
}
