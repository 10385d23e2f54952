//! The building rules on drawn boards. Each refusal must come from the fast check and from the plain one.

use super::*;
use crate::setup::GameKind;
use crate::testkit::{board, tile};

fn alhambra(drawn: &str) -> Board {
    board(GameKind::Alhambra, drawn)
}

fn cell(code: &str) -> Cell {
    code.parse().expect("a cell")
}

/// The board with one more tile, judged as a whole by the literal rules.
fn after(board: &Board, code: &str, at: &str) -> Result<Board, Refusal> {
    let all: Vec<_> = board.tiles().iter().map(|p| (p.tile, p.cell)).chain([(tile(code), cell(at))]).collect();
    Board::from_tiles(&all, board.founded())
}

/// The board without one tile, judged the same way.
fn without(board: &Board, at: &str) -> Result<Board, Refusal> {
    let rest = board.tiles().iter().filter(|p| p.cell != cell(at));
    Board::from_tiles(&rest.map(|p| (p.tile, p.cell)).collect::<Vec<_>>(), board.founded())
}

#[track_caller]
fn fits(board: &Board, code: &str, at: &str) {
    assert_eq!(board.check_place(tile(code), cell(at)), Ok(()));
    assert!(Frontier::of(board).cells(tile(code)).any(|c| c == cell(at)), "{code} at {at} is listed");
    after(board, code, at).expect("the board after it is legal");
}

#[track_caller]
fn does_not_fit(board: &Board, code: &str, at: &str, why: &str) {
    let refusal = board.check_place(tile(code), cell(at)).expect_err("it may not lie here");
    assert_eq!(refusal.to_string(), why);
    assert!(!Frontier::of(board).cells(tile(code)).any(|c| c == cell(at)), "{code} at {at} is not listed");
    after(board, code, at).expect_err("the board after it is not legal");
}

#[track_caller]
fn stays(board: &Board, at: &str, why: &str) {
    let refusal = board.check_remove(cell(at)).expect_err("it may not be taken off");
    assert_eq!(refusal.to_string(), why);
    assert!(!board.removable().any(|c| c == cell(at)), "{at} is not listed");
    without(board, at).expect_err("the board without it is not legal");
}

#[track_caller]
fn comes_off(board: &Board, at: &str) {
    assert_eq!(board.check_remove(cell(at)), Ok(()));
    assert!(board.removable().any(|c| c == cell(at)), "{at} is listed");
    without(board, at).expect("the board without it is legal");
}

/// P1: tiles are never rotated; where a tile would fit only rotated, it does not fit.
#[test]
fn p1_tiles_are_never_rotated() {
    let start = alhambra("");
    let mut cells: Vec<String> = Frontier::of(&start).cells(tile("P3sw")).map(|c| c.to_string()).collect();
    cells.sort_unstable();
    assert_eq!(cells, ["-1,0", "0,1"], "turned it would fit on all four");
    does_not_fit(&start, "P3sw", "1,0", "P2: sides-clash, tile P3sw, cell 1,0, side w");
    does_not_fit(&start, "P3sw", "0,-1", "P2: sides-clash, tile P3sw, cell 0,-1, side s");
    let built = alhambra("P3sw@0,1").get(cell("0,1")).expect("it lies there");
    assert_eq!(built.sides(), [Side::Open, Side::Open, Side::Wall, Side::Wall]);
}

/// P2: wall against wall and open against open, never one against the other, whichever of the two is new.
#[test]
fn p2_both_sides_have_a_wall_or_neither_has() {
    let walled = alhambra("G12s@1,0 P8@0,1");
    fits(&walled, "G10n", "1,1");
    does_not_fit(&walled, "T11", "1,1", "P2: sides-clash, tile T11, cell 1,1, side n");
    let open = alhambra("S9@1,0 P8@0,1");
    fits(&open, "T11", "1,1");
    does_not_fit(&open, "G10n", "1,1", "P2: sides-clash, tile G10n, cell 1,1, side n");
}

/// P2: the starting tile has no wall, so nothing with a wall may be placed against it, on any side.
#[test]
fn p2_against_the_starting_tile() {
    let start = alhambra("");
    does_not_fit(&start, "G12s", "0,-1", "P2: sides-clash, tile G12s, cell 0,-1, side s");
    does_not_fit(&start, "C9w", "1,0", "P2: sides-clash, tile C9w, cell 1,0, side w");
    does_not_fit(&start, "G10n", "0,1", "P2: sides-clash, tile G10n, cell 0,1, side n");
    does_not_fit(&start, "G9e", "-1,0", "P2: sides-clash, tile G9e, cell -1,0, side e");
    for (code, at) in [("G12s", "1,0"), ("C9w", "0,1"), ("G10n", "-1,0"), ("G9e", "0,-1")] {
        fits(&start, code, at);
    }
}

/// P3: a new tile that is touched only by walls cannot be reached on foot.
#[test]
fn p3_a_new_tile_must_be_reached_on_foot() {
    let walled = alhambra("T13e@1,0");
    does_not_fit(&walled, "C9w", "2,0", "P3: not-reachable, tile C9w, cell 2,0");
    let around = alhambra("T13e@1,0 P8@1,1 S9@2,1");
    fits(&around, "C9w", "2,0");
}

/// P3, ruling: every tile must be reachable, not only the new one: a tile that leads to others stays.
#[test]
fn p3_every_tile_must_be_reached() {
    let row = alhambra("P8@1,0 S9@2,0");
    stays(&row, "1,0", "P3: not-reachable, tile P8, cell 1,0");
    comes_off(&row, "2,0");
    // G10n would still touch G12s, but along a wall.
    let walled = alhambra("G12s@1,0 P8@0,1 G10n@1,1");
    stays(&walled, "0,1", "P3: not-reachable, tile P8, cell 0,1");
    comes_off(&walled, "1,0");
    comes_off(&walled, "1,1");
    // With a second path, each may be removed.
    let block = alhambra("S9@1,0 P8@0,1 T11@1,1");
    for at in ["1,0", "0,1", "1,1"] {
        comes_off(&block, at);
    }
}

/// P4: a new tile touches the board along a side; a corner is not enough, and the cell must be empty.
#[test]
fn p4_a_corner_is_not_enough() {
    let start = alhambra("P8@1,0");
    for at in ["2,1", "-1,-1", "-1,1", "2,-1", "5,5", "0,100", "127,-128"] {
        does_not_fit(&start, "S9", at, &format!("P4: not-connected, tile S9, cell {at}"));
    }
    does_not_fit(&start, "S9", "1,0", "P4: occupied, tile S9, cell 1,0");
    does_not_fit(&start, "S9", "0,0", "P4: occupied, tile S9, cell 0,0");
    for at in ["2,0", "-1,0", "0,1", "0,-1", "1,1", "1,-1"] {
        fits(&start, "S9", at);
    }
}

/// P4, ruling: the whole board is connected along sides after every change: here two cities are connected by one wall (CO4).
#[test]
fn p4_the_whole_board_is_connected() {
    let cities = board(GameKind::Combined, "T13e@1,0 Li10w@2,0");
    stays(&cities, "1,0", "P4: not-connected, tile T13e, cell 1,0");
    let twice = board(GameKind::Combined, "T13e@1,0 P8@0,1 G9e@1,1 Li10w@2,0 Hp8w@2,1");
    comes_off(&twice, "1,0");
    comes_off(&twice, "1,1");
}

/// P5: the rulebooks' example: the last tile of a ring would enclose an empty cell.
#[test]
fn p5_no_hole_of_one_cell() {
    let bow = alhambra("P8@1,0 S9@2,0 A9@2,1 A10@2,2 C10@1,2 C11@0,2");
    does_not_fit(&bow, "G10", "0,1", "P5: hole, tile G10, cell 0,1");
    fits(&bow, "G10", "1,1");
    fits(&bow, "G10", "0,3");
}

/// P5: an empty area of several cells is a hole, too.
#[test]
fn p5_no_hole_of_two_cells() {
    let bow = alhambra("P8@1,0 S9@2,0 A9@3,0 A10@3,1 C10@3,2 C11@2,2 G10@1,2 G11@0,2");
    does_not_fit(&bow, "T11", "0,1", "P5: hole, tile T11, cell 0,1");
    does_not_fit(&bow, "T11", "1,1", "P5: hole, tile T11, cell 1,1");
    // At the end of the bay a tile encloses nothing.
    fits(&bow, "T11", "2,1");
}

/// P5, ruling: a gap at a corner does not open an area.
#[test]
fn p5_a_gap_at_a_corner_does_not_open_an_area() {
    let bow = alhambra("P8@1,0 S9@2,0 A9@2,1 C10@0,1 C11@0,2");
    assert_eq!(bow.get(cell("2,2")), None);
    does_not_fit(&bow, "G10", "1,2", "P5: hole, tile G10, cell 1,2");
    // The same with an area of three cells, where the new tile touches the starting tile only at a corner.
    let bow = alhambra("P8@1,0 S9@2,0 A9@2,1 A10@2,2 C10@1,2 C11@1,3 G10@0,3 G11@-1,3 T11@-1,2");
    does_not_fit(&bow, "T12", "-1,1", "P5: hole, tile T12, cell -1,1");
}

/// P5: a bay that is open along a side is not a hole.
#[test]
fn p5_a_bay_is_not_a_hole() {
    let bay = alhambra("P8@1,0 S9@2,0 A9@2,1 C10@0,1");
    fits(&bay, "C11", "0,2");
    fits(&bay, "C11", "2,2");
}

/// P5: removing a tile that has others on all its sides makes a hole.
#[test]
fn p5_removing_may_not_make_a_hole() {
    let full = alhambra("P8@1,0 S9@2,0 A9@0,1 A10@1,1 C10@2,1 C11@0,2 G10@1,2 G11@2,2");
    stays(&full, "1,1", "P5: hole, tile A10, cell 1,1");
    for at in ["1,0", "2,0", "0,1", "2,1", "0,2", "1,2", "2,2"] {
        comes_off(&full, at);
    }
    // Four neighbours are enough, the corners do not matter.
    let cross = alhambra("P8@1,0 S9@2,0 A9@0,1 A10@1,1 C10@2,1 C11@0,2 G10@1,2");
    stays(&cross, "1,1", "P5: hole, tile A10, cell 1,1");
}
