//! Notifies other nodes that a table has a new version or chat message, and who is watching it. These are only hints:
//! a node that misses one finds out by polling two seconds later.
//!
//! A single node notifies nobody. Several nodes communicate through NATS (`bus/nats.rs`).

mod nats;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use crate::room::Who;
use crate::wire::Person;
use nats::{Link, Servers};

/// How many notices may be queued; those dropped are found by polling.
const WAITING: usize = 4096;
const CHAT: &str = "chat";

/// A notice about a table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Notice {
    pub table: String,
    pub what: NoticeBody,
}

/// The content of a notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoticeBody {
    /// It has this version now.
    Version(u64),
    /// There is a new chat message.
    Chat,
    /// Who is watching it on a node.
    Presence(Presence),
    /// Sessions have ended, at any table.
    Ended(EndedSessions),
}

/// Which sessions have ended: their sockets are closed on all nodes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ended", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum EndedSessions {
    /// A single session, by the hash of its token.
    Session { session: String },
    /// All sessions of a person, possibly except one.
    Person { person: String, but: Option<String> },
}

impl EndedSessions {
    /// Whether this viewer's session has ended.
    pub(crate) fn means(&self, who: &Who) -> bool {
        match self {
            EndedSessions::Session { session } => *session == who.session,
            EndedSessions::Person { person, but } => *person == who.person.id && but.as_ref() != Some(&who.session),
        }
    }
}

/// The viewers of a table on one node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Presence {
    /// The node.
    pub node: String,
    /// Everybody who has a name, as many as fit.
    pub here: Vec<Person>,
    /// The number of watchers.
    pub watchers: u32,
}

impl Presence {
    /// Whether nobody is watching there any more.
    pub fn is_nobody(&self) -> bool {
        self.here.is_empty() && self.watchers == 0
    }
}

impl Notice {
    fn parse(text: &str) -> Option<Notice> {
        let (table, what) = text.split_once(' ')?;
        let what = match what {
            CHAT => NoticeBody::Chat,
            what if what.starts_with("{\"ended\"") => NoticeBody::Ended(serde_json::from_str(what).ok()?),
            what if what.starts_with('{') => NoticeBody::Presence(serde_json::from_str(what).ok()?),
            what => NoticeBody::Version(what.parse().ok()?),
        };
        Some(Notice { table: table.to_owned(), what })
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.what {
            NoticeBody::Version(version) => write!(f, "{} {version}", self.table),
            NoticeBody::Chat => write!(f, "{} {CHAT}", self.table),
            NoticeBody::Presence(presence) => {
                write!(f, "{} {}", self.table, serde_json::to_string(presence).map_err(|_| fmt::Error)?)
            }
            NoticeBody::Ended(ended) => {
                write!(f, "{} {}", self.table, serde_json::to_string(ended).map_err(|_| fmt::Error)?)
            }
        }
    }
}

/// The connection to the other nodes.
pub struct Bus {
    out: Option<mpsc::Sender<Notice>>,
    link: Arc<Link>,
}

impl Bus {
    /// Connects to `nats://[user:password@]host[:port]`, the same with `tls://`, or a comma-separated list of them; without an
    /// address there are no other nodes. Also returns the notices of the other nodes.
    pub fn start(addresses: Option<&str>) -> Result<(Bus, mpsc::Receiver<Notice>), String> {
        let (heard, notices) = mpsc::channel(WAITING);
        let link = Arc::new(Link::default());
        let Some(addresses) = addresses else { return Ok((Bus { out: None, link }, notices)) };
        let servers = Servers::parse(addresses)?;
        let (out, outgoing) = mpsc::channel(WAITING);
        tokio::spawn(nats::run(servers, outgoing, heard, link.clone()));
        Ok((Bus { out: Some(out), link }, notices))
    }

    /// Notifies the other nodes.
    pub fn tell(&self, notice: Notice) {
        if let Some(out) = &self.out {
            let _ = out.try_send(notice);
        }
    }

    /// Whether the other nodes can be reached. A single node always counts as connected.
    pub fn is_connected(&self) -> bool {
        self.out.is_none() || self.link.up.load(Ordering::Relaxed)
    }

    /// How often the connection was lost or could not be established.
    pub fn failures(&self) -> u64 {
        self.link.failures.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_survive_serialization() {
        let person = Person { id: "p".into(), name: "Ana {1} \r\n €".into() };
        let presence = Presence { node: "n".into(), here: vec![person], watchers: 2 };
        let ended = EndedSessions::Person { person: "p".into(), but: Some("s".into()) };
        for what in [NoticeBody::Version(7), NoticeBody::Chat, NoticeBody::Presence(presence), NoticeBody::Ended(ended)]
        {
            let notice = Notice { table: "t".into(), what };
            let text = notice.to_string();
            assert!(!text.contains('\r'), "{text}");
            assert_eq!(Notice::parse(&text), Some(notice));
        }
        for nonsense in ["", "t", "t x", "t {", "t {}"] {
            assert_eq!(Notice::parse(nonsense), None, "{nonsense}");
        }
    }
}
