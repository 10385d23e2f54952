//! Refilling the display and the market at the end of a turn (T5, T7, GR2).

use crate::event::{Event, Events, Round};
use crate::game::Game;
use crate::module;
use crate::rng::{Dice, Stream};
use crate::secrets::DeckCard;
use crate::table::ScoringCard;
use crate::tile::Tile;
use crate::variant::{combined, granada};

/// Refills the display to four cards; scoring cards are set aside (W1).
pub(crate) fn display<E: Events>(game: &mut Game, events: &mut E) {
    // Which cards are missing is unpredictable for the processor, but not how many.
    let mut empty = empty_places(&game.table.display);
    while empty != 0 {
        let slot = empty.trailing_zeros() as usize;
        empty &= empty - 1;
        loop {
            let Some(card) = draw(game, events) else { return };
            match card.get() {
                Ok(card) => {
                    game.table.display[slot] = Some(card);
                    events.push(Event::Display { slot: slot as u8, card });
                    break;
                }
                Err(round) => {
                    game.table.deck.scoring[round as usize] = ScoringCard::Drawn;
                    game.table.turn.due.push(round);
                    events.push(Event::ScoringCard(round));
                }
            }
        }
    }
}

/// The empty ones of four places, as bits.
#[inline]
fn empty_places<T>(places: &[Option<T>; 4]) -> u32 {
    (0..4).fold(0, |empty, at| empty | u32::from(places[at].is_none()) << at)
}

/// The top card. T7: if deck and discard pile are empty, there is none.
fn draw<E: Events>(game: &mut Game, events: &mut E) -> Option<DeckCard> {
    if game.secrets.deck.is_empty() {
        if game.table.discard.is_empty() {
            return None;
        }
        shuffle_discards(game);
        events.push(Event::Shuffled);
    }
    let card = game.secrets.deck.pop()?;
    let deck = &mut game.table.deck;
    let pile = deck.piles.iter().position(|p| *p > 0).expect("the deck consists of its piles");
    deck.piles[pile] -= 1;
    if card.get().is_ok_and(|c| c.as_pair().is_some()) {
        deck.pairs[if deck.shuffles > 0 { 0 } else { pile }] -= 1;
    }
    Some(card)
}

/// T7: the discard pile becomes the deck. CO2: the first time, it is divided as in S5, with card B in the second pile.
pub(crate) fn shuffle_discards(game: &mut Game) {
    let Game { table, secrets } = game;
    let mut dice = Dice::new(&secrets.seed, Stream::Reshuffle(table.deck.shuffles));
    secrets.deck.extend(table.discard.cards().map(DeckCard::card));
    table.deck.pairs = [table.discard.cards().filter(|c| c.as_pair().is_some()).count() as u8, 0, 0, 0, 0];
    table.discard = Default::default();
    // Saturates at 255: pieces that return to the supply can be paid for any number of times.
    table.deck.shuffles = table.deck.shuffles.saturating_add(1);
    dice.shuffle(&mut secrets.deck);
    table.deck.piles = [secrets.deck.len() as u8, 0, 0, 0, 0];
    if table.deck.scoring[1] == ScoringCard::Aside {
        table.deck.piles = cut(secrets.deck.len());
        let [first, second, ..] = table.deck.piles;
        // Between the bottom of pile 2 and its top; the deck's last card is the top of pile 1.
        let bottom = secrets.deck.len() - first as usize - second as usize;
        let at = bottom + dice.below(second as u32 + 1) as usize;
        secrets.deck.insert(at, DeckCard::scoring(Round::Second));
        table.deck.piles[1] += 1;
        table.deck.scoring[1] = ScoringCard::InPile(1);
    }
}

/// S5: five piles as equal as possible, the first ones with one card more.
pub(crate) fn cut(cards: usize) -> [u8; 5] {
    core::array::from_fn(|i| (cards / 5 + usize::from(i < cards % 5)) as u8)
}

/// Refills the market in ascending order; `false` if the game ends (E1, CO6).
pub(crate) fn market<E: Events>(game: &mut Game, events: &mut E) -> bool {
    let is_combined = game.table.setup.is_combined();
    let of_granada = if is_combined { empty_places(&game.table.market.beside) } else { 0 };
    let mut empty = empty_places(&game.table.market.spaces) | of_granada;
    if empty == 0 {
        return true;
    }
    let mut laid_granada = false;
    let mut is_full = true;
    while empty != 0 {
        let space = empty.trailing_zeros() as usize;
        empty &= empty - 1;
        if game.table.market.spaces[space].is_none() {
            let drawn = draw_tile(game, events);
            is_full &= drawn.is_some();
            if let Some(tile) = drawn {
                let tile = granada::face_up(&game.table, tile);
                game.table.market.spaces[space] = Some(tile);
                laid_granada |= tile.is_granada();
                events.push(Event::Market { space: space as u8, tile, beside: false });
            }
        }
        // CO3: space by space, Alhambra before Granada.
        if is_combined
            && game.table.market.beside[space].is_none()
            && let Some(tile) = game.secrets.granada_bag.pop()
        {
            let tile = granada::face_up(&game.table, tile);
            game.table.market.beside[space] = Some(tile);
            laid_granada = true;
            events.push(Event::Market { space: space as u8, tile, beside: true });
        }
    }
    count_bags(game);
    // GR2, CO3
    game.table.market.odd ^= laid_granada;
    if is_combined { combined::is_market_full(&game.table) } else { is_full }
}

/// The next tile for a market space; tiles that belong elsewhere are laid there on the way.
fn draw_tile<E: Events>(game: &mut Game, events: &mut E) -> Option<Tile> {
    loop {
        let tile = game.secrets.bag.pop()?;
        match module::lays_aside(&mut game.table, tile) {
            None => return Some(tile),
            Some(event) => events.push(Event::Module(event)),
        }
    }
}

/// The public size of the bags.
pub(crate) fn count_bags(game: &mut Game) {
    game.table.bag = game.secrets.bag.len() as u8;
    game.table.granada_bag = game.secrets.granada_bag.len() as u8;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Hand;
    use crate::seat::Seat;
    use crate::setup::{Module, Setup};
    use crate::testkit::{Scene, cards, tiles};

    /// Seat 0 is to act with these cards; a full market and display, and a deck and a bag that last.
    fn before(players: u8, hand: &str) -> Scene {
        Scene::new(Setup::alhambra(players))
            .market("T9ne P2new G10 S3esw")
            .display("d9 h9 u9 f9")
            .deck("d1 d2 d3 d4 d5")
            .discard("")
            .bag("C11 P8 S9 A9 A10 C10")
            .board(0, "")
            .board(1, "")
            .reserve(0, "")
            .hand(1, "")
            .hand(0, hand)
            .dirk("")
    }

    fn display(scene: &Scene) -> Vec<String> {
        scene.game.table.display.iter().flatten().map(|c| c.to_string()).collect()
    }

    /// T5: the rulebooks' example: spaces 2 and 4 are empty; the first tile goes to 2, the second to 4, regardless of which was
    /// bought first.
    #[test]
    fn t5_spaces_2_and_4_are_filled_in_order() {
        let mut scene = before(3, "u3 h2");
        scene.acts(0, "buy S3esw with u3; buy P2new with h2; take d9; reserve S3esw; reserve P2new; end");
        assert_eq!(scene.shown(), ["display d1", "market 2 C11", "market 4 P8"]);
    }

    /// T5: the display is refilled to four cards, before the market.
    #[test]
    fn t5_the_display_is_filled_to_four() {
        let mut scene = before(3, "").display("d1 h1 u1 f2");
        scene.acts(0, "take d1 h1 u1 f2; end");
        assert_eq!(scene.shown(), ["display d1", "display d2", "display d3", "display d4"]);
        assert_eq!(display(&scene), ["d1", "d2", "d3", "d4"]);
        assert_eq!(scene.game.table.deck.len(), 1);
        let mut nothing_taken = before(3, "").reserve(0, "P8");
        nothing_taken.acts(0, "build P8 1,0; end");
        assert!(nothing_taken.shown().is_empty(), "{:?}", nothing_taken.shown());
    }

    /// T7: the discard pile becomes the deck when a card is needed and the deck is empty, not before.
    #[test]
    fn t7_discards_become_the_deck() {
        let mut scene = before(3, "").display("d1 h1 f9 u9").deck("d1").discard("h4 h5 h6");
        scene.acts(0, "take d1 h1; end");
        let shown = scene.shown();
        assert_eq!((shown[0].as_str(), shown[1].as_str(), shown.len()), ("display d1", "shuffle", 3));
        assert!(["display h4", "display h5", "display h6"].contains(&shown[2].as_str()), "{shown:?}");
        assert!(scene.game.table.discard.is_empty());
        assert_eq!((scene.game.table.deck.len(), scene.game.secrets.deck.len()), (2, 2));
        let mut just_enough = before(3, "").deck("d1").discard("h4 h5 h6");
        just_enough.acts(0, "take d9; end");
        assert_eq!(just_enough.shown(), ["display d1"]);
        assert_eq!(just_enough.game.table.discard, cards("h4 h5 h6").into_iter().collect::<Hand>());
    }

    /// T7: it is shuffled: the top card varies.
    #[test]
    fn t7_the_new_deck_is_shuffled() {
        let tops = (0..20).map(|seed| {
            let scene = before(3, "").deck("").discard("h1 h2 h3 h4 h5 h6 h7 h8");
            let mut scene = scene.with(|game| game.secrets.seed = crate::rng::Seed::from(seed));
            scene.acts(0, "take d9; end");
            scene.shown()[1].clone()
        });
        assert!(tops.collect::<std::collections::HashSet<_>>().len() > 3);
    }

    /// T7: it can happen any number of times.
    #[test]
    fn t7_any_number_of_times() {
        let mut scene = before(3, "").deck("").discard("h4").with(|game| game.table.deck.shuffles = u8::MAX);
        scene.acts(0, "take d9; end");
        assert_eq!(scene.shown(), ["shuffle", "display h4"]);
    }

    /// T7: cards paid in the same turn are on the discard pile, too.
    #[test]
    fn t7_the_payment_of_this_turn_is_shuffled_in() {
        let mut scene = before(3, "u3").deck("");
        scene.acts(0, "buy S3esw with u3; take d9; reserve S3esw; end");
        assert_eq!(scene.shown(), ["shuffle", "display u3", "market 4 C11"]);
    }

    /// T7: if both are empty, the display stays short; it is refilled as soon as there are cards again.
    #[test]
    fn t7_the_display_stays_short() {
        let mut scene = before(3, "").hand(1, "u1 u1 u1").display("d9 h9").deck("");
        scene.acts(0, "take d9; end");
        assert!(scene.shown().is_empty());
        assert_eq!(display(&scene), ["h9"]);
        scene.acts(1, "buy S3esw with u1 u1 u1; take h9; reserve S3esw; end");
        assert_eq!(display(&scene), ["u1", "u1", "u1"]);
        assert_eq!(scene.to_act(), Some(2));
    }

    /// W1: a scoring card is set aside and another card is drawn in its place; the round is scored after the display and the market
    /// are refilled.
    #[test]
    fn w1_set_aside_and_scored_after_the_filling() {
        for (card, score) in [("A", "score 1"), ("B", "score 2")] {
            let mut scene = before(3, "u3").deck(&format!("{card} d1 d2"));
            scene.acts(0, "buy S3esw with u3; take d9; reserve S3esw; end");
            assert_eq!(scene.shown(), [&format!("scoring {card}"), "display d1", "market 4 C11", score]);
            assert_eq!(display(&scene).len(), 4);
            assert_eq!(scene.to_act(), Some(1));
        }
    }

    /// W1: what was placed in the turn that drew the card is scored.
    #[test]
    fn w1_points_are_entered() {
        let mut scene = before(3, "u3").deck("A d1").board(1, "T8nes@1,0").board(2, "T9ne@1,0");
        scene.acts(0, "buy S3esw with u3; take d9; place S3esw 0,1; end");
        assert_eq!(scene.scores(), [2 + 3, 3 + 3, 3 + 2]);
    }

    /// W1: the card is removed for good: shuffling the discards does not bring it back.
    #[test]
    fn w1_set_aside_for_good() {
        let mut scene = before(3, "").display("d1 h1 u1 f2").deck("A").discard("h4 h5 h6 h7 h8");
        scene.acts(0, "take d1 h1 u1 f2; end");
        assert_eq!(&scene.shown()[..2], ["scoring A", "shuffle"]);
        assert_eq!(scene.game.table.deck.scoring[0], ScoringCard::Drawn);
        assert_eq!((display(&scene).len(), scene.game.secrets.deck.len()), (4, 1));
        assert!(scene.game.secrets.deck.iter().all(|c| c.get().is_ok()));
    }

    /// W1: two scoring cards in one refill are scored in the order drawn.
    #[test]
    fn w1_two_cards_in_one_refill() {
        let mut scene = before(3, "").display("d1 h1 f9 u9").deck("A d1 B d2 d3").board(0, "T12@1,0").board(2, "");
        scene.acts(0, "take d1 h1; end");
        assert_eq!(scene.shown(), ["scoring A", "display d1", "scoring B", "display d2", "score 1", "score 2"]);
        assert_eq!(scene.scores(), [6 + 13, 0, 0]);
        let mut turned = before(3, "").deck("B A d1 d2");
        turned.acts(0, "take d9; end");
        assert_eq!(turned.shown(), ["scoring B", "scoring A", "display d1", "score 2", "score 1"]);
    }

    /// W1: the very last cards may be scoring cards; then the display stays short, and the round is still scored.
    #[test]
    fn w1_a_scoring_card_as_the_last_card() {
        let mut scene = before(3, "").deck("B").board(0, "T12@1,0");
        scene.acts(0, "take d9; end");
        assert_eq!(scene.shown(), ["scoring B", "score 2"]);
        assert_eq!(display(&scene).len(), 3);
    }

    /// N2: six more tiles right after round 1. They are public, and count from the next round on.
    #[test]
    fn n2_six_tiles_right_after_round_1() {
        let mut scene = before(2, "").deck("A d1 d2").dirk("T7new");
        scene.acts(0, "take d9; end");
        let drawn = ["dirk C11", "dirk P8", "dirk S9", "dirk A9", "dirk A10", "dirk C10"];
        assert_eq!(scene.shown()[..3], ["scoring A", "display d1", "score 1"]);
        assert_eq!(scene.shown()[3..], drawn);
        assert_eq!(scene.game.table.dirk.tiles.len(), 7);
        assert_eq!(scene.game.table.dirk.score, 6, "one tower in round 1");
        assert_eq!((scene.game.table.bag, scene.to_act()), (0, Some(1)));
    }

    /// N2: a third of the bag, rounded down, right after round 2: what the market took before is no longer in it.
    #[test]
    fn n2_dirks_thirds() {
        for (bag, share) in
            [("P8 S9", 0), ("P8 S9 A9", 1), ("P8 S9 A9 A10 C10", 1), ("P8 S9 A9 A10 C10 C11 G10 G11", 2)]
        {
            let mut scene = before(2, "").deck("B d1").bag(bag);
            scene.acts(0, "take d9; end");
            assert_eq!(scene.game.table.dirk.tiles.len(), share, "{bag}");
            assert_eq!(scene.game.table.bag as usize, bag.split(' ').count() - share);
        }
        let mut after_filling = before(2, "u3").deck("B d1").bag("P8 S9 A9");
        after_filling.acts(0, "buy S3esw with u3; take d9; reserve S3esw; end");
        assert_eq!(after_filling.shown(), ["scoring B", "display d1", "market 4 P8", "score 2"]);
    }

    /// N2: with both cards in one refill, each draw comes right after its round.
    #[test]
    fn n2_each_draw_follows_its_round() {
        let mut scene = before(2, "").deck("A B d1").bag("P8 S9 A9 A10 C10 C11 G10 G11 T11").board(0, "T12@1,0");
        scene.acts(0, "take d9; end");
        let expected = "scoring A; scoring B; display d1; score 1; dirk P8; dirk S9; dirk A9; dirk A10; dirk C10; \
                        dirk C11; score 2; dirk G10";
        assert_eq!(scene.shown().join("; "), expected);
        assert_eq!(scene.game.table.dirk.score, 8 + 9 + 10 + 11, "what he drew after round 1 counts in round 2");
    }

    /// N2, ruling: if the bag holds fewer, he takes those; the game ends only at the next refill that fails.
    #[test]
    fn n2_dirk_empties_the_bag() {
        let mut scene = before(2, "").hand(1, "u3").deck("A d1 d2").bag("P8 S9");
        scene.acts(0, "take d9; end");
        assert_eq!((scene.game.table.dirk.tiles.len(), scene.game.table.bag), (2, 0));
        assert_eq!(scene.to_act(), Some(1), "the game goes on");
        scene.acts(1, "take h9; end");
        assert_eq!(scene.to_act(), Some(0), "the market is still full");
        scene.acts(0, "take u9; end");
        scene.acts(1, "buy S3esw with u3; take f9; reserve S3esw; end");
        assert!(scene.game.table.turn.closing, "now it ends");
    }

    /// N5, ruling: camps and bazaars that Dirk draws stay with him.
    #[test]
    fn n5_camps_and_bazaars_stay_with_dirk() {
        let setup = Setup::alhambra(2).with(Module::Camps).with(Module::Bazaars);
        let mut scene = Scene::new(setup).display("d9 h9 u9 f9").deck("A B d1").bag("c8ne bSAG bPGT P8 S9 A9").dirk("");
        scene = scene.board(0, "").board(1, "");
        scene.acts(0, "take d9; end");
        assert_eq!(scene.game.table.dirk.tiles, tiles("c8ne bSAG bPGT P8 S9 A9").into_iter().collect());
        assert_eq!(scene.game.table.dirk.score, 8 + 9 + 10);
    }

    /// N2: without Dirk nobody draws.
    #[test]
    fn n2_only_with_two_players() {
        let mut scene = before(3, "").deck("A d1");
        scene.acts(0, "take d9; end");
        assert_eq!(scene.shown(), ["scoring A", "display d1", "score 1"]);
        assert!(scene.game.table.dirk.tiles.is_empty());
        assert_eq!(scene.game.table.players[Seat(0)].score, 0);
    }
}
