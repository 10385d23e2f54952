//! The record of a game: the document described in `docs/record.md`. Every card and tile appears in it at the moment it becomes visible, so
//! each step can be checked without our random number generator.

#[cfg(feature = "serde")]
mod json;

use crate::deal;
use crate::event::Event;
use crate::from_record::{RecordError, record_error};
use crate::game::Game;
use crate::history::History;
use crate::kind::Kind;
use crate::module::{self, DealOrder};
use crate::rule::scoring::{ModulePoints, Score, Sheet};
use crate::setup::{GameKind, Module, Setup, SetupError};

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// The name and version of the format.
pub const FORMAT: &str = "sabika-record/1";

/// A game as one document. Texts are codes and notation; nothing is checked until it is replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct Record {
    /// [`FORMAT`].
    pub format: String,
    /// What is played.
    pub setup: RecordSetup,
    /// The players' names, by seat.
    pub seats: Vec<String>,
    /// The version of the rules it was played under.
    pub rules: u32,
    /// 32 bytes in hex; absent while the game is running.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub seed: Option<String>,
    /// How the seed was made, for games played on a server.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub fairness: Option<Fairness>,
    /// What was dealt and laid out.
    pub deal: Deal,
    /// The steps, without those that were undone.
    pub steps: Vec<RecordStep>,
    /// How it ended; absent while the game is running.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub result: Option<RecordResult>,
}

/// What is played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct RecordSetup {
    /// `alhambra`, `granada` or `combined`.
    pub game: String,
    /// 2 to 6.
    pub players: u8,
    /// Names of modules.
    pub modules: Vec<String>,
    /// Options that differ from the default.
    pub options: RecordOptions,
}

/// Options of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct RecordOptions {
    /// GR6.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub simplified: Option<bool>,
    /// CO6: `english` or `german`.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub end: Option<String>,
}

/// How a server's seed was made: SHA-256 of the secret and the seats' nonces.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct Fairness {
    /// SHA-256 of the secret, published before the nonces were contributed.
    pub commitment: String,
    /// The secret; absent while the game is running.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub secret: Option<String>,
    /// One per seat.
    pub nonces: Vec<String>,
}

/// What was dealt and laid out at the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deal {
    /// Money by seat, in the order dealt (S2).
    pub hands: Vec<Vec<String>>,
    /// The starting seat (S3).
    pub first: u8,
    /// The display (S4).
    pub display: Vec<String>,
    /// The market by space.
    pub market: Vec<String>,
    /// Granada's tiles on the market (CO1).
    pub granada: Option<Vec<String>>,
    /// Dirk's first tiles (N2).
    pub dirk: Option<Vec<String>>,
    /// What modules dealt, each in its own field.
    pub modules: DealFields,
}

/// What modules dealt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DealFields(Vec<(Module, Dealt)>);

impl DealFields {
    /// What a module dealt.
    pub fn get(&self, module: Module) -> Option<&Dealt> {
        self.0.iter().find(|(m, _)| *m == module).map(|(_, dealt)| dealt)
    }

    /// Sets or removes what a module dealt.
    pub fn set(&mut self, module: Module, dealt: Option<Dealt>) {
        self.0.retain(|(m, _)| *m != module);
        self.0.extend(dealt.map(|dealt| (module, dealt)));
        self.0.sort_by_key(|(m, _)| m.deal().map(|(_, order)| order));
    }

    /// Without what stays hidden while the game is running.
    pub fn open(&self) -> DealFields {
        let is_open =
            |(module, _): &&(Module, Dealt)| module.deal().is_some_and(|(_, order)| order != DealOrder::Secret);
        DealFields(self.0.iter().filter(is_open).cloned().collect())
    }

    /// All of it, in the order used in records.
    pub fn iter(&self) -> impl Iterator<Item = (Module, &Dealt)> {
        self.0.iter().map(|(module, dealt)| (*module, dealt))
    }
}

/// What a module dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize), serde(untagged))]
pub enum Dealt {
    /// Laid out face up.
    Codes(Vec<String>),
    /// For each seat.
    BySeat(Vec<Vec<String>>),
}

impl Dealt {
    /// The codes laid out for all; none if the field is absent.
    pub(crate) fn codes<'a>(place: &str, dealt: Option<&'a Dealt>) -> Result<&'a [String], RecordError> {
        match dealt {
            Some(Dealt::Codes(codes)) => Ok(codes),
            Some(Dealt::BySeat(hands)) if !hands.is_empty() => record_error(place, "expected a list of codes"),
            _ => Ok(&[]),
        }
    }

    /// The codes of each seat.
    pub(crate) fn by_seat(&self, place: &str) -> Result<&[Vec<String>], RecordError> {
        match self {
            Dealt::BySeat(hands) => Ok(hands),
            Dealt::Codes(codes) if codes.is_empty() => Ok(&[]),
            Dealt::Codes(_) => record_error(place, "expected a list for each seat"),
        }
    }
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct RecordStep {
    /// The acting seat.
    pub seat: u8,
    /// The action, in notation.
    #[cfg_attr(feature = "serde", serde(rename = "do"))]
    pub action: String,
    /// What it revealed.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub shows: Vec<Show>,
}

/// Something that was revealed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize), serde(untagged))]
pub enum Show {
    /// A card or tile, in the text of an event.
    Text(String),
    /// A scoring round.
    Score(RecordScore),
}

/// The scores of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct RecordScore {
    /// The round, 1 to 3.
    pub score: u8,
    /// By seat.
    pub seats: Vec<RecordPoints>,
    /// Dirk's.
    #[cfg_attr(feature = "serde", serde(default))]
    pub dirk: Option<RecordPoints>,
}

/// Points of one player in a round; zeros are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordPoints {
    /// The longest wall (W2).
    pub walls: u16,
    /// The longest moat (GR5).
    pub moats: u16,
    /// Wall and moat side by side (CO5).
    pub stretch: u16,
    /// Points from modules, each in its own field.
    pub modules: ModulePoints,
    /// Each kind of building (W3).
    pub kinds: KindPoints,
    /// The total.
    pub total: u16,
}

/// Points by kind: those that are not 0, in the order of the kinds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KindPoints(pub Vec<(Kind, u16)>);

/// The result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct RecordResult {
    /// Points by seat.
    pub scores: Vec<u16>,
    /// Dirk's points.
    pub dirk: Option<u16>,
    /// The winners.
    pub winners: Vec<u8>,
}

impl Record {
    /// The record of a game so far. While the game is running, it contains nothing hidden.
    pub fn of(history: &History, seats: &[String]) -> Record {
        let over = history.game().result();
        let mut steps = Vec::new();
        history.replay(|step, events, _| {
            steps.push(RecordStep { seat: step.seat.0, action: step.action.to_string(), shows: shows(events) });
        });
        Record {
            format: FORMAT.into(),
            setup: RecordSetup::of(&history.setup()),
            seats: seats.to_vec(),
            rules: history.setup().rules,
            seed: over.is_some().then(|| history.seed().to_string()),
            fairness: None,
            deal: Deal::of(history, over.is_some()),
            steps,
            result: over.map(|outcome| RecordResult {
                scores: outcome.scores.iter().copied().collect(),
                dirk: outcome.dirk,
                winners: outcome.winners.iter().map(|s| s.0).collect(),
            }),
        }
    }
}

/// What a step revealed, as in a record.
pub fn shows(events: &[Event]) -> Vec<Show> {
    let shown = events.iter().filter(|e| !matches!(e, Event::Module(e) if !e.is_shown()));
    shown
        .map(|event| match event {
            Event::Scored(sheet) => Show::Score(RecordScore::of(sheet)),
            event => Show::Text(event.to_string()),
        })
        .collect()
}

impl RecordScore {
    fn of(sheet: &Sheet) -> RecordScore {
        RecordScore {
            score: sheet.round.number(),
            seats: sheet.seats.iter().map(RecordPoints::of).collect(),
            dirk: sheet.dirk.as_ref().map(RecordPoints::of),
        }
    }
}

impl RecordPoints {
    fn of(score: &Score) -> RecordPoints {
        let kinds = score.kinds.iter().filter(|(_, points)| **points > 0).map(|(kind, points)| (kind, *points));
        let Score { walls, moats, stretch, modules, .. } = *score;
        RecordPoints { walls, moats, stretch, modules, kinds: KindPoints(kinds.collect()), total: score.total() }
    }
}

impl RecordSetup {
    /// A set-up as in a record.
    pub fn of(setup: &Setup) -> RecordSetup {
        RecordSetup {
            game: setup.game.to_string(),
            players: setup.players,
            modules: setup.modules.iter().map(|m| m.to_string()).collect(),
            options: RecordOptions {
                simplified: setup.simplified.then_some(true),
                end: setup.english_end.then(|| "english".into()),
            },
        }
    }

    /// The set-up it describes.
    pub fn read(&self) -> Result<Setup, RecordSetupError> {
        let unknown = |field, value: &str| RecordSetupError::Unknown { field, value: value.to_owned() };
        let game: GameKind = self.game.parse().map_err(|_| unknown("game", &self.game))?;
        let mut setup = Setup::new(game, self.players);
        for name in &self.modules {
            let module: Module = name.parse().map_err(|_| unknown("modules", name))?;
            setup = setup.with(module);
        }
        setup.simplified = self.options.simplified.unwrap_or(false);
        setup.english_end = match self.options.end.as_deref() {
            None | Some("german") => false,
            Some("english") => true,
            Some(other) => return Err(unknown("options.end", other)),
        };
        setup.check().map_err(RecordSetupError::Refused)?;
        Ok(setup)
    }
}

/// Why a record's set-up cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordSetupError {
    /// An unknown word.
    Unknown {
        /// The field.
        field: &'static str,
        /// The word.
        value: String,
    },
    /// A set-up that cannot be played.
    Refused(SetupError),
}

impl core::fmt::Display for RecordSetupError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            RecordSetupError::Unknown { field, value } => write!(f, "setup.{field}: unknown value `{value}`"),
            RecordSetupError::Refused(error) => write!(f, "setup: {error}"),
        }
    }
}

impl core::error::Error for RecordSetupError {}

impl Deal {
    /// What was dealt; what stays hidden while the game is running only if it is `over`.
    fn of(history: &History, over: bool) -> Deal {
        let setup = history.setup();
        let game = Game::new(setup, history.seed()).expect("the history was made with this set-up");
        let table = game.table();
        let codes = |tiles: &[Option<crate::tile::Tile>]| tiles.iter().flatten().map(|t| t.to_string()).collect();
        let hands = deal::dealt_hands(&setup, &history.seed());
        let mut modules = DealFields::default();
        for (module, dealt) in module::record_deal(&game, over) {
            modules.set(module, Some(dealt));
        }
        Deal {
            hands: hands.iter().map(|hand| hand.iter().map(|c| c.to_string()).collect()).collect(),
            first: table.turn.seat.0,
            display: table.display.iter().flatten().map(|c| c.to_string()).collect(),
            market: codes(&table.market.spaces),
            granada: setup.is_combined().then(|| codes(&table.market.beside)),
            dirk: setup.has_dirk().then(|| table.dirk.tiles.iter().map(|t| t.to_string()).collect()),
            modules,
        }
    }
}
