//! The block of one seat.

use sabika_rules::board::{Line, Shape};
use sabika_rules::components::Piece;
use sabika_rules::module::{self, Own, falconers};
use sabika_rules::scoring::{Holding, place_pays};
use sabika_rules::{Card, Currency, GameKind, Kind, Module, Offer, Round, Seat};

use super::layout::{BUILT, DOORS, LEADS, SEAT, SEAT_CURRENCY, SeatPart, WALL_STEPS};
use super::{Cursor, Position, SLOTS, Seen, TOP_PRICE, Unseen, exact_sums};
use crate::market_value::payable;

/// The lines that a game scores.
pub(super) const LINES: [Line; 3] = [Line::Walls, Line::Moats, Line::Stretch];

impl SeatPart {
    /// What depends only on the seat's own board and hand.
    pub fn new(position: &Position, seat: Seat, unseen: &Unseen) -> SeatPart {
        let table = position.table;
        let player = &table.players[seat];
        let scores = |line| match (table.setup.game, line) {
            (GameKind::Alhambra, Line::Walls) | (GameKind::Granada, Line::Moats) => true,
            (GameKind::Combined, _) => line == Line::Walls || player.board.founded().is_some(),
            _ => false,
        };
        let shapes = LINES.map(|line| if scores(line) { player.board.shape(line) } else { Shape::default() });
        let points = if table.setup.modules.is_empty() {
            [[0; 3]; 2]
        } else {
            [position.next, Round::Third].map(|round| {
                let points = module::board_points(table.setup.modules, &player.board, round);
                let falcons = falconers::points(table.modules.falconers.of(seat));
                [points[Module::Camps], points[Module::Bazaars], falcons]
            })
        };
        let mut pieces = [0; 3];
        for placed in player.board.tiles() {
            match placed.tile.piece() {
                Piece::Hut => pieces[0] += 1,
                Piece::Camp => pieces[1] += 1,
                Piece::Bazaar => pieces[2] += 1,
                _ => {}
            }
        }
        let hand = &position.hands[seat.index()];
        let sums = Currency::ALL.map(|c| exact_sums(hand, c));
        let shares = Currency::ALL.map(|c| {
            let exact = (1..=TOP_PRICE).filter(|p| sums[c as usize] >> p & 1 != 0).map(|p| unseen.prices[p]).sum();
            let total = hand.money[c].total() as usize;
            (exact, unseen.prices[..=total.min(TOP_PRICE)].iter().sum())
        });
        SeatPart { shapes, doors: player.board.doors() as usize, points, pieces, sums, shares }
    }

    pub fn write(
        &self,
        position: &Position,
        seat: Seat,
        offset: usize,
        own: Option<Own>,
        unseen: &Unseen,
        block: &mut [i8],
    ) {
        let table = position.table;
        let player = &table.players[seat];
        let hand = &position.hands[seat.index()];
        let me = seat.index();
        let mut out = Cursor::new(block);
        out.flag(true);
        out.one_of(6, Some(offset));
        let mut now = [0.0f32; 2];
        for kind in Kind::ALL {
            if !position.has(kind) {
                out.skip(BUILT.len() + LEADS + 3);
                continue;
            }
            let standing = Standing::of(position, kind, me);
            let count = standing.count;
            out.reached(count, &BUILT);
            out.one_of(LEADS, standing.lead);
            out.one_of(3, (count > 0).then_some(standing.ahead));
            if count > 0 {
                now[0] += standing.pays(position, kind, position.next);
                now[1] += standing.pays(position, kind, Round::Third);
            }
        }
        let lines = self.shapes[0].longest + self.shapes[1].longest + 2 * self.shapes[2].longest;
        let score = player.score as f32;
        let others = || table.players.seats().filter(|(s, _)| *s != seat).map(|(_, p)| p.score as f32);
        out.number(score / 50.0);
        out.number((score - others().sum::<f32>() / others().count().max(1) as f32) / 30.0);
        out.number((score - others().fold(0.0, f32::max)) / 30.0);
        out.number(now[0] / 20.0);
        out.number((now[0] + lines as f32 + self.points[0].iter().sum::<u16>() as f32) / 30.0);
        out.number((now[1] + lines as f32 + self.points[1].iter().sum::<u16>() as f32) / 50.0);
        for shape in &self.shapes {
            out.number(shape.longest as f32 / 10.0);
            out.reached(shape.longest as usize, &WALL_STEPS);
            out.number(shape.second as f32 / 5.0);
            out.one_of(3, (shape.longest > 0).then_some(shape.ends as usize));
        }
        out.number(self.doors as f32 / 8.0);
        out.reached(self.doors, &DOORS);
        out.reached(player.reserve.len(), &[1, 2, 3, 4]);
        let mut reserved = [0; Kind::COUNT];
        player.reserve.iter().filter_map(|t| t.building()).for_each(|k| reserved[k as usize] += 1);
        reserved.iter().for_each(|n| out.count(*n));
        out.number(player.board.tiles().len() as f32 / 20.0);
        out.number(hand.total() as f32 / 40.0);
        out.number(hand.len() as f32 / 10.0);
        self.write_modules(position, seat, own, &mut out);
        for currency in Currency::ALL {
            self.write_currency(position, seat, currency, unseen, &mut out);
        }
        debug_assert_eq!(out.at(), super::SEAT);
    }

    /// Writes again what has changed since an earlier position with the same buildings, in a turn of somebody else.
    pub fn update(&self, position: &Position, seat: Seat, earlier: &Seen, unseen: &Unseen, block: &mut [i8]) {
        let display = |cards: &[Option<Card>; 4], currency| {
            cards.map(|card| card.filter(|c| c.as_money().is_some_and(|(own, _)| own == currency)))
        };
        for (c, numbers) in
            Currency::ALL.into_iter().zip(block[SEAT - 4 * SEAT_CURRENCY..].chunks_exact_mut(SEAT_CURRENCY))
        {
            let same = position.offers[c as usize] == earlier.offers[c as usize]
                && display(&position.table.display, c) == display(&earlier.display, c);
            if !same {
                numbers.fill(0);
                self.write_currency(position, seat, c, unseen, &mut Cursor::new(numbers));
            }
        }
    }

    fn write_modules(&self, position: &Position, seat: Seat, own: Option<Own>, out: &mut Cursor) {
        let table = position.table;
        let (me, modules) = (seat.index(), &table.modules);
        let hand = &position.hands[me];
        out.flag(table.setup.modules.has(Module::Vizier) && modules.vizier.is_awake(seat));
        out.count(hand.pairs().count());
        self.pieces.iter().for_each(|n| out.count(*n));
        out.number(self.points[0][0] as f32 / 5.0);
        out.number(self.points[1][1] as f32 / 10.0);
        out.number(self.points[0][2] as f32 / 5.0);
        let mut plumage = [0; 3];
        modules.falconers.of(seat).for_each(|f| plumage[f.plumage() as usize] += 1);
        plumage.iter().for_each(|n| out.count(*n));
        out.count(modules.bonus.held[me] as usize);
        out.count(modules.bonus.laid[me].len());
        // Only the seat's own cards are known: which are already on the board, on the reserve, on the market.
        let board = &table.players[seat].board;
        let (mut built, mut reserved, mut on_sale) = (0, 0, 0);
        let mut kinds = [0; Kind::ALHAMBRA_COUNT];
        for tile in own.into_iter().flat_map(|own| own.bonus.tiles()) {
            built += board.find(tile).is_some() as usize;
            reserved += table.players[seat].reserve.iter().any(|t| t == tile) as usize;
            on_sale += table.market.find(tile).is_some() as usize;
            if let Some(kind) = tile.building() {
                kinds[kind as usize] += 1;
            }
        }
        [built, reserved, on_sale].into_iter().chain(kinds).for_each(|n| out.count(n));
    }

    fn write_currency(&self, position: &Position, seat: Seat, currency: Currency, unseen: &Unseen, out: &mut Cursor) {
        let hand = &position.hands[seat.index()];
        let (c, purse) = (currency as usize, hand.money[currency]);
        let sums = self.sums[c];
        out.number(purse.total() as f32 / 15.0);
        out.number(purse.len() as f32 / 4.0);
        out.count(hand.pairs().filter(|p| p.as_pair().is_some_and(|pair| pair.contains(&currency))).count());
        (1..=TOP_PRICE).for_each(|price| out.flag(sums >> price & 1 != 0));
        let (exact, payable_share) = self.shares[c];
        out.number(exact);
        out.number(payable_share);
        // Falling short of the most expensive tile matters little; falling short of a typical one matters a lot.
        let usual: f32 = (1..=TOP_PRICE).map(|p| p as f32 * unseen.prices[p]).sum();
        out.number((purse.total() as f32 - usual) / 10.0);
        for slot in 0..SLOTS {
            let offer = position.offers[c][slot];
            let pays = offer.and_then(|offer| payable(hand, offer, sums));
            out.flag(pays == Some(true));
            out.flag(pays == Some(false));
            out.flag(pays != Some(true) && offer.is_some_and(|o| exact_after_taking(position, sums, o)));
            out.number(offer.map_or(0.0, |offer| gain(position, seat, offer)) / 8.0);
        }
    }
}

/// Whether the price can be paid exactly after taking one card from the display.
fn exact_after_taking(position: &Position, sums: u64, offer: Offer) -> bool {
    let cards = position.table.display.iter().flatten().filter_map(|card| card.as_money());
    cards.filter(|(c, _)| *c == offer.currency).any(|(_, v)| offer.price >= v && sums >> (offer.price - v) & 1 != 0)
}

/// How one more building of the offered kind would change the points for it in the next round.
fn gain(position: &Position, seat: Seat, offer: Offer) -> f32 {
    let Some(kind) = offer.tile.building() else { return 0.0 };
    let me = seat.index();
    let before = Standing::of(position, kind, me).pays(position, kind, position.next);
    let mut more = position.holdings[me];
    more.count[kind] += 1;
    more.dearest[kind] = more.dearest[kind].max(offer.tile.price());
    let after = Standing::with(position, kind, me, &more);
    after.pays(position, kind, position.next) - before
}

/// A seat's standing in a kind.
struct Standing {
    count: usize,
    /// Its lead over the best rival, as an index; `None` if nobody has any.
    lead: Option<usize>,
    /// Rivals with more.
    ahead: usize,
    /// Participants with equally many, including itself.
    level: usize,
    /// The total number of buildings of the kind.
    all: u16,
}

impl Standing {
    fn of(position: &Position, kind: Kind, me: usize) -> Standing {
        Standing::with(position, kind, me, &position.holdings[me])
    }

    fn with(position: &Position, kind: Kind, me: usize, mine: &Holding) -> Standing {
        // GR5: among Granada's kinds the higher price breaks ties.
        let rank = |h: &Holding| (h.count[kind], if kind.is_granada() { h.dearest[kind] } else { 0 });
        let my = rank(mine);
        let mut standing = Standing { count: my.0 as usize, lead: None, ahead: 0, level: 1, all: my.0 as u16 };
        let mut best = (0, 0);
        for (_, rival) in position.holdings.iter().enumerate().filter(|(i, _)| *i != me) {
            let rival = rank(rival);
            standing.all += rival.0 as u16;
            standing.ahead += (rival > my) as usize;
            standing.level += (rival == my) as usize;
            best = best.max(rival);
        }
        if standing.all > 0 {
            let lead = my.0 as i32 - best.0 as i32;
            // Behind by three or more, two, one; tied and losing the tie-break; otherwise tied; ahead by one, two, three.
            standing.lead = Some(match lead {
                0 if best.1 > my.1 => 3,
                0 => 4,
                _ if lead < 0 => (3 + lead).max(0) as usize,
                _ => (4 + lead).min(7) as usize,
            });
        }
        standing
    }

    /// What it scores in a round (W4, W5).
    fn pays(&self, position: &Position, kind: Kind, round: Round) -> f32 {
        if self.count == 0 {
            return 0.0;
        }
        let simplified = position.table.setup.simplified;
        let places = self.ahead..self.ahead + self.level;
        let sum: u16 = places.map(|place| place_pays(kind, round, place, self.all, simplified)).sum();
        (sum / self.level as u16) as f32
    }
}
