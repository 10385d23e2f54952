//! A position as one line of text, as in `docs/notation.md`: what a viewer may know of a game, or a whole game including everything
//! hidden. Input is checked, so that play can continue from it.

mod fields;
mod read;
mod supply;
mod table;
mod turn;
pub(crate) mod value;
mod write;

use core::fmt;
use core::str::FromStr;

use crate::game::Game;
use crate::view::View;

pub(crate) use supply::Supply;

/// The version of the format, part of the first word of a line.
const FORMAT: u32 = 1;

/// Why a line is not a position, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// The field, with the index of a seat or an item in it: `hands[1][0]`.
    pub place: String,
    /// What is wrong there.
    pub problem: String,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.problem)
    }
}

impl core::error::Error for PositionError {}

impl Game {
    /// The whole game as one line, including everything hidden; parse it to get the [`Game`] back.
    pub fn position(&self) -> String {
        write::game(self)
    }
}

impl View {
    /// What the viewer knows as one line; parse it to get the [`View`] back.
    pub fn position(&self) -> String {
        write::view(self)
    }
}

impl FromStr for Game {
    type Err = PositionError;
    fn from_str(line: &str) -> Result<Game, PositionError> {
        read::game(line)
    }
}

impl FromStr for View {
    type Err = PositionError;
    fn from_str(line: &str) -> Result<View, PositionError> {
        read::view(line)
    }
}
