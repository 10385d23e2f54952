//! Clients that do not read what they are sent.

use crate::common::page::{Page, pick};
use crate::common::{Client, Folder, Server, table};
use sabika_rules::Dice;
use sabika_server::node::{Config, Node};
use sabika_server::wire::{Ask, FromServer, SeatWish};
use serde_json::json;
use tokio::net::TcpSocket;

/// Connections with tiny buffers: what is not read waits at the server.
fn narrow() -> TcpSocket {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_send_buffer_size(4096).expect("it can be made narrow");
    socket.set_recv_buffer_size(4096).expect("it can be made narrow");
    socket
}

async fn server(config: Config) -> Server {
    let listener = narrow();
    listener.bind(([127, 0, 0, 1], 0).into()).expect("a port is free");
    let listener = listener.listen(64).expect("it listens");
    Server::at(listener, Node::start(config).await.expect("the store opens"))
}

async fn page(client: &Client, table: &str) -> Page {
    let stream = narrow().connect(client.address).await.expect("the server listens");
    client.socket_over(stream, table, &[]).await.expect("the socket opens")
}

/// The seat to act plays a step, and both see it.
async fn step(pages: &mut [Page; 2], dice: &mut Dice) -> bool {
    let Some(actor) = pages.iter().position(|p| p.choice().is_some_and(|c| c.to_act)) else { return false };
    let action = pick(pages[actor].choice().expect("a seat"), dice);
    let FromServer::Done { version, .. } = pages[actor].act(&action).await else { panic!("{action} is legal") };
    for page in pages {
        while page.version() < version {
            page.hear().await.expect("it is shown");
        }
    }
    true
}

/// A client that stopped reading gets what fits and then the whole state; meanwhile the others play on undisturbed.
#[tokio::test(flavor = "multi_thread")]
async fn a_slow_reader_is_resynchronised() {
    let folder = Folder::new();
    let config = Config { database: folder.sqlite(), rate: 100_000, queue: 8, ..Config::default() };
    let server = server(config).await;
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    let opened = ana.open(&table("alhambra", &[], vec![SeatWish::Me { name: None }, SeatWish::Open])).await;
    ben.post(&format!("/api/tables/{}/join", opened.id), &json!({})).await;
    ana.post(&format!("/api/tables/{}/start", opened.id), &json!({})).await;
    let mut pages = [ana.page(&opened.id, Some(0)).await, ben.page(&opened.id, Some(1)).await];
    let mut sleeper = page(&server.person("Carl").await, &opened.id).await;
    sleeper.ask(&Ask::Hello { seat: None, version: None }).await;
    sleeper.until(|m| matches!(m, FromServer::Snapshot(_))).await;

    let mut dice = Dice::from_seed(5);
    for _ in 0..150 {
        assert!(step(&mut pages, &mut dice).await, "the game goes on");
    }
    let (before, now) = (sleeper.version(), pages[0].version());
    let (mut updates, mut snapshots) = (0, 0);
    while sleeper.version() < now {
        match sleeper.hear().await.expect("the connection stays") {
            FromServer::Update(_) => updates += 1,
            FromServer::Snapshot(_) => snapshots += 1,
            _ => {}
        }
    }
    // Once, unless the server itself was delayed.
    assert!(snapshots >= 1, "after {updates} of {} updates", now - before);
    assert!(updates + snapshots < now - before, "{updates} updates, {snapshots} snapshots");

    // From then on it receives every update again.
    assert!(step(&mut pages, &mut dice).await);
    let next = sleeper.until(|m| matches!(m, FromServer::Update(_) | FromServer::Snapshot(_))).await;
    assert!(matches!(next, FromServer::Update(update) if update.version == now + 1));
}
