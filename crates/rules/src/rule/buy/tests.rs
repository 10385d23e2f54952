//! Buying and paying, as in the rulebooks' examples (B1–B4).

use super::*;
use crate::rng::Dice;
use crate::setup::{Module, Setup};
use crate::table::{Occasion, Stage};
use crate::testkit::{Scene, cards, tile};

/// Seat 0 is to act; space 1 sells in florins, 2 in dirhams, 3 in denars, 4 in ducats.
fn before(hand: &str) -> Scene {
    Scene::new(Setup::alhambra(3))
        .market("T9ne P2new G10 S3esw")
        .display("d9 h9 u9 f9")
        .board(0, "")
        .reserve(0, "")
        .hand(0, hand)
        .discard("")
}

fn hand(codes: &str) -> Hand {
    cards(codes).into_iter().collect()
}

/// B4: the first payment is found without searching for the others.
#[test]
fn b4_the_first_payment() {
    let mut dice = Dice::from_seed(4);
    for _ in 0..3000 {
        let held: Hand =
            (0..dice.below(9) + 1).map(|_| Card::nth(dice.below(42) as u8)).fold(Hand::default(), |mut h, c| {
                if h.count(c) < if c.as_pair().is_some() { 1 } else { 3 } {
                    h.add(c);
                }
                h
            });
        let currency = crate::currency::Currency::ALL[dice.below(4) as usize];
        let offer = Offer { tile: tile("G10"), currency, price: dice.below(12) as u8 + 2, exact: None };
        let first = |exact| each_payment(&held, offer, exact, Break).break_value();
        if first(true).is_some() {
            assert_eq!(first_payment(&held, offer, true), first(true), "{held:?} {offer:?}");
        } else if can_pay_alone(&held, offer, false) {
            assert_eq!(first_payment(&held, offer, false), first(false), "{held:?} {offer:?}");
        }
    }
}

/// B1, B3: the rulebooks' example: a garden for 10 is paid with 11. No change is given, and the turn is over.
#[test]
fn b1_garden_for_10_paid_with_11() {
    let mut scene = before("d6 d5");
    scene.act(0, "buy G10 with d6 d5");
    assert!(scene.game.hand(Seat(0)).is_empty(), "no change");
    assert_eq!(scene.game.table.discard, hand("d6 d5"));
    scene.refuses(0, "take d9", "T1: not-now");
    scene.acts(0, "place G10 1,0; end");
    assert_eq!(scene.to_act(), Some(1));
}

/// B1: each space sells in its own currency only.
#[test]
fn b1_each_space_has_its_currency() {
    let all = "f9 h9 d9 u9 f2 h2 d2 u2";
    let mut scene = before(all);
    scene.lists(
        0,
        "buy",
        "buy T9ne with f9; buy P2new with h9; buy P2new with h2; buy G10 with d9 d2; buy S3esw with u9",
    );
    for wrong in ["buy T9ne with d9", "buy T9ne with h9", "buy T9ne with u9"] {
        scene.refuses(0, wrong, "B1: wrong-currency, tile T9ne");
    }
    scene.refuses(0, "buy P2new with f9", "B1: wrong-currency, tile P2new");
    scene.refuses(0, "buy S3esw with h9", "B1: wrong-currency, tile S3esw");
}

/// B1: at least the price, with cards in hand, for a tile that is on the market.
#[test]
fn b1_at_least_the_price() {
    let mut scene = before("d6 d3 f9");
    scene.refuses(0, "buy G10 with d6 d3", "B1: too-little, tile G10");
    scene.refuses(0, "buy G10 with d6 d4", "B1: not-in-hand, tile G10");
    scene.refuses(0, "buy G10 with d6 d6", "B1: not-in-hand, tile G10");
    scene.refuses(0, "buy G11 with d6 d3", "B1: not-on-offer, tile G11");
    scene.lists(0, "buy", "buy T9ne with f9");
    assert!("buy G10 with d6 f9".parse::<Action>().is_err(), "two currencies are no payment");
}

/// B1, B3: what a hand can pay, for each space of the market. BC3: a bureau card joins two currencies. BZ2: exactly.
#[test]
fn b1_means_of_a_hand() {
    let market: Vec<Offer> = before("").game.table.offers().collect();
    let means = |codes| -> Vec<Means> { market.iter().map(|offer| hand(codes).means(*offer)).collect() };
    let (exact, over, short) = (Means::Exact, Means::Over, Means::Short);
    assert_eq!(means("f4 f5 h3 d6 d5 u1"), [exact, over(3), over(11), short(2)]);
    assert_eq!(means("f4 h5"), [short(5), over(5), short(10), short(3)]);
    assert_eq!(means("f4 h5 xhf"), [exact, over(4), short(10), short(3)], "either currency for either space");
    let dear = Offer { exact: Some(Rule::B3), ..market[0] };
    assert_eq!(["f9", "f8 f2", "f1"].map(|codes| hand(codes).means(dear)), [exact, Means::NotExact, short(8)]);
}

/// B1, BC3: for random hands, the means agree with the payments.
#[test]
fn b1_means_agree_with_the_payments() {
    let mut dice = Dice::from_seed(7);
    for _ in 0..3_000 {
        let one_in = dice.below(12) + 3;
        let hand: Hand = Card::all().filter(|_| dice.below(one_in) == 0).collect();
        let currency = Currency::ALL[dice.below(4) as usize];
        let offer = Offer { tile: tile("G10"), currency, price: dice.below(12) as u8 + 2, exact: None };
        let mut sums = Vec::new();
        hand.payments(offer, false, |payment| sums.push(payment.total()));
        match (sums.iter().min(), hand.means(offer)) {
            (Some(least), Means::Exact) => assert_eq!(*least, offer.price as u32),
            (Some(least), Means::Over(sum)) => assert!(*least == sum && sum > offer.price as u32),
            (None, Means::Short(by)) => {
                let within = Offer { price: offer.price - by as u8, ..offer };
                assert!(by > 0 && any_payment(&hand, within, false) || within.price == 0, "{hand:?}, {offer:?}");
                assert!(!any_payment(&hand, Offer { price: within.price + 1, ..offer }, false), "{hand:?}, {offer:?}");
            }
            other => panic!("{hand:?}, {offer:?}: {other:?}"),
        }
    }
}

/// B2: the cards go to the discard pile, the tile next to the Alhambra; the space stays empty until T5.
#[test]
fn b2_where_cards_and_tile_go() {
    let mut scene = before("d6 d4 f9").discard("h1").bag("C11");
    scene.act(0, "buy G10 with d6 d4");
    let table = &scene.game.table;
    assert_eq!(table.discard, hand("h1 d6 d4"));
    assert_eq!(scene.game.hand(Seat(0)), &hand("f9"));
    assert_eq!(table.turn.waiting.iter().collect::<Vec<_>>(), [tile("G10")]);
    assert_eq!(table.market.spaces, [Some(tile("T9ne")), Some(tile("P2new")), None, Some(tile("S3esw"))]);
    assert_eq!(table.players[Seat(0)].board.tiles().len(), 1);
    assert!(scene.reserve_of(0).is_empty());
    scene.refuses(0, "buy G10 with f9", "B1: not-on-offer, tile G10");
    scene.acts(0, "take d9; place G10 1,0");
    assert_eq!(scene.game.table.market.spaces[2], None);
    scene.act(0, "end");
    assert_eq!(scene.game.table.market.spaces[2], Some(tile("C11")));
}

/// B3: after an exact payment the player acts again; overpaying was the last action.
#[test]
fn b3_exact_or_overpaid() {
    let mut exact = before("d6 d4 f9");
    exact.act(0, "buy G10 with d6 d4");
    assert_eq!(exact.game.table.turn.stage, Stage::Action);
    exact.lists(0, "buy", "buy T9ne with f9");
    let mut more = before("d6 d5 f9");
    more.act(0, "buy G10 with d6 d5");
    assert_eq!(more.game.table.turn.stage, Stage::Placing(Occasion::Turn));
    more.lists(0, "buy", "");
    more.refuses(0, "buy T9ne with f9", "T1: not-now");
}

/// B4: superfluous cards may be paid, but only payments without them are listed.
#[test]
fn b4_superfluous_cards_are_legal_but_not_listed() {
    let mut scene = before("d9 d5 d1");
    scene.lists(0, "buy", "buy G10 with d9 d5; buy G10 with d9 d1");
    scene.act(0, "buy G10 with d9 d5 d1");
    assert!(scene.game.hand(Seat(0)).is_empty());
    assert_eq!(scene.game.table.discard, hand("d9 d5 d1"));
    assert_eq!(scene.game.table.turn.stage, Stage::Placing(Occasion::Turn));
}

/// B4: equal cards make one payment, not several.
#[test]
fn b4_equal_cards_make_one_payment() {
    before("d5 d5 d5").lists(0, "buy", "buy G10 with d5 d5");
}

/// B4: for random hands, the list has every payment without superfluous cards, once, and no other.
#[test]
fn b4_the_list_is_complete() {
    let mut dice = Dice::from_seed(4);
    for _ in 0..300 {
        let values: Vec<u8> = (0..dice.below(9)).map(|_| dice.below(9) as u8 + 1).collect();
        let mut values: Vec<u8> = (0..values.len())
            .filter(|i| values[..*i].iter().filter(|v| **v == values[*i]).count() < 3)
            .map(|i| values[i])
            .collect();
        values.sort_unstable_by(|a, b| b.cmp(a));
        let price = dice.below(12) as u8 + 2;
        let mut expected: Vec<Purse> = Vec::new();
        for set in 0u32..1 << values.len() {
            let chosen: Vec<u8> = (0..values.len()).filter(|i| set >> i & 1 != 0).map(|i| values[i]).collect();
            let sum: u8 = chosen.iter().sum();
            if sum >= price && chosen.iter().all(|v| sum - v < price) {
                expected.push(chosen.into_iter().collect());
            }
        }
        expected.sort_unstable();
        expected.dedup();
        let money = values.iter().map(|v| Card::money(Currency::Denar, *v)).collect();
        let offer = Offer { tile: tile("G10"), currency: Currency::Denar, price, exact: None };
        let mut found = Vec::new();
        payments(&money, offer, false, |p| found.push(p.own));
        found.sort_unstable();
        assert_eq!(found, expected, "{price} from {values:?}");
        assert_eq!(any_payment(&money, offer, false), !expected.is_empty());
    }
}

/// B4: the same for a superfluous bureau card: it may be paid, is not listed, and goes to the discard pile.
#[test]
fn b4_a_superfluous_bureau_card() {
    let mut scene = Scene::new(Setup::alhambra(3).with(Module::Bureau))
        .market("T9ne P2new G10 S3esw")
        .discard("")
        .hand(0, "d9 d1 f1 xdf");
    scene.lists(0, "buy G10", "buy G10 with d9 d1; buy G10 with d9 f1 xdf");
    scene.act(0, "buy G10 with d9 d1 xdf");
    assert_eq!(scene.game.table.discard, hand("d9 d1 xdf"));
    assert_eq!(scene.game.table.turn.stage, Stage::Action, "it was paid exactly");
}

/// B4: the same for turning a Granada tile over (GR3); that money also goes to the discard pile.
#[test]
fn b4_a_superfluous_card_for_flipping_a_tile() {
    let mut scene =
        Scene::new(Setup::granada(3)).market("Ba2new Li6ne Ar12 Ma4sw").discard("").hand(0, "h9 d3 d1").reserve(0, "");
    scene.act(0, "buy Li6ne with h9");
    scene.lists(0, "place Re7ne", "place Re7ne 1,0 flip d3; place Re7ne 0,-1 flip d3");
    scene.act(0, "place Re7ne 1,0 flip d3 d1");
    assert_eq!(scene.game.table.discard, hand("h9 d3 d1"));
}

/// B4: a falcon's card goes to the discard pile.
#[test]
fn b4_a_falcons_card_is_discarded() {
    let mut scene = Scene::new(Setup::alhambra(3).with(Module::Falconers))
        .board(0, "G10@1,0 T11@0,1 P8@1,1")
        .hand(0, "d9")
        .discard("");
    scene.act(0, "falcon fGT 1,1 with d9");
    assert!(scene.game.hand(Seat(0)).is_empty());
    assert_eq!(scene.game.table.discard, hand("d9"));
}
