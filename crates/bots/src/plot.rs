//! Boards that a turn may come to. Turns that differ in what is paid, or in what is put aside, come to the same boards:
//! each is looked at once.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use sabika_rules::board::{Board, Frontier};
use sabika_rules::scoring::Holding;
use sabika_rules::{Cell, Tile};

use crate::outlook::Outlook;

/// A board, what is known of it, and the boards that come of it.
pub(crate) struct Plot {
    pub board: Board,
    worth: OnceCell<Worth>,
    /// For each tile that was tried, where it may lie.
    spots: RefCell<Vec<(Tile, Rc<[Spot]>)>>,
    grown: RefCell<Vec<(Tile, Cell, Rc<Plot>)>>,
}

/// What a board comes to, whatever else its owner has.
#[derive(Clone, Copy)]
pub(crate) struct Worth {
    /// Walls, moats, and where both run side by side.
    pub lines: f32,
    /// What modules pay for where tiles lie.
    pub modules: f32,
    /// Room to build on.
    pub doors: f32,
    /// The buildings, with what modules add.
    pub holding: Holding,
}

/// Where a tile may lie, and what the board is worth with it.
pub(crate) struct Spot {
    pub cell: Cell,
    pub worth: Worth,
}

impl Plot {
    pub fn new(board: Board) -> Rc<Plot> {
        Rc::new(Plot { board, worth: OnceCell::new(), spots: RefCell::default(), grown: RefCell::default() })
    }

    /// The board with one more tile.
    pub fn grow(&self, tile: Tile, cell: Cell) -> Rc<Plot> {
        let mut grown = self.grown.borrow_mut();
        if let Some((.., plot)) = grown.iter().find(|(t, c, _)| (*t, *c) == (tile, cell)) {
            return plot.clone();
        }
        let mut board = self.board.clone();
        board.place(tile, cell);
        let plot = Plot::new(board);
        grown.push((tile, cell, plot.clone()));
        plot
    }

    pub fn worth(&self, outlook: &Outlook) -> &Worth {
        self.worth.get_or_init(|| outlook.worth(&self.board, outlook.holding(&self.board)))
    }

    /// Everywhere that a tile may lie.
    pub fn spots(&self, outlook: &Outlook, tile: Tile) -> Rc<[Spot]> {
        let known = self.spots.borrow().iter().find(|(t, _)| *t == tile).map(|(_, spots)| spots.clone());
        known.unwrap_or_else(|| {
            let spots = self.try_out(outlook, tile);
            self.spots.borrow_mut().push((tile, spots.clone()));
            spots
        })
    }

    fn try_out(&self, outlook: &Outlook, tile: Tile) -> Rc<[Spot]> {
        let mut board = self.board.clone();
        let mut known = None;
        let spot = |cell: Cell| {
            board.place(tile, cell);
            let holding = known.unwrap_or_else(|| outlook.holding(&board));
            known = (!outlook.holding_is_local()).then_some(holding);
            let worth = outlook.worth(&board, holding);
            board.remove(cell);
            if board.founded() != self.board.founded() {
                // CO4: the first tile of Granada leaves its mark.
                board = self.board.clone();
            }
            Spot { cell, worth }
        };
        Frontier::of(&self.board).cells(tile).map(spot).collect()
    }
}
