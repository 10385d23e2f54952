//! Where tiles go that wait beside the board: which first, on which cells, with which face, or onto the reserve.

use std::rc::Rc;

use arrayvec::ArrayVec;
use sabika_rules::board::Board;
use sabika_rules::scoring::Holding;
use sabika_rules::{Action, Hand, Payment, Tile, TileSet};

use crate::outlook::Outlook;
use crate::plot::Plot;
use crate::value::{Beside, Parts, Standing};

/// How many tiles can wait at once: a market's, with bazaars and a hut.
pub(crate) type Steps = ArrayVec<Action, 24>;

/// A board before tiles are placed on it.
#[derive(Clone)]
pub(crate) struct Ground {
    pub plot: Rc<Plot>,
    pub reserve: TileSet,
    pub beside: Beside,
    pub hand: Hand,
    pub parts: Parts,
}

/// Tiles placed, without the board that came of it.
#[derive(Clone)]
pub(crate) struct Laid {
    /// After paying for tiles that were turned over (GR3).
    pub hand: Hand,
    pub steps: Steps,
    pub parts: Parts,
    value: f32,
}

/// What may be done with the tiles.
#[derive(Clone, Copy)]
pub(crate) struct Terms {
    /// Tiles were bought, not handed out: they may be turned over, or given to Dirk (GR4, N4).
    pub bought: bool,
    /// Whether tiles are turned over for money (GR3).
    pub flips: bool,
    /// How many boards are kept in mind after each tile.
    pub beam: usize,
}

impl Laid {
    /// Nothing to place.
    pub fn nothing(hand: Hand, parts: Parts) -> Laid {
        Laid { hand, steps: Steps::new(), parts, value: 0.0 }
    }

    fn after(&self, action: Action, parts: Parts, value: f32) -> Laid {
        let mut laid = Laid { steps: self.steps.clone(), parts, value, ..*self };
        if let Action::Place { flip: Some(payment), .. } = action {
            laid.hand.pay(payment);
        }
        laid.steps.push(action);
        laid
    }

    /// Whether the same tiles went to the same places, in whatever order.
    fn is_twin_of(&self, other: &Laid) -> bool {
        self.value == other.value && self.steps.iter().all(|step| other.steps.contains(step))
    }
}

impl Ground {
    fn carry_out(&mut self, steps: &[Action]) {
        for step in steps {
            match *step {
                Action::Place { tile, cell, flip } => {
                    self.plot = self.plot.grow(tile, cell);
                    flip.into_iter().for_each(|payment| self.hand.pay(payment));
                }
                Action::Reserve(tile) => self.reserve.insert(tile),
                Action::Dirk(tile) => self.beside.dirk = tile.building(),
                _ => unreachable!("a tile that waits is placed or put aside"),
            }
        }
    }
}

impl Outlook<'_> {
    /// A board as it is. Tiles that are yet to be placed count as if they lay on the reserve: so boards with different
    /// tiles placed can be compared.
    pub fn ground(&self, board: Board, reserve: TileSet, hand: Hand, waiting: TileSet) -> Ground {
        let beside = Beside::default();
        let mut both = reserve;
        waiting.iter().for_each(|t| both.insert(t));
        let plot = Plot::new(board);
        let parts = self.board_value(&plot, both, beside);
        Ground { plot, reserve, beside, hand, parts }
    }

    /// The best ways to place all tiles, best first.
    pub fn place_all(&self, from: &Ground, waiting: TileSet, terms: Terms, cost: &dyn Fn(&Hand) -> f32) -> Vec<Laid> {
        let flips = terms.bought && terms.flips && waiting.iter().any(|tile| tile.other_face().is_some());
        let mut bills = Bills { flips, cost, known: Vec::new() };
        let mut laid = vec![(Laid::nothing(from.hand, from.parts), waiting)];
        for _ in 0..waiting.len() {
            let mut next: Vec<(Laid, TileSet)> = Vec::with_capacity(terms.beam + 1);
            for (before, waiting) in &laid {
                let built = (!before.steps.is_empty()).then(|| {
                    let mut ground = from.clone();
                    ground.carry_out(&before.steps);
                    ground
                });
                let bill = bills.of(&before.hand);
                for tile in waiting.iter() {
                    let mut rest = *waiting;
                    rest.remove(tile);
                    let ground = built.as_ref().unwrap_or(from);
                    self.place_one(ground, tile, rest, terms, bill, &mut |action, parts, value| {
                        let at = next.partition_point(|(laid, _)| laid.value >= value);
                        if at < terms.beam {
                            let after = before.after(action, parts, value);
                            if !next.iter().any(|(other, _)| after.is_twin_of(other)) {
                                next.insert(at, (after, rest));
                                next.truncate(terms.beam);
                            }
                        }
                    });
                }
            }
            laid = next;
        }
        laid.into_iter().map(|(laid, _)| laid).collect()
    }

    /// Everything that can be done with one tile, and what it comes to.
    fn place_one(
        &self,
        from: &Ground,
        tile: Tile,
        rest: TileSet,
        terms: Terms,
        Bill { paid, flip }: Bill,
        keep: &mut impl FnMut(Action, Parts, f32),
    ) {
        let mut reserve = from.reserve;
        rest.iter().for_each(|t| reserve.insert(t));
        let other = tile.other_face().filter(|_| terms.bought);
        let turned = other.zip(flip).map(|(face, (payment, paid))| (face, Some(payment), paid));
        for (face, flip, paid) in [Some((tile, None, paid)), turned].into_iter().flatten() {
            let mut known: Option<(Holding, Standing)> = None;
            for spot in from.plot.spots(self, face).iter() {
                let holding = spot.worth.holding;
                let standing = match known {
                    Some((same, standing)) if same == holding => standing,
                    _ => self.standing(&holding, reserve, from.beside),
                };
                known = Some((holding, standing));
                let parts = self.value_of(&spot.worth, standing, from.beside);
                keep(Action::Place { tile: face, cell: spot.cell, flip }, parts, parts.total() - paid);
            }
        }
        for face in [Some(tile), other].into_iter().flatten() {
            let mut reserve = reserve;
            reserve.insert(face);
            let parts = self.board_value(&from.plot, reserve, from.beside);
            keep(Action::Reserve(face), parts, parts.total() - paid);
        }
        let for_dirk = terms.bought && self.dirk.is_some() && from.beside.dirk.is_none();
        if let Some(kind) = tile.building().filter(|_| for_dirk) {
            let parts = self.board_value(&from.plot, reserve, Beside { dirk: Some(kind), ..from.beside });
            keep(Action::Dirk(tile), parts, parts.total() - paid);
        }
    }
}

/// What turning tiles over costs one who has a certain hand left (GR3).
#[derive(Clone, Copy)]
struct Bill {
    /// Those turned over before.
    paid: f32,
    /// The payment for another that is missed least, and what all then cost.
    flip: Option<(Payment, f32)>,
}

/// Bills, made out once for each hand.
struct Bills<'a> {
    /// Whether any tile can be turned over.
    flips: bool,
    cost: &'a dyn Fn(&Hand) -> f32,
    known: Vec<(Hand, Bill)>,
}

impl Bills<'_> {
    fn of(&mut self, hand: &Hand) -> Bill {
        if let Some((_, bill)) = self.known.iter().find(|(known, _)| known == hand) {
            return *bill;
        }
        let bill = Bill { paid: (self.cost)(hand), flip: self.flips.then(|| self.cheapest_flip(hand)).flatten() };
        self.known.push((*hand, bill));
        bill
    }

    fn cheapest_flip(&self, hand: &Hand) -> Option<(Payment, f32)> {
        use sabika_rules::{Currency, Offer};
        let mut best: Option<(Payment, f32)> = None;
        for currency in Currency::ALL {
            let price = Offer { tile: Tile::START, currency, price: 3, exact: false };
            hand.payments(price, false, |payment| {
                if payment.by_pair().is_some() {
                    return;
                }
                let mut rest = *hand;
                rest.pay(payment);
                let paid = (self.cost)(&rest);
                if best.is_none_or(|(_, least)| paid < least) {
                    best = Some((payment, paid));
                }
            });
        }
        best
    }
}
