//! The contents of the box: constant tables generated from `components.toml`, and the codes of pieces (C1, C4).

use core::fmt;
use core::str::FromStr;

use crate::currency::Currency;
use crate::kind::Kind;
use crate::notation::Unknown;
use crate::side::{Contacts, Direction, Side};
use crate::tile::Tile;

/// The type of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Piece {
    /// A starting tile, code `F` (C3).
    Start,
    /// A building of Alhambra or a face of a Granada tile (C1, GR1).
    Building,
    /// A worker's hut (HU1).
    Hut,
    /// A camp (CA1).
    Camp,
    /// A bazaar (BZ1).
    Bazaar,
}

/// One row of the tile table.
#[derive(Debug)]
pub(crate) struct TileData {
    pub piece: Piece,
    pub kind: Option<Kind>,
    pub price: u8,
    pub sides: [Side; 4],
    pub contacts: Contacts,
    /// The colours a bazaar shows, as bits of [`Kind`].
    pub kinds: u8,
    /// The currency on a bazaar.
    pub currency: Currency,
}

impl TileData {
    const fn new(
        piece: Piece,
        kind: Option<Kind>,
        price: u8,
        sides: [Side; 4],
        kinds: u8,
        currency: Currency,
    ) -> TileData {
        TileData { piece, kind, price, sides, contacts: Contacts::of(sides), kinds, currency }
    }
}

impl Tile {
    /// The currency printed on a bazaar (BZ2).
    pub fn currency(self) -> Option<Currency> {
        (self.piece() == Piece::Bazaar).then(|| self.data().currency)
    }

    /// Whether this piece was reconstructed because no printed copy was available (`components.toml`).
    pub fn is_reconstructed(self) -> bool {
        RECONSTRUCTED_TILES.contains(&self.index())
    }
}

/// The three colours of falcon (FA1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Plumage {
    /// Five are black.
    Black,
    /// Five are brown.
    Brown,
    /// Five are white.
    White,
}

include!(concat!(env!("OUT_DIR"), "/components.rs"));

/// The market space (0 to 3) of a currency.
pub(crate) const SPACE_OF: [u8; 4] = {
    let mut spaces = [0; 4];
    let mut space = 0;
    while space < 4 {
        spaces[MARKET[space] as usize] = space as u8;
        space += 1;
    }
    spaces
};

/// The number of copies of each money card (C2); one fewer with two players (N1).
pub(crate) const MONEY_COPIES: u8 = 3;

/// A falcon (FA1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Falcon(pub(crate) u8);

impl Falcon {
    /// All fifteen.
    pub fn all() -> impl Iterator<Item = Falcon> {
        (0..FALCONS.len() as u8).map(Falcon)
    }

    /// Black, brown or white.
    pub const fn plumage(self) -> Plumage {
        FALCONS[self.0 as usize].0
    }

    /// Whether it was reconstructed because no printed copy was available (`components.toml`).
    pub fn is_reconstructed(self) -> bool {
        RECONSTRUCTED_FALCONS.contains(&self.0)
    }

    /// The two colours that must meet where it is placed, as bits of [`Kind`].
    pub const fn kinds(self) -> u16 {
        FALCONS[self.0 as usize].1 as u16
    }
}

impl fmt::Display for Falcon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("f")?;
        write_kinds(f, self.kinds())
    }
}

impl FromStr for Falcon {
    type Err = Unknown;
    fn from_str(s: &str) -> Result<Falcon, Unknown> {
        Falcon::all().find(|f| f.to_string() == s).ok_or(Unknown { expected: "the code of a falcon" })
    }
}

/// The tiles shown on bonus cards (BN1).
pub fn bonus_tiles() -> impl Iterator<Item = Tile> {
    BONUS.into_iter().map(Tile::nth)
}

fn write_kinds(f: &mut fmt::Formatter<'_>, bits: u16) -> fmt::Result {
    Kind::alhambra().filter(|k| bits & k.bit() != 0).try_for_each(|k| f.write_str(k.code()))
}

/// Prints the code of a tile (C1, C4).
pub(crate) fn write_code(tile: Tile, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let data = tile.data();
    match (data.piece, data.kind) {
        (Piece::Start, _) => return f.write_str("F"),
        (Piece::Hut, Some(kind)) => write!(f, "h{}", kind.code())?,
        (Piece::Camp, _) => write!(f, "c{}", data.price)?,
        (Piece::Bazaar, _) => {
            f.write_str("b")?;
            return write_kinds(f, data.kinds.into());
        }
        (_, Some(kind)) => write!(f, "{}{}", kind.code(), data.price)?,
        (_, None) => unreachable!("buildings and huts have a kind"),
    }
    let closed = |d: &Direction| !matches!(tile.side(*d), Side::Open | Side::Street | Side::Green);
    Direction::ALL.iter().filter(|d| closed(d)).try_for_each(|d| write!(f, "{}", d.letter()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn of(range: core::ops::Range<u8>) -> impl Iterator<Item = Tile> {
        range.map(Tile::nth)
    }

    /// C1: number of tiles by kind, ten without a wall, all codes different.
    #[test]
    fn c1_fifty_four_tiles() {
        let count = |kind| of(BUILDINGS).filter(|t| t.kind() == Some(kind)).count();
        assert_eq!(Kind::alhambra().map(count).collect::<Vec<_>>(), [7, 7, 9, 9, 11, 11]);
        let codes: HashSet<_> = of(BUILDINGS).map(|t| t.to_string()).collect();
        assert_eq!(codes.len(), 54);
        assert!(["T9ne", "G10", "P2new"].iter().all(|c| codes.contains(*c)));
        let without_wall: Vec<Tile> =
            of(BUILDINGS).filter(|t| Direction::ALL.iter().all(|d| t.side(*d) == Side::Open)).collect();
        assert_eq!(without_wall.len(), 10);
        assert_eq!(without_wall, BONUS.map(Tile::nth), "BN1: one bonus card for each of them");
    }

    /// C1: the kinds from cheap to expensive; letter, price and walls make up the code.
    #[test]
    fn c1_kinds_and_codes() {
        assert_eq!(Kind::alhambra().map(Kind::code).collect::<String>(), "PSACGT");
        let prices = |kind| {
            let prices = || of(BUILDINGS).filter(move |t| t.kind() == Some(kind)).map(Tile::price);
            (prices().min(), prices().max())
        };
        let expected = [(2, 8), (3, 9), (4, 10), (5, 11), (6, 12), (7, 13)].map(|(low, high)| (Some(low), Some(high)));
        assert_eq!(Kind::alhambra().map(prices).collect::<Vec<_>>(), expected);
        let tower: Tile = "T9ne".parse().unwrap();
        assert_eq!((tower.kind(), tower.building(), tower.price()), (Some(Kind::Tower), Some(Kind::Tower), 9));
        assert_eq!(tower.sides(), [Side::Wall, Side::Wall, Side::Open, Side::Open]);
        for wrong in ["T9en", "T9", "T09ne", "t9ne", "T9ne ", "G10x", "", "P1", "Ö"] {
            assert!(wrong.parse::<Tile>().is_err(), "{wrong}");
        }
    }

    /// C3: the starting tile has no walls, no kind, no price; its code is `F`.
    #[test]
    fn c3_the_starting_tile() {
        let start: Tile = "F".parse().unwrap();
        assert_eq!((start, start.to_string().as_str()), (Tile::START, "F"));
        assert_eq!((start.sides(), start.kind(), start.building(), start.price()), ([Side::Open; 4], None, None, 0));
        assert!(of(BUILDINGS).all(|t| t != start), "it is not in the bag");
    }

    /// C2: each currency is tied to one space: florin, dirham, denar, ducat.
    #[test]
    fn c2_spaces_and_currencies() {
        use Currency::*;
        assert_eq!(MARKET, [Florin, Dirham, Denar, Ducat]);
        assert_eq!(Currency::ALL.map(|c| SPACE_OF[c as usize]), [2, 1, 3, 0]);
    }

    /// C4: the modules' codes.
    #[test]
    fn c4_codes_of_all_pieces() {
        for code in ["hGne", "c8ne", "bSAG", "Ba2new", "Ar3new", "hPn", "c3n"] {
            assert_eq!(code.parse::<Tile>().expect(code).to_string(), code);
        }
        assert_eq!("fGT".parse::<Falcon>().unwrap().plumage(), Plumage::White);
        let xdf: crate::card::Card = "xdf".parse().unwrap();
        assert_eq!((xdf.as_pair(), xdf.to_string()), (Some([Currency::Denar, Currency::Florin]), "xdf".to_owned()));
        let reveal: crate::action::Action = "reveal +G10".parse().unwrap();
        assert_eq!(reveal.to_string(), "reveal +G10");
        let all: HashSet<_> = (0..FACES.end).map(|t| Tile::nth(t).to_string()).collect();
        assert_eq!(all.len(), FACES.end as usize, "no two tiles share a code");
    }

    /// HU1, CA1, BZ1, FA1: the number of each.
    #[test]
    fn hu1_ca1_bz1_fa1_numbers() {
        let count = |kind| of(HUTS).filter(|t| t.kind() == Some(kind)).count();
        assert_eq!(Kind::alhambra().map(count).collect::<Vec<_>>(), [3, 3, 4, 4, 5, 5]);
        assert_eq!(of(CAMPS).count(), 8);
        assert!(of(CAMPS).all(|t| (1..=2).contains(&t.sides().iter().filter(|s| **s == Side::Bastion).count())));
        assert_eq!(of(BAZAARS).count(), 8);
        assert_eq!(Falcon::all().count(), 15);
        let pairs: HashSet<_> = Falcon::all().map(Falcon::kinds).collect();
        assert!(pairs.len() == 15 && pairs.iter().all(|p| p.count_ones() == 2), "each pair of colours once");
        for plumage in [Plumage::Black, Plumage::Brown, Plumage::White] {
            assert_eq!(Falcon::all().filter(|f| f.plumage() == plumage).count(), 5);
        }
    }

    /// GR1: nine kinds with prices 2 to 13; the other face has the next price, another kind and the same moats.
    #[test]
    fn gr1_two_sided_tiles() {
        assert_eq!(of(FACES).count(), 108);
        for kind in Kind::granada() {
            let mut prices: Vec<_> = of(FACES).filter(|t| t.kind() == Some(kind)).map(Tile::price).collect();
            prices.sort_unstable();
            assert_eq!(prices, (2..=13).collect::<Vec<_>>());
        }
        for face in of(FACES) {
            let other = face.other_face().unwrap();
            assert_eq!(face.sides(), other.sides());
            assert_ne!(face.kind(), other.kind());
            assert_eq!(face.price() ^ 1, other.price());
            assert!(face.sides().iter().filter(|s| **s == Side::Moat).count() <= 3);
        }
        let face: Tile = "Ba2new".parse().unwrap();
        assert_eq!(face.other_face().unwrap().to_string(), "Ar3new");
    }
}
