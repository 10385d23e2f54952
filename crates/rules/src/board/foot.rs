//! Which tiles may be taken off: the rest must still be reached on foot (P3), hang together (P4), have no hole (P5).

use super::{Board, MAX_TILES, Placed, index};
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
            let of_granada = (0..board.placed.len()).filter(|at| board.placed[*at].tile.is_granada());
            pass.seams = of_granada.map(|at| board.seams(at)).sum();
        }
        pass
    }

    fn walk(&mut self, board: &Board, at: usize, from: usize) {
        self.clock += 1;
        self.reached[at] = self.clock;
        self.low[at] = self.clock;
        let Placed { cell, tile } = board.placed[at];
        for d in board.around[at].holds(tile.contacts()) {
            let next = board.slots[index(cell.step(d))] as usize - 1;
            if next == from {
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
        if board.around[at].is_enclosed() {
            return no(Rule::P5, Reason::Hole);
        }
        if let Some(d) = board.leaning(at) {
            let outside = cell.step(d);
            return Err(Refusal::new(Rule::CA3, Reason::NoHold).tile(tile).cell(outside).side(d.opposite()));
        }
        // P4: the two cities must still touch.
        if self.seams > 0 && board.seams(at) == self.seams {
            return no(Rule::P4, Reason::NotConnected);
        }
        Ok(())
    }
}

impl Board {
    /// How often wall lies against moat around this tile (CO4).
    fn seams(&self, at: usize) -> u16 {
        let (tile, around) = (self.placed[at].tile, self.around[at]);
        let seam = |d: &Direction| {
            matches!((tile.side(*d), around.faces(*d)), (Side::Wall, Some(Side::Moat)) | (Side::Moat, Some(Side::Wall)))
        };
        Direction::ALL.iter().filter(|d| seam(d)).count() as u16
    }

    /// Where a tile outside leans on this one and on no other (CA3).
    fn leaning(&self, at: usize) -> Option<Direction> {
        if !self.around[at].faces_any(Side::Bastion) {
            return None;
        }
        let leans_here_only = |d: &Direction| {
            self.around[at].faces(*d) == Some(Side::Bastion) && {
                let outside = self.slots[index(self.placed[at].cell.step(*d))] as usize - 1;
                self.around[outside].holds(self.placed[outside].tile.contacts()).count() == 1
            }
        };
        Direction::ALL.into_iter().find(leans_here_only)
    }
}
