//! Connections that send nothing, read nothing, are too many or disappear: others notice nothing, and the server can stop.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::common::page::pick;
use crate::common::{Client, Folder, Server, table};
use sabika_rules::Dice;
use sabika_server::node::{Config, Node};
use sabika_server::wire::{Ask, FromServer, ProblemKind, SeatWish};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::timeout;
use tracing_subscriber::util::SubscriberInitExt;

/// Longer than anything here takes.
const LONG: Duration = Duration::from_secs(60);

/// What the server sends until it closes the connection, which it must.
async fn until_it_ends(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = timeout(LONG, stream.read_to_end(&mut bytes)).await.expect("the server ends it");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Waits until a condition holds, which it must.
async fn until(holds: impl AsyncFn() -> bool) {
    let wait = async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(LONG, wait).await.expect("it happens");
}

async fn with_short_timeouts(folder: &Folder) -> Server {
    let request_timeout = Duration::from_secs(2);
    Server::with(Config { database: folder.sqlite(), rate: 100_000, request_timeout, ..Config::default() }).await
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_connections_are_closed() {
    let folder = Folder::new();
    let server = with_short_timeouts(&folder).await;
    let head = "POST /api/session HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
    for begun in ["", "GET / HTTP/1.1\r\nho", &format!("{head}content-length: 20\r\n\r\n{{")] {
        let mut stream = TcpStream::connect(server.address).await.expect("it listens");
        stream.write_all(begun.as_bytes()).await.expect("it can be sent");
        let said = until_it_ends(&mut stream).await;
        assert!(!said.contains(" 200 "), "{said}");
    }
    until(async || server.node.connection_limit.count() == 0).await;
}

/// Five per address are allowed here; closing one makes room.
#[tokio::test(flavor = "multi_thread")]
async fn connections_per_address_are_limited() {
    let folder = Folder::new();
    let config = Config { database: folder.sqlite(), rate: 100_000, connections_per_address: 5, ..Config::default() };
    let server = Server::with(config).await;
    let mut inside = Vec::new();
    for _ in 0..5 {
        inside.push(TcpStream::connect(server.address).await.expect("it listens"));
    }
    until(async || server.node.connection_limit.count() == 5).await;
    let mut sixth = TcpStream::connect(server.address).await.expect("it listens");
    assert_eq!(until_it_ends(&mut sixth).await, "");
    assert_eq!(server.node.metrics.turned_away.get(), 1);
    inside.pop();
    until(async || server.node.connection_limit.count() == 4).await;
    assert_eq!(Client::stranger(server.address).get("/healthz").await.status, 200);
}

/// A client that sends requests and never reads an answer.
#[tokio::test(flavor = "multi_thread")]
async fn sockets_that_never_read_are_closed() {
    let folder = Folder::new();
    let server = with_short_timeouts(&folder).await;
    let ana = server.person("Ana").await;
    let opened = ana.open(&table("alhambra", &[], vec![SeatWish::Me { name: None }, SeatWish::Open])).await;
    let narrow = TcpSocket::new_v4().expect("a socket");
    narrow.set_recv_buffer_size(4096).expect("it can be made narrow");
    let stream = narrow.connect(server.address).await.expect("it listens");
    let mut sleeper = ana.socket_over(stream, &opened.id, &[]).await.expect("a socket");
    let asking = async {
        loop {
            sleeper.ask(&Ask::Hello { seat: None, version: None }).await;
            tokio::task::yield_now().await;
            if server.node.metrics.sockets.get() == 0 {
                return;
            }
        }
    };
    timeout(LONG, asking).await.expect("the server ends it");
}

/// When asked to stop, it tells sockets to connect elsewhere, and does not wait for those that stay open.
#[tokio::test(flavor = "multi_thread")]
async fn shutdown_does_not_wait_for_open_connections() {
    let folder = Folder::new();
    let drain = Duration::from_millis(300);
    let config = Config { database: folder.sqlite(), rate: 100_000, drain, ..Config::default() };
    let node = Node::start(config).await.expect("the store opens");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let address = listener.local_addr().expect("it has an address");
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let serving = tokio::spawn(sabika_server::http::serve(node, listener, async { drop(stopped.await) }));
    let mut ana = Client::stranger(address);
    ana.cookie = ana.post("/api/session", &json!({"name": "Ana"})).await.cookie;
    let opened = ana.open(&table("alhambra", &[], vec![SeatWish::Me { name: None }, SeatWish::Open])).await;
    let mut page = ana.page(&opened.id, Some(0)).await;
    let mut half = TcpStream::connect(address).await.expect("it listens");
    half.write_all(b"GET / HTTP/1.1\r\nho").await.expect("it can be sent");
    stop.send(()).expect("it is asked to stop");
    while page.hear().await.is_some() {}
    timeout(LONG, serving).await.expect("it stops").expect("without a panic").expect("and without an error");
    assert_eq!(until_it_ends(&mut half).await, "");
}

/// `start`, and the connection is gone: whatever is stored is shown at once.
///
/// Each connection lives longer than the one before, until some requests were read before it was cut, however busy the machine is.
#[tokio::test(flavor = "multi_thread")]
async fn a_request_is_carried_out_after_its_client_disconnects() {
    let folder = Folder::new();
    let server = Server::start(&folder.sqlite()).await;
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    let mut stored = 0;
    let mut delay = Duration::ZERO;
    while stored < 5 {
        let opened = ana.open(&table("alhambra", &[], vec![SeatWish::Me { name: None }, SeatWish::Open])).await;
        ben.post(&format!("/api/tables/{}/join", opened.id), &json!({})).await;
        let mut page = ben.page(&opened.id, Some(1)).await;
        let mut stream = TcpStream::connect(server.address).await.expect("it listens");
        let cookie = ana.cookie.as_deref().expect("a session");
        let ask = format!("POST /api/tables/{}/start HTTP/1.1\r\nhost: x\r\ncookie: {cookie}\r\n\r\n", opened.id);
        stream.write_all(ask.as_bytes()).await.expect("it can be sent");
        tokio::time::sleep(delay).await;
        delay = delay * 2 + Duration::from_millis(1);
        // Closed with a reset: what the server has not read by now is lost.
        stream.set_zero_linger().expect("it can be cut");
        drop(stream);
        tokio::time::sleep(Duration::from_millis(20)).await;
        if server.node.store.steps(&opened.id, 2).await.expect("steps").is_empty() {
            continue;
        }
        stored += 1;
        while page.game().is_none() {
            page.hear().await.expect("the start is told");
        }
    }
}

/// Sends a request like a page, over a bare connection.
struct Bare(TcpStream);

impl Bare {
    async fn open(client: &Client, table: &str) -> Bare {
        let mut stream = TcpStream::connect(client.address).await.expect("it listens");
        let cookie = client.cookie.as_deref().unwrap_or_default();
        let ask = format!(
            "GET /api/tables/{table}/socket HTTP/1.1\r\nhost: x\r\ncookie: {cookie}\r\nconnection: upgrade\r\n\
             upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(ask.as_bytes()).await.expect("it can be sent");
        let mut bare = Bare(stream);
        assert!(bare.read().await.contains(" 101 "));
        bare
    }

    /// A short text frame, with a mask that changes nothing.
    async fn ask(&mut self, ask: &Ask) {
        let text = serde_json::to_string(ask).expect("it can be written");
        let length = u8::try_from(text.len()).ok().filter(|length| *length < 126).expect("a short message");
        let mut frame = vec![0x81, 0x80 | length, 0, 0, 0, 0];
        frame.extend_from_slice(text.as_bytes());
        self.0.write_all(&frame).await.expect("it can be sent");
    }

    /// What arrived at once.
    async fn read(&mut self) -> String {
        let mut bytes = vec![0; 1 << 20];
        let read =
            timeout(LONG, self.0.read(&mut bytes)).await.expect("something comes").expect("the connection stays");
        String::from_utf8_lossy(&bytes[..read]).into_owned()
    }
}

/// The acknowledgement and the update are one packet.
#[tokio::test(flavor = "multi_thread")]
async fn done_and_update_share_a_packet() {
    let folder = Folder::new();
    let server = Server::start(&folder.sqlite()).await;
    let ana = server.person("Ana").await;
    let seats = vec![SeatWish::Me { name: None }, SeatWish::Me { name: None }];
    let opened = ana.open(&table("alhambra", &[], seats)).await;
    ana.post(&format!("/api/tables/{}/start", opened.id), &json!({})).await;
    let mut page = ana.page(&opened.id, Some(0)).await;
    let first = page.game().expect("it runs").turn.actor.expect("somebody begins");
    if first != 0 {
        page = ana.page(&opened.id, Some(first)).await;
    }
    let choice = page.choice().expect("a seat").clone();
    let mut bare = Bare::open(&ana, &opened.id).await;
    bare.ask(&Ask::Hello { seat: Some(first), version: None }).await;
    bare.ask(&Ask::Ping { id: "quiet".into() }).await;
    while !bare.read().await.contains("\"quiet\"") {}
    let action = pick(&choice, &mut Dice::from_seed(1));
    bare.ask(&Ask::Act { id: "a".into(), seat: first, decision: choice.decision, action }).await;
    let came = bare.read().await;
    assert!(came.contains("\"done\"") && came.contains("\"update\""), "{came:.300}");
    page.until(|message| matches!(message, FromServer::Update(_))).await;
}

/// Signing out closes the sockets of all pages at once.
#[tokio::test(flavor = "multi_thread")]
async fn ending_a_session_closes_its_sockets() {
    let folder = Folder::new();
    let server = Server::start(&folder.sqlite()).await;
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    let opened = ana.open(&table("alhambra", &[], vec![SeatWish::Me { name: None }, SeatWish::Open])).await;
    let (mut hers, mut his) = (ana.page(&opened.id, Some(0)).await, ben.page(&opened.id, None).await);
    assert_eq!(ana.request("DELETE", "/api/session", &[], b"").await.status, 200);
    while hers.hear().await.is_some() {}
    // An account with a new password: all other sessions end.
    ben.post("/api/account", &json!({"password": "correct horse"})).await;
    let elsewhere = Client::stranger(server.address);
    let signed_in = elsewhere.post("/api/account/sign-in", &json!({"name": "Ben", "password": "correct horse"})).await;
    let elsewhere = Client { cookie: signed_in.cookie, ..elsewhere };
    let mut other = elsewhere.page(&opened.id, None).await;
    let change = json!({"old": "correct horse", "new": "battery staple"});
    assert_eq!(elsewhere.post("/api/account/password", &change).await.status, 200);
    while his.hear().await.is_some() {}
    let pong = other.answer(&Ask::Ping { id: "p".into() }).await;
    assert_eq!(pong, FromServer::Pong { id: "p".into() }, "the one that changed it stays");
    assert_eq!(elsewhere.post("/api/account/delete", &json!({"password": "battery staple"})).await.status, 200);
    while other.hear().await.is_some() {}
}

/// The server's log, in a buffer.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody panics here").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// On one thread, the one whose log is read.
#[tokio::test]
async fn a_panicking_room_is_logged_and_reloaded() {
    let log = Log::default();
    let writer = log.clone();
    let _guard = tracing_subscriber::fmt().with_writer(move || writer.clone()).with_ansi(false).set_default();
    let folder = Folder::new();
    let server = Server::start(&folder.sqlite()).await;
    let ana = server.person("Ana").await;
    let seats = vec![SeatWish::Me { name: None }, SeatWish::Me { name: None }];
    let opened = ana.open(&table("alhambra", &[], seats)).await;
    ana.post(&format!("/api/tables/{}/start", opened.id), &json!({})).await;
    let mut page = ana.page(&opened.id, Some(0)).await;
    let before = page.snapshot.take();
    let room = server.node.room(&opened.id);
    let answer = room.look(&server.node, |_| -> () { panic!("on purpose") }).await;
    assert_eq!(answer.expect_err("whoever asked is told").kind, ProblemKind::Internal);
    page.until(|message| matches!(message, FromServer::Snapshot(_))).await;
    assert_eq!(page.snapshot, before, "everybody who looks gets everything anew");
    let actor = page.game().and_then(|game| game.turn.actor).expect("somebody acts");
    let mut page = ana.page(&opened.id, Some(actor)).await;
    let action = pick(page.choice().expect("a seat"), &mut Dice::from_seed(2));
    assert!(matches!(page.act(&action).await, FromServer::Done { .. }), "and the game goes on");
    let log = String::from_utf8_lossy(&log.0.lock().expect("nobody panics here")).into_owned();
    assert!(log.contains("ERROR") && log.contains("room panicked") && log.contains(&opened.id), "{log}");
}
