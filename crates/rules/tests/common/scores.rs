//! The points of a round, worked out to the letter.

use sabika_rules::module;
use sabika_rules::scoring::{Holding, Sheet};
use sabika_rules::{ByKind, Kind, Round, Seat, Setup, Table, Tile};

/// W3–W5, GR5 to the letter: what the places of a kind pay, dealt out from the top.
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

/// The scores of a round follow from the table as it lies. Dirk may have drawn since: `dirk` says whether he has not.
pub fn sheet_is_right(table: &Table, sheet: &Sheet, dirk: bool) {
    let holding = |seat: Seat| {
        let mut holding = Holding::of_board(&table.players[seat].board);
        let mut counts: ByKind<u8> = holding.count;
        let bonus: Vec<Tile> = table.modules.bonus.laid[seat.index()].tiles().collect();
        module::count_of(&table.players[seat].board, &bonus, &mut counts);
        holding.count = counts;
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
        let falcons = table.modules.falconers.placed().filter(|(_, s, _)| *s == seat).map(|(f, _, _)| f);
        let modules = module::points_of(&table.players[seat].board, falcons, sheet.round);
        assert_eq!(score.modules, modules);
        let kinds: u16 = score.kinds.0.iter().sum();
        assert_eq!(score.total(), kinds + score.walls + score.moats + score.stretch + modules.total());
    }
    assert_eq!(sheet.dirk.is_some(), table.setup.has_dirk());
    assert!(sheet.dirk.is_none_or(|d| d.total() == d.kinds.0.iter().sum()), "N3: majorities only");
}
