//! All tables and records open on this device.

use std::collections::HashMap;

use sabika_bots::Clock;
use sabika_bots::networks::{self, Name};
use sabika_table::daily::Daily;
use sabika_table::message::{Ask, Person, Problem, ProblemKind};
use sabika_table::replay::read_record;
use sabika_table::{Exercise, Occupant};

use crate::analysis::{analyse, dealt};
use crate::players::Networks;
use crate::replays::Replays;
use crate::request::{AtTable, Reply, Request, TableRequest};
use crate::room::Room;

/// The tables and records, with a JSON interface.
pub struct Engine {
    clock: Clock,
    rooms: HashMap<String, Room>,
    replays: Replays,
    networks: Networks,
}

impl Engine {
    /// With the clock that limits how long bots think.
    pub fn new(clock: Clock) -> Engine {
        Engine { clock, rooms: HashMap::new(), replays: Replays::default(), networks: Networks::default() }
    }

    /// Answers a message.
    pub fn call(&mut self, request: &[u8]) -> Vec<u8> {
        // All JSON is read from text: another kind of source would need readers of its own.
        let request = std::str::from_utf8(request).map_err(|error| error.to_string());
        let reply = match request.and_then(|text| serde_json::from_str(text).map_err(|error| error.to_string())) {
            Ok(request) => self.answer(request),
            Err(error) => Reply::problem(Problem::with(ProblemKind::Malformed, error)),
        };
        serde_json::to_vec(&reply).unwrap_or_default()
    }

    /// Installs the network of this name; returns whether there is one and this version can use it.
    pub fn network(&mut self, name: &str, bytes: &[u8]) -> bool {
        let name = name.parse::<Name>().ok();
        name.is_some_and(|name| networks::install(name, bytes).is_ok())
    }

    fn answer(&mut self, request: Request) -> Reply {
        match request {
            Request::Table(AtTable { table, now, what }) => self.at_table(table, now, what),
            Request::NoNetwork { name } => {
                self.networks.give_up(&name);
                Reply::default()
            }
            Request::Replay { record } => self.replays.open(&record),
            Request::ReplayAt { replay, step, seat } => self.replays.at(replay, step, seat),
            Request::ReplayScore { replay, step, round } => self.replays.score(replay, step, round),
            Request::ReplayPosition { replay, step } => self.replays.position(replay, step),
            Request::Analysis { position, seed, question } => analyse(&position, seed, question, &self.networks),
            Request::AnalysisDeal { setup, seed } => dealt(&setup, seed),
            Request::ReplayReview { replay, turn } => self.replays.review(replay, turn, &self.networks),
            Request::Fork { record, step, table, seats } => fork(&record, step, &table, seats),
            Request::Daily { date, table, name } => daily(&date, &table, &name),
            Request::ScorePad { ask } => ask.score().map_or_else(Reply::problem, Reply::value),
            Request::ReplayClose { replay } => self.replays.close(replay),
            Request::Exercise { position, actions, ask } => exercise(&position, &actions, ask.as_ref()),
            Request::ExerciseAnswer { position, played, best } => compare(&position, &played, &best),
        }
    }

    fn at_table(&mut self, id: String, now: i64, what: TableRequest) -> Reply {
        if matches!(
            what,
            TableRequest::Open { .. }
                | TableRequest::Reopen { .. }
                | TableRequest::Row { .. }
                | TableRequest::Load { .. }
        ) {
            self.rooms.entry(id.clone()).or_insert_with(|| Room::new(id.clone()));
        }
        let Some(room) = self.rooms.get_mut(&id) else { return Reply::problem(ProblemKind::NotFound) };
        let reply = room.answer(what, now, self.clock, &self.networks);
        if room.is_empty() {
            self.rooms.remove(&id);
        }
        reply
    }
}

/// Answers a question about a position after some actions, or shows its player the whole table.
fn exercise(position: &str, actions: &[String], ask: Option<&Ask>) -> Reply {
    let hello = Ask::Hello { seat: None, version: None };
    Exercise::read(position, actions)
        .map_or_else(Reply::problem, |exercise| Reply::value(exercise.answer(ask.unwrap_or(&hello))))
}

/// Compares a turn with the best one.
fn compare(position: &str, played: &[String], best: &[String]) -> Reply {
    let both = Exercise::read(position, played)
        .and_then(|played| Exercise::read(position, best).map(|best| played.compare(&best)));
    both.map_or_else(Reply::problem, Reply::value)
}

/// The rows of a table with a day's deal, each in stored form.
fn daily(date: &str, table: &str, name: &str) -> Reply {
    let name = match Person::name(name) {
        Ok(name) => name,
        Err(problem) => return Reply::problem(problem),
    };
    match Daily::of_table(table).filter(|daily| daily.0.to_string() == date) {
        Some(daily) => {
            let rows = daily.deal().rows(table, "here", &name);
            Reply::value(rows.iter().map(|row| row.to_json()).collect::<Vec<_>>())
        }
        None => Reply::problem(Problem::with(ProblemKind::Invalid, "the table's id has no date")),
    }
}

/// The rows of a table that continues a record, each in stored form.
fn fork(record: &str, step: usize, table: &str, seats: Vec<Occupant>) -> Reply {
    let record = match read_record(record.as_bytes()) {
        Ok(record) => record,
        Err(error) => return Reply::problem(Problem::with(ProblemKind::Malformed, error.to_string())),
    };
    match sabika_table::fork(&record, step, table, seats) {
        Ok(rows) => Reply::value(rows.iter().map(|row| row.to_json()).collect::<Vec<_>>()),
        Err(problem) => Reply::problem(problem),
    }
}
