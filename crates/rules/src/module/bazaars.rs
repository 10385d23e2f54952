//! The bazaars: sold beside the market at another tile's price, scored once by what lies around (BZ1–BZ5).

use crate::board::Board;
use crate::components::{BAZAARS, Piece};
use crate::refusal::{Reason, Refusal, Rule};
use crate::rule::buy::Offer;
use crate::table::{Market, Table};
use crate::tile::{Tile, TileSet};

/// The bazaars that lie beside the market.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Open {
    /// Any number (BZ1).
    pub aside: TileSet,
}

/// BZ1: shuffled into the bag.
pub(super) fn tiles() -> impl Iterator<Item = Tile> {
    BAZAARS.map(Tile)
}

pub(super) fn lay_aside(table: &mut Table, tile: Tile) -> bool {
    table.modules.bazaars.aside.insert(tile);
    true
}

/// BZ2: the price is that of the tile on the space of its currency, and is paid exactly.
fn offer(table: &Table, tile: Tile) -> Option<Offer> {
    let currency = tile.data().currency;
    let price = table.market.spaces[Market::space(currency)]?.price();
    Some(Offer { tile, currency, price, exact: true })
}

pub(super) fn offers(table: &Table) -> impl Iterator<Item = Offer> + '_ {
    table.modules.bazaars.aside.iter().filter_map(|tile| offer(table, tile))
}

/// BZ2: while the space is empty it cannot be bought.
pub(super) fn no_price(table: &Table, tile: Tile) -> Option<Refusal> {
    (table.modules.bazaars.aside.contains(tile) && offer(table, tile).is_none())
        .then(|| Refusal::new(Rule::BZ2, Reason::NoPrice).tile(tile))
}

/// BZ4: neighbours of its colours, times colours found.
pub(super) fn points(board: &Board) -> u16 {
    let bazaars = board.tiles().iter().filter(|p| p.tile.piece() == Piece::Bazaar);
    bazaars
        .map(|p| {
            let colours = p.tile.data().kinds as u16;
            let around = p.cell.around().map(|c| board.get(c).and_then(Tile::building).map_or(0, |k| k.bit()));
            let fitting = around.iter().filter(|k| **k & colours != 0).count() as u16;
            let found = around.iter().fold(0, |all, k| all | k & colours).count_ones() as u16;
            fitting * found
        })
        .sum()
}
