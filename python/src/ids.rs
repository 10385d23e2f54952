//! A fixed id for each action of the seat to act, the same in every game: for learners, whose outputs have a fixed shape.
//!
//! Ids are relative to the table (the second market space, the third tile on the reserve), so that they mean the same
//! in all games and for any number of players. `docs/research.md` has the table. A few actions have no id: payments beyond the
//! eighth for a tile, tiles beyond the sixth of a reserve, cells more than eight from the starting tile, higher cards for a falcon or for
//! flipping a tile. The seat to act always has an action with an id.

use numpy::PyArray1;
use pyo3::{Bound, Python};
use sabika_rules::components::Piece;
use sabika_rules::module::{ModuleAction, bonus, falconers, huts, vizier};
use sabika_rules::{Action, Card, Cell, Kind, Payment, Pick, Seat, Table, Tile, TileSet};

/// Increased whenever an id changes its meaning.
pub const VERSION: u32 = 1;

const REACH: i8 = 8;
const CELLS: u32 = 17 * 17;
/// Offers: four spaces, the four Granada tiles next to them, eight pieces beside the market; and payments for each, cheapest first.
const OFFERS: u32 = 16;
const PAYMENTS: u32 = 8;
/// Waiting tiles, and those on the reserve, in the order of the component tables.
const WAITING: u32 = 4;
const RESERVE: u32 = 6;
const BONUS: u32 = 3;
const FALCONS: u32 = 15;

const TAKE: u32 = 0;
const END: u32 = TAKE + 15;
const DONE: u32 = END + 1;
const PASS: u32 = DONE + 1;
const BUY: u32 = PASS + 1;
const RESERVE_TILE: u32 = BUY + OFFERS * PAYMENTS;
const DIRK: u32 = RESERVE_TILE + 2 * WAITING;
const PLACE: u32 = DIRK + WAITING;
const BUILD: u32 = PLACE + 2 * WAITING * CELLS;
const EXCHANGE: u32 = BUILD + RESERVE * CELLS;
const REMOVE: u32 = EXCHANGE + RESERVE * CELLS;
const WAKE: u32 = REMOVE + CELLS;
const HUT: u32 = WAKE + 1;
const REVEAL: u32 = HUT + Kind::ALHAMBRA_COUNT as u32;
const FALCON: u32 = REVEAL + BONUS;
/// The number of ids.
pub const COUNT: usize = (FALCON + FALCONS * CELLS) as usize;

/// Actions with their ids, lowest first.
#[derive(Clone, Default)]
pub struct Listed(Vec<(u32, Action)>);

impl Listed {
    /// Assigns ids to the actions of a seat with these bonus cards. Actions without an id are left out.
    pub fn fill(&mut self, table: &Table, seat: Seat, bonus: bonus::Cards, actions: &[Action]) {
        self.0.clear();
        let mut buys: Vec<(u32, Payment, Action)> = Vec::new();
        for action in actions {
            match number(table, seat, bonus, *action) {
                Some(Number::Own(id)) => self.0.push((id, *action)),
                Some(Number::Offer(offer, payment)) => buys.push((offer, payment, *action)),
                None => {}
            }
        }
        // Cheapest payment first; at equal cost, fewest cards first.
        buys.sort_unstable_by_key(|(offer, payment, action)| (*offer, cost(*payment), *action));
        for same in buys.chunk_by(|a, b| a.0 == b.0) {
            let numbered =
                (0..PAYMENTS).zip(same).map(|(rank, (offer, _, action))| (BUY + offer * PAYMENTS + rank, *action));
            self.0.extend(numbered);
        }
        // Of several actions with the same id, the cheapest; the others have none.
        self.0.sort_unstable_by_key(|(id, action)| (*id, extra(*action), *action));
        self.0.dedup_by_key(|(id, _)| *id);
    }

    /// The action with an id.
    pub fn find(&self, id: u32) -> Option<Action> {
        self.0.binary_search_by_key(&id, |(id, _)| *id).ok().map(|at| self.0[at].1)
    }

    /// The id of an action.
    pub fn id(&self, action: Action) -> Option<u32> {
        self.0.iter().find(|(_, other)| *other == action).map(|(id, _)| *id)
    }

    /// All actions that have an id.
    pub fn all(&self) -> &[(u32, Action)] {
        &self.0
    }

    /// Their ids.
    pub fn ids<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        PyArray1::from_iter(py, self.0.iter().map(|(id, _)| *id as i32))
    }

    /// A number for each id: 1 if it has an action.
    pub fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut mask = vec![0; COUNT];
        self.0.iter().for_each(|(id, _)| mask[*id as usize] = 1);
        PyArray1::from_vec(py, mask)
    }
}

enum Number {
    Own(u32),
    /// A purchase: which offer, with what.
    Offer(u32, Payment),
}

fn number(table: &Table, seat: Seat, bonus: bonus::Cards, action: Action) -> Option<Number> {
    let player = &table.players[seat];
    let waiting = |tile: Tile| slot(table.turn.waiting, tile, WAITING);
    let reserve = |tile: Tile| slot(player.reserve, tile, RESERVE);
    // A waiting tile is named by the face that will be up.
    let faces = |tile: Tile| {
        let turned = waiting(tile.other_face()?).map(|at| 2 * at + 1);
        waiting(tile).map(|at| 2 * at).or(turned)
    };
    let face = |tile: Tile| if tile.other_face().is_some() { faces(tile) } else { waiting(tile).map(|at| 2 * at) };
    Some(Number::Own(match action {
        Action::Take(pick) => TAKE + slots(table, pick)? - 1,
        Action::End => END,
        Action::Done => DONE,
        Action::Pass => PASS,
        Action::Buy { tile, payment } => return Some(Number::Offer(offer(table, tile)?, payment)),
        Action::Reserve(tile) => RESERVE_TILE + face(tile)?,
        Action::Dirk(tile) => DIRK + waiting(tile)?,
        Action::Place { tile, cell, .. } => PLACE + face(tile)? * CELLS + at(cell)?,
        Action::Build { tile, cell } => BUILD + reserve(tile)? * CELLS + at(cell)?,
        Action::Exchange { tile, cell } => EXCHANGE + reserve(tile)? * CELLS + at(cell)?,
        Action::Remove(cell) => REMOVE + at(cell)?,
        Action::Module(ModuleAction::Vizier(vizier::Action::Buy { tile, payment })) => {
            return Some(Number::Offer(offer(table, tile)?, payment));
        }
        Action::Module(ModuleAction::Vizier(vizier::Action::Wake)) => WAKE,
        Action::Module(ModuleAction::Huts(huts::Action::Take(tile))) => HUT + tile.kind()? as u32,
        Action::Module(ModuleAction::Bonus(bonus::Action::Reveal(tile))) => {
            REVEAL + bonus.tiles().position(|t| t == tile).filter(|at| *at < BONUS as usize)? as u32
        }
        Action::Module(ModuleAction::Falconers(falconers::Action::Place { falcon, point, .. })) => {
            let which = sabika_rules::components::Falcon::all().position(|f| f == falcon)?;
            FALCON + which as u32 * CELLS + at(point)?
        }
        Action::Module(_) => return None,
    }))
}

/// The cost of an action that shares its id with others.
fn extra(action: Action) -> (u32, u32) {
    match action {
        Action::Place { flip: Some(payment), .. } => cost(payment),
        Action::Module(ModuleAction::Falconers(falconers::Action::Place { card, .. })) => (value(card), 1),
        _ => (0, 0),
    }
}

fn cost(payment: Payment) -> (u32, u32) {
    (payment.total(), payment.cards().count() as u32)
}

fn value(card: Card) -> u32 {
    card.as_money().map_or(0, |(_, value)| value as u32)
}

/// The slots of the display that a pick takes, as bits: the first ones if a card is there twice.
fn slots(table: &Table, pick: Pick) -> Option<u32> {
    pick.cards().try_fold(0u32, |taken, card| {
        let free = (0..4).find(|slot| taken >> slot & 1 == 0 && table.display[*slot as usize] == Some(card))?;
        Some(taken | 1 << free)
    })
}

fn slot(set: TileSet, tile: Tile, most: u32) -> Option<u32> {
    set.iter().take(most as usize).position(|t| t == tile).map(|at| at as u32)
}

fn at(cell: Cell) -> Option<u32> {
    let inside = |n: i8| (-REACH..=REACH).contains(&n).then(|| (n + REACH) as u32);
    Some(inside(cell.y)? * 17 + inside(cell.x)?)
}

fn offer(table: &Table, tile: Tile) -> Option<u32> {
    let on = |spaces: &[Option<Tile>; 4]| spaces.iter().position(|t| *t == Some(tile)).map(|at| at as u32);
    let aside = || Tile::all().filter(|t| t.piece() == Piece::Bazaar).position(|t| t == tile).map(|at| 8 + at as u32);
    on(&table.market.spaces).or_else(|| on(&table.market.beside).map(|at| 4 + at)).or_else(aside)
}
