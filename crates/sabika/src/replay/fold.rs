//! Folding a record step by step, and comparing all that it shows with what the engine finds.

use std::fmt;
use std::io;

use sabika_rules::record::{Deal, FORMAT, Record, RecordResult, RecordStep, Show, shows};
use sabika_rules::{Action, Event, Game, History, Misfit, RULES_VERSION, Reenactment, Seat, Seed, Setup, Step};
use serde::Serialize;
use serde_json::Value;

use super::{difference, fairness};
use crate::plain::shortened;

/// Where a record is wrong, and how.
pub struct Fault {
    place: String,
    problem: String,
}

impl Fault {
    pub fn new(place: impl Into<String>, problem: impl Into<String>) -> Fault {
        Fault { place: place.into(), problem: problem.into() }
    }

    /// The file is no record at all.
    pub fn json(error: &serde_json::Error) -> Fault {
        let text = error.to_string();
        let problem = text.rsplit_once(" at line ").map_or(text.as_str(), |(problem, _)| problem);
        Fault::new(format!("line {}, column {}", error.line(), error.column()), problem)
    }

    /// The fault is in this step, counted from 1.
    fn in_step(self, number: usize, step: &RecordStep) -> Fault {
        let place = format!("step {number} (seat {}, `{}`), {}", step.seat, shortened(&step.action, 60), self.place);
        Fault { place, ..self }
    }
}

impl From<Misfit> for Fault {
    fn from(misfit: Misfit) -> Fault {
        Fault { place: misfit.place, problem: misfit.problem }
    }
}

impl fmt::Display for Fault {
    /// Faults quote the record, which may hold anything: what reaches a terminal is plain and short.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shortened(&format!("{}: {}", self.place, self.problem), 600))
    }
}

/// What was found about a sound record.
pub struct Verdict {
    steps: usize,
    seeded: bool,
    /// To whom the seed is proved to be fair, by name.
    fair: Option<Vec<String>>,
    finished: bool,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sound: {} steps, {}", self.steps, if self.finished { "finished" } else { "still running" })?;
        f.write_str(if self.seeded {
            "; all that it shows follows from its seed"
        } else {
            "; no seed to compare with"
        })?;
        match &self.fair {
            None => Ok(()),
            Some(names) if names.is_empty() => f.write_str("; the seed is the server's alone: nobody gave a nonce"),
            Some(names) => write!(f, "; the seed is proved fair to {}, who gave nonces", names.join(", ")),
        }
    }
}

/// What is told while a record is folded.
pub enum Moment<'a> {
    Dealt(&'a Game),
    Played { number: usize, step: Step, shows: &'a [Show], game: &'a Game },
}

impl Moment<'_> {
    pub fn game(&self) -> &Game {
        match self {
            Moment::Dealt(game) | Moment::Played { game, .. } => game,
        }
    }
}

/// Folds a record and hands each moment to `each` once it is checked. The outer error is that of `each`.
pub fn fold(record: &Record, mut each: impl FnMut(Moment) -> io::Result<()>) -> io::Result<Result<Verdict, Fault>> {
    let (mut source, fair) = match begin(record) {
        Ok(begun) => begun,
        Err(fault) => return Ok(Err(fault)),
    };
    each(Moment::Dealt(source.game()))?;
    for (number, told) in (1..).zip(&record.steps) {
        match source.play(told).map_err(|fault| fault.in_step(number, told)) {
            Ok(step) => each(Moment::Played { number, step, shows: &told.shows, game: source.game() })?,
            Err(fault) => return Ok(Err(fault)),
        }
    }
    let finished = source.game().to_act().is_none();
    let verdict = Verdict { steps: record.steps.len(), seeded: record.seed.is_some(), fair, finished };
    Ok(source.check_end(record).map(|()| verdict))
}

/// Checks all that stands before the steps.
fn begin(record: &Record) -> Result<(Source<'_>, Option<Vec<String>>), Fault> {
    if record.format != FORMAT {
        return Err(Fault::new("format", format!("`{}` is not {FORMAT}", shortened(&record.format, 60))));
    }
    if record.rules != RULES_VERSION {
        return Err(Fault::new("rules", format!("version {}, but this engine has {RULES_VERSION}", record.rules)));
    }
    let setup = record.setup.read().map_err(|e| {
        let text = e.to_string();
        let (place, problem) = text.split_once(": ").unwrap_or(("setup", &text));
        Fault::new(place, problem)
    })?;
    if record.seats.len() != setup.players as usize {
        return Err(Fault::new("seats", format!("{} names for {} players", record.seats.len(), setup.players)));
    }
    let seed = record.seed.as_deref().map(|text| text.parse::<Seed>());
    let seed = seed.transpose().map_err(|_| Fault::new("seed", "not 32 bytes in hex"))?;
    let name = |seat: usize| shortened(&record.seats[seat], 40);
    let fair = fairness::check(record, seed)?.map(|seats| seats.into_iter().map(name).collect());
    Ok((Source::new(record, setup, seed)?, fair))
}

/// Where hidden cards and tiles come from.
enum Source<'r> {
    /// The seed tells all.
    Seed(Box<History>),
    /// Only what the record shows is known.
    Shown(Box<Reenactment<'r>>),
}

impl<'r> Source<'r> {
    fn new(record: &'r Record, setup: Setup, seed: Option<Seed>) -> Result<Source<'r>, Fault> {
        let Some(seed) = seed else {
            let shown = Reenactment::new(setup, &record.deal, &record.steps)?;
            return Ok(Source::Shown(Box::new(shown)));
        };
        let history = History::new(setup, seed).map_err(|e| Fault::new("setup", e.to_string()))?;
        // What stays hidden while a game runs is compared at its end.
        let dealt = Record::of(&history, &record.seats).deal;
        let told = Deal { bonus: None, ..record.deal.clone() };
        compare("deal", &told, &dealt)?;
        Ok(Source::Seed(Box::new(history)))
    }

    fn game(&self) -> &Game {
        match self {
            Source::Seed(history) => history.game(),
            Source::Shown(shown) => shown.game(),
        }
    }

    /// Plays a step, and compares what it shows with what is told.
    fn play(&mut self, told: &RecordStep) -> Result<Step, Fault> {
        match self {
            Source::Seed(history) => {
                let action: Action = told.action.parse().map_err(|e| Fault::new("do", format!("{e}")))?;
                let step = Step { seat: Seat(told.seat), action };
                let mut events = Vec::new();
                let applied = history.apply(step.seat, step.action, &mut events);
                applied.map_err(|refusal| Fault::new("do", refusal.to_string()))?;
                compare("shows", &told.shows, &shows(&events))?;
                Ok(step)
            }
            Source::Shown(shown) => match shown.step() {
                Some(played) => {
                    let (step, events) = played?;
                    compare_shown(&told.shows, &events)?;
                    Ok(step)
                }
                None => Err(Fault::new("do", "there is no such step")),
            },
        }
    }

    fn check_end(&self, record: &Record) -> Result<(), Fault> {
        let Some(outcome) = self.game().result() else {
            return match (&record.result, &record.seed) {
                (Some(_), _) => Err(Fault::new("result", "there is one, but the game is not over after the last step")),
                (None, Some(_)) => {
                    Err(Fault::new("steps", "the seed is told, but the game is not over after the last one"))
                }
                (None, None) => Ok(()),
            };
        };
        if let Source::Seed(history) = self {
            let dealt = Record::of(history, &record.seats).deal;
            compare("deal.bonus", &record.deal.bonus, &dealt.bonus)?;
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
    // Records hold nothing that JSON cannot say.
    serde_json::to_value(of).unwrap_or_default()
}

fn compare<T: Serialize>(path: &str, found: &T, expected: &T) -> Result<(), Fault> {
    match difference::first(path, &value(found), &value(expected)) {
        Some(difference) => Err(Fault::new(difference.path.clone(), difference.to_string())),
        None => Ok(()),
    }
}

/// Without a seed, a card that the record does not show cannot be named: only what it would have come as.
fn compare_shown(found: &[Show], events: &[Event]) -> Result<(), Fault> {
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
    Err(Fault::new(difference.path, problem))
}
