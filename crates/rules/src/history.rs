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

    /// Plays at random to the end. `after` is shown the history after each step, and all that stood before the steps that can
    /// still be taken back.
    fn play(setup: Setup, seed: u64, mut after: impl FnMut(Seat, &History, &[History])) {
        let mut history = new(setup, seed);
        let mut dice = Dice::from_seed(seed);
        let (mut actions, mut open) = (Vec::new(), Vec::new());
        while let Some(seat) = history.game().to_act() {
            history.game().legal_actions(seat, &mut actions);
            let action = actions[dice.below(actions.len() as u32) as usize];
            open.push(history.clone());
            history.apply(seat, action, &mut Silent).expect("it was listed");
            if module::closes(action) {
                open.clear();
            }
            after(seat, &history, &open);
        }
    }

    /// T6: step by step or whole, undo restores exactly what was before; after `end` nothing can be taken back. On turns, on
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
                    Stage::Placing(Occasion::Favour) => favours += 1,
                    Stage::Placing(Occasion::Handout) => handouts += 1,
                    Stage::Chain => chains += 1,
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

    /// T6: only whoever is to act takes back, and only their own steps.
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

    /// T6: what was taken back is not among the steps; another way can be taken.
    #[test]
    fn t6_another_way() {
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

    /// A game in which the first player can buy a tile whose bonus card they hold, and the line that does it.
    fn with_bonus() -> (History, Seat, String, String) {
        let found = (0..5000).find_map(|seed| {
            let history = new(Setup::alhambra(2).with(Module::Bonus), seed);
            let (game, seat) = (history.game(), history.game().to_act()?);
            let mut actions = Vec::new();
            game.legal_actions(seat, &mut actions);
            let mut held = game.secrets.modules.own(seat).bonus.tiles();
            let tile = held.find(|t| game.table().market.find(*t).is_some())?;
            let line = actions.iter().find(|a| matches!(a, Action::Buy { tile: t, .. } if *t == tile))?.to_string();
            // Paid with more: then nothing else is due.
            let mut bought = history.clone();
            act(&mut bought, seat, &line);
            let placing = bought.game().table().turn.stage == Stage::Placing(Occasion::Turn);
            placing.then_some((history, seat, line, tile.to_string()))
        });
        found.expect("such a game comes soon")
    }

    /// T6: laying open a bonus card is not taken back by itself; but when the tile is no longer on the board the card is in
    /// the hand again (BN3).
    #[test]
    fn t6_a_bonus_card_laid_open() {
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

    /// T6: nor is a card that another lays open meanwhile, whatever is undone.
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
