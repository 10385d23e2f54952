//! Playing games to the end without thinking: for random walks, benchmarks, and search.

use crate::action::{Action, Pick};
use crate::board::Frontier;
use crate::card::{Card, Payment};
use crate::cell::Cell;
use crate::event::Silent;
use crate::game::Game;
use crate::purse::Sums;
use crate::rng::Dice;
use crate::rule::{self, buy, money, place};
use crate::seat::Seat;
use crate::table::{Market, Stage};
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
        steps += quick_steps(game, seat, actions);
    }
    steps
}

/// Applies what [`quick_action`] chooses, once or until another seat is to act. The most frequent actions are applied where they are chosen:
/// distinguishing them again would cost a mispredicted branch each.
#[inline]
fn quick_steps(game: &mut Game, seat: Seat, actions: &mut Vec<Action>) -> usize {
    let mut steps = 1;
    while game.table.turn.stage == Stage::Action {
        if let Some((half, payment, is_exact)) = quick_buy(game, seat) {
            buy::buy_from(game, seat, half, payment);
            turn::acted(game, is_exact);
        } else if let Some(slot) = quick_take(game) {
            money::take_one(game, seat, slot);
            turn::acted(game, false);
        } else {
            break;
        }
        steps += 1;
    }
    if let Stage::Placing(_) = game.table.turn.stage {
        while let Some((tile, cell)) = quick_place(game, seat) {
            match cell {
                Some(cell) => place::place(game, seat, tile, cell, None),
                None => place::reserve(game, seat, tile),
            }
            steps += 1;
        }
        steps += turn::ended_and_passed(game);
    } else if let Stage::Window(_) = game.table.turn.stage {
        turn::passed(game, &mut Silent);
    } else {
        let action = quick_action(game, seat, actions);
        game.apply_unchecked(seat, action);
    }
    steps
}

/// Buys if it can, exactly if it can; else takes the most money; places tiles on the first legal cell.
pub fn quick_action(game: &Game, seat: Seat, actions: &mut Vec<Action>) -> Action {
    match game.table.turn.stage {
        Stage::Action => {
            let on_market = |half| game.table.market.half(half).1.expect("it is on sale");
            let buy = || quick_buy(game, seat).map(|(half, payment, _)| Action::Buy { tile: on_market(half), payment });
            let on_display = |slot: usize| game.table.display[slot].expect("it is on the display");
            let take = || quick_take(game).map(|slot| Action::Take(Pick::one(on_display(slot))));
            buy().or_else(take).unwrap_or_else(|| {
                rule::first(&game.chair(seat), actions);
                actions[0]
            })
        }
        Stage::Placing(_) => match quick_place(game, seat) {
            None => Action::End,
            Some((tile, Some(cell))) => Action::Place { tile, cell, flip: None },
            Some((tile, None)) => Action::Reserve(tile),
        },
        Stage::Chain(_) => Action::Done,
        Stage::Window(_) => Action::Pass,
        Stage::Over => unreachable!("no seat is to act"),
    }
}

/// The first offer that can be paid for exactly, else the first that can be paid for, as its half of the market, and whether the payment is exact. Offers above the money of their
/// own currency do not count. Tiles next to the market are sold for the exact price of a tile on it, so that tile comes first.
#[inline(always)]
fn quick_buy(game: &Game, seat: Seat) -> Option<(usize, Payment, bool)> {
    let (hand, market) = (game.hand(seat), &game.table.market);
    // The prices that can be paid exactly, and all that can be paid.
    let means = |prices: Sums| {
        let (exact, enough) = (hand.money.exact().intersection(prices), hand.money.within().intersection(prices));
        let with_pair = |space, price| buy::makes_with_pair(hand, Market::currency(space), price);
        let more = if hand.pairs == 0 { Sums::default() } else { enough.without(exact).filter(with_pair) };
        (exact.union(more), enough)
    };
    let (exact, enough) = means(market.prices());
    let mut is_exact = !exact.is_empty();
    let mut half = 2 * if is_exact { exact } else { enough }.first_space();
    if game.table.setup.is_combined() {
        let (exact_beside, enough_beside) = means(market.prices_beside());
        is_exact |= !exact_beside.is_empty();
        let (on, beside) = if is_exact { (exact, exact_beside) } else { (enough, enough_beside) };
        half = (2 * on.first_space()).min(2 * beside.first_space() + 1);
    }
    if half >= Market::HALVES {
        return None;
    }
    let offer = buy::market_offer(half / 2, market.half(half).1.expect("it has a price"));
    Some((half, buy::first_payment(hand, offer, is_exact)?, is_exact))
}

/// The slot of the highest card: the last of equal value, but the first of identical cards.
#[inline]
fn quick_take(game: &Game) -> Option<usize> {
    let display = &game.table.display;
    let worth = |slot: usize| 4 * Card::value_of(display[slot]) as usize + slot;
    let most = worth(0).max(worth(1)).max(worth(2)).max(worth(3));
    let same = (0..4).fold(16, |same, slot| same | u32::from(display[slot] == display[most % 4]) << slot);
    (most >= 4).then_some(same.trailing_zeros() as usize % 4)
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
