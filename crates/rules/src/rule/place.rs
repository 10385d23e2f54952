//! Placing tiles (T4, E3): on the board, on the reserve, or with Dirk; Granada's tiles with either face up (GR3).

use crate::action::Action;
use crate::board::Frontier;
use crate::card::Payment;
use crate::cell::Cell;
use crate::game::{Chair, Game};
use crate::module;
use crate::purse::Purse;
use crate::refusal::{Reason, Refusal, Rule};
use crate::rule::buy;
use crate::seat::Seat;
use crate::table::{Occasion, Stage, Table};
use crate::tile::Tile;
use crate::variant::granada::FLIP_PRICE;

/// Whether waiting tiles may be flipped or given to Dirk: bought tiles may, but not those handed out (GR4, N4).
fn were_bought(table: &Table) -> bool {
    table.turn.stage != Stage::Placing(Occasion::Handout)
}

pub(crate) fn list(chair: &Chair, out: &mut Vec<Action>) {
    let waiting = chair.table.turn.waiting;
    if waiting.is_empty() {
        return;
    }
    let frontier = Frontier::of(chair.board());
    for tile in waiting.iter() {
        frontier.cells(tile).for_each(|cell| out.push(Action::Place { tile, cell, flip: None }));
        out.push(Action::Reserve(tile));
        if let Some(other) = tile.other_face()
            && were_bought(chair.table)
        {
            chair.hand.flip_payments(|flip| {
                let cells = frontier.cells(other);
                out.extend(cells.map(|cell| Action::Place { tile: other, cell, flip: Some(flip) }));
            });
            out.push(Action::Reserve(other));
        }
        if may_go_to_dirk(chair.table, tile) {
            out.push(Action::Dirk(tile));
        }
    }
}

pub(crate) fn check(chair: &Chair, tile: Tile, cell: Cell, flip: Option<Payment>) -> Result<(), Refusal> {
    let no = |rule, reason| Err(Refusal::new(rule, reason).tile(tile).cell(cell));
    let as_it_lies = chair.table.turn.waiting.contains(tile);
    match (as_it_lies, flip) {
        (true, None) => {}
        (true, Some(_)) => return no(Rule::GR3, Reason::NoFlip),
        (false, flip) => {
            check_turned(chair, tile).map_err(|r| r.cell(cell))?;
            let Some(payment) = flip else { return no(Rule::GR3, Reason::FlipUnpaid) };
            if payment.by_pair().is_some() || payment.other != Purse::EMPTY {
                return no(Rule::GR3, Reason::WrongCurrency);
            }
            if !chair.hand.can_give(payment) {
                return no(Rule::GR3, Reason::NotInHand);
            }
            if payment.total() < FLIP_PRICE as u32 {
                return no(Rule::GR3, Reason::TooLittle);
            }
        }
    }
    chair.board().check_place(tile, cell)
}

pub(crate) fn check_reserve(chair: &Chair, tile: Tile) -> Result<(), Refusal> {
    if chair.table.turn.waiting.contains(tile) { Ok(()) } else { check_turned(chair, tile) }
}

/// The tile is the other face of a waiting one that may be flipped.
fn check_turned(chair: &Chair, tile: Tile) -> Result<(), Refusal> {
    if !tile.other_face().is_some_and(|t| chair.table.turn.waiting.contains(t)) {
        return Err(Refusal::new(Rule::T4, Reason::NotWaiting).tile(tile));
    }
    if !were_bought(chair.table) {
        return Err(Refusal::new(Rule::GR4, Reason::NoFlip).tile(tile));
    }
    Ok(())
}

fn may_go_to_dirk(table: &Table, tile: Tile) -> bool {
    table.setup.has_dirk() && were_bought(table) && !module::is_free_of_charge(tile)
}

pub(crate) fn check_dirk(chair: &Chair, tile: Tile) -> Result<(), Refusal> {
    if !chair.table.turn.waiting.contains(tile) {
        // GR7: it keeps the face it was bought with.
        return Err(Refusal::new(Rule::N4, Reason::NotWaiting).tile(tile));
    }
    if !may_go_to_dirk(chair.table, tile) {
        return Err(Refusal::new(Rule::N4, Reason::NotForDirk).tile(tile));
    }
    Ok(())
}

pub(crate) fn place(game: &mut Game, seat: Seat, tile: Tile, cell: Cell, flip: Option<Payment>) {
    if let Some(payment) = flip {
        buy::pay(game, seat, payment);
    }
    no_longer_waits(&mut game.table, tile);
    game.table.players[seat].board.place(tile, cell);
}

pub(crate) fn reserve(game: &mut Game, seat: Seat, tile: Tile) {
    no_longer_waits(&mut game.table, tile);
    game.table.players[seat].reserve.insert(tile);
}

pub(crate) fn give_to_dirk(game: &mut Game, tile: Tile) {
    no_longer_waits(&mut game.table, tile);
    game.table.dirk.tiles.insert(tile);
}

fn no_longer_waits(table: &mut Table, tile: Tile) {
    table.turn.waiting.remove(tile);
    if let Some(other) = tile.other_face() {
        table.turn.waiting.remove(other);
    }
}

#[cfg(test)]
mod tests {
    use crate::seat::Seat;
    use crate::setup::{Module, Setup};
    use crate::testkit::{Scene, tile};

    /// Seat 0 has bought S3esw and, at the exact price before that, G10, and must place both.
    fn bought(setup: Setup) -> Scene {
        let mut scene = Scene::new(setup)
            .market("T9ne P2new G10 S3esw")
            .display("d9 h9 u9 f9")
            .deck("d1 d2 d3 d4")
            .bag("C11 P8")
            .board(0, "")
            .reserve(0, "")
            .hand(0, "d9 d1 u9");
        scene.acts(0, "buy G10 with d9 d1; buy S3esw with u9");
        scene
    }

    /// T4: every tile bought in the turn is placed, in any order, each in the Alhambra or on the reserve.
    #[test]
    fn t4_in_any_order_on_board_or_reserve() {
        for lines in [
            "place G10 1,0; place S3esw 1,1; end",
            "place S3esw 0,1; place G10 1,0; end",
            "reserve S3esw; place G10 1,0; end",
            "reserve S3esw; reserve G10; end",
        ] {
            let mut scene = bought(Setup::alhambra(3));
            scene.acts(0, lines);
            let player = &scene.game.table.players[Seat(0)];
            assert_eq!(player.board.tiles().len() - 1 + player.reserve.len(), 2, "{lines}");
            assert_eq!(scene.to_act(), Some(1));
        }
        bought(Setup::alhambra(3)).lists(0, "place S3esw", "place S3esw 0,1");
        bought(Setup::alhambra(3)).lists(
            0,
            "place G10",
            "place G10 1,0; place G10 -1,0; place G10 0,1; place G10 0,-1",
        );
    }

    /// T4: only tiles bought in this turn are placed, each once, under the building rules.
    #[test]
    fn t4_only_what_was_bought() {
        let mut scene = bought(Setup::alhambra(3));
        scene.game.table.players[Seat(0)].reserve.insert(tile("P8"));
        scene.refuses(0, "place P8 1,0", "T4: not-waiting, tile P8, cell 1,0");
        scene.refuses(0, "place T9ne 1,0", "T4: not-waiting, tile T9ne, cell 1,0");
        scene.refuses(0, "reserve T9ne", "T4: not-waiting, tile T9ne");
        scene.refuses(0, "place S3esw 1,0", "P2: sides-clash, tile S3esw, cell 1,0, side w");
        scene.refuses(0, "place G10 1,1", "P4: not-connected, tile G10, cell 1,1");
        scene.refuses(0, "place G10 0,0", "P4: occupied, tile G10, cell 0,0");
        scene.refuses(1, "place G10 1,0", "T1: not-your-turn");
        scene.act(0, "place G10 1,0");
        scene.refuses(0, "place G10 -1,0", "T4: not-waiting, tile G10, cell -1,0");
        scene.refuses(0, "reserve G10", "T4: not-waiting, tile G10");
    }

    /// T4: nothing in T5 happens until all are placed.
    #[test]
    fn t4_nothing_is_refilled_before_all_are_placed() {
        let mut scene = bought(Setup::alhambra(3));
        scene.refuses(0, "end", "T4: tiles-waiting");
        scene.act(0, "place G10 1,0");
        assert!(scene.shown().is_empty());
        scene.refuses(0, "end", "T4: tiles-waiting");
        scene.act(0, "reserve S3esw");
        assert!(scene.shown().is_empty());
        assert_eq!(scene.game.table.market.spaces[2..], [None, None]);
        scene.act(0, "end");
        assert_eq!(scene.shown(), ["market 3 C11", "market 4 P8"]);
    }

    /// P6: the reserve is unlimited, and a tile may always go there, even one that would fit on the board.
    #[test]
    fn p6_the_reserve_is_unlimited() {
        let all: Vec<String> = crate::tile::Tile::buildings().map(|t| t.to_string()).collect();
        let others: Vec<&str> = all.iter().map(String::as_str).filter(|c| !["G10", "S3esw"].contains(c)).collect();
        let mut scene = bought(Setup::alhambra(3));
        scene.game.table.players[Seat(0)].reserve = others.iter().map(|c| tile(c)).collect();
        scene.lists(0, "reserve", "reserve G10; reserve S3esw");
        scene.acts(0, "reserve G10; reserve S3esw; end");
        assert_eq!(scene.reserve_of(0).len(), 54);
    }

    /// N4: a tile that was bought may be given to Dirk.
    #[test]
    fn n4_a_bought_tile_may_go_to_dirk() {
        let mut scene = bought(Setup::alhambra(2)).dirk("P8");
        scene.lists(0, "dirk", "dirk G10; dirk S3esw");
        scene.refuses(0, "dirk P2new", "N4: not-waiting, tile P2new");
        scene.acts(0, "dirk G10; place S3esw 0,1; end");
        let dirk = scene.game.table.dirk.tiles.iter().map(|t| t.to_string()).collect::<Vec<_>>();
        assert_eq!(dirk, ["P8", "G10"]);
        assert_eq!(scene.to_act(), Some(1));
    }

    /// N4: with more than two players there is no Dirk.
    #[test]
    fn n4_only_with_two_players() {
        let mut scene = bought(Setup::alhambra(3));
        scene.lists(0, "dirk", "");
        scene.refuses(0, "dirk G10", "N4: not-for-dirk, tile G10");
    }

    /// N4, ruling: tiles handed out at the end are not for Dirk.
    #[test]
    fn n4_not_what_was_handed_out() {
        let mut scene = Scene::new(Setup::alhambra(2))
            .market("T9ne P2new G10 S3esw")
            .bag("")
            .hand(1, "f1")
            .hand(0, "u9")
            .board(0, "");
        scene.acts(0, "buy S3esw with u9; dirk S3esw; end");
        assert_eq!(scene.to_act(), Some(1));
        scene.lists(1, "dirk", "");
        scene.refuses(1, "dirk T9ne", "N4: not-for-dirk, tile T9ne");
    }

    /// N4, ruling: huts are not bought, so they are not for Dirk.
    #[test]
    fn n4_no_huts() {
        let mut scene = Scene::new(Setup::alhambra(2).with(Module::Huts)).hand(0, "");
        let hut = scene.listed_as(0, "hut").remove(0);
        let code = hut.trim_start_matches("hut ").to_owned();
        scene.act(0, &hut);
        scene.lists(0, "dirk", "");
        scene.refuses(0, &format!("dirk {code}"), &format!("N4: not-for-dirk, tile {code}"));
    }

    /// N4: a redesign gives nothing to Dirk: tiles on the board or reserve were bought earlier.
    #[test]
    fn n4_only_when_tiles_are_placed() {
        let mut scene = Scene::new(Setup::alhambra(2)).hand(0, "").reserve(0, "P8");
        scene.refuses(0, "dirk P8", "T4: action-due");
    }
}
