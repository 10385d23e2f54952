//! Several nodes with one database form one site.

use std::time::{Duration, Instant};

use crate::common::nats::Nats;
use crate::common::page::pick;
use crate::common::proxy::Proxy;
use crate::common::{Client, Folder, Server, postgres, table};
use sabika_rules::Dice;
use sabika_server::bus::{Bus, Notice, NoticeBody};
use sabika_server::node::Config;
use sabika_server::wire::{Ask, FromServer, SeatWish};
use serde_json::json;

/// Two people at two nodes: each sees what the other does, over NATS, with polling turned off; and by polling, without NATS.
async fn two_nodes(bus: Option<&str>, steps: usize) {
    let database = postgres::database();
    let refresh = if bus.is_some() { Duration::from_secs(3600) } else { Config::default().refresh };
    let config = Config { database, bus: bus.map(str::to_owned), refresh, rate: 100_000, ..Config::default() };
    // Started together: they migrate the tables one after the other.
    let (one, two) = tokio::join!(Server::with(config.clone()), Server::with(config));
    let (ana, ben) = (one.person("Ana").await, two.person("Ben").await);
    let opened = ana.open(&table("alhambra", &[], vec![SeatWish::Me { name: None }, SeatWish::Open])).await;
    assert_eq!(ben.post(&format!("/api/tables/{}/join", opened.code), &json!({})).await.status, 200);
    // The first node may not know of it yet: it finds out when it tries to store.
    assert_eq!(ana.post(&format!("/api/tables/{}/start", opened.id), &json!({})).await.status, 200);
    let elsewhere = Client { address: two.address, ..ana.clone() };
    assert_eq!(elsewhere.get("/api/session").await.json::<serde_json::Value>()["person"]["name"], "Ana");

    while bus.is_some() && !(one.node.bus_connected() && two.node.bus_connected()) {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let mut pages = [ana.page(&opened.id, Some(0)).await, ben.page(&opened.id, Some(1)).await];
    let mut dice = Dice::from_seed(6);
    for _ in 0..steps {
        while pages[1].game().is_none() {
            pages[1].hear().await.expect("the start is told");
        }
        let actor = pages.iter().position(|p| p.choice().is_some_and(|c| c.to_act)).expect("somebody acts");
        let action = pick(pages[actor].choice().expect("a seat"), &mut dice);
        let answer = pages[actor].act(&action).await;
        let FromServer::Done { version, .. } = answer else { panic!("{action}: {answer:?}") };
        for page in &mut pages {
            while page.version() < version {
                page.hear().await.expect("it is shown");
            }
        }
    }
    let boards = pages.each_ref().map(|p| p.game().map(|g| (g.turn.clone(), g.market.clone(), g.display.clone())));
    assert_eq!(boards[0], boards[1]);
    let [here, there] = &mut pages;
    for text in ["hello", "nice wall"] {
        here.answer(&Ask::Chat { id: text.replace(' ', "-"), text: text.into() }).await;
        there.until(|m| matches!(m, FromServer::Chat { lines } if lines[0].text == text)).await;
    }
    if bus.is_some() {
        // Each sees the other at the other node, and sees them leave.
        let both = |m: &FromServer| matches!(m, FromServer::Presence { here, .. } if here.len() == 2);
        let mut late = ana.page(&opened.id, Some(0)).await;
        late.until(both).await;
        let [_, there] = pages;
        drop(there);
        late.until(|m| matches!(m, FromServer::Presence { here, .. } if here.len() == 1)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_with_a_bus() {
    let nats = Nats::start();
    two_nodes(Some(&nats.url), 40).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_with_a_bus_over_tls() {
    let folder = Folder::new();
    let nats = Nats::start_with_tls(&folder.0);
    let certificate = folder.0.join("certificate.pem");
    two_nodes(Some(&format!("{}?sslrootcert={}", nats.url, certificate.display())), 4).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_without_a_bus() {
    two_nodes(None, 6).await;
}

async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !holds() {
        assert!(begin.elapsed() < Duration::from_secs(60), "{what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The first of several servers does not answer: the next one is used.
#[tokio::test(flavor = "multi_thread")]
async fn an_unresponsive_nats_server_is_skipped() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let dead = format!("nats://{}", silent.local_addr().expect("it has an address"));
    let nats = Nats::start();
    let (bus, _notices) = Bus::start(Some(&format!("{dead},{}", nats.url))).expect("addresses");
    until("the second one answers", || bus.is_connected()).await;
}

/// A connection that is dead without having been closed is dropped, and the next server is used.
#[tokio::test(flavor = "multi_thread")]
async fn a_half_open_connection_to_nats_is_detected() {
    let (first, second) = (Nats::start(), Nats::start());
    let proxy = Proxy::to(first.address()).await;
    let addresses = format!("nats://{},{}", proxy.address, second.url);
    let (bus, mut heard) = Bus::start(Some(&addresses)).expect("addresses");
    until("the first one answers", || bus.is_connected()).await;
    assert_eq!(bus.failures(), 0);
    proxy.swallow();
    until("it is noticed", || bus.failures() > 0).await;
    until("the second one answers", || bus.is_connected()).await;
    let (other, _) = Bus::start(Some(&second.url)).expect("an address");
    until("the other node is there", || other.is_connected()).await;
    let notice = Notice { table: "t".into(), what: NoticeBody::Version(3) };
    other.tell(notice.clone());
    let told = tokio::time::timeout(Duration::from_secs(60), heard.recv()).await.expect("it is told");
    assert_eq!(told, Some(notice), "and listens there");
}

/// NATS is restarted: both nodes reach each other again.
#[tokio::test(flavor = "multi_thread")]
async fn nats_is_restarted() {
    let mut nats = Nats::start();
    let (bus, mut heard) = Bus::start(Some(&nats.url)).expect("an address");
    let (other, _) = Bus::start(Some(&nats.url)).expect("an address");
    until("both are there", || bus.is_connected() && other.is_connected()).await;
    nats.kill();
    until("both notice", || !bus.is_connected() && !other.is_connected()).await;
    nats.start_again();
    until("both are there again", || bus.is_connected() && other.is_connected()).await;
    let notice = Notice { table: "t".into(), what: NoticeBody::Chat };
    other.tell(notice.clone());
    let told = tokio::time::timeout(Duration::from_secs(60), heard.recv()).await.expect("it is told");
    assert_eq!(told, Some(notice));
}
