//! Whose turn it is and what comes next (T1–T6). The only file that decides it.

use crate::action::Action;
use crate::event::{Event, Events, Round};
use crate::game::Game;
use crate::module;
use crate::rule;
use crate::rule::{buy, end, money, place, redesign, refill, scoring};
use crate::seat::Seat;
use crate::table::{Occasion, Stage, Window};
use crate::tile::TileSet;

/// Does a legal action, and all that follows from it without anyone's choice.
pub(crate) fn apply<E: Events>(game: &mut Game, seat: Seat, action: Action, events: &mut E) {
    match action {
        Action::Take(pick) => {
            money::take(game, seat, pick);
            acted(game, false);
        }
        Action::Buy { tile, payment } => {
            let exact = buy::buy(game, seat, tile, payment);
            acted(game, exact);
        }
        Action::Build { tile, cell } => {
            redesign::build(game, seat, tile, cell);
            acted(game, false);
        }
        Action::Remove(cell) => {
            redesign::remove(game, seat, cell);
            acted(game, false);
        }
        Action::Exchange { tile, cell } => {
            redesign::exchange(game, seat, tile, cell);
            acted(game, false);
        }
        Action::Place { tile, cell, flip } => place::place(game, seat, tile, cell, flip),
        Action::Reserve(tile) => place::reserve(game, seat, tile),
        Action::Dirk(tile) => place::give_to_dirk(game, tile),
        Action::End => ended(game, events),
        Action::Module(action) => match module::apply(game, seat, action, events) {
            module::Then::Nothing => {}
            module::Then::Chain => {
                game.table.turn.first = false;
                game.table.turn.stage = Stage::Chain;
            }
            module::Then::Acted => acted(game, false),
            module::Then::Bought => favour(game, seat),
            module::Then::Answered => {
                game.secrets.answered += 1;
                proceed(game, events);
            }
            module::Then::AskAgain => proceed(game, events),
        },
    }
}

/// The first turn of a game, or the next one (T1).
pub(crate) fn begin(game: &mut Game, seat: Seat) {
    let turn = &mut game.table.turn;
    turn.seat = seat;
    turn.actor = seat;
    turn.first = true;
    turn.waiting = TileSet::EMPTY;
    turn.stage = Stage::Action;
    game.secrets.asked = None;
    // T1: who can do nothing goes on to T4 at once.
    if !rule::any_action(&game.chair(seat)) {
        game.table.turn.stage = Stage::Placing(Occasion::Turn);
    }
}

/// An action of the turn is done; `again`: it was paid exactly (T2).
fn acted(game: &mut Game, again: bool) {
    let turn = &mut game.table.turn;
    turn.first = false;
    turn.stage = Stage::Action;
    // T3: a further action is due as long as one is possible.
    if !again || !rule::any_action(&game.chair(game.table.turn.actor)) {
        game.table.turn.stage = Stage::Placing(Occasion::Turn);
    }
}

/// A purchase out of turn: the tile is placed at once.
fn favour(game: &mut Game, seat: Seat) {
    game.table.turn.actor = seat;
    game.table.turn.stage = Stage::Placing(Occasion::Favour);
    game.secrets.asked = None;
}

/// `end` was said (T6).
fn ended<E: Events>(game: &mut Game, events: &mut E) {
    match game.table.turn.stage {
        // T5, in its order.
        Stage::Placing(Occasion::Turn) => {
            module::turn_up(game, events);
            refill::display(game, events);
            game.table.turn.closing = !refill::market(game, events);
            game.secrets.answered = 0;
            proceed(game, events);
        }
        // The display is not filled; who may still be asked is asked again.
        Stage::Placing(Occasion::Favour) => {
            game.table.turn.closing = !refill::market(game, events);
            game.secrets.answered = 0;
            proceed(game, events);
        }
        Stage::Placing(Occasion::Handout) => {
            if !end::next_handout(game, events) {
                finish(game, events);
            }
        }
        _ => unreachable!("`end` is legal only when tiles are placed"),
    }
}

/// Goes on until somebody has to choose: windows, scorings, the end of the game, the next turn (T5).
fn proceed<E: Events>(game: &mut Game, events: &mut E) {
    while let Some(round) = game.table.turn.due.first().copied() {
        if ask(game, Window::BeforeScoring) {
            return;
        }
        score(game, round, events);
        refill::dirk_draws(game, round, events);
        game.table.turn.due.remove(0);
    }
    if game.table.turn.closing {
        game.secrets.asked = None;
        if !end::begin(game, events) {
            finish(game, events);
        }
    } else if !ask(game, Window::AfterTurn) {
        let next = game.table.turn.seat.after(1, game.table.player_count());
        begin(game, next);
    }
}

/// Asks the next seat of a window that has something to answer; the window closes if there is none.
fn ask(game: &mut Game, window: Window) -> bool {
    if !game.table.setup.modules.is_empty() {
        for seat in game.table.from_next().skip(game.secrets.answered as usize) {
            if module::asks(&game.chair(seat), window) {
                game.secrets.asked = Some(seat);
                game.table.turn.stage = Stage::Window(window);
                return true;
            }
            game.secrets.answered += 1;
        }
    }
    game.secrets.answered = 0;
    game.secrets.asked = None;
    false
}

fn score<E: Events>(game: &mut Game, round: Round, events: &mut E) {
    let sheet = scoring::score(&game.table, round);
    sheet.enter(&mut game.table);
    events.push(Event::Scored(sheet));
}

/// The last scoring (E4).
fn finish<E: Events>(game: &mut Game, events: &mut E) {
    module::before_last(game, events);
    score(game, Round::Third, events);
    game.table.turn.stage = Stage::Over;
}
