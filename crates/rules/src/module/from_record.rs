//! What a record without a seed tells of the modules' pieces: they are laid out as it says, and what is hidden is arranged so
//! that what it shows can come true.

use super::{ModuleAction, bazaars, bonus, huts};
use crate::action::Action;
use crate::components::Piece;
use crate::from_record::{Misfit, TileBox, Told, misfit};
use crate::game::Game;
use crate::history::Step;
use crate::record::Deal;
use crate::seat::{MAX_PLAYERS, Seat};
use crate::setup::Module;
use crate::table::Table;
use crate::tile::Tile;

/// Whether a tile lies beside the market, never on it.
pub(crate) fn lies_beside(tile: Tile) -> bool {
    tile.piece() == Piece::Bazaar
}

/// Takes away what the set-up laid out.
pub(crate) fn clear_table(table: &mut Table) {
    table.modules.bazaars = bazaars::Open::default();
}

/// Lays out what the record says.
pub(crate) fn lay_out(table: &mut Table, deal: &Deal, tiles: &mut TileBox) -> Result<(), Misfit> {
    let modules = table.setup.modules;
    for (place, module, there) in [
        ("deal.bazaars", Module::Bazaars, deal.bazaars.is_some()),
        ("deal.huts", Module::Huts, deal.huts.is_some()),
        ("deal.bonus", Module::Bonus, deal.bonus.is_some()),
    ] {
        if there && !modules.has(module) {
            return misfit(place, format!("the module {module} is not in this game"));
        }
    }
    let aside = tiles.take_all("deal.bazaars", deal.bazaars.as_deref().unwrap_or_default())?;
    if let Some(i) = aside.iter().position(|t| !lies_beside(*t)) {
        return misfit(format!("deal.bazaars[{i}]"), format!("{} is no bazaar (BZ1)", aside[i]));
    }
    table.modules.bazaars.aside.extend(aside);
    if modules.has(Module::Huts) {
        huts::lay_out(table, deal.huts.as_deref().unwrap_or_default())?;
    }
    Ok(())
}

/// Whether what is shown with this word was drawn from the bag.
pub(crate) fn is_from_bag(verb: &str) -> bool {
    verb == "bazaar"
}

/// Whether what is shown with this word was drawn from a pile of a module's own.
pub(crate) fn is_own_draw(verb: &str) -> bool {
    verb == "hut"
}

/// Brings a tile to the top of its pile; `false`: it is not there.
pub(crate) fn bring_up(game: &mut Game, tile: Tile) -> bool {
    huts::bring_up(&mut game.secrets.modules.huts, tile)
}

/// The bonus cards that seats are known to have, because they lay them open sooner or later. `None`: the record tells all,
/// or the module is not in the game.
#[derive(Clone, Debug)]
pub(crate) struct Foreseen {
    bonus: Option<[bonus::Cards; MAX_PLAYERS]>,
}

/// Deals the bonus cards as far as the record tells.
pub(crate) fn foresee(game: &mut Game, deal: &Deal, told: &[Told]) -> Result<Foreseen, Misfit> {
    if !game.table.setup.modules.has(Module::Bonus) {
        return Ok(Foreseen { bonus: None });
    }
    if let Some(hands) = &deal.bonus {
        game.secrets.modules.bonus = bonus::read_hands(&game.table.setup, hands)?;
        return Ok(Foreseen { bonus: None });
    }
    let mut known = [bonus::Cards::default(); MAX_PLAYERS];
    for step in told.iter().filter_map(|t| t.step.as_ref().ok()) {
        if let Action::Module(ModuleAction::Reveal(tile)) = step.action
            && step.seat.0 < game.table.setup.players
        {
            bonus::claim(&game.table.setup, &mut known, step.seat, tile);
        }
    }
    Ok(Foreseen { bonus: Some(known) })
}

impl Foreseen {
    /// Arranges what is hidden before the first of these steps. Who is asked before a scoring depends on cards that nobody
    /// may see while the game runs (BN4): whoever declines later is given a card to decline with.
    pub(crate) fn arrange(&self, game: &mut Game, told: &[Told]) {
        let Some(known) = &self.bonus else { return };
        let mut hidden = bonus::Hidden::default();
        for (seat, _) in game.table.players.seats() {
            hidden.hands[seat.index()] = known[seat.index()].without(game.table.modules.bonus.laid[seat.index()]);
        }
        let waits = |told: &Told| game.table.turn.due.len() + told.came > told.scored;
        if told.first().is_some_and(waits) {
            let window: Vec<Step> = until_scored(told).filter_map(|t| t.step.clone().ok()).collect();
            let mut give = |seat: Seat| {
                let shown = window.iter().filter(|s| s.seat == seat).filter_map(|s| match s.action {
                    Action::Module(ModuleAction::Reveal(tile)) => Some(tile),
                    _ => None,
                });
                let shown: Vec<Tile> = shown.collect();
                seat.0 < game.table.setup.players && bonus::give_spare(&game.table, known, &mut hidden, seat, &shown)
            };
            let pass = Action::Module(ModuleAction::Pass);
            let decliners: Vec<Seat> = window[1..].iter().filter(|s| s.action == pass).map(|s| s.seat).collect();
            decliners.iter().for_each(|seat| {
                give(*seat);
            });
            // The record may end while the window waits for somebody; whoever is asked last can always be the one.
            if told[1..].iter().all(|t| t.scored == 0) {
                let mut seats: Vec<Seat> = game.table.seats_from_next().filter(|s| !decliners.contains(s)).collect();
                seats.reverse();
                seats.into_iter().any(give);
            }
        }
        game.secrets.modules.bonus = hidden;
    }
}

/// The first step, and those after it up to and with the one that closes a window before a scoring.
fn until_scored(told: &[Told]) -> impl Iterator<Item = &Told> {
    let closing = told.iter().skip(1).position(|t| t.scored > 0).map_or(told.len(), |i| i + 2);
    told[..closing].iter()
}
