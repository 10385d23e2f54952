//! Seats at the table.

use core::fmt;
use core::ops::{Index, IndexMut};

use arrayvec::ArrayVec;

/// The maximum number of players (S1).
pub const MAX_PLAYERS: usize = 6;

/// A seat, counted from 0 in seating order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat `steps` further in turn order, at most once round the table.
    #[inline]
    pub const fn after(self, steps: usize, players: usize) -> Seat {
        let seat = self.index() + steps;
        Seat(if seat < players { seat } else { seat - players } as u8)
    }
}

/// Some of the seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SeatSet(u8);

impl SeatSet {
    /// Nobody.
    pub const NONE: SeatSet = SeatSet(0);

    #[inline]
    pub const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 != 0
    }

    /// The first of them in turn order, beginning `skipped` seats after the one after `seat`: how many seats come before it.
    #[inline]
    pub fn first_after(self, seat: Seat, skipped: usize, players: usize) -> Option<usize> {
        // Those after `seat`, then all the others.
        let all = self.0 as u32 | (self.0 as u32) << players;
        let in_order = all >> (seat.index() + 1) & ((1 << players) - 1);
        let left = in_order >> skipped << skipped;
        (left != 0).then(|| left.trailing_zeros() as usize)
    }

    /// The number of seats.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    pub const fn from_bits(bits: u8) -> SeatSet {
        SeatSet(bits)
    }

    #[inline]
    pub const fn intersection(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & other.0)
    }

    #[inline]
    pub const fn without(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// In seating order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut left = self.0;
        core::iter::from_fn(move || {
            let first = (left != 0).then(|| Seat(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(first)
        })
    }

    #[inline]
    pub const fn union(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }
}

impl<T> BySeat<T> {
    /// The seats whose value meets a condition.
    #[inline]
    pub(crate) fn seats_where(&self, is_met: impl Fn(&T) -> bool) -> SeatSet {
        SeatSet(self.seats().fold(0, |bits, (seat, value)| bits | u8::from(is_met(value)) << seat.0))
    }
}

impl FromIterator<Seat> for SeatSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        SeatSet(seats.into_iter().fold(0, |bits, seat| bits | 1 << seat.0))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One value for each seat of a game.
#[derive(Debug, PartialEq, Eq)]
pub struct BySeat<T>(pub(crate) ArrayVec<T, MAX_PLAYERS>);

impl<T: Clone> Clone for BySeat<T> {
    fn clone(&self) -> Self {
        BySeat(self.0.clone())
    }

    fn clone_from(&mut self, from: &Self) {
        self.0.clone_from(&from.0);
    }
}

impl<T> BySeat<T> {
    /// One value for each of `players` seats.
    pub fn new(players: usize, make: impl FnMut(usize) -> T) -> Self {
        BySeat((0..players).map(make).collect())
    }

    /// The number of seats.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no seats.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The values in seating order.
    pub fn iter(&self) -> core::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// The values in seating order.
    pub fn iter_mut(&mut self) -> core::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }

    /// The seats with their values.
    pub fn seats(&self) -> impl Iterator<Item = (Seat, &T)> {
        self.0.iter().enumerate().map(|(i, t)| (Seat(i as u8), t))
    }

    /// The value of a seat, if the seat exists.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.index())
    }

    /// The same seats with other values.
    pub fn map<U>(&self, mut f: impl FnMut(Seat, &T) -> U) -> BySeat<U> {
        BySeat(self.seats().map(|(s, t)| f(s, t)).collect())
    }
}

impl<T> Default for BySeat<T> {
    fn default() -> Self {
        BySeat(ArrayVec::new())
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

impl<'a, T> IntoIterator for &'a BySeat<T> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
