//! Bots at a table: a choice from what one seat may know, and nothing else.

use std::time::Duration;

use sabika_bots::{Budget, Level};
use sabika_rules::Seat;

use crate::table::Fold;
use crate::wire::{BotLevel, Occupant};

/// The longest a bot thinks about one choice.
const LONGEST: Duration = Duration::from_millis(1000);

/// What a bot does for a seat, as a line of notation: the one that sits there, or one that keeps a seat warm or gives a hint.
pub fn choose(fold: &Fold, seat: Seat) -> Option<String> {
    let level = match fold.info.seats.get(seat.index())?.occupant {
        Occupant::Bot { level: BotLevel::Novice } => Level::Novice,
        Occupant::Bot { level: BotLevel::Apprentice } => Level::Apprentice,
        Occupant::Bot { level: BotLevel::Architect } => Level::Architect,
        _ => Level::Builder,
    };
    let view = fold.game()?.view(level.viewer(seat));
    let action = level.bot(fold.version).choose(&view, Budget::Time(LONGEST))?;
    Some(action.to_string())
}
