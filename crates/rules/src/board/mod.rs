//! A player's board: which tile is where, where another may be placed, how long the wall is. Knows sides and cells, but nothing
//! about money or turns.

mod foot;
mod frontier;
mod map;
mod outline;
pub mod plain;
mod wall;

use arrayvec::ArrayVec;

use crate::cell::Cell;
use crate::kind::{ByKind, Kind};
use crate::module;
use crate::refusal::{Reason, Refusal, Rule};
use crate::side::{Around, Direction, Side};
use crate::tile::Tile;

use foot::{Dependence, Removable};
use frontier::Rim;
use map::{Map, NOTHING, NUMBERS, RIM, Spot};
use outline::Outline;

pub use crate::side::Line;
pub use frontier::Frontier;
pub use wall::{Segment, Shape};

/// More tiles than any player can ever have: both games' buildings and a starting tile, or one game's with all modules. So
/// no tile is further from the starting tile than a [`Cell`] can express.
pub const MAX_TILES: usize = 112;

/// A tile on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Its cell.
    pub cell: Cell,
    /// The tile.
    pub tile: Tile,
}

/// One player's Alhambra, Granada, or both.
#[derive(Debug)]
pub struct Board {
    placed: ArrayVec<Placed, MAX_TILES>,
    /// The surroundings of each cell with a tile and of each cell of the rim, by its number in `map`.
    around: [Around; NUMBERS],
    /// For each of `placed`, its neighbours. The last entry is a dummy.
    next: [NextTo; NOTHING + 1],
    rim: Rim,
    map: Map,
    outline: Outline,
    /// The number of buildings of each kind.
    counts: ByKind<u8>,
    /// The cell of Granada's starting tile in the combined game (CO4).
    founded: Option<Cell>,
    /// Whether there was ever a tile that need not be reachable on foot.
    has_outsiders: bool,
    /// A cache of the tiles that may be removed. Cleared when the board changes.
    free: Removable,
}

/// The neighbour in each direction, as an index into the board's tiles; valid only where there is one.
type NextTo = [u8; 4];

/// The neighbours of a tile.
#[derive(Clone, Copy, Debug)]
struct Site {
    around: Around,
    next: NextTo,
}

impl Board {
    /// A board with its starting tile.
    pub fn new(start: Tile) -> Board {
        let mut board = Board::EMPTY;
        board.begin(start);
        board
    }

    /// Not a board yet: it has no tile.
    #[allow(clippy::declare_interior_mutable_const, reason = "every use is a new board")]
    const EMPTY: Board = Board {
        placed: ArrayVec::new_const(),
        around: [Around::NOTHING; NUMBERS],
        next: [[0; 4]; NOTHING + 1],
        rim: Rim::EMPTY,
        map: Map::EMPTY,
        outline: Outline::INVALID,
        counts: ByKind([0; Kind::COUNT]),
        founded: None,
        has_outsiders: false,
        free: Removable::UNKNOWN,
    };

    /// Removes everything except a starting tile.
    pub(crate) fn reset(&mut self, start: Tile) {
        self.placed.clear();
        self.rim.clear();
        self.map = Map::EMPTY;
        self.counts = ByKind::default();
        self.founded = None;
        self.has_outsiders = false;
        self.free.forget();
        self.begin(start);
    }

    fn begin(&mut self, start: Tile) {
        self.put(start, Cell::START);
        self.outline.begin(start.contacts());
    }

    /// A board from any list of tiles, if it is legal (P1–P5 and what modules and games add). In the combined game
    /// `founded` is the cell where Granada was founded; without it the first Granada tile in the list is used.
    pub fn from_tiles(tiles: &[(Tile, Cell)], founded: Option<Cell>) -> Result<Board, Refusal> {
        plain::check(tiles, founded)?;
        let mut board = Board::new(tiles.iter().find(|(t, _)| t.is_start()).map_or(Tile::START, |(t, _)| *t));
        let mut rest: Vec<_> = tiles.iter().filter(|(t, _)| !t.is_start()).collect();
        // Each next tile is one that touches the board, as if it were built.
        while let Some(at) = rest.iter().position(|(_, cell)| matches!(board.spot(*cell), Spot::Rim(_))) {
            let (tile, cell) = rest.remove(at);
            board.put(*tile, *cell);
        }
        // Temporary holes make the outline invalid.
        board.outline.invalidate();
        board.founded = plain::founding_cell(tiles, founded);
        Ok(board)
    }

    /// All tiles with their cells, the starting tile first.
    #[inline]
    pub fn tiles(&self) -> &[Placed] {
        &self.placed
    }

    /// The number of buildings of each kind (W3).
    #[inline]
    pub fn counts(&self) -> &ByKind<u8> {
        &self.counts
    }

    /// The tile on a cell.
    pub fn get(&self, cell: Cell) -> Option<Tile> {
        match self.spot(cell) {
            Spot::Tile(at) => Some(self.placed[at].tile),
            _ => None,
        }
    }

    /// The cell of a tile.
    pub fn find(&self, tile: Tile) -> Option<Cell> {
        self.placed.iter().find(|p| p.tile == tile).map(|p| p.cell)
    }

    /// The cell of Granada's starting tile in the combined game (CO4).
    pub fn founded(&self) -> Option<Cell> {
        self.founded
    }

    /// The four tiles that meet at the north-west corner of a cell, if there are four.
    pub fn meeting(&self, point: Cell) -> Option<[Tile; 4]> {
        match self.spot(point) {
            Spot::Tile(at) => self.meeting_at(at),
            _ => None,
        }
    }

    /// Every point where four tiles meet, named by the cell to its south-east, with the tiles.
    pub fn meetings(&self) -> impl Iterator<Item = (Cell, [Tile; 4])> + '_ {
        (0..self.placed.len()).filter_map(|at| Some((self.placed[at].cell, self.meeting_at(at)?)))
    }

    #[inline]
    fn meeting_at(&self, at: usize) -> Option<[Tile; 4]> {
        let (west, north) = (self.next(at, Direction::West)?, self.next(at, Direction::North)?);
        let between = self.next(north, Direction::West)?;
        Some([at, west, north, between].map(|at| self.placed[at].tile))
    }

    /// The neighbour of a tile, both as indices.
    #[inline]
    fn next(&self, at: usize, d: Direction) -> Option<usize> {
        let site = self.site(at);
        site.around.faces(d).map(|_| site.next[d as usize] as usize)
    }

    /// How a tile lies among the others.
    #[inline]
    fn site(&self, at: usize) -> Site {
        Site { around: self.around[at], next: self.next[at] }
    }

    /// The index of the tile on a cell, which must hold one.
    fn at(&self, cell: Cell) -> usize {
        match self.spot(cell) {
            Spot::Tile(at) => at,
            _ => unreachable!("there is a tile in this cell"),
        }
    }

    /// The surroundings of a cell.
    fn around(&self, cell: Cell) -> Around {
        let mut around = Around::NOTHING;
        for d in Direction::ALL {
            if let Some(tile) = self.get(cell.step(d)) {
                around = around.facing(d, tile.contacts());
            }
        }
        around
    }

    /// Whether this tile would be Granada's starting tile (CO4).
    #[inline]
    fn founds(&self, tile: Tile) -> bool {
        tile.is_granada() && self.founded.is_none() && !self.placed[0].tile.is_granada()
    }

    /// Places a tile, without checking: see [`Board::check_place`].
    pub fn place(&mut self, tile: Tile, cell: Cell) {
        if self.founds(tile) {
            self.founded = Some(cell);
            self.outline.invalidate();
        }
        self.put(tile, cell);
    }

    fn put(&mut self, tile: Tile, cell: Cell) {
        let at = self.placed.len();
        self.make_room(cell);
        let around = self.leave_rim(cell);
        let known = Direction::ALL.map(|d| self.number(cell.step(d)));
        // Not in a loop: a constant direction saves half of the work.
        let next = [
            self.meet(tile, cell, Direction::North, known[0]),
            self.meet(tile, cell, Direction::East, known[1]),
            self.meet(tile, cell, Direction::South, known[2]),
            self.meet(tile, cell, Direction::West, known[3]),
        ];
        self.map.note_tile(cell, at);
        self.map.check_rim(self.rim.len());
        self.count(tile, 1);
        self.placed.push(Placed { cell, tile });
        (self.around[at], self.next[at]) = (around, next);
        // A tile that need not be reachable on foot is outside the city and does not change its outline.
        if module::hold_rule(tile).is_some() {
            self.has_outsiders = true;
        } else {
            let covered = if self.has_outsiders { self.covered_by_city(cell, around) } else { around.covered() };
            self.outline.extend(at, tile.contacts(), covered, next);
        }
        self.note_dependence();
    }

    /// Updates a neighbour of a new tile: a tile, a cell of the rim, or one that joins the rim. Which of these it is cannot be predicted, so all are
    /// treated alike. Returns the number of the cell, which is the index of a neighbour.
    #[inline(always)]
    fn meet(&mut self, tile: Tile, cell: Cell, d: Direction, known: usize) -> u8 {
        let (beside, back) = (cell.step(d), d.opposite());
        let number = self.rim.enter(beside, known);
        self.around[number % NUMBERS] = self.around[known % NUMBERS].facing(back, tile.contacts());
        self.map.note(beside, number);
        self.next[number.min(NOTHING)][back as usize] = self.placed.len() as u8;
        number as u8
    }

    /// Removes a tile, without checking: see [`Board::check_remove`].
    pub fn remove(&mut self, cell: Cell) -> Tile {
        let at = self.at(cell);
        self.free.forget();
        self.outline.invalidate();
        self.narrow_rim(cell, self.around[at]);
        let gone = self.placed.swap_remove(at);
        let last = self.placed.len();
        // Another tile may have taken its place in the list.
        if at != last {
            (self.around[at], self.next[at]) = (self.around[last], self.next[last]);
            for d in self.around[at].neighbours() {
                self.next[self.next[at][d as usize] as usize][d.opposite() as usize] = at as u8;
            }
            self.map.note_tile(self.placed[at].cell, at);
        }
        self.count(gone.tile, -1);
        gone.tile
    }

    /// Replaces a tile by another and returns it, without checking: see [`Board::check_exchange`].
    pub fn exchange(&mut self, tile: Tile, cell: Cell) -> Tile {
        let at = self.at(cell);
        self.free.forget();
        self.outline.invalidate();
        self.has_outsiders |= module::hold_rule(tile).is_some();
        for d in Direction::ALL {
            let beside = &mut self.around[self.number(cell.step(d))];
            *beside = beside.facing(d.opposite(), tile.contacts());
        }
        let gone = core::mem::replace(&mut self.placed[at].tile, tile);
        self.count(tile, 1);
        self.count(gone, -1);
        gone
    }

    /// A tile was added or removed.
    #[inline]
    fn count(&mut self, tile: Tile, more: i8) {
        if let Some(kind) = tile.building() {
            self.counts[kind] = self.counts[kind].wrapping_add_signed(more);
        }
    }

    /// May this tile be placed on this cell (P1–P5)?
    pub fn check_place(&self, tile: Tile, cell: Cell) -> Result<(), Refusal> {
        let no = |rule, reason| Err(Refusal::new(rule, reason).tile(tile).cell(cell));
        if self.get(cell).is_some() {
            return no(Rule::P4, Reason::Occupied);
        }
        if !Direction::ALL.iter().any(|d| self.get(cell.step(*d)).is_some()) {
            return no(Rule::P4, Reason::NotConnected);
        }
        let around = self.around(cell);
        if let Some(d) = around.clash(tile.contacts()) {
            return Err(self.clash(tile, cell, d));
        }
        if !around.fits(tile.contacts(), self.founds(tile)) {
            return match (module::hold_rule(tile), self.founds(tile)) {
                (Some(rule), _) => no(rule, Reason::NoHold),
                (_, true) => no(Rule::CO4, Reason::NoHold),
                _ => no(Rule::P3, Reason::NotReachable),
            };
        }
        if self.would_close(cell) {
            return no(Rule::P5, Reason::Hole);
        }
        Ok(())
    }

    /// May the tile on this cell be exchanged for this one (D1–D3)? The board in between does not matter, and the
    /// surroundings are the same before and after, so only the new tile's sides decide.
    pub fn check_exchange(&self, tile: Tile, cell: Cell) -> Result<(), Refusal> {
        let no = |rule, reason| Err(Refusal::new(rule, reason).tile(tile).cell(cell));
        self.check_movable(cell).map_err(|r| r.tile(tile))?;
        let around = self.around(cell);
        if let Some(d) = around.clash(tile.contacts()) {
            return Err(self.clash(tile, cell, d));
        }
        if !around.fits(tile.contacts(), self.founds(tile)) {
            return no(Rule::P3, Reason::NotReachable);
        }
        Ok(())
    }

    /// May the tile on this cell be removed (D1, D2, P3–P5)?
    pub fn check_remove(&self, cell: Cell) -> Result<(), Refusal> {
        self.check_movable(cell)?;
        Dependence::of(self).check(self, cell)
    }

    /// D2, CO4: starting tiles stay.
    fn check_movable(&self, cell: Cell) -> Result<(), Refusal> {
        match self.get(cell) {
            None => Err(Refusal::new(Rule::D1, Reason::NoTile).cell(cell)),
            Some(tile) if tile.is_start() => Err(Refusal::new(Rule::D2, Reason::StartStays).tile(tile).cell(cell)),
            Some(tile) if self.founded == Some(cell) => {
                Err(Refusal::new(Rule::CO4, Reason::StartStays).tile(tile).cell(cell))
            }
            Some(_) => Ok(()),
        }
    }

    fn clash(&self, tile: Tile, cell: Cell, d: Direction) -> Refusal {
        let other = self.get(cell.step(d)).map_or(Side::Open, |t| t.side(d.opposite()));
        Refusal::new(plain::contact_rule(tile.side(d), other), Reason::SidesClash).tile(tile).cell(cell).side(d)
    }
}

impl Clone for Board {
    fn clone(&self) -> Board {
        let mut board = Board::EMPTY;
        board.clone_from(self);
        board
    }

    /// Copies only what is in use.
    fn clone_from(&mut self, from: &Board) {
        let (tiles, rim) = (from.placed.len(), from.rim.len());
        self.placed.clear();
        self.placed.try_extend_from_slice(&from.placed).expect("both have the same room");
        self.around[..tiles].copy_from_slice(&from.around[..tiles]);
        self.around[RIM..RIM + rim].copy_from_slice(&from.around[RIM..RIM + rim]);
        self.next[..tiles].copy_from_slice(&from.next[..tiles]);
        from.rim.copy_to(&mut self.rim);
        from.outline.copy_to(&mut self.outline, tiles);
        self.map = from.map.clone();
        self.counts = from.counts;
        self.founded = from.founded;
        self.has_outsiders = from.has_outsiders;
        self.free.set(from.free.get());
    }
}

impl PartialEq for Board {
    /// Boards are equal if the same tiles are on the same cells, in whatever order they were placed.
    fn eq(&self, other: &Board) -> bool {
        self.founded == other.founded
            && self.placed.len() == other.placed.len()
            && self.placed.iter().all(|p| other.get(p.cell) == Some(p.tile))
    }
}

impl Eq for Board {}

#[cfg(test)]
mod tests;
