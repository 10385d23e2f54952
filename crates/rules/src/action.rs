//! What a seat can do.

use crate::card::{Card, Payment};
use crate::cell::Cell;
use crate::module::ModuleAction;
use crate::tile::Tile;

/// An action of a seat. Its text form is in [`crate::notation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Takes money from the display (M1).
    Take(Pick),
    /// Buys a tile (B1).
    Buy {
        /// The tile.
        tile: Tile,
        /// The cards paid for it.
        payment: Payment,
    },
    /// Places a waiting tile (T4), or one that was handed out (E3).
    Place {
        /// The tile, with the face that will be up.
        tile: Tile,
        /// Where.
        cell: Cell,
        /// The payment for flipping it (GR3).
        flip: Option<Payment>,
    },
    /// Puts a waiting tile on the reserve, with this face up (T4, GR3).
    Reserve(Tile),
    /// Gives a waiting tile to Dirk (N4).
    Dirk(Tile),
    /// Redesign: places a tile from the reserve (D1).
    Build {
        /// The tile.
        tile: Tile,
        /// Where.
        cell: Cell,
    },
    /// Redesign: moves a tile from the board to the reserve (D1).
    Remove(Cell),
    /// Redesign: exchanges a tile on the board for one on the reserve (D1).
    Exchange {
        /// The tile on the reserve.
        tile: Tile,
        /// The cell of the other tile.
        cell: Cell,
    },
    /// Ends the turn, or the placing of tiles (T6).
    End,
    /// Takes no more steps of a module's action that has several.
    Done,
    /// Passes in a window (T5).
    Pass,
    /// An action added by a module.
    Module(ModuleAction),
}

impl Action {
    /// Whether this action, and everything before it, can no longer be undone (T6): it reveals something, or answers a window.
    pub fn is_final(self) -> bool {
        matches!(self, Action::End | Action::Pass)
    }

    /// Whether it may be taken at any time, and therefore stays when the steps around it are undone (T6).
    pub fn is_free(self) -> bool {
        matches!(self, Action::Module(action) if action.is_free())
    }
}

/// One to four cards from the display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pick([u8; 4]);

const NOTHING: u8 = u8::MAX;

impl Pick {
    /// One card.
    pub const fn one(card: Card) -> Pick {
        Pick([card.index(), NOTHING, NOTHING, NOTHING])
    }

    /// Several cards; `None` if there are none, or more than four.
    pub fn new(cards: &[Card]) -> Option<Pick> {
        let mut pick = [NOTHING; 4];
        pick.get_mut(..cards.len())?.iter_mut().zip(cards).for_each(|(p, c)| *p = c.index());
        // Sorted, so that picks of the same cards are equal.
        pick.sort_unstable();
        Some(Pick(pick))
    }

    /// The cards.
    #[inline]
    pub fn cards(self) -> impl Iterator<Item = Card> + Clone {
        // Empty slots come last.
        self.0.into_iter().take_while(|c| *c != NOTHING).map(Card::nth)
    }
}
