//! What is stored permanently of a finished game: its record and the final view of the table. Later versions may fold the rows to
//! another state, or fail to; then they show this instead.

use std::collections::BTreeMap;
use std::sync::Arc;

use sabika_rules::MAX_PLAYERS;
use sabika_rules::record::Record;
use serde::{Deserialize, Serialize};

use crate::message::{CourseTurn, GameView, LogEntry, Problem, ProblemKind};
use crate::show::Eyes;
use crate::table::Table;
use crate::terms::{Info, Status};

/// The format that is written. Fields may be added with a default; tests read samples of every format (`samples/`).
const FORMAT: u32 = 1;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Keepsake {
    format: u32,
    version: u64,
    at: i64,
    info: Info,
    shuffle: bool,
    shown: [u64; MAX_PLAYERS + 1],
    /// The views: the watchers', then each seat's.
    views: Vec<GameView>,
    pub log: Vec<LogEntry>,
    pub faces: BTreeMap<String, String>,
    pub course: Vec<CourseTurn>,
    pub record: Record,
}

impl Keepsake {
    pub fn view(&self, eyes: Eyes) -> Option<&GameView> {
        self.views.get(eyes.seat().map_or(0, |seat| seat as usize + 1))
    }
}

impl Table {
    /// The keepsake of a finished game, as JSON; `None` before the end, and if the table itself was loaded from a keepsake.
    pub fn keepsake(&self) -> Option<String> {
        let play = self.play.as_ref().filter(|_| self.info.status == Status::Over && self.frozen.is_none())?;
        let seats = (0..self.info.seats.len() as u8).map(Eyes::Seat);
        let kept = Keepsake {
            format: FORMAT,
            version: self.version,
            at: self.at,
            info: self.info.clone(),
            shuffle: self.shuffle,
            shown: self.shown,
            views: std::iter::once(Eyes::Watcher)
                .chain(seats)
                .map(|eyes| self.game_view(eyes))
                .collect::<Option<_>>()?,
            log: play.log.iter().map(|entry| (**entry).clone()).collect(),
            faces: crate::show::faces(play.history.game()),
            course: self.course()?,
            record: self.record()?,
        };
        serde_json::to_string(&kept).ok()
    }

    /// A finished game's table from its keepsake. Rows stored later, such as a new name or a rematch, can still be folded.
    pub fn from_keepsake(json: &str) -> Result<Table, Problem> {
        let kept = read(json)?;
        let fairness = kept.record.fairness.clone();
        Ok(Table {
            version: kept.version,
            at: kept.at,
            info: kept.info.clone(),
            shuffle: kept.shuffle,
            secret: fairness.as_ref().and_then(|f| f.secret.clone()).unwrap_or_default(),
            nonces: fairness.into_iter().flat_map(|f| f.nonces).map(Some).collect(),
            play: None,
            shown: kept.shown,
            kept: Some(Arc::new(kept)),
            frozen: None,
        })
    }
}

/// A keepsake with another name for a person; `None` if it does not name them.
pub fn keepsake_renamed(json: &str, of: &str, to: &str) -> Option<String> {
    let mut kept = read(json).ok().filter(|_| json.contains(of))?;
    for (seat, name) in kept.info.seats.iter_mut().zip(&mut kept.record.seats) {
        if crate::names::rename(&mut seat.occupant, of, to) {
            *name = to.into();
        }
    }
    serde_json::to_string(&kept).ok()
}

fn read(json: &str) -> Result<Keepsake, Problem> {
    let unreadable = |why: String| Problem::with(ProblemKind::Frozen, format!("the keepsake of this game {why}"));
    let kept: Keepsake = serde_json::from_str(json).map_err(|error| unreadable(format!("cannot be read: {error}")))?;
    match kept.format {
        ..=FORMAT => Ok(kept),
        later => Err(unreadable(format!("has format {later}; this version reads up to {FORMAT}"))),
    }
}
