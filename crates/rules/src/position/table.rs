//! The public part of a position.

use super::PositionError;
use super::fields::Fields;
use super::supply::Supply;
use super::turn;
use super::value::Value;
use crate::card::Card;
use crate::event::Round;
use crate::module;
use crate::seat::{BySeat, Seat};
use crate::secrets::MAX_DECK;
use crate::setup::{ModuleSet, Setup};
use crate::table::{Deck, Dirk, Market, Player, ScoringCard, Table};
use crate::tile::{Tile, TileSet};

pub(super) fn setup(fields: &mut Fields) -> Result<Setup, PositionError> {
    let game = fields.take("game")?;
    let players = fields.take("players")?;
    let modules = fields.take("modules")?;
    let mut setup = Setup::new(game.code()?, players.number(9)? as u8);
    setup.modules = modules.list().iter().map(Value::code).collect::<Result<ModuleSet, _>>()?;
    let options = fields.take("options")?;
    for option in options.list() {
        match option.text {
            "simplified" => setup.simplified = true,
            "english" => setup.english_end = true,
            _ => return option.is_not("simplified or english"),
        }
    }
    setup.check().or_else(|e| game.wrong(e.to_string()))?;
    Ok(setup)
}

/// The table, except for modules and for the number of tiles in the bags, which follow from the rest.
pub(super) fn read(fields: &mut Fields, setup: Setup, supply: &mut Supply) -> Result<Table, PositionError> {
    let mut table = Table {
        setup,
        players: players(fields, &setup, supply)?,
        dirk: Dirk::default(),
        market: market(fields, &setup, supply)?,
        display: display(&fields.take("display")?, supply)?,
        discard: supply.hand(&fields.take("discard")?)?.cards().collect(),
        deck: deck(fields, &setup)?,
        bag: 0,
        granada_bag: 0,
        turn: turn::read(fields, &setup, supply)?,
        modules: Default::default(),
    };
    if setup.has_dirk() {
        let value = fields.take("dirk")?;
        table.dirk.tiles = value.list().iter().map(|tile| supply.bag_tile(tile)).collect::<Result<TileSet, _>>()?;
        table.dirk.score = fields.take("dirk-score")?.number(u16::MAX)?;
    }
    module::read_open(&mut table, supply, |name| fields.take(name))?;
    let [bag, granada_bag] = supply.bags();
    (table.bag, table.granada_bag) = (bag.len() as u8, granada_bag.len() as u8);
    Ok(table)
}

fn players(fields: &mut Fields, setup: &Setup, supply: &mut Supply) -> Result<BySeat<Player>, PositionError> {
    let many = setup.players as usize;
    let boards = fields.take("boards")?.by_seat(many)?;
    let reserves = fields.take("reserves")?.by_seat(many)?;
    let scores = fields.take("scores")?.by_seat(many)?;
    let mut players = BySeat(Default::default());
    for i in 0..many {
        players.0.push(Player {
            board: supply.board(&boards[i])?,
            reserve: supply.tiles(&reserves[i])?,
            // Leaves room for everything that can still be scored.
            score: scores[i].number(u16::MAX / 2)?,
        });
    }
    Ok(players)
}

fn market(fields: &mut Fields, setup: &Setup, supply: &mut Supply) -> Result<Market, PositionError> {
    let mut half = |name: &str, beside: bool| -> Result<[Option<Tile>; 4], PositionError> {
        let items = fields.take(name)?.items::<4>()?;
        let mut tiles = [None; 4];
        for (tile, item) in tiles.iter_mut().zip(items) {
            let Some(item) = item.maybe() else { continue };
            let found = supply.bag_tile(&item)?;
            if setup.is_beside(found) != beside || module::lies_aside(found) {
                return item.wrong(format!("{found} does not belong here"));
            }
            *tile = Some(found);
        }
        Ok(tiles)
    };
    let spaces = half("market", false)?;
    let beside = if setup.is_combined() { half("beside", true)? } else { [None; 4] };
    let odd = setup.game.has_granada() && {
        let marker = fields.take("marker")?;
        match marker.text {
            "odd" => true,
            "even" => false,
            _ => return marker.is_not("odd or even"),
        }
    };
    Ok(Market { spaces, beside, odd })
}

fn display(value: &Value, supply: &mut Supply) -> Result<[Option<Card>; 4], PositionError> {
    let mut cards = [None; 4];
    for (card, item) in cards.iter_mut().zip(value.items::<4>()?) {
        *card = item.maybe().map(|item| supply.card(&item)).transpose()?;
    }
    Ok(cards)
}

/// The publicly known deck; its number of cards is checked together with the hands.
fn deck(fields: &mut Fields, setup: &Setup) -> Result<Deck, PositionError> {
    let five = |value: Value| -> Result<[u8; 5], PositionError> {
        let mut numbers = [0; 5];
        for (number, item) in numbers.iter_mut().zip(value.items::<5>()?) {
            *number = item.number(MAX_DECK as u16)? as u8;
        }
        Ok(numbers)
    };
    let piles = five(fields.take("piles")?)?;
    let scoring_field = fields.take("scoring")?;
    let mut scoring = [ScoringCard::Drawn; 2];
    for (round, item) in [Round::First, Round::Second].into_iter().zip(scoring_field.items::<2>()?) {
        scoring[round as usize] = match item.text {
            "drawn" => ScoringCard::Drawn,
            "aside" if setup.game.scoring_piles()[round as usize].is_none() => ScoringCard::Aside,
            "1" | "2" | "3" | "4" | "5" => ScoringCard::InPile(item.number(5)? as u8 - 1),
            _ => return item.is_not("a pile from 1 to 5, drawn, or in the combined game aside"),
        };
    }
    let pairs_field = fields.take("pairs")?;
    let pairs = five(pairs_field.clone())?;
    let shuffles = fields.take("shuffles")?.number(u8::MAX as u16)? as u8;
    for pile in 0..5 {
        let own = scoring.iter().filter(|card| **card == ScoringCard::InPile(pile as u8)).count();
        if own > piles[pile] as usize {
            return scoring_field.wrong(format!("pile {} has no room for it", pile + 1));
        }
        let room = if shuffles == 0 { piles[pile] as usize - own } else { MAX_DECK * usize::from(pile == 0) };
        if pairs[pile] as usize > room {
            return pairs_field.wrong(format!("pile {} cannot hold {}", pile + 1, pairs[pile]));
        }
    }
    Ok(Deck { piles, scoring, pairs, shuffles })
}

/// Puts the seats' values in seat order.
pub(super) fn hands<T>(
    value: &Value,
    setup: &Setup,
    mut read: impl FnMut(Seat, &Value) -> Result<T, PositionError>,
) -> Result<BySeat<T>, PositionError> {
    let mut hands = BySeat(Default::default());
    for (i, hand) in value.by_seat(setup.players as usize)?.iter().enumerate() {
        hands.0.push(read(Seat(i as u8), hand)?);
    }
    Ok(hands)
}
