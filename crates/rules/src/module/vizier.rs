//! The vizier's favour: one tile out of turn, for its exact price (VZ1–VZ7).

use core::fmt;

use super::Module;
use super::hooks::{Never, Parts, Rules, Then};
use crate::card::{Hand, Payment};
use crate::digest::Digest;
use crate::game::{Chair, Game};
use crate::notation::{Read, Words, write_cards};
use crate::position::value::{Value, list};
use crate::position::{PositionError, Supply};
use crate::refusal::{Chapter, Reason, Refusal, Rule, rules};
use crate::rng::Seed;
use crate::rule::buy;
use crate::seat::{Seat, SeatSet};
use crate::setup::{GameKind, Setup};
use crate::table::{Stage, Table, Window};
use crate::tile::Tile;

rules! { Chapter::Module(Module::Vizier); VZ1 VZ2 VZ3 VZ4 VZ5 VZ6 VZ7 }

/// The module.
pub struct Vizier;

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

/// What a seat can do with its vizier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Buys a tile out of turn (VZ2).
    Buy {
        /// The tile.
        tile: Tile,
        /// Its exact price.
        payment: Payment,
    },
    /// Wakes it (VZ5).
    Wake,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Buy { tile, payment } => {
                write!(f, "vizier {tile} with")?;
                write_cards(f, payment.cards())
            }
            Action::Wake => f.write_str("wake"),
        }
    }
}

impl Parts for Vizier {
    type Open = Open;
    type Own = ();
    type Action = Action;
    type Event = Never;
}

impl Rules for Vizier {
    type Hidden = ();
    type Expected = ();

    const MODULE: Module = Module::Vizier;
    const NAME: &'static str = "vizier";
    const RULES: &'static [&'static str] = RULES;
    const GAMES: &'static [GameKind] = &GameKind::ALL;

    /// VZ1: all are awake at the start.
    fn set_up(setup: &Setup, _: &Seed) -> (Open, ()) {
        (Open { awake: (1u8 << setup.players) - 1 }, ())
    }

    #[inline]
    fn list(chair: &Chair, push: &mut impl FnMut(Action)) {
        if check_wake(chair).is_ok() {
            push(Action::Wake);
        }
    }

    /// VZ4: only seats that could pay exactly for some tile are asked.
    #[inline]
    fn asks(game: &Game, window: Window) -> SeatSet {
        if window != Window::AfterTurn {
            return SeatSet::NONE;
        }
        let prices = buy::market_prices(&game.table);
        let (hands, awake) = (&game.secrets.hands, SeatSet::from_bits(game.table.modules.vizier.awake));
        let alone = hands.seats_where(|hand| !hand.money.exact().intersection(prices).is_empty()).intersection(awake);
        // Usually one currency decides, and few hands have pair cards.
        let others = hands.seats_where(Hand::has_pairs).intersection(awake.without(alone)).iter();
        let with_pair = others.filter(|seat| buy::makes_any_with_pair(&hands[*seat], prices)).collect();
        alone.union(with_pair)
    }

    fn list_window(chair: &Chair, window: Window, push: &mut impl FnMut(Action)) {
        if window != Window::AfterTurn || !is_awake(chair) {
            return;
        }
        for offer in buy::offers(chair.table) {
            buy::payments(chair.hand, offer, true, |payment| push(Action::Buy { tile: offer.tile, payment }));
        }
    }

    fn due(action: Action, stage: Stage) -> (Rule, bool) {
        match action {
            Action::Buy { .. } => (Rule::VZ2, stage == Stage::Window(Window::AfterTurn)),
            Action::Wake => (Rule::VZ5, stage == Stage::Action),
        }
    }

    fn check(chair: &Chair, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Buy { .. } if !is_awake(chair) => Err(Refusal::new(Rule::VZ2, Reason::Asleep)),
            Action::Buy { tile, payment } => {
                buy::check_payment(chair, buy::offer(chair.table, tile)?, payment, Some(Rule::VZ2))
            }
            Action::Wake => check_wake(chair),
        }
    }

    #[inline]
    fn apply(game: &mut Game, seat: Seat, action: Action) -> Then {
        let awake = &mut game.table.modules.vizier.awake;
        match action {
            Action::Buy { tile, payment } => {
                *awake &= !(1 << seat.0);
                // Paying exactly gives no extra action (VZ2).
                buy::buy(game, seat, tile, payment);
                Then::Bought
            }
            Action::Wake => {
                *awake |= 1 << seat.0;
                Then::Acted
            }
        }
    }

    fn digest(game: &Game, digest: &mut Digest) {
        let open = &game.table.modules.vizier;
        digest.bytes(game.table.players.seats().map(|(seat, _)| open.is_awake(seat) as u8));
    }

    /// The seats whose vizier is awake.
    fn write_open(table: &Table) -> Option<String> {
        let open = &table.modules.vizier;
        Some(list((0..table.setup.players).filter(|seat| open.is_awake(Seat(*seat)))))
    }

    fn read_open(table: &mut Table, _: &mut Supply, value: &Value) -> Result<(), PositionError> {
        for item in value.list() {
            table.modules.vizier.awake |= 1 << item.number(table.setup.players as u16 - 1)?;
        }
        Ok(())
    }

    fn parse(verb: &str, words: &mut Words) -> Option<Read<Action>> {
        match verb {
            "vizier" => Some(words.tile().and_then(|tile| {
                words.exactly("with")?;
                Ok(Action::Buy { tile, payment: words.payment()? })
            })),
            "wake" => Some(Ok(Action::Wake)),
            _ => None,
        }
    }
}

fn is_awake(chair: &Chair) -> bool {
    chair.table.modules.vizier.is_awake(chair.seat)
}

fn check_wake(chair: &Chair) -> Result<(), Refusal> {
    if is_awake(chair) { Err(Refusal::new(Rule::VZ5, Reason::Awake)) } else { Ok(()) }
}

#[cfg(test)]
mod tests;
