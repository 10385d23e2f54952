//! Money cards, hands and payments.

use core::fmt;
use core::str::FromStr;

use crate::components::PAIRS;
use crate::currency::{ByCurrency, Currency};
use crate::notation::Unknown;

/// A card that can lie on the display or be held in hand: money (C2), or one that shows a pair of currencies (BC1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub(crate) u8);

impl Card {
    pub(crate) const MONEY: u8 = 36;
    pub(crate) const COUNT: usize = 42;

    /// A money card. `value` is 1 to 9.
    pub const fn money(currency: Currency, value: u8) -> Card {
        assert!(1 <= value && value <= 9);
        Card(currency as u8 * 9 + value - 1)
    }

    /// One of the six cards that show two currencies.
    pub(crate) const fn of_pair(index: u8) -> Card {
        Card(Card::MONEY + index)
    }

    /// Currency and value, if it is money.
    #[inline]
    pub const fn as_money(self) -> Option<(Currency, u8)> {
        if self.0 < Card::MONEY { Some((Currency::ALL[self.0 as usize / 9], self.0 % 9 + 1)) } else { None }
    }

    /// The two currencies, if it shows a pair.
    pub const fn as_pair(self) -> Option<[Currency; 2]> {
        if self.0 < Card::MONEY { None } else { Some(PAIRS[(self.0 - Card::MONEY) as usize]) }
    }

    /// All cards, once each: money by currency and value, then pairs.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..Card::COUNT as u8).map(Card)
    }
}

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
        Card::all().find(|c| c.to_string() == s).ok_or(Unknown { expected: "the code of a card" })
    }
}

/// Sum of the values whose bits are set.
const SUMS: [u8; 512] = {
    let mut sums = [0; 512];
    let mut bits: usize = 1;
    while bits < 512 {
        let low = bits & bits.wrapping_neg();
        sums[bits] = sums[bits ^ low] + low.trailing_zeros() as u8 + 1;
        bits += 1;
    }
    sums
};

/// Cards of one currency: for each value how many, 0 to 3, as two bit planes.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Purse {
    ones: u16,
    twos: u16,
}

impl Purse {
    /// No card.
    pub const EMPTY: Purse = Purse { ones: 0, twos: 0 };

    /// One card.
    pub const fn card(value: u8) -> Purse {
        Purse { ones: 1 << (value - 1), twos: 0 }
    }

    /// How many cards of a value.
    #[inline]
    pub const fn count(self, value: u8) -> u8 {
        let at = value - 1;
        (self.ones >> at & 1) as u8 + 2 * (self.twos >> at & 1) as u8
    }

    /// The values of which there is at least one card, as bits (bit 0: value 1).
    #[inline]
    pub(crate) const fn values(self) -> u16 {
        self.ones | self.twos
    }

    /// How many cards.
    pub const fn len(self) -> u32 {
        self.ones.count_ones() + 2 * self.twos.count_ones()
    }

    /// Whether there is no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.ones | self.twos == 0
    }

    /// The sum of the values.
    #[inline]
    pub const fn total(self) -> u32 {
        SUMS[self.ones as usize & 511] as u32 + 2 * SUMS[self.twos as usize & 511] as u32
    }

    /// The sums that some of the cards make together with one of `sums`: bit n stands for n, up to 31.
    #[inline]
    pub(crate) const fn sums(self, mut sums: u32) -> u32 {
        let mut values = self.values();
        while values != 0 {
            let value = values.trailing_zeros() as u8 + 1;
            let mut copies = self.count(value);
            while copies > 0 {
                sums |= sums << value;
                copies -= 1;
            }
            values &= values - 1;
        }
        sums
    }

    /// Whether some of the cards make exactly this sum.
    #[inline]
    pub(crate) const fn can_make(self, sum: u8) -> bool {
        self.total() >= sum as u32 && self.sums(1) >> sum & 1 != 0
    }

    /// Whether all cards of `other` are in it.
    #[inline]
    pub const fn contains(self, other: Purse) -> bool {
        let more = self.twos & !other.twos;
        let level = !(self.twos ^ other.twos) & (self.ones | !other.ones);
        (more | level) & 511 == 511
    }

    /// Both together. There are never more than three of a card.
    #[inline]
    pub const fn plus(self, other: Purse) -> Purse {
        let carry = self.ones & other.ones;
        Purse { ones: self.ones ^ other.ones, twos: self.twos | other.twos | carry }
    }

    /// Without the cards of `other`, which must be in it.
    #[inline]
    pub const fn minus(self, other: Purse) -> Purse {
        let borrow = !self.ones & other.ones;
        Purse { ones: self.ones ^ other.ones, twos: self.twos ^ other.twos ^ borrow }
    }

    /// The values of all cards, high to low, each as often as it is there.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (1..=9).rev().flat_map(move |v| core::iter::repeat_n(v, self.count(v) as usize))
    }
}

impl fmt::Debug for Purse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl FromIterator<u8> for Purse {
    fn from_iter<I: IntoIterator<Item = u8>>(values: I) -> Purse {
        values.into_iter().fold(Purse::EMPTY, |p, v| p.plus(Purse::card(v)))
    }
}

/// A collection of cards: a hand, or the discard pile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand {
    /// Money by currency.
    pub money: ByCurrency<Purse>,
    /// The cards that show a pair of currencies, as bits.
    pub(crate) pairs: u8,
}

impl Hand {
    /// Adds a card.
    #[inline]
    pub fn add(&mut self, card: Card) {
        match card.as_money() {
            Some((currency, value)) => self.money[currency] = self.money[currency].plus(Purse::card(value)),
            None => self.pairs |= 1 << (card.0 - Card::MONEY),
        }
    }

    /// How many of this card are in it.
    pub fn count(&self, card: Card) -> u8 {
        match card.as_money() {
            Some((currency, value)) => self.money[currency].count(value),
            None => self.pairs >> (card.0 - Card::MONEY) & 1,
        }
    }

    /// Takes a card out, which must be in it.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        match card.as_money() {
            Some((currency, value)) => self.money[currency] = self.money[currency].minus(Purse::card(value)),
            None => self.pairs &= !(1 << (card.0 - Card::MONEY)),
        }
    }

    /// How many cards.
    pub fn len(&self) -> usize {
        (self.money.0.iter().map(|p| p.len()).sum::<u32>() + self.pairs.count_ones()) as usize
    }

    /// Whether there is no card.
    pub fn is_empty(&self) -> bool {
        self.pairs == 0 && self.money.0.iter().all(|p| p.is_empty())
    }

    /// The sum of all values.
    pub fn total(&self) -> u32 {
        self.money.0.iter().map(|p| p.total()).sum()
    }

    /// The cards that show a pair of currencies.
    pub fn pairs(&self) -> impl Iterator<Item = Card> + use<> {
        let bits = self.pairs;
        (0..6).filter(move |i| bits >> i & 1 != 0).map(Card::of_pair)
    }

    /// All cards, each as often as it is there.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        let money = Currency::ALL.into_iter().flat_map(|c| self.money[c].iter().map(move |v| Card::money(c, v)));
        money.chain(self.pairs())
    }

    /// Takes the cards of a payment out.
    #[inline]
    pub fn pay(&mut self, payment: Payment) {
        self.money[payment.currency] = self.money[payment.currency].minus(payment.own);
        if let Some((pair, other)) = payment.by_pair() {
            self.money[other] = self.money[other].minus(payment.other);
            self.remove(pair);
        }
    }

    /// Adds the cards of a payment.
    #[inline]
    pub(crate) fn receive(&mut self, payment: Payment) {
        self.money[payment.currency] = self.money[payment.currency].plus(payment.own);
        if let Some((pair, other)) = payment.by_pair() {
            self.money[other] = self.money[other].plus(payment.other);
            self.add(pair);
        }
    }

    /// Whether the cards of a payment are in it.
    pub(crate) fn can_give(&self, payment: Payment) -> bool {
        self.money[payment.currency].contains(payment.own)
            && payment
                .by_pair()
                .is_none_or(|(pair, other)| self.count(pair) > 0 && self.money[other].contains(payment.other))
    }
}

impl FromIterator<Card> for Hand {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Hand {
        let mut hand = Hand::default();
        cards.into_iter().for_each(|c| hand.add(c));
        hand
    }
}

/// The cards given for one tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Payment {
    /// The currency of `own`: without a pair card the only one, with one the first that it shows.
    pub currency: Currency,
    /// Index + 1 of the pair card; 0: none.
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

    /// A payment with a card that shows two currencies: what is given of the first and of the second. `None` if the
    /// card shows none.
    pub fn mixed(pair: Card, first: Purse, second: Purse) -> Option<Payment> {
        let [currency, _] = pair.as_pair()?;
        Some(Payment { currency, pair: pair.0 - Card::MONEY + 1, own: first, other: second })
    }

    /// Reads a payment off its cards: money of one currency, or a pair card and money of its two.
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

    /// Whether a price in this currency can be paid so.
    pub fn pays(self, currency: Currency) -> bool {
        self.currency == currency || self.by_pair().is_some_and(|(_, other)| other == currency)
    }

    /// Whether all money in it is of this currency: then a pair card is of no use.
    #[inline]
    pub(crate) fn is_all_in(self, currency: Currency) -> bool {
        if self.currency == currency { self.other.is_empty() } else { self.own.is_empty() }
    }

    /// What it is worth.
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

    #[test]
    fn purses_count_to_three() {
        let purse = Purse::from_iter([9, 9, 9, 1, 1, 5]);
        assert_eq!((purse.count(9), purse.count(1), purse.count(5), purse.count(2)), (3, 2, 1, 0));
        assert_eq!((purse.total(), purse.len()), (34, 6));
        assert!(purse.contains(Purse::from_iter([9, 9, 1])) && !purse.contains(Purse::from_iter([5, 5])));
        assert_eq!(purse.minus(Purse::from_iter([9, 1])), Purse::from_iter([9, 9, 1, 5]));
        assert_eq!(purse.iter().collect::<Vec<_>>(), [9, 9, 9, 5, 1, 1]);
    }
}
