//! What a page shows before a choice is made: where a tile may go and why not elsewhere, how long the wall would be, and
//! how a score is made up.

use std::collections::BTreeSet;

use crate::board::{Board, Line, Segment};
use crate::cell::Cell;
use crate::event::{Event, Round};
use crate::game::Game;
use crate::kind::Kind;
use crate::refusal::Refusal;
use crate::rule::scoring::{self, Holding, Sheet};
use crate::seat::{BySeat, Seat};
use crate::setup::Setup;
use crate::table::Table;
use crate::tile::Tile;
use crate::view::View;

/// The lengths of a board's walls and moats, in segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// The longest wall (W2).
    pub walls: u16,
    /// The longest moat (GR5).
    pub moats: u16,
    /// The longest stretch of both side by side (CO5).
    pub stretch: u16,
}

impl Lengths {
    /// The lengths of a board.
    pub fn of(board: &Board) -> Lengths {
        Lengths {
            walls: board.longest(Line::Walls),
            moats: board.longest(Line::Moats),
            stretch: board.longest(Line::Stretch),
        }
    }
}

/// A cell with the lengths after the move, or why the tile cannot be placed there.
pub type CellPreview = (Cell, Result<Lengths, Refusal>);

/// Where a tile may go on the viewer's board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// The tile.
    pub tile: Tile,
    /// The current lengths.
    pub now: Lengths,
    /// Every cell of the board and every adjacent one, including diagonally.
    pub place: Vec<CellPreview>,
    /// Every tile on the board, if it were exchanged for this one.
    pub exchange: Vec<CellPreview>,
}

/// One line of a majority: the player's number of buildings, place and points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    /// The seat; `None` for Dirk.
    pub seat: Option<Seat>,
    /// The number of buildings that count.
    pub count: u8,
    /// The highest price, which breaks ties in Granada (GR5).
    pub dearest: u8,
    /// The place, 1 for the first; tied players share it.
    pub place: u8,
    /// The number of players who share it.
    pub level: u8,
    /// The points.
    pub points: u16,
}

/// A scoring round in full detail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreNow {
    /// The points.
    pub sheet: Sheet,
    /// The segments of each player's longest wall.
    pub walls: BySeat<Vec<Segment>>,
    /// The segments of each player's longest moat.
    pub moats: BySeat<Vec<Segment>>,
    /// The segments of each player's longest stretch of both.
    pub stretch: BySeat<Vec<Segment>>,
    /// For each kind that somebody has: everyone who has it, best first.
    pub ranks: Vec<(Kind, Vec<Rank>)>,
    /// For each kind in the game: the points for its places, first place first (W3).
    pub pays: Vec<(Kind, Vec<u16>)>,
}

impl View {
    /// Where a tile may go on the viewer's board, and why not elsewhere; `None` for a watcher.
    pub fn preview(&self, tile: Tile) -> Option<Preview> {
        let board = &self.table().players[self.seat()?].board;
        let near = board.tiles().iter().flat_map(|p| p.cell.around());
        let cells: BTreeSet<Cell> = board.tiles().iter().map(|p| p.cell).chain(near).collect();
        let after = |change: &dyn Fn(&mut Board)| {
            let mut board = board.clone();
            change(&mut board);
            Lengths::of(&board)
        };
        let place = cells.into_iter().map(|cell| {
            let lengths = board.check_place(tile, cell).map(|()| after(&|b| b.place(tile, cell)));
            (cell, lengths)
        });
        let exchange = board.tiles().iter().map(|p| p.cell).map(|cell| {
            let lengths = board.check_exchange(tile, cell).map(|()| {
                after(&|b| {
                    b.exchange(tile, cell);
                })
            });
            (cell, lengths)
        });
        Some(Preview { tile, now: Lengths::of(board), place: place.collect(), exchange: exchange.collect() })
    }

    /// What every player would score if this round were held now, in full detail.
    pub fn score_now(&self, round: Round) -> ScoreNow {
        score_of(self.table(), round)
    }

    /// The same after the viewer has placed a tile; `None` for a watcher, and if the tile cannot be placed there.
    pub fn score_with(&self, round: Round, tile: Tile, cell: Cell) -> Option<ScoreNow> {
        let seat = self.seat()?;
        let mut table = self.table().clone();
        let board = &mut table.players[seat].board;
        board.check_place(tile, cell).ok()?;
        board.place(tile, cell);
        Some(score_of(&table, round))
    }
}

impl Game {
    /// A round scored by the step with these events, in full detail. What Dirk drew after it did not count yet (N2).
    pub fn scored(&self, round: Round, events: &[Event]) -> ScoreNow {
        let mut table = self.table().clone();
        let later = events.iter().skip_while(|event| !matches!(event, Event::Scored(sheet) if sheet.round == round));
        for event in later {
            if let Event::DirkDrew(tile) = event {
                table.dirk.tiles.remove(*tile);
            }
        }
        score_of(&table, round)
    }
}

/// A round on this table, in full detail.
fn score_of(table: &Table, round: Round) -> ScoreNow {
    let sheet = scoring::score(table, round);
    let segments = |line| table.players.map(|_, player| player.board.longest_segments(line));
    let holdings = scoring::holdings(table);
    let dirk = sheet.dirk.map(|_| Holding::of_tiles(table.dirk.tiles));
    let (ranks, pays) = rank(&table.setup, round, &holdings, dirk.as_ref());
    ScoreNow {
        walls: segments(Line::Walls),
        moats: segments(Line::Moats),
        stretch: segments(Line::Stretch),
        ranks,
        pays,
        sheet,
    }
}

/// How the majorities of a round are made up: for each kind that somebody has, everyone who has it, best first; and for each kind in the
/// game, the points for its places.
#[allow(clippy::type_complexity, reason = "two fields of `ScoreNow`")]
pub fn rank(
    setup: &Setup,
    round: Round,
    holdings: &BySeat<Holding>,
    dirk: Option<&Holding>,
) -> (Vec<(Kind, Vec<Rank>)>, Vec<(Kind, Vec<u16>)>) {
    let (points, dirk_points) = scoring::majorities(holdings, dirk, round, setup.simplified);
    let ranks = Kind::ALL.into_iter().map(|kind| {
        let mut ranks: Vec<Rank> = holdings
            .seats()
            .map(|(seat, holding)| (Some(seat), holding, points[seat][kind]))
            .chain(dirk.iter().zip(&dirk_points).map(|(holding, points)| (None, *holding, points[kind])))
            .filter(|(_, holding, _)| holding.count[kind] > 0)
            .map(|(seat, holding, points)| {
                let (count, dearest) = (holding.count[kind], holding.dearest[kind]);
                Rank { seat, count, dearest, place: 0, level: 0, points }
            })
            .collect();
        let key = |r: &Rank| (r.count, if kind.is_granada() { r.dearest } else { 0 });
        let keys: Vec<_> = ranks.iter().map(key).collect();
        for rank in &mut ranks {
            let mine = key(rank);
            rank.place = 1 + keys.iter().filter(|k| **k > mine).count() as u8;
            rank.level = keys.iter().filter(|k| **k == mine).count() as u8;
        }
        ranks.sort_by_key(|r| r.place);
        (kind, ranks)
    });
    let ranks = ranks.filter(|(_, ranks)| !ranks.is_empty()).collect();
    let all = |kind| holdings.iter().chain(dirk).map(|holding| holding.count[kind] as u16).sum();
    let pays = |kind| {
        let place = |place| scoring::place_pays(kind, round, place, all(kind), setup.simplified);
        (kind, (0..round.number() as usize).map(place).collect())
    };
    (ranks, Kind::ALL.into_iter().filter(|kind| setup.game.has_kind(*kind)).map(pays).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Seed, Viewer};

    /// W3, GR5, GR6: a score includes the points for the places of each kind, in the scale of its round.
    #[test]
    fn w3_a_score_includes_the_points_for_places() {
        let pays = |setup: Setup, round: Round| {
            let game = Game::new(setup, Seed::from(1)).expect("it can be played");
            game.view(Viewer::Watcher).score_now(round).pays
        };
        let alhambra = pays(Setup::alhambra(3), Round::Third);
        assert_eq!(alhambra.len(), 6);
        assert_eq!(alhambra[0].1, [16, 8, 1]);
        assert_eq!(alhambra[5].1, [21, 13, 6]);
        assert_eq!(pays(Setup::alhambra(3), Round::First)[2].1, [3]);
        let simplified = Setup { simplified: true, ..Setup::granada(3) };
        assert_eq!(pays(simplified, Round::Second)[0].1, [10, 3]);
        assert!(pays(Setup::granada(3), Round::Third).iter().all(|(_, pays)| pays[..] == [0, 0, 0]), "nobody has any");
    }

    /// P4: nothing can be placed on an occupied cell, even if an exchange would be legal; all around, G10 fits or is not connected.
    #[test]
    fn p4_a_preview_covers_occupied_cells() {
        let game = Game::new(Setup::alhambra(3), Seed::from(7)).expect("a game");
        let view = game.view(Viewer::Seat(Seat(0)));
        let preview = view.preview("G10".parse().expect("a tile")).expect("a seat sees it");
        let told: Vec<String> = preview
            .place
            .iter()
            .map(|(cell, lengths)| match lengths {
                Ok(_) => format!("{cell}: fits"),
                Err(refusal) => format!("{cell}: {} {}", refusal.rule, refusal.reason.name()),
            })
            .collect();
        let corner = |at: &str| format!("{at}: P4 not-connected");
        let side = |at: &str| format!("{at}: fits");
        assert_eq!(
            told,
            [
                corner("-1,-1"),
                side("-1,0"),
                corner("-1,1"),
                side("0,-1"),
                "0,0: P4 occupied".into(),
                side("0,1"),
                corner("1,-1"),
                side("1,0"),
                corner("1,1"),
            ]
        );
    }
}
