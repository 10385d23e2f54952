//! Granada: double-sided tiles, moats instead of walls, and different points for its kinds (GR1–GR7).

use crate::card::{Hand, Payment};
use crate::currency::Currency;
use crate::kind::Kind;
use crate::refusal::{Chapter, Rule, rules};
use crate::rule::buy::{self, Offer};
use crate::rule::scoring::Holding;
use crate::table::Table;
use crate::tile::Tile;

rules! { Chapter::Granada; GR1 GR2 GR3 GR4 GR5 GR6 GR7 }

/// The cost of flipping a tile, in one currency (GR3).
pub(crate) const FLIP_PRICE: u8 = 3;

impl Hand {
    /// Every payment for flipping a tile from which no card can be left out (GR3, B4).
    pub fn flip_payments(&self, mut f: impl FnMut(Payment)) {
        for currency in Currency::ALL {
            let offer = Offer { tile: Tile::GRANADA_START, currency, price: FLIP_PRICE, exact: None };
            buy::payments(self, offer, false, |payment| {
                // In one currency only.
                if payment.by_pair().is_none() {
                    f(payment);
                }
            });
        }
    }
}

/// A tile with the face that the marker shows (GR2); Alhambra's tiles have only one.
#[inline]
pub(crate) fn face_up(table: &Table, tile: Tile) -> Tile {
    tile.other_face().filter(|_| table.market.odd).unwrap_or(tile)
}

/// What breaks a tie between players with equally many buildings of a kind: in Granada the highest price (GR5), in Alhambra nothing (W4).
#[inline]
pub(crate) fn tie_break(holding: &Holding, kind: Kind) -> u8 {
    if kind.is_granada() { holding.dearest[kind] } else { 0 }
}

/// The points for a place in one of Granada's kinds with `all` buildings: 3, 2 or 1 times their number (GR5), or the same for
/// each kind with simplified scoring (GR6). `step` counts the places of round 3.
#[inline]
pub(crate) const fn place_pays(step: usize, all: u16, simplified: bool) -> u16 {
    if simplified { [18, 10, 3][step] } else { [3, 2, 1][step] * all }
}
