//! Tiles and sets of tiles.

use core::fmt;
use core::num::NonZeroU8;
use core::str::FromStr;
use std::sync::LazyLock;

use crate::components::{self, BUILDINGS, FACES, Piece, TILES, TileData};
use crate::kind::Kind;
use crate::notation::Unknown;
use crate::side::{Contacts, Direction, Side};

/// A tile: a building, a face of a Granada tile, a starting tile, or a piece of a module. Every tile exists once.
///
/// It is its index in the component tables plus one, so that an `Option<Tile>` is a single byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(NonZeroU8);

/// What is printed on each tile, apart from the rest: the price is looked up most often. The first entry is that of no tile.
const PRICES: [u8; 256] = {
    let mut prices = [0; 256];
    let mut tile = 0;
    while tile < TILES.len() {
        prices[tile + 1] = TILES[tile].price;
        tile += 1;
    }
    prices
};

/// The same as bits: bit n for a price of n, none if there is no price.
const PRICE_BITS: [u16; 256] = {
    let mut bits = [0; 256];
    let mut tile = 0;
    while tile < bits.len() {
        assert!(PRICES[tile] < 16);
        bits[tile] = (1 << PRICES[tile]) & !1;
        tile += 1;
    }
    bits
};

impl Tile {
    /// Alhambra's starting tile (C3).
    pub const START: Tile = Tile::nth(FACES.end);
    /// Granada's starting tile (GR1).
    pub const GRANADA_START: Tile = Tile::nth(FACES.end + 1);
    /// The number of tiles, including starting tiles.
    pub const COUNT: usize = TILES.len();

    /// The tile with this index in the component tables.
    #[inline]
    pub(crate) const fn nth(index: u8) -> Tile {
        Tile(NonZeroU8::MIN.saturating_add(index))
    }

    /// Its index in the component tables.
    #[inline]
    pub(crate) const fn index(self) -> u8 {
        self.0.get() - 1
    }

    pub(crate) const fn data(self) -> &'static TileData {
        &TILES[self.index() as usize]
    }

    /// Its type.
    #[inline]
    pub const fn piece(self) -> Piece {
        self.data().piece
    }

    /// Its kind or colour, if it has one.
    #[inline]
    pub const fn kind(self) -> Option<Kind> {
        self.data().kind
    }

    /// The kind it counts for in majorities (W3): buildings only.
    #[inline]
    pub fn building(self) -> Option<Kind> {
        match self.data() {
            TileData { piece: Piece::Building, kind, .. } => *kind,
            _ => None,
        }
    }

    /// The price printed on it; 0 if there is none.
    #[inline]
    pub const fn price(self) -> u8 {
        PRICES[self.0.get() as usize]
    }

    /// The price of a tile as a bit: bit n for n, none if there is no tile.
    #[inline]
    pub(crate) const fn price_bit(tile: Option<Tile>) -> u16 {
        let number = match tile {
            Some(tile) => tile.0.get(),
            None => 0,
        };
        PRICE_BITS[number as usize]
    }

    /// The colours it shows besides its own kind, as bits of [`Kind`] (BZ1).
    pub const fn colours(self) -> u16 {
        self.data().kinds as u16
    }

    /// Its four sides: n, e, s, w.
    pub const fn sides(self) -> [Side; 4] {
        self.data().sides
    }

    /// The side in a direction.
    #[inline]
    pub const fn side(self, d: Direction) -> Side {
        self.data().sides[d as usize]
    }

    #[inline]
    pub(crate) const fn contacts(self) -> &'static Contacts {
        &self.data().contacts
    }

    /// Whether it is a starting tile.
    pub const fn is_start(self) -> bool {
        matches!(self.piece(), Piece::Start)
    }

    /// Whether it is a face of a Granada tile or Granada's starting tile.
    #[inline]
    pub const fn is_granada(self) -> bool {
        self.index() >= FACES.start && self.index() != Tile::START.index()
    }

    /// Whether it is a face of a Granada tile.
    const fn is_face(self) -> bool {
        self.index() >= FACES.start && self.index() < FACES.end
    }

    /// The other face of a Granada tile (GR1).
    pub const fn other_face(self) -> Option<Tile> {
        if self.is_face() { Some(Tile::nth(((self.index() - FACES.start) ^ 1) + FACES.start)) } else { None }
    }

    /// The same piece with its even face up.
    pub(crate) const fn even_face(self) -> Tile {
        if self.is_face() { Tile::nth(((self.index() - FACES.start) & !1) + FACES.start) } else { self }
    }

    /// All buildings of Alhambra (C1).
    pub fn buildings() -> impl Iterator<Item = Tile> {
        BUILDINGS.map(Tile::nth)
    }

    /// The even faces of all Granada tiles (GR1).
    pub fn granada_tiles() -> impl Iterator<Item = Tile> {
        FACES.step_by(2).map(Tile::nth)
    }

    /// Every tile and face except the starting tiles.
    pub fn all() -> impl Iterator<Item = Tile> {
        (0..FACES.end).map(Tile::nth)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        components::write_code(*self, f)
    }
}

impl FromStr for Tile {
    type Err = Unknown;
    /// Parses a code. `F` gives Alhambra's starting tile; which one is meant depends on the game.
    fn from_str(s: &str) -> Result<Tile, Unknown> {
        static CODES: LazyLock<Vec<(String, Tile)>> = LazyLock::new(|| {
            let mut codes: Vec<_> = Tile::all().chain([Tile::START]).map(|tile| (tile.to_string(), tile)).collect();
            codes.sort_unstable();
            codes
        });
        let at = CODES.binary_search_by(|(code, _)| code.as_str().cmp(s));
        at.map(|at| CODES[at].1).map_err(|_| Unknown { expected: "the code of a tile" })
    }
}

/// A set of tiles: a reserve, tiles waiting to be placed, Dirk's collection.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct TileSet([u64; 4]);

impl TileSet {
    /// The word with a tile's bit, and the bit.
    #[inline]
    const fn at(tile: Tile) -> (usize, u64) {
        let number = tile.0.get();
        ((number >> 6) as usize, 1 << (number & 63))
    }

    /// No tile.
    pub const EMPTY: TileSet = TileSet([0; 4]);

    /// Whether it contains the tile.
    #[inline]
    pub const fn contains(&self, tile: Tile) -> bool {
        let (word, bit) = TileSet::at(tile);
        self.0[word] & bit != 0
    }

    /// Adds a tile.
    #[inline]
    pub fn insert(&mut self, tile: Tile) {
        let (word, bit) = TileSet::at(tile);
        self.0[word] |= bit;
    }

    /// Removes a tile.
    #[inline]
    pub fn remove(&mut self, tile: Tile) {
        let (word, bit) = TileSet::at(tile);
        self.0[word] &= !bit;
    }

    /// The union of both.
    #[inline]
    pub const fn union(self, other: TileSet) -> TileSet {
        let (a, b) = (self.0, other.0);
        TileSet([a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]])
    }

    /// Whether it is empty.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// The number of tiles.
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// The first tile in the order of the component tables.
    #[inline]
    pub fn first(&self) -> Option<Tile> {
        let word = self.0.iter().position(|word| *word != 0)?;
        NonZeroU8::new(64 * word as u8 + self.0[word].trailing_zeros() as u8).map(Tile)
    }

    /// The tiles, in the order of the component tables.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        let mut left = self;
        core::iter::from_fn(move || {
            let first = left.first()?;
            left.remove(first);
            Some(first)
        })
    }
}

impl fmt::Debug for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|t| t.to_string())).finish()
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> TileSet {
        let mut set = TileSet::EMPTY;
        tiles.into_iter().for_each(|t| set.insert(t));
        set
    }
}

impl Extend<Tile> for TileSet {
    fn extend<I: IntoIterator<Item = Tile>>(&mut self, tiles: I) {
        tiles.into_iter().for_each(|t| self.insert(t));
    }
}
