//! The Python class `View`.

use numpy::PyArray1;
use pyo3::prelude::*;
use sabika_bots::features::Observer;
use sabika_rules::{Dice, Round};

use crate::game::Game;
use crate::ids::Listed;
use crate::{ActionArg, observe, scores, wrong};

/// What a viewer may know about a game.
#[pyclass(module = "sabika", frozen, eq)]
#[derive(Clone, PartialEq)]
pub struct View {
    pub view: sabika_rules::View,
}

impl View {
    fn actions(&self) -> Vec<sabika_rules::Action> {
        let mut actions = Vec::new();
        self.view.legal_actions(&mut actions);
        if self.view.to_act().is_some() && self.view.to_act() == self.view.seat() {
            let free = self.view.free_actions();
            actions.extend(free.into_iter().filter(|action| !actions.contains(action)).collect::<Vec<_>>());
        }
        actions
    }

    fn listed(&self) -> Listed {
        let mut listed = Listed::default();
        if let (Some(seat), Some(own)) = (self.view.seat(), self.view.own()) {
            listed.fill(self.view.table(), seat, own.bonus, &self.actions());
        }
        listed
    }
}

#[pymethods]
impl View {
    #[new]
    fn new(position: &str) -> PyResult<View> {
        position.parse().map(|view| View { view }).map_err(wrong)
    }

    fn position(&self) -> String {
        self.view.position()
    }

    #[getter]
    fn players(&self) -> usize {
        self.view.table().player_count()
    }

    #[getter]
    fn seat(&self) -> Option<u8> {
        self.view.seat().map(|seat| seat.0)
    }

    #[getter]
    fn to_act(&self) -> Option<u8> {
        self.view.to_act().map(|seat| seat.0)
    }

    #[getter]
    fn scores(&self) -> Vec<u16> {
        scores(self.view.table())
    }

    fn legal_actions(&self) -> Vec<String> {
        self.actions().iter().map(ToString::to_string).collect()
    }

    fn legal_ids<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        self.listed().ids(py)
    }

    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        self.listed().mask(py)
    }

    fn action(&self, id: u32) -> PyResult<String> {
        ActionArg::Id(id).read(|| self.listed()).map(|action| action.to_string())
    }

    /// The rule and the reason why an action is illegal; None if it is legal.
    fn refusal(&self, action: &str) -> PyResult<Option<String>> {
        Ok(self.view.check(action.parse().map_err(wrong)?).err().map(|refusal| refusal.to_string()))
    }

    /// What every seat would score if this round, 1 to 3, were held now.
    fn score_now(&self, round: u8) -> PyResult<Vec<u16>> {
        let round = Round::from_number(round).ok_or_else(|| wrong(format!("unknown round {round}")))?;
        Ok(self.view.score_now(round).sheet.seats.iter().map(|score| score.total()).collect())
    }

    /// Only for a view that counts cards.
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let observer = Observer::new(&self.view).ok_or_else(|| wrong("observations need a view that counts cards"))?;
        let mut numbers = vec![0; observe::WIDTH];
        // Nothing that the viewer does not know is written, so any sample will do.
        observe::write(&observer, &self.view.sample(&mut Dice::from_seed(0)), &mut numbers);
        Ok(PyArray1::from_vec(py, numbers))
    }

    /// A game that the viewer cannot tell from the real one.
    #[pyo3(signature = (seed=0))]
    fn sample(&self, seed: u64) -> Game {
        Game::from(self.view.sample(&mut Dice::from_seed(seed)))
    }

    fn __repr__(&self) -> String {
        format!("View({})", self.view.position())
    }
}
