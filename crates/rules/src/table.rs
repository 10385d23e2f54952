//! Everything public on the table (T8). A [`crate::View`] contains all of it; what is hidden is in `secrets`.

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::card::{Card, Discards};
use crate::components::{MARKET, SPACE_OF};
use crate::currency::Currency;
use crate::event::Round;
use crate::module::{Module, Modules};
use crate::purse::Sums;
use crate::seat::{BySeat, Seat};
use crate::setup::Setup;
use crate::tile::{Tile, TileSet};

/// What one player has in front of them.
#[derive(Debug, PartialEq, Eq)]
pub struct Player {
    /// The Alhambra, or Granada, or both.
    pub board: Board,
    /// The reserve (P6).
    pub reserve: TileSet,
    /// Points so far.
    pub score: u16,
}

impl Clone for Player {
    fn clone(&self) -> Player {
        let Player { board, reserve, score } = self;
        Player { board: board.clone(), reserve: *reserve, score: *score }
    }

    fn clone_from(&mut self, from: &Player) {
        let Player { board, reserve, score } = from;
        self.board.clone_from(board);
        self.reserve = *reserve;
        self.score = *score;
    }
}

/// The imaginary third player of a game for two (N2).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dirk {
    /// His tiles.
    pub tiles: TileSet,
    /// His points.
    pub score: u16,
}

/// The building market.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Market {
    /// Spaces 1 to 4.
    pub spaces: [Option<Tile>; 4],
    /// The Granada tile beside each space, in the combined game (CO1).
    pub beside: [Option<Tile>; 4],
    /// The marker: whether new Granada tiles have their odd price up (GR2).
    pub odd: bool,
}

impl Market {
    /// The currency of a space.
    pub const fn currency(space: usize) -> Currency {
        MARKET[space]
    }

    /// The space of a currency.
    pub const fn space(currency: Currency) -> usize {
        SPACE_OF[currency as usize] as usize
    }

    /// The number of places: two per space, the second for Granada's tile in the combined game (CO1).
    pub(crate) const HALVES: usize = 8;

    /// A place, in the order in which tiles are laid out and handed out (CO3): its space, and the tile there.
    #[inline]
    pub(crate) fn half(&self, half: usize) -> (usize, Option<Tile>) {
        let of = if half.is_multiple_of(2) { &self.spaces } else { &self.beside };
        (half / 2, of[half / 2])
    }

    /// The prices of the tiles on the spaces.
    #[inline]
    pub(crate) fn prices(&self) -> Sums {
        let [a, b, c, d] = self.spaces;
        Sums::by_space(Tile::price_bit(a), Tile::price_bit(b), Tile::price_bit(c), Tile::price_bit(d))
    }

    /// The prices of the tiles beside them (CO1).
    #[inline]
    pub(crate) fn prices_beside(&self) -> Sums {
        let [a, b, c, d] = self.beside;
        Sums::by_space(Tile::price_bit(a), Tile::price_bit(b), Tile::price_bit(c), Tile::price_bit(d))
    }

    /// Every tile with its space.
    pub fn tiles(&self) -> impl Iterator<Item = (usize, Tile)> + '_ {
        (0..Market::HALVES).filter_map(|half| {
            let (space, tile) = self.half(half);
            tile.map(|tile| (space, tile))
        })
    }

    /// The space of a tile.
    pub fn find(&self, tile: Tile) -> Option<usize> {
        (0..4).find(|s| self.spaces[*s] == Some(tile) || self.beside[*s] == Some(tile))
    }

    /// Takes the tile away from a place.
    #[inline]
    pub(crate) fn take(&mut self, half: usize) -> Option<Tile> {
        let of = if half.is_multiple_of(2) { &mut self.spaces } else { &mut self.beside };
        of[half / 2].take()
    }

    /// Removes a tile; returns whether it was here.
    pub(crate) fn remove(&mut self, tile: Tile) -> bool {
        let lies_at = |half: &[Option<Tile>; 4]| (0..4).fold(0, |at, i| at | u32::from(half[i] == Some(tile)) << i);
        for half in [&mut self.spaces, &mut self.beside] {
            let at = lies_at(half);
            if at != 0 {
                half[at.trailing_zeros() as usize % 4] = None;
                return true;
            }
        }
        false
    }
}

/// Where a scoring card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoringCard {
    /// Somewhere in this pile of the deck, 0 to 4.
    InPile(u8),
    /// Set aside until the deck is reshuffled (CO2).
    Aside,
    /// Already drawn.
    Drawn,
}

/// What is publicly known about the money deck (S5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// Cards left in each of the five piles, top pile first.
    pub piles: [u8; 5],
    /// Cards A and B.
    pub scoring: [ScoringCard; 2],
    /// How many pair cards are left in each pile; after a reshuffle all are counted in the first,
    /// wherever they are. They are taken and paid openly, so this is public.
    pub pairs: [u8; 5],
    /// How often the discard pile has become the deck (T7).
    pub shuffles: u8,
}

impl Deck {
    /// The number of cards left.
    pub fn len(&self) -> usize {
        self.piles.iter().map(|p| *p as usize).sum()
    }

    /// Whether no cards are left.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Why tiles are being placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Occasion {
    /// At the end of a turn (T4).
    Turn,
    /// After a purchase out of turn.
    OutOfTurn,
    /// At the end of the game (E3).
    Handout,
}

/// When seats are asked out of turn (T5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Window {
    /// Before a round is scored.
    BeforeScoring,
    /// After a turn.
    AfterTurn,
}

/// What the table is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// An action (T1), or an extra one (T2).
    Action,
    /// Further steps of a module's action.
    Chain(Module),
    /// Tiles to be placed, then `end` (T4, T6).
    Placing(Occasion),
    /// An answer from a seat asked out of turn; which seat is not public (T8).
    Window(Window),
    /// Nothing: the game is over.
    Over,
}

/// Whose turn it is, and how far it has progressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Whose turn it is, or was, until everything that follows it is done.
    pub seat: Seat,
    /// The seat to act, if that is public.
    pub actor: Seat,
    /// What the table is waiting for.
    pub stage: Stage,
    /// Whether nothing has been done in this turn yet.
    pub first: bool,
    /// Tiles the actor has yet to place.
    pub waiting: TileSet,
    /// Rounds to be scored before play continues.
    pub due: ArrayVec<Round, 2>,
    /// The market could not be refilled: the game is ending (E1).
    pub closing: bool,
    /// Tiles handed out and not yet placed (E3).
    pub gained: BySeat<TileSet>,
    /// How many places of the market have been handed out (GR4).
    pub handed_out: u8,
}

/// Everything that is public.
#[derive(Debug, PartialEq, Eq)]
pub struct Table {
    /// What is played.
    pub setup: Setup,
    /// The players' boards, reserves and scores.
    pub players: BySeat<Player>,
    /// Dirk, who has tiles and points only with two players.
    pub dirk: Dirk,
    /// The building market.
    pub market: Market,
    /// The four cards on the display.
    pub display: [Option<Card>; 4],
    /// The discard pile.
    pub discard: Discards,
    /// What is publicly known about the deck.
    pub deck: Deck,
    /// Tiles left in the bag.
    pub bag: u8,
    /// Tiles left in Granada's bag in the combined game (CO1).
    pub granada_bag: u8,
    /// The turn.
    pub turn: Turn,
    /// The public state of the modules.
    pub modules: Modules,
}

impl Clone for Table {
    fn clone(&self) -> Table {
        let Table { setup, players, dirk, market, display, discard, deck, bag, granada_bag, turn, modules } = self;
        Table {
            setup: *setup,
            players: players.clone(),
            dirk: dirk.clone(),
            market: market.clone(),
            display: *display,
            discard: *discard,
            deck: deck.clone(),
            bag: *bag,
            granada_bag: *granada_bag,
            turn: turn.clone(),
            modules: modules.clone(),
        }
    }

    fn clone_from(&mut self, from: &Table) {
        self.players.clone_from(&from.players);
        self.clone_shared_from(from);
    }
}

impl Table {
    /// Everything except the players.
    pub(crate) fn clone_shared_from(&mut self, from: &Table) {
        let Table { setup, players: _, dirk, market, display, discard, deck, bag, granada_bag, turn, modules } = from;
        self.setup = *setup;
        self.dirk.clone_from(dirk);
        self.market.clone_from(market);
        self.display = *display;
        self.discard = *discard;
        self.deck.clone_from(deck);
        self.bag = *bag;
        self.granada_bag = *granada_bag;
        self.turn.clone_from(turn);
        self.modules.clone_from(modules);
    }

    /// The number of players.
    #[inline]
    pub fn player_count(&self) -> usize {
        self.setup.players as usize
    }

    /// All seats, starting with the one whose turn is next (VZ3, BN4, E3).
    pub(crate) fn seats_from_next(&self) -> impl Iterator<Item = Seat> + use<> {
        let (seat, players) = (self.turn.seat, self.player_count());
        (1..=players).map(move |i| seat.after(i, players))
    }
}
