//! What a finished game against bots adds to a player's progress.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use sabika_rules::{GameKind, Kind, MAX_PLAYERS, Module};

use super::table::BotLevel;

/// Something worth learning that a player did in a game. The names are part of stored summaries: never change one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Feat {
    /// Paid for a tile exactly, and so had another action (T2).
    Exact,
    /// Paid exactly three times in one turn (T2).
    Chain,
    /// Won without ever overpaying.
    Thrifty,
    /// Had a wall or moat of ten segments (W2).
    Wall,
    /// Closed a wall or moat to a ring (W2).
    Ring,
    /// Made the longest line longer by redesigning (D1).
    Redesign,
    /// Had the most of four kinds in one round, alone (W3).
    Majorities,
    /// Was last after round 2 and won.
    Comeback,
    /// Was handed a tile at the end (E2).
    Gained,
    /// Bought a tile out of turn (VZ2).
    Vizier,
    /// Paid with two currencies (BC3).
    Bureau,
    /// Had a bonus card revealed (BN2).
    Bonus,
    /// Had huts that counted as three buildings (HU4).
    Huts,
    /// Had camps that scored six points in a round (CA5).
    Camps,
    /// Had bazaars that scored twelve points (BZ4).
    Bazaars,
    /// Had falcons that scored twelve points in a round (FA5).
    Falcons,
    /// Built a tile with its other face up (GR3).
    Flip,
    /// Had wall and moat side by side for four segments (CO5).
    Stretch,
}

impl Feat {
    /// How many there are.
    pub const COUNT: usize = Feat::Stretch as usize + 1;
}

/// A feat, and when it happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FeatDone {
    /// Which.
    pub feat: Feat,
    /// The number of steps of the game's record after which it had happened.
    pub step: u32,
}

/// One of the bots of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BotResult {
    /// How strong.
    pub level: BotLevel,
    /// How many bots of its level sat before it: which of the two characters it was.
    pub nth: u8,
    /// Its points.
    pub points: u16,
}

/// A finished game of one person against bots, in a few numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GameSummary {
    /// The table's id: a game counts once.
    pub table: String,
    /// Its code.
    pub code: String,
    /// When it ended: seconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// `alhambra`, `granada` or `combined`.
    pub game: String,
    /// Names of modules.
    pub modules: Vec<String>,
    /// Whether the table gave hints.
    pub hints: bool,
    /// The others.
    pub bots: Vec<BotResult>,
    /// The player's points.
    pub points: u16,
    /// Those of them for buildings.
    pub for_buildings: u16,
    /// Those of them for walls, moats, and stretches of both.
    pub for_walls: u16,
    /// The player's place; ties share one.
    pub place: u8,
    /// Whether they won, alone or with others.
    pub won: bool,
    /// The longest wall or moat they had at any time.
    pub longest: u16,
    /// How many tiles they bought.
    pub bought: u16,
    /// How many of them for exactly the price.
    pub exact: u16,
    /// The buildings of their city at the end, by code of kind; those that are not 0.
    pub kinds: BTreeMap<String, u8>,
    /// In the order in which they happened.
    pub feats: Vec<FeatDone>,
}

/// Far more than any game gives.
const MOST_POINTS: u16 = 2000;
const LONGEST_ID: usize = 40;

impl GameSummary {
    /// Whether this could be the id or the code of a table, on a server or on a device.
    pub fn is_id(text: &str) -> bool {
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '~' || c == '-';
        (1..=LONGEST_ID).contains(&text.len()) && text.chars().all(fits)
    }

    /// The first field of a summary from elsewhere with an impossible value. Possible values may still be untrue.
    pub fn fault(&self) -> Option<&'static str> {
        let others = self.bots.len();
        let module = |name: &String| Module::ALL.iter().any(|module| module.name() == name);
        let several = |list: &[String]| list.iter().enumerate().any(|(i, item)| list[..i].contains(item));
        let feat = |(i, done): (usize, &FeatDone)| self.feats[..i].iter().all(|other| other.feat != done.feat);
        let checks = [
            ("table", GameSummary::is_id(&self.table)),
            ("code", GameSummary::is_id(&self.code)),
            ("at", self.at > 0),
            ("game", self.game.parse::<GameKind>().is_ok()),
            ("modules", self.modules.iter().all(module) && !several(&self.modules)),
            (
                "bots",
                (1..MAX_PLAYERS).contains(&others)
                    && self.bots.iter().all(|bot| (bot.nth as usize) < MAX_PLAYERS && bot.points <= MOST_POINTS),
            ),
            ("points", self.points <= MOST_POINTS),
            ("for_buildings", self.for_buildings.saturating_add(self.for_walls) <= self.points),
            ("place", (1..=others + 1).contains(&(self.place as usize))),
            ("won", self.won == (self.place == 1)),
            ("exact", self.exact <= self.bought),
            ("kinds", self.kinds.keys().all(|code| Kind::from_code(code).is_some())),
            ("feats", self.feats.iter().enumerate().all(feat)),
        ];
        checks.into_iter().find(|(_, holds)| !holds).map(|(field, _)| field)
    }
}
