//! A table for Alhambra and Granada, as the fold of its stored rows: seats, clocks, windows, undo, fair deals, views and
//! messages. It runs behind a socket, in a browser's worker and in a test.
//!
//! No I/O, no clock, no randomness: times, secrets and the bots' choices are arguments. What is due, and when,
//! follows from the rows and the times at which they were stored.
//!
//! # A tour
//!
//! ## A table is the fold of its rows
//!
//! Whatever happens at a table is a [`Row`]. The first one opens it; [`Table::advance`] checks every further one and applies it, or says
//! why not. Whoever stores the rows can make the same table again, on another machine or years later.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use sabika_table::message::NewTable;
//! use sabika_table::{By, Duty, Opening, Row, Table, sha256};
//!
//! // Ana opens a table for herself and a bot.
//! let wish: NewTable = serde_json::from_str(
//!     r#"{"setup": {"game": "alhambra", "players": 2, "modules": ["huts"]}, "seats": [{"kind": "me"}, {"kind": "bot", "level": "novice"}]}"#,
//! )?;
//! let opening = Opening::new(&wish, "ana", ["Ana".to_owned()])?;
//! let first = opening.row("0123456789abcdef".into(), "ABCDEF".into(), sha256(b"from a random source"));
//! let mut table = Table::open(&first)?;
//! let mut rows = vec![first];
//!
//! // She starts the game, and plays the first action there is, until the game waits for the bot.
//! let mut add = |table: &mut Table, row: Row| {
//!     let changes = table.advance(&row)?;
//!     table.stamp(1_000 * rows.len() as i64, &row, &changes); // the time at which the row was stored, in milliseconds
//!     rows.push(row);
//!     Ok::<(), sabika_table::Error>(())
//! };
//! let start = table.starting();
//! add(&mut table, start)?;
//! while !matches!(table.duty(), Some((Duty::Bot(_), _))) {
//!     let (game, mut actions) = (table.game().ok_or("it runs")?, Vec::new());
//!     let seat = game.to_act().ok_or("it runs")?;
//!     game.legal_actions(seat, &mut actions);
//!     let by = By::Person { person: "ana".into(), id: "m1".into() };
//!     let act = Row::Act { seat: seat.0, action: actions[0].to_string(), by, hash: None };
//!     add(&mut table, act)?;
//! }
//!
//! // Another machine folds the same rows and arrives at the same table.
//! let mut again = Table::open(&rows[0])?;
//! for row in &rows[1..] {
//!     let row = Row::read(&row.to_json())?;
//!     again.advance(&row)?;
//! }
//! assert_eq!(again.game(), table.game());
//! # Ok(())
//! # }
//! ```
//!
//! [`Table::duty`] says what happens next if nobody does anything, and when: a bot moves, time runs out, the table is abandoned.
//!
//! ## What a viewer is shown
//!
//! [`Table::snapshot`] is everything that one viewer may know ([`Eyes`]), in the form of the [`message`]s between page and server; after each row,
//! [`Table::update`] is what it changed for them.
//!
//! ## Records of finished games
//!
//! [`Table::record`] is the open record of a finished game. [`replay::Replay`] checks every step of a record and shows the table after any of them:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use sabika_table::replay::Replay;
//!
//! let error = Replay::read(r#"{"format": "sabika-record-1"}"#).unwrap_err();
//! println!("{error}"); // where the record is wrong, and why
//! # Ok(())
//! # }
//! ```
//!
//! # Other parts
//!
//! - [`analysis`]: any position, and what is possible in it.
//! - [`daily`]: the deal of a day, and proof of a result.
//! - [`score_pad`]: points for games on a real table.
//! - [`catalogue`]: every piece in the boxes.
//!
//! # Features
//!
//! - `testkit`: tables for the tests of other crates. Off by default.

#![forbid(unsafe_code)]

pub mod analysis;
mod answer;
mod cast;
pub mod catalogue;
pub mod daily;
pub mod deal;
pub mod duplicate;
mod duty;
mod exercise;
mod fair;
mod finish;
mod fork;
mod keepsake;
mod log;
pub mod message;
mod moment;
mod names;
mod news;
mod opening;
mod person;
mod progress;
pub mod replay;
mod request;
mod row;
mod saved;
pub mod score_pad;
mod seats;
mod show;
mod table;
pub mod tagged;
mod terms;
#[cfg(any(test, feature = "testkit"))]
pub mod testkit;

pub use answer::{Answer, score};
pub use cast::TURNS_IN_A_HINT;
pub use duty::Duty;
pub use exercise::{Comparison, Exercise, TurnOutcome};
pub use fair::{commitment, hex, nonce_for, seed, sha256, unhex};
pub use finish::{Finish, Placed};
pub use fork::fork;
pub use keepsake::keepsake_renamed;
pub use names::{info_renamed, row_renamed};
pub use news::News;
pub use opening::Opening;
pub use person::{is_unseen, plain};
pub use progress::{NO_SUMMARY, plays_again};
pub use request::Granted;
pub use row::{By, ROW_FORMAT, Row};
pub use seats::NAMELESS;
pub use show::{Eyes, Views};
pub use table::{Changes, Error, Stamped, Table};
pub use terms::{BotLevel, Colour, DealOf, Ending, Info, Occupant, Pace, Status, TableResult, TableSeat, TableSetup};

#[cfg(test)]
mod clocks;
#[cfg(test)]
mod scenes;
#[cfg(test)]
mod stored;
#[cfg(test)]
mod tests;
