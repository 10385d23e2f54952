//! Buying (B1–B4), and all other payments.

use core::ops::ControlFlow::{self, Break, Continue};

use crate::action::Action;
use crate::card::{Card, Hand, Payment};
use crate::currency::Currency;
use crate::game::{Chair, Game};
use crate::module;
use crate::purse::{Purse, Sums};
use crate::refusal::{Reason, Refusal, Rule};
use crate::seat::Seat;
use crate::table::{Market, Table};
use crate::tile::Tile;

/// A tile on sale, and its price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The tile.
    pub tile: Tile,
    /// The currency required.
    pub currency: Currency,
    /// The price.
    pub price: u8,
    /// The rule that forbids overpaying, if there is one.
    pub exact: Option<Rule>,
}

/// Everything on sale.
pub(crate) fn offers(table: &Table) -> impl Iterator<Item = Offer> + '_ {
    on_market(table).chain(module::offers(table))
}

fn on_market(table: &Table) -> impl Iterator<Item = Offer> + '_ {
    table.market.tiles().map(|(space, tile)| market_offer(space, tile))
}

#[inline]
pub(crate) fn market_offer(space: usize, tile: Tile) -> Offer {
    Offer { tile, currency: Market::currency(space), price: tile.price(), exact: None }
}

/// Whether a hand can pay for an offer, whoever's turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// Its price can be paid exactly (B3).
    Exact,
    /// Only by overpaying: at least this much (B1).
    Over(u32),
    /// This much is missing (B1).
    Short(u32),
    /// It is sold only for exactly its price, which the hand cannot make.
    NotExact,
}

impl Table {
    /// Everything on sale.
    pub fn offers(&self) -> impl Iterator<Item = Offer> + '_ {
        offers(self)
    }
}

impl Hand {
    /// Every payment for an offer without superfluous cards (B4); `exact`: only of its exact price.
    pub fn payments(&self, offer: Offer, exact: bool, f: impl FnMut(Payment)) {
        payments(self, offer, exact, f);
    }

    /// Whether the hand can pay for an offer.
    pub fn means(&self, offer: Offer) -> Means {
        let price = offer.price as u32;
        let (mut least, mut most) = (None, 0);
        let alone = [self.money[offer.currency], Purse::EMPTY];
        let with_pairs = pairs_for(self, offer).map(|(_, both)| both.map(|currency| self.money[currency]));
        for [a, b] in with_pairs.chain([alone]) {
            most = most.max(a.total() + b.total());
            let enough = b.sums(a.sums(1)) >> price;
            if enough != 0 {
                let sum = price + enough.trailing_zeros();
                least = Some(least.map_or(sum, |least: u32| least.min(sum)));
            }
        }
        match least {
            None => Means::Short(price - most),
            Some(sum) if sum == price => Means::Exact,
            Some(_) if offer.exact.is_some() => Means::NotExact,
            Some(sum) => Means::Over(sum),
        }
    }
}

pub(crate) fn offer(table: &Table, tile: Tile) -> Result<Offer, Refusal> {
    offers(table).find(|o| o.tile == tile).ok_or_else(|| module::no_offer(table, tile))
}

pub(crate) fn any(chair: &Chair) -> bool {
    // Tiles next to the market cost as much as a tile on it.
    on_market(chair.table).any(|offer| any_payment(chair.hand, offer, false))
}

pub(crate) fn list(chair: &Chair, out: &mut Vec<Action>) {
    let mut list = |offer: Offer| {
        payments(chair.hand, offer, offer.exact.is_some(), |payment| {
            out.push(Action::Buy { tile: offer.tile, payment })
        });
    };
    let prices = market_prices(chair.table);
    // Whether a single offer can be paid for is unpredictable, so those that cannot are left out beforehand.
    let payable = if chair.hand.has_pairs() { prices } else { prices.intersection(chair.hand.money.within()) };
    let market = &chair.table.market;
    for space in payable.spaces() {
        let tiles = [market.spaces[space], market.beside[space]];
        tiles.into_iter().flatten().for_each(|tile| list(market_offer(space, tile)));
    }
    module::offers(chair.table).for_each(list);
}

pub(crate) fn check(chair: &Chair, tile: Tile, payment: Payment) -> Result<(), Refusal> {
    let offer = offer(chair.table, tile)?;
    check_payment(chair, offer, payment, offer.exact)
}

/// Whether the cards pay for an offer; `exact` names the rule that requires the exact price, if one does.
pub(crate) fn check_payment(chair: &Chair, offer: Offer, payment: Payment, exact: Option<Rule>) -> Result<(), Refusal> {
    let no = |rule, reason| Err(Refusal::new(rule, reason).tile(offer.tile));
    if !payment.pays(offer.currency) {
        return no(module::wrong_currency_rule(payment).unwrap_or(Rule::B1), Reason::WrongCurrency);
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

/// Pays and takes the tile (B2). Returns whether the price was paid exactly (B3).
pub(crate) fn buy(game: &mut Game, seat: Seat, tile: Tile, payment: Payment) -> bool {
    let was_on_market = game.table.market.remove(tile);
    let price = if was_on_market { tile.price() } else { offer(&game.table, tile).expect("it is on sale").price };
    take(game, seat, tile, payment);
    price as u32 == payment.total()
}

/// The same for a known half of the market.
#[inline(always)]
pub(crate) fn buy_from(game: &mut Game, seat: Seat, half: usize, payment: Payment) {
    let tile = game.table.market.take(half).expect("it is on sale");
    take(game, seat, tile, payment);
}

#[inline(always)]
fn take(game: &mut Game, seat: Seat, tile: Tile, payment: Payment) {
    pay(game, seat, payment);
    module::bought(&mut game.table, tile);
    game.table.turn.waiting.insert(tile);
}

/// The cards go to the discard pile (B2, B4).
#[inline(always)]
pub(crate) fn pay(game: &mut Game, seat: Seat, payment: Payment) {
    game.secrets.hands[seat].pay(payment);
    game.table.discard.receive(payment);
}

/// Every payment without superfluous cards (B4).
#[inline]
pub(crate) fn payments(hand: &Hand, offer: Offer, exact: bool, mut f: impl FnMut(Payment)) {
    let _: ControlFlow<()> = each_payment(hand, offer, exact, |payment| {
        f(payment);
        Continue(())
    });
}

/// The first of them; `exact`: of those of the exact price, of which there must be one. Otherwise only overpaying must be possible.
#[inline(always)]
pub(crate) fn first_payment(hand: &Hand, offer: Offer, exact: bool) -> Option<Payment> {
    let Offer { currency, price, .. } = offer;
    // Whether it is exact is unpredictable; whether there are pair cards is not.
    if hand.pairs == 0 || !exact || hand.money.makes(currency, price) {
        return Some(Payment::plain(currency, hand.money[currency].first_payment(price)));
    }
    first_with_pair(hand, offer, exact)
}

#[inline(never)]
fn first_with_pair(hand: &Hand, offer: Offer, exact: bool) -> Option<Payment> {
    each_payment(hand, offer, exact, Break).break_value()
}

/// Whether there is any.
#[inline]
pub(crate) fn any_payment(hand: &Hand, offer: Offer, exact: bool) -> bool {
    can_pay_alone(hand, offer, exact)
        || hand.pairs != 0 && pairs_for(hand, offer).any(|(_, both)| can_pay_with_both(hand, both, offer.price, exact))
}

/// The prices on the market. Tiles next to it cost what a tile on it costs, in the same currency, so the
/// market alone decides whether anything can be paid exactly.
#[inline]
pub(crate) fn market_prices(table: &Table) -> Sums {
    let prices = table.market.prices();
    if table.setup.is_combined() { prices.union(table.market.prices_beside()) } else { prices }
}

/// Whether a hand can pay one of these prices exactly with a pair card.
#[inline]
pub(crate) fn makes_any_with_pair(hand: &Hand, prices: Sums) -> bool {
    hand.pairs != 0 && hand.pairs().filter_map(Card::as_pair).any(|both| hand.money.make_any_together(both, prices))
}

/// Whether a hand can pay a price in this currency exactly with a pair card.
#[inline]
pub(crate) fn makes_with_pair(hand: &Hand, currency: Currency, price: u8) -> bool {
    let mut pairs = hand.pairs().filter_map(Card::as_pair).filter(|both| both.contains(&currency));
    pairs.any(|both| hand.money.make_together(both, price))
}

/// Whether cards of the offer's currency are worth the price, or exactly so.
#[inline]
fn can_pay_alone(hand: &Hand, Offer { currency, price, .. }: Offer, exact: bool) -> bool {
    if exact { hand.money.makes(currency, price) } else { hand.money.total_of(currency) >= price as u32 }
}

/// Whether cards of two currencies are worth the price, or exactly so.
#[inline]
fn can_pay_with_both(hand: &Hand, both: [Currency; 2], price: u8, exact: bool) -> bool {
    if exact {
        hand.money.make_together(both, price)
    } else {
        hand.money.total_of(both[0]) + hand.money.total_of(both[1]) >= price as u32
    }
}

/// The pair cards that help to pay for an offer, each with its two currencies (BC3).
#[inline]
fn pairs_for(hand: &Hand, offer: Offer) -> impl Iterator<Item = (Card, [Currency; 2])> + use<> {
    hand.pairs().filter_map(move |pair| {
        let both = pair.as_pair().filter(|both| both.contains(&offer.currency))?;
        Some((pair, both))
    })
}

#[inline]
fn each_payment<B>(
    hand: &Hand,
    offer: Offer,
    exact: bool,
    mut f: impl FnMut(Payment) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let price = offer.price as i32;
    if can_pay_alone(hand, offer, exact) {
        let own = hand.money[offer.currency];
        one_currency(own, offer.price, exact, Purse::EMPTY, &mut |p| f(Payment::plain(offer.currency, p)))?;
    }
    if hand.pairs == 0 {
        return Continue(());
    }
    for (pair, both) in pairs_for(hand, offer) {
        if can_pay_with_both(hand, both, offer.price, exact) {
            let both = both.map(|currency| hand.money[currency]);
            two_currencies(both, 18, price, exact, [Purse::EMPTY; 2], &mut |paid| {
                // The pair card must not be superfluous.
                match Payment::mixed(pair, paid[0], paid[1]) {
                    Some(payment) if !payment.is_all_in(offer.currency) => f(payment),
                    _ => Continue(()),
                }
            })?;
        }
    }
    Continue(())
}

/// Adds cards from high to low until the price is reached: then the last card is the lowest, and without it the rest
/// would not be enough. So each such payment comes up exactly once, and no other.
fn one_currency<B>(
    left: Purse,
    due: u8,
    exact: bool,
    chosen: Purse,
    f: &mut impl FnMut(Purse) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (reaching, short) = left.values_from(due);
    for value in from_high(if exact { reaching & 1 << (due - 1) } else { reaching }) {
        f(chosen.plus(Purse::card(value)))?;
    }
    for value in from_high(short) {
        // No further card may be higher than this one; all of them together must be enough.
        let left = left.up_to(value);
        if left.total() < due as u32 {
            break;
        }
        let card = Purse::card(value);
        one_currency(left.minus(card), due - value, exact, chosen.plus(card), f)?;
    }
    Continue(())
}

/// Values given as bits, highest first.
#[inline]
fn from_high(mut values: u16) -> impl Iterator<Item = u8> {
    core::iter::from_fn(move || {
        let value = (values != 0).then(|| 16 - values.leading_zeros() as u8)?;
        values ^= 1 << (value - 1);
        Some(value)
    })
}

/// The same with cards of two currencies. `top` counts (value, currency) steps from 1 to 18: value (top + 1) / 2, the
/// second currency on the even ones.
fn two_currencies<B>(
    left: [Purse; 2],
    top: u8,
    due: i32,
    exact: bool,
    chosen: [Purse; 2],
    f: &mut impl FnMut([Purse; 2]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for step in (1..=top).rev() {
        let (value, which) = (step.div_ceil(2), (step % 2 == 0) as usize);
        if left[which].count(value) == 0 {
            continue;
        }
        let (mut left, mut chosen) = (left, chosen);
        let card = Purse::card(value);
        left[which] = left[which].minus(card);
        chosen[which] = chosen[which].plus(card);
        if (value as i32) < due {
            two_currencies(left, step, due - value as i32, exact, chosen, f)?;
        } else if !exact || value as i32 == due {
            f(chosen)?;
        }
    }
    Continue(())
}

#[cfg(test)]
mod tests;
