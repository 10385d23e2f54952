//! Security: invalid requests are refused with the right status, and the others play on.

use crate::common::page::pick;
use crate::common::{Client, Folder, Server, table};
use sabika_rules::Dice;
use sabika_server::node::Config;
use sabika_server::wire::{Ask, BotLevel, FromServer, Placed, ProblemKind, SeatWish};
use serde_json::json;

fn kind(message: &FromServer) -> Option<ProblemKind> {
    match message {
        FromServer::Problem { problem, .. } => Some(problem.kind),
        _ => None,
    }
}

async fn two_people(server: &Server) -> (Client, Client, String) {
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    let opened = ana.open(&table("alhambra", &[], vec![SeatWish::Me { name: None }, SeatWish::Open])).await;
    assert_eq!(ben.post(&format!("/api/tables/{}/join", opened.id), &json!({})).await.status, 200);
    assert_eq!(ana.post(&format!("/api/tables/{}/start", opened.id), &json!({})).await.status, 200);
    (ana, ben, opened.id)
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_requests_are_refused() {
    let folder = Folder::new();
    let server = Server::start(&folder.sqlite()).await;
    let ana = server.person("Ana").await;
    let stranger = Client::stranger(server.address);
    let seats = || vec![SeatWish::Me { name: None }, SeatWish::Open];
    let new = table("alhambra", &[], seats());

    let answer = stranger.post("/api/tables", &new).await;
    assert_eq!((answer.status, answer.problem().as_str()), (401, "no-session"));
    let forged = Client { cookie: Some(format!("sabika={}", "0".repeat(64))), ..stranger.clone() };
    assert_eq!(forged.post("/api/tables", &new).await.status, 401);

    let body = serde_json::to_vec(&new).expect("json");
    let json_type = ("content-type", "application/json");
    let evil = ana.request("POST", "/api/tables", &[json_type, ("origin", "http://evil.example")], &body).await;
    assert_eq!((evil.status, evil.problem().as_str()), (403, "cross-origin"));
    let evil = ana.request("POST", "/api/tables", &[json_type, ("sec-fetch-site", "cross-site")], &body).await;
    assert_eq!(evil.status, 403);
    let own = format!("http://{}", server.address);
    assert_eq!(ana.request("POST", "/api/tables", &[json_type, ("origin", &own)], &body).await.status, 201);

    let answer = ana.request("POST", "/api/tables", &[json_type], b"{\"setup\": ").await;
    assert_eq!((answer.status, answer.problem().as_str()), (400, "malformed"));
    let answer = ana.request("POST", "/api/tables", &[("content-type", "text/plain")], &body).await;
    assert_eq!((answer.status, answer.problem().as_str()), (415, "wrong-form"));
    let answer = ana.request("POST", "/api/tables", &[json_type], &vec![b' '; 100_000]).await;
    assert_eq!((answer.status, answer.problem().as_str()), (413, "too-large"));
    let answer = ana.request("PUT", "/api/tables", &[json_type], &body).await;
    assert_eq!((answer.status, answer.problem().as_str()), (405, "wrong-method"));
    for wrong in [table("chess", &[], seats()), table("granada", &["huts"], seats()), table("alhambra", &[], vec![])] {
        let answer = ana.post("/api/tables", &wrong).await;
        assert_eq!((answer.status, answer.problem().as_str()), (422, "invalid"), "{}", answer.body);
    }
    let answer = stranger.post("/api/session", &json!({ "name": "a\u{0}b" })).await;
    assert_eq!((answer.status, answer.problem().as_str()), (400, "malformed"), "PostgreSQL could not keep it");
    for name in ["", "   ", "a\u{1}b", &"x".repeat(25)] {
        assert_eq!(stranger.post("/api/session", &json!({ "name": name })).await.status, 422, "{name:?}");
    }
    for path in ["/api/nothing", "/api/tables/0000000000000000", "/api/tables/ABCDEF", "/api/tables/..%2f..%2fetc"] {
        let answer = ana.get(path).await;
        assert_eq!((answer.status, answer.problem().as_str()), (404, "not-found"), "{path}");
    }

    let table = ana.open(&new).await;
    let ben = server.person("Ben").await;
    let at = |what: &str| format!("/api/tables/{}/{what}", table.id);
    for path in ["start", "remove/0", "leave"] {
        let answer = ben.post(&at(path), &json!({})).await;
        assert_eq!((answer.status, answer.problem().as_str()), (403, "not-yours"), "{path}");
    }
    let answer = ben.post(&at("bot"), &json!({"seat": 1, "level": "novice"})).await;
    assert_eq!(answer.status, 403);
    let answer = ben.post(&at("join"), &json!({"seat": 0})).await;
    assert_eq!((answer.status, answer.problem().as_str()), (409, "taken"));
    assert_eq!(ben.post(&at("join"), &json!({"seat": 9})).await.status, 422);
    let nonce = "00".repeat(32);
    assert_eq!(ben.post(&at("nonce"), &json!({"seat": 0, "nonce": nonce})).await.status, 403);
    assert_eq!(ana.post(&at("nonce"), &json!({"seat": 0, "nonce": "xyz"})).await.status, 422);
    assert_eq!(ana.post(&at("nonce"), &json!({"seat": 0, "nonce": nonce})).await.status, 200);
    assert_eq!(ana.post(&at("nonce"), &json!({"seat": 0, "nonce": nonce})).await.status, 409, "given once");
    let answer = ana.get(&at("record")).await;
    assert_eq!((answer.status, answer.problem().as_str()), (409, "wrong-time"));
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_socket_messages_are_refused() {
    let folder = Folder::new();
    let server = Server::start(&folder.sqlite()).await;
    let (ana, ben, id) = two_people(&server).await;
    let carl = server.person("Carl").await;
    let evil = ana.socket(&id, &[("origin", "http://evil.example")]).await;
    assert!(evil.is_err(), "another site gets no socket");

    let mut a = ana.page(&id, Some(0)).await;
    let mut b = ben.page(&id, Some(1)).await;
    let mut c = carl.socket(&id, &[]).await.expect("anybody may watch");
    c.ask(&Ask::Hello { seat: Some(0), version: None }).await;
    assert_eq!(kind(&c.hear().await.expect("an answer")), Some(ProblemKind::NotYours));
    c.ask(&Ask::Hello { seat: None, version: None }).await;
    c.until(|m| matches!(m, FromServer::Snapshot(_))).await;

    let mut pages = [&mut a, &mut b];
    let first = pages.iter().position(|p| p.choice().is_some_and(|c| c.to_act)).expect("somebody begins");
    let seat = first as u8;
    let choice = pages[first].choice().expect("a seat").clone();
    let act = |id: &str, decision: u32, action: &str| Ask::Act { id: id.into(), seat, decision, action: action.into() };
    let take = format!("take {}", choice.options.takes[0].join(" "));

    let other = 1 - first;
    let answer = pages[other].answer(&act("x", choice.decision, &take)).await;
    assert_eq!(kind(&answer), Some(ProblemKind::NotYours), "for another's seat");
    let answer = c.answer(&act("x", choice.decision, &take)).await;
    assert_eq!(kind(&answer), Some(ProblemKind::NotYours), "at another's table");
    let mut stranger = Client::stranger(server.address).page(&id, None).await;
    assert_eq!(kind(&stranger.answer(&act("x", choice.decision, &take)).await), Some(ProblemKind::NoSession));
    let pong = stranger.answer(&Ask::Ping { id: "p".into() }).await;
    assert_eq!(pong, FromServer::Pong { id: "p".into() }, "whether the line is up is told to everybody");
    let score = |with| Ask::Score { id: "s".into(), round: 1, with };
    assert!(matches!(stranger.answer(&score(None)).await, FromServer::Score { .. }), "everybody can count");
    let with = Placed { seat, tile: "T9ne".into(), cell: (1, 0) };
    assert_eq!(kind(&stranger.answer(&score(Some(with))).await), Some(ProblemKind::NoSession), "not for a seat");
    let left = stranger.answer(&Ask::Left { id: "l".into(), seat: None }).await;
    assert!(matches!(left, FromServer::Left { .. }));
    let not_yet = Ask::Act { id: "n".into(), seat: other as u8, decision: 0, action: "end".into() };
    assert!(matches!(pages[other].answer(&not_yet).await, FromServer::Refused { refusal, .. } if refusal.rule == "T1"));

    let page = &mut pages[first];
    let answer = page.answer(&act("s", choice.decision + 1, &take)).await;
    assert_eq!(kind(&answer), Some(ProblemKind::Stale));
    page.until(|m| matches!(m, FromServer::Snapshot(_))).await;
    let answer = page.answer(&act("e", choice.decision, "end")).await;
    assert!(matches!(answer, FromServer::Refused { .. }), "{answer:?}");
    for nonsense in ["", "fly", "take", "take z9", "place F 200,200", "buy T9ne with", &"x".repeat(3000)] {
        let answer = page.answer(&act("m", choice.decision, nonsense)).await;
        assert_eq!(kind(&answer), Some(ProblemKind::Malformed), "{nonsense:.20}");
    }
    for raw in ["", "{", "[]", "null", "{\"type\":\"fly\"}", "{\"type\":\"act\"}", "{\"type\":\"hello\",\"seat\":-1}"] {
        page.raw(raw.into()).await;
        let answer = page.until(|m| matches!(m, FromServer::Problem { .. })).await;
        assert_eq!(kind(&answer), Some(ProblemKind::Malformed), "{raw}");
    }
    page.binary(vec![0xff; 10]).await;
    page.until(|m| kind(m) == Some(ProblemKind::WrongForm)).await;
    let long = Ask::Chat { id: "c".into(), text: "x".repeat(301) };
    assert_eq!(kind(&page.answer(&long).await), Some(ProblemKind::Invalid));

    let FromServer::Done { version, .. } = page.answer(&act("t", choice.decision, &take)).await else {
        panic!("it is legal")
    };
    let again = page.answer(&act("t", choice.decision, &take)).await;
    assert!(
        matches!(again, FromServer::Done { version: v, .. } if v == version),
        "sent again, answered again: {again:?}"
    );
    let mut second = if first == 0 { ana.page(&id, Some(0)).await } else { ben.page(&id, Some(1)).await };
    let again = second.answer(&act("t", choice.decision, &take)).await;
    assert!(matches!(again, FromServer::Done { version: v, .. } if v == version), "also from another tab");
    assert_eq!(second.version(), version, "and nothing happened twice");

    // The header of a frame of 100,000 bytes is enough; with the rest unread, the server's answer might be lost in transit.
    let head = [&[0x81, 0x80 | 127][..], &100_000u64.to_be_bytes(), &[0; 4]].concat();
    second.bytes(&head).await;
    second.until(|m| kind(m) == Some(ProblemKind::TooLarge)).await;
    assert_eq!(second.closed().await, Some(1009), "a message too large ends the connection");
    let mut third = carl.page(&id, None).await;
    let answer = third.answer(&Ask::Score { id: "q".into(), round: 3, with: None }).await;
    assert!(matches!(answer, FromServer::Score { .. }), "the others play on");
}

/// Repeated and outdated actions are refused; and a page that reconnects gets only what it missed.
#[tokio::test(flavor = "multi_thread")]
async fn reconnecting_pages_get_only_what_they_missed() {
    let folder = Folder::new();
    let server = Server::start(&folder.sqlite()).await;
    let ana = server.person("Ana").await;
    let seats = vec![SeatWish::Me { name: None }, SeatWish::Bot { level: BotLevel::Novice }];
    let opened = ana.open(&table("alhambra", &[], seats)).await;
    assert_eq!(ana.post(&format!("/api/tables/{}/start", opened.id), &json!({})).await.status, 200);
    let mut page = ana.page(&opened.id, Some(0)).await;
    let mut dice = Dice::from_seed(4);
    let mut resumed = 0;
    while !page.is_over() {
        match page.choice().filter(|c| c.to_act).cloned() {
            Some(choice) => {
                let before = page.snapshot.clone();
                let action = pick(&choice, &mut dice);
                let answer = page.act(&action).await;
                let FromServer::Done { version, .. } = answer else { panic!("{action}: {answer:?}") };
                if dice.below(10) == 0 {
                    // Another tab that saw only earlier updates, while this one keeps the room alive.
                    let mut back = ana.socket(&opened.id, &[]).await.expect("a socket");
                    back.snapshot = before;
                    back.ask(&Ask::Hello { seat: Some(0), version: Some(back.version()) }).await;
                    while back.version() < version {
                        let missed = back.hear().await.expect("what was missed");
                        assert!(!matches!(missed, FromServer::Snapshot(_)), "no need to send everything");
                    }
                    resumed += 1;
                }
                while page.version() < version {
                    page.hear().await.expect("it is shown");
                }
            }
            None => drop(page.hear().await.expect("the bot moves")),
        }
    }
    assert!(resumed > 0);
    let answer = page.act("end").await;
    assert_eq!(kind(&answer), Some(ProblemKind::WrongTime), "after the end");
}

/// Ten thousand messages at once: refused, then disconnected; the others notice nothing.
#[tokio::test(flavor = "multi_thread")]
async fn flooding_sockets_are_closed() {
    let folder = Folder::new();
    let config = Config { database: folder.sqlite(), rate: 20, ..Config::default() };
    let server = Server::with(config).await;
    let (ana, ben, id) = two_people(&server).await;
    let mut a = ana.page(&id, Some(0)).await;
    let mut b = ben.page(&id, Some(1)).await;
    for i in 0..10_000 {
        a.ask(&Ask::Score { id: format!("f{i}"), round: 1, with: None }).await;
    }
    // It ends; how many of the answers still arrive depends on the network.
    while let Some(heard) = a.hear().await {
        if kind(&heard) == Some(ProblemKind::TooMany) {
            assert!(matches!(heard, FromServer::Problem { id: Some(_), .. }), "which one has to be sent again");
        }
    }
    let read = server.node.metrics.messages_in.get();
    assert!(read < 1000, "{read} messages were read");
    let answer = b.answer(&Ask::Score { id: "q".into(), round: 1, with: None }).await;
    assert!(matches!(answer, FromServer::Score { .. }));
}

/// A second process on the same file would trust its own cache.
#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_on_the_same_file_is_refused() {
    let folder = Folder::new();
    let _server = Server::start(&folder.sqlite()).await;
    let second = sabika_server::store::Store::open(&folder.sqlite()).await;
    let error = second.err().expect("the second is refused").to_string();
    assert!(error.contains("another sabika"), "{error}");
}
