//! The engine for Python: the extension module of the package `sabika`. `sabika/_sabika.pyi` describes its interface.

mod bot;
mod game;
mod ids;
mod observe;
mod record;
mod vector;
mod view;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sabika_rules::{Action, GameKind, Module, Setup, Table};

/// Games, views, records, bots and vectorised play.
#[pymodule]
fn _sabika(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<game::Game>()?;
    module.add_class::<view::View>()?;
    module.add_class::<record::Record>()?;
    module.add_class::<bot::Bot>()?;
    module.add_class::<vector::VecEnv>()?;
    module.add("ACTIONS", ids::COUNT)?;
    module.add("ACTIONS_VERSION", ids::VERSION)?;
    module.add("OBSERVATION", observe::WIDTH)?;
    module.add("OBSERVATION_VERSION", sabika_bots::features::LAYOUT_VERSION)?;
    module.add("SEAT_BLOCK", sabika_bots::features::SEAT)?;
    module.add("MODULES", Module::ALL.map(Module::name).to_vec())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}

/// An error about an argument.
fn wrong(problem: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(problem.to_string())
}

/// The points of each seat.
fn scores(table: &Table) -> Vec<u16> {
    table.players.iter().map(|player| player.score).collect()
}

/// A set-up from Python's arguments.
fn setup(game: &str, players: u8, modules: &[String], simplified: bool, english_end: bool) -> PyResult<Setup> {
    let game: GameKind = game.parse().map_err(|e| wrong(format!("game: `{game}` is {e}")))?;
    let mut setup = Setup { simplified, english_end, ..Setup::new(game, players) };
    for name in modules {
        if name == "all" {
            let fitting = Module::ALL.into_iter().filter(|module| module.goes_with(game));
            setup = fitting.fold(setup, Setup::with);
        } else {
            setup = setup.with(name.parse::<Module>().map_err(|e| wrong(format!("modules: `{name}` is {e}")))?);
        }
    }
    setup.check().map_err(wrong)?;
    Ok(setup)
}

/// An action as given by Python: its id in the current position, or notation.
#[derive(FromPyObject)]
enum ActionArg {
    Id(u32),
    Text(String),
}

impl ActionArg {
    /// The action, among those that have an id now.
    fn read(self, ids: impl FnOnce() -> ids::Listed) -> PyResult<Action> {
        match self {
            ActionArg::Id(id) => ids().find(id).ok_or_else(|| wrong(format!("id {id} is not legal now"))),
            ActionArg::Text(text) => text.parse().map_err(wrong),
        }
    }
}
