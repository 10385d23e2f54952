//! Looks one turn ahead and takes the points that are there now.

use sabika_rules::{Action, View};

use crate::turn_plan::{self, Breadth};
use crate::weights::Weights;
use crate::{Bot, Budget, dice_for, legal};

/// Greedy on the next scoring as the table stands; between turns that are as good, it does not mind which.
#[derive(Clone, Debug)]
pub struct Apprentice {
    seed: u64,
}

/// Turns that differ by less are as good as each other.
const CLOSE: f32 = 0.25;

impl Apprentice {
    pub fn new(seed: u64) -> Apprentice {
        Apprentice { seed }
    }
}

impl Bot for Apprentice {
    fn choose(&mut self, view: &View, _: Budget) -> Option<Action> {
        let breadth = Breadth { only_best: false, ..Breadth::QUICK };
        let mut plans = turn_plan::plans(view, &Weights::APPRENTICE, breadth);
        let close = plans.iter().take_while(|p| p.value() > plans[0].value() - CLOSE).count();
        if close > 1 {
            let chosen = dice_for(view, self.seed).below(close as u32) as usize;
            plans.swap(0, chosen);
        }
        legal(view, plans.iter().map(|plan| plan.actions[0]))
    }
}
