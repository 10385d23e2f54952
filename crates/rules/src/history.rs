//! A game with the steps that led to it, so that steps can be undone (T6). Undo replays the remaining steps from the
//! start: there is no second way to change a game.

use crate::action::Action;
use crate::event::{Event, Events, Silent};
use crate::game::Game;
use crate::refusal::{Reason, Refusal, Rule};
use crate::rng::Seed;
use crate::seat::Seat;
use crate::setup::{Setup, SetupError};

/// One step of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The acting seat.
    pub seat: Seat,
    /// The action.
    pub action: Action,
}

/// A game and the steps that led to it.
#[derive(Debug, PartialEq, Eq)]
pub struct History {
    setup: Setup,
    seed: Seed,
    /// The position it began from, unless that was a deal.
    from: Option<Box<Game>>,
    steps: Vec<Step>,
    /// Boxed, because histories are moved around and games are large.
    game: Box<Game>,
}

impl Clone for History {
    fn clone(&self) -> History {
        let History { setup, seed, from, steps, game } = self;
        History { setup: *setup, seed: *seed, from: from.clone(), steps: steps.clone(), game: game.clone() }
    }

    /// Copies only what is in use, without a new allocation where there is room.
    fn clone_from(&mut self, source: &History) {
        let History { setup, seed, from, steps, game } = source;
        (self.setup, self.seed) = (*setup, *seed);
        self.from.clone_from(from);
        self.steps.clone_from(steps);
        self.game.clone_from(game);
    }
}

impl History {
    /// A new game.
    pub fn new(setup: Setup, seed: Seed) -> Result<History, SetupError> {
        Ok(History { setup, seed, from: None, steps: Vec::new(), game: Box::new(Game::new(setup, seed)?) })
    }

    /// A game that begins in the middle, under a version of the rules, which its position does not tell.
    pub fn from_position(mut game: Game, rules: u32) -> Result<History, SetupError> {
        game.table.setup = game.table.setup.under(rules);
        game.table.setup.check()?;
        let (setup, seed) = (game.table.setup, game.secrets.seed);
        let game = Box::new(game);
        Ok(History { setup, seed, from: Some(game.clone()), steps: Vec::new(), game })
    }

    /// Whether it began with a deal, which its seed proves, and not from a position.
    pub fn is_whole(&self) -> bool {
        self.from.is_none()
    }

    /// The game before its first step.
    pub fn first(&self) -> Game {
        let dealt = || Game::new(self.setup, self.seed).expect("the history was made with this set-up");
        self.from.as_deref().cloned().unwrap_or_else(dealt)
    }

    /// The current game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What is played.
    pub fn setup(&self) -> Setup {
        self.setup
    }

    /// The source of its randomness.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// The steps that led to the current game; undone steps are not included.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Applies an action if it is legal, and records it.
    pub fn apply<E: Events>(&mut self, seat: Seat, action: Action, events: &mut E) -> Result<(), Refusal> {
        self.game.apply(seat, action, events)?;
        self.steps.push(Step { seat, action });
        Ok(())
    }

    /// How many of its last steps a seat can undo: those since something hidden was last revealed (T6).
    pub fn undoable(&self, seat: Seat) -> usize {
        if self.game.to_act() != Some(seat) {
            return 0;
        }
        self.open_steps().filter(|(_, step)| step.seat == seat).count()
    }

    /// Undoes the acting seat's last step.
    pub fn undo(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.take_back(seat, 1)
    }

    /// Undoes everything the acting seat has done in this turn.
    pub fn restart(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.take_back(seat, usize::MAX)
    }

    /// The steps of the current turn, latest first, with their index. Cards revealed at any time are
    /// not included: they stay.
    fn open_steps(&self) -> impl Iterator<Item = (usize, &Step)> {
        let steps = self.steps.iter().enumerate().rev();
        let open = steps.take_while(|(_, step)| !step.action.is_final());
        open.filter(|(_, step)| !step.action.is_free())
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
            // A card whose tile is no longer on the board has returned to the hand: drop the step that revealed it.
            if let Err(refusal) = self.apply(step.seat, step.action, &mut Silent) {
                assert!(step.action.is_free(), "only what is done at any time was kept: {refusal}");
            }
        }
        Ok(())
    }

    /// Replays the recorded steps.
    fn refold(&mut self) {
        match &self.from {
            Some(from) => self.game.clone_from(from),
            None => self.game.reset(self.setup, self.seed).expect("the history was made with this set-up"),
        }
        self.steps.iter().for_each(|step| self.game.apply_unchecked(step.seat, step.action));
    }

    /// Replays all steps and passes each to `each`, with the events it caused and the game after it.
    pub fn replay(&self, mut each: impl FnMut(Step, &[Event], &Game)) {
        let mut game = self.first();
        let mut events = Vec::new();
        for step in &self.steps {
            events.clear();
            game.apply(step.seat, step.action, &mut events).expect("the step was played");
            each(*step, &events, &game);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Dice;
    use crate::setup::{Module, ModuleSet};
    use crate::table::{Occasion, Stage};

    fn new(setup: Setup, seed: u64) -> History {
        History::new(setup, Seed::from(seed)).expect("it can be played")
    }

    fn act(history: &mut History, seat: Seat, line: &str) {
        let action = line.parse().expect(line);
        history.apply(seat, action, &mut Silent).unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
    }

    const NOTHING: Refusal = Refusal::new(Rule::T6, Reason::NothingToUndo);

    /// Plays at random to the end. `after` is given the history after each step, and the games before the steps that can
    /// still be undone.
    fn play(setup: Setup, seed: u64, mut after: impl FnMut(Seat, &History, &[History])) {
        let mut history = new(setup, seed);
        let mut dice = Dice::from_seed(seed);
        let (mut actions, mut open) = (Vec::new(), Vec::new());
        while let Some(seat) = history.game().to_act() {
            history.game().legal_actions(seat, &mut actions);
            let action = actions[dice.below(actions.len() as u32) as usize];
            open.push(history.clone());
            history.apply(seat, action, &mut Silent).expect("it was listed");
            if action.is_final() {
                open.clear();
            }
            after(seat, &history, &open);
        }
    }

    /// T6: step by step or as a whole, undo restores exactly what was before; after `end` nothing can be undone. On turns, on
    /// purchases out of turn, and on tiles handed out at the end.
    #[test]
    fn t6_undo_restores_exactly_what_was_before() {
        let all: ModuleSet = Module::ALL.into_iter().filter(|m| *m != Module::Bonus).collect();
        let both: ModuleSet = [Module::Vizier, Module::Bureau].into_iter().collect();
        let (mut favours, mut handouts, mut chains) = (0, 0, 0);
        for setup in [
            Setup::alhambra(3).with_modules(all),
            Setup::alhambra(2),
            Setup::granada(2).with_modules(both),
            Setup::combined(4).with_modules(both),
        ] {
            play(setup, 5, |seat, history, before| {
                assert_eq!(history.undoable(seat), before.len());
                match history.game().table().turn.stage {
                    Stage::Placing(Occasion::OutOfTurn) => favours += 1,
                    Stage::Placing(Occasion::Handout) => handouts += 1,
                    Stage::Chain(_) => chains += 1,
                    _ => {}
                }
                let mut undone = history.clone();
                for earlier in before.iter().rev() {
                    assert_eq!(undone.undo(seat), Ok(()));
                    assert_eq!(&undone, earlier);
                }
                let unchanged = undone.clone();
                assert_eq!((undone.undo(seat), undone.restart(seat)), (Err(NOTHING), Err(NOTHING)));
                assert_eq!(undone, unchanged, "a refused undo changes nothing");
                let mut restarted = history.clone();
                assert_eq!(restarted.restart(seat).is_ok(), !before.is_empty());
                assert_eq!(&restarted, before.first().unwrap_or(history));
            });
        }
        assert!(favours > 0 && handouts > 0 && chains > 0, "all occasions came up: {favours} {handouts} {chains}");
    }

    /// T6: only the seat to act can undo, and only its own steps.
    #[test]
    fn t6_only_the_one_to_act() {
        let mut history = new(Setup::alhambra(3), 1);
        let seat = history.game().to_act().expect("it runs");
        let other = seat.after(1, 3);
        let mut actions = Vec::new();
        history.game().legal_actions(seat, &mut actions);
        history.apply(seat, actions[0], &mut Silent).expect("it was listed");
        assert_eq!((history.undoable(seat), history.undoable(other)), (1, 0));
        assert_eq!((history.undo(other), history.restart(other)), (Err(NOTHING), Err(NOTHING)));
        act(&mut history, seat, "end");
        assert_eq!(history.game().to_act(), Some(other));
        assert_eq!((history.undoable(seat), history.undoable(other)), (0, 0));
        assert_eq!((history.undo(seat), history.undo(other)), (Err(NOTHING), Err(NOTHING)), "nothing after `end`");
    }

    /// T6: undone steps are not recorded; the player can do something else.
    #[test]
    fn t6_after_undo_something_else_can_be_done() {
        let mut history = new(Setup::alhambra(3), 1);
        let seat = history.game().to_act().expect("it runs");
        let mut actions = Vec::new();
        history.game().legal_actions(seat, &mut actions);
        history.apply(seat, actions[0], &mut Silent).expect("it was listed");
        history.undo(seat).expect("one step");
        history.apply(seat, actions[1], &mut Silent).expect("it was listed");
        assert_eq!(history.steps(), [Step { seat, action: actions[1] }]);
        let mut replayed = Vec::new();
        history.replay(|step, _, game| replayed.push((step, game.clone())));
        assert_eq!(replayed, [(history.steps()[0], history.game().clone())]);
    }

    /// A game in which the first player can buy a tile whose bonus card they hold, and the action that does it.
    fn with_bonus() -> (History, Seat, String, String) {
        let found = (0..5000).find_map(|seed| {
            let history = new(Setup::alhambra(2).with(Module::Bonus), seed);
            let (game, seat) = (history.game(), history.game().to_act()?);
            let mut actions = Vec::new();
            game.legal_actions(seat, &mut actions);
            let mut held = game.secrets.modules.own(seat).bonus.tiles();
            let tile = held.find(|t| game.table().market.find(*t).is_some())?;
            let line = actions.iter().find(|a| matches!(a, Action::Buy { tile: t, .. } if *t == tile))?.to_string();
            // Overpaid, so that nothing else is due.
            let mut bought = history.clone();
            act(&mut bought, seat, &line);
            let placing = bought.game().table().turn.stage == Stage::Placing(Occasion::Turn);
            placing.then_some((history, seat, line, tile.to_string()))
        });
        found.expect("such a game comes soon")
    }

    /// T6: revealing a bonus card cannot be undone on its own; but if the tile is no longer on the board, the card is back in
    /// the hand (BN3).
    #[test]
    fn t6_a_revealed_bonus_card() {
        let (start, seat, buy, tile) = with_bonus();
        let mut history = start.clone();
        act(&mut history, seat, &buy);
        let bought = history.clone();
        act(&mut history, seat, &format!("place {tile} 1,0"));
        let placed = history.clone();
        act(&mut history, seat, &format!("reveal +{tile}"));
        assert_eq!(history.undoable(seat), placed.undoable(seat), "no step more");
        assert_eq!(history.game().table().modules.bonus.laid[seat.index()].len(), 1);
        history.undo(seat).expect("the placing");
        assert_eq!(history, bought, "not the card is taken back but the placing, and with it the card");
        act(&mut history, seat, &format!("place {tile} 1,0"));
        act(&mut history, seat, &format!("reveal +{tile}"));
        history.restart(seat).expect("two steps");
        assert_eq!(history, start);
    }

    /// T6: a card revealed by another player meanwhile stays revealed, whatever is undone.
    #[test]
    fn t6_anothers_bonus_card_stays() {
        let (mut history, seat, buy, tile) = with_bonus();
        act(&mut history, seat, &buy);
        act(&mut history, seat, &format!("place {tile} 1,0"));
        act(&mut history, seat, "end");
        let other = history.game().to_act().expect("it runs");
        let before = history.game().clone();
        let mut actions = Vec::new();
        history.game().legal_actions(other, &mut actions);
        history.apply(other, actions[0], &mut Silent).expect("it was listed");
        act(&mut history, seat, &format!("reveal +{tile}"));
        assert_eq!((history.undoable(seat), history.undoable(other)), (0, 1));
        history.undo(other).expect("the action");
        let mut expected = before;
        expected.apply(seat, format!("reveal +{tile}").parse().expect("a card"), &mut Silent).expect("it is held");
        assert_eq!(history.game(), &expected);
        assert_eq!(history.steps().len(), 4, "buy, place, end, reveal");
    }
}
