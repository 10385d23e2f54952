//! Plays like someone in their first game: likes a tile it can pay for, plenty of money and a long wall, and sees no further. It makes
//! the mistakes that people make: overlooking an exact payment, overvaluing a favourite kind, forgetting the wall.

use sabika_rules::board::Line;
use sabika_rules::module::{ModuleAction, falconers, vizier};
use sabika_rules::{Action, Board, Kind, Tile, View};

use crate::character::{Character, is_pretty};
use crate::outlook::kinds;
use crate::{Bot, Budget, dice_for};

/// Chooses among moves that look good on their own.
#[derive(Clone, Debug)]
pub struct Novice {
    seed: u64,
    character: Option<Character>,
}

/// Each type of mistake is made once in this many choices.
const MISTAKES: u32 = 2;

impl Novice {
    pub fn new(seed: u64) -> Novice {
        Novice { seed, character: None }
    }

    /// With a character's taste.
    pub fn with_character(self, character: Character) -> Novice {
        Novice { character: Some(character), ..self }
    }
}

impl Bot for Novice {
    fn choose(&mut self, view: &View, _: Budget) -> Option<Action> {
        let mut actions = Vec::new();
        view.legal_actions(&mut actions);
        let seat = view.seat()?;
        let mut dice = dice_for(view, self.seed);
        let [sums_overlooked, wall_forgotten] = [(); 2].map(|()| dice.below(MISTAKES) == 0);
        let eye = Eye {
            view,
            board: &view.table().players[seat].board,
            sums_overlooked,
            wall_forgotten,
            favourite: favourite(view, self.seed),
            character: self.character,
        };
        let best = actions.iter().map(|action| eye.charm(*action)).max_by(f32::total_cmp)?;
        // A novice does not compare walls of the same length: any of these will do.
        let close: Vec<Action> = actions.into_iter().filter(|action| eye.charm(*action) > best - CLOSE).collect();
        Some(close[dice.below(close.len() as u32) as usize])
    }
}

/// A novice does not distinguish moves whose appeal differs by less.
const CLOSE: f32 = 1.5;

/// This player's favourite kind in this game.
fn favourite(view: &View, seed: u64) -> Kind {
    let kinds: Vec<Kind> = kinds(view.table()).collect();
    kinds[(seed % kinds.len() as u64) as usize]
}

/// What a novice sees.
struct Eye<'a> {
    view: &'a View,
    board: &'a Board,
    sums_overlooked: bool,
    wall_forgotten: bool,
    favourite: Kind,
    character: Option<Character>,
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
                let spender = self.character == Some(Character::Beltran);
                let paid = match over {
                    0.0 if self.sums_overlooked && payment.cards().count() > 1 => -4.0,
                    0.0 => 1.0,
                    _ if spender => -0.3 * over,
                    _ => -0.4 * over,
                };
                self.tile(tile) + paid + if spender { 0.4 } else { 0.0 }
            }
            Action::Place { tile, cell, flip } => {
                let mut board = self.board.clone();
                board.place(tile, cell);
                let line = board.longest(Line::Walls) + board.longest(Line::Moats);
                let line = if self.wall_forgotten { 0.0 } else { line as f32 };
                4.0 + line - if flip.is_some() { 3.0 } else { 0.0 }
            }
            Action::Reserve(_) => 0.0,
            Action::Build { tile, .. } => self.tile(tile) - 1.0,
            Action::Exchange { .. } => 0.0,
            Action::Remove(_) | Action::Dirk(_) => -20.0,
            Action::End | Action::Done | Action::Pass => 0.0,
            Action::Module(action) => match action {
                ModuleAction::Vizier(vizier::Action::Buy { tile, .. }) => self.tile(tile) - 4.0,
                ModuleAction::Bonus(_) => 5.0,
                ModuleAction::Falconers(falconers::Action::Place { card, .. }) => {
                    4.0 - card.as_money().map_or(0, |(_, value)| value) as f32 / 2.0
                }
                _ => 2.0,
            },
        }
    }

    /// Expensive tiles look grand, and so do walls, kinds already owned, and a favourite kind.
    fn tile(&self, tile: Tile) -> f32 {
        let same = self.board.tiles().iter().filter(|p| p.tile.building() == tile.building()).count();
        let own = if tile.building().is_some() { same.min(3) as f32 } else { 0.0 };
        let favourite = match self.character {
            Some(Character::Noor) => is_pretty(tile),
            Some(_) => false,
            None => tile.building() == Some(self.favourite),
        };
        3.0 + 0.15 * tile.price() as f32 + 0.5 * own + if favourite { 1.8 } else { 0.0 }
    }

    fn price(&self, tile: Tile, paid: u32) -> f32 {
        let offer = self.view.table().offers().find(|o| o.tile == tile);
        offer.map_or(paid as f32, |o| o.price as f32)
    }
}
