//! What modules add. Each is one file with its pieces, state, actions, effect and points; this file is where they are plugged
//! in: every hook is one function that asks each module in play, in a fixed order. The core calls no module by name.

pub mod bazaars;
pub mod bonus;
mod bureau;
mod camps;
pub mod falconers;
mod from_record;
pub mod huts;
mod notation;
mod record;
#[cfg(test)]
mod together_tests;
pub mod vizier;

use core::fmt;

use crate::action::Action;
use crate::card::{Card, Payment};
use crate::cell::Cell;
use crate::components::{Falcon, Piece};
use crate::deal::Pile;
use crate::digest::Digest;
use crate::event::{Events, Round};
use crate::game::{Chair, Game};
use crate::kind::ByKind;
use crate::refusal::{Reason, Refusal, Rule};
use crate::rng::{Dice, Seed};
use crate::rule::buy::Offer;
use crate::seat::Seat;
use crate::setup::{Module, Setup};
use crate::table::{Stage, Table, Window};
use crate::tile::Tile;

pub(crate) use from_record::{
    Foreseen, bring_up, clear_table, foresee, is_from_bag, is_own_draw, lay_out, lies_beside,
};
pub(crate) use notation::parse;
pub(crate) use record::{record_deal, record_points};

/// What the modules have lying open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modules {
    /// Viziers.
    pub vizier: vizier::Open,
    /// Bonus cards laid open.
    pub bonus: bonus::Open,
    /// Workers' huts on offer.
    pub huts: huts::Open,
    /// Bazaars beside the market.
    pub bazaars: bazaars::Open,
    /// Falcons, in the supply and on boards.
    pub falconers: falconers::Open,
}

/// What the modules have hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Secrets {
    pub bonus: bonus::Hidden,
    pub huts: huts::Hidden,
}

/// What one seat knows of what is hidden: its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Own {
    /// Bonus cards in hand.
    pub bonus: bonus::Cards,
}

impl Secrets {
    #[inline]
    pub(crate) fn own(&self, seat: Seat) -> Own {
        Own { bonus: self.bonus.hands[seat.index()] }
    }
}

/// An action that only a module knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ModuleAction {
    /// Buys a tile out of turn (VZ2).
    Vizier {
        /// The tile.
        tile: Tile,
        /// Its exact price.
        payment: Payment,
    },
    /// Wakes the vizier (VZ5).
    Wake,
    /// Declines a window.
    Pass,
    /// Lays a bonus card open (BN2).
    Reveal(Tile),
    /// Takes a workers' hut (HU2).
    Hut(Tile),
    /// Buys and places a falcon (FA2).
    Falcon {
        /// The falcon.
        falcon: Falcon,
        /// The point: the north-west corner of this cell.
        point: Cell,
        /// The card it costs.
        card: Card,
    },
    /// No more falcons.
    Done,
}

/// What a module shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A hut was turned up (HU2).
    TurnedUp(Tile),
    /// A bazaar was laid beside the market (BZ1).
    LaidAside(Tile),
    /// A bonus card was laid open by itself (BN4).
    Revealed {
        /// Whose.
        seat: Seat,
        /// The tile on it.
        tile: Tile,
    },
}

impl Event {
    /// Whether a record's `shows` has it.
    pub fn is_shown(&self) -> bool {
        !matches!(self, Event::Revealed { .. })
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::TurnedUp(tile) => write!(f, "hut {tile}"),
            Event::LaidAside(tile) => write!(f, "bazaar {tile}"),
            Event::Revealed { seat, tile } => write!(f, "reveal {seat} +{tile}"),
        }
    }
}

/// Points that modules add in a scoring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points {
    /// For camps (CA5).
    pub camps: u16,
    /// For bazaars (BZ4).
    pub bazaars: u16,
    /// For falcons (FA5).
    pub falcons: u16,
}

impl Points {
    /// Together.
    pub fn total(&self) -> u16 {
        self.camps + self.bazaars + self.falcons
    }
}

/// How the turn goes on after a module's action.
pub(crate) enum Then {
    /// As before.
    Nothing,
    /// The same action has more steps.
    Chain,
    /// It was the action of the turn.
    Acted,
    /// A tile was bought out of turn and is placed now.
    Bought,
    /// The seat that was asked has answered.
    Answered,
    /// The seat that was asked is asked again if it has anything left to answer.
    AskAgain,
}

#[inline]
fn has(table: &Table, module: Module) -> bool {
    table.setup.modules.has(module)
}

// Set-up.

pub(crate) fn set_up(setup: &Setup, seed: &Seed) -> (Modules, Secrets) {
    let (bonus_open, bonus_hidden) = bonus::set_up(setup, seed);
    let (huts_open, huts_hidden) = huts::set_up(setup, seed);
    let open = Modules {
        vizier: vizier::set_up(setup),
        bonus: bonus_open,
        huts: huts_open,
        bazaars: bazaars::Open::default(),
        falconers: falconers::set_up(setup),
    };
    (open, Secrets { bonus: bonus_hidden, huts: huts_hidden })
}

/// Cards added to the piles of the money deck.
pub(crate) fn stack(setup: &Setup, seed: &Seed, piles: &mut [Pile; 5]) {
    if setup.modules.has(Module::Bureau) {
        bureau::stack(seed, piles);
    }
}

/// Tiles added to the bag.
pub(crate) fn tiles(setup: &Setup) -> impl Iterator<Item = Tile> + use<> {
    let camps = setup.modules.has(Module::Camps).then(camps::tiles);
    let bazaars = setup.modules.has(Module::Bazaars).then(bazaars::tiles);
    camps.into_iter().flatten().chain(bazaars.into_iter().flatten())
}

/// Cards added to the money.
pub(crate) fn cards(setup: &Setup) -> impl Iterator<Item = Card> + use<> {
    setup.modules.has(Module::Bureau).then(bureau::cards).into_iter().flatten()
}

// The market.

/// Whether a drawn tile lies beside the market instead of on it.
#[inline]
pub(crate) fn lays_aside(table: &mut Table, tile: Tile) -> bool {
    tile.piece() == Piece::Bazaar && bazaars::lay_aside(table, tile)
}

/// What is on sale beside the market.
#[inline]
pub(crate) fn offers(table: &Table) -> impl Iterator<Item = Offer> + '_ {
    bazaars::offers(table)
}

/// The tiles that lie beside the market.
pub(crate) fn tiles_aside(table: &Table) -> impl Iterator<Item = Tile> {
    table.modules.bazaars.aside.iter()
}

/// Why a tile is not on offer.
pub(crate) fn no_offer(table: &Table, tile: Tile) -> Refusal {
    bazaars::no_price(table, tile).unwrap_or(Refusal::new(Rule::B1, Reason::NotOnOffer).tile(tile))
}

/// A tile was bought.
#[inline]
pub(crate) fn bought(table: &mut Table, tile: Tile) {
    table.modules.bazaars.aside.remove(tile);
}

/// Whether nobody pays for such a tile: then Dirk cannot be given it (N4).
pub(crate) fn is_free_of_charge(tile: Tile) -> bool {
    tile.piece() == Piece::Hut
}

// Actions.

/// Further actions of a turn.
pub(crate) fn list(chair: &Chair, out: &mut Vec<Action>) {
    let modules = chair.table.setup.modules;
    if modules.is_empty() {
        return;
    }
    let mut push = |action| out.push(Action::Module(action));
    if modules.has(Module::Vizier) && vizier::check_wake(chair).is_ok() {
        push(ModuleAction::Wake);
    }
    if modules.has(Module::Huts) {
        huts::list(chair, &mut push);
    }
    if modules.has(Module::Falconers) && chair.table.turn.first {
        falconers::list(chair, &mut push);
    }
}

/// Whether there is any.
pub(crate) fn any(chair: &Chair) -> bool {
    let modules = chair.table.setup.modules;
    if modules.is_empty() {
        return false;
    }
    let mut found = false;
    let mut note = |_| found = true;
    if modules.has(Module::Huts) {
        huts::list(chair, &mut note);
    }
    // T3: falcons are no reason to go on.
    if modules.has(Module::Falconers) && chair.table.turn.first {
        falconers::list(chair, &mut note);
    }
    found || modules.has(Module::Vizier) && vizier::check_wake(chair).is_ok()
}

/// The further steps of an action that has several.
pub(crate) fn list_chain(chair: &Chair, out: &mut Vec<Action>) {
    falconers::list(chair, &mut |action| out.push(Action::Module(action)));
    out.push(Action::Module(ModuleAction::Done));
}

/// Whether a seat has something to answer in a window.
pub(crate) fn asks(chair: &Chair, window: Window) -> bool {
    match window {
        Window::BeforeScoring => has(chair.table, Module::Bonus) && bonus::any(chair),
        Window::AfterTurn => has(chair.table, Module::Vizier) && vizier::asks(chair),
    }
}

/// The answers.
pub(crate) fn list_window(chair: &Chair, window: Window, out: &mut Vec<Action>) {
    let mut push = |action| out.push(Action::Module(action));
    match window {
        Window::BeforeScoring => bonus::list(chair, &mut push),
        Window::AfterTurn => vizier::list(chair, &mut push),
    }
    push(ModuleAction::Pass);
}

/// What a seat may do at any time.
pub(crate) fn list_free(chair: &Chair, out: &mut Vec<Action>) {
    if has(chair.table, Module::Bonus) && chair.table.turn.stage != Stage::Over {
        bonus::list(chair, &mut |action| out.push(Action::Module(action)));
    }
}

/// Whether an action may be done at any time.
pub(crate) fn is_free(action: ModuleAction) -> bool {
    matches!(action, ModuleAction::Reveal(_))
}

/// Whether an action cannot be taken back, nor anything before it (T6): it uncovers something, or answers a window.
pub(crate) fn closes(action: Action) -> bool {
    matches!(action, Action::End | Action::Module(ModuleAction::Pass))
}

/// Whether an action stays when the steps around it are taken back (T6).
pub(crate) fn stays(action: Action) -> bool {
    matches!(action, Action::Module(action) if is_free(action))
}

/// The answer of one who wants nothing more of a module.
pub(crate) fn declined(stage: Stage) -> Action {
    Action::Module(if stage == Stage::Chain { ModuleAction::Done } else { ModuleAction::Pass })
}

pub(crate) fn check(chair: &Chair, action: ModuleAction) -> Result<(), Refusal> {
    let stage = chair.table.turn.stage;
    let (module, due, rule) = match action {
        ModuleAction::Vizier { .. } => (Module::Vizier, stage == Stage::Window(Window::AfterTurn), Rule::VZ2),
        ModuleAction::Wake => (Module::Vizier, stage == Stage::Action, Rule::VZ5),
        ModuleAction::Pass => match stage {
            Stage::Window(_) => return Ok(()),
            _ => return Err(Refusal::new(Rule::T1, Reason::NotNow)),
        },
        ModuleAction::Reveal(_) => (Module::Bonus, true, Rule::BN2),
        ModuleAction::Hut(_) => (Module::Huts, stage == Stage::Action, Rule::HU2),
        ModuleAction::Falcon { .. } => (Module::Falconers, matches!(stage, Stage::Action | Stage::Chain), Rule::FA2),
        ModuleAction::Done => (Module::Falconers, stage == Stage::Chain, Rule::FA2),
    };
    if !has(chair.table, module) {
        return Err(Refusal::new(rule, Reason::NotInGame));
    }
    if !due {
        return Err(Refusal::new(rule, Reason::NotNow));
    }
    match action {
        ModuleAction::Vizier { tile, payment } => vizier::check(chair, tile, payment),
        ModuleAction::Wake => vizier::check_wake(chair),
        ModuleAction::Reveal(tile) => bonus::check(chair, tile),
        ModuleAction::Hut(tile) => huts::check(chair, tile),
        ModuleAction::Falcon { falcon, point, card } => falconers::check(chair, falcon, point, card),
        ModuleAction::Pass | ModuleAction::Done => Ok(()),
    }
}

pub(crate) fn apply(game: &mut Game, seat: Seat, action: ModuleAction) -> Then {
    match action {
        ModuleAction::Vizier { tile, payment } => {
            vizier::buy(game, seat, tile, payment);
            Then::Bought
        }
        ModuleAction::Wake => {
            vizier::wake(game, seat);
            Then::Acted
        }
        ModuleAction::Pass => Then::Answered,
        ModuleAction::Reveal(tile) => {
            bonus::reveal(game, seat, tile);
            match game.table.turn.stage {
                Stage::Window(Window::BeforeScoring) if game.secrets.asked == Some(seat) => Then::AskAgain,
                _ => Then::Nothing,
            }
        }
        ModuleAction::Hut(tile) => {
            huts::take(game, seat, tile);
            Then::Acted
        }
        ModuleAction::Falcon { falcon, point, card } => {
            falconers::place(game, seat, falcon, point, card);
            Then::Chain
        }
        ModuleAction::Done => Then::Acted,
    }
}

// What follows.

/// A tile left the board of a seat.
#[inline]
pub(crate) fn left(game: &mut Game, seat: Seat, tile: Tile, cell: Cell) {
    if game.table.setup.modules.is_empty() {
        return;
    }
    bonus::left(game, seat, tile);
    falconers::left(&mut game.table, seat, cell);
}

/// The first thing at the end of a turn (T5).
#[inline]
pub(crate) fn turn_up<E: Events>(game: &mut Game, events: &mut E) {
    if has(&game.table, Module::Huts) {
        huts::turn_up(game, events);
    }
}

/// The last thing before the last scoring (BN4).
pub(crate) fn before_last<E: Events>(game: &mut Game, events: &mut E) {
    if has(&game.table, Module::Bonus) {
        bonus::reveal_all(game, events);
    }
}

// Scoring.

/// Adds to the number of buildings of each kind (W3).
#[inline]
pub(crate) fn count(table: &Table, seat: Seat, count: &mut ByKind<u8>) {
    if has(table, Module::Huts) {
        huts::count(&table.players[seat].board, count);
    }
    if has(table, Module::Bonus) {
        table.modules.bonus.laid[seat.index()].count(count);
    }
}

/// Points of their own.
#[inline]
pub(crate) fn points(table: &Table, seat: Seat, round: Round) -> Points {
    if table.setup.modules.is_empty() {
        return Points::default();
    }
    let falcons = table.modules.falconers.of(seat);
    points_of(&table.players[seat].board, falcons, round)
}

/// The same for any board and falcons.
pub fn points_of(board: &crate::board::Board, falcons: impl Iterator<Item = Falcon>, round: Round) -> Points {
    Points {
        camps: camps::points(board),
        bazaars: if round == Round::Third { bazaars::points(board) } else { 0 },
        falcons: falconers::points(falcons),
    }
}

/// Adds what huts and bonus cards count on any board.
pub fn count_of(board: &crate::board::Board, bonus: &[Tile], count: &mut ByKind<u8>) {
    huts::count(board, count);
    bonus.iter().filter_map(|t| t.building()).for_each(|kind| count[kind] += 1);
}

// Views.

/// What modules hide, dealt anew for one who knows `own`.
pub(crate) fn sample(table: &Table, seat: Option<(Seat, Own)>, dice: &mut Dice) -> Secrets {
    Secrets { bonus: bonus::sample(table, seat, dice), huts: huts::sample(table, dice) }
}

/// Everything of theirs, for the hash of a state.
pub(crate) fn digest(game: &Game, d: &mut Digest) {
    let (open, hidden) = (&game.table.modules, &game.secrets.modules);
    d.bytes(game.table.players.seats().map(|(seat, _)| open.vizier.is_awake(seat) as u8));
    for cards in open.bonus.laid.iter().chain(&hidden.bonus.hands) {
        d.bytes(cards.tiles().map(|t| t.0));
    }
    d.bytes(open.huts.face_up.iter().map(|t| t.map_or(u8::MAX, |t| t.0)));
    d.bytes(open.huts.taken);
    d.bytes(hidden.huts.order().map(|t| t.0));
    d.tiles(open.bazaars.aside);
    d.bytes(open.falconers.placed().flat_map(|(f, seat, point)| [f.0, seat.0, point.x as u8, point.y as u8]));
}
