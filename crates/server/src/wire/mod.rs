//! Every message between page and server, in both directions. `web/src/lib/wire.ts` is written from these types; nothing on the
//! wire has another source. Names are those of the rulebook; tiles, cards and steps are the codes of `docs/notation.md`.

mod answer;
mod choice;
mod message;
mod people;
mod problem;
mod table;
mod typescript;
mod view;

pub use answer::{
    CellAnswer, LeftView, LengthsView, Placed, PreviewView, RankView, RefusalView, ScoreView, SegmentView,
};
pub use choice::{
    BuyChoice, CellsChoice, Choice, FalconChoice, MeansView, ModuleChoices, Options, PaymentChoice, PlaceChoice,
    Standing, TileMeans,
};
pub use message::{Ask, ChatLine, FromServer, LogEntry, PointsView, SheetView, Show, Snapshot, Update};
pub use people::{
    BrowserLine, Confirm, Invite, KeepName, Kept, MyData, NewBlock, NewPassword, NewReport, NewSeat, Notice,
    NoticeKind, Notices, Placing, Profile, PushEnd, PushKey, PushTo, RatingLine, RatingView, ReadMark, Recover,
    SaidLine, SignIn, Stop, is_unseen,
};
pub use problem::{Problem, ProblemKind};
pub use table::{
    AddBot, BotLevel, Colour, CourseTurn, Ending, Glance, Me, NewName, NewNonce, NewSession, NewTable, Occupant, Pace,
    Person, ResultView, SeatInfo, SeatPick, SeatWish, SetupView, Status, TableInfo, TableLine,
};
pub use typescript::typescript;
pub use view::{
    BazaarView, BonusView, Changes, ClockView, DeckView, DirkView, FalconView, GameView, HutPile, LinesView,
    MarketView, ModulesView, PlayerView, ScoringView, SpaceView, StageView, TurnView,
};

/// A cell: x to the east, y to the south, the starting tile at 0, 0.
pub type CellView = (i8, i8);
