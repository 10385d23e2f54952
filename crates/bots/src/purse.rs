//! What money is worth: by what it pays on the market now, and what it may pay later.

use arrayvec::ArrayVec;
use sabika_rules::{Currency, GameKind, Hand, Offer, Purse, Seat, Stage, Table, Window};

use crate::outlook::Outlook;

/// The dearest tile.
const TOP_PRICE: usize = 13;

/// A tile on sale and what it means to this seat.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    pub offer: Offer,
    /// What it would bring on the board.
    pub gain: f32,
    /// How likely nobody else takes it before this seat's next turn.
    pub stays: f32,
}

/// The market as a purse sees it.
pub(crate) struct Purses<'a> {
    outlook: &'a Outlook<'a>,
    pub wanted: ArrayVec<Wanted, 24>,
    /// How likely the next tile has each price.
    prices: [f32; TOP_PRICE + 1],
    /// How likely it costs no more.
    up_to: [f32; TOP_PRICE + 1],
    /// For each currency the most that anybody else has of it, as far as is known.
    richest: [u32; 4],
}

/// The sums that cards of a purse can pay exactly, as bits.
pub(crate) fn sums(purse: Purse) -> u64 {
    (1..=9).fold(1, |sums, value| (0..purse.count(value)).fold(sums, |sums, _| sums | sums << value))
}

fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(bit)
    })
}

impl<'a> Purses<'a> {
    /// `gain` tells what a tile would bring.
    pub fn new(outlook: &'a Outlook<'a>, mut gain: impl FnMut(Offer) -> f32) -> Purses<'a> {
        let table = outlook.table;
        // BZ2: what must be paid exactly has its price from the market, so it is bought first.
        let exact = table.offers().filter(|o| o.exact);
        let offers: ArrayVec<Offer, 24> = exact.chain(table.offers().filter(|o| !o.exact)).take(24).collect();
        let wanted = offers.into_iter().map(|offer| {
            // What cannot be paid next turn either brings nothing yet.
            let gain = if in_reach(outlook, offer) { gain(offer).max(0.0) } else { 0.0 };
            Wanted { offer, gain, stays: stays(outlook, offer) }
        });
        let wanted = wanted.collect();
        let prices = prices(outlook);
        let up_to = std::array::from_fn(|price| prices[..=price].iter().sum());
        let mut purses = Purses { outlook, wanted, prices, up_to, richest: [0; 4] };
        for (_, hand) in outlook.view.hands().seats().filter(|(s, _)| *s != outlook.seat) {
            for currency in Currency::ALL {
                let total = hand.cards.map_or(0, |h| h.money[currency].total());
                purses.richest[currency as usize] = purses.richest[currency as usize].max(total);
            }
        }
        purses
    }

    /// What a hand is worth when the turn is over and the wanted tiles in `gone`, as bits, are off the market.
    pub fn value(&self, hand: &Hand, gone: u32) -> f32 {
        let weights = self.outlook.weights;
        let sums = Currency::ALL.map(|c| sums(hand.money[c]));
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
            if !offer.exact {
                fresh[currency] = 1.0 - stays;
                if totals[currency] > self.richest[currency] {
                    handout += ending * weights.handout * gain;
                }
            }
            match payable(hand, offer, sums[currency]) {
                // A card that shows a pair pays one tile only, and with cards that would pay others.
                Some(true) if sums[currency] >> offer.price & 1 == 0 => {
                    mixed = mixed.max(stays * weights.exact_known * gain)
                }
                Some(true) => exact += stays * weights.exact_known * gain,
                Some(false) => over = over.max(stays * weights.over_known * gain),
                None => {}
            }
        }
        let late = (self.outlook.turns / 2.0).min(1.0);
        let full = weights.money_full.max(1.0);
        // The more one has, the less another card helps.
        let money = weights.money * full * (1.0 - (-(hand.total() as f32) / full).exp());
        let mut later = money + weights.pair * hand.pairs().count() as f32;
        if weights.exact_unknown != 0.0 || weights.pay_unknown != 0.0 {
            for c in 0..4 {
                let hits = bits(sums[c] & ((2 << TOP_PRICE) - 1)).map(|price| self.prices[price]).sum::<f32>();
                let pays = self.up_to[(totals[c] as usize).min(TOP_PRICE)];
                later += (0.3 + 0.7 * fresh[c]) * (weights.exact_unknown * hits + weights.pay_unknown * pays);
            }
        }
        if self.outlook.table.deck.is_empty() && self.outlook.table.discard.is_empty() {
            // T7: nothing comes any more, so what is held back is held back for nothing.
            later *= 0.1;
        }
        exact + mixed + over + handout + late * later
    }
}

/// Whether a hand pays an offer: exactly, or only with more than is asked.
pub(crate) fn payable(hand: &Hand, offer: Offer, sums: u64) -> Option<bool> {
    if sums >> offer.price & 1 != 0 {
        return Some(true);
    }
    let mut with_pair = false;
    if hand.pairs().next().is_some() {
        hand.payments(offer, true, |_| with_pair = true);
    }
    let enough = || hand.money[offer.currency].total() >= offer.price as u32;
    if with_pair { Some(true) } else { (!offer.exact && enough()).then_some(false) }
}

/// Whether this seat could pay a tile now, or after taking money, or be handed it at the end (E2).
fn in_reach(outlook: &Outlook, offer: Offer) -> bool {
    let Some(hand) = outlook.view.hands()[outlook.seat].cards else { return false };
    let display = outlook.table.display.iter().flatten();
    let cards =
        || display.clone().filter_map(|c| c.as_money()).filter(|(c, _)| *c == offer.currency).map(|(_, v)| v as u32);
    // M1: one card, or several of five together.
    let taken = cards().max().unwrap_or(0).max(cards().sum::<u32>().min(5));
    let pairs = hand.pairs().next().is_some() || display.clone().any(|c| c.as_pair().is_some());
    pairs || outlook.turns < 1.0 || hand.money[offer.currency].total() + taken >= offer.price as u32
}

/// How likely a tile is still there at this seat's next turn.
fn stays(outlook: &Outlook, offer: Offer) -> f32 {
    let (weights, hands) = (outlook.weights, outlook.view.hands());
    before_me(outlook.table, outlook.seat)
        .map(|seat| match hands[seat].cards {
            Some(hand) => match payable(&hand, offer, sums(hand.money[offer.currency])) {
                Some(true) => 1.0 - weights.contested_exact,
                Some(false) => 1.0 - weights.contested_over,
                None => 1.0,
            },
            None => 1.0 - 0.5 * weights.contested_over,
        })
        .product()
}

/// Who has a turn before this seat's next one.
fn before_me(table: &Table, seat: Seat) -> impl Iterator<Item = Seat> {
    let players = table.player_count();
    let after_turn = table.turn.stage == Stage::Window(Window::AfterTurn);
    let first = if after_turn { table.turn.seat.after(1, players) } else { seat.after(1, players) };
    (0..players).map(move |i| first.after(i, players)).take_while(move |s| *s != seat)
}

/// How likely a tile that comes has each price.
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
