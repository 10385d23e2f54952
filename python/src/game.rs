//! The Python class `Game`.

use numpy::{PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::prelude::*;
use sabika_bots::features::Observer;
use sabika_bots::turn::turns;
use sabika_bots::{Breadth, Root, Turn, Weights};
use sabika_rules::{Action, BySeat, Event, History, Seat, Seed, Setup, Step, Viewer};

use crate::ids::Listed;
use crate::observe::{self, observe};
use crate::record::Record;
use crate::view::View;
use crate::{ActionArg, scores, setup, wrong};

/// A game in progress or finished, including everything hidden.
#[pyclass(module = "sabika", eq)]
#[derive(Clone)]
pub struct Game {
    pub game: sabika_rules::Game,
    /// Its history, if it was played here from its deal.
    origin: Option<(Setup, Seed, Vec<Step>)>,
}

/// Whole turns in notation, and the observation after each.
type Turns<'py> = (Vec<Vec<String>>, Bound<'py, PyArray2<i8>>);

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.game == other.game
    }
}

/// A game that did not start from its deal.
impl From<sabika_rules::Game> for Game {
    fn from(game: sabika_rules::Game) -> Game {
        Game { game, origin: None }
    }
}

/// The actions of the seat to act, including those possible at any time.
pub fn list(game: &sabika_rules::Game, seat: Seat, actions: &mut Vec<Action>) {
    game.legal_actions(seat, actions);
    if !game.table().setup.modules.is_empty() {
        let free = game.free_actions(seat);
        actions.extend(free.into_iter().filter(|action| !actions.contains(action)).collect::<Vec<_>>());
    }
}

/// The same with their ids.
pub fn number(game: &sabika_rules::Game, seat: Seat, actions: &mut Vec<Action>, listed: &mut Listed) {
    list(game, seat, actions);
    listed.fill(game.table(), seat, game.own(seat).bonus, actions);
}

/// The breadth with this name.
pub fn breadth_of(name: &str) -> PyResult<Breadth> {
    match name {
        "quick" => Ok(Breadth::PLAYOUT),
        "full" => Ok(Breadth::FULL),
        "wide" => Ok(Breadth::WIDE),
        _ => Err(wrong(format!("breadth: `{name}` is not quick, full or wide"))),
    }
}

/// Whole turns of the seat to act, and what it would observe after each.
pub fn plan(game: &sabika_rules::Game, seat: Seat, breadth: Breadth) -> Option<(Observer, Vec<Turn>)> {
    let view = game.view(Viewer::Counting(seat));
    let root = Root::with_game(&view, game)?;
    let turns = turns(&root, Weights::of(game.table().setup.game), breadth);
    Some((Observer::new(&view)?, turns))
}

/// Writes what a seat would observe just before the last action of each turn. `out` has one row per turn.
pub fn write_after(game: &sabika_rules::Game, seat: Seat, observer: &Observer, turns: &[Turn], out: &mut [i8]) {
    let mut after = game.clone();
    for (turn, row) in turns.iter().zip(out.chunks_exact_mut(observe::WIDTH)) {
        after.clone_from(game);
        let before_last = turn.actions.split_last().map_or(&[][..], |(_, before)| before);
        before_last.iter().for_each(|action| after.apply_unchecked(seat, *action));
        observe::write(observer, &after, row);
    }
}

/// Each seat's reward at the end: 1 for a sole winner; the rewards sum to zero.
pub fn rewards(outcome: &sabika_rules::Outcome) -> BySeat<f32> {
    let players = outcome.scores.len() as f32;
    let share = 1.0 / outcome.winners.len() as f32;
    outcome.scores.map(|seat, _| {
        let won = if outcome.winners.contains(&seat) { share } else { 0.0 };
        (players * won - 1.0) / (players - 1.0)
    })
}

impl Game {
    fn listed(&self) -> Listed {
        let mut listed = Listed::default();
        if let Some(seat) = self.game.to_act() {
            number(&self.game, seat, &mut Vec::new(), &mut listed);
        }
        listed
    }

    fn seat(&self, seat: Option<u8>) -> PyResult<Seat> {
        let seat = seat.map(Seat).or(self.game.to_act()).ok_or_else(|| wrong("the game is over: name a seat"))?;
        match self.game.table().players.get(seat) {
            Some(_) => Ok(seat),
            None => Err(wrong(format!("unknown seat {seat}"))),
        }
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (players=4, game="alhambra", modules=Vec::new(), seed=0, *, simplified=false, english_end=false))]
    fn new(
        players: u8,
        game: &str,
        modules: Vec<String>,
        seed: u64,
        simplified: bool,
        english_end: bool,
    ) -> PyResult<Game> {
        let setup = setup(game, players, &modules, simplified, english_end)?;
        let seed = Seed::from(seed);
        let game = sabika_rules::Game::new(setup, seed).map_err(wrong)?;
        Ok(Game { game, origin: Some((setup, seed, Vec::new())) })
    }

    #[staticmethod]
    fn from_position(position: &str) -> PyResult<Game> {
        position.parse::<sabika_rules::Game>().map(Game::from).map_err(wrong)
    }

    /// The whole game as one line of text, which `from_position` reads.
    fn position(&self) -> String {
        self.game.position()
    }

    #[getter]
    fn players(&self) -> usize {
        self.game.table().player_count()
    }

    #[getter]
    fn to_act(&self) -> Option<u8> {
        self.game.to_act().map(|seat| seat.0)
    }

    #[getter]
    fn over(&self) -> bool {
        self.game.to_act().is_none()
    }

    #[getter]
    fn scores(&self) -> Vec<u16> {
        scores(self.game.table())
    }

    #[getter]
    fn winners(&self) -> Vec<usize> {
        self.game.result().map_or_else(Vec::new, |outcome| outcome.winners.iter().map(|seat| seat.index()).collect())
    }

    /// 1 for a sole winner; the rewards sum to zero. All zero before the end.
    fn rewards(&self) -> Vec<f32> {
        match self.game.result() {
            Some(outcome) => rewards(&outcome).iter().copied().collect(),
            None => vec![0.0; self.players()],
        }
    }

    fn hand(&self, seat: u8) -> PyResult<Vec<String>> {
        let seat = self.seat(Some(seat))?;
        Ok(self.game.hand(seat).cards().map(|card| card.to_string()).collect())
    }

    /// What the seat to act may do, in notation.
    fn legal_actions(&self) -> Vec<String> {
        let mut actions = Vec::new();
        if let Some(seat) = self.game.to_act() {
            list(&self.game, seat, &mut actions);
        }
        actions.iter().map(ToString::to_string).collect()
    }

    fn legal_ids<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        self.listed().ids(py)
    }

    /// 1 for each legal id, 0 for the others: `ACTIONS` numbers.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        self.listed().mask(py)
    }

    fn action(&self, id: u32) -> PyResult<String> {
        ActionArg::Id(id).read(|| self.listed()).map(|action| action.to_string())
    }

    fn id(&self, action: &str) -> PyResult<Option<u32>> {
        Ok(self.listed().id(action.parse().map_err(wrong)?))
    }

    /// Applies an action, by notation or id, and returns what it revealed. Raises ValueError with the rule if it is illegal.
    #[pyo3(signature = (action, seat=None))]
    fn apply(&mut self, action: ActionArg, seat: Option<u8>) -> PyResult<Vec<String>> {
        let seat = self.seat(seat)?;
        let action = action.read(|| self.listed())?;
        let mut events: Vec<Event> = Vec::new();
        self.game.apply(seat, action, &mut events).map_err(wrong)?;
        if let Some((_, _, steps)) = &mut self.origin {
            steps.push(Step { seat, action });
        }
        Ok(events.iter().map(ToString::to_string).collect())
    }

    /// What a seat that counts cards observes: `OBSERVATION` numbers. Defaults to the seat to act.
    #[pyo3(signature = (seat=None))]
    fn observation<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mut numbers = vec![0; observe::WIDTH];
        observe(&self.game, self.seat(seat.or(Some(self.game.table().turn.actor.0)))?, &mut numbers);
        Ok(PyArray1::from_vec(py, numbers))
    }

    /// Whole turns of the seat to act, and what it would observe just before the last action of each. Breadth: quick, full or wide.
    #[pyo3(signature = (breadth="full"))]
    fn turns<'py>(&self, py: Python<'py>, breadth: &str) -> PyResult<Turns<'py>> {
        let seat = self.game.to_act().ok_or_else(|| wrong("the game is over"))?;
        let (observer, turns) = plan(&self.game, seat, breadth_of(breadth)?).ok_or_else(|| wrong("no turn to plan"))?;
        let mut rows = vec![0; turns.len() * observe::WIDTH];
        write_after(&self.game, seat, &observer, &turns, &mut rows);
        let array = PyArray1::from_vec(py, rows).reshape([turns.len(), observe::WIDTH])?;
        let texts = turns.iter().map(|turn| turn.actions.iter().map(ToString::to_string).collect()).collect();
        Ok((texts, array))
    }

    #[pyo3(signature = (seat=None, counting=false))]
    fn view(&self, seat: Option<u8>, counting: bool) -> View {
        let viewer = match (seat, counting) {
            (None, _) => Viewer::Watcher,
            (Some(seat), false) => Viewer::Seat(Seat(seat)),
            (Some(seat), true) => Viewer::Counting(Seat(seat)),
        };
        View { view: self.game.view(viewer) }
    }

    /// Sets what is drawn next, if it can come next.
    #[pyo3(signature = (cards=Vec::new(), tiles=Vec::new()))]
    fn force(&mut self, cards: Vec<String>, tiles: Vec<String>) -> PyResult<()> {
        let cards = cards.iter().map(|code| code.parse().map_err(|e| wrong(format!("cards: `{code}` is {e}"))));
        let tiles = tiles.iter().map(|code| code.parse().map_err(|e| wrong(format!("tiles: `{code}` is {e}"))));
        let (cards, tiles) = (cards.collect::<PyResult<Vec<_>>>()?, tiles.collect::<PyResult<Vec<_>>>()?);
        self.game.force(&cards, &tiles).map_err(wrong)?;
        // What comes now no longer follows from the seed.
        self.origin = None;
        Ok(())
    }

    #[pyo3(signature = (names=None))]
    fn record(&self, names: Option<Vec<String>>) -> PyResult<Record> {
        let (setup, seed, steps) =
            self.origin.as_ref().ok_or_else(|| wrong("only a game played from its deal has a record"))?;
        let mut history = History::new(*setup, *seed).map_err(wrong)?;
        for step in steps {
            history.apply(step.seat, step.action, &mut sabika_rules::Silent).map_err(wrong)?;
        }
        let names = names.unwrap_or_else(|| (0..setup.players).map(|seat| format!("seat {seat}")).collect());
        if names.len() != setup.players as usize {
            return Err(wrong(format!("{} names for {} seats", names.len(), setup.players)));
        }
        Ok(Record { record: sabika_rules::record::Record::of(&history, &names) })
    }

    fn clone(&self) -> Game {
        Clone::clone(self)
    }

    fn __copy__(&self) -> Game {
        Clone::clone(self)
    }

    fn __deepcopy__(&self, _memo: Bound<'_, PyAny>) -> Game {
        Clone::clone(self)
    }

    fn state_hash(&self) -> u64 {
        self.game.state_hash()
    }

    fn __repr__(&self) -> String {
        let setup = self.game.table().setup;
        format!("Game({} for {}, to act: {:?}, scores: {:?})", setup.game, setup.players, self.to_act(), self.scores())
    }
}
