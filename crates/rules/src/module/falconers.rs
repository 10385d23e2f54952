//! The falconers: falcons on the points where four tiles meet (FA1–FA5).

use super::ModuleAction;
use crate::board::Board;
use crate::card::Card;
use crate::cell::Cell;
use crate::components::{FALCONS, Falcon};
use crate::game::{Chair, Game};
use crate::refusal::{Reason, Refusal, Rule};
use crate::seat::Seat;
use crate::setup::{Module, Setup};
use crate::table::Table;

/// Where each falcon is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Open {
    /// Whether falcons are in the game at all.
    playing: bool,
    /// By falcon: whose board, and the point at the north-west corner of this cell; `None`: in the supply.
    at: [Option<(Seat, Cell)>; FALCONS.len()],
}

impl Open {
    /// The falcons in the supply.
    pub fn supply(&self) -> impl Iterator<Item = Falcon> + '_ {
        Falcon::all().filter(|f| self.playing && self.at[f.0 as usize].is_none())
    }

    /// The falcons on boards, each with its seat and point.
    pub fn placed(&self) -> impl Iterator<Item = (Falcon, Seat, Cell)> + '_ {
        Falcon::all().filter_map(|f| self.at[f.0 as usize].map(|(seat, point)| (f, seat, point)))
    }

    pub(super) fn of(&self, seat: Seat) -> impl Iterator<Item = Falcon> + '_ {
        self.placed().filter(move |(_, s, _)| *s == seat).map(|(f, _, _)| f)
    }

    fn is_taken(&self, seat: Seat, point: Cell) -> bool {
        self.at.contains(&Some((seat, point)))
    }
}

pub(super) fn set_up(setup: &Setup) -> Open {
    Open { playing: setup.modules.has(Module::Falconers), ..Open::default() }
}

/// FA3: the colours of the buildings that meet at a point, if four tiles do.
fn meeting(board: &Board, point: Cell) -> Option<u16> {
    let Cell { x, y } = point;
    let mut kinds = 0;
    for cell in [(x, y), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1)), (x.wrapping_sub(1), y.wrapping_sub(1))] {
        let tile = board.get(Cell::new(cell.0, cell.1)).filter(|t| !t.is_outside())?;
        kinds |= tile.building().map_or(0, |k| k.bit());
    }
    Some(kinds)
}

pub(super) fn list(chair: &Chair, push: &mut impl FnMut(ModuleAction)) {
    let open = &chair.table.modules.falconers;
    // The tile to the south-east of a point names it.
    for point in chair.board().tiles().iter().map(|p| p.cell) {
        let Some(kinds) = meeting(chair.board(), point) else { continue };
        if open.is_taken(chair.seat, point) {
            continue;
        }
        for falcon in open.supply().filter(|f| f.kinds() & !kinds == 0) {
            let money = (0..Card::MONEY).map(Card).filter(|c| chair.hand.count(*c) > 0);
            money.for_each(|card| push(ModuleAction::Falcon { falcon, point, card }));
        }
    }
}

pub(super) fn check(chair: &Chair, falcon: Falcon, point: Cell, card: Card) -> Result<(), Refusal> {
    let no = |rule, reason| Err(Refusal::new(rule, reason).cell(point));
    let open = &chair.table.modules.falconers;
    if chair.table.turn.stage == crate::table::Stage::Action && !chair.table.turn.first {
        return no(Rule::FA2, Reason::OnlyFirst);
    }
    if open.at[falcon.0 as usize].is_some() {
        return no(Rule::FA1, Reason::NotAvailable);
    }
    let Some(kinds) = meeting(chair.board(), point) else { return no(Rule::FA3, Reason::NoCrossing) };
    if open.is_taken(chair.seat, point) {
        return no(Rule::FA3, Reason::Occupied);
    }
    if falcon.kinds() & !kinds != 0 {
        return no(Rule::FA3, Reason::ColoursMissing);
    }
    if card.as_money().is_none() {
        return no(Rule::BC4, Reason::WrongCurrency);
    }
    if chair.hand.count(card) == 0 {
        return no(Rule::FA2, Reason::NotInHand);
    }
    Ok(())
}

pub(super) fn place(game: &mut Game, seat: Seat, falcon: Falcon, point: Cell, card: Card) {
    game.secrets.hands[seat].remove(card);
    game.table.discard.add(card);
    game.table.modules.falconers.at[falcon.0 as usize] = Some((seat, point));
}

/// FA4: when one of its four tiles goes, the falcon goes back to the supply.
pub(super) fn left(table: &mut Table, seat: Seat, cell: Cell) {
    let touches = |point: Cell| {
        let (dx, dy) = (point.x as i16 - cell.x as i16, point.y as i16 - cell.y as i16);
        (0..=1).contains(&dx) && (0..=1).contains(&dy)
    };
    for at in &mut table.modules.falconers.at {
        if at.is_some_and(|(s, point)| s == seat && touches(point)) {
            *at = None;
        }
    }
}

/// FA5: 2, 6, 12, 20, 30 for one to five of a colour.
pub(super) fn points(falcons: impl Iterator<Item = Falcon>) -> u16 {
    let mut flock = [0u16; 3];
    falcons.for_each(|f| flock[f.plumage() as usize] += 1);
    flock.iter().map(|n| n * (n + 1)).sum()
}
