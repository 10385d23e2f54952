//! Which tiles may be removed: the rest must stay reachable on foot (P3), connected (P4), and without holes (P5).

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::{Board, MAX_TILES, Site};
use crate::cell::Cell;
use crate::module;
use crate::refusal::{Reason, Refusal, Rule};
use crate::side::{Direction, Side};

/// A set of a board's tiles, as bits of their indices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Indices([u64; 2]);

const _: () = assert!(MAX_TILES <= 128);

impl Indices {
    #[inline]
    fn insert(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    #[inline]
    fn remove(&mut self, at: usize) {
        self.0[at / 64] &= !(1 << (at % 64));
    }

    #[inline]
    fn has(self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 != 0
    }

    #[inline]
    fn iter(self) -> impl Iterator<Item = usize> {
        let [mut low, mut high] = self.0;
        core::iter::from_fn(move || {
            let (word, first) = if low != 0 { (&mut low, 0) } else { (&mut high, 64) };
            let at = (*word != 0).then(|| first + word.trailing_zeros() as usize)?;
            *word &= *word - 1;
            Some(at)
        })
    }
}

/// A cache of the tiles that may be removed. Whoever looks first fills it, also through a shared board: all who do so at the same time find
/// the same.
#[derive(Debug)]
pub(super) struct Removable {
    tiles: [AtomicU64; 2],
    is_known: AtomicBool,
}

impl Removable {
    #[allow(clippy::declare_interior_mutable_const, reason = "every use is a new cache")]
    pub(super) const UNKNOWN: Removable =
        Removable { tiles: [const { AtomicU64::new(0) }; 2], is_known: AtomicBool::new(false) };

    #[inline]
    pub(super) fn get(&self) -> Option<Indices> {
        let is_known = self.is_known.load(Ordering::Acquire);
        is_known.then(|| Indices([self.tiles[0].load(Ordering::Relaxed), self.tiles[1].load(Ordering::Relaxed)]))
    }

    #[inline]
    pub(super) fn set(&self, tiles: Option<Indices>) {
        let Indices([low, high]) = tiles.unwrap_or_default();
        self.tiles[0].store(low, Ordering::Relaxed);
        self.tiles[1].store(high, Ordering::Relaxed);
        self.is_known.store(tiles.is_some(), Ordering::Release);
    }

    #[inline]
    pub(super) fn forget(&mut self) {
        *self.is_known.get_mut() = false;
    }
}

/// What depends on each tile of a board, found in one pass (articulation points of the paths on foot).
pub(super) struct Dependence {
    /// By tile index: when it was reached on foot; 0 if never.
    reached: [u8; MAX_TILES],
    /// The tiles that are the only access to some part of the board.
    cut: Indices,
    clock: u8,
    /// How often a wall touches a moat (CO4).
    seams: u16,
}

impl Dependence {
    /// Examines a whole board.
    pub(super) fn of(board: &Board) -> Dependence {
        let mut pass = Dependence { reached: [0; MAX_TILES], cut: Indices::default(), clock: 0, seams: 0 };
        pass.walk(board, 0, None);
        if let Some(cell) = board.founded {
            pass.walk(board, board.at(cell) as u8, None);
            let of_granada = (0..board.placed.len()).filter(|at| board.placed[*at].tile.is_granada());
            pass.seams = of_granada.map(|at| board.seams(at)).sum();
        }
        pass
    }

    /// Continues the walk from a tile; returns the earliest tile reachable from it or from anything behind it.
    fn walk(&mut self, board: &Board, at: u8, from: Option<u8>) -> u8 {
        self.clock += 1;
        let now = self.clock;
        self.reached[at as usize] = now;
        let mut low = now;
        let site = board.site(at as usize);
        for d in site.around.holds(board.placed[at as usize].tile.contacts()) {
            let next = site.next[d as usize];
            if Some(next) == from {
                continue;
            }
            let mut found = self.reached[next as usize];
            if found == 0 {
                found = self.walk(board, next, Some(at));
                // The starting tile is never removed, so its entry does not matter.
                if found >= now {
                    self.cut.insert(at as usize);
                }
            }
            low = low.min(found);
        }
        low
    }

    /// Whether the tile on this cell, not a starting tile, may be removed.
    pub(super) fn check(&self, board: &Board, cell: Cell) -> Result<(), Refusal> {
        let at = board.at(cell);
        let tile = board.placed[at].tile;
        let no = |rule, reason| Err(Refusal::new(rule, reason).tile(tile).cell(cell));
        match self.why_not(board, at) {
            None => Ok(()),
            Some(Needed::OnTheWay) => no(Rule::P3, Reason::NotReachable),
            Some(Needed::AgainstAHole) => no(Rule::P5, Reason::Hole),
            Some(Needed::BetweenCities) => no(Rule::P4, Reason::NotConnected),
            Some(Needed::AsAHold(d)) => {
                let held = cell.step(d);
                let rule = board.get(held).and_then(module::hold_rule).expect("whoever is held has a rule for it");
                Err(Refusal::new(rule, Reason::NoHold).tile(tile).cell(held).side(d.opposite()))
            }
        }
    }

    /// Why a tile cannot be removed.
    #[inline]
    fn why_not(&self, board: &Board, at: usize) -> Option<Needed> {
        match () {
            _ if self.cut.has(at) => Some(Needed::OnTheWay),
            // The cell becomes empty and must be connected to the outside.
            _ if board.around[at].is_enclosed() => Some(Needed::AgainstAHole),
            // The two cities must still touch.
            _ => board
                .holds_alone(at)
                .map(Needed::AsAHold)
                .or_else(|| (self.seams > 0 && board.seams(at) == self.seams).then_some(Needed::BetweenCities)),
        }
    }
}

/// What a tile is needed for.
enum Needed {
    /// Others can be reached only through it (P3).
    OnTheWay,
    /// Its cell would be a hole (P5).
    AgainstAHole,
    /// The tile in this direction is anchored only by it.
    AsAHold(Direction),
    /// The two cities touch nowhere else (P4, CO4).
    BetweenCities,
}

impl Board {
    /// The cells whose tile may be removed.
    pub fn removable(&self) -> impl Iterator<Item = Cell> + '_ {
        let free = self.free.get().unwrap_or_else(|| {
            let pass = Dependence::of(self);
            let mut free = Indices::default();
            let movable = (1..self.placed.len()).filter(|at| self.founded != Some(self.placed[*at].cell));
            movable.filter(|at| pass.why_not(self, *at).is_none()).for_each(|at| free.insert(at));
            self.free.set(Some(free));
            free
        });
        free.iter().map(|at| self.placed[at].cell)
    }

    /// Updates for the last tile placed: the results for the others stay valid if it can be reached from only one tile.
    #[inline]
    pub(super) fn note_dependence(&mut self) {
        let Some(mut free) = self.free.get() else { return };
        self.free.forget();
        let here = self.placed.len() - 1;
        let Site { around, next } = self.site(here);
        let mut ways = around.holds(self.placed[here].tile.contacts()).map(|d| next[d as usize] as usize);
        if let (Some(from), None) = (ways.next(), ways.next())
            && self.founded.is_none()
            && !self.has_outsiders
        {
            free.insert(here);
            free.remove(from);
            for at in around.neighbours().map(|d| next[d as usize] as usize).chain([here]) {
                if self.around[at].is_enclosed() {
                    free.remove(at);
                }
            }
            self.free.set(Some(free));
        }
    }

    /// How often wall touches moat around this tile (CO4).
    fn seams(&self, at: usize) -> u16 {
        let (tile, around) = (self.placed[at].tile, self.around[at]);
        let seam = |d: &Direction| {
            matches!((tile.side(*d), around.faces(*d)), (Side::Wall, Some(Side::Moat)) | (Side::Moat, Some(Side::Wall)))
        };
        Direction::ALL.iter().filter(|d| seam(d)).count() as u16
    }

    /// Where a tile that need not be reachable on foot is anchored by this one alone.
    fn holds_alone(&self, at: usize) -> Option<Direction> {
        let Site { around, next } = self.site(at);
        if !around.faces_any(Side::Bastion) {
            return None;
        }
        let leans_here_only = |d: &Direction| {
            around.faces(*d) == Some(Side::Bastion) && {
                let outside = next[*d as usize] as usize;
                self.around[outside].holds(self.placed[outside].tile.contacts()).count() == 1
            }
        };
        Direction::ALL.into_iter().find(leans_here_only)
    }
}
