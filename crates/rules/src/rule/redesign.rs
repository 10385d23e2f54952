//! Redesigning (D1–D3).

use crate::action::Action;
use crate::board::{Frontier, Removable};
use crate::cell::Cell;
use crate::game::{Chair, Game};
use crate::module;
use crate::refusal::{Reason, Refusal, Rule};
use crate::seat::Seat;
use crate::tile::Tile;

pub(crate) fn any(chair: &Chair) -> bool {
    let board = chair.board();
    let reserve = chair.table.players[chair.seat].reserve;
    Removable::of(board).cells(board).next().is_some() || {
        let frontier = Frontier::of(board);
        reserve.iter().any(|t| frontier.cells(t).next().is_some() || board.exchanges(t).next().is_some())
    }
}

pub(crate) fn list(chair: &Chair, out: &mut Vec<Action>) {
    let board = chair.board();
    if board.tiles().len() > 1 {
        out.extend(Removable::of(board).cells(board).map(Action::Remove));
    }
    let reserve = chair.table.players[chair.seat].reserve;
    if !reserve.is_empty() {
        let frontier = Frontier::of(board);
        for tile in reserve.iter() {
            out.extend(frontier.cells(tile).map(|cell| Action::Build { tile, cell }));
            out.extend(board.exchanges(tile).map(|cell| Action::Exchange { tile, cell }));
        }
    }
}

fn check_reserve(chair: &Chair, tile: Tile) -> Result<(), Refusal> {
    // T3: a tile bought in this turn is not on the reserve yet.
    if chair.table.players[chair.seat].reserve.contains(tile) {
        return Ok(());
    }
    let rule = if chair.table.turn.waiting.contains(tile) { Rule::T3 } else { Rule::D1 };
    Err(Refusal::new(rule, Reason::NotInReserve).tile(tile))
}

pub(crate) fn check_build(chair: &Chair, tile: Tile, cell: Cell) -> Result<(), Refusal> {
    check_reserve(chair, tile)?;
    chair.board().check_place(tile, cell)
}

pub(crate) fn check_exchange(chair: &Chair, tile: Tile, cell: Cell) -> Result<(), Refusal> {
    check_reserve(chair, tile)?;
    chair.board().check_exchange(tile, cell)
}

pub(crate) fn build(game: &mut Game, seat: Seat, tile: Tile, cell: Cell) {
    let player = &mut game.table.players[seat];
    player.reserve.remove(tile);
    player.board.place(tile, cell);
}

pub(crate) fn remove(game: &mut Game, seat: Seat, cell: Cell) {
    let player = &mut game.table.players[seat];
    let tile = player.board.remove(cell);
    player.reserve.insert(tile);
    module::left(game, seat, tile, cell);
}

pub(crate) fn exchange(game: &mut Game, seat: Seat, tile: Tile, cell: Cell) {
    let player = &mut game.table.players[seat];
    player.reserve.remove(tile);
    let gone = player.board.exchange(tile, cell);
    player.reserve.insert(gone);
    module::left(game, seat, gone, cell);
}
