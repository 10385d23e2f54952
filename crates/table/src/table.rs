//! The fold: builds a table from its rows, one after another.

mod copy;

use std::fmt;
use std::sync::Arc;

use sabika_rules::record::{Fairness, Record};
use sabika_rules::{
    Action, Event, Game, History, KNOWN_RULES, MAX_PLAYERS, RULES_VERSION, Refusal, Seat, Setup, SetupError, Stage,
    Step,
};

use serde::{Deserialize, Serialize};

use crate::cast;
use crate::fair;
use crate::keepsake::Keepsake;
use crate::log::Log;
use crate::message::{LogEntry, Problem, ProblemKind, Shared, Standing};
use crate::row::Row;
use crate::terms::{Info, Occupant, Pace, Status, TableResult, TableSeat};

/// The minimum time, in milliseconds, for a player who ran out of time and returns.
const MIN_TIME_ON_RETURN: i64 = 60_000;
/// How many steps can be undone in one turn.
const MOST_UNDONE: u32 = 100;
/// The index of watchers, after those of the seats.
pub(crate) const WATCHERS: usize = MAX_PLAYERS;

/// Why an action failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The rules of the game.
    Refused(Refusal),
    /// Any other reason.
    Problem(Problem),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Refused(refusal) => refusal.fmt(f),
            Error::Problem(problem) => problem.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        Error::Refused(refusal)
    }
}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Error {
        Error::Problem(problem)
    }
}

impl From<ProblemKind> for Error {
    fn from(kind: ProblemKind) -> Error {
        Error::Problem(kind.into())
    }
}

/// A table.
#[derive(Debug)]
pub struct Table {
    /// The number of rows folded.
    pub version: u64,
    /// Database time of the last row.
    pub at: i64,
    /// Everything that is known before a game begins.
    pub info: Info,
    pub(crate) shuffle: bool,
    pub(crate) secret: String,
    pub(crate) nonces: Vec<Option<String>>,
    pub(crate) play: Option<Play>,
    /// The keepsake of a finished game whose rows this version folds differently.
    pub(crate) kept: Option<Arc<Keepsake>>,
    /// How many rows each seat, and watchers, have been shown.
    pub(crate) shown: [u64; MAX_PLAYERS + 1],
    /// Why the table is frozen.
    pub frozen: Option<String>,
}

/// A game at a table.
#[derive(Debug)]
pub(crate) struct Play {
    pub history: History,
    /// The version of the rules it began under; the engine may not know it.
    pub rules: u32,
    pub log: Log,
    /// By seat: changes whenever its choice does.
    pub decisions: [u32; MAX_PLAYERS],
    /// By seat: standing answers to windows (VZ4).
    pub standing: [Standing; MAX_PLAYERS],
    /// By seat: milliseconds used, minus increments.
    pub used: [i64; MAX_PLAYERS],
    /// When the game started waiting for the current seat.
    pub since: i64,
    /// The same, as far as it is public (T8).
    pub open_since: i64,
    /// The last step was an answer in a window, whose time counts for nobody.
    pub in_window: bool,
    /// Which seat the game waited for when the last row arrived.
    pub asked: Option<Seat>,
    /// The clocks before each step of this turn, so that undoing gains no time.
    pub before: Vec<Clocks>,
    /// Steps undone in this turn.
    pub undone: u32,
}

/// A state of the clocks.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Clocks {
    used: [i64; MAX_PLAYERS],
    since: i64,
}

/// A state of all clocks of a table.
pub struct Stamped {
    at: i64,
    clocks: Option<(Clocks, i64, Vec<Clocks>)>,
}

/// What a row changed, and who may know it.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// The step in the log.
    pub step: Option<Shared<LogEntry>>,
    /// Only this seat may know the step (T8).
    pub only: Option<u8>,
    /// The log was rewritten.
    pub rewritten: bool,
    /// Seats, status or result changed.
    pub table: bool,
    /// The game began: everybody receives the whole state.
    pub began: bool,
    pub(crate) visible: [bool; MAX_PLAYERS + 1],
}

impl Table {
    /// Creates a table from its first row.
    pub fn open(row: &Row) -> Result<Table, Error> {
        let Row::Open(opening) = row else {
            return Err(Problem::with(ProblemKind::Internal, "a table begins with its opening").into());
        };
        Ok(Table {
            version: 1,
            at: 0,
            info: Info::from(opening),
            shuffle: opening.shuffle,
            nonces: vec![None; opening.seats.len()],
            secret: opening.secret.clone(),
            play: None,
            kept: None,
            shown: [1; MAX_PLAYERS + 1],
            frozen: None,
        })
    }

    /// The checked setup.
    pub fn setup(&self) -> Result<Setup, Problem> {
        self.info.setup.read()
    }

    /// The game, if it has begun.
    pub fn game(&self) -> Option<&Game> {
        self.play.as_ref().map(|play| play.history.game())
    }

    /// The seat the game waits for.
    pub fn to_act(&self) -> Option<Seat> {
        self.game().filter(|_| self.info.status == Status::Playing).and_then(Game::to_act)
    }

    /// The decision number of a seat.
    pub fn decision(&self, seat: u8) -> u32 {
        self.play.as_ref().map_or(0, |play| play.decisions[seat as usize % MAX_PLAYERS])
    }

    /// Whether the undo limit of this turn has been reached: undone steps stay in the store.
    pub fn enough_undone(&self) -> bool {
        self.play.as_ref().is_some_and(|play| play.undone >= MOST_UNDONE)
    }

    /// Folds another row, or says why it is not allowed.
    pub fn advance(&mut self, row: &Row) -> Result<Changes, Error> {
        if let Some(why) = &self.frozen {
            return Err(Problem::with(ProblemKind::Frozen, why.clone()).into());
        }
        // Everybody plays the same deal of a duplicate: nothing is left to choose before it starts.
        let fixed = self.info.duplicate.is_some() && self.info.status == Status::Lobby;
        if fixed && !matches!(row, Row::Start { .. } | Row::Leave { .. } | Row::Abandon { .. } | Row::Rename { .. }) {
            return Err(Problem::with(ProblemKind::WrongTime, "this deal is the same for everybody").into());
        }
        let asked_before = self.to_act();
        let in_window = self.in_window();
        let mut told = match row {
            Row::Act { seat, action, hash, .. } => self.act(*seat, action, hash.as_deref())?,
            Row::Undo { seat, .. } => self.take_back(*seat, History::undo)?,
            Row::Restart { seat, .. } => self.take_back(*seat, History::restart)?,
            Row::Standing { seat, pass, unless, not_now, .. } => {
                let standing = Standing { pass: *pass, unless: unless.clone(), not_now: *not_now };
                self.playing()?.standing[*seat as usize % MAX_PLAYERS] = standing;
                Changes { only: Some(*seat), ..Changes::default() }
            }
            Row::Start { order, nonces, rules, position } => self.start(order, nonces, *rules, position.as_deref())?,
            row => {
                self.reseat(row)?;
                Changes { table: true, ..Changes::default() }
            }
        };
        let asked = self.to_act();
        let mut moved = [false; MAX_PLAYERS];
        if let Some(play) = &mut self.play {
            play.in_window = in_window;
            play.asked = asked_before;
            let mine = match row {
                Row::Act { seat, .. } | Row::Undo { seat, .. } | Row::Restart { seat, .. } => Some(Seat(*seat)),
                _ => None,
            };
            for seat in mine.into_iter().chain(asked.filter(|_| asked != asked_before)) {
                moved[seat.index()] = true;
            }
            (0..MAX_PLAYERS).filter(|i| moved[*i]).for_each(|i| play.decisions[i] += 1);
        }
        for i in 0..=WATCHERS {
            let own = told.only == Some(i as u8) || moved.get(i) == Some(&true);
            told.visible[i] = own || told.only.is_none();
            self.shown[i] += told.visible[i] as u64;
        }
        self.version += 1;
        Ok(told)
    }

    /// The row just folded, in the form that is stored: an `end` carries the hash of the resulting state.
    pub fn sealed(&self, mut row: Row) -> Row {
        if let (Row::Act { action, hash, .. }, Some(game)) = (&mut row, self.game())
            && action == "end"
        {
            *hash = Some(state_hash(game));
        }
        row
    }

    /// Records when the last row was stored.
    pub fn stamp(&mut self, at: i64, row: &Row, told: &Changes) {
        let increment = match self.info.pace {
            Pace::Player { increment, .. } => increment as i64 * 1000,
            _ => 0,
        };
        let pace = self.info.pace;
        if let Some(play) = &mut self.play {
            match row {
                Row::Act { seat, action, .. } => {
                    play.before.push(Clocks { used: play.used, since: play.since });
                    // An action out of turn neither costs time nor gives any to the seat to act.
                    if play.asked == Some(Seat(*seat)) {
                        if !play.in_window {
                            play.used[*seat as usize % MAX_PLAYERS] += at - play.since.min(at) - increment;
                        }
                        play.since = at;
                    }
                    if action == "end" {
                        play.before.clear();
                    }
                }
                Row::Start { .. } => play.since = at,
                // A player who leaves pays for the time until then, so leaving and returning gains none.
                Row::Away { seat } if play.asked == Some(Seat(*seat)) && !play.in_window => {
                    play.used[*seat as usize % MAX_PLAYERS] += at - play.since.min(at);
                    play.since = at;
                }
                // A returning player gets the time of a full move again.
                Row::Back { seat } if play.asked == Some(Seat(*seat)) => {
                    play.since = at;
                    if let Pace::Player { minutes, .. } = pace {
                        let used = &mut play.used[*seat as usize % MAX_PLAYERS];
                        *used = (*used).min(minutes as i64 * 60_000 - MIN_TIME_ON_RETURN);
                    }
                }
                _ => {}
            }
            if told.only.is_none() {
                play.open_since = play.since;
            }
        }
        self.at = at;
    }

    /// The clocks, to be restored before the last row is stamped again.
    pub fn stamped(&self) -> Stamped {
        let clocks =
            |play: &Play| (Clocks { used: play.used, since: play.since }, play.open_since, play.before.clone());
        Stamped { at: self.at, clocks: self.play.as_ref().map(clocks) }
    }

    /// Restores the clocks.
    pub fn unstamp(&mut self, stamped: Stamped) {
        self.at = stamped.at;
        if let (Some(play), Some((clocks, open_since, before))) = (&mut self.play, stamped.clocks) {
            (play.used, play.since, play.open_since, play.before) = (clocks.used, clocks.since, open_since, before);
        }
    }

    pub(crate) fn playing(&mut self) -> Result<&mut Play, Error> {
        let status = self.info.status;
        let play = self.play.as_mut().filter(|_| status == Status::Playing);
        play.ok_or_else(|| Problem::with(ProblemKind::WrongTime, "no game is running here").into())
    }

    fn act(&mut self, seat: u8, action: &str, hash: Option<&str>) -> Result<Changes, Error> {
        let parsed = action.parse::<Action>();
        let action = parsed.map_err(|error| Problem::with(ProblemKind::Malformed, error.to_string()))?;
        let play = self.playing()?;
        let game = play.history.game();
        let turn = game.table().turn.seat;
        let before = (action == Action::Pass).then(|| Box::new(game.table().clone()));
        let mut events: Vec<Event> = Vec::new();
        play.history.apply(Seat(seat), action, &mut events)?;
        let game = play.history.game();
        let step = LogEntry::of(Step { seat: Seat(seat), action }, &events, game);
        play.log.push(Arc::new(step.clone()));
        let differs = hash.is_some_and(|hash| hash != state_hash(game));
        // T8: a pass that changes nothing on the table is hidden from the others; one that closes a window is visible
        // through its effects.
        let only = before.filter(|before| game.table() == &**before).map(|_| seat);
        let result = game.result();
        if game.table().turn.seat != turn {
            play.standing.iter_mut().for_each(|standing| standing.not_now = false);
            play.undone = 0;
        }
        if differs {
            let step = self.version + 1;
            let differs = || format!("step {step} leads to another state than when it was played");
            self.frozen = Some(self.unknown_rules().unwrap_or_else(differs));
        }
        if let Some(outcome) = &result {
            self.info.status = Status::Over;
            self.info.result = Some(TableResult::from(outcome.clone()));
        }
        Ok(Changes { step: Some(Shared::new(step)), only, table: result.is_some(), ..Changes::default() })
    }

    fn take_back(&mut self, seat: u8, how: fn(&mut History, Seat) -> Result<(), Refusal>) -> Result<Changes, Error> {
        let play = self.playing()?;
        how(&mut play.history, Seat(seat))?;
        let before = std::mem::take(&mut play.log);
        let log = &mut play.log;
        play.history.replay(|step, events, game| log.push(Arc::new(LogEntry::of(step, events, game))));
        // The clocks return to before the first undone step; what others have revealed since stays (BN2).
        let same = |(old, new): (&Arc<LogEntry>, &Arc<LogEntry>)| (old.seat, &old.action) == (new.seat, &new.action);
        let gone = before.iter().zip(play.log.iter()).take_while(|both| same(*both)).count();
        let untold = before.len().saturating_sub(play.before.len());
        if let Some(clocks) = gone.checked_sub(untold).and_then(|at| play.before.get(at)) {
            (play.used, play.since) = (clocks.used, clocks.since);
        }
        play.before.truncate(play.log.len().saturating_sub(untold));
        play.undone += before.len().saturating_sub(play.log.len()) as u32;
        Ok(Changes { rewritten: true, ..Changes::default() })
    }

    fn start(&mut self, order: &[u8], nonces: &[String], rules: u32, position: Option<&str>) -> Result<Changes, Error> {
        let setup = self.setup()?;
        let players = self.info.seats.len();
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        let fits = sorted.iter().map(|s| *s as usize).eq(0..players) && nonces.len() == players;
        let seed = fair::seed(&self.secret, nonces);
        let (Status::Lobby, true, Some(seed)) = (self.info.status, fits, seed) else {
            return Err(ProblemKind::WrongTime.into());
        };
        if self.info.seats.iter().any(|s| s.occupant == Occupant::Open) {
            return Err(Problem::with(ProblemKind::WrongTime, "a seat is still open").into());
        }
        let invalid = |why: String| Problem::with(ProblemKind::Invalid, why);
        // What was played under rules from later on may still be the same under these: the hashes tell.
        let known = if KNOWN_RULES.contains(&rules) { rules } else { RULES_VERSION };
        let history = match position.map(str::parse::<Game>) {
            None => History::new(setup.under(known), seed).map_err(|error| invalid(error.to_string()))?,
            Some(Err(error)) => return Err(invalid(error.to_string()).into()),
            Some(Ok(game)) if game.table().setup != setup => {
                return Err(invalid("the position has a different setup".into()).into());
            }
            Some(Ok(game)) => History::from_position(game, known).map_err(|error| invalid(error.to_string()))?,
        };
        let seats: Vec<TableSeat> = order.iter().map(|i| self.info.seats[*i as usize].clone()).collect();
        self.info.seats = seats;
        self.info.seats.iter_mut().for_each(|s| s.nonce = true);
        self.nonces = nonces.iter().cloned().map(Some).collect();
        self.info.status = Status::Playing;
        self.play = Some(Play {
            history,
            rules,
            log: Log::default(),
            decisions: [0; MAX_PLAYERS],
            // Slow games do not stop for a vizier unless a player wants them to (VZ4).
            standing: std::array::from_fn(|_| Standing {
                pass: matches!(self.info.pace, Pace::Days { .. }),
                ..Standing::default()
            }),
            used: [0; MAX_PLAYERS],
            since: 0,
            open_since: 0,
            in_window: false,
            asked: None,
            before: Vec::new(),
            undone: 0,
        });
        Ok(Changes { table: true, began: true, ..Changes::default() })
    }

    /// The record of a finished game, with the proof of a fair deal; a game that began from a position has none.
    pub fn record(&self) -> Option<Record> {
        let names: Vec<String> = (0..self.info.seats.len() as u8).map(|seat| self.name(seat)).collect();
        if let Some(kept) = &self.kept {
            return Some(Record { seats: names, ..kept.record.clone() });
        }
        let over = self.info.status == Status::Over;
        let play = self.play.as_ref().filter(|play| over && play.history.is_whole())?;
        let mut record = Record::of(&play.history, &names);
        record.fairness = Some(Fairness {
            commitment: self.info.commitment.clone(),
            secret: Some(self.secret.clone()),
            nonces: self.nonces.iter().flatten().cloned().collect(),
        });
        Some(record)
    }

    /// The name of whoever sits there.
    pub fn name(&self, seat: u8) -> String {
        cast::name(&self.info.seats, seat as usize)
    }

    /// A stored row does not fit any more, although it did when it was stored: the engine is another one now.
    fn freeze(&mut self, version: u64) {
        let why = self.unknown_rules().unwrap_or_else(|| format!("step {version} is not legal under these rules"));
        self.frozen.get_or_insert(why);
    }

    /// Why a game cannot go on that began under rules which this engine does not know.
    fn unknown_rules(&self) -> Option<String> {
        let rules = self.play.as_ref().map(|play| play.rules).filter(|rules| !KNOWN_RULES.contains(rules))?;
        Some(SetupError::Rules(rules).to_string())
    }

    /// Folds rows as they were stored, with version, time and body, onto the table that the rows before them made. `each` is told what a row
    /// did. Rows that do not fit any more, or that lead to another state, freeze the table; so does a game in progress under rules that this
    /// engine does not know.
    pub fn fold<'r>(
        table: Option<Table>,
        rows: impl IntoIterator<Item = (u64, i64, &'r str)>,
        mut each: impl FnMut(&Table, &Row, &Changes),
    ) -> Result<Option<Table>, Problem> {
        let mut folded = table;
        for (version, at, body) in rows {
            if folded.as_ref().is_some_and(|table| version <= table.version) {
                continue;
            }
            let row = Row::read(body)?;
            let Some(table) = &mut folded else {
                let mut table = Table::open(&row).map_err(|_| ProblemKind::Frozen)?;
                table.stamp(at, &row, &Changes::default());
                folded = Some(table);
                continue;
            };
            match table.advance(&row) {
                Ok(changes) => {
                    table.stamp(at, &row, &changes);
                    each(table, &row, &changes);
                }
                Err(_) => {
                    table.freeze(version);
                    break;
                }
            }
        }
        if let Some(table) = folded.as_mut().filter(|table| table.info.status == Status::Playing) {
            table.frozen = table.frozen.take().or_else(|| table.unknown_rules());
        }
        Ok(folded)
    }

    /// Whether a window is open.
    pub(crate) fn in_window(&self) -> bool {
        self.game().is_some_and(|game| matches!(game.table().turn.stage, Stage::Window(_)))
    }
}

/// The hash of a state, as stored in rows.
pub(crate) fn state_hash(game: &Game) -> String {
    format!("{:016x}", game.state_hash())
}
