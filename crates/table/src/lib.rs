//! A table for Alhambra and Granada, as the fold of its stored rows: seats, clocks, windows, undo, fair deals, views and
//! messages. It runs behind a socket, in a browser's worker and in a test.
//!
//! No I/O, no clock, no randomness: times, secrets and the bots' choices are arguments. What is due, and when,
//! follows from the rows and the times at which they were stored.

#![forbid(unsafe_code)]

pub mod analysis;
mod answer;
mod cast;
pub mod catalogue;
pub mod daily;
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
pub mod replay;
mod request;
mod row;
mod saved;
pub mod score_pad;
mod seats;
mod show;
mod table;
#[cfg(any(test, feature = "testkit"))]
pub mod testkit;

pub use answer::{Answer, score};
pub use cast::nth_of_level;
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
pub use request::Granted;
pub use row::{By, ROW_FORMAT, Row};
pub use seats::NAMELESS;
pub use show::Eyes;
pub use table::{Changes, Error, Stamped, Table};

#[cfg(test)]
mod clocks;
#[cfg(test)]
mod scenes;
#[cfg(test)]
mod stored;
#[cfg(test)]
mod tests;
