//! Blends a network's judgement with some of the hand-written rules'. Both err, but differently: the rules know exactly what falcons, camps and
//! walls will score, while the network's input has only sums; the network knows what a position leads to.
//!
//! Only the scores are blended, by which a turn is chosen. Chances and points stay the network's: with modules the rules' estimates,
//! averaged over the positions at the end of its futures, mislead a search, even in part.

use sabika_rules::Setup;

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
            value.score = (1.0 - share) * value.score + share * score;
        }
    }

    fn comparable(&self, root: &Root) -> bool {
        self.evaluator.comparable(root)
    }

    fn following(&self, setup: &Setup) -> Option<Box<dyn Evaluator + '_>> {
        Some(Box::new(Blended { evaluator: self.evaluator.following(setup)?, share: self.share }))
    }
}

#[cfg(all(test, feature = "networks"))]
mod tests {
    use sabika_rules::{Game, ModuleSet, Seed, Setup, Viewer};

    use super::*;
    use crate::networks;
    use crate::turn::{Breadth, turns};
    use crate::weights::Weights;

    /// The rules change which turn of a position is best, but not what a search averages: with them in it, the grandmaster lost half of its
    /// games with all modules to version 0.1's architect.
    #[test]
    fn outcomes_are_the_networks_alone() {
        let setup = Setup::alhambra(2).with_modules(ModuleSet::ALL);
        let game = Game::new(setup, Seed::from(3)).expect("the set-up can be played");
        let view = game.view(Viewer::Counting(game.to_act().expect("it has begun")));
        let root = Root::new(&view).expect("it is this seat's turn");
        let turns = turns(&root, Weights::of(setup.game), Breadth::FULL);
        let network = networks::of(&setup).expect("it is built in");
        let (blended, mut mixed, mut alone) = (Blended::new(network), Vec::new(), Vec::new());
        blended.evaluate(&root, &turns, &mut mixed);
        network.evaluate(&root, &turns, &mut alone);
        assert!(mixed.iter().zip(&alone).any(|(mixed, alone)| mixed.score != alone.score));
        let chances =
            |values: &[Value]| -> Vec<_> { values.iter().map(|v| (v.win.clone(), v.points.clone())).collect() };
        assert_eq!(chances(&mixed), chances(&alone));
        crate::Strongest.evaluate(&root, &turns, &mut mixed);
        assert_eq!(chances(&mixed), chances(&alone));
    }
}
