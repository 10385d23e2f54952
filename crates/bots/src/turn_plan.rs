//! Whole turns: purchases paid exactly, a last action, then placing the tiles. Each is valued by the board and the hand
//! it leaves.

use sabika_rules::module::{ModuleAction, falconers, huts, vizier};
use sabika_rules::{Action, Hand, Module, Occasion, Offer, Payment, Stage, TileSet, View, Window};

use crate::breadth::Breadth;
use crate::falcon_plan::falcons;
use crate::market_value::{MarketValue, payable};
use crate::order::best_first;
use crate::outlook::Outlook;
use crate::place_plan::{Placement, SeatState, Terms};
use crate::turn::Turn;
use crate::value::Parts;
use crate::weights::Weights;

/// All turns worth considering, best first. Empty if the game does not wait for this seat.
pub(crate) fn plans(view: &View, weights: &Weights, breadth: Breadth) -> Vec<Turn> {
    let planned = with_planner(view, weights, breadth, |planner, known| {
        let mut plans = planner.plans(known);
        if breadth.placings > 1 {
            planner.place_differently(&mut plans);
        }
        best_first(&mut plans, Turn::value);
        plans.truncate(breadth.most);
        plans
    });
    planned.unwrap_or_default()
}

/// Doing nothing at all, which is never a legal turn: the baseline for turns.
pub(crate) fn nothing(view: &View, weights: &Weights) -> Option<Turn> {
    with_planner(view, weights, Breadth::WIDE, |planner, _| {
        planner.plan(vec![Action::End], planner.root.parts, planner.hand, 0)
    })
}

/// Runs a planner, if the viewer is a seat that knows its hand.
fn with_planner<T>(
    view: &View,
    weights: &Weights,
    breadth: Breadth,
    ask: impl FnOnce(&Planner, Known) -> T,
) -> Option<T> {
    let outlook = if breadth.classic { Outlook::classic(view, weights) } else { Outlook::new(view, weights) }?;
    let hand = view.hands()[outlook.seat].cards?;
    let mut actions = Vec::new();
    view.legal_actions(&mut actions);
    let player = &outlook.table.players[outlook.seat];
    let root = outlook.seat_state(player.board.clone(), player.reserve, hand, own_waiting(view));
    // The gain from a tile in its best place.
    let mut known = Known::new();
    let mut gain = |offer: Offer| {
        let one = TileSet::from_iter([offer.tile]);
        let terms = Terms { bought: outlook.dirk.is_none(), flips: breadth.flips, beam: 1 };
        let best = outlook.place_all(&root, one, terms, &|hand| if *hand == root.hand { 0.0 } else { 1.0 });
        let Some(laid) = best.into_iter().next() else { return 0.0 };
        let gain = laid.parts.total() - root.parts.total();
        if terms.bought && own_waiting(view).is_empty() && offer.tile.other_face().is_none() {
            known.push((one, hand, laid));
        }
        gain
    };
    let acting = matches!(outlook.table.turn.stage, Stage::Action | Stage::Window(_));
    let market = MarketValue::new(&outlook, |offer| if acting { gain(offer) } else { 0.0 });
    Some(ask(&Planner { outlook: &outlook, market, root: &root, hand, actions: &actions, breadth }, known))
}

fn own_waiting(view: &View) -> TileSet {
    let turn = &view.table().turn;
    if view.to_act() == view.seat() && matches!(turn.stage, Stage::Action | Stage::Placing(_)) {
        turn.waiting
    } else {
        TileSet::EMPTY
    }
}

pub(crate) struct Planner<'a> {
    pub outlook: &'a Outlook<'a>,
    pub market: MarketValue<'a>,
    pub root: &'a SeatState,
    pub hand: Hand,
    pub actions: &'a [Action],
    pub breadth: Breadth,
}

/// Sets of tiles that were already placed, with the hand left.
type Known = Vec<(TileSet, Hand, Placement)>;

/// Tiles bought with exact payments, one after another (T2).
struct Bought {
    tiles: TileSet,
    gone: u32,
    hand: Hand,
    actions: Vec<Action>,
}

/// The turns found.
struct Found {
    plans: Vec<Turn>,
    only_best: bool,
    /// How many were found, kept or not.
    seen: usize,
}

impl Found {
    fn add(&mut self, parts: Parts, actions: impl Iterator<Item = Action>) {
        self.seen += 1;
        if self.only_best {
            if self.plans.first().is_some_and(|best| best.value() >= parts.total()) {
                return;
            }
            self.plans.clear();
        }
        self.plans.push(Turn { actions: actions.collect(), estimate: parts });
    }
}

/// How the last action of a turn changes the board.
struct Change {
    action: Action,
    /// The board after a redesign.
    state: Option<SeatState>,
    /// A tile to be placed.
    tile: TileSet,
    value: f32,
}

impl Planner<'_> {
    fn plans(&self, known: Known) -> Vec<Turn> {
        match self.outlook.table.turn.stage {
            Stage::Action => self.turns(known),
            Stage::Chain(_) => {
                let mut plans: Vec<Turn> = falcons(self).into_iter().collect();
                let done = vec![Action::Done, Action::End];
                plans.push(self.plan(done, self.root.parts, self.hand, 0));
                plans
            }
            Stage::Placing(occasion) => self.placings(occasion),
            Stage::Window(Window::BeforeScoring) => self.reveals(),
            Stage::Window(Window::AfterTurn) => self.favours(),
            Stage::Over => Vec::new(),
        }
    }

    pub fn plan(&self, actions: Vec<Action>, parts: Parts, hand: Hand, gone: u32) -> Turn {
        Turn { actions, estimate: self.with_money(parts, hand, gone) }
    }

    fn with_money(&self, mut parts: Parts, hand: Hand, gone: u32) -> Parts {
        let weights = self.outlook.weights;
        parts.money = self.market.value(&hand, gone);
        if weights.deny != 0.0 {
            let taken = self.market.wanted.iter().enumerate().filter(|(i, _)| gone >> i & 1 != 0);
            parts.majorities += weights.deny * taken.map(|(_, w)| (1.0 - w.stays) * w.gain).sum::<f32>();
        }
        parts
    }

    /// The best placement of the waiting and newly bought tiles.
    fn lay(&self, from: &SeatState, tiles: TileSet, hand: Hand, gone: u32, beam: usize) -> Vec<Placement> {
        let bought = self.outlook.table.turn.stage != Stage::Placing(Occasion::Handout);
        let from = &SeatState { hand, ..from.clone() };
        let before = self.market.value(&hand, gone);
        let cost = |h: &Hand| if *h == hand { 0.0 } else { before - self.market.value(h, gone) };
        self.outlook.place_all(from, tiles, Terms { bought, flips: self.breadth.flips, beam }, &cost)
    }

    fn placings(&self, occasion: Occasion) -> Vec<Turn> {
        let waiting = own_waiting(self.outlook.view);
        let beam = if occasion == Occasion::Handout { self.breadth.beam } else { 2 * self.breadth.beam };
        let laid = self.lay(self.root, waiting, self.hand, 0, beam);
        laid.iter().map(|laid| self.plan(ended(laid.steps.to_vec()), laid.parts, laid.hand, 0)).collect()
    }

    fn turns(&self, mut laid: Known) -> Vec<Turn> {
        let mut bought =
            vec![Bought { tiles: own_waiting(self.outlook.view), gone: 0, hand: self.hand, actions: Vec::new() }];
        self.exact_purchases(0, 0, &mut bought);
        let changes = self.changes();
        let mut found = Found { plans: Vec::new(), only_best: self.breadth.only_best, seen: 0 };
        for bought in &bought {
            let before = found.seen;
            if let Some(laid) = self.laid(&mut laid, bought.tiles, bought.hand, bought.gone) {
                self.takes(bought, &laid, &mut found);
                self.wakes(bought, &laid, &mut found);
            }
            self.overpaid(bought, &mut laid, &mut found);
            for change in &changes {
                self.changed(bought, change, &mut found);
            }
            if bought.actions.is_empty() {
                found.plans.extend(falcons(self));
            } else if found.seen == before
                && let Some(laid) = self.laid(&mut laid, bought.tiles, bought.hand, bought.gone)
            {
                // T3: nothing further can be done.
                let parts = self.with_money(laid.parts, laid.hand, bought.gone);
                self.finish(bought, &[], parts, &laid, &mut found);
            }
        }
        found.plans
    }

    /// Adds variants of the most promising turns with other placements.
    fn place_differently(&self, plans: &mut Vec<Turn>) {
        const PROMISING: usize = 6;
        if self.outlook.table.turn.stage != Stage::Action {
            return;
        }
        best_first(plans, Turn::value);
        let mut others = Vec::new();
        for turn in plans.iter().take(PROMISING) {
            let is_step = |a: &&Action| matches!(a, Action::Place { .. } | Action::Reserve(_) | Action::Dirk(_));
            let steps: Vec<Action> = turn.actions.iter().filter(is_step).copied().collect();
            let before: Vec<Action> = turn.actions.iter().take_while(|a| !is_step(a)).copied().collect();
            let (mut tiles, mut hand, mut gone) = (own_waiting(self.outlook.view), self.hand, 0);
            // Only turns that leave the board unchanged until tiles are placed.
            let simple = before.iter().all(|action| match action {
                Action::Buy { tile, payment } => {
                    let at = self.market.wanted.iter().position(|w| w.offer.tile == *tile);
                    tiles.insert(*tile);
                    hand.pay(*payment);
                    gone |= at.map_or(0, |i| 1 << i);
                    true
                }
                Action::Take(pick) => {
                    pick.cards().for_each(|card| hand.add(card));
                    true
                }
                _ => false,
            });
            if !simple || steps.is_empty() {
                continue;
            }
            let laid = self.lay(self.root, tiles, hand, gone, self.breadth.beam);
            let different = laid.iter().filter(|laid| laid.steps[..] != steps[..]);
            for laid in different.take(self.breadth.placings - 1) {
                let actions = before.iter().chain(&laid.steps).copied().collect();
                others.push(self.plan(ended(actions), laid.parts, laid.hand, gone));
            }
        }
        plans.append(&mut others);
    }

    /// Every set of tiles that can be bought with exact payments, one after another.
    fn exact_purchases(&self, from: usize, at: usize, all: &mut Vec<Bought>) {
        const MOST: usize = 40;
        for i in from..self.market.wanted.len() {
            let offer = self.market.wanted[i].offer;
            if self.avoids(offer) || all.len() >= MOST {
                continue;
            }
            for payment in self.best_payments(&all[at].hand, offer, true) {
                let mut next = Bought { actions: all[at].actions.clone(), ..all[at] };
                next.tiles.insert(offer.tile);
                next.gone |= 1 << i;
                next.hand.pay(payment);
                next.actions.push(Action::Buy { tile: offer.tile, payment });
                all.push(next);
                self.exact_purchases(i + 1, all.len() - 1, all);
            }
        }
    }

    /// The payments that leave the most useful cards.
    fn best_payments(&self, hand: &Hand, offer: Offer, exact: bool) -> Vec<Payment> {
        let mut payments: Vec<(i64, Payment)> = Vec::new();
        if exact && payable(hand, offer, hand.money[offer.currency].sums(1)) != Some(true) {
            return Vec::new();
        }
        hand.payments(offer, exact, |payment| {
            let mixed = payment.by_pair().is_some();
            if (!exact && payment.total() == offer.price as u32) || (mixed && self.breadth.avoid.has(Module::Bureau)) {
                return;
            }
            let mut rest = *hand;
            rest.pay(payment);
            let left = rest.money[offer.currency].sums(1).count_ones() as i64;
            payments.push((20 * payment.total() as i64 + 40 * mixed as i64 - left, payment));
        });
        payments.sort_by_key(|(badness, _)| *badness);
        payments.truncate(self.breadth.payments);
        payments.into_iter().map(|(_, payment)| payment).collect()
    }

    /// The placement of purchased tiles: looked up if the same tiles were placed before.
    fn laid(&self, known: &mut Known, tiles: TileSet, hand: Hand, gone: u32) -> Option<Placement> {
        if tiles.is_empty() {
            return Some(Placement::nothing(hand, self.root.parts));
        }
        // The hand matters only if a tile can be flipped.
        let turns = tiles.iter().any(|t| t.other_face().is_some());
        if let Some((.., laid)) = known.iter().find(|(t, h, _)| *t == tiles && (!turns || *h == hand)) {
            let mut laid = laid.clone();
            if !turns {
                laid.hand = hand;
            }
            return Some(laid);
        }
        let laid = self.lay(self.root, tiles, hand, gone, self.breadth.beam.min(2)).into_iter().next()?;
        known.push((tiles, hand, laid.clone()));
        Some(laid)
    }

    fn finish(&self, bought: &Bought, last: &[Action], parts: Parts, laid: &Placement, found: &mut Found) {
        let steps = laid.steps.iter().copied();
        found.add(parts, bought.actions.iter().chain(last).copied().chain(steps).chain([Action::End]));
    }

    fn takes(&self, bought: &Bought, laid: &Placement, found: &mut Found) {
        for action in self.actions {
            let Action::Take(pick) = action else { continue };
            if self.breadth.avoid.has(Module::Bureau) && pick.cards().any(|c| c.as_pair().is_some()) {
                continue;
            }
            let mut hand = laid.hand;
            pick.cards().for_each(|card| hand.add(card));
            let parts = self.with_money(laid.parts, hand, bought.gone);
            self.finish(bought, &[*action], parts, laid, found);
        }
    }

    fn wakes(&self, bought: &Bought, laid: &Placement, found: &mut Found) {
        let wake = Action::Module(ModuleAction::Vizier(vizier::Action::Wake));
        if self.actions.contains(&wake) && !self.breadth.avoid.has(Module::Vizier) {
            let mut parts = self.with_money(laid.parts, laid.hand, bought.gone);
            parts.modules += self.outlook.vizier_value() - self.outlook.turn_spent();
            self.finish(bought, &[wake], parts, laid, found);
        }
    }

    fn overpaid(&self, bought: &Bought, known: &mut Known, found: &mut Found) {
        for (i, wanted) in self.market.wanted.iter().enumerate() {
            let offer = wanted.offer;
            if bought.gone >> i & 1 != 0 || offer.exact.is_some() || self.avoids(offer) {
                continue;
            }
            for payment in self.best_payments(&bought.hand, offer, false) {
                let (mut tiles, mut hand, gone) = (bought.tiles, bought.hand, bought.gone | 1 << i);
                tiles.insert(offer.tile);
                hand.pay(payment);
                if let Some(laid) = self.laid(known, tiles, hand, gone) {
                    let buy = Action::Buy { tile: offer.tile, payment };
                    let parts = self.with_money(laid.parts, laid.hand, gone);
                    self.finish(bought, &[buy], parts, &laid, found);
                }
            }
        }
    }

    /// The most promising redesigns and huts.
    fn changes(&self) -> Vec<Change> {
        let mut changes: Vec<Change> = self.actions.iter().filter_map(|a| self.change(*a)).collect();
        best_first(&mut changes, |change| change.value);
        changes.truncate(self.breadth.redesigns);
        changes
    }

    fn change(&self, action: Action) -> Option<Change> {
        let mut state = self.root.clone();
        let mut tile = TileSet::EMPTY;
        let mut left = None;
        match action {
            Action::Build { tile, cell } => {
                state.reserve.remove(tile);
                state.board = state.board.grow(tile, cell);
            }
            // Removing a tile costs a turn and rarely gains more: only the widest planner considers it.
            Action::Remove(cell) if self.breadth.redesigns > 1 => {
                let gone;
                (state.board, gone) = self.root.board.rebuilt(|board| board.remove(cell));
                state.reserve.insert(gone);
                left = Some(cell);
            }
            Action::Exchange { tile, cell } => {
                let gone;
                (state.board, gone) = self.root.board.rebuilt(|board| board.exchange(tile, cell));
                state.reserve.remove(tile);
                state.reserve.insert(gone);
                left = Some(cell);
            }
            Action::Module(ModuleAction::Huts(huts::Action::Take(hut))) if !self.breadth.avoid.has(Module::Huts) => {
                tile.insert(hut);
            }
            _ => return None,
        }
        if tile.is_empty() {
            state.parts = self.outlook.board_value(&state.board, state.reserve, state.extras);
        } else {
            state.parts = self.lay(&state, tile, self.hand, 0, 1).first()?.parts;
        }
        // FA4: a falcon whose tile is removed is lost.
        let falcons = self.outlook.table.modules.falconers.placed().filter(|(_, seat, point)| {
            *seat == self.outlook.seat && left.is_some_and(|cell| falconers::touches(*point, cell))
        });
        state.parts.modules -= 4.0 * self.outlook.rounds() * falcons.count() as f32;
        let value = state.parts.total();
        let state = tile.is_empty().then_some(state);
        Some(Change { action, state, tile, value })
    }

    fn changed(&self, bought: &Bought, change: &Change, found: &mut Found) {
        let mut tiles = bought.tiles;
        change.tile.iter().for_each(|t| tiles.insert(t));
        let from = change.state.as_ref().unwrap_or(self.root);
        let laid = self.lay(from, tiles, bought.hand, bought.gone, 1).into_iter().next();
        if let Some(laid) = laid {
            let mut parts = self.with_money(laid.parts, laid.hand, bought.gone);
            if !change.tile.is_empty() {
                parts.modules -= self.outlook.turn_spent();
            }
            self.finish(bought, &[change.action], parts, &laid, found);
        }
    }

    /// BN2: a revealed card is never worth less.
    fn reveals(&self) -> Vec<Turn> {
        let avoid = self.breadth.avoid.has(Module::Bonus);
        let reveal = self.actions.iter().find(|a| matches!(a, Action::Module(ModuleAction::Bonus(_))) && !avoid);
        let answer = reveal.copied().unwrap_or(Action::Pass);
        vec![self.plan(vec![answer], self.root.parts, self.hand, 0)]
    }

    /// VZ2: a tile out of turn, weighed against keeping the vizier awake.
    fn favours(&self) -> Vec<Turn> {
        let pass = self.plan(vec![Action::Pass], self.root.parts, self.hand, 0);
        let mut plans = vec![pass];
        if self.breadth.avoid.has(Module::Vizier) {
            return plans;
        }
        let table = self.outlook.table;
        let next = table.turn.seat.after(1, table.player_count()) == self.outlook.seat;
        for action in self.actions {
            let Action::Module(ModuleAction::Vizier(vizier::Action::Buy { tile, payment })) = *action else { continue };
            let at = self.market.wanted.iter().position(|w| w.offer.tile == tile);
            let gone = at.map_or(0, |i| 1 << i);
            let mut hand = self.hand;
            hand.pay(payment);
            let waits = at.filter(|_| next).map_or(0.0, |i| self.waits(self.market.wanted[i].offer));
            if waits == 1.0 && hand.is_empty() && !self.breadth.classic {
                // One's own turn comes next and can buy the same tile; and there is no money for the tile that would replace it until then.
                continue;
            }
            for laid in self.lay(self.root, TileSet::from_iter([tile]), hand, gone, 1) {
                let mut actions = vec![*action];
                actions.extend(laid.steps.iter().copied());
                let mut plan = self.plan(ended(actions), laid.parts, laid.hand, gone);
                // The next player can buy the same tile in their turn, act again (T2), and keep the vizier.
                let gain = waits * (plan.value() - plans[0].value());
                plans[0].estimate.majorities += gain.max(0.0);
                plan.estimate.modules -= self.outlook.vizier_value();
                plans.push(plan);
            }
        }
        plans
    }

    /// The probability that no other vizier takes a tile in this window.
    fn waits(&self, offer: Offer) -> f32 {
        let outlook = self.outlook;
        let viziers = &outlook.table.modules.vizier;
        let others = outlook.view.hands().seats().filter(|(s, _)| *s != outlook.seat && viziers.is_awake(*s));
        let pays = |hand: &Hand| payable(hand, offer, hand.money[offer.currency].sums(1)) == Some(true);
        let takers = others.filter(|(_, hand)| hand.cards.is_none_or(|h| pays(&h)));
        (1.0 - outlook.weights.contested_exact).powi(takers.count() as i32)
    }

    fn avoids(&self, offer: Offer) -> bool {
        use sabika_rules::components::Piece;
        match offer.tile.piece() {
            Piece::Camp => self.breadth.avoid.has(Module::Camps),
            Piece::Bazaar => self.breadth.avoid.has(Module::Bazaars),
            _ => false,
        }
    }
}

fn ended(mut actions: Vec<Action>) -> Vec<Action> {
    actions.push(Action::End);
    actions
}
