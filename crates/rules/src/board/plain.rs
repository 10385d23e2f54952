//! The building rules taken literally, on any list of tiles. Slow and simple: the fast code is checked against it,
//! and boards from outside are validated by it.

use std::collections::{BTreeMap, BTreeSet};

use super::MAX_TILES;
use crate::cell::Cell;
use crate::module;
use crate::refusal::{Reason, Refusal, Rule};
use crate::side::{Direction, Side};
use crate::tile::Tile;

/// The rule that decides whether two sides may touch.
pub(super) fn contact_rule(a: Side, b: Side) -> Rule {
    let granada = |s| matches!(s, Side::Street | Side::Moat);
    let otherwise = || if granada(a) != granada(b) { Rule::CO4 } else { Rule::P2 };
    module::contact_rule(a).or(module::contact_rule(b)).unwrap_or_else(otherwise)
}

/// Where Granada was founded (CO4): the given cell, else that of its first tile in the list.
pub(super) fn founding_cell(tiles: &[(Tile, Cell)], said: Option<Cell>) -> Option<Cell> {
    if tiles.iter().any(|(t, _)| *t == Tile::GRANADA_START) {
        return None;
    }
    said.or_else(|| tiles.iter().find(|(t, _)| t.is_granada()).map(|(_, c)| *c))
}

/// Whether a list of tiles is a legal board.
pub fn check(tiles: &[(Tile, Cell)], founded: Option<Cell>) -> Result<(), Refusal> {
    if tiles.len() > MAX_TILES {
        return Err(Refusal::new(Rule::C1, Reason::TooMany));
    }
    let mut board = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for (tile, cell) in tiles {
        let no = |rule, reason| Err(Refusal::new(rule, reason).tile(*tile).cell(*cell));
        if !seen.insert(tile.even_face()) {
            return no(if tile.is_start() { Rule::C3 } else { Rule::C1 }, Reason::Twice);
        }
        if tile.is_start() != (*cell == Cell::START) {
            return no(Rule::C3, Reason::StartStays);
        }
        if board.insert(*cell, *tile).is_some() {
            return no(Rule::P4, Reason::Occupied);
        }
    }
    if !board.contains_key(&Cell::START) {
        return Err(Refusal::new(Rule::C3, Reason::NoTile).cell(Cell::START));
    }
    check_contacts(&board)?;
    let founded = founding_cell(tiles, founded);
    if let Some(cell) = founded.filter(|c| !board.get(c).is_some_and(|t| t.is_granada())) {
        return Err(Refusal::new(Rule::CO4, Reason::NoTile).cell(cell));
    }
    check_walks(&board, founded)?;
    check_outside(&board)?;
    check_connected(&board)?;
    check_holes(&board)
}

/// P2, CA2, CO4: all touching sides may touch.
fn check_contacts(board: &BTreeMap<Cell, Tile>) -> Result<(), Refusal> {
    for (cell, tile) in board {
        for d in Direction::ALL {
            if let Some(other) = board.get(&cell.step(d)) {
                let (a, b) = (tile.side(d), other.side(d.opposite()));
                if !a.may_touch(b) {
                    return Err(Refusal::new(contact_rule(a, b), Reason::SidesClash).tile(*tile).cell(*cell).side(d));
                }
            }
        }
    }
    Ok(())
}

/// P3: every tile except those outside is reachable on foot from its city's starting tile.
fn check_walks(board: &BTreeMap<Cell, Tile>, founded: Option<Cell>) -> Result<(), Refusal> {
    let mut reached = BTreeSet::new();
    let mut todo: Vec<Cell> = [Some(Cell::START), founded].into_iter().flatten().collect();
    while let Some(cell) = todo.pop() {
        if !reached.insert(cell) {
            continue;
        }
        for d in Direction::ALL {
            let next = cell.step(d);
            if let Some(other) = board.get(&next)
                && board[&cell].side(d).is_walked(other.side(d.opposite()))
            {
                todo.push(next);
            }
        }
    }
    match board.iter().find(|(cell, tile)| module::hold_rule(**tile).is_none() && !reached.contains(cell)) {
        Some((cell, tile)) => Err(Refusal::new(Rule::P3, Reason::NotReachable).tile(*tile).cell(*cell)),
        None => Ok(()),
    }
}

/// Tiles that need not be reachable on foot touch at least one wall with a bastion.
fn check_outside(board: &BTreeMap<Cell, Tile>) -> Result<(), Refusal> {
    for (cell, tile) in board {
        let Some(rule) = module::hold_rule(*tile) else { continue };
        let leans = |d: &Direction| {
            tile.side(*d) == Side::Bastion
                && board.get(&cell.step(*d)).is_some_and(|t| t.side(d.opposite()) == Side::Wall)
        };
        if !Direction::ALL.iter().any(leans) {
            return Err(Refusal::new(rule, Reason::NoHold).tile(*tile).cell(*cell));
        }
    }
    Ok(())
}

/// P4: the whole board is connected along sides.
fn check_connected(board: &BTreeMap<Cell, Tile>) -> Result<(), Refusal> {
    let mut reached = BTreeSet::new();
    let mut todo = vec![Cell::START];
    while let Some(cell) = todo.pop() {
        if board.contains_key(&cell) && reached.insert(cell) {
            todo.extend(Direction::ALL.map(|d| cell.step(d)));
        }
    }
    match board.iter().find(|(cell, _)| !reached.contains(cell)) {
        Some((cell, tile)) => Err(Refusal::new(Rule::P4, Reason::NotConnected).tile(*tile).cell(*cell)),
        None => Ok(()),
    }
}

/// Corners of the smallest rectangle around the board.
fn bounds(board: &BTreeMap<Cell, Tile>) -> [i16; 4] {
    let fold = |along: fn(&Cell) -> i8| {
        board.keys().map(|c| along(c) as i16).fold((0, 0), |(low, high), c| (low.min(c), high.max(c)))
    };
    let ((west, east), (north, south)) = (fold(|c| c.x), fold(|c| c.y));
    [west, east, north, south]
}

/// P5: every empty cell is connected along sides to the outside.
fn check_holes(board: &BTreeMap<Cell, Tile>) -> Result<(), Refusal> {
    let [west, east, north, south] = bounds(board);
    let inside = |x: i16, y: i16| west - 1 <= x && x <= east + 1 && north - 1 <= y && y <= south + 1;
    let empty = |x: i16, y: i16| !board.contains_key(&Cell::new(x as i8, y as i8));
    let mut outside = BTreeSet::new();
    let mut todo = vec![(west - 1, north - 1)];
    while let Some((x, y)) = todo.pop() {
        if inside(x, y) && empty(x, y) && outside.insert((x, y)) {
            todo.extend([(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]);
        }
    }
    for y in north..=south {
        for x in west..=east {
            if empty(x, y) && !outside.contains(&(x, y)) {
                return Err(Refusal::new(Rule::P5, Reason::Hole).cell(Cell::new(x as i8, y as i8)));
            }
        }
    }
    Ok(())
}
