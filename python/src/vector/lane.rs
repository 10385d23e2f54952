//! One of many games that are played in parallel.

use sabika_bots::arena::Description;
use sabika_bots::features::Observer;
use sabika_bots::{Bot, Breadth, Budget, Turn};
use sabika_rules::{Action, Dice, Game, Outcome, Seat, Seed, Setup, SetupError, Viewer};

use crate::game::{number, plan, rewards, write_after};
use crate::ids::Listed;
use crate::observe::observe;

/// What is known about a game's turns before they are written.
pub type Plan = Observer;

/// A bot that makes no choice is out of the game; no game has this many choices.
const LONGEST: u32 = 20_000;

pub struct Lane {
    pub game: Game,
    pub listed: Listed,
    setup: Setup,
    /// The source of the next game's deal and of the bots' randomness.
    dice: Dice,
    described: Vec<Option<Description>>,
    bots: Vec<Option<Box<dyn Bot>>>,
    budget: Budget,
    actions: Vec<Action>,
    turns: Vec<Turn>,
    /// Ids that are set in this game's mask.
    marked: Vec<u32>,
    ended: Option<Outcome>,
    choices: u32,
}

impl Lane {
    pub fn new(
        setup: Setup,
        seed: u64,
        at: u64,
        described: &[Option<Description>],
        budget: Budget,
    ) -> Result<Lane, SetupError> {
        let mut dice =
            Dice::from_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ at.wrapping_mul(0xd134_2543_de82_ef95));
        let game = Game::new(setup, Seed(dice.seed().0))?;
        let mut lane = Lane {
            game,
            listed: Listed::default(),
            setup,
            dice,
            described: described.to_vec(),
            bots: Vec::new(),
            budget,
            actions: Vec::new(),
            turns: Vec::new(),
            marked: Vec::new(),
            ended: None,
            choices: 0,
        };
        lane.seat_bots();
        Ok(lane)
    }

    fn seat_bots(&mut self) {
        let dice = &mut self.dice;
        let bot = |described: &Option<Description>| described.as_ref().map(|d| d.entrant().bot(dice.next_u64()));
        self.bots = self.described.iter().map(bot).collect();
    }

    /// Lets bots play until another seat is to act, in this game or in the next one.
    pub fn settle(&mut self) -> Result<(), String> {
        loop {
            let Some(seat) = self.game.to_act().filter(|_| self.choices < LONGEST) else {
                self.ended = Some(self.game.result().unwrap_or_else(|| nobody(&self.game)));
                self.next_game()?;
                continue;
            };
            self.choices += 1;
            let Some(Some(bot)) = self.bots.get_mut(seat.index()) else { break };
            let counts = self.described[seat.index()].as_ref().is_some_and(|d| d.level.counts_cards());
            let viewer = if counts { Viewer::Counting(seat) } else { Viewer::Seat(seat) };
            let choice = bot.choose(&self.game.view(viewer), self.budget).ok_or("a bot made no choice")?;
            self.game.apply_unchecked(seat, choice);
        }
        if let Some(seat) = self.game.to_act() {
            number(&self.game, seat, &mut self.actions, &mut self.listed);
        }
        Ok(())
    }

    fn next_game(&mut self) -> Result<(), String> {
        let seed = Seed(self.dice.seed().0);
        self.game = Game::new(self.setup, seed).map_err(|e| e.to_string())?;
        self.choices = 0;
        self.seat_bots();
        Ok(())
    }

    /// Takes the action with this id.
    pub fn act(&mut self, id: i32) -> Result<(), String> {
        self.ended = None;
        let action = u32::try_from(id).ok().and_then(|id| self.listed.find(id));
        let (Some(action), Some(seat)) = (action, self.game.to_act()) else {
            return Err(format!("id {id} is not legal now"));
        };
        self.turns.clear();
        self.game.apply_unchecked(seat, action);
        self.settle()
    }

    pub fn random(&mut self) -> Option<u32> {
        let all = self.listed.all();
        let many = u32::try_from(all.len()).ok().filter(|many| *many > 0)?;
        Some(all[self.dice.below(many) as usize].0)
    }

    /// Lists whole turns.
    pub fn plan(&mut self, breadth: Breadth) -> Option<Plan> {
        let seat = self.game.to_act()?;
        let (observer, turns) = plan(&self.game, seat, breadth)?;
        self.turns = turns;
        Some(observer)
    }

    /// The number of turns listed.
    pub fn turns(&self) -> usize {
        self.turns.len()
    }

    pub fn write_turns(&mut self, plan: Option<Plan>, rows: &mut [i8]) {
        if let (Some(seat), Some(observer)) = (self.game.to_act(), plan) {
            write_after(&self.game, seat, &observer, &self.turns, rows);
        }
    }

    /// Plays one of them to its end.
    pub fn play_turn(&mut self, chosen: i64) -> Result<(), String> {
        self.ended = None;
        let turn = usize::try_from(chosen).ok().filter(|at| *at < self.turns.len());
        let (Some(turn), Some(seat)) = (turn, self.game.to_act()) else {
            return Err(format!("no turn {chosen}: there are {}", self.turns.len()));
        };
        for action in self.turns.swap_remove(turn).actions {
            if self.game.to_act() == Some(seat) {
                self.game.apply(seat, action, &mut sabika_rules::Silent).map_err(|e| e.to_string())?;
            }
        }
        self.turns.clear();
        self.settle()
    }

    /// Writes what Python sees of it.
    pub fn write(
        &mut self,
        row: Option<&mut [i8]>,
        mask: Option<&mut [i8]>,
        paid: &mut [f32],
        scores: &mut [i32],
        seat: &mut i8,
        done: &mut bool,
    ) {
        let to_act = self.game.to_act();
        *seat = to_act.map_or(-1, |seat| seat.0 as i8);
        *done = self.ended.is_some();
        paid.fill(0.0);
        if let Some(outcome) = &self.ended {
            rewards(outcome).seats().for_each(|(seat, reward)| paid[seat.index()] = *reward);
        }
        let ended = self.ended.as_ref().map(|outcome| &outcome.scores);
        for at in 0..self.setup.players {
            let now = || self.game.table().players[Seat(at)].score;
            scores[at as usize] = ended.map_or_else(now, |scores| scores[Seat(at)]) as i32;
        }
        if let (Some(row), Some(seat)) = (row, to_act) {
            observe(&self.game, seat, row);
        }
        if let Some(mask) = mask {
            self.marked.drain(..).for_each(|id| mask[id as usize] = 0);
            self.marked.extend(self.listed.all().iter().map(|(id, _)| *id));
            self.marked.iter().for_each(|id| mask[*id as usize] = 1);
        }
    }
}

/// A game that was cut short; all players share the win.
fn nobody(game: &Game) -> Outcome {
    let scores = game.table().players.map(|_, player| player.score);
    Outcome { dirk: None, winners: scores.seats().map(|(seat, _)| seat).collect(), scores }
}
