//! The bureau de change: six cards that let two currencies pay together (BC1–BC4). Cards that show a pair of currencies are
//! cards like any other in hands and payments; what is special is how they come into the deck.

use crate::card::Card;
use crate::deal::{Pile, shuffle_in};
use crate::rng::{Dice, Seed, Stream};
use crate::secrets::DeckCard;
use crate::setup::Module;

/// The piles that get two of them each: the second, third and fourth.
pub(super) const PILES: core::ops::Range<usize> = 1..4;

pub(super) fn cards() -> impl Iterator<Item = Card> {
    (0..6).map(Card::of_pair)
}

/// BC1
pub(super) fn stack(seed: &Seed, piles: &mut [Pile; 5]) {
    let mut dice = Dice::new(seed, Stream::Module(Module::Bureau));
    let mut cards: [Card; 6] = core::array::from_fn(|i| Card::of_pair(i as u8));
    dice.shuffle(&mut cards);
    for (pile, cards) in piles[PILES].iter_mut().zip(cards.chunks(2)) {
        cards.iter().for_each(|card| shuffle_in(pile, DeckCard::card(*card), &mut dice));
    }
}
