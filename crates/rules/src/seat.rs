//! Seats at the table.

use core::fmt;
use core::ops::{Index, IndexMut};

use arrayvec::ArrayVec;

/// The most players a game can have (S1).
pub const MAX_PLAYERS: usize = 6;

/// A seat, counted from 0 in seating order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat `steps` further in turn order.
    pub const fn after(self, steps: usize, players: usize) -> Seat {
        Seat(((self.0 as usize + steps) % players) as u8)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One value for each seat of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BySeat<T>(pub(crate) ArrayVec<T, MAX_PLAYERS>);

impl<T> BySeat<T> {
    /// One value for each of `players` seats.
    pub fn new(players: usize, make: impl FnMut(usize) -> T) -> Self {
        BySeat((0..players).map(make).collect())
    }

    /// How many seats there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no seat.
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

    /// The value of a seat, if there is such a seat.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.index())
    }

    /// The same seats with other values.
    pub fn map<U>(&self, mut f: impl FnMut(Seat, &T) -> U) -> BySeat<U> {
        BySeat(self.seats().map(|(s, t)| f(s, t)).collect())
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
