//! A game with the steps that led to it, so that steps can be taken back (T6). Undo folds the steps that remain from the
//! start: there is no second way to change a game.

use crate::action::Action;
use crate::event::{Event, Events, Silent};
use crate::game::Game;
use crate::module;
use crate::refusal::{Reason, Refusal, Rule};
use crate::rng::Seed;
use crate::seat::Seat;
use crate::setup::{Setup, SetupError};

/// One step of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Who.
    pub seat: Seat,
    /// What.
    pub action: Action,
}

/// A game and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    setup: Setup,
    seed: Seed,
    steps: Vec<Step>,
    game: Game,
}

impl History {
    /// A new game.
    pub fn new(setup: Setup, seed: Seed) -> Result<History, SetupError> {
        Ok(History { setup, seed, steps: Vec::new(), game: Game::new(setup, seed)? })
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What is played.
    pub fn setup(&self) -> Setup {
        self.setup
    }

    /// What its chance grows from.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// The steps that led to it; what was taken back is not among them.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Does an action if it is legal, and remembers it.
    pub fn apply<E: Events>(&mut self, seat: Seat, action: Action, events: &mut E) -> Result<(), Refusal> {
        self.game.apply(seat, action, events)?;
        self.steps.push(Step { seat, action });
        Ok(())
    }

    /// How many of its last steps a seat can take back: those since hidden things last came to light (T6).
    pub fn undoable(&self, seat: Seat) -> usize {
        if self.game.to_act() != Some(seat) {
            return 0;
        }
        self.open_steps().filter(|(_, step)| step.seat == seat).count()
    }

    /// Takes the acting seat's last step back.
    pub fn undo(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.take_back(seat, 1)
    }

    /// Takes back all that the acting seat has done in this turn.
    pub fn restart(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.take_back(seat, usize::MAX)
    }

    /// The steps of the turn that is under way, latest first, with their place among all. Cards laid open at any time are
    /// not among them: they stay.
    fn open_steps(&self) -> impl Iterator<Item = (usize, &Step)> {
        let steps = self.steps.iter().enumerate().rev();
        let open = steps.take_while(|(_, step)| !module::closes(step.action));
        open.filter(|(_, step)| !module::stays(step.action))
    }

    fn take_back(&mut self, seat: Seat, most: usize) -> Result<(), Refusal> {
        let count = self.undoable(seat).min(most);
        let gone: Vec<usize> = self.open_steps().take(count).map(|(at, _)| at).collect();
        let Some(from) = gone.last().copied() else {
            return Err(Refusal::new(Rule::T6, Reason::NothingToUndo));
        };
        let kept = self.steps.split_off(from).into_iter().enumerate();
        let kept: Vec<Step> = kept.filter(|(i, _)| !gone.contains(&(from + i))).map(|(_, step)| step).collect();
        self.refold();
        for step in kept {
            // A card laid open whose tile is no longer there is in the hand again (BN3): that step is gone, too.
            let _ = self.apply(step.seat, step.action, &mut Silent);
        }
        Ok(())
    }

    /// Plays the remembered steps again.
    fn refold(&mut self) {
        if let Ok(game) = Game::new(self.setup, self.seed) {
            self.game = game;
        }
        self.steps.iter().for_each(|step| self.game.apply_unchecked(step.seat, step.action));
    }

    /// Plays all steps again and hands each to `each`, with the events it caused and the game after it.
    pub fn replay(&self, mut each: impl FnMut(Step, &[Event], &Game)) {
        let Ok(mut game) = Game::new(self.setup, self.seed) else { return };
        let mut events = Vec::new();
        for step in &self.steps {
            events.clear();
            if game.apply(step.seat, step.action, &mut events).is_ok() {
                each(*step, &events, &game);
            }
        }
    }
}
