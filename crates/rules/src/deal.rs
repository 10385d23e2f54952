//! Set-up: what is shuffled, dealt and laid out before the first turn (S1–S5, N1, N2, GR2, CO1, CO2).

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::card::{Card, Discards, Hand};
use crate::components::{MONEY_COPIES, Piece};
use crate::event::{Round, Silent};
use crate::game::Game;
use crate::module;
use crate::rng::{Dice, Seed, Stream};
use crate::rule::refill;
use crate::seat::{BySeat, Seat};
use crate::secrets::{DeckCard, MAX_BAG, MAX_DECK, Secrets};
use crate::setup::{Setup, SetupError};
use crate::table::{Deck, Dirk, Market, Occasion, Player, ScoringCard, Stage, Table, Turn};
use crate::tile::{Tile, TileSet};
use crate::turn;
use crate::variant::{self, combined, dirk};

/// The starting money of each player reaches at least this (S2).
pub(crate) const START_MONEY: u32 = 20;

/// The money deck while it is stacked: five piles, the first on top (S5).
pub(crate) struct Piles<'a> {
    /// From the bottom of the last pile to the top of the first.
    deck: &'a mut ArrayVec<DeckCard, MAX_DECK>,
    /// The number of cards in each, the first being the top pile.
    sizes: [u8; 5],
}

impl Piles<'_> {
    /// Inserts a card at a random place in a pile, which is shuffled already.
    pub(crate) fn shuffle_in(&mut self, pile: usize, card: DeckCard, dice: &mut Dice) {
        let at = self.bottom(pile) + dice.below(self.sizes[pile] as u32 + 1) as usize;
        self.deck.insert(at, card);
        self.sizes[pile] += 1;
    }

    fn bottom(&self, pile: usize) -> usize {
        self.sizes[pile + 1..].iter().map(|size| *size as usize).sum()
    }

    /// How many pair cards are in each pile.
    fn count_pairs(&self) -> [u8; 5] {
        core::array::from_fn(|pile| {
            let cards = &self.deck[self.bottom(pile)..][..self.sizes[pile] as usize];
            cards.iter().filter(|c| c.get().is_ok_and(|card| card.as_pair().is_some())).count() as u8
        })
    }
}

impl Game {
    /// A new game. The same set-up and seed give the same game everywhere.
    pub fn new(setup: Setup, seed: Seed) -> Result<Game, SetupError> {
        setup.check()?;
        let mut game = Game::blank(setup);
        game.deal(seed);
        Ok(game)
    }

    /// Turns this into a new game: the same as [`Game::new`], without moving a whole game in memory.
    pub fn reset(&mut self, setup: Setup, seed: Seed) -> Result<(), SetupError> {
        setup.check()?;
        self.table.setup = setup;
        self.deal(seed);
        Ok(())
    }

    /// An empty table.
    fn blank(setup: Setup) -> Game {
        let nobody = Seat(0);
        Game {
            table: Table {
                setup,
                players: BySeat::default(),
                dirk: Dirk::default(),
                market: Market::default(),
                display: [None; 4],
                discard: Discards::default(),
                deck: Deck { piles: [0; 5], scoring: [ScoringCard::Aside; 2], pairs: [0; 5], shuffles: 0 },
                bag: 0,
                granada_bag: 0,
                turn: Turn {
                    seat: nobody,
                    actor: nobody,
                    stage: Stage::Placing(Occasion::Turn),
                    first: true,
                    waiting: TileSet::EMPTY,
                    due: ArrayVec::new(),
                    closing: false,
                    gained: BySeat::default(),
                    handed_out: 0,
                },
                modules: module::Modules::default(),
            },
            secrets: Secrets {
                seed: Seed([0; 32]),
                hands: BySeat::default(),
                deck: ArrayVec::new(),
                bag: ArrayVec::new(),
                granada_bag: ArrayVec::new(),
                asked: None,
                answered: 0,
                modules: module::Secrets::default(),
            },
        }
    }

    /// Sets everything up, regardless of what was on the table before.
    fn deal(&mut self, seed: Seed) {
        let Game { table, secrets } = self;
        let setup = table.setup;
        let players = setup.players as usize;
        let mut money = Dice::new(&seed, Stream::Money);
        let mut cards = money_cards(&setup);
        money.shuffle(&mut cards);
        secrets.seed = seed;
        secrets.hands = BySeat::new(players, |_| deal(&mut cards));
        let first = first_player(&secrets.hands);
        table.display = core::array::from_fn(|_| cards.pop());
        table.deck = stack(&setup, &seed, &mut money, &cards, &mut secrets.deck);
        fill_bag(&setup, &seed, &mut secrets.bag);
        secrets.granada_bag.clear();
        (secrets.asked, secrets.answered) = (None, 0);
        (table.modules, secrets.modules) = module::set_up(&setup, &seed);

        let start = setup.game.start();
        table.players.0.truncate(players);
        table.players.iter_mut().for_each(|player| player.begin(start));
        while table.players.len() < players {
            table.players.0.push(Player { board: Board::new(start), reserve: TileSet::EMPTY, score: 0 });
        }
        table.dirk = Dirk::default();
        table.market = Market::default();
        table.discard = Discards::default();
        table.turn.due.clear();
        table.turn.closing = false;
        table.turn.gained = BySeat::new(players, |_| TileSet::EMPTY);
        table.turn.handed_out = 0;
        if setup.is_combined() {
            combined::fill_granada_bag(self);
        }
        // GR2: after the first fill, the marker is set to odd.
        refill::market(self, &mut Silent);
        if setup.has_dirk() {
            dirk::first_tiles(self);
        }
        turn::begin(self, first);
    }
}

impl Player {
    /// Only the starting tile (C3).
    fn begin(&mut self, start: Tile) {
        self.board.reset(start);
        self.reserve = TileSet::EMPTY;
        self.score = 0;
    }
}

/// All money cards, with all the copies of a game for more than two (C2).
const MONEY: [Card; 108] = {
    let mut cards = [Card::nth(0); 108];
    let mut i = 0;
    while i < 108 {
        cards[i] = Card::nth(i as u8 / MONEY_COPIES);
        i += 1;
    }
    cards
};

/// C2, N1
fn money_cards(setup: &Setup) -> ArrayVec<Card, 108> {
    let copies = setup.money_copies() as usize;
    if copies == MONEY_COPIES as usize {
        return ArrayVec::from(MONEY);
    }
    MONEY.chunks(MONEY_COPIES as usize).flat_map(|copies_of| &copies_of[..copies]).copied().collect()
}

/// S2: one card at a time until the total is 20 or more.
fn deal(cards: &mut ArrayVec<Card, 108>) -> Hand {
    let mut hand = Hand::default();
    let mut total = 0;
    while total < START_MONEY
        && let Some(card) = cards.pop()
    {
        total += card.as_money().map_or(0, |(_, value)| value as u32);
        hand.add(card);
    }
    hand
}

/// Every hand in the order dealt.
pub(crate) fn dealt_hands(setup: &Setup, seed: &Seed) -> Vec<Vec<Card>> {
    let mut cards = money_cards(setup);
    Dice::new(seed, Stream::Money).shuffle(&mut cards);
    let hand = |_| {
        let before = cards.clone();
        deal(&mut cards);
        before[cards.len()..].iter().rev().copied().collect()
    };
    (0..setup.players).map(hand).collect()
}

/// S3: the fewest cards, then the least money, then seating order.
pub(crate) fn first_player(hands: &BySeat<Hand>) -> Seat {
    let first = hands.seats().min_by_key(|(seat, hand)| (hand.len(), hand.total(), *seat));
    first.expect("there are players").0
}

/// S5: five piles with the scoring cards shuffled in; CO2 for the combined game. The next card to be dealt is on top.
fn stack(setup: &Setup, seed: &Seed, dice: &mut Dice, cards: &[Card], deck: &mut ArrayVec<DeckCard, MAX_DECK>) -> Deck {
    deck.clear();
    deck.extend(cards.iter().copied().map(DeckCard::card));
    let mut piles = Piles { deck, sizes: refill::cut(cards.len()) };
    let places = setup.game.scoring_piles();
    let scoring = [Round::First, Round::Second].map(|round| match places[round as usize] {
        Some(pile) => {
            piles.shuffle_in(pile as usize, DeckCard::scoring(round), dice);
            ScoringCard::InPile(pile)
        }
        None => ScoringCard::Aside,
    });
    module::stack(setup, seed, &mut piles);
    let pairs = if setup.modules.is_empty() { [0; 5] } else { piles.count_pairs() };
    Deck { piles: piles.sizes, scoring, pairs, shuffles: 0 }
}

fn fill_bag(setup: &Setup, seed: &Seed, bag: &mut ArrayVec<Tile, MAX_BAG>) {
    bag.clear();
    // Faster than `extend`, which would ask each part of the chain for each tile.
    variant::bag(setup).for_each(|tile| bag.push(tile));
    debug_assert!(bag.iter().all(|t| t.piece() != Piece::Start));
    Dice::new(seed, Stream::Tiles).shuffle(bag);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::currency::Currency;
    use crate::testkit::cards;

    fn game(players: u8, seed: u64) -> Game {
        Game::new(Setup::alhambra(players), Seed::from(seed)).expect("2 to 6 players")
    }

    fn bag(setup: &Setup, seed: u64) -> ArrayVec<Tile, MAX_BAG> {
        let mut bag = ArrayVec::new();
        fill_bag(setup, &Seed::from(seed), &mut bag);
        bag
    }

    /// The cards that a seat is dealt from a pile with these on top.
    fn dealt(codes: &str) -> (Hand, usize) {
        let mut pile: ArrayVec<Card, 108> = cards(codes).into_iter().rev().collect();
        (deal(&mut pile), pile.len())
    }

    fn hand(codes: &str) -> Hand {
        cards(codes).into_iter().collect()
    }

    /// The number of copies of each money card, wherever they are.
    fn money_of(game: &Game) -> Vec<usize> {
        let deck = game.secrets.deck.iter().filter_map(|c| c.get().ok());
        let hands = game.secrets.hands.iter().flat_map(|h| h.cards());
        let all: Vec<Card> = deck.chain(hands).chain(game.table.display.iter().flatten().copied()).collect();
        Card::all().filter(|c| c.as_money().is_some()).map(|c| all.iter().filter(|a| **a == c).count()).collect()
    }

    /// S1: 2 to 6 players.
    #[test]
    fn s1_two_to_six_players() {
        for players in [0, 1, 7, 255] {
            let refused = Game::new(Setup::alhambra(players), Seed::from(0));
            assert_eq!(refused.err(), Some(SetupError::Players(players)));
        }
        assert!((2..=6).all(|players| game(players, 0).table.players.len() == players as usize));
    }

    /// S1: all 54 tiles are shuffled; spaces 1 to 4 are filled in that order.
    #[test]
    fn s1_the_market_is_filled_in_order() {
        let setup = Setup::alhambra(3);
        let (one, two) = (bag(&setup, 1), bag(&setup, 2));
        assert_ne!(one, two, "shuffled");
        assert_eq!(one.iter().copied().collect::<TileSet>(), Tile::buildings().collect());
        let drawn: Vec<Tile> = one.iter().rev().copied().take(4).collect();
        let game = game(3, 1);
        assert_eq!(game.table.market.spaces.iter().flatten().copied().collect::<Vec<_>>(), drawn);
        assert_eq!((game.table.bag, game.secrets.bag.len()), (50, 50));
    }

    /// C3, S1: everybody starts with a starting tile and nothing else.
    #[test]
    fn c3_a_starting_tile_for_each() {
        for player in game(6, 0).table.players.iter() {
            let tiles: Vec<_> = player.board.tiles().iter().map(|p| (p.tile, p.cell.to_string())).collect();
            assert_eq!(tiles, [(Tile::START, "0,0".to_owned())]);
            assert!(player.reserve.is_empty() && player.score == 0);
        }
    }

    /// S2: one card at a time until the total is 20 or more, not a card longer.
    #[test]
    fn s2_until_20_or_more() {
        assert_eq!(dealt("d9 h9 u2 f1"), (hand("d9 h9 u2"), 1), "20 is enough");
        assert_eq!(dealt("d9 h9 u1 f1 f9"), (hand("d9 h9 u1 f1"), 1));
        assert_eq!(dealt("d9 h9 u1 f9 f9"), (hand("d9 h9 u1 f9"), 1), "28 at most");
        for seed in 0..50 {
            for (seat, held) in game(6, seed).secrets.hands.seats() {
                assert!((20..=28).contains(&held.total()), "seat {seat} of game {seed}");
            }
        }
    }

    /// S2: one player after another, each continuing where the previous one stopped.
    #[test]
    fn s2_one_player_after_another() {
        let setup = Setup::alhambra(4);
        let game = Game::new(setup, Seed::from(5)).expect("a game");
        let mut pile = money_cards(&setup);
        Dice::new(&Seed::from(5), Stream::Money).shuffle(&mut pile);
        for held in game.secrets.hands.iter() {
            assert_eq!(&deal(&mut pile), held);
        }
    }

    /// S3: the fewest cards, then the least money, then (ruling) seating order.
    #[test]
    fn s3_the_starting_player() {
        let first = |hands: &[&str]| first_player(&BySeat::new(hands.len(), |i| hand(hands[i])));
        assert_eq!(first(&["d5 d5 d5 h5", "h9 h9 h9", "u8 u5 u4 u3"]), Seat(1), "fewest cards, although most money");
        assert_eq!(first(&["d9 d9 d9", "h9 h9 h2", "u9 u9 u3"]), Seat(1), "least money");
        assert_eq!(first(&["d9 d9 d9", "h9 h8 h4", "u9 u9 u3"]), Seat(1), "seating");
        for seed in 0..20 {
            let game = game(4, seed);
            assert_eq!(game.to_act(), Some(first_player(&game.secrets.hands)));
        }
    }

    /// S4: four cards are on the display, all of them money.
    #[test]
    fn s4_four_cards_on_the_display() {
        for seed in 0..20 {
            let display = game(3, seed).table.display;
            assert!(display.iter().all(|c| c.is_some_and(|c| c.as_money().is_some())));
        }
    }

    /// S5: five piles as equal as possible; the first ones have one card more (ruling).
    #[test]
    fn s5_five_piles_as_equal_as_possible() {
        assert_eq!(refill::cut(90), [18, 18, 18, 18, 18]);
        assert_eq!(refill::cut(91), [19, 18, 18, 18, 18]);
        assert_eq!(refill::cut(94), [19, 19, 19, 19, 18]);
        assert_eq!(refill::cut(3), [1, 1, 1, 0, 0]);
        for seed in 0..20 {
            let game = game(3, seed);
            let held: usize = game.secrets.hands.iter().map(|h| h.len()).sum();
            let mut piles = refill::cut(108 - 4 - held);
            piles[1] += 1;
            piles[3] += 1;
            assert_eq!(game.table.deck.piles, piles);
            assert_eq!(game.secrets.deck.len(), game.table.deck.len());
        }
    }

    /// S5: card A is anywhere in pile 2, card B anywhere in pile 4; pile 1 is on top.
    #[test]
    fn s5_scoring_cards_in_piles_2_and_4() {
        let mut seen = [[false; 2]; 2];
        for seed in 0..300 {
            let game = game(3, seed);
            let piles = game.table.deck.piles.map(usize::from);
            for (round, pile) in [(Round::First, 1), (Round::Second, 3)] {
                let from_top = game.secrets.deck.iter().rev().position(|c| *c == DeckCard::scoring(round));
                let from_top = from_top.expect("it is in the deck");
                let above: usize = piles[..pile].iter().sum();
                assert!((above..above + piles[pile]).contains(&from_top), "{round:?} of game {seed}");
                assert_eq!(game.table.deck.scoring[round as usize], ScoringCard::InPile(pile as u8));
                seen[round as usize][0] |= from_top == above;
                seen[round as usize][1] |= from_top == above + piles[pile] - 1;
            }
        }
        assert_eq!(seen, [[true; 2]; 2], "also as the first and as the last of their piles");
    }

    /// S5: the piles keep the order of the shuffled cards: the next card to be dealt is on top.
    #[test]
    fn s5_pile_1_on_top() {
        let setup = Setup::alhambra(3);
        let game = Game::new(setup, Seed::from(9)).expect("a game");
        let mut pile = money_cards(&setup);
        Dice::new(&Seed::from(9), Stream::Money).shuffle(&mut pile);
        (0..3).for_each(|_| {
            deal(&mut pile);
        });
        assert_eq!(game.table.display, core::array::from_fn(|_| pile.pop()));
        let deck: Vec<Card> = game.secrets.deck.iter().filter_map(|c| c.get().ok()).collect();
        assert_eq!(deck, pile.to_vec());
    }

    /// C2: three copies of each money card, 108 in all; N1: with two players two of each, 72.
    #[test]
    fn n1_one_copy_of_each_money_card_is_taken_out() {
        assert_eq!(money_of(&game(2, 3)), [2; 36]);
        for players in 3..=6 {
            assert_eq!(money_of(&game(players, 3)), [3; 36]);
        }
        assert_eq!(Currency::ALL.len() * 9 * 2, 72);
    }

    /// N2: Dirk has six tiles at the start, drawn after the market was filled (ruling); with more players none.
    #[test]
    fn n2_six_tiles_at_the_start() {
        let setup = Setup::alhambra(2);
        let drawn: Vec<Tile> = bag(&setup, 1).iter().rev().copied().take(10).collect();
        let two = game(2, 1);
        assert_eq!(two.table.market.spaces.iter().flatten().copied().collect::<Vec<_>>(), drawn[..4]);
        assert_eq!(two.table.dirk.tiles, drawn[4..].iter().copied().collect());
        assert_eq!((two.table.bag, two.secrets.bag.len()), (44, 44));
        assert!(game(3, 1).table.dirk.tiles.is_empty());
    }
}
