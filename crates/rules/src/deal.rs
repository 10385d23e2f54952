//! Set-up: what is shuffled, dealt and laid out before the first turn (S1–S5, N1, N2, GR2, CO1, CO2).

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::card::{Card, Hand};
use crate::components::{MONEY_COPIES, Piece};
use crate::event::{Round, Silent};
use crate::game::Game;
use crate::module;
use crate::rng::{Dice, Seed, Stream};
use crate::rule::refill;
use crate::seat::{BySeat, Seat};
use crate::secrets::{DeckCard, Secrets};
use crate::setup::{GameKind, Setup, SetupError};
use crate::side::Side;
use crate::table::{Deck, Dirk, Market, Occasion, Player, ScoringCard, Stage, Table, Turn};
use crate::tile::{Tile, TileSet};
use crate::turn;

/// The money a player starts with reaches at least this (S2).
const START_MONEY: u32 = 20;
/// Tiles that Dirk has at the start (N2).
const DIRK_TILES: usize = 6;

/// A pile of the money deck; the last card is on top.
pub(crate) type Pile = ArrayVec<DeckCard, 40>;

impl Game {
    /// A new game. The same set-up and seed give the same game everywhere.
    pub fn new(setup: Setup, seed: Seed) -> Result<Game, SetupError> {
        setup.check()?;
        let players = setup.players as usize;
        let mut money = Dice::new(&seed, Stream::Money);
        let mut cards = money_cards(&setup);
        money.shuffle(&mut cards);
        let hands = BySeat::new(players, |_| deal(&mut cards));
        let first = first_player(&hands);
        let display = core::array::from_fn(|_| cards.pop());
        let (piles, scoring) = stack(&setup, &seed, &mut money, cards);

        let start = if setup.game == GameKind::Granada { Tile::GRANADA_START } else { Tile::START };
        let player = || Player { board: Board::new(start), reserve: TileSet::EMPTY, score: 0 };
        let (open, hidden) = module::set_up(&setup, &seed);
        let mut game = Game {
            table: Table {
                setup,
                players: BySeat::new(players, |_| player()),
                dirk: Dirk::default(),
                market: Market::default(),
                display,
                discard: Hand::default(),
                deck: Deck {
                    piles: core::array::from_fn(|i| piles[i].len() as u8),
                    scoring,
                    pairs: piles.each_ref().map(|p| count_pairs(p)),
                    shuffles: 0,
                },
                bag: 0,
                granada_bag: 0,
                turn: Turn {
                    seat: first,
                    actor: first,
                    stage: Stage::Placing(Occasion::Turn),
                    first: true,
                    waiting: TileSet::EMPTY,
                    due: ArrayVec::new(),
                    closing: false,
                    gained: BySeat::new(players, |_| TileSet::EMPTY),
                    handed_out: 0,
                },
                modules: open,
            },
            secrets: Secrets {
                seed,
                hands,
                // Pile 1 lies on top, pile 5 at the bottom.
                deck: piles.iter().rev().flatten().copied().collect(),
                bag: bag(&setup, &seed),
                granada_bag: ArrayVec::new(),
                asked: None,
                answered: 0,
                modules: hidden,
            },
        };
        if setup.game == GameKind::Combined {
            game.fill_granada_bag();
        }
        refill::market(&mut game, &mut Silent);
        // GR2: after the first filling the marker stands on odd, and Dirk's first tiles lie with the even face up (GR7).
        if setup.has_dirk() {
            for _ in 0..DIRK_TILES {
                game.table.dirk.tiles.extend(game.secrets.bag.pop());
            }
            for _ in 0..DIRK_TILES {
                game.table.dirk.tiles.extend(game.secrets.granada_bag.pop());
            }
            refill::count_bags(&mut game);
        }
        turn::begin(&mut game, first);
        Ok(game)
    }

    /// CO1: the first four Granada tiles must show a moat; others go back into the bag.
    fn fill_granada_bag(&mut self) {
        let mut dice = Dice::new(&self.secrets.seed, Stream::GranadaTiles);
        let mut tiles: ArrayVec<Tile, 54> = Tile::granada_tiles().collect();
        dice.shuffle(&mut tiles);
        let has_moat = |t: &Tile| t.sides().contains(&Side::Moat);
        let mut first: ArrayVec<Tile, 4> = ArrayVec::new();
        // From the top of the bag, which is its end.
        let mut at = tiles.len();
        while first.len() < 4 {
            at -= 1;
            if has_moat(&tiles[at]) {
                first.push(tiles.remove(at));
            }
        }
        // What was drawn and put back lies among the rest at random again.
        dice.shuffle(&mut tiles);
        tiles.extend(first.into_iter().rev());
        self.secrets.granada_bag = tiles;
    }
}

/// C2, N1
fn money_cards(setup: &Setup) -> ArrayVec<Card, 108> {
    let copies = if setup.has_dirk() { MONEY_COPIES - 1 } else { MONEY_COPIES };
    let money = Card::all().filter(|c| c.as_money().is_some());
    money.flat_map(|card| core::iter::repeat_n(card, copies as usize)).collect()
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

/// Every hand in the order in which it was dealt.
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

/// S3: the fewest cards, then the least money, then the seating.
fn first_player(hands: &BySeat<Hand>) -> Seat {
    hands.seats().min_by_key(|(seat, hand)| (hand.len(), hand.total(), *seat)).map_or(Seat(0), |(seat, _)| seat)
}

/// S5: five piles with the scoring cards shuffled in; CO2 for the combined game.
fn stack(setup: &Setup, seed: &Seed, dice: &mut Dice, mut cards: ArrayVec<Card, 108>) -> ([Pile; 5], [ScoringCard; 2]) {
    let sizes = refill::cut(cards.len());
    let mut piles: [Pile; 5] = sizes.map(|size| {
        let mut pile: Pile = (0..size).filter_map(|_| cards.pop()).map(DeckCard::card).collect();
        // Drawn from the top down; a pile's last card is its top.
        pile.reverse();
        pile
    });
    let places = if setup.game == GameKind::Combined { [Some(2), None] } else { [Some(1), Some(3)] };
    let scoring = [Round::First, Round::Second].map(|round| match places[round as usize] {
        Some(pile) => {
            shuffle_in(&mut piles[pile], DeckCard::scoring(round), dice);
            ScoringCard::InPile(pile as u8)
        }
        None => ScoringCard::Aside,
    });
    module::stack(setup, seed, &mut piles);
    (piles, scoring)
}

/// Puts a card anywhere into a shuffled pile.
pub(crate) fn shuffle_in(pile: &mut Pile, card: DeckCard, dice: &mut Dice) {
    let at = dice.below(pile.len() as u32 + 1) as usize;
    pile.insert(at, card);
}

fn bag(setup: &Setup, seed: &Seed) -> ArrayVec<Tile, { crate::secrets::MAX_BAG }> {
    let mut bag: ArrayVec<Tile, { crate::secrets::MAX_BAG }> = match setup.game {
        GameKind::Granada => Tile::granada_tiles().collect(),
        _ => Tile::buildings().chain(module::tiles(setup)).collect(),
    };
    debug_assert!(bag.iter().all(|t| t.piece() != Piece::Start));
    Dice::new(seed, Stream::Tiles).shuffle(&mut bag);
    bag
}

fn count_pairs(pile: &Pile) -> u8 {
    pile.iter().filter(|c| c.get().is_ok_and(|card| card.as_pair().is_some())).count() as u8
}
