//! The points of a round, computed literally from the rules.

use std::collections::{BTreeMap, BTreeSet};

use sabika_rules::components::Piece;
use sabika_rules::scoring::{Holding, Sheet};
use sabika_rules::{Board, Direction, Kind, Module, Round, Seat, Setup, Side, Table, Tile};

/// The tiles of a board, in the plainest form.
fn tiles(board: &Board) -> BTreeMap<(i16, i16), Tile> {
    board.tiles().iter().map(|p| ((p.cell.x as i16, p.cell.y as i16), p.tile)).collect()
}

fn step((x, y): (i16, i16), d: Direction) -> (i16, i16) {
    match d {
        Direction::North => (x, y - 1),
        Direction::East => (x + 1, y),
        Direction::South => (x, y + 1),
        Direction::West => (x - 1, y),
    }
}

fn kind_of_building(tile: &Tile) -> Option<Kind> {
    (tile.piece() == Piece::Building).then(|| tile.kind()).flatten()
}

/// HU4: what a board's huts add to its buildings of a kind: one for each neighbour of its colour without a wall in between, at
/// most three.
fn added_by_huts(board: &Board, kind: Kind) -> u8 {
    let tiles = tiles(board);
    let huts = tiles.iter().filter(|(_, tile)| tile.piece() == Piece::Hut && tile.kind() == Some(kind));
    let beside = |cell: (i16, i16), hut: &Tile| {
        let open = Direction::ALL.into_iter().filter(|d| hut.side(*d) != Side::Wall);
        open.filter(|d| tiles.get(&step(cell, *d)).and_then(kind_of_building) == Some(kind)).count() as u8
    };
    huts.map(|(cell, hut)| beside(*cell, hut).min(MOST_FOR_A_HUT)).sum()
}

/// HU4
const MOST_FOR_A_HUT: u8 = 3;

/// CA5: for each bastion, the buildings in the line behind it, up to the first cell that is empty or holds a camp. Everything except camps counts.
fn for_camps(board: &Board) -> u16 {
    let tiles = tiles(board);
    let mut points = 0;
    for (cell, camp) in tiles.iter().filter(|(_, tile)| tile.piece() == Piece::Camp) {
        for d in Direction::ALL.into_iter().filter(|d| camp.side(*d) == Side::Bastion) {
            let mut at = step(*cell, d);
            while tiles.get(&at).is_some_and(|tile| tile.piece() != Piece::Camp) {
                points += 1;
                at = step(at, d);
            }
        }
    }
    points
}

/// BZ4: in round 3, the surrounding buildings in its colours, times the number of its colours among them.
fn for_bazaars(board: &Board, round: Round) -> u16 {
    if round != Round::Third {
        return 0;
    }
    let tiles = tiles(board);
    let mut points = 0;
    for ((x, y), bazaar) in tiles.iter().filter(|(_, tile)| tile.piece() == Piece::Bazaar) {
        let shows: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| bazaar.colours() & kind.bit() != 0).collect();
        let mut fitting = Vec::new();
        for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
            let kind = tiles.get(&(x + dx, y + dy)).and_then(kind_of_building);
            fitting.extend(kind.filter(|kind| shows.contains(kind)));
        }
        let different: BTreeSet<Kind> = fitting.iter().copied().collect();
        points += fitting.len() * different.len();
    }
    points as u16
}

/// FA5: by the rulebook's table, for each colour of falcon.
fn for_falcons(table: &Table, seat: Seat) -> u16 {
    let mut flocks: BTreeMap<String, usize> = BTreeMap::new();
    for falcon in table.modules.falconers.of(seat) {
        *flocks.entry(format!("{:?}", falcon.plumage())).or_default() += 1;
    }
    flocks.values().map(|many| [0, 2, 6, 12, 20, 30][*many]).sum()
}

/// A seat's points from modules: nothing for those that are not in the game.
fn module_points(table: &Table, seat: Seat, round: Round, module: Module) -> u16 {
    let board = &table.players[seat].board;
    match module {
        Module::Camps => for_camps(board),
        Module::Bazaars => for_bazaars(board, round),
        Module::Falconers => for_falcons(table, seat),
        _ => 0,
    }
}

/// W3–W5, GR5 taken literally: the points for the places of a kind, handed out from the top.
fn majority(kind: Kind, round: Round, setup: &Setup, holdings: &[Holding]) -> Vec<u16> {
    let all: u16 = holdings.iter().map(|h| h.count[kind] as u16).sum();
    let (n, price) = (round.number(), 1 + kind as u16);
    let places: Vec<u16> = match (kind.is_granada(), setup.simplified) {
        (false, _) => [price, price + 7, price + 15][..n as usize].iter().rev().copied().collect(),
        (true, true) => [3, 10, 18][..n as usize].iter().rev().copied().collect(),
        (true, false) => (1..=n as u16).rev().map(|times| times * all).collect(),
    };
    let mut points = vec![0; holdings.len()];
    let mut order: Vec<usize> = (0..holdings.len()).filter(|i| holdings[*i].count[kind] > 0).collect();
    let rank = |i: usize| (holdings[i].count[kind], if kind.is_granada() { holdings[i].dearest[kind] } else { 0 });
    order.sort_by_key(|i| std::cmp::Reverse(rank(*i)));
    let mut place = 0;
    for level in order.chunk_by(|a, b| rank(*a) == rank(*b)) {
        let shared: u16 = (place..place + level.len()).filter_map(|p| places.get(p)).sum();
        level.iter().for_each(|i| points[*i] = shared / level.len() as u16);
        place += level.len();
    }
    points
}

/// The scores of a round follow from the table. Dirk may have drawn since: `dirk` says whether he has not.
pub fn sheet_is_right(table: &Table, sheet: &Sheet, dirk: bool) {
    let holding = |seat: Seat| {
        let player = &table.players[seat];
        let on_board: Vec<Tile> = player.board.tiles().iter().map(|p| p.tile).collect();
        let mut holding = Holding::of_tiles(on_board.into_iter().collect());
        for kind in Kind::ALL {
            // BN2: a revealed card counts as one more building.
            let cards = table.modules.bonus.laid[seat.index()].tiles().filter(|tile| tile.kind() == Some(kind)).count();
            holding.count[kind] += cards as u8 + added_by_huts(&player.board, kind);
        }
        holding
    };
    let mut holdings: Vec<Holding> = (0..table.setup.players).map(Seat).map(holding).collect();
    holdings.extend(table.setup.has_dirk().then(|| Holding::of_tiles(table.dirk.tiles)));
    for kind in Kind::ALL.into_iter().filter(|_| dirk || !table.setup.has_dirk()) {
        let points = majority(kind, sheet.round, &table.setup, &holdings);
        let entered: Vec<u16> = sheet.seats.iter().chain(&sheet.dirk).map(|score| score.kinds[kind]).collect();
        assert_eq!(entered, points, "{kind:?} in round {:?}", sheet.round);
    }
    for (seat, score) in sheet.seats.seats() {
        let mut for_modules = 0;
        for (module, points) in score.modules.iter() {
            assert_eq!(points, module_points(table, seat, sheet.round, module), "{module} of seat {seat}");
            for_modules += points;
        }
        let kinds: u16 = score.kinds.0.iter().sum();
        assert_eq!(score.total(), kinds + score.walls + score.moats + score.stretch + for_modules);
    }
    assert_eq!(sheet.dirk.is_some(), table.setup.has_dirk());
    assert!(sheet.dirk.is_none_or(|d| d.total() == d.kinds.0.iter().sum()), "N3: majorities only");
}
