//! Who plays for a seat, and which network they need.

use std::collections::HashMap;
use std::task::Poll;
use std::time::Duration;

use sabika_bots::networks::{self, Name};
use sabika_bots::{Bot, Budget, Clock, Level};
use sabika_rules::{Seat, Setup};
use sabika_table::daily::Daily;
use sabika_table::message::AdviceView;
use sabika_table::{TURNS_IN_A_HINT, Table};

use crate::advice::advice;

/// How long a grandmaster thinks about one choice.
const THINKING: Duration = Duration::from_millis(400);

/// The time limit of a hint. Tests ask for hundreds.
const HINT: Duration = Duration::from_millis(if cfg!(test) { 3 } else { 400 });

/// Which networks are unavailable.
#[derive(Default)]
pub(crate) struct Networks {
    given_up: Vec<String>,
}

impl Networks {
    pub fn give_up(&mut self, name: &str) {
        self.given_up.push(name.to_owned());
    }

    /// The network that must be loaded before a bot that uses one can think about this game.
    pub fn needed(&self, setup: &Setup) -> Option<&'static str> {
        let name = Name::of(setup).name();
        let missing = networks::of(setup).is_none() && !self.given_up.iter().any(|given_up| given_up == name);
        missing.then_some(name)
    }
}

/// The bots of a table. Each is kept between the actions of a turn, to play the turn it planned.
#[derive(Default)]
pub(crate) struct Players {
    kept: HashMap<u8, (Level, Box<dyn Bot>)>,
}

impl Players {
    /// Lets the bot in this seat, or the one standing in for a player who left, think for a moment; returns its action once
    /// it has decided.
    pub fn think(&mut self, table: &Table, seat: Seat, clock: Clock) -> Poll<Option<String>> {
        let Some(game) = table.game() else { return Poll::Ready(None) };
        // In the daily deal, the bots' actions must follow from the position alone.
        let fixed = Daily::of_table(&table.info.id).and_then(|daily| daily.deal().character(seat));
        if let Some(character) = fixed {
            return Poll::Ready(character.choose(game, seat).map(|action| action.to_string()));
        }
        let level = table.bot_level(seat);
        let view = game.view(level.viewer(seat));
        let kept = self.kept.remove(&seat.0).filter(|(kept, _)| *kept == level);
        let (_, mut bot) = kept.unwrap_or_else(|| (level, table.bot(seat)));
        let action = bot.think(&view, Budget::Time { limit: THINKING, clock });
        self.kept.insert(seat.0, (level, bot));
        action.map(|action| action.map(|action| action.to_string()))
    }
}

/// The best turns for a seat, whoever occupies it.
pub(crate) fn hint(table: &Table, seat: Seat, clock: Clock) -> Option<Vec<AdviceView>> {
    let view = table.game()?.view(Level::Grandmaster.viewer(seat));
    let budget = Budget::Time { limit: HINT, clock };
    Some(advice(&view, budget, TURNS_IN_A_HINT)).filter(|turns| !turns.is_empty())
}

/// Whether the bot in this seat evaluates positions with a network.
pub(crate) fn plays_by_network(table: &Table, seat: Seat) -> bool {
    matches!(table.bot_level(seat), Level::Architect | Level::Grandmaster)
}
