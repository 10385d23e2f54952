//! Looks one turn ahead and maximises immediate points; overlooks things like people do.

use sabika_rules::{Action, Dice, View};

use crate::begun::Begun;
use crate::character::Character;
use crate::turn::{Breadth, Root, Turn, turns};
use crate::weights::Weights;
use crate::{Bot, Budget, answer, dice_for};

/// Greedy on the next scoring round as the table stands.
#[derive(Clone, Debug)]
pub struct Apprentice {
    seed: u64,
    character: Option<Character>,
    begun: Begun,
}

/// Each type of mistake is made once in this many turns.
const MISTAKES: u32 = 8;

impl Apprentice {
    pub fn new(seed: u64) -> Apprentice {
        Apprentice { seed, character: None, begun: Begun::default() }
    }

    /// With a character's taste.
    pub fn with_character(self, character: Character) -> Apprentice {
        Apprentice { character: Some(character), ..self }
    }

    fn turn(&self, root: &Root) -> Option<Turn> {
        let mut dice = dice_for(root.view(), self.seed);
        let mut turns = turns(root, &Weights::APPRENTICE, Breadth::PLAYOUT);
        let once = |dice: &mut Dice| dice.below(MISTAKES) == 0;
        // It is easy to overlook several cards that add up to a price, or what a tile does to the wall.
        let (sums_overlooked, wall_forgotten) = (once(&mut dice), once(&mut dice));
        if sums_overlooked && turns.iter().any(|turn| !adds_up_cards(root, turn)) {
            turns.retain(|turn| !adds_up_cards(root, turn));
        }
        let appeal = |turn: &Turn| {
            let wall = if wall_forgotten { turn.estimate.walls } else { 0.0 };
            turn.value() - wall + self.character.map_or(0.0, |character| character.liking(root, turn))
        };
        let best = turns.iter().map(appeal).max_by(f32::total_cmp)?;
        turns.into_iter().find(|turn| appeal(turn) == best)
    }
}

/// Whether a turn pays a price exactly with several cards.
fn adds_up_cards(root: &Root, turn: &Turn) -> bool {
    turn.actions.iter().any(|action| match action {
        Action::Buy { tile, payment } => {
            let offer = root.view().table().offers().find(|offer| offer.tile == *tile);
            payment.cards().count() > 1 && offer.is_some_and(|offer| payment.total() == offer.price.into())
        }
        _ => false,
    })
}

impl Bot for Apprentice {
    fn choose(&mut self, view: &View, _: Budget) -> Option<Action> {
        if let Some(action) = self.begun.next(view) {
            return Some(action);
        }
        let root = Root::new(view)?;
        let turn = self.turn(&root);
        answer(view, turn.and_then(|turn| self.begun.begin(&root, turn)))
    }
}
