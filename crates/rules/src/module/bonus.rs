//! The bonus cards: held in secret, revealed while their tile is on the holder's board (BN1–BN4).

use core::fmt;
use core::str::FromStr;

use super::hooks::{DealOrder, Parts, Rules, Then};
use super::{Listed as _, Module, ModuleAction};
use crate::action::Action as GameAction;
use crate::components::BONUS;
use crate::digest::Digest;
use crate::event::Events;
use crate::from_record::{ParsedStep, RecordError, record_error};
use crate::game::{Chair, Game};
use crate::history::Step;
use crate::kind::ByKind;
use crate::notation::{Read, Unknown, Words};
use crate::position::value::{Value, by_seat, list};
use crate::position::{PositionError, Supply};
use crate::record::Dealt;
use crate::refusal::{Chapter, Reason, Refusal, Rule, rules};
use crate::rng::{Dice, Seed, Stream};
use crate::seat::{MAX_PLAYERS, Seat, SeatSet};
use crate::setup::Setup;
use crate::table::{Stage, Table, Window};
use crate::tile::Tile;

rules! { Chapter::Module(Module::Bonus); BN1 BN2 BN3 BN4 }

/// The module.
pub struct Bonus;

/// A set of bonus cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cards(u16);

impl Cards {
    /// All ten.
    const ALL: Cards = Cards(1023);

    /// The tiles on the cards.
    pub fn tiles(self) -> impl Iterator<Item = Tile> {
        (0..BONUS.len()).filter(move |i| self.0 >> i & 1 != 0).map(|i| Tile::nth(BONUS[i]))
    }

    /// The number of cards.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn bit(tile: Tile) -> u16 {
        BONUS.iter().position(|t| *t == tile.index()).map_or(0, |i| 1 << i)
    }

    /// Whether it contains the card of this tile.
    pub fn contains(self, tile: Tile) -> bool {
        self.0 & Cards::bit(tile) != 0
    }

    /// Without these.
    fn without(self, cards: Cards) -> Cards {
        Cards(self.0 & !cards.0)
    }
}

/// BN2: each card counts as a building of its tile's kind.
pub fn count(cards: impl Iterator<Item = Tile>, count: &mut ByKind<u8>) {
    cards.filter_map(|t| t.building()).for_each(|kind| count[kind] += 1);
}

/// The revealed cards, by seat, and the number of cards each seat holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Open {
    /// Revealed.
    pub laid: [Cards; MAX_PLAYERS],
    /// In hand.
    pub held: [u8; MAX_PLAYERS],
}

/// The cards in hand, by seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hidden {
    hands: [Cards; MAX_PLAYERS],
}

/// What a seat can do with its cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Reveals the card of this tile (BN2).
    Reveal(Tile),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Action::Reveal(tile) = self;
        write!(f, "reveal +{tile}")
    }
}

/// Events of the cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A card was revealed automatically (BN4).
    Revealed {
        /// The seat.
        seat: Seat,
        /// The tile on it.
        tile: Tile,
    },
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Event::Revealed { seat, tile } = self;
        write!(f, "reveal {seat} +{tile}")
    }
}

/// A card by its code (C4).
struct Code(Tile);

impl FromStr for Code {
    type Err = Unknown;
    fn from_str(code: &str) -> Result<Code, Unknown> {
        let tile = code.strip_prefix('+').and_then(|tile| tile.parse().ok());
        tile.map(Code).ok_or(Unknown { expected: "a code like +G10" })
    }
}

/// BN1: the number of cards each player gets.
fn hand_size(players: u8) -> usize {
    match players {
        2 | 3 => 3,
        4 | 5 => 2,
        _ => 1,
    }
}

/// BN2: the cards that can be revealed now.
fn ready(chair: &Chair) -> impl Iterator<Item = Tile> {
    chair.own.bonus.tiles().filter(|t| chair.board().find(*t).is_some())
}

fn reveal(game: &mut Game, seat: Seat, tile: Tile) {
    let bit = Cards::bit(tile);
    let open = &mut game.table.modules.bonus;
    game.secrets.modules.bonus.hands[seat.index()].0 &= !bit;
    open.laid[seat.index()].0 |= bit;
    open.held[seat.index()] -= 1;
}

impl Parts for Bonus {
    type Open = Open;
    type Own = Cards;
    type Action = Action;
    type Event = Event;
}

impl Rules for Bonus {
    type Hidden = Hidden;
    /// The cards that seats are known to have, because they reveal them sooner or later. `None` if the record has all cards.
    type Expected = Option<[Cards; MAX_PLAYERS]>;

    const MODULE: Module = Module::Bonus;
    const NAME: &'static str = "bonus";
    const RULES: &'static [&'static str] = RULES;
    const DEAL: Option<(&'static str, DealOrder)> = Some(("bonus", DealOrder::Secret));

    fn set_up(setup: &Setup, seed: &Seed) -> (Open, Hidden) {
        let (mut open, mut hidden) = (Open::default(), Hidden::default());
        let size = hand_size(setup.players);
        let mut cards: [u16; BONUS.len()] = core::array::from_fn(|i| 1 << i);
        Dice::new(seed, Stream::Module(Module::Bonus)).shuffle(&mut cards);
        for (seat, cards) in cards.chunks(size).take(setup.players as usize).enumerate() {
            hidden.hands[seat] = Cards(cards.iter().sum());
            open.held[seat] = size as u8;
        }
        (open, hidden)
    }

    #[inline]
    fn asks(game: &Game, window: Window) -> SeatSet {
        if window != Window::BeforeScoring {
            return SeatSet::NONE;
        }
        let seats = (0..game.table.setup.players).map(Seat);
        seats.filter(|seat| ready(&game.chair(*seat)).next().is_some()).collect()
    }

    fn list_window(chair: &Chair, window: Window, push: &mut impl FnMut(Action)) {
        if window == Window::BeforeScoring {
            Self::list_free(chair, push);
        }
    }

    fn list_free(chair: &Chair, push: &mut impl FnMut(Action)) {
        ready(chair).for_each(|tile| push(Action::Reveal(tile)));
    }

    #[inline]
    fn is_free(_: Action) -> bool {
        true
    }

    fn due(_: Action, _: Stage) -> (Rule, bool) {
        (Rule::BN2, true)
    }

    fn check(chair: &Chair, action: Action) -> Result<(), Refusal> {
        let Action::Reveal(tile) = action;
        if !chair.own.bonus.contains(tile) {
            return Err(Refusal::new(Rule::BN2, Reason::NotHeld).tile(tile));
        }
        if chair.board().find(tile).is_none() {
            return Err(Refusal::new(Rule::BN2, Reason::NoTile).tile(tile));
        }
        Ok(())
    }

    #[inline]
    fn apply(game: &mut Game, seat: Seat, action: Action) -> Then {
        let Action::Reveal(tile) = action;
        reveal(game, seat, tile);
        match game.table.turn.stage {
            Stage::Window(Window::BeforeScoring) if game.secrets.asked == Some(seat) => Then::AskAgain,
            _ => Then::Nothing,
        }
    }

    /// BN3: if the tile leaves the board, its card returns to the hand.
    #[inline]
    fn tile_removed(game: &mut Game, seat: Seat, tile: Tile, _: crate::cell::Cell) {
        let open = &mut game.table.modules.bonus;
        if open.laid[seat.index()].contains(tile) {
            open.laid[seat.index()].0 &= !Cards::bit(tile);
            open.held[seat.index()] += 1;
            game.secrets.modules.bonus.hands[seat.index()].0 |= Cards::bit(tile);
        }
    }

    /// BN4: before the last round, all cards that can be revealed are.
    fn before_last_scoring(game: &mut Game, events: &mut impl Events) {
        for seat in (0..game.table.setup.players).map(Seat) {
            let cards: arrayvec::ArrayVec<Tile, 10> = ready(&game.chair(seat)).collect();
            for tile in cards {
                reveal(game, seat, tile);
                events.push(crate::event::Event::Module(Self::event(Event::Revealed { seat, tile })));
            }
        }
    }

    #[inline]
    fn count(table: &Table, seat: Seat, counts: &mut ByKind<u8>) {
        count(table.modules.bonus.laid[seat.index()].tiles(), counts);
    }

    #[inline]
    fn own(hidden: &Hidden, seat: Seat) -> Cards {
        hidden.hands[seat.index()]
    }

    /// The cards nobody has revealed, dealt again; the seat keeps its own.
    fn sample(table: &Table, own: Option<(Seat, Cards)>, dice: &mut Dice) -> Hidden {
        let mut hidden = Hidden::default();
        let open = &table.modules.bonus;
        let mut unknown = Cards::ALL.0;
        open.laid.iter().for_each(|laid| unknown &= !laid.0);
        if let Some((seat, cards)) = own {
            hidden.hands[seat.index()] = cards;
            unknown &= !cards.0;
        }
        let mut cards: arrayvec::ArrayVec<u16, 10> = (0..10).map(|i| 1 << i).filter(|b| unknown & b != 0).collect();
        dice.shuffle(&mut cards);
        for i in (0..table.player_count()).filter(|i| own.is_none_or(|(s, _)| s.index() != *i)) {
            for _ in 0..open.held[i] {
                hidden.hands[i].0 |= cards.pop().unwrap_or(0);
            }
        }
        hidden
    }

    fn digest(game: &Game, digest: &mut Digest) {
        for cards in game.table.modules.bonus.laid.iter().chain(&game.secrets.modules.bonus.hands) {
            digest.bytes(cards.tiles().map(Tile::index));
        }
    }

    /// The cards revealed by each seat. The number in hand follows (BN1).
    fn write_open(table: &Table) -> Option<String> {
        Some(by_seat(table.modules.bonus.laid[..table.player_count()].iter().map(|cards| written(*cards))))
    }

    fn read_open(table: &mut Table, _: &mut Supply, value: &Value) -> Result<(), PositionError> {
        let mut dealt = Cards::default();
        let size = hand_size(table.setup.players);
        for (seat, laid) in value.by_seat(table.player_count())?.iter().enumerate() {
            let cards = read_cards(laid, &mut dealt)?;
            let board = &table.players[Seat(seat as u8)].board;
            if let Some(tile) = cards.tiles().find(|tile| board.find(*tile).is_none()) {
                return laid.wrong(format!("{tile} is not on this board (BN2)"));
            }
            let Some(held) = size.checked_sub(cards.len()) else {
                return laid.wrong(format!("{} cards: each has {size} (BN1)", cards.len()));
            };
            table.modules.bonus.laid[seat] = cards;
            table.modules.bonus.held[seat] = held as u8;
        }
        Ok(())
    }

    /// The cards in hand.
    fn write_own(own: &Cards) -> Option<String> {
        Some(written(*own))
    }

    fn read_own(table: &Table, seat: Seat, value: &Value) -> Result<Cards, PositionError> {
        read_held(table, seat, value, &mut all_laid(table))
    }

    /// The cards in every hand.
    fn write_hidden(hidden: &Hidden, players: usize) -> Option<String> {
        Some(by_seat(hidden.hands[..players].iter().map(|cards| written(*cards))))
    }

    fn read_hidden(table: &Table, _: &Supply, value: &Value) -> Result<Hidden, PositionError> {
        let (mut hidden, mut dealt) = (Hidden::default(), all_laid(table));
        for (seat, hand) in value.by_seat(table.player_count())?.iter().enumerate() {
            hidden.hands[seat] = read_held(table, Seat(seat as u8), hand, &mut dealt)?;
        }
        Ok(hidden)
    }

    fn parse(verb: &str, words: &mut Words) -> Option<Read<Action>> {
        (verb == "reveal").then(|| words.one("a code like +G10").map(|Code(tile)| Action::Reveal(tile)))
    }

    fn record_deal(game: &Game, over: bool) -> Option<Dealt> {
        let hand = |seat| game.secrets.modules.own(Seat(seat)).bonus.tiles().map(|t| format!("+{t}")).collect();
        over.then(|| Dealt::BySeat((0..game.table.setup.players).map(hand).collect()))
    }

    /// A record has the cards at the start, and does not mention those revealed automatically.
    fn is_shown(_: Event) -> bool {
        false
    }

    fn expect(game: &mut Game, deal: Option<&Dealt>, steps: &[ParsedStep]) -> Result<Self::Expected, RecordError> {
        if let Some(dealt) = deal {
            game.secrets.modules.bonus = read_hands(&game.table.setup, dealt.by_seat("deal.bonus")?)?;
            return Ok(None);
        }
        let mut known = [Cards::default(); MAX_PLAYERS];
        for step in steps.iter().filter_map(|s| s.step.as_ref().ok()) {
            if let Some(tile) = revealed(step)
                && step.seat.0 < game.table.setup.players
            {
                claim(&game.table.setup, &mut known, step.seat, tile);
            }
        }
        Ok(Some(known))
    }

    /// Who is asked before a scoring round depends on cards that are hidden while the game is running (BN4): a seat that passes later
    /// is given a card to pass with.
    fn arrange(expected: &Self::Expected, game: &mut Game, steps: &[ParsedStep]) {
        let Some(known) = expected else { return };
        let mut hidden = Hidden::default();
        for (seat, _) in game.table.players.seats() {
            hidden.hands[seat.index()] = known[seat.index()].without(game.table.modules.bonus.laid[seat.index()]);
        }
        let waits = |step: &ParsedStep| game.table.turn.due.len() + step.scoring_cards > step.scored;
        if steps.first().is_some_and(waits) {
            let window: Vec<Step> = until_scored(steps).filter_map(|s| s.step.clone().ok()).collect();
            let mut give = |seat: Seat| {
                let shown: Vec<Tile> = window.iter().filter(|s| s.seat == seat).filter_map(revealed).collect();
                seat.0 < game.table.setup.players && give_spare(&game.table, known, &mut hidden, seat, &shown)
            };
            let declined = window[1..].iter().filter(|s| s.action == GameAction::Pass);
            let decliners: Vec<Seat> = declined.map(|s| s.seat).collect();
            decliners.iter().for_each(|seat| {
                give(*seat);
            });
            // The record may end while the window is waiting for a seat; the last seat asked can always be the one.
            if steps[1..].iter().all(|s| s.scored == 0) {
                let mut seats: Vec<Seat> = game.table.seats_from_next().filter(|s| !decliners.contains(s)).collect();
                seats.reverse();
                seats.into_iter().any(give);
            }
        }
        game.secrets.modules.bonus = hidden;
    }
}

/// Cards as written in a position.
fn written(cards: Cards) -> String {
    list(cards.tiles().map(|tile| format!("+{tile}")))
}

/// Reads cards that have not been dealt yet.
fn read_cards(value: &Value, dealt: &mut Cards) -> Result<Cards, PositionError> {
    let mut cards = Cards::default();
    for item in value.list() {
        let Code(tile) = item.code()?;
        let bit = Cards::bit(tile);
        if bit == 0 || dealt.0 & bit != 0 {
            return item.wrong(format!("no such card +{tile}, or it appears twice (BN1)"));
        }
        dealt.0 |= bit;
        cards.0 |= bit;
    }
    Ok(cards)
}

/// Reads the cards held by a seat.
fn read_held(table: &Table, seat: Seat, value: &Value, dealt: &mut Cards) -> Result<Cards, PositionError> {
    let (cards, held) = (read_cards(value, dealt)?, table.modules.bonus.held[seat.index()]);
    match cards.len() == held as usize {
        true => Ok(cards),
        false => value.wrong(format!("{} cards instead of {held} (BN1)", cards.len())),
    }
}

fn all_laid(table: &Table) -> Cards {
    Cards(table.modules.bonus.laid.iter().fold(0, |all, cards| all | cards.0))
}

/// The card revealed by a step.
fn revealed(step: &Step) -> Option<Tile> {
    match step.action {
        GameAction::Module(ModuleAction::Bonus(Action::Reveal(tile))) => Some(tile),
        _ => None,
    }
}

/// The first step, and those after it up to and including the one that closes a window before a scoring round.
fn until_scored(steps: &[ParsedStep]) -> impl Iterator<Item = &ParsedStep> {
    let closing = steps.iter().skip(1).position(|s| s.scored > 0).map_or(steps.len(), |i| i + 2);
    steps[..closing].iter()
}

/// BN1: the cards dealt by a record.
fn read_hands(setup: &Setup, hands: &[Vec<String>]) -> Result<Hidden, RecordError> {
    let (players, size) = (setup.players as usize, hand_size(setup.players));
    if hands.len() != players {
        return record_error("deal.bonus", format!("{} hands for {players} players", hands.len()));
    }
    let mut hidden = Hidden::default();
    let mut dealt = Cards::default();
    for (seat, codes) in hands.iter().enumerate() {
        if codes.len() != size {
            let problem = format!("{} cards instead of {size} (BN1)", codes.len());
            return record_error(format!("deal.bonus[{seat}]"), problem);
        }
        for (i, code) in codes.iter().enumerate() {
            let place = format!("deal.bonus[{seat}][{i}]");
            let bit = code.strip_prefix('+').and_then(|c| c.parse().ok()).map_or(0, Cards::bit);
            if bit == 0 || dealt.0 & bit != 0 {
                return record_error(place, format!("no card `{code}` left to deal (BN1)"));
            }
            dealt.0 |= bit;
            hidden.hands[seat].0 |= bit;
        }
    }
    Ok(hidden)
}

/// A seat reveals this card at some time, so it has it, unless another seat has it or its hand would be too large.
fn claim(setup: &Setup, known: &mut [Cards; MAX_PLAYERS], seat: Seat, tile: Tile) {
    if known.iter().all(|cards| !cards.contains(tile)) && known[seat.index()].len() < hand_size(setup.players) {
        known[seat.index()].0 |= Cards::bit(tile);
    }
}

/// Gives a seat a card that it can decline to reveal, besides those it does reveal in this window; one that nobody is
/// known to have, unless it has another. `false` if there is none.
fn give_spare(table: &Table, known: &[Cards; MAX_PLAYERS], hidden: &mut Hidden, seat: Seat, shown: &[Tile]) -> bool {
    let board = &table.players[seat].board;
    let ready = |t: &Tile| board.find(*t).is_some() && !shown.contains(t);
    let hand = hidden.hands[seat.index()];
    if hand.tiles().any(|t| ready(&t)) {
        return true;
    }
    let free = |t: &Tile| known.iter().chain(&hidden.hands).all(|cards| !cards.contains(*t));
    let spare = Cards::ALL.tiles().filter(ready).find(free);
    hidden.hands[seat.index()].0 |= spare.map_or(0, Cards::bit);
    spare.is_some()
}

#[cfg(test)]
mod tests;
