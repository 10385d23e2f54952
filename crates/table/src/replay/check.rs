//! Replays a record step by step, and compares everything it shows with what the engine finds.

use sabika_rules::record::{Deal, FORMAT, Record, RecordResult, RecordStep, Show, shows};
use sabika_rules::{Action, Event, Game, History, RecordError, Replay, Seat, Seed, Setup, Step};
use serde::Serialize;
use serde_json::Value;

use super::{difference, fairness};

/// An error at a place in the record.
pub(super) fn at(place: impl Into<String>, problem: impl Into<String>) -> RecordError {
    RecordError { place: place.into(), problem: problem.into() }
}

/// An error in this step, counted from 1.
fn in_step(error: RecordError, number: usize, step: &RecordStep) -> RecordError {
    at(format!("step {number} (seat {}, `{}`), {}", step.seat, quoted(&step.action), error.place), error.problem)
}

/// A quote from a record, short enough for an error message.
fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut short: String = text.chars().take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}

/// The result of checking a valid record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// The number of steps.
    pub steps: usize,
    /// Whether everything it shows matches its seed; otherwise it has none.
    pub seeded: bool,
    /// The seats to whom the deal is provably fair: those that contributed a nonce. `None` if there is nothing to prove.
    pub fair: Option<Vec<u8>>,
    /// Whether the game is over.
    pub finished: bool,
}

/// A moment in the replay of a record.
pub enum Moment<'a> {
    /// Before the first step.
    Dealt(&'a Game),
    /// After a step.
    Played {
        /// Its number, counted from 1.
        number: usize,
        /// The step.
        step: Step,
        /// What it revealed.
        events: &'a [Event],
        /// The same as written in the record.
        shows: &'a [Show],
        /// The game after it.
        game: &'a Game,
    },
}

impl Moment<'_> {
    /// The game at this moment.
    pub fn game(&self) -> &Game {
        match self {
            Moment::Dealt(game) | Moment::Played { game, .. } => game,
        }
    }
}

/// Replays a record and passes each moment to `each` once it is checked. The outer error is that of `each`.
pub fn check<E>(
    record: &Record,
    mut each: impl FnMut(Moment) -> Result<(), E>,
) -> Result<Result<Verdict, RecordError>, E> {
    let (mut source, fair) = match begin(record) {
        Ok(begun) => begun,
        Err(error) => return Ok(Err(error)),
    };
    each(Moment::Dealt(source.game()))?;
    for (number, told) in (1..).zip(&record.steps) {
        match source.play(told).map_err(|error| in_step(error, number, told)) {
            Ok((step, events)) => {
                each(Moment::Played { number, step, events: &events, shows: &told.shows, game: source.game() })?;
            }
            Err(error) => return Ok(Err(error)),
        }
    }
    let finished = source.game().to_act().is_none();
    let verdict = Verdict { steps: record.steps.len(), seeded: record.seed.is_some(), fair, finished };
    Ok(source.check_end(record).map(|()| verdict))
}

/// Checks everything that precedes the steps.
fn begin(record: &Record) -> Result<(Source<'_>, Option<Vec<u8>>), RecordError> {
    if record.format != FORMAT {
        return Err(at("format", format!("`{}` is not {FORMAT}", quoted(&record.format))));
    }
    let setup = record.setup.read().map_err(|e| {
        let text = e.to_string();
        let (place, problem) = text.split_once(": ").unwrap_or(("setup", &text));
        at(place, problem)
    })?;
    let setup = setup.under(record.rules);
    setup.check().map_err(|error| at("rules", error.to_string()))?;
    if record.seats.len() != setup.players as usize {
        return Err(at("seats", format!("{} names for {} players", record.seats.len(), setup.players)));
    }
    let seed = record.seed.as_deref().map(|text| text.parse::<Seed>());
    let seed = seed.transpose().map_err(|_| at("seed", "not 32 bytes in hex"))?;
    let fair = fairness::check(record, seed)?;
    Ok((Source::new(record, setup, seed)?, fair))
}

/// Where hidden cards and tiles come from.
enum Source<'r> {
    /// From the seed.
    Seed(History),
    /// Only what the record shows is known.
    Shown(Box<Replay<'r>>),
}

impl<'r> Source<'r> {
    fn new(record: &'r Record, setup: Setup, seed: Option<Seed>) -> Result<Source<'r>, RecordError> {
        let Some(seed) = seed else {
            let shown = Replay::new(setup, &record.deal, &record.steps)?;
            return Ok(Source::Shown(Box::new(shown)));
        };
        let history = History::new(setup, seed).map_err(|e| at("setup", e.to_string()))?;
        // What stays hidden while a game is running is compared at its end.
        let dealt = Record::of(&history, &record.seats).deal;
        let told = Deal { modules: record.deal.modules.open(), ..record.deal.clone() };
        compare("deal", &told, &dealt)?;
        Ok(Source::Seed(history))
    }

    fn game(&self) -> &Game {
        match self {
            Source::Seed(history) => history.game(),
            Source::Shown(shown) => shown.game(),
        }
    }

    /// Plays a step, and compares what it reveals with what the record shows.
    fn play(&mut self, told: &RecordStep) -> Result<(Step, Vec<Event>), RecordError> {
        match self {
            Source::Seed(history) => {
                let action: Action = told.action.parse().map_err(|e| at("do", format!("{e}")))?;
                let step = Step { seat: Seat(told.seat), action };
                let mut events = Vec::new();
                let applied = history.apply(step.seat, step.action, &mut events);
                applied.map_err(|refusal| at("do", refusal.to_string()))?;
                compare("shows", &told.shows, &shows(&events))?;
                Ok((step, events))
            }
            Source::Shown(shown) => match shown.step() {
                Some(played) => {
                    let (step, events) = played?;
                    compare_shown(&told.shows, &events)?;
                    Ok((step, events))
                }
                None => Err(at("do", "no such step")),
            },
        }
    }

    fn check_end(&self, record: &Record) -> Result<(), RecordError> {
        let Some(outcome) = self.game().result() else {
            return match (&record.result, &record.seed) {
                (Some(_), _) => Err(at("result", "present, but the game is not over after the last step")),
                (None, Some(_)) => Err(at("steps", "the seed is given, but the game is not over after the last step")),
                (None, None) => Ok(()),
            };
        };
        if let Source::Seed(history) = self {
            let dealt = Record::of(history, &record.seats).deal;
            compare("deal", &record.deal, &dealt)?;
        }
        let expected = RecordResult {
            scores: outcome.scores.iter().copied().collect(),
            dirk: outcome.dirk,
            winners: outcome.winners.iter().map(|seat| seat.0).collect(),
        };
        compare("result", &record.result, &Some(expected))
    }
}

fn value(of: &impl Serialize) -> Value {
    // Records contain nothing that JSON cannot express.
    serde_json::to_value(of).unwrap_or_default()
}

fn compare<T: Serialize>(path: &str, found: &T, expected: &T) -> Result<(), RecordError> {
    match difference::first(path, &value(found), &value(expected)) {
        Some(difference) => Err(at(difference.path.clone(), difference.to_string())),
        None => Ok(()),
    }
}

/// Without a seed, a card that the record does not show cannot be named, only its type.
fn compare_shown(found: &[Show], events: &[Event]) -> Result<(), RecordError> {
    let expected = shows(events);
    let Some(difference) = difference::first("shows", &value(&found), &value(&expected)) else { return Ok(()) };
    let verb = |value: &Option<Value>| value.as_ref()?.as_str()?.split(' ').next().map(str::to_owned);
    let problem = match verb(&difference.expected) {
        Some(word) if verb(&difference.found).as_ref() != Some(&word) => {
            let found = difference.found.as_ref().map_or("nothing".into(), Value::to_string);
            format!("found {found}, expected `{word} …`")
        }
        _ => difference.to_string(),
    };
    Err(at(difference.path, problem))
}
