//! Cards of one currency, and the sums that can be made with them.

use core::fmt;
use core::ops::Index;

use crate::currency::{ByCurrency, Currency};

mod sums;

pub(crate) use sums::Sums;
use sums::{BySpace, up_to};

/// The sum of the values whose bits are set.
const SUMS: [u8; 512] = {
    let mut sums = [0; 512];
    let mut bits: usize = 1;
    while bits < 512 {
        let low = bits & bits.wrapping_neg();
        sums[bits] = sums[bits ^ low] + low.trailing_zeros() as u8 + 1;
        bits += 1;
    }
    sums
};

/// The sums up to 15 that can be made with the values whose bits are set: bit n for n.
const PRICES: [u16; 512] = {
    let mut prices = [1; 512];
    let mut bits: usize = 1;
    while bits < 512 {
        let low = bits & bits.wrapping_neg();
        let without = prices[bits ^ low];
        prices[bits] = without | without << (low.trailing_zeros() + 1);
        bits += 1;
    }
    prices
};

/// By set of values, with one card each, and by price up to 15: the result of [`Purse::first_payment`]; none if the cards are not enough.
const FIRST_PAYMENTS: [[u16; 16]; 512] = {
    let mut payments = [[0; 16]; 512];
    let mut exact = [[0; 16]; 512];
    let mut values: usize = 1;
    while values < 512 {
        let highest = values.ilog2() as usize;
        let (card, rest) = (1 << highest, values ^ 1 << highest);
        let mut sum = 1;
        while sum < 16 {
            let left = sum as i32 - highest as i32 - 1;
            let with_highest = if left > 0 { exact[rest][left as usize] } else { 0 };
            exact[values][sum] = match left {
                0 => card,
                _ if with_highest != 0 => card | with_highest,
                _ => exact[rest][sum],
            };
            // The highest ones, as many as it takes.
            let more = if left > 0 { highest_first(rest, left) } else { 0 };
            payments[values][sum] = match exact[values][sum] {
                0 if left <= 0 => card,
                0 if more != 0 => card | more,
                exact => exact,
            };
            sum += 1;
        }
        values += 1;
    }
    payments
};

/// The highest of these values until a sum is reached; none if they are not enough.
const fn highest_first(mut values: usize, mut due: i32) -> u16 {
    let mut chosen = 0;
    while due > 0 && values != 0 {
        let highest = values.ilog2();
        chosen |= 1 << highest;
        values ^= 1 << highest;
        due -= highest as i32 + 1;
    }
    if due > 0 { 0 } else { chosen }
}

/// Cards of one currency: the number of each value, 0 to 3, as two bit planes.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Purse {
    ones: u16,
    twos: u16,
}

impl Purse {
    /// No card.
    pub const EMPTY: Purse = Purse { ones: 0, twos: 0 };

    /// One card.
    pub const fn card(value: u8) -> Purse {
        Purse { ones: 1 << (value - 1), twos: 0 }
    }

    /// Up to three cards of a value.
    const fn copies(value: u8, copies: u8) -> Purse {
        let at = value - 1;
        Purse { ones: (copies as u16 & 1) << at, twos: (copies as u16 >> 1) << at }
    }

    /// The number of cards of a value.
    #[inline]
    pub const fn count(self, value: u8) -> u8 {
        let at = value - 1;
        (self.ones >> at & 1) as u8 + 2 * (self.twos >> at & 1) as u8
    }

    /// The values of which there is at least one card, as bits (bit 0: value 1).
    #[inline]
    pub(crate) const fn values(self) -> u16 {
        self.ones | self.twos
    }

    /// The number of cards.
    pub const fn len(self) -> u32 {
        self.ones.count_ones() + 2 * self.twos.count_ones()
    }

    /// Whether there are no cards.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.ones | self.twos == 0
    }

    /// The sum of the values.
    #[inline]
    pub const fn total(self) -> u32 {
        SUMS[self.ones as usize & 511] as u32 + 2 * SUMS[self.twos as usize & 511] as u32
    }

    /// The sums that can be made with some of the cards plus one of `sums`: bit n for n, up to 63.
    #[inline]
    pub const fn sums(self, mut sums: u64) -> u64 {
        let (mut ones, mut twos) = (self.ones, self.twos);
        while ones != 0 {
            sums |= sums << (ones.trailing_zeros() + 1);
            ones &= ones - 1;
        }
        while twos != 0 {
            let value = twos.trailing_zeros() + 1;
            sums |= sums << value;
            sums |= sums << value;
            twos &= twos - 1;
        }
        sums
    }

    /// The sums up to 15 that can be made with some of the cards, bit n for n; bit 0 is set.
    #[inline]
    const fn prices(self) -> u16 {
        let (mut sums, mut twos) = (PRICES[self.ones as usize & 511] as u32, self.twos as u32);
        // Usually at most one value has duplicates, which needs no unpredictable branch. Sums above 15 are cut off.
        loop {
            let value = (twos | 1 << 15).trailing_zeros() + 1;
            sums |= sums << value;
            sums |= sums << value;
            twos &= twos.wrapping_sub(1);
            if twos == 0 {
                return sums as u16;
            }
        }
    }

    /// Only the cards up to this value.
    #[inline]
    pub(crate) const fn up_to(self, value: u8) -> Purse {
        let lower = (1 << value) - 1;
        Purse { ones: self.ones & lower, twos: self.twos & lower }
    }

    /// The values that are present, as bits: those that reach a sum, and those below it.
    #[inline]
    pub(crate) const fn values_from(self, sum: u8) -> (u16, u16) {
        let lower = (1 << (sum - 1)) - 1;
        (self.values() & !lower, self.values() & lower)
    }

    /// The first payment of a price up to 15: exact if possible, see [`Purse::exactly`]; otherwise with the highest cards first. In total the
    /// cards must be worth the price.
    #[inline]
    pub(crate) fn first_payment(self, price: u8) -> Purse {
        if self.twos == 0 {
            return Purse { ones: FIRST_PAYMENTS[self.ones as usize & 511][price as usize & 15], twos: 0 };
        }
        self.first_with_duplicates(price)
    }

    #[inline(never)]
    fn first_with_duplicates(self, price: u8) -> Purse {
        self.exactly(price).unwrap_or_else(|| self.highest(price))
    }

    /// The cards that reach a price when the highest are paid first; in total they must be worth it.
    fn highest(self, price: u8) -> Purse {
        let (mut due, mut chosen) = (price as i32, Purse::EMPTY);
        let mut left = self;
        while due > 0 {
            let value = 16 - left.values().leading_zeros() as u8;
            let card = Purse::card(value);
            (left, chosen) = (left.minus(card), chosen.plus(card));
            due -= value as i32;
        }
        chosen
    }

    /// The cards that make exactly a sum, up to 15, preferring the highest card, then the next highest; `None` if impossible.
    fn exactly(self, sum: u8) -> Option<Purse> {
        if self.prices() >> sum & 1 == 0 {
            return None;
        }
        let (mut due, mut chosen, mut values) = (sum, Purse::EMPTY, self.values());
        while due > 0 {
            let value = 16 - values.leading_zeros() as u8;
            values &= !(1 << (value - 1));
            // As many of it as leave a sum that lower cards can make.
            let lower = self.up_to(value - 1).prices();
            let mut copies = self.count(value);
            while copies * value > due || lower >> (due - copies * value) & 1 == 0 {
                copies -= 1;
            }
            chosen = chosen.plus(Purse::copies(value, copies));
            due -= copies * value;
        }
        Some(chosen)
    }

    /// Whether it contains all cards of `other`.
    #[inline]
    pub const fn contains(self, other: Purse) -> bool {
        let more = self.twos & !other.twos;
        let level = !(self.twos ^ other.twos) & (self.ones | !other.ones);
        (more | level) & 511 == 511
    }

    /// The union of both. There are never more than three of a card.
    #[inline]
    pub const fn plus(self, other: Purse) -> Purse {
        let carry = self.ones & other.ones;
        Purse { ones: self.ones ^ other.ones, twos: self.twos | other.twos | carry }
    }

    /// Without the cards of `other`, which must be in it.
    #[inline]
    pub const fn minus(self, other: Purse) -> Purse {
        let borrow = !self.ones & other.ones;
        Purse { ones: self.ones ^ other.ones, twos: self.twos ^ other.twos ^ borrow }
    }

    /// The values of all cards, high to low, with duplicates.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (1..=9).rev().flat_map(move |v| core::iter::repeat_n(v, self.count(v) as usize))
    }
}

impl fmt::Debug for Purse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl FromIterator<u8> for Purse {
    fn from_iter<I: IntoIterator<Item = u8>>(values: I) -> Purse {
        values.into_iter().fold(Purse::EMPTY, |p, v| p.plus(Purse::card(v)))
    }
}

/// Money by currency, with its total value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Money {
    purses: ByCurrency<Purse>,
    totals: ByCurrency<u8>,
    /// The sums that can be made with some of the cards, except for 0: up to 15. No price is higher.
    sums: BySpace,
    /// The sums that the total is worth, except for 0: all of them up to the total.
    within: BySpace,
}

impl Money {
    /// The value of the cards of a currency.
    #[inline]
    pub fn total_of(&self, currency: Currency) -> u32 {
        self.totals[currency] as u32
    }

    /// Whether cards of a currency can make exactly a sum, 1 to 15.
    #[inline]
    pub fn makes(&self, currency: Currency, sum: u8) -> bool {
        self.sums[currency] >> sum & 1 != 0
    }

    /// The sums that cards of one currency make exactly.
    #[inline]
    pub(crate) fn exact(&self) -> Sums {
        self.sums.all()
    }

    /// The sums that the cards of one currency are worth.
    #[inline]
    pub(crate) fn within(&self) -> Sums {
        self.within.all()
    }

    /// Whether cards of two currencies together can make exactly a sum, 1 to 15.
    #[inline]
    pub(crate) fn make_together(&self, [a, b]: [Currency; 2], sum: u8) -> bool {
        let [a, b] = [self.sums[a] | 1, self.sums[b] | 1];
        // Bit n of the reversed sums stands for what the other currency has to add to n.
        a & b.reverse_bits() >> (15 - sum) != 0
    }

    /// Whether cards of two currencies together can make exactly one of the sums given for these two.
    #[inline]
    pub(crate) fn make_any_together(&self, [a, b]: [Currency; 2], sums: Sums) -> bool {
        let mut wanted = sums.of(a) | sums.of(b);
        let [a, b] = [self.sums[a] | 1, self.sums[b] | 1];
        let to_be_added = b.reverse_bits();
        let mut found = 0;
        // There are at most two, or four in the combined game.
        while wanted != 0 {
            found |= a & to_be_added >> (15 - wanted.trailing_zeros());
            wanted &= wanted - 1;
        }
        found != 0
    }

    /// The total value.
    pub fn total(&self) -> u32 {
        self.totals.0.iter().map(|t| *t as u32).sum()
    }

    pub(crate) fn len(&self) -> u32 {
        self.purses.0.iter().map(|p| p.len()).sum()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.totals.0 == [0; 4]
    }

    #[inline]
    pub(crate) fn add(&mut self, currency: Currency, value: u8) {
        self.purses[currency] = self.purses[currency].plus(Purse::card(value));
        self.totals[currency] += value;
        let sums = self.sums[currency];
        // Alone it makes its own value.
        self.sums[currency] = sums | (sums | 1) << value;
        self.within[currency] = up_to(self.totals[currency]);
    }

    #[inline]
    pub(crate) fn remove(&mut self, currency: Currency, cards: Purse) {
        let purse = self.purses[currency].minus(cards);
        self.purses[currency] = purse;
        self.totals[currency] = purse.total() as u8;
        self.sums[currency] = purse.prices() & !1;
        self.within[currency] = up_to(self.totals[currency]);
    }
}

impl Index<Currency> for Money {
    type Output = Purse;
    #[inline]
    fn index(&self, currency: Currency) -> &Purse {
        &self.purses[currency]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn purses_count_to_three() {
        let purse = Purse::from_iter([9, 9, 9, 1, 1, 5]);
        assert_eq!((purse.count(9), purse.count(1), purse.count(5), purse.count(2)), (3, 2, 1, 0));
        assert_eq!((purse.total(), purse.len()), (34, 6));
        assert!(purse.contains(Purse::from_iter([9, 9, 1])) && !purse.contains(Purse::from_iter([5, 5])));
        assert_eq!(purse.minus(Purse::from_iter([9, 1])), Purse::from_iter([9, 9, 1, 5]));
        assert_eq!(purse.iter().collect::<Vec<_>>(), [9, 9, 9, 5, 1, 1]);
    }

    /// The cached totals and sums match the cards.
    #[test]
    fn money_keeps_totals_and_sums() {
        let (mut money, mut dice) = (Money::default(), crate::rng::Dice::from_seed(5));
        for _ in 0..2000 {
            let (currency, value) = (Currency::ALL[dice.below(4) as usize], dice.below(9) as u8 + 1);
            match money[currency].count(value) {
                3 => money.remove(currency, Purse::from_iter([value, value])),
                held if held > 0 && dice.below(2) == 0 => money.remove(currency, Purse::card(value)),
                _ => money.add(currency, value),
            }
            for c in Currency::ALL {
                assert_eq!(money.total_of(c), money[c].iter().map(u32::from).sum::<u32>());
                assert!((1..=15).all(|sum| money.makes(c, sum) == (money[c].sums(1) >> sum & 1 != 0)));
                assert!((1..=15u8).all(|sum| (money.within[c] >> sum & 1 != 0) == (money.total_of(c) >= sum as u32)));
                assert_eq!((money.sums[c] | money.within[c]) & 1, 0, "0 is no price");
                for d in Currency::ALL.into_iter().filter(|d| *d != c) {
                    let sums = money[d].sums(money[c].sums(1));
                    assert!((1..=15).all(|sum| money.make_together([c, d], sum) == (sums >> sum & 1 != 0)));
                    let (price, other) = (dice.below(13) as u8 + 1, dice.below(13) as u8 + 1);
                    let mut prices = BySpace::default();
                    prices[c] = 1 << price | 1 << other;
                    let makes_any = sums >> price & 1 != 0 || sums >> other & 1 != 0;
                    assert_eq!(money.make_any_together([c, d], prices.all()), makes_any);
                }
            }
        }
    }
}
