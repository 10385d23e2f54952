//! Sides of tiles, and the one table that says which two may touch.

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

    /// The direction of a step to the neighbouring cell.
    #[inline]
    pub(crate) const fn of_step(step: (i8, i8)) -> Option<Direction> {
        match step {
            (0, -1) => Some(Direction::North),
            (1, 0) => Some(Direction::East),
            (0, 1) => Some(Direction::South),
            (-1, 0) => Some(Direction::West),
            _ => None,
        }
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

/// A line that is measured when a round is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// The outer wall: wall sides with no wall against them (W2, CA4, CO5).
    Walls,
    /// The outer moat: the same with moats.
    Moats,
    /// Where wall and moat run side by side (CO5).
    Stretch,
}

impl Line {
    const ALL: [Line; 3] = [Line::Walls, Line::Moats, Line::Stretch];

    /// Whether a side is part of it, given what lies against that side.
    const fn counts(self, side: Side, against: Option<Side>) -> bool {
        match (self, side) {
            // CO5: inner only against its own kind.
            (Line::Walls, Side::Wall) => !matches!(against, Some(Side::Wall)),
            (Line::Moats, Side::Moat) => !matches!(against, Some(Side::Moat)),
            (Line::Stretch, Side::Wall) => matches!(against, Some(Side::Moat)),
            _ => false,
        }
    }
}

/// What lies around a cell: for each direction one of seven bits, for nothing or for the side that the neighbour there
/// shows; and whether a tile in the cell would close off a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Around(u32);

/// Bits a direction: nothing, and each side.
const LANE: usize = 1 + Side::COUNT;
const LANE_MASK: u32 = (1 << LANE) - 1;
const NOTHING: u32 = 1;
const HOLE: u32 = 1 << (4 * LANE);

const fn shown(side: Side) -> u32 {
    2 << side as u32
}

/// The same bits in each direction.
const fn all_around(bits: u32) -> u32 {
    bits | bits << LANE | bits << (2 * LANE) | bits << (3 * LANE)
}

impl Around {
    /// Nothing on any side.
    pub const NOTHING: Around = Around(all_around(NOTHING));

    /// In direction `d` the cell now faces this side of a neighbour, or nothing.
    #[inline]
    pub fn face(&mut self, d: Direction, side: Option<Side>) {
        let at = d as usize * LANE;
        self.0 = self.0 & !(LANE_MASK << at) | side.map_or(NOTHING, shown) << at;
    }

    /// Notes whether a tile here would close off a hole (P5).
    #[inline]
    pub fn mark_hole(&mut self, hole: bool) {
        self.0 = self.0 & !HOLE | if hole { HOLE } else { 0 };
    }

    /// The side that is faced in a direction.
    #[inline]
    pub fn faces(self, d: Direction) -> Option<Side> {
        let lane = self.0 >> (d as usize * LANE) & LANE_MASK;
        (lane != NOTHING).then(|| Side::ALL[lane.trailing_zeros() as usize - 1])
    }

    /// Whether any neighbour shows this side.
    #[inline]
    pub fn faces_any(self, side: Side) -> bool {
        self.0 & all_around(shown(side)) != 0
    }

    /// How many neighbours one can walk here from.
    #[inline]
    pub fn ways(self) -> u32 {
        (self.0 & all_around(shown(Side::Open) | shown(Side::Street))).count_ones()
    }

    /// Whether there is no tile on any side.
    #[inline]
    pub fn is_alone(self) -> bool {
        self.0 & all_around(NOTHING) == all_around(NOTHING)
    }

    /// Whether there are tiles on all four sides.
    #[inline]
    pub fn is_enclosed(self) -> bool {
        self.0 & all_around(NOTHING) == 0
    }

    /// Whether a tile may lie here; `founding`: it is Granada's first (CO4).
    #[inline]
    pub fn fits(self, tile: &Contacts, founding: bool) -> bool {
        let hold = if founding { tile.founding } else { tile.hold };
        self.0 & !tile.allowed == 0 && self.0 & hold != 0
    }

    /// The first side on which a tile may not touch what lies there.
    pub fn clash(self, tile: &Contacts) -> Option<Direction> {
        let bad = self.0 & !tile.allowed & !HOLE;
        (bad != 0).then(|| Direction::ALL[bad.trailing_zeros() as usize / LANE])
    }

    /// Where a tile here has its hold: the directions in which one can walk on (P3), or in which it leans on a wall (CA3).
    #[inline]
    pub fn holds(self, tile: &Contacts) -> impl Iterator<Item = Direction> + use<> {
        directions(self.0 & tile.hold)
    }

    /// The sides of a tile here that are part of a line.
    #[inline]
    pub fn counting(self, tile: &Contacts, line: Line) -> impl Iterator<Item = Direction> + use<> {
        directions(self.0 & tile.lines[line as usize])
    }

    /// Where there is a tile.
    #[inline]
    pub fn neighbours(self) -> impl Iterator<Item = Direction> + use<> {
        directions(self.0 & !all_around(NOTHING) & !HOLE)
    }

    /// Where there is none.
    #[inline]
    pub fn gaps(self) -> impl Iterator<Item = Direction> + use<> {
        directions(self.0 & all_around(NOTHING))
    }
}

/// The directions of these bits, at most one in each.
#[inline]
fn directions(mut bits: u32) -> impl Iterator<Item = Direction> {
    core::iter::from_fn(move || {
        let d = (bits != 0).then(|| Direction::ALL[bits.trailing_zeros() as usize / LANE])?;
        bits &= bits - 1;
        Some(d)
    })
}

/// What a tile may have around it: the contact table turned into masks over [`Around`].
#[derive(Debug)]
pub(crate) struct Contacts {
    /// Nothing, or sides that may touch the tile's.
    allowed: u32,
    /// Sides by which the tile gets its hold.
    hold: u32,
    /// Sides by which Granada's first tile gets its hold.
    founding: u32,
    /// For each [`Line`], what must lie against the tile's sides for them to be part of it.
    lines: [u32; 3],
}

impl Contacts {
    /// Those of a tile with these sides.
    pub const fn of(sides: [Side; 4]) -> Contacts {
        let mut contacts = Contacts { allowed: all_around(NOTHING), hold: 0, founding: 0, lines: [0; 3] };
        let mut at = 0;
        while at < 4 * LANE {
            let (side, bit) = (sides[at / LANE], 1 << at);
            // The first bit of a lane stands for nothing.
            let other = if at % LANE == 0 { None } else { Some(Side::ALL[at % LANE - 1]) };
            if let Some(other) = other {
                contacts.allowed |= if side.may_touch(other) { bit } else { 0 };
                contacts.hold |= if side.gives_hold(other) { bit } else { 0 };
                contacts.founding |= if side.founds(other) { bit } else { 0 };
            }
            let mut line = 0;
            while line < Line::ALL.len() {
                contacts.lines[line] |= if Line::ALL[line].counts(side, other) { bit } else { 0 };
                line += 1;
            }
            at += 1;
        }
        contacts
    }
}
