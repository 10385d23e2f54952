//! Many games at once, on several cores, without Python's global lock.

mod lane;

use std::sync::Mutex;

use numpy::{PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray1};
use pyo3::prelude::*;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use sabika_bots::Budget;
use sabika_bots::arena::{Description, parse_budget};
use sabika_rules::MAX_PLAYERS;

use crate::bot::describe;
use crate::game::breadth_of;
use crate::{ids, observe, setup, wrong};
use lane::{Lane, Plan};

/// Many games at once, on several cores, without Python's global lock. When a game ends, the next one starts.
///
/// Every step overwrites the same arrays: copy what you keep.
#[pyclass(module = "sabika")]
pub struct VecEnv {
    /// Only to share it between threads, one at a time.
    lanes: Mutex<Vec<Lane>>,
    pool: ThreadPool,
    #[pyo3(get)]
    observations: Option<Py<PyArray2<i8>>>,
    #[pyo3(get)]
    masks: Option<Py<PyArray2<i8>>>,
    /// The seat to act in each game.
    #[pyo3(get)]
    seats: Py<PyArray1<i8>>,
    /// For games that ended with the last step, by seat; six columns.
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    /// Points by seat: the final ones where a game has just ended.
    #[pyo3(get)]
    scores: Py<PyArray2<i32>>,
    #[pyo3(get)]
    dones: Py<PyArray1<bool>>,
}

/// The start of each game's part of an array, and the end of the last one.
type Starts<'py> = Bound<'py, PyArray1<i64>>;

#[pymethods]
impl VecEnv {
    #[new]
    #[pyo3(signature = (count, players=4, game="alhambra", modules=Vec::new(), seed=0, *, simplified=false, english_end=false,
        bots=Vec::new(), budget="20", observe=true, masks=true, threads=0))]
    #[allow(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        py: Python<'_>,
        count: usize,
        players: u8,
        game: &str,
        modules: Vec<String>,
        seed: u64,
        simplified: bool,
        english_end: bool,
        bots: Vec<Option<String>>,
        budget: &str,
        observe: bool,
        masks: bool,
        threads: usize,
    ) -> PyResult<VecEnv> {
        let setup = setup(game, players, &modules, simplified, english_end)?;
        let budget: Budget = parse_budget(budget).map_err(wrong)?;
        let bots: Vec<Option<Description>> =
            bots.iter().map(|name| name.as_deref().map(describe).transpose()).collect::<PyResult<_>>()?;
        if bots.len() == players as usize && bots.iter().all(Option::is_some) {
            return Err(wrong("bots: at least one seat must be played from Python"));
        }
        let lane = |at| Lane::new(setup, seed, at as u64, &bots, budget).map_err(wrong);
        let lanes = (0..count).map(lane).collect::<PyResult<Vec<_>>>()?;
        let env = VecEnv {
            lanes: Mutex::new(lanes),
            pool: ThreadPoolBuilder::new().num_threads(threads).build().map_err(wrong)?,
            observations: observe.then(|| PyArray2::zeros(py, [count, observe::WIDTH], false).unbind()),
            masks: masks.then(|| PyArray2::zeros(py, [count, ids::COUNT], false).unbind()),
            seats: PyArray1::zeros(py, [count], false).unbind(),
            rewards: PyArray2::zeros(py, [count, MAX_PLAYERS], false).unbind(),
            scores: PyArray2::zeros(py, [count, MAX_PLAYERS], false).unbind(),
            dones: PyArray1::zeros(py, [count], false).unbind(),
        };
        env.each(py, &|_, lane| lane.settle())?;
        Ok(env)
    }

    #[getter]
    fn count(&self) -> PyResult<usize> {
        Ok(self.lanes.lock().map_err(wrong)?.len())
    }

    /// Takes one action in each game, by its id.
    fn step(&self, py: Python<'_>, actions: PyReadonlyArray1<'_, i32>) -> PyResult<()> {
        let actions = actions.as_slice()?;
        self.expect(actions.len(), "actions")?;
        self.each(py, &|at, lane| lane.act(actions[at]))
    }

    /// A random action for each game, among those with an id.
    fn random_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let mut lanes = self.lanes.lock().map_err(wrong)?;
        Ok(PyArray1::from_iter(py, lanes.iter_mut().map(|lane| lane.random().map_or(-1, |id| id as i32))))
    }

    /// All legal ids, game by game, and where each game's part starts.
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyArray1<i32>>, Starts<'py>)> {
        let lanes = self.lanes.lock().map_err(wrong)?;
        let ids: Vec<i32> = lanes.iter().flat_map(|lane| lane.listed.all().iter().map(|(id, _)| *id as i32)).collect();
        let starts = starts(lanes.iter().map(|lane| lane.listed.all().len()));
        Ok((PyArray1::from_vec(py, ids), PyArray1::from_vec(py, starts)))
    }

    /// What the seats to act would observe after each of their whole turns, and where each game's part starts.
    #[pyo3(signature = (breadth="full"))]
    fn turns<'py>(&self, py: Python<'py>, breadth: &str) -> PyResult<(Bound<'py, PyArray2<i8>>, Starts<'py>)> {
        let breadth = breadth_of(breadth)?;
        let mut lanes = self.lanes.lock().map_err(wrong)?;
        let (pool, lanes) = (&self.pool, &mut *lanes);
        let plan = |lane: &mut Lane| lane.plan(breadth);
        let plans: Vec<Option<Plan>> = py.detach(|| pool.install(|| lanes.par_iter_mut().map(plan).collect()));
        let starts = starts(lanes.iter().map(Lane::turns));
        let total = starts.last().copied().unwrap_or(0) as usize;
        let array = PyArray2::<i8>::zeros(py, [total, observe::WIDTH], false);
        let mut rows = array.readwrite();
        let mut left = rows.as_slice_mut()?;
        let mut tasks = Vec::with_capacity(lanes.len());
        for (lane, plan) in lanes.iter().zip(plans) {
            let (own, rest) = left.split_at_mut(lane.turns() * observe::WIDTH);
            left = rest;
            tasks.push((plan, own));
        }
        let lanes = &mut *lanes;
        py.detach(|| {
            pool.install(|| {
                let work = lanes.par_iter_mut().zip(tasks);
                work.for_each(|(lane, (plan, rows))| lane.write_turns(plan, rows));
            });
        });
        drop(rows);
        Ok((array, PyArray1::from_vec(py, starts)))
    }

    /// Plays one of the turns that `turns` listed in each game, by its index.
    fn step_turns(&self, py: Python<'_>, chosen: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let chosen = chosen.as_slice()?;
        self.expect(chosen.len(), "turns")?;
        self.each(py, &|at, lane| lane.play_turn(chosen[at]))
    }

    /// The position of one game, including everything hidden.
    fn position(&self, at: usize) -> PyResult<String> {
        let lanes = self.lanes.lock().map_err(wrong)?;
        lanes.get(at).map(|lane| lane.game.position()).ok_or_else(|| wrong(format!("no game {at}")))
    }
}

/// The start of each piece, and the end of the last one.
fn starts(lengths: impl Iterator<Item = usize>) -> Vec<i64> {
    let mut at = 0;
    let ends = lengths.map(|length| {
        at += length as i64;
        at
    });
    std::iter::once(0).chain(ends).collect()
}

impl VecEnv {
    fn expect(&self, given: usize, what: &str) -> PyResult<()> {
        let count = self.count()?;
        if given == count { Ok(()) } else { Err(wrong(format!("{given} {what} for {count} games"))) }
    }

    /// Does something in every game in parallel, then writes the results. The first error is reported; games without one have advanced.
    fn each(&self, py: Python<'_>, act: &(dyn Fn(usize, &mut Lane) -> Result<(), String> + Sync)) -> PyResult<()> {
        let mut lanes = self.lanes.lock().map_err(wrong)?;
        let (pool, lanes) = (&self.pool, &mut *lanes);
        let mut observations = self.observations.as_ref().map(|array| array.bind(py).readwrite());
        let mut masks = self.masks.as_ref().map(|array| array.bind(py).readwrite());
        let (mut seats, mut rewards) = (self.seats.bind(py).readwrite(), self.rewards.bind(py).readwrite());
        let (mut scores, mut dones) = (self.scores.bind(py).readwrite(), self.dones.bind(py).readwrite());
        let observations = observations.as_mut().map(|array| array.as_slice_mut()).transpose()?;
        let masks = masks.as_mut().map(|array| array.as_slice_mut()).transpose()?;
        let (seats, rewards) = (seats.as_slice_mut()?, rewards.as_slice_mut()?);
        let (scores, dones) = (scores.as_slice_mut()?, dones.as_slice_mut()?);
        let rows = rows(observations, observe::WIDTH, lanes.len());
        let masks = self::rows(masks, ids::COUNT, lanes.len());
        let results = rewards.par_chunks_mut(MAX_PLAYERS).zip(scores.par_chunks_mut(MAX_PLAYERS));
        let done: Result<(), String> = py.detach(|| {
            pool.install(|| {
                let work = lanes.par_iter_mut().zip(rows).zip(masks).zip(results).zip(seats).zip(dones).enumerate();
                work.map(|(at, (((((lane, row), mask), (rewards, scores)), seat), done))| {
                    let did = act(at, lane);
                    lane.write(row, mask, rewards, scores, seat, done);
                    did.map_err(|e| format!("game {at}: {e}"))
                })
                .reduce(|| Ok(()), Result::and)
            })
        });
        done.map_err(wrong)
    }
}

/// The rows of an array that may be absent.
fn rows(array: Option<&mut [i8]>, width: usize, count: usize) -> Vec<Option<&mut [i8]>> {
    match array {
        Some(array) => array.chunks_exact_mut(width).map(Some).collect(),
        None => (0..count).map(|_| None).collect(),
    }
}
