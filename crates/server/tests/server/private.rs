//! Private tables and chats stay private, and nobody can imitate another's name.

use crate::common::page::Page;
use crate::common::{Client, Server, table};
use crate::life::play;
use crate::on_both;
use sabika_rules::Dice;
use sabika_server::node::Config;
use sabika_server::wire::{Ask, FromServer, NewTable, ProblemKind, Profile, SeatWish};
use serde_json::json;

on_both! { a_private_table  watchers_have_their_own_chat  names_that_look_alike }

/// The chat messages a page has received so far: everything sent before the answer to a ping.
async fn lines(page: &mut Page) -> Vec<String> {
    let mut lines = Vec::new();
    let id = page.id();
    page.ask(&Ask::Ping { id: id.clone() }).await;
    loop {
        match page.hear().await.expect("the connection stays") {
            FromServer::Chat { lines: said } => lines.extend(said.into_iter().map(|line| line.text)),
            FromServer::Pong { id: pong } if pong == id => return lines,
            _ => {}
        }
    }
}

async fn say(page: &mut Page, text: &str) -> FromServer {
    let id = page.id();
    page.answer(&Ask::Chat { id, text: text.into() }).await
}

fn refused(answer: &FromServer) -> bool {
    matches!(answer, FromServer::Problem { problem, .. } if problem.kind == ProblemKind::NotYours)
}

/// A socket whose hello may be refused.
async fn look(client: &Client, table: &str) -> Page {
    let mut page = client.socket(table, &[]).await.expect("a socket");
    page.ask(&Ask::Hello { seat: None, version: None }).await;
    page
}

async fn a_private_table(database: &str) {
    let server = Server::start(database).await;
    let (ana, ben, carl) = (server.person("Ana").await, server.person("Ben").await, server.person("Carl").await);
    let stranger = Client::stranger(server.address);
    let seats = vec![SeatWish::Me { name: None }, SeatWish::Open];
    let opened = ana.open(&NewTable { no_watchers: true, public: false, ..table("alhambra", &[], seats) }).await;
    let at = |what: &str| format!("/api/tables/{}/{what}", opened.id);
    assert_eq!(ben.post(&at("join"), &json!({})).await.status, 200);
    let mut pages = [ana.page(&opened.id, Some(0)).await, ben.page(&opened.id, Some(1)).await];
    assert!(matches!(say(&mut pages[0], "before").await, FromServer::Done { .. }));
    // In the lobby one may see who is there, but can neither read nor write chat.
    let mut outside = [look(&stranger, &opened.id).await, look(&carl, &opened.id).await];
    assert!(matches!(say(&mut pages[0], "hello").await, FromServer::Done { .. }));
    assert_eq!(lines(&mut pages[1]).await, ["before", "hello"]);
    for page in &mut outside {
        assert!(lines(page).await.is_empty());
    }
    assert!(refused(&say(&mut outside[1], "may I?").await));
    assert_eq!(ana.post(&at("start"), &json!({})).await.status, 200);
    play(&mut pages, &mut Dice::from_seed(2)).await;

    // After the end, too.
    assert!(matches!(say(&mut pages[1], "well played").await, FromServer::Done { .. }));
    for client in [&stranger, &carl] {
        let mut page = client.socket(&opened.id, &[]).await.expect("a socket");
        page.ask(&Ask::Hello { seat: None, version: None }).await;
        assert!(refused(&page.hear().await.expect("an answer")));
        for what in ["record", "course", "at/1", "glance"] {
            assert_eq!(client.get(&at(what)).await.status, 403, "{what}");
        }
        let profile: Profile = client.get(&format!("/api/people/{}", ana.id().await)).await.json();
        assert!(profile.placings.is_empty(), "the table is not named");
    }
    let mut page = carl.socket(&opened.id, &[]).await.expect("a socket");
    assert!(refused(&say(&mut page, "good game?").await));
    for client in [&ana, &ben] {
        assert_eq!(client.get(&at("record")).await.status, 200);
        let profile: Profile = client.get(&format!("/api/people/{}", ana.id().await)).await.json();
        assert_eq!(profile.placings.len(), 1, "who was there knows");
    }
}

async fn watchers_have_their_own_chat(database: &str) {
    let server = Server::start(database).await;
    let (ana, ben, carl) = (server.person("Ana").await, server.person("Ben").await, server.person("Carl").await);
    let opened = ana.open(&table("alhambra", &[], vec![SeatWish::Me { name: None }, SeatWish::Open])).await;
    let at = |what: &str| format!("/api/tables/{}/{what}", opened.id);
    assert_eq!(ben.post(&at("join"), &json!({})).await.status, 200);
    let (mut player, mut watcher) = (ana.page(&opened.id, Some(0)).await, carl.page(&opened.id, None).await);
    say(&mut watcher, "may I watch?").await;
    assert_eq!(lines(&mut player).await, ["may I watch?"], "in the lobby all talk with all");
    assert_eq!(ana.post(&at("start"), &json!({})).await.status, 200);
    say(&mut watcher, "take\u{202e} the\u{7} tower").await;
    say(&mut player, "hm").await;
    let mut other = server.person("Dora").await.page(&opened.id, None).await;
    assert_eq!(lines(&mut other).await, ["may I watch?", "take the tower", "hm"]);
    assert_eq!(lines(&mut player).await, ["hm"], "nobody is told what to do");
    let mut again = ben.page(&opened.id, Some(1)).await;
    assert_eq!(lines(&mut again).await, ["may I watch?", "hm"]);
}

async fn names_that_look_alike(database: &str) {
    let server = Server::start(database).await;
    let ana = server.person("Ana").await;
    assert_eq!(ana.post("/api/account", &json!({"password": "correct horse"})).await.status, 201);
    let ben = server.person("Ben").await;
    let stranger = Client::stranger(server.address);
    for name in ["Аna", "Ａｎａ", "Ána", "ANA"] {
        assert_eq!(stranger.post("/api/session", &json!({"name": name})).await.problem(), "taken", "{name}");
        assert_eq!(ben.post("/api/session/name", &json!({"name": name})).await.problem(), "taken", "{name}");
        let seats = vec![SeatWish::Me { name: Some(name.into()) }, SeatWish::Open];
        assert_eq!(ben.post("/api/tables", &table("alhambra", &[], seats)).await.problem(), "taken", "{name}");
    }
    for dash in ["—", "–", "‒", "―", "-"] {
        assert_eq!(stranger.post("/api/session", &json!({ "name": dash })).await.problem(), "invalid", "{dash}");
    }
    assert_eq!(ana.post("/api/session/name", &json!({"name": "Ána"})).await.status, 200, "it is her own");
}

/// A flood from one address locks out nobody there who has a session; guessing codes is rate-limited.
#[tokio::test(flavor = "multi_thread")]
async fn a_flood_does_not_lock_out_others_at_its_address() {
    let folder = crate::common::Folder::new();
    let config = Config { database: folder.sqlite(), rate: 5, ..Config::default() };
    let server = Server::with(config).await;
    let ana = server.person("Ana").await;
    assert_eq!(ana.get("/api/session").await.status, 200);
    let stranger = Client::stranger(server.address);
    let mut last = 200;
    for _ in 0..60 {
        last = stranger.get("/api/tables").await.status;
    }
    assert_eq!(last, 429, "the flood is refused");
    let answer = ana.request("GET", "/api/session", &[("x-request-id", "from-a-proxy-1")], b"").await;
    assert_eq!(answer.status, 200, "she is not");
    let head = answer.head.to_lowercase();
    for header in ["x-request-id: from-a-proxy-1", "cache-control: no-store", "x-content-type-options: nosniff"] {
        assert!(head.contains(header), "{header} in {head}");
    }
    let mut statuses = Vec::new();
    for i in 0..40u8 {
        let code: String = (0..6).map(|n| char::from(b'A' + (i + n) % 24)).collect();
        statuses.push(ana.get(&format!("/api/tables/{code}")).await.status);
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    assert_eq!((statuses[0], statuses[39]), (404, 429), "{statuses:?}");
}
