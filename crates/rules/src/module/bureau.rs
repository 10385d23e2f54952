//! The bureau de change: six cards that combine two currencies in one payment (BC1–BC4).

use core::ops::Range;

use super::Module;
use super::hooks::{Never, Parts, Rules};
use crate::card::{Card, Payment};
use crate::components::PAIRS;
use crate::currency::Currency;
use crate::deal::Piles;
use crate::refusal::{Chapter, Reason, Refusal, Rule, rules};
use crate::rng::{Dice, Seed, Stream};
use crate::secrets::DeckCard;
use crate::setup::GameKind;

rules! { Chapter::Module(Module::Bureau); BC1 BC2 BC3 BC4 }

/// The module.
pub struct Bureau;

/// The piles that get two of the cards each: the second, third and fourth.
const PILES: Range<usize> = 1..4;

impl Parts for Bureau {
    type Open = ();
    type Own = ();
    type Action = Never;
    type Event = Never;
}

impl Rules for Bureau {
    type Hidden = ();
    type Expected = ();

    const MODULE: Module = Module::Bureau;
    const NAME: &'static str = "bureau";
    const RULES: &'static [&'static str] = RULES;
    const GAMES: &'static [GameKind] = &GameKind::ALL;
    const CARDS: Range<u8> = Card::MONEY..Card::COUNT as u8;

    /// BC1
    fn stack(seed: &Seed, piles: &mut Piles) {
        let mut dice = Dice::new(seed, Stream::Module(Module::Bureau));
        let mut cards: [Card; PAIRS.len()] = core::array::from_fn(|i| Card::nth(Self::CARDS.start + i as u8));
        dice.shuffle(&mut cards);
        for (pile, cards) in PILES.zip(cards.chunks(2)) {
            cards.iter().for_each(|card| piles.shuffle_in(pile, DeckCard::card(*card), &mut dice));
        }
    }

    #[inline]
    fn joins(card: Card) -> Option<[Currency; 2]> {
        card.index().checked_sub(Self::CARDS.start).map(|at| PAIRS[at as usize])
    }

    fn check_taken_with_others(card: Card) -> Result<(), Refusal> {
        if Self::joins(card).is_some() { Err(Refusal::new(Rule::BC2, Reason::TakenAlone)) } else { Ok(()) }
    }

    fn wrong_currency_rule(payment: Payment) -> Option<Rule> {
        payment.by_pair().map(|_| Rule::BC3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Action;
    use crate::game::Game;
    use crate::seat::Seat;
    use crate::setup::{GameKind, Setup};
    use crate::testkit::{Scene, hand};

    /// The five piles of a new game, top card of each first.
    fn piles(setup: Setup, seed: u64) -> [Vec<DeckCard>; 5] {
        let game = Game::new(setup, Seed::from(seed)).unwrap();
        let mut deck = game.secrets.deck.iter().rev().copied();
        let piles = game.table.deck.piles.map(|size| deck.by_ref().take(size as usize).collect());
        assert_eq!(deck.next(), None);
        piles
    }

    fn is_pair(card: &DeckCard) -> bool {
        card.get().is_ok_and(|c| c.as_pair().is_some())
    }

    fn scene(hand: &str) -> Scene {
        Scene::new(Setup::alhambra(3).with(Module::Bureau))
            .market("P7e G10 G11 S3esw")
            .display("d1 h2 u5 f3")
            .bag("C11 A9 A10")
            .hand(0, hand)
    }

    #[test]
    fn bc1_two_in_each_of_piles_two_three_and_four() {
        for (game, players) in GameKind::ALL.into_iter().flat_map(|g| (2..=6).map(move |p| (g, p))) {
            for seed in 0..20 {
                let plain = Setup::new(game, players);
                let (with, without) = (piles(plain.with(Module::Bureau), seed), piles(plain, seed));
                assert_eq!(with.each_ref().map(|p| p.iter().filter(|c| is_pair(c)).count()), [0, 2, 2, 2, 0]);
                let all: std::collections::BTreeSet<Card> =
                    with.iter().flatten().filter(|c| is_pair(c)).filter_map(|c| c.get().ok()).collect();
                assert_eq!(all.len(), 6, "each pair of currencies once");
                // After the piles are divided: the rest is as without the module, including the scoring cards.
                let rest = with.map(|p| p.into_iter().filter(|c| !is_pair(c)).collect::<Vec<_>>());
                assert_eq!(rest, without);
            }
        }
    }

    #[test]
    fn bc1_which_ones_and_where_in_the_pile_is_random() {
        let games: Vec<_> = (0..300).map(|seed| piles(Setup::alhambra(4).with(Module::Bureau), seed)).collect();
        for pile in PILES {
            for card in Bureau::CARDS.map(Card::nth) {
                assert!(games.iter().any(|p| p[pile].contains(&DeckCard::card(card))), "{card} in pile {pile}");
            }
            assert!(games.iter().any(|p| is_pair(&p[pile][0])), "on top of pile {pile}");
            assert!(games.iter().any(|p| p[pile].last().is_some_and(is_pair)), "at the bottom of pile {pile}");
            assert!(games.iter().any(|p| !is_pair(&p[pile][0]) && !p[pile].last().is_some_and(is_pair)));
        }
    }

    /// BC1: the six cards and their codes (C4).
    #[test]
    fn bc1_one_card_for_each_pair_of_currencies() {
        assert_eq!(
            Bureau::CARDS.map(Card::nth).map(|c| c.to_string()).collect::<Vec<_>>(),
            ["xdh", "xdu", "xdf", "xhu", "xhf", "xuf"]
        );
    }

    #[test]
    fn bc2_one_counts_among_the_four_and_is_taken_alone() {
        let mut scene = scene("xhu xuf xhf xdh xdu").display("d1 h2 u5 f3").deck("xdf u1 f1 f2").turn(0);
        scene.acts(0, "take u5; end");
        assert_eq!(scene.shown(), ["display xdf"], "it takes a place like any other card");
        assert_eq!(
            scene.listed_as(1, "take"),
            ["take d1", "take h2", "take xdf", "take f3", "take d1 h2", "take d1 f3", "take h2 f3"]
        );
        for line in ["take xdf d1", "take d1 xdf", "take d1 h2 xdf"] {
            scene.refuses(1, line, "BC2: taken-alone");
        }
        scene.act(1, "take xdf");
        assert_eq!(scene.game.hand(Seat(1)).count("xdf".parse().unwrap()), 1);
        scene.refuses(1, "take d1", "T1: not-now");
        scene.act(1, "end");
        assert_eq!(scene.shown(), ["display u1"]);
    }

    #[test]
    fn bc2_any_number_may_be_held() {
        let mut scene = scene("xhu xuf xhf xdh xdu").display("xdf h2 u5 f3");
        scene.act(0, "take xdf");
        assert_eq!(scene.game.hand(Seat(0)).pairs().count(), 6);
    }

    /// The rulebooks' example: a garden for 11 denars, a pavilion for 7 florins, and the card that shows both.
    #[test]
    fn bc3_example_garden_or_pavilion() {
        let mut garden = scene("d7 d2 f9 xdf");
        assert_eq!(
            garden.listed_as(0, "buy"),
            ["buy P7e with f9", "buy P7e with d7 xdf", "buy G11 with d7 f9 xdf", "buy G11 with d2 f9 xdf"]
        );
        let mut pavilion = scene("d7 d2 f9 xdf");
        garden.act(0, "buy G11 with f9 d2 xdf");
        assert_eq!(garden.game.table.discard, hand("d2 f9 xdf"));
        assert_eq!(*garden.game.hand(Seat(0)), hand("d7"));
        pavilion.act(0, "buy P7e with d7 xdf");
        assert_eq!(*pavilion.game.hand(Seat(0)), hand("d2 f9"));
        // Both were paid for exactly: the player acts again (B3). But the card is spent.
        for scene in [&mut garden, &mut pavilion] {
            scene.refuses(0, "end", "T3: action-due");
            assert!(scene.listed_as(0, "buy").is_empty());
            scene.act(0, "take u5");
        }
    }

    #[test]
    fn bc3_it_must_show_the_currency_of_the_tile() {
        let mut scene = scene("d7 d9 f9 f1 h9 xdf xdh");
        scene.refuses(0, "buy G10 with d9 f1 xdf", "BC3: wrong-currency, tile G10");
        scene.refuses(0, "buy G11 with d9 f1 xdf", "B1: too-little, tile G11");
        scene.refuses(0, "buy G11 with d9 u9 xdu", "B1: not-in-hand, tile G11");
        scene.refuses(0, "buy G11 with d9 h8 xdh", "B1: not-in-hand, tile G11");
        // Overpaid: that was the last action.
        scene.act(0, "buy G10 with h9 d7 xdh");
        scene.refuses(0, "take d1", "T1: not-now");
    }

    #[test]
    fn bc3_one_card_for_one_purchase_and_its_two_currencies_only() {
        for line in ["buy G11 with d9 f1 h1 xdf", "buy G11 with d9 f1 h1 xdf xdh", "buy G11 with d9 f2 xdf xdh"] {
            assert!(line.parse::<Action>().is_err(), "{line}");
        }
    }

    /// B4: a superfluous card is legal, but such a payment is not listed.
    #[test]
    fn bc3_a_superfluous_card_is_legal_but_not_listed() {
        let mut scene = scene("d9 d2 f1 xdf");
        assert_eq!(scene.listed_as(0, "buy"), ["buy P7e with d9 xdf", "buy G11 with d9 d2"]);
        scene.act(0, "buy G11 with d9 d2 xdf");
        assert_eq!(scene.game.table.discard, hand("d9 d2 xdf"));
    }

    /// T7: spent cards come back with the discards.
    #[test]
    fn bc3_spent_cards_are_shuffled_into_the_next_deck() {
        let mut scene = scene("").deck("").discard("xdf");
        scene.acts(0, "take u5; end");
        assert_eq!(scene.shown(), ["shuffle", "display xdf"]);
    }

    #[test]
    fn bc4_they_are_worth_nothing_when_tiles_are_handed_out() {
        let mut scene = scene("d9 d2 xhf xdf xdu xuf").bag("").deck("d4").hand(1, "xdf u1").hand(2, "");
        scene.acts(0, "buy G11 with d9 d2; take d1; reserve G11; end");
        assert_eq!(scene.shown(), ["display d4", "left P7e", "left G10", "gain 1 S3esw"]);
    }

    /// BC4: nor at the start: nobody is dealt one, and none is on the first display.
    #[test]
    fn bc4_starting_money_is_money() {
        for seed in 0..50 {
            let game = Game::new(Setup::alhambra(6).with(Module::Bureau), Seed::from(seed)).unwrap();
            assert!((0..6).all(|seat| game.hand(Seat(seat)).pairs().count() == 0));
            assert!(game.table.display.iter().flatten().all(|c| c.as_money().is_some()));
        }
    }
}
