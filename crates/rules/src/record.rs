//! The record of a game: the document of `docs/record.md`. Every card and tile appears in it at the moment it becomes visible, so
//! whoever has it can check each step without our random generator.

use crate::deal;
use crate::event::Event;
use crate::game::Game;
use crate::history::History;
use crate::kind::Kind;
use crate::module;
use crate::rule::scoring::{Score, Sheet};
use crate::setup::{GameKind, Module, Setup, SetupError};

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// The name and version of the format.
pub const FORMAT: &str = "sabika-record/1";

/// A game as one document. Texts are codes and notation; nothing is checked until it is folded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct Record {
    /// [`FORMAT`].
    pub format: String,
    /// What is played.
    pub setup: RecordSetup,
    /// Who sits where.
    pub seats: Vec<String>,
    /// [`crate::RULES_VERSION`] of the engine that wrote it.
    pub rules: u32,
    /// 32 bytes in hex; absent while the game runs.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub seed: Option<String>,
    /// How the seed came about, for games played on a server.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub fairness: Option<Fairness>,
    /// What was dealt and laid out.
    pub deal: Deal,
    /// What was done, without what was taken back.
    pub steps: Vec<RecordStep>,
    /// How it ended; absent while the game runs.
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

/// How a server's seed came about: SHA-256 of the secret and the seats' nonces.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct Fairness {
    /// SHA-256 of the secret, shown before the nonces were given.
    pub commitment: String,
    /// The secret; absent while the game runs.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub secret: Option<String>,
    /// One of each seat.
    pub nonces: Vec<String>,
}

/// What was dealt and laid out at the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct Deal {
    /// Money by seat, in the order dealt (S2).
    pub hands: Vec<Vec<String>>,
    /// Who begins (S3).
    pub first: u8,
    /// The display (S4).
    pub display: Vec<String>,
    /// The market by space.
    pub market: Vec<String>,
    /// Granada's tiles beside it (CO1).
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub granada: Option<Vec<String>>,
    /// Bazaars drawn while the market was filled (BZ1).
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub bazaars: Option<Vec<String>>,
    /// Dirk's first tiles (N2).
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub dirk: Option<Vec<String>>,
    /// Huts face up, by kind (HU1).
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub huts: Option<Vec<String>>,
    /// Bonus cards by seat; absent while the game runs (BN1).
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub bonus: Option<Vec<Vec<String>>>,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct RecordStep {
    /// Who.
    pub seat: u8,
    /// What, in notation.
    #[cfg_attr(feature = "serde", serde(rename = "do"))]
    pub action: String,
    /// What it uncovered.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub shows: Vec<Show>,
}

/// Something that was uncovered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize), serde(untagged))]
pub enum Show {
    /// A card or tile, in the text of an event.
    Text(String),
    /// A scoring.
    Score(RecordScore),
}

#[cfg(feature = "serde")]
impl<'de> Deserialize<'de> for Show {
    /// By hand, so that what is wrong inside a score is said, and where.
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Show, D::Error> {
        struct Shown;

        impl<'de> serde::de::Visitor<'de> for Shown {
            type Value = Show;

            fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str("a text or a score")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Show, E> {
                Ok(Show::Text(text.to_owned()))
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<Show, A::Error> {
                RecordScore::deserialize(serde::de::value::MapAccessDeserializer::new(map)).map(Show::Score)
            }
        }

        deserializer.deserialize_any(Shown)
    }
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

/// Points of one player in a round; what is 0 is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct RecordPoints {
    /// The longest wall (W2).
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    pub walls: u16,
    /// The longest moat (GR5).
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    pub moats: u16,
    /// Wall and moat side by side (CO5).
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    pub stretch: u16,
    /// Camps (CA5).
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    pub camps: u16,
    /// Bazaars (BZ4).
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    pub bazaars: u16,
    /// Falcons (FA5).
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    pub falcons: u16,
    /// Each kind of building (W3).
    pub kinds: KindPoints,
    /// All together.
    pub total: u16,
}

#[cfg(feature = "serde")]
fn is_zero(points: &u16) -> bool {
    *points == 0
}

/// Points by kind: those that are not 0, in the order of the kinds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KindPoints(pub Vec<(Kind, u16)>);

#[cfg(feature = "serde")]
impl Serialize for KindPoints {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(kind, points)| (kind.code(), points)))
    }
}

#[cfg(feature = "serde")]
impl<'de> Deserialize<'de> for KindPoints {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<KindPoints, D::Error> {
        let map = std::collections::BTreeMap::<String, u16>::deserialize(deserializer)?;
        let mut points = Vec::new();
        for (code, value) in map {
            let kind = Kind::from_code(&code)
                .ok_or_else(|| serde::de::Error::custom(format_args!("`{code}` is no kind of building")))?;
            if value != 0 {
                points.push((kind, value));
            }
        }
        points.sort_unstable();
        Ok(KindPoints(points))
    }
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct RecordResult {
    /// Points by seat.
    pub scores: Vec<u16>,
    /// Dirk's points.
    pub dirk: Option<u16>,
    /// Who won.
    pub winners: Vec<u8>,
}

impl Record {
    /// The record of a game so far. While it runs, nothing hidden is in it.
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
            rules: crate::RULES_VERSION,
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

/// What a step uncovered, as a record has it.
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
        let kinds = KindPoints(kinds.collect());
        module::record_points(
            RecordPoints { walls, moats, stretch, kinds, total: score.total(), ..Self::default() },
            modules,
        )
    }
}

impl RecordSetup {
    /// A set-up as a record has it.
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
pub enum RecordSetupError {
    /// A word that means nothing.
    Unknown {
        /// Where it stands.
        field: &'static str,
        /// The word.
        value: String,
    },
    /// Known words that do not go together.
    Refused(SetupError),
}

impl core::fmt::Display for RecordSetupError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            RecordSetupError::Unknown { field, value } => write!(f, "setup.{field}: `{value}` is not known"),
            RecordSetupError::Refused(error) => write!(f, "setup: {error}"),
        }
    }
}

impl core::error::Error for RecordSetupError {}

impl Deal {
    /// What was dealt; what stays hidden while the game runs only if it is `over`.
    fn of(history: &History, over: bool) -> Deal {
        let setup = history.setup();
        let Ok(game) = Game::new(setup, history.seed()) else { return Deal::default() };
        let table = game.table();
        let codes = |tiles: &[Option<crate::tile::Tile>]| tiles.iter().flatten().map(|t| t.to_string()).collect();
        let hands = deal::dealt_hands(&setup, &history.seed());
        let deal = Deal {
            hands: hands.iter().map(|hand| hand.iter().map(|c| c.to_string()).collect()).collect(),
            first: table.turn.seat.0,
            display: table.display.iter().flatten().map(|c| c.to_string()).collect(),
            market: codes(&table.market.spaces),
            granada: table.is_combined().then(|| codes(&table.market.beside)),
            dirk: setup.has_dirk().then(|| table.dirk.tiles.iter().map(|t| t.to_string()).collect()),
            ..Deal::default()
        };
        module::record_deal(deal, &game, over)
    }
}
