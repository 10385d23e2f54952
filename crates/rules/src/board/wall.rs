//! Walls, moats, and the stretch where both run side by side (W2, GR1, CO5).

use super::{Board, SIZE, index};
use crate::cell::Cell;
use crate::side::{Direction, Side};

/// Which line is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// The outer wall: wall sides with no wall against them (W2, CA4, CO5).
    Walls,
    /// The outer moat: the same with moats.
    Moats,
    /// Where wall and moat run side by side (CO5).
    Stretch,
}

/// One side of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The tile's cell.
    pub cell: Cell,
    /// The side.
    pub side: Direction,
}

/// More sides than tiles could show: three a tile.
const MAX_SEGMENTS: usize = 3 * super::MAX_TILES;

impl Line {
    /// Whether a side counts, given what lies against it.
    fn counts(self, side: Side, against: Option<Side>) -> bool {
        match self {
            // CO5: inner only against its own kind.
            Line::Walls => side == Side::Wall && against != Some(Side::Wall),
            Line::Moats => side == Side::Moat && against != Some(Side::Moat),
            Line::Stretch => side == Side::Wall && against == Some(Side::Moat),
        }
    }
}

/// Sets of segments that share end points.
struct Joined {
    /// For each grid point, named by the cell to its south-east: index + 1 of a segment that ends there.
    at: [u16; (SIZE * SIZE) as usize],
    parent: [u16; MAX_SEGMENTS],
    size: [u16; MAX_SEGMENTS],
    len: usize,
}

impl Joined {
    fn root(&self, mut segment: u16) -> u16 {
        while self.parent[segment as usize] != segment {
            segment = self.parent[segment as usize];
        }
        segment
    }

    fn add(&mut self, ends: [Cell; 2]) {
        let mut root = self.len as u16;
        self.parent[self.len] = root;
        self.size[self.len] = 1;
        self.len += 1;
        for end in ends {
            let point = index(end);
            if self.at[point] == 0 {
                self.at[point] = root + 1;
                continue;
            }
            let other = self.root(self.at[point] - 1);
            if other != root {
                // The new segment, or all that it has joined, goes under the older set.
                self.parent[root as usize] = other;
                self.size[other as usize] += self.size[root as usize];
                root = other;
            }
        }
    }
}

impl Board {
    /// How many segments the longest unbroken line has (W2).
    pub fn longest(&self, line: Line) -> u16 {
        let joined = self.join(line);
        joined.size[..joined.len].iter().copied().max().unwrap_or(0)
    }

    /// The segments of the longest unbroken line; of several equally long, the one that was begun first.
    pub fn longest_segments(&self, line: Line) -> Vec<Segment> {
        let joined = self.join(line);
        let best = (0..joined.len).max_by_key(|i| (joined.size[*i], core::cmp::Reverse(*i)));
        let Some(best) = best else { return Vec::new() };
        let best = joined.root(best as u16);
        let segments = self.segments(line).enumerate();
        segments.filter(|(i, _)| joined.root(*i as u16) == best).map(|(_, s)| s).collect()
    }

    fn segments(&self, line: Line) -> impl Iterator<Item = Segment> + '_ {
        self.placed.iter().flat_map(move |p| {
            Direction::ALL.into_iter().filter_map(move |side| {
                let against = self.at(p.cell.step(side)).map(|t| t.side(side.opposite()));
                line.counts(p.tile.side(side), against).then_some(Segment { cell: p.cell, side })
            })
        })
    }

    fn join(&self, line: Line) -> Joined {
        let mut joined =
            Joined { at: [0; (SIZE * SIZE) as usize], parent: [0; MAX_SEGMENTS], size: [0; MAX_SEGMENTS], len: 0 };
        self.segments(line).for_each(|s| joined.add(s.ends()));
        joined
    }
}

impl Segment {
    /// Its two end points, each named by the cell to its south-east.
    fn ends(self) -> [Cell; 2] {
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
