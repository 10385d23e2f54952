//! Accounts: creating, recovering and deleting them.

use crate::common::{Answer, Client, Folder, Server, table};
use crate::on_both;
use sabika_server::node::Config;
use sabika_server::wire::{Ask, Me, MyData, Occupant, SeatWish, Status, TableInfo};
use serde_json::{Value, json};

const PASSWORD: &str = "open the gate";

fn problem(answer: &Answer) -> (u16, String) {
    (answer.status, answer.problem())
}

async fn sign_in(server: &Server, name: &str, password: &str) -> (Client, Answer) {
    let mut client = Client::stranger(server.address);
    let answer = client.post("/api/account/sign-in", &json!({"name": name, "password": password})).await;
    client.cookie = answer.cookie.clone();
    (client, answer)
}

/// Creates an account; returns the recovery code.
async fn keep(client: &Client, password: &str) -> String {
    let kept = client.post("/api/account", &json!({ "password": password })).await;
    assert_eq!(kept.status, 201, "{}", kept.body);
    kept.json::<Value>()["recovery"].as_str().expect("a code").to_owned()
}

on_both! { registering_a_name  recovering_an_account  deleting_an_account }

async fn registering_a_name(database: &str) {
    let server = Server::start(database).await;
    let ana = server.person("Ana").await;
    let me: Me = ana.get("/api/session").await.json();
    assert!(!me.kept);
    assert_eq!(problem(&ana.post("/api/account", &json!({"password": "short"})).await), (422, "invalid".into()));
    keep(&ana, PASSWORD).await;
    assert_eq!(problem(&ana.post("/api/account", &json!({ "password": PASSWORD })).await).0, 409, "once");
    let me: Me = ana.get("/api/session").await.json();
    assert!(me.kept);

    // Nobody else can take the name, by any route.
    let stranger = Client::stranger(server.address);
    assert_eq!(problem(&stranger.post("/api/session", &json!({"name": " aNA "})).await), (409, "taken".into()));
    let ben = server.person("Ben").await;
    assert_eq!(problem(&ben.post("/api/session/name", &json!({"name": "ANA"})).await).0, 409);
    assert_eq!(problem(&ben.post("/api/session", &json!({"name": "ana"})).await).0, 409);
    assert_eq!(problem(&ben.post("/api/session/name", &json!({"name": "An\u{200b}a"})).await).0, 409, "unseen");
    assert_eq!(problem(&ben.post("/api/session/name", &json!({"name": "\u{200b}"})).await).0, 422, "nothing to see");
    assert_eq!(problem(&ben.post("/api/session/name", &json!({"name": "nA\u{202e}"})).await).0, 422, "turned round");
    let seat = |name: &str| SeatWish::Me { name: Some(name.into()) };
    let shared = |name: &str| table("alhambra", &[], vec![SeatWish::Open, seat(name)]);
    assert_eq!(problem(&ben.post("/api/tables", &shared("Ana")).await).0, 409, "nor at a table");
    let lobby = ben.open(&shared("Benny")).await;
    let join = |name: &str| json!({"seat": 0, "name": name});
    assert_eq!(problem(&ben.post(&format!("/api/tables/{}/join", lobby.id), &join("ana")).await).0, 409);
    assert_eq!(ana.post(&format!("/api/tables/{}/join", lobby.id), &join("ana")).await.status, 200, "it is hers");

    // Elsewhere it is the same person.
    let (elsewhere, answer) = sign_in(&server, "ana", PASSWORD).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(elsewhere.id().await, ana.id().await);
    assert_eq!(problem(&sign_in(&server, "Ana", "open the door").await.1), (403, "wrong-password".into()));
    assert_eq!(problem(&sign_in(&server, "Carl", PASSWORD).await.1), (403, "wrong-password".into()));

    // A new password ends the other sessions; a new name is protected like the first.
    let change = |old: &str| json!({"old": old, "new": "close the gate"});
    assert_eq!(problem(&ana.post("/api/account/password", &change("wrong")).await).0, 403);
    assert_eq!(ana.post("/api/account/password", &change(PASSWORD)).await.status, 200);
    assert_eq!(elsewhere.get("/api/tables/mine").await.status, 401);
    assert_eq!(ana.get("/api/tables/mine").await.status, 200);
    assert_eq!(ana.post("/api/session/name", &json!({"name": "Anna"})).await.status, 200);
    assert_eq!(problem(&sign_in(&server, "Ana", "close the gate").await.1).0, 403);
    let (elsewhere, answer) = sign_in(&server, "anna", "close the gate").await;
    assert_eq!(answer.status, 200);
    assert_eq!(ben.post("/api/session/name", &json!({"name": "Ana"})).await.status, 200, "free again");
    assert_eq!(elsewhere.request("DELETE", "/api/session", &[], b"").await.status, 200);
    assert_eq!(elsewhere.get("/api/tables/mine").await.status, 401, "signed out");
    assert_eq!(ana.get("/api/tables/mine").await.status, 200);
}

async fn recovering_an_account(database: &str) {
    let server = Server::start(database).await;
    let ana = server.person("Ana").await;
    let code = keep(&ana, PASSWORD).await;
    let stranger = Client::stranger(server.address);
    let with = |code: &str| json!({"name": "Ana", "recovery": code, "password": "another gate"});
    let wrong = stranger.post("/api/account/recover", &with("aaaa-bbbb")).await;
    assert_eq!(problem(&wrong), (403, "wrong-password".into()));
    let answer = stranger.post("/api/account/recover", &with(&code.to_uppercase())).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let again = stranger.post("/api/account/recover", &with(&code)).await;
    assert_eq!(again.status, 403, "a code is good for one time");
    assert_eq!(ana.get("/api/tables/mine").await.status, 401, "the old sessions end");
    let back = Client { cookie: answer.cookie.clone(), ..stranger.clone() };
    assert_eq!(back.get("/api/tables/mine").await.status, 200);
    assert_eq!(sign_in(&server, "Ana", PASSWORD).await.1.status, 403);
    assert_eq!(sign_in(&server, "Ana", "another gate").await.1.status, 200);

    assert_eq!(back.post("/api/account/recovery", &json!({"password": "wrong"})).await.status, 403);
    let fresh = back.post("/api/account/recovery", &json!({"password": "another gate"})).await;
    let fresh: Value = fresh.json();
    let old: Value = answer.json();
    assert_ne!(fresh["recovery"], old["recovery"]);
    assert_eq!(
        stranger.post("/api/account/recover", &with(old["recovery"].as_str().expect("a code"))).await.status,
        403
    );
}

/// The name is removed everywhere; the games stay complete.
async fn deleting_an_account(database: &str) {
    let server = Server::start(database).await;
    let (ana, ben) = (server.person("Anastasia").await, server.person("Ben").await);
    keep(&ana, PASSWORD).await;
    let seats = || vec![SeatWish::Open, SeatWish::Open];
    let game = ben.open(&table("alhambra", &[], vec![SeatWish::Me { name: None }, SeatWish::Open])).await;
    let lobby = ben.open(&table("alhambra", &[], seats())).await;
    let left = ben.open(&table("alhambra", &[], seats())).await;
    for info in [&game, &lobby, &left] {
        assert_eq!(ana.post(&format!("/api/tables/{}/join", info.id), &json!({})).await.status, 200);
    }
    assert_eq!(ana.post(&format!("/api/tables/{}/leave", left.id), &json!({})).await.status, 200);
    assert_eq!(ben.post(&format!("/api/tables/{}/start", game.id), &json!({})).await.status, 200);
    let mut page = ana.page(&game.id, Some(1)).await;
    page.answer(&Ask::Chat { id: "c".into(), text: "I am Anastasia".into() }).await;

    sabika_server::admin::rename(&server.node.store, &ana.id().await, "Anastasia B").await.expect("renamed");

    let export = ana.get("/api/account/data").await;
    assert!(export.head.to_lowercase().contains("attachment"), "{}", export.head);
    let data: MyData = export.json();
    assert_eq!((data.tables.len(), data.said.len()), (3, 1));
    assert_eq!(data.said[0].text, "I am Anastasia");

    let answer = ana.post("/api/account/delete", &json!({})).await;
    assert_eq!(problem(&answer), (403, "wrong-password".into()));
    let id = ana.id().await;
    let answer = ana.post("/api/account/delete", &json!({ "password": PASSWORD })).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(ana.get("/api/tables/mine").await.status, 401);
    assert_eq!(sign_in(&server, "Anastasia B", PASSWORD).await.1.status, 403);
    assert_eq!(ben.get(&format!("/api/people/{id}")).await.status, 404);

    let now: TableInfo = ben.get(&format!("/api/tables/{}", game.id)).await.json();
    assert_eq!(now.status, Status::Playing);
    assert_eq!(now.seats[1].occupant, Occupant::Person { person: id, name: "—".into(), away: true });
    let now: TableInfo = ben.get(&format!("/api/tables/{}", lobby.id)).await.json();
    assert_eq!(now.seats[0].occupant, Occupant::Open);
    for info in [&game, &lobby, &left] {
        for step in server.node.store.steps(&info.id, 0).await.expect("steps") {
            assert!(!step.body.contains("Anastasia"), "{}", step.body);
        }
        assert!(server.node.store.said(&info.id, 0).await.expect("chat").is_empty());
    }
    assert!(!ben.get("/api/tables/mine").await.body.contains("Anastasia"));
    assert_eq!(server.person("Anastasia").await.get("/api/tables/mine").await.status, 200, "the name is free");
}

/// Password attempts are rate-limited.
#[tokio::test(flavor = "multi_thread")]
async fn guessing_passwords_is_limited() {
    let folder = Folder::new();
    let server = Server::with(Config { database: folder.sqlite(), rate: 4, ..Config::default() }).await;
    keep(&server.person("Ana").await, PASSWORD).await;
    let mut refused = 0;
    for i in 0..6 {
        let (_, answer) = sign_in(&server, "Ana", &format!("guess number {i}")).await;
        assert!([403, 429].contains(&answer.status), "{}", answer.body);
        refused += u32::from(answer.status == 429);
    }
    assert_eq!(refused, 2);
    assert_eq!(sign_in(&server, "Ana", PASSWORD).await.1.status, 429, "also with the right one");
}
