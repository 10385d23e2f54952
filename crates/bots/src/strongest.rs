//! The strongest evaluator available for the game.

use crate::blended::Blended;
use crate::evaluate::{Evaluator, HandMade, Value};
use crate::networks;
use crate::turn::{Root, Turn};

/// Values a position by the network for its game, [`Blended`] with hand-written rules, or by these alone if that network is not loaded.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strongest;

impl Evaluator for Strongest {
    fn evaluate(&self, root: &Root, turns: &[Turn], values: &mut Vec<Value>) {
        WithRules(None).evaluate(root, turns, values);
    }

    fn outcome(&self, root: &Root, turn: &Turn) -> Option<Value> {
        WithRules(None).outcome(root, turn)
    }

    fn point(&self, root: &Root) -> f32 {
        WithRules(None).point(root)
    }
}

/// Values a position only by the network for its game. The rules value a turn by the planner's estimate, so they cannot value
/// a turn that was played but that the planner did not list.
#[derive(Clone, Copy, Debug, Default)]
pub struct NetworkAlone;

impl Evaluator for NetworkAlone {
    fn evaluate(&self, root: &Root, turns: &[Turn], values: &mut Vec<Value>) {
        WithRules(Some(0.0)).evaluate(root, turns, values);
    }

    fn outcome(&self, root: &Root, turn: &Turn) -> Option<Value> {
        WithRules(Some(0.0)).outcome(root, turn)
    }

    fn point(&self, root: &Root) -> f32 {
        WithRules(Some(0.0)).point(root)
    }
}

/// The same with this weight of the rules relative to the network, or the usual one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WithRules(pub Option<f32>);

impl Evaluator for WithRules {
    fn evaluate(&self, root: &Root, turns: &[Turn], values: &mut Vec<Value>) {
        match networks::of(&root.view().table().setup) {
            Some(network) => Blended::with_share(network, self.0).evaluate(root, turns, values),
            None => HandMade::new().evaluate(root, turns, values),
        }
    }

    fn outcome(&self, root: &Root, turn: &Turn) -> Option<Value> {
        match networks::of(&root.view().table().setup) {
            Some(network) => network.outcome(root, turn),
            None => HandMade::new().outcome(root, turn),
        }
    }

    fn point(&self, root: &Root) -> f32 {
        match networks::of(&root.view().table().setup) {
            Some(network) => network.point(root),
            None => HandMade::new().point(root),
        }
    }
}
