//! Questions about scores: what would each player score if a round were held now?

use std::collections::HashSet;

use sabika_rules::components::{Falcon, Piece};
use sabika_rules::module;
use sabika_rules::scoring::{self, Holding, Score};
use sabika_rules::{Board, BySeat, GameKind, Kind, MAX_PLAYERS, Module, ModuleSet, Round, Side, Tile};
use serde::Serialize;
use serde::ser::SerializeMap;

use super::boards;
use super::place::{InputError, Place, quoted};

/// The points of a round.
#[derive(Serialize)]
pub struct Answer {
    seats: Vec<SeatPoints>,
    dirk: Option<DirkPoints>,
}

#[derive(Serialize)]
struct SeatPoints {
    walls: u16,
    moats: u16,
    stretch: u16,
    kinds: KindPoints,
    camps: u16,
    bazaars: u16,
    falcons: u16,
    total: u16,
}

#[derive(Serialize)]
struct DirkPoints {
    kinds: KindPoints,
    total: u16,
}

/// Points for each kind in the game, from cheap to expensive.
struct KindPoints(Vec<(Kind, u16)>);

impl Serialize for KindPoints {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        self.0.iter().try_for_each(|(kind, points)| map.serialize_entry(kind.code(), points))?;
        map.end()
    }
}

impl KindPoints {
    fn of(score: &Score, game: GameKind) -> KindPoints {
        let played = |kind: Kind| match game {
            GameKind::Alhambra => !kind.is_granada(),
            GameKind::Granada => kind.is_granada(),
            GameKind::Combined => true,
        };
        KindPoints(score.kinds.iter().filter(|(kind, _)| played(*kind)).map(|(kind, points)| (kind, *points)).collect())
    }
}

/// What a player has that scores.
struct Player {
    board: Board,
    /// The tiles on the revealed bonus cards.
    bonus: Vec<Tile>,
    falcons: Vec<Falcon>,
}

pub fn answer(question: &Place) -> Result<Answer, InputError> {
    let keys = question.object(&["game", "round", "seats", "dirk", "simplified"])?;
    let game = boards::read_game(&keys.required("game")?)?;
    let round = read_round(&keys.required("round")?)?;
    let simplified = read_simplified(game, keys.optional("simplified"))?;
    let place = keys.required("seats")?;
    let seats = place.list(MAX_PLAYERS)?;
    if seats.is_empty() {
        return Err(place.wrong("at least one seat is needed"));
    }
    let players = seats.iter().map(|seat| read_player(game, seat)).collect::<Result<Vec<_>, _>>()?;
    let dirk = keys.optional("dirk").map(|place| read_dirk(game, &place)).transpose()?;

    let holdings = BySeat::new(players.len(), |i| players[i].holding());
    let (kinds, dirk_kinds) = scoring::majorities(&holdings, dirk.as_ref(), round, simplified);
    let seats = players.iter().zip(&kinds).map(|(player, kinds)| {
        let mut modules = module::board_points(ModuleSet::ALL, &player.board, round);
        modules[Module::Falconers] = module::falconers::points(player.falcons.iter().copied());
        let score = Score { kinds: *kinds, modules, ..Score::of_lines(&player.board) };
        SeatPoints {
            walls: score.walls,
            moats: score.moats,
            stretch: score.stretch,
            kinds: KindPoints::of(&score, game),
            camps: modules[Module::Camps],
            bazaars: modules[Module::Bazaars],
            falcons: modules[Module::Falconers],
            total: score.total(),
        }
    });
    let dirk = dirk_kinds.map(|kinds| {
        let score = Score { kinds, ..Score::default() };
        DirkPoints { kinds: KindPoints::of(&score, game), total: score.total() }
    });
    Ok(Answer { seats: seats.collect(), dirk })
}

impl Player {
    fn holding(&self) -> Holding {
        let mut holding = Holding::of_board(&self.board);
        // BN2: a card counts only while its tile is on the board.
        let counting = self.bonus.iter().copied().filter(|t| self.board.find(*t).is_some());
        module::count_on_board(ModuleSet::ALL, &self.board, &mut holding.count);
        module::bonus::count(counting, &mut holding.count);
        holding
    }
}

fn read_round(place: &Place) -> Result<Round, InputError> {
    let number = place.integer()?;
    let round = u8::try_from(number).ok().and_then(Round::from_number);
    round.ok_or_else(|| place.wrong(format!("unknown round {number}: expected 1, 2 or 3 (W1)")))
}

fn read_simplified(game: GameKind, place: Option<Place>) -> Result<bool, InputError> {
    let Some(place) = place else { return Ok(false) };
    let simplified = place.bool()?;
    if simplified && game == GameKind::Alhambra {
        return Err(place.wrong("simplified scoring is an option of granada and combined (GR6)"));
    }
    Ok(simplified)
}

fn read_player(game: GameKind, place: &Place) -> Result<Player, InputError> {
    let keys = place.object(&["tiles", "bonus", "falcons", "granada_start"])?;
    let tiles = keys.required("tiles")?;
    let board = boards::read_board(game, &tiles, keys.optional("granada_start").as_ref())?;
    let board = board.map_err(|refusal| tiles.wrong(format!("illegal board: {refusal}")))?;
    let bonus = keys.optional("bonus").map_or(Ok(Vec::new()), |place| read_once(game, &place, read_bonus))?;
    let falcons = keys
        .optional("falcons")
        .map_or(Ok(Vec::new()), |place| read_once(game, &place, |place| place.code("the code of a falcon like fGT")))?;
    Ok(Player { board, bonus, falcons })
}

/// Reads unique pieces of modules that only Alhambra allows.
fn read_once<T: Copy + Eq + std::hash::Hash>(
    game: GameKind,
    place: &Place,
    read: impl Fn(&Place) -> Result<T, InputError>,
) -> Result<Vec<T>, InputError> {
    let list = place.list(Tile::COUNT)?;
    if game != GameKind::Alhambra && !list.is_empty() {
        return Err(place.wrong(format!("this module cannot be used with {game}")));
    }
    let mut seen = HashSet::new();
    let pieces = list.iter().map(|place| {
        let piece = read(place)?;
        if seen.insert(piece) { Ok(piece) } else { Err(place.wrong("listed twice")) }
    });
    pieces.collect()
}

/// `+G10`: there is a card for each building without a wall (BN1).
fn read_bonus(place: &Place) -> Result<Tile, InputError> {
    let code = place.text()?;
    let tile = code.strip_prefix('+').and_then(|code| code.parse::<Tile>().ok());
    let has_card = |tile: &Tile| tile.piece() == Piece::Building && tile.sides() == [Side::Open; 4];
    tile.filter(has_card).ok_or_else(|| place.wrong(format!("unknown bonus card `{}` (BN1)", quoted(code))))
}

/// Dirk's tiles are public (N2).
fn read_dirk(game: GameKind, place: &Place) -> Result<Holding, InputError> {
    let mut seen = HashSet::new();
    for (tile, place) in boards::read_tiles(game, place)? {
        if tile.other_face().is_some_and(|face| seen.contains(&face)) || !seen.insert(tile) {
            return Err(place.wrong(format!("{tile} is listed twice (C1)")));
        }
    }
    Ok(Holding::of_tiles(seen.into_iter().collect()))
}
