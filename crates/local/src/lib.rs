//! Tables on one device, for one person and bots or for several people at a shared screen, without a server; and replays
//! of records. It runs in a browser's worker: JSON in, JSON out. The messages of a table are those of a
//! server's socket ([`sabika_table::message`]).
//!
//! Nothing is stored here. Anything that is about to happen at a table is proposed as a row, and happens once the caller says that the
//! row is stored. Time, randomness, storage and networks come from the caller.

mod advice;
mod analysis;
#[cfg(test)]
mod analysis_tests;
#[cfg(test)]
mod daily_tests;
mod engine;
mod lines;
mod players;
mod replays;
mod request;
mod review;
#[cfg(test)]
mod review_tests;
mod room;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use engine::Engine;
