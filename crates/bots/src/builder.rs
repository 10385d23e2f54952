//! Looks at whole turns and values the position after each.

use sabika_rules::{Action, Module, ModuleSet, View};

use crate::turn_plan::{self, Breadth};
use crate::weights::Weights;
use crate::{Bot, Budget, legal};

/// Plays the turn that leaves the best position, by its weights.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    weights: Option<Weights>,
    without: Option<Forgone>,
}

/// What a builder may do without, to measure what using it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forgone {
    /// It never uses this module.
    Module(Module),
    /// It never pays for turning a tile over (GR3).
    Flip,
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

    /// One that does without something.
    pub fn without(self, what: Forgone) -> Builder {
        Builder { without: Some(what), ..self }
    }
}

impl Bot for Builder {
    fn choose(&mut self, view: &View, _: Budget) -> Option<Action> {
        let weights = self.weights.as_ref().unwrap_or(Weights::of(view.table().setup.game));
        let breadth = match self.without {
            None => Breadth::FULL,
            Some(Forgone::Module(module)) => Breadth { avoid: ModuleSet::NONE.with(module), ..Breadth::FULL },
            Some(Forgone::Flip) => Breadth { flips: false, ..Breadth::FULL },
        };
        let plans = turn_plan::plans(view, weights, breadth);
        legal(view, plans.iter().map(|plan| plan.actions[0]))
    }
}

impl std::fmt::Display for Forgone {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Forgone::Module(module) => write!(f, "{module}"),
            Forgone::Flip => f.write_str("flip"),
        }
    }
}

impl std::str::FromStr for Forgone {
    type Err = String;
    fn from_str(s: &str) -> Result<Forgone, String> {
        if s == "flip" {
            return Ok(Forgone::Flip);
        }
        let names = || Module::ALL.map(Module::name).join(", ");
        s.parse().map(Forgone::Module).map_err(|_| format!("a builder cannot do without {s}: {}, flip", names()))
    }
}
