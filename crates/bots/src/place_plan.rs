//! Where waiting tiles go: which first, on which cells, with which face, or to the reserve.

use std::rc::Rc;

use arrayvec::ArrayVec;
use sabika_rules::board::Board;
use sabika_rules::scoring::Holding;
use sabika_rules::{Action, Hand, Payment, Tile, TileSet};

use crate::known_board::KnownBoard;
use crate::outlook::Outlook;
use crate::value::{Extras, Parts, Standing};

/// The maximum number of waiting tiles: those of a market, with bazaars and a hut.
pub(crate) type Steps = ArrayVec<Action, 24>;

/// What a seat has before tiles are placed.
#[derive(Clone)]
pub(crate) struct SeatState {
    pub board: Rc<KnownBoard>,
    pub reserve: TileSet,
    pub extras: Extras,
    pub hand: Hand,
    pub parts: Parts,
}

/// Where tiles go, without the resulting board.
#[derive(Clone)]
pub(crate) struct Placement {
    /// After paying for flipped tiles (GR3).
    pub hand: Hand,
    pub steps: Steps,
    pub parts: Parts,
    value: f32,
}

/// What may be done with the tiles.
#[derive(Clone, Copy)]
pub(crate) struct Terms {
    /// Tiles were bought, not given out at the end: they may be flipped, or given to Dirk (GR4, N4).
    pub bought: bool,
    /// Whether tiles are flipped for money (GR3).
    pub flips: bool,
    /// How many boards are kept after each tile.
    pub beam: usize,
}

impl Placement {
    /// Nothing to place.
    pub fn nothing(hand: Hand, parts: Parts) -> Placement {
        Placement { hand, steps: Steps::new(), parts, value: 0.0 }
    }

    fn after(&self, action: Action, parts: Parts, value: f32) -> Placement {
        let mut laid = Placement { steps: self.steps.clone(), parts, value, ..*self };
        if let Action::Place { flip: Some(payment), .. } = action {
            laid.hand.pay(payment);
        }
        laid.steps.push(action);
        laid
    }

    /// Whether the same tiles went to the same places, in any order.
    fn is_twin_of(&self, other: &Placement) -> bool {
        self.value == other.value && self.steps.iter().all(|step| other.steps.contains(step))
    }
}

impl SeatState {
    fn carry_out(&mut self, steps: &[Action]) {
        for step in steps {
            match *step {
                Action::Place { tile, cell, flip } => {
                    self.board = self.board.grow(tile, cell);
                    flip.into_iter().for_each(|payment| self.hand.pay(payment));
                }
                Action::Reserve(tile) => self.reserve.insert(tile),
                Action::Dirk(tile) => self.extras.dirk = tile.building(),
                _ => unreachable!("a tile that waits is placed or put aside"),
            }
        }
    }
}

impl Outlook<'_> {
    /// A board as it is. Tiles that are yet to be placed count as if they were on the reserve, so boards with different
    /// tiles placed can be compared.
    pub fn seat_state(&self, board: Board, reserve: TileSet, hand: Hand, waiting: TileSet) -> SeatState {
        let extras = Extras::default();
        let mut both = reserve;
        waiting.iter().for_each(|t| both.insert(t));
        let board = KnownBoard::new(board);
        let parts = self.board_value(&board, both, extras);
        SeatState { board, reserve, extras, hand, parts }
    }

    /// The best ways to place all tiles, best first.
    pub fn place_all(
        &self,
        from: &SeatState,
        waiting: TileSet,
        terms: Terms,
        cost: &dyn Fn(&Hand) -> f32,
    ) -> Vec<Placement> {
        let flips = terms.bought && terms.flips && waiting.iter().any(|tile| tile.other_face().is_some());
        let mut flip_costs = FlipCosts { flips, cost, known: Vec::new() };
        let mut laid = vec![(Placement::nothing(from.hand, from.parts), waiting)];
        for _ in 0..waiting.len() {
            let mut next: Vec<(Placement, TileSet)> = Vec::with_capacity(terms.beam + 1);
            for (before, waiting) in &laid {
                let built = (!before.steps.is_empty()).then(|| {
                    let mut state = from.clone();
                    state.carry_out(&before.steps);
                    state
                });
                let flip_cost = flip_costs.of(&before.hand);
                for tile in waiting.iter() {
                    let mut rest = *waiting;
                    rest.remove(tile);
                    let state = built.as_ref().unwrap_or(from);
                    self.place_one(state, tile, rest, terms, flip_cost, &mut |action, parts, value| {
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

    /// Everything that can be done with one tile, and its value.
    fn place_one(
        &self,
        from: &SeatState,
        tile: Tile,
        rest: TileSet,
        terms: Terms,
        FlipCost { paid, flip }: FlipCost,
        keep: &mut impl FnMut(Action, Parts, f32),
    ) {
        let mut reserve = from.reserve;
        rest.iter().for_each(|t| reserve.insert(t));
        let other = tile.other_face().filter(|_| terms.bought);
        let turned = other.zip(flip).map(|(face, (payment, paid))| (face, Some(payment), paid));
        for (face, flip, paid) in [Some((tile, None, paid)), turned].into_iter().flatten() {
            let mut known: Option<(Holding, Standing)> = None;
            for spot in from.board.spots(self, face).iter() {
                let holding = spot.worth.holding;
                let standing = match known {
                    Some((same, standing)) if same == holding => standing,
                    _ => self.standing(&holding, reserve, from.extras),
                };
                known = Some((holding, standing));
                let parts = self.value_of(&spot.worth, standing, from.extras);
                keep(Action::Place { tile: face, cell: spot.cell, flip }, parts, parts.total() - paid);
            }
        }
        for face in [Some(tile), other].into_iter().flatten() {
            let mut reserve = reserve;
            reserve.insert(face);
            let parts = self.board_value(&from.board, reserve, from.extras);
            keep(Action::Reserve(face), parts, parts.total() - paid);
        }
        let for_dirk = terms.bought && self.dirk.is_some() && from.extras.dirk.is_none();
        if let Some(kind) = tile.building().filter(|_| for_dirk) {
            let parts = self.board_value(&from.board, reserve, Extras { dirk: Some(kind), ..from.extras });
            keep(Action::Dirk(tile), parts, parts.total() - paid);
        }
    }
}

/// What flipping tiles costs a player who has a certain hand left (GR3).
#[derive(Clone, Copy)]
struct FlipCost {
    /// The tiles flipped before.
    paid: f32,
    /// The least useful payment for another, and the total cost.
    flip: Option<(Payment, f32)>,
}

/// FlipCosts, computed once for each hand.
struct FlipCosts<'a> {
    /// Whether any tile can be flipped.
    flips: bool,
    cost: &'a dyn Fn(&Hand) -> f32,
    known: Vec<(Hand, FlipCost)>,
}

impl FlipCosts<'_> {
    fn of(&mut self, hand: &Hand) -> FlipCost {
        if let Some((_, flip_cost)) = self.known.iter().find(|(known, _)| known == hand) {
            return *flip_cost;
        }
        let flip_cost =
            FlipCost { paid: (self.cost)(hand), flip: self.flips.then(|| self.cheapest_flip(hand)).flatten() };
        self.known.push((*hand, flip_cost));
        flip_cost
    }

    fn cheapest_flip(&self, hand: &Hand) -> Option<(Payment, f32)> {
        let mut best: Option<(Payment, f32)> = None;
        hand.flip_payments(|payment| {
            let mut rest = *hand;
            rest.pay(payment);
            let paid = (self.cost)(&rest);
            if best.is_none_or(|(_, least)| paid < least) {
                best = Some((payment, paid));
            }
        });
        best
    }
}
