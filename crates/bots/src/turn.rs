//! Candidates: whole turns, and the position that each leads to.

use std::borrow::Cow;
use std::cell::OnceCell;

use sabika_rules::{Action, Dice, Game, Seat, View};

use crate::turn_plan;
use crate::value::Parts;
use crate::weights::Weights;

pub use crate::breadth::Breadth;

/// A turn from here to its end, or an answer in a window.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// All its actions, next one first; the last one is usually `end`.
    pub actions: Vec<Action>,
    /// The planner's estimate, by source: good enough to discard the worst turns.
    pub estimate: Parts,
}

impl Turn {
    /// The estimate as one number.
    pub(crate) fn value(&self) -> f32 {
        self.estimate.total()
    }
}

/// The position in which a turn is chosen.
pub struct Root<'a> {
    view: &'a View,
    seat: Seat,
    game: OnceCell<Cow<'a, Game>>,
}

impl<'a> Root<'a> {
    /// `None` if the viewer is not to act.
    pub fn new(view: &'a View) -> Option<Root<'a>> {
        let seat = view.seat().filter(|seat| view.to_act() == Some(*seat))?;
        Some(Root { view, seat, game: OnceCell::new() })
    }

    /// The same for a caller that already has a game that looks like this to the viewer, which saves sampling one.
    pub fn with_game(view: &'a View, game: &'a Game) -> Option<Root<'a>> {
        let root = Root::new(view)?;
        Some(Root { game: OnceCell::from(Cow::Borrowed(game)), ..root })
    }

    /// What the chooser knows.
    pub fn view(&self) -> &'a View {
        self.view
    }

    /// The choosing seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// A game that the viewer cannot tell from the real one. Evaluators must not use the order of deck and bags in it.
    pub fn game(&self) -> &Game {
        // A turn reveals nothing before it ends (T6), so any sample will do, and a fixed one is reproducible.
        self.game.get_or_init(|| Cow::Owned(self.view.sample(&mut Dice::from_seed(0))))
    }

    /// The position just before the last action of a turn, which is the only action that involves chance.
    pub fn after(&self, turn: &Turn) -> Game {
        let mut game = self.game().clone();
        self.play(turn, &mut game);
        game
    }

    /// Plays a turn up to its last action.
    pub(crate) fn play(&self, turn: &Turn, game: &mut Game) {
        let before_last = turn.actions.split_last().map_or(&[][..], |(_, before)| before);
        before_last.iter().for_each(|action| game.apply_unchecked(self.seat, *action));
    }
}

/// The turns worth considering, the planner's favourite first. Never empty for a [`Root`].
pub fn turns(root: &Root, weights: &Weights, breadth: Breadth) -> Vec<Turn> {
    turn_plan::plans(root.view(), weights, breadth)
}

#[cfg(test)]
mod tests {
    use sabika_rules::{GameKind, ModuleSet, Seed, Setup, Silent, Stage, Viewer};

    use super::*;

    /// Everything except a turn's last action can be done in the real game, and leads to the predicted position, as
    /// far as a counting player knows.
    #[test]
    fn turns_lead_where_they_say() {
        let all = Setup::alhambra(3).with_modules(ModuleSet::ALL);
        for setup in [all, Setup::alhambra(2), Setup::granada(3), Setup::new(GameKind::Combined, 2)] {
            let mut game = Game::new(setup, Seed::from(4)).expect("the set-up can be played");
            let mut asked = 0;
            while let Some(seat) = game.to_act() {
                let viewer = Viewer::Counting(seat);
                let view = game.view(viewer);
                let root = Root::new(&view).expect("it is this seat's turn");
                let turns = turns(&root, Weights::of(setup.game), Breadth::FULL);
                let best = &turns[0];
                asked += 1;
                for turn in turns.iter().filter(|_| asked % 7 == 0) {
                    let mut real = game.clone();
                    let (last, before) = turn.actions.split_last().expect("a turn has an action");
                    for action in before {
                        real.apply(seat, *action, &mut Silent).unwrap_or_else(|r| panic!("{turn:?}: {r}"));
                    }
                    assert_eq!(real.view(viewer), root.after(turn).view(viewer), "{turn:?}");
                    assert_eq!(real.check(seat, *last), Ok(()), "{turn:?}");
                    if view.table().turn.stage == Stage::Action {
                        assert_eq!(*last, Action::End);
                    }
                }
                best.actions.iter().for_each(|action| {
                    if game.to_act() == Some(seat) {
                        game.apply(seat, *action, &mut Silent).unwrap_or_else(|r| panic!("{best:?}: {r}"));
                    }
                });
            }
        }
    }
}
