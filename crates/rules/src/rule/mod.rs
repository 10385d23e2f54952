//! Legality and effects: one file per rule, with the check next to the effect.

pub(crate) mod buy;
pub(crate) mod end;
pub(crate) mod money;
pub(crate) mod place;
pub(crate) mod redesign;
pub(crate) mod refill;
pub mod scoring;

use crate::action::Action;
use crate::game::{Chair, Game};
use crate::module;
use crate::refusal::{Reason, Refusal, Rule};
use crate::seat::Seat;
use crate::table::{Occasion, Stage};

/// Everything the seat to act may choose from.
pub(crate) fn list(chair: &Chair, out: &mut Vec<Action>) {
    match chair.table.turn.stage {
        Stage::Action => {
            money::list(chair, out);
            buy::list(chair, out);
            redesign::list(chair, out);
            module::list(chair, out);
        }
        Stage::Chain(module) => module::list_chain(chair, module, out),
        Stage::Placing(_) => {
            place::list(chair, out);
            if chair.table.turn.waiting.is_empty() {
                out.push(Action::End);
            }
        }
        Stage::Window(window) => module::list_window(chair, window, out),
        Stage::Over => {}
    }
}

/// The beginning of that list, of an action: at least one, if there is any.
pub(crate) fn first(chair: &Chair, out: &mut Vec<Action>) {
    out.clear();
    for list in [money::list, buy::list, redesign::list, module::list] {
        if out.is_empty() {
            list(chair, out);
        }
    }
}

/// Whether the seat can do anything in its turn (T1, T3). Most often there is money to be taken.
#[inline]
pub(crate) fn any_action(game: &Game, seat: Seat) -> bool {
    let any_other = |chair: &Chair| buy::any(chair) || module::any(chair) || redesign::any(chair);
    money::any(&game.table) || any_other(&game.chair(seat))
}

/// Whether the action is legal for the seat, while the game is waiting for `to_act`.
pub(crate) fn check(chair: &Chair, to_act: Option<Seat>, action: Action) -> Result<(), Refusal> {
    let stage = chair.table.turn.stage;
    if stage == Stage::Over {
        return Err(Refusal::new(Rule::E4, Reason::GameOver));
    }
    if let Action::Module(action) = action
        && action.is_free()
    {
        return module::check(chair, action);
    }
    if to_act != Some(chair.seat) {
        return Err(Refusal::new(Rule::T1, Reason::NotYourTurn));
    }
    let at = |needed: bool, rule| if needed { Ok(()) } else { Err(Refusal::new(rule, Reason::NotNow)) };
    let acting = matches!(stage, Stage::Action);
    let placing = matches!(stage, Stage::Placing(_));
    match action {
        Action::Take(pick) => at(acting, Rule::T1).and_then(|()| money::check(chair, pick)),
        Action::Buy { tile, payment } => at(acting, Rule::T1).and_then(|()| buy::check(chair, tile, payment)),
        Action::Build { tile, cell } => at(acting, Rule::T1).and_then(|()| redesign::check_build(chair, tile, cell)),
        Action::Remove(cell) => at(acting, Rule::T1).and_then(|()| chair.board().check_remove(cell)),
        Action::Exchange { tile, cell } => {
            at(acting, Rule::T1).and_then(|()| redesign::check_exchange(chair, tile, cell))
        }
        _ if acting && matches!(action, Action::Place { .. } | Action::Reserve(_) | Action::Dirk(_)) => {
            Err(Refusal::new(Rule::T4, Reason::ActionDue))
        }
        Action::Place { tile, cell, flip } => {
            at(placing, Rule::T4).and_then(|()| place::check(chair, tile, cell, flip))
        }
        Action::Reserve(tile) => at(placing, Rule::T4).and_then(|()| place::check_reserve(chair, tile)),
        Action::Dirk(tile) => at(placing, Rule::T4).and_then(|()| place::check_dirk(chair, tile)),
        Action::End if acting => Err(Refusal::new(Rule::T3, Reason::ActionDue)),
        Action::End => at(placing, Rule::T6).and_then(|()| {
            if chair.table.turn.waiting.is_empty() {
                Ok(())
            } else {
                let rule = if stage == Stage::Placing(Occasion::Handout) { Rule::E3 } else { Rule::T4 };
                Err(Refusal::new(rule, Reason::TilesWaiting))
            }
        }),
        Action::Done => at(matches!(stage, Stage::Chain(_)), Rule::T1),
        Action::Pass => at(matches!(stage, Stage::Window(_)), Rule::T1),
        Action::Module(action) => module::check(chair, action),
    }
}
