//! A table on this device: the fold of its rows, the proposed row, and the connections to it.

use std::collections::{HashMap, VecDeque};
use std::task::Poll;

use serde::Serialize;

use sabika_bots::Clock;
use sabika_rules::Seat;
use sabika_table::message::{Ask, FromServer, Person, Problem, ProblemKind, SeatWish, TableInfo};
use sabika_table::{Answer, By, Changes, Duty, Error, Eyes, NO_SUMMARY, Opening, Row, Table};

use crate::lines::Lines;
use crate::players::{Networks, Players, hint, plays_by_network};
use crate::request::{Line, Reply, Store, StoreError, Summary, TableRequest, raw};

/// A table, once its first row is known.
pub(crate) struct Room {
    id: String,
    table: Option<Table>,
    proposal: Option<Proposal>,
    lines: Lines,
    /// Answers by message: a repeated message gets the same answer.
    answers: HashMap<String, u64>,
    players: Players,
    /// Pending hints: connection, message and seat.
    hints: VecDeque<(u32, String, u8)>,
}

/// A row that takes effect once it is stored.
struct Proposal {
    row: Row,
    table: Table,
    told: Changes,
    then: Continuation,
}

/// The reply once a row is stored.
#[allow(clippy::large_enum_variant, reason = "there is one at a time")]
enum Continuation {
    /// The state of the table.
    Info,
    /// The acknowledgement of a message.
    Done { line: u32, id: String, seat: u8 },
    /// Whether there is more to think about.
    Thought,
    /// How to create the table of a rematch.
    Rematch(Rematch),
}

/// The table of a rematch.
#[derive(Serialize)]
struct Rematch {
    opening: Opening,
    id: String,
}

/// A problem, including a refusal by the rules.
fn problem(error: Error) -> Problem {
    match error {
        Error::Problem(problem) => problem,
        Error::Refused(refusal) => Problem::with(ProblemKind::Invalid, refusal.to_string()),
    }
}

impl Room {
    pub fn new(id: String) -> Room {
        Room {
            id,
            table: None,
            proposal: None,
            lines: Lines::default(),
            answers: HashMap::new(),
            players: Players::default(),
            hints: VecDeque::new(),
        }
    }

    /// Whether it was never created.
    pub fn is_empty(&self) -> bool {
        self.table.is_none() && self.proposal.is_none()
    }

    pub fn answer(&mut self, what: TableRequest, now: i64, clock: Clock, networks: &Networks) -> Reply {
        let reply = self.try_answer(what, now, clock, networks);
        let reply = reply.unwrap_or_else(|error| Reply::problem(problem(error)));
        Reply { busy: reply.busy || self.is_busy(now), ..reply }
    }

    fn try_answer(&mut self, what: TableRequest, now: i64, clock: Clock, networks: &Networks) -> Result<Reply, Error> {
        match what {
            TableRequest::Load { rows } => self.load(rows),
            TableRequest::Open { person, name, wish, secret } => {
                let own = |wish: &SeatWish| match wish {
                    SeatWish::Me { name: Some(other) } => Some(Person::name(other)),
                    SeatWish::Me { name: None } => Some(Person::name(&name)),
                    _ => None,
                };
                let names = wish.seats.iter().filter_map(own).collect::<Result<Vec<_>, _>>()?;
                let opening = Opening::new(&wish, &person, names)?;
                self.open(opening, secret, now)
            }
            TableRequest::Reopen { opening, secret } => self.open(opening, secret, now),
            TableRequest::Row { row } => match Row::read(&row)? {
                row @ Row::Open(_) => self.open_with(row, now),
                row => self.propose(row, now, Continuation::Info),
            },
            TableRequest::Stored { at } => self.stored(at),
            TableRequest::Dropped { why } => Ok(self.dropped(why)),
            TableRequest::ForgetProposal => {
                self.proposal = None;
                Ok(Reply::default())
            }
            TableRequest::Bye { line } => {
                self.lines.close(line);
                self.hints.retain(|(of, ..)| *of != line);
                Ok(Reply::default())
            }
            what => self.answer_at_table(what, now, clock, networks),
        }
    }

    /// Answers what can only be asked once there is a table.
    fn answer_at_table(
        &mut self,
        what: TableRequest,
        now: i64,
        clock: Clock,
        networks: &Networks,
    ) -> Result<Reply, Error> {
        let table = self.table.as_ref().ok_or(ProblemKind::NotFound)?;
        let here = table.info.host.as_str();
        let granted = match what {
            TableRequest::Ask { line, text } => return self.ask(line, &text, now),
            TableRequest::Think { lead } => return self.think(lead, now, clock, networks),
            TableRequest::Nonce { seat, nonce } => table.give_nonce(here, seat, &nonce)?,
            TableRequest::Start => table.start_by(here)?,
            TableRequest::Leave => table.leave(here)?,
            TableRequest::Back { seat } => table.join(here, "", Some(seat))?,
            TableRequest::Stop { agree } => table.agree(here, agree)?,
            TableRequest::Rematch { next } => {
                let opening = table.again(here)?;
                let known = table.info.rematch.clone();
                if let Some(id) = known {
                    return Ok(Reply::value(Rematch { opening, id }));
                }
                let then = Continuation::Rematch(Rematch { opening, id: next.clone() });
                return self.propose(Row::Rematch { table: next }, now, then);
            }
            TableRequest::Record => {
                let early = || Problem::with(ProblemKind::WrongTime, "the record is available once the game is over");
                return Ok(Reply::value(table.record().ok_or_else(early)?));
            }
            TableRequest::Course => {
                let early = || Problem::with(ProblemKind::WrongTime, "the game is not over");
                return Ok(Reply::value(table.course().ok_or_else(early)?));
            }
            TableRequest::Summary => {
                let none = || Problem::with(ProblemKind::WrongTime, NO_SUMMARY);
                return Ok(Reply::value(table.summary(here).ok_or_else(none)?));
            }
            TableRequest::At { step, seat } => {
                let eyes = seat.map_or(Eyes::Watcher, Eyes::Seat);
                if let Some(seat) = seat {
                    table.may_look_back(Some(here), seat)?;
                }
                return Ok(Reply::value(table.moment(eyes, table.seats_of(here), step)?));
            }
            _ => None,
        };
        match granted {
            Some(row) => self.propose(row, now, Continuation::Info),
            None => Ok(Reply::value(TableInfo::from(&table.info))),
        }
    }

    fn open(&mut self, opening: Opening, secret: String, now: i64) -> Result<Reply, Error> {
        self.open_with(opening.row(self.id.clone(), self.id.clone(), secret), now)
    }

    fn open_with(&mut self, row: Row, now: i64) -> Result<Reply, Error> {
        if self.table.is_some() {
            return Err(ProblemKind::Taken.into());
        }
        let mut table = Table::open(&row)?;
        table.setup()?;
        table.at = now;
        Ok(self.store(Proposal { row, table, told: Changes::default(), then: Continuation::Info }, now))
    }

    /// Folds a row on a copy; it takes effect once it is stored.
    fn propose(&mut self, row: Row, now: i64, then: Continuation) -> Result<Reply, Error> {
        let mut table = self.table.clone().ok_or(ProblemKind::NotFound)?;
        let told = table.advance(&row)?;
        let row = table.sealed(row);
        Ok(self.store(Proposal { row, table, told, then }, now))
    }

    fn store(&mut self, proposal: Proposal, now: i64) -> Reply {
        let table = &proposal.table;
        let here = &table.info.host;
        let seat = table.seats_of(here).first().copied().unwrap_or(0);
        let store = Store {
            version: table.version,
            row: proposal.row.to_json(),
            summary: Summary {
                line: Line {
                    table: TableInfo::from(&table.info),
                    your_turn: table.to_act().is_some_and(|seat| table.holds(here, seat.0).is_ok()),
                    changed_at: now / 1000,
                },
                glance: table.glance(seat),
            },
        };
        self.proposal = Some(proposal);
        Reply { store: Some(store), ..Reply::default() }
    }

    fn stored(&mut self, at: i64) -> Result<Reply, Error> {
        let Proposal { row, mut table, told, then } = self.proposal.take().ok_or(ProblemKind::Internal)?;
        table.stamp(at, &row, &told);
        let mut send = self.tell(&table, &row, &told);
        self.table = Some(table);
        let table = self.table.as_ref().ok_or(ProblemKind::Internal)?;
        let value = match then {
            Continuation::Info => raw(TableInfo::from(&table.info)),
            Continuation::Rematch(again) => raw(again),
            Continuation::Thought => raw(if self.is_busy(at) { "more" } else { "done" }),
            Continuation::Done { line, id, seat } => {
                send.push((line, FromServer::Done { id, version: table.shown(Eyes::Seat(seat)) }));
                None
            }
        };
        Ok(Reply { send, value, ..Reply::default() })
    }

    fn dropped(&mut self, why: StoreError) -> Reply {
        let problem = match why {
            StoreError::Full => ProblemKind::Full.into(),
            StoreError::NotFound => ProblemKind::NotFound.into(),
            StoreError::Retry => ProblemKind::Retry.into(),
        };
        match self.proposal.take().map(|proposal| proposal.then) {
            Some(Continuation::Done { line, id, .. }) => {
                Reply { send: vec![(line, FromServer::Problem { id: Some(id), problem })], ..Reply::default() }
            }
            _ => Reply::problem(problem),
        }
    }

    /// Folds rows that were stored elsewhere or earlier.
    fn load(&mut self, rows: Vec<(u64, i64, String)>) -> Result<Reply, Error> {
        let mut send = Vec::new();
        let rows = rows.iter().map(|(version, at, body)| (*version, *at, body.as_str()));
        self.table =
            Table::fold(self.table.clone(), rows, |table, row, told| send.extend(self.tell(table, row, told)))?;
        let frozen = self.table.as_ref().and_then(|table| table.frozen.as_ref());
        Ok(Reply { send, ..Reply::value(frozen) })
    }

    /// What those who look are sent about a row that led to this table.
    fn tell(&mut self, table: &Table, row: &Row, told: &Changes) -> Vec<(u32, FromServer)> {
        if let (Some(By::Person { id, .. }), Some(seat)) = (row.by(), row.seat()) {
            self.answers.insert(id.clone(), table.shown(Eyes::Seat(seat)));
        }
        self.lines.tell(table, told)
    }

    fn ask(&mut self, line: u32, text: &str, now: i64) -> Result<Reply, Error> {
        let said = |message| Ok(Reply { send: vec![(line, message)], ..Reply::default() });
        let table = self.table.as_ref().ok_or(ProblemKind::NotFound)?;
        let ask = match Ask::read(text) {
            Ok(ask) => ask,
            Err(problem) => return said(FromServer::Problem { id: None, problem }),
        };
        if let Ask::Hello { seat, version } = ask {
            return match self.lines.hello(table, line, seat, version) {
                Ok(send) => Ok(Reply { send, ..Reply::default() }),
                Err(problem) => said(FromServer::Problem { id: None, problem }),
            };
        }
        let id = ask.id().unwrap_or_default().to_owned();
        if let Some(version) = self.answers.get(&id) {
            return said(FromServer::Done { id, version: *version });
        }
        let answer = table.answer(Some(&table.info.host), &ask);
        let then = |id: &str, seat| Continuation::Done { line, id: id.to_owned(), seat };
        let done = match answer {
            Ok(Answer::Store { seat, row }) => self.propose(row, now, then(&id, seat)),
            Ok(Answer::Say(message)) => return said(message),
            Ok(Answer::Hint { seat }) => {
                self.hints.push_back((line, id, seat));
                return Ok(Reply::default());
            }
            Ok(Answer::Other) => Err(Problem::with(ProblemKind::WrongTime, "nobody else is at this table").into()),
            Err(error) => Err(error),
        };
        match done {
            Ok(reply) => Ok(reply),
            Err(Error::Refused(refusal)) => said(FromServer::Refused { id, refusal: refusal.into() }),
            Err(Error::Problem(problem)) => {
                let stale = problem.kind == ProblemKind::Stale;
                let mut send = vec![(line, FromServer::Problem { id: Some(id), problem })];
                if let (true, Some(table)) = (stale, &self.table) {
                    send.extend(self.lines.again(table, line));
                }
                Ok(Reply { send, ..Reply::default() })
            }
        }
    }

    /// What the table does by itself now: a bot moves, or a window is passed.
    fn due(&self, now: i64) -> Option<Duty> {
        let (duty, at) = self.table.as_ref()?.duty()?;
        // A clock that was set back makes nobody wait.
        let due = at <= now || self.table.as_ref().is_some_and(|table| at <= table.at);
        Some(duty).filter(|duty| due && matches!(duty, Duty::Bot(_) | Duty::Pass(_)))
    }

    fn is_busy(&self, now: i64) -> bool {
        !self.hints.is_empty() || self.due(now).is_some()
    }

    fn think(&mut self, lead: bool, now: i64, clock: Clock, networks: &Networks) -> Result<Reply, Error> {
        let due = self.due(now).filter(|_| lead);
        let table = self.table.as_ref().ok_or(ProblemKind::NotFound)?;
        let by_network = match due {
            _ if !self.hints.is_empty() => true,
            Some(Duty::Bot(seat)) => plays_by_network(table, seat),
            _ => false,
        };
        let needs = table.game().filter(|_| by_network).and_then(|game| networks.needed(&game.table().setup));
        if needs.is_some() {
            return Ok(Reply { needs, ..Reply::default() });
        }
        if let Some((line, id, seat)) = self.hints.pop_front() {
            let said = match hint(table, Seat(seat), clock) {
                Some(turns) => FromServer::Hint { id, turns },
                None => FromServer::Problem { id: Some(id), problem: ProblemKind::WrongTime.into() },
            };
            return Ok(Reply { send: vec![(line, said)], ..Reply::value("more") });
        }
        let row = match due {
            Some(Duty::Bot(seat)) => {
                let Poll::Ready(Some(action)) = self.players.think(table, seat, clock) else {
                    return Ok(Reply::value("more"));
                };
                Row::Act { seat: seat.0, action, by: By::Bot, hash: None }
            }
            Some(Duty::Pass(seat)) => Row::Act { seat: seat.0, action: "pass".into(), by: By::Standing, hash: None },
            _ => return Ok(Reply::value("done")),
        };
        self.propose(row, now, Continuation::Thought)
    }
}
