//! Which tiles may be taken off: the rest must still be reached on foot (P3), hang together (P4), have no hole (P5).

use super::{Board, MAX_TILES, Site};
use crate::cell::Cell;
use crate::refusal::{Reason, Refusal, Rule};
use crate::side::{Direction, Side};

/// What depends on each tile of a board, found in one pass (articulation points of the ways on foot).
pub struct Removable {
    /// By index into the board's tiles: when it was reached on foot; 0: never.
    reached: [u8; MAX_TILES],
    /// Whether a part of the board is reached through this tile only.
    cut: [bool; MAX_TILES],
    clock: u8,
    /// How often wall lies against moat (CO4).
    seams: u16,
}

impl Removable {
    /// Looks at a whole board.
    pub fn of(board: &Board) -> Removable {
        let mut pass = Removable { reached: [0; MAX_TILES], cut: [false; MAX_TILES], clock: 0, seams: 0 };
        pass.walk(board, 0, None);
        if let Some(cell) = board.founded {
            pass.walk(board, board.at(cell) as u8, None);
            let of_granada = (0..board.placed.len()).filter(|at| board.placed[*at].tile.is_granada());
            pass.seams = of_granada.map(|at| board.seams(at)).sum();
        }
        pass
    }

    /// Walks on from a tile; tells the earliest tile that it, or whatever lies behind it, can step to.
    fn walk(&mut self, board: &Board, at: u8, from: Option<u8>) -> u8 {
        self.clock += 1;
        let now = self.clock;
        self.reached[at as usize] = now;
        let mut low = now;
        let site = board.sites[at as usize];
        for d in site.around.holds(board.placed[at as usize].tile.contacts()) {
            let next = site.next[d as usize];
            if Some(next) == from {
                continue;
            }
            let mut found = self.reached[next as usize];
            if found == 0 {
                found = self.walk(board, next, Some(at));
                // The starting tile is never taken off: what is noted for it does not matter.
                self.cut[at as usize] |= found >= now;
            }
            low = low.min(found);
        }
        low
    }

    /// The cells whose tile may be taken off.
    pub fn cells<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Cell> + 'a {
        let movable = (1..board.placed.len()).filter(|at| board.founded != Some(board.placed[*at].cell));
        movable.filter(|at| self.why_not(board, *at).is_none()).map(|at| board.placed[at].cell)
    }

    /// Whether the tile on this cell, no starting tile, may be taken off.
    pub(super) fn check(&self, board: &Board, cell: Cell) -> Result<(), Refusal> {
        let at = board.at(cell);
        let tile = board.placed[at].tile;
        match self.why_not(board, at) {
            None => Ok(()),
            Some(Rule::CA3) => {
                let d = board.leaning(at).unwrap_or(Direction::North);
                Err(Refusal::new(Rule::CA3, Reason::NoHold).tile(tile).cell(cell.step(d)).side(d.opposite()))
            }
            Some(rule) => {
                let reason = match rule {
                    Rule::P3 => Reason::NotReachable,
                    Rule::P5 => Reason::Hole,
                    _ => Reason::NotConnected,
                };
                Err(Refusal::new(rule, reason).tile(tile).cell(cell))
            }
        }
    }

    /// The rule that keeps a tile where it is.
    #[inline]
    fn why_not(&self, board: &Board, at: usize) -> Option<Rule> {
        match () {
            _ if self.cut[at] => Some(Rule::P3),
            // The cell becomes empty; it must open to the outside.
            _ if board.sites[at].around.is_enclosed() => Some(Rule::P5),
            _ if board.leaning(at).is_some() => Some(Rule::CA3),
            // The two cities must still touch.
            _ if self.seams > 0 && board.seams(at) == self.seams => Some(Rule::P4),
            _ => None,
        }
    }
}

impl Board {
    /// How often wall lies against moat around this tile (CO4).
    fn seams(&self, at: usize) -> u16 {
        let (tile, around) = (self.placed[at].tile, self.sites[at].around);
        let seam = |d: &Direction| {
            matches!((tile.side(*d), around.faces(*d)), (Side::Wall, Some(Side::Moat)) | (Side::Moat, Some(Side::Wall)))
        };
        Direction::ALL.iter().filter(|d| seam(d)).count() as u16
    }

    /// Where a tile outside leans on this one and on no other (CA3).
    fn leaning(&self, at: usize) -> Option<Direction> {
        let Site { around, next } = self.sites[at];
        if !around.faces_any(Side::Bastion) {
            return None;
        }
        let leans_here_only = |d: &Direction| {
            around.faces(*d) == Some(Side::Bastion) && {
                let outside = next[*d as usize] as usize;
                self.sites[outside].around.holds(self.placed[outside].tile.contacts()).count() == 1
            }
        };
        Direction::ALL.into_iter().find(leans_here_only)
    }
}
