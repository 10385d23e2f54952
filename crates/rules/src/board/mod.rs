//! A player's board: which tile is where, where another may be placed, how long the wall is. Knows sides and cells, but nothing
//! about money or turns.

mod foot;
mod frontier;
mod map;
pub mod plain;
mod wall;

use std::sync::OnceLock;

use arrayvec::ArrayVec;

use crate::cell::Cell;
use crate::kind::ByKind;
use crate::module;
use crate::refusal::{Reason, Refusal, Rule};
use crate::side::{Around, Direction, Side};
use crate::tile::Tile;

use foot::{Dependence, Indices};
use frontier::Rim;
use map::{Map, Spot};

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
    /// For each of `placed`, its neighbours.
    sites: ArrayVec<Site, MAX_TILES>,
    rim: Rim,
    map: Map,
    /// The number of buildings of each kind.
    counts: ByKind<u8>,
    /// The cell of Granada's starting tile in the combined game (CO4).
    founded: Option<Cell>,
    /// Whether there was ever a tile that need not be reachable on foot.
    has_outsiders: bool,
    /// A cache of the tiles that may be removed. Cleared when the board changes.
    free: OnceLock<Indices>,
}

/// The neighbours of a tile.
#[derive(Clone, Copy, Debug)]
struct Site {
    around: Around,
    /// The neighbour in each direction, as an index into the board's tiles; valid only where `around` says that there is one.
    next: [u8; 4],
}

impl Board {
    /// A board with its starting tile.
    pub fn new(start: Tile) -> Board {
        let (placed, sites, rim) = (ArrayVec::new(), ArrayVec::new(), Rim::new());
        let (map, counts, free) = (Map::EMPTY, ByKind::default(), OnceLock::new());
        let mut board = Board { placed, sites, rim, map, counts, founded: None, has_outsiders: false, free };
        board.put(start, Cell::START);
        board
    }

    /// Removes everything except a starting tile.
    pub(crate) fn reset(&mut self, start: Tile) {
        self.placed.clear();
        self.sites.clear();
        self.rim.clear();
        self.map = Map::EMPTY;
        self.counts = ByKind::default();
        self.founded = None;
        self.has_outsiders = false;
        self.free = OnceLock::new();
        self.put(start, Cell::START);
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
        let site = self.sites[at];
        site.around.faces(d).map(|_| site.next[d as usize] as usize)
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
                around.face(d, tile.contacts());
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
        }
        self.put(tile, cell);
    }

    fn put(&mut self, tile: Tile, cell: Cell) {
        let around = self.leave_rim(cell);
        self.make_room(cell);
        // Not in a loop: a constant direction saves half of the work.
        let next = [
            self.meet(tile, cell, Direction::North),
            self.meet(tile, cell, Direction::East),
            self.meet(tile, cell, Direction::South),
            self.meet(tile, cell, Direction::West),
        ];
        self.map.note_tile(cell, self.placed.len());
        self.count(tile, 1);
        self.placed.push(Placed { cell, tile });
        self.sites.push(Site { around, next });
        self.has_outsiders |= module::hold_rule(tile).is_some();
        self.note_dependence();
    }

    /// Updates the neighbours of a new tile. Returns the index of a neighbour.
    #[inline(always)]
    fn meet(&mut self, tile: Tile, cell: Cell, d: Direction) -> u8 {
        let (beside, back) = (cell.step(d), d.opposite());
        match self.spot_along(beside) {
            Spot::Tile(at) => {
                let other = &mut self.sites[at];
                other.next[back as usize] = self.placed.len() as u8;
                other.around.face(back, tile.contacts());
                return at as u8;
            }
            Spot::Rim(at) => self.rim[at].1.face(back, tile.contacts()),
            Spot::Nothing => {
                let mut around = Around::NOTHING;
                around.face(back, tile.contacts());
                self.enter_rim(beside, around);
            }
        }
        0
    }

    /// Removes a tile, without checking: see [`Board::check_remove`].
    pub fn remove(&mut self, cell: Cell) -> Tile {
        let at = self.at(cell);
        self.free = OnceLock::new();
        self.show(at, None);
        let site = self.sites.swap_remove(at);
        let gone = self.placed.swap_remove(at);
        // Another tile may have taken its place in the list.
        if let Some(moved) = self.sites.get(at).copied() {
            for d in moved.around.neighbours() {
                self.sites[moved.next[d as usize] as usize].next[d.opposite() as usize] = at as u8;
            }
            self.map.note_tile(self.placed[at].cell, at);
        }
        self.narrow_rim(cell, site.around);
        self.count(gone.tile, -1);
        gone.tile
    }

    /// Replaces a tile by another and returns it, without checking: see [`Board::check_exchange`].
    pub fn exchange(&mut self, tile: Tile, cell: Cell) -> Tile {
        let at = self.at(cell);
        self.free = OnceLock::new();
        self.has_outsiders |= module::hold_rule(tile).is_some();
        self.show(at, Some(tile));
        self.show_rim(cell, tile);
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

    /// Updates what a tile's neighbours face.
    fn show(&mut self, at: usize, tile: Option<Tile>) {
        let site = self.sites[at];
        for d in site.around.neighbours() {
            let around = &mut self.sites[site.next[d as usize] as usize].around;
            match tile {
                Some(tile) => around.face(d.opposite(), tile.contacts()),
                None => around.clear(d.opposite()),
            }
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
        Board {
            placed: copied(&self.placed),
            sites: copied(&self.sites),
            rim: copied(&self.rim),
            map: self.map.clone(),
            counts: self.counts,
            founded: self.founded,
            has_outsiders: self.has_outsiders,
            free: self.free.clone(),
        }
    }

    fn clone_from(&mut self, from: &Board) {
        copy(&from.placed, &mut self.placed);
        copy(&from.sites, &mut self.sites);
        copy(&from.rim, &mut self.rim);
        self.map = from.map.clone();
        self.counts = from.counts;
        self.founded = from.founded;
        self.has_outsiders = from.has_outsiders;
        self.free = from.free.clone();
    }
}

/// A copy of the list. One block is copied, where a clone would copy element by element.
fn copied<T: Copy, const N: usize>(list: &ArrayVec<T, N>) -> ArrayVec<T, N> {
    let mut copy = ArrayVec::new();
    self::copy(list, &mut copy);
    copy
}

fn copy<T: Copy, const N: usize>(from: &ArrayVec<T, N>, to: &mut ArrayVec<T, N>) {
    to.clear();
    to.try_extend_from_slice(from).expect("both have the same room");
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
