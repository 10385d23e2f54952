//! The cards and tiles of a game that have not been found in a position yet: each can be in only one place.

use super::PositionError;
use super::value::Value;
use crate::board::Board;
use crate::card::{Card, Hand};
use crate::cell::Cell;
use crate::module;
use crate::setup::Setup;
use crate::tile::{Tile, TileSet};
use crate::variant;
use crate::view::all_cards;

/// What has not been found yet.
pub(crate) struct Supply {
    setup: Setup,
    /// Cards, except for scoring cards.
    pub(super) cards: Hand,
    /// Tiles, Granada's with the even face.
    tiles: TileSet,
    /// Tiles of modules that are never in a bag.
    pieces: TileSet,
}

impl Supply {
    pub(super) fn new(setup: &Setup) -> Supply {
        let mut tiles: TileSet = variant::bag(setup).collect();
        if setup.is_combined() {
            tiles.extend(Tile::granada_tiles());
        }
        Supply { setup: *setup, cards: all_cards(setup), tiles, pieces: module::pieces(setup).collect() }
    }

    /// Takes a card.
    pub(crate) fn card(&mut self, value: &Value) -> Result<Card, PositionError> {
        let card: Card = value.code()?;
        if self.cards.count(card) == 0 {
            return value.wrong(format!("{card} appears more often than it exists in the game"));
        }
        self.cards.remove(card);
        Ok(card)
    }

    pub(super) fn hand(&mut self, value: &Value) -> Result<Hand, PositionError> {
        value.list().iter().map(|card| self.card(card)).collect()
    }

    /// Takes a tile that comes from a bag.
    pub(crate) fn bag_tile(&mut self, value: &Value) -> Result<Tile, PositionError> {
        let tile: Tile = value.code()?;
        if !self.tiles.contains(tile.even_face()) {
            return value.wrong(format!("{tile} appears twice, or is not in this game"));
        }
        self.tiles.remove(tile.even_face());
        Ok(tile)
    }

    /// Takes a piece of a module that is never in a bag.
    pub(crate) fn piece(&mut self, value: &Value) -> Result<Tile, PositionError> {
        let tile: Tile = value.code()?;
        if !self.pieces.contains(tile) {
            return value.wrong(format!("{tile} appears twice, or does not belong here"));
        }
        self.pieces.remove(tile);
        Ok(tile)
    }

    /// The pieces that were not found anywhere.
    pub(crate) fn unseen_pieces(&self) -> TileSet {
        self.pieces
    }

    /// Takes any tile a player can have.
    pub(super) fn tile(&mut self, value: &Value) -> Result<Tile, PositionError> {
        match value.code::<Tile>() {
            Ok(tile) if self.pieces.contains(tile) => self.piece(value),
            _ => self.bag_tile(value),
        }
    }

    pub(super) fn tiles(&mut self, value: &Value) -> Result<TileSet, PositionError> {
        value.list().iter().map(|tile| self.tile(tile)).collect()
    }

    /// Takes the tiles of a board, which must be legal.
    pub(super) fn board(&mut self, value: &Value) -> Result<Board, PositionError> {
        let mut tiles = vec![(self.setup.game.start(), Cell::START)];
        let mut founded = None;
        for item in value.list() {
            let (tile, cell) = item.pair("a tile on a cell, like T9ne@1,0")?;
            let starred = cell.text.strip_suffix('*');
            let cell: Cell = cell.with_text(starred.unwrap_or(cell.text)).code()?;
            if starred.is_some() && founded.replace(cell).is_some() {
                return item.wrong("Granada has two starting tiles (CO4)");
            }
            tiles.push((self.tile(&tile)?, cell));
        }
        let has_granada = self.setup.is_combined() && tiles.iter().any(|(tile, _)| tile.is_granada());
        if founded.is_some() != has_granada {
            return value.wrong("an asterisk marks only the tile that founded Granada (CO4)");
        }
        Board::from_tiles(&tiles, founded).or_else(|refusal| value.wrong(refusal.to_string()))
    }

    /// What is left in the bag and in Granada's bag (CO1).
    pub(super) fn bags(&self) -> [TileSet; 2] {
        let beside = |tile: &Tile| self.setup.is_beside(*tile);
        [self.tiles.iter().filter(|t| !beside(t)).collect(), self.tiles.iter().filter(beside).collect()]
    }
}
