//! A table as it was, and how a game went.

use sabika_rules::{Action, Event, Game, Round, Viewer};

use super::fold::Fold;
use super::show::{Eyes, is_pass, view_of};
use crate::wire::{CourseTurn, GameView, Snapshot, Status};

impl Fold {
    /// How a finished game went: an entry for each `end` until the last round; `None` while it can still change.
    pub fn course(&self) -> Option<Vec<CourseTurn>> {
        let play = self.play.as_ref().filter(|_| self.info.status == Status::Over)?;
        let (mut rounds, mut turns) = (0, Vec::new());
        play.history.replay(|step, events, game| {
            rounds += events.iter().filter(|event| matches!(event, Event::Scored(_))).count() as u8;
            let Some(round) = Round::from_number(rounds + 1).filter(|_| step.action == Action::End) else { return };
            let (table, now) = (game.table(), game.view(Viewer::Watcher).score_now(round).sheet);
            turns.push(CourseTurn {
                points: table.players.seats().map(|(seat, p)| p.score + now.seats[seat].total()).collect(),
                dirk: now.dirk.map(|score| table.dirk.score + score.total()),
            });
        });
        Some(turns)
    }

    /// What a viewer saw after so many of the steps in their log; `None`: there were not so many. Nothing can be chosen in it.
    pub fn moment(&self, eyes: Eyes, yours: Vec<u8>, steps: usize) -> Option<Snapshot> {
        let play = self.play.as_ref()?;
        let history = &play.history;
        let mut found = (steps == 0).then(|| Game::new(history.setup(), history.seed()).ok()).flatten();
        let mut seen = 0;
        let mut entries = play.log.iter();
        history.replay(|_, _, game| {
            let hidden = entries.next().is_some_and(|entry| is_pass(entry) && eyes.seat() != Some(entry.seat));
            seen += !hidden as usize;
            if seen == steps && !hidden {
                found = Some(game.clone());
            }
        });
        let view = view_of(&found?, self.viewer(eyes), |_| (0, 0));
        let whole = self.snapshot(eyes, yours);
        Some(Snapshot {
            game: Some(GameView { choice: None, clock: None, ..view }),
            log: whole.log.into_iter().take(steps).collect(),
            ..whole
        })
    }
}
