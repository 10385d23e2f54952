//! A single turn from a position, for one player: everything except ending it can be tried, undone and asked about.
//! Nothing is stored: the position and the actions so far are the whole state.

use sabika_rules::{Action, Dice, Game, Round, ScoringCard, Seat, Step, View};
use serde::Serialize;

use crate::answer::score;
use crate::message::{
    Ask, FromServer, LengthsView, LogEntry, PointsView, PreviewView, Problem, ProblemKind, RefusalView, Snapshot,
    TableInfo,
};
use crate::show::{faces, view_of};
use crate::terms::{BotLevel, Info, Occupant, TableSetup};

/// A position and the actions taken so far.
#[derive(Clone, Debug)]
pub struct Exercise {
    seat: Seat,
    start: View,
    game: Game,
    log: Vec<LogEntry>,
}

/// The result of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurnOutcome {
    /// The city before the turn ends: each tile's code, x and y.
    pub board: Vec<(String, i8, i8)>,
    /// The lengths of its walls and moats.
    pub lengths: LengthsView,
    /// What the player would score if the next round came now.
    pub points: PointsView,
}

/// A player's turn compared with the solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// Whether both lead to the same position.
    pub same: bool,
    /// The next scoring round, 1 to 3.
    pub round: u8,
    /// Before the turn.
    pub before: TurnOutcome,
    /// After the player's turn.
    pub played: TurnOutcome,
    /// After the solution.
    pub best: TurnOutcome,
}

fn invalid(detail: impl Into<String>) -> Problem {
    Problem::with(ProblemKind::Invalid, detail)
}

impl Exercise {
    /// Reads a position as its player sees it and applies these actions; a final `end` changes nothing.
    pub fn read(position: &str, actions: &[String]) -> Result<Exercise, Problem> {
        let start: View = position.parse().map_err(|error| invalid(format!("the position: {error}")))?;
        let seat = start.seat().filter(|seat| start.to_act() == Some(*seat));
        let seat = seat.ok_or_else(|| invalid("the position: its viewer is not to act"))?;
        // A turn reveals nothing before it ends (T6), so any deal of the hidden cards and tiles will do.
        let game = start.sample(&mut Dice::from_seed(0));
        let mut exercise = Exercise { seat, start, game, log: Vec::new() };
        for (at, line) in actions.iter().enumerate().filter(|(_, line)| *line != "end") {
            let action: Action = line.parse().map_err(|error| invalid(format!("action {}: {error}", at + 1)))?;
            exercise.act(action).map_err(|refusal| invalid(format!("action {} (`{line}`): {refusal}", at + 1)))?;
        }
        Ok(exercise)
    }

    fn act(&mut self, action: Action) -> Result<(), sabika_rules::Refusal> {
        let mut events = Vec::new();
        self.game.apply(self.seat, action, &mut events)?;
        self.log.push(LogEntry::of(Step { seat: self.seat, action }, &events, &self.game));
        Ok(())
    }

    fn view(&self) -> View {
        self.game.view(self.start.viewer())
    }

    /// The whole table, for its player.
    pub fn snapshot(&self) -> Snapshot {
        let done = self.log.len();
        let numbers = |_| (done as u32, done as u8);
        Snapshot {
            version: done as u64,
            viewer: Some(self.seat.0),
            yours: vec![self.seat.0],
            table: self.info(),
            game: Some(view_of(&self.game, self.start.viewer(), numbers)),
            log: self.log.clone(),
            faces: faces(&self.game),
        }
    }

    /// Answers a question, or checks an action; the caller keeps the list of actions and appends it.
    pub fn answer(&self, ask: &Ask) -> FromServer {
        self.try_answer(ask).unwrap_or_else(|problem| FromServer::Problem { id: ask.id().map(str::to_owned), problem })
    }

    fn try_answer(&self, ask: &Ask) -> Result<FromServer, Problem> {
        let version = self.log.len() as u64;
        Ok(match ask {
            Ask::Hello { .. } => FromServer::Snapshot(self.snapshot()),
            Ask::Act { id, action, .. } => {
                let action: Action = action.parse().map_err(|error| invalid(format!("{error}")))?;
                match self.game.check(self.seat, action) {
                    Ok(()) => FromServer::Done { id: id.clone(), version: version + 1 },
                    Err(refusal) => FromServer::Refused { id: id.clone(), refusal: RefusalView::from(refusal) },
                }
            }
            Ask::Undo { id, .. } | Ask::Restart { id, .. } => FromServer::Done { id: id.clone(), version: version + 1 },
            Ask::Preview { id, tile, .. } => {
                let tile = tile.parse().map_err(|_| invalid("unknown tile"))?;
                let preview = self.view().preview(tile).ok_or(ProblemKind::WrongTime)?;
                FromServer::Preview { id: id.clone(), preview: PreviewView::from(&preview) }
            }
            Ask::Score { id, round, with } => score(&self.view(), id, *round, with.as_ref())?,
            Ask::Left { id, .. } => FromServer::Left { id: id.clone(), left: (&self.view()).into() },
            Ask::Ping { id } => FromServer::Pong { id: id.clone() },
            Ask::Hint { .. } | Ask::Position { .. } | Ask::Standing { .. } | Ask::Chat { .. } => {
                return Err(Problem::with(ProblemKind::WrongTime, "not available in an exercise"));
            }
        })
    }

    /// Compares the actions with the solution of the same position.
    pub fn compare(&self, solution: &Exercise) -> Comparison {
        let round = self.next_round();
        let start = Exercise { game: self.start.sample(&mut Dice::from_seed(0)), log: Vec::new(), ..self.clone() };
        Comparison {
            same: self.view() == solution.view(),
            round: round.number(),
            before: start.outcome(round),
            played: self.outcome(round),
            best: solution.outcome(round),
        }
    }

    fn outcome(&self, round: Round) -> TurnOutcome {
        let board = &self.game.table().players[self.seat].board;
        let sheet = self.view().score_now(round).sheet;
        TurnOutcome {
            board: board.tiles().iter().map(|laid| (laid.tile.to_string(), laid.cell.x, laid.cell.y)).collect(),
            lengths: LengthsView::of_board(board),
            points: PointsView::of(&sheet.seats[self.seat]),
        }
    }

    /// The next scoring round.
    fn next_round(&self) -> Round {
        let drawn = self.start.table().deck.scoring.iter().filter(|card| **card == ScoringCard::Drawn).count();
        Round::from_number(drawn as u8 + 1).unwrap_or(Round::Third)
    }

    /// The other seats are bots of the level that played the game.
    fn info(&self) -> TableInfo {
        let setup = &self.start.table().setup;
        let seat = |i: u8| match i == self.seat.0 {
            true => Occupant::person("here", ""),
            false => Occupant::Bot { level: BotLevel::Architect },
        };
        let info = Info::shown(TableSetup::from(setup), (0..setup.players).map(seat).collect(), None);
        TableInfo::from(&Info { host: "here".to_owned(), no_watchers: true, ..info })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// The puzzles of the page: position, best turn and the other turns.
    fn puzzles() -> Vec<(String, Vec<String>, Vec<Vec<String>>)> {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/puzzles/puzzles.json");
        let whole: Value =
            serde_json::from_str(&std::fs::read_to_string(file).expect("the page has puzzles")).expect("JSON");
        let lines = |turn: &Value| -> Vec<String> { serde_json::from_value(turn["do"].clone()).expect("lines") };
        let read = |puzzle: &Value| {
            let others = puzzle["others"].as_array().expect("a list").iter().map(lines).collect();
            (puzzle["position"].as_str().expect("a line").to_owned(), lines(&puzzle["best"]), others)
        };
        whole["puzzles"].as_array().expect("a list").iter().map(read).collect()
    }

    /// Every puzzle can be played: its solution is legal step by step, and no other listed turn leads to the same position.
    #[test]
    fn puzzles_can_be_played_and_have_one_solution() {
        for (position, best, others) in puzzles() {
            let solution = Exercise::read(&position, &best).unwrap_or_else(|problem| panic!("{position}: {problem:?}"));
            assert!(solution.compare(&solution).same);
            for other in others {
                let played =
                    Exercise::read(&position, &other).unwrap_or_else(|problem| panic!("{other:?}: {problem:?}"));
                assert!(!played.compare(&solution).same, "{other:?} in {position}");
            }
            for step in 0..best.len() {
                let before = Exercise::read(&position, &best[..step]).expect("the solution is legal");
                let act = Ask::Act { id: "1".into(), seat: 0, decision: 0, action: best[step].clone() };
                assert!(matches!(before.answer(&act), FromServer::Done { .. }), "{} in {position}", best[step]);
            }
        }
    }

    /// The table offers a choice, undo and scores of coming rounds; it answers questions and refuses what the rules refuse.
    #[test]
    fn a_turn_can_be_tried_and_asked_about() {
        let (position, best, _) = puzzles().into_iter().next().expect("there is a puzzle");
        let start = Exercise::read(&position, &[]).expect("a position").snapshot();
        let choice = start.game.expect("a game").choice.expect("its player is asked");
        assert!(choice.to_act && choice.undo == 0);
        assert!(start.table.open_hands && !start.table.hints);
        let begun = Exercise::read(&position, &best[..1]).expect("the first step is legal");
        let choice = begun.snapshot().game.expect("a game").choice.expect("its player is asked");
        assert_eq!((choice.undo, choice.decision), (1, 1));
        let ask = |what: Ask| begun.answer(&what);
        let score = Ask::Score { id: "s".into(), round: 1, with: None };
        assert!(matches!(ask(score), FromServer::Score { .. }));
        let left = Ask::Left { id: "l".into(), seat: None };
        assert!(matches!(ask(left), FromServer::Left { .. }));
        let act = |line: &str| Ask::Act { id: "a".into(), seat: 0, decision: 1, action: line.into() };
        assert!(matches!(ask(act("place T9ne 9,9")), FromServer::Refused { .. }));
        assert!(matches!(ask(act("dance")), FromServer::Problem { .. }));
        assert!(matches!(ask(Ask::Hint { id: "h".into(), seat: 0 }), FromServer::Problem { .. }));
    }

    #[test]
    fn invalid_exercises_are_refused_with_a_reason() {
        let wrong = |position: &str, actions: &[&str]| {
            let actions: Vec<String> = actions.iter().map(|line| (*line).to_owned()).collect();
            Exercise::read(position, &actions).expect_err("it is wrong").detail.unwrap_or_default()
        };
        assert!(wrong("chess", &[]).starts_with("the position: "));
        let (position, ..) = puzzles().into_iter().next().expect("there is a puzzle");
        assert!(wrong(&position, &["dance"]).starts_with("action 1: "));
        assert!(wrong(&position, &["place T9ne 9,9"]).starts_with("action 1 (`place T9ne 9,9`): "));
    }
}
