//! Search: the turns that an evaluator rates best are continued in sampled futures, and the one with the best outcomes
//! is chosen.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;

use sabika_rules::{Action, BySeat, Dice, Game, Seat, Stage, Table, View, Viewer};

use crate::begun::Begun;
use crate::budget::Meter;
use crate::character::Character;
use crate::evaluate::{Evaluator, POINT, Value, best};
use crate::order::best_first;
use crate::turn::{Breadth, Root, Turn, turns};
use crate::turn_plan;
use crate::weights::Weights;
use crate::{Bot, Budget, answer, dice_for};

/// The settings of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The number of candidate turns.
    pub candidates: usize,
    /// How many of them may begin with the same action.
    pub alike: usize,
    /// Turns rated further behind the favourite are not tried, in probability of winning.
    pub hopeless: f32,
    /// How many turns are played before the position is evaluated.
    pub depth: usize,
    /// The evaluator's rating of a turn counts as this many futures.
    pub prior: f32,
    /// A lead of 100 points counts as this many wins.
    pub lead: f32,
    /// Which turns are considered.
    pub breadth: Breadth,
    /// Which turns are considered within futures.
    pub playout: Breadth,
    /// Simulations per batch. For a budget in simulations, the choice does not depend on it.
    pub threads: usize,
}

impl Settings {
    /// The settings that measured best.
    pub const DEFAULT: Settings = Settings {
        candidates: 8,
        alike: 3,
        hopeless: 0.15,
        depth: 4,
        prior: 8.0,
        lead: 0.5,
        breadth: Breadth::WIDE,
        playout: Breadth::PLAYOUT,
        threads: 1,
    };
}

impl Default for Settings {
    fn default() -> Settings {
        Settings::DEFAULT
    }
}

/// The minimum number of futures before a turn may be dropped as clearly worse.
const FEWEST: usize = 8;
/// How many standard errors another must be ahead for that.
const SURE: f32 = 3.0;
/// No future is followed further than this many choices; the longest real games have fewer.
const LONGEST: usize = 400;

/// Plays the turn with the best outcomes in sampled futures.
#[derive(Clone, Debug)]
pub struct Search<E> {
    seed: u64,
    evaluator: E,
    settings: Settings,
    character: Option<Character>,
    begun: Begun,
    paused: Option<Box<(View, Contest)>>,
}

/// A search in progress: the remaining turns, and those that were dropped.
#[derive(Clone, Debug)]
struct Contest {
    budget: Budget,
    meter: Meter,
    dice: Dice,
    /// How often the number of turns is to be halved, and has been.
    phases: f32,
    halved: f32,
    /// Whether the evaluator can compare the positions in which futures end.
    comparable: bool,
    alive: Vec<Candidate>,
    out: Vec<Candidate>,
}

/// The expected result of a turn at the end of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Expected {
    /// The probability of winning.
    pub win: f32,
    /// The lead over the mean of the others, in points.
    pub lead: f32,
}

impl Expected {
    /// An evaluator's value, for a seat.
    pub fn of(table: &Table, value: &Value, seat: Seat) -> Expected {
        let finals = value.points.map(|s, points| points + table.players[s].score as f32);
        Expected { win: value.win[seat], lead: lead(&finals, seat) }
    }

    /// As one number: the probability of winning, and a little for the lead, so that a bot also plays well when the game is decided.
    fn objective(self, weight: f32) -> f32 {
        self.win + weight * self.lead / 100.0
    }
}

/// A candidate turn.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The turn.
    pub turn: Turn,
    /// The evaluator's rating of the resulting position.
    pub prior: Expected,
    /// The outcome of each future; all candidates see the same futures in the same order.
    pub outcomes: Vec<Expected>,
    /// How many of these futures reached the end of the game.
    pub finished: usize,
    /// The prior and the outcomes combined.
    pub expected: Expected,
    /// The bonus from the player's character, in probability of winning.
    pub liking: f32,
}

impl Candidate {
    /// The prior counts as this many futures; fewer, the more of them reached the end of the game, where no estimate is needed.
    fn update(&mut self, weight: f32) {
        let weight = weight * (1.0 - self.finished as f32 / self.outcomes.len().max(1) as f32);
        let n = self.outcomes.len() as f32 + weight;
        if n > 0.0 {
            let sum = |of: fn(&Expected) -> f32| self.outcomes.iter().map(of).sum::<f32>() + weight * of(&self.prior);
            self.expected = Expected { win: sum(|e| e.win) / n, lead: sum(|e| e.lead) / n };
        }
    }

    /// Whether it is clearly ahead of another. Both saw the same futures.
    fn surely_beats(&self, other: &Candidate, lead: f32) -> bool {
        let n = self.outcomes.len().min(other.outcomes.len());
        if n < FEWEST {
            return false;
        }
        let pairs = || self.outcomes.iter().zip(&other.outcomes);
        let differences = || pairs().map(|(a, b)| a.objective(lead) - b.objective(lead));
        let mean = differences().sum::<f32>() / n as f32;
        let variance = differences().map(|d| (d - mean) * (d - mean)).sum::<f32>() / (n - 1) as f32;
        mean + self.liking - other.liking > SURE * (variance / n as f32).sqrt()
    }
}

impl<E: Evaluator> Search<E> {
    /// Equal seeds sample equal futures.
    pub fn new(evaluator: E, seed: u64) -> Search<E> {
        let (settings, begun) = (Settings::DEFAULT, Begun::default());
        Search { seed, evaluator, settings, character: None, begun, paused: None }
    }

    /// With other settings.
    pub fn with_settings(self, settings: Settings) -> Search<E> {
        Search { settings, ..self }
    }

    /// With a character's taste.
    pub fn with_character(self, character: Character) -> Search<E> {
        Search { character: Some(character), ..self }
    }

    /// The candidate turns, best first.
    pub fn candidates(&self, root: &Root, budget: Budget) -> Vec<Candidate> {
        let mut contest = self.contest(root, budget);
        while self.advance(root, &mut contest) {}
        contest.ranked()
    }

    fn contest(&self, root: &Root, budget: Budget) -> Contest {
        let meter = Meter::start(budget);
        let alive = self.promising(root);
        let phases = (alive.len().max(2) as f32).log2().ceil();
        let dice = dice_for(root.view(), self.seed);
        let comparable = self.evaluator.comparable(root);
        Contest { budget, meter, dice, phases, halved: 0.0, comparable, alive, out: Vec::new() }
    }

    /// Plays one batch of futures; returns whether another is worthwhile and within the budget.
    fn advance(&self, root: &Root, contest: &mut Contest) -> bool {
        let settings = &self.settings;
        let Contest { budget, meter, dice, phases, halved, comparable, alive, out } = contest;
        if alive.len() < 2 || !*comparable {
            return false;
        }
        let futures = futures_at_once(*budget, *phases, alive.len(), settings.threads);
        let simulations = (futures * alive.len()) as u32;
        // Parallel simulations take the time of one.
        let in_a_row = match budget {
            Budget::Time { .. } => simulations.div_ceil(settings.threads.max(1) as u32),
            Budget::Simulations(_) => simulations,
        };
        if meter.used(in_a_row) >= 1.0 {
            return false;
        }
        let seeds: Vec<u64> = (0..futures).map(|_| dice.next_u64()).collect();
        self.simulate(root, &seeds, alive);
        meter.count(in_a_row);
        alive.iter_mut().for_each(|c| c.update(settings.prior));
        self.sort(alive);
        // Sequential halving: each part of the budget goes to half as many turns.
        while *halved + 1.0 <= meter.used(0) * *phases && alive.len() > 1 {
            *halved += 1.0;
            let rest = alive.split_off(alive.len().div_ceil(2));
            out.splice(0..0, rest);
        }
        while alive.len() > 1 && alive[0].surely_beats(&alive[alive.len() - 1], settings.lead) {
            out.splice(0..0, alive.pop());
        }
        alive.len() > 1
    }

    /// The expected result of doing nothing this turn.
    pub(crate) fn nothing(&self, root: &Root) -> Option<Candidate> {
        let table = root.view().table();
        let turn = turn_plan::nothing(root.view(), planner_weights(table))?;
        let mut values = Vec::new();
        self.evaluator.evaluate(root, std::slice::from_ref(&turn), &mut values);
        let prior = Expected::of(table, values.first()?, root.seat());
        Some(Candidate { turn, prior, outcomes: Vec::new(), finished: 0, expected: prior, liking: 0.0 })
    }

    /// Everybody's chance to win after a turn, by the evaluator alone.
    pub(crate) fn chances(&self, root: &Root, turn: &Turn) -> BySeat<f32> {
        let mut values = Vec::new();
        self.evaluator.evaluate(root, std::slice::from_ref(turn), &mut values);
        values.pop().map_or_else(|| root.view().table().players.map(|_, _| 0.0), |value| value.win)
    }

    /// The turns that the evaluator likes best.
    fn promising(&self, root: &Root) -> Vec<Candidate> {
        let settings = &self.settings;
        let mut turns = turns(root, planner_weights(root.view().table()), settings.breadth);
        self.begun.patience.limit(&mut turns);
        let mut values = Vec::with_capacity(turns.len());
        self.evaluator.evaluate(root, &turns, &mut values);
        let liking = |turn: &Turn| self.character.map_or(0.0, |character| POINT * character.liking(root, turn));
        let mut all: Vec<(f32, Candidate)> = turns
            .into_iter()
            .zip(values)
            .map(|(turn, value)| {
                let prior = Expected::of(root.view().table(), &value, root.seat());
                let liking = liking(&turn);
                (value.score, Candidate { turn, prior, outcomes: Vec::new(), finished: 0, expected: prior, liking })
            })
            .collect();
        best_first(&mut all, |(score, _)| *score);
        let Some(top) = all.first().map(|(_, c)| c.prior.win) else { return Vec::new() };
        let mut chosen: Vec<Candidate> = Vec::new();
        for (_, candidate) in all {
            let alike = chosen.iter().filter(|c| c.turn.actions[0] == candidate.turn.actions[0]).count();
            if chosen.len() < settings.candidates.max(1)
                && alike < settings.alike.max(1)
                && candidate.prior.win >= top - settings.hopeless
            {
                chosen.push(candidate);
            }
        }
        self.sort(&mut chosen);
        chosen
    }

    /// Plays every candidate in each of these futures.
    fn simulate(&self, root: &Root, seeds: &[u64], alive: &mut [Candidate]) {
        let (view, seat) = (root.view(), root.seat());
        let futures: Vec<Game> = seeds.iter().map(|seed| view.sample(&mut Dice::from_seed(*seed))).collect();
        let tasks = futures.len() * alive.len();
        let run = |task: usize| {
            let (future, candidate) = (&futures[task / alive.len()], &alive[task % alive.len()]);
            self.play_out(future.clone(), &candidate.turn, seat)
        };
        let outcomes = in_parallel(tasks, self.settings.threads, &run);
        let many = alive.len();
        for (task, (outcome, finished)) in outcomes.into_iter().enumerate() {
            let candidate = &mut alive[task % many];
            candidate.outcomes.push(outcome);
            candidate.finished += usize::from(finished);
        }
    }

    /// Plays a turn and what follows, with everybody choosing by the evaluator, and evaluates the resulting position for the searching
    /// seat. Also returns whether that is the end of the game.
    fn play_out(&self, mut game: Game, turn: &Turn, seat: Seat) -> (Expected, bool) {
        let settings = &self.settings;
        let weights = planner_weights(game.table());
        follow(&mut game, seat, turn);
        let following = self.evaluator.following(&game.table().setup);
        let evaluator: &dyn Evaluator = following.as_deref().unwrap_or(&self.evaluator);
        let (mut depth, mut whose) = (0, game.table().turn.seat);
        let mut values = Vec::new();
        for _ in 0..LONGEST {
            let Some(actor) = game.to_act() else { break };
            if game.table().turn.seat != whose {
                whose = game.table().turn.seat;
                depth += 1;
            }
            let view = game.view(Viewer::Counting(actor));
            let Some(root) = Root::with_game(&view, &game) else { break };
            let turns = turns(&root, weights, settings.playout);
            let at_leaf = depth >= settings.depth && view.table().turn.stage == Stage::Action;
            let chosen = if turns.len() > 1 || at_leaf {
                evaluator.evaluate(&root, &turns, &mut values);
                best(&values)
            } else {
                turns.first().map(|_| 0)
            };
            let Some(chosen) = chosen else { break };
            let turn = &turns[chosen];
            if at_leaf {
                return (Expected::of(game.table(), &values[chosen], seat), false);
            }
            follow(&mut game, actor, turn);
        }
        let scores = game.table().players.map(|_, p| p.score as f32);
        let won = game.result().filter(|r| r.winners.contains(&seat)).map_or(0.0, |r| 1.0 / r.winners.len() as f32);
        (Expected { win: won, lead: lead(&scores, seat) }, true)
    }

    /// Best first; ties keep their order.
    fn sort(&self, candidates: &mut [Candidate]) {
        let standing = |c: &Candidate| c.expected.objective(self.settings.lead) + c.liking;
        best_first(candidates, standing);
    }
}

impl Contest {
    /// Best first; candidates dropped later rank before those dropped earlier.
    fn ranked(mut self) -> Vec<Candidate> {
        self.alive.append(&mut self.out);
        self.alive
    }
}

impl<E: Evaluator> Bot for Search<E> {
    fn choose(&mut self, view: &View, budget: Budget) -> Option<Action> {
        loop {
            if let Poll::Ready(action) = self.think(view, budget) {
                return action;
            }
        }
    }

    fn think(&mut self, view: &View, budget: Budget) -> Poll<Option<Action>> {
        let paused = self.paused.take().filter(|paused| paused.0 == *view && paused.1.budget == budget);
        if paused.is_none()
            && let Some(action) = self.begun.next(view)
        {
            return Poll::Ready(Some(action));
        }
        let Some(root) = Root::new(view) else { return Poll::Ready(None) };
        let mut paused = match paused {
            Some(mut paused) => {
                paused.1.meter.resume();
                paused
            }
            None => Box::new((view.clone(), self.contest(&root, budget))),
        };
        if self.advance(&root, &mut paused.1) {
            self.paused = Some(paused);
            return Poll::Pending;
        }
        let turn = paused.1.ranked().into_iter().next().map(|c| c.turn);
        Poll::Ready(answer(view, turn.and_then(|turn| self.begun.begin(&root, turn))))
    }
}

fn planner_weights(table: &Table) -> &'static Weights {
    Weights::of(table.setup.game)
}

/// How many futures are simulated between comparisons: for a budget in simulations, independent of the number of threads, so
/// that the choice does not depend on it.
fn futures_at_once(budget: Budget, phases: f32, alive: usize, threads: usize) -> usize {
    match budget {
        Budget::Time { .. } => threads.max(1).div_ceil(alive),
        Budget::Simulations(limit) => {
            let in_a_phase = limit as f32 / phases / alive as f32;
            ((in_a_phase / 4.0) as usize).clamp(1, 8)
        }
    }
}

/// The lead over the mean of the others, in points.
fn lead(points: &BySeat<f32>, seat: Seat) -> f32 {
    let others = points.seats().filter(|(s, _)| *s != seat).map(|(_, points)| *points);
    points[seat] - others.sum::<f32>() / (points.len() - 1).max(1) as f32
}

/// Plays the actions of a turn until another seat is to act.
pub(crate) fn follow(game: &mut Game, seat: Seat, turn: &Turn) {
    for action in &turn.actions {
        if game.to_act() != Some(seat) {
            return;
        }
        if game.check(seat, *action).is_err() {
            crate::count_illegal_plan();
            let mut actions = Vec::new();
            game.legal_actions(seat, &mut actions);
            actions.first().into_iter().for_each(|action| game.apply_unchecked(seat, *action));
            return;
        }
        game.apply_unchecked(seat, *action);
    }
}

/// The results of tasks 0 to `many`, in order.
fn in_parallel<T: Send>(many: usize, threads: usize, run: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    if threads <= 1 || many <= 1 {
        return (0..many).map(run).collect();
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let task = next.fetch_add(1, Ordering::Relaxed);
            if task >= many {
                return done;
            }
            done.push((task, run(task)));
        }
    };
    let mut done: Vec<(usize, T)> = std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads.min(many)).map(|_| scope.spawn(work)).collect();
        let mut done = work();
        for helper in helpers {
            match helper.join() {
                Ok(more) => done.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    });
    done.sort_by_key(|(task, _)| *task);
    done.into_iter().map(|(_, result)| result).collect()
}
