//! Where another tile can be placed: the empty cells next to the board that would not create a hole.

use arrayvec::ArrayVec;

use super::map::Spot;
use super::{Board, MAX_TILES};
use crate::cell::Cell;
use crate::side::{Around, Direction};
use crate::tile::Tile;

/// The empty cells next to the board, each with its surroundings, updated with every change of the board. A connected board of n
/// tiles has at most 2n + 2 of them.
pub(super) type Rim = ArrayVec<(Cell, Around), { 2 * MAX_TILES + 2 }>;

impl Board {
    /// Removes a cell from the rim, and returns its surroundings.
    #[inline]
    pub(super) fn leave_rim(&mut self, cell: Cell) -> Around {
        let Spot::Rim(at) = self.spot_along(cell) else { return Around::NOTHING };
        let last = self.rim.pop().expect("a cell is in it");
        let Some(gone) = self.rim.get_mut(at) else { return last.1 };
        let (_, around) = core::mem::replace(gone, last);
        self.map.note_rim(last.0, at);
        around
    }

    /// Adds a cell to the rim.
    #[inline]
    pub(super) fn enter_rim(&mut self, cell: Cell, around: Around) {
        self.map.enter_rim(cell, self.rim.len());
        self.rim.push((cell, around));
    }

    /// The tile on this cell was removed: the cell joins the rim, and cells that were adjacent only to it leave the rim.
    pub(super) fn narrow_rim(&mut self, cell: Cell, around: Around) {
        self.map.vacate(cell);
        self.enter_rim(cell, around);
        let mut first_gone = self.rim.len();
        for d in Direction::ALL {
            let Spot::Rim(at) = self.spot_along(cell.step(d)) else { continue };
            let around = &mut self.rim[at].1;
            around.clear(d.opposite());
            if around.is_alone() {
                first_gone = first_gone.min(at);
            }
        }
        let mut to = first_gone;
        for from in first_gone..self.rim.len() {
            let (c, around) = self.rim[from];
            if around.is_alone() {
                self.map.forget(c);
            } else {
                self.rim[to] = (c, around);
                self.map.note_rim(c, to);
                to += 1;
            }
        }
        self.rim.truncate(to);
    }

    /// A tile was placed on this cell: the empty cells next to it are updated.
    pub(super) fn show_rim(&mut self, cell: Cell, tile: Tile) {
        for d in Direction::ALL {
            if let Spot::Rim(at) = self.spot_along(cell.step(d)) {
                self.rim[at].1.face(d.opposite(), tile.contacts());
            }
        }
    }
}

/// The cells where a tile can be placed.
pub struct Frontier<'a>(&'a Board);

impl<'a> Frontier<'a> {
    /// The rim of a board.
    #[inline]
    pub fn of(board: &'a Board) -> Frontier<'a> {
        Frontier(board)
    }

    /// The cells where this tile may be placed.
    #[inline]
    pub fn cells(&self, tile: Tile) -> impl Iterator<Item = Cell> + use<'a> {
        let (board, contacts, founding) = (self.0, tile.contacts(), self.0.founds(tile));
        let fitting =
            board.rim.iter().filter(move |(_, around)| around.fits(contacts, founding)).map(|(cell, _)| *cell);
        // Checked last: few cells get this far.
        fitting.filter(|cell| !board.would_close(*cell))
    }
}

impl Board {
    /// The number of walkable sides to empty cells.
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
