//! The workers' huts: free tiles that count as their neighbours' kind (HU1–HU5).

use arrayvec::ArrayVec;

use super::{Event, ModuleAction};
use crate::board::Board;
use crate::components::{HUTS, Piece};
use crate::event::Events;
use crate::game::{Chair, Game};
use crate::kind::{ByKind, Kind};
use crate::refusal::{Reason, Refusal, Rule};
use crate::rng::{Dice, Seed, Stream};
use crate::seat::{MAX_PLAYERS, Seat};
use crate::setup::{Module, Setup};
use crate::side::{Direction, Side};
use crate::table::Table;
use crate::tile::Tile;

/// HU3: a player has at most this many.
const MOST: u8 = 3;
/// HU4: a hut counts for at most this many buildings.
const MOST_COUNTED: u8 = 3;

type Pile = ArrayVec<Tile, 5>;

/// The six piles, as all see them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Open {
    /// The face-up hut of each pile, by kind from Pavilion to Tower.
    pub face_up: [Option<Tile>; Kind::ALHAMBRA_COUNT],
    /// How many lie face down below.
    pub below: [u8; Kind::ALHAMBRA_COUNT],
    /// How many huts each seat has taken.
    pub taken: [u8; MAX_PLAYERS],
}

/// The order of the piles; the last is on top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hidden {
    piles: [Pile; Kind::ALHAMBRA_COUNT],
}

impl Hidden {
    /// All piles, one after another.
    pub(super) fn order(&self) -> impl Iterator<Item = Tile> + '_ {
        self.piles.iter().flatten().copied()
    }
}

fn all() -> impl Iterator<Item = Tile> {
    HUTS.map(Tile)
}

pub(super) fn set_up(setup: &Setup, seed: &Seed) -> (Open, Hidden) {
    let (mut open, mut hidden) = (Open::default(), Hidden::default());
    if setup.modules.has(Module::Huts) {
        let mut dice = Dice::new(seed, Stream::Module(Module::Huts));
        for (i, pile) in hidden.piles.iter_mut().enumerate() {
            pile.extend(all().filter(|t| t.kind() == Some(Kind::ALL[i])));
            dice.shuffle(pile);
            open.face_up[i] = pile.pop();
            open.below[i] = pile.len() as u8;
        }
    }
    (open, hidden)
}

pub(super) fn list(chair: &Chair, push: &mut impl FnMut(ModuleAction)) {
    let open = &chair.table.modules.huts;
    if open.taken[chair.seat.index()] < MOST {
        open.face_up.iter().flatten().for_each(|tile| push(ModuleAction::Hut(*tile)));
    }
}

pub(super) fn check(chair: &Chair, tile: Tile) -> Result<(), Refusal> {
    let open = &chair.table.modules.huts;
    if !open.face_up.contains(&Some(tile)) {
        return Err(Refusal::new(Rule::HU2, Reason::NotAvailable).tile(tile));
    }
    if open.taken[chair.seat.index()] >= MOST {
        return Err(Refusal::new(Rule::HU3, Reason::LimitReached).tile(tile));
    }
    Ok(())
}

pub(super) fn take(game: &mut Game, seat: Seat, tile: Tile) {
    let open = &mut game.table.modules.huts;
    open.face_up.iter_mut().filter(|t| **t == Some(tile)).for_each(|t| *t = None);
    open.taken[seat.index()] += 1;
    game.table.turn.waiting.insert(tile);
}

/// HU2: the next of a pile whose top was taken, at T5.
pub(super) fn turn_up<E: Events>(game: &mut Game, events: &mut E) {
    let open = &mut game.table.modules.huts;
    for (i, pile) in game.secrets.modules.huts.piles.iter_mut().enumerate() {
        if open.face_up[i].is_none()
            && let Some(tile) = pile.pop()
        {
            open.face_up[i] = Some(tile);
            open.below[i] -= 1;
            events.push(crate::event::Event::Module(Event::TurnedUp(tile)));
        }
    }
}

/// HU4: as many buildings as it has neighbours of its colour with no wall between.
pub(super) fn count(board: &Board, count: &mut ByKind<u8>) {
    for hut in board.tiles().iter().filter(|p| p.tile.piece() == Piece::Hut) {
        let Some(kind) = hut.tile.kind() else { continue };
        let same = |d: &Direction| {
            hut.tile.side(*d) == Side::Open && board.get(hut.cell.step(*d)).is_some_and(|t| t.building() == Some(kind))
        };
        count[kind] += (Direction::ALL.iter().filter(|d| same(d)).count() as u8).min(MOST_COUNTED);
    }
}

/// The huts nobody has seen, in any order.
pub(super) fn sample(table: &Table, dice: &mut Dice) -> Hidden {
    let mut hidden = Hidden::default();
    if !table.setup.modules.has(Module::Huts) {
        return hidden;
    }
    let open = &table.modules.huts;
    let seen = |tile: &Tile| {
        open.face_up.contains(&Some(*tile))
            || table.turn.waiting.contains(*tile)
            || table.players.iter().any(|p| p.reserve.contains(*tile) || p.board.find(*tile).is_some())
    };
    for (i, pile) in hidden.piles.iter_mut().enumerate() {
        pile.extend(all().filter(|t| t.kind() == Some(Kind::ALL[i]) && !seen(t)));
        dice.shuffle(pile);
    }
    hidden
}
