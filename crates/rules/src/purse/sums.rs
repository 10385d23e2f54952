//! Sums in all currencies as one word, so that a market can be compared with a hand at once.

use core::ops::{Index, IndexMut};

use crate::components::SPACE_OF;
use crate::currency::Currency;

/// Sums up to 15 in any currency, as bits: 16 for each currency, in the order of the market's spaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Sums(u64);

impl Sums {
    /// The sums of each space's currency, bit n for n.
    #[inline]
    pub(crate) const fn by_space(a: u16, b: u16, c: u16, d: u16) -> Sums {
        Sums(a as u64 | (b as u64) << 16 | (c as u64) << 32 | (d as u64) << 48)
    }

    /// Where the bits of a currency begin.
    #[inline]
    const fn lane(currency: Currency) -> u32 {
        16 * SPACE_OF[currency as usize] as u32
    }

    /// Those of one currency, bit n for n.
    #[inline]
    pub(super) fn of(self, currency: Currency) -> u16 {
        (self.0 >> Sums::lane(currency)) as u16
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) const fn union(self, other: Sums) -> Sums {
        Sums(self.0 | other.0)
    }

    #[inline]
    pub(crate) const fn intersection(self, other: Sums) -> Sums {
        Sums(self.0 & other.0)
    }

    #[inline]
    pub(crate) const fn without(self, other: Sums) -> Sums {
        Sums(self.0 & !other.0)
    }

    /// The first space with any; 4 if there is none.
    #[inline]
    pub(crate) const fn first_space(self) -> usize {
        self.0.trailing_zeros() as usize / 16
    }

    /// The spaces with any.
    #[inline]
    pub(crate) fn spaces(self) -> impl Iterator<Item = usize> {
        let mut left = self;
        core::iter::from_fn(move || {
            let space = left.first_space();
            left.0 &= !(0xffff << (16 * (space % 4)));
            (space < 4).then_some(space)
        })
    }

    /// Those that meet a condition, given the space and the sum.
    #[inline]
    pub(crate) fn filter(self, mut is_met: impl FnMut(usize, u8) -> bool) -> Sums {
        let (mut left, mut kept) = (self.0, 0);
        while left != 0 {
            let at = left.trailing_zeros();
            left &= left - 1;
            kept |= u64::from(is_met(at as usize / 16, at as u8 % 16)) << at;
        }
        Sums(kept)
    }
}

/// Sums of each currency, bit n for n. They can be changed one by one and read all at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct BySpace([u16; 4]);

impl BySpace {
    #[inline]
    pub(super) const fn all(self) -> Sums {
        let [a, b, c, d] = self.0;
        Sums::by_space(a, b, c, d)
    }
}

impl Index<Currency> for BySpace {
    type Output = u16;
    #[inline]
    fn index(&self, currency: Currency) -> &u16 {
        &self.0[SPACE_OF[currency as usize] as usize % 4]
    }
}

impl IndexMut<Currency> for BySpace {
    #[inline]
    fn index_mut(&mut self, currency: Currency) -> &mut u16 {
        &mut self.0[SPACE_OF[currency as usize] as usize % 4]
    }
}

/// All sums up to this one and up to 15, except for 0.
#[inline]
pub(super) const fn up_to(total: u8) -> u16 {
    let highest = if total < 15 { total } else { 15 };
    ((2u32 << highest) - 2) as u16
}
