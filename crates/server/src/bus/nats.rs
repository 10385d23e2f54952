//! The connection to NATS, through `async-nats`: it reconnects, tries one server after another and detects connections that are dead
//! without having been closed.

use std::error::Error as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event, ServerAddr};
use futures_util::StreamExt;
use tokio::sync::mpsc;

use super::{Notice, WAITING};
use crate::store::without_password;
use crate::tls;

const SUBJECT: &str = "sabika.tables";
/// A subject that nobody subscribes to: see [`greet`].
const NOBODY: &str = "sabika.nobody";
/// The maximum size of a notice; longer messages are ignored.
const LONGEST: usize = 8 * 1024;
/// The interval of pings. After three missed answers the connection is dropped.
const PING: Duration = Duration::from_secs(5);
/// The timeout for connecting, and the delay before the next attempt.
const CONNECT: Duration = Duration::from_secs(5);
const RETRY: Duration = Duration::from_secs(1);

/// The consequence of a lost connection, for log lines.
const LATE: &str = "moves on other nodes are seen up to two seconds late";

/// The state of the connection.
#[derive(Default)]
pub(super) struct Link {
    pub up: AtomicBool,
    pub failures: AtomicU64,
}

/// The servers, any of which will do, and how to connect to them.
pub(super) struct Servers {
    addresses: Vec<ServerAddr>,
    login: Option<(String, String)>,
    /// For `tls://`: the certificates to trust instead of the system's.
    certificates: Option<PathBuf>,
}

/// A parsed address.
struct Address {
    server: ServerAddr,
    login: Option<(String, String)>,
    certificates: Option<PathBuf>,
}

impl Address {
    fn parse(address: &str) -> Result<Address, String> {
        let unknown = || "it is neither nats://host:port nor tls://host:port".to_owned();
        let (scheme, rest) = address.split_once("://").ok_or_else(unknown)?;
        let (rest, asked) = rest.split_once('?').map_or((rest, None), |(rest, asked)| (rest, Some(asked)));
        let certificates = match asked.map(|asked| asked.strip_prefix("sslrootcert=").ok_or(asked)) {
            None => None,
            Some(Ok(file)) if scheme == "tls" => Some(PathBuf::from(file)),
            Some(Ok(_)) => return Err("sslrootcert requires tls://".into()),
            Some(Err(_)) => return Err("unknown parameter: only sslrootcert=FILE is supported".into()),
        };
        // The credentials are taken literally: in a URL a password would have to be encoded.
        let (login, host) = rest.rsplit_once('@').map_or((None, rest), |(login, host)| (Some(login), host));
        let login = login.map(|login| login.split_once(':').unwrap_or((login, "")));
        let login = login.map(|(user, password)| (user.to_owned(), password.to_owned()));
        let server: ServerAddr = format!("{scheme}://{host}").parse().map_err(|error| format!("{error}"))?;
        if !matches!(scheme, "nats" | "tls") || server.host().is_empty() {
            return Err(unknown());
        }
        Ok(Address { server, login, certificates })
    }
}

impl Servers {
    /// A comma-separated list of addresses. `?sslrootcert=FILE` says which certificates to trust, with the same name as in a database URL.
    pub fn parse(addresses: &str) -> Result<Servers, String> {
        let mut servers: Option<Servers> = None;
        for address in addresses.split(',').map(str::trim) {
            let wrong = |why: String| format!("invalid bus address {}: {why}", without_password(address));
            let Address { server, login, certificates } = Address::parse(address).map_err(wrong)?;
            if let Some(certificates) = &certificates {
                tls::trusting(Some(certificates)).map_err(wrong)?;
            }
            match &mut servers {
                None => servers = Some(Servers { addresses: vec![server], login, certificates }),
                Some(servers) if servers.login != login || servers.certificates != certificates => {
                    return Err(wrong("all servers must have the same login and the same sslrootcert".into()));
                }
                Some(servers) => servers.addresses.push(server),
            }
        }
        servers.ok_or_else(|| "no bus is named".into())
    }

    async fn connect(&self, events: mpsc::Sender<Event>) -> Result<Client, async_nats::ConnectError> {
        let mut options = ConnectOptions::new()
            .name("sabika")
            .no_echo()
            .retry_on_initial_connect()
            // Only the servers that were named: those a cluster announces are not always reachable from here.
            .ignore_discovered_servers()
            .retain_servers_order()
            .ping_interval(PING)
            .connection_timeout(CONNECT)
            .reconnect_delay_callback(|attempts| if attempts <= 1 { Duration::ZERO } else { RETRY })
            .subscription_capacity(WAITING)
            .event_callback(move |event| {
                let events = events.clone();
                async move { drop(events.send(event).await) }
            });
        if let Some((user, password)) = &self.login {
            options = options.user_and_password(user.clone(), password.clone());
        }
        if let Some(certificates) = &self.certificates {
            options = options.add_root_certificates(certificates.clone());
        }
        options.connect(&*self.addresses).await
    }
}

/// Maintains the connection for as long as the node runs.
pub(super) async fn run(
    servers: Servers,
    mut outgoing: mpsc::Receiver<Notice>,
    heard: mpsc::Sender<Notice>,
    link: Arc<Link>,
) {
    while !outgoing.is_closed() {
        if let Err(error) = talk(&servers, &mut outgoing, &heard, &link).await {
            tracing::error!(%error, "failed to use NATS; {LATE}");
            link.up.store(false, Ordering::Relaxed);
            link.failures.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(RETRY).await;
        }
    }
}

/// Runs until the node is dropped, or the client gives up, which it is configured not to.
async fn talk(
    servers: &Servers,
    outgoing: &mut mpsc::Receiver<Notice>,
    heard: &mpsc::Sender<Notice>,
    link: &Arc<Link>,
) -> Result<(), String> {
    let (told, mut events) = mpsc::channel(64);
    let client = servers.connect(told).await.map_err(|error| why(&error))?;
    let mut notices = client.subscribe(SUBJECT).await.map_err(|error| error.to_string())?;
    // Concurrently: without a connection, publishing blocks as soon as the buffer is full.
    let publish = async {
        while let Some(notice) = outgoing.recv().await {
            client.publish(SUBJECT, notice.to_string().into()).await.map_err(|error| error.to_string())?;
        }
        Ok(())
    };
    let listen = async {
        while let Some(message) = notices.next().await {
            let text = Some(&message.payload).filter(|payload| payload.len() <= LONGEST);
            let notice = text.and_then(|text| std::str::from_utf8(text).ok()).and_then(Notice::parse);
            if let Some(notice) = notice {
                let _ = heard.try_send(notice);
            }
        }
        Err("the subscription has ended".to_owned())
    };
    let watch = async {
        while let Some(event) = events.recv().await {
            happened(&event, &client, link);
        }
        Err("the client has ended".to_owned())
    };
    tokio::select! { ended = publish => ended, ended = listen => ended, ended = watch => ended }
}

/// An error with its causes.
fn why(error: &async_nats::ConnectError) -> String {
    error.source().map_or_else(|| error.to_string(), |source| format!("{error}: {source}"))
}

fn happened(event: &Event, client: &Client, link: &Arc<Link>) {
    match event {
        Event::Connected => drop(tokio::spawn(greet(client.clone(), link.clone()))),
        Event::Disconnected | Event::Closed | Event::ClientError(_) => {
            link.up.store(false, Ordering::Relaxed);
            link.failures.fetch_add(1, Ordering::Relaxed);
            tracing::warn!(%event, "NATS connection lost; {LATE}");
        }
        Event::ServerError(_) | Event::SlowConsumer(_) | Event::LameDuckMode | Event::Draining => {
            tracing::warn!(%event, "NATS reported a problem");
        }
    }
}

/// We are connected once the server has processed our subscription. It processes messages in order, so it has by the time it answers
/// this request: that nobody subscribes to this subject.
async fn greet(client: Client, link: Arc<Link>) {
    let _ = client.request(NOBODY, "".into()).await;
    if client.connection_state() == State::Connected {
        link.up.store(true, Ordering::Relaxed);
        tracing::info!("connected to NATS");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        let parse = |text: &str| {
            Address::parse(text)
                .map(|a| (a.server.host().to_owned(), a.server.port(), a.server.tls_required(), a.login))
        };
        let login = |user: &str, password: &str| Some((user.to_owned(), password.to_owned()));
        assert_eq!(parse("nats://bus"), Ok(("bus".into(), 4222, false, None)));
        assert_eq!(parse("nats://u:p@w@bus:1/"), Ok(("bus".into(), 1, false, login("u", "p@w"))));
        assert_eq!(parse("tls://[::1]:1"), Ok(("::1".into(), 1, true, None)));
        assert_eq!(parse("nats://[::1]"), Ok(("::1".into(), 4222, false, None)));
        for wrong in [
            "bus:4222",
            "http://bus",
            "ws://bus",
            "nats://",
            "nats://bus:x",
            "nats://bus?sslrootcert=a",
            "tls://bus?ca=a",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn several_servers() {
        let servers = Servers::parse("nats://u:p@one, nats://u:p@two:1").expect("two addresses");
        assert_eq!(servers.addresses.iter().map(|a| a.port()).collect::<Vec<_>>(), [4222, 1]);
        let error = |text: &str| Servers::parse(text).err().unwrap_or_else(|| panic!("{text}"));
        assert!(error("nats://one, http://two").contains("http://two"));
        assert!(error("nats://u:p@one,nats://two").contains("same login"));
        let error = error("tls://u:secret@bus?sslrootcert=/nowhere");
        assert!(error.contains("tls://…@bus") && error.contains("/nowhere") && !error.contains("secret"), "{error}");
    }
}
