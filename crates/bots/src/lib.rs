//! Players for Alhambra and Granada, from someone in their first game to one that searches.
//!
//! A bot receives a [`View`], never a game: it cannot know more than its seat may. What it chooses depends on that view,
//! its seed and its budget, and on nothing else.
//!
//! # A tour
//!
//! ## Bots by level
//!
//! A [`Level`] makes a bot. The stronger ones count cards, as players may: [`Level::viewer`] says what a bot of that level sees. A
//! [`Budget`] in simulations gives the same choice on every machine, one in time adapts to it.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use sabika_bots::{Budget, Level};
//! use sabika_rules::{Game, Seed, Setup, Silent};
//!
//! let mut game = Game::new(Setup::alhambra(2), Seed::from(7))?;
//! let levels = [Level::Novice, Level::Builder];
//! let mut bots = levels.map(|level| level.bot(1));
//! while let Some(seat) = game.to_act() {
//!     let player = seat.0 as usize;
//!     let view = game.view(levels[player].viewer(seat));
//!     let action = bots[player].choose(&view, Budget::Simulations(1)).ok_or("nothing to choose")?;
//!     game.apply(seat, action, &mut Silent)?;
//! }
//! assert!(game.result().is_some());
//! # Ok(())
//! # }
//! ```
//!
//! [`Character`]s are bots of a level with a taste of their own. [`Search`] and [`Greedy`] work with any [`Evaluator`]: hand-written rules
//! ([`HandMade`]), the trained [`networks`], or both ([`Strongest`]).
//!
//! ## Hints with reasons
//!
//! [`explain()`] lists the best turns: what each is expected to bring, and facts that people can check.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use sabika_bots::{Budget, explain};
//! use sabika_rules::{Game, Seed, Setup, Viewer};
//!
//! let game = Game::new(Setup::alhambra(3), Seed::from(7))?;
//! let seat = game.to_act().ok_or("it has begun")?;
//! for advice in explain(&game.view(Viewer::Counting(seat)), 1, Budget::Simulations(4), 2) {
//!     println!("{:?} gains {:.1} points: {:?}", advice.actions, advice.gain, advice.reasons);
//!     # assert!(game.check(seat, advice.actions[0]).is_ok());
//! }
//! # Ok(())
//! # }
//! ```
//!
//! [`mod@review`] compares every turn of a finished game with the best one, and [`puzzle`] finds positions in which one turn is clearly better than
//! every other.
//!
//! ## A bot in thirty lines
//!
//! This one buys what it can pay for exactly, else whatever it can pay for, else takes the highest card; and it places tiles where the wall
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
#[cfg(not(target_arch = "wasm32"))]
pub mod arena;
mod begun;
mod blended;
mod breadth;
mod budget;
mod builder;
mod character;
mod classic;
#[cfg(not(target_arch = "wasm32"))]
mod entrant;
pub mod evaluate;
mod exp;
mod explain;
mod falcon_plan;
pub mod features;
mod greedy;
mod known_board;
mod level;
mod market_value;
pub mod net;
pub mod networks;
mod novice;
mod order;
mod outlook;
mod patience;
mod place_plan;
#[cfg(not(target_arch = "wasm32"))]
pub mod protocol;
#[cfg(not(target_arch = "wasm32"))]
pub mod puzzle;
pub mod review;
pub mod search;
#[cfg(not(target_arch = "wasm32"))]
pub mod selfplay;
mod strongest;
#[cfg(not(target_arch = "wasm32"))]
pub mod tune;
pub mod turn;
mod turn_plan;
mod value;
pub mod weights;

use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Poll;

use sabika_rules::{Action, Dice, Event, Outcome, Seat, View};

pub use blended::Blended;
pub use budget::{Budget, Clock};
pub use builder::{Builder, Disabled};
pub use character::Character;
pub use classic::Classic;
pub use evaluate::{Evaluator, HandMade, Value};
pub use explain::{Advice, Reason, explain, explain_by};
pub use greedy::Greedy;
pub use level::Level;
pub use search::Search;
pub use strongest::{NetworkAlone, Strongest};
pub use turn::{Breadth, Root, Turn};
pub use value::Parts;
pub use weights::Weights;

/// A player.
pub trait Bot: Send {
    /// Chooses for the seat whose view this is, when the game waits for it. `None` if there is nothing to choose.
    fn choose(&mut self, view: &View, budget: Budget) -> Option<Action>;

    /// Thinks about the same choice a little at a time. `Pending` means that there is more to think about, and the caller may do something
    /// else before it asks again with the same view and budget. With a budget in simulations the choice is that of
    /// [`Bot::choose`]; with one in time the pauses count.
    fn think(&mut self, view: &View, budget: Budget) -> Poll<Option<Action>> {
        Poll::Ready(self.choose(view, budget))
    }

    /// Reports what a seat did and what that revealed, as everybody at the table sees it. Most bots use only the position.
    fn saw(&mut self, _seat: Seat, _action: Action, _events: &[Event]) {}

    /// Reports how the game ended.
    fn over(&mut self, _outcome: &Outcome) {}

    /// Why it made no choice, if it is at fault.
    fn fault(&self) -> Option<String> {
        None
    }
}

/// The randomness of one choice: it depends on the bot's seed and on what it sees, so asking twice gives the same answer.
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

/// How many plans turned out to be illegal in this process. Bots then play something legal instead; it should never happen,
/// and tests check that it does not.
pub fn illegal_plans() -> u64 {
    ILLEGAL_PLANS.load(Ordering::Relaxed)
}

static ILLEGAL_PLANS: AtomicU64 = AtomicU64::new(0);

pub(crate) fn count_illegal_plan() {
    ILLEGAL_PLANS.fetch_add(1, Ordering::Relaxed);
}

/// A planned action, if it is legal; otherwise it is counted.
pub(crate) fn check_plan(view: &View, action: Action) -> Option<Action> {
    let legal = view.check(action).is_ok();
    if !legal {
        count_illegal_plan();
    }
    legal.then_some(action)
}

/// The planned action; if there is none, or it is illegal, the first legal action: a bot always answers.
pub(crate) fn answer(view: &View, planned: Option<Action>) -> Option<Action> {
    planned.or_else(|| {
        let mut all = Vec::new();
        view.legal_actions(&mut all);
        all.first().copied()
    })
}
