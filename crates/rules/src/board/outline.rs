//! The outline of a city as a ring: its outer sides in clockwise order. A city has no holes (P5), so there is only one ring, and a new tile
//! replaces a contiguous run of sides with its own. The ring is maintained as long as tiles of one city are placed; every other change
//! invalidates it.

use super::{Board, MAX_TILES, NextTo};
use crate::cell::Cell;
use crate::side::{Around, Contacts, Direction, Line};

/// Sides of all tiles, by number: four to a tile, in the order of [`crate::Direction`].
const SIDES: usize = (4 * MAX_TILES).next_power_of_two();

/// In `after`: the side itself is a wall or a moat.
const CLOSED: u16 = 1 << 15;

#[derive(Clone, Debug)]
pub(super) struct Outline {
    /// For each side of the ring, the number of the next one, and whether the side itself is [`CLOSED`].
    after: [u16; SIDES],
    /// For each side of the ring, the number of the previous one.
    before: [u16; SIDES],
    /// One of its sides.
    first: u16,
    /// The number of sides; 0 if the ring is invalid.
    len: u16,
}

/// The sides of a tile that are not covered, clockwise.
#[derive(Clone, Copy)]
struct Run {
    /// The first three sides; only `count` of them are valid.
    sides: [u8; 3],
    count: u8,
    last: u8,
    /// The covered sides before the first and after the last.
    before: u8,
    after: u8,
}

/// By the covered sides as bits; empty if those are not contiguous.
const UNCOVERED: [Run; 16] = {
    let mut uncovered = [Run { sides: [0; 3], count: 0, last: 0, before: 0, after: 0 }; 16];
    let mut covered: usize = 1;
    while covered < 15 {
        let mut first = 0;
        while !(covered >> first & 1 == 0 && covered >> ((first + 3) % 4) & 1 != 0) {
            first += 1;
        }
        if covered != 0b0101 && covered != 0b1010 {
            let count = 4 - covered.count_ones() as u8;
            let sides = [first, (first + 1) % 4, (first + 2) % 4];
            let (last, before) = ((first + count - 1) % 4, (first + 3) % 4);
            uncovered[covered] = Run { sides, count, last, before, after: (last + 1) % 4 };
        }
        covered += 1;
    }
    uncovered
};

/// Runs of closed sides in a row of sides.
#[derive(Clone, Copy, Default)]
struct Runs {
    /// The length of the run at the beginning, of the one at the end, and of the longest.
    first: u16,
    last: u16,
    longest: u16,
    sides: u16,
}

impl Runs {
    /// Appends a side; `is_closed` is 0 or 1.
    #[inline(always)]
    fn add(&mut self, is_closed: u16) {
        self.last = (self.last + 1) & is_closed.wrapping_neg();
        self.longest = self.longest.max(self.last);
        self.first += is_closed & u16::from(self.first == self.sides);
        self.sides += 1;
    }
}

impl Outline {
    pub(super) const INVALID: Outline = Outline { after: [0; SIDES], before: [0; SIDES], first: 0, len: 0 };

    pub(super) fn invalidate(&mut self) {
        self.len = 0;
    }

    /// Starts with the outline of a starting tile.
    pub(super) fn begin(&mut self, tile: &Contacts) {
        for side in 0..4 {
            let next = (side + 1) % 4;
            self.set_after(side, next | (tile.closed() >> side & 1) << 15);
            self.set_before(next, side);
        }
        (self.first, self.len) = (0, 4);
    }

    /// Adds the tile with this index next to its neighbours, which cover these of its sides, as bits.
    #[inline]
    pub(super) fn extend(&mut self, at: usize, tile: &Contacts, covered: usize, next: NextTo) {
        let Run { sides, count, last, before, after } = UNCOVERED[covered % 16];
        if self.len == 0 || count == 0 {
            return self.invalidate();
        }
        // The covered sides of the neighbours are in counterclockwise order, seen from the tile.
        let covered = |side: u8| (4 * next[side as usize % 4] as usize + (side ^ 2) as usize) % SIDES;
        let from = self.before[covered(before)];
        let to = self.after[covered(after)] & !CLOSED;
        let base = 4 * at as u16;
        let [a, b, c] = sides.map(|side| base + side as u16);
        let [a_closed, b_closed, c_closed] = sides.map(|side| (tile.closed() >> side & 1) << 15);
        // All three are written, which avoids branches; entries of covered sides are never read.
        self.set_after(a, if count > 1 { b } else { to } | a_closed);
        self.set_after(b, if count > 2 { c } else { to } | b_closed);
        self.set_after(c, to | c_closed);
        self.set_before(a, from);
        self.set_before(b, a);
        self.set_before(c, b);
        self.set_before(to, base + last as u16);
        self.set_after(from, self.after[from as usize % SIDES] & CLOSED | a);
        self.first = a;
        // Each covered side of the tile also covers one of a neighbour.
        self.len = (self.len + 2 * count as u16) - 4;
    }

    #[inline]
    fn set_before(&mut self, side: u16, before: u16) {
        self.before[side as usize % SIDES] = before;
    }

    #[inline]
    fn set_after(&mut self, side: u16, entry: u16) {
        self.after[side as usize % SIDES] = entry;
    }

    /// The longest run of closed sides, if the ring is valid. Walks in both directions at once: each step has to wait for the one before it,
    /// but not for those in the other direction.
    #[inline]
    fn longest(&self) -> Option<u16> {
        let entry = |side: u16| self.after[side as usize % SIDES];
        let steps = self.len / 2;
        let (mut to, mut back) = (self.first, self.first);
        let (mut forward, mut backward) = (Runs::default(), Runs::default());
        for _ in 0..steps {
            let next = entry(to);
            forward.add(next / CLOSED);
            to = next & !CLOSED;
            back = self.before[back as usize % SIDES];
            backward.add(entry(back) / CLOSED);
        }
        // The number of sides is even: a tile covers as many of them as it covers of its own.
        debug_assert!(self.len == 0 || to == back);
        let (first, last) = (forward.first + backward.first, forward.last + backward.last);
        let longest = first.max(last).max(forward.longest).max(backward.longest);
        // A whole half joins what precedes it and what follows it.
        let joined = match (forward.first == steps, backward.first == steps) {
            (false, false) => longest,
            (true, true) => self.len,
            (true, false) => steps + backward.first + backward.last,
            (false, true) => steps + forward.first + forward.last,
        };
        (self.len > 0).then_some(joined.max(longest))
    }

    pub(super) fn copy_to(&self, to: &mut Outline, tiles: usize) {
        (to.first, to.len) = (self.first, self.len);
        if self.len > 0 {
            to.after[..4 * tiles].copy_from_slice(&self.after[..4 * tiles]);
            to.before[..4 * tiles].copy_from_slice(&self.before[..4 * tiles]);
        }
    }
}

impl Board {
    /// The line of the board's own city.
    #[inline]
    fn own_line(&self) -> Line {
        if self.placed[0].tile.is_granada() { Line::Moats } else { Line::Walls }
    }

    /// The sides of a cell that are covered by tiles of the city, as bits; none if a tile of the city on this cell would touch the city at a
    /// corner, or enclose a tile outside it: then the outline would not be one ring.
    pub(super) fn covered_by_city(&self, cell: Cell, around: Around) -> usize {
        let Some(city) = self.own_line().city() else { return 0 };
        let mut covered = 0;
        for d in Direction::ALL {
            let (side, right) = (around.faces_city(d, city), around.faces_city(d.right(), city));
            let corner = self.get(cell.step(d).step(d.right())).is_some_and(|tile| city.has(tile.contacts()));
            if (corner && !side && !right) || (side && right && !corner) {
                return 0;
            }
            covered |= usize::from(side) << d as usize;
        }
        covered
    }

    /// The longest line of the board's own city, if its outline is valid.
    #[inline]
    pub(super) fn longest_of_outline(&self, line: Line) -> Option<u16> {
        if line == self.own_line() { self.outline.longest() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Frontier;
    use crate::module;
    use crate::rng::Dice;
    use crate::side::Side;
    use crate::tile::Tile;

    /// W2, CA4: tiles outside the city do not change its ring.
    #[test]
    fn w2_the_ring_with_tiles_outside_the_city() {
        let mut dice = Dice::from_seed(3);
        let (outside, inside): (Vec<Tile>, Vec<Tile>) =
            Tile::all().filter(|tile| !tile.is_granada()).partition(|tile| module::hold_rule(*tile).is_some());
        let mut compared = 0;
        for _ in 0..200 {
            let (mut outside, mut inside) = (outside.clone(), inside.clone());
            dice.shuffle(&mut outside);
            dice.shuffle(&mut inside);
            let mut board = Board::new(Tile::START);
            for step in 0..40 {
                let Some(tile) = (if step % 4 == 3 { outside.pop() } else { inside.pop() }) else { continue };
                let cells: Vec<_> = Frontier::of(&board).cells(tile).collect();
                // Next to tiles that are outside, where this is possible.
                let beside = |cell: &&Cell| board.around(**cell).faces_any(Side::Bastion);
                let close: Vec<_> = cells.iter().filter(beside).copied().collect();
                let cells = if close.is_empty() { cells } else { close };
                if !cells.is_empty() {
                    board.place(tile, cells[dice.below(cells.len() as u32) as usize]);
                }
                let longest = board.longest_segments(Line::Walls).len() as u16;
                assert_eq!(board.longest_of_outline(Line::Walls).unwrap_or(longest), longest);
                compared += usize::from(board.has_outsiders && board.outline.len > 0);
            }
        }
        assert!(compared > 1000, "{compared}");
    }

    /// W2: a city that touches itself at a corner, around four tiles outside it, has no ring.
    #[test]
    fn w2_no_ring_where_the_city_touches_itself() {
        let city = "G12s@1,0 S8s@2,0 P8@3,0 C9w@3,1 S7w@3,2 S9@3,3 T11n@2,3";
        let camps = "c10nw@1,1 c8ne@2,1 c7es@2,2 T13e@0,1 G9e@0,2 c9sw@1,2";
        let mut board = Board::new(Tile::START);
        let mut place = |drawn: &str| {
            for word in drawn.split(' ') {
                let (tile, cell) = word.split_once('@').expect("a tile at a cell");
                let (tile, cell) = (tile.parse().expect("a tile"), cell.parse().expect("a cell"));
                assert_eq!(board.check_place(tile, cell), Ok(()), "{word}");
                board.place(tile, cell);
            }
            (board.longest_of_outline(Line::Walls), board.longest(Line::Walls))
        };
        assert_eq!(place(city), (Some(5), 5));
        assert_eq!(place(camps), (Some(7), 7));
        assert_eq!(place("G10n@1,3"), (None, 8));
    }

    /// W2, GR5: the ring gives the same longest line as a walk along the segments, on cities of any shape.
    #[test]
    fn w2_the_ring_agrees_with_a_walk() {
        let mut dice = Dice::from_seed(2);
        let alhambra = (Tile::START, Tile::buildings().collect::<Vec<_>>(), Line::Walls);
        let granada = (Tile::GRANADA_START, Tile::granada_tiles().collect(), Line::Moats);
        for (start, mut tiles, line) in [alhambra, granada] {
            for _ in 0..50 {
                dice.shuffle(&mut tiles);
                let mut board = Board::new(start);
                for tile in &tiles {
                    let cells: Vec<_> = Frontier::of(&board).cells(*tile).collect();
                    if !cells.is_empty() {
                        board.place(*tile, cells[dice.below(cells.len() as u32) as usize]);
                    }
                    let longest = board.longest_of_outline(line);
                    assert!(longest.is_some(), "valid while tiles are only placed");
                    assert_eq!(longest, board.walk_along(line));
                }
                assert!(board.tiles().len() > 20, "many tiles found a place");
                let copy = board.clone();
                assert_eq!(copy.longest_of_outline(line), board.longest_of_outline(line));
                let cell = board.removable().next().expect("one tile came last");
                board.remove(cell);
                assert_eq!(board.longest_of_outline(line), None, "invalidated");
            }
        }
    }
}
