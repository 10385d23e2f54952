//! The vizier's favour: one tile out of turn, for its exact price (VZ1–VZ7).

use super::ModuleAction;
use crate::card::Payment;
use crate::game::{Chair, Game};
use crate::refusal::{Reason, Refusal, Rule};
use crate::rule::buy;
use crate::seat::Seat;
use crate::setup::{Module, Setup};
use crate::tile::Tile;

/// Which viziers are awake.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Open {
    awake: u8,
}

impl Open {
    /// Whether a seat's vizier is awake.
    pub fn is_awake(&self, seat: Seat) -> bool {
        self.awake >> seat.0 & 1 != 0
    }
}

/// VZ1: all are awake at the start.
pub(super) fn set_up(setup: &Setup) -> Open {
    let all = (1u8 << setup.players) - 1;
    Open { awake: if setup.modules.has(Module::Vizier) { all } else { 0 } }
}

/// VZ4: only those are asked who could pay some tile exactly.
pub(super) fn asks(chair: &Chair) -> bool {
    chair.table.modules.vizier.is_awake(chair.seat)
        && buy::offers(chair.table).any(|offer| buy::any_payment(chair.hand, offer, true))
}

pub(super) fn list(chair: &Chair, push: &mut impl FnMut(ModuleAction)) {
    for offer in buy::offers(chair.table) {
        buy::payments(chair.hand, offer, true, |payment| push(ModuleAction::Vizier { tile: offer.tile, payment }));
    }
}

pub(super) fn check(chair: &Chair, tile: Tile, payment: Payment) -> Result<(), Refusal> {
    if !chair.table.modules.vizier.is_awake(chair.seat) {
        return Err(Refusal::new(Rule::VZ2, Reason::Asleep));
    }
    buy::check_payment(chair, buy::offer(chair.table, tile)?, payment, Some(Rule::VZ2))
}

pub(super) fn check_wake(chair: &Chair) -> Result<(), Refusal> {
    if chair.table.modules.vizier.is_awake(chair.seat) {
        return Err(Refusal::new(Rule::VZ5, Reason::Awake));
    }
    Ok(())
}

pub(super) fn buy(game: &mut Game, seat: Seat, tile: Tile, payment: Payment) {
    game.table.modules.vizier.awake &= !(1 << seat.0);
    // Paying exactly gives no further action (VZ2).
    buy::buy(game, seat, tile, payment);
}

pub(super) fn wake(game: &mut Game, seat: Seat) {
    game.table.modules.vizier.awake |= 1 << seat.0;
}
