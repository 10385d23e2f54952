//! The kinds of building: six of Alhambra (C1), nine of Granada (GR1).

use core::ops::{Index, IndexMut};

/// A kind of building.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// `P`, blue, 7 tiles.
    Pavilion,
    /// `S`, red, 7 tiles.
    Seraglio,
    /// `A`, brown, 9 tiles.
    Arcades,
    /// `C`, white, 9 tiles.
    Chambers,
    /// `G`, green, 11 tiles.
    Garden,
    /// `T`, purple, 11 tiles.
    Tower,
    /// `Ar`, of Granada, which has 12 of each kind.
    Arena,
    /// `Ba`, of Granada.
    BathHouse,
    /// `Li`, of Granada.
    Library,
    /// `Hl`, of Granada.
    Hostel,
    /// `Hp`, of Granada.
    Hospital,
    /// `Ma`, of Granada.
    Market,
    /// `Pa`, of Granada.
    Park,
    /// `Sc`, of Granada.
    School,
    /// `Re`, of Granada.
    Residential,
}

const CODES: [&str; Kind::COUNT] = ["P", "S", "A", "C", "G", "T", "Ar", "Ba", "Li", "Hl", "Hp", "Ma", "Pa", "Sc", "Re"];

impl Kind {
    /// The number of kinds in both games.
    pub const COUNT: usize = 15;
    /// The number of Alhambra's kinds; they come first.
    pub const ALHAMBRA_COUNT: usize = 6;

    /// All kinds: Alhambra's from cheap to expensive, then Granada's.
    pub const ALL: [Kind; Kind::COUNT] = [
        Kind::Pavilion,
        Kind::Seraglio,
        Kind::Arcades,
        Kind::Chambers,
        Kind::Garden,
        Kind::Tower,
        Kind::Arena,
        Kind::BathHouse,
        Kind::Library,
        Kind::Hostel,
        Kind::Hospital,
        Kind::Market,
        Kind::Park,
        Kind::School,
        Kind::Residential,
    ];

    /// Alhambra's six kinds, from cheap to expensive.
    pub fn alhambra() -> impl Iterator<Item = Kind> {
        Self::ALL.into_iter().take(Self::ALHAMBRA_COUNT)
    }

    /// Granada's nine kinds.
    pub fn granada() -> impl Iterator<Item = Kind> {
        Self::ALL.into_iter().skip(Self::ALHAMBRA_COUNT)
    }

    /// Whether it is one of Granada's kinds.
    pub const fn is_granada(self) -> bool {
        self as usize >= Self::ALHAMBRA_COUNT
    }

    /// Its letter or letters in codes (C1, C4).
    pub const fn code(self) -> &'static str {
        CODES[self as usize]
    }

    /// The kind with this code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|k| k.code() == code)
    }

    /// This kind as a bit in a set of kinds.
    pub const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// One value for each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByKind<T>(pub [T; Kind::COUNT]);

impl<T> ByKind<T> {
    /// Each kind with its value.
    pub fn iter(&self) -> impl Iterator<Item = (Kind, &T)> {
        Kind::ALL.into_iter().zip(&self.0)
    }
}

impl<T> Index<Kind> for ByKind<T> {
    type Output = T;
    fn index(&self, k: Kind) -> &T {
        &self.0[k as usize]
    }
}

impl<T> IndexMut<Kind> for ByKind<T> {
    fn index_mut(&mut self, k: Kind) -> &mut T {
        &mut self.0[k as usize]
    }
}
