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
pub fn holdings(table: &Table) -> BySeat<Holding> {
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
pub fn place_pays(kind: Kind, round: Round, place: usize, all: u16, simplified: bool) -> u16 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::Setup;
    use crate::testkit::{Scene, tiles};
    use crate::tile::Tile;

    /// What each player gets for a kind of which they have so many.
    fn points(kind: Kind, round: Round, counts: &[u8]) -> Vec<u16> {
        let holdings = BySeat::new(counts.len(), |i| {
            let mut holding = Holding::default();
            holding.count[kind] = counts[i];
            holding
        });
        let (points, dirk) = majorities(&holdings, None, round, false);
        assert_eq!(dirk, None);
        points.iter().map(|p| p[kind]).collect()
    }

    fn alhambra_kinds(score: &Score) -> Vec<u16> {
        Kind::alhambra().map(|k| score.kinds[k]).collect()
    }

    /// W3: all that the places pay, kind by kind from Pavilion to Tower.
    #[test]
    fn w3_what_the_places_pay() {
        let pays = |round| Kind::alhambra().map(|k| points(k, round, &[5, 4, 3, 2])).collect::<Vec<_>>();
        let one = [[1, 0, 0, 0], [2, 0, 0, 0], [3, 0, 0, 0], [4, 0, 0, 0], [5, 0, 0, 0], [6, 0, 0, 0]];
        let two = [[8, 1, 0, 0], [9, 2, 0, 0], [10, 3, 0, 0], [11, 4, 0, 0], [12, 5, 0, 0], [13, 6, 0, 0]];
        let three = [[16, 8, 1, 0], [17, 9, 2, 0], [18, 10, 3, 0], [19, 11, 4, 0], [20, 12, 5, 0], [21, 13, 6, 0]];
        assert_eq!(pays(Round::First), one);
        assert_eq!(pays(Round::Second), two);
        assert_eq!(pays(Round::Third), three);
    }

    /// W3: the rulebooks' examples: chambers in round 1, towers in round 2, pavilions in round 3. Seats don't matter.
    #[test]
    fn w3_examples_of_the_three_rounds() {
        assert_eq!(points(Kind::Chambers, Round::First, &[1, 3, 2]), [0, 4, 0]);
        assert_eq!(points(Kind::Tower, Round::Second, &[2, 3, 5]), [0, 6, 13]);
        assert_eq!(points(Kind::Pavilion, Round::Third, &[2, 1, 3]), [8, 1, 16]);
    }

    /// W3: tiles are counted, not prices; those on the reserve are not counted.
    #[test]
    fn w3_neither_reserve_nor_price_counts() {
        let scene = Scene::new(Setup::alhambra(3))
            .board(0, "P8@1,0")
            .reserve(0, "P7e P6n P5nw")
            .board(1, "P3sw@0,1 P4es@1,0")
            .board(2, "");
        let sheet = score(&scene.game.table, Round::First);
        assert_eq!(sheet.seats.iter().map(|s| s.kinds[Kind::Pavilion]).collect::<Vec<_>>(), [0, 1, 0]);
    }

    /// W3: a player who leads in several kinds gets the points for each, and the points for the wall with them.
    #[test]
    fn w3_kinds_and_walls_add_up() {
        let scene = Scene::new(Setup::alhambra(3))
            .board(0, "T8nes@1,0 T12@0,1 G10@-1,0")
            .board(1, "T13e@1,0 G9e@0,1 G11@-1,0 S9@0,-1")
            .board(2, "C9w@0,1");
        let sheet = score(&scene.game.table, Round::Second);
        assert_eq!(sheet.dirk, None);
        assert_eq!(alhambra_kinds(&sheet.seats[Seat(0)]), [0, 0, 0, 0, 5, 13]);
        assert_eq!(alhambra_kinds(&sheet.seats[Seat(1)]), [0, 9, 0, 0, 12, 6]);
        assert_eq!(alhambra_kinds(&sheet.seats[Seat(2)]), [0, 0, 0, 11, 0, 0]);
        assert_eq!(sheet.seats.iter().map(|s| s.walls).collect::<Vec<_>>(), [3, 1, 1]);
        assert_eq!(sheet.seats.iter().map(Score::total).collect::<Vec<_>>(), [21, 28, 12]);
    }

    /// W2: each player gets the points for their own longest wall, in every round the same.
    #[test]
    fn w2_every_player_in_every_round() {
        let scene = Scene::new(Setup::alhambra(3)).board(0, "T8nes@1,0").board(1, "A4nes@1,0").board(2, "P8@1,0");
        for round in Round::ALL {
            let walls = score(&scene.game.table, round).seats.map(|_, s| s.walls);
            assert_eq!(walls.iter().copied().collect::<Vec<_>>(), [3, 3, 0]);
        }
    }

    /// W4: the rulebooks' example: Kim and Nina have four towers each in round 2: (13 + 6) / 2, rounded down.
    #[test]
    fn w4_kim_and_nina() {
        assert_eq!(points(Kind::Tower, Round::Second, &[4, 4, 2]), [9, 9, 0]);
    }

    /// W4: whoever is level shares all the places they take up, and whoever follows stands behind those places.
    #[test]
    fn w4_ties_over_several_places() {
        use Kind::{Garden, Pavilion, Tower};
        assert_eq!(points(Tower, Round::Third, &[2, 2, 1]), [17, 17, 6], "(21 + 13) / 2, then the third place");
        assert_eq!(points(Tower, Round::Third, &[2, 2, 2]), [13, 13, 13], "(21 + 13 + 6) / 3");
        assert_eq!(points(Tower, Round::Third, &[3, 1, 1]), [21, 9, 9], "(13 + 6) / 2");
        assert_eq!(points(Tower, Round::Third, &[3, 1, 1, 0]), [21, 9, 9, 0]);
        assert_eq!(points(Tower, Round::Third, &[4, 3, 2, 2]), [21, 13, 3, 3], "6 / 2");
        assert_eq!(points(Tower, Round::Third, &[4, 3, 3, 2]), [21, 9, 9, 0], "the fourth place pays nothing");
        assert_eq!(points(Garden, Round::Third, &[1; 6]), [6; 6], "(20 + 12 + 5) / 6");
        assert_eq!(points(Pavilion, Round::Third, &[3, 2, 1, 1, 1]), [16, 8, 0, 0, 0], "1 / 3");
    }

    /// W4: places that pay nothing in a round add nothing.
    #[test]
    fn w4_places_that_pay_nothing() {
        use Kind::{Pavilion, Tower};
        assert_eq!(points(Tower, Round::First, &[1, 1, 0]), [3, 3, 0], "6 / 2");
        assert_eq!(points(Tower, Round::First, &[2, 2, 2]), [2, 2, 2], "6 / 3");
        assert_eq!(points(Pavilion, Round::First, &[1, 1]), [0, 0], "1 / 2");
        assert_eq!(points(Tower, Round::Second, &[2, 2, 2]), [6, 6, 6], "(13 + 6) / 3");
        assert_eq!(points(Tower, Round::Second, &[3, 2, 2]), [13, 3, 3], "6 / 2");
        assert_eq!(points(Tower, Round::Second, &[3, 3, 2]), [9, 9, 0], "the third place pays nothing yet");
    }

    /// W5: nothing without a tile of the kind, although a place would be free.
    #[test]
    fn w5_nothing_without_a_tile() {
        assert_eq!(points(Kind::Tower, Round::Third, &[1, 0, 0]), [21, 0, 0]);
        assert_eq!(points(Kind::Tower, Round::Third, &[0, 0, 0]), [0, 0, 0]);
        assert_eq!(points(Kind::Tower, Round::Second, &[2, 0]), [13, 0]);
    }

    /// N3: Dirk takes places in the majorities and shares them as others do.
    #[test]
    fn n3_dirk_takes_part_in_majorities() {
        let holding = |codes: &str| Holding::of_tiles(tiles(codes).into_iter().collect());
        let players = BySeat::new(2, |i| holding(["T7new P8", "T8nes"][i]));
        let dirk = holding("T9es T9ne P2new S9");
        let (points, dirks) = majorities(&players, Some(&dirk), Round::Second, false);
        let dirks = dirks.expect("he takes part");
        assert_eq!(points.iter().map(|p| p[Kind::Tower]).collect::<Vec<_>>(), [3, 3], "6 / 2 behind Dirk");
        assert_eq!(points.iter().map(|p| p[Kind::Pavilion]).collect::<Vec<_>>(), [4, 0], "(8 + 1) / 2 with Dirk");
        assert_eq!((dirks[Kind::Tower], dirks[Kind::Pavilion], dirks[Kind::Seraglio]), (13, 4, 9));
    }

    /// N3: no points for walls, although his tiles have some; his score is kept.
    #[test]
    fn n3_no_walls_but_a_score_for_dirk() {
        let mut scene = Scene::new(Setup::alhambra(2)).board(0, "").board(1, "").dirk("T8nes T9ne G6esw");
        let sheet = score(&scene.game.table, Round::First);
        let dirk = sheet.dirk.expect("he takes part");
        assert_eq!((dirk.walls, alhambra_kinds(&dirk), dirk.total()), (0, vec![0, 0, 0, 0, 5, 6], 11));
        sheet.enter(&mut scene.game.table);
        sheet.enter(&mut scene.game.table);
        assert_eq!(scene.game.table.dirk.score, 22);
    }

    /// N5, ruling: camps and bazaars among Dirk's tiles score nothing for him.
    #[test]
    fn n5_dirks_camps_and_bazaars_score_nothing() {
        let others: Vec<Tile> = tiles("c8ne bSAG");
        assert_eq!(Holding::of_tiles(others.into_iter().collect()), Holding::default());
    }
}
