//! A position as numbers, for the network and for other learners.
//!
//! A vector has a block for each seat, in turn order starting with the observing seat, and one shared block. Every number is
//! a small integer, so that a vector is the same on every machine. The layout is versioned and append-only: `docs/bots.md` describes it, and what
//! one unit means.

mod layout;
mod seat;
mod shared;

use arrayvec::ArrayVec;
use sabika_rules::scoring::{self, Holding};
use sabika_rules::{Card, Currency, Game, GameKind, Hand, Kind, Offer, Round, ScoringCard, Seat, Table, View};

pub use layout::{LAYOUT, LAYOUT_VERSION, Layout, SEAT, SHARED};
use layout::{SeatPart, SharedPart};

/// The highest price that is distinguished.
pub(crate) const TOP_PRICE: usize = 14;
/// Offers of one currency that are distinguished: on its space, the Granada tile next to it, and one beside the market.
pub(crate) const SLOTS: usize = 3;

/// The number of numbers for this many players.
pub const fn width(players: usize) -> usize {
    players * SEAT + SHARED
}

/// What is the same in all positions that one turn can lead to: nothing is revealed before its end (T6).
pub struct Observer {
    seat: Seat,
    own: sabika_rules::module::Own,
    unseen: Unseen,
    /// Everybody's numbers before the turn. The others' boards and hands do not change during it.
    root: Vec<SeatPart>,
}

/// What is known about unseen tiles and cards.
struct Unseen {
    kinds: [u8; Kind::COUNT],
    /// The fraction of future tiles with each price.
    prices: [f32; TOP_PRICE + 1],
    /// Units of money by currency, and cards.
    money: [(u32, u32); 4],
    /// The range of draws with which each scoring card can come.
    scoring: [Option<(usize, usize)>; 2],
}

impl Unseen {
    fn new(view: &View) -> Unseen {
        let mut kinds = [0; Kind::COUNT];
        let mut prices = [0.0; TOP_PRICE + 1];
        let mut all = 0.0;
        for tile in view.unseen_tiles().iter() {
            // GR2: either face may come up.
            for face in [Some(tile), tile.other_face()].into_iter().flatten() {
                if let Some(kind) = face.building() {
                    kinds[kind as usize] += 1;
                }
                if face.price() > 0 {
                    prices[(face.price() as usize).min(TOP_PRICE)] += 1.0;
                    all += 1.0;
                }
            }
        }
        prices.iter_mut().for_each(|p| *p /= f32::max(all, 1.0));
        let cards = view.unseen_cards();
        let money = Currency::ALL.map(|c| (cards.money[c].total(), cards.money[c].len()));
        let scoring = [Round::First, Round::Second].map(|round| view.scoring_card_within(round));
        Unseen { kinds, prices, money, scoring }
    }
}

/// Computed once for a position and used in several blocks.
pub(crate) struct Position<'a> {
    pub table: &'a Table,
    pub hands: ArrayVec<Hand, 6>,
    /// Everybody's buildings, Dirk's last.
    pub holdings: ArrayVec<Holding, 7>,
    /// The round that is scored next.
    pub next: Round,
    /// The offers by currency and slot.
    pub offers: [[Option<Offer>; SLOTS]; 4],
}

impl<'a> Position<'a> {
    fn new(table: &'a Table, hands: ArrayVec<Hand, 6>) -> Position<'a> {
        let mut holdings: ArrayVec<Holding, 7> = scoring::holdings(table).iter().copied().collect();
        if table.setup.has_dirk() {
            holdings.push(Holding::of_tiles(table.dirk.tiles));
        }
        let mut offers = [[None; SLOTS]; 4];
        for offer in table.offers() {
            let slots = &mut offers[offer.currency as usize];
            let slot = if offer.exact.is_some() { 2 } else { slots[0].is_some() as usize };
            slots[slot].get_or_insert(offer);
        }
        Position { table, hands, holdings, next: next_round(table), offers }
    }

    /// Whether buildings of a kind are in the game.
    pub fn has(&self, kind: Kind) -> bool {
        match self.table.setup.game {
            GameKind::Alhambra => !kind.is_granada(),
            GameKind::Granada => kind.is_granada(),
            GameKind::Combined => true,
        }
    }
}

/// The round that is scored next.
fn next_round(table: &Table) -> Round {
    let drawn = |i: usize| table.deck.scoring[i] == ScoringCard::Drawn;
    match table.turn.due.first() {
        Some(round) => *round,
        None if !drawn(0) => Round::First,
        None if !drawn(1) => Round::Second,
        None => Round::Third,
    }
}

impl Observer {
    /// For the seat of this view, which must count cards; `None` for a watcher or a viewer who does not count.
    pub fn new(view: &View) -> Option<Observer> {
        let seat = view.seat()?;
        let hands: ArrayVec<Hand, 6> = view.hands().iter().map(|h| h.cards).collect::<Option<_>>()?;
        let (own, unseen) = (view.own()?, Unseen::new(view));
        let position = Position::new(view.table(), hands);
        let root = (0..view.table().player_count()).map(|i| SeatPart::new(&position, Seat(i as u8), &unseen)).collect();
        Some(Observer { seat, own, unseen, root })
    }

    /// The observing seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Writes the numbers of the position before a turn of this seat, or of one that the turn leads to. `out` has [`width`] places.
    pub fn write(&self, game: &Game, out: &mut [i8]) {
        self.write_next(game, &mut Vec::new(), out);
    }

    /// Writes one more vector, after `earlier` ones. The other seats' blocks are copied from one with the same buildings, if there is one.
    pub(crate) fn write_next(&self, game: &Game, earlier: &mut Vec<Seen>, vectors: &mut [i8]) {
        let table = game.table();
        let players = table.player_count();
        let hands = (0..players).map(|i| *game.hand(Seat(i as u8))).collect();
        let position = Position::new(table, hands);
        let (before, out) = vectors.split_at_mut(earlier.len() * width(players));
        debug_assert_eq!(out.len(), width(players));
        out.fill(0);
        let (seats, shared) = out.split_at_mut(players * SEAT);
        let (own, others) = seats.split_at_mut(SEAT);
        SeatPart::new(&position, self.seat, &self.unseen).write(
            &position,
            self.seat,
            0,
            Some(self.own),
            &self.unseen,
            own,
        );
        let alike = earlier.iter().position(|seen| seen.holdings == position.holdings);
        if let Some(alike) = alike {
            let from = alike * width(players) + SEAT;
            others.copy_from_slice(&before[from..from + others.len()]);
        }
        for (i, block) in others.chunks_exact_mut(SEAT).enumerate() {
            let seat = self.seat.after(i + 1, players);
            let part = &self.root[seat.index()];
            match alike {
                Some(alike) => part.update(&position, seat, &earlier[alike], &self.unseen, block),
                None => part.write(&position, seat, i + 1, None, &self.unseen, block),
            }
        }
        SharedPart::write(&position, &self.unseen, shared);
        earlier.push(Seen { holdings: position.holdings, offers: position.offers, display: table.display });
    }
}

/// What the other seats' blocks depend on during this seat's turn.
pub(crate) struct Seen {
    holdings: ArrayVec<Holding, 7>,
    offers: [[Option<Offer>; SLOTS]; 4],
    display: [Option<Card>; 4],
}

/// A number as stored in the vector: in sixteenths, within the range of a byte.
pub(crate) fn sixteenths(value: f32) -> i8 {
    // Rounds halves away from zero. `f32::round` does the same, but is a function call on the oldest machines that Rust supports.
    (value * 16.0 + if value < 0.0 { -0.5 } else { 0.5 }).clamp(-127.0, 127.0) as i8
}

/// Writes one number after another.
pub(crate) struct Cursor<'a> {
    out: &'a mut [i8],
    at: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(out: &'a mut [i8]) -> Cursor<'a> {
        Cursor { out, at: 0 }
    }

    pub fn at(&self) -> usize {
        self.at
    }

    pub fn number(&mut self, value: f32) {
        self.out[self.at] = sixteenths(value);
        self.at += 1;
    }

    pub fn flag(&mut self, value: bool) {
        self.out[self.at] = value as i8;
        self.at += 1;
    }

    pub fn count(&mut self, value: usize) {
        self.out[self.at] = value.min(127) as i8;
        self.at += 1;
    }

    /// One of `many`, or none.
    pub fn one_of(&mut self, many: usize, which: Option<usize>) {
        if let Some(which) = which {
            self.out[self.at + which.min(many - 1)] = 1;
        }
        self.at += many;
    }

    /// Leaves numbers at zero.
    pub fn skip(&mut self, many: usize) {
        self.at += many;
    }

    /// For each threshold, whether the value has reached it.
    pub fn reached(&mut self, value: usize, steps: &[usize]) {
        for step in steps {
            self.flag(value >= *step);
        }
    }
}

/// The sums that a hand can pay exactly in one currency, as bits.
pub(crate) fn exact_sums(hand: &Hand, currency: Currency) -> u64 {
    hand.money[currency].sums(1)
}

#[cfg(test)]
mod tests {
    use sabika_rules::{Dice, ModuleSet, Seed, Setup, Silent, Viewer};

    use super::*;

    /// What a counting player cannot know makes no difference; everything is written within its block.
    #[test]
    fn vectors_depend_only_on_what_is_known() {
        let all = Setup::alhambra(3).with_modules(ModuleSet::ALL);
        let setups =
            [Setup::alhambra(2), all, Setup::granada(4), Setup::new(GameKind::Combined, 2), Setup::alhambra(6)];
        for setup in setups {
            let mut game = Game::new(setup, Seed::from(11)).expect("the set-up can be played");
            let wide = width(setup.players as usize);
            let (mut real, mut sampled) = (vec![0; wide], vec![1; wide]);
            let (mut dice, mut actions) = (Dice::from_seed(2), Vec::new());
            while let Some(seat) = game.to_act() {
                let view = game.view(Viewer::Counting(seat));
                let observer = Observer::new(&view).expect("it counts");
                observer.write(&game, &mut real);
                observer.write(&view.sample(&mut dice), &mut sampled);
                assert_eq!(real, sampled);
                game.legal_actions(seat, &mut actions);
                let action = actions[dice.below(actions.len() as u32) as usize];
                game.apply(seat, action, &mut Silent).expect("it was listed");
            }
        }
    }

    /// A viewer who does not count knows too little for a vector.
    #[test]
    fn only_counting_viewers_can_observe() {
        let game = Game::new(Setup::alhambra(3), Seed::from(1)).expect("the set-up can be played");
        assert!(Observer::new(&game.view(Viewer::Seat(Seat(0)))).is_none());
        assert!(Observer::new(&game.view(Viewer::Watcher)).is_none());
        assert_eq!(Observer::new(&game.view(Viewer::Counting(Seat(2)))).map(|o| o.seat()), Some(Seat(2)));
    }
}
