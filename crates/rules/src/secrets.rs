//! What is hidden (T8): hands, the order of deck and bags, the seed, and which seat is being asked.

use arrayvec::ArrayVec;

use crate::card::{Card, Hand};
use crate::event::Round;
use crate::module;
use crate::rng::Seed;
use crate::seat::{BySeat, Seat};
use crate::tile::Tile;

/// The number of money cards, pair cards and scoring cards.
pub(crate) const MAX_DECK: usize = 116;
/// The number of Alhambra tiles, including those that modules add.
pub(crate) const MAX_BAG: usize = 72;

/// A card of the deck: one for the display, or a scoring card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DeckCard(u8);

impl DeckCard {
    pub(crate) const fn card(card: Card) -> DeckCard {
        DeckCard(card.index())
    }

    pub(crate) const fn scoring(round: Round) -> DeckCard {
        DeckCard(Card::COUNT as u8 + round as u8)
    }

    #[inline]
    pub(crate) const fn get(self) -> Result<Card, Round> {
        if self.0 < Card::COUNT as u8 {
            Ok(Card::nth(self.0))
        } else {
            Err(Round::ALL[(self.0 - Card::COUNT as u8) as usize])
        }
    }
}

/// The hidden half of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Secrets {
    pub seed: Seed,
    pub hands: BySeat<Hand>,
    /// The last card is on top.
    pub deck: ArrayVec<DeckCard, MAX_DECK>,
    pub bag: ArrayVec<Tile, MAX_BAG>,
    pub granada_bag: ArrayVec<Tile, 54>,
    /// The seat that is asked in a window.
    pub asked: Option<Seat>,
    /// How many seats, in the window's order, have been skipped or have answered.
    pub answered: u8,
    pub modules: module::Secrets,
}
