//! What modules put into a record.

use super::Points;
use crate::game::Game;
use crate::record::{Deal, RecordPoints};
use crate::seat::Seat;
use crate::setup::Module;

/// Adds what modules dealt; the bonus cards only once the game is `over`.
pub(crate) fn record_deal(mut deal: Deal, game: &Game, over: bool) -> Deal {
    let table = game.table();
    let modules = table.setup.modules;
    if modules.has(Module::Bazaars) {
        deal.bazaars = Some(table.modules.bazaars.aside.iter().map(|t| t.to_string()).collect());
    }
    if modules.has(Module::Huts) {
        deal.huts = Some(table.modules.huts.face_up.iter().flatten().map(|t| t.to_string()).collect());
    }
    if modules.has(Module::Bonus) && over {
        let hand = |seat| game.secrets.modules.own(Seat(seat)).bonus.tiles().map(|t| format!("+{t}")).collect();
        deal.bonus = Some((0..table.setup.players).map(hand).collect());
    }
    deal
}

/// Adds the modules' points.
pub(crate) fn record_points(points: RecordPoints, modules: Points) -> RecordPoints {
    let Points { camps, bazaars, falcons } = modules;
    RecordPoints { camps, bazaars, falcons, ..points }
}
