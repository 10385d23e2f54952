//! Copies of a table, also in place of another: a server copies a table for each row, and its memory is used again.

use super::{Play, Table};

impl Clone for Table {
    fn clone(&self) -> Table {
        let Table { version, at, info, shuffle, secret, nonces, play, kept, shown, frozen } = self;
        Table {
            version: *version,
            at: *at,
            info: info.clone(),
            shuffle: *shuffle,
            secret: secret.clone(),
            nonces: nonces.clone(),
            play: play.clone(),
            kept: kept.clone(),
            shown: *shown,
            frozen: frozen.clone(),
        }
    }

    /// Copies only what is in use, without a new allocation where there is room: a server copies a table for each row.
    fn clone_from(&mut self, from: &Table) {
        let Table { version, at, info, shuffle, secret, nonces, play, kept, shown, frozen } = from;
        (self.version, self.at, self.shuffle, self.shown) = (*version, *at, *shuffle, *shown);
        self.info.clone_from(info);
        self.secret.clone_from(secret);
        self.nonces.clone_from(nonces);
        self.play.clone_from(play);
        self.kept.clone_from(kept);
        self.frozen.clone_from(frozen);
    }
}

impl Clone for Play {
    fn clone(&self) -> Play {
        Play {
            history: self.history.clone(),
            rules: self.rules,
            log: self.log.clone(),
            decisions: self.decisions,
            standing: self.standing.clone(),
            used: self.used,
            since: self.since,
            open_since: self.open_since,
            in_window: self.in_window,
            asked: self.asked,
            before: self.before.clone(),
            undone: self.undone,
        }
    }

    fn clone_from(&mut self, from: &Play) {
        let Play {
            history,
            rules,
            log,
            decisions,
            standing,
            used,
            since,
            open_since,
            in_window,
            asked,
            before,
            undone,
        } = from;
        self.history.clone_from(history);
        self.log.clone_from(log);
        self.standing.clone_from(standing);
        self.before.clone_from(before);
        (self.rules, self.decisions, self.used, self.since) = (*rules, *decisions, *used, *since);
        (self.open_since, self.in_window, self.asked, self.undone) = (*open_since, *in_window, *asked, *undone);
    }
}
