//! The server through its public API.

mod accounts;
mod away;
mod batches;
mod clocks;
mod common;
mod company;
mod crowd;
mod daily;
mod kept;
mod life;
mod lines;
mod moderation;
mod nodes;
mod notices;
mod operations;
mod options;
mod private;
mod push;
mod python_bot;
mod ratings;
mod retention;
mod safe;
mod slow;
mod stored;
mod tls;
mod upgrades;
