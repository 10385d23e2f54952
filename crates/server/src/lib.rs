//! Tables, seats and sessions for Alhambra and Granada: what `sabika serve` runs.
//!
//! A table is the fold of its stored rows (`sabika_table`). `store` persists them, `room` caches a fold and updates its sockets, `node` does
//! what is due, `http` is the interface, `wire` defines the messages. Nothing is acknowledged or shown before it is stored.

#![forbid(unsafe_code)]

pub mod admin;
pub mod bots;
pub mod bus;
pub mod connections;
mod duties;
pub mod http;
pub mod metrics;
pub mod node;
pub mod passwords;
pub mod push;
mod random;
pub mod rates;
pub mod rating;
pub mod room;
pub mod store;
mod thinking;
mod tls;
pub mod wire;
