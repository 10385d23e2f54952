//! Reading a position: field by field, then a check that everything together can be a game.

use arrayvec::ArrayVec;

use super::PositionError;
use super::fields::Fields;
use super::supply::Supply;
use super::table::{self, hands};
use super::turn::seat;
use super::value::Value;
use crate::event::Round;
use crate::game::Game;
use crate::module;
use crate::rng::Seed;
use crate::rule;
use crate::seat::Seat;
use crate::secrets::{DeckCard, MAX_DECK, Secrets};
use crate::setup::Setup;
use crate::table::{Deck, Occasion, ScoringCard, Stage, Table};
use crate::tile::{Tile, TileSet};
use crate::view::{HandView, View, Viewer};

pub(super) fn game(line: &str) -> Result<Game, PositionError> {
    let mut fields = Fields::new("game", line)?;
    let setup = table::setup(&mut fields)?;
    let mut supply = Supply::new(&setup);
    let table = table::read(&mut fields, setup, &mut supply)?;
    check_due(&table)?;
    let asked_field = fields.take("asked")?;
    let asked = asked(&asked_field, &table)?;
    if asked.is_none() && matches!(table.turn.stage, Stage::Window(_)) {
        return asked_field.wrong("somebody must be asked at this stage (T5)");
    }
    let hands = hands(&fields.take("hands")?, &setup, |_, hand| supply.hand(hand))?;
    let deck = deck(&fields.take("deck")?, &table.deck, &mut supply)?;
    let [left, beside_left] = supply.bags();
    let bag = bag(&fields.take("bag")?, left)?;
    let granada_bag = match setup.is_combined() {
        true => self::bag(&fields.take("granada-bag")?, beside_left)?,
        false => ArrayVec::new(),
    };
    let modules = module::read_hidden(&table, &supply, |name| fields.take(&format!("{name}-hidden")))?;
    let seed: Seed = fields.take("seed")?.code()?;
    fields.end()?;
    let answered = answered(&table, asked);
    let game = Game { secrets: Secrets { seed, hands, deck, bag, granada_bag, asked, answered, modules }, table };
    if let Some(seat) = game.to_act() {
        let mut actions = Vec::new();
        rule::list(&game.chair(seat), &mut actions);
        check_choice(&actions)?;
    }
    Ok(game)
}

pub(super) fn view(line: &str) -> Result<View, PositionError> {
    let mut fields = Fields::new("view", line)?;
    let setup = table::setup(&mut fields)?;
    let mut supply = Supply::new(&setup);
    let table = table::read(&mut fields, setup, &mut supply)?;
    check_due(&table)?;
    let viewer_field = fields.take("viewer")?;
    let viewer = viewer(&viewer_field, &setup)?;
    let asked_field = fields.take("asked")?;
    let asked = asked(&asked_field, &table)?;
    if asked.is_some() && asked != viewer.seat() {
        return asked_field.wrong("only the seat itself knows that it is asked (T8)");
    }
    let hands_field = fields.take("hands")?;
    let hands = hands(&hands_field, &setup, |seat, hand| {
        let known = viewer.seat() == Some(seat) || matches!(viewer, Viewer::Counting(_));
        match (known, hand.text.strip_suffix('?')) {
            (true, Some(_)) => hand.wrong("this viewer knows the cards (T8)"),
            (true, None) => supply.hand(hand).map(|cards| HandView { size: cards.len() as u8, cards: Some(cards) }),
            (false, Some(size)) => {
                let size = hand.with_text(size).number(MAX_DECK as u16)?;
                Ok(HandView { size: size as u8, cards: None })
            }
            (false, None) => hand.is_not("a number of cards like 5?: this viewer does not know them (T8)"),
        }
    })?;
    let hidden: usize = hands.iter().filter(|h| h.cards.is_none()).map(|h| h.size as usize).sum();
    check_unseen(&hands_field, &table.deck, &supply, hidden)?;
    let read_own = |seat: Seat| module::read_own(&table, seat, |name| fields.take(&format!("{name}-own")));
    let own = viewer.seat().map(read_own).transpose()?;
    fields.end()?;
    let view = View::new(viewer, table, hands, own, asked.is_some());
    if view.to_act().is_some() && view.to_act() == view.seat() {
        let mut actions = Vec::new();
        view.legal_actions(&mut actions);
        check_choice(&actions)?;
    }
    Ok(view)
}

/// T1: a seat that can do nothing would have moved on already.
fn check_choice(actions: &[crate::action::Action]) -> Result<(), PositionError> {
    match actions.is_empty() {
        true => Value::new("stage", "").wrong("the seat to act has no legal action at this stage (T1)"),
        false => Ok(()),
    }
}

fn check_due(table: &Table) -> Result<(), PositionError> {
    match table.turn.due.iter().all(|round| table.deck.scoring[*round as usize] == ScoringCard::Drawn) {
        true => Ok(()),
        false => Value::new("due", "").wrong("its scoring card has not been drawn (W1)"),
    }
}

fn viewer(value: &Value, setup: &Setup) -> Result<Viewer, PositionError> {
    if value.text == "watcher" {
        return Ok(Viewer::Watcher);
    }
    let wanted = "watcher, seat@0 or counting@0";
    let (form, whose) = value.pair(wanted)?;
    match form.text {
        "seat" => seat(&whose, setup).map(Viewer::Seat),
        "counting" => seat(&whose, setup).map(Viewer::Counting),
        _ => value.is_not(wanted),
    }
}

fn asked(value: &Value, table: &Table) -> Result<Option<Seat>, PositionError> {
    let asked = value.clone().maybe().map(|value| seat(&value, &table.setup)).transpose()?;
    match (asked, table.turn.stage) {
        (None, _) | (Some(_), Stage::Window(_)) => Ok(asked),
        _ => value.wrong("nobody is asked at this stage (T5)"),
    }
}

/// How many seats come before the one that is asked, or that buys out of turn, in the window's order.
fn answered(table: &Table, asked: Option<Seat>) -> u8 {
    let out_of_turn = table.turn.stage == Stage::Placing(Occasion::OutOfTurn);
    let who = asked.or(out_of_turn.then_some(table.turn.actor));
    table.seats_from_next().position(|seat| Some(seat) == who).unwrap_or(0) as u8
}

/// The deck from the top, which must match what is publicly known about it (S5).
fn deck(value: &Value, known: &Deck, supply: &mut Supply) -> Result<ArrayVec<DeckCard, MAX_DECK>, PositionError> {
    let items = value.list();
    if items.len() != known.len() {
        return value.wrong(format!("{} cards, but its piles have {}", items.len(), known.len()));
    }
    let mut cards = items.iter();
    let mut deck = ArrayVec::new();
    let mut all_pairs = 0;
    for (pile, size) in known.piles.into_iter().enumerate() {
        let mut pairs = 0;
        let mut scoring = [false; 2];
        for item in cards.by_ref().take(size as usize) {
            let round = match item.text {
                "A" => Round::First,
                "B" => Round::Second,
                _ => {
                    let card = supply.card(item)?;
                    pairs += card.as_pair().is_some() as u8;
                    deck.push(DeckCard::card(card));
                    continue;
                }
            };
            if known.scoring[round as usize] != ScoringCard::InPile(pile as u8) || scoring[round as usize] {
                return item.wrong("this scoring card is not in this pile");
            }
            scoring[round as usize] = true;
            deck.push(DeckCard::scoring(round));
        }
        let missing = |i: usize| known.scoring[i] == ScoringCard::InPile(pile as u8) && !scoring[i];
        if let Some(i) = (0..2).find(|i| missing(*i)) {
            return value.wrong(format!("card {} is not in pile {}", ['A', 'B'][i], pile + 1));
        }
        if known.shuffles == 0 && pairs != known.pairs[pile] {
            return value.wrong(format!("pile {} has {pairs} pairs, not {}", pile + 1, known.pairs[pile]));
        }
        all_pairs += pairs;
    }
    if known.shuffles > 0 && all_pairs != known.pairs[0] {
        return value.wrong(format!("{all_pairs} pairs, not {}", known.pairs[0]));
    }
    if !supply.cards.is_empty() {
        let left: Vec<String> = supply.cards.cards().map(|card| card.to_string()).collect();
        return value.wrong(format!("missing cards: {}", left.join(" ")));
    }
    // Written from the top, stored from the bottom.
    deck.reverse();
    Ok(deck)
}

/// The cards nobody sees are in the deck and in hands that the viewer does not know.
fn check_unseen(hands: &Value, deck: &Deck, supply: &Supply, hidden: usize) -> Result<(), PositionError> {
    let scoring = deck.scoring.iter().filter(|card| matches!(card, ScoringCard::InPile(_))).count();
    let unseen = supply.cards.len();
    let Some(in_deck) = deck.len().checked_sub(scoring).filter(|n| n + hidden == unseen) else {
        let there = deck.len().saturating_sub(scoring);
        return hands.wrong(format!("{unseen} cards are unseen, but {there} in the deck and {hidden} in hands"));
    };
    let pairs = supply.cards.pairs().count();
    let below: usize = deck.pairs.iter().map(|p| *p as usize).sum();
    if below > pairs || pairs - below > hidden || below > in_deck {
        return hands.wrong(format!("{pairs} pairs are unseen, but {below} in the deck"));
    }
    Ok(())
}

/// A bag from the top, with everything that is nowhere else; its tiles have the even face up (GR2).
fn bag<const N: usize>(value: &Value, mut left: TileSet) -> Result<ArrayVec<Tile, N>, PositionError> {
    let mut bag: ArrayVec<Tile, N> = ArrayVec::new();
    for item in value.list() {
        let tile: Tile = item.code()?;
        if !left.contains(tile) {
            return item.wrong(format!("{tile} cannot be in this bag"));
        }
        left.remove(tile);
        bag.push(tile);
    }
    if !left.is_empty() {
        let missing: Vec<String> = left.iter().map(|tile| tile.to_string()).collect();
        return value.wrong(format!("missing tiles: {}", missing.join(" ")));
    }
    bag.reverse();
    Ok(bag)
}
