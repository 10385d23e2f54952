//! Who plays for a seat, and what they need for it.

use std::collections::HashMap;
use std::task::Poll;
use std::time::Duration;

use sabika_bots::{Bot, Budget, Clock, Level, networks};
use sabika_rules::{GameKind, Seat};
use sabika_table::daily::Daily;
use sabika_table::message::{AdviceView, Occupant};
use sabika_table::{Table, character};

use crate::advice::advice;

/// How long a grandmaster thinks about one choice.
const THINKING: Duration = Duration::from_millis(400);

/// How long a hint may take. Tests ask for hundreds.
const HINT: Duration = Duration::from_millis(if cfg!(test) { 3 } else { 400 });
/// The best turn and the second best.
const TURNS_IN_A_HINT: usize = 2;

/// Which networks cannot be had.
#[derive(Default)]
pub(crate) struct Networks {
    given_up: Vec<String>,
}

impl Networks {
    pub fn give_up(&mut self, game: &str) {
        self.given_up.push(game.to_owned());
    }

    /// The network that has to be brought before one who plays by networks thinks about this game.
    pub fn needed(&self, game: GameKind) -> Option<&'static str> {
        let missing = networks::of(game).is_none() && !self.given_up.iter().any(|g| g == game.name());
        missing.then(|| game.name())
    }
}

/// The bots of a table. Each is kept between two actions of a turn, which it plays as it began it.
#[derive(Default)]
pub(crate) struct Players {
    kept: HashMap<u8, (Level, Box<dyn Bot>)>,
}

impl Players {
    /// Lets the bot that sits there think for a moment, or the one that keeps the seat of somebody who left: what it does, once
    /// it knows.
    pub fn think(&mut self, table: &Table, seat: Seat, clock: Clock) -> Poll<Option<String>> {
        let Some(game) = table.game() else { return Poll::Ready(None) };
        // What bots do in the daily deal has to follow from the position alone.
        let fixed = Daily::of_table(&table.info.id).and_then(|daily| daily.deal().character(seat));
        if let Some(character) = fixed {
            return Poll::Ready(character.choose(game, seat).map(|action| action.to_string()));
        }
        let level = level(table, seat);
        let view = game.view(level.viewer(seat));
        let kept = self.kept.remove(&seat.0).filter(|(kept, _)| *kept == level);
        let (_, mut bot) = kept.unwrap_or_else(|| (level, bot(table, seat, level)));
        let action = bot.think(&view, Budget::Time { limit: THINKING, clock });
        self.kept.insert(seat.0, (level, bot));
        action.map(|action| action.map(|action| action.to_string()))
    }
}

/// The best turns for a seat, whoever sits there.
pub(crate) fn hint(table: &Table, seat: Seat, clock: Clock) -> Option<Vec<AdviceView>> {
    let view = table.game()?.view(Level::Grandmaster.viewer(seat));
    let budget = Budget::Time { limit: HINT, clock };
    Some(advice(&view, budget, TURNS_IN_A_HINT)).filter(|turns| !turns.is_empty())
}

/// Whether a seat is played by one who values positions with a network.
pub(crate) fn plays_by_network(table: &Table, seat: Seat) -> bool {
    matches!(level(table, seat), Level::Architect | Level::Grandmaster)
}

fn level(table: &Table, seat: Seat) -> Level {
    match table.info.seats.get(seat.index()).map(|s| &s.occupant) {
        Some(Occupant::Bot { level }) => (*level).into(),
        // Somebody who left is replaced by a strong player.
        _ => Level::Architect,
    }
}

/// Bots of one level are its two characters in turn, in the order of the seats: as the page names them.
fn bot(table: &Table, seat: Seat, level: Level) -> Box<dyn Bot> {
    match character(&table.info.seats, seat.index()) {
        Some(character) => character.bot(table.version),
        None => level.bot(table.version),
    }
}
