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

use frontier::Rim;

pub use foot::Removable;
pub use frontier::Frontier;
pub use wall::{Line, Segment};

/// More tiles than any player can ever have: both games' buildings and a starting tile, or one game's with all modules.
pub const MAX_TILES: usize = 112;

/// Cells wrap around at this width, so that a board may grow in any direction from its starting tile.
const SIZE: i16 = 64;
/// The widest board: one column must stay free, or east would touch west. Alhambra's tiles and Granada's cannot reach it.
const MAX_SPAN: i16 = SIZE - 2;

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
    /// For each cell, index + 1 into `placed`; 0: empty.
    slots: [u8; (SIZE * SIZE) as usize],
    placed: ArrayVec<Placed, MAX_TILES>,
    /// For each of `placed`, what lies around it.
    around: ArrayVec<Around, MAX_TILES>,
    rim: Rim,
    /// Where Granada's starting tile of the combined game lies (CO4).
    founded: Option<Cell>,
}

#[inline]
const fn index(cell: Cell) -> usize {
    const MASK: usize = SIZE as usize - 1;
    ((cell.y as usize & MASK) * SIZE as usize) | (cell.x as usize & MASK)
}

impl Board {
    /// A board with its starting tile.
    pub fn new(start: Tile) -> Board {
        let mut board = Board {
            slots: [0; (SIZE * SIZE) as usize],
            placed: ArrayVec::new(),
            around: ArrayVec::new(),
            rim: Rim::new(),
            founded: None,
        };
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
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<Tile> {
        match self.slots[index(cell)] {
            0 => None,
            slot => Some(self.placed[slot as usize - 1].tile),
        }
        .filter(|_| self.in_reach(cell))
    }

    /// Where a tile lies.
    pub fn find(&self, tile: Tile) -> Option<Cell> {
        self.placed.iter().find(|p| p.tile == tile).map(|p| p.cell)
    }

    /// Where Granada's starting tile lies in the combined game (CO4).
    pub fn founded(&self) -> Option<Cell> {
        self.founded
    }

    /// The cells are stored modulo [`SIZE`]: a cell far away is not the one it wraps to.
    #[inline]
    fn in_reach(&self, cell: Cell) -> bool {
        cell.x.unsigned_abs() < SIZE as u8 / 2 && cell.y.unsigned_abs() < SIZE as u8 / 2 || {
            let slot = self.slots[index(cell)];
            slot == 0 || self.placed[slot as usize - 1].cell == cell
        }
    }

    /// The slot at an index, for the inner loops: 0 is empty.
    #[inline]
    fn at(&self, cell: Cell) -> Option<Tile> {
        match self.slots[index(cell)] {
            0 => None,
            slot => Some(self.placed[slot as usize - 1].tile),
        }
    }

    /// What lies around a cell.
    fn around(&self, cell: Cell) -> Around {
        let mut around = Around::NOTHING;
        for d in Direction::ALL {
            around.face(d, self.at(cell.step(d)).map(|tile| tile.side(d.opposite())));
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
        let around = self.leave_rim(cell);
        self.placed.push(Placed { cell, tile });
        self.around.push(around);
        self.slots[index(cell)] = self.placed.len() as u8;
        self.show(cell, Some(tile));
    }

    /// Takes a tile off. It must be allowed to go: see [`Board::check_remove`].
    pub fn remove(&mut self, cell: Cell) -> Tile {
        let slot = self.slots[index(cell)] as usize - 1;
        self.slots[index(cell)] = 0;
        let gone = self.placed.swap_remove(slot);
        let around = self.around.swap_remove(slot);
        if let Some(moved) = self.placed.get(slot) {
            self.slots[index(moved.cell)] = slot as u8 + 1;
        }
        self.rim.push((cell, around));
        self.show(cell, None);
        gone.tile
    }

    /// Puts a tile into the place of another and returns that. It must be allowed there: see [`Board::check_exchange`].
    pub fn exchange(&mut self, tile: Tile, cell: Cell) -> Tile {
        let slot = self.slots[index(cell)] as usize - 1;
        self.show(cell, Some(tile));
        core::mem::replace(&mut self.placed[slot].tile, tile)
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
        if !self.in_span(cell) {
            return no(Rule::P4, Reason::TooWide);
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
        let other = self.at(cell.step(d)).map_or(Side::Open, |t| t.side(d.opposite()));
        Refusal::new(plain::contact_rule(tile.side(d), other), Reason::SidesClash).tile(tile).cell(cell).side(d)
    }

    /// Whether the board stays narrow enough with a tile here.
    fn in_span(&self, cell: Cell) -> bool {
        let span = |along: fn(&Cell) -> i8| {
            let (mut low, mut high) = (along(&cell) as i16, along(&cell) as i16);
            for placed in &self.placed {
                low = low.min(along(&placed.cell) as i16);
                high = high.max(along(&placed.cell) as i16);
            }
            // Cells are written with i8: their neighbours must be, too.
            high - low < MAX_SPAN && low > i8::MIN as i16 && high < i8::MAX as i16
        };
        span(|c| c.x) && span(|c| c.y)
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
