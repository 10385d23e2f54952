//! A player's board: which tile lies where, where another may lie, how long the wall is. Knows sides and cells, nothing
//! of money or turns.

mod foot;
mod frontier;
pub mod plain;
mod wall;

use arrayvec::ArrayVec;

use crate::cell::Cell;
use crate::refusal::{Reason, Refusal, Rule};
use crate::side::{Around, Direction, Side};
use crate::tile::Tile;

use frontier::{Neighbourhood, Rim};

pub use crate::side::Line;
pub use foot::Removable;
pub use frontier::Frontier;
pub use wall::{Segment, Shape};

/// More tiles than any player can ever have: both games' buildings and a starting tile, or one game's with all modules. So
/// no tile lies further from the starting tile than a [`Cell`] can tell.
pub const MAX_TILES: usize = 112;

/// A tile on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Where it lies.
    pub cell: Cell,
    /// The tile.
    pub tile: Tile,
}

/// One player's Alhambra, Granada, or both.
#[derive(Clone, Debug)]
pub struct Board {
    placed: ArrayVec<Placed, MAX_TILES>,
    /// For each of `placed`, how it lies among the others.
    sites: ArrayVec<Site, MAX_TILES>,
    rim: Rim,
    /// Where Granada's starting tile of the combined game lies (CO4).
    founded: Option<Cell>,
}

/// How a tile lies among the others.
#[derive(Clone, Copy, Debug)]
struct Site {
    around: Around,
    /// The neighbour in each direction, as an index into the board's tiles; only where `around` says that there is one.
    next: [u8; 4],
}

impl Board {
    /// A board with its starting tile.
    pub fn new(start: Tile) -> Board {
        let (placed, sites, rim) = (ArrayVec::new(), ArrayVec::new(), Rim::new());
        let mut board = Board { placed, sites, rim, founded: None };
        board.put(start, Cell::START);
        board
    }

    /// A board from any list of tiles, if it is legal (P1–P5 and what modules and games add). In the combined game
    /// `founded` tells where Granada was founded; without it the first Granada tile of the list is taken.
    pub fn from_tiles(tiles: &[(Tile, Cell)], founded: Option<Cell>) -> Result<Board, Refusal> {
        plain::check(tiles, founded)?;
        let mut board = Board::new(tiles.iter().find(|(t, _)| t.is_start()).map_or(Tile::START, |(t, _)| *t));
        let mut rest: Vec<_> = tiles.iter().filter(|(t, _)| !t.is_start()).collect();
        // One after another that touches the board, as if it were built.
        while let Some(at) = rest.iter().position(|(_, cell)| board.rim.iter().any(|(c, _)| c == cell)) {
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

    /// The tile in a cell.
    pub fn get(&self, cell: Cell) -> Option<Tile> {
        self.placed.iter().find(|p| p.cell == cell).map(|p| p.tile)
    }

    /// Where a tile lies.
    pub fn find(&self, tile: Tile) -> Option<Cell> {
        self.placed.iter().find(|p| p.tile == tile).map(|p| p.cell)
    }

    /// Where Granada's starting tile lies in the combined game (CO4).
    pub fn founded(&self) -> Option<Cell> {
        self.founded
    }

    /// The four tiles that meet at the north-west corner of a cell, if there are four.
    pub fn meeting(&self, point: Cell) -> Option<[Tile; 4]> {
        self.placed.iter().position(|p| p.cell == point).and_then(|at| self.meeting_at(at))
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

    /// The index of the tile in a cell, which must hold one.
    fn at(&self, cell: Cell) -> usize {
        self.placed.iter().position(|p| p.cell == cell).expect("there is a tile in this cell")
    }

    /// What lies around a cell.
    fn around(&self, cell: Cell) -> Around {
        let mut around = Around::NOTHING;
        for d in Direction::ALL {
            around.face(d, self.get(cell.step(d)).map(|tile| tile.side(d.opposite())));
        }
        around
    }

    /// Whether this tile would be Granada's starting tile (CO4).
    #[inline]
    fn founds(&self, tile: Tile) -> bool {
        tile.is_granada() && self.founded.is_none() && !self.placed[0].tile.is_granada()
    }

    /// Places a tile. It must be allowed there: see [`Board::check_place`].
    pub fn place(&mut self, tile: Tile, cell: Cell) {
        if self.founds(tile) {
            self.founded = Some(cell);
        }
        self.put(tile, cell);
    }

    fn put(&mut self, tile: Tile, cell: Cell) {
        let mut site = Site { around: self.leave_rim(cell), next: [0; 4] };
        let here = self.placed.len() as u8;
        let mut near = Neighbourhood::EMPTY;
        near.note((0, 0));
        for (at, placed) in self.placed.iter().enumerate() {
            let steps = cell.steps_to(placed.cell);
            near.note(steps);
            if let Some(d) = Direction::of_step(steps) {
                site.next[d as usize] = at as u8;
                self.sites[at].next[d.opposite() as usize] = here;
            }
        }
        self.placed.push(Placed { cell, tile });
        self.sites.push(site);
        self.show(here as usize, Some(tile));
        self.widen_rim(cell, tile, near);
    }

    /// Takes a tile off. It must be allowed to go: see [`Board::check_remove`].
    pub fn remove(&mut self, cell: Cell) -> Tile {
        let at = self.at(cell);
        self.show(at, None);
        let site = self.sites.swap_remove(at);
        let gone = self.placed.swap_remove(at);
        // Another tile may have come into its place in the list.
        if let Some(moved) = self.sites.get(at).copied() {
            for d in moved.around.neighbours() {
                self.sites[moved.next[d as usize] as usize].next[d.opposite() as usize] = at as u8;
            }
        }
        self.narrow_rim(cell, site.around);
        gone.tile
    }

    /// Puts a tile into the place of another, which it hands back: [`Board::check_exchange`] tells whether it may.and returns that. It must be allowed there: see [`Board::check_exchange`].
    pub fn exchange(&mut self, tile: Tile, cell: Cell) -> Tile {
        let at = self.at(cell);
        self.show(at, Some(tile));
        self.show_rim(cell, tile);
        core::mem::replace(&mut self.placed[at].tile, tile)
    }

    /// Tells a tile's neighbours what they face now.
    fn show(&mut self, at: usize, tile: Option<Tile>) {
        let site = self.sites[at];
        for d in site.around.neighbours() {
            self.sites[site.next[d as usize] as usize].around.face(d.opposite(), tile.map(|t| t.side(d)));
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
            return match (tile.is_outside(), self.founds(tile)) {
                (true, _) => no(Rule::CA3, Reason::NoHold),
                (_, true) => no(Rule::CO4, Reason::NoHold),
                _ => no(Rule::P3, Reason::NotReachable),
            };
        }
        if self.would_close(cell) {
            return no(Rule::P5, Reason::Hole);
        }
        Ok(())
    }

    /// May the tile on this cell be exchanged for this one (D1–D3)? The board between does not matter, and what lies
    /// around is the same before and after: so only the new tile's sides decide.
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

    /// May the tile on this cell be taken off (D1, D2, P3–P5)?
    pub fn check_remove(&self, cell: Cell) -> Result<(), Refusal> {
        self.check_movable(cell)?;
        Removable::of(self).check(self, cell)
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

impl PartialEq for Board {
    /// Boards are equal when the same tiles lie in the same cells, in whatever order they came there.
    fn eq(&self, other: &Board) -> bool {
        self.founded == other.founded
            && self.placed.len() == other.placed.len()
            && self.placed.iter().all(|p| other.get(p.cell) == Some(p.tile))
    }
}

impl Eq for Board {}

#[cfg(test)]
mod tests;
