//! The levels, by the names that people see.

use std::fmt;
use std::str::FromStr;

use sabika_rules::{Action, Seat, View, Viewer};

use crate::apprentice::Apprentice;
use crate::builder::Builder;
use crate::classic::Classic;
use crate::greedy::Greedy;
use crate::novice::Novice;
use crate::search::Search;
use crate::strongest::Strongest;
use crate::turn::Breadth;
use crate::{Bot, Budget, dice_for};

/// How well a bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Any legal action: a baseline.
    Random,
    /// Plays like someone in their first game.
    Novice,
    /// Looks one turn ahead, greedy on points.
    Apprentice,
    /// Plans whole turns, valued by hand-written rules.
    Builder,
    /// Version 0.1's architect: a baseline.
    Classic,
    /// Plans whole turns, valued by the [`Strongest`] evaluator: a network if there is one for the game, otherwise the
    /// builder's hand-written rules.
    Architect,
    /// Searches what may follow each turn, with the same evaluator.
    Grandmaster,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 7] = [
        Level::Random,
        Level::Novice,
        Level::Apprentice,
        Level::Builder,
        Level::Classic,
        Level::Architect,
        Level::Grandmaster,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        ["random", "novice", "apprentice", "builder", "classic", "architect", "grandmaster"][self as usize]
    }

    /// Whether it counts cards and therefore knows all hands.
    pub const fn counts_cards(self) -> bool {
        !matches!(self, Level::Random | Level::Novice | Level::Apprentice)
    }

    /// What it sees.
    pub const fn viewer(self, seat: Seat) -> Viewer {
        if self.counts_cards() { Viewer::Counting(seat) } else { Viewer::Seat(seat) }
    }

    /// A bot of this level.
    pub fn bot(self, seed: u64) -> Box<dyn Bot> {
        match self {
            Level::Random => Box::new(Random { seed }),
            Level::Novice => Box::new(Novice::new(seed)),
            Level::Apprentice => Box::new(Apprentice::new(seed)),
            Level::Builder => Box::new(Builder::new()),
            Level::Classic => Box::new(Classic::new(seed)),
            Level::Architect => Box::new(Greedy::new(Strongest).with_breadth(Breadth::WIDE)),
            Level::Grandmaster => Box::new(Search::new(Strongest, seed)),
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
        Level::ALL.into_iter().find(|l| l.name() == s).ok_or_else(|| format!("unknown bot `{s}`; known: {}", names()))
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
