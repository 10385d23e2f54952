//! The camps: tiles outside the walls that score what lies in front of their bastions (CA1–CA5). Where they may lie is in the
//! table of sides; what they score is here.

use crate::board::Board;
use crate::components::{CAMPS, Piece};
use crate::side::{Direction, Side};
use crate::tile::Tile;

/// CA1: shuffled into the bag.
pub(super) fn tiles() -> impl Iterator<Item = Tile> {
    CAMPS.map(Tile)
}

/// CA5: one point for each building in the line behind each bastion.
pub(super) fn points(board: &Board) -> u16 {
    let camps = board.tiles().iter().filter(|p| p.tile.piece() == Piece::Camp);
    let bastions = camps
        .flat_map(|p| Direction::ALL.into_iter().filter(|d| p.tile.side(*d) == Side::Bastion).map(|d| (p.cell, d)));
    bastions
        .map(|(cell, d)| {
            let line = core::iter::successors(Some(cell.step(d)), |c| Some(c.step(d)));
            line.map_while(|c| board.get(c)).take_while(|t| !t.is_outside()).count() as u16
        })
        .sum()
}
