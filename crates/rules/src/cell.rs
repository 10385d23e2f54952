//! Cells of a player's board: x grows to the east, y to the south, the starting tile is (0, 0).

use core::fmt;
use core::str::FromStr;

use crate::notation::Unknown;
use crate::side::Direction;

/// A cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Grows to the east.
    pub x: i8,
    /// Grows to the south.
    pub y: i8,
}

impl Cell {
    /// Where the starting tile lies.
    pub const START: Cell = Cell { x: 0, y: 0 };

    /// The cell at (x, y).
    pub const fn new(x: i8, y: i8) -> Cell {
        Cell { x, y }
    }

    /// The neighbour in a direction.
    pub const fn step(self, d: Direction) -> Cell {
        let (dx, dy) = d.step();
        Cell { x: self.x.wrapping_add(dx), y: self.y.wrapping_add(dy) }
    }

    /// How far another cell is to the east and to the south.
    #[inline]
    pub(crate) const fn steps_to(self, other: Cell) -> (i8, i8) {
        (other.x.wrapping_sub(self.x), other.y.wrapping_sub(self.y))
    }

    /// The eight cells around this one, clockwise from the north; even indices share a side with it.
    pub fn around(self) -> [Cell; 8] {
        const RING: [(i8, i8); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        RING.map(|(dx, dy)| Cell { x: self.x.wrapping_add(dx), y: self.y.wrapping_add(dy) })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl FromStr for Cell {
    type Err = Unknown;
    fn from_str(s: &str) -> Result<Cell, Unknown> {
        let unknown = Unknown { expected: "a cell like 1,-2" };
        let (x, y) = s.split_once(',').ok_or(unknown)?;
        // One spelling for each cell: no plus signs, no leading zeros, no -0.
        let number = |t: &str| t.parse::<i8>().ok().filter(|n| n.to_string() == t).ok_or(unknown);
        Ok(Cell { x: number(x)?, y: number(y)? })
    }
}
