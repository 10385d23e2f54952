//! Plays like someone in their first game: likes a tile it can pay, a full purse and a long wall, and sees no further.

use sabika_rules::board::Line;
use sabika_rules::module::ModuleAction;
use sabika_rules::{Action, Board, Dice, Tile, View};

use crate::{Bot, Budget, dice_for, legal};

/// Chooses among moves that look good on their own.
#[derive(Clone, Debug)]
pub struct Novice {
    seed: u64,
}

/// Moves whose charm differs by less are all the same to a novice.
const CLOSE: f32 = 3.0;

impl Novice {
    pub fn new(seed: u64) -> Novice {
        Novice { seed }
    }
}

impl Bot for Novice {
    fn choose(&mut self, view: &View, _: Budget) -> Option<Action> {
        let mut actions = Vec::new();
        view.legal_actions(&mut actions);
        let seat = view.seat()?;
        let eye = Eye { view, board: &view.table().players[seat].board };
        let mut charms: Vec<(f32, Action)> = actions.iter().map(|a| (eye.charm(*a), *a)).collect();
        charms.sort_by(|a, b| b.0.total_cmp(&a.0));
        let close = charms.iter().take_while(|(charm, _)| *charm > charms[0].0 - CLOSE).count();
        let chosen = pick(close, &mut dice_for(view, self.seed));
        legal(view, charms.get(chosen).map(|(_, action)| *action).into_iter())
    }
}

/// One of the first few, the better ones more often.
fn pick(close: usize, dice: &mut Dice) -> usize {
    let n = close.max(1) as u32;
    dice.below(n).min(dice.below(n)) as usize
}

/// What a novice sees.
struct Eye<'a> {
    view: &'a View,
    board: &'a Board,
}

impl Eye<'_> {
    /// How good a move looks.
    fn charm(&self, action: Action) -> f32 {
        match action {
            Action::Take(pick) => {
                let sum: u8 = pick.cards().filter_map(|c| c.as_money()).map(|(_, value)| value).sum();
                let pair = pick.cards().any(|c| c.as_pair().is_some());
                if pair { 3.0 } else { 0.6 * sum as f32 + 0.3 * pick.cards().count() as f32 }
            }
            Action::Buy { tile, payment } => {
                let over = payment.total() as f32 - self.price(tile, payment.total());
                self.tile(tile) + if over == 0.0 { 1.0 } else { -0.4 * over }
            }
            Action::Place { tile, cell, flip } => {
                let mut board = self.board.clone();
                board.place(tile, cell);
                let line = board.longest(Line::Walls) + board.longest(Line::Moats);
                4.0 + line as f32 - if flip.is_some() { 3.0 } else { 0.0 }
            }
            Action::Reserve(_) => 0.0,
            Action::Build { tile, .. } => self.tile(tile) - 1.0,
            Action::Exchange { .. } => 0.0,
            Action::Remove(_) | Action::Dirk(_) => -20.0,
            Action::End => 0.0,
            Action::Module(action) => match action {
                ModuleAction::Vizier { tile, .. } => self.tile(tile) - 4.0,
                ModuleAction::Wake => 2.0,
                ModuleAction::Pass | ModuleAction::Done => 0.0,
                ModuleAction::Reveal(_) => 5.0,
                ModuleAction::Hut(_) => 2.0,
                ModuleAction::Falcon { card, .. } => 4.0 - card.as_money().map_or(0, |(_, value)| value) as f32 / 2.0,
            },
        }
    }

    /// Dear ones look grand, and so do walls and a kind one has already.
    fn tile(&self, tile: Tile) -> f32 {
        let same = self.board.tiles().iter().filter(|p| p.tile.building() == tile.building()).count();
        let own = if tile.building().is_some() { same.min(3) as f32 } else { 0.0 };
        3.0 + 0.15 * tile.price() as f32 + 0.5 * own
    }

    fn price(&self, tile: Tile, paid: u32) -> f32 {
        let offer = self.view.table().offers().find(|o| o.tile == tile);
        offer.map_or(paid as f32, |o| o.price as f32)
    }
}
