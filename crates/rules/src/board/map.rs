//! An index of a board: which cells hold a tile, and the position of each cell in the board's lists. Constant time as long as the
//! board fits into a window of sixteen by sixteen cells; a wider one is searched.

use super::{Board, Placed};
use crate::cell::Cell;

/// The size of the window in each direction. Cells this far apart share a place in it.
const SIZE: usize = 16;

/// In `spots`: nothing is known about the cell.
const NOTHING: u8 = 0;
/// In `spots`: entries of the rim start here; below are tiles.
const RIM: u8 = 128;

/// What a board knows about a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    /// Nothing: it is not next to the board.
    Nothing,
    /// It holds the tile with this index.
    Tile(usize),
    /// It is empty and next to the board: an index into the rim.
    Rim(usize),
}

/// The window.
#[derive(Clone, Debug)]
pub(super) struct Map {
    /// Which cells hold a tile: a bit for each x, a row for each y.
    rows: [u16; SIZE],
    /// For each cell, row by row, a tile's index + 1, or [`RIM`] + an index into the rim.
    spots: [u8; SIZE * SIZE],
    /// Its north-west corner.
    low: Cell,
    /// Whether the board and its rim fit into it.
    fits: bool,
}

impl Map {
    pub(super) const EMPTY: Map =
        Map { rows: [0; SIZE], spots: [NOTHING; SIZE * SIZE], low: Cell::new(-8, -8), fits: true };

    #[inline]
    fn place(Cell { x, y }: Cell) -> usize {
        (y as usize & (SIZE - 1)) * SIZE + (x as usize & (SIZE - 1))
    }

    /// Whether a cell is in the window, at least this far from its edge.
    #[inline]
    fn has(&self, cell: Cell, margin: u8) -> bool {
        let (dx, dy) = self.low.steps_to(cell);
        let inside = |d: i8| (d as u8).wrapping_sub(margin) < SIZE as u8 - 2 * margin;
        inside(dx) && inside(dy)
    }

    /// Records that this tile is on the cell.
    #[inline]
    pub(super) fn note_tile(&mut self, cell: Cell, at: usize) {
        self.rows[cell.y as usize & (SIZE - 1)] |= 1 << (cell.x as usize & (SIZE - 1));
        self.spots[Map::place(cell)] = at as u8 + 1;
    }

    /// Records that the cell no longer holds a tile.
    #[inline]
    pub(super) fn vacate(&mut self, cell: Cell) {
        self.rows[cell.y as usize & (SIZE - 1)] &= !(1 << (cell.x as usize & (SIZE - 1)));
    }

    /// Records that the cell was appended to the rim.
    #[inline]
    pub(super) fn enter_rim(&mut self, cell: Cell, at: usize) {
        self.fits &= at < (u8::MAX - RIM) as usize;
        self.note_rim(cell, at);
    }

    /// Records that the cell is in the rim at this index.
    #[inline]
    pub(super) fn note_rim(&mut self, cell: Cell, at: usize) {
        self.spots[Map::place(cell)] = RIM.wrapping_add(at as u8);
    }

    /// Which of the nine cells in and around this one hold a tile, row by row.
    #[inline]
    fn square(&self, Cell { x, y }: Cell) -> usize {
        let row = |y: i8| {
            let row = self.rows[y as usize & (SIZE - 1)].rotate_right(x.wrapping_sub(1) as u32 & (SIZE as u32 - 1));
            row as usize & 7
        };
        row(y.wrapping_sub(1)) | row(y) << 3 | row(y.wrapping_add(1)) << 6
    }

    /// Records that the cell is no longer next to the board.
    #[inline]
    pub(super) fn forget(&mut self, cell: Cell) {
        self.spots[Map::place(cell)] = NOTHING;
    }
}

/// For each pattern of tiles in a square of nine cells, row by row: do those around the middle form one run? Then a tile in
/// the middle makes no hole (P5), provided that the board is legal: connected along sides and without holes. Two runs would be
/// joined by the rest of the board on one side or the other, and enclose the gap between them.
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

impl Board {
    /// What is known about any cell.
    #[inline]
    pub(super) fn spot(&self, cell: Cell) -> Spot {
        // A cell outside the window may share a place with one inside.
        if self.map.fits && !self.map.has(cell, 0) {
            return Spot::Nothing;
        }
        self.spot_along(cell)
    }

    /// Makes room for a tile and the empty cells around it.
    #[inline]
    pub(super) fn make_room(&mut self, cell: Cell) {
        if !self.map.has(cell, 1) {
            self.move_window(cell);
        }
    }

    /// Moves the window so that the board, with one more tile, is centred. Each cell keeps its place in it.
    #[cold]
    fn move_window(&mut self, more: Cell) {
        let (low, high) = self.corners(more);
        let wide = |low: i8, high: i8| high.abs_diff(low) as usize + 2;
        let (width, height) = (wide(low.x, high.x), wide(low.y, high.y));
        self.map.fits &= width < SIZE && height < SIZE;
        if self.map.fits {
            let edge = |low: i8, wide: usize| low - 1 - ((SIZE - wide) / 2) as i8;
            self.map.low = Cell::new(edge(low.x, width), edge(low.y, height));
        }
    }

    /// The corners of the rectangle around all tiles and another cell.
    fn corners(&self, cell: Cell) -> (Cell, Cell) {
        self.placed.iter().fold((cell, cell), |(low, high), Placed { cell: Cell { x, y }, .. }| {
            (Cell::new(low.x.min(*x), low.y.min(*y)), Cell::new(high.x.max(*x), high.y.max(*y)))
        })
    }

    /// What is known about a cell in the window.
    #[inline]
    pub(super) fn spot_along(&self, cell: Cell) -> Spot {
        if !self.map.fits {
            return self.search(cell);
        }
        match self.map.spots[Map::place(cell)] {
            NOTHING => Spot::Nothing,
            at @ RIM.. => Spot::Rim((at - RIM) as usize),
            at => Spot::Tile(at as usize - 1),
        }
    }

    /// All tiles ordered by cell, from west to east and in each column from north to south.
    pub(crate) fn by_cell(&self) -> impl Iterator<Item = Placed> + '_ {
        let fits = self.map.fits;
        let (low, high) = self.corners(Cell::START);
        let cells = (low.x..=high.x).flat_map(move |x| (low.y..=high.y).map(move |y| Cell::new(x, y)));
        let looked_up = fits.then(|| {
            cells.filter_map(|cell| match self.spot(cell) {
                Spot::Tile(at) => Some(self.placed[at]),
                _ => None,
            })
        });
        let sorted = (!fits).then(|| {
            let mut placed = self.placed.clone();
            placed.sort_unstable_by_key(|p| p.cell);
            placed
        });
        looked_up.into_iter().flatten().chain(sorted.into_iter().flatten())
    }

    #[cold]
    fn search(&self, cell: Cell) -> Spot {
        let tile = self.placed.iter().position(|p| p.cell == cell).map(Spot::Tile);
        let rim = || self.rim.iter().position(|(c, _)| *c == cell).map(Spot::Rim);
        tile.or_else(rim).unwrap_or(Spot::Nothing)
    }

    /// Whether a tile on this empty cell next to the board would enclose a hole (P5).
    #[inline]
    pub(super) fn would_close(&self, cell: Cell) -> bool {
        let square = if self.map.fits { self.map.square(cell) } else { self.search_square(cell) };
        !ONE_RUN[square]
    }

    #[cold]
    fn search_square(&self, cell: Cell) -> usize {
        let mut square = 0;
        for placed in &self.placed {
            let (dx, dy) = cell.steps_to(placed.cell);
            if dx.unsigned_abs() <= 1 && dy.unsigned_abs() <= 1 {
                square |= 1 << (dy * 3 + dx + 4);
            }
        }
        square
    }
}
