//! Where another tile can be placed: the empty cells next to the board that would not create a hole.

use super::map::{NOTHING, RIM};
use super::{Board, MAX_TILES};
use crate::cell::Cell;
use crate::side::{Around, Direction, Fitting};
use crate::tile::Tile;

/// The maximum length of the rim: a connected board of n tiles has at most 2n + 2 empty cells next to it. Rounded up for [`Fitting`].
pub(super) const MAX_RIM: usize = (2 * MAX_TILES + 2).next_multiple_of(Fitting::AT_ONCE);

/// The empty cells next to the board, updated with every change of it.
#[derive(Debug)]
pub(super) struct Rim {
    cells: [Cell; MAX_RIM],
    len: usize,
}

impl Rim {
    pub(super) const EMPTY: Rim = Rim { cells: [Cell::START; MAX_RIM], len: 0 };

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    #[inline]
    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells[..self.len]
    }

    /// Appends a cell if its number is [`NOTHING`]. Returns its number afterwards.
    #[inline]
    pub(super) fn enter(&mut self, cell: Cell, known: usize) -> usize {
        let is_new = known == NOTHING;
        let number = if is_new { RIM + self.len } else { known };
        self.cells[self.len] = cell;
        self.len += is_new as usize;
        number
    }

    pub(super) fn copy_to(&self, to: &mut Rim) {
        to.len = self.len;
        to.cells[..self.len].copy_from_slice(self.cells());
    }
}

impl Board {
    /// Removes a cell from the rim, and returns its surroundings. The last one takes its place.
    #[inline]
    pub(super) fn leave_rim(&mut self, cell: Cell) -> Around {
        let number = self.number(cell);
        if number < RIM {
            return Around::NOTHING;
        }
        self.rim.len -= 1;
        let last = self.rim.cells[self.rim.len];
        self.rim.cells[number - RIM] = last;
        self.map.note(last, number);
        let around = self.around[number];
        self.around[number] = self.around[RIM + self.rim.len];
        around
    }

    /// The tile on this cell is being removed: its neighbours no longer face it, the cell joins the rim, and cells that were adjacent only to
    /// it leave the rim.
    pub(super) fn narrow_rim(&mut self, cell: Cell, around: Around) {
        self.map.vacate(cell);
        let number = self.rim.enter(cell, NOTHING);
        self.around[number] = around;
        self.map.note(cell, number);
        let beside = Direction::ALL.map(|d| {
            let number = self.number(cell.step(d));
            self.around[number].clear(d.opposite());
            number
        });
        let is_gone = |number: &usize| *number >= RIM && self.around[*number].is_alone();
        let Some(first_gone) = beside.iter().copied().filter(is_gone).min() else { return };
        let gone = beside.map(|number| is_gone(&number).then(|| self.rim.cells[number - RIM]));
        let mut to = first_gone;
        for from in first_gone..RIM + self.rim.len {
            let (cell, around) = (self.rim.cells[from - RIM], self.around[from]);
            (self.rim.cells[to - RIM], self.around[to]) = (cell, around);
            self.map.note(cell, to);
            to += usize::from(!around.is_alone());
        }
        self.rim.len = to - RIM;
        gone.into_iter().flatten().for_each(|cell| self.map.note(cell, NOTHING));
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
        let board = self.0;
        let around = &board.around[RIM..];
        let fitting = Fitting::new(around, board.rim.len, tile.contacts(), board.founds(tile));
        // Checked last: few cells get this far.
        fitting.map(|at| board.rim.cells[at]).filter(|cell| !board.would_close(*cell))
    }
}

impl Board {
    /// The number of walkable sides to empty cells.
    pub fn doors(&self) -> u32 {
        self.rim_around().iter().map(|around| around.ways()).sum()
    }

    /// The surroundings of each cell of the rim.
    pub(super) fn rim_around(&self) -> &[Around] {
        &self.around[RIM..RIM + self.rim.len]
    }

    /// The cells whose tile may be exchanged for this one (D1).
    pub fn exchanges(&self, tile: Tile) -> impl Iterator<Item = Cell> + '_ {
        let fitting = Fitting::new(&self.around, self.placed.len(), tile.contacts(), self.founds(tile));
        // D2, CO4: starting tiles stay.
        let movable = fitting.filter(|at| *at != 0).map(|at| self.placed[at].cell);
        movable.filter(|cell| self.founded != Some(*cell))
    }
}
