//! Scenes for tests: a table set up like a rulebook example, and moves in notation.

use crate::action::Action;
use crate::board::Board;
use crate::card::{Card, Hand};
use crate::cell::Cell;
use crate::event::{Event, Round};
use crate::game::Game;
use crate::refusal::Refusal;
use crate::rng::Seed;
use crate::seat::Seat;
use crate::secrets::DeckCard;
use crate::setup::{GameKind, Setup};
use crate::table::ScoringCard;
use crate::tile::Tile;
use crate::turn;

/// A tile by its code.
pub fn tile(code: &str) -> Tile {
    code.parse().unwrap_or_else(|_| panic!("{code} is no tile"))
}

/// Tiles by their codes.
pub fn tiles(codes: &str) -> Vec<Tile> {
    codes.split_whitespace().map(tile).collect()
}

/// Cards by their codes.
pub fn cards(codes: &str) -> Vec<Card> {
    codes.split_whitespace().map(|c| c.parse().unwrap_or_else(|_| panic!("{c} is no card"))).collect()
}

/// A hand, or a discard pile, of these cards.
pub fn hand(codes: &str) -> Hand {
    cards(codes).into_iter().collect()
}

/// A legal board: `T9ne@1,0 G10@0,1`. The starting tile is added at 0,0; the first Granada tile becomes Granada's starting tile.
pub fn board(game: GameKind, drawn: &str) -> Board {
    let placed = drawn.split_whitespace().map(|p| {
        let (code, cell) = p.split_once('@').unwrap_or_else(|| panic!("{p}: tile@x,y"));
        (tile(code), cell.parse::<Cell>().unwrap_or_else(|_| panic!("{cell} is no cell")))
    });
    let list: Vec<_> = [(game.start(), Cell::START)].into_iter().chain(placed).collect();
    Board::from_tiles(&list, None).unwrap_or_else(|refusal| panic!("{drawn}: {refusal}"))
}

/// A game whose table can be set up by hand. What is not set is as dealt by seed 0.
pub struct Scene {
    /// The game.
    pub game: Game,
    /// The events of the last action.
    pub events: Vec<Event>,
}

impl Scene {
    /// A new game; seat 0 goes first.
    pub fn new(setup: Setup) -> Scene {
        let mut game = Game::new(setup, Seed::from(0)).expect("the set-up can be played");
        turn::begin(&mut game, Seat(0));
        Scene { game, events: Vec::new() }
    }

    /// Gives a seat exactly these cards: `d3 u9 xdf`.
    pub fn hand(mut self, seat: u8, codes: &str) -> Scene {
        self.game.secrets.hands[Seat(seat)] = Hand::from_iter(cards(codes));
        self.restart()
    }

    /// Puts these cards on the display, at most four.
    pub fn display(mut self, codes: &str) -> Scene {
        let cards = cards(codes);
        self.game.table.display = core::array::from_fn(|i| cards.get(i).copied());
        self.restart()
    }

    /// Puts tiles on spaces 1 to 4; `-` leaves a space empty.
    pub fn market(mut self, codes: &str) -> Scene {
        self.game.table.market.spaces = spaces(codes);
        self.restart()
    }

    /// Puts Granada tiles on the same spaces (combined game).
    pub fn beside(mut self, codes: &str) -> Scene {
        self.game.table.market.beside = spaces(codes);
        self.restart()
    }

    /// Builds a seat's board: `T9ne@1,0 G10@0,1`.
    pub fn board(mut self, seat: u8, drawn: &str) -> Scene {
        self.game.table.players[Seat(seat)].board = board(self.game.table.setup.game, drawn);
        self.restart()
    }

    /// Puts exactly these tiles on a seat's reserve.
    pub fn reserve(mut self, seat: u8, codes: &str) -> Scene {
        self.game.table.players[Seat(seat)].reserve = tiles(codes).into_iter().collect();
        self.restart()
    }

    /// Gives Dirk exactly these tiles.
    pub fn dirk(mut self, codes: &str) -> Scene {
        self.game.table.dirk.tiles = tiles(codes).into_iter().collect();
        self
    }

    /// The whole money deck in one pile, first card on top; `A` and `B` are the scoring cards.
    pub fn deck(mut self, codes: &str) -> Scene {
        let deck = codes.split_whitespace().rev().map(|code| match code {
            "A" => DeckCard::scoring(Round::First),
            "B" => DeckCard::scoring(Round::Second),
            code => DeckCard::card(cards(code)[0]),
        });
        self.game.secrets.deck = deck.collect();
        self.game.table.deck.piles = [self.game.secrets.deck.len() as u8, 0, 0, 0, 0];
        let pairs = codes.split_whitespace().filter(|c| c.starts_with('x')).count();
        self.game.table.deck.pairs = [pairs as u8, 0, 0, 0, 0];
        let whole = |name| codes.split_whitespace().any(|c| c == name);
        for (i, name) in ["A", "B"].iter().enumerate() {
            let aside = self.game.table.deck.scoring[i] == ScoringCard::Aside;
            if whole(*name) {
                self.game.table.deck.scoring[i] = ScoringCard::InPile(0);
            } else if !aside {
                self.game.table.deck.scoring[i] = ScoringCard::Drawn;
            }
        }
        self
    }

    /// The cards on the discard pile.
    pub fn discard(mut self, codes: &str) -> Scene {
        self.game.table.discard = Hand::from_iter(cards(codes));
        self
    }

    /// The whole bag, first tile on top.
    pub fn bag(mut self, codes: &str) -> Scene {
        self.game.secrets.bag = tiles(codes).into_iter().rev().collect();
        crate::rule::refill::count_bags(&mut self.game);
        self
    }

    /// The whole bag of Granada tiles (combined game): even faces, first tile on top.
    pub fn granada_bag(mut self, codes: &str) -> Scene {
        self.game.secrets.granada_bag = tiles(codes).into_iter().rev().collect();
        crate::rule::refill::count_bags(&mut self.game);
        self
    }

    /// Makes it this seat's turn.
    pub fn turn(mut self, seat: u8) -> Scene {
        turn::begin(&mut self.game, Seat(seat));
        self
    }

    /// Any other change.
    pub fn with(mut self, change: impl FnOnce(&mut Game)) -> Scene {
        change(&mut self.game);
        self.restart()
    }

    /// Changing the table may change what can be done (T1).
    fn restart(mut self) -> Scene {
        let seat = self.game.table.turn.seat;
        turn::begin(&mut self.game, seat);
        self
    }

    /// Takes an action in notation, which must be legal.
    #[track_caller]
    pub fn act(&mut self, seat: u8, line: &str) -> &mut Scene {
        let action: Action = line.parse().unwrap_or_else(|e| panic!("{line}: {e}"));
        self.events.clear();
        if let Err(refusal) = self.game.apply(Seat(seat), action, &mut self.events) {
            panic!("{line}: {refusal}");
        }
        self
    }

    /// Takes several actions of one seat, separated by `;`.
    #[track_caller]
    pub fn acts(&mut self, seat: u8, lines: &str) -> &mut Scene {
        lines.split(';').for_each(|line| {
            self.act(seat, line.trim());
        });
        self
    }

    /// The refusal of an action, which must be illegal; the game is unchanged.
    #[track_caller]
    pub fn refused(&mut self, seat: u8, line: &str) -> Refusal {
        let action: Action = line.parse().unwrap_or_else(|e| panic!("{line}: {e}"));
        let before = self.game.clone();
        let refusal = self.game.apply(Seat(seat), action, &mut self.events).expect_err(line);
        assert_eq!(before, self.game, "a refused action changes nothing");
        refusal
    }

    /// Checks that the action is refused like this: `P2: sides-clash, tile P8, …`.
    #[track_caller]
    pub fn refuses(&mut self, seat: u8, line: &str, why: &str) {
        assert_eq!(self.refused(seat, line).to_string(), why, "{line}");
    }

    /// The legal actions of a seat, in notation.
    pub fn listed(&self, seat: u8) -> Vec<String> {
        let mut actions = Vec::new();
        self.game.legal_actions(Seat(seat), &mut actions);
        actions.iter().map(|a| a.to_string()).collect()
    }

    /// The legal actions that start like this, in notation.
    pub fn listed_as(&self, seat: u8, start: &str) -> Vec<String> {
        self.listed(seat).into_iter().filter(|a| a.starts_with(start)).collect()
    }

    /// Checks that the legal actions that start like this are exactly these, separated by `;`, each listed once.
    #[track_caller]
    pub fn lists(&self, seat: u8, start: &str, lines: &str) {
        let mut listed = self.listed_as(seat, start);
        let mut expected: Vec<&str> = lines.split(';').map(str::trim).filter(|l| !l.is_empty()).collect();
        listed.sort_unstable();
        expected.sort_unstable();
        assert_eq!(listed, expected, "what begins with `{start}`");
    }

    /// The tiles on a seat's reserve, in the order of the component tables.
    pub fn reserve_of(&self, seat: u8) -> Vec<String> {
        self.game.table.players[Seat(seat)].reserve.iter().map(|t| t.to_string()).collect()
    }

    /// The tile on a cell of a seat's board.
    pub fn at(&self, seat: u8, x: i8, y: i8) -> Option<String> {
        self.game.table.players[Seat(seat)].board.get(Cell::new(x, y)).map(|t| t.to_string())
    }

    /// All seats' points.
    pub fn scores(&self) -> Vec<u16> {
        self.game.table.players.iter().map(|p| p.score).collect()
    }

    /// The seat to act.
    pub fn to_act(&self) -> Option<u8> {
        self.game.to_act().map(|s| s.0)
    }

    /// The events of the last action, as written in a record.
    pub fn shown(&self) -> Vec<String> {
        self.events.iter().map(|e| e.to_string()).collect()
    }
}

fn spaces(codes: &str) -> [Option<Tile>; 4] {
    let codes: Vec<&str> = codes.split_whitespace().collect();
    core::array::from_fn(|i| codes.get(i).filter(|c| **c != "-").map(|c| tile(c)))
}

#[test]
fn a_scene_plays() {
    let mut scene = Scene::new(Setup::alhambra(3))
        .hand(0, "f9 d3")
        .market("T9ne G10 P8 S3esw")
        .display("d1 h2 u4 f3")
        .bag("C11 P2new");
    scene.acts(0, "buy T9ne with f9; take d1 h2; place T9ne 1,0; end");
    assert_eq!(scene.to_act(), Some(1));
    assert!(scene.shown().contains(&"market 1 C11".to_owned()), "{:?}", scene.shown());
}
