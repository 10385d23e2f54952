//! Scoring (W1–W5, N3, GR5, GR6, CO5).

use crate::board::{Board, Line};
use crate::event::Round;
use crate::kind::{ByKind, Kind};
use crate::module::{self, Points};
use crate::seat::{BySeat, Seat};
use crate::table::Table;
use crate::tile::TileSet;

/// What somebody has of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holding {
    /// How many buildings, with what modules add.
    pub count: ByKind<u8>,
    /// The highest price (GR5).
    pub dearest: ByKind<u8>,
}

impl Holding {
    fn add(&mut self, tile: crate::tile::Tile) {
        if let Some(kind) = tile.building() {
            self.count[kind] += 1;
            self.dearest[kind] = self.dearest[kind].max(tile.price());
        }
    }

    /// The buildings of a board; reserves do not count (W3).
    pub fn of_board(board: &Board) -> Holding {
        let mut holding = Holding::default();
        board.tiles().iter().for_each(|p| holding.add(p.tile));
        holding
    }

    /// The buildings of a collection: Dirk's (N3).
    pub fn of_tiles(tiles: TileSet) -> Holding {
        let mut holding = Holding::default();
        tiles.iter().for_each(|t| holding.add(t));
        holding
    }
}

/// What one player gets in a round, in points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// For the longest wall (W2).
    pub walls: u16,
    /// For the longest moat (GR5).
    pub moats: u16,
    /// For wall and moat side by side (CO5).
    pub stretch: u16,
    /// For each kind (W3).
    pub kinds: ByKind<u16>,
    /// What modules add.
    pub modules: Points,
}

impl Score {
    /// What a board's walls and moats pay.
    pub fn of_lines(board: &Board) -> Score {
        Score {
            walls: board.longest(Line::Walls),
            moats: board.longest(Line::Moats),
            stretch: 2 * board.longest(Line::Stretch),
            ..Score::default()
        }
    }

    /// Everything together.
    pub fn total(&self) -> u16 {
        self.walls + self.moats + self.stretch + self.kinds.0.iter().sum::<u16>() + self.modules.total()
    }
}

/// The scores of one round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Which round.
    pub round: Round,
    /// By seat.
    pub seats: BySeat<Score>,
    /// Dirk's points for majorities (N3).
    pub dirk: Option<Score>,
}

impl Sheet {
    /// Adds the points to the scores.
    pub(crate) fn enter(&self, table: &mut Table) {
        for (seat, score) in self.seats.seats() {
            table.players[seat].score += score.total();
        }
        table.dirk.score += self.dirk.map_or(0, |d| d.total());
    }
}

/// What every player has, with what modules add.
pub(crate) fn holdings(table: &Table) -> BySeat<Holding> {
    table.players.map(|seat, player| {
        let mut holding = Holding::of_board(&player.board);
        module::count(table, seat, &mut holding.count);
        holding
    })
}

/// What everybody would get if this round came now.
pub(crate) fn score(table: &Table, round: Round) -> Sheet {
    let holdings = holdings(table);
    let dirk = table.setup.has_dirk().then(|| Holding::of_tiles(table.dirk.tiles));
    let (kinds, dirk) = majorities(&holdings, dirk.as_ref(), round, table.setup.simplified);
    let line = |seat: Seat| {
        let player = &table.players[seat];
        let mut score = if table.is_combined() {
            Score::of_lines(&player.board)
        } else if player.board.tiles()[0].tile.is_granada() {
            Score { moats: player.board.longest(Line::Moats), ..Score::default() }
        } else {
            Score { walls: player.board.longest(Line::Walls), ..Score::default() }
        };
        score.kinds = kinds[seat];
        score.modules = module::points(table, seat, round);
        score
    };
    let dirk = dirk.map(|kinds| Score { kinds, ..Score::default() });
    Sheet { round, seats: table.players.map(|seat, _| line(seat)), dirk }
}

/// The points for each kind, for players and Dirk.
pub fn majorities(
    holdings: &BySeat<Holding>,
    dirk: Option<&Holding>,
    round: Round,
    simplified: bool,
) -> (BySeat<ByKind<u16>>, Option<ByKind<u16>>) {
    let mut points = holdings.map(|_, _| ByKind::default());
    let mut dirk_points = dirk.map(|_| ByKind::default());
    for kind in Kind::ALL {
        // One line for each participant: buildings, and the highest price where that breaks ties (GR5).
        let mut ranks = [(0u8, 0u8); 7];
        let mut len = 0;
        let mut all = 0u16;
        for holding in holdings.iter().chain(dirk) {
            let dearest = if kind.is_granada() { holding.dearest[kind] } else { 0 };
            ranks[len] = (holding.count[kind], dearest);
            all += holding.count[kind] as u16;
            len += 1;
        }
        if all == 0 {
            continue;
        }
        let share = |mine: usize| share(&ranks[..len], mine, |place| place_pays(kind, round, place, all, simplified));
        for (at, points) in points.iter_mut().enumerate() {
            points[kind] = share(at);
        }
        if let Some(points) = &mut dirk_points {
            points[kind] = share(len - 1);
        }
    }
    (points, dirk_points)
}

/// What a place, 0 for the first, pays for a kind of which there are `all` buildings.
fn place_pays(kind: Kind, round: Round, place: usize, all: u16, simplified: bool) -> u16 {
    let places = round.number() as usize;
    if place >= places {
        return 0;
    }
    // Round 3 pays for places 1, 2, 3; round 2 for the last two of that scale, round 1 for the last one.
    let step = place + 3 - places;
    match (kind.is_granada(), simplified) {
        (false, _) => [16, 8, 1][step] + kind as u16,
        (true, false) => [3, 2, 1][step] * all,
        (true, true) => [18, 10, 3][step],
    }
}

/// W4: players level on a kind share the points of the places they take up, rounded down. W5: none without a building.
fn share(ranks: &[(u8, u8)], mine: usize, pays: impl Fn(usize) -> u16) -> u16 {
    let my = ranks[mine];
    if my.0 == 0 {
        return 0;
    }
    let ahead = ranks.iter().filter(|r| **r > my).count();
    let level = ranks.iter().filter(|r| **r == my).count();
    (ahead..ahead + level).map(pays).sum::<u16>() / level as u16
}
