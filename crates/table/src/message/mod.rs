//! Every message of a table, in both directions, derived from the table's own types and from the views of the rules.
//! `web/src/lib/wire.ts` is generated from them. Names are those of the rulebook; tiles, cards and steps are the codes of
//! `docs/notation.md`.

mod advice;
mod answer;
mod choice;
mod problem;
mod progress;
mod public;
mod shared;
mod socket;
mod table;
mod view;

pub use advice::{AdviceView, GainSources, ReasonView};
pub use answer::{
    CellAnswer, LeftView, LengthsView, Placed, PreviewView, RankView, RefusalView, ScoreView, SegmentView,
};
pub use choice::{
    BuyChoice, CellsChoice, Choice, FalconChoice, MeansView, ModuleChoices, Options, PaymentChoice, PlaceChoice,
    Standing, TileMeans,
};
pub use problem::{Problem, ProblemKind};
pub use progress::{BotResult, Feat, FeatDone, GameSummary};
pub use public::Public;
pub use shared::Shared;
pub use socket::{Ask, ChatLine, FromServer, LogEntry, PointsView, SheetView, Show, Snapshot, Update};
pub use table::{
    AddBot, BotLevel, Colour, CourseTurn, Ending, Glance, NewNonce, NewSeat, NewTable, NoticeKind, Occupant, Pace,
    Person, ResultView, SeatInfo, SeatPick, SeatWish, SetupView, Status, Stop, TableInfo,
};
pub use view::{
    BazaarView, BonusView, ClockView, DeckView, DirkView, FalconView, GameChanges, GameView, HutPile, LinesView,
    MarketView, ModulesView, PlayerView, ScoringView, SpaceView, StageView, TurnView,
};

/// A cell: x to the east, y to the south, the starting tile at 0, 0.
pub type CellView = (i8, i8);
