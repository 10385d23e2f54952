//! A single position for analysis: shown as a table where the seat to act sees everything, and playable from there.
//!
//! It is stored as one line of text. Whatever nobody knows, the order of deck and bags, is redealt whenever it is needed.

use serde::Serialize;

use sabika_rules::{Action, Dice, Event, Game, PositionError, Seat, Setup, Step, View, Viewer};

use crate::answer::score;
use crate::message::{Ask, FromServer, LogEntry, Problem, ProblemKind, Snapshot, TableInfo};
use crate::opening::Opening;
use crate::row::Row;
use crate::show::{faces, view_of};
use crate::table::Error;
use crate::terms::{Info, Occupant, TableResult, TableSetup};

/// A position that has been read and checked.
#[derive(Clone, Debug)]
pub struct Position {
    game: Game,
    /// What the seat to act knows, counting all hands.
    view: View,
}

/// A position as the page shows it.
#[derive(Clone, Debug, Serialize)]
pub struct PositionShown {
    /// The line of text, as the engine writes it.
    pub position: String,
    /// The table, with an empty log.
    pub snapshot: Snapshot,
    /// The next scoring round, 1 to 3; 4 if the game is over.
    pub round: u8,
    /// The seat to act.
    pub to_act: Option<u8>,
    /// Its legal actions, as lines of notation.
    pub legal: Vec<String>,
}

impl Position {
    /// Reads a line in either form. Anything it leaves open, such as other players' hands, is dealt from `seed`.
    pub fn read(line: &str, seed: u64) -> Result<Position, PositionError> {
        let line = line.trim();
        let game = if line.starts_with("game/") {
            line.parse::<Game>()?
        } else {
            line.parse::<View>()?.sample(&mut Dice::from_seed(seed))
        };
        // Nobody knows the order of hidden cards and tiles, so they are redealt even if the line gives it.
        let view = counted(&game);
        Ok(Position { game: view.sample(&mut Dice::from_seed(seed)), view })
    }

    /// A newly dealt game.
    pub fn dealt(setup: Setup, seed: u64) -> Result<Position, Problem> {
        let game = Game::new(setup, seed.into()).map_err(|e| Problem::with(ProblemKind::Invalid, e.to_string()))?;
        Ok(Position::of(game))
    }

    /// The position of a game.
    pub fn of(game: Game) -> Position {
        Position { view: counted(&game), game }
    }

    /// The position as one line of text, without what nobody knows.
    pub fn line(&self) -> String {
        self.view.position()
    }

    /// What the seat to act knows.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// What is played.
    pub fn setup(&self) -> &Setup {
        &self.view.table().setup
    }

    /// The seat to act, or the last one to act if nobody is.
    fn seat(&self) -> Seat {
        self.view.seat().unwrap_or(Seat(0))
    }

    /// The position as the page shows it.
    pub fn shown(&self) -> PositionShown {
        let mut legal = Vec::new();
        if self.view.to_act() == self.view.seat() {
            self.view.legal_actions(&mut legal);
        }
        let seat = self.seat();
        PositionShown {
            position: self.line(),
            round: self.round(),
            to_act: self.view.to_act().map(|seat| seat.0),
            legal: legal.iter().map(Action::to_string).collect(),
            snapshot: Snapshot {
                version: 1,
                viewer: Some(seat.0),
                yours: (0..self.view.table().setup.players).collect(),
                table: self.info(),
                game: Some(view_of(&self.game, Viewer::Counting(seat), |_| (0, 0))),
                log: Vec::new(),
                faces: faces(&self.game),
            },
        }
    }

    fn round(&self) -> u8 {
        use sabika_rules::ScoringCard::Drawn;
        let table = self.view.table();
        if self.game.result().is_some() {
            return 4;
        }
        let drawn = table.deck.scoring.iter().filter(|card| **card == Drawn).count();
        1 + (drawn - table.turn.due.len().min(drawn)) as u8
    }

    /// Answers the questions that can be asked of a table.
    pub fn answer(&self, ask: &Ask) -> Result<FromServer, Problem> {
        let id = ask.id().unwrap_or_default().to_owned();
        match ask {
            Ask::Preview { tile, .. } => {
                let tile = tile.parse().map_err(|_| Problem::with(ProblemKind::Invalid, "unknown tile"))?;
                let preview = self.view.preview(tile).ok_or(ProblemKind::WrongTime)?;
                Ok(FromServer::Preview { id, preview: (&preview).into() })
            }
            Ask::Score { round, with, .. } => score(&self.view, &id, *round, with.as_ref()),
            Ask::Left { .. } => Ok(FromServer::Left { id, left: (&self.view).into() }),
            _ => Err(ProblemKind::WrongTime.into()),
        }
    }

    /// Plays an action of the seat to act.
    pub fn play(&self, action: &str) -> Result<(Position, LogEntry), Error> {
        let parsed = action.parse::<Action>();
        let action = parsed.map_err(|error| Problem::with(ProblemKind::Malformed, error.to_string()))?;
        let seat = self.view.to_act().ok_or(ProblemKind::WrongTime)?;
        let mut game = self.game.clone();
        let mut events: Vec<Event> = Vec::new();
        game.apply(seat, action, &mut events)?;
        let entry = LogEntry::of(Step { seat, action }, &events, &game);
        Ok((Position::of(game), entry))
    }

    /// The rows of a table that continues from this position with these seats.
    pub fn rows(&self, id: &str, seats: Vec<Occupant>, secret: String) -> Result<Vec<Row>, Problem> {
        let setup = &self.view.table().setup;
        let host = seats.iter().find_map(|seat| match seat {
            Occupant::Person { person, .. } => Some(person.clone()),
            _ => None,
        });
        let (Some(host), true) = (host, seats.len() == setup.players as usize && !seats.contains(&Occupant::Open))
        else {
            return Err(Problem::with(ProblemKind::Invalid, "every seat must be taken"));
        };
        let players = seats.len();
        let opening = Opening { hints: true, ..Opening::private(host, TableSetup::from(setup), seats) };
        let open = opening.row(id.to_owned(), id.to_owned(), secret.clone());
        let start = Row::Start {
            order: (0..players as u8).collect(),
            nonces: vec![secret; players],
            rules: sabika_rules::RULES_VERSION,
            position: Some(self.game.position()),
        };
        Ok(vec![open, start])
    }

    fn info(&self) -> TableInfo {
        let setup = &self.view.table().setup;
        let seats = (0..setup.players).map(|i| Occupant::person(format!("seat {i}"), "")).collect();
        let result = self.game.result().map(TableResult::from);
        TableInfo::from(&Info::shown(TableSetup::from(setup), seats, result))
    }
}

/// What the seat to act knows if it counts cards; once the game is over, what the last one to act knew.
fn counted(game: &Game) -> View {
    game.view(Viewer::Counting(game.to_act().unwrap_or(game.table().turn.seat)))
}
