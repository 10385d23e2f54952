//! Where tiles go that wait beside the board: which first, on which cells, with which face, or onto the reserve.

use arrayvec::ArrayVec;
use sabika_rules::board::{Board, Frontier};
use sabika_rules::{Action, Hand, Payment, Tile, TileSet};

use crate::outlook::Outlook;
use crate::value::{Beside, Parts};

/// How many tiles can wait at once: a market's, with bazaars and a hut.
pub(crate) type Steps = ArrayVec<Action, 24>;

/// A board after tiles were placed.
#[derive(Clone)]
pub(crate) struct Laid {
    pub board: Board,
    pub reserve: TileSet,
    pub beside: Beside,
    /// What was paid for turning tiles over (GR3).
    pub hand: Hand,
    pub steps: Steps,
    pub parts: Parts,
}

/// What may be done with the tiles.
#[derive(Clone, Copy)]
pub(crate) struct Terms {
    /// Tiles were bought, not handed out: they may be turned over, or given to Dirk (GR4, N4).
    pub bought: bool,
    /// How many boards are kept in mind after each tile.
    pub beam: usize,
}

impl Outlook<'_> {
    /// A board as it is, before anything is placed.
    pub fn laid(&self, board: Board, reserve: TileSet, hand: Hand, waiting: TileSet) -> Laid {
        let mut laid =
            Laid { board, reserve, beside: Beside::default(), hand, steps: Steps::new(), parts: Parts::default() };
        laid.parts = self.laid_value(&laid, waiting);
        laid
    }

    /// Tiles that are yet to be placed count as if they lay on the reserve: so boards with different tiles placed can be
    /// compared.
    fn laid_value(&self, laid: &Laid, waiting: TileSet) -> Parts {
        let mut reserve = laid.reserve;
        waiting.iter().for_each(|t| reserve.insert(t));
        self.board_value(&laid.board, reserve, laid.beside)
    }

    /// The best ways to place all tiles, best first.
    pub fn place_all(&self, from: &Laid, waiting: TileSet, terms: Terms, cost: &dyn Fn(&Hand) -> f32) -> Vec<Laid> {
        let mut boards = vec![(from.clone(), waiting, 0.0)];
        for _ in 0..waiting.len() {
            let mut next: Vec<(Laid, TileSet, f32)> = Vec::new();
            for (laid, waiting, _) in &boards {
                for tile in waiting.iter() {
                    let mut rest = *waiting;
                    rest.remove(tile);
                    self.place_one(laid, tile, rest, terms, cost, &mut |laid, value| {
                        let at = next.partition_point(|(_, _, v)| *v >= value);
                        if at < terms.beam {
                            let twin = next.iter().any(|(l, r, v)| *v == value && *r == rest && l.board == laid.board);
                            if !twin {
                                next.insert(at, (laid.clone(), rest, value));
                                next.truncate(terms.beam);
                            }
                        }
                    });
                }
            }
            boards = next;
        }
        boards.into_iter().map(|(laid, ..)| laid).collect()
    }

    /// Everything that can be done with one tile. `keep` gets the board for a moment only: it is the same one each time.
    fn place_one(
        &self,
        from: &Laid,
        tile: Tile,
        rest: TileSet,
        terms: Terms,
        cost: &dyn Fn(&Hand) -> f32,
        keep: &mut impl FnMut(&Laid, f32),
    ) {
        let mut laid = from.clone();
        let mut judge = |laid: &mut Laid, step: Action| {
            laid.steps.push(step);
            laid.parts = self.laid_value(laid, rest);
            keep(laid, laid.parts.total() - cost(&laid.hand));
            laid.steps.pop();
        };
        let frontier = Frontier::of(&from.board);
        let other = tile.other_face().filter(|_| terms.bought);
        let flip = other.and_then(|_| cheapest_flip(&from.hand, cost));
        let faces = [(Some(tile), None), (other.filter(|_| flip.is_some()), flip)];
        for (face, flip) in faces.into_iter().filter_map(|(face, flip)| face.map(|f| (f, flip))) {
            if let Some(payment) = flip {
                laid.hand.pay(payment);
            }
            for cell in frontier.cells(face) {
                laid.board.place(face, cell);
                judge(&mut laid, Action::Place { tile: face, cell, flip });
                laid.board.remove(cell);
                if laid.board.founded() != from.board.founded() {
                    // CO4: the first tile of Granada leaves its mark.
                    laid.board = from.board.clone();
                }
            }
            laid.hand = from.hand;
        }
        for face in [Some(tile), other].into_iter().flatten() {
            laid.reserve.insert(face);
            judge(&mut laid, Action::Reserve(face));
            laid.reserve = from.reserve;
        }
        let for_dirk = terms.bought && self.dirk.is_some() && from.beside.dirk.is_none();
        if let Some(kind) = tile.building().filter(|_| for_dirk) {
            laid.beside.dirk = Some(kind);
            judge(&mut laid, Action::Dirk(tile));
        }
    }
}

/// The payment for turning a tile over that is missed least (GR3).
fn cheapest_flip(hand: &Hand, cost: &dyn Fn(&Hand) -> f32) -> Option<Payment> {
    use sabika_rules::{Currency, Offer};
    let mut best: Option<(f32, Payment)> = None;
    for currency in Currency::ALL {
        let price = Offer { tile: Tile::START, currency, price: 3, exact: false };
        hand.payments(price, false, |payment| {
            let mut rest = *hand;
            rest.pay(payment);
            let cost = cost(&rest);
            if payment.by_pair().is_none() && best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, payment));
            }
        });
    }
    best.map(|(_, payment)| payment)
}
