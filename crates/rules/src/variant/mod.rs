//! What differs between the games. The table below has the simple choices; the rest is in the file of each variant:
//! `granada` (GR1–GR7), `combined` (CO1–CO7), `dirk` (N1–N5), the two-player game. That the two cities meet only wall against
//! moat (GR1, CO4) follows from the table of sides.

pub(crate) mod combined;
#[cfg(test)]
mod combined_tests;
pub(crate) mod dirk;
pub(crate) mod granada;
#[cfg(test)]
mod granada_tests;

use crate::board::{Board, Line};
use crate::kind::Kind;
use crate::module;
use crate::rule::scoring::Score;
use crate::setup::{GameKind, Setup};
use crate::tile::Tile;

/// The variant of a game.
struct Variant {
    /// The starting tile of each board (C3, GR1).
    start: Tile,
    /// Whether Alhambra's buildings are in the game.
    alhambra: bool,
    /// Whether Granada's tiles are in the game.
    granada: bool,
    /// The piles that the scoring cards are shuffled into, counted from 0 (S5); `None`: set aside until the deck is reshuffled (CO2).
    scoring_piles: [Option<u8>; 2],
    /// Whether the last tiles are handed out one by one, each placed before the next (GR4), instead of all at once (E3).
    hands_out_one_by_one: bool,
}

const ALHAMBRA: Variant = Variant {
    start: Tile::START,
    alhambra: true,
    granada: false,
    scoring_piles: [Some(1), Some(3)],
    hands_out_one_by_one: false,
};

const GRANADA: Variant = Variant {
    start: Tile::GRANADA_START,
    alhambra: false,
    granada: true,
    scoring_piles: [Some(1), Some(3)],
    hands_out_one_by_one: true,
};

const COMBINED: Variant = Variant {
    start: Tile::START,
    alhambra: true,
    granada: true,
    scoring_piles: [Some(2), None],
    hands_out_one_by_one: true,
};

impl GameKind {
    #[inline]
    const fn variant(self) -> &'static Variant {
        match self {
            GameKind::Alhambra => &ALHAMBRA,
            GameKind::Granada => &GRANADA,
            GameKind::Combined => &COMBINED,
        }
    }

    /// The starting tile of each board (C3, GR1).
    pub const fn start(self) -> Tile {
        self.variant().start
    }

    /// Whether buildings of a kind are in the game (C1, GR1, CO1).
    pub const fn has_kind(self, kind: Kind) -> bool {
        if kind.is_granada() { self.variant().granada } else { self.variant().alhambra }
    }

    /// Whether Granada's tiles are in the game, and with them the marker (GR2).
    pub(crate) const fn has_granada(self) -> bool {
        self.variant().granada
    }

    pub(crate) const fn scoring_piles(self) -> [Option<u8>; 2] {
        self.variant().scoring_piles
    }

    #[inline]
    pub(crate) const fn hands_out_one_by_one(self) -> bool {
        self.variant().hands_out_one_by_one
    }

    /// The points for a board's walls and moats: Alhambra's walls (W2), Granada's moats (GR5), or both and the stretch (CO5).
    #[inline]
    pub(crate) fn score_lines(self, board: &Board) -> Score {
        let Variant { alhambra, granada, .. } = *self.variant();
        let pays = |line, counts: bool| if counts { board.longest(line) } else { 0 };
        Score {
            walls: pays(Line::Walls, alhambra),
            moats: pays(Line::Moats, granada),
            stretch: combined::STRETCH_PAYS * pays(Line::Stretch, alhambra && granada),
            ..Score::default()
        }
    }
}

/// The tiles of the bag: Alhambra's, including those of modules, or Granada's (C1, GR1).
pub(crate) fn bag(setup: &Setup) -> impl Iterator<Item = Tile> + use<> {
    let alhambra = setup.game.variant().alhambra;
    let with_modules = alhambra.then(|| Tile::buildings().chain(module::tiles(setup)));
    let granada = (!alhambra).then(Tile::granada_tiles);
    with_modules.into_iter().flatten().chain(granada.into_iter().flatten())
}
