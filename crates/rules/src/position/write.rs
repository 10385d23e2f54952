//! Writing a position.

use core::fmt::{Display, Write as _};

use super::FORMAT;
use super::turn::stage_name;
use super::value::{Maybe, by_seat, list, yes_or_no};
use crate::board::Board;
use crate::event::Round;
use crate::game::Game;
use crate::module;
use crate::secrets::DeckCard;
use crate::table::{Occasion, ScoringCard, Stage, Table};
use crate::tile::TileSet;
use crate::view::{HandView, View, Viewer};

/// A line that grows field by field.
struct Line(String);

impl Line {
    fn new(form: &str) -> Line {
        Line(format!("{form}/{FORMAT}"))
    }

    fn field(&mut self, name: &str, value: impl Display) {
        write!(self.0, " {name}={value}").expect("writing to a string cannot fail");
    }
}

pub(super) fn game(game: &Game) -> String {
    let mut line = Line::new("game");
    table(&mut line, &game.table);
    let secrets = &game.secrets;
    line.field("asked", Maybe(secrets.asked));
    line.field("hands", by_seat(secrets.hands.iter().map(|hand| list(hand.cards()))));
    line.field("deck", list(secrets.deck.iter().rev().map(|card| deck_card(*card))));
    line.field("bag", list(secrets.bag.iter().rev()));
    if game.table.setup.is_combined() {
        line.field("granada-bag", list(secrets.granada_bag.iter().rev()));
    }
    module::write_hidden(game, |name, value| line.field(&format!("{name}-hidden"), value));
    line.field("seed", secrets.seed);
    line.0
}

pub(super) fn view(view: &View) -> String {
    let mut line = Line::new("view");
    table(&mut line, view.table());
    line.field("asked", Maybe(view.asked()));
    let hand = |hand: &HandView| hand.cards.map_or_else(|| format!("{}?", hand.size), |cards| list(cards.cards()));
    line.field("hands", by_seat(view.hands().iter().map(hand)));
    line.field(
        "viewer",
        match view.viewer() {
            Viewer::Watcher => "watcher".into(),
            Viewer::Seat(seat) => format!("seat@{seat}"),
            Viewer::Counting(seat) => format!("counting@{seat}"),
        },
    );
    if let Some(own) = view.own() {
        module::write_own(&view.table().setup, &own, |name, value| line.field(&format!("{name}-own"), value));
    }
    line.0
}

/// The public part.
fn table(line: &mut Line, table: &Table) {
    let setup = &table.setup;
    line.field("game", setup.game);
    line.field("players", setup.players);
    line.field("modules", list(setup.modules.iter()));
    let options = [("simplified", setup.simplified), ("english", setup.english_end)];
    line.field("options", list(options.iter().filter(|(_, on)| *on).map(|(name, _)| name)));
    turn(line, table);
    line.field("market", list(table.market.spaces.map(Maybe)));
    if setup.is_combined() {
        line.field("beside", list(table.market.beside.map(Maybe)));
    }
    if setup.game.has_granada() {
        line.field("marker", if table.market.odd { "odd" } else { "even" });
    }
    line.field("display", list(table.display.map(Maybe)));
    line.field("discard", list(table.discard.cards()));
    line.field("piles", list(table.deck.piles));
    line.field("scoring", list(table.deck.scoring.map(scoring_card)));
    line.field("pairs", list(table.deck.pairs));
    line.field("shuffles", table.deck.shuffles);
    line.field("boards", by_seat(table.players.iter().map(|p| board(&p.board))));
    line.field("reserves", by_seat(table.players.iter().map(|p| tiles(p.reserve))));
    line.field("scores", by_seat(table.players.iter().map(|p| p.score)));
    if setup.has_dirk() {
        line.field("dirk", tiles(table.dirk.tiles));
        line.field("dirk-score", table.dirk.score);
    }
    module::write_open(table, |name, value| line.field(name, value));
}

fn turn(line: &mut Line, table: &Table) {
    let turn = &table.turn;
    line.field("turn", turn.seat);
    line.field("actor", turn.actor);
    line.field("stage", stage_name(turn.stage));
    line.field("first", yes_or_no(turn.first));
    line.field("waiting", tiles(turn.waiting));
    line.field("due", list(turn.due.iter().map(|round| scoring_letter(*round))));
    line.field("closing", yes_or_no(turn.closing));
    if turn.stage == Stage::Placing(Occasion::Handout) {
        line.field("gained", by_seat(turn.gained.iter().map(|gained| tiles(*gained))));
    }
    if table.setup.game.hands_out_one_by_one() {
        line.field("handed", turn.handed_out);
    }
}

fn tiles(set: TileSet) -> String {
    list(set.iter())
}

/// The tiles, except for the starting tile, by cell; an asterisk marks where Granada was founded (CO4).
fn board(board: &Board) -> String {
    let mut placed = board.tiles().iter().filter(|p| !p.tile.is_start()).collect::<Vec<_>>();
    placed.sort_unstable_by_key(|p| p.cell);
    let star = |cell| if board.founded() == Some(cell) { "*" } else { "" };
    list(placed.iter().map(|p| format!("{}@{}{}", p.tile, p.cell, star(p.cell))))
}

fn scoring_card(card: ScoringCard) -> String {
    match card {
        ScoringCard::InPile(pile) => (pile + 1).to_string(),
        ScoringCard::Aside => "aside".into(),
        ScoringCard::Drawn => "drawn".into(),
    }
}

fn scoring_letter(round: Round) -> char {
    ['A', 'B', 'C'][round as usize]
}

fn deck_card(card: DeckCard) -> String {
    card.get().map_or_else(|round| scoring_letter(round).to_string(), |card| card.to_string())
}
