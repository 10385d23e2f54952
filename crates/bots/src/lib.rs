//! Players for Alhambra and Granada, from someone in their first game to one that searches.
//!
//! A bot is handed a [`View`], never a game: it cannot know more than its seat may. What it chooses depends on that view,
//! its seed and its budget, and on nothing else.
//!
//! # A bot in thirty lines
//!
//! This one buys what it can pay exactly, else whatever it can pay, else takes the richest card; and it lays tiles where the wall
//! grows longest.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use sabika_bots::{Bot, Budget, Level};
//! use sabika_rules::{Action, Game, Seat, Seed, Setup, Silent, View, Viewer};
//!
//! struct Mason;
//!
//! impl Bot for Mason {
//!     fn choose(&mut self, view: &View, _: Budget) -> Option<Action> {
//!         let mut actions = Vec::new();
//!         view.legal_actions(&mut actions);
//!         let liking = |action: &Action| match *action {
//!             Action::Place { tile, cell, .. } => {
//!                 let preview = view.preview(tile)?;
//!                 let after = preview.place.iter().find(|(at, _)| *at == cell)?.1.ok()?;
//!                 Some(1_000 + after.walls as i32)
//!             }
//!             Action::Buy { tile, payment } => Some(500 - (payment.total() as i32 - tile.price() as i32)),
//!             Action::Take(pick) => Some(pick.cards().filter_map(|card| card.as_money()).map(|(_, value)| value as i32).sum()),
//!             Action::End => Some(1),
//!             _ => Some(0),
//!         };
//!         actions.into_iter().max_by_key(|action| liking(action))
//!     }
//! }
//!
//! let mut game = Game::new(Setup::alhambra(2), Seed::from(7))?;
//! let mut players: [Box<dyn Bot>; 2] = [Box::new(Mason), Level::Random.bot(1)];
//! while let Some(seat) = game.to_act() {
//!     let view = game.view(Viewer::Seat(seat)); // what this seat may know
//!     let action = players[seat.0 as usize].choose(&view, Budget::Simulations(1)).ok_or("nothing to choose")?;
//!     game.apply(seat, action, &mut Silent)?;
//! }
//! let points = game.result().ok_or("it is over")?.scores;
//! assert!(points[Seat(0)] > points[Seat(1)], "even a mason beats chance");
//! # Ok(())
//! # }
//! ```
//!
//! `sabika arena` measures how strong a bot is.

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
mod plot;
mod purse;
pub mod tune;
mod turn_plan;
mod value;
pub mod weights;

use std::time::Duration;

use sabika_rules::{Action, Dice, View};

pub use architect::Architect;
pub use builder::{Builder, Forgone};
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
