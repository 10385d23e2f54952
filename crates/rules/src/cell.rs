//! Cells of a player's board: x increases to the east, y to the south, and the starting tile is at (0, 0).

use core::fmt;
use core::str::FromStr;

use crate::notation::Unknown;
use crate::side::Direction;

/// A cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Increases to the east.
    pub x: i8,
    /// Increases to the south.
    pub y: i8,
}

impl Cell {
    /// The cell of the starting tile.
    pub const START: Cell = Cell { x: 0, y: 0 };

    /// The cell at (x, y).
    pub const fn new(x: i8, y: i8) -> Cell {
        Cell { x, y }
    }

    /// The neighbour in a direction.
    #[inline]
    pub const fn step(self, d: Direction) -> Cell {
        self.by(d.step())
    }

    /// The cell at this offset to the east and to the south.
    #[inline]
    pub(crate) const fn by(self, (dx, dy): (i8, i8)) -> Cell {
        Cell { x: self.x.wrapping_add(dx), y: self.y.wrapping_add(dy) }
    }

    /// The offset of another cell, to the east and to the south.
    #[inline]
    pub(crate) const fn steps_to(self, other: Cell) -> (i8, i8) {
        (other.x.wrapping_sub(self.x), other.y.wrapping_sub(self.y))
    }

    /// The eight cells around this one, clockwise from the north; even indices share a side with it.
    pub fn around(self) -> [Cell; 8] {
        const RING: [(i8, i8); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        RING.map(|steps| self.by(steps))
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
        // Each cell has one spelling: no plus signs, no leading zeros, no -0.
        let number = |t: &str| t.parse::<i8>().ok().filter(|n| n.to_string() == t).ok_or(unknown);
        Ok(Cell { x: number(x)?, y: number(y)? })
    }
}
