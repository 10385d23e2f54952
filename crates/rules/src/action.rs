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
        /// The cards for it.
        payment: Payment,
    },
    /// Places a tile that waits beside the board (T4), or that was handed out (E3).
    Place {
        /// The tile, with the face that is to be up.
        tile: Tile,
        /// Where.
        cell: Cell,
        /// What is paid for turning it over (GR3).
        flip: Option<Payment>,
    },
    /// Puts a waiting tile onto the reserve, with this face up (T4, GR3).
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
    /// Redesign: takes a tile off the board (D1).
    Remove(Cell),
    /// Redesign: exchanges a tile of the board for one of the reserve (D1).
    Exchange {
        /// The tile of the reserve.
        tile: Tile,
        /// Where the other one lies.
        cell: Cell,
    },
    /// The turn, or the placing of tiles, is over (T6).
    End,
    /// What a module adds.
    Module(ModuleAction),
}

/// One to four cards of the display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pick([u8; 4]);

const NOTHING: u8 = u8::MAX;

impl Pick {
    /// One card.
    pub const fn one(card: Card) -> Pick {
        Pick([card.0, NOTHING, NOTHING, NOTHING])
    }

    /// Several cards; more than four are no pick.
    pub fn new(cards: &[Card]) -> Option<Pick> {
        let mut pick = [NOTHING; 4];
        pick.get_mut(..cards.len())?.iter_mut().zip(cards).for_each(|(p, c)| *p = c.0);
        // One order for the same cards, so that equal picks are equal.
        pick.sort_unstable();
        Some(Pick(pick))
    }

    /// The cards.
    #[inline]
    pub fn cards(self) -> impl Iterator<Item = Card> + Clone {
        self.0.into_iter().filter(|c| *c != NOTHING).map(Card)
    }
}
