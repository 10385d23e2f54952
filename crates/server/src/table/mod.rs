//! A table as the fold of its stored steps. No input, output or clock here: what is due and when follows from the steps and
//! the times the database gave them.

mod duty;
mod fair;
mod finish;
mod fold;
mod moment;
mod names;
mod news;
mod row;
mod seats;
mod show;

pub use duty::Duty;
pub use fair::{commitment, hex, nonce_for, random_hex, seed, sha256, unhex};
pub use finish::{Finish, Placed, Rating};
pub use fold::{Deny, Fold, Told};
pub use names::{info_renamed, row_renamed};
pub use news::News;
pub use row::{By, Row};
pub use seats::NAMELESS;
pub use show::Eyes;

#[cfg(test)]
mod clocks;
#[cfg(test)]
pub(crate) mod tests;
