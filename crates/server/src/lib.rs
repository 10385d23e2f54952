//! Tables, seats and sessions for Alhambra and Granada: what `sabika serve` runs.

#![forbid(unsafe_code)]

pub mod wire;
