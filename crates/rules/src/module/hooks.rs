//! What a module can add to the game: one trait whose hooks all have a default that adds nothing. A module's file contains only what it
//! changes.

use core::fmt;
use core::hash::Hash;
use core::ops::Range;

use super::Module;
use crate::board::Board;
use crate::card::{Card, Payment};
use crate::cell::Cell;
use crate::currency::Currency;
use crate::deal::Piles;
use crate::digest::Digest;
use crate::event::{Events, Round};
use crate::from_record::{ParsedStep, RecordError, TileBox};
use crate::game::{Chair, Game};
use crate::kind::ByKind;
use crate::notation::{Read, Words};
use crate::position::value::Value;
use crate::position::{PositionError, Supply};
use crate::record::Dealt;
use crate::refusal::{Reason, Refusal, Rule};
use crate::rng::{Dice, Seed};
use crate::rule::buy::Offer;
use crate::seat::{Seat, SeatSet};
use crate::setup::{GameKind, Setup};
use crate::side::Side;
use crate::table::{Stage, Table, Window};
use crate::tile::{Tile, TileSet};

/// The public types of a module.
pub trait Parts {
    /// Its public state.
    type Open: Clone + fmt::Debug + Default + PartialEq + Eq;
    /// What one seat knows of its hidden state: the seat's own part.
    type Own: Copy + fmt::Debug + Default + PartialEq + Eq;
    /// Its actions.
    type Action: Copy + fmt::Debug + fmt::Display + Ord + Hash;
    /// Its events.
    type Event: Copy + fmt::Debug + fmt::Display + PartialEq + Eq;
}

/// For a module without actions or events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Never {}

impl fmt::Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

/// How the turn continues after a module's action.
pub(crate) enum Then {
    /// As before.
    Nothing,
    /// The same action has more steps, until `done`.
    Chain,
    /// It was the action of the turn.
    Acted,
    /// A tile was bought out of turn and is now placed.
    Bought,
    /// The seat that was asked is asked again if it can still answer.
    AskAgain,
}

/// Where a tile that a record's `shows` names was drawn from.
pub(crate) enum Source {
    /// The bag.
    Bag,
    /// One of the module's own piles.
    Own,
}

/// The position of a module's field in a record's `deal`: in the order in which things are laid out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum DealOrder {
    /// Drawn from the bag, with the market.
    FromBag,
    /// Laid out face up.
    FaceUp,
    /// Dealt in secret.
    Secret,
}

/// The rules of a module. The hooks are called in the order of [`Module::ALL`], and only for modules in play unless stated otherwise.
pub(crate) trait Rules: Parts {
    /// Its hidden state.
    type Hidden: Clone + fmt::Debug + Default + PartialEq + Eq;
    /// What a record without a seed implies about the hidden state.
    type Expected: Clone + fmt::Debug + Default;

    /// Which module it is.
    const MODULE: Module;
    /// Its name in records and flags.
    const NAME: &'static str;
    /// The ids of its rules in `docs/rules.md`.
    const RULES: &'static [&'static str];
    /// The games that the rulebooks allow it in.
    const GAMES: &'static [GameKind] = &[GameKind::Alhambra];
    /// The tiles it adds to the bag.
    const TILES: Range<u8> = 0..0;
    /// The cards it adds to the money deck.
    const CARDS: Range<u8> = 0..0;
    /// Its tiles that are never in a bag.
    const PIECES: Range<u8> = 0..0;

    // Set-up.

    /// Its state before the first turn.
    fn set_up(_setup: &Setup, _seed: &Seed) -> (Self::Open, Self::Hidden) {
        Default::default()
    }

    /// Adds its cards to the piles of the money deck.
    fn stack(_seed: &Seed, _piles: &mut Piles) {}

    // Cards and tiles.

    /// Two currencies that one of its cards combines in a payment. Called for cards of every module.
    #[inline]
    fn joins(_card: Card) -> Option<[Currency; 2]> {
        None
    }

    /// Why a card cannot be taken together with others.
    fn check_taken_with_others(_card: Card) -> Result<(), Refusal> {
        Ok(())
    }

    /// The rule that a payment with one of its cards breaks if it is in the wrong currency.
    fn wrong_currency_rule(_payment: Payment) -> Option<Rule> {
        None
    }

    /// The rule that anchors one of its tiles on the board, although it need not be reachable on foot (P3). Called for every tile.
    #[inline]
    fn hold_rule(_tile: Tile) -> Option<Rule> {
        None
    }

    /// The rule about what a side may touch, for sides that only its tiles have. Called for every side.
    fn contact_rule(_side: Side) -> Option<Rule> {
        None
    }

    /// Takes a tile drawn for the market if it belongs elsewhere.
    #[inline]
    fn lays_aside(_table: &mut Table, _tile: Tile) -> Option<Self::Event> {
        None
    }

    /// Whether a tile goes elsewhere than on the market when it is drawn.
    fn lies_aside(_tile: Tile) -> bool {
        false
    }

    /// The tiles it sells beside the market. Called whether or not the module is in play.
    #[inline]
    fn aside(_table: &Table) -> TileSet {
        TileSet::EMPTY
    }

    /// The price of one of those; `None` if it cannot be bought now. It must equal the price of a tile on the market in the same currency:
    /// the market alone decides whether a seat can pay anything exactly.
    #[inline]
    fn offer(_table: &Table, _tile: Tile) -> Option<Offer> {
        None
    }

    /// Why one of its tiles is not for sale.
    fn no_offer(_table: &Table, _tile: Tile) -> Option<Refusal> {
        None
    }

    /// A tile was bought.
    #[inline]
    fn bought(_table: &mut Table, _tile: Tile) {}

    /// Whether such a tile is free: then it cannot be given to Dirk (N4).
    #[inline]
    fn is_free_of_charge(_tile: Tile) -> bool {
        false
    }

    // Actions.

    /// Additional actions of a turn.
    #[inline]
    fn list(_chair: &Chair, _push: &mut impl FnMut(Self::Action)) {}

    /// Whether there is any.
    #[inline]
    fn any(chair: &Chair) -> bool {
        let mut found = false;
        Self::list(chair, &mut |_| found = true);
        found
    }

    /// The further steps of one of its actions.
    fn list_chain(_chair: &Chair, _push: &mut impl FnMut(Self::Action)) {}

    /// The seats that have something to answer in a window.
    #[inline]
    fn asks(_game: &Game, _window: Window) -> SeatSet {
        SeatSet::NONE
    }

    /// The answers, except for `pass`.
    #[inline]
    fn list_window(_chair: &Chair, _window: Window, _push: &mut impl FnMut(Self::Action)) {}

    /// What a seat may do at any time, without being asked.
    fn list_free(_chair: &Chair, _push: &mut impl FnMut(Self::Action)) {}

    /// Whether an action may be taken at any time; then it stays when the steps around it are undone (T6).
    #[inline]
    fn is_free(_action: Self::Action) -> bool {
        false
    }

    /// The rule an action belongs to, and whether the stage allows it.
    fn due(_action: Self::Action, _stage: Stage) -> (Rule, bool) {
        (Rule::T1, false)
    }

    /// Whether an action is legal for a seat, given that the stage allows it.
    fn check(_chair: &Chair, _action: Self::Action) -> Result<(), Refusal> {
        Err(Refusal::new(Rule::T1, Reason::NotNow))
    }

    /// Applies a legal action.
    #[inline]
    fn apply(_game: &mut Game, _seat: Seat, _action: Self::Action) -> Then {
        Then::Nothing
    }

    // Consequences.

    /// A tile left the board of a seat.
    #[inline]
    fn tile_removed(_game: &mut Game, _seat: Seat, _tile: Tile, _cell: Cell) {}

    /// The first step at the end of a turn (T5).
    #[inline]
    fn turn_ended(_game: &mut Game, _events: &mut impl Events) {}

    /// The last step before the final scoring.
    fn before_last_scoring(_game: &mut Game, _events: &mut impl Events) {}

    // Scoring.

    /// What a board adds to the number of buildings of each kind (W3).
    #[inline]
    fn count_on_board(_board: &Board, _count: &mut ByKind<u8>) {}

    /// What a seat adds to the number of its buildings of each kind (W3).
    #[inline]
    fn count(table: &Table, seat: Seat, count: &mut ByKind<u8>) {
        Self::count_on_board(&table.players[seat].board, count);
    }

    /// The name of its points in records; `None` if it has none.
    const POINTS: Option<&'static str> = None;

    /// The points of a board.
    #[inline]
    fn board_points(_board: &Board, _round: Round) -> u16 {
        0
    }

    /// The points of a seat.
    #[inline]
    fn points(table: &Table, seat: Seat, round: Round) -> u16 {
        Self::board_points(&table.players[seat].board, round)
    }

    // Views and sampling.

    /// What a seat knows of the hidden state.
    #[inline]
    fn own(_hidden: &Self::Hidden, _seat: Seat) -> Self::Own {
        Default::default()
    }

    /// The hidden state, sampled for a viewer who knows `own`.
    fn sample(_table: &Table, _own: Option<(Seat, Self::Own)>, _dice: &mut Dice) -> Self::Hidden {
        Default::default()
    }

    /// Adds its state, public and hidden, to the hash of a game.
    fn digest(_game: &Game, _digest: &mut Digest) {}

    // Positions as text. A module that writes a value must be able to read it.

    /// Its public state, as the value of its field.
    fn write_open(_table: &Table) -> Option<String> {
        None
    }

    /// Reads it. Everything except modules is already set up. What is found is taken out of the supply.
    fn read_open(_table: &mut Table, _supply: &mut Supply, _value: &Value) -> Result<(), PositionError> {
        Ok(())
    }

    /// What a seat knows of the hidden state.
    fn write_own(_own: &Self::Own) -> Option<String> {
        None
    }

    /// Reads it.
    fn read_own(_table: &Table, _seat: Seat, _value: &Value) -> Result<Self::Own, PositionError> {
        Ok(Self::Own::default())
    }

    /// The hidden state.
    fn write_hidden(_hidden: &Self::Hidden, _players: usize) -> Option<String> {
        None
    }

    /// Reads it.
    fn read_hidden(_table: &Table, _supply: &Supply, _value: &Value) -> Result<Self::Hidden, PositionError> {
        Ok(Self::Hidden::default())
    }

    // Notation and records.

    /// Parses what follows a verb; `None` if the verb is not its own.
    fn parse(_verb: &str, _words: &mut Words) -> Option<Read<Self::Action>> {
        None
    }

    /// Its field in a record's `deal`.
    const DEAL: Option<(&'static str, DealOrder)> = None;

    /// Its value; what stays hidden while the game is running only if it is `over`.
    fn record_deal(_game: &Game, _over: bool) -> Option<Dealt> {
        None
    }

    /// Whether an event is included in a record's `shows`.
    fn is_shown(_event: Self::Event) -> bool {
        true
    }

    /// Removes what the set-up drew from the bag, before a record's deal is laid out.
    fn clear(_table: &mut Table) {}

    /// Lays out what a record says was dealt.
    fn lay_out(_table: &mut Table, _deal: Option<&Dealt>, _tiles: &mut TileBox) -> Result<(), RecordError> {
        Ok(())
    }

    /// Where something that a record shows with this verb was drawn from; `None` if the verb is not its own.
    fn source(_verb: &str) -> Option<Source> {
        None
    }

    /// Moves a tile to the top of its pile, so that it is revealed next; `false` if it is not there.
    fn reveal_next(_hidden: &mut Self::Hidden, _tile: Tile) -> bool {
        false
    }

    /// Deals what is hidden as far as a record reveals it.
    fn expect(_game: &mut Game, _deal: Option<&Dealt>, _steps: &[ParsedStep]) -> Result<Self::Expected, RecordError> {
        Ok(Self::Expected::default())
    }

    /// Arranges what is hidden so that the first of these steps can be played.
    fn arrange(_expected: &Self::Expected, _game: &mut Game, _steps: &[ParsedStep]) {}
}
