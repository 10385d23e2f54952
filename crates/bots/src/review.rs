//! Reviews a game: for each turn, what was played, what was best, and what the difference cost.
//!
//! Turns are valued by the position that each leads to, as a counting player sees it, without looking further ahead: the numbers are the
//! same on every machine, and a whole game takes seconds.

use sabika_rules::{Action, BySeat, Game, Seat, Stage, Step, Viewer};

use crate::evaluate::Evaluator;
use crate::explain::{Reason, reasons};
use crate::order::best_first;
use crate::search::Expected;
use crate::turn::{Breadth, Root, Turn, turns};
use crate::value::Parts;
use crate::weights::Weights;

/// A turn of a game, or an answer in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The seat.
    pub seat: Seat,
    /// Its first step.
    pub from: usize,
    /// The step after its last.
    pub to: usize,
}

/// The turns of a game, given the game before each of its steps. Actions taken at any time, without being asked, are not turns.
pub fn played<'a>(games: impl IntoIterator<Item = &'a Game>, steps: &[Step]) -> Vec<Played> {
    let mut turns: Vec<Played> = Vec::new();
    let (mut open, mut asked) = (false, false);
    for (at, (game, step)) in games.into_iter().zip(steps).enumerate() {
        if game.to_act() != Some(step.seat) {
            continue;
        }
        let turn = &game.table().turn;
        let in_window = matches!(turn.stage, Stage::Window(_));
        // Who answers in a window may have the next turn, too.
        let begins = (turn.stage == Stage::Action && turn.first) || (in_window && !asked);
        match turns.last_mut().filter(|turn| open && !begins && turn.seat == step.seat) {
            Some(turn) => turn.to = at + 1,
            None => turns.push(Played { seat: step.seat, from: at, to: at + 1 }),
        }
        open = !step.action.is_final();
        asked = in_window;
    }
    turns
}

/// The value of a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// After the turn that was played.
    pub played: Expected,
    /// After the best turn; the same if that was played.
    pub best: Expected,
    /// All actions of the best turn; `None` if none is better than the one played.
    pub better: Option<Vec<Action>>,
    /// After the best of all other turns.
    pub next: Option<Expected>,
    /// What speaks for the turn that was played.
    pub reasons: Vec<Reason>,
    /// What speaks for the better one; empty if there is none.
    pub better_reasons: Vec<Reason>,
    /// Everybody's chance of winning after the turn that was played.
    pub chances: BySeat<f32>,
}

impl Review {
    /// The chance of winning that was lost.
    pub fn cost(&self) -> f32 {
        (self.best.win - self.played.win).max(0.0)
    }

    /// The points that were lost.
    pub fn points(&self) -> f32 {
        (self.best.lead - self.played.lead).max(0.0)
    }

    /// How much better it was than any other turn, in chance of winning: 0 unless it was the best.
    pub fn find(&self) -> f32 {
        self.next.filter(|_| self.better.is_none()).map_or(0.0, |next| (self.played.win - next.win).max(0.0))
    }

    /// How well it was played, from 0 to 100: 100 for the best, less the more it cost.
    pub fn accuracy(&self) -> f32 {
        100.0 * (1.0 - self.cost() / CARELESS).max(0.0)
    }
}

/// Losing this chance of winning with every turn gives an accuracy of 0. About what random play loses.
const CARELESS: f32 = 0.08;

/// Reviews a turn. `None` if this seat is not to act, or if the actions are not a complete legal turn.
pub fn review(evaluator: &impl Evaluator, game: &Game, seat: Seat, actions: &[Action]) -> Option<Review> {
    let view = game.view(Viewer::Counting(seat));
    let root = Root::new(&view)?;
    let mut candidates = turns(&root, Weights::of(view.table().setup.game), Breadth::WIDE);
    // What was played comes first, so that it is always valued and wins ties.
    candidates.insert(0, Turn { actions: actions.to_vec(), estimate: Parts::default() });
    is_legal(root.game(), seat, actions).then_some(())?;
    let mut values = Vec::with_capacity(candidates.len());
    evaluator.evaluate(&root, &candidates, &mut values);
    let expected = |at: usize| Expected::of(view.table(), &values[at], seat);
    let left = |at: usize| root.after(&candidates[at]).view(Viewer::Counting(seat));
    let why = |at: usize| reasons(&root, &candidates[at].actions, &root.after(&candidates[at]));
    let mine = left(0);
    // Turns that the evaluator left out have no value.
    let mut order: Vec<usize> = (1..values.len()).filter(|at| values[*at].score.is_finite()).collect();
    best_first(&mut order, |at| values[*at].score);
    // The planner may reach the same position in another order; a turn with the same result does not count as another turn.
    let other = order.into_iter().find(|at| values[*at].score > values[0].score || left(*at) != mine);
    let better = other.filter(|at| values[*at].score > values[0].score && expected(*at).win > expected(0).win);
    Some(Review {
        played: expected(0),
        best: expected(better.unwrap_or(0)),
        better: better.map(|at| candidates[at].actions.clone()),
        next: other.map(expected),
        reasons: why(0),
        better_reasons: better.map(why).unwrap_or_default(),
        chances: values[0].win.clone(),
    })
}

fn is_legal(game: &Game, seat: Seat, actions: &[Action]) -> bool {
    let mut game = game.clone();
    let Some((last, before)) = actions.split_last() else { return false };
    let played = before.iter().all(|action| game.apply(seat, *action, &mut sabika_rules::Silent).is_ok());
    played && game.check(seat, *last).is_ok()
}

/// The key moments of one seat: the two turns that cost most, and the best find. In the order of the game.
pub fn key_moments<'a>(turns: impl IntoIterator<Item = (usize, &'a Review)>) -> Vec<usize> {
    let turns: Vec<(usize, &Review)> = turns.into_iter().collect();
    let best = |of: &dyn Fn(&Review) -> f32, many: usize| {
        let mut worth: Vec<(usize, f32)> = turns.iter().map(|(at, review)| (*at, of(review))).collect();
        worth.retain(|(_, worth)| *worth >= WORTH_A_LOOK);
        best_first(&mut worth, |(_, worth)| *worth);
        worth.into_iter().take(many).map(|(at, _)| at).collect::<Vec<_>>()
    };
    let mut moments = best(&Review::cost, 2);
    moments.extend(best(&Review::find, 1));
    moments.sort_unstable();
    moments
}

/// A smaller difference in the chance of winning is not a key moment.
const WORTH_A_LOOK: f32 = 0.01;

#[cfg(all(test, feature = "networks"))]
mod tests {
    use sabika_rules::{Module, Seed, Setup, Silent};

    use super::*;
    use crate::{Bot, Budget, Level, NetworkAlone};

    /// A game between these levels: the games before each step, and the steps.
    fn game_of(setup: Setup, levels: &[Level]) -> (Vec<Game>, Vec<Step>) {
        let mut game = Game::new(setup, Seed::from(11)).expect("the set-up can be played");
        let mut bots: Vec<Box<dyn Bot>> = levels.iter().map(|level| level.bot(3)).collect();
        let (mut games, mut steps) = (Vec::new(), Vec::new());
        while let Some(seat) = game.to_act() {
            let view = game.view(levels[seat.index()].viewer(seat));
            let action = bots[seat.index()].choose(&view, Budget::Simulations(1)).expect("there is something to do");
            games.push(game.clone());
            steps.push(Step { seat, action });
            game.apply(seat, action, &mut Silent).expect("bots play legally");
        }
        (games, steps)
    }

    fn reviews(games: &[Game], steps: &[Step]) -> Vec<(Seat, Review)> {
        let turns = played(games, steps);
        let review_of = |turn: &Played| {
            let actions: Vec<Action> = steps[turn.from..turn.to].iter().map(|step| step.action).collect();
            (turn.seat, review(&NetworkAlone, &games[turn.from], turn.seat, &actions).expect("it was played"))
        };
        turns.iter().map(review_of).collect()
    }

    /// The turns of a game include all its steps, and each is complete.
    #[test]
    fn turns_are_complete() {
        let (games, steps) = game_of(Setup::alhambra(3), &[Level::Novice, Level::Apprentice, Level::Builder]);
        let turns = played(&games, &steps);
        assert_eq!(turns.iter().map(|turn| turn.to - turn.from).sum::<usize>(), steps.len());
        assert!(turns.windows(2).all(|pair| pair[0].to == pair[1].from));
        let ends = turns.iter().filter(|turn| steps[turn.to - 1].action == Action::End).count();
        assert!(ends > 30 && ends + 4 >= turns.len(), "{ends} of {} turns end", turns.len());
    }

    /// T5: an answer in a window is no part of the turn that the same player has next; both are reviewed.
    #[test]
    fn answers_in_windows_are_reviewed_by_themselves() {
        let setup = Setup::alhambra(3).with(Module::Vizier).with(Module::Bonus);
        let (games, steps) = game_of(setup, &[Level::Builder; 3]);
        let turns = played(&games, &steps);
        let ends = |step: &Step| step.action.is_final();
        let next_is_own = |pair: &[Played]| {
            pair[0].seat == pair[1].seat && steps[pair[0].to - 1].action == Action::Pass && pair[0].to == pair[1].from
        };
        assert!(turns.windows(2).any(next_is_own), "somebody passes in a window and has the next turn");
        assert!(turns.iter().all(|turn| !steps[turn.from..turn.to - 1].iter().any(ends)), "nothing follows an end");
        assert_eq!(reviews(&games, &steps).len(), turns.len());
    }

    /// A player who plays by the same network makes no mistakes; a beginner does; and the numbers are reproducible.
    #[test]
    fn the_better_player_is_more_accurate() {
        let levels = [Level::Novice, Level::Architect, Level::Builder];
        let (games, steps) = game_of(Setup::alhambra(3), &levels);
        let found = reviews(&games, &steps);
        let mean = |seat: u8| {
            let own: Vec<f32> = found.iter().filter(|(s, _)| s.0 == seat).map(|(_, r)| r.accuracy()).collect();
            own.iter().sum::<f32>() / own.len() as f32
        };
        assert!(mean(1) > 99.0 && mean(1) > mean(2) && mean(2) > mean(0), "{} {} {}", mean(0), mean(1), mean(2));
        assert!(found.iter().all(|(_, r)| (r.chances.iter().sum::<f32>() - 1.0).abs() < 0.01));
        assert!(found.iter().all(|(_, r)| r.better.is_some() == (r.best != r.played)));
        let novice = |found: &[(Seat, Review)]| {
            key_moments(found.iter().enumerate().filter(|(_, (s, _))| s.0 == 0).map(|(at, (_, r))| (at, r)))
        };
        let moments = novice(&found);
        assert!((2..=3).contains(&moments.len()) && moments.is_sorted());
        let worst = found.iter().filter(|(s, _)| s.0 == 0).map(|(_, r)| r.cost()).fold(0.0, f32::max);
        assert!(moments.iter().any(|at| found[*at].1.cost() == worst), "the worst mistake is a key moment");
        assert_eq!(reviews(&games, &steps), found);
    }

    /// An illegal turn is not reviewed.
    #[test]
    fn an_illegal_turn_has_no_review() {
        let game = Game::new(Setup::alhambra(3), Seed::from(11)).expect("it can be played");
        let seat = game.to_act().expect("somebody begins");
        assert_eq!(review(&NetworkAlone, &game, seat, &[Action::End]), None);
        assert_eq!(review(&NetworkAlone, &game, seat, &[]), None);
        let other = Seat((seat.0 + 1) % 3);
        assert_eq!(review(&NetworkAlone, &game, other, &[Action::End]), None);
    }
}
