//! Redesigning (D1–D3).

use crate::action::Action;
use crate::board::Frontier;
use crate::cell::Cell;
use crate::game::{Chair, Game};
use crate::module;
use crate::refusal::{Reason, Refusal, Rule};
use crate::seat::Seat;
use crate::tile::Tile;

pub(crate) fn any(chair: &Chair) -> bool {
    let board = chair.board();
    let reserve = chair.table.players[chair.seat].reserve;
    board.removable().next().is_some() || {
        let frontier = Frontier::of(board);
        reserve.iter().any(|t| frontier.cells(t).next().is_some() || board.exchanges(t).next().is_some())
    }
}

pub(crate) fn list(chair: &Chair, out: &mut Vec<Action>) {
    let board = chair.board();
    if board.tiles().len() > 1 {
        out.extend(board.removable().map(Action::Remove));
    }
    let reserve = chair.table.players[chair.seat].reserve;
    if !reserve.is_empty() {
        let frontier = Frontier::of(board);
        for tile in reserve.iter() {
            frontier.cells(tile).for_each(|cell| out.push(Action::Build { tile, cell }));
            board.exchanges(tile).for_each(|cell| out.push(Action::Exchange { tile, cell }));
        }
    }
}

fn check_reserve(chair: &Chair, tile: Tile) -> Result<(), Refusal> {
    // T3: a tile bought in this turn is not on the reserve yet.
    if chair.table.players[chair.seat].reserve.contains(tile) {
        return Ok(());
    }
    let rule = if chair.table.turn.waiting.contains(tile) { Rule::T3 } else { Rule::D1 };
    Err(Refusal::new(rule, Reason::NotInReserve).tile(tile))
}

pub(crate) fn check_build(chair: &Chair, tile: Tile, cell: Cell) -> Result<(), Refusal> {
    check_reserve(chair, tile)?;
    chair.board().check_place(tile, cell)
}

pub(crate) fn check_exchange(chair: &Chair, tile: Tile, cell: Cell) -> Result<(), Refusal> {
    check_reserve(chair, tile)?;
    chair.board().check_exchange(tile, cell)
}

pub(crate) fn build(game: &mut Game, seat: Seat, tile: Tile, cell: Cell) {
    let player = &mut game.table.players[seat];
    player.reserve.remove(tile);
    player.board.place(tile, cell);
}

pub(crate) fn remove(game: &mut Game, seat: Seat, cell: Cell) {
    let player = &mut game.table.players[seat];
    let tile = player.board.remove(cell);
    player.reserve.insert(tile);
    module::tile_removed(game, seat, tile, cell);
}

pub(crate) fn exchange(game: &mut Game, seat: Seat, tile: Tile, cell: Cell) {
    let player = &mut game.table.players[seat];
    player.reserve.remove(tile);
    let gone = player.board.exchange(tile, cell);
    player.reserve.insert(gone);
    module::tile_removed(game, seat, gone, cell);
}

#[cfg(test)]
mod tests {
    use crate::setup::Setup;
    use crate::testkit::Scene;

    /// Seat 0 has this board and this reserve, no money to buy with, and money to take.
    fn before(board: &str, reserve: &str) -> Scene {
        Scene::new(Setup::alhambra(3)).hand(0, "").display("d9 h9 u9 f9").board(0, board).reserve(0, reserve)
    }

    /// D1: a tile from the reserve is placed, and that is the action of the turn.
    #[test]
    fn d1_place_from_the_reserve() {
        let mut scene = before("P8@1,0", "S9 G9e");
        scene.lists(0, "build G9e", "build G9e 2,0; build G9e 0,1; build G9e 0,-1; build G9e 1,1; build G9e 1,-1");
        scene.refuses(0, "build T12 2,0", "D1: not-in-reserve, tile T12");
        scene.refuses(0, "build P8 2,0", "D1: not-in-reserve, tile P8");
        scene.refuses(0, "build G9e -1,0", "P2: sides-clash, tile G9e, cell -1,0, side e");
        scene.act(0, "build G9e 2,0");
        assert_eq!(scene.at(0, 2, 0).as_deref(), Some("G9e"));
        assert_eq!(scene.reserve_of(0), ["S9"]);
        scene.refuses(0, "build S9 0,1", "T1: not-now");
        scene.lists(0, "", "end");
    }

    /// D1: a tile from the board goes to the reserve.
    #[test]
    fn d1_remove_a_tile() {
        let mut scene = before("P8@1,0 S9@2,0", "");
        scene.lists(0, "remove", "remove 2,0");
        scene.refuses(0, "remove 3,0", "D1: no-tile, cell 3,0");
        scene.act(0, "remove 2,0");
        assert_eq!(scene.at(0, 2, 0), None);
        assert_eq!(scene.reserve_of(0), ["S9"]);
        scene.refuses(0, "remove 1,0", "T1: not-now");
        scene.lists(0, "", "end");
    }

    /// D1: an exchange puts a tile from the reserve exactly where the other one was.
    #[test]
    fn d1_exchange() {
        let mut scene = before("P8@1,0 S9@2,0", "G9e C9w");
        scene.lists(0, "exchange", "exchange G9e 2,0");
        scene.refuses(0, "exchange T12 2,0", "D1: not-in-reserve, tile T12");
        scene.refuses(0, "exchange S9 1,0", "D1: not-in-reserve, tile S9");
        scene.refuses(0, "exchange G9e 3,0", "D1: no-tile, tile G9e, cell 3,0");
        scene.act(0, "exchange G9e 2,0");
        assert_eq!(scene.at(0, 2, 0).as_deref(), Some("G9e"));
        assert_eq!(scene.reserve_of(0), ["S9", "C9w"]);
        scene.refuses(0, "exchange S9 2,0", "T1: not-now");
        scene.lists(0, "", "end");
    }

    /// D1: each player has their own board and reserve.
    #[test]
    fn d1_only_your_own() {
        let mut scene = before("", "").board(1, "P8@1,0").reserve(1, "S9");
        scene.lists(0, "build", "");
        scene.lists(0, "remove", "");
        scene.refuses(0, "build S9 1,0", "D1: not-in-reserve, tile S9");
        scene.refuses(0, "remove 1,0", "D1: no-tile, cell 1,0");
    }

    /// D2: the starting tile is neither removed nor exchanged.
    #[test]
    fn d2_the_starting_tile_stays() {
        let mut scene = before("P8@1,0", "S9");
        scene.lists(0, "remove", "remove 1,0");
        scene.lists(0, "exchange", "exchange S9 1,0");
        scene.refuses(0, "remove 0,0", "D2: start-stays, tile F, cell 0,0");
        scene.refuses(0, "exchange S9 0,0", "D2: start-stays, tile S9, cell 0,0");
        let mut alone = before("", "S9");
        alone.refuses(0, "remove 0,0", "D2: start-stays, tile F, cell 0,0");
        alone.lists(0, "exchange", "");
    }

    /// D3: a tile that could not be removed can be exchanged: the path is interrupted only in between.
    #[test]
    fn d3_the_path_may_be_interrupted_in_between() {
        let mut scene = before("P8@1,0 S9@2,0", "G10 G10n G9e");
        scene.refuses(0, "remove 1,0", "P3: not-reachable, tile P8, cell 1,0");
        scene.lists(
            0,
            "exchange",
            "exchange G10 1,0; exchange G10n 1,0; exchange G10 2,0; exchange G10n 2,0; exchange G9e 2,0",
        );
        scene.refuses(0, "exchange G9e 1,0", "P2: sides-clash, tile G9e, cell 1,0, side e");
        scene.act(0, "exchange G10n 1,0");
        assert_eq!(scene.at(0, 1, 0).as_deref(), Some("G10n"));
    }

    /// D3: a hole that exists only in between does not count.
    #[test]
    fn d3_there_may_be_a_hole_in_between() {
        let mut scene = before("P8@1,0 S9@2,0 A9@0,1 A10@1,1 C10@2,1 C11@0,2 G10@1,2 G11@2,2", "T12 T13e");
        scene.refuses(0, "remove 1,1", "P5: hole, tile A10, cell 1,1");
        scene.refuses(0, "exchange T13e 1,1", "P2: sides-clash, tile T13e, cell 1,1, side e");
        scene.act(0, "exchange T12 1,1");
        assert_eq!(scene.reserve_of(0), ["A10", "T13e"]);
    }
}
