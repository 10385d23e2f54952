//! Answers to questions: refusals with their reason, previews, scores explained.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use sabika_rules::board::{Board, Segment};
use sabika_rules::{BySeat, CellPreview, Lengths, Preview, Rank, Refusal, ScoreNow, View};

use super::CellView;
use super::socket::SheetView;

/// Why an action is refused: the rule and the place. Words for people are the page's job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(optional_fields)]
pub struct RefusalView {
    /// The id of the rule in `docs/rules.md`.
    pub rule: String,
    /// A stable name of the reason, like `sides-clash`.
    pub reason: String,
    /// The tile at fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tile: Option<String>,
    /// The cell at fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<CellView>,
    /// The side at fault, seen from the cell: `n`, `e`, `s` or `w`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<char>,
}

impl From<Refusal> for RefusalView {
    fn from(refusal: Refusal) -> RefusalView {
        RefusalView {
            rule: refusal.rule.id().into(),
            reason: refusal.reason.name().into(),
            tile: refusal.tile.map(|t| t.to_string()),
            cell: refusal.cell.map(|c| (c.x, c.y)),
            side: refusal.side.map(|s| s.letter()),
        }
    }
}

/// How long the lines of a board are, in segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[allow(missing_docs)]
pub struct LengthsView {
    pub walls: u16,
    pub moats: u16,
    pub stretch: u16,
}

impl LengthsView {
    /// Those of a board.
    pub fn of_board(board: &Board) -> LengthsView {
        Lengths::of(board).into()
    }
}

impl From<Lengths> for LengthsView {
    fn from(Lengths { walls, moats, stretch }: Lengths) -> LengthsView {
        LengthsView { walls, moats, stretch }
    }
}

/// A cell with the lengths after the move, or why the tile cannot be placed there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(optional_fields)]
pub struct CellAnswer {
    /// The cell.
    pub cell: CellView,
    /// It is legal, and the lines would be so long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<LengthsView>,
    /// It is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<RefusalView>,
}

impl From<&CellPreview> for CellAnswer {
    fn from((cell, result): &CellPreview) -> CellAnswer {
        CellAnswer { cell: (cell.x, cell.y), after: result.ok().map(Into::into), refusal: result.err().map(Into::into) }
    }
}

/// Where a tile may go on the board of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PreviewView {
    /// The tile.
    pub tile: String,
    /// The lengths now.
    pub now: LengthsView,
    /// Every cell of the board and every one that touches it, if only at a corner.
    pub place: Vec<CellAnswer>,
    /// Every tile of the board, if it were exchanged for this one.
    pub exchange: Vec<CellAnswer>,
}

impl From<&Preview> for PreviewView {
    fn from(preview: &Preview) -> PreviewView {
        PreviewView {
            tile: preview.tile.to_string(),
            now: preview.now.into(),
            place: preview.place.iter().map(Into::into).collect(),
            exchange: preview.exchange.iter().map(Into::into).collect(),
        }
    }
}

/// x, y, side.
pub type SegmentView = (i8, i8, char);

/// A tile on a cell of one's own board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Placed {
    /// Whose: one of one's own seats.
    pub seat: u8,
    /// The tile.
    pub tile: String,
    /// Where.
    pub cell: CellView,
}

/// What lies nowhere to be seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LeftView {
    /// The tiles in the bags; Granada's with their even face.
    pub tiles: Vec<String>,
    /// The cards of the deck and of hands the viewer does not know.
    pub cards: Vec<String>,
}

impl From<&View> for LeftView {
    fn from(view: &View) -> LeftView {
        LeftView {
            tiles: view.unseen_tiles().iter().map(|t| t.to_string()).collect(),
            cards: view.unseen_cards().cards().map(|c| c.to_string()).collect(),
        }
    }
}

/// One line of a majority.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RankView {
    /// Who; `null` is Dirk.
    pub seat: Option<u8>,
    /// How many buildings count.
    pub count: u8,
    /// The highest price, which breaks ties in Granada (GR5).
    pub dearest: u8,
    /// The place, 1 for the first.
    pub place: u8,
    /// How many share it.
    pub level: u8,
    /// The points.
    pub points: u16,
}

impl From<&Rank> for RankView {
    fn from(rank: &Rank) -> RankView {
        let Rank { seat, count, dearest, place, level, points } = *rank;
        RankView { seat: seat.map(|s| s.0), count, dearest, place, level, points }
    }
}

/// What everybody would get if a round came now, with every part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ScoreView {
    /// The points.
    pub sheet: SheetView,
    /// By seat, the segments of the longest wall.
    pub walls: Vec<Vec<SegmentView>>,
    /// By seat, those of the longest moat.
    pub moats: Vec<Vec<SegmentView>>,
    /// By seat, those of the longest stretch of both.
    pub stretch: Vec<Vec<SegmentView>>,
    /// For each kind somebody has, by its code: all who have it, best first.
    pub ranks: Vec<(String, Vec<RankView>)>,
    /// For each kind of the game, by its code: what its places pay, the first first.
    pub pays: Vec<(String, Vec<u16>)>,
}

impl From<&ScoreNow> for ScoreView {
    fn from(score: &ScoreNow) -> ScoreView {
        let segment = |s: &Segment| (s.cell.x, s.cell.y, s.side.letter());
        let by_seat = |list: &BySeat<Vec<Segment>>| list.iter().map(|s| s.iter().map(segment).collect()).collect();
        ScoreView {
            sheet: SheetView::of(&score.sheet),
            walls: by_seat(&score.walls),
            moats: by_seat(&score.moats),
            stretch: by_seat(&score.stretch),
            ranks: score.ranks.iter().map(|(k, r)| (k.code().into(), r.iter().map(Into::into).collect())).collect(),
            pays: score.pays.iter().map(|(kind, pays)| (kind.code().into(), pays.clone())).collect(),
        }
    }
}
