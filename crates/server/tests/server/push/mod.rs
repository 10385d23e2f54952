//! Push notifications to browsers whose page is closed.

mod service;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::common::page::pick;

use crate::common::{Client, Server, postgres, table};
use crate::on_both;
use sabika_rules::Dice;
use sabika_server::node::{Config, Node};
use sabika_server::push::Reach;
use sabika_server::wire::{FromServer, MyData, NewTable, Pace, PushKey, SeatWish};
use serde_json::{Value, json};
use service::{Browser, PushService};

on_both! { pushed  invalid_requests_are_refused }

fn config(database: &str) -> Config {
    let public_url = Some("https://play.example.org".into());
    Config { database: database.into(), rate: 100_000, public_url, ..Config::default() }
}

async fn server(database: &str, service: &PushService) -> Server {
    let node = Node::start_reaching(config(database), Reach::anywhere(service.certificate.clone())).await;
    Server::serving(node.expect("the store opens")).await
}

/// Subscribes at this path of the push service.
async fn subscribe(client: &Client, service: &PushService, path: &str) -> Browser {
    let browser = Browser::new();
    let answer = client.post("/api/push", &browser.at(format!("{}{path}", service.origin))).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    browser
}

async fn state(client: &Client) -> PushKey {
    client.get("/api/push").await.json()
}

fn slow() -> NewTable {
    let seats = vec![SeatWish::Me { name: None }, SeatWish::Open];
    NewTable { pace: Pace::Days { days: 2 }, ..table("alhambra", &[], seats) }
}

/// Creates a table for two and starts it; returns id and code.
async fn begin(ana: &Client, ben: &Client, new: &NewTable) -> (String, String) {
    let opened = ana.open(new).await;
    assert_eq!(ben.post(&format!("/api/tables/{}/join", opened.id), &json!({})).await.status, 200);
    assert_eq!(ana.post(&format!("/api/tables/{}/start", opened.id), &json!({})).await.status, 200);
    (opened.id, opened.code)
}

async fn pushed(database: &str) {
    let mut service = PushService::start().await;
    let server = server(database, &service).await;
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    let key = state(&ana).await.key;
    assert_eq!(state(&ben).await, PushKey { key: key.clone(), browsers: 0 }, "one key for all");
    let mut browsers =
        [Some(subscribe(&ana, &service, "/ana?x=1").await), Some(subscribe(&ben, &service, "/ben").await)];
    let paths = ["/ana?x=1", "/ben"];
    let export: MyData = ana.get("/api/account/data").await.json();
    assert_eq!(export.browsers[0].endpoint, format!("{}/ana?x=1", service.origin));

    // Players of live games have the page open: nothing is pushed.
    begin(&ana, &ben, &NewTable { pace: Pace::Free, ..slow() }).await;
    let (id, code) = begin(&ana, &ben, &slow()).await;
    let mut pages = [ana.page(&id, Some(0)).await, ben.page(&id, Some(1)).await];
    let first = pages.iter().position(|p| p.choice().is_some_and(|c| c.to_act)).expect("somebody begins");
    let pushed = service.next().await;
    assert_eq!(pushed.path, paths[first]);
    let browser = browsers[first].take().expect("it has read nothing yet");
    assert_eq!(browser.open(&pushed.body), json!({"kind": "your_turn", "table": code}));
    assert_eq!((pushed.header("content-encoding"), pushed.header("topic")), ("aes128gcm", id.as_str()));
    assert!(pushed.header("ttl").parse::<u32>().is_ok_and(|ttl| ttl > 0));
    let claims = pushed.claims(&key);
    assert_eq!((&claims["aud"], &claims["sub"]), (&json!(service.origin), &json!("https://play.example.org")));
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is after 1970").as_secs();
    assert!(claims["exp"].as_u64().is_some_and(|exp| (now..now + 24 * 3600).contains(&exp)), "{claims}");

    // The other player is notified on their turn; their push service says that the browser is gone, and the subscription is deleted.
    service.answer(410);
    let mut dice = Dice::from_seed(2);
    while pages[first].choice().is_some_and(|c| c.to_act) {
        let action = pick(pages[first].choice().expect("a seat"), &mut dice);
        let FromServer::Done { version, .. } = pages[first].act(&action).await else { panic!("{action} is legal") };
        while pages[first].version() < version {
            pages[first].hear().await.expect("it is shown");
        }
    }
    let pushed = service.next().await;
    assert_eq!(pushed.path, paths[1 - first]);
    let clients = [&ana, &ben];
    for _ in 0..2000 {
        if state(clients[1 - first]).await.browsers == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(state(clients[1 - first]).await.browsers, 0, "it is forgotten");
    assert_eq!(state(clients[first]).await.browsers, 1);

    // Redirects are not followed, and a failing service changes nothing.
    service.answer(307);
    for client in clients {
        client.post(&format!("/api/tables/{id}/stop"), &json!({"agree": true})).await;
    }
    assert_eq!(service.next().await.path, paths[first], "the end");
    service.answer(201);
    let opened = clients[1 - first].open(&slow()).await;
    let guest = json!({"who": clients[first].id().await});
    assert_eq!(clients[1 - first].post(&format!("/api/tables/{}/invite", opened.id), &guest).await.status, 200);
    assert_eq!(service.next().await.path, paths[first], "the invitation, and nothing from elsewhere before it");
    assert_eq!(state(clients[first]).await.browsers, 1);

    // Signing out ends the subscription.
    let person = clients[first].id().await;
    assert_eq!(clients[first].request("DELETE", "/api/session", &[], b"").await.status, 200);
    assert_eq!(server.node.store.browsers(&person).await.expect("the store answers"), []);
}

async fn invalid_requests_are_refused(database: &str) {
    let server = Server::with(config(database)).await;
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    let good = Browser::new().at("https://push.example.org/0".into());
    let stranger = Client::stranger(server.address);
    assert_eq!(stranger.get("/api/push").await.problem(), "no-session");
    assert_eq!(stranger.post("/api/push", &good).await.problem(), "no-session");
    assert_eq!(ana.post("/api/push", &json!({"endpoint": "https://push.example.org/"})).await.problem(), "malformed");
    let with = |name: &str, value: &str| {
        let mut wrong = serde_json::to_value(&good).expect("json");
        wrong[name] = value.into();
        wrong
    };
    let (off_the_curve, long) =
        (format!("B{}", "A".repeat(86)), format!("https://push.example.org/{}", "x".repeat(1000)));
    let wrong: Vec<Value> = ["", "push", "http://push.example.org/", "https://u:p@push.example.org/", &long]
        .into_iter()
        .chain(["https://127.0.0.1/", "https://[::1]:8/", "https://192.168.0.1/", "https://169.254.169.254/latest"])
        .chain(["https://[::ffff:10.0.0.1]/", "https://localhost/"])
        .map(|endpoint| with("endpoint", endpoint))
        .chain(["", "AAAA", "!", &off_the_curve].map(|key| with("p256dh", key)))
        .chain(["", "AAAA", "!"].map(|auth| with("auth", auth)))
        .collect();
    for wrong in wrong {
        let answer = ana.post("/api/push", &wrong).await;
        assert_eq!((answer.status, answer.problem().as_str()), (422, "invalid"), "{wrong}: {}", answer.body);
    }
    assert_eq!(state(&ana).await.browsers, 0);

    // The latest ten browsers are kept; one that subscribes again counts once.
    for i in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11] {
        let to = Browser::new().at(format!("https://push.example.org/{i}"));
        assert_eq!(ana.post("/api/push", &to).await.status, 201);
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    let kept: MyData = ana.get("/api/account/data").await.json();
    let kept: Vec<&str> = kept.browsers.iter().filter_map(|b| b.endpoint.rsplit('/').next()).collect();
    assert_eq!(kept, ["2", "3", "4", "5", "6", "7", "8", "9", "10", "11"]);
    let end = json!({"endpoint": "https://push.example.org/11"});
    assert_eq!(ben.post("/api/push/end", &end).await.json::<PushKey>().browsers, 0);
    assert_eq!(state(&ana).await.browsers, 10, "only one's own");
    assert_eq!(ana.post("/api/push/end", &end).await.json::<PushKey>().browsers, 9);
    let taken = Browser::new().at("https://push.example.org/10".into());
    assert_eq!(ben.post("/api/push", &taken).await.json::<PushKey>().browsers, 1, "a browser is whose session it has");
    assert_eq!(state(&ana).await.browsers, 8);
    let ana_id = ana.id().await;
    assert_eq!(ana.post("/api/account/delete", &json!({})).await.status, 200);
    assert_eq!(server.node.store.browsers(&ana_id).await.expect("the store answers"), []);
}

/// Two nodes form one site: they share a key, and a notification is pushed once.
#[tokio::test(flavor = "multi_thread")]
async fn nodes_form_one_site() {
    let database = postgres::database();
    let mut service = PushService::start().await;
    let (one, two) = tokio::join!(server(&database, &service), server(&database, &service));
    let (ana, ben) = (one.person("Ana").await, two.person("Ben").await);
    let (here, there) = tokio::join!(state(&ana), state(&ben));
    assert_eq!(here.key, there.key);
    let _browsers = [subscribe(&ana, &service, "/ana").await, subscribe(&ben, &service, "/ben").await];
    let (id, _) = begin(&ana, &ben, &slow()).await;
    let first = service.next().await.path;
    for client in [&ana, &ben] {
        assert_eq!(client.post(&format!("/api/tables/{id}/stop"), &json!({"agree": true})).await.status, 200);
    }
    let mut ended = [service.next().await.path, service.next().await.path];
    ended.sort();
    assert_eq!(ended, ["/ana", "/ben"], "each once, after the turn of {first}");
}
