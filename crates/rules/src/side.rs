//! Sides of tiles, and the one table that says which two may touch.

/// The four directions in which a tile has a side. North is up on the table: y increases to the south.
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

    /// Its letter in codes.
    pub const fn letter(self) -> char {
        ['n', 'e', 's', 'w'][self as usize]
    }

    /// The opposite direction.
    #[inline]
    pub const fn opposite(self) -> Direction {
        Self::ALL[(self as usize + 2) % 4]
    }

    /// The direction to the right.
    #[inline]
    pub(crate) const fn right(self) -> Direction {
        Self::ALL[(self as usize + 1) % 4]
    }

    /// The step to the neighbouring cell.
    #[inline]
    pub const fn step(self) -> (i8, i8) {
        [(0, -1), (1, 0), (0, 1), (-1, 0)][self as usize]
    }
}

/// What a tile shows on one of its sides.
///
/// The open side of a Granada tile is a separate value, so that one table, without mentioning cities, says that an
/// Alhambra and a Granada tile touch only wall against moat (CO4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Side {
    /// Alhambra without a wall: walkable.
    Open,
    /// Alhambra's wall.
    Wall,
    /// Granada without a moat: walkable.
    Street,
    /// Granada's moat.
    Moat,
    /// A tile outside the walls, where it is anchored to one.
    Bastion,
    /// A tile outside the walls, elsewhere.
    Green,
}

impl Side {
    const COUNT: usize = 6;
    const ALL: [Side; Side::COUNT] = [Side::Open, Side::Wall, Side::Street, Side::Moat, Side::Bastion, Side::Green];

    /// The contact table (P2, CA2, GR1, CO4): may these two sides touch?
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

    /// Whether this side is walkable (P3).
    pub const fn is_walked(self, other: Side) -> bool {
        matches!((self, other), (Side::Open, Side::Open) | (Side::Street, Side::Street))
    }

    /// Whether a new tile that shows `self` here is anchored to the board: on foot (P3), or by a bastion (CA3).
    const fn gives_hold(self, other: Side) -> bool {
        self.is_walked(other) || matches!((self, other), (Side::Bastion, Side::Wall))
    }

    /// Whether Granada's first tile is anchored here (CO4).
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

    /// The side that is part of it, and which opposite side decides.
    const fn sides(self) -> (Side, Side) {
        match self {
            Line::Walls => (Side::Wall, Side::Wall),
            Line::Moats => (Side::Moat, Side::Moat),
            Line::Stretch => (Side::Wall, Side::Moat),
        }
    }

    /// Whether a side counts if the deciding one touches it, or if it does not: walls and moats are inner only against their
    /// own kind (CO5).
    const fn counts_against(self) -> bool {
        matches!(self, Line::Stretch)
    }
}

/// The sides that tiles of one city show.
#[derive(Clone, Copy)]
pub(crate) struct City(u32);

impl City {
    /// Whether a tile is one of the city's.
    #[inline]
    pub const fn has(self, tile: &Contacts) -> bool {
        tile.shown & !all_around(TILE | self.0) == 0
    }
}

impl Line {
    /// The city whose line it is, if it belongs to one city only.
    pub(crate) const fn city(self) -> Option<City> {
        match self {
            Line::Walls => Some(City(shown(Side::Open) | shown(Side::Wall))),
            Line::Moats => Some(City(shown(Side::Street) | shown(Side::Moat))),
            Line::Stretch => None,
        }
    }
}

/// The surroundings of a cell: for each direction nothing, or two bits: one for the side that the neighbour there shows, and [`TILE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Around(u32);

/// Bits per direction.
const LANE: usize = 8;
const LANE_MASK: u32 = (1 << LANE) - 1;
/// In a lane: there is a tile.
const TILE: u32 = 1 << (LANE - 1);

/// In a lane: a tile shows this side.
const fn shown(side: Side) -> u32 {
    1 << side as u32
}

/// The same bits in each direction.
const fn all_around(bits: u32) -> u32 {
    bits | bits << LANE | bits << (2 * LANE) | bits << (3 * LANE)
}

impl Around {
    /// Nothing on any side.
    pub const NOTHING: Around = Around(0);

    /// The same with a tile in direction `d`.
    #[inline]
    pub fn facing(self, d: Direction, tile: &Contacts) -> Around {
        let lane = LANE_MASK << (d as usize * LANE);
        Around(self.0 & !lane | tile.shown & lane)
    }

    /// Removes the neighbour in direction `d`.
    #[inline]
    pub fn clear(&mut self, d: Direction) {
        self.0 &= !(LANE_MASK << (d as usize * LANE));
    }

    /// The side that is faced in a direction.
    #[inline]
    pub fn faces(self, d: Direction) -> Option<Side> {
        let lane = self.0 >> (d as usize * LANE) & LANE_MASK;
        (lane != 0).then(|| Side::ALL[lane.trailing_zeros() as usize])
    }

    /// Whether there is a tile of a city in a direction.
    #[inline]
    pub fn faces_city(self, d: Direction, city: City) -> bool {
        self.0 >> (d as usize * LANE) & city.0 != 0
    }

    /// Whether any neighbour shows this side.
    #[inline]
    pub fn faces_any(self, side: Side) -> bool {
        self.0 & all_around(shown(side)) != 0
    }

    /// The number of neighbours from which the cell is walkable.
    #[inline]
    pub fn ways(self) -> u32 {
        (self.0 & all_around(shown(Side::Open) | shown(Side::Street))).count_ones()
    }

    /// The sides with a neighbour, as bits.
    #[inline]
    pub fn covered(self) -> usize {
        let tiles = (self.0 / TILE) & all_around(1);
        (tiles | tiles >> (LANE - 1) | tiles >> (2 * LANE - 2) | tiles >> (3 * LANE - 3)) as usize & 15
    }

    /// Whether there is no tile on any side.
    #[inline]
    pub fn is_alone(self) -> bool {
        self.0 == 0
    }

    /// Whether there are tiles on all four sides.
    #[inline]
    pub fn is_enclosed(self) -> bool {
        self.0 & all_around(TILE) == all_around(TILE)
    }

    /// Whether a tile may be placed here; `founding`: it is Granada's first (CO4).
    #[inline]
    pub fn fits(self, tile: &Contacts, founding: bool) -> bool {
        let hold = if founding { tile.founding } else { tile.hold };
        // One branch, not two: neither is predictable.
        (self.0 & !tile.allowed == 0) & (self.0 & hold != 0)
    }

    /// The first side on which a tile may not touch its neighbour.
    pub fn clash(self, tile: &Contacts) -> Option<Direction> {
        let bad = self.0 & !tile.allowed;
        (bad != 0).then(|| Direction::ALL[bad.trailing_zeros() as usize / LANE])
    }

    /// Where a tile here is anchored: the directions in which it is walkable (P3), or in which it leans on a wall (CA3).
    #[inline]
    pub fn holds(self, tile: &Contacts) -> impl Iterator<Item = Direction> + use<> {
        Sides(self.0 & tile.hold).iter()
    }

    /// The sides of a tile here that are part of a line.
    #[inline]
    pub fn counting(self, tile: &Contacts, line: Line) -> Sides {
        let against = if line.counts_against() { self.0 } else { !self.0 };
        Sides(against & tile.lines[line as usize])
    }

    /// Where there is a tile.
    #[inline]
    pub fn neighbours(self) -> impl Iterator<Item = Direction> + use<> {
        Sides(self.0 & all_around(TILE)).iter()
    }
}

/// The indices in a list of surroundings where a tile fits. Several are checked at once, because the result for each is unpredictable.
pub(crate) struct Fitting<'a> {
    around: &'a [Around],
    len: usize,
    /// What the surroundings must not show, and what some of them must.
    barred: u32,
    hold: u32,
    /// Which of those just before `from` fit and were not returned yet: one byte each.
    found: u64,
    from: usize,
}

impl<'a> Fitting<'a> {
    pub const AT_ONCE: usize = 8;

    /// Among the first `len` surroundings; the list goes on to a multiple of [`Fitting::AT_ONCE`]. `founding`: the tile is Granada's first (CO4).
    #[inline]
    pub fn new(around: &'a [Around], len: usize, tile: &Contacts, founding: bool) -> Fitting<'a> {
        let hold = if founding { tile.founding } else { tile.hold };
        Fitting { around, len, barred: !tile.allowed, hold, found: 0, from: 0 }
    }
}

impl Fitting<'_> {
    /// Which of a few surroundings fit, as bytes.
    #[inline(always)]
    fn fits(&self, few: &[Around]) -> u64 {
        let mut fit = [0; Fitting::AT_ONCE];
        for (fit, around) in fit.iter_mut().zip(few) {
            *fit = u8::from((around.0 & self.barred == 0) & (around.0 & self.hold != 0));
        }
        u64::from_le_bytes(fit)
    }

    /// Returns the first one found.
    #[inline(always)]
    fn pop(&mut self) -> usize {
        let at = self.from - Fitting::AT_ONCE + self.found.trailing_zeros() as usize / 8;
        self.found &= self.found - 1;
        at
    }
}

impl Iterator for Fitting<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.found == 0 {
            if self.from >= self.len {
                return None;
            }
            let to = self.from + Fitting::AT_ONCE;
            let beyond = 8 * to.saturating_sub(self.len) as u32;
            self.found = self.fits(&self.around[self.from..to]) << beyond >> beyond;
            self.from = to;
        }
        Some(self.pop())
    }

    /// Faster than calling `next`: one unpredictable branch for each 64 cells, not for each one that fits.
    #[inline]
    fn fold<B, F: FnMut(B, usize) -> B>(mut self, init: B, mut f: F) -> B {
        let mut folded = init;
        while self.found != 0 {
            folded = f(folded, self.pop());
        }
        for from in (self.from..self.len).step_by(64) {
            let len = (self.len - from).min(64);
            let few = self.around[from..].chunks_exact(Fitting::AT_ONCE).take(len.div_ceil(Fitting::AT_ONCE));
            // The multiplication moves the lowest bits of all bytes next to each other.
            let bits = |bytes: u64| bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56;
            let found = few.rev().fold(0, |found, few| found << Fitting::AT_ONCE | bits(self.fits(few)));
            let mut left = found & u64::MAX >> (64 - len);
            while left != 0 {
                folded = f(folded, from + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
        folded
    }
}

/// Some of a tile's sides: any one bit in the lane of each.
#[derive(Clone, Copy)]
pub(crate) struct Sides(u32);

impl Sides {
    /// The first of them.
    #[inline]
    pub fn first(self) -> Option<Direction> {
        (self.0 != 0).then(|| Direction::ALL[self.0.trailing_zeros() as usize / LANE])
    }

    /// Removes one; returns whether it was present.
    #[inline]
    pub fn take(&mut self, d: Direction) -> bool {
        let lane = LANE_MASK << (d as usize * LANE);
        let was_there = self.0 & lane != 0;
        self.0 &= !lane;
        was_there
    }

    /// All of them.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        let mut left = self;
        core::iter::from_fn(move || {
            let first = left.first()?;
            left.0 &= left.0 - 1;
            Some(first)
        })
    }
}

/// The allowed surroundings of a tile: the contact table turned into masks over [`Around`].
#[derive(Debug)]
pub(crate) struct Contacts {
    /// What the neighbours see of it: in each lane the opposite side.
    shown: u32,
    /// Sides that may touch the tile's.
    allowed: u32,
    /// Sides that anchor the tile.
    hold: u32,
    /// Sides that anchor Granada's first tile.
    founding: u32,
    /// For each [`Line`], in the lanes of the tile's sides that may be part of it: the opposite sides that decide.
    lines: [u32; 3],
    /// Its walls and moats, as bits.
    closed: u16,
}

impl Contacts {
    /// Its walls and moats, as bits.
    #[inline]
    pub const fn closed(&self) -> u16 {
        self.closed
    }

    /// The masks of a tile with these sides.
    pub const fn of(sides: [Side; 4]) -> Contacts {
        let mut contacts =
            Contacts { shown: 0, allowed: all_around(TILE), hold: 0, founding: 0, lines: [0; 3], closed: 0 };
        let mut d = 0;
        while d < 4 {
            contacts.shown |= (TILE | shown(sides[d])) << ((d + 2) % 4 * LANE);
            contacts.closed |= (matches!(sides[d], Side::Wall | Side::Moat) as u16) << d;
            let mut other = 0;
            while other < Side::COUNT {
                let (mine, theirs) = (sides[d], Side::ALL[other]);
                let bit = shown(theirs) << (d * LANE);
                contacts.allowed |= if mine.may_touch(theirs) { bit } else { 0 };
                contacts.hold |= if mine.gives_hold(theirs) { bit } else { 0 };
                contacts.founding |= if mine.founds(theirs) { bit } else { 0 };
                other += 1;
            }
            let mut line = 0;
            while line < Line::ALL.len() {
                let (part, against) = Line::ALL[line].sides();
                contacts.lines[line] |= if sides[d] as u8 == part as u8 { shown(against) << (d * LANE) } else { 0 };
                line += 1;
            }
            d += 1;
        }
        contacts
    }
}
