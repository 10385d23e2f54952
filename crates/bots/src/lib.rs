//! Players for Alhambra and Granada, from someone in their first game to one that searches.
//!
//! A bot is handed a [`View`], never a game: it cannot know more than its seat may. What it chooses depends on that view,
//! its seed and its budget, and on nothing else.

#![forbid(unsafe_code)]

mod apprentice;
mod architect;
pub mod arena;
mod builder;
mod explain;
mod falcon_plan;
mod level;
mod novice;
mod outlook;
mod place_plan;
mod purse;
pub mod tune;
mod turn_plan;
mod value;
pub mod weights;

use std::time::Duration;

use sabika_rules::{Action, Dice, View};

pub use architect::Architect;
pub use builder::Builder;
pub use explain::{Advice, explain};
pub use level::Level;
pub use value::Parts;
pub use weights::Weights;

/// How much a bot may think about one choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// No longer than this.
    Time(Duration),
    /// This many simulated futures: the same choice on every machine.
    Simulations(u32),
}

/// A player.
pub trait Bot: Send {
    /// Chooses for the seat whose view this is, when the game waits for it. `None`: there is nothing to choose.
    fn choose(&mut self, view: &View, budget: Budget) -> Option<Action>;
}

/// Chance for one choice: it depends on the bot's seed and on what it sees, so that asking twice gives the same answer.
pub(crate) fn dice_for(view: &View, seed: u64) -> Dice {
    let table = view.table();
    let mut hash = seed ^ 0xcbf2_9ce4_8422_2325;
    let mut mix = |n: u64| hash = (hash ^ n).wrapping_mul(0x100_0000_01b3).rotate_left(23);
    mix(table.turn.seat.0 as u64);
    mix(table.deck.len() as u64 + 256 * table.bag as u64 + 65_536 * table.granada_bag as u64);
    for hand in view.hands() {
        mix(hand.size as u64 + 64 * hand.cards.map_or(0, |h| h.total()) as u64);
    }
    for player in &table.players {
        mix(player.board.tiles().len() as u64 + 128 * player.reserve.len() as u64);
    }
    mix(table.turn.waiting.len() as u64);
    Dice::from_seed(hash)
}

/// The first of these that is legal, or else whatever is: a bot always answers.
pub(crate) fn legal(view: &View, mut actions: impl Iterator<Item = Action>) -> Option<Action> {
    let found = actions.find(|a| view.check(*a).is_ok());
    found.or_else(|| {
        let mut all = Vec::new();
        view.legal_actions(&mut all);
        all.first().copied()
    })
}
