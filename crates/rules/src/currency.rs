//! The four currencies (C2).

use core::ops::{Index, IndexMut};

/// A currency. Each is tied to one space of the building market.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Currency {
    /// Blue, letter `d`.
    Denar,
    /// Green, letter `h`.
    Dirham,
    /// Orange, letter `u`.
    Ducat,
    /// Yellow, letter `f`.
    Florin,
}

impl Currency {
    /// All four, in the order of their letters `d h u f`.
    pub const ALL: [Currency; 4] = [Currency::Denar, Currency::Dirham, Currency::Ducat, Currency::Florin];

    /// Its letter in codes.
    pub const fn letter(self) -> char {
        ['d', 'h', 'u', 'f'][self as usize]
    }

    /// Its name in lower case, as in `components.toml`.
    pub const fn name(self) -> &'static str {
        ["denar", "dirham", "ducat", "florin"][self as usize]
    }
}

/// One value for each currency.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByCurrency<T>(pub [T; 4]);

impl<T> Index<Currency> for ByCurrency<T> {
    type Output = T;
    fn index(&self, c: Currency) -> &T {
        &self.0[c as usize]
    }
}

impl<T> IndexMut<Currency> for ByCurrency<T> {
    fn index_mut(&mut self, c: Currency) -> &mut T {
        &mut self.0[c as usize]
    }
}
