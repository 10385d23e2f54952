//! Several nodes with one database are one site.

use std::time::{Duration, Instant};

use crate::common::nats::Nats;
use crate::common::page::pick;
use crate::common::{Client, Folder, Server, postgres, table};
use sabika_rules::Dice;
use sabika_server::node::Config;
use sabika_server::wire::{Ask, FromServer, SeatWish};
use serde_json::json;

/// Two people at two nodes: each sees at once what the other does, over NATS; without it, within some seconds.
async fn two_nodes(bus: Option<&str>, steps: usize) -> Duration {
    let database = postgres::database();
    let config = Config { database, bus: bus.map(str::to_owned), rate: 100_000, ..Config::default() };
    // Started together: they bring the tables up to date one after the other.
    let (one, two) = tokio::join!(Server::with(config.clone()), Server::with(config));
    let (ana, ben) = (one.person("Ana").await, two.person("Ben").await);
    let opened = ana.open(&table("alhambra", &[], vec![SeatWish::Me { name: None }, SeatWish::Open])).await;
    assert_eq!(ben.post(&format!("/api/tables/{}/join", opened.code), &json!({})).await.status, 200);
    // The first node may not have heard of it yet: it is told when it tries to store over it.
    assert_eq!(ana.post(&format!("/api/tables/{}/start", opened.id), &json!({})).await.status, 200);
    let elsewhere = Client { address: two.address, ..ana.clone() };
    assert_eq!(elsewhere.get("/api/session").await.json::<serde_json::Value>()["person"]["name"], "Ana");

    let mut pages = [ana.page(&opened.id, Some(0)).await, ben.page(&opened.id, Some(1)).await];
    let mut dice = Dice::from_seed(6);
    let mut slowest = Duration::ZERO;
    for _ in 0..steps {
        while pages[1].game().is_none() {
            pages[1].hear().await.expect("the start is told");
        }
        let actor = pages.iter().position(|p| p.choice().is_some_and(|c| c.to_act)).expect("somebody acts");
        let action = pick(pages[actor].choice().expect("a seat"), &mut dice);
        let answer = pages[actor].act(&action).await;
        let FromServer::Done { version, .. } = answer else { panic!("{action}: {answer:?}") };
        let begin = Instant::now();
        for page in &mut pages {
            while page.version() < version {
                page.hear().await.expect("it is shown");
            }
        }
        slowest = slowest.max(begin.elapsed());
    }
    let boards = pages.each_ref().map(|p| p.game().map(|g| (g.turn.clone(), g.market.clone(), g.display.clone())));
    assert_eq!(boards[0], boards[1]);
    let [here, there] = &mut pages;
    for text in ["hello", "nice wall"] {
        here.answer(&Ask::Chat { id: text.replace(' ', "-"), text: text.into() }).await;
        there.until(|m| matches!(m, FromServer::Chat { lines } if lines[0].text == text)).await;
    }
    if bus.is_some() {
        // Each sees the other although they are at two nodes, and sees them go.
        let both = |m: &FromServer| matches!(m, FromServer::Presence { here, .. } if here.len() == 2);
        let mut late = ana.page(&opened.id, Some(0)).await;
        late.until(both).await;
        let [_, there] = pages;
        drop(there);
        late.until(|m| matches!(m, FromServer::Presence { here, .. } if here.len() == 1)).await;
    }
    slowest
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_bus() {
    let nats = Nats::start();
    let slowest = two_nodes(Some(&nats.url), 40).await;
    assert!(slowest < Duration::from_millis(1500), "the bus tells before the sweep does: {slowest:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_bus_by_tls() {
    let folder = Folder::new();
    let nats = Nats::start_with_tls(&folder.0);
    let certificate = folder.0.join("certificate.pem");
    two_nodes(Some(&format!("{}?sslrootcert={}", nats.url, certificate.display())), 4).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_one() {
    two_nodes(None, 6).await;
}
