//! Whole turns: purchases paid exactly, a last action, then where the tiles go. Each is valued by the board and the hand
//! it leaves.

use sabika_rules::module::ModuleAction;
use sabika_rules::{Action, Hand, Module, ModuleSet, Occasion, Offer, Payment, Stage, TileSet, View, Window};

use crate::falcon_plan::falcons;
use crate::outlook::Outlook;
use crate::place_plan::{Ground, Laid, Terms};
use crate::purse::{Purses, payable, sums};
use crate::value::Parts;
use crate::weights::Weights;

/// How much is looked at.
#[derive(Clone, Copy)]
pub(crate) struct Breadth {
    /// Payments for the same tile.
    pub payments: usize,
    /// Boards kept in mind while tiles are placed.
    pub beam: usize,
    /// Redesigns, and huts, that are tried with each purchase.
    pub redesigns: usize,
    /// Whether only the best turn is wanted.
    pub only_best: bool,
    /// Whether tiles of Granada are turned over (GR3).
    pub flips: bool,
    /// Modules that are not used.
    pub avoid: ModuleSet,
}

impl Breadth {
    /// For playing on in a search.
    pub const QUICK: Breadth =
        Breadth { payments: 1, beam: 1, redesigns: 1, only_best: true, flips: true, avoid: ModuleSet::NONE };
    /// For a choice at the table.
    pub const FULL: Breadth =
        Breadth { payments: 3, beam: 4, redesigns: 3, only_best: false, flips: true, avoid: ModuleSet::NONE };
}

/// A turn from here to its end, or an answer in a window.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub actions: Vec<Action>,
    pub parts: Parts,
}

impl Plan {
    pub fn value(&self) -> f32 {
        self.parts.total()
    }
}

/// Everything worth doing now, best first. Empty: the game does not wait for this seat.
pub(crate) fn plans(view: &View, weights: &Weights, breadth: Breadth) -> Vec<Plan> {
    let Some(outlook) = Outlook::new(view, weights) else { return Vec::new() };
    let Some(hand) = view.hands()[outlook.seat].cards else { return Vec::new() };
    let mut actions = Vec::new();
    view.legal_actions(&mut actions);
    let player = &outlook.table.players[outlook.seat];
    let root = outlook.ground(player.board.clone(), player.reserve, hand, own_waiting(view));
    // What a tile brings, wherever it fits best.
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
    let purses = Purses::new(&outlook, |offer| if acting { gain(offer) } else { 0.0 });
    let planner = Planner { outlook: &outlook, purses, root: &root, hand, actions: &actions, breadth };
    let mut plans = planner.plans(known);
    // The first of equal ones stays first: the order of the list decides, the same on every machine.
    plans.sort_by(|a, b| b.value().total_cmp(&a.value()));
    plans
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
    pub purses: Purses<'a>,
    pub root: &'a Ground,
    pub hand: Hand,
    pub actions: &'a [Action],
    pub breadth: Breadth,
}

/// Sets of tiles that were placed before, with the hand then left.
type Known = Vec<(TileSet, Hand, Laid)>;

/// Tiles bought with exact payments, one after another (T2).
struct Bought {
    tiles: TileSet,
    gone: u32,
    hand: Hand,
    actions: Vec<Action>,
}

/// Turns found.
struct Found {
    plans: Vec<Plan>,
    only_best: bool,
    /// How many there were, whether kept or not.
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
        self.plans.push(Plan { actions: actions.collect(), parts });
    }
}

/// The last action of a turn, as far as it changes the board.
struct Change {
    action: Action,
    /// The board after a redesign.
    ground: Option<Ground>,
    /// A tile that comes to be placed.
    tile: TileSet,
    value: f32,
}

impl Planner<'_> {
    fn plans(&self, known: Known) -> Vec<Plan> {
        match self.outlook.table.turn.stage {
            Stage::Action => self.turns(known),
            Stage::Chain => {
                let mut plans: Vec<Plan> = falcons(self).into_iter().collect();
                let done = vec![Action::Module(ModuleAction::Done), Action::End];
                plans.push(self.plan(done, self.root.parts, self.hand, 0));
                plans
            }
            Stage::Placing(occasion) => self.placings(occasion),
            Stage::Window(Window::BeforeScoring) => self.reveals(),
            Stage::Window(Window::AfterTurn) => self.favours(),
            Stage::Over => Vec::new(),
        }
    }

    pub fn plan(&self, actions: Vec<Action>, parts: Parts, hand: Hand, gone: u32) -> Plan {
        Plan { actions, parts: self.with_money(parts, hand, gone) }
    }

    fn with_money(&self, mut parts: Parts, hand: Hand, gone: u32) -> Parts {
        let weights = self.outlook.weights;
        parts.money = self.purses.value(&hand, gone);
        if weights.deny != 0.0 {
            let taken = self.purses.wanted.iter().enumerate().filter(|(i, _)| gone >> i & 1 != 0);
            parts.majorities += weights.deny * taken.map(|(_, w)| (1.0 - w.stays) * w.gain).sum::<f32>();
        }
        parts
    }

    /// The tiles that wait, and those just bought, placed as well as can be.
    fn lay(&self, from: &Ground, tiles: TileSet, hand: Hand, gone: u32, beam: usize) -> Vec<Laid> {
        let bought = self.outlook.table.turn.stage != Stage::Placing(Occasion::Handout);
        let from = &Ground { hand, ..from.clone() };
        let before = self.purses.value(&hand, gone);
        let cost = |h: &Hand| if *h == hand { 0.0 } else { before - self.purses.value(h, gone) };
        self.outlook.place_all(from, tiles, Terms { bought, flips: self.breadth.flips, beam }, &cost)
    }

    fn placings(&self, occasion: Occasion) -> Vec<Plan> {
        let waiting = own_waiting(self.outlook.view);
        let beam = if occasion == Occasion::Handout { self.breadth.beam } else { 2 * self.breadth.beam };
        let laid = self.lay(self.root, waiting, self.hand, 0, beam);
        laid.iter().map(|laid| self.plan(ended(laid.steps.to_vec()), laid.parts, laid.hand, 0)).collect()
    }

    fn turns(&self, mut laid: Known) -> Vec<Plan> {
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

    /// Every set of tiles that can be paid exactly, one after another.
    fn exact_purchases(&self, from: usize, at: usize, all: &mut Vec<Bought>) {
        const MOST: usize = 40;
        for i in from..self.purses.wanted.len() {
            let offer = self.purses.wanted[i].offer;
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
        if exact && payable(hand, offer, sums(hand.money[offer.currency])) != Some(true) {
            return Vec::new();
        }
        hand.payments(offer, exact, |payment| {
            let mixed = payment.by_pair().is_some();
            if (!exact && payment.total() == offer.price as u32) || (mixed && self.breadth.avoid.has(Module::Bureau)) {
                return;
            }
            let mut rest = *hand;
            rest.pay(payment);
            let left = sums(rest.money[offer.currency]).count_ones() as i64;
            payments.push((20 * payment.total() as i64 + 40 * mixed as i64 - left, payment));
        });
        payments.sort_by_key(|(badness, _)| *badness);
        payments.truncate(self.breadth.payments);
        payments.into_iter().map(|(_, payment)| payment).collect()
    }

    /// The tiles of a purchase placed: looked up, if the same tiles were placed before.
    fn laid(&self, known: &mut Known, tiles: TileSet, hand: Hand, gone: u32) -> Option<Laid> {
        if tiles.is_empty() {
            return Some(Laid::nothing(hand, self.root.parts));
        }
        // Only where a tile can be turned over does the hand matter.
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

    fn finish(&self, bought: &Bought, last: &[Action], parts: Parts, laid: &Laid, found: &mut Found) {
        let steps = laid.steps.iter().copied();
        found.add(parts, bought.actions.iter().chain(last).copied().chain(steps).chain([Action::End]));
    }

    fn takes(&self, bought: &Bought, laid: &Laid, found: &mut Found) {
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

    fn wakes(&self, bought: &Bought, laid: &Laid, found: &mut Found) {
        let wake = Action::Module(ModuleAction::Wake);
        if self.actions.contains(&wake) && !self.breadth.avoid.has(Module::Vizier) {
            let mut parts = self.with_money(laid.parts, laid.hand, bought.gone);
            parts.modules += self.outlook.vizier_value() - self.outlook.turn_spent();
            self.finish(bought, &[wake], parts, laid, found);
        }
    }

    fn overpaid(&self, bought: &Bought, known: &mut Known, found: &mut Found) {
        for (i, wanted) in self.purses.wanted.iter().enumerate() {
            let offer = wanted.offer;
            if bought.gone >> i & 1 != 0 || offer.exact || self.avoids(offer) {
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

    /// The redesigns and huts that promise most.
    fn changes(&self) -> Vec<Change> {
        let mut changes: Vec<Change> = self.actions.iter().filter_map(|a| self.change(*a)).collect();
        changes.sort_by(|a, b| b.value.total_cmp(&a.value));
        changes.truncate(self.breadth.redesigns);
        changes
    }

    fn change(&self, action: Action) -> Option<Change> {
        let mut ground = self.root.clone();
        let mut tile = TileSet::EMPTY;
        let mut left = None;
        match action {
            Action::Build { tile, cell } => {
                ground.reserve.remove(tile);
                ground.plot = ground.plot.grow(tile, cell);
            }
            // A tile taken off is a turn lost, and rarely more: only a thorough look considers it.
            Action::Remove(cell) if self.breadth.redesigns > 1 => {
                let gone;
                (ground.plot, gone) = self.root.plot.rebuilt(|board| board.remove(cell));
                ground.reserve.insert(gone);
                left = Some(cell);
            }
            Action::Exchange { tile, cell } => {
                let gone;
                (ground.plot, gone) = self.root.plot.rebuilt(|board| board.exchange(tile, cell));
                ground.reserve.remove(tile);
                ground.reserve.insert(gone);
                left = Some(cell);
            }
            Action::Module(ModuleAction::Hut(hut)) if !self.breadth.avoid.has(Module::Huts) => {
                tile.insert(hut);
            }
            _ => return None,
        }
        if tile.is_empty() {
            ground.parts = self.outlook.board_value(&ground.plot, ground.reserve, ground.beside);
        } else {
            ground.parts = self.lay(&ground, tile, self.hand, 0, 1).first()?.parts;
        }
        // FA4: a falcon whose tile goes is lost.
        let falcons = self.outlook.table.modules.falconers.placed().filter(|(_, seat, point)| {
            let near = |a: i8, b: i8| (0..=1).contains(&(a as i16 - b as i16));
            *seat == self.outlook.seat && left.is_some_and(|c| near(point.x, c.x) && near(point.y, c.y))
        });
        ground.parts.modules -= 4.0 * self.outlook.rounds() * falcons.count() as f32;
        let value = ground.parts.total();
        let ground = tile.is_empty().then_some(ground);
        Some(Change { action, ground, tile, value })
    }

    fn changed(&self, bought: &Bought, change: &Change, found: &mut Found) {
        let mut tiles = bought.tiles;
        change.tile.iter().for_each(|t| tiles.insert(t));
        let from = change.ground.as_ref().unwrap_or(self.root);
        let laid = self.lay(from, tiles, bought.hand, bought.gone, 1).into_iter().next();
        if let Some(laid) = laid {
            let mut parts = self.with_money(laid.parts, laid.hand, bought.gone);
            if !change.tile.is_empty() {
                parts.modules -= self.outlook.turn_spent();
            }
            self.finish(bought, &[change.action], parts, &laid, found);
        }
    }

    /// BN2: a card laid open is never worth less.
    fn reveals(&self) -> Vec<Plan> {
        let avoid = self.breadth.avoid.has(Module::Bonus);
        let reveal = self.actions.iter().find(|a| matches!(a, Action::Module(ModuleAction::Reveal(_))) && !avoid);
        let answer = reveal.copied().unwrap_or(Action::Module(ModuleAction::Pass));
        vec![self.plan(vec![answer], self.root.parts, self.hand, 0)]
    }

    /// VZ2: a tile out of turn, against keeping the vizier awake.
    fn favours(&self) -> Vec<Plan> {
        let pass = self.plan(vec![Action::Module(ModuleAction::Pass)], self.root.parts, self.hand, 0);
        let mut plans = vec![pass];
        if self.breadth.avoid.has(Module::Vizier) {
            return plans;
        }
        let table = self.outlook.table;
        let next = table.turn.seat.after(1, table.player_count()) == self.outlook.seat;
        for action in self.actions {
            let Action::Module(ModuleAction::Vizier { tile, payment }) = *action else { continue };
            let at = self.purses.wanted.iter().position(|w| w.offer.tile == tile);
            let gone = at.map_or(0, |i| 1 << i);
            let mut hand = self.hand;
            hand.pay(payment);
            for laid in self.lay(self.root, TileSet::from_iter([tile]), hand, gone, 1) {
                let mut actions = vec![*action];
                actions.extend(laid.steps.iter().copied());
                let mut plan = self.plan(ended(actions), laid.parts, laid.hand, gone);
                let waits = at.filter(|_| next).map_or(0.0, |i| self.waits(self.purses.wanted[i].offer));
                // Whose turn comes can buy the same tile in it, act again (T2), and keep the vizier.
                let gain = waits * (plan.value() - plans[0].value());
                plans[0].parts.majorities += gain.max(0.0);
                plan.parts.modules -= self.outlook.vizier_value();
                plans.push(plan);
            }
        }
        plans
    }

    /// How likely no other vizier takes a tile in this window.
    fn waits(&self, offer: Offer) -> f32 {
        let outlook = self.outlook;
        let viziers = &outlook.table.modules.vizier;
        let others = outlook.view.hands().seats().filter(|(s, _)| *s != outlook.seat && viziers.is_awake(*s));
        let pays = |hand: &Hand| payable(hand, offer, sums(hand.money[offer.currency])) == Some(true);
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
