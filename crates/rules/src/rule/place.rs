//! Placing tiles (T4, E3): onto the board, the reserve, or to Dirk; Granada's tiles with either face up (GR3).

use crate::action::Action;
use crate::board::Frontier;
use crate::card::{Payment, Purse};
use crate::cell::Cell;
use crate::currency::Currency;
use crate::game::{Chair, Game};
use crate::module;
use crate::refusal::{Reason, Refusal, Rule};
use crate::rule::buy::{self, Offer};
use crate::seat::Seat;
use crate::table::{Occasion, Stage, Table};
use crate::tile::Tile;

/// What turning a tile over costs, in one currency (GR3).
const FLIP_PRICE: u8 = 3;

/// Whether waiting tiles may be turned over or given to Dirk: those that were bought, not those handed out (GR4, N4).
fn were_bought(table: &Table) -> bool {
    table.turn.stage != Stage::Placing(Occasion::Handout)
}

pub(crate) fn list(chair: &Chair, out: &mut Vec<Action>) {
    let waiting = chair.table.turn.waiting;
    if waiting.is_empty() {
        return;
    }
    let frontier = Frontier::of(chair.board());
    for tile in waiting.iter() {
        out.extend(frontier.cells(tile).map(|cell| Action::Place { tile, cell, flip: None }));
        out.push(Action::Reserve(tile));
        if let Some(other) = tile.other_face()
            && were_bought(chair.table)
        {
            flips(chair, tile, |flip| {
                let cells = frontier.cells(other);
                out.extend(cells.map(|cell| Action::Place { tile: other, cell, flip: Some(flip) }));
            });
            out.push(Action::Reserve(other));
        }
        if may_go_to_dirk(chair.table, tile) {
            out.push(Action::Dirk(tile));
        }
    }
}

/// Every payment for turning a tile over from which no card can be left out (GR3, B4).
fn flips(chair: &Chair, tile: Tile, mut f: impl FnMut(Payment)) {
    for currency in Currency::ALL {
        let price = Offer { tile, currency, price: FLIP_PRICE, exact: false };
        buy::payments(chair.hand, price, false, |payment| {
            // Not with a pair card.
            if payment.by_pair().is_none() {
                f(payment);
            }
        });
    }
}

pub(crate) fn check(chair: &Chair, tile: Tile, cell: Cell, flip: Option<Payment>) -> Result<(), Refusal> {
    let no = |rule, reason| Err(Refusal::new(rule, reason).tile(tile).cell(cell));
    let as_it_lies = chair.table.turn.waiting.contains(tile);
    match (as_it_lies, flip) {
        (true, None) => {}
        (true, Some(_)) => return no(Rule::GR3, Reason::NoFlip),
        (false, flip) => {
            check_turned(chair, tile).map_err(|r| r.cell(cell))?;
            let Some(payment) = flip else { return no(Rule::GR3, Reason::FlipUnpaid) };
            if payment.by_pair().is_some() || payment.other != Purse::EMPTY {
                return no(Rule::GR3, Reason::WrongCurrency);
            }
            if !chair.hand.can_give(payment) {
                return no(Rule::GR3, Reason::NotInHand);
            }
            if payment.total() < FLIP_PRICE as u32 {
                return no(Rule::GR3, Reason::TooLittle);
            }
        }
    }
    chair.board().check_place(tile, cell)
}

pub(crate) fn check_reserve(chair: &Chair, tile: Tile) -> Result<(), Refusal> {
    if chair.table.turn.waiting.contains(tile) { Ok(()) } else { check_turned(chair, tile) }
}

/// The tile is the other face of one that waits and may be turned.
fn check_turned(chair: &Chair, tile: Tile) -> Result<(), Refusal> {
    if !tile.other_face().is_some_and(|t| chair.table.turn.waiting.contains(t)) {
        return Err(Refusal::new(Rule::T4, Reason::NotWaiting).tile(tile));
    }
    if !were_bought(chair.table) {
        return Err(Refusal::new(Rule::GR4, Reason::NoFlip).tile(tile));
    }
    Ok(())
}

fn may_go_to_dirk(table: &Table, tile: Tile) -> bool {
    table.setup.has_dirk() && were_bought(table) && !module::is_free_of_charge(tile)
}

pub(crate) fn check_dirk(chair: &Chair, tile: Tile) -> Result<(), Refusal> {
    if !chair.table.turn.waiting.contains(tile) {
        // GR7: it stays as it was bought.
        return Err(Refusal::new(Rule::N4, Reason::NotWaiting).tile(tile));
    }
    if !may_go_to_dirk(chair.table, tile) {
        return Err(Refusal::new(Rule::N4, Reason::NotForDirk).tile(tile));
    }
    Ok(())
}

pub(crate) fn place(game: &mut Game, seat: Seat, tile: Tile, cell: Cell, flip: Option<Payment>) {
    if let Some(payment) = flip {
        buy::pay(game, seat, payment);
    }
    no_longer_waits(&mut game.table, tile);
    game.table.players[seat].board.place(tile, cell);
}

pub(crate) fn reserve(game: &mut Game, seat: Seat, tile: Tile) {
    no_longer_waits(&mut game.table, tile);
    game.table.players[seat].reserve.insert(tile);
}

pub(crate) fn give_to_dirk(game: &mut Game, tile: Tile) {
    no_longer_waits(&mut game.table, tile);
    game.table.dirk.tiles.insert(tile);
}

fn no_longer_waits(table: &mut Table, tile: Tile) {
    table.turn.waiting.remove(tile);
    if let Some(other) = tile.other_face() {
        table.turn.waiting.remove(other);
    }
}
