//! Blends a network's judgement with some of the hand-written rules'. Both err, but differently: the rules know exactly what falcons, camps and
//! walls will score, while the network's input has only sums; the network knows what a position leads to.

use crate::evaluate::{Evaluator, HandMade, Value};
use crate::net::LEAD;
use crate::turn::{Root, Turn};

/// The weight of the hand-written rules, without modules and with modules, of which networks have seen less.
const SHARE: f32 = 0.2;
const SHARE_WITH_MODULES: f32 = 0.5;

/// An evaluator blended with the hand-written rules.
#[derive(Clone, Copy, Debug)]
pub struct Blended<E> {
    evaluator: E,
    /// `None`: the weight that was measured to be best.
    share: Option<f32>,
}

impl<E: Evaluator> Blended<E> {
    /// With the weight of the rules that was measured to be best.
    pub fn new(evaluator: E) -> Blended<E> {
        Blended { evaluator, share: None }
    }

    /// With this weight of the rules, from 0 to 1, or the usual one.
    pub fn with_share(evaluator: E, share: Option<f32>) -> Blended<E> {
        Blended { evaluator, share }
    }
}

impl<E: Evaluator> Evaluator for Blended<E> {
    fn evaluate(&self, root: &Root, turns: &[Turn], values: &mut Vec<Value>) {
        self.evaluator.evaluate(root, turns, values);
        let usual = if root.view().table().setup.modules.is_empty() { SHARE } else { SHARE_WITH_MODULES };
        let share = self.share.unwrap_or(usual);
        if share == 0.0 {
            return;
        }
        let mut by_hand = Vec::with_capacity(turns.len());
        HandMade::new().evaluate(root, turns, &mut by_hand);
        let seat = root.seat();
        for (value, rules) in values.iter_mut().zip(&by_hand) {
            let others = rules.points.seats().filter(|(s, _)| *s != seat).map(|(_, points)| *points);
            let mean = others.sum::<f32>() / (rules.points.len() - 1).max(1) as f32;
            let score = rules.win[seat] + LEAD * (rules.points[seat] - mean) / 100.0;
            value.win = value.win.map(|s, win| (1.0 - share) * win + share * rules.win[s]);
            value.points = value.points.map(|s, points| (1.0 - share) * points + share * rules.points[s]);
            value.score = (1.0 - share) * value.score + share * score;
        }
    }
}
