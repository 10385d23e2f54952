//! Where another tile may lie: the empty cells along the board that would not make a hole.

use arrayvec::ArrayVec;

use super::{Board, MAX_TILES};
use crate::cell::Cell;
use crate::side::{Around, Direction};
use crate::tile::Tile;

/// The empty cells along the board, each with what lies around it. Kept up to date with every change of the board: so n
/// tiles that hang together have at most 2n + 2 of them.
pub(super) type Rim = ArrayVec<(Cell, Around), { 2 * MAX_TILES + 2 }>;

/// For each pattern of tiles in a square of nine cells, row by row: do those around the middle form one run? Then a tile in
/// it makes no hole (P5), provided that the board is legal: connected along sides and without holes. Two runs would be
/// joined by the rest of the board on one side or the other, and close off the gap between them.
const ONE_RUN: [bool; 512] = {
    const RING: [usize; 8] = [1, 2, 5, 8, 7, 6, 3, 0];
    let mut table = [false; 512];
    let mut square = 0;
    while square < 512 {
        let (mut ring, mut at) = (0u8, 0);
        while at < 8 {
            ring |= ((square >> RING[at] & 1) as u8) << at;
            at += 1;
        }
        table[square] = (ring & !ring.rotate_left(1)).count_ones() == 1;
        square += 1;
    }
    table
};

/// Which cells up to two steps away hold a tile: five rows of five, from the north-west.
pub(super) struct Neighbourhood(u32);

impl Neighbourhood {
    pub(super) const EMPTY: Neighbourhood = Neighbourhood(0);

    pub(super) fn of(board: &Board, cell: Cell) -> Neighbourhood {
        let mut near = Neighbourhood::EMPTY;
        board.placed.iter().for_each(|placed| near.note(cell.steps_to(placed.cell)));
        near
    }

    /// There is a tile this far from the middle.
    #[inline]
    pub(super) fn note(&mut self, (dx, dy): (i8, i8)) {
        if dx.unsigned_abs() <= 2 && dy.unsigned_abs() <= 2 {
            self.0 |= 1 << (dy * 5 + dx + 12);
        }
    }

    /// Whether a tile would close off a hole this far from the middle; `None`: more than one step.
    #[inline]
    fn hole(&self, (dx, dy): (i8, i8)) -> Option<bool> {
        let row = |y: i8| (self.0 >> ((dy + y) * 5 + dx + 11) & 7) as usize;
        let near = dx.unsigned_abs() <= 1 && dy.unsigned_abs() <= 1;
        near.then(|| !ONE_RUN[row(-1) | row(0) << 3 | row(1) << 6])
    }
}

impl Board {
    /// Whether a tile in this empty cell would close off a hole (P5).
    pub(super) fn would_close(&self, cell: Cell) -> bool {
        Neighbourhood::of(self, cell).hole((0, 0)) == Some(true)
    }

    /// Takes a cell out of the rim, and tells what lies around it.
    pub(super) fn leave_rim(&mut self, cell: Cell) -> Around {
        let at = self.rim.iter().position(|(c, _)| *c == cell);
        let mut around = at.map_or(Around::NOTHING, |at| self.rim.swap_remove(at).1);
        around.mark_hole(false);
        around
    }

    /// A tile has come into this cell: the empty cells around see it, and those along it are in the rim.
    pub(super) fn widen_rim(&mut self, cell: Cell, tile: Tile, near: Neighbourhood) {
        // What lies around the tile, tiles and known cells of the rim alike: where nothing is left the rim is new.
        let mut known = self.sites.last().map_or(Around::NOTHING, |site| site.around);
        for (c, around) in &mut self.rim {
            let steps = cell.steps_to(*c);
            let Some(hole) = near.hole(steps) else { continue };
            around.mark_hole(hole);
            if let Some(d) = Direction::of_step(steps) {
                around.face(d.opposite(), Some(tile.side(d)));
                known.face(d, Some(tile.side(d)));
            }
        }
        for d in known.gaps() {
            let mut around = Around::NOTHING;
            around.face(d.opposite(), Some(tile.side(d)));
            around.mark_hole(near.hole(d.step()) == Some(true));
            self.rim.push((cell.step(d), around));
        }
    }

    /// The tile in this cell has gone: the cell is in the rim, and those that were only for its sake are not.
    pub(super) fn narrow_rim(&mut self, cell: Cell, around: Around) {
        let near = Neighbourhood::of(self, cell);
        self.rim.push((cell, around));
        self.rim.retain(|(c, around)| {
            let steps = cell.steps_to(*c);
            let Some(hole) = near.hole(steps) else { return true };
            around.mark_hole(hole);
            if let Some(d) = Direction::of_step(steps) {
                around.face(d.opposite(), None);
            }
            !around.is_alone()
        });
    }

    /// Another tile lies in this cell: the empty cells along it see it.
    pub(super) fn show_rim(&mut self, cell: Cell, tile: Tile) {
        for (c, around) in &mut self.rim {
            if let Some(d) = Direction::of_step(cell.steps_to(*c)) {
                around.face(d.opposite(), Some(tile.side(d)));
            }
        }
    }
}

/// The cells where a tile may lie.
pub struct Frontier<'a>(&'a Board);

impl<'a> Frontier<'a> {
    /// That of a board.
    #[inline]
    pub fn of(board: &'a Board) -> Frontier<'a> {
        Frontier(board)
    }

    /// The cells where this tile may be placed.
    #[inline]
    pub fn cells(&self, tile: Tile) -> impl Iterator<Item = Cell> + use<'a> {
        let (contacts, founding) = (tile.contacts(), self.0.founds(tile));
        self.0.rim.iter().filter(move |(_, around)| around.fits(contacts, founding)).map(|(cell, _)| *cell)
    }
}

impl Board {
    /// How many sides lead on foot onto empty cells.
    pub fn doors(&self) -> u32 {
        self.rim.iter().map(|(_, around)| around.ways()).sum()
    }

    /// The cells whose tile may be exchanged for this one (D1).
    pub fn exchanges(&self, tile: Tile) -> impl Iterator<Item = Cell> + '_ {
        let (contacts, founding) = (tile.contacts(), self.founds(tile));
        let fitting = self.placed.iter().zip(&self.sites).filter(move |(_, site)| site.around.fits(contacts, founding));
        // D2, CO4: starting tiles stay.
        fitting.filter(|(p, _)| !p.tile.is_start() && self.founded != Some(p.cell)).map(|(p, _)| p.cell)
    }
}
