//! Everything that lies open on the table (T8). A [`crate::View`] holds it whole; what is hidden is in `secrets`.

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::card::{Card, Hand};
use crate::components::{MARKET, SPACE_OF};
use crate::currency::Currency;
use crate::event::Round;
use crate::module::Modules;
use crate::seat::{BySeat, Seat};
use crate::setup::{GameKind, Setup};
use crate::tile::{Tile, TileSet};

/// What one player has in front of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The Alhambra, or Granada, or both.
    pub board: Board,
    /// Tiles set aside (P6).
    pub reserve: TileSet,
    /// Points so far.
    pub score: u16,
}

/// The imaginary third player of a game for two (N2).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dirk {
    /// His tiles, as they lie.
    pub tiles: TileSet,
    /// His points.
    pub score: u16,
}

/// The building market.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Market {
    /// Spaces 1 to 4.
    pub spaces: [Option<Tile>; 4],
    /// The Granada tile beside each, in the combined game (CO1).
    pub beside: [Option<Tile>; 4],
    /// The marker: whether new Granada tiles lie with the odd price up (GR2).
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

    /// Every tile with its space.
    pub fn tiles(&self) -> impl Iterator<Item = (usize, Tile)> + '_ {
        (0..8).filter_map(|half| {
            let of = if half % 2 == 0 { &self.spaces } else { &self.beside };
            of[half / 2].map(|tile| (half / 2, tile))
        })
    }

    /// The space on which a tile lies.
    pub fn find(&self, tile: Tile) -> Option<usize> {
        (0..4).find(|s| self.spaces[*s] == Some(tile) || self.beside[*s] == Some(tile))
    }

    pub(crate) fn remove(&mut self, tile: Tile) {
        let all = self.spaces.iter_mut().chain(&mut self.beside);
        all.filter(|t| **t == Some(tile)).for_each(|t| *t = None);
    }
}

/// Where a scoring card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoringCard {
    /// Somewhere in this pile of the deck, 0 to 4.
    InPile(u8),
    /// Set aside until the deck is shuffled anew (CO2).
    Aside,
    /// It was drawn.
    Drawn,
}

/// What all know of the money deck (S5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// Cards left in each of the five piles, the first on top.
    pub piles: [u8; 5],
    /// Cards A and B.
    pub scoring: [ScoringCard; 2],
    /// How many cards that show a pair of currencies are left in each pile; after a shuffle all are counted in the first,
    /// wherever they lie. They came and went openly, so all may know.
    pub pairs: [u8; 5],
    /// How often the discard pile became the deck (T7).
    pub shuffles: u8,
}

impl Deck {
    /// How many cards are left.
    pub fn len(&self) -> usize {
        self.piles.iter().map(|p| *p as usize).sum()
    }

    /// Whether no card is left.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// For what tiles are being placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Occasion {
    /// At the end of a turn (T4).
    Turn,
    /// After a purchase out of turn.
    Favour,
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

/// What the table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// An action (T1), or a further one (T2).
    Action,
    /// More of an action that has several steps.
    Chain,
    /// Tiles to be placed, then `end` (T4, T6).
    Placing(Occasion),
    /// An answer of somebody asked out of turn; of whom is not open (T8).
    Window(Window),
    /// Nothing: the game is over.
    Over,
}

/// Whose turn it is and how far it has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Whose turn it is, or was, until all that follows it is done.
    pub seat: Seat,
    /// Who acts, if that is open.
    pub actor: Seat,
    /// What the table waits for.
    pub stage: Stage,
    /// Whether nothing has been done in this turn.
    pub first: bool,
    /// Tiles the actor has yet to place.
    pub waiting: TileSet,
    /// Rounds to be scored before the game goes on.
    pub due: ArrayVec<Round, 2>,
    /// The market could not be filled: the game ends (E1).
    pub closing: bool,
    /// Tiles handed out and not yet placed (E3).
    pub gained: BySeat<TileSet>,
    /// How many halves of the market have been handed out (GR4).
    pub handed_out: u8,
}

/// Everything that lies open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What is played.
    pub setup: Setup,
    /// The players' boards, reserves and scores.
    pub players: BySeat<Player>,
    /// Dirk, who has tiles and points with two players only.
    pub dirk: Dirk,
    /// The building market.
    pub market: Market,
    /// The four cards to be taken.
    pub display: [Option<Card>; 4],
    /// The cards that were paid.
    pub discard: Hand,
    /// What is known of the deck.
    pub deck: Deck,
    /// Tiles left in the bag.
    pub bag: u8,
    /// Tiles left in Granada's bag of the combined game (CO1).
    pub granada_bag: u8,
    /// The turn.
    pub turn: Turn,
    /// What the modules have lying open.
    pub modules: Modules,
}

impl Table {
    /// How many players there are.
    #[inline]
    pub fn player_count(&self) -> usize {
        self.setup.players as usize
    }

    /// Whether Granada's tiles have a bag and a place on the market of their own (CO1).
    #[inline]
    pub fn is_combined(&self) -> bool {
        self.setup.game == GameKind::Combined
    }

    /// All seats, beginning with the one whose turn is next (VZ3, BN4, E3).
    pub(crate) fn seats_from_next(&self) -> impl Iterator<Item = Seat> + use<> {
        let (seat, players) = (self.turn.seat, self.player_count());
        (1..=players).map(move |i| seat.after(i, players))
    }
}
