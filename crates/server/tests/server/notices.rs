//! Notifications for people who are elsewhere.

use crate::common::page::pick;
use crate::common::{Client, Server, table};
use crate::on_both;
use sabika_rules::Dice;
use sabika_server::wire::{FromServer, Me, NewTable, NoticeKind, Notices, Pace, SeatWish};
use serde_json::json;

on_both! { slow_games  invitations }

async fn notices(client: &Client) -> Notices {
    client.get("/api/notices").await.json()
}

async fn kinds(client: &Client) -> Vec<NoticeKind> {
    notices(client).await.notices.iter().map(|n| n.kind).collect()
}

async fn slow_games(database: &str) {
    let server = Server::start(database).await;
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    let seats = vec![SeatWish::Me { name: None }, SeatWish::Open];
    let new = NewTable { pace: Pace::Days { days: 2 }, ..table("alhambra", &[], seats) };
    let opened = ana.open(&new).await;
    let at = |what: &str| format!("/api/tables/{}/{what}", opened.id);
    ben.post(&at("join"), &json!({})).await;
    assert!(kinds(&ana).await.is_empty() && kinds(&ben).await.is_empty());
    ana.post(&at("start"), &json!({})).await;
    let clients = [&ana, &ben];
    let mut pages = [ana.page(&opened.id, Some(0)).await, ben.page(&opened.id, Some(1)).await];
    let first = pages.iter().position(|p| p.choice().is_some_and(|c| c.to_act)).expect("somebody begins");
    let (first, other) = (first, 1 - first);
    assert_eq!(kinds(clients[first]).await, [NoticeKind::YourTurn]);
    assert!(kinds(clients[other]).await.is_empty());

    let seen = notices(clients[first]).await;
    assert_eq!((seen.unread, seen.notices[0].read, &seen.notices[0].table.id), (1, false, &opened.id));
    assert_eq!(clients[first].get("/api/session").await.json::<Me>().unread, 1);
    let read: Notices = clients[first].post("/api/notices/read", &json!({"mark": seen.mark})).await.json();
    assert_eq!((read.unread, read.notices[0].read), (0, true));

    let mut dice = Dice::from_seed(2);
    while pages[first].choice().is_some_and(|c| c.to_act) {
        let action = pick(pages[first].choice().expect("a seat"), &mut dice);
        let answer = pages[first].act(&action).await;
        let FromServer::Done { version, .. } = answer else { panic!("{action}: {answer:?}") };
        while pages[first].version() < version {
            pages[first].hear().await.expect("it is shown");
        }
    }
    assert!(kinds(clients[first]).await.is_empty(), "it is the other's turn");
    assert_eq!(kinds(clients[other]).await, [NoticeKind::YourTurn]);
    for client in clients {
        client.post(&at("stop"), &json!({"agree": true})).await;
    }
    assert_eq!(kinds(clients[first]).await, [NoticeKind::Ended]);
    assert_eq!(kinds(clients[other]).await, [NoticeKind::Ended]);
    let stranger = Client::stranger(server.address);
    assert_eq!(stranger.get("/api/notices").await.problem(), "no-session");
}

async fn invitations(database: &str) {
    let server = Server::start(database).await;
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    assert_eq!(ben.post("/api/account", &json!({"password": "open the gate"})).await.status, 201);
    let opened = ana.open(&table("alhambra", &[], vec![SeatWish::Me { name: None }, SeatWish::Open])).await;
    let at = |what: &str| format!("/api/tables/{}/{what}", opened.id);
    assert_eq!(ben.post(&at("invite"), &json!({"who": ana.id().await})).await.status, 403, "Ben has no seat there");
    assert_eq!(ana.post(&at("invite"), &json!({"who": "Nobody"})).await.status, 404);
    assert_eq!(ana.post(&at("invite"), &json!({"who": "ben"})).await.status, 200);
    assert_eq!(kinds(&ben).await, [NoticeKind::Invited]);
    assert_eq!(ben.post(&at("join"), &json!({})).await.status, 200);
    assert!(kinds(&ben).await.is_empty(), "who came need not be told");
    assert_eq!(ana.post(&at("remove/1"), &json!({})).await.status, 200);
    assert_eq!(kinds(&ben).await, [NoticeKind::Removed]);

    ben.post("/api/blocks", &json!({"person": ana.id().await})).await;
    assert_eq!(ana.post(&at("invite"), &json!({"who": ben.id().await})).await.status, 200, "Ana does not learn of it");
    assert_eq!(kinds(&ben).await, [NoticeKind::Removed]);
}
