//! Both games together: two bags, a market with two tiles per space, two cities on one board (CO1–CO7).

use arrayvec::ArrayVec;

use crate::game::Game;
use crate::refusal::{Chapter, Rule, rules};
use crate::rng::{Dice, Stream};
use crate::setup::{GameKind, Setup};
use crate::side::Side;
use crate::table::Table;
use crate::tile::Tile;

rules! { Chapter::Combined; CO1 CO2 CO3 CO4 CO5 CO6 CO7 }

/// Points per segment where wall and moat run side by side (CO5).
pub const STRETCH_PAYS: u16 = 2;

impl Setup {
    /// Whether both games are played together: then Granada's tiles have their own bag and their own half of the market (CO1).
    #[inline]
    pub const fn is_combined(&self) -> bool {
        matches!(self.game, GameKind::Combined)
    }

    /// Whether a tile comes from Granada's own bag and goes to Granada's half of the market (CO1).
    #[inline]
    pub(crate) const fn is_beside(&self, tile: Tile) -> bool {
        self.is_combined() && tile.is_granada()
    }
}

/// CO1: the first four tiles must show a moat.
pub(crate) fn shows_moat(tile: Tile) -> bool {
    tile.sides().contains(&Side::Moat)
}

/// CO1: Granada's bag, with the first four tiles on top; those that show no moat are put back.
pub(crate) fn fill_granada_bag(game: &mut Game) {
    let mut dice = Dice::new(&game.secrets.seed, Stream::GranadaTiles);
    let mut tiles: ArrayVec<Tile, 54> = Tile::granada_tiles().collect();
    dice.shuffle(&mut tiles);
    let mut first: ArrayVec<Tile, 4> = ArrayVec::new();
    // From the top of the bag, which is its end.
    let mut at = tiles.len();
    while first.len() < 4 {
        at -= 1;
        if shows_moat(tiles[at]) {
            first.push(tiles.remove(at));
        }
    }
    // The tiles put back are shuffled among the rest again.
    dice.shuffle(&mut tiles);
    tiles.extend(first.into_iter().rev());
    game.secrets.granada_bag = tiles;
}

/// Whether the market is full enough for the game to continue (E1): a space needs one of its two tiles, or both under the English rule (CO6).
#[inline]
pub(crate) fn is_market_full(table: &Table) -> bool {
    core::iter::zip(&table.market.spaces, &table.market.beside).all(|(one, two)| match table.setup.english_end {
        false => one.is_some() || two.is_some(),
        true => one.is_some() && two.is_some(),
    })
}
