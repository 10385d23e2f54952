//! A snapshot of a table after some number of rows, so that loading it need not fold those rows again. It contains nothing that is not
//! in the rows; if it cannot be read, or another engine wrote it, they are folded as usual.

use std::sync::Arc;

use sabika_rules::{Action, Event, History, MAX_PLAYERS, RULES_VERSION, Seat, Step};
use serde::{Deserialize, Serialize};

use crate::fair;
use crate::log::Log;
use crate::message::{LogEntry, Standing};
use crate::table::{Clocks, Play, Table, state_hash};
use crate::terms::Info;

#[derive(Serialize, Deserialize)]
struct Saved {
    rules: u32,
    version: u64,
    at: i64,
    info: Info,
    shuffle: bool,
    secret: String,
    nonces: Vec<Option<String>>,
    shown: [u64; MAX_PLAYERS + 1],
    play: Option<SavedPlay>,
}

#[derive(Serialize, Deserialize)]
struct SavedPlay {
    /// The steps that were not undone.
    steps: Vec<(u8, String)>,
    /// The hash of the state they lead to.
    hash: String,
    decisions: [u32; MAX_PLAYERS],
    standing: [Standing; MAX_PLAYERS],
    used: [i64; MAX_PLAYERS],
    since: i64,
    open_since: i64,
    in_window: bool,
    asked: Option<u8>,
    before: Vec<Clocks>,
    undone: u32,
}

impl Table {
    /// The snapshot as JSON; `None` if the table is frozen, or began from a position, which only its rows contain.
    pub fn save(&self) -> Option<String> {
        if self.frozen.is_some() || self.play.as_ref().is_some_and(|play| !play.history.is_whole()) {
            return None;
        }
        let play = self.play.as_ref().map(|play| SavedPlay {
            steps: play.history.steps().iter().map(|step| (step.seat.0, step.action.to_string())).collect(),
            hash: state_hash(play.history.game()),
            decisions: play.decisions,
            standing: play.standing.clone(),
            used: play.used,
            since: play.since,
            open_since: play.open_since,
            in_window: play.in_window,
            asked: play.asked.map(|seat| seat.0),
            before: play.before.clone(),
            undone: play.undone,
        });
        let saved = Saved {
            rules: self.play.as_ref().map_or(RULES_VERSION, |play| play.history.setup().rules),
            version: self.version,
            at: self.at,
            info: self.info.clone(),
            shuffle: self.shuffle,
            secret: self.secret.clone(),
            nonces: self.nonces.clone(),
            shown: self.shown,
            play,
        };
        serde_json::to_string(&saved).ok()
    }

    /// Loads a snapshot; `None` if the table must be folded from its rows.
    pub fn restore(saved: &str) -> Option<Table> {
        let saved: Saved = serde_json::from_str(saved).ok()?;
        let mut table = Table {
            version: saved.version,
            at: saved.at,
            info: saved.info,
            shuffle: saved.shuffle,
            secret: saved.secret,
            nonces: saved.nonces,
            play: None,
            kept: None,
            shown: saved.shown,
            frozen: None,
        };
        if let Some(play) = saved.play {
            table.play = Some(table.resume(play, saved.rules)?);
        }
        Some(table)
    }

    fn resume(&self, saved: SavedPlay, rules: u32) -> Option<Play> {
        let nonces: Vec<String> = self.nonces.iter().flatten().cloned().collect();
        let mut history = History::new(self.setup().ok()?.under(rules), fair::seed(&self.secret, &nonces)?).ok()?;
        let mut log = Log::default();
        for (seat, action) in saved.steps {
            let step = Step { seat: Seat(seat), action: action.parse::<Action>().ok()? };
            let mut events: Vec<Event> = Vec::new();
            history.apply(step.seat, step.action, &mut events).ok()?;
            log.push(Arc::new(LogEntry::of(step, &events, history.game())));
        }
        let same = state_hash(history.game()) == saved.hash;
        same.then_some(Play {
            history,
            rules,
            log,
            decisions: saved.decisions,
            standing: saved.standing,
            used: saved.used,
            since: saved.since,
            open_since: saved.open_since,
            in_window: saved.in_window,
            asked: saved.asked.map(Seat),
            before: saved.before,
            undone: saved.undone,
        })
    }
}

#[cfg(test)]
mod tests {
    use sabika_rules::Dice;

    use super::*;
    use crate::show::Eyes;
    use crate::testkit::{lobby, random_action};
    use crate::{By, Occupant, Pace, Row};

    /// The next row of a table: usually a step, sometimes an undo.
    fn next(table: &Table, dice: &mut Dice) -> Row {
        let game = table.game().expect("it runs");
        let (seat, action) = random_action(game, dice);
        let by = By::Person { person: format!("p{}", seat.0), id: table.version.to_string() };
        let undoable = table.play.as_ref().expect("it runs").history.undoable(seat) > 0;
        match dice.below(5) {
            0 if undoable => Row::Undo { seat: seat.0, by },
            1 if undoable && dice.below(4) == 0 => Row::Restart { seat: seat.0, by },
            _ => Row::Act { seat: seat.0, action, by, hash: None },
        }
    }

    fn same(one: &Table, other: &Table) {
        for eyes in [Eyes::Watcher, Eyes::Seat(0), Eyes::Seat(1), Eyes::Seat(2)] {
            assert_eq!(one.snapshot(eyes, vec![]), other.snapshot(eyes, vec![]));
        }
        assert_eq!((one.version, one.at, one.duty()), (other.version, other.at, other.duty()));
        assert_eq!(one.save(), other.save());
    }

    /// A table loaded from a snapshot behaves like one folded from its rows, whatever comes next.
    #[test]
    fn a_loaded_snapshot_behaves_like_the_folded_table() {
        let seat = |p: &str| Occupant::Person { person: p.into(), name: p.into(), away: false };
        let modules = ["vizier", "bureau", "bonus", "huts", "camps", "bazaars", "falconers"];
        for (game, modules) in [("alhambra", &modules[..]), ("granada", &[])] {
            let pace = Pace::Player { minutes: 10, increment: 5 };
            let mut table = lobby(game, modules, false, vec![seat("p0"), seat("p1"), seat("p2")], pace);
            let mut dice = Dice::from_seed(11);
            let mut saved: Option<Table> = None;
            let start = table.starting();
            let mut rows = vec![start];
            while let Some(row) = rows.pop() {
                let at = 1_000 * table.version as i64;
                if table.version.is_multiple_of(40) || table.version == 1 {
                    saved = Table::restore(&table.save().expect("it can be saved"));
                }
                for fold in [Some(&mut table), saved.as_mut()].into_iter().flatten() {
                    let told = fold.advance(&row).expect("it is legal");
                    fold.stamp(at, &row, &told);
                }
                same(&table, saved.as_ref().expect("it was restored"));
                if table.to_act().is_some() && table.version < 400 {
                    rows.push(next(&table, &mut dice));
                }
            }
            assert!(table.version > 100);
        }
    }

    #[test]
    fn what_cannot_be_trusted_is_folded_anew() {
        let bot = || Occupant::Bot { level: crate::BotLevel::Novice };
        let mut table = lobby("alhambra", &[], false, vec![bot(), bot()], Pace::Free);
        let start = table.starting();
        table.advance(&start).expect("it starts");
        let saved = table.save().expect("it can be saved");
        assert!(Table::restore(&saved).is_some());
        let other_rules = saved.replace(&format!("\"rules\":{RULES_VERSION}"), "\"rules\":0");
        let hash = state_hash(table.game().expect("it runs"));
        for broken in ["", "{}", &other_rules, &saved.replace(&hash, "0"), &saved[..saved.len() / 2]] {
            assert!(Table::restore(broken).is_none(), "{broken:.80}");
        }
    }
}
