//! The page's copy of these types.

use sabika_rules::{Currency, Tile};
use ts_rs::{Config, TS};

use super::*;
use sabika_table::score_pad::{PadAsk, PadCount, PadView};

/// The text of `web/src/lib/wire.ts`.
pub fn typescript() -> String {
    let mut text = String::from(
        "// Written by `make wire` from crates/table/src/message and crates/server/src/wire: change it there.\n\n\
         /** A cell: x to the east, y to the south. */\nexport type Cell = [number, number];\n",
    );
    macro_rules! types {
        ($($type:ty)*) => {$(
            text.push('\n');
            text.push_str(&<$type as TS>::docs().unwrap_or_default());
            text.push_str("export ");
            text.push_str(&<$type as TS>::decl(&Config::new()));
            text.push('\n');
        )*};
    }
    types! {
        Ask FromServer Snapshot Update LogEntry Show SheetView PointsView ChatLine
        GameView GameChanges ClockView TurnView StageView MarketView SpaceView BazaarView DeckView ScoringView PlayerView LinesView DirkView
        ModulesView BonusView HutPile FalconView
        Choice TileMeans MeansView Standing Options BuyChoice PaymentChoice PlaceChoice CellsChoice ModuleChoices FalconChoice
        RefusalView LengthsView CellAnswer PreviewView Placed RankView ScoreView LeftView AdviceView GainSources ReasonView
        PadCount PadAsk PadView
        ProblemKind Problem
        SetupView Status Colour BotLevel Pace Person Occupant SeatInfo ResultView Ending TableInfo TableLine Glance CourseTurn Me
        NewSession NewName SeatWish NewTable SeatPick AddBot NewNonce
        KeepName Kept SignIn Recover NewPassword Confirm
        RatingView RatingLine Placing Profile NoticeKind Notice Notices ReadMark PushKey PushTo PushEnd
        OpenReport Ban NewBan
        NewDailyResult DailyLine DailyBoard
        Feat FeatDone BotResult GameSummary NewProgress KeptProgress Progress
        NewBlock NewReport Invite Stop NewSeat MyData SaidLine BrowserLine
    }
    text.push_str("\n/** The currency that a bazaar shows is printed on it; it is not part of its code. */\n");
    text.push_str("export const BAZAAR_COIN: Readonly<Record<string, string>> = {\n");
    for bazaar in Tile::all().filter(|tile| tile.currency().is_some()) {
        let coin = bazaar.currency().map_or(' ', Currency::letter);
        text.push_str(&format!("  {bazaar}: \"{coin}\",\n"));
    }
    text.push_str("};\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The committed file is current; `SABIKA_WRITE=1` writes it.
    #[test]
    fn wire_ts_is_current() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/lib/wire.ts");
        if std::env::var_os("SABIKA_WRITE").is_some() {
            std::fs::write(path, typescript()).expect("wire.ts can be written");
        }
        let found = std::fs::read_to_string(path).unwrap_or_default();
        assert!(found == typescript(), "web/src/lib/wire.ts is not current: run `make wire`");
    }
}
