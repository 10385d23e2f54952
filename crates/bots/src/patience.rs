//! Limits repeated redesigning: it leaves money and market unchanged, so players who wait for each other would never finish a game.

use sabika_rules::Action;

use crate::turn::Turn;

/// This many turns in a row may only redesign.
const MOST: u8 = 3;

/// How many turns in a row a player has only redesigned.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Patience(u8);

impl Patience {
    /// After too many turns that only redesign, leaves out such turns if there is anything else to do.
    pub fn limit(self, turns: &mut Vec<Turn>) {
        if self.0 >= MOST && turns.iter().any(|turn| !only_redesigns(turn)) {
            turns.retain(|turn| !only_redesigns(turn));
        }
    }

    /// Records the turn that is played.
    pub fn note(&mut self, turn: &Turn) {
        self.0 = if only_redesigns(turn) { self.0.saturating_add(1) } else { 0 };
    }
}

fn only_redesigns(turn: &Turn) -> bool {
    let redesigns = |a: &Action| matches!(a, Action::Build { .. } | Action::Remove(_) | Action::Exchange { .. });
    turn.actions.iter().any(redesigns) && turn.actions.iter().all(|a| redesigns(a) || *a == Action::End)
}

#[cfg(test)]
mod tests {
    use sabika_rules::{BySeat, Setup};

    use crate::arena::{Entrant, play};
    use crate::evaluate::{Evaluator, Value};
    use crate::search::{Search, Settings};
    use crate::turn::Root;
    use crate::{Budget, Greedy};

    use super::*;

    /// Always prefers to change its board.
    struct Restless;

    impl Evaluator for Restless {
        fn evaluate(&self, root: &Root, turns: &[Turn], values: &mut Vec<Value>) {
            values.clear();
            let nothing = BySeat::new(root.view().table().player_count(), |_| 0.5);
            values.extend(turns.iter().map(|turn| Value {
                win: nothing.clone(),
                points: nothing.clone(),
                score: if only_redesigns(turn) { 1.0 } else { 0.0 },
            }));
        }
    }

    #[test]
    fn a_game_of_redesigners_ends() {
        let greedy = Entrant::new("greedy", true, |_| Box::new(Greedy::new(Restless)));
        let settings = Settings { depth: 1, ..Settings::DEFAULT };
        let search =
            Entrant::new("search", true, move |seed| Box::new(Search::new(Restless, seed).with_settings(settings)));
        let played =
            play(Setup::granada(2), 3, &[greedy, search], &[0, 1], Budget::Simulations(2)).expect("it is played");
        assert_eq!(played.stopped, None);
    }
}
