//! The engine's public interface: a game lists what is legal and applies actions.

use crate::action::Action;
use crate::board::Board;
use crate::card::Hand;
use crate::event::{Events, Silent};
use crate::module;
use crate::refusal::{Reason, Refusal, Rule};
use crate::rule;
use crate::seat::{BySeat, Seat};
use crate::secrets::Secrets;
use crate::table::{Stage, Table};
use crate::turn;

/// A running or finished game, including everything hidden.
///
/// Code that chooses an action for a seat should get a [`crate::View`] instead.
#[derive(Debug, PartialEq, Eq)]
pub struct Game {
    pub(crate) table: Table,
    pub(crate) secrets: Secrets,
}

/// Cloning into an existing game moves nothing in memory: search does it all the time.
impl Clone for Game {
    fn clone(&self) -> Game {
        let Game { table, secrets } = self;
        Game { table: table.clone(), secrets: secrets.clone() }
    }

    fn clone_from(&mut self, from: &Game) {
        let Game { table, secrets } = from;
        self.table.clone_from(table);
        self.secrets.clone_from(secrets);
    }
}

impl Game {
    /// Takes back what a seat has done in its turn: like `clone_from`, for a clone of `from` in which only this seat has acted, and has not
    /// ended its turn. Until then nobody else's board, reserve or score changes (T6), so these are not copied.
    pub fn restart_turn(&mut self, from: &Game, seat: Seat) {
        self.table.clone_shared_from(&from.table);
        self.table.players[seat].clone_from(&from.table.players[seat]);
        self.secrets.clone_from(&from.secrets);
    }
}

/// A seat and what it knows: the public table and its own cards. Listing and checking need no more, so that views can do
/// both.
#[derive(Clone, Copy)]
pub(crate) struct Chair<'a> {
    pub table: &'a Table,
    pub seat: Seat,
    pub hand: &'a Hand,
    pub own: module::Own,
}

impl<'a> Chair<'a> {
    #[inline]
    pub(crate) fn board(&self) -> &'a Board {
        &self.table.players[self.seat].board
    }
}

/// The result of a finished game (E4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Points by seat.
    pub scores: BySeat<u16>,
    /// Dirk's points (N3).
    pub dirk: Option<u16>,
    /// The winners; several share the win.
    pub winners: Vec<Seat>,
}

impl Game {
    /// Everything public.
    #[inline]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The seat the game waits for; `None` once it is over. In a window this is not public (T8).
    #[inline]
    pub fn to_act(&self) -> Option<Seat> {
        match self.table.turn.stage {
            Stage::Over => None,
            Stage::Window(_) => self.secrets.asked,
            _ => Some(self.table.turn.actor),
        }
    }

    /// The cards a seat holds.
    pub fn hand(&self, seat: Seat) -> &Hand {
        &self.secrets.hands[seat]
    }

    /// What a seat hides from the others besides its hand.
    pub fn own(&self, seat: Seat) -> module::Own {
        self.secrets.modules.own(seat)
    }

    #[inline]
    pub(crate) fn chair(&self, seat: Seat) -> Chair<'_> {
        let without_modules = self.table.setup.modules.is_empty();
        let own = if without_modules { module::Own::default() } else { self.secrets.modules.own(seat) };
        Chair { table: &self.table, seat, hand: &self.secrets.hands[seat], own }
    }

    /// Fills `actions` with everything the seat may choose from now: nothing if the game does not wait for it. Payments
    /// with superfluous cards are legal but not listed (B4); actions that are possible out of turn are in
    /// [`Game::free_actions`].
    pub fn legal_actions(&self, seat: Seat, actions: &mut Vec<Action>) {
        actions.clear();
        if self.to_act() == Some(seat) {
            rule::list(&self.chair(seat), actions);
        }
    }

    /// Actions that a seat may take at any time, without being asked.
    pub fn free_actions(&self, seat: Seat) -> Vec<Action> {
        let mut actions = Vec::new();
        if self.table.players.get(seat).is_some() {
            module::list_free(&self.chair(seat), &mut actions);
        }
        actions
    }

    /// Whether the action is legal for the seat now.
    pub fn check(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        if self.table.players.get(seat).is_none() {
            return Err(Refusal::new(Rule::T1, Reason::NotYourTurn));
        }
        rule::check(&self.chair(seat), self.to_act(), action)
    }

    /// Applies the action if it is legal; events go to `events`.
    pub fn apply<E: Events>(&mut self, seat: Seat, action: Action, events: &mut E) -> Result<(), Refusal> {
        self.check(seat, action)?;
        turn::apply(self, seat, action, events);
        Ok(())
    }

    /// Applies an action that is known to be legal, for search. An illegal one leaves the game in an invalid
    /// state, or panics.
    #[inline]
    pub fn apply_unchecked(&mut self, seat: Seat, action: Action) {
        turn::apply(self, seat, action, &mut Silent);
    }

    /// The result, once the game is over.
    pub fn result(&self) -> Option<Outcome> {
        if self.table.turn.stage != Stage::Over {
            return None;
        }
        let scores = self.table.players.map(|_, p| p.score);
        let best = scores.iter().copied().max().expect("there are players");
        // N5: Dirk cannot win.
        let winners = scores.seats().filter(|(_, s)| **s == best).map(|(seat, _)| seat).collect();
        let dirk = self.table.setup.has_dirk().then_some(self.table.dirk.score);
        Some(Outcome { scores, dirk, winners })
    }
}
