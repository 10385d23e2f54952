//! The ladder, by the names that people see.

use std::fmt;
use std::str::FromStr;

use sabika_rules::{Action, Seat, View, Viewer};

use crate::apprentice::Apprentice;
use crate::architect::Architect;
use crate::builder::Builder;
use crate::novice::Novice;
use crate::{Bot, Budget, dice_for};

/// How well a bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Anything legal: to measure others against.
    Random,
    /// Someone in their first game.
    Novice,
    /// One turn ahead, greedy on points now.
    Apprentice,
    /// Whole turns, valued by the position they leave.
    Builder,
    /// Searches: what may come after each turn.
    Architect,
}

impl Level {
    /// All five, weakest first.
    pub const ALL: [Level; 5] = [Level::Random, Level::Novice, Level::Apprentice, Level::Builder, Level::Architect];

    /// Its name.
    pub const fn name(self) -> &'static str {
        ["random", "novice", "apprentice", "builder", "architect"][self as usize]
    }

    /// What it sees: the better ones count cards.
    pub const fn viewer(self, seat: Seat) -> Viewer {
        match self {
            Level::Random | Level::Novice | Level::Apprentice => Viewer::Seat(seat),
            Level::Builder | Level::Architect => Viewer::Counting(seat),
        }
    }

    /// A bot of this level.
    pub fn bot(self, seed: u64) -> Box<dyn Bot> {
        match self {
            Level::Random => Box::new(Random { seed }),
            Level::Novice => Box::new(Novice::new(seed)),
            Level::Apprentice => Box::new(Apprentice::new(seed)),
            Level::Builder => Box::new(Builder::new()),
            Level::Architect => Box::new(Architect::new(seed)),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = String;
    fn from_str(s: &str) -> Result<Level, String> {
        let names = || Level::ALL.map(Level::name).join(", ");
        Level::ALL.into_iter().find(|l| l.name() == s).ok_or_else(|| format!("no bot is called {s}: {}", names()))
    }
}

struct Random {
    seed: u64,
}

impl Bot for Random {
    fn choose(&mut self, view: &View, _: Budget) -> Option<Action> {
        let mut actions = Vec::new();
        view.legal_actions(&mut actions);
        let many = u32::try_from(actions.len()).ok().filter(|n| *n > 0)?;
        Some(actions[dice_for(view, self.seed).below(many) as usize])
    }
}
