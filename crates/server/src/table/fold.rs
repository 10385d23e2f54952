//! The fold: a table made of its rows, one after another.

use std::sync::Arc;

use sabika_rules::module::ModuleAction;
use sabika_rules::record::{Fairness, Record, RecordSetup};
use sabika_rules::{Action, Event, Game, History, MAX_PLAYERS, Refusal, Seat, Setup, Stage};

use super::fair;
use super::row::Row;
use crate::wire::{
    Colour, LogEntry, Occupant, Pace, Problem, ProblemKind, ResultView, SeatInfo, Show, Standing, Status, TableInfo,
};

/// What is left at least, in milliseconds, to one whose minutes ran out and who comes back.
const ANEW: i64 = 60_000;
/// The place of watchers behind the seats'.
pub(super) const WATCHERS: usize = MAX_PLAYERS;

/// Why something cannot be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deny {
    /// The rules of the game.
    Refused(Refusal),
    /// Anything else.
    Problem(Problem),
}

impl From<Refusal> for Deny {
    fn from(refusal: Refusal) -> Deny {
        Deny::Refused(refusal)
    }
}

impl From<Problem> for Deny {
    fn from(problem: Problem) -> Deny {
        Deny::Problem(problem)
    }
}

impl From<ProblemKind> for Deny {
    fn from(kind: ProblemKind) -> Deny {
        Deny::Problem(kind.into())
    }
}

/// A table.
#[derive(Clone, Debug)]
pub struct Fold {
    /// Rows folded.
    pub version: u64,
    /// Database time of the last one.
    pub at: i64,
    /// Everything that is known before a game begins.
    pub info: TableInfo,
    pub(super) shuffle: bool,
    pub(super) secret: String,
    pub(super) nonces: Vec<Option<String>>,
    pub(super) play: Option<Play>,
    /// How many rows each seat, and watchers, have been shown.
    pub(super) shown: [u64; MAX_PLAYERS + 1],
    /// Why the table rests.
    pub frozen: Option<String>,
}

/// A game at a table.
#[derive(Clone, Debug)]
pub(super) struct Play {
    pub history: History,
    pub log: Vec<Arc<LogEntry>>,
    /// By seat: changes whenever the choice before it does.
    pub decisions: [u32; MAX_PLAYERS],
    /// By seat: what windows are answered with (VZ4).
    pub standing: [Standing; MAX_PLAYERS],
    /// By seat: milliseconds used, increments taken off.
    pub used: [i64; MAX_PLAYERS],
    /// When the game began to wait for the seat it waits for.
    pub since: i64,
    /// The same as all may know it (T8).
    pub open_since: i64,
    /// The last step was an answer in a window: its time is nobody's.
    pub in_window: bool,
    /// Whom the game waited for when the last row came.
    pub asked: Option<Seat>,
    /// The clocks before each step of this turn: what is taken back has gained no time.
    pub before: Vec<Clocks>,
}

/// How far the clocks were.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clocks {
    used: [i64; MAX_PLAYERS],
    since: i64,
}

/// What a row did, as far as somebody may be told.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// The step in the log.
    pub step: Option<Arc<LogEntry>>,
    /// Only this seat may know the step (T8).
    pub only: Option<u8>,
    /// The log was rewritten.
    pub rewritten: bool,
    /// Seats, status or result changed.
    pub table: bool,
    /// The game began: everybody gets everything.
    pub began: bool,
    pub(super) visible: [bool; MAX_PLAYERS + 1],
}

impl Fold {
    /// A table from its first row.
    pub fn open(row: &Row) -> Result<Fold, Deny> {
        let Row::Open {
            id,
            code,
            host,
            setup,
            seats,
            shuffle,
            public,
            open_hands,
            hide_left,
            no_watchers,
            hints,
            pace,
            secret,
        } = row
        else {
            return Err(Problem::with(ProblemKind::Internal, "a table begins with its opening").into());
        };
        let seat = |(i, occupant): (usize, &Occupant)| SeatInfo {
            occupant: occupant.clone(),
            colour: Colour::ALL[i % Colour::ALL.len()],
            nonce: false,
        };
        Ok(Fold {
            version: 1,
            at: 0,
            info: TableInfo {
                id: id.clone(),
                code: code.clone(),
                status: Status::Lobby,
                setup: setup.clone(),
                seats: seats.iter().enumerate().map(seat).collect(),
                host: host.clone(),
                public: *public,
                open_hands: *open_hands,
                hide_left: *hide_left,
                no_watchers: *no_watchers,
                hints: *hints,
                pace: *pace,
                commitment: fair::commitment(secret),
                result: None,
                ending: None,
                stop: Vec::new(),
                rematch: None,
            },
            shuffle: *shuffle,
            nonces: vec![None; seats.len()],
            secret: secret.clone(),
            play: None,
            shown: [1; MAX_PLAYERS + 1],
            frozen: None,
        })
    }

    /// The set-up, checked.
    pub fn setup(&self) -> Result<Setup, Problem> {
        let read = RecordSetup::from(&self.info.setup).read();
        read.map_err(|error| Problem::with(ProblemKind::Invalid, error.to_string()))
    }

    /// The game, if it has begun.
    pub fn game(&self) -> Option<&Game> {
        self.play.as_ref().map(|play| play.history.game())
    }

    /// The seat the game waits for.
    pub fn to_act(&self) -> Option<Seat> {
        self.game().filter(|_| self.info.status == Status::Playing).and_then(Game::to_act)
    }

    /// The number of the choice before a seat.
    pub fn decision(&self, seat: u8) -> u32 {
        self.play.as_ref().map_or(0, |play| play.decisions[seat as usize % MAX_PLAYERS])
    }

    /// Folds one more row, or says why it cannot be.
    pub fn advance(&mut self, row: &Row) -> Result<Told, Deny> {
        if let Some(why) = &self.frozen {
            return Err(Problem::with(ProblemKind::Frozen, why.clone()).into());
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
                Told { only: Some(*seat), ..Told::default() }
            }
            Row::Start { order, nonces, rules } => self.start(order, nonces, *rules)?,
            row => {
                self.reseat(row)?;
                Told { table: true, ..Told::default() }
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

    /// The row that was just folded, as it is stored: an `end` carries the hash of the state it led to.
    pub fn sealed(&self, mut row: Row) -> Row {
        if let (Row::Act { action, hash, .. }, Some(game)) = (&mut row, self.game())
            && action == "end"
        {
            *hash = Some(state_hash(game));
        }
        row
    }

    /// Tells the fold when its last row was stored.
    pub fn stamp(&mut self, at: i64, row: &Row, told: &Told) {
        let increment = match self.info.pace {
            Pace::Player { increment, .. } => increment as i64 * 1000,
            _ => 0,
        };
        let pace = self.info.pace;
        if let Some(play) = &mut self.play {
            match row {
                Row::Act { seat, action, .. } => {
                    play.before.push(Clocks { used: play.used, since: play.since });
                    // Who does something although not asked neither pays with time nor gives any to the one who is.
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
                // Who goes pays for the time until then: to leave and come back gains none.
                Row::Away { seat } if play.asked == Some(Seat(*seat)) && !play.in_window => {
                    play.used[*seat as usize % MAX_PLAYERS] += at - play.since.min(at);
                    play.since = at;
                }
                // Who comes back gets the time of a whole move again.
                Row::Back { seat } if play.asked == Some(Seat(*seat)) => {
                    play.since = at;
                    if let Pace::Player { minutes, .. } = pace {
                        let used = &mut play.used[*seat as usize % MAX_PLAYERS];
                        *used = (*used).min(minutes as i64 * 60_000 - ANEW);
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

    pub(super) fn playing(&mut self) -> Result<&mut Play, Deny> {
        let status = self.info.status;
        let play = self.play.as_mut().filter(|_| status == Status::Playing);
        play.ok_or_else(|| Problem::with(ProblemKind::WrongTime, "no game is running here").into())
    }

    fn act(&mut self, seat: u8, action: &str, hash: Option<&str>) -> Result<Told, Deny> {
        let parsed = action.parse::<Action>();
        let action = parsed.map_err(|error| Problem::with(ProblemKind::Malformed, error.to_string()))?;
        let play = self.playing()?;
        let before = play.history.game().table().clone();
        let mut events: Vec<Event> = Vec::new();
        play.history.apply(Seat(seat), action, &mut events)?;
        let shows: Vec<Show> = events.iter().map(Show::from).collect();
        let step = Arc::new(LogEntry { seat, action: action.to_string(), shows });
        play.log.push(step.clone());
        let game = play.history.game();
        let differs = hash.is_some_and(|hash| hash != state_hash(game));
        // T8: a pass that changes nothing on the table is nobody else's business; one that closes a window is seen by
        // its effects.
        let hidden = action == Action::Module(ModuleAction::Pass);
        let only = (hidden && *game.table() == before).then_some(seat);
        let result = game.result();
        if game.table().turn.seat != before.turn.seat {
            play.standing.iter_mut().for_each(|standing| standing.not_now = false);
        }
        if differs {
            self.frozen = Some(format!("step {} leads to another state than when it was played", self.version + 1));
        }
        if let Some(outcome) = &result {
            self.info.status = Status::Over;
            self.info.result = Some(ResultView {
                scores: outcome.scores.iter().copied().collect(),
                dirk: outcome.dirk,
                winners: outcome.winners.iter().map(|s| s.0).collect(),
            });
        }
        Ok(Told { step: Some(step), only, table: result.is_some(), ..Told::default() })
    }

    fn take_back(&mut self, seat: u8, how: fn(&mut History, Seat) -> Result<(), Refusal>) -> Result<Told, Deny> {
        let play = self.playing()?;
        how(&mut play.history, Seat(seat))?;
        let before = std::mem::take(&mut play.log);
        let log = &mut play.log;
        play.history.replay(|step, events, _| {
            let shows = events.iter().map(Show::from).collect();
            log.push(Arc::new(LogEntry { seat: step.seat.0, action: step.action.to_string(), shows }));
        });
        // The clocks are those of before the first step that is gone; what others laid open since stays (BN2).
        let same = |(old, new): (&Arc<LogEntry>, &Arc<LogEntry>)| (old.seat, &old.action) == (new.seat, &new.action);
        let gone = before.iter().zip(&play.log).take_while(|both| same(*both)).count();
        let untold = before.len().saturating_sub(play.before.len());
        if let Some(clocks) = gone.checked_sub(untold).and_then(|at| play.before.get(at)) {
            (play.used, play.since) = (clocks.used, clocks.since);
        }
        play.before.truncate(play.log.len().saturating_sub(untold));
        Ok(Told { rewritten: true, ..Told::default() })
    }

    fn start(&mut self, order: &[u8], nonces: &[String], rules: u32) -> Result<Told, Deny> {
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
        if rules != sabika_rules::RULES_VERSION {
            self.frozen = Some(format!("it was played under version {rules} of the rules"));
        }
        let history = History::new(setup, seed).map_err(|e| Problem::with(ProblemKind::Invalid, e.to_string()))?;
        let seats: Vec<SeatInfo> = order.iter().map(|i| self.info.seats[*i as usize].clone()).collect();
        self.info.seats = seats;
        self.info.seats.iter_mut().for_each(|s| s.nonce = true);
        self.nonces = nonces.iter().cloned().map(Some).collect();
        self.info.status = Status::Playing;
        self.play = Some(Play {
            history,
            log: Vec::new(),
            decisions: [0; MAX_PLAYERS],
            // Slow games do not stop for a vizier unless somebody wants them to (VZ4).
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
        });
        Ok(Told { table: true, began: true, ..Told::default() })
    }

    /// The record of a finished game, with what proves the deal.
    pub fn record(&self) -> Option<Record> {
        let play = self.play.as_ref().filter(|_| self.info.status == Status::Over)?;
        let names: Vec<String> = self.info.seats.iter().map(seat_name).collect();
        let mut record = Record::of(&play.history, &names);
        record.fairness = Some(Fairness {
            commitment: self.info.commitment.clone(),
            secret: Some(self.secret.clone()),
            nonces: self.nonces.iter().flatten().cloned().collect(),
        });
        Some(record)
    }

    /// Whether the game waits in a window.
    pub(super) fn in_window(&self) -> bool {
        self.game().is_some_and(|game| matches!(game.table().turn.stage, Stage::Window(_)))
    }
}

/// The hash of a state as rows have it.
fn state_hash(game: &Game) -> String {
    format!("{:016x}", game.state_hash())
}

fn seat_name(seat: &SeatInfo) -> String {
    match &seat.occupant {
        Occupant::Open => String::new(),
        Occupant::Person { name, .. } => name.clone(),
        Occupant::Bot { level } => format!("{level:?}").to_lowercase(),
    }
}
