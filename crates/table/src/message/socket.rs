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
use super::table::{Person, TableInfo};
use super::view::{GameChanges, GameView};
use crate::tagged::tagged;

tagged! {
    tag = "type", remote = "Ask", serde(rename_all = "snake_case", deny_unknown_fields), also(TS);
    /// What a page sends. `id` is the page's own: an answer carries it back, and sending the same one again is harmless.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
    pub enum Ask {
        /// The first message, and again whenever the page wants to look through another of its seats.
        Hello {
            /// Look through this seat; `null`: as a watcher.
            seat: Option<u8>,
            /// The last version the page has seen through the same eyes: then only what came after is sent.
            #[serde(default)]
            #[ts(type = "number | null")]
            version: Option<u64>,
        },
        /// Does an action.
        Act {
            /// The page's own number of this message.
            id: String,
            /// For which seat.
            seat: u8,
            /// `decision` of the choice it was picked from.
            decision: u32,
            /// The action, a line of notation.
            #[serde(rename = "do")]
            action: String,
        },
        /// Takes the last step back (T6).
        Undo {
            /// The page's own number of this message.
            id: String,
            /// For which seat.
            seat: u8,
            /// `decision` of the choice.
            decision: u32,
        },
        /// Takes back all of the turn (T6).
        Restart {
            /// The page's own number of this message.
            id: String,
            /// For which seat.
            seat: u8,
            /// `decision` of the choice.
            decision: u32,
        },
        /// Where could this tile go, and why not elsewhere?
        Preview {
            /// The page's own number of this message.
            id: String,
            /// On whose board: one of one's own.
            seat: u8,
            /// The tile.
            tile: String,
        },
        /// What would everybody get if this round came now?
        Score {
            /// The page's own number of this message.
            id: String,
            /// 1 to 3.
            round: u8,
            /// After this tile was placed; `null`: as it is.
            #[serde(default)]
            with: Option<Placed>,
        },
        /// What is left: in the bags, and of money?
        Left {
            /// The page's own number of this message.
            id: String,
            /// As this seat knows it, one of one's own; `null`: as a watcher does.
            seat: Option<u8>,
        },
        /// Which turns are best for a seat whose turn it is? Where the table allows hints.
        Hint {
            /// The page's own number of this message.
            id: String,
            /// For which seat.
            seat: u8,
        },
        /// The position as a seat knows it, to be analysed. Where the table allows hints, or once the game is over.
        Position {
            /// The page's own number of this message.
            id: String,
            /// Which seat.
            seat: u8,
        },
        /// Answers the vizier's windows of this seat beforehand (VZ4).
        Standing {
            /// The page's own number of this message.
            id: String,
            /// Which seat.
            seat: u8,
            /// Whether they are passed from now on.
            pass: bool,
            /// Codes of kinds: asked all the same when the vizier can buy one of these (VZ2: he pays exactly).
            #[serde(default)]
            unless: Vec<String>,
            /// *Not now*: the window after this turn is passed, and no other.
            #[serde(default)]
            not_now: bool,
        },
        /// Says something to the table.
        Chat {
            /// The page's own number of this message.
            id: String,
            /// 1 to 300 characters.
            text: String,
        },
        /// Asks whether anybody hears: a line can be dead without having been closed.
        Ping {
            /// The page's own number of this message.
            id: String,
        },
    }
}

/// What the server sends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(clippy::large_enum_variant, reason = "messages are serialised at once and not kept")]
pub enum FromServer {
    /// Everything; replaces all that the page has.
    Snapshot(Snapshot),
    /// What changed. Versions have no gaps: after a gap the page says `hello` again.
    Update(Update),
    /// The action is durably stored.
    Done {
        /// Of the message.
        id: String,
        /// The version, as its sender sees it, that has it.
        #[ts(type = "number")]
        version: u64,
    },
    /// The rules forbid it.
    Refused {
        /// Of the message.
        id: String,
        /// Why.
        refusal: RefusalView,
    },
    /// It could not be done for another reason.
    Problem {
        /// Of the message, if it could be read.
        id: Option<String>,
        /// What went wrong.
        problem: Problem,
    },
    /// Answers `preview`.
    Preview {
        /// Of the message.
        id: String,
        /// The answer.
        preview: PreviewView,
    },
    /// Answers `score`.
    Score {
        /// Of the message.
        id: String,
        /// The answer.
        score: ScoreView,
    },
    /// Answers `left`.
    Left {
        /// Of the message.
        id: String,
        /// The answer.
        left: LeftView,
    },
    /// Answers `hint`.
    Hint {
        /// Of the message.
        id: String,
        /// The best turns, best first.
        turns: Vec<AdviceView>,
    },
    /// Answers `position`.
    Position {
        /// Of the message.
        id: String,
        /// One line of text (`docs/notation.md`).
        position: String,
    },
    /// Which of one's own seats the game waits for; for pages that hold several.
    Yours {
        /// Those to act.
        to_act: Vec<u8>,
    },
    /// The line is up.
    Pong {
        /// Of the question.
        id: String,
    },
    /// Somebody said something.
    Chat {
        /// The new lines.
        lines: Vec<ChatLine>,
    },
    /// Who is connected.
    Presence {
        /// Everybody with a name.
        here: Vec<Person>,
        /// How many look on without a seat.
        watchers: u32,
    },
}

/// Everything a viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Snapshot {
    /// Counts what this viewer has been shown.
    #[ts(type = "number")]
    pub version: u64,
    /// The seat looked through; `null`: a watcher.
    pub viewer: Option<u8>,
    /// The seats of the person who looks.
    pub yours: Vec<u8>,
    /// Who sits where.
    pub table: TableInfo,
    /// The game, once it has begun.
    pub game: Option<GameView>,
    /// What was done, as far as the viewer may know.
    pub log: Vec<LogEntry>,
    /// The other face of each Granada tile (GR1), both ways; empty where none is used.
    pub faces: BTreeMap<String, String>,
}

/// What one step changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(optional_fields)]
pub struct Update {
    /// One more than the last.
    #[ts(type = "number")]
    pub version: u64,
    /// The step with all it uncovered; absent if the viewer may not know it (T8), or if it was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<LogEntry>,
    /// What a step uncovered that the viewer may not know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Show>>")]
    pub shows: Vec<Show>,
    /// The whole log, after steps were taken back: replaces the page's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<Vec<LogEntry>>,
    /// Seats, status or result changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableInfo>,
    /// The nouns that changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<GameChanges>,
}

/// A step of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LogEntry {
    /// Who.
    pub seat: u8,
    /// What: a line of notation.
    #[serde(rename = "do")]
    pub action: String,
    /// What it uncovered, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Show>>")]
    pub shows: Vec<Show>,
    /// How long the lines of the board are after it, if it changed the board.
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

/// Something that was uncovered; events only animate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Show {
    /// The discard pile became the deck.
    Shuffle,
    /// A card was laid on the display.
    Display {
        /// Where, 0 to 3.
        slot: u8,
        /// The card.
        card: String,
    },
    /// A scoring card was drawn.
    Scoring {
        /// 1 for A, 2 for B.
        round: u8,
    },
    /// A tile was laid on the market.
    Market {
        /// Where, 0 to 3.
        space: u8,
        /// The tile.
        tile: String,
        /// On Granada's half of the space (CO1).
        beside: bool,
    },
    /// A bazaar was laid beside the market.
    Bazaar {
        /// The tile.
        tile: String,
    },
    /// A hut was turned up.
    Hut {
        /// The tile.
        tile: String,
    },
    /// A bonus card was laid open by itself (BN4).
    Reveal {
        /// Whose.
        seat: u8,
        /// The card.
        card: String,
    },
    /// A round was scored: the points, and how they came about.
    Score(ScoreView),
    /// Dirk drew a tile.
    Dirk {
        /// The tile.
        tile: String,
    },
    /// A tile was handed out at the end (E2).
    Gain {
        /// To whom.
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
    /// One of the events of the step that led to this game, as the page is told of it; `None`: it has no words for it.
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
    /// A sheet of the rules.
    pub fn of(sheet: &Sheet) -> SheetView {
        SheetView {
            round: sheet.round.number(),
            seats: sheet.seats.iter().map(PointsView::of).collect(),
            dirk: sheet.dirk.as_ref().map(PointsView::of),
        }
    }
}

/// What one player gets in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[allow(missing_docs)]
pub struct PointsView {
    pub walls: u16,
    pub moats: u16,
    pub stretch: u16,
    pub camps: u16,
    pub bazaars: u16,
    pub falcons: u16,
    /// By code of kind; those that are not 0.
    pub kinds: BTreeMap<String, u16>,
    pub total: u16,
}

impl PointsView {
    /// A score in parts.
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

/// Something said at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChatLine {
    /// Counts the lines of the table.
    #[ts(type = "number")]
    pub number: u64,
    /// Who.
    pub from: Person,
    /// What.
    pub text: String,
    /// Seconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
}
