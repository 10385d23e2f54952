//! Who looks at a table, on this node and on others.

use std::time::{Duration, Instant};

use super::{Room, State, text};
use crate::bus::Presence;
use crate::node::Node;
use crate::table::Eyes;
use crate::wire::{FromServer, Person};

/// How long it is believed who looks at a table on another node; it says so again every half a minute.
const BELIEVED: Duration = Duration::from_secs(75);
/// The most people whom a node names to the others.
const NAMED: usize = 40;

impl Room {
    /// Another node says who looks at the table there. A node that was not known is answered in turn.
    pub(crate) async fn seen_elsewhere(&self, node: &Node, presence: Presence) {
        let mut state = self.state.lock().await;
        let known = state.elsewhere.iter().position(|(p, _)| p.node == presence.node);
        let before = known.map(|i| state.elsewhere.swap_remove(i).0);
        if before.is_none() && !presence.is_nobody() && !state.sockets.is_empty() {
            node.looked_at(&self.id, state.presence(node));
        }
        let news = before.as_ref() != Some(&presence);
        if !presence.is_nobody() {
            state.elsewhere.push((presence, Instant::now() + BELIEVED));
        }
        if news {
            state.tell_presence(node);
        }
    }

    /// Says again who looks at the table here, and forgets nodes that have not.
    pub(crate) async fn still_here(&self, node: &Node) {
        let mut state = self.state.lock().await;
        let before = state.elsewhere.len();
        state.elsewhere.retain(|(_, until)| *until > Instant::now());
        if state.elsewhere.len() != before {
            state.tell_presence(node);
        }
        node.looked_at(&self.id, state.presence(node));
    }
}

impl State {
    /// Who looks at it on this node.
    pub(super) fn presence(&self, node: &Node) -> Presence {
        let mut here: Vec<Person> = self.sockets.iter().filter_map(|s| s.person.clone()).collect();
        here.sort_by(|a, b| a.id.cmp(&b.id));
        here.dedup_by(|a, b| a.id == b.id);
        here.truncate(NAMED);
        let watchers = self.sockets.iter().filter(|s| s.eyes == Eyes::Watcher).count() as u32;
        Presence { node: node.id.clone(), here, watchers }
    }

    pub(super) fn tell_presence(&self, node: &Node) {
        let Presence { mut here, mut watchers, .. } = self.presence(node);
        for (presence, _) in &self.elsewhere {
            here.extend(presence.here.iter().cloned());
            watchers += presence.watchers;
        }
        here.sort_by(|a, b| a.id.cmp(&b.id));
        here.dedup_by(|a, b| a.id == b.id);
        let text = text(&FromServer::Presence { here, watchers });
        self.sockets.iter().for_each(|socket| socket.send(text.clone()));
    }
}
