//! Tells other nodes that a table has a new version, that somebody said something there, or who looks at it. Only a hint: who misses one finds out by looking, two seconds later.
//!
//! Alone, a node has nobody to tell. With others it speaks to a NATS server: the handful of words of its protocol that this needs.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::mpsc;

use crate::wire::Person;

/// Notices that may wait; what does not fit is found by looking.
const WAITING: usize = 4096;
const SUBJECT: &str = "sabika.tables";
const CHAT: &str = "chat";
/// Notices are short; whatever is longer is none.
const LONGEST: usize = 8 * 1024;
const RETRY: Duration = Duration::from_secs(1);

/// Something is new at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Notice {
    pub table: String,
    pub what: New,
}

/// What is new.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum New {
    /// It has this version now.
    Version(u64),
    /// Somebody said something.
    Chat,
    /// Who looks at it on a node.
    Presence(Presence),
}

/// Who looks at a table on one node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Presence {
    /// The node.
    pub node: String,
    /// Everybody with a name, or at least as many as fit.
    pub here: Vec<Person>,
    /// How many look on without a seat.
    pub watchers: u32,
}

impl Presence {
    /// Whether nobody looks at it there any more.
    pub fn is_nobody(&self) -> bool {
        self.here.is_empty() && self.watchers == 0
    }
}

impl Notice {
    fn parse(text: &str) -> Option<Notice> {
        let (table, what) = text.split_once(' ')?;
        let what = match what {
            CHAT => New::Chat,
            what if what.starts_with('{') => New::Presence(serde_json::from_str(what).ok()?),
            what => New::Version(what.parse().ok()?),
        };
        Some(Notice { table: table.to_owned(), what })
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.what {
            New::Version(version) => write!(f, "{} {version}", self.table),
            New::Chat => write!(f, "{} {CHAT}", self.table),
            New::Presence(presence) => {
                write!(f, "{} {}", self.table, serde_json::to_string(presence).map_err(|_| fmt::Error)?)
            }
        }
    }
}

/// The way to the other nodes.
pub struct Bus {
    out: Option<mpsc::Sender<Notice>>,
    connected: Arc<AtomicBool>,
}

impl Bus {
    /// `nats://[user:password@]host[:port]`, or nobody; and what the others say.
    pub fn start(url: Option<&str>) -> Result<(Bus, mpsc::Receiver<Notice>), String> {
        let (heard, notices) = mpsc::channel(WAITING);
        let connected = Arc::new(AtomicBool::new(false));
        let Some(url) = url else { return Ok((Bus { out: None, connected }, notices)) };
        let server =
            Server::parse(url).ok_or_else(|| format!("cannot use the bus `{url}`: it is not nats://host:port"))?;
        let (out, outgoing) = mpsc::channel(WAITING);
        tokio::spawn(link(server, outgoing, heard, connected.clone()));
        Ok((Bus { out: Some(out), connected }, notices))
    }

    /// Tells the others.
    pub fn tell(&self, notice: Notice) {
        if let Some(out) = &self.out {
            let _ = out.try_send(notice);
        }
    }

    /// Whether the others hear it; a node alone has none to hear it.
    pub fn is_connected(&self) -> bool {
        self.out.is_none() || self.connected.load(Ordering::Relaxed)
    }
}

struct Server {
    address: String,
    login: Option<(String, String)>,
}

impl Server {
    fn parse(url: &str) -> Option<Server> {
        let rest = url.strip_prefix("nats://")?.trim_end_matches('/');
        let (login, address) = rest.rsplit_once('@').map_or((None, rest), |(login, address)| (Some(login), address));
        let login = login.map(|l| l.split_once(':').unwrap_or((l, "")));
        let address = if address.contains(':') { address.to_owned() } else { format!("{address}:4222") };
        Some(Server { address, login: login.map(|(u, p)| (u.to_owned(), p.to_owned())) })
    }
}

/// Keeps the connection up for as long as the node lives.
async fn link(server: Server, mut outgoing: mpsc::Receiver<Notice>, heard: mpsc::Sender<Notice>, up: Arc<AtomicBool>) {
    while !heard.is_closed() {
        if let Err(error) = talk(&server, &mut outgoing, &heard, &up).await {
            tracing::warn!(%error, "the bus does not answer; tables of other nodes are seen later");
        }
        up.store(false, Ordering::Relaxed);
        tokio::time::sleep(RETRY).await;
    }
}

async fn talk(
    server: &Server,
    outgoing: &mut mpsc::Receiver<Notice>,
    heard: &mpsc::Sender<Notice>,
    up: &AtomicBool,
) -> std::io::Result<()> {
    let stream = TcpStream::connect(&server.address).await?;
    stream.set_nodelay(true)?;
    let (reader, mut writer) = stream.into_split();
    let mut connect = serde_json::json!({"verbose": false, "pedantic": false, "echo": false, "name": "sabika"});
    if let Some((user, password)) = &server.login {
        connect["user"] = user.as_str().into();
        connect["pass"] = password.as_str().into();
    }
    writer.write_all(format!("CONNECT {connect}\r\nSUB {SUBJECT} 1\r\nPING\r\n").as_bytes()).await?;
    let (pong, pings) = mpsc::channel(4);
    tokio::select! {
        ended = read(BufReader::new(reader), heard, pong, up) => ended,
        ended = write(writer, outgoing, pings) => ended,
    }
}

async fn read(
    mut reader: BufReader<OwnedReadHalf>,
    heard: &mpsc::Sender<Notice>,
    pong: mpsc::Sender<()>,
    up: &AtomicBool,
) -> std::io::Result<()> {
    let broken = |what: &str| std::io::Error::other(what.to_owned());
    let mut line = String::new();
    loop {
        line.clear();
        if reader.read_line(&mut line).await? == 0 {
            return Err(broken("it closed the connection"));
        }
        let mut words = line.split_whitespace();
        match words.next() {
            Some("MSG") => {
                let size: Option<usize> = words.last().and_then(|w| w.parse().ok());
                let size = size.filter(|s| *s <= LONGEST).ok_or_else(|| broken("a message too long for a notice"))?;
                let mut payload = vec![0; size + 2];
                reader.read_exact(&mut payload).await?;
                let notice = std::str::from_utf8(&payload[..size]).ok().and_then(Notice::parse);
                if let Some(notice) = notice {
                    let _ = heard.try_send(notice);
                }
            }
            Some("PING") => drop(pong.try_send(())),
            Some("PONG") => up.store(true, Ordering::Relaxed),
            Some("-ERR") => return Err(broken(line.trim())),
            _ => {}
        }
    }
}

async fn write(
    mut writer: OwnedWriteHalf,
    outgoing: &mut mpsc::Receiver<Notice>,
    mut pings: mpsc::Receiver<()>,
) -> std::io::Result<()> {
    loop {
        let text = tokio::select! {
            notice = outgoing.recv() => {
                let Some(notice) = notice else { return Ok(()) };
                let payload = notice.to_string();
                format!("PUB {SUBJECT} {}\r\n{payload}\r\n", payload.len())
            }
            Some(()) = pings.recv() => "PONG\r\n".to_owned(),
        };
        writer.write_all(text.as_bytes()).await?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_are_read_as_they_were_written() {
        let person = Person { id: "p".into(), name: "Ana {1} \r\n €".into() };
        let presence = Presence { node: "n".into(), here: vec![person], watchers: 2 };
        for what in [New::Version(7), New::Chat, New::Presence(presence)] {
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
