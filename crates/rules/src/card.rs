//! Money cards, hands and payments.

use core::fmt;
use core::num::NonZeroU8;
use core::str::FromStr;

use crate::components::PAIRS;
use crate::currency::{ByCurrency, Currency};
use crate::module;
use crate::notation::Unknown;
use crate::purse::{Money, Purse};

/// A card on the display or in a hand: money (C2), or one that shows a pair of currencies (BC1).
///
/// It is its index among all cards plus one, so that an `Option<Card>` is a single byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(NonZeroU8);

impl Card {
    pub(crate) const MONEY: u8 = 36;
    pub(crate) const COUNT: usize = 42;

    /// A money card. `value` is 1 to 9.
    pub const fn money(currency: Currency, value: u8) -> Card {
        assert!(1 <= value && value <= 9);
        Card::nth(currency as u8 * 9 + value - 1)
    }

    /// One of the six cards that show two currencies.
    pub(crate) const fn of_pair(index: u8) -> Card {
        Card::nth(Card::MONEY + index)
    }

    /// The card with this index in the order of [`Card::all`].
    #[inline]
    pub(crate) const fn nth(index: u8) -> Card {
        Card(NonZeroU8::MIN.saturating_add(index))
    }

    /// Its index in the order of [`Card::all`].
    #[inline]
    pub(crate) const fn index(self) -> u8 {
        self.0.get() - 1
    }

    /// Currency and value, if it is money.
    #[inline]
    pub const fn as_money(self) -> Option<(Currency, u8)> {
        if self.index() < Card::MONEY { Some(FACES[self.index() as usize]) } else { None }
    }

    /// The value of a card, 0 if there is none or if it is not money.
    #[inline]
    pub(crate) const fn value_of(card: Option<Card>) -> u8 {
        let number = match card {
            Some(card) => card.0.get(),
            None => 0,
        };
        VALUES[number as usize]
    }

    /// The two currencies, if it shows a pair.
    #[inline]
    pub fn as_pair(self) -> Option<[Currency; 2]> {
        module::joins(self)
    }

    /// All cards, once each: money by currency and value, then pairs.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..Card::COUNT as u8).map(Card::nth)
    }
}

/// The currency and value of each money card.
const FACES: [(Currency, u8); Card::MONEY as usize] = {
    let mut faces = [(Currency::Denar, 0); Card::MONEY as usize];
    let mut i = 0;
    while i < faces.len() {
        faces[i] = (Currency::ALL[i / 9], i as u8 % 9 + 1);
        i += 1;
    }
    faces
};

/// The value of each money card, 0 for all others. The first entry is that of no card.
const VALUES: [u8; 256] = {
    let mut values = [0; 256];
    let mut card = 0;
    while card < FACES.len() {
        values[card + 1] = FACES[card].1;
        card += 1;
    }
    values
};

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.as_money(), self.as_pair()) {
            (Some((currency, value)), _) => write!(f, "{}{value}", currency.letter()),
            (None, pair) => {
                f.write_str("x")?;
                pair.iter().flatten().try_for_each(|c| write!(f, "{}", c.letter()))
            }
        }
    }
}

impl FromStr for Card {
    type Err = Unknown;
    fn from_str(s: &str) -> Result<Card, Unknown> {
        let money = || match *s.as_bytes() {
            [letter, digit @ b'1'..=b'9'] => {
                let currency = Currency::ALL.into_iter().find(|c| c.letter() == letter as char)?;
                Some(Card::money(currency, digit - b'0'))
            }
            _ => None,
        };
        let pair = || (Card::MONEY..Card::COUNT as u8).map(Card::nth).find(|card| card.to_string() == s);
        money().or_else(pair).ok_or(Unknown { expected: "the code of a card" })
    }
}

/// A hand of cards. For a pile of cards that nobody pays with, see [`Discards`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand {
    /// Money by currency.
    pub money: Money,
    /// The cards that show a pair of currencies, as bits.
    pub(crate) pairs: u8,
}

impl Hand {
    /// Adds a card.
    #[inline]
    pub fn add(&mut self, card: Card) {
        match card.as_money() {
            Some((currency, value)) => self.money.add(currency, value),
            None => self.pairs |= 1 << (card.index() - Card::MONEY),
        }
    }

    /// The number of copies of this card.
    pub fn count(&self, card: Card) -> u8 {
        match card.as_money() {
            Some((currency, value)) => self.money[currency].count(value),
            None => self.pairs >> (card.index() - Card::MONEY) & 1,
        }
    }

    /// Removes a card, which must be present.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        match card.as_money() {
            Some((currency, value)) => self.money.remove(currency, Purse::card(value)),
            None => self.pairs &= !(1 << (card.index() - Card::MONEY)),
        }
    }

    /// The number of cards.
    pub fn len(&self) -> usize {
        (self.money.len() + self.pairs.count_ones()) as usize
    }

    /// Whether there are no cards.
    pub fn is_empty(&self) -> bool {
        self.pairs == 0 && self.money.is_empty()
    }

    /// The sum of all values.
    pub fn total(&self) -> u32 {
        self.money.total()
    }

    /// Whether there are cards that show a pair of currencies.
    #[inline]
    pub(crate) const fn has_pairs(&self) -> bool {
        self.pairs != 0
    }

    /// The cards that show a pair of currencies.
    #[inline]
    pub fn pairs(&self) -> impl Iterator<Item = Card> + use<> {
        pairs_of(self.pairs)
    }

    /// All cards, including duplicates.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        let money = Currency::ALL.into_iter().flat_map(|c| self.money[c].iter().map(move |v| Card::money(c, v)));
        money.chain(self.pairs())
    }

    /// Removes the cards of a payment.
    #[inline(always)]
    pub fn pay(&mut self, payment: Payment) {
        self.money.remove(payment.currency, payment.own);
        if let Some((pair, other)) = payment.by_pair() {
            self.money.remove(other, payment.other);
            self.remove(pair);
        }
    }

    /// Whether it contains the cards of a payment.
    pub(crate) fn can_give(&self, payment: Payment) -> bool {
        self.money[payment.currency].contains(payment.own)
            && payment
                .by_pair()
                .is_none_or(|(pair, other)| self.count(pair) > 0 && self.money[other].contains(payment.other))
    }
}

/// The cards that show a pair of currencies, from bits.
#[inline]
fn pairs_of(bits: u8) -> impl Iterator<Item = Card> {
    let mut left = bits;
    core::iter::from_fn(move || {
        let first = (left != 0).then(|| Card::of_pair(left.trailing_zeros() as u8))?;
        left &= left - 1;
        Some(first)
    })
}

impl FromIterator<Card> for Hand {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Hand {
        let mut hand = Hand::default();
        cards.into_iter().for_each(|c| hand.add(c));
        hand
    }
}

/// The discard pile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Discards {
    money: ByCurrency<Purse>,
    pairs: u8,
}

impl Discards {
    /// Adds a card.
    pub(crate) fn add(&mut self, card: Card) {
        match card.as_money() {
            Some((currency, value)) => self.money[currency] = self.money[currency].plus(Purse::card(value)),
            None => self.pairs |= 1 << (card.index() - Card::MONEY),
        }
    }

    /// Adds the cards of a payment.
    #[inline(always)]
    pub(crate) fn receive(&mut self, payment: Payment) {
        self.money[payment.currency] = self.money[payment.currency].plus(payment.own);
        if let Some((pair, other)) = payment.by_pair() {
            self.money[other] = self.money[other].plus(payment.other);
            self.add(pair);
        }
    }

    /// The number of copies of this card.
    pub fn count(&self, card: Card) -> u8 {
        match card.as_money() {
            Some((currency, value)) => self.money[currency].count(value),
            None => self.pairs >> (card.index() - Card::MONEY) & 1,
        }
    }

    /// The number of cards.
    pub fn len(&self) -> usize {
        (self.money.0.iter().map(|purse| purse.len()).sum::<u32>() + self.pairs.count_ones()) as usize
    }

    /// Whether there are no cards.
    pub fn is_empty(&self) -> bool {
        *self == Discards::default()
    }

    /// All cards, including duplicates, in the order of [`Hand::cards`].
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        let money = Currency::ALL.into_iter().flat_map(|c| self.money[c].iter().map(move |v| Card::money(c, v)));
        money.chain(pairs_of(self.pairs))
    }
}

impl FromIterator<Card> for Discards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Discards {
        let mut pile = Discards::default();
        cards.into_iter().for_each(|c| pile.add(c));
        pile
    }
}

impl PartialEq<Hand> for Discards {
    /// Whether they consist of the same cards.
    fn eq(&self, hand: &Hand) -> bool {
        self.cards().eq(hand.cards())
    }
}

/// The cards paid for one tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Payment {
    /// The currency of `own`: without a pair card the only one, with a pair card its first.
    pub currency: Currency,
    /// Index + 1 of the pair card, or 0.
    pair: u8,
    /// Cards of `currency`.
    pub own: Purse,
    /// Cards of the pair card's second currency.
    pub other: Purse,
}

impl Payment {
    /// A payment in one currency.
    pub const fn plain(currency: Currency, own: Purse) -> Payment {
        Payment { currency, pair: 0, own, other: Purse::EMPTY }
    }

    /// A payment with a card that shows two currencies: what is paid in the first and in the second. `None` if the
    /// card does not show two currencies.
    pub fn mixed(pair: Card, first: Purse, second: Purse) -> Option<Payment> {
        let [currency, _] = pair.as_pair()?;
        Some(Payment { currency, pair: pair.index() - Card::MONEY + 1, own: first, other: second })
    }

    /// Builds a payment from its cards: money of one currency, or a pair card and money of its two.
    pub fn from_cards(cards: &[Card]) -> Option<Payment> {
        let hand: Hand = cards.iter().copied().collect();
        let rest =
            |without: &[Currency]| Currency::ALL.iter().any(|c| !without.contains(c) && !hand.money[*c].is_empty());
        if hand.len() != cards.len() {
            return None;
        }
        let mut pairs = hand.pairs();
        match (pairs.next(), pairs.next()) {
            (None, _) => {
                let (currency, _) = cards.first()?.as_money()?;
                (!rest(&[currency])).then(|| Payment::plain(currency, hand.money[currency]))
            }
            (Some(pair), None) => {
                let [first, second] = pair.as_pair()?;
                (!rest(&[first, second])).then(|| Payment::mixed(pair, hand.money[first], hand.money[second]))?
            }
            _ => None,
        }
    }

    /// The pair card and its second currency.
    #[inline]
    pub fn by_pair(self) -> Option<(Card, Currency)> {
        (self.pair != 0).then(|| (Card::of_pair(self.pair - 1), PAIRS[self.pair as usize - 1][1]))
    }

    /// Whether it covers a price in this currency.
    pub fn pays(self, currency: Currency) -> bool {
        self.currency == currency || self.by_pair().is_some_and(|(_, other)| other == currency)
    }

    /// Whether all money in it is of this currency, which makes a pair card superfluous.
    #[inline]
    pub(crate) fn is_all_in(self, currency: Currency) -> bool {
        if self.currency == currency { self.other.is_empty() } else { self.own.is_empty() }
    }

    /// Its total value.
    #[inline]
    pub const fn total(self) -> u32 {
        self.own.total() + self.other.total()
    }

    /// The cards: those of the first currency, those of the second, the pair card.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        let by_pair = self.by_pair();
        let own = self.own.iter().map(move |v| Card::money(self.currency, v));
        let other = by_pair.into_iter().flat_map(move |(_, c)| self.other.iter().map(move |v| Card::money(c, v)));
        own.chain(other).chain(by_pair.map(|(pair, _)| pair))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// C2: 36 different money cards, code = letter + value.
    #[test]
    fn c2_money_cards() {
        let money: Vec<Card> = Card::all().filter(|c| c.as_money().is_some()).collect();
        assert_eq!(money.len(), 36);
        let letters = ["d1", "h9", "u7", "f5"].map(|code| code.parse::<Card>().unwrap().as_money().unwrap());
        use Currency::*;
        assert_eq!(letters, [(Denar, 1), (Dirham, 9), (Ducat, 7), (Florin, 5)]);
        assert!(["d0", "d10", "x7", "D1", "d", ""].iter().all(|c| c.parse::<Card>().is_err()));
        assert!(Card::all().all(|c| c.to_string().parse() == Ok(c)));
        assert_eq!("xdf".parse::<Card>().unwrap().as_pair(), Some([Currency::Denar, Currency::Florin]));
    }
}
