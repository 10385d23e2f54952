//! The strongest evaluator available for the game.

use sabika_rules::Setup;

use crate::blended::Blended;
use crate::evaluate::{Evaluator, HandMade, Value};
use crate::networks;
use crate::turn::{Root, Turn};

/// Values a position by the network for its game, [`Blended`] with hand-written rules, or by these alone if that network is not loaded.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strongest;

impl Evaluator for Strongest {
    fn evaluate(&self, root: &Root, turns: &[Turn], values: &mut Vec<Value>) {
        USUAL.evaluate(root, turns, values);
    }

    fn comparable(&self, root: &Root) -> bool {
        USUAL.comparable(root)
    }

    fn following(&self, setup: &Setup) -> Option<Box<dyn Evaluator + '_>> {
        USUAL.following(setup)
    }

    fn point(&self, root: &Root) -> f32 {
        USUAL.point(root)
    }
}

/// Values a position only by the network for its game. The rules value a turn by the planner's estimate, so they cannot value
/// a turn that was played but that the planner did not list.
#[derive(Clone, Copy, Debug, Default)]
pub struct NetworkAlone;

impl Evaluator for NetworkAlone {
    fn evaluate(&self, root: &Root, turns: &[Turn], values: &mut Vec<Value>) {
        ALONE.evaluate(root, turns, values);
    }

    fn comparable(&self, root: &Root) -> bool {
        ALONE.comparable(root)
    }

    fn following(&self, setup: &Setup) -> Option<Box<dyn Evaluator + '_>> {
        ALONE.following(setup)
    }

    fn point(&self, root: &Root) -> f32 {
        ALONE.point(root)
    }
}

/// The same with this weight of the rules relative to the network, or the usual one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WithRules(pub Option<f32>);

const USUAL: &WithRules = &WithRules(None);
const ALONE: &WithRules = &WithRules(Some(0.0));

impl Evaluator for WithRules {
    fn evaluate(&self, root: &Root, turns: &[Turn], values: &mut Vec<Value>) {
        match networks::of(&root.view().table().setup) {
            Some(network) => Blended::with_share(network, self.0).evaluate(root, turns, values),
            None => HandMade::new().evaluate(root, turns, values),
        }
    }

    fn comparable(&self, root: &Root) -> bool {
        match networks::of(&root.view().table().setup) {
            Some(network) => network.comparable(root),
            None => HandMade::new().comparable(root),
        }
    }

    fn following(&self, setup: &Setup) -> Option<Box<dyn Evaluator + '_>> {
        let network = networks::of(setup)?;
        Some(Box::new(Blended::with_share(network.following(setup)?, self.0)))
    }

    fn point(&self, root: &Root) -> f32 {
        match networks::of(&root.view().table().setup) {
            Some(network) => network.point(root),
            None => HandMade::new().point(root),
        }
    }
}
