//! What is played: game, players, modules, options.

use core::fmt;
use core::str::FromStr;

pub use crate::module::Module;
use crate::notation::Unknown;
use crate::{KNOWN_RULES, RULES_VERSION};

/// Which game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameKind {
    /// Alhambra.
    Alhambra,
    /// Granada (GR1–GR7).
    Granada,
    /// Both together (CO1–CO7).
    Combined,
}

impl GameKind {
    /// All three.
    pub const ALL: [GameKind; 3] = [GameKind::Alhambra, GameKind::Granada, GameKind::Combined];

    /// Its name in records and flags.
    pub const fn name(self) -> &'static str {
        ["alhambra", "granada", "combined"][self as usize]
    }
}

impl Module {
    /// Whether the rulebooks allow it in this game.
    pub fn goes_with(self, game: GameKind) -> bool {
        self.games().contains(&game)
    }
}

macro_rules! named {
    ($type:ty, $expected:literal) => {
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl FromStr for $type {
            type Err = Unknown;
            fn from_str(s: &str) -> Result<Self, Unknown> {
                Self::ALL.into_iter().find(|x| x.name() == s).ok_or(Unknown { expected: $expected })
            }
        }
    };
}
named!(GameKind, "alhambra, granada or combined");
named!(Module, "the name of a module");

/// A set of modules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ModuleSet(u16);

impl ModuleSet {
    /// No module.
    pub const NONE: ModuleSet = ModuleSet(0);
    /// All modules.
    pub const ALL: ModuleSet = ModuleSet(((1u32 << Module::COUNT) - 1) as u16);

    /// Whether it contains a module.
    #[inline]
    pub const fn has(self, module: Module) -> bool {
        self.0 >> module as u8 & 1 != 0
    }

    /// The set with one more module.
    pub const fn with(self, module: Module) -> ModuleSet {
        ModuleSet(self.0 | 1 << module as u8)
    }

    /// Whether it is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The modules, in the order used in records.
    pub fn iter(self) -> impl Iterator<Item = Module> {
        Module::ALL.into_iter().filter(move |m| self.has(*m))
    }
}

impl FromIterator<Module> for ModuleSet {
    fn from_iter<I: IntoIterator<Item = Module>>(modules: I) -> ModuleSet {
        modules.into_iter().fold(ModuleSet::NONE, ModuleSet::with)
    }
}

/// What is played. Anyone can construct one; a [`crate::Game`] is made from it only after a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Which game.
    pub game: GameKind,
    /// How many players, 2 to 6 (S1).
    pub players: u8,
    /// Which modules.
    pub modules: ModuleSet,
    /// Granada's simplified scoring (GR6).
    pub simplified: bool,
    /// Whether the combined game ends as in the English rulebook (CO6).
    pub english_end: bool,
    /// The version of the rules: a game is finished under the one that it began with.
    pub rules: u32,
}

impl Setup {
    /// Any of the three games, without modules.
    pub const fn new(game: GameKind, players: u8) -> Setup {
        Setup { game, players, modules: ModuleSet::NONE, simplified: false, english_end: false, rules: RULES_VERSION }
    }

    /// Alhambra without modules.
    pub const fn alhambra(players: u8) -> Setup {
        Setup::new(GameKind::Alhambra, players)
    }

    /// Granada without modules.
    pub const fn granada(players: u8) -> Setup {
        Setup::new(GameKind::Granada, players)
    }

    /// Both games together, without modules.
    pub const fn combined(players: u8) -> Setup {
        Setup::new(GameKind::Combined, players)
    }

    /// Adds a module.
    pub const fn with(mut self, module: Module) -> Setup {
        self.modules = self.modules.with(module);
        self
    }

    /// Replaces the modules.
    pub const fn with_modules(mut self, modules: ModuleSet) -> Setup {
        self.modules = modules;
        self
    }

    /// The same under another version of the rules.
    pub const fn under(mut self, rules: u32) -> Setup {
        self.rules = rules;
        self
    }

    /// Whether the set-up can be played.
    pub fn check(&self) -> Result<(), SetupError> {
        if !KNOWN_RULES.contains(&self.rules) {
            return Err(SetupError::Rules(self.rules));
        }
        if !(2..=6).contains(&self.players) {
            return Err(SetupError::Players(self.players));
        }
        if let Some(module) = self.modules.iter().find(|m| !m.goes_with(self.game)) {
            return Err(SetupError::Module(module, self.game));
        }
        if self.simplified && !self.game.has_granada() {
            return Err(SetupError::Simplified);
        }
        if self.english_end && self.game != GameKind::Combined {
            return Err(SetupError::EnglishEnd(self.game));
        }
        Ok(())
    }
}

/// Why a set-up cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// This engine does not know this version of the rules.
    Rules(u32),
    /// S1: 2 to 6 players.
    Players(u8),
    /// No rulebook allows this module in this game.
    Module(Module, GameKind),
    /// GR6 applies only to Granada's scoring.
    Simplified,
    /// CO6 applies only to the combined game.
    EnglishEnd(GameKind),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Rules(version) => {
                let (first, last) = (KNOWN_RULES.start(), KNOWN_RULES.end());
                write!(f, "version {version} of the rules is unknown: this engine knows {first} to {last}")
            }
            SetupError::Players(n) => write!(f, "{n} players: the game is for 2 to 6 (S1)"),
            SetupError::Module(module, game) => {
                let others = Module::ALL.into_iter().filter(|m| m.goes_with(*game)).map(Module::name);
                let others = others.collect::<Vec<_>>().join(" and ");
                write!(f, "module {module} cannot be used with {game}: only {others} can")
            }
            SetupError::Simplified => write!(f, "simplified scoring is an option of granada and combined (GR6)"),
            SetupError::EnglishEnd(game) => {
                write!(f, "the end rule is an option of the combined game (CO6), not of {game}")
            }
        }
    }
}

impl core::error::Error for SetupError {}
