//! The chat of a table, and who receives it.

use std::collections::VecDeque;
use std::sync::Arc;

use super::state::{Socket, State};
use super::{Room, text};
use crate::node::Node;
use crate::store::ChatRow;
use crate::wire::FromServer;

/// How much later than one with a higher number a message may appear, in milliseconds: numbers are assigned before messages are stored, and
/// two nodes store at the same time.
pub(crate) const LATE: u64 = 10_000;

/// Which messages were sent.
pub(super) struct SentChat {
    /// The highest number.
    last: u64,
    /// Those shortly below it.
    told: VecDeque<u64>,
}

impl SentChat {
    /// Whether a message has not been sent yet; marks it as sent.
    fn is_new(&mut self, number: u64) -> bool {
        // A message too old to be remembered here was sent when the viewer arrived.
        if self.told.contains(&number) || number + LATE < self.last {
            return false;
        }
        self.last = self.last.max(number);
        self.told.push_back(number);
        let since = self.last.saturating_sub(LATE);
        self.told.retain(|told| *told >= since);
        true
    }
}

impl Room {
    /// The viewers here know these messages; from now on they receive new ones.
    pub(crate) async fn heard(&self, numbers: Vec<u64>) {
        let heard = self.quickly(move |state| {
            state
                .heard
                .get_or_insert_with(|| SentChat { last: numbers.last().copied().unwrap_or(0), told: numbers.into() });
        });
        let _ = heard.await;
    }

    /// Sends everybody here the messages since then, from this node or another, unless they blocked the sender.
    pub(crate) async fn hear(&self, node: &Arc<Node>) {
        let (node, id) = (node.clone(), self.id.clone());
        let told = self.run(move |state| {
            Box::pin(async move {
                let Some(since) = state.heard.as_ref().map(|heard| heard.last.saturating_sub(LATE)) else { return };
                // If the database does not answer now, it will with the next message or the next poll.
                let Ok(said) = node.store.said(&id, since).await else { return };
                if state.loaded(&node, &id).await.is_err() {
                    return;
                }
                for row in said {
                    if state.heard.as_mut().is_some_and(|heard| heard.is_new(row.number)) {
                        state.tell_line(row);
                    }
                }
            })
        });
        let _ = told.await;
    }

    /// Whether the table's last message has not been sent here, although somebody is listening.
    pub(crate) async fn has_missed(&self, last: u64) -> bool {
        let missed = self
            .quickly(move |state| state.heard.as_ref().is_some_and(|heard| !heard.told.contains(&last) && last > 0));
        missed.await.unwrap_or(false)
    }

    /// A person's list of blocked people has changed.
    pub(crate) async fn blocks_changed(&self, person: &str, blocked: &Arc<[String]>) {
        let (person, blocked) = (person.to_owned(), blocked.clone());
        let changed = self.quickly(move |state| {
            let theirs = |s: &&mut Socket| s.person().is_some_and(|p| p.id == person);
            state.sockets.iter_mut().filter(theirs).for_each(|s| s.blocked = blocked.clone());
        });
        let _ = changed.await;
    }
}

impl State {
    /// Sends a message to those it is meant for, unless they blocked the sender.
    fn tell_line(&self, row: ChatRow) {
        let Some(fold) = &self.fold else { return };
        let (from, aside) = (row.person.clone(), row.aside);
        let text = text(&FromServer::Chat { lines: vec![row.into()] });
        let hears = |s: &&Socket| fold.hears(s.person().map(|p| p.id.as_str()), aside) && !s.blocked.contains(&from);
        self.sockets.iter().filter(hears).for_each(|s| s.send(text.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_chat_lines_are_sent_once() {
        let mut heard = SentChat { last: 20_000, told: [20_000].into() };
        assert!(heard.is_new(20_005) && heard.is_new(20_003), "stored later, numbered before");
        assert!(!heard.is_new(20_003) && !heard.is_new(20_005) && !heard.is_new(20_000));
        assert!(heard.is_new(50_000) && !heard.is_new(20_004), "much too late");
        assert_eq!(heard.told, [50_000]);
    }
}
