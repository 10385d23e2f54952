//! The rules of the board games Alhambra and Granada, with all modules of their rulebooks.
//!
//! No input or output, no clock, no threads, no randomness but what comes from a game's seed.

#![forbid(unsafe_code)]

mod action;
pub mod board;
mod card;
mod cell;
#[cfg(test)]
mod combined_tests;
pub mod components;
mod currency;
mod deal;
mod digest;
mod event;
mod game;
#[cfg(test)]
mod granada_tests;
mod history;
mod kind;
pub mod module;
pub mod notation;
mod options;
pub mod playout;
mod preview;
pub mod record;
mod refusal;
mod rng;
mod rule;
mod sample;
mod seat;
mod secrets;
mod setup;
mod side;
mod table;
#[cfg(test)]
mod testkit;
mod tile;
mod turn;
mod view;

pub use action::{Action, Pick};
pub use board::Board;
pub use card::{Card, Hand, Payment, Purse};
pub use cell::Cell;
pub use currency::{ByCurrency, Currency};
pub use event::{Event, Events, Round, Silent};
pub use game::{Game, Outcome};
pub use history::{History, Step};
pub use kind::{ByKind, Kind};
pub use options::{BuyOption, Options, PlaceOption};
pub use preview::{CellPreview, Lengths, Preview, Rank, ScoreNow};
pub use refusal::{Reason, Refusal, Rule};
pub use rng::{Dice, Seed};
pub use rule::scoring;
pub use seat::{BySeat, MAX_PLAYERS, Seat};
pub use setup::{GameKind, Module, ModuleSet, Setup, SetupError};
pub use side::{Direction, Side, Sides};
pub use table::{Deck, Dirk, Market, Occasion, Player, ScoringCard, Stage, Table, Turn, Window};
pub use tile::{Tile, TileSet};
pub use view::{HandView, View, Viewer};

/// The version of rules and shuffles: a record made under another one may fold differently.
pub const RULES_VERSION: u32 = 1;
