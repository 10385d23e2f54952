//! Tables, seats and sessions for Alhambra and Granada: what `sabika serve` runs.
//!
//! A table is the fold of its stored steps (`table`). `store` keeps them, `room` caches a fold and tells its sockets, `node` does
//! what is due, `http` is the face, `wire` is every message. Nothing is acknowledged or shown before it is stored.

#![forbid(unsafe_code)]

pub mod admin;
pub mod bots;
pub mod bus;
pub mod http;
pub mod node;
pub mod passwords;
pub mod push;
pub mod rates;
pub mod room;
pub mod store;
pub mod table;
mod tls;
pub mod wire;
