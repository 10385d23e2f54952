//! The end of the game: the market's last tiles are handed out and placed (E1–E3, GR4, CO6).

use crate::event::{Event, Events};
use crate::game::Game;
use crate::seat::Seat;
use crate::setup::GameKind;
use crate::table::{Market, Occasion, Stage};
use crate::tile::{Tile, TileSet};

/// Begins to hand out; `false`: there is nothing to place.
pub(crate) fn begin<E: Events>(game: &mut Game, events: &mut E) -> bool {
    if game.table.setup.game == GameKind::Alhambra {
        // E3: all are handed out before any is placed.
        for space in 0..4 {
            if let Some(tile) = game.table.market.spaces[space] {
                hand_out(game, space, tile, events);
            }
        }
    }
    next_handout(game, events)
}

/// The next seat that has tiles to place; `false`: all is placed.
pub(crate) fn next_handout<E: Events>(game: &mut Game, events: &mut E) -> bool {
    loop {
        let seats = game.table.from_next();
        for seat in seats {
            let gained = core::mem::take(&mut game.table.turn.gained[seat]);
            if !gained.is_empty() {
                begin_placing(game, seat, gained);
                return true;
            }
        }
        // GR4: the next tile only when the one before is placed.
        let half = game.table.turn.handed_out as usize;
        if half == 8 || game.table.setup.game == GameKind::Alhambra {
            return false;
        }
        game.table.turn.handed_out += 1;
        let market = &game.table.market;
        let tile = if half % 2 == 0 { market.spaces[half / 2] } else { market.beside[half / 2] };
        if let Some(tile) = tile {
            hand_out(game, half / 2, tile, events);
        }
    }
}

fn begin_placing(game: &mut Game, seat: Seat, tiles: TileSet) {
    let turn = &mut game.table.turn;
    turn.actor = seat;
    turn.waiting = tiles;
    turn.stage = Stage::Placing(Occasion::Handout);
}

/// E2: to whoever has the most money of the space's currency; level, or nobody has any: it stays.
fn hand_out<E: Events>(game: &mut Game, space: usize, tile: Tile, events: &mut E) {
    let currency = Market::currency(space);
    let money = game.secrets.hands.map(|_, hand| hand.money[currency].total());
    let most = money.iter().copied().max().unwrap_or(0);
    let mut richest = money.seats().filter(|(_, m)| **m == most && most > 0).map(|(seat, _)| seat);
    match (richest.next(), richest.next()) {
        (Some(seat), None) => {
            game.table.market.remove(tile);
            game.table.turn.gained[seat].insert(tile);
            events.push(Event::Gained { seat, tile });
        }
        _ => events.push(Event::Left(tile)),
    }
}
