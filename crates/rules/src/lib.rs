//! The rules of the board games Alhambra and Granada, with all the modules of their rulebooks, for 2 to 6 players.
//!
//! The crate does no input or output and uses no clock, no threads and no randomness except a game's seed. Rule ids such as P2
//! are those of `docs/rules.md`, which the engine implements. This is an unofficial, non-commercial fan
//! implementation; all rights in the games belong to their owners.
//!
//! # A tour
//!
//! ## Play a game
//!
//! A [`Setup`] says what is played; together with a [`Seed`] it makes a [`Game`]. The game waits for one seat at a time, lists
//! the actions that seat may take, and applies one.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use sabika_rules::{Dice, Game, Module, Seed, Setup, Silent};
//!
//! let mut game = Game::new(Setup::alhambra(3).with(Module::Vizier), Seed::from(7))?;
//! let (mut dice, mut actions) = (Dice::from_seed(1), Vec::new());
//! while let Some(seat) = game.to_act() {
//!     game.legal_actions(seat, &mut actions);
//!     let action = actions[dice.below(actions.len() as u32) as usize];
//!     game.apply(seat, action, &mut Silent)?; // or a Refusal: which rule, which tile, which cell
//! }
//! println!("{:?}", game.result());
//! # assert!(game.result().is_some());
//! # Ok(())
//! # }
//! ```
//!
//! A set-up that no rulebook allows is refused with the reason:
//!
//! ```
//! use sabika_rules::{Game, Module, Seed, Setup};
//!
//! let refused = Game::new(Setup::granada(3).with(Module::Huts), Seed::from(7)).unwrap_err();
//! assert_eq!(refused.to_string(), "module huts cannot be used with granada: only vizier and bureau can");
//! ```
//!
//! ## Actions and events as text
//!
//! Every [`Action`] is one line of [`notation`], and every tile, card and cell has its code. What an action reveals is reported
//! as [`Event`]s: [`Silent`] ignores them, a `Vec` collects them.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use sabika_rules::{Action, Game, Seed, Setup};
//!
//! let mut game = Game::new(Setup::alhambra(2), Seed::from(7))?;
//! let seat = game.to_act().unwrap();
//! let card = game.table().display[0].unwrap();
//!
//! let mut events = Vec::new();
//! game.apply(seat, format!("take {card}").parse::<Action>()?, &mut events)?;
//! assert!(events.is_empty(), "a turn reveals nothing until it ends (T6)");
//! game.apply(seat, Action::End, &mut events)?;
//! assert!(events[0].to_string().starts_with("display "));
//!
//! let error = "take".parse::<Action>().unwrap_err();
//! assert_eq!(error.to_string(), "word 2: the code of a card is missing");
//! # Ok(())
//! # }
//! ```
//!
//! ## Refuse a move
//!
//! A [`Refusal`] names the [`Rule`], the [`Reason`], and the tile, cell and side at fault. A refused action changes nothing.
//!
//! ```
//! use sabika_rules::{Board, Cell, Direction, Reason, Rule, Tile};
//!
//! let board = Board::new(Tile::START);
//! let tower: Tile = "T9ne".parse().unwrap();
//! assert!(board.check_place(tower, Cell::new(1, 0)).is_ok());
//!
//! // South of the starting tile, its northern wall would touch an open side.
//! let refusal = board.check_place(tower, Cell::new(0, 1)).unwrap_err();
//! assert_eq!((refusal.rule, refusal.reason), (Rule::P2, Reason::SidesClash));
//! assert_eq!((refusal.cell, refusal.side), (Some(Cell::new(0, 1)), Some(Direction::North)));
//! assert_eq!(refusal.to_string(), "P2: sides-clash, tile T9ne, cell 0,1, side n");
//! ```
//!
//! ## Score a board
//!
//! Boards from outside are checked first. Walls are measured in segments (W2), majorities in points (W3–W5).
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use sabika_rules::board::Line;
//! use sabika_rules::scoring::{self, Holding};
//! use sabika_rules::{Board, BySeat, Cell, Kind, Round, Seat, Tile};
//!
//! let tile = |code: &str, x, y| (code.parse::<Tile>().unwrap(), Cell::new(x, y));
//! let mine = Board::from_tiles(&[tile("F", 0, 0), tile("T9ne", 1, 0), tile("G8ne", 0, -1)], None)?;
//! let yours = Board::from_tiles(&[tile("F", 0, 0), tile("T11s", 0, 1)], None)?;
//! assert_eq!(mine.longest(Line::Walls), 4);
//!
//! let boards = [mine, yours];
//! let holdings = BySeat::new(2, |seat| Holding::of_board(&boards[seat]));
//! let (points, _) = scoring::majorities(&holdings, None, Round::Second, false);
//! assert_eq!(points[Seat(0)][Kind::Garden], 12);
//! assert_eq!(points[Seat(1)][Kind::Tower], 9, "tied: (13 + 6) / 2 each (W4)");
//! # Ok(())
//! # }
//! ```
//!
//! ## Undo
//!
//! A [`History`] is a game with the steps that led to it. Until `end`, a turn reveals nothing hidden, so all of it can be
//! undone, step by step or as a whole (T6).
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use sabika_rules::{Action, History, Pick, Seed, Setup, Silent};
//!
//! let mut history = History::new(Setup::alhambra(3), Seed::from(7))?;
//! let before = history.game().clone();
//! let seat = before.to_act().unwrap();
//!
//! history.apply(seat, Action::Take(Pick::one(before.table().display[2].unwrap())), &mut Silent)?;
//! assert_eq!(history.undoable(seat), 1);
//! history.undo(seat)?;
//! assert_eq!(*history.game(), before);
//! # Ok(())
//! # }
//! ```
//!
//! [`record::Record`] turns a history into an open document that can be checked without this engine.
//!
//! ## See what a player sees
//!
//! A [`Game`] contains everything, including what is hidden. Players, pages and bots get a [`View`], which contains what its
//! [`Viewer`] may know: it lists actions like the game itself, shows where a tile may go and why not elsewhere, and what a scoring round
//! would bring now. [`View::sample`] draws the unknown at random, for search.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use sabika_rules::{Dice, Game, Round, Seed, Setup, Viewer, playout};
//!
//! let game = Game::new(Setup::alhambra(3), Seed::from(7))?;
//! let seat = game.to_act().unwrap();
//! let view = game.view(Viewer::Seat(seat));
//! assert_eq!(view.options(), game.options(seat));
//! assert_eq!(view.hands().iter().filter(|hand| hand.cards.is_some()).count(), 1, "its own");
//!
//! let tile = view.table().market.spaces[0].unwrap();
//! for (cell, lengths) in view.preview(tile).unwrap().place {
//!     match lengths {
//!         Ok(after) => println!("{tile} at {cell}: a wall of {}", after.walls),
//!         Err(refusal) => println!("{tile} at {cell}: {refusal}"),
//!     }
//! }
//! assert_eq!(view.score_now(Round::First).sheet.seats[seat].total(), 0);
//!
//! // How might the game continue?
//! let mut sampled = view.sample(&mut Dice::from_seed(1));
//! playout::quick(&mut sampled, &mut Vec::new());
//! assert!(sampled.result().is_some());
//! # Ok(())
//! # }
//! ```
//!
//! # Features
//!
//! - `serde`: lets [`record::Record`] and its types be read and written with serde. Off by default.

#![forbid(unsafe_code)]

mod action;
pub mod board;
mod card;
mod cell;
pub mod components;
mod currency;
mod deal;
mod digest;
mod event;
mod from_record;
mod game;
mod history;
mod kind;
pub mod module;
pub mod notation;
mod options;
pub mod playout;
mod position;
mod preview;
mod purse;
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
#[cfg(any(test, feature = "testkit"))]
pub mod testkit;
mod tile;
mod turn;
mod variant;
mod view;

pub use action::{Action, Pick};
pub use board::Board;
pub use card::{Card, Hand, Payment};
pub use cell::Cell;
pub use currency::{ByCurrency, Currency};
pub use event::{Event, Events, Round, Silent};
pub use from_record::{RecordError, Replay};
pub use game::{Game, Outcome};
pub use history::{History, Step};
pub use kind::{ByKind, Kind};
pub use module::Module;
pub use notation::NotationError;
pub use options::{BuyOption, Options, PlaceOption};
pub use position::PositionError;
pub use preview::{CellPreview, Lengths, Preview, Rank, ScoreNow, rank};
pub use purse::{Money, Purse};
pub use refusal::{Reason, Refusal, Rule};
pub use rng::{Dice, Seed};
pub use rule::buy::{Means, Offer};
pub use rule::scoring;
pub use seat::{BySeat, MAX_PLAYERS, Seat};
pub use setup::{GameKind, ModuleSet, Setup, SetupError};
pub use side::{Direction, Side};
pub use table::{Deck, Dirk, Market, Occasion, Player, ScoringCard, Stage, Table, Turn, Window};
pub use tile::{Tile, TileSet};
pub use variant::{combined::STRETCH_PAYS, dirk::dirk_draws};
pub use view::{HandView, View, Viewer};

/// The version of the rules and shuffles under which new games are played.
pub const RULES_VERSION: u32 = 1;

/// The versions that this engine can play: what differs between them asks for [`Setup::rules`], as for any other option.
pub const KNOWN_RULES: core::ops::RangeInclusive<u32> = 1..=RULES_VERSION;
