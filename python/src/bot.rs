//! Our own bots, as opponents.

use std::sync::Mutex;

use pyo3::prelude::*;
use sabika_bots::arena::{Description, parse_budget};

use crate::view::View;
use crate::wrong;

/// One of our bots: random, novice, apprentice, builder, architect, grandmaster, with settings as in `sabika arena`.
#[pyclass(module = "sabika")]
pub struct Bot {
    /// Only to share it between threads, one at a time.
    bot: Mutex<Box<dyn sabika_bots::Bot>>,
    #[pyo3(get)]
    name: String,
    #[pyo3(get)]
    counts_cards: bool,
}

/// A parsed description of a bot.
pub fn describe(name: &str) -> PyResult<Description> {
    name.parse().map_err(|e: String| wrong(e))
}

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(signature = (name, seed=0))]
    fn new(name: &str, seed: u64) -> PyResult<Bot> {
        let described = describe(name)?;
        let bot = Mutex::new(described.entrant().bot(seed));
        Ok(Bot { bot, name: name.into(), counts_cards: described.level.counts_cards() })
    }

    /// The action it would choose, in notation.
    #[pyo3(signature = (view, budget="100"))]
    fn choose(&mut self, py: Python<'_>, view: &View, budget: &str) -> PyResult<String> {
        let budget = parse_budget(budget).map_err(wrong)?;
        let bot = self.bot.get_mut().map_err(wrong)?;
        let view = &view.view;
        let action = py.detach(|| bot.choose(view, budget));
        action.map(|action| action.to_string()).ok_or_else(|| wrong("this viewer is not to act"))
    }
}
