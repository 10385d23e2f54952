//! The legal actions, grouped: offer → payments, tile → cells. For pages, and for search that decides in stages.

use crate::action::{Action, Pick};
use crate::card::Payment;
use crate::cell::Cell;
use crate::currency::Currency;
use crate::game::Game;
use crate::module::ModuleAction;
use crate::rule::buy;
use crate::seat::Seat;
use crate::table::Table;
use crate::tile::Tile;

/// What a seat may choose from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Money to take (M1).
    pub takes: Vec<Pick>,
    /// Tiles to buy, each with its payments (B1).
    pub buys: Vec<BuyOption>,
    /// Tiles waiting to be placed (T4), one entry per face.
    pub places: Vec<PlaceOption>,
    /// Tiles on the reserve and where they can be built (D1).
    pub builds: Vec<(Tile, Vec<Cell>)>,
    /// Tiles that can be removed (D1).
    pub removes: Vec<Cell>,
    /// Tiles on the reserve and what they can be exchanged for (D1).
    pub exchanges: Vec<(Tile, Vec<Cell>)>,
    /// Whether `end` is possible (T6).
    pub end: bool,
    /// Whether `done` is possible.
    pub done: bool,
    /// Whether `pass` is possible (T5).
    pub pass: bool,
    /// What modules add.
    pub modules: Vec<ModuleAction>,
}

/// A tile that can be bought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuyOption {
    /// The tile.
    pub tile: Tile,
    /// The currency of its price.
    pub currency: Currency,
    /// The price.
    pub price: u8,
    /// Payments from which no card can be left out (B4).
    pub payments: Vec<Payment>,
}

/// A tile that can be placed, with this face up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceOption {
    /// The tile.
    pub tile: Tile,
    /// Where it can be placed.
    pub cells: Vec<Cell>,
    /// Possible payments for flipping it (GR3); empty if this face is already up.
    pub flips: Vec<Payment>,
    /// Whether it can be put on the reserve (P6).
    pub reserve: bool,
    /// Whether it can be given to Dirk (N4).
    pub dirk: bool,
}

impl Game {
    /// What a seat may choose from, grouped: the same as [`Game::legal_actions`].
    pub fn options(&self, seat: Seat) -> Options {
        let mut actions = Vec::new();
        self.legal_actions(seat, &mut actions);
        Options::group(&self.table, &actions)
    }
}

impl Options {
    /// Groups a flat list.
    pub(crate) fn group(table: &Table, actions: &[Action]) -> Options {
        let mut options = Options::default();
        for action in actions {
            match *action {
                Action::Take(pick) => options.takes.push(pick),
                Action::Buy { tile, payment } => options.buy(table, tile).payments.push(payment),
                Action::Place { tile, cell, flip } => {
                    let place = options.place(tile);
                    push_new(&mut place.cells, cell);
                    flip.into_iter().for_each(|f| push_new(&mut place.flips, f));
                }
                Action::Reserve(tile) => options.place(tile).reserve = true,
                Action::Dirk(tile) => options.place(tile).dirk = true,
                Action::Build { tile, cell } => cells_of(&mut options.builds, tile).push(cell),
                Action::Exchange { tile, cell } => cells_of(&mut options.exchanges, tile).push(cell),
                Action::Remove(cell) => options.removes.push(cell),
                Action::End => options.end = true,
                Action::Done => options.done = true,
                Action::Pass => options.pass = true,
                Action::Module(action) => options.modules.push(action),
            }
        }
        options
    }

    /// The flat list again, in any order.
    pub fn actions(&self) -> Vec<Action> {
        let cells = |list: &[(Tile, Vec<Cell>)], make: fn(Tile, Cell) -> Action| -> Vec<Action> {
            list.iter().flat_map(|(tile, cells)| cells.iter().map(move |cell| make(*tile, *cell))).collect()
        };
        let mut all: Vec<Action> = self.takes.iter().map(|pick| Action::Take(*pick)).collect();
        for buy in &self.buys {
            all.extend(buy.payments.iter().map(|payment| Action::Buy { tile: buy.tile, payment: *payment }));
        }
        for PlaceOption { tile, cells, flips, reserve, dirk } in &self.places {
            for cell in cells {
                let place = |flip| Action::Place { tile: *tile, cell: *cell, flip };
                if flips.is_empty() {
                    all.push(place(None));
                }
                all.extend(flips.iter().map(|f| place(Some(*f))));
            }
            all.extend(reserve.then_some(Action::Reserve(*tile)));
            all.extend(dirk.then_some(Action::Dirk(*tile)));
        }
        all.extend(cells(&self.builds, |tile, cell| Action::Build { tile, cell }));
        all.extend(self.removes.iter().map(|cell| Action::Remove(*cell)));
        all.extend(cells(&self.exchanges, |tile, cell| Action::Exchange { tile, cell }));
        all.extend(self.end.then_some(Action::End));
        all.extend(self.done.then_some(Action::Done));
        all.extend(self.pass.then_some(Action::Pass));
        all.extend(self.modules.iter().map(|action| Action::Module(*action)));
        all
    }

    fn buy(&mut self, table: &Table, tile: Tile) -> &mut BuyOption {
        let at = self.buys.iter().position(|b| b.tile == tile).unwrap_or_else(|| {
            if let Ok(offer) = buy::offer(table, tile) {
                let buy::Offer { currency, price, .. } = offer;
                self.buys.push(BuyOption { tile, currency, price, payments: Vec::new() });
            }
            self.buys.len() - 1
        });
        &mut self.buys[at]
    }

    fn place(&mut self, tile: Tile) -> &mut PlaceOption {
        let at = self.places.iter().position(|p| p.tile == tile).unwrap_or_else(|| {
            let (cells, flips) = (Vec::new(), Vec::new());
            self.places.push(PlaceOption { tile, cells, flips, reserve: false, dirk: false });
            self.places.len() - 1
        });
        &mut self.places[at]
    }
}

fn push_new<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

fn cells_of(list: &mut Vec<(Tile, Vec<Cell>)>, tile: Tile) -> &mut Vec<Cell> {
    let at = list.iter().position(|(t, _)| *t == tile).unwrap_or_else(|| {
        list.push((tile, Vec::new()));
        list.len() - 1
    });
    &mut list[at].1
}
