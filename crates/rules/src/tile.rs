//! Tiles and sets of tiles.

use core::fmt;
use core::str::FromStr;

use crate::components::{self, BUILDINGS, FACES, Piece, TILES, TileData};
use crate::kind::Kind;
use crate::notation::Unknown;
use crate::side::{Contacts, Direction, Side};

/// A tile: a building, a face of a Granada tile, a starting tile, or a piece of a module. Every tile exists once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(pub(crate) u8);

impl Tile {
    /// Alhambra's starting tile (C3).
    pub const START: Tile = Tile(FACES.end);
    /// Granada's starting tile (GR1).
    pub const GRANADA_START: Tile = Tile(FACES.end + 1);
    /// How many there are, starting tiles included.
    pub const COUNT: usize = TILES.len();

    pub(crate) const fn data(self) -> &'static TileData {
        &TILES[self.0 as usize]
    }

    /// What sort of piece it is.
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

    /// The price printed on it; 0 where none is.
    #[inline]
    pub const fn price(self) -> u8 {
        self.data().price
    }

    /// The colours that it shows beside its own kind, as bits of [`Kind`] (BZ1).
    pub const fn colours(self) -> u16 {
        self.data().kinds as u16
    }

    /// Its four sides: n, e, s, w.
    pub const fn sides(self) -> [Side; 4] {
        self.data().sides
    }

    /// What it shows in a direction.
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
        self.0 >= FACES.start && self.0 != Tile::START.0
    }

    /// Whether it lies outside the walls, where nobody has to walk (CA2).
    #[inline]
    pub const fn is_outside(self) -> bool {
        matches!(self.side(Direction::North), Side::Bastion | Side::Green)
    }

    /// The other face of a Granada tile (GR1).
    pub const fn other_face(self) -> Option<Tile> {
        if self.0 >= FACES.start && self.0 < FACES.end {
            Some(Tile(((self.0 - FACES.start) ^ 1) + FACES.start))
        } else {
            None
        }
    }

    /// The same piece, whichever face is up: the even one.
    pub(crate) const fn even_face(self) -> Tile {
        if self.0 >= FACES.start && self.0 < FACES.end {
            Tile(((self.0 - FACES.start) & !1) + FACES.start)
        } else {
            self
        }
    }

    /// All buildings of Alhambra (C1).
    pub fn buildings() -> impl Iterator<Item = Tile> {
        BUILDINGS.map(Tile)
    }

    /// The even faces of all Granada tiles (GR1).
    pub fn granada_tiles() -> impl Iterator<Item = Tile> {
        FACES.step_by(2).map(Tile)
    }

    /// Every tile and face but the starting tiles.
    pub fn all() -> impl Iterator<Item = Tile> {
        (0..FACES.end).map(Tile)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        components::write_code(*self, f)
    }
}

impl FromStr for Tile {
    type Err = Unknown;
    /// Reads a code. `F` is Alhambra's starting tile; which one is meant depends on the game.
    fn from_str(s: &str) -> Result<Tile, Unknown> {
        // A code is compared with each tile's code as it is written, without allocating.
        struct Is<'a>(&'a str, bool);
        impl fmt::Write for Is<'_> {
            fn write_str(&mut self, part: &str) -> fmt::Result {
                match self.0.strip_prefix(part) {
                    Some(rest) => self.0 = rest,
                    None => self.1 = false,
                }
                Ok(())
            }
        }
        let is = |tile: &Tile| {
            let mut is = Is(s, true);
            let _ = fmt::write(&mut is, format_args!("{tile}"));
            is.1 && is.0.is_empty()
        };
        Tile::all().chain([Tile::START]).find(is).ok_or(Unknown { expected: "the code of a tile" })
    }
}

/// A set of tiles: a reserve, tiles waiting to be placed, Dirk's collection.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct TileSet([u64; 4]);

impl TileSet {
    /// No tile.
    pub const EMPTY: TileSet = TileSet([0; 4]);

    /// Whether the tile is in it.
    #[inline]
    pub const fn contains(&self, tile: Tile) -> bool {
        self.0[tile.0 as usize >> 6] >> (tile.0 & 63) & 1 != 0
    }

    /// Adds a tile.
    #[inline]
    pub fn insert(&mut self, tile: Tile) {
        self.0[tile.0 as usize >> 6] |= 1 << (tile.0 & 63);
    }

    /// Takes a tile out.
    #[inline]
    pub fn remove(&mut self, tile: Tile) {
        self.0[tile.0 as usize >> 6] &= !(1 << (tile.0 & 63));
    }

    /// Whether there is no tile in it.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// How many tiles are in it.
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// The tiles, in the order of the component tables.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        let mut rest = self.0.into_iter().zip((0u8..).step_by(64));
        let (mut word, mut first) = (0u64, 0);
        core::iter::from_fn(move || {
            while word == 0 {
                (word, first) = rest.next()?;
            }
            let bit = word.trailing_zeros() as u8;
            word &= word - 1;
            Some(Tile(first + bit))
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
