//! The best turns with reasons, for hints and analysis.

use sabika_bots::{Advice, Reason};
use sabika_rules::board::Line;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A possible turn, with reasons.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct AdviceView {
    /// All of its actions in notation, the next one first.
    pub actions: Vec<String>,
    /// The probability of winning with it.
    pub win: f32,
    /// The expected lead over the mean of the other players, in points.
    pub lead: f32,
    /// Expected points gained compared with doing nothing: the sum of `sources`.
    pub gain: f32,
    /// Where these points come from.
    pub sources: GainSources,
    /// Everybody's chance to win with it, by seat.
    pub chances: Vec<f32>,
    /// Everybody's chance to win if nothing were done in this turn, by seat.
    pub without: Vec<f32>,
    /// In how many futures it was tried.
    pub futures: u32,
    /// Facts in its favour.
    pub reasons: Vec<ReasonView>,
}

/// Expected points by source.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct GainSources {
    /// Majorities, minus what the others get for them.
    pub majorities: f32,
    /// Walls, moats, and stretches where both run side by side.
    pub walls: f32,
    /// Points from modules.
    pub modules: f32,
    /// Room to build, and tiles waiting for it.
    pub room: f32,
    /// Money in hand, valued by what it can buy.
    pub money: f32,
    /// Added by looking ahead.
    pub foresight: f32,
}

/// A fact in favour of a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "why", rename_all = "kebab-case")]
pub enum ReasonView {
    /// A tile is paid for exactly, so the purchase costs no turn (T2).
    Exact {
        /// The tile.
        tile: String,
    },
    /// The turn takes the lead in a kind.
    Lead {
        /// The kind.
        kind: String,
        /// Whether the lead is only shared.
        shared: bool,
        /// Expected points gained.
        points: f32,
    },
    /// The longest wall or moat grows.
    Wall {
        /// `walls`, `moats` or `stretch`.
        line: String,
        /// Before the turn.
        from: u16,
        /// After it.
        to: u16,
    },
    /// The turn buys a tile that a rival could have paid for.
    Denied {
        /// The tile.
        tile: String,
        /// The rival.
        seat: u8,
        /// Whether the rival could have paid exactly.
        exact: bool,
    },
    /// With the money taken, a tile on the market can be bought exactly next turn.
    Affordable {
        /// The tile.
        tile: String,
    },
}

impl From<&Advice> for AdviceView {
    fn from(advice: &Advice) -> AdviceView {
        let points = &advice.points;
        AdviceView {
            actions: advice.actions.iter().map(|action| action.to_string()).collect(),
            win: advice.win,
            lead: advice.lead,
            gain: advice.gain,
            sources: GainSources {
                majorities: points.majorities,
                walls: points.walls,
                modules: points.modules,
                room: points.room,
                money: points.money,
                foresight: advice.foresight,
            },
            chances: advice.chances.iter().copied().collect(),
            without: advice.without.iter().copied().collect(),
            futures: advice.futures as u32,
            reasons: advice.reasons.iter().map(ReasonView::from).collect(),
        }
    }
}

impl From<&Reason> for ReasonView {
    fn from(reason: &Reason) -> ReasonView {
        match reason {
            Reason::Exact { tile } => ReasonView::Exact { tile: tile.to_string() },
            Reason::Lead { kind, shared, points } => {
                ReasonView::Lead { kind: kind.code().into(), shared: *shared, points: *points }
            }
            Reason::Wall { line, from, to } => {
                let line = match line {
                    Line::Walls => "walls",
                    Line::Moats => "moats",
                    Line::Stretch => "stretch",
                };
                ReasonView::Wall { line: line.into(), from: *from, to: *to }
            }
            Reason::Denied { tile, seat, exact } => {
                ReasonView::Denied { tile: tile.to_string(), seat: seat.0, exact: *exact }
            }
            Reason::Affordable { tile } => ReasonView::Affordable { tile: tile.to_string() },
        }
    }
}
