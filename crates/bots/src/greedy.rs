//! Plays the turn that an evaluator rates best, without looking further.

use sabika_rules::{Action, View};

use crate::begun::Begun;
use crate::character::Character;
use crate::evaluate::{Evaluator, best};
use crate::turn::{Breadth, Root, Turn, turns};
use crate::weights::Weights;
use crate::{Bot, Budget, answer};

/// Chooses among the planner's turns by the value of the resulting positions.
#[derive(Clone, Debug)]
pub struct Greedy<E> {
    evaluator: E,
    /// The planner's weights; `None`: the tuned weights of the game.
    weights: Option<Weights>,
    pub(crate) breadth: Breadth,
    character: Option<Character>,
    begun: Begun,
}

impl<E: Evaluator> Greedy<E> {
    /// With the planner's usual breadth.
    pub fn new(evaluator: E) -> Greedy<E> {
        Greedy { evaluator, weights: None, breadth: Breadth::FULL, character: None, begun: Begun::default() }
    }

    /// With more or fewer candidates.
    pub fn with_breadth(self, breadth: Breadth) -> Greedy<E> {
        Greedy { breadth, ..self }
    }

    /// With a planner that uses these weights.
    pub fn with_weights(self, weights: Weights) -> Greedy<E> {
        Greedy { weights: Some(weights), ..self }
    }

    /// With a character's taste.
    pub fn with_character(self, character: Character) -> Greedy<E> {
        Greedy { character: Some(character), ..self }
    }

    /// The whole turn; `None` if this seat is not to act.
    pub fn turn(&self, root: &Root) -> Option<Turn> {
        let weights = self.weights.as_ref().unwrap_or(Weights::of(root.view().table().setup.game));
        let mut turns = turns(root, weights, self.breadth);
        self.begun.patience.limit(&mut turns);
        let mut values = Vec::with_capacity(turns.len());
        self.evaluator.evaluate(root, &turns, &mut values);
        if let Some(character) = self.character {
            let point = self.evaluator.point(root);
            values.iter_mut().zip(&turns).for_each(|(value, turn)| value.score += point * character.liking(root, turn));
        }
        Some(turns.swap_remove(best(&values)?))
    }
}

impl<E: Evaluator> Bot for Greedy<E> {
    fn choose(&mut self, view: &View, _: Budget) -> Option<Action> {
        if let Some(action) = self.begun.next(view) {
            return Some(action);
        }
        let root = Root::new(view)?;
        let turn = self.turn(&root);
        answer(view, turn.and_then(|turn| self.begun.begin(&root, turn)))
    }
}
