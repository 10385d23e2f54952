//! Explanations: the best turns with what each is expected to gain, and facts that people can check. For hints.

use std::cmp::Ordering;

use sabika_rules::board::{Board, Line};
use sabika_rules::{Action, BySeat, Game, GameKind, Kind, Seat, Tile, View};

use crate::evaluate::Evaluator;
use crate::market_value::payable;
use crate::outlook::{Outlook, kinds};
use crate::search::{Candidate, Expected, Search};
use crate::turn::Root;
use crate::value::Parts;
use crate::weights::Weights;
use crate::{Budget, Level, Strongest};

/// A possible turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// All of its actions, the next one first.
    pub actions: Vec<Action>,
    /// The probability of winning with it.
    pub win: f32,
    /// The expected lead over the mean of the other players, in points.
    pub lead: f32,
    /// `lead` minus that of the next turn listed; 0 for the last.
    pub margin: f32,
    /// Expected points gained compared with doing nothing this turn: `points` plus `foresight`. For two turns, these differ by as
    /// much as their `lead`.
    pub gain: f32,
    /// What the turn itself adds, by source.
    pub points: Parts,
    /// What looking ahead adds to that.
    pub foresight: f32,
    /// Everybody's chance to win with it; the player's own is `win`.
    pub chances: BySeat<f32>,
    /// Everybody's chance to win if nothing were done in this turn.
    pub without: BySeat<f32>,
    /// In how many futures it was tried.
    pub futures: usize,
    /// The reasons.
    pub reasons: Vec<Reason>,
}

/// A fact in favour of a turn.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// A tile is paid for exactly, so the purchase costs no turn (T2).
    Exact {
        /// The tile.
        tile: Tile,
    },
    /// The turn takes the lead in a kind, or shares it.
    Lead {
        /// The kind.
        kind: Kind,
        /// Whether the lead is only shared.
        shared: bool,
        /// Expected points gained by the turn.
        points: f32,
    },
    /// The longest wall or moat grows.
    Wall {
        /// Which line.
        line: Line,
        /// Before the turn.
        from: u16,
        /// After it.
        to: u16,
    },
    /// The turn buys a tile that a rival could have paid for.
    Denied {
        /// The tile.
        tile: Tile,
        /// The rival.
        seat: Seat,
        /// Whether the rival could have paid exactly.
        exact: bool,
    },
    /// With the money taken, a tile on the market can be bought exactly next turn.
    Affordable {
        /// The tile.
        tile: Tile,
    },
}

/// The best turns, best first. The view should count cards ([`Level::viewer`]).
pub fn explain(view: &View, seed: u64, budget: Budget, many: usize) -> Vec<Advice> {
    explain_by(&Search::new(Strongest, seed), view, budget, many)
}

/// The same with a given search.
pub fn explain_by<E: Evaluator>(search: &Search<E>, view: &View, budget: Budget, many: usize) -> Vec<Advice> {
    debug_assert!(view.seat().is_none_or(|s| view.viewer() == Level::Grandmaster.viewer(s)));
    let Some(root) = Root::new(view) else { return Vec::new() };
    let Some(nothing) = search.nothing(&root) else { return Vec::new() };
    let shown = unlike(&root, search.candidates(&root, budget), many);
    // Looking ahead may move what is expected of all turns alike. That is no gain of any of them.
    let moved = |of: fn(&Expected) -> f32| {
        shown.iter().map(|c| of(&c.expected) - of(&c.prior)).sum::<f32>() / shown.len().max(1) as f32
    };
    let base = nothing.prior.lead + moved(|e| e.lead);
    let chances = |c: &Candidate, win: f32| shared(&search.chances(&root, &c.turn), root.seat(), win);
    let without = chances(&nothing, nothing.prior.win + moved(|e| e.win));
    let advice = shown.iter().enumerate().map(|(i, c)| {
        let gain = c.expected.lead - base;
        let points = c.turn.estimate.less(&nothing.turn.estimate);
        let next = shown.get(i + 1).map_or(c.expected.lead, |next| next.expected.lead);
        Advice {
            actions: c.turn.actions.clone(),
            win: c.expected.win,
            lead: c.expected.lead,
            margin: c.expected.lead - next,
            gain,
            points,
            foresight: gain - points.total(),
            chances: chances(c, c.expected.win),
            without: without.clone(),
            futures: c.outcomes.len(),
            reasons: reasons(&root, &c.turn.actions, &root.after(&c.turn)),
        }
    });
    advice.collect()
}

/// Everybody's chances if a seat's is `win`: the others share the rest as they did before.
fn shared(chances: &BySeat<f32>, seat: Seat, win: f32) -> BySeat<f32> {
    let win = win.clamp(0.0, 1.0);
    let rest: f32 = chances.seats().filter(|(s, _)| *s != seat).map(|(_, chance)| chance).sum();
    let others = (chances.len() - 1).max(1) as f32;
    chances.map(|s, chance| match s == seat {
        true => win,
        false if rest > 0.0 => chance / rest * (1.0 - win),
        false => (1.0 - win) / others,
    })
}

/// The first of these turns, without those that leave the same position as a better one: their steps are only in another order.
fn unlike(root: &Root, candidates: Vec<Candidate>, many: usize) -> Vec<Candidate> {
    let left = |c: &Candidate| (root.after(&c.turn).view(root.view().viewer()), c.turn.actions.last().copied());
    let mut seen = Vec::new();
    let mut shown = Vec::new();
    for candidate in candidates {
        let position = left(&candidate);
        if shown.len() < many && !seen.contains(&position) {
            seen.push(position);
            shown.push(candidate);
        }
    }
    shown
}

/// What speaks for a turn; `after` is the position it leaves.
pub(crate) fn reasons(root: &Root, actions: &[Action], after: &Game) -> Vec<Reason> {
    let (view, seat) = (root.view(), root.seat());
    let table = view.table();
    let Some(outlook) = Outlook::new(view, Weights::of(table.setup.game)) else { return Vec::new() };
    let mut reasons = Vec::new();
    let bought = |action: &Action| match action {
        Action::Buy { tile, payment } => Some((*tile, payment.total())),
        _ => None,
    };
    for (tile, paid) in actions.iter().filter_map(bought) {
        let Some(offer) = table.offers().find(|offer| offer.tile == tile) else { continue };
        if paid == u32::from(offer.price) {
            reasons.push(Reason::Exact { tile });
        }
        for (rival, hand) in view.hands().seats().filter(|(rival, _)| *rival != seat) {
            let can = hand.cards.and_then(|hand| payable(&hand, offer, hand.money[offer.currency].sums(1)));
            reasons.extend(can.map(|exact| Reason::Denied { tile, seat: rival, exact }));
        }
    }
    let before = &outlook.holdings[seat];
    let now = outlook.holding(&after.table().players[seat].board);
    for kind in kinds(table) {
        // GR5: in Granada the more expensive building breaks a tie.
        let standing = |(count, dearest): (u8, u8)| (count, if kind.is_granada() { dearest } else { 0 });
        let best_rival = outlook.rivals(kind).map(standing).max().unwrap_or((0, 0));
        let place = |own: (u8, u8)| (own.0 > 0).then(|| standing(own).cmp(&best_rival));
        let (was, is) = ((before.count[kind], before.dearest[kind]), (now.count[kind], now.dearest[kind]));
        if place(is) > place(was) && place(is) >= Some(Ordering::Equal) {
            let points = outlook.own_points(kind, is.0, is.1) - outlook.own_points(kind, was.0, was.1);
            reasons.push(Reason::Lead { kind, shared: place(is) == Some(Ordering::Equal), points });
        }
    }
    let lines: &[Line] = match table.setup.game {
        GameKind::Alhambra => &[Line::Walls],
        GameKind::Granada => &[Line::Moats],
        GameKind::Combined => &[Line::Walls, Line::Moats, Line::Stretch],
    };
    for line in lines.iter().copied() {
        let longest = |board: &Board| board.longest(line);
        let (from, to) = (longest(&table.players[seat].board), longest(&after.table().players[seat].board));
        if to > from {
            reasons.push(Reason::Wall { line, from, to });
        }
    }
    if actions.iter().any(|action| matches!(action, Action::Take(_))) {
        let exact =
            |hand: &sabika_rules::Hand, offer| payable(hand, offer, hand.money[offer.currency].sums(1)) == Some(true);
        let (then, now) = (after.hand(seat), root.game().hand(seat));
        let newly = after.table().offers().filter(|offer| exact(then, *offer) && !exact(now, *offer));
        reasons.extend(newly.map(|offer| Reason::Affordable { tile: offer.tile }));
    }
    reasons
}
