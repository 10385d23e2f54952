//! What matters to operators: a separate listener for metrics, HTTPS, stopping, and tasks that die.

use std::sync::Arc;
use std::time::Duration;

use crate::common::nats::Nats;
use crate::common::{Client, Folder, postgres, table};
use sabika_server::http::{serve, serve_operations};
use sabika_server::node::{Config, Node, Task};
use sabika_server::wire::{Ask, FromServer, SeatWish};
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

const LONG: Duration = Duration::from_secs(60);

struct Running {
    node: Arc<Node>,
    people: Client,
    owner: Client,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<std::io::Result<()>>,
}

/// A server with a second listener for its operator.
async fn running(config: Config) -> Running {
    let node = Node::start(Config { rate: 100_000, own_operations: true, ..config }).await.expect("the store opens");
    let public = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let own = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let stranger = |listener: &TcpListener| Client::stranger(listener.local_addr().expect("it has an address"));
    let (people, owner) = (stranger(&public), stranger(&own));
    let (stop, stopped) = oneshot::channel::<()>();
    tokio::spawn(serve_operations(node.clone(), own));
    let serving = tokio::spawn(serve(node.clone(), public, async { drop(stopped.await) }));
    Running { node, people, owner, stop, serving }
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_are_only_for_the_operator() {
    let folder = Folder::new();
    let server = running(Config { database: folder.sqlite(), ..Config::default() }).await;
    let metrics = server.owner.get("/metrics").await;
    assert_eq!(metrics.status, 200);
    assert!(metrics.body.contains("sabika_steps_total"), "{}", metrics.body);
    assert_eq!(server.owner.get("/readyz").await.body, "ready\n");
    for path in ["/metrics", "/readyz"] {
        let answer = server.people.get(path).await;
        assert!(!answer.body.contains("sabika_steps") && !answer.body.contains("ready\n"), "{path}: {}", answer.body);
    }
    assert_eq!(server.people.get("/healthz").await.status, 200);
    assert_eq!(server.owner.get("/api/session").await.status, 404, "and nothing else is answered there");
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let named = |line: &'a str| line.split_once(": ").filter(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, v)| v);
    head.lines().find_map(named)
}

#[tokio::test(flavor = "multi_thread")]
async fn https_only() {
    for (public_url, cookie, hsts) in
        [(Some("https://play.example.org"), "__Host-sabika=", true), (None, "sabika=", false)]
    {
        let folder = Folder::new();
        let public_url = public_url.map(str::to_owned);
        let server = running(Config { database: folder.sqlite(), public_url, ..Config::default() }).await;
        let answer = server.people.post("/api/session", &json!({"name": "Ana"})).await;
        let set = header(&answer.head, "set-cookie").expect("a cookie");
        assert!(set.starts_with(cookie) && set.contains("; Path=/") && set.contains("HttpOnly"), "{set}");
        assert!(set.contains("; Secure") == hsts && !set.contains("Domain"), "{set}");
        for path in ["/", "/api/session"] {
            let head = server.people.get(path).await.head;
            assert_eq!(header(&head, "strict-transport-security").is_some(), hsts, "{path}: {head}");
            assert_eq!(header(&head, "x-content-type-options"), Some("nosniff"), "{path}");
        }
        assert_eq!(header(&server.people.get("/api/session").await.head, "cache-control"), Some("no-store"));
        let ana = Client { cookie: answer.cookie, ..server.people };
        assert_eq!(ana.get("/api/session").await.json::<serde_json::Value>()["person"]["name"], "Ana");
    }
}

/// During the notice period everybody is served, including new clients.
#[tokio::test(flavor = "multi_thread")]
async fn the_server_gives_notice_before_it_stops() {
    let folder = Folder::new();
    let notice = Duration::from_secs(3600);
    let server = running(Config { database: folder.sqlite(), notice, ..Config::default() }).await;
    server.stop.send(()).expect("it is asked to stop");
    let not_ready = async { while server.owner.get("/readyz").await.status == 200 {} };
    timeout(LONG, not_ready).await.expect("it is not ready any more");
    let cookie = server.people.post("/api/session", &json!({"name": "Ana"})).await.cookie;
    let ana = Client { cookie, ..server.people };
    let opened = ana.open(&table("alhambra", &[], vec![SeatWish::Me { name: None }, SeatWish::Open])).await;
    let mut page = ana.page(&opened.id, Some(0)).await;
    let pong = page.answer(&Ask::Ping { id: "p".into() }).await;
    assert_eq!(pong, FromServer::Pong { id: "p".into() });
    assert!(!server.serving.is_finished());
}

/// Afterwards the listener is closed: new connections are refused, and a load balancer tries another node.
#[tokio::test(flavor = "multi_thread")]
async fn the_server_stops_after_the_notice() {
    let folder = Folder::new();
    let notice = Duration::from_millis(100);
    let server = running(Config { database: folder.sqlite(), notice, ..Config::default() }).await;
    server.stop.send(()).expect("it is asked to stop");
    timeout(LONG, server.serving).await.expect("it stops").expect("without a panic").expect("and without an error");
    assert!(TcpStream::connect(server.people.address).await.is_err(), "nobody listens");
    assert_ne!(server.owner.get("/readyz").await.status, 200, "and its owner still learns that it stops");
}

/// A server that cannot store, poll for due tables or receive notices is useless: it says so and exits.
#[tokio::test(flavor = "multi_thread")]
async fn the_server_exits_when_a_task_dies() {
    let nats = Nats::start();
    for task in [Task::Writer, Task::Sweeper, Task::Listener, Task::Tidying] {
        let config = Config { database: postgres::database(), bus: Some(nats.url.clone()), ..Config::default() };
        let server = running(config).await;
        assert_eq!(server.people.get("/healthz").await.status, 200);
        server.node.end(task);
        let ended = timeout(LONG, server.serving).await.expect("it ends").expect("without a panic");
        let why = ended.expect_err("it says why").to_string();
        assert!(why.contains(&format!("{task:?}").to_lowercase()), "{why}");
    }
}
