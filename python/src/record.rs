//! The Python class `Record`.

use pyo3::prelude::*;
use sabika_rules::Replay;

use crate::game::Game;
use crate::wrong;

/// The record of a game: docs/record.md.
#[pyclass(module = "sabika", frozen, eq)]
#[derive(Clone, PartialEq)]
pub struct Record {
    pub record: sabika_rules::record::Record,
}

#[pymethods]
impl Record {
    #[new]
    fn new(json: &str) -> PyResult<Record> {
        serde_json::from_str(json).map(|record| Record { record }).map_err(wrong)
    }

    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&self.record).map_err(wrong)
    }

    #[getter]
    fn steps(&self) -> Vec<(u8, String)> {
        self.record.steps.iter().map(|step| (step.seat, step.action.clone())).collect()
    }

    #[getter]
    fn scores(&self) -> Option<Vec<u16>> {
        self.record.result.as_ref().map(|result| result.scores.clone())
    }

    /// The game after this many steps; after all of them by default. What was never revealed is one of the possibilities.
    #[pyo3(signature = (steps=None))]
    fn game(&self, steps: Option<usize>) -> PyResult<Game> {
        let setup = self.record.setup.read().map_err(wrong)?;
        let mut replay = Replay::new(setup, &self.record.deal, &self.record.steps).map_err(wrong)?;
        for at in 0..steps.unwrap_or(self.record.steps.len()) {
            let step = replay.step().ok_or_else(|| wrong(format!("the record has only {at} steps")))?;
            step.map_err(|e| wrong(format!("step {at}: {e}")))?;
        }
        Ok(Game::from(replay.game().clone()))
    }
}
