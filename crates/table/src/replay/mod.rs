//! Replays of records: verified step by step, and shown at any step like the table they were played at.

mod check;
mod difference;
mod fairness;

use std::sync::Arc;

use sabika_rules::record::Record;
use sabika_rules::{Game, RecordError, Seat, View, Viewer};

use crate::message::{CourseTurn, GameView, LogEntry, Snapshot, TableInfo};
use crate::moment::{Course, visible};
use crate::show::{Eyes, faces, view_of};
use crate::terms::{Info, Occupant, Status, TableResult, TableSetup};

pub use check::{Moment, Verdict, check};

/// A verified record that can be shown at any of its steps.
#[derive(Clone, Debug)]
pub struct Replay {
    record: Record,
    verdict: Verdict,
    /// The deal, and the game after each step.
    games: Vec<Game>,
    log: Vec<Arc<LogEntry>>,
    course: Vec<CourseTurn>,
}

impl Replay {
    /// Reads a record and checks every step, or says where it is wrong.
    pub fn read(json: &str) -> Result<Replay, RecordError> {
        Replay::new(read_record(json.as_bytes())?)
    }

    /// Checks every step of a record, or says where it is wrong.
    pub fn new(record: Record) -> Result<Replay, RecordError> {
        match Replay::until_fault(record)? {
            (replay, None) => Ok(replay),
            (_, Some(fault)) => Err(fault),
        }
    }

    /// Reads a record as far as it is valid, and says where it is wrong after that.
    pub fn read_until_fault(json: &str) -> Result<(Replay, Option<RecordError>), RecordError> {
        Replay::until_fault(read_record(json.as_bytes())?)
    }

    fn until_fault(record: Record) -> Result<(Replay, Option<RecordError>), RecordError> {
        let (mut games, mut log, mut course) = (Vec::new(), Vec::new(), Course::default());
        let verdict = check(&record, |moment| {
            games.push(moment.game().clone());
            if let Moment::Played { step, events, game, .. } = moment {
                log.push(Arc::new(LogEntry::of(step, events, game)));
                course.add(step, events, game);
            }
            Ok::<(), std::convert::Infallible>(())
        });
        let verdict = match verdict {
            Ok(verdict) => verdict,
            Err(never) => match never {},
        };
        let (verdict, fault) = match verdict {
            Ok(verdict) => (verdict, None),
            // Not even the deal can be shown.
            Err(fault) if games.is_empty() => return Err(fault),
            Err(fault) => (Verdict { steps: log.len(), seeded: false, fair: None, finished: false }, Some(fault)),
        };
        Ok((Replay { verdict, record, games, log, course: course.turns }, fault))
    }

    /// The record.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The result of checking it.
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// The deal, and the game after each step.
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// Every step.
    pub fn log(&self) -> impl Iterator<Item = &LogEntry> {
        self.log.iter().map(|entry| &**entry)
    }

    /// The whole table after this many steps, with everything revealed: every step is shown, and a seat shows its hand and knows
    /// those of the others.
    pub fn open_at(&self, steps: usize, seat: Option<u8>) -> Option<Snapshot> {
        let game = self.games.get(steps)?;
        let eyes = seat.filter(|seat| (*seat as usize) < self.record.seats.len()).map_or(Eyes::Watcher, Eyes::Seat);
        Some(self.shown(game, eyes, true, steps as u64, self.log().take(steps).cloned().collect()))
    }

    /// The number of steps a viewer can be shown: those in their log.
    pub fn steps(&self, eyes: Eyes) -> usize {
        self.log.iter().filter(|entry| visible(entry, eyes)).count()
    }

    /// What every player would have had after each turn if the next scoring round had come then.
    pub fn course(&self) -> &[CourseTurn] {
        &self.course
    }

    /// The game after this many of the steps that a viewer can be shown.
    pub fn game(&self, eyes: Eyes, steps: usize) -> Option<&Game> {
        if steps == 0 {
            return self.games.first();
        }
        let shown = self.log.iter().enumerate().filter(|(_, entry)| visible(entry, eyes));
        let (at, _) = shown.into_iter().nth(steps - 1)?;
        self.games.get(at + 1)
    }

    /// What the viewer knew then, for questions; with `open_hands`, a seat also knows the others' hands.
    pub fn view(&self, eyes: Eyes, open_hands: bool, steps: usize) -> Option<View> {
        self.game(eyes, steps).map(|game| game.view(viewer(eyes, open_hands)))
    }

    /// The whole table after this many of the steps that a viewer can be shown. It offers no choices.
    pub fn snapshot(&self, eyes: Eyes, open_hands: bool, steps: usize) -> Option<Snapshot> {
        let game = self.game(eyes, steps)?;
        let log = self.log().filter(|entry| visible(entry, eyes)).take(steps);
        Some(self.shown(game, eyes, open_hands, steps as u64, log.cloned().collect()))
    }

    fn shown(&self, game: &Game, eyes: Eyes, open_hands: bool, version: u64, log: Vec<LogEntry>) -> Snapshot {
        let view = view_of(game, viewer(eyes, open_hands), |_| (0, 0));
        Snapshot {
            version,
            viewer: eyes.seat(),
            yours: Vec::new(),
            table: self.info(open_hands),
            game: Some(GameView { choice: None, clock: None, ..view }),
            log,
            faces: faces(game),
        }
    }

    /// The table as described by its record.
    pub fn info(&self, open_hands: bool) -> TableInfo {
        let record = &self.record;
        let seat = |(i, name): (usize, &String)| Occupant::person(format!("seat {i}"), name);
        let seats = record.seats.iter().enumerate().map(seat).collect();
        let result = record.result.as_ref().map(TableResult::from);
        TableInfo::from(&Info {
            open_hands,
            status: if self.verdict.finished { Status::Over } else { Status::Playing },
            commitment: record.fairness.as_ref().map_or_else(String::new, |f| f.commitment.clone()),
            ..Info::shown(TableSetup::from(&record.setup), seats, result)
        })
    }
}

/// Parses the JSON of a record; nothing else is checked yet.
pub fn read_record(json: &[u8]) -> Result<Record, RecordError> {
    let text = std::str::from_utf8(json).map_err(|error| {
        let before = &json[..error.valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        let column = 1 + before.iter().rev().take_while(|byte| **byte != b'\n').count();
        RecordError { place: format!("line {line}, column {column}"), problem: "not UTF-8".to_owned() }
    })?;
    serde_json::from_str(text).map_err(|error| {
        let text = error.to_string();
        let problem = text.rsplit_once(" at line ").map_or(text.as_str(), |(problem, _)| problem);
        RecordError { place: format!("line {}, column {}", error.line(), error.column()), problem: problem.to_owned() }
    })
}

fn viewer(eyes: Eyes, open_hands: bool) -> Viewer {
    match eyes {
        Eyes::Watcher => Viewer::Watcher,
        Eyes::Seat(seat) if open_hands => Viewer::Counting(Seat(seat)),
        Eyes::Seat(seat) => Viewer::Seat(Seat(seat)),
    }
}
