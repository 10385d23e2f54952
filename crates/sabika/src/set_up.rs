//! The flags that choose the game and its options.

use sabika_rules::{GameKind, Module, ModuleSet, Setup, SetupError};

#[derive(clap::Args)]
pub struct SetupArgs {
    /// Number of players, 2 to 6
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=6))]
    players: u8,

    /// alhambra, granada or combined
    #[arg(long, value_name = "GAME", default_value = "alhambra", value_parser = game)]
    game: GameKind,

    /// Modules, separated by commas: vizier, bureau, bonus, huts, camps, bazaars, falconers; or `all` that the game allows
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    modules: Vec<String>,

    /// Granada's simplified scoring
    #[arg(long)]
    simplified: bool,

    /// When the combined game ends: german (a market space is empty) or english (it lacks one of its two tiles)
    #[arg(long, value_name = "RULE", value_parser = ["german", "english"])]
    end: Option<String>,
}

/// Reads the name of a game.
pub fn game(name: &str) -> Result<GameKind, &'static str> {
    name.parse().map_err(|_| "alhambra, granada or combined")
}

impl SetupArgs {
    /// The set-up, or why it cannot be played, naming the flag at fault.
    pub fn setup(&self) -> Result<Setup, String> {
        let setup = Setup {
            simplified: self.simplified,
            english_end: self.end.as_deref() == Some("english"),
            ..Setup::new(self.game, self.players).with_modules(self.modules()?)
        };
        let flag = |error: &SetupError| match error {
            SetupError::Rules(_) => "rules",
            SetupError::Players(_) => "--players",
            SetupError::Module(..) => "--modules",
            SetupError::Simplified => "--simplified",
            SetupError::EnglishEnd(_) => "--end",
            _ => "--game",
        };
        setup.check().map_err(|e| format!("{}: {e}", flag(&e)))?;
        Ok(setup)
    }

    fn modules(&self) -> Result<ModuleSet, String> {
        let mut set = ModuleSet::NONE;
        for name in self.modules.iter().map(|n| n.trim()).filter(|n| !n.is_empty()) {
            if name == "all" {
                set = Module::ALL.into_iter().filter(|m| m.goes_with(self.game)).fold(set, ModuleSet::with);
                continue;
            }
            let known = || Module::ALL.map(Module::name).join(", ");
            let module: Module =
                name.parse().map_err(|_| format!("--modules: unknown module `{name}`; known modules: {}", known()))?;
            set = set.with(module);
        }
        Ok(set)
    }
}
