//! Plays a turn to its end as it was chosen, instead of replanning after each action.

use sabika_rules::{Action, Game, Seat, View};

use crate::check_plan;
use crate::patience::Patience;
use crate::turn::{Root, Turn};

/// The rest of the turn that a bot has begun, if any.
#[derive(Clone, Debug, Default)]
pub(crate) struct Begun {
    rest: Option<Box<Rest>>,
    pub patience: Patience,
}

#[derive(Clone, Debug)]
struct Rest {
    /// The position in which the next action was planned.
    game: Game,
    seat: Seat,
    /// The next action is last.
    actions: Vec<Action>,
}

impl Begun {
    /// The next action, if this is the position it was planned for.
    pub fn next(&mut self, view: &View) -> Option<Action> {
        let mut rest = self.rest.take().filter(|rest| {
            let own_hand = view.hands().get(rest.seat).and_then(|hand| hand.cards);
            view.to_act() == Some(rest.seat)
                && rest.game.table() == view.table()
                && own_hand.as_ref() == Some(rest.game.hand(rest.seat))
        })?;
        let action = check_plan(view, rest.actions.pop()?)?;
        if !rest.actions.is_empty() {
            rest.game.apply_unchecked(rest.seat, action);
            self.rest = Some(rest);
        }
        Some(action)
    }

    /// Begins a turn: its first action, if it is legal.
    pub fn begin(&mut self, root: &Root, turn: Turn) -> Option<Action> {
        self.patience.note(&turn);
        let mut actions = turn.actions;
        actions.reverse();
        let action = check_plan(root.view(), actions.pop()?)?;
        self.rest = (!actions.is_empty()).then(|| {
            let mut game = root.game().clone();
            game.apply_unchecked(root.seat(), action);
            Box::new(Rest { game, seat: root.seat(), actions })
        });
        Some(action)
    }
}
