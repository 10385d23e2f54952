//! Which tiles may be taken off: the rest must still be reached on foot (P3), hang together (P4), have no hole (P5).

use super::{Board, MAX_TILES, index};
use crate::cell::Cell;
use crate::refusal::{Reason, Refusal, Rule};
use crate::side::{Direction, Side};

/// What depends on each tile of a board, found in one pass (articulation points of the ways on foot).
pub struct Removable {
    /// By index into the board's tiles: when it was reached on foot; 0: never.
    reached: [u8; MAX_TILES],
    /// The earliest tile that it, or whatever lies behind it, can step to.
    low: [u8; MAX_TILES],
    /// Whether a part of the board is reached through this tile only.
    cut: [bool; MAX_TILES],
    clock: u8,
    /// How often wall lies against moat (CO4).
    seams: u16,
}

impl Removable {
    /// Looks at a whole board.
    pub fn of(board: &Board) -> Removable {
        let mut pass =
            Removable { reached: [0; MAX_TILES], low: [0; MAX_TILES], cut: [false; MAX_TILES], clock: 0, seams: 0 };
        pass.walk(board, 0, usize::MAX);
        if let Some(cell) = board.founded {
            pass.walk(board, board.slots[index(cell)] as usize - 1, usize::MAX);
            let seam = |at: usize| Direction::ALL.iter().filter(|d| board.seam(at, **d)).count() as u16;
            pass.seams = (0..board.placed.len()).filter(|at| board.placed[*at].tile.is_granada()).map(seam).sum();
        }
        pass
    }

    fn walk(&mut self, board: &Board, at: usize, from: usize) {
        self.clock += 1;
        self.reached[at] = self.clock;
        self.low[at] = self.clock;
        let placed = board.placed[at];
        for d in Direction::ALL {
            let next = match board.slots[index(placed.cell.step(d))] as usize {
                0 => continue,
                slot => slot - 1,
            };
            if next == from || !placed.tile.side(d).is_walked(board.placed[next].tile.side(d.opposite())) {
                continue;
            }
            if self.reached[next] != 0 {
                self.low[at] = self.low[at].min(self.reached[next]);
                continue;
            }
            self.walk(board, next, at);
            self.low[at] = self.low[at].min(self.low[next]);
            // The starting tile is never taken off, so nothing is noted for it.
            self.cut[at] |= from != usize::MAX && self.low[next] >= self.reached[at];
        }
    }

    /// The cells whose tile may be taken off.
    pub fn cells<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Cell> + 'a {
        let movable = |cell: &Cell| board.founded != Some(*cell);
        board
            .placed
            .iter()
            .filter(|p| !p.tile.is_start())
            .map(|p| p.cell)
            .filter(move |c| movable(c) && self.check(board, *c).is_ok())
    }

    /// Whether the tile on this cell, no starting tile, may be taken off.
    pub(super) fn check(&self, board: &Board, cell: Cell) -> Result<(), Refusal> {
        let at = board.slots[index(cell)] as usize - 1;
        let tile = board.placed[at].tile;
        let no = |rule, reason| Err(Refusal::new(rule, reason).tile(tile).cell(cell));
        if self.cut[at] {
            return no(Rule::P3, Reason::NotReachable);
        }
        // P5: the cell becomes empty; it must open to the outside.
        if Direction::ALL.iter().all(|d| board.at(cell.step(*d)).is_some()) {
            return no(Rule::P5, Reason::Hole);
        }
        for d in Direction::ALL {
            if board.leans(at, d) {
                let outside = cell.step(d);
                return Err(Refusal::new(Rule::CA3, Reason::NoHold).tile(tile).cell(outside).side(d.opposite()));
            }
        }
        // P4: the two cities must still touch.
        let seams = Direction::ALL.iter().filter(|d| board.seam(at, **d)).count() as u16;
        if seams > 0 && seams == self.seams {
            return no(Rule::P4, Reason::NotConnected);
        }
        Ok(())
    }
}

impl Board {
    /// Whether wall lies against moat here (CO4).
    fn seam(&self, at: usize, d: Direction) -> bool {
        let placed = self.placed[at];
        let Some(other) = self.at(placed.cell.step(d)) else { return false };
        matches!((placed.tile.side(d), other.side(d.opposite())), (Side::Wall, Side::Moat) | (Side::Moat, Side::Wall))
    }

    /// Whether a tile outside leans on this one in this direction and on no other (CA3).
    fn leans(&self, at: usize, d: Direction) -> bool {
        let cell = self.placed[at].cell.step(d);
        self.at(cell).is_some_and(|outside| {
            let held = |d: &Direction| {
                outside.side(*d) == Side::Bastion
                    && self.at(cell.step(*d)).is_some_and(|t| t.side(d.opposite()) == Side::Wall)
            };
            held(&d.opposite()) && Direction::ALL.iter().filter(|d| held(d)).count() == 1
        })
    }
}
