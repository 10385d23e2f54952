//! Playing games to the end without thinking: for random walks, benchmarks, and search.

use core::ops::ControlFlow::{Break, Continue};

use crate::action::{Action, Pick};
use crate::board::Frontier;
use crate::card::{Card, Payment};
use crate::cell::Cell;
use crate::event::Silent;
use crate::game::Game;
use crate::rng::Dice;
use crate::rule::{buy, place};
use crate::seat::Seat;
use crate::table::Stage;
use crate::tile::Tile;
use crate::turn;

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
        quick_step(game, seat, actions);
        steps += 1;
    }
    steps
}

/// Applies what [`quick_action`] chooses. The most frequent actions are applied where they are chosen: distinguishing them again would cost
/// a mispredicted branch each.
#[inline]
fn quick_step(game: &mut Game, seat: Seat, actions: &mut Vec<Action>) {
    match game.table.turn.stage {
        Stage::Action => {
            if let Some((tile, payment)) = quick_buy(game, seat) {
                return turn::buy(game, seat, tile, payment);
            }
            if let Some(card) = quick_take(game) {
                return turn::take(game, seat, Pick::one(card));
            }
        }
        Stage::Placing(_) => {
            return match quick_place(game, seat) {
                None => turn::ended(game, &mut Silent),
                Some((tile, Some(cell))) => place::place(game, seat, tile, cell, None),
                Some((tile, None)) => place::reserve(game, seat, tile),
            };
        }
        _ => {}
    }
    let action = quick_action(game, seat, actions);
    game.apply_unchecked(seat, action);
}

/// Buys if it can, exactly if it can; else takes the most money; places tiles on the first legal cell.
pub fn quick_action(game: &Game, seat: Seat, actions: &mut Vec<Action>) -> Action {
    match game.table.turn.stage {
        Stage::Action => {
            let buy = || quick_buy(game, seat).map(|(tile, payment)| Action::Buy { tile, payment });
            let take = || quick_take(game).map(|card| Action::Take(Pick::one(card)));
            buy().or_else(take)
        }
        Stage::Placing(_) => Some(match quick_place(game, seat) {
            None => Action::End,
            Some((tile, Some(cell))) => Action::Place { tile, cell, flip: None },
            Some((tile, None)) => Action::Reserve(tile),
        }),
        Stage::Chain(_) => Some(Action::Done),
        Stage::Window(_) => Some(Action::Pass),
        Stage::Over => None,
    }
    .unwrap_or_else(|| {
        game.legal_actions(seat, actions);
        actions[0]
    })
}

/// The first offer that can be paid for exactly, else the first that can be paid for. Offers above the money of their own currency do not count.
/// Tiles next to the market are sold for the exact price of a tile on it, so that tile comes first.
#[inline]
fn quick_buy(game: &Game, seat: Seat) -> Option<(Tile, Payment)> {
    let hand = game.hand(seat);
    let mut over = None;
    let exact = game.table().market.try_each(|space, tile| {
        let offer = buy::market_offer(space, tile);
        if hand.money.total_of(offer.currency) < offer.price as u32 {
            return Continue(());
        }
        if buy::any_payment(hand, offer, true) {
            return Break((space, tile));
        }
        over = over.or(Some((space, tile)));
        Continue(())
    });
    let exact = exact.break_value();
    let (space, tile) = exact.or(over)?;
    let payment = buy::first_payment(hand, buy::market_offer(space, tile), exact.is_some())?;
    Some((tile, payment))
}

/// The highest card; the last of equal ones.
#[inline]
fn quick_take(game: &Game) -> Option<Card> {
    let display = &game.table.display;
    let worth = |slot: usize| display[slot].and_then(Card::as_money).map_or(0, |(_, value)| 4 * value as usize + slot);
    let most = worth(0).max(worth(1)).max(worth(2)).max(worth(3));
    if most > 0 { display[most % 4] } else { None }
}

/// The first tile to be placed, and its cell; `None` for the reserve.
#[inline]
fn quick_place(game: &Game, seat: Seat) -> Option<(Tile, Option<Cell>)> {
    let tile = game.table.turn.waiting.first()?;
    Some((tile, Frontier::of(&game.table.players[seat].board).cells(tile).next()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;
    use crate::setup::{ModuleSet, Setup};

    /// The action applied at once equals the one that would have been chosen.
    #[test]
    fn quick_games_follow_the_quick_policy() {
        let all = Setup::alhambra(4).with_modules(ModuleSet::ALL);
        for setup in [Setup::alhambra(2), all, Setup::granada(3), Setup::combined(5)] {
            for seed in 0..10 {
                let mut actions = Vec::new();
                let mut game = Game::new(setup, Seed::from(seed)).expect("it can be played");
                let mut chosen = game.clone();
                let mut steps = 0;
                while let Some(seat) = chosen.to_act() {
                    let action = quick_action(&chosen, seat, &mut actions);
                    chosen.check(seat, action).expect("the quick policy plays by the rules");
                    chosen.apply_unchecked(seat, action);
                    steps += 1;
                }
                assert_eq!(quick(&mut game, &mut actions), steps);
                assert_eq!(game, chosen);
            }
        }
    }
}
