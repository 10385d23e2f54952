//! Boards grown at random: the fast checks for placing, removing, exchanging and walls against a literal implementation of the rules
//! (`board::plain`, and a plain search for walls here), on every cell of the board and two beyond.

use std::collections::BTreeSet;

use proptest::prelude::*;
use sabika_rules::board::{Frontier, Line, Segment, plain};
use sabika_rules::{Board, Cell, Direction, GameKind, Reason, Refusal, Rule, Side, Tile};

type List = Vec<(Tile, Cell)>;

/// Every tile that can be on a board of this game.
fn tiles_of(game: GameKind) -> Vec<Tile> {
    let fits = |t: &Tile| match game {
        GameKind::Alhambra => !t.is_granada(),
        GameKind::Granada => t.is_granada(),
        // No module adds a tile here.
        GameKind::Combined => t.is_granada() || Tile::buildings().any(|b| b == *t),
    };
    Tile::all().filter(fits).collect()
}

fn start_of(game: GameKind) -> Tile {
    if game == GameKind::Granada { Tile::GRANADA_START } else { Tile::START }
}

fn list(board: &Board) -> List {
    board.tiles().iter().map(|p| (p.tile, p.cell)).collect()
}

/// The tiles that are not on the board, regardless of face.
fn off_board(game: GameKind, board: &Board) -> Vec<Tile> {
    let on = |t: &Tile| board.find(*t).is_some() || t.other_face().is_some_and(|o| board.find(o).is_some());
    tiles_of(game).into_iter().filter(|t| !on(t)).collect()
}

/// One tile for each pattern of sides among these: a board does not distinguish more.
fn patterns(tiles: &[Tile]) -> Vec<Tile> {
    let mut seen: Vec<[Side; 4]> = Vec::new();
    let mut one = tiles.to_vec();
    one.retain(|t| {
        let new = !seen.contains(&t.sides());
        seen.push(t.sides());
        new
    });
    one
}

/// Every cell of the board's bounding box and two beyond.
fn cells_around(board: &Board) -> impl Iterator<Item = Cell> {
    let along = |of: fn(Cell) -> i8| {
        let all = || board.tiles().iter().map(|p| of(p.cell));
        (all().min().unwrap() - 2)..=(all().max().unwrap() + 2)
    };
    let (columns, rows) = (along(|c| c.x), along(|c| c.y));
    rows.flat_map(move |y| columns.clone().map(move |x| Cell::new(x, y)))
}

/// How many sides of this tile would clash with the neighbours of the cell.
fn clashes(board: &Board, tile: Tile, cell: Cell) -> usize {
    let clash =
        |d: &Direction| board.get(cell.step(*d)).is_some_and(|t| !tile.side(*d).may_touch(t.side(d.opposite())));
    Direction::ALL.iter().filter(|d| clash(d)).count()
}

fn neighbours(board: &Board, cell: Cell) -> usize {
    Direction::ALL.iter().filter(|d| board.get(cell.step(**d)).is_some()).count()
}

/// Both agree on whether it is legal; and on the rule, unless several are broken at once.
fn agree(quick: Result<(), Refusal>, plain: Result<(), Refusal>, ambiguous: bool, what: &dyn Fn() -> String) {
    let rules = (quick.err().map(|r| r.rule), plain.err().map(|r| r.rule));
    match rules {
        (None, None) => {}
        (Some(a), Some(b)) => assert!(a == b || ambiguous, "{}: {quick:?} but plainly {plain:?}", what()),
        _ => panic!("{}: {quick:?} but plainly {plain:?}", what()),
    }
}

fn check_places(board: &Board, tile: Tile) {
    let mut tiles = list(board);
    let mut legal = BTreeSet::new();
    for cell in cells_around(board) {
        tiles.push((tile, cell));
        let plain = plain::check(&tiles, board.founded());
        tiles.pop();
        if plain.is_ok() {
            legal.insert(cell);
        }
        let quick = board.check_place(tile, cell);
        // Another tile may be here (for a starting tile that is also C3). A tile detached from the board breaks P4 and P3.
        // Several sides may clash for several reasons.
        let apart = board.get(cell).is_some() || neighbours(board, cell) == 0;
        let ambiguous = apart || clashes(board, tile, cell) > 1;
        agree(quick, plain, ambiguous, &|| format!("place {tile} {cell} on {}", drawn(board)));
        if let Err(refusal) = quick {
            assert!(!apart || refusal.rule == Rule::P4, "{refusal}");
            assert_eq!((refusal.tile, refusal.cell), (Some(tile), Some(cell)));
            let clash = refusal.reason == Reason::SidesClash;
            assert_eq!(refusal.side.is_some(), clash, "{refusal}");
            assert!(refusal.side.is_none_or(|d| clashes(board, tile, cell) > 0 && board.get(cell.step(d)).is_some()));
        }
    }
    let cells: Vec<Cell> = Frontier::of(board).cells(tile).collect();
    assert_eq!(sorted_once(&cells), legal, "cells for {tile} on {}", drawn(board));
}

fn check_exchanges(board: &Board, tile: Tile) {
    let mut legal = BTreeSet::new();
    for cell in cells_around(board) {
        let quick = board.check_exchange(tile, cell);
        let what = || format!("exchange {tile} {cell} on {}", drawn(board));
        let Some(gone) = board.get(cell) else {
            assert_eq!(quick.unwrap_err().rule, Rule::D1, "{}", what());
            continue;
        };
        // D2, CO4: starting tiles stay, even though a board with another one might be legal.
        if gone.is_start() || board.founded() == Some(cell) {
            let rule = if gone.is_start() { Rule::D2 } else { Rule::CO4 };
            assert_eq!(quick.unwrap_err().rule, rule, "{}", what());
            continue;
        }
        let exchanged = list(board).into_iter().map(|(t, c)| (if c == cell { tile } else { t }, c));
        let plain = plain::check(&exchanged.collect::<List>(), board.founded());
        if plain.is_ok() {
            legal.insert(cell);
        }
        agree(quick, plain, clashes(board, tile, cell) > 1, &what);
    }
    let cells: Vec<Cell> = board.exchanges(tile).collect();
    assert_eq!(sorted_once(&cells), legal, "exchanges for {tile} on {}", drawn(board));
}

fn check_removals(board: &Board) {
    let mut legal = BTreeSet::new();
    for cell in cells_around(board) {
        let quick = board.check_remove(cell);
        let what = || format!("remove {cell} on {}", drawn(board));
        let Some(gone) = board.get(cell) else {
            assert_eq!(quick.unwrap_err().rule, Rule::D1, "{}", what());
            continue;
        };
        if gone.is_start() || board.founded() == Some(cell) {
            let rule = if gone.is_start() { Rule::D2 } else { Rule::CO4 };
            assert_eq!(quick.unwrap_err().rule, rule, "{}", what());
            continue;
        }
        let left: List = list(board).into_iter().filter(|(_, c)| *c != cell).collect();
        let plain = plain::check(&left, board.founded());
        if plain.is_ok() {
            legal.insert(cell);
        }
        // A hole may come in addition to anything else.
        agree(quick, plain, neighbours(board, cell) == 4, &what);
    }
    let cells: Vec<Cell> = board.removable().collect();
    assert_eq!(sorted_once(&cells), legal, "removable on {}", drawn(board));
}

fn sorted_once(cells: &[Cell]) -> BTreeSet<Cell> {
    let set: BTreeSet<Cell> = cells.iter().copied().collect();
    assert_eq!(set.len(), cells.len(), "a cell comes up twice: {cells:?}");
    set
}

/// The two end points of a side, as corners of cells.
fn ends(cell: Cell, side: Direction) -> [(i16, i16); 2] {
    let (x, y) = (cell.x as i16, cell.y as i16);
    match side {
        Direction::North => [(x, y), (x + 1, y)],
        Direction::East => [(x + 1, y), (x + 1, y + 1)],
        Direction::South => [(x, y + 1), (x + 1, y + 1)],
        Direction::West => [(x, y), (x, y + 1)],
    }
}

/// W2, CO5 taken literally: all segments that count, each with its end points.
fn segments(board: &Board, line: Line) -> Vec<[(i16, i16); 2]> {
    let mut segments = Vec::new();
    for placed in board.tiles() {
        for d in Direction::ALL {
            let against = board.get(placed.cell.step(d)).map(|t| t.side(d.opposite()));
            let counts = match (line, placed.tile.side(d)) {
                (Line::Walls, Side::Wall) => against != Some(Side::Wall),
                (Line::Moats, Side::Moat) => against != Some(Side::Moat),
                (Line::Stretch, Side::Wall) => against == Some(Side::Moat),
                _ => false,
            };
            if counts {
                segments.push(ends(placed.cell, d));
            }
        }
    }
    segments
}

/// Removes connected segments set by set; returns the size of the largest set.
fn longest(mut rest: Vec<[(i16, i16); 2]>) -> usize {
    let mut best = 0;
    while let Some(first) = rest.pop() {
        let mut joined = vec![first];
        let mut at = 0;
        while at < joined.len() {
            let here = joined[at];
            let touches = |other: &[(i16, i16); 2]| other.iter().any(|end| here.contains(end));
            joined.extend(rest.iter().filter(|s| touches(s)));
            rest.retain(|s| !touches(s));
            at += 1;
        }
        best = best.max(joined.len());
    }
    best
}

fn check_lines(board: &Board) {
    for line in [Line::Walls, Line::Moats, Line::Stretch] {
        let all = segments(board, line);
        let length = longest(all.clone());
        assert_eq!(board.longest(line) as usize, length, "{line:?} on {}", drawn(board));
        let shown = board.longest_segments(line);
        let shown: Vec<_> = shown.into_iter().map(|Segment { cell, side }| ends(cell, side)).collect();
        assert!(shown.iter().all(|s| all.contains(s)), "{line:?} on {}", drawn(board));
        assert_eq!((shown.len(), longest(shown)), (length, length), "{line:?} on {}", drawn(board));
    }
}

fn drawn(board: &Board) -> String {
    board.tiles().iter().map(|p| format!("{}@{} ", p.tile, p.cell)).collect()
}

/// Grows a board from these numbers, each of which picks what is done, with which tile, and where.
fn grow(game: GameKind, picks: &[u32], mut look: impl FnMut(usize, &Board)) {
    let mut board = Board::new(start_of(game));
    look(0, &board);
    for (step, pick) in picks.iter().enumerate() {
        let (what, which) = (pick % 8, *pick as usize / 8);
        let off = off_board(game, &board);
        let some = |cells: Vec<Cell>| (!cells.is_empty()).then(|| cells[which / 256 % cells.len()]);
        let tile = off[which % off.len()];
        if what == 0 {
            if let Some(cell) = some(board.removable().collect()) {
                board.remove(cell);
            }
        } else if what == 1 {
            if let Some(cell) = some(board.exchanges(tile).collect()) {
                board.exchange(tile, cell);
            }
        } else {
            // The first tile from there on that fits anywhere.
            let tiles = off.iter().cycle().skip(which % off.len()).take(off.len());
            let frontier = Frontier::of(&board);
            let fitting = tiles.map(|t| (*t, frontier.cells(*t).collect::<Vec<_>>())).find(|(_, c)| !c.is_empty());
            if let Some((tile, cells)) = fitting {
                board.place(tile, cells[which / 256 % cells.len()]);
            }
        }
        look(step + 1, &board);
    }
}

fn agrees_with_plain(game: GameKind, picks: &[u32]) {
    grow(game, picks, |step, board| {
        let legal = plain::check(&list(board), board.founded());
        assert_eq!(legal, Ok(()), "{}", drawn(board));
        assert_eq!(&Board::from_tiles(&list(board), board.founded()).unwrap(), board);
        check_lines(board);
        check_removals(board);
        // Only some patterns after each step, so that all get their turn.
        let patterns = patterns(&off_board(game, board));
        for tile in patterns.iter().skip(step % 8).step_by(8) {
            check_places(board, *tile);
            check_exchanges(board, *tile);
        }
    });
}

/// On a few boards every single tile is tried, instead of one per pattern.
fn every_tile_agrees(game: GameKind) {
    let mut dice = sabika_rules::Dice::from_seed(game as u64);
    let picks: Vec<u32> = (0..45).map(|_| dice.below(1 << 24)).collect();
    grow(game, &picks, |step, board| {
        if step == picks.len() {
            for tile in off_board(game, board) {
                check_places(board, tile);
                check_exchanges(board, tile);
            }
        }
    });
}

/// A tenth of the usual number of cases (set by PROPTEST_CASES), because each grows a whole board.
fn config() -> ProptestConfig {
    let usual = ProptestConfig::default();
    ProptestConfig { cases: usual.cases / 10, failure_persistence: None, ..usual }
}

proptest! {
    #![proptest_config(config())]

    /// P1–P5, D1–D3, W2, CA2–CA4, BZ3, HU5 with all modules' tiles.
    #[test]
    fn alhambra(picks in prop::collection::vec(0u32..1 << 24, 1..50)) {
        agrees_with_plain(GameKind::Alhambra, &picks);
    }

    /// GR1: the same with moats.
    #[test]
    fn granada(picks in prop::collection::vec(0u32..1 << 24, 1..50)) {
        agrees_with_plain(GameKind::Granada, &picks);
    }

    /// CO4, CO5: two cities.
    #[test]
    fn combined(picks in prop::collection::vec(0u32..1 << 24, 1..60)) {
        agrees_with_plain(GameKind::Combined, &picks);
    }
}

#[test]
fn every_tile() {
    GameKind::ALL.into_iter().for_each(every_tile_agrees);
}
