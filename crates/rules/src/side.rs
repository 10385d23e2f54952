//! Sides of tiles, and the one table that says which two may touch.

use core::ops::{BitAnd, Not};

/// The four directions in which a tile has a side. North is up on the table: y grows to the south.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Towards smaller y.
    North,
    /// Towards larger x.
    East,
    /// Towards larger y.
    South,
    /// Towards smaller x.
    West,
}

impl Direction {
    /// All four, in the order of codes: n, e, s, w.
    pub const ALL: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

    /// The letter that stands for it in codes.
    pub const fn letter(self) -> char {
        ['n', 'e', 's', 'w'][self as usize]
    }

    /// The direction that looks back at this one.
    pub const fn opposite(self) -> Direction {
        Self::ALL[(self as usize + 2) % 4]
    }

    /// The step to the neighbouring cell.
    pub const fn step(self) -> (i8, i8) {
        [(0, -1), (1, 0), (0, 1), (-1, 0)][self as usize]
    }
}

/// What a tile shows on one of its sides.
///
/// The open side of a Granada tile is a value of its own: so one table, without a word about cities, says that an
/// Alhambra and a Granada tile touch only wall against moat (CO4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Side {
    /// Alhambra without a wall: one can walk through.
    Open,
    /// Alhambra's wall.
    Wall,
    /// Granada without a moat: one can walk through.
    Street,
    /// Granada's moat.
    Moat,
    /// A tile outside the walls, where it leans on one.
    Bastion,
    /// A tile outside the walls, elsewhere.
    Green,
}

impl Side {
    const COUNT: usize = 6;
    const ALL: [Side; Side::COUNT] = [Side::Open, Side::Wall, Side::Street, Side::Moat, Side::Bastion, Side::Green];

    /// The contact table (P2, CA2, GR1, CO4): may these two sides lie against each other?
    pub const fn may_touch(self, other: Side) -> bool {
        use Side::*;
        matches!(
            (self, other),
            (Open, Open)
                | (Wall, Wall)
                | (Street, Street)
                | (Moat, Moat)
                | (Wall, Moat)
                | (Moat, Wall)
                | (Bastion, Wall)
                | (Wall, Bastion)
                | (Green, Green)
        )
    }

    /// Whether one can walk from a tile to its neighbour here (P3).
    pub const fn is_walked(self, other: Side) -> bool {
        matches!((self, other), (Side::Open, Side::Open) | (Side::Street, Side::Street))
    }

    /// Whether a new tile that shows `self` here gets its hold on the board: on foot (P3), or by a bastion (CA3).
    const fn gives_hold(self, other: Side) -> bool {
        self.is_walked(other) || matches!((self, other), (Side::Bastion, Side::Wall))
    }

    /// Whether Granada's first tile gets its hold here (CO4).
    const fn founds(self, other: Side) -> bool {
        matches!((self, other), (Side::Moat, Side::Wall))
    }
}

/// The four sides of a tile, or for each side of a cell the set of sides that would do there: six bits a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sides(u32);

impl Sides {
    /// Nothing fits, on no side.
    pub const NONE: Sides = Sides(0);
    /// Everything fits, on every side.
    pub const ANY: Sides = Sides((1 << 24) - 1);

    /// The sides of a tile.
    pub(crate) const fn of(sides: [Side; 4]) -> Sides {
        let mut bits = 0;
        let mut d = 0;
        while d < 4 {
            bits |= 1 << (d * Side::COUNT + sides[d] as usize);
            d += 1;
        }
        Sides(bits)
    }

    /// Whether any bit is set.
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// What a cell asks on one side, given what its neighbour there shows.
    const fn asked(table: &[u32; Side::COUNT], d: usize, neighbour: Side) -> u32 {
        table[neighbour as usize] << (d * Side::COUNT)
    }
}

impl BitAnd for Sides {
    type Output = Sides;
    fn bitand(self, other: Sides) -> Sides {
        Sides(self.0 & other.0)
    }
}

impl Not for Sides {
    type Output = Sides;
    fn not(self) -> Sides {
        Sides(!self.0 & Sides::ANY.0)
    }
}

/// What the tiles around a cell ask of a tile that would lie in it: the contact table, turned into masks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Around {
    /// Sides that may touch what is there.
    allowed: u32,
    /// Sides by which a tile gets its hold.
    hold: u32,
    /// Sides by which Granada's first tile gets its hold.
    founding: u32,
}

/// One row for each side a neighbour may show: the set of sides that pass `test` against it.
const fn row(which: u8) -> [u32; Side::COUNT] {
    let mut table = [0; Side::COUNT];
    let mut other = 0;
    while other < Side::COUNT {
        let mut mine = 0;
        while mine < Side::COUNT {
            let (a, b) = (Side::ALL[mine], Side::ALL[other]);
            let yes = match which {
                0 => a.may_touch(b),
                1 => a.gives_hold(b),
                _ => a.founds(b),
            };
            if yes {
                table[other] |= 1 << mine;
            }
            mine += 1;
        }
        other += 1;
    }
    table
}

const MAY_TOUCH: [u32; Side::COUNT] = row(0);
const GIVES_HOLD: [u32; Side::COUNT] = row(1);
const FOUNDS: [u32; Side::COUNT] = row(2);
const SIDE_MASK: u32 = (1 << Side::COUNT) - 1;

impl Around {
    /// A cell with nothing around it.
    pub const NOTHING: Around = Around { allowed: Sides::ANY.0, hold: 0, founding: 0 };

    /// Adds a neighbour in direction `d`, which shows `side` to this cell.
    #[inline]
    pub fn with(&mut self, d: Direction, side: Side) {
        let d = d as usize;
        self.allowed &= !(SIDE_MASK << (d * Side::COUNT)) | Sides::asked(&MAY_TOUCH, d, side);
        self.hold |= Sides::asked(&GIVES_HOLD, d, side);
        self.founding |= Sides::asked(&FOUNDS, d, side);
    }

    /// Whether a tile with these sides may lie here; `founding`: it is Granada's first (CO4).
    #[inline]
    pub fn fits(self, tile: Sides, founding: bool) -> bool {
        let hold = if founding { self.founding } else { self.hold };
        tile.0 & !self.allowed == 0 && tile.0 & hold != 0
    }

    /// The first side of the tile that may not touch what lies there.
    pub fn clash(self, tile: Sides) -> Option<Direction> {
        let bad = tile.0 & !self.allowed;
        (bad != 0).then(|| Direction::ALL[bad.trailing_zeros() as usize / Side::COUNT])
    }
}
