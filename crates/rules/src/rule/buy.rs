//! Buying (B1–B4), and all other payments.

use crate::action::Action;
use crate::card::{Card, Hand, Payment, Purse};
use crate::currency::Currency;
use crate::game::{Chair, Game};
use crate::module;
use crate::refusal::{Reason, Refusal, Rule};
use crate::seat::Seat;
use crate::table::{Market, Table};
use crate::tile::Tile;

/// A tile that can be bought, and for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The tile.
    pub tile: Tile,
    /// The currency asked.
    pub currency: Currency,
    /// The price.
    pub price: u8,
    /// Whether more than the price is refused.
    pub exact: bool,
}

/// Everything on sale.
pub(crate) fn offers(table: &Table) -> impl Iterator<Item = Offer> + '_ {
    let market = table.market.tiles().map(|(space, tile)| Offer {
        tile,
        currency: Market::currency(space),
        price: tile.price(),
        exact: false,
    });
    market.chain(module::offers(table))
}

pub(crate) fn offer(table: &Table, tile: Tile) -> Result<Offer, Refusal> {
    offers(table).find(|o| o.tile == tile).ok_or_else(|| module::no_offer(table, tile))
}

pub(crate) fn any(chair: &Chair) -> bool {
    offers(chair.table).any(|o| any_payment(chair.hand, o, o.exact))
}

pub(crate) fn list(chair: &Chair, out: &mut Vec<Action>) {
    for offer in offers(chair.table) {
        payments(chair.hand, offer, offer.exact, |payment| out.push(Action::Buy { tile: offer.tile, payment }));
    }
}

pub(crate) fn check(chair: &Chair, tile: Tile, payment: Payment) -> Result<(), Refusal> {
    let offer = offer(chair.table, tile)?;
    check_payment(chair, offer, payment, offer.exact.then_some(Rule::BZ2))
}

/// Whether the cards pay an offer; `exact` names the rule that asks for the exact price, if one does.
pub(crate) fn check_payment(chair: &Chair, offer: Offer, payment: Payment, exact: Option<Rule>) -> Result<(), Refusal> {
    let no = |rule, reason| Err(Refusal::new(rule, reason).tile(offer.tile));
    if !payment.pays(offer.currency) {
        return no(if payment.by_pair().is_some() { Rule::BC3 } else { Rule::B1 }, Reason::WrongCurrency);
    }
    if !chair.hand.can_give(payment) {
        return no(Rule::B1, Reason::NotInHand);
    }
    if payment.total() < offer.price as u32 {
        return no(Rule::B1, Reason::TooLittle);
    }
    match exact {
        Some(rule) if payment.total() != offer.price as u32 => no(rule, Reason::NotExact),
        _ => Ok(()),
    }
}

/// Pays and takes the tile (B2). Tells whether the price was paid exactly (B3).
pub(crate) fn buy(game: &mut Game, seat: Seat, tile: Tile, payment: Payment) -> bool {
    let exact = offers(&game.table).any(|o| o.tile == tile && o.price as u32 == payment.total());
    pay(game, seat, payment);
    game.table.market.remove(tile);
    module::bought(&mut game.table, tile);
    game.table.turn.waiting.insert(tile);
    exact
}

/// The cards go to the discard pile (B2, B4).
pub(crate) fn pay(game: &mut Game, seat: Seat, payment: Payment) {
    game.secrets.hands[seat].pay(payment);
    game.table.discard.receive(payment);
}

/// Every payment from which no card can be left out (B4).
#[inline]
pub(crate) fn payments(hand: &Hand, offer: Offer, exact: bool, mut f: impl FnMut(Payment)) {
    let price = offer.price as i32;
    let own = hand.money[offer.currency];
    if own.total() as i32 >= price {
        one_currency(own, 9, price, exact, Purse::EMPTY, &mut |p| f(Payment::plain(offer.currency, p)));
    }
    if hand.pairs != 0 {
        for pair in hand.pairs() {
            mixed(hand, pair, offer, exact, &mut f);
        }
    }
}

/// Adds cards from high to low until the price is reached: then the last card is the lowest, and without it the rest
/// would not do. So each such payment comes up once, and no other.
fn one_currency(left: Purse, top: u8, due: i32, exact: bool, chosen: Purse, f: &mut impl FnMut(Purse)) {
    let mut values = left.values() & ((1u16 << top) - 1);
    while values != 0 {
        let value = 16 - values.leading_zeros() as u8;
        values &= !(1 << (value - 1));
        let card = Purse::card(value);
        if value as i32 >= due {
            if !exact || value as i32 == due {
                f(chosen.plus(card));
            }
        } else {
            one_currency(left.minus(card), value, due - value as i32, exact, chosen.plus(card), f);
        }
    }
}

/// The same with cards of two currencies (BC3); the pair card must be of use.
fn mixed(hand: &Hand, pair: Card, offer: Offer, exact: bool, f: &mut impl FnMut(Payment)) {
    let Some([first, second]) = pair.as_pair() else { return };
    if offer.currency != first && offer.currency != second {
        return;
    }
    let own_is_first = offer.currency == first;
    let left = [hand.money[first], hand.money[second]];
    if left[0].total() + left[1].total() < offer.price as u32 {
        return;
    }
    two_currencies(left, 18, offer.price as i32, exact, [Purse::EMPTY; 2], &mut |[a, b]| {
        let foreign = if own_is_first { b } else { a };
        if !foreign.is_empty()
            && let Some(payment) = Payment::mixed(pair, a, b)
        {
            f(payment);
        }
    });
}

/// `top` counts (value, currency) steps from 1 to 18: value (top + 1) / 2, the second currency on the even ones.
fn two_currencies(
    left: [Purse; 2],
    top: u8,
    due: i32,
    exact: bool,
    chosen: [Purse; 2],
    f: &mut impl FnMut([Purse; 2]),
) {
    for step in (1..=top).rev() {
        let (value, which) = (step.div_ceil(2), (step % 2 == 0) as usize);
        if left[which].count(value) == 0 {
            continue;
        }
        let (mut left, mut chosen) = (left, chosen);
        let card = Purse::card(value);
        left[which] = left[which].minus(card);
        chosen[which] = chosen[which].plus(card);
        if value as i32 >= due {
            if !exact || value as i32 == due {
                f(chosen);
            }
        } else {
            two_currencies(left, step, due - value as i32, exact, chosen, f);
        }
    }
}

pub(crate) fn any_payment(hand: &Hand, offer: Offer, exact: bool) -> bool {
    let mut found = false;
    if !exact && hand.money[offer.currency].total() >= offer.price as u32 {
        return true;
    }
    payments(hand, offer, exact, |_| found = true);
    found
}
