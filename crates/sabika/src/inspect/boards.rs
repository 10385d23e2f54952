//! Questions about one board: is it legal, what are its lengths, what moves does it allow?

use std::fmt;

use sabika_rules::board::{Frontier, Line};
use sabika_rules::components::Piece;
use sabika_rules::{Board, Cell, GameKind, Reason, Refusal, Rule, Tile};
use serde::Serialize;
use serde::ser::SerializeMap;

use super::place::{InputError, Place};

/// The answer about a board.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Answer {
    Legal {
        legal: bool,
        walls: u16,
        moats: u16,
        stretch: u16,
        removable: Vec<[i8; 2]>,
        #[serde(rename = "try")]
        tried: Tried,
    },
    Illegal {
        legal: bool,
        refusal: Refused,
    },
}

/// The possible moves with each tile asked for, in the order asked.
pub struct Tried(Vec<(Tile, Moves)>);

#[derive(Serialize)]
struct Moves {
    place: Vec<[i8; 2]>,
    exchange: Vec<[i8; 2]>,
}

impl Serialize for Tried {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        self.0.iter().try_for_each(|(tile, moves)| map.serialize_entry(&tile.to_string(), moves))?;
        map.end()
    }
}

pub fn answer(question: &Place) -> Result<Answer, InputError> {
    let keys = question.object(&["game", "tiles", "granada_start", "try"])?;
    let game = read_game(&keys.required("game")?)?;
    let board = read_board(game, &keys.required("tiles")?, keys.optional("granada_start").as_ref())?;
    let wanted = keys.optional("try").map_or(Ok(Vec::new()), |codes| read_tiles(game, &codes))?;
    match board {
        Err(refusal) => Ok(Answer::Illegal { legal: false, refusal }),
        Ok(board) => {
            let tried = try_all(&board, wanted)?;
            Ok(Answer::Legal {
                legal: true,
                walls: board.longest(Line::Walls),
                moats: board.longest(Line::Moats),
                stretch: board.longest(Line::Stretch),
                removable: sorted(board.removable()),
                tried,
            })
        }
    }
}

fn try_all(board: &Board, wanted: Vec<(Tile, Place)>) -> Result<Tried, InputError> {
    let frontier = Frontier::of(board);
    let mut tried: Vec<(Tile, Moves)> = Vec::new();
    for (tile, place) in wanted {
        let faces = [Some(tile), tile.other_face()];
        if let Some((face, cell)) = faces.into_iter().flatten().find_map(|f| Some((f, board.find(f)?))) {
            return Err(place.wrong(format!("{face} is already on the board, at {cell}")));
        }
        if !tried.iter().any(|(t, _)| *t == tile) {
            let moves = Moves { place: sorted(frontier.cells(tile)), exchange: sorted(board.exchanges(tile)) };
            tried.push((tile, moves));
        }
    }
    Ok(Tried(tried))
}

fn sorted(cells: impl Iterator<Item = Cell>) -> Vec<[i8; 2]> {
    let mut cells: Vec<[i8; 2]> = cells.map(|c| [c.x, c.y]).collect();
    cells.sort_unstable();
    cells
}

pub fn read_game(place: &Place) -> Result<GameKind, InputError> {
    place.code("a game: alhambra, granada or combined")
}

/// Tiles of this game, but no starting tile.
pub fn read_tiles<'a>(game: GameKind, place: &Place<'a>) -> Result<Vec<(Tile, Place<'a>)>, InputError> {
    let codes = place.list(Tile::COUNT)?.into_iter().map(|place| {
        let tile: Tile = place.code("the code of a tile")?;
        if tile.is_start() {
            return Err(place.wrong("the starting tile is on every board"));
        }
        if let Some(rule) = foreign(tile, game) {
            return Err(place.wrong(format!("{tile} does not belong to {game} ({rule})")));
        }
        Ok((tile, place))
    });
    codes.collect()
}

/// The rule by which a piece belongs to another game, if it does.
fn foreign(tile: Tile, game: GameKind) -> Option<Rule> {
    let home = match tile.piece() {
        Piece::Start => return None,
        Piece::Building if tile.is_granada() => GameKind::Granada,
        _ => GameKind::Alhambra,
    };
    let rule = match tile.piece() {
        Piece::Hut => Rule::HU1,
        Piece::Camp => Rule::CA1,
        Piece::Bazaar => Rule::BZ1,
        _ if tile.is_granada() => Rule::GR1,
        _ => Rule::C1,
    };
    let both = game == GameKind::Combined && tile.piece() == Piece::Building;
    (home != game && !both).then_some(rule)
}

/// Reads `[["F",0,0],["T9ne",1,0],…]` and checks it. The outer error means that it cannot be understood, the inner one that
/// the board is illegal.
pub fn read_board(
    game: GameKind,
    tiles: &Place,
    granada_start: Option<&Place>,
) -> Result<Result<Board, Refused>, InputError> {
    let mut list = Vec::new();
    for entry in tiles.list(Tile::COUNT)? {
        let [code, x, y] = entry.list(3)?.try_into().map_err(|_| entry.wrong("a tile is [code, x, y]"))?;
        let tile = match code.code("the code of a tile")? {
            Tile::START if game == GameKind::Granada => Tile::GRANADA_START,
            tile => tile,
        };
        list.push((tile, [x.integer()?, y.integer()?]));
    }
    let founded = match granada_start {
        Some(place) if game != GameKind::Combined => {
            return Err(place.wrong("only the combined game has this (CO4)"));
        }
        Some(place) => {
            let [x, y] = place.list(2)?.try_into().map_err(|_| place.wrong("a cell is [x, y]"))?;
            Some([x.integer()?, y.integer()?])
        }
        None => None,
    };
    Ok(check(game, &list, founded))
}

fn check(game: GameKind, list: &[(Tile, [i64; 2])], founded: Option<[i64; 2]>) -> Result<Board, Refused> {
    let mut tiles = Vec::with_capacity(list.len());
    for (tile, at) in list {
        let no = |rule, reason| Refused::new(rule, reason, Some(*tile), *at);
        if let Some(rule) = foreign(*tile, game) {
            return Err(no(rule, Reason::NotInGame));
        }
        // No connected board reaches this far.
        let cell = cell(*at).ok_or_else(|| no(Rule::P4, Reason::NotConnected))?;
        tiles.push((*tile, cell));
    }
    let nowhere = |at| Refused::new(Rule::CO4, Reason::NoTile, None, at);
    let founded = founded.map(|at| cell(at).ok_or_else(|| nowhere(at))).transpose()?;
    Board::from_tiles(&tiles, founded).map_err(Refused::from)
}

fn cell([x, y]: [i64; 2]) -> Option<Cell> {
    Some(Cell::new(x.try_into().ok()?, y.try_into().ok()?))
}

/// A refusal as written in answers; unlike the engine's, it can name cells that no board reaches.
#[derive(Serialize)]
pub struct Refused {
    rule: &'static str,
    reason: &'static str,
    tile: Option<String>,
    cell: Option<[i64; 2]>,
    side: Option<char>,
}

impl Refused {
    fn new(rule: Rule, reason: Reason, tile: Option<Tile>, cell: [i64; 2]) -> Refused {
        let tile = tile.map(|t| t.to_string());
        Refused { rule: rule.id(), reason: reason.name(), tile, cell: Some(cell), side: None }
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused {
            rule: refusal.rule.id(),
            reason: refusal.reason.name(),
            tile: refusal.tile.map(|t| t.to_string()),
            cell: refusal.cell.map(|c| [c.x.into(), c.y.into()]),
            side: refusal.side.map(|d| d.letter()),
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.reason, self.rule)?;
        if let Some(tile) = &self.tile {
            write!(f, ", tile {tile}")?;
        }
        if let Some([x, y]) = self.cell {
            write!(f, ", cell {x},{y}")?;
        }
        self.side.map_or(Ok(()), |side| write!(f, ", side {side}"))
    }
}
