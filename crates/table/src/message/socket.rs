//! The messages of a table's socket.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use sabika_rules::module::{self, bazaars, bonus, huts};
use sabika_rules::scoring::{Score, Sheet};
use sabika_rules::{Action, Event, Game, Module, Step};

use super::advice::AdviceView;
use super::answer::{LeftView, LengthsView, Placed, PreviewView, RefusalView, ScoreView};
use super::problem::Problem;
use super::shared::Shared;
use super::table::{Person, TableInfo};
use super::view::{GameChanges, GameView};
use crate::tagged::tagged;

tagged! {
    tag = "type", remote = "Ask", serde(rename_all = "snake_case", deny_unknown_fields), also(TS);
    /// What a page sends. `id` is chosen by the page: the answer repeats it, and sending the same one again is harmless.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
    pub enum Ask {
        /// The first message, sent again whenever the page switches to another of its seats.
        Hello {
            /// The seat to view the table from; `null` for a watcher.
            seat: Option<u8>,
            /// The last version the page has seen from this seat: only what came after is sent.
            #[serde(default)]
            #[ts(type = "number | null")]
            version: Option<u64>,
        },
        /// Takes an action.
        Act {
            /// The page's id for this message.
            id: String,
            /// The acting seat.
            seat: u8,
            /// `decision` of the choice it was taken from.
            decision: u32,
            /// The action, in notation.
            #[serde(rename = "do")]
            action: String,
        },
        /// Undoes the last step (T6).
        Undo {
            /// The page's id for this message.
            id: String,
            /// The acting seat.
            seat: u8,
            /// `decision` of the choice.
            decision: u32,
        },
        /// Undoes the whole turn (T6).
        Restart {
            /// The page's id for this message.
            id: String,
            /// The acting seat.
            seat: u8,
            /// `decision` of the choice.
            decision: u32,
        },
        /// Where may this tile be placed, and why not elsewhere?
        Preview {
            /// The page's id for this message.
            id: String,
            /// The seat whose board it is: one of the viewer's own.
            seat: u8,
            /// The tile.
            tile: String,
        },
        /// What would everybody score if this round came now?
        Score {
            /// The page's id for this message.
            id: String,
            /// 1 to 3.
            round: u8,
            /// After placing this tile; `null` for the current board.
            #[serde(default)]
            with: Option<Placed>,
        },
        /// What is left in the bags and in the deck?
        Left {
            /// The page's id for this message.
            id: String,
            /// What one of the viewer's own seats knows; `null` for what a watcher knows.
            seat: Option<u8>,
        },
        /// Which turns are best for the seat to act? Only where the table allows hints.
        Hint {
            /// The page's id for this message.
            id: String,
            /// The seat to act.
            seat: u8,
        },
        /// The position as a seat knows it, for analysis. Only where the table allows hints, or once the game is over.
        Position {
            /// The page's id for this message.
            id: String,
            /// The seat.
            seat: u8,
        },
        /// Sets this seat's standing answer to vizier windows (VZ4).
        Standing {
            /// The page's id for this message.
            id: String,
            /// The seat.
            seat: u8,
            /// Whether its windows are passed from now on.
            pass: bool,
            /// Codes of kinds: asked anyway when the vizier can buy one of these (VZ2: he pays exactly).
            #[serde(default)]
            unless: Vec<String>,
            /// *Not now*: only the window after this turn is passed.
            #[serde(default)]
            not_now: bool,
        },
        /// Sends a chat message.
        Chat {
            /// The page's id for this message.
            id: String,
            /// 1 to 300 characters.
            text: String,
        },
        /// Checks that the connection is alive: it can be dead without having been closed.
        Ping {
            /// The page's id for this message.
            id: String,
        },
    }
}

tagged! {
    tag = "type", remote = "FromServer", serde(rename_all = "snake_case"), also(TS);
    /// What the server sends.
    #[derive(Clone, Debug, PartialEq, Serialize, TS)]
    #[allow(clippy::large_enum_variant, reason = "messages are serialised at once and not kept")]
    pub enum FromServer {
        /// The whole state; replaces everything the page has.
        Snapshot(Snapshot),
        /// What changed. Versions have no gaps: after a gap the page sends `hello` again.
        Update(Update),
        /// The action is durably stored.
        Done {
            /// The id of the message.
            id: String,
            /// The version that contains it, as the sender sees it.
            #[ts(type = "number")]
            version: u64,
        },
        /// The rules forbid it.
        Refused {
            /// The id of the message.
            id: String,
            /// Why.
            refusal: RefusalView,
        },
        /// It failed for another reason.
        Problem {
            /// The id of the message, if it could be read.
            id: Option<String>,
            /// What went wrong.
            problem: Problem,
        },
        /// Answers `preview`.
        Preview {
            /// The id of the message.
            id: String,
            /// The answer.
            preview: PreviewView,
        },
        /// Answers `score`.
        Score {
            /// The id of the message.
            id: String,
            /// The answer.
            score: ScoreView,
        },
        /// Answers `left`.
        Left {
            /// The id of the message.
            id: String,
            /// The answer.
            left: LeftView,
        },
        /// Answers `hint`.
        Hint {
            /// The id of the message.
            id: String,
            /// The best turns, best first.
            turns: Vec<AdviceView>,
        },
        /// Answers `position`.
        Position {
            /// The id of the message.
            id: String,
            /// One line of text (`docs/notation.md`).
            position: String,
        },
        /// Which of the viewer's own seats the game waits for; for pages that hold several.
        Yours {
            /// The seats to act.
            to_act: Vec<u8>,
        },
        /// The connection is alive.
        Pong {
            /// The id of the question.
            id: String,
        },
        /// New chat messages.
        Chat {
            /// The messages.
            lines: Vec<ChatLine>,
        },
        /// Who is connected.
        Presence {
            /// Everybody who has a name.
            here: Vec<Person>,
            /// The number of watchers.
            watchers: u32,
        },
    }
}

/// The whole state, as far as the viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Snapshot {
    /// The number of rows this viewer has been shown.
    #[ts(type = "number")]
    pub version: u64,
    /// The seat the table is viewed from; `null` for a watcher.
    pub viewer: Option<u8>,
    /// The viewer's own seats.
    pub yours: Vec<u8>,
    /// Who sits where.
    pub table: TableInfo,
    /// The game, once it has begun.
    pub game: Option<GameView>,
    /// The steps so far, as far as the viewer may know them.
    pub log: Vec<LogEntry>,
    /// The other face of each Granada tile (GR1), in both directions; empty if there are none.
    pub faces: BTreeMap<String, String>,
}

/// What one step changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(optional_fields)]
pub struct Update {
    /// One more than the previous version.
    #[ts(type = "number")]
    pub version: u64,
    /// The step with everything it revealed; absent if the viewer may not know it (T8), or if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<Shared<LogEntry>>,
    /// What was revealed by a step that the viewer may not know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Show>>")]
    pub shows: Vec<Show>,
    /// The whole log after steps were undone; replaces the page's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<Vec<LogEntry>>,
    /// Seats, status or result changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableInfo>,
    /// The parts that changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<GameChanges>,
}

/// A step of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LogEntry {
    /// The seat.
    pub seat: u8,
    /// The action, in notation.
    #[serde(rename = "do")]
    pub action: String,
    /// What it revealed, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Show>>")]
    pub shows: Vec<Show>,
    /// The lengths of the board's walls and moats afterwards, if it changed the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub lengths: Option<LengthsView>,
}

impl LogEntry {
    /// A step with its events, and the game it led to.
    pub fn of(step: Step, events: &[Event], game: &Game) -> LogEntry {
        let builds = matches!(
            step.action,
            Action::Place { .. } | Action::Build { .. } | Action::Exchange { .. } | Action::Remove { .. }
        );
        LogEntry {
            seat: step.seat.0,
            action: step.action.to_string(),
            shows: events.iter().filter_map(|event| Show::of(event, events, game)).collect(),
            lengths: builds.then(|| LengthsView::of_board(&game.table().players[step.seat].board)),
        }
    }
}

/// Something that was revealed; events are used only for animation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Show {
    /// The discard pile became the deck.
    Shuffle,
    /// A card was added to the display.
    Display {
        /// Its place, 0 to 3.
        slot: u8,
        /// The card.
        card: String,
    },
    /// A scoring card was drawn.
    Scoring {
        /// 1 for A, 2 for B.
        round: u8,
    },
    /// A tile was added to the market.
    Market {
        /// Its space, 0 to 3.
        space: u8,
        /// The tile.
        tile: String,
        /// Whether it is on Granada's half of the space (CO1).
        beside: bool,
    },
    /// A bazaar was put on sale next to the market.
    Bazaar {
        /// The tile.
        tile: String,
    },
    /// A hut was turned face up.
    Hut {
        /// The tile.
        tile: String,
    },
    /// A bonus card was revealed automatically (BN4).
    Reveal {
        /// Its owner.
        seat: u8,
        /// The card.
        card: String,
    },
    /// A round was scored: the points, and how they were reached.
    Score(ScoreView),
    /// Dirk drew a tile.
    Dirk {
        /// The tile.
        tile: String,
    },
    /// A tile was given out at the end (E2).
    Gain {
        /// The seat that got it.
        seat: u8,
        /// The tile.
        tile: String,
    },
    /// A tile went to nobody (E2).
    Left {
        /// The tile.
        tile: String,
    },
}

impl Show {
    /// An event of the step that led to this game, in the form the page uses; `None` if the page does not show it.
    fn of(event: &Event, events: &[Event], game: &Game) -> Option<Show> {
        Some(match event {
            Event::Shuffled => Show::Shuffle,
            Event::Display { slot, card } => Show::Display { slot: *slot, card: card.to_string() },
            Event::ScoringCard(round) => Show::Scoring { round: round.number() },
            Event::Market { space, tile, beside } => {
                Show::Market { space: *space, tile: tile.to_string(), beside: *beside }
            }
            Event::Scored(sheet) => Show::Score(ScoreView::from(&game.scored(sheet.round, events))),
            Event::DirkDrew(tile) => Show::Dirk { tile: tile.to_string() },
            Event::Gained { seat, tile } => Show::Gain { seat: seat.0, tile: tile.to_string() },
            Event::Left(tile) => Show::Left { tile: tile.to_string() },
            Event::Module(module::Event::Huts(huts::Event::TurnedUp(tile))) => Show::Hut { tile: tile.to_string() },
            Event::Module(module::Event::Bazaars(bazaars::Event::LaidAside(tile))) => {
                Show::Bazaar { tile: tile.to_string() }
            }
            Event::Module(module::Event::Bonus(bonus::Event::Revealed { seat, tile })) => {
                Show::Reveal { seat: seat.0, card: format!("+{tile}") }
            }
            Event::Module(_) => return None,
        })
    }
}

/// The scores of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SheetView {
    /// 1 to 3.
    pub round: u8,
    /// By seat.
    pub seats: Vec<PointsView>,
    /// Dirk's.
    pub dirk: Option<PointsView>,
}

impl SheetView {
    /// A score sheet.
    pub fn of(sheet: &Sheet) -> SheetView {
        SheetView {
            round: sheet.round.number(),
            seats: sheet.seats.iter().map(PointsView::of).collect(),
            dirk: sheet.dirk.as_ref().map(PointsView::of),
        }
    }
}

/// What one player scores in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[allow(missing_docs)]
pub struct PointsView {
    pub walls: u16,
    pub moats: u16,
    pub stretch: u16,
    pub camps: u16,
    pub bazaars: u16,
    pub falcons: u16,
    /// By code of kind, without zeros.
    pub kinds: BTreeMap<String, u16>,
    pub total: u16,
}

impl PointsView {
    /// A score, broken down.
    pub fn of(score: &Score) -> PointsView {
        let kinds = score.kinds.iter().filter(|(_, points)| **points > 0);
        PointsView {
            walls: score.walls,
            moats: score.moats,
            stretch: score.stretch,
            camps: score.modules[Module::Camps],
            bazaars: score.modules[Module::Bazaars],
            falcons: score.modules[Module::Falconers],
            kinds: kinds.map(|(kind, points)| (kind.code().into(), *points)).collect(),
            total: score.total(),
        }
    }
}

/// A chat message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChatLine {
    /// The number of the message at this table.
    #[ts(type = "number")]
    pub number: u64,
    /// The sender.
    pub from: Person,
    /// The text.
    pub text: String,
    /// Seconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
}
