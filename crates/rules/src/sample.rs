//! Sampling what is hidden: a game that a viewer cannot tell from the real one, for search.

use arrayvec::ArrayVec;

use crate::card::{Card, Hand};
use crate::event::Round;
use crate::game::Game;
use crate::module;
use crate::rng::Dice;
use crate::seat::{BySeat, Seat};
use crate::secrets::{DeckCard, MAX_BAG, MAX_DECK, Secrets};
use crate::table::{ScoringCard, Stage, Table};
use crate::tile::Tile;
use crate::view::{View, unseen_tiles};

type Cards = ArrayVec<Card, MAX_DECK>;

impl View {
    /// A game that matches everything the viewer knows, with everything else drawn at random. For a counting viewer, only the
    /// order of deck, bags and piles, and what modules hide, is random.
    pub fn sample(&self, dice: &mut Dice) -> Game {
        let table = self.table().clone();
        let unseen = self.unseen_cards();
        let mut pairs: Cards = unseen.pairs().collect();
        let mut money: Cards = unseen.cards().filter(|c| c.as_money().is_some()).collect();
        dice.shuffle(&mut pairs);
        dice.shuffle(&mut money);
        // The pair cards in the deck are publicly known; the others are in hands.
        let in_deck: usize = table.deck.pairs.iter().map(|p| *p as usize).sum();
        let in_hands = pairs.split_off_at(in_deck);
        let hands = self.deal_hands(in_hands, &mut money, dice);
        let deck = stack(&table, money, pairs, dice);
        let (bag, granada_bag) = bags(&table, dice);
        let own = self.seat().zip(self.own());
        let modules = module::sample(&table, own, dice);
        let mut game = Game {
            secrets: Secrets { seed: dice.seed(), hands, deck, bag, granada_bag, asked: None, answered: 0, modules },
            table,
        };
        if let Stage::Window(window) = game.table.turn.stage {
            let mine = self.to_act();
            let asks = |seat: &Seat| match mine {
                Some(seat_asked) => *seat == seat_asked,
                None => Some(*seat) != self.seat() && module::asks(&game, window).has(*seat),
            };
            // If the sampled cards leave nobody to ask, the asked seat can still pass.
            let in_order = || game.table.seats_from_next();
            let anybody = || in_order().find(|s| Some(*s) != self.seat()).expect("there are others");
            let asked = in_order().find(asks).unwrap_or_else(anybody);
            game.secrets.answered = in_order().position(|s| s == asked).expect("it is at the table") as u8;
            game.secrets.asked = Some(asked);
        }
        game
    }

    /// Known hands are kept; the others are filled to their size, starting with the pair cards that must be in some hand.
    fn deal_hands(&self, pairs: Cards, money: &mut Cards, dice: &mut Dice) -> BySeat<Hand> {
        let mut hands = self.hands().map(|_, hand| hand.cards.unwrap_or_default());
        let room = |hands: &BySeat<Hand>, seat: Seat| self.hands()[seat].size as usize - hands[seat].len();
        for pair in pairs {
            let open: ArrayVec<Seat, 6> = hands.seats().map(|(s, _)| s).filter(|s| room(&hands, *s) > 0).collect();
            if !open.is_empty() {
                hands[open[dice.below(open.len() as u32) as usize]].add(pair);
            }
        }
        for seat in (0..hands.len() as u8).map(Seat) {
            while room(&hands, seat) > 0
                && let Some(card) = money.pop()
            {
                hands[seat].add(card);
            }
        }
        hands
    }
}

trait SplitOff {
    fn split_off_at(&mut self, at: usize) -> Self;
}

impl SplitOff for Cards {
    fn split_off_at(&mut self, at: usize) -> Cards {
        self.drain(at.min(self.len())..).collect()
    }
}

/// The deck, pile by pile: each contains the cards known to be in it, in random order.
fn stack(table: &Table, mut money: Cards, mut pairs: Cards, dice: &mut Dice) -> ArrayVec<DeckCard, MAX_DECK> {
    let deck = &table.deck;
    // After a reshuffle, a pair card may be anywhere.
    let anywhere = deck.shuffles > 0;
    if anywhere {
        money.extend(pairs.drain(..));
        dice.shuffle(&mut money);
    }
    let mut cards: ArrayVec<DeckCard, MAX_DECK> = ArrayVec::new();
    for pile in (0..deck.piles.len()).rev() {
        let bottom = cards.len();
        for round in [Round::First, Round::Second] {
            if deck.scoring[round as usize] == ScoringCard::InPile(pile as u8) {
                cards.push(DeckCard::scoring(round));
            }
        }
        let pairs_here = if anywhere { 0 } else { deck.pairs[pile] as usize };
        cards.extend(pairs.drain(pairs.len() - pairs_here.min(pairs.len())..).map(DeckCard::card));
        while cards.len() - bottom < deck.piles[pile] as usize
            && let Some(card) = money.pop()
        {
            cards.push(DeckCard::card(card));
        }
        dice.shuffle(&mut cards[bottom..]);
    }
    cards
}

fn bags(table: &Table, dice: &mut Dice) -> (ArrayVec<Tile, MAX_BAG>, ArrayVec<Tile, 54>) {
    let unseen = unseen_tiles(table);
    let beside = |t: &Tile| table.setup.is_beside(*t);
    let mut bag: ArrayVec<Tile, MAX_BAG> = unseen.iter().filter(|t| !beside(t)).collect();
    let mut granada_bag: ArrayVec<Tile, 54> = unseen.iter().filter(beside).collect();
    dice.shuffle(&mut bag);
    dice.shuffle(&mut granada_bag);
    (bag, granada_bag)
}
