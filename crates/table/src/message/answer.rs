//! Answers to questions: refusals with reasons, previews, explained scores.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use sabika_rules::board::{Board, Segment};
use sabika_rules::{BySeat, CellPreview, Lengths, Preview, Rank, Refusal, ScoreNow, View};

use super::CellView;
use super::socket::SheetView;

/// Why an action is refused: the rule and the place. Turning it into words is the page's job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(optional_fields)]
pub struct RefusalView {
    /// The id of the rule in `docs/rules.md`.
    pub rule: String,
    /// A stable identifier of the reason, like `sides-clash`.
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

/// The lengths of a board's walls and moats, in segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[allow(missing_docs)]
pub struct LengthsView {
    pub walls: u16,
    pub moats: u16,
    pub stretch: u16,
}

impl LengthsView {
    /// The lengths on a board.
    pub fn of_board(board: &Board) -> LengthsView {
        Lengths::of(board).into()
    }
}

impl From<Lengths> for LengthsView {
    fn from(Lengths { walls, moats, stretch }: Lengths) -> LengthsView {
        LengthsView { walls, moats, stretch }
    }
}

/// A cell with the lengths after the move, or the reason why the tile cannot be placed there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(optional_fields)]
pub struct CellAnswer {
    /// The cell.
    pub cell: CellView,
    /// The move is legal; these would be the lengths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<LengthsView>,
    /// The move is illegal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<RefusalView>,
}

impl From<&CellPreview> for CellAnswer {
    fn from((cell, result): &CellPreview) -> CellAnswer {
        CellAnswer { cell: (cell.x, cell.y), after: result.ok().map(Into::into), refusal: result.err().map(Into::into) }
    }
}

/// Where a tile may be placed on a seat's board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PreviewView {
    /// The tile.
    pub tile: String,
    /// The current lengths.
    pub now: LengthsView,
    /// Every cell of the board and every cell that touches it, including at a corner.
    pub place: Vec<CellAnswer>,
    /// Every tile of the board, as if exchanged for this one.
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

/// A tile placed on a cell of the viewer's own board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Placed {
    /// One of the viewer's own seats.
    pub seat: u8,
    /// The tile.
    pub tile: String,
    /// The cell.
    pub cell: CellView,
}

/// The tiles and cards that are not visible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LeftView {
    /// The tiles in the bags; Granada tiles are listed with their even face.
    pub tiles: Vec<String>,
    /// The cards in the deck and in hands that the viewer does not know.
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

/// One player's line in a majority.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RankView {
    /// The seat; `null` is Dirk.
    pub seat: Option<u8>,
    /// The number of buildings that count.
    pub count: u8,
    /// The highest price, which breaks ties in Granada (GR5).
    pub dearest: u8,
    /// The rank, starting at 1.
    pub place: u8,
    /// How many players share it.
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

/// What everybody would score if a round came now, broken down.
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
    /// By code of kind: everybody who has the kind, best first.
    pub ranks: Vec<(String, Vec<RankView>)>,
    /// By code of kind: what each rank pays, first rank first.
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
