//! Limits by kind of request, and what expires.

use std::time::Duration;

use crate::common::{Client, Folder, Server, table};
use sabika_server::node::Config;
use sabika_server::wire::{Ask, FromServer, ProblemKind, SeatWish, TableInfo};
use serde_json::json;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor};

const MONTH: i64 = 31 * 24 * 3600 * 1000;

async fn server(folder: &Folder) -> Server {
    Server::with(Config { database: folder.sqlite(), rate: 10, ..Config::default() }).await
}

async fn open(client: &Client) -> TableInfo {
    client.open(&table("alhambra", &[], vec![SeatWish::Me { name: None }, SeatWish::Open])).await
}

/// Changes a database that a server is using.
async fn by_hand(folder: &Folder, statement: String) {
    let mut connection = AnyConnection::connect(&folder.sqlite()).await.expect("it opens");
    connection.execute(AssertSqlSafe(statement)).await.expect("it is changed");
    connection.close().await.expect("it closes");
}

/// Pings count like messages, although no page sends any.
#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_pings_is_ended() {
    let folder = Folder::new();
    let server = server(&folder).await;
    let ana = server.person("Ana").await;
    let mut page = ana.page(&open(&ana).await.id, Some(0)).await;
    // Empty frames, with a mask that changes nothing.
    page.bytes(&[0x89, 0x80, 0, 0, 0, 0].repeat(2000)).await;
    let ended = async {
        while server.node.metrics.sockets.get() > 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), ended).await.expect("the server ends it");
}

/// Each limit refuses only what it is for.
#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_request_has_its_own_limit() {
    let folder = Folder::new();
    let server = server(&folder).await;
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    let opened = open(&ana).await;
    let mut page = ana.page(&opened.id, Some(0)).await;
    let mut said = Vec::new();
    for i in 0..10 {
        let answer = page.answer(&Ask::Chat { id: format!("c{i}"), text: "hello".into() }).await;
        said.push(matches!(answer, FromServer::Problem { problem, .. } if problem.kind == ProblemKind::TooMany));
    }
    assert!(!said[0] && !said[3] && said.contains(&true), "four at once, then one a second: {said:?}");
    let pong = page.answer(&Ask::Ping { id: "p".into() }).await;
    assert!(matches!(pong, FromServer::Pong { .. }), "{pong:?}");

    let invite = format!("/api/tables/{}/invite", opened.id);
    for i in 0..20 {
        assert_eq!(ana.post(&invite, &json!({"who": "Nobody"})).await.status, 404, "{i}");
    }
    assert_eq!(ana.post(&invite, &json!({"who": "Nobody"})).await.status, 429);
    assert_eq!(ana.get("/api/session").await.status, 200);

    for _ in 0..30 {
        open(&ben).await;
    }
    let seats = vec![SeatWish::Me { name: None }, SeatWish::Open];
    assert_eq!(ben.post("/api/tables", &table("alhambra", &[], seats)).await.status, 429);
    assert_eq!(ben.get("/api/session").await.status, 200);
    let _ = open(&ana).await;

    // By address: each takes a core for a while.
    let mut statuses = Vec::new();
    for i in 0..11 {
        let new = server.person(&format!("New {i}")).await;
        statuses.push(new.post("/api/account", &json!({"password": "correct horse"})).await.status);
    }
    assert_eq!((&statuses[..10], statuses[10]), (&[201; 10][..], 429));
}

/// By address, whatever a guess is sent to and whoever sends it.
#[tokio::test(flavor = "multi_thread")]
async fn guessing_codes_is_limited_everywhere() {
    let folder = Folder::new();
    let server = server(&folder).await;
    let mut statuses = Vec::new();
    for person in 0..4u8 {
        let client = server.person(&format!("Guest {person}")).await;
        for guess in 0..15 {
            let code: String = (0..6).map(|n| char::from(b'A' + (person * 15 + guess + n) % 24)).collect();
            let what = ["join", "start", "leave"][guess as usize % 3];
            statuses.push(client.post(&format!("/api/tables/{code}/{what}"), &json!({})).await.status);
        }
        assert_eq!(client.get("/api/session").await.status, 200);
    }
    assert_eq!(statuses, [vec![404; 50], vec![429; 10]].concat());
}

/// A month after its game a code leads nowhere; its table can still be found by its id.
#[tokio::test(flavor = "multi_thread")]
async fn codes_expire() {
    let folder = Folder::new();
    let server = server(&folder).await;
    let ana = server.person("Ana").await;
    let (over, waiting) = (open(&ana).await, open(&ana).await);
    assert_eq!(ana.post(&format!("/api/tables/{}/leave", over.id), &json!({})).await.status, 200);
    let status = async |table: &str| ana.get(&format!("/api/tables/{table}")).await.status;
    assert_eq!((status(&over.code).await, status(&waiting.code).await), (200, 200));
    by_hand(&folder, format!("UPDATE tables SET changed_at = changed_at - {MONTH}")).await;
    assert_eq!((status(&over.code).await, status(&waiting.code).await), (404, 200));
    assert_eq!(status(&over.id).await, 200);
}

/// A session ends a year after its last use, not after its first.
#[tokio::test(flavor = "multi_thread")]
async fn sessions_in_use_do_not_expire() {
    let folder = Folder::new();
    let server = server(&folder).await;
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    let store = &server.node.store;
    by_hand(&folder, format!("UPDATE sessions SET seen_at = seen_at - {}", 11 * MONTH)).await;
    assert_eq!(ana.get("/api/session").await.status, 200, "she comes after eleven months");
    by_hand(&folder, format!("UPDATE sessions SET seen_at = seen_at - {}", 2 * MONTH)).await;
    store.forget_old_sessions().await.expect("it is done");
    let person = async |client: &Client| client.get("/api/session").await.body.contains("\"name\"");
    assert!(person(&ana).await && !person(&ben).await);
}
