//! Evaluators: what the position that a turn leads to is worth to every seat.

use sabika_rules::{BySeat, Seat, Setup};

use crate::exp::exp;
use crate::outlook::Outlook;
use crate::turn::{Root, Turn};
use crate::weights::Weights;

/// What is expected from a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// Each seat's chance of winning.
    pub win: BySeat<f32>,
    /// The points each seat will still score.
    pub points: BySeat<f32>,
    /// What the chooser maximises. Only comparable between turns of the same root.
    pub score: f32,
}

/// Values turns by the positions they lead to.
pub trait Evaluator: Send + Sync {
    /// Fills `values` with one value per turn, from the view of a counting player.
    fn evaluate(&self, root: &Root, turns: &[Turn], values: &mut Vec<Value>);

    /// Whether chances and points can be compared between positions, so that a search may average them over its futures. Scores cannot.
    fn comparable(&self, _: &Root) -> bool {
        true
    }

    /// The same evaluator for positions that follow one another in a game, if it saves work to remember the one before.
    fn following(&self, _: &Setup) -> Option<Box<dyn Evaluator + '_>> {
        None
    }

    /// The value of one point in a score. By default scores are chances of winning, of which a point is about a hundredth.
    fn point(&self, _: &Root) -> f32 {
        POINT
    }
}

/// The approximate value of one point in chances of winning.
pub(crate) const POINT: f32 = 0.01;

impl<E: Evaluator + ?Sized> Evaluator for Box<E> {
    fn evaluate(&self, root: &Root, turns: &[Turn], values: &mut Vec<Value>) {
        (**self).evaluate(root, turns, values);
    }

    fn comparable(&self, root: &Root) -> bool {
        (**self).comparable(root)
    }

    fn following(&self, setup: &Setup) -> Option<Box<dyn Evaluator + '_>> {
        (**self).following(setup)
    }

    fn point(&self, root: &Root) -> f32 {
        (**self).point(root)
    }
}

impl<E: Evaluator + ?Sized> Evaluator for std::sync::Arc<E> {
    fn evaluate(&self, root: &Root, turns: &[Turn], values: &mut Vec<Value>) {
        (**self).evaluate(root, turns, values);
    }

    fn comparable(&self, root: &Root) -> bool {
        (**self).comparable(root)
    }

    fn following(&self, setup: &Setup) -> Option<Box<dyn Evaluator + '_>> {
        (**self).following(setup)
    }

    fn point(&self, root: &Root) -> f32 {
        (**self).point(root)
    }
}

impl<E: Evaluator + ?Sized> Evaluator for &E {
    fn evaluate(&self, root: &Root, turns: &[Turn], values: &mut Vec<Value>) {
        (**self).evaluate(root, turns, values);
    }

    fn comparable(&self, root: &Root) -> bool {
        (**self).comparable(root)
    }

    fn following(&self, setup: &Setup) -> Option<Box<dyn Evaluator + '_>> {
        (**self).following(setup)
    }

    fn point(&self, root: &Root) -> f32 {
        (**self).point(root)
    }
}

/// The index of the best turn by [`Value::score`]; the first of equal ones, so that the order of the list decides.
pub fn best(values: &[Value]) -> Option<usize> {
    let best = values.iter().map(|value| value.score).max_by(f32::total_cmp)?;
    values.iter().position(|value| value.score == best)
}

/// The evaluation by [`Weights`]: the planner's estimate is the score.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandMade {
    weights: Option<Weights>,
}

impl HandMade {
    /// With the tuned weights of the game.
    pub const fn new() -> HandMade {
        HandMade { weights: None }
    }

    /// With these weights.
    pub const fn with_weights(weights: Weights) -> HandMade {
        HandMade { weights: Some(weights) }
    }

    /// The weights used in a position.
    pub fn weights(&self, root: &Root) -> &Weights {
        self.weights.as_ref().unwrap_or(Weights::of(root.view().table().setup.game))
    }
}

impl Evaluator for HandMade {
    fn point(&self, _: &Root) -> f32 {
        1.0
    }

    /// With modules, a search on these estimates plays worse than the best turn by score (docs/bots.md).
    fn comparable(&self, root: &Root) -> bool {
        root.view().table().setup.modules.is_empty()
    }

    fn evaluate(&self, root: &Root, turns: &[Turn], values: &mut Vec<Value>) {
        values.clear();
        let weights = self.weights(root);
        let Some(outlook) = Outlook::new(root.view(), weights) else { return };
        let seat = root.seat();
        let table = root.view().table();
        let prospects = table.players.map(|s, _| outlook.prospects(s));
        let others = |of: &dyn Fn(Seat) -> f32| {
            let sum: f32 = prospects.seats().filter(|(s, _)| *s != seat).map(|(s, _)| of(s)).sum();
            sum / (prospects.len() - 1).max(1) as f32
        };
        // The estimate subtracts what others get for majorities from the seat's own points.
        let rivals = weights.rivals * others(&|s| prospects[s].majorities);
        // Estimates count a vizier only when it wakes up or falls asleep.
        let vizier = |s: Seat| if table.modules.vizier.is_awake(s) { outlook.vizier_value() } else { 0.0 };
        // The spread of final scores around the expectation: larger while much can still happen.
        let spread = 2.0 + 4.0 * outlook.turns.max(0.0).sqrt();
        for turn in turns {
            let points = prospects.map(|s, p| if s == seat { turn.estimate.total() + rivals } else { p.total() });
            let points = points.map(|s, points| points + vizier(s));
            let ahead = points.map(|s, points| (table.players[s].score as f32 + points) / spread);
            let top = ahead.iter().copied().fold(f32::MIN, f32::max);
            let odds = ahead.map(|_, a| exp(a - top));
            let all: f32 = odds.iter().sum();
            values.push(Value { win: odds.map(|_, o| o / all), points, score: turn.estimate.total() });
        }
    }
}
