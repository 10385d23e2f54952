//! Where another tile may lie: the empty cells along the board that would not make a hole.

use arrayvec::ArrayVec;

use super::{Board, MAX_SPAN, MAX_TILES, SIZE, index};
use crate::cell::Cell;
use crate::side::{Around, Direction};
use crate::tile::Tile;

/// For each pattern of tiles around a cell: do they form one run? Then a tile in it makes no hole (P5), provided that the
/// board is legal: connected along sides and without holes. Two runs would be joined by the rest of the board on one
/// side or the other, and close off the gap between them.
const ONE_RUN: [bool; 256] = {
    let mut table = [false; 256];
    let mut ring = 0;
    while ring < 256 {
        let bits = ring as u8;
        table[ring] = (bits & !bits.rotate_left(1)).count_ones() == 1;
        ring += 1;
    }
    table
};

#[inline]
pub(super) fn one_run(ring: u8) -> bool {
    ONE_RUN[ring as usize]
}

/// The cells where a tile may lie, each with what the tiles around ask of it. Made anew for each board.
pub struct Frontier {
    cells: ArrayVec<(Cell, Around), { 2 * MAX_TILES }>,
    /// Whether a Granada tile would be the first (CO4).
    founding: bool,
}

impl Frontier {
    /// Looks at every empty cell beside the board.
    pub fn of(board: &Board) -> Frontier {
        let mut cells = ArrayVec::new();
        let mut seen = [0u64; SIZE as usize];
        for placed in &board.placed {
            for d in Direction::ALL {
                let cell = placed.cell.step(d);
                let at = index(cell);
                let bit = 1 << (at % SIZE as usize);
                let row = &mut seen[at / SIZE as usize];
                if board.slots[at] != 0 || *row & bit != 0 {
                    continue;
                }
                *row |= bit;
                if one_run(board.ring(cell)) {
                    cells.push((cell, board.around(cell)));
                }
            }
        }
        if board.placed.len() as i16 >= MAX_SPAN {
            cells.retain(|(cell, _)| board.in_span(*cell));
        }
        Frontier { cells, founding: board.founded.is_none() && !board.placed[0].tile.is_granada() }
    }

    /// The cells where this tile may be placed.
    #[inline]
    pub fn cells(&self, tile: Tile) -> impl Iterator<Item = Cell> + '_ {
        let (mask, founding) = (tile.mask(), self.founding && tile.is_granada());
        self.cells.iter().filter(move |(_, around)| around.fits(mask, founding)).map(|(cell, _)| *cell)
    }
}

impl Board {
    /// The cells whose tile may be exchanged for this one (D1).
    pub fn exchanges(&self, tile: Tile) -> impl Iterator<Item = Cell> + '_ {
        self.placed.iter().map(|p| p.cell).filter(move |cell| self.check_exchange(tile, *cell).is_ok())
    }
}
