//! `sabika serve` as a process: killed in mid-game, it loses nothing that was acknowledged.

#[path = "../../server/tests/server/common/mod.rs"]
mod common;

use std::net::{SocketAddr, TcpListener};
use std::process::Stdio;
use std::time::Duration;

use common::page::{Page, pick};
use common::{ALL_MODULES, Answer, Client, Folder, table};
use sabika_rules::Dice;
use sabika_server::wire::{Ask, BotLevel, FromServer, SeatWish};
use serde_json::{Value, json};
use tokio::process::{Child, Command};

async fn serve(address: SocketAddr, storage: &[String]) -> Child {
    let child = Command::new(env!("CARGO_BIN_EXE_sabika"))
        .args(["serve", "--log", "warn", "--rate", "100000", "--listen", &address.to_string()])
        .args(storage)
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("the binary starts");
    for _ in 0..200 {
        if tokio::net::TcpStream::connect(address).await.is_ok() {
            return child;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the server does not answer");
}

fn ok(answer: &Answer) -> Value {
    assert!((200..300).contains(&answer.status), "{}", answer.body);
    answer.json()
}

/// Connects as often as it takes, now to this node, now to that.
async fn page(client: &Client, nodes: &[SocketAddr], table: &str, seat: u8) -> Page {
    for address in nodes.iter().cycle().skip(std::process::id() as usize % 7).take(200) {
        let client = Client { address: *address, ..client.clone() };
        if let Ok(mut page) = client.socket(table, &[]).await {
            page.ask(&Ask::Hello { seat: Some(seat), version: None }).await;
            while let Some(message) = page.hear().await {
                if matches!(message, FromServer::Snapshot(_)) {
                    return page;
                }
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("no socket");
}

/// What of the log a seat did itself.
fn own_steps(page: &Page, seat: u8) -> Vec<String> {
    let log = page.snapshot.iter().flat_map(|s| &s.log);
    log.filter(|l| l.seat == seat).map(|l| l.action.clone()).collect()
}

fn free_ports<const N: usize>() -> [SocketAddr; N] {
    // All are bound at the same time, so that they differ.
    let listeners = [(); N].map(|()| TcpListener::bind("127.0.0.1:0").expect("a port is free"));
    listeners.map(|l| l.local_addr().expect("it has an address"))
}

#[tokio::test(flavor = "multi_thread")]
async fn one_node_killed_in_mid_game_loses_nothing() {
    let folder = Folder::new();
    let storage = ["--data".to_owned(), folder.0.display().to_string()];
    nothing_is_lost(&free_ports::<1>(), &storage, 17).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_nodes_killed_in_turn_lose_nothing() {
    let Some(database) = common::postgres::database() else { return };
    let nats = common::nats::start();
    let mut storage = vec!["--database".to_owned(), database];
    storage.extend(nats.iter().flat_map(|nats| ["--bus".to_owned(), nats.url.clone()]));
    nothing_is_lost(&free_ports::<3>(), &storage, 23).await;
}

/// One person and two bots play; nodes are killed with SIGKILL while an action is on its way, and started again.
async fn nothing_is_lost(nodes: &[SocketAddr], storage: &[String], seed: u64) {
    let mut servers = Vec::new();
    for address in nodes {
        servers.push(serve(*address, storage).await);
    }
    let mut ana = Client::stranger(nodes[0]);
    let session = ana.post("/api/session", &json!({"name": "Ana"})).await;
    ana.cookie = session.cookie.clone();
    let seats = vec![
        SeatWish::Me { name: None },
        SeatWish::Bot { level: BotLevel::Novice },
        SeatWish::Bot { level: BotLevel::Novice },
    ];
    let opened = ok(&ana.post("/api/tables", &table("alhambra", &ALL_MODULES, seats)).await);
    let id = opened["id"].as_str().expect("an id").to_owned();
    ok(&ana.post(&format!("/api/tables/{id}/start"), &json!({})).await);

    let mut dice = Dice::from_seed(seed);
    let mut acknowledged: Vec<String> = Vec::new();
    let (mut kills, mut number) = (0, 0);
    let mut at = page(&ana, nodes, &id, 0).await;
    while !at.is_over() {
        let Some(choice) = at.choice().filter(|c| c.to_act).cloned() else {
            if at.hear().await.is_none() {
                at = page(&ana, nodes, &id, 0).await;
            }
            continue;
        };
        number += 1;
        let action = pick(&choice, &mut dice);
        let ask = Ask::Act { id: format!("a{number}"), seat: 0, decision: choice.decision, action: action.clone() };
        at.ask(&ask).await;
        // Sometimes the power fails right then.
        if dice.below(12) == 0 && kills < 12 {
            let node = dice.below(nodes.len() as u32) as usize;
            servers[node].kill().await.expect("it can be killed");
            servers[node] = serve(nodes[node], storage).await;
            kills += 1;
        }
        loop {
            match at.hear().await {
                Some(FromServer::Done { id: done, .. }) if done == format!("a{number}") => break,
                Some(FromServer::Refused { refusal, .. }) => panic!("{action}: {refusal:?}"),
                Some(FromServer::Problem { problem, .. }) => panic!("{action}: {problem:?}"),
                Some(_) => {}
                None => {
                    // Whether it was stored is unknown: sent again, it is answered either way, and done once.
                    at = page(&ana, nodes, &id, 0).await;
                    let known = own_steps(&at, 0);
                    assert!(known.starts_with(&acknowledged), "{acknowledged:?} acknowledged, {known:?} kept");
                    at.ask(&ask).await;
                }
            }
        }
        acknowledged.push(action);
        while at.choice().is_some_and(|c| c.decision == choice.decision) && !at.is_over() {
            if at.hear().await.is_none() {
                at = page(&ana, nodes, &id, 0).await;
            }
        }
    }
    assert!(kills > 3, "{kills} kills");
    let record = ok(&ana.get(&format!("/api/tables/{id}/record")).await);
    let steps = record["steps"].as_array().expect("steps").iter().filter(|s| s["seat"] == 0);
    let kept: Vec<&str> = steps.filter_map(|s| s["do"].as_str()).collect();
    assert_eq!(kept, acknowledged, "each once, in order");
}

/// Asked to stop, it stops and is not missed: what was stored is there when it comes back.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn stops_when_asked() {
    let folder = Folder::new();
    let [address] = free_ports();
    let storage = ["--data".to_owned(), folder.0.display().to_string()];
    let mut server = serve(address, &storage).await;
    let mut ana = Client::stranger(address);
    ana.cookie = ana.post("/api/session", &json!({"name": "Ana"})).await.cookie;
    assert_eq!(ana.get("/healthz").await.body, "ok\n");
    assert_eq!(ana.get("/readyz").await.status, 200);
    assert!(ana.get("/metrics").await.body.contains("sabika_requests_total"));
    let home = ana.get("/").await;
    assert_eq!(home.status, 200);
    assert!(home.head.to_lowercase().contains("content-security-policy: default-src 'self'"), "{}", home.head);
    let pid = server.id().expect("it runs").to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().await.is_ok_and(|s| s.success()));
    let ended = tokio::time::timeout(Duration::from_secs(10), server.wait()).await.expect("it ends");
    assert!(ended.is_ok_and(|s| s.success()));
    let _server = serve(address, &storage).await;
    assert_eq!(ok(&ana.get("/api/session").await)["person"]["name"], "Ana");
}
