//! Filling display and market at the end of a turn (T5, T7), Granada's marker (GR2), Dirk's draws (N2).

use crate::event::{Event, Events, Round};
use crate::game::Game;
use crate::module;
use crate::rng::{Dice, Stream};
use crate::secrets::DeckCard;
use crate::setup::GameKind;
use crate::table::{ScoringCard, Table};
use crate::tile::Tile;

/// Fills the display to four cards; scoring cards are set aside (W1).
pub(crate) fn display<E: Events>(game: &mut Game, events: &mut E) {
    for slot in 0..4 {
        while game.table.display[slot].is_none() {
            let Some(card) = draw(game, events) else { return };
            match card.get() {
                Ok(card) => {
                    game.table.display[slot] = Some(card);
                    events.push(Event::Display { slot: slot as u8, card });
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

/// The top card. T7: when deck and discard pile are empty there is none.
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
    let pile = deck.piles.iter().position(|p| *p > 0)?;
    deck.piles[pile] -= 1;
    if card.get().is_ok_and(|c| c.as_pair().is_some()) {
        deck.pairs[if deck.shuffles > 0 { 0 } else { pile }] -= 1;
    }
    Some(card)
}

/// T7: the discard pile becomes the deck. CO2: the first time it is cut like S5, with card B in the second pile.
fn shuffle_discards(game: &mut Game) {
    let Game { table, secrets } = game;
    let mut dice = Dice::new(&secrets.seed, Stream::Reshuffle(table.deck.shuffles));
    secrets.deck.extend(table.discard.cards().map(DeckCard::card));
    table.deck.pairs = [table.discard.pairs().count() as u8, 0, 0, 0, 0];
    table.discard = Default::default();
    table.deck.shuffles += 1;
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

/// S5: five piles as equal as can be, the first ones with a card more.
pub(crate) fn cut(cards: usize) -> [u8; 5] {
    core::array::from_fn(|i| (cards / 5 + usize::from(i < cards % 5)) as u8)
}

/// Fills the market in ascending order; `false`: the game ends (E1, CO6).
pub(crate) fn market<E: Events>(game: &mut Game, events: &mut E) -> bool {
    let combined = game.table.is_combined();
    let mut laid_granada = false;
    for space in 0..4 {
        if game.table.market.spaces[space].is_none()
            && let Some(tile) = draw_tile(game, events)
        {
            let tile = face(&game.table, tile);
            game.table.market.spaces[space] = Some(tile);
            laid_granada |= tile.is_granada();
            events.push(Event::Market { space: space as u8, tile, beside: false });
        }
        // CO3: space by space, Alhambra before Granada.
        if combined
            && game.table.market.beside[space].is_none()
            && let Some(tile) = game.secrets.granada_bag.pop()
        {
            let tile = face(&game.table, tile);
            game.table.market.beside[space] = Some(tile);
            laid_granada = true;
            events.push(Event::Market { space: space as u8, tile, beside: true });
        }
    }
    count_bags(game);
    // GR2, CO3
    game.table.market.odd ^= laid_granada;
    is_full(&game.table)
}

/// The next tile for a market space; those that lie elsewhere are laid there on the way.
fn draw_tile<E: Events>(game: &mut Game, events: &mut E) -> Option<Tile> {
    loop {
        let tile = game.secrets.bag.pop()?;
        if !module::lays_aside(&mut game.table, tile) {
            return Some(tile);
        }
        events.push(Event::Module(module::Event::LaidAside(tile)));
    }
}

fn is_full(table: &Table) -> bool {
    let market = &table.market;
    (0..4).all(|space| {
        let (one, two) = (market.spaces[space].is_some(), market.beside[space].is_some());
        match table.setup.game {
            GameKind::Combined if table.setup.english_end => one && two,
            GameKind::Combined => one || two,
            _ => one,
        }
    })
}

/// A Granada tile with the face up that the marker shows (GR2).
fn face(table: &Table, tile: Tile) -> Tile {
    tile.other_face().filter(|_| table.market.odd).unwrap_or(tile)
}

/// Dirk's tiles after rounds 1 and 2 (N2, GR7, CO7).
pub(crate) fn dirk_draws<E: Events>(game: &mut Game, round: Round, events: &mut E) {
    if !game.table.setup.has_dirk() {
        return;
    }
    let share = |left: usize| match round {
        Round::First => left.min(6),
        Round::Second => left / 3,
        Round::Third => 0,
    };
    let (alhambra, granada) = (share(game.secrets.bag.len()), share(game.secrets.granada_bag.len()));
    for i in 0..alhambra + granada {
        let bag = if i < alhambra { game.secrets.bag.pop() } else { game.secrets.granada_bag.pop() };
        let Some(tile) = bag else { break };
        let tile = face(&game.table, tile);
        game.table.dirk.tiles.insert(tile);
        events.push(Event::DirkDrew(tile));
    }
    count_bags(game);
}

/// What all may know of the bags.
pub(crate) fn count_bags(game: &mut Game) {
    game.table.bag = game.secrets.bag.len() as u8;
    game.table.granada_bag = game.secrets.granada_bag.len() as u8;
}
