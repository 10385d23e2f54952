//! The log of a table, step by step. A table is copied for each row, so copies share the part that no longer changes.

use std::sync::Arc;

use crate::message::LogEntry;

/// Steps per shared block.
const PART: usize = 16;

/// The steps of a game; copies share all but the last few.
#[derive(Debug, Default)]
pub(crate) struct Log {
    full: Vec<Arc<[Arc<LogEntry>]>>,
    last: Vec<Arc<LogEntry>>,
}

impl Clone for Log {
    fn clone(&self) -> Log {
        Log { full: self.full.clone(), last: self.last.clone() }
    }

    fn clone_from(&mut self, from: &Log) {
        self.full.clone_from(&from.full);
        self.last.clone_from(&from.last);
    }
}

impl Log {
    pub fn push(&mut self, entry: Arc<LogEntry>) {
        self.last.push(entry);
        if self.last.len() == PART {
            self.full.push(std::mem::take(&mut self.last).into());
        }
    }

    pub fn len(&self) -> usize {
        self.full.len() * PART + self.last.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Arc<LogEntry>> {
        self.full.iter().flat_map(|part| part.iter()).chain(&self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_share_full_blocks() {
        let entry = |seat| Arc::new(LogEntry { seat, action: "end".into(), shows: Vec::new(), lengths: None });
        let mut log = Log::default();
        for seat in 0..200 {
            log.push(entry(seat));
            assert_eq!(log.len(), seat as usize + 1);
        }
        let copy = log.clone();
        log.push(entry(200));
        assert_eq!((copy.len(), log.len()), (200, 201));
        assert!(log.iter().map(|e| e.seat).eq(0..=200));
        assert!(copy.full.iter().zip(&log.full).all(|(a, b)| Arc::ptr_eq(a, b)), "not copied");
    }
}
