//! A table at an earlier moment, and the course of a game.

use std::cmp::Ordering;

use sabika_rules::{Action, Event, Game, Round, Step, Viewer};

use crate::message::{CourseTurn, GameView, LogEntry, Problem, ProblemKind, Snapshot};
use crate::show::{Eyes, is_pass, view_of};
use crate::table::Table;
use crate::terms::Status;

/// The course of a game: an entry for each `end` before the last round.
#[derive(Default)]
pub(crate) struct Course {
    rounds: u8,
    pub turns: Vec<CourseTurn>,
}

impl Course {
    /// Adds a step, which led to this game.
    pub fn add(&mut self, step: Step, events: &[Event], game: &Game) {
        self.rounds += events.iter().filter(|event| matches!(event, Event::Scored(_))).count() as u8;
        let Some(round) = Round::from_number(self.rounds + 1).filter(|_| step.action == Action::End) else { return };
        let (table, now) = (game.table(), game.view(Viewer::Watcher).score_now(round).sheet);
        self.turns.push(CourseTurn {
            points: table.players.seats().map(|(seat, p)| p.score + now.seats[seat].total()).collect(),
            dirk: now.dirk.map(|score| table.dirk.score + score.total()),
        });
    }
}

/// Whether a step is in a viewer's log.
pub(crate) fn visible(entry: &LogEntry, eyes: Eyes) -> bool {
    !is_pass(entry) || eyes.seat() == Some(entry.seat)
}

impl Table {
    /// The course of a finished game; `None` while it can still change.
    pub fn course(&self) -> Option<Vec<CourseTurn>> {
        if let Some(kept) = &self.kept {
            return Some(kept.course.clone());
        }
        let play = self.play.as_ref().filter(|_| self.info.status == Status::Over)?;
        let mut course = Course::default();
        play.history.replay(|step, events, game| course.add(step, events, game));
        Some(course.turns)
    }

    /// Whether somebody may see what a seat saw earlier: once a game is over, everything is public.
    pub fn may_look_back(&self, person: Option<&str>, seat: u8) -> Result<(), Problem> {
        if seat as usize >= self.info.seats.len() {
            return Err(Problem::with(ProblemKind::Invalid, "unknown seat"));
        }
        match self.info.status {
            Status::Over => Ok(()),
            _ => self.holds(person.unwrap_or_default(), seat),
        }
    }

    /// What a viewer saw after this many of the steps in their log. It offers no choices.
    pub fn moment(&self, eyes: Eyes, yours: Vec<u8>, steps: usize) -> Result<Snapshot, Problem> {
        let too_far = || Problem::with(ProblemKind::NotFound, "the game does not have that many steps");
        if self.kept.is_some() {
            let last = self.snapshot(eyes, yours);
            return match steps.cmp(&last.log.len()) {
                Ordering::Less => Err(Problem::with(ProblemKind::Frozen, "only the end of this game can be shown")),
                Ordering::Equal => Ok(last),
                Ordering::Greater => Err(too_far()),
            };
        }
        let play = self.play.as_ref().ok_or_else(too_far)?;
        let history = &play.history;
        let mut found = (steps == 0).then(|| history.first());
        let mut seen = 0;
        let mut entries = play.log.iter();
        history.replay(|_, _, game| {
            let shown = entries.next().is_none_or(|entry| visible(entry, eyes));
            seen += shown as usize;
            if seen == steps && shown {
                found = Some(game.clone());
            }
        });
        let view = view_of(&found.ok_or_else(too_far)?, self.viewer(eyes), |_| (0, 0));
        let whole = self.snapshot(eyes, yours);
        Ok(Snapshot {
            game: Some(GameView { choice: None, clock: None, ..view }),
            log: whole.log.into_iter().take(steps).collect(),
            ..whole
        })
    }
}
