//! Who is watching a table, on this node and on others.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::state::{Socket, State};
use super::{Room, text};
use crate::bots::Audience;
use crate::bus::Presence;
use crate::node::Node;
use crate::wire::{FromServer, Person};
use sabika_table::Eyes;

/// How long another node's announcement is valid; it is repeated every half minute.
const PRESENCE_LIFETIME: Duration = Duration::from_secs(75);
/// The maximum number of people a node names to the others.
const NAMED: usize = 40;

impl Room {
    /// Another node announces who is watching there. An unknown node gets an announcement in return.
    pub(crate) async fn seen_elsewhere(&self, node: &Arc<Node>, presence: Presence) {
        let (node, id) = (node.clone(), self.id.clone());
        let seen = self.quickly(move |state| state.seen_elsewhere(&node, &id, presence));
        let _ = seen.await;
    }

    /// Whether any player of the table is watching it, here or on another node.
    pub(crate) async fn audience(&self) -> Audience {
        let waits = self.quickly(|state| {
            let seated =
                |person: &Person| state.fold.as_ref().is_some_and(|fold| !fold.seats_of(&person.id).is_empty());
            let mut here = state.sockets.iter().filter_map(Socket::person);
            let mut elsewhere = state.elsewhere.iter().flat_map(|(presence, _)| &presence.here);
            here.any(seated) || elsewhere.any(seated)
        });
        if waits.await.unwrap_or(false) { Audience::People } else { Audience::Nobody }
    }

    /// Announces again who is watching here, and drops nodes that have not.
    pub(crate) async fn announce_again(&self, node: &Arc<Node>) {
        let (node, id) = (node.clone(), self.id.clone());
        let said = self.quickly(move |state| {
            let before = state.elsewhere.len();
            state.elsewhere.retain(|(_, until)| *until > Instant::now());
            if state.elsewhere.len() != before {
                state.tell_presence(&node);
            }
            node.publish_presence(&id, state.presence(&node));
        });
        let _ = said.await;
    }
}

impl State {
    fn seen_elsewhere(&mut self, node: &Node, table: &str, presence: Presence) {
        let known = self.elsewhere.iter().position(|(p, _)| p.node == presence.node);
        let before = known.map(|i| self.elsewhere.swap_remove(i).0);
        if before.is_none() && !presence.is_nobody() && !self.sockets.is_empty() {
            node.publish_presence(table, self.presence(node));
        }
        let news = before.as_ref() != Some(&presence);
        if !presence.is_nobody() {
            self.elsewhere.push((presence, Instant::now() + PRESENCE_LIFETIME));
        }
        if news {
            self.tell_presence(node);
        }
    }

    /// Who is watching on this node.
    pub(super) fn presence(&self, node: &Node) -> Presence {
        let mut here: Vec<Person> = self.sockets.iter().filter_map(|s| s.person().cloned()).collect();
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
