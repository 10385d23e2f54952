//! Walls, moats, and the stretch where both run side by side (W2, GR1, CO5).

use arrayvec::ArrayVec;

use super::{Board, MAX_TILES};
use crate::cell::Cell;
use crate::side::{City, Direction, Line, Sides};

/// One side of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The tile's cell.
    pub cell: Cell,
    /// The side.
    pub side: Direction,
}

/// What else is known about a line besides its longest part: how it may grow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Segments of the longest unbroken part.
    pub longest: u16,
    /// Segments of the second longest.
    pub second: u16,
    /// Ends of the longest part where it could be extended: there is an empty cell next to the board.
    pub ends: u16,
}

/// An upper bound of the number of segments: three per tile.
const MAX_SEGMENTS: usize = 3 * MAX_TILES;

/// The maximum number of cell corners in the rectangle around a board: as many tiles in a row as in a column.
const MAX_POINTS: usize = (MAX_TILES / 2 + 2) * (MAX_TILES / 2 + 2);

static NO_SEGMENT: [u16; MAX_POINTS] = [0; MAX_POINTS];

/// What each segment that ends at a corner adds to the corner's entry, above the index.
const ENDING: u16 = 1 << 10;

/// Sets of segments that share end points (union-find). Large, but only as much of it is touched as a board needs; so it is filled in
/// place, and never moved.
struct Joined {
    /// For each corner of a cell, row by row: index + 1 of a segment that ends there, and above that ([`ENDING`]) the
    /// number of segments that do.
    at: ArrayVec<u16, MAX_POINTS>,
    /// The north-west corner, and the number of corners per row.
    origin: Cell,
    width: usize,
    /// For each segment, its two end corners.
    ends: ArrayVec<[u16; 2], MAX_SEGMENTS>,
    parent: ArrayVec<u16, MAX_SEGMENTS>,
    size: ArrayVec<u16, MAX_SEGMENTS>,
}

impl Joined {
    /// No segment yet.
    fn new() -> Joined {
        let (at, ends, parent, size) = (ArrayVec::new(), ArrayVec::new(), ArrayVec::new(), ArrayVec::new());
        Joined { at, origin: Cell::START, width: 0, ends, parent, size }
    }

    /// Makes room for the corners around a board, which must not be empty.
    fn span(&mut self, board: &Board) {
        let (mut low, mut high) = (Cell::START, Cell::START);
        for placed in &board.placed {
            low = Cell::new(low.x.min(placed.cell.x), low.y.min(placed.cell.y));
            high = Cell::new(high.x.max(placed.cell.x), high.y.max(placed.cell.y));
        }
        let corners = |low: i8, high: i8| high.abs_diff(low) as usize + 2;
        let (width, height) = (corners(low.x, high.x), corners(low.y, high.y));
        (self.origin, self.width) = (low, width);
        self.at.try_extend_from_slice(&NO_SEGMENT[..width * height]).expect("no board is wider");
    }

    fn root(&self, mut segment: u16) -> u16 {
        while self.parent[segment as usize] != segment {
            segment = self.parent[segment as usize];
        }
        segment
    }

    fn point(&self, end: Cell) -> u16 {
        (end.y.abs_diff(self.origin.y) as usize * self.width + end.x.abs_diff(self.origin.x) as usize) as u16
    }

    /// The cell to the south-east of a corner.
    fn cell(&self, point: u16) -> Cell {
        let (x, y) = (point as usize % self.width, point as usize / self.width);
        Cell::new(self.origin.x.wrapping_add(x as i8), self.origin.y.wrapping_add(y as i8))
    }

    fn add(&mut self, segment: Segment) {
        let ends = segment.ends().map(|end| self.point(end));
        let mut root = self.parent.len() as u16;
        self.ends.push(ends);
        self.parent.push(root);
        self.size.push(1);
        for point in ends {
            let entry = &mut self.at[point as usize];
            if *entry == 0 {
                *entry = ENDING + root + 1;
                continue;
            }
            let first = *entry % ENDING - 1;
            *entry += ENDING;
            let other = self.root(first);
            if other != root {
                // The new segment, or everything it has joined, is merged into the older set.
                self.parent[root as usize] = other;
                self.size[other as usize] += self.size[root as usize];
                root = other;
            }
        }
    }
}

impl Board {
    /// The number of segments of the longest unbroken line (W2).
    pub fn longest(&self, line: Line) -> u16 {
        self.walk_along(line).unwrap_or_else(|| {
            let mut joined = Joined::new();
            self.join(line, &mut joined);
            joined.size.iter().copied().max().unwrap_or(0)
        })
    }

    /// The same by following the line from tile to tile: on the outline of a city each segment has a predecessor and a successor.
    /// `None` if the city touches itself at a corner, around another city or a camp; or if the line belongs to two cities.
    fn walk_along(&self, line: Line) -> Option<u16> {
        let city = line.city()?;
        // For each tile, its sides that are part of the line and not yet visited.
        let mut left: ArrayVec<Sides, MAX_TILES> = ArrayVec::new();
        let mut is_alone = true;
        for (p, site) in self.placed.iter().zip(&self.sites) {
            left.push(site.around.counting(p.tile.contacts(), line));
            is_alone &= city.has(p.tile.contacts());
        }
        if !is_alone && self.touches_itself(&left, city) {
            return None;
        }
        // The start of each part, and its length.
        let mut parts: ArrayVec<((u8, Direction), u16), MAX_SEGMENTS> = ArrayVec::new();
        for at in 0..left.len() {
            while let Some(d) = left[at].first() {
                let first = (at as u8, d);
                let (mut segment, mut length) = (first, 0);
                while left[segment.0 as usize].take(segment.1) {
                    segment = self.after(segment, city);
                    length += 1;
                }
                // It ends where there is no successor, or where another part begins, possibly itself.
                match parts.iter_mut().find(|(start, _)| *start == segment) {
                    Some((start, whole)) => (*start, *whole) = (first, *whole + length),
                    None => parts.push((first, length)),
                }
            }
        }
        Some(parts.iter().map(|(_, length)| *length).max().unwrap_or(0))
    }

    /// Whether the city has a tile diagonally across the corner where a segment ends, but none next to it.
    fn touches_itself(&self, segments: &[Sides], city: City) -> bool {
        let touches = |at: usize, d: Direction| {
            let across = self.placed[at].cell.step(d).step(d.right());
            let tile_across = || self.get(across).is_some_and(|tile| city.has(tile.contacts()));
            !self.sites[at].around.faces_city(d.right(), city) && tile_across()
        };
        segments.iter().enumerate().any(|(at, sides)| sides.iter().any(|d| touches(at, d)))
    }

    /// Along the outline of a city, clockwise: the side that begins where this one ends.
    #[inline]
    fn after(&self, (at, d): (u8, Direction), city: City) -> (u8, Direction) {
        let right = d.right();
        let here = &self.sites[at as usize];
        let beside = here.next[right as usize];
        // Where there is no neighbour, the index can be anything.
        let there = self.sites.get(beside as usize).unwrap_or(here);
        // Into the corner between two tiles, straight on, or around the tile. All three are looked up, because the branch is unpredictable.
        let (corner, on, round) = ((there.next[d as usize], right.opposite()), (beside, d), (at, right));
        let further = if there.around.faces_city(d, city) { corner } else { on };
        if here.around.faces_city(right, city) { further } else { round }
    }

    /// The longest part, the second longest, and where the longest can grow.
    pub fn shape(&self, line: Line) -> Shape {
        let mut joined = Joined::new();
        self.join(line, &mut joined);
        let mut shape = Shape::default();
        let mut best = 0;
        for (i, size) in joined.size.iter().enumerate() {
            // A merged set keeps its old size; only its root counts.
            if joined.parent[i] as usize != i {
                continue;
            }
            if *size > shape.longest {
                (shape.second, shape.longest, best) = (shape.longest, *size, i as u16);
            } else {
                shape.second = shape.second.max(*size);
            }
        }
        for (i, ends) in joined.ends.iter().enumerate() {
            for point in ends.iter().filter(|point| joined.at[**point as usize] / ENDING == 1) {
                if joined.root(i as u16) == best && self.is_open_end(joined.cell(*point)) {
                    shape.ends += 1;
                }
            }
        }
        shape
    }

    /// Whether a line that ends at this point, named by the cell to its south-east, can be extended along an empty cell: one
    /// that a tile next to it opens to.
    fn is_open_end(&self, Cell { x, y }: Cell) -> bool {
        let touches =
            |cell: Cell| (cell.x == x || cell.x.wrapping_add(1) == x) && (cell.y == y || cell.y.wrapping_add(1) == y);
        self.rim.iter().any(|(cell, around)| touches(*cell) && around.ways() > 0)
    }

    /// The segments of the longest unbroken line; of several equally long ones, the first.
    pub fn longest_segments(&self, line: Line) -> Vec<Segment> {
        let mut joined = Joined::new();
        self.join(line, &mut joined);
        let best = (0..joined.size.len()).max_by_key(|i| (joined.size[*i], core::cmp::Reverse(*i)));
        let Some(best) = best else { return Vec::new() };
        let best = joined.root(best as u16);
        let segments = self.segments(line).enumerate();
        segments.filter(|(i, _)| joined.root(*i as u16) == best).map(|(_, s)| s).collect()
    }

    fn segments(&self, line: Line) -> impl Iterator<Item = Segment> + '_ {
        self.placed.iter().zip(&self.sites).flat_map(move |(p, site)| {
            site.around.counting(p.tile.contacts(), line).iter().map(|side| Segment { cell: p.cell, side })
        })
    }

    fn join(&self, line: Line, joined: &mut Joined) {
        joined.span(self);
        for (p, site) in self.placed.iter().zip(&self.sites) {
            for side in site.around.counting(p.tile.contacts(), line).iter() {
                joined.add(Segment { cell: p.cell, side });
            }
        }
    }
}

impl Segment {
    /// Its two end points, each named by the cell to its south-east.
    pub fn ends(self) -> [Cell; 2] {
        let Segment { cell, side } = self;
        let (east, south) = (cell.step(Direction::East), cell.step(Direction::South));
        match side {
            Direction::North => [cell, east],
            Direction::East => [east, east.step(Direction::South)],
            Direction::South => [south, south.step(Direction::East)],
            Direction::West => [cell, south],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::GameKind;
    use crate::testkit::board;

    fn walls(drawn: &str) -> u16 {
        let board = board(GameKind::Alhambra, drawn);
        let longest = board.longest(Line::Walls);
        assert_eq!(board.longest_segments(Line::Walls).len(), longest as usize);
        longest
    }

    /// W2: one point for each segment; without a wall none.
    #[test]
    fn w2_single_tiles() {
        assert_eq!(walls(""), 0);
        assert_eq!(walls("P8@1,0"), 0);
        assert_eq!(walls("G9e@1,0"), 1);
        assert_eq!(walls("T9ne@1,0"), 2);
        assert_eq!(walls("T8nes@1,0"), 3);
    }

    /// W2: the rulebooks' example: a wall of eight. The wall between two towers' gardens is inner and pays nothing although
    /// it ends at the outer wall; the outer wall in the south-east is shorter.
    ///
    /// ```text
    ///  ▛▀▀▀▀▀
    ///  ▌ G|A
    ///  ▌ F T▐
    ///  ▌   A▟
    ///  ▙
    /// ```
    #[test]
    fn w2_a_wall_of_eight() {
        let drawn = "T9nw@-1,-1 G8ne@0,-1 A5nw@1,-1 S7w@-1,0 T13e@1,0 C9w@-1,1 G8sw@-1,2 A7es@1,1";
        assert_eq!(walls(drawn), 8);
        let board = board(GameKind::Alhambra, drawn);
        let segments = board.longest_segments(Line::Walls);
        assert!(!segments.iter().any(|s| s.cell == Cell::new(1, 0) || s.cell == Cell::new(1, 1)));
        assert!(!segments.contains(&Segment { cell: Cell::new(0, -1), side: Direction::East }), "inner");
    }

    /// W2: a ring counts completely, including the segment that closes it.
    #[test]
    fn w2_a_ring_counts_completely() {
        assert_eq!(walls("P2new@0,-1 A4nes@1,0 S3esw@0,1 C5nsw@-1,0"), 12);
        assert_eq!(walls("T9nw@-1,-1 G10n@0,-1 S4ne@1,-1 S7w@-1,0 T13e@1,0 P3sw@-1,1 G12s@0,1 S6es@1,1"), 12);
    }

    /// W2: segments are joined where they share an end point: straight on, around a tile, or into a corner between tiles.
    #[test]
    fn w2_joined_at_end_points() {
        assert_eq!(walls("G10n@1,0 T11n@2,0"), 2, "straight on");
        assert_eq!(walls("S4ne@1,0"), 2, "round a tile");
        assert_eq!(walls("P7e@0,-1 G10n@1,0"), 2, "into a corner");
        assert_eq!(walls("G10n@1,0 P8@2,0 T11n@3,0"), 1, "broken by a side without wall");
    }

    /// W2: only the longest stretch counts, not the sum, and of two equally long ones only one.
    #[test]
    fn w2_only_the_longest() {
        assert_eq!(walls("T8nes@1,0 C9w@-1,0"), 3);
        assert_eq!(walls("T8nes@1,0 C5nsw@-1,0"), 3);
    }

    /// W2: a wall with a tile on its other side is inner and pays nothing.
    #[test]
    fn w2_inner_walls_pay_nothing() {
        assert_eq!(walls("G12s@1,0 P8@0,1"), 1);
        assert_eq!(walls("G12s@1,0 P8@0,1 G10n@1,1"), 0);
    }
}
