//! What money is worth: by what it buys on the market now, and what it may buy later.

use arrayvec::ArrayVec;
use sabika_rules::{Currency, GameKind, Hand, Offer, Seat, Stage, Table, Window};

use crate::exp::exp;
use crate::outlook::Outlook;

/// The highest price of a tile.
const TOP_PRICE: usize = 13;

/// A tile on sale and its value to this seat.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    pub offer: Offer,
    /// Its value on the board.
    pub gain: f32,
    /// The probability that nobody else buys it before this seat's next turn.
    pub stays: f32,
}

/// The market from the point of view of a hand.
pub(crate) struct MarketValue<'a> {
    outlook: &'a Outlook<'a>,
    pub wanted: ArrayVec<Wanted, 24>,
    /// The probability of each price for the next tile.
    prices: [f32; TOP_PRICE + 1],
    /// The probability that it costs no more.
    up_to: [f32; TOP_PRICE + 1],
    /// For each currency, the most that any other player has, as far as is known.
    richest: [u32; 4],
}

fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(bit)
    })
}

impl<'a> MarketValue<'a> {
    /// `gain` returns the value of a tile.
    pub fn new(outlook: &'a Outlook<'a>, mut gain: impl FnMut(Offer) -> f32) -> MarketValue<'a> {
        let table = outlook.table;
        // BZ2: what must be paid exactly takes its price from the market, so it is bought first.
        let exact = table.offers().filter(|o| o.exact.is_some());
        let offers: ArrayVec<Offer, 24> = exact.chain(table.offers().filter(|o| o.exact.is_none())).take(24).collect();
        let wanted = offers.into_iter().map(|offer| {
            // What cannot be bought next turn either has no value yet.
            let gain = if in_reach(outlook, offer) { gain(offer).max(0.0) } else { 0.0 };
            Wanted { offer, gain, stays: stays(outlook, offer) }
        });
        let wanted = wanted.collect();
        let prices = prices(outlook);
        let up_to = std::array::from_fn(|price| prices[..=price].iter().sum());
        let mut market = MarketValue { outlook, wanted, prices, up_to, richest: [0; 4] };
        for (_, hand) in outlook.view.hands().seats().filter(|(s, _)| *s != outlook.seat) {
            for currency in Currency::ALL {
                let total = hand.cards.map_or(0, |h| h.money[currency].total());
                market.richest[currency as usize] = market.richest[currency as usize].max(total);
            }
        }
        market
    }

    /// The value of a hand at the end of the turn, once the wanted tiles in `gone`, as bits, are off the market.
    pub fn value(&self, hand: &Hand, gone: u32) -> f32 {
        let weights = self.outlook.weights;
        let sums = Currency::ALL.map(|c| hand.money[c].sums(1));
        let totals = Currency::ALL.map(|c| hand.money[c].total());
        let mut fresh = [1.0f32; 4];
        let (mut exact, mut mixed, mut over, mut handout) = (0.0, 0.0f32, 0.0f32, 0.0);
        let ending = (1.0 - self.outlook.turns).max(0.0);
        for (i, wanted) in self.wanted.iter().enumerate() {
            let Wanted { offer, gain, stays } = *wanted;
            if gone >> i & 1 != 0 {
                continue;
            }
            let currency = offer.currency as usize;
            if offer.exact.is_none() {
                fresh[currency] = 1.0 - stays;
                if totals[currency] > self.richest[currency] {
                    handout += ending * weights.handout * gain;
                }
            }
            match payable(hand, offer, sums[currency]) {
                // A pair card pays for only one tile, and with cards that could pay for others.
                Some(true) if sums[currency] >> offer.price & 1 == 0 => {
                    mixed = mixed.max(stays * weights.exact_known * gain)
                }
                Some(true) => exact += stays * weights.exact_known * gain,
                Some(false) => over = over.max(stays * weights.over_known * gain),
                None => {}
            }
        }
        let time_left = (self.outlook.turns / 2.0).min(1.0);
        let full = weights.money_full.max(1.0);
        // The more a player has, the less another card helps.
        let money = weights.money * full * (1.0 - exp(-(hand.total() as f32) / full));
        let mut later = money + weights.pair * hand.pairs().count() as f32;
        if weights.exact_unknown != 0.0 || weights.pay_unknown != 0.0 {
            for c in 0..4 {
                let hits = bits(sums[c] & ((2 << TOP_PRICE) - 1)).map(|price| self.prices[price]).sum::<f32>();
                let pays = self.up_to[(totals[c] as usize).min(TOP_PRICE)];
                later += (0.3 + 0.7 * fresh[c]) * (weights.exact_unknown * hits + weights.pay_unknown * pays);
            }
        }
        if self.outlook.table.deck.is_empty() && self.outlook.table.discard.is_empty() {
            // T7: no more cards will come, so there is no point in holding any back.
            later *= 0.1;
        }
        exact + mixed + over + handout + time_left * later
    }
}

/// Whether a hand can pay for an offer: exactly, or only by overpaying.
pub(crate) fn payable(hand: &Hand, offer: Offer, sums: u64) -> Option<bool> {
    if sums >> offer.price & 1 != 0 {
        return Some(true);
    }
    let mut with_pair = false;
    if hand.pairs().next().is_some() {
        hand.payments(offer, true, |_| with_pair = true);
    }
    let enough = || hand.money[offer.currency].total() >= offer.price as u32;
    if with_pair { Some(true) } else { (offer.exact.is_none() && enough()).then_some(false) }
}

/// Whether this seat could buy a tile now or after taking money, or receive it at the end (E2).
fn in_reach(outlook: &Outlook, offer: Offer) -> bool {
    let Some(hand) = outlook.view.hands()[outlook.seat].cards else { return false };
    let display = outlook.table.display.iter().flatten();
    let cards =
        || display.clone().filter_map(|c| c.as_money()).filter(|(c, _)| *c == offer.currency).map(|(_, v)| v as u32);
    // M1: one card, or several worth five together.
    let taken = cards().max().unwrap_or(0).max(cards().sum::<u32>().min(5));
    let pairs = hand.pairs().next().is_some() || display.clone().any(|c| c.as_pair().is_some());
    pairs || outlook.turns < 1.0 || hand.money[offer.currency].total() + taken >= offer.price as u32
}

/// The probability that a tile is still there at this seat's next turn.
fn stays(outlook: &Outlook, offer: Offer) -> f32 {
    let (weights, hands) = (outlook.weights, outlook.view.hands());
    before_me(outlook.table, outlook.seat)
        .map(|seat| match hands[seat].cards {
            Some(hand) => match payable(&hand, offer, hand.money[offer.currency].sums(1)) {
                Some(true) => 1.0 - weights.contested_exact,
                Some(false) => 1.0 - weights.contested_over,
                None => 1.0,
            },
            None => 1.0 - 0.5 * weights.contested_over,
        })
        .product()
}

/// The seats that have a turn before this seat's next one.
fn before_me(table: &Table, seat: Seat) -> impl Iterator<Item = Seat> {
    let players = table.player_count();
    let after_turn = table.turn.stage == Stage::Window(Window::AfterTurn);
    let first = if after_turn { table.turn.seat.after(1, players) } else { seat.after(1, players) };
    (0..players).map(move |i| first.after(i, players)).take_while(move |s| *s != seat)
}

/// The probability of each price for a new tile.
fn prices(outlook: &Outlook) -> [f32; TOP_PRICE + 1] {
    let mut prices = [0.0; TOP_PRICE + 1];
    let unseen = outlook.view.unseen_tiles();
    let granada = outlook.table.setup.game != GameKind::Alhambra;
    let mut all = 0.0;
    for tile in unseen.iter().filter(|t| t.price() > 0) {
        // GR2: either face may come up.
        let faces = [Some(tile), tile.other_face().filter(|_| granada)];
        for face in faces.into_iter().flatten() {
            prices[(face.price() as usize).min(TOP_PRICE)] += 1.0;
            all += 1.0;
        }
    }
    if all > 0.0 {
        prices.iter_mut().for_each(|p| *p /= all);
    }
    prices
}
