//! Considers whole turns and values the resulting positions.

use sabika_rules::{Action, Module, ModuleSet, View};

use crate::breadth::Breadth;
use crate::character::Character;
use crate::evaluate::HandMade;
use crate::greedy::Greedy;
use crate::weights::Weights;
use crate::{Bot, Budget};

/// Plays the turn with the best resulting position, by its weights.
#[derive(Clone, Debug)]
pub struct Builder(Greedy<HandMade>);

/// Something a builder can be configured not to use, to measure what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disabled {
    /// It never uses this module.
    Module(Module),
    /// It never pays for flipping a tile (GR3).
    Flip,
}

impl Builder {
    /// With the tuned weights of the game.
    pub fn new() -> Builder {
        Builder(Greedy::new(HandMade::new()))
    }

    /// With these weights.
    pub fn with_weights(weights: Weights) -> Builder {
        Builder(Greedy::new(HandMade::with_weights(weights)).with_weights(weights))
    }

    /// With a character's taste.
    pub fn with_character(self, character: Character) -> Builder {
        Builder(self.0.with_character(character))
    }

    /// A builder that does not use something.
    pub fn without(mut self, what: Disabled) -> Builder {
        self.0.breadth = match what {
            Disabled::Module(module) => Breadth { avoid: ModuleSet::NONE.with(module), ..Breadth::FULL },
            Disabled::Flip => Breadth { flips: false, ..Breadth::FULL },
        };
        self
    }
}

impl Default for Builder {
    fn default() -> Builder {
        Builder::new()
    }
}

impl Bot for Builder {
    fn choose(&mut self, view: &View, budget: Budget) -> Option<Action> {
        self.0.choose(view, budget)
    }
}

impl std::fmt::Display for Disabled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Disabled::Module(module) => write!(f, "{module}"),
            Disabled::Flip => f.write_str("flip"),
        }
    }
}

impl std::str::FromStr for Disabled {
    type Err = String;
    fn from_str(s: &str) -> Result<Disabled, String> {
        if s == "flip" {
            return Ok(Disabled::Flip);
        }
        let names = || Module::ALL.map(Module::name).join(", ");
        s.parse()
            .map(Disabled::Module)
            .map_err(|_| format!("unknown builder variant `no-{s}`; known: {}, flip", names()))
    }
}
