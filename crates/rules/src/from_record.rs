//! Replays a game from a record without a seed: one of a game still running, or one made by other tools. The record has hands, display,
//! market and everything drawn later at the moment it was revealed; what never was is in deck and bag in any order.
//! Before each step, the hidden cards and tiles are moved to where the record says they came from, if the rules allow it; then
//! the step is played like any other.

use core::fmt;
use core::str::FromStr;

use crate::action::Action;
use crate::card::{Card, Hand};
use crate::deal::{START_MONEY, first_player};
use crate::event::{Event, Round};
use crate::game::Game;
use crate::history::Step;
use crate::module::{self, Source};
use crate::notation::NotationError;
use crate::record::{Deal, RecordStep, Show};
use crate::rng::{Dice, Seed};
use crate::rule::refill;
use crate::seat::{BySeat, Seat};
use crate::secrets::DeckCard;
use crate::setup::{GameKind, Setup};
use crate::table::{Occasion, Stage, Table};
use crate::tile::{Tile, TileSet};
use crate::turn;
use crate::variant::combined;
use crate::view::{Viewer, unseen_tiles};

/// A contradiction between a record and the rules, or within the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The field: `deal.hands[1][0]` or, within a step, `do` or `shows[2]`.
    pub place: String,
    /// What is wrong with it.
    pub problem: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.problem)
    }
}

impl core::error::Error for RecordError {}

pub(crate) fn record_error<T>(place: impl Into<String>, problem: impl Into<String>) -> Result<T, RecordError> {
    Err(RecordError { place: place.into(), problem: problem.into() })
}

/// A game that is replayed step by step.
#[derive(Clone, Debug)]
pub struct Replay<'r> {
    game: Game,
    steps: &'r [RecordStep],
    parsed: Vec<ParsedStep>,
    expected: module::Expected,
    at: usize,
}

/// A step as written in the record.
#[derive(Clone, Debug)]
pub(crate) struct ParsedStep {
    pub step: Result<Step, NotationError>,
    /// How many scoring cards were drawn.
    pub scoring_cards: usize,
    /// How many rounds were scored.
    pub scored: usize,
}

impl ParsedStep {
    fn new(step: &RecordStep) -> ParsedStep {
        let action = step.action.parse::<Action>();
        let is_card = |s: &&Show| matches!(s, Show::Text(text) if text.starts_with("scoring "));
        ParsedStep {
            step: action.map(|action| Step { seat: Seat(step.seat), action }),
            scoring_cards: step.shows.iter().filter(is_card).count(),
            scored: step.shows.iter().filter(|s| matches!(s, Show::Score(_))).count(),
        }
    }
}

impl<'r> Replay<'r> {
    /// Lays out what was dealt.
    pub fn new(setup: Setup, deal: &Deal, steps: &'r [RecordStep]) -> Result<Replay<'r>, RecordError> {
        let parsed: Vec<ParsedStep> = steps.iter().map(ParsedStep::new).collect();
        let mut game = lay_out(setup, deal)?;
        let expected = module::expect(&mut game, deal, &parsed)?;
        Ok(Replay { game, steps, parsed, expected, at: 0 })
    }

    /// The current game. What is hidden in it is just one of the possibilities.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Plays the next step. `None` if there are no more.
    pub fn step(&mut self) -> Option<Result<(Step, Vec<Event>), RecordError>> {
        let parsed = self.parsed.get(self.at)?;
        Some(parsed.step.clone().or_else(|e| record_error("do", e.to_string())).and_then(|step| {
            let events = self.play(step)?;
            self.at += 1;
            Ok((step, events))
        }))
    }

    fn play(&mut self, step: Step) -> Result<Vec<Event>, RecordError> {
        self.expected.arrange(&mut self.game, &self.parsed[self.at..]);
        self.game.check(step.seat, step.action).or_else(|refusal| record_error("do", refusal.to_string()))?;
        let draws = Draws::read(&self.game, &self.steps[self.at].shows)?;
        let fills = step.action == Action::End && self.game.table.turn.stage == Stage::Placing(Occasion::Turn);
        let shuffled = if fills { draws.stack_deck(&mut self.game)? } else { None };
        draws.stack_bags(&mut self.game)?;
        let mut events = Vec::new();
        turn::apply(&mut self.game, step.seat, step.action, &mut events);
        if let Some(drawn_before) = shuffled {
            let from_deck = |e: &Event| matches!(e, Event::Display { .. } | Event::ScoringCard(_));
            let at = events.iter().enumerate().filter(|(_, e)| from_deck(e)).nth(drawn_before);
            events.insert(at.map_or(events.len(), |(i, _)| i), Event::Shuffled);
        }
        Ok(events)
    }
}

// The deal.

fn lay_out(setup: Setup, deal: &Deal) -> Result<Game, RecordError> {
    // Any game with this set-up; what was dealt is replaced.
    let mut game = Game::new(setup, Seed::from(0)).or_else(|e| record_error("setup", e.to_string()))?;
    let mut cards = CardBox::new(&game.table);
    game.secrets.hands = cards.deal_hands(&setup, deal)?;
    let first = first_player(&game.secrets.hands);
    if deal.first != first.0 {
        return record_error("deal.first", format!("{}, but seat {first} goes first (S3)", deal.first));
    }
    let display = cards.take_all("deal.display", &deal.display)?;
    let Ok(display) = <[Card; 4]>::try_from(display) else {
        return record_error("deal.display", format!("{} cards instead of four (S4)", deal.display.len()));
    };
    let table = &mut game.table;
    table.display = display.map(Some);
    let left = cards.left.len();
    table.deck.piles = refill::cut(left);
    for card in table.deck.scoring {
        if let crate::table::ScoringCard::InPile(pile) = card {
            table.deck.piles[pile as usize] += 1;
        }
    }
    for (pile, pairs) in table.deck.pairs.into_iter().enumerate() {
        table.deck.piles[pile] += pairs;
    }
    lay_out_tiles(table, deal)?;
    let mut game = game.view(Viewer::Counting(Seat(0))).sample(&mut Dice::from_seed(0));
    refill::count_bags(&mut game);
    turn::begin(&mut game, first);
    Ok(game)
}

/// The money cards not dealt yet.
struct CardBox {
    left: Hand,
}

impl CardBox {
    fn new(table: &Table) -> CardBox {
        let copies = table.setup.money_copies();
        let money = Card::all().filter(|c| c.as_money().is_some());
        CardBox { left: money.flat_map(|c| core::iter::repeat_n(c, copies as usize)).collect() }
    }

    fn take_all(&mut self, place: &str, codes: &[String]) -> Result<Vec<Card>, RecordError> {
        let take = |(i, code): (usize, &String)| {
            let place = format!("{place}[{i}]");
            let card: Card = read(&place, code, "the code of a card")?;
            if self.left.count(card) == 0 {
                return record_error(place, format!("no {card} left to deal"));
            }
            self.left.remove(card);
            Ok(card)
        };
        codes.iter().enumerate().map(take).collect()
    }

    /// S2: each hand reaches 20 with its last card.
    fn deal_hands(&mut self, setup: &Setup, deal: &Deal) -> Result<BySeat<Hand>, RecordError> {
        let players = setup.players as usize;
        if deal.hands.len() != players {
            return record_error("deal.hands", format!("{} hands for {players} players", deal.hands.len()));
        }
        let mut hands = BySeat::new(players, |_| Hand::default());
        for (seat, codes) in deal.hands.iter().enumerate() {
            let place = format!("deal.hands[{seat}]");
            let cards = self.take_all(&place, codes)?;
            let hand: Hand = cards.iter().copied().collect();
            let last = cards.last().and_then(|c| c.as_money()).map_or(0, |(_, value)| value as u32);
            if hand.total() < START_MONEY || hand.total() - last >= START_MONEY {
                return record_error(
                    place,
                    format!("{} in total: cards are dealt until it is 20 or more (S2)", hand.total()),
                );
            }
            hands[Seat(seat as u8)] = hand;
        }
        Ok(hands)
    }
}

/// Parses one code.
pub(crate) fn read<T: FromStr>(place: &str, code: &str, what: &str) -> Result<T, RecordError> {
    code.parse().or_else(|_| record_error(place, format!("`{code}` is not {what}")))
}

/// The tiles not dealt yet.
pub(crate) struct TileBox {
    left: TileSet,
}

impl TileBox {
    pub(crate) fn take(&mut self, place: &str, code: &str) -> Result<Tile, RecordError> {
        let tile: Tile = read(place, code, "the code of a tile")?;
        if !self.left.contains(tile.even_face()) {
            return record_error(place, format!("{tile} is not in the bag"));
        }
        self.left.remove(tile.even_face());
        if tile != tile.even_face() {
            return record_error(place, format!("{tile} should have its even face up (GR2)"));
        }
        Ok(tile)
    }

    pub(crate) fn take_all(&mut self, place: &str, codes: &[String]) -> Result<Vec<Tile>, RecordError> {
        codes.iter().enumerate().map(|(i, code)| self.take(&format!("{place}[{i}]"), code)).collect()
    }

    /// The tiles of a market, space by space.
    fn take_four(&mut self, place: &str, codes: &[String]) -> Result<[Option<Tile>; 4], RecordError> {
        let tiles = <[Tile; 4]>::try_from(self.take_all(place, codes)?);
        tiles
            .map(|t| t.map(Some))
            .or_else(|_| record_error(place, format!("{} tiles instead of four (S1)", codes.len())))
    }
}

fn lay_out_tiles(table: &mut Table, deal: &Deal) -> Result<(), RecordError> {
    table.market.spaces = [None; 4];
    table.market.beside = [None; 4];
    table.dirk.tiles = TileSet::EMPTY;
    module::clear(table);
    let mut tiles = TileBox { left: unseen_tiles(table) };
    table.market.spaces = tiles.take_four("deal.market", &deal.market)?;
    for (i, tile) in table.market.spaces.into_iter().enumerate() {
        if tile.is_some_and(|t| table.setup.is_beside(t) || module::lies_aside(t)) {
            return record_error(format!("deal.market[{i}]"), format!("{} does not belong here", deal.market[i]));
        }
    }
    match (&deal.granada, table.setup.game) {
        (Some(codes), GameKind::Combined) => {
            table.market.beside = tiles.take_four("deal.granada", codes)?;
            // CO1
            let no_moat = |t: &Option<Tile>| t.is_some_and(|t| !combined::shows_moat(t));
            if let Some(i) = table.market.beside.iter().position(no_moat) {
                return record_error(format!("deal.granada[{i}]"), format!("{} shows no moat (CO1)", codes[i]));
            }
        }
        (None, GameKind::Combined) => return record_error("deal.granada", "is missing (CO1)"),
        (Some(_), game) => return record_error("deal.granada", format!("not part of {game}")),
        (None, _) => {}
    }
    module::lay_out(table, deal, &mut tiles)?;
    let (wanted, of_granada) = table.setup.dirk_starts_with();
    let dirk = deal.dirk.as_deref().unwrap_or_default();
    if dirk.len() != wanted {
        return record_error("deal.dirk", format!("{} tiles instead of {wanted} (N2)", dirk.len()));
    }
    let dirk = tiles.take_all("deal.dirk", dirk)?;
    let granada = dirk.iter().filter(|t| t.is_granada()).count();
    if table.setup.is_combined() && granada != of_granada {
        return record_error(
            "deal.dirk",
            format!("{granada} of {wanted} are Granada tiles instead of half of them (CO7)"),
        );
    }
    table.dirk.tiles = dirk.into_iter().collect();
    Ok(())
}

// What is revealed later.

/// What a step's `shows` say was drawn, each with its index, in the order drawn.
#[derive(Default)]
struct Draws {
    cards: Vec<(usize, DeckCard)>,
    bag: Vec<(usize, Tile)>,
    granada_bag: Vec<(usize, Tile)>,
    /// What only a module draws, in the module's own notation.
    other: Vec<(usize, Tile)>,
}

fn place(show: usize) -> String {
    format!("shows[{show}]")
}

impl Draws {
    fn read(game: &Game, shows: &[Show]) -> Result<Draws, RecordError> {
        let mut draws = Draws::default();
        for (i, show) in shows.iter().enumerate() {
            let Show::Text(text) = show else { continue };
            let tile = |code: &str| read::<Tile>(&place(i), code, "the code of a tile");
            let words: Vec<&str> = text.split_whitespace().collect();
            match words[..] {
                ["display", code] => {
                    draws.cards.push((i, DeckCard::card(read(&place(i), code, "the code of a card")?)))
                }
                ["scoring", "A"] => draws.cards.push((i, DeckCard::scoring(Round::First))),
                ["scoring", "B"] => draws.cards.push((i, DeckCard::scoring(Round::Second))),
                ["market", _, code] => draws.bag.push((i, tile(code)?)),
                ["granada", _, code] => draws.granada_bag.push((i, tile(code)?)),
                ["dirk", code] => {
                    let tile = tile(code)?;
                    if game.table.setup.is_beside(tile) { &mut draws.granada_bag } else { &mut draws.bag }
                        .push((i, tile));
                }
                [verb, code] => match module::source(verb) {
                    Some(Source::Bag) => draws.bag.push((i, tile(code)?)),
                    Some(Source::Own) => draws.other.push((i, tile(code)?)),
                    None => {}
                },
                // Follows from the state; it is compared with it afterwards.
                _ => {}
            }
        }
        Ok(draws)
    }

    /// Puts the deck into the order in which its cards came. If the discard pile became the deck in between (T7), this is
    /// done in advance, below the remaining cards, and their number is returned.
    fn stack_deck(&self, game: &mut Game) -> Result<Option<usize>, RecordError> {
        let wanted = game.table.display.iter().filter(|c| c.is_none()).count();
        let there = game.secrets.deck.len();
        let for_display = game.secrets.deck.iter().filter(|c| c.get().is_ok()).count();
        if wanted <= for_display || game.table.discard.is_empty() {
            stack_cards(game, &self.cards)?;
            return Ok(None);
        }
        let (before, after) = self.cards.split_at(there.min(self.cards.len()));
        stack_cards(game, before)?;
        let on_top = core::mem::take(&mut game.secrets.deck);
        refill::shuffle_discards(game);
        stack_cards(game, after)?;
        let deck = &mut game.table.deck;
        deck.piles[0] += on_top.len() as u8;
        deck.pairs[0] += on_top.iter().filter(|c| is_pair(**c)).count() as u8;
        game.secrets.deck.extend(on_top);
        Ok(Some(there))
    }

    fn stack_bags(&self, game: &mut Game) -> Result<(), RecordError> {
        stack_tiles(&mut game.secrets.bag, &self.bag)?;
        stack_tiles(&mut game.secrets.granada_bag, &self.granada_bag)?;
        for (show, tile) in &self.other {
            if !module::reveal_next(game, *tile) {
                return record_error(place(*show), format!("{tile} was revealed before"));
            }
        }
        Ok(())
    }
}

impl Game {
    /// Puts these cards on top of the deck and these tiles on top of their bags, next one first, to choose the outcome of chance. What cannot
    /// come next (S5) is refused, and nothing is changed.
    pub fn force(&mut self, cards: &[Card], tiles: &[Tile]) -> Result<(), RecordError> {
        let at = |place: &'static str| {
            move |e: RecordError| RecordError { place: e.place.replace("shows", place), problem: e.problem }
        };
        let mut game = self.clone();
        let cards: Vec<_> = cards.iter().map(|card| DeckCard::card(*card)).enumerate().collect();
        stack_cards(&mut game, &cards).map_err(at("cards"))?;
        let (beside, bag): (Vec<_>, Vec<_>) =
            tiles.iter().copied().enumerate().partition(|(_, tile)| self.table.setup.is_beside(*tile));
        stack_tiles(&mut game.secrets.bag, &bag).map_err(at("tiles"))?;
        stack_tiles(&mut game.secrets.granada_bag, &beside).map_err(at("tiles"))?;
        *self = game;
        Ok(())
    }
}

fn is_pair(card: DeckCard) -> bool {
    card.get().is_ok_and(|c| c.as_pair().is_some())
}

fn stack_tiles(bag: &mut [Tile], wanted: &[(usize, Tile)]) -> Result<(), RecordError> {
    for (n, (show, tile)) in wanted.iter().enumerate() {
        let left = bag.len().saturating_sub(n);
        let Some(at) = bag[..left].iter().position(|t| *t == tile.even_face()) else {
            return record_error(place(*show), format!("{tile} is not in the bag"));
        };
        bag.swap(at, left - 1);
    }
    Ok(())
}

/// Moves the wanted cards to the top. How many scoring cards and pair cards each pile contains is known (S5); apart from
/// that, the order within a pile is free. After a reshuffle, pair cards may be anywhere.
fn stack_cards(game: &mut Game, wanted: &[(usize, DeckCard)]) -> Result<(), RecordError> {
    let anywhere = game.table.deck.shuffles > 0;
    let deck = &mut game.secrets.deck;
    for (n, (show, card)) in wanted.iter().enumerate() {
        let text = || {
            card.get().map_or_else(|round| format!("scoring card {}", ["A", "B"][round as usize]), |c| c.to_string())
        };
        let left = deck.len().saturating_sub(n);
        let Some(at) = deck[..left].iter().rposition(|c| c == card) else {
            return record_error(place(*show), format!("{} is not in the deck", text()));
        };
        // The start of the pile that the n-th card comes from.
        let mut above = 0;
        let depth = game.table.deck.piles.iter().map(|p| {
            above += *p as usize;
            above
        });
        let bottom = deck.len() - depth.into_iter().find(|depth| *depth > n).unwrap_or(deck.len()).min(deck.len());
        let mut from = at;
        if at < bottom {
            let alike = |other: &DeckCard| match (card.get(), other.get()) {
                (Ok(_), Ok(_)) => anywhere || is_pair(*card) == is_pair(*other),
                _ => false,
            };
            let Some(instead) = deck[bottom..left].iter().position(alike) else {
                return record_error(
                    place(*show),
                    format!("{} cannot come yet: it is in a pile further down (S5)", text()),
                );
            };
            from = bottom + instead;
            deck.swap(at, from);
        }
        deck.swap(from, left - 1);
    }
    Ok(())
}
