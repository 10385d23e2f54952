//! Boards that a turn may lead to. Turns that differ only in what is paid or set aside lead to the same boards, so
//! each board is examined only once.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use sabika_rules::board::{Board, Frontier};
use sabika_rules::scoring::Holding;
use sabika_rules::{Cell, Tile};

use crate::outlook::Outlook;

/// A board, what is known about it, and the boards that follow from it.
pub(crate) struct KnownBoard {
    pub board: Board,
    worth: OnceCell<Worth>,
    /// For each tile tried, where it can be placed.
    spots: RefCell<Vec<(Tile, Rc<[Spot]>)>>,
    grown: RefCell<Vec<(Tile, Cell, Rc<KnownBoard>)>>,
}

/// The value of a board, regardless of what else its owner has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Worth {
    /// Walls, moats, and where both run side by side.
    pub lines: f32,
    /// Points from modules for where tiles are.
    pub modules: f32,
    /// Room to build on.
    pub doors: f32,
    /// The buildings, including what modules add.
    pub holding: Holding,
}

/// Where a tile can be placed, and the value of the board with it.
pub(crate) struct Spot {
    pub cell: Cell,
    pub worth: Worth,
}

impl KnownBoard {
    pub fn new(board: Board) -> Rc<KnownBoard> {
        Rc::new(KnownBoard { board, worth: OnceCell::new(), spots: RefCell::default(), grown: RefCell::default() })
    }

    /// The board with one more tile.
    pub fn grow(&self, tile: Tile, cell: Cell) -> Rc<KnownBoard> {
        let mut grown = self.grown.borrow_mut();
        if let Some((.., board)) = grown.iter().find(|(t, c, _)| (*t, *c) == (tile, cell)) {
            return board.clone();
        }
        let (board, ()) = self.rebuilt(|board| board.place(tile, cell));
        grown.push((tile, cell, board.clone()));
        board
    }

    /// The board after a change, and what was removed.
    pub fn rebuilt<T>(&self, change: impl FnOnce(&mut Board) -> T) -> (Rc<KnownBoard>, T) {
        let mut board = self.board.clone();
        let back = change(&mut board);
        (KnownBoard::new(board), back)
    }

    pub fn worth(&self, outlook: &Outlook) -> &Worth {
        self.worth.get_or_init(|| outlook.worth(&self.board, outlook.holding(&self.board)))
    }

    /// Every place where a tile can go.
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
                // CO4: the first Granada tile founds the city.
                board = self.board.clone();
            }
            Spot { cell, worth }
        };
        Frontier::of(&self.board).cells(tile).map(spot).collect()
    }
}

#[cfg(test)]
mod tests {
    use sabika_rules::{Game, GameKind, Module, Seed, Setup, Silent};

    use super::*;
    use crate::weights::Weights;
    use crate::{Budget, Level};

    /// The value known for a spot equals that of the board built from scratch, after one tile and after two; and a board
    /// asked about twice is examined once.
    #[test]
    fn spots_have_the_value_of_their_boards() {
        let without_modules = |game| Setup { game, ..Setup::alhambra(2) };
        let setups = [
            without_modules(GameKind::Granada),
            without_modules(GameKind::Combined),
            Setup::alhambra(3).with(Module::Huts),
        ];
        for setup in setups {
            let mut game = Game::new(setup, Seed::from(5)).expect("it can be played");
            while let Some(seat) = game.to_act() {
                let view = game.view(Level::Apprentice.viewer(seat));
                let outlook = Outlook::new(&view, &Weights::ALHAMBRA).expect("a seat has an outlook");
                let board = KnownBoard::new(view.table().players[seat].board.clone());
                let mut market = view.table().offers().map(|offer| offer.tile);
                if let (Some(first), Some(second)) = (market.next(), market.next()) {
                    check(&outlook, &board, first);
                    if let Some(spot) = board.spots(&outlook, first).last() {
                        check(&outlook, &board.grow(first, spot.cell), second);
                    }
                }
                let action = Level::Apprentice.bot(1).choose(&view, Budget::Simulations(1)).expect("it is asked");
                game.apply(seat, action, &mut Silent).expect("it is legal");
            }
        }
    }

    fn check(outlook: &Outlook, known: &KnownBoard, tile: Tile) {
        let spots = known.spots(outlook, tile);
        assert!(Rc::ptr_eq(&spots, &known.spots(outlook, tile)), "{tile} is tried once");
        assert!(spots.iter().map(|spot| spot.cell).eq(Frontier::of(&known.board).cells(tile)));
        for Spot { cell, worth } in spots.iter() {
            let mut board = known.board.clone();
            board.place(tile, *cell);
            assert_eq!(*worth, outlook.worth(&board, outlook.holding(&board)), "{tile} on {cell}");
            let grown = known.grow(tile, *cell);
            assert_eq!((&grown.board, *grown.worth(outlook)), (&board, *worth), "{tile} on {cell}");
        }
    }
}
