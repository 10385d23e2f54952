//! A hash of a whole state, the same on every platform, so that two engines that replay a game differently notice it.

use crate::card::Card;
use crate::game::Game;
use crate::module;
use crate::table::{Occasion, ScoringCard, Stage, Window};
use crate::tile::{Tile, TileSet};

/// FNV-1a, 64 bits.
pub(crate) struct Digest(u64);

impl Digest {
    pub(crate) fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ byte as u64).wrapping_mul(0x0100_0000_01b3);
    }

    pub(crate) fn bytes(&mut self, bytes: impl IntoIterator<Item = u8>) {
        let mut len = 0u8;
        for byte in bytes {
            self.byte(byte);
            len = len.wrapping_add(1);
        }
        // Lists have a terminator, so that no two states hash the same bytes.
        self.byte(len);
    }

    pub(crate) fn tiles(&mut self, set: TileSet) {
        self.bytes(set.iter().map(Tile::index));
    }

    fn cards(&mut self, cards: impl Iterator<Item = Card>) {
        self.bytes(cards.map(Card::index));
    }
}

impl Game {
    /// A hash of everything, public and hidden.
    pub fn state_hash(&self) -> u64 {
        let mut digest = Digest(0xcbf2_9ce4_8422_2325);
        let d = &mut digest;
        let (table, secrets) = (&self.table, &self.secrets);
        let setup = &table.setup;
        d.bytes([setup.game as u8, setup.players, setup.simplified as u8, setup.english_end as u8]);
        d.bytes(setup.modules.iter().map(|m| m as u8));
        for player in &table.players {
            d.bytes(player.board.by_cell().flat_map(|p| [p.cell.x as u8, p.cell.y as u8, p.tile.index()]));
            d.bytes(player.board.founded().into_iter().flat_map(|c| [c.x as u8, c.y as u8]));
            d.tiles(player.reserve);
            d.bytes(player.score.to_le_bytes());
        }
        d.tiles(table.dirk.tiles);
        d.bytes(table.dirk.score.to_le_bytes());
        let tile = |t: &Option<Tile>| t.map_or(u8::MAX, Tile::index);
        d.bytes(table.market.spaces.iter().chain(&table.market.beside).map(tile));
        d.byte(table.market.odd as u8);
        d.bytes(table.display.iter().map(|c| c.map_or(u8::MAX, Card::index)));
        d.cards(table.discard.cards());
        d.bytes(table.deck.piles);
        d.bytes(table.deck.scoring.map(|s| match s {
            ScoringCard::InPile(pile) => pile,
            ScoringCard::Aside => 100,
            ScoringCard::Drawn => 101,
        }));
        d.byte(table.deck.shuffles);
        let turn = &table.turn;
        d.bytes([turn.seat.0, turn.actor.0, turn.first as u8, turn.closing as u8, turn.handed_out, stage(turn.stage)]);
        d.tiles(turn.waiting);
        d.bytes(turn.due.iter().map(|r| *r as u8));
        turn.gained.iter().for_each(|g| d.tiles(*g));
        secrets.hands.iter().for_each(|hand| d.cards(hand.cards()));
        d.bytes(secrets.deck.iter().map(|c| c.get().map_or_else(|round| 200 + round as u8, Card::index)));
        d.bytes(secrets.bag.iter().chain(&secrets.granada_bag).map(|t| t.index()));
        d.bytes([secrets.asked.map_or(u8::MAX, |s| s.0), secrets.answered]);
        d.bytes(secrets.seed.0);
        module::digest(self, d);
        digest.0
    }
}

fn stage(stage: Stage) -> u8 {
    match stage {
        Stage::Action => 0,
        Stage::Chain(_) => 1,
        Stage::Placing(Occasion::Turn) => 2,
        Stage::Placing(Occasion::OutOfTurn) => 3,
        Stage::Placing(Occasion::Handout) => 4,
        Stage::Window(Window::BeforeScoring) => 5,
        Stage::Window(Window::AfterTurn) => 6,
        Stage::Over => 7,
    }
}
