//! A table as the fold of its stored steps. No input, output or clock here: what is due and when follows from the steps and
//! the times the database gave them.

mod duty;
mod fair;
mod fold;
mod row;
mod seats;
mod show;

pub use duty::Duty;
pub use fair::{commitment, hex, random_hex, sha256, unhex};
pub use fold::{Deny, Fold, Told};
pub use row::{By, Row};
pub use show::Eyes;

#[cfg(test)]
mod tests;
