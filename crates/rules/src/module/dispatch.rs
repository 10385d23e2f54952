//! The hooks as the core calls them: each asks the modules, in the order of their list. Everything is resolved at compile time;
//! hooks that a module does not define cost nothing.

use super::hooks::Source;
use super::{
    Event, Expected, Listed, Module, ModuleAction, Modules, Own, Rules, Secrets, Then, each, with_action, with_event,
};
use crate::action::Action;
use crate::board::Board;
use crate::card::{Card, Payment};
use crate::cell::Cell;
use crate::currency::Currency;
use crate::deal::Piles;
use crate::digest::Digest;
use crate::event::{Events, Round};
use crate::from_record::{ParsedStep, RecordError, TileBox, record_error};
use crate::game::{Chair, Game};
use crate::kind::ByKind;
use crate::notation::{Read, Words};
use crate::position::value::Value;
use crate::position::{PositionError, Supply};
use crate::record::{Deal, Dealt};
use crate::refusal::{Reason, Refusal, Rule};
use crate::rng::{Dice, Seed};
use crate::rule::buy::Offer;
use crate::rule::scoring::ModulePoints;
use crate::seat::{Seat, SeatSet};
use crate::setup::{ModuleSet, Setup};
use crate::side::Side;
use crate::table::{Stage, Table, Window};
use crate::tile::{Tile, TileSet};

impl Secrets {
    /// What a seat knows about them.
    #[inline]
    pub(crate) fn own(&self, seat: Seat) -> Own {
        let mut own = Own::default();
        each!(M => *M::own_mut(&mut own) = M::own(M::hidden(self), seat));
        own
    }
}

// Set-up.

pub(crate) fn set_up(setup: &Setup, seed: &Seed) -> (Modules, Secrets) {
    let (mut open, mut hidden) = (Modules::default(), Secrets::default());
    each!(setup.modules, M => (*M::open_mut(&mut open), *M::hidden_mut(&mut hidden)) = M::set_up(setup, seed));
    (open, hidden)
}

pub(crate) fn stack(setup: &Setup, seed: &Seed, piles: &mut Piles) {
    each!(setup.modules, M => M::stack(seed, piles));
}

/// Tiles added to the bag.
pub(crate) fn tiles(setup: &Setup) -> impl Iterator<Item = Tile> + use<> {
    setup.modules.iter().flat_map(Module::tiles).map(Tile::nth)
}

/// Tiles that are never in a bag.
pub(crate) fn pieces(setup: &Setup) -> impl Iterator<Item = Tile> + use<> {
    setup.modules.iter().flat_map(Module::pieces).map(Tile::nth)
}

/// Cards added to the money.
pub(crate) fn cards(setup: &Setup) -> impl Iterator<Item = Card> + use<> {
    setup.modules.iter().flat_map(Module::cards).map(Card::nth)
}

// Cards and tiles.

/// Two currencies that a card combines in one payment.
#[inline]
pub(crate) fn joins(card: Card) -> Option<[Currency; 2]> {
    each!(M => if let Some(both) = M::joins(card) {
        return Some(both);
    });
    None
}

pub(crate) fn check_taken_with_others(card: Card) -> Result<(), Refusal> {
    each!(M => M::check_taken_with_others(card)?);
    Ok(())
}

/// The rule that a payment breaks if it is in the wrong currency.
pub(crate) fn wrong_currency_rule(payment: Payment) -> Option<Rule> {
    each!(M => if let Some(rule) = M::wrong_currency_rule(payment) {
        return Some(rule);
    });
    None
}

/// The rule that anchors a tile which need not be reachable on foot.
#[inline]
pub(crate) fn hold_rule(tile: Tile) -> Option<Rule> {
    each!(M => if let Some(rule) = M::hold_rule(tile) {
        return Some(rule);
    });
    None
}

/// The rule about what a side may touch, for sides that only a module's tiles have.
pub(crate) fn contact_rule(side: Side) -> Option<Rule> {
    each!(M => if let Some(rule) = M::contact_rule(side) {
        return Some(rule);
    });
    None
}

/// Takes a tile drawn for the market if it belongs elsewhere.
#[inline]
pub(crate) fn lays_aside(table: &mut Table, tile: Tile) -> Option<Event> {
    each!(table.setup.modules, M => if let Some(event) = M::lays_aside(table, tile) {
        return Some(M::event(event));
    });
    None
}

pub(crate) fn lies_aside(tile: Tile) -> bool {
    each!(M => if M::lies_aside(tile) {
        return true;
    });
    false
}

/// The tiles on sale beside the market.
#[inline]
pub(crate) fn tiles_aside(table: &Table) -> TileSet {
    let mut aside = TileSet::EMPTY;
    if !table.setup.modules.is_empty() {
        each!(M => aside = aside.union(M::aside(table)));
    }
    aside
}

/// What is on sale beside the market.
#[inline]
pub(crate) fn offers(table: &Table) -> impl Iterator<Item = Offer> + '_ {
    tiles_aside(table).iter().filter_map(|tile| {
        each!(M => if let Some(offer) = M::offer(table, tile) {
            return Some(offer);
        });
        None
    })
}

/// Why a tile is not for sale.
pub(crate) fn no_offer(table: &Table, tile: Tile) -> Refusal {
    each!(table.setup.modules, M => if let Some(refusal) = M::no_offer(table, tile) {
        return refusal;
    });
    Refusal::new(Rule::B1, Reason::NotOnOffer).tile(tile)
}

#[inline]
pub(crate) fn bought(table: &mut Table, tile: Tile) {
    each!(table.setup.modules, M => M::bought(table, tile));
}

pub(crate) fn is_free_of_charge(tile: Tile) -> bool {
    each!(M => if M::is_free_of_charge(tile) {
        return true;
    });
    false
}

// Actions.

/// Additional actions of a turn.
pub(crate) fn list(chair: &Chair, out: &mut Vec<Action>) {
    each!(chair.table.setup.modules, M => M::list(chair, &mut |a| out.push(Action::Module(M::action(a)))));
}

/// Whether there is any.
pub(crate) fn any(chair: &Chair) -> bool {
    each!(chair.table.setup.modules, M => if M::any(chair) {
        return true;
    });
    false
}

/// The further steps of this module's action.
pub(crate) fn list_chain(chair: &Chair, module: Module, out: &mut Vec<Action>) {
    each!(M => if M::MODULE == module {
        M::list_chain(chair, &mut |a| out.push(Action::Module(M::action(a))));
    });
    out.push(Action::Done);
}

/// The seats that have something to answer in a window.
#[inline]
pub(crate) fn asks(game: &Game, window: Window) -> SeatSet {
    let mut asked = SeatSet::NONE;
    each!(game.table.setup.modules, M => asked = asked.union(M::asks(game, window)));
    asked
}

/// The answers.
pub(crate) fn list_window(chair: &Chair, window: Window, out: &mut Vec<Action>) {
    each!(chair.table.setup.modules, M => M::list_window(chair, window, &mut |a| out.push(Action::Module(M::action(a)))));
    out.push(Action::Pass);
}

/// What a seat may do at any time.
pub(crate) fn list_free(chair: &Chair, out: &mut Vec<Action>) {
    if chair.table.turn.stage != Stage::Over {
        each!(chair.table.setup.modules, M => M::list_free(chair, &mut |a| out.push(Action::Module(M::action(a)))));
    }
}

impl ModuleAction {
    /// Whether it may be done at any time, and therefore stays when the steps around it are undone (T6).
    pub fn is_free(self) -> bool {
        with_action!(self, M, action => M::is_free(action))
    }
}

pub(crate) fn check(chair: &Chair, action: ModuleAction) -> Result<(), Refusal> {
    with_action!(action, M, action => {
        let (rule, is_due) = M::due(action, chair.table.turn.stage);
        if !chair.table.setup.modules.has(M::MODULE) {
            return Err(Refusal::new(rule, Reason::NotInGame));
        }
        if !is_due {
            return Err(Refusal::new(rule, Reason::NotNow));
        }
        M::check(chair, action)
    })
}

/// Applies a legal action; returns whose it was and how the turn continues.
pub(crate) fn apply(game: &mut Game, seat: Seat, action: ModuleAction) -> (Module, Then) {
    with_action!(action, M, action => (M::MODULE, M::apply(game, seat, action)))
}

// Consequences.

/// A tile left the board of a seat.
#[inline]
pub(crate) fn tile_removed(game: &mut Game, seat: Seat, tile: Tile, cell: Cell) {
    each!(game.table.setup.modules, M => M::tile_removed(game, seat, tile, cell));
}

/// The first step at the end of a turn (T5).
#[inline]
pub(crate) fn turn_ended<E: Events>(game: &mut Game, events: &mut E) {
    each!(game.table.setup.modules, M => M::turn_ended(game, events));
}

/// The last step before the final scoring.
pub(crate) fn before_last_scoring<E: Events>(game: &mut Game, events: &mut E) {
    each!(game.table.setup.modules, M => M::before_last_scoring(game, events));
}

// Scoring.

/// Adds to the number of buildings of each kind (W3).
#[inline]
pub(crate) fn count(table: &Table, seat: Seat, count: &mut ByKind<u8>) {
    each!(table.setup.modules, M => M::count(table, seat, count));
}

/// Adds what these modules count on a board alone (W3), regardless of what else its owner has.
pub fn count_on_board(modules: ModuleSet, board: &Board, count: &mut ByKind<u8>) {
    each!(modules, M => M::count_on_board(board, count));
}

/// A seat's points from modules.
#[inline]
pub(crate) fn points(table: &Table, seat: Seat, round: Round) -> ModulePoints {
    let mut points = ModulePoints::default();
    each!(table.setup.modules, M => points[M::MODULE] = M::points(table, seat, round));
    points
}

/// The points these modules give for a board alone, regardless of what else its owner has.
pub fn board_points(modules: ModuleSet, board: &Board, round: Round) -> ModulePoints {
    let mut points = ModulePoints::default();
    each!(modules, M => points[M::MODULE] = M::board_points(board, round));
    points
}

// Views and sampling.

/// What modules hide, sampled for a viewer who knows `own`.
pub(crate) fn sample(table: &Table, own: Option<(Seat, Own)>, dice: &mut Dice) -> Secrets {
    let mut secrets = Secrets::default();
    each!(table.setup.modules, M => {
        let own = own.map(|(seat, own)| (seat, *M::own_of(&own)));
        *M::hidden_mut(&mut secrets) = M::sample(table, own, dice);
    });
    secrets
}

/// The first modules are part of every hash, even of games without them, because hashes must not change. Others come after.
const ALWAYS_HASHED: usize = 7;

/// All of their state, for the hash of a game.
pub(crate) fn digest(game: &Game, digest: &mut Digest) {
    each!(M => if (M::MODULE as usize) < ALWAYS_HASHED || game.table.setup.modules.has(M::MODULE) {
        M::digest(game, digest);
    });
}

// Positions as text: the modules' fields, each under the module's name.

pub(crate) fn write_open(table: &Table, mut field: impl FnMut(&str, String)) {
    each!(table.setup.modules, M => if let Some(value) = M::write_open(table) {
        field(M::NAME, value);
    });
}

pub(crate) fn read_open<'a>(
    table: &mut Table,
    supply: &mut Supply,
    mut field: impl FnMut(&str) -> Result<Value<'a>, PositionError>,
) -> Result<(), PositionError> {
    each!(table.setup.modules, M => if M::write_open(table).is_some() {
        M::read_open(table, supply, &field(M::NAME)?)?;
    });
    Ok(())
}

pub(crate) fn write_own(setup: &Setup, own: &Own, mut field: impl FnMut(&str, String)) {
    each!(setup.modules, M => if let Some(value) = M::write_own(M::own_of(own)) {
        field(M::NAME, value);
    });
}

pub(crate) fn read_own<'a>(
    table: &Table,
    seat: Seat,
    mut field: impl FnMut(&str) -> Result<Value<'a>, PositionError>,
) -> Result<Own, PositionError> {
    let mut own = Own::default();
    each!(table.setup.modules, M => if M::write_own(M::own_of(&own)).is_some() {
        *M::own_mut(&mut own) = M::read_own(table, seat, &field(M::NAME)?)?;
    });
    Ok(own)
}

pub(crate) fn write_hidden(game: &Game, mut field: impl FnMut(&str, String)) {
    let players = game.table.player_count();
    each!(game.table.setup.modules, M => if let Some(value) = M::write_hidden(M::hidden(&game.secrets.modules), players) {
        field(M::NAME, value);
    });
}

pub(crate) fn read_hidden<'a>(
    table: &Table,
    supply: &Supply,
    mut field: impl FnMut(&str) -> Result<Value<'a>, PositionError>,
) -> Result<Secrets, PositionError> {
    let mut secrets = Secrets::default();
    each!(table.setup.modules, M => if M::write_hidden(M::hidden(&secrets), table.player_count()).is_some() {
        *M::hidden_mut(&mut secrets) = M::read_hidden(table, supply, &field(M::NAME)?)?;
    });
    Ok(secrets)
}

// Notation and records.

/// Parses what follows a verb; `None` if no module knows the verb.
pub(crate) fn parse(verb: &str, words: &mut Words) -> Option<Read<ModuleAction>> {
    each!(M => if let Some(action) = M::parse(verb, words) {
        return Some(action.map(M::action));
    });
    None
}

/// What modules dealt, as in a record.
pub(crate) fn record_deal(game: &Game, over: bool) -> Vec<(Module, Dealt)> {
    let mut fields = Vec::new();
    each!(game.table.setup.modules, M => fields.extend(M::record_deal(game, over).map(|dealt| (M::MODULE, dealt))));
    fields
}

impl Event {
    /// Whether it is included in a record's `shows`.
    pub fn is_shown(&self) -> bool {
        with_event!(*self, M, event => M::is_shown(event))
    }
}

/// Lays out what a record says instead of what the set-up laid out.
pub(crate) fn clear(table: &mut Table) {
    each!(table.setup.modules, M => M::clear(table));
}

/// Lays out what a record says.
pub(crate) fn lay_out(table: &mut Table, deal: &Deal, tiles: &mut TileBox) -> Result<(), RecordError> {
    for (module, _) in deal.modules.iter() {
        if !table.setup.modules.has(module) {
            let field = module.deal().map_or("", |(name, _)| name);
            return record_error(format!("deal.{field}"), format!("the module {module} is not in this game"));
        }
    }
    each!(table.setup.modules, M => M::lay_out(table, deal.modules.get(M::MODULE), tiles)?);
    Ok(())
}

/// Where something that a record shows with this verb was drawn from.
pub(crate) fn source(verb: &str) -> Option<Source> {
    each!(M => if let Some(source) = M::source(verb) {
        return Some(source);
    });
    None
}

/// Moves a tile to the top of a module's pile; `false` if it is not there.
pub(crate) fn reveal_next(game: &mut Game, tile: Tile) -> bool {
    each!(game.table.setup.modules, M => if M::reveal_next(M::hidden_mut(&mut game.secrets.modules), tile) {
        return true;
    });
    false
}

/// Deals what is hidden as far as a record reveals it.
pub(crate) fn expect(game: &mut Game, deal: &Deal, steps: &[ParsedStep]) -> Result<Expected, RecordError> {
    let mut expected = Expected::default();
    each!(game.table.setup.modules, M => {
        *M::expected(&mut expected) = M::expect(game, deal.modules.get(M::MODULE), steps)?;
    });
    Ok(expected)
}

impl Expected {
    /// Arranges what is hidden so that the first of these steps can be played.
    pub(crate) fn arrange(&mut self, game: &mut Game, steps: &[ParsedStep]) {
        each!(game.table.setup.modules, M => M::arrange(M::expected(self), game, steps));
    }
}
