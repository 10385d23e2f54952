//! Tells other nodes that a table has a new version, that somebody said something there, or who looks at it. Only a hint: who misses one finds out by looking, two seconds later.
//!
//! Alone, a node has nobody to tell. With others it speaks to a NATS server: the handful of words of its protocol that this needs,
//! in the clear (`nats://`) or by TLS (`tls://`).

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader, split};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;

use crate::store::without_password;
use crate::tls;
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
    /// `nats://[user:password@]host[:port]`, the same with `tls://`, or nobody; and what the others say.
    pub fn start(url: Option<&str>) -> Result<(Bus, mpsc::Receiver<Notice>), String> {
        let (heard, notices) = mpsc::channel(WAITING);
        let connected = Arc::new(AtomicBool::new(false));
        let Some(url) = url else { return Ok((Bus { out: None, connected }, notices)) };
        let server =
            Server::parse(url).map_err(|why| format!("cannot use the bus {}: {why}", without_password(url)))?;
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
    host: String,
    port: u16,
    login: Option<(String, String)>,
    tls: Option<TlsConnector>,
}

impl Server {
    /// With TLS, `?sslrootcert=FILE` names whom to trust, in the same words as the address of a database.
    fn parse(url: &str) -> Result<Server, String> {
        let unknown = || "it is neither nats://host:port nor tls://host:port".to_owned();
        let (scheme, rest) = url.split_once("://").ok_or_else(unknown)?;
        let (rest, asked) = rest.split_once('?').map_or((rest, None), |(rest, asked)| (rest, Some(asked)));
        let certificates = match asked.map(|asked| asked.strip_prefix("sslrootcert=").ok_or(asked)) {
            None => None,
            Some(Ok(file)) if scheme == "tls" => Some(Path::new(file)),
            Some(Ok(_)) => return Err("sslrootcert goes with tls://".into()),
            Some(Err(_)) => return Err("after ? only sslrootcert=FILE is known".into()),
        };
        let tls = match scheme {
            "nats" => None,
            "tls" => Some(tls::trusting(certificates)?),
            _ => return Err(unknown()),
        };
        let rest = rest.trim_end_matches('/');
        let (login, address) = rest.rsplit_once('@').map_or((None, rest), |(login, address)| (Some(login), address));
        let login = login.map(|l| l.split_once(':').unwrap_or((l, "")));
        let split = address.rsplit_once(':').filter(|(_, port)| !port.ends_with(']'));
        let (host, port) = split.unwrap_or((address, "4222"));
        let port = port.parse().map_err(|_| format!("`{port}` is no port"))?;
        if host.is_empty() {
            return Err(unknown());
        }
        let login = login.map(|(u, p)| (u.to_owned(), p.to_owned()));
        Ok(Server { host: host.trim_matches(['[', ']']).to_owned(), port, login, tls })
    }

    async fn connect(&self) -> std::io::Result<Box<dyn Line>> {
        let mut stream = TcpStream::connect((self.host.as_str(), self.port)).await?;
        stream.set_nodelay(true)?;
        let Some(tls) = &self.tls else { return Ok(Box::new(stream)) };
        // The server greets in the clear; from then on it waits for us to begin.
        BufReader::new(&mut stream).take(LONGEST as u64).read_line(&mut String::new()).await?;
        let name = ServerName::try_from(self.host.clone()).map_err(std::io::Error::other)?;
        Ok(Box::new(tls.connect(name, stream).await?))
    }
}

/// A connection, in the clear or not.
trait Line: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Line for T {}

/// Keeps the connection up for as long as the node lives.
async fn link(server: Server, mut outgoing: mpsc::Receiver<Notice>, heard: mpsc::Sender<Notice>, up: Arc<AtomicBool>) {
    while !heard.is_closed() {
        if let Err(error) = talk(&server, &mut outgoing, &heard, &up).await {
            let Server { host, port, .. } = &server;
            tracing::warn!(%error, host, port, "the bus does not answer; tables of other nodes are seen later");
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
    let (reader, mut writer) = split(server.connect().await?);
    let mut connect = serde_json::json!({"verbose": false, "pedantic": false, "echo": false, "name": "sabika"});
    if let Some((user, password)) = &server.login {
        connect["user"] = user.as_str().into();
        connect["pass"] = password.as_str().into();
    }
    writer.write_all(format!("CONNECT {connect}\r\nSUB {SUBJECT} 1\r\nPING\r\n").as_bytes()).await?;
    writer.flush().await?;
    let (pong, pings) = mpsc::channel(4);
    tokio::select! {
        ended = read(BufReader::new(reader), heard, pong, up) => ended,
        ended = write(writer, outgoing, pings) => ended,
    }
}

async fn read(
    mut reader: impl AsyncBufRead + Unpin,
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
    mut writer: impl AsyncWrite + Unpin,
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
        writer.flush().await?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        let server = |url: &str| Server::parse(url).map(|s| (s.host, s.port, s.login));
        let login = |user: &str, password: &str| Some((user.to_owned(), password.to_owned()));
        assert_eq!(server("nats://bus"), Ok(("bus".into(), 4222, None)));
        assert_eq!(server("nats://u:p@w@bus:1/"), Ok(("bus".into(), 1, login("u", "p@w"))));
        assert_eq!(server("nats://[::1]:1"), Ok(("::1".into(), 1, None)));
        assert_eq!(server("nats://[::1]"), Ok(("::1".into(), 4222, None)));
        for wrong in ["bus:4222", "http://bus", "nats://", "nats://bus:x", "nats://bus?sslrootcert=a", "tls://bus?ca=a"]
        {
            assert!(server(wrong).is_err(), "{wrong}");
        }
        let error = Bus::start(Some("tls://u:secret@bus?sslrootcert=/nowhere")).err().expect("there is no such file");
        assert!(error.contains("tls://…@bus") && error.contains("/nowhere") && !error.contains("secret"), "{error}");
    }

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
