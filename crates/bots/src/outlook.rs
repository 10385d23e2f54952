//! How far away the coming rounds are, and what a majority is worth by then.

use std::cell::Cell as Slot;

use arrayvec::ArrayVec;
use sabika_rules::scoring::{self, Holding};
use sabika_rules::{BySeat, Kind, Round, ScoringCard, Seat, Table, View};

use crate::exp::exp;
use crate::value::Parts;
use crate::weights::Weights;

/// Differences of counts that are distinguished, in half buildings in either direction.
const SPREAD: i32 = 16;

/// A round that has yet to be scored.
pub(crate) struct Coming {
    pub round: Round,
    /// The probability that it comes before the game ends, discounted by the weights for distant rounds.
    pub chance: f32,
    /// The probability that a player without a building of a kind has some by then.
    begun: f32,
    /// The probability that a player with this many more half buildings now is ahead then.
    ahead: [f32; 2 * SPREAD as usize + 1],
}

/// Everybody's buildings, and the coming rounds.
pub(crate) struct Outlook<'a> {
    pub view: &'a View,
    pub table: &'a Table,
    pub seat: Seat,
    pub weights: &'a Weights,
    pub coming: ArrayVec<Coming, 3>,
    /// The seat's own turns until the end.
    pub turns: f32,
    pub holdings: BySeat<Holding>,
    pub dirk: Option<Holding>,
    /// The value of a number of buildings of a kind to this seat: computed once, then looked up.
    known: [[Slot<(u16, f32)>; 32]; Kind::COUNT],
}

const UNKNOWN: (u16, f32) = (u16::MAX, 0.0);

impl<'a> Outlook<'a> {
    /// `None` for a watcher.
    pub fn new(view: &'a View, weights: &'a Weights) -> Option<Outlook<'a>> {
        Outlook::with_end(view, weights, turns_left(view.table(), weights, dirk_bags(view.table())))
    }

    /// As version 0.1 saw it, where Dirk took as many tiles from two bags as from one.
    pub fn classic(view: &'a View, weights: &'a Weights) -> Option<Outlook<'a>> {
        Outlook::with_end(view, weights, turns_left(view.table(), weights, 1.0))
    }

    fn with_end(view: &'a View, weights: &'a Weights, turns: f32) -> Option<Outlook<'a>> {
        let (table, seat) = (view.table(), view.seat()?);
        let mut outlook = Outlook {
            view,
            table,
            seat,
            weights,
            coming: ArrayVec::new(),
            turns,
            holdings: scoring::holdings(table),
            dirk: table.setup.has_dirk().then(|| Holding::of_tiles(table.dirk.tiles)),
            known: [const { [const { Slot::new(UNKNOWN) }; 32] }; Kind::COUNT],
        };
        outlook.look_ahead(turns);
        Some(outlook)
    }

    fn look_ahead(&mut self, end: f32) {
        let weights = self.weights;
        for round in Round::ALL {
            let Some(turns) = turns_until(self.table, round, weights, end) else { continue };
            // A card that is deep in the deck may never be drawn.
            let comes = if round == Round::Third { 1.0 } else { logistic((end - turns) * 1.5 + 2.0) };
            let chance = comes * if self.coming.is_empty() { 1.0 } else { weights.foresight };
            if chance > 0.0 {
                let turns = turns.min(end);
                let shift = weights.shift_now.max(0.02) + weights.shift_later * turns.sqrt();
                let ahead = std::array::from_fn(|i| logistic((i as i32 - SPREAD) as f32 / 2.0 / shift));
                let begun = 1.0 - exp(-weights.unstarted * turns);
                self.coming.push(Coming { round, chance, begun, ahead });
            }
        }
    }

    /// What a kind is expected to score for this seat, minus what it scores for others, if this seat had this many buildings of it, and
    /// Dirk this many more than now.
    #[inline]
    pub fn kind_value(&self, kind: Kind, count: u8, dearest: u8, dirk: u8) -> f32 {
        // Only in Granada do prices matter (GR5).
        let dearest = if kind.is_granada() { dearest } else { 0 };
        let key = (dirk as u16 * 64 + count as u16) * 16 + dearest as u16;
        let slot = &self.known[kind as usize][(count % 4 + 4 * (dearest % 4) + 16 * (dirk % 2)) as usize];
        let (known, value) = slot.get();
        if known == key {
            return value;
        }
        let value = self.expected(kind, count, dearest, dirk);
        slot.set((key, value));
        value
    }

    #[cold]
    fn expected(&self, kind: Kind, count: u8, dearest: u8, dirk: u8) -> f32 {
        let mut ranks = self.ranks(kind);
        let mine = self.seat.index();
        ranks[mine] = (count, dearest);
        if self.dirk.is_some()
            && let Some(last) = ranks.last_mut()
        {
            last.0 += dirk;
        }
        let rivals = self.holdings.len() - 1;
        let mut value = 0.0;
        for coming in &self.coming {
            let own = self.points(kind, &ranks, mine, coming);
            let theirs: f32 = if self.weights.rivals == 0.0 {
                0.0
            } else {
                (0..self.holdings.len()).filter(|i| *i != mine).map(|i| self.points(kind, &ranks, i, coming)).sum()
            };
            value += coming.chance * (own - self.weights.rivals * theirs / rivals as f32);
        }
        value
    }

    fn ranks(&self, kind: Kind) -> ArrayVec<(u8, u8), 7> {
        let all = self.holdings.iter().chain(&self.dirk);
        all.map(|h| (h.count[kind], h.dearest[kind])).collect()
    }

    /// What a kind is expected to score for a seat in a round.
    fn points(&self, kind: Kind, ranks: &[(u8, u8)], who: usize, coming: &Coming) -> f32 {
        let (count, dearest) = ranks[who];
        let begun = if count == 0 { coming.begun } else { 1.0 };
        if begun <= 0.0 {
            return 0.0;
        }
        // The probabilities that nobody, one player, or two players are ahead.
        let mut places = [1.0f32, 0.0, 0.0];
        for (i, other) in ranks.iter().enumerate() {
            if i == who {
                continue;
            }
            let mut more = 2 * (other.0 as i32 - count as i32);
            if more == 0 && kind.is_granada() && count > 0 {
                // GR5: the more expensive building decides.
                more = if other.1 > dearest { 1 } else { -1 };
            }
            let p = coming.ahead[(more.clamp(-SPREAD, SPREAD) + SPREAD) as usize];
            let q = 1.0 - p;
            places = [places[0] * q, places[1] * q + places[0] * p, places[2] * q + places[1] * p];
        }
        let all: u16 = ranks.iter().map(|r| r.0 as u16).sum();
        let pays = |place| scoring::place_pays(kind, coming.round, place, all, self.table.setup.simplified) as f32;
        begun * (0..coming.round.number() as usize).map(|place| places[place] * pays(place)).sum::<f32>()
    }

    /// The points that a seat is still expected to score with what is on its board.
    pub fn prospects(&self, seat: Seat) -> Parts {
        let mut parts = Parts::default();
        for kind in kinds(self.table) {
            let ranks = self.ranks(kind);
            for coming in &self.coming {
                parts.majorities += coming.chance * self.points(kind, &ranks, seat.index(), coming);
            }
        }
        let worth = self.worth(&self.table.players[seat].board, self.holdings[seat]);
        parts.walls = worth.lines;
        parts.modules = worth.modules;
        parts.room = worth.doors;
        parts
    }

    /// What everybody else has of a kind, including Dirk: the number of buildings, and the highest price.
    pub fn rivals(&self, kind: Kind) -> impl Iterator<Item = (u8, u8)> {
        let mine = self.seat.index();
        self.ranks(kind).into_iter().enumerate().filter(move |(i, _)| *i != mine).map(|(_, rank)| rank)
    }

    /// The points that this seat is still expected to score for a kind, if it had this many buildings of it.
    pub fn own_points(&self, kind: Kind, count: u8, dearest: u8) -> f32 {
        let mut ranks = self.ranks(kind);
        ranks[self.seat.index()] = (count, dearest);
        self.coming.iter().map(|c| c.chance * self.points(kind, &ranks, self.seat.index(), c)).sum()
    }

    /// The expected number of rounds to come.
    pub fn rounds(&self) -> f32 {
        self.coming.iter().map(|c| c.chance).sum()
    }
}

/// The kinds in a game.
pub(crate) fn kinds(table: &Table) -> impl Iterator<Item = Kind> {
    use sabika_rules::GameKind::*;
    let range = match table.setup.game {
        Alhambra => 0..Kind::ALHAMBRA_COUNT,
        Granada => Kind::ALHAMBRA_COUNT..Kind::COUNT,
        Combined => 0..Kind::COUNT,
    };
    range.map(|i| Kind::ALL[i])
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

/// The number of bags Dirk takes tiles from (CO7).
fn dirk_bags(table: &Table) -> f32 {
    if table.setup.is_combined() { 2.0 } else { 1.0 }
}

/// Turns per player until the bag is empty.
fn turns_left(table: &Table, weights: &Weights, dirk_bags: f32) -> f32 {
    let mut tiles = table.bag as f32 + table.granada_bag as f32;
    if table.setup.has_dirk() {
        // N2: six from each bag after round 1, a third of the rest after round 2.
        if table.deck.scoring[0] != ScoringCard::Drawn {
            tiles = (tiles - 6.0 * dirk_bags).max(0.0);
        }
        if table.deck.scoring[1] != ScoringCard::Drawn {
            tiles *= 2.0 / 3.0;
        }
    }
    (tiles + 0.5) / weights.sales / table.player_count() as f32
}

/// Turns per player until a round is scored; `None` if it has been.
fn turns_until(table: &Table, round: Round, weights: &Weights, end: f32) -> Option<f32> {
    if table.turn.due.contains(&round) {
        return Some(0.0);
    }
    let deck = &table.deck;
    let draws = match deck.scoring.get(round as usize) {
        None => return Some(end),
        Some(ScoringCard::Drawn) => return None,
        // CO2: in the second fifth of what is paid until the deck is empty, which is not known yet.
        Some(ScoringCard::Aside) => deck.len() as f32 + 25.0,
        Some(ScoringCard::InPile(pile)) => {
            let pile = *pile as usize;
            let above: f32 = deck.piles[..pile].iter().map(|p| *p as f32).sum();
            above + (deck.piles[pile] as f32 + 1.0) / 2.0
        }
    };
    Some(draws / weights.draws / table.player_count() as f32)
}

#[cfg(test)]
mod tests {
    use sabika_rules::{Game, GameKind, Seed, Setup, Viewer};

    use super::*;

    /// CO7: Dirk takes six tiles from each bag after round 1, and a third of what is left in each after round 2.
    #[test]
    fn co7_dirk_takes_tiles_from_both_bags() {
        for (kind, taken) in [(GameKind::Alhambra, 6.0), (GameKind::Combined, 12.0)] {
            let game = Game::new(Setup::new(kind, 2), Seed::from(1)).expect("the set-up can be played");
            let view = game.view(Viewer::Counting(Seat(0)));
            let weights = Weights::of(kind);
            let outlook = Outlook::new(&view, weights).expect("a seat has an outlook");
            let tiles = (game.table().bag + game.table().granada_bag) as f32;
            let sold = (tiles - taken) * 2.0 / 3.0;
            assert!((outlook.turns - (sold + 0.5) / weights.sales / 2.0).abs() < 1e-3, "{kind:?}: {}", outlook.turns);
        }
    }
}
