//! Scoring (W1–W5, N3, GR5, GR6, CO5).

use core::ops::{Index, IndexMut};

use arrayvec::ArrayVec;

use crate::board::{Board, Line};
use crate::event::Round;
use crate::kind::{ByKind, Kind};
use crate::module::{self, Module};
use crate::seat::BySeat;
use crate::table::{Player, Table};
use crate::tile::TileSet;
use crate::variant::granada;

mod ranks;

use ranks::{Counts, PARTICIPANTS, Ranks, together};

/// A player's buildings by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holding {
    /// The number of buildings, including what modules add.
    pub count: ByKind<u8>,
    /// The highest price (GR5).
    pub dearest: ByKind<u8>,
}

impl Holding {
    fn add(&mut self, tile: crate::tile::Tile) {
        if let Some(kind) = tile.building() {
            self.count[kind] += 1;
        }
        self.note_price(tile);
    }

    fn note_price(&mut self, tile: crate::tile::Tile) {
        if let Some(kind) = tile.building() {
            self.dearest[kind] = self.dearest[kind].max(tile.price());
        }
    }

    /// Only the number of buildings, where nothing else breaks ties.
    fn counted(board: &Board) -> Holding {
        Holding { count: *board.counts(), ..Holding::default() }
    }

    /// The buildings of a board; reserves do not count (W3).
    pub fn of_board(board: &Board) -> Holding {
        let mut holding = Holding { count: *board.counts(), ..Holding::default() };
        for placed in board.tiles() {
            holding.note_price(placed.tile);
        }
        holding
    }

    /// The buildings of a collection: Dirk's (N3).
    pub fn of_tiles(tiles: TileSet) -> Holding {
        let mut holding = Holding::default();
        tiles.iter().for_each(|t| holding.add(t));
        holding
    }
}

/// The points of one player in a round.
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
    pub modules: ModulePoints,
}

/// Points from modules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ModulePoints([u16; Module::COUNT]);

impl ModulePoints {
    /// The sum.
    pub fn total(&self) -> u16 {
        self.0.iter().sum()
    }

    /// By module.
    pub fn iter(&self) -> impl Iterator<Item = (Module, u16)> {
        Module::ALL.into_iter().zip(self.0)
    }
}

impl Index<Module> for ModulePoints {
    type Output = u16;
    fn index(&self, module: Module) -> &u16 {
        &self.0[module as usize]
    }
}

impl IndexMut<Module> for ModulePoints {
    fn index_mut(&mut self, module: Module) -> &mut u16 {
        &mut self.0[module as usize]
    }
}

impl Score {
    /// The points for a board's walls and moats.
    pub fn of_lines(board: &Board) -> Score {
        Score {
            walls: board.longest(Line::Walls),
            moats: board.longest(Line::Moats),
            stretch: 2 * board.longest(Line::Stretch),
            ..Score::default()
        }
    }

    /// The total.
    pub fn total(&self) -> u16 {
        self.walls + self.moats + self.stretch + self.kinds.0.iter().sum::<u16>() + self.modules.total()
    }
}

/// The scores of one round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The round.
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

/// What every player has, including what modules add.
pub fn holdings(table: &Table) -> BySeat<Holding> {
    table.players.map(|seat, player| {
        let mut holding = Holding::of_board(&player.board);
        module::count(table, seat, &mut holding.count);
        holding
    })
}

/// What every player would score if this round were held now.
pub(crate) fn score(table: &Table, round: Round) -> Sheet {
    let with_prices = table.setup.game.has_kind(Kind::Arena);
    let holdings = table.players.map(|seat, player| {
        let of_board = if with_prices { Holding::of_board } else { Holding::counted };
        let mut holding = of_board(&player.board);
        module::count(table, seat, &mut holding.count);
        holding
    });
    let dirk = table.setup.has_dirk().then(|| Holding::of_tiles(table.dirk.tiles));
    let lines = |seat, player: &Player| Score {
        modules: module::points(table, seat, round),
        ..table.setup.game.score_lines(&player.board)
    };
    let seats = table.players.map(lines);
    let mut sheet = Sheet { round, seats, dirk: dirk.as_ref().map(|_| Score::default()) };
    let participants = participants(&holdings, dirk.as_ref());
    for kind in Kind::ALL.into_iter().filter(|kind| table.setup.game.has_kind(*kind)) {
        let points = majority(kind, &participants, round, table.setup.simplified);
        for (score, points) in sheet.seats.iter_mut().zip(points) {
            score.kinds[kind] = points;
        }
        if let Some(score) = &mut sheet.dirk {
            score.kinds[kind] = points[holdings.len()];
        }
    }
    sheet
}

/// Adds the points of a round to the scores: the same as entering its sheet.
pub(crate) fn add_points(table: &mut Table, round: Round) {
    let players = table.players.len();
    let game = table.setup.game;
    let mut counts = Counts::default();
    let (mut ranks, mut all) = ([Ranks::default(); Kind::COUNT - Kind::ALHAMBRA_COUNT], [0; Kind::COUNT]);
    let (alhambra, granada) = (game.has_kind(Kind::Pavilion), game.has_kind(Kind::Arena));
    let mut rank = |at: usize, holding: &Holding| {
        if alhambra {
            counts.push(&holding.count);
        }
        if granada {
            for (ranks, kind) in ranks.iter_mut().zip(&Kind::ALL[Kind::ALHAMBRA_COUNT..]) {
                ranks.set(at, holding.count[*kind], holding.dearest[*kind]);
                all[*kind as usize] += holding.count[*kind] as u16;
            }
        }
    };
    let mut points = [0; PARTICIPANTS];
    for (seat, player) in table.players.seats() {
        let mut holding = if granada { Holding::of_board(&player.board) } else { Holding::counted(&player.board) };
        let lines = game.score_lines(&player.board);
        points[seat.index()] = lines.walls + lines.moats + lines.stretch;
        if !table.setup.modules.is_empty() {
            module::count(table, seat, &mut holding.count);
            points[seat.index()] += module::points(table, seat, round).total();
        }
        rank(seat.index(), &holding);
    }
    let has_dirk = table.setup.has_dirk();
    if has_dirk {
        rank(players, &Holding::of_tiles(table.dirk.tiles));
    }
    let points_of = &mut points[..players + has_dirk as usize];
    if alhambra {
        points_of.iter_mut().enumerate().for_each(|(at, points)| *points += counts.points(at, round));
    }
    if granada {
        for (ranks, kind) in ranks.iter().zip(&Kind::ALL[Kind::ALHAMBRA_COUNT..]) {
            let together = together(*kind, round, all[*kind as usize], table.setup.simplified);
            points_of.iter_mut().enumerate().for_each(|(at, points)| *points += ranks.share(at, &together));
        }
    }
    for (player, points) in table.players.iter_mut().zip(points) {
        player.score += points;
    }
    if has_dirk {
        table.dirk.score += points[players];
    }
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
    let participants = participants(holdings, dirk);
    for kind in Kind::ALL {
        let of_kind = majority(kind, &participants, round, simplified);
        for (points, of_kind) in points.iter_mut().chain(&mut dirk_points).zip(of_kind) {
            points[kind] = of_kind;
        }
    }
    (points, dirk_points)
}

/// The players' holdings, then Dirk's.
fn participants(holdings: &BySeat<Holding>, dirk: Option<&Holding>) -> ArrayVec<Holding, PARTICIPANTS> {
    holdings.iter().chain(dirk).copied().collect()
}

/// The points for one kind, for players and then Dirk.
#[inline]
fn majority(kind: Kind, holdings: &[Holding], round: Round, simplified: bool) -> [u16; PARTICIPANTS] {
    let (mut ranks, mut all) = (Ranks::default(), 0);
    for (at, holding) in holdings.iter().enumerate() {
        ranks.set(at, holding.count[kind], granada::tie_break(holding, kind));
        all += holding.count[kind] as u16;
    }
    let together = together(kind, round, all, simplified);
    let mut points = [0; PARTICIPANTS];
    for (at, points) in points[..holdings.len()].iter_mut().enumerate() {
        *points = ranks.share(at, &together);
    }
    points
}

/// The points for a place, 0 being the first, for a kind with `all` buildings.
pub const fn place_pays(kind: Kind, round: Round, place: usize, all: u16, simplified: bool) -> u16 {
    let places = round.number() as usize;
    if place >= places {
        return 0;
    }
    // Round 3 scores places 1, 2, 3; round 2 the last two of that scale, round 1 the last one.
    let step = place + 3 - places;
    if kind.is_granada() { granada::place_pays(step, all, simplified) } else { [16, 8, 1][step] + kind as u16 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Seat;
    use crate::setup::Setup;
    use crate::testkit::{Scene, tiles};
    use crate::tile::Tile;

    /// The points for a kind, given the number of buildings of each player.
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

    /// W3: the points for all places, kind by kind from Pavilion to Tower.
    #[test]
    fn w3_points_for_places() {
        let pays = |round| Kind::alhambra().map(|k| points(k, round, &[5, 4, 3, 2])).collect::<Vec<_>>();
        let one = [[1, 0, 0, 0], [2, 0, 0, 0], [3, 0, 0, 0], [4, 0, 0, 0], [5, 0, 0, 0], [6, 0, 0, 0]];
        let two = [[8, 1, 0, 0], [9, 2, 0, 0], [10, 3, 0, 0], [11, 4, 0, 0], [12, 5, 0, 0], [13, 6, 0, 0]];
        let three = [[16, 8, 1, 0], [17, 9, 2, 0], [18, 10, 3, 0], [19, 11, 4, 0], [20, 12, 5, 0], [21, 13, 6, 0]];
        assert_eq!(pays(Round::First), one);
        assert_eq!(pays(Round::Second), two);
        assert_eq!(pays(Round::Third), three);
    }

    /// W3: the rulebooks' examples: chambers in round 1, towers in round 2, pavilions in round 3. Seats do not matter.
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

    /// W3: a player who leads in several kinds gets the points for each, plus the points for the wall.
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

    /// W2: each player gets the points for their own longest wall, the same in every round.
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

    /// W4: tied players share all the places they occupy, and the next player is ranked behind those places.
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

    /// W4: places that score nothing in a round add nothing.
    #[test]
    fn w4_places_that_score_nothing() {
        use Kind::{Pavilion, Tower};
        assert_eq!(points(Tower, Round::First, &[1, 1, 0]), [3, 3, 0], "6 / 2");
        assert_eq!(points(Tower, Round::First, &[2, 2, 2]), [2, 2, 2], "6 / 3");
        assert_eq!(points(Pavilion, Round::First, &[1, 1]), [0, 0], "1 / 2");
        assert_eq!(points(Tower, Round::Second, &[2, 2, 2]), [6, 6, 6], "(13 + 6) / 3");
        assert_eq!(points(Tower, Round::Second, &[3, 2, 2]), [13, 3, 3], "6 / 2");
        assert_eq!(points(Tower, Round::Second, &[3, 3, 2]), [9, 9, 0], "the third place pays nothing yet");
    }

    /// W5: nothing without a tile of the kind, even if a place is free.
    #[test]
    fn w5_nothing_without_a_tile() {
        assert_eq!(points(Kind::Tower, Round::Third, &[1, 0, 0]), [21, 0, 0]);
        assert_eq!(points(Kind::Tower, Round::Third, &[0, 0, 0]), [0, 0, 0]);
        assert_eq!(points(Kind::Tower, Round::Second, &[2, 0]), [13, 0]);
    }

    /// N3: Dirk takes places in the majorities and shares them like everyone else.
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
