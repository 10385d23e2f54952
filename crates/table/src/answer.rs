//! How a table responds to the messages of its socket: with a row to store, or with an answer.

use sabika_rules::{Cell, Kind, Round, Seat, Tile, View, Viewer};

use crate::message::{Ask, FromServer, Placed, Problem, ProblemKind};
use crate::row::{By, Row};
use crate::show::Eyes;
use crate::table::{Error, Table};
use crate::terms::Status;

const LONGEST_ID: usize = 40;

/// The result of a message.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "answers are sent at once and not kept")]
pub enum Answer {
    /// An answer for the sender.
    Say(FromServer),
    /// A row to be stored; the answer carries the version as this seat sees it.
    Store {
        /// The acting seat.
        seat: u8,
        /// The step.
        row: Row,
    },
    /// A bot is asked what it would do for this seat, which is to act.
    Hint {
        /// The seat.
        seat: u8,
    },
    /// Not handled by the table: greeting, chat, presence.
    Other,
}

impl Ask {
    /// The page's id for the message; `hello` has none.
    pub fn id(&self) -> Option<&str> {
        match self {
            Ask::Hello { .. } => None,
            Ask::Act { id, .. }
            | Ask::Undo { id, .. }
            | Ask::Restart { id, .. }
            | Ask::Preview { id, .. }
            | Ask::Score { id, .. }
            | Ask::Left { id, .. }
            | Ask::Hint { id, .. }
            | Ask::Position { id, .. }
            | Ask::Standing { id, .. }
            | Ask::Chat { id, .. }
            | Ask::Ping { id } => Some(id),
        }
    }

    /// The seat that acts, if the message changes the table.
    pub fn changes(&self) -> Option<u8> {
        match self {
            Ask::Act { seat, .. } | Ask::Undo { seat, .. } | Ask::Restart { seat, .. } | Ask::Standing { seat, .. } => {
                Some(*seat)
            }
            _ => None,
        }
    }

    /// Parses a message and checks that its id can be stored.
    pub fn read(text: &str) -> Result<Ask, Problem> {
        let ask: Ask =
            serde_json::from_str(text).map_err(|error| Problem::with(ProblemKind::Malformed, error.to_string()))?;
        let wrong = |id: &str| id.is_empty() || id.chars().count() > LONGEST_ID;
        if ask.id().is_some_and(wrong) {
            return Err(Problem::with(ProblemKind::Invalid, "an id has 1 to 40 characters"));
        }
        Ok(ask)
    }
}

impl Table {
    /// Answers a player or a watcher.
    pub fn answer(&self, person: Option<&str>, ask: &Ask) -> Result<Answer, Error> {
        match ask {
            Ask::Act { .. } | Ask::Undo { .. } | Ask::Restart { .. } | Ask::Standing { .. } => self.change(person, ask),
            Ask::Preview { id, seat, tile } => {
                let tile = read_tile(tile)?;
                let preview = self.known(person, Some(*seat))?.preview(tile).ok_or(ProblemKind::WrongTime)?;
                Ok(Answer::Say(FromServer::Preview { id: id.clone(), preview: (&preview).into() }))
            }
            Ask::Score { id, round, with } => {
                let view = self.known(person, with.as_ref().map(|with| with.seat))?;
                Ok(Answer::Say(score(&view, id, *round, with.as_ref())?))
            }
            Ask::Left { id, seat } => {
                if self.info.hide_left {
                    return Err(Problem::with(ProblemKind::WrongTime, "this table hides what is left").into());
                }
                let view = self.known(person, *seat)?;
                Ok(Answer::Say(FromServer::Left { id: id.clone(), left: (&view).into() }))
            }
            Ask::Hint { seat, .. } => {
                self.holds(person.ok_or(ProblemKind::NoSession)?, *seat)?;
                if !self.info.hints || self.to_act().map(|s| s.0) != Some(*seat) {
                    return Err(Problem::with(ProblemKind::WrongTime, "no hint is available now").into());
                }
                Ok(Answer::Hint { seat: *seat })
            }
            Ask::Position { id, seat } => {
                self.holds(person.ok_or(ProblemKind::NoSession)?, *seat)?;
                let none =
                    || Problem::with(ProblemKind::WrongTime, "this position is not analysed before the game ends");
                let open = self.info.hints || self.info.status == Status::Over;
                let game = self.game().filter(|_| open).ok_or_else(none)?;
                // Cards are dealt and taken openly, so anyone who counted knows the other hands.
                let position = game.view(Viewer::Counting(Seat(*seat))).position();
                Ok(Answer::Say(FromServer::Position { id: id.clone(), position }))
            }
            Ask::Ping { id } => Ok(Answer::Say(FromServer::Pong { id: id.clone() })),
            Ask::Hello { .. } | Ask::Chat { .. } => Ok(Answer::Other),
        }
    }

    /// The row that stores what a player does.
    fn change(&self, person: Option<&str>, ask: &Ask) -> Result<Answer, Error> {
        let store = |seat: u8, decision: Option<u32>, row: &dyn Fn(By) -> Row| {
            let person = person.ok_or(ProblemKind::NoSession)?;
            self.holds(person, seat)?;
            // Every change except a standing answer responds to a choice.
            if decision.is_some_and(|decision| decision != self.decision(seat)) {
                return Err(ProblemKind::Stale.into());
            }
            let id = ask.id().unwrap_or_default().to_owned();
            Ok(Answer::Store { seat, row: row(By::Person { person: person.to_owned(), id }) })
        };
        match ask {
            Ask::Undo { .. } | Ask::Restart { .. } if self.enough_undone() => {
                Err(Problem::with(ProblemKind::TooMany, "too many steps undone in this turn").into())
            }
            Ask::Act { seat, decision, action, .. } => {
                store(*seat, Some(*decision), &|by| Row::Act { seat: *seat, action: action.clone(), by, hash: None })
            }
            Ask::Undo { seat, decision, .. } => store(*seat, Some(*decision), &|by| Row::Undo { seat: *seat, by }),
            Ask::Restart { seat, decision, .. } => {
                store(*seat, Some(*decision), &|by| Row::Restart { seat: *seat, by })
            }
            Ask::Standing { seat, pass, unless, not_now, .. } => {
                if unless.len() > Kind::COUNT || unless.iter().any(|code| Kind::from_code(code).is_none()) {
                    return Err(Problem::with(ProblemKind::Invalid, "`unless` must be a list of kind codes").into());
                }
                let row =
                    |by| Row::Standing { seat: *seat, pass: *pass, unless: unless.clone(), not_now: *not_now, by };
                store(*seat, None, &row)
            }
            _ => Ok(Answer::Other),
        }
    }

    /// What a seat knows, if the person holds it, or what a watcher knows.
    fn known(&self, person: Option<&str>, seat: Option<u8>) -> Result<View, Error> {
        let eyes = match seat {
            Some(seat) => {
                self.holds(person.ok_or(ProblemKind::NoSession)?, seat)?;
                Eyes::Seat(seat)
            }
            None => {
                self.may_watch(person)?;
                Eyes::Watcher
            }
        };
        Ok(self.rules_view(eyes).ok_or(ProblemKind::WrongTime)?)
    }
}

/// What every player would score if a round were scored now, or after placing a tile.
pub fn score(view: &View, id: &str, round: u8, with: Option<&Placed>) -> Result<FromServer, Problem> {
    let no_round = || Problem::with(ProblemKind::Invalid, "the round must be 1, 2 or 3");
    let round = Round::from_number(round).ok_or_else(no_round)?;
    let score = match with {
        None => view.score_now(round),
        Some(Placed { tile, cell: (x, y), .. }) => view
            .score_with(round, read_tile(tile)?, Cell { x: *x, y: *y })
            .ok_or_else(|| Problem::with(ProblemKind::Invalid, "the tile cannot be placed there"))?,
    };
    Ok(FromServer::Score { id: id.to_owned(), score: (&score).into() })
}

fn read_tile(code: &str) -> Result<Tile, Problem> {
    code.parse().map_err(|_| Problem::with(ProblemKind::Invalid, "unknown tile"))
}
