//! A table as it was.

use sabika_rules::Game;

use super::fold::Fold;
use super::show::{Eyes, is_pass, view_of};
use crate::wire::{GameView, Snapshot};

impl Fold {
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
