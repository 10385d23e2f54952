//! Where another tile may lie: the empty cells along the board that would not make a hole.

use arrayvec::ArrayVec;

use super::{Board, MAX_SPAN, MAX_TILES, index};
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

/// Which cells around a place hold a tile: five rows of five.
struct Neighbourhood([u8; 5]);

impl Neighbourhood {
    /// Whether a tile would close off a hole, this far from the middle: one step at most.
    #[inline]
    fn hole(&self, dx: i8, dy: i8) -> bool {
        let row = |y: i8| (self.0[(dy + y + 2) as usize] >> (dx + 1) & 7) as usize;
        !ONE_RUN[row(-1) | row(0) << 3 | row(1) << 6]
    }
}

impl Board {
    fn neighbourhood(&self, cell: Cell) -> Neighbourhood {
        let tile = |x: i8, y: i8| {
            let at = index(Cell::new(cell.x.wrapping_add(x), cell.y.wrapping_add(y)));
            u8::from(self.slots[at] != 0) << (x + 2)
        };
        let row = |y: i8| tile(-2, y) | tile(-1, y) | tile(0, y) | tile(1, y) | tile(2, y);
        Neighbourhood([row(-2), row(-1), row(0), row(1), row(2)])
    }

    /// Whether a tile in this empty cell would close off a hole (P5).
    pub(super) fn would_close(&self, cell: Cell) -> bool {
        self.neighbourhood(cell).hole(0, 0)
    }

    /// Takes a cell out of the rim, and tells what lies around it.
    pub(super) fn leave_rim(&mut self, cell: Cell) -> Around {
        match self.rim.iter().position(|(c, _)| *c == cell) {
            Some(at) => {
                let (_, mut around) = self.rim.swap_remove(at);
                around.mark_hole(false);
                around
            }
            None => Around::NOTHING,
        }
    }

    /// Tells all cells around that this one holds another tile now, or none.
    pub(super) fn show(&mut self, cell: Cell, tile: Option<Tile>) {
        let near = self.neighbourhood(cell);
        let mut met = [false; 4];
        for d in Direction::ALL {
            if let slot @ 1.. = self.slots[index(cell.step(d))] {
                self.around[slot as usize - 1].face(d.opposite(), tile.map(|t| t.side(d)));
                met[d as usize] = true;
            }
        }
        for (c, around) in &mut self.rim {
            let (dx, dy) = (c.x.wrapping_sub(cell.x), c.y.wrapping_sub(cell.y));
            if !(-1..=1).contains(&dx) || !(-1..=1).contains(&dy) {
                continue;
            }
            if let Some(d) = Direction::from_step(dx, dy) {
                around.face(d.opposite(), tile.map(|t| t.side(d)));
                met[d as usize] = true;
            }
            around.mark_hole(near.hole(dx, dy));
        }
        match tile {
            Some(tile) => {
                for d in Direction::ALL.into_iter().filter(|d| !met[*d as usize]) {
                    let (dx, dy) = d.step();
                    let mut around = Around::NOTHING;
                    around.face(d.opposite(), Some(tile.side(d)));
                    around.mark_hole(near.hole(dx, dy));
                    self.rim.push((cell.step(d), around));
                }
            }
            None => self.rim.retain(|(_, around)| !around.is_alone()),
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
        let board = self.0;
        let (contacts, founding) = (tile.contacts(), board.founds(tile));
        let fits = move |(_, around): &&(Cell, Around)| around.fits(contacts, founding);
        let is_small = (board.placed.len() as i16) < MAX_SPAN;
        board.rim.iter().filter(fits).map(|(cell, _)| *cell).filter(move |cell| is_small || board.in_span(*cell))
    }
}

impl Board {
    /// The cells whose tile may be exchanged for this one (D1).
    pub fn exchanges(&self, tile: Tile) -> impl Iterator<Item = Cell> + '_ {
        let (contacts, founding) = (tile.contacts(), self.founds(tile));
        let fitting = self.placed.iter().zip(&self.around).filter(move |(_, around)| around.fits(contacts, founding));
        fitting.map(|(placed, _)| placed.cell).filter(|cell| self.check_movable(*cell).is_ok())
    }
}
