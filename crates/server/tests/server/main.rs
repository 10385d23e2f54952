//! The server through its real face.

mod accounts;
mod away;
mod batches;
mod clocks;
mod common;
mod company;
mod life;
mod nodes;
mod notices;
mod options;
mod push;
mod python_bot;
mod ratings;
mod safe;
mod slow;
mod tls;
