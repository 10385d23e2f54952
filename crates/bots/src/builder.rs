//! Looks at whole turns and values the position after each.

use sabika_rules::{Action, Module, ModuleSet, View};

use crate::turn_plan::{self, Breadth};
use crate::weights::Weights;
use crate::{Bot, Budget, legal};

/// Plays the turn that leaves the best position, by its weights.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    weights: Option<Weights>,
    avoid: ModuleSet,
}

impl Builder {
    /// With the tuned weights of whatever is played.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// With these weights.
    pub fn with_weights(weights: Weights) -> Builder {
        Builder { weights: Some(weights), ..Builder::default() }
    }

    /// One that never uses a module, to measure what using it is worth.
    pub fn without(mut self, module: Module) -> Builder {
        self.avoid = self.avoid.with(module);
        self
    }
}

impl Bot for Builder {
    fn choose(&mut self, view: &View, _: Budget) -> Option<Action> {
        let weights = self.weights.as_ref().unwrap_or(Weights::of(view.table().setup.game));
        let breadth = Breadth { avoid: self.avoid, ..Breadth::FULL };
        let plans = turn_plan::plans(view, weights, breadth);
        legal(view, plans.iter().map(|plan| plan.actions[0]))
    }
}
