//! Open records: checked step by step, and shown at any step.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use serde::Serialize;

use sabika_rules::Viewer;
use sabika_table::analysis::Position;
use sabika_table::message::{CourseTurn, LogEntry, Problem, ProblemKind, TableInfo};
use sabika_table::replay::Replay;
use sabika_table::score;

use crate::players::Networks;
use crate::request::Reply;
use crate::review::Reviewing;

/// The open records, by number.
#[derive(Default)]
pub(crate) struct Replays {
    last: u32,
    open: BTreeMap<u32, Replay>,
    /// The reviews in progress.
    reviewing: BTreeMap<u32, Reviewing>,
}

/// A record that was read and checked.
#[derive(Serialize)]
struct Opened<'a> {
    replay: u32,
    table: TableInfo,
    /// The number of steps that can be shown: all, or those before the first error.
    log: Vec<&'a LogEntry>,
    course: &'a [CourseTurn],
    /// Where the record is invalid, and why.
    fault: Option<Fault>,
    seeded: bool,
    finished: bool,
    /// The seats to which the deal is provably fair; `None` if there is nothing to prove.
    fair: Option<&'a [u8]>,
}

#[derive(Serialize)]
struct Fault {
    place: String,
    problem: String,
}

fn unknown() -> Reply {
    Reply::problem(Problem::with(ProblemKind::NotFound, "this record is not open"))
}

fn too_far() -> Reply {
    Reply::problem(Problem::with(ProblemKind::NotFound, "the game does not have that many steps"))
}

impl Replays {
    pub fn open(&mut self, json: &str) -> Reply {
        let (replay, fault) = match Replay::read_until_fault(json) {
            Ok(read) => read,
            Err(error) => {
                let detail = format!("{}: {}", error.place, error.problem);
                return Reply::problem(Problem::with(ProblemKind::Malformed, detail));
            }
        };
        self.last += 1;
        let verdict = replay.verdict();
        let reply = Reply::value(Opened {
            replay: self.last,
            table: replay.info(true),
            log: replay.log().collect(),
            course: replay.course(),
            fault: fault.map(|error| Fault { place: error.place, problem: error.problem }),
            seeded: verdict.seeded,
            finished: verdict.finished,
            fair: verdict.fair.as_deref(),
        });
        self.open.insert(self.last, replay);
        reply
    }

    pub fn at(&self, replay: u32, step: usize, seat: Option<u8>) -> Reply {
        let Some(replay) = self.open.get(&replay) else { return unknown() };
        replay.open_at(step, seat).map_or_else(too_far, Reply::value)
    }

    pub fn score(&self, replay: u32, step: usize, round: u8) -> Reply {
        let Some(replay) = self.open.get(&replay) else { return unknown() };
        let Some(game) = replay.games().get(step) else { return too_far() };
        match score(&game.view(Viewer::Watcher), "", round, None) {
            Ok(score) => Reply::value(score),
            Err(problem) => Reply::problem(problem),
        }
    }

    pub fn position(&self, replay: u32, step: usize) -> Reply {
        let Some(replay) = self.open.get(&replay) else { return unknown() };
        match replay.games().get(step) {
            Some(game) => Reply::value(Position::of(game.clone()).line()),
            None => too_far(),
        }
    }

    /// Reviews a turn; `null` after the last.
    pub fn review(&mut self, number: u32, turn: usize, networks: &Networks) -> Reply {
        let Some(replay) = self.open.get(&number) else { return unknown() };
        let Some(game) = replay.games().first() else { return too_far() };
        if let Some(needs) = networks.needed(&game.table().setup) {
            return Reply { needs: Some(needs), ..Reply::default() };
        }
        let reviewing = match self.reviewing.entry(number) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => match Reviewing::new(replay) {
                Some(reviewing) => new.insert(reviewing),
                None => {
                    return Reply::problem(Problem::with(ProblemKind::NotFound, "there is no network for this game"));
                }
            },
        };
        Reply::value(reviewing.look(replay, turn))
    }

    pub fn close(&mut self, replay: u32) -> Reply {
        self.open.remove(&replay);
        self.reviewing.remove(&replay);
        Reply::default()
    }
}
