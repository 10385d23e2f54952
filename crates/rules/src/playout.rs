//! Playing games to the end without thinking: for random walks, benchmarks, and search that wants to know how it might go on.

use crate::action::{Action, Pick};
use crate::board::Frontier;
use crate::game::Game;
use crate::module;
use crate::rng::Dice;
use crate::rule::buy::{self, Offer};
use crate::seat::Seat;
use crate::table::Stage;

/// Plays any legal action, each equally likely, until the game is over. Returns the number of steps.
pub fn random(game: &mut Game, dice: &mut Dice, actions: &mut Vec<Action>) -> usize {
    let mut steps = 0;
    while let Some(seat) = game.to_act() {
        game.legal_actions(seat, actions);
        game.apply_unchecked(seat, actions[dice.below(actions.len() as u32) as usize]);
        steps += 1;
    }
    steps
}

/// Plays the quick policy until the game is over. Returns the number of steps.
pub fn quick(game: &mut Game, actions: &mut Vec<Action>) -> usize {
    let mut steps = 0;
    while let Some(seat) = game.to_act() {
        let action = quick_action(game, seat, actions);
        game.apply_unchecked(seat, action);
        steps += 1;
    }
    steps
}

/// Buys if it can, exactly if it can; else takes the most money; places on the first cell that is legal.
pub fn quick_action(game: &Game, seat: Seat, actions: &mut Vec<Action>) -> Action {
    let table = game.table();
    let chair = game.chair(seat);
    match table.turn.stage {
        Stage::Action => quick_buy(game, seat).or_else(|| quick_take(game)),
        Stage::Placing(_) => Some(match table.turn.waiting.iter().next() {
            None => Action::End,
            Some(tile) => match Frontier::of(chair.board()).cells(tile).next() {
                Some(cell) => Action::Place { tile, cell, flip: None },
                None => Action::Reserve(tile),
            },
        }),
        Stage::Chain | Stage::Window(_) => Some(module::declined(table.turn.stage)),
        Stage::Over => None,
    }
    .unwrap_or_else(|| {
        game.legal_actions(seat, actions);
        actions[0]
    })
}

fn quick_buy(game: &Game, seat: Seat) -> Option<Action> {
    let hand = game.hand(seat);
    let buy = |offer: Offer, exact| {
        buy::first_payment(hand, offer, exact).map(|payment| Action::Buy { tile: offer.tile, payment })
    };
    let affordable = || buy::offers(game.table()).filter(|o| hand.money[o.currency].total() >= o.price as u32);
    affordable().find_map(|offer| buy(offer, true)).or_else(|| affordable().find_map(|offer| buy(offer, offer.exact)))
}

fn quick_take(game: &Game) -> Option<Action> {
    let money = game.table().display.iter().flatten().filter_map(|c| c.as_money().map(|(_, value)| (value, *c)));
    money.max_by_key(|(value, _)| *value).map(|(_, card)| Action::Take(Pick::one(card)))
}
