//! The people at a table: seats and colours, ending by agreement, blocks and reports.

use crate::common::{Client, Folder, Server, table};
use crate::on_both;
use sabika_server::admin;
use sabika_server::store::Store;
use sabika_server::wire::{
    Ask, BotLevel, Colour, Ending, FromServer, NewTable, Occupant, Person, Profile, SeatWish, Snapshot, Status,
    TableInfo,
};
use serde_json::{Value, json};

on_both! { seats_and_colours  end_by_agreement  chat  blocks_and_reports  open_tables  administration }

fn at(table: &TableInfo, what: &str) -> String {
    format!("/api/tables/{}/{what}", table.id)
}

fn person_at(table: &TableInfo, seat: usize) -> Option<&str> {
    match &table.seats[seat].occupant {
        Occupant::Person { person, .. } => Some(person),
        _ => None,
    }
}

async fn seats_and_colours(database: &str) {
    let server = Server::start(database).await;
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    let seats =
        vec![SeatWish::Me { name: None }, SeatWish::Open, SeatWish::Open, SeatWish::Bot { level: BotLevel::Novice }];
    let opened = ana.open(&table("alhambra", &[], seats)).await;
    ben.post(&at(&opened, "join"), &json!({"seat": 1})).await;
    let colours = |table: &TableInfo| -> Vec<Colour> { table.seats.iter().map(|s| s.colour).collect() };
    assert_eq!(colours(&opened), Colour::ALL[..4]);

    let taken = ben.post(&at(&opened, "seat"), &json!({"seat": 1, "colour": "saffron"})).await;
    assert_eq!((taken.status, taken.problem().as_str()), (409, "taken"), "Ana has it");
    let swapped: TableInfo = ben.post(&at(&opened, "seat"), &json!({"seat": 1, "colour": "indigo"})).await.json();
    assert_eq!(colours(&swapped), [Colour::Saffron, Colour::Indigo, Colour::Jade, Colour::Sky], "bots don't mind");
    let free: TableInfo = ben.post(&at(&opened, "seat"), &json!({"seat": 1, "colour": "plum"})).await.json();
    assert_eq!(free.seats[1].colour, Colour::Plum);

    let nonce = json!({"seat": 1, "nonce": "cd".repeat(32)});
    assert_eq!(ben.post(&at(&opened, "nonce"), &nonce).await.status, 200);
    assert_eq!(ben.post(&at(&opened, "seat"), &json!({"seat": 0, "to": 2})).await.status, 403, "not Ben's");
    assert_eq!(ben.post(&at(&opened, "seat"), &json!({"seat": 1, "to": 3})).await.status, 409, "a bot's");
    let moved: TableInfo = ben.post(&at(&opened, "seat"), &json!({"seat": 1, "to": 2})).await.json();
    assert_eq!(person_at(&moved, 2), Some(ben.id().await.as_str()));
    assert_eq!((moved.seats[1].occupant.clone(), moved.seats[2].colour), (Occupant::Open, Colour::Plum));
    assert!(moved.seats[2].nonce && !moved.seats[1].nonce, "colour and nonce go along");

    // The host removes somebody and fills the seat; the game begins with the seats as they are.
    assert_eq!(ana.post(&at(&opened, "remove/2"), &json!({})).await.status, 200);
    for seat in [1, 2] {
        assert_eq!(ana.post(&at(&opened, "bot"), &json!({"seat": seat, "level": "novice"})).await.status, 200);
    }
    assert_eq!(ana.post(&at(&opened, "start"), &json!({})).await.status, 200);
    let late = ana.post(&at(&opened, "seat"), &json!({"seat": 0, "colour": "brick"})).await;
    assert_eq!((late.status, late.problem().as_str()), (409, "wrong-time"));
}

async fn end_by_agreement(database: &str) {
    let server = Server::start(database).await;
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    let opened = ana.open(&table("alhambra", &[], vec![SeatWish::Me { name: None }, SeatWish::Open])).await;
    ben.post(&at(&opened, "join"), &json!({})).await;
    assert_eq!(ana.post(&at(&opened, "stop"), &json!({"agree": true})).await.status, 409, "nothing has begun");
    ana.post(&at(&opened, "start"), &json!({})).await;
    let stranger = server.person("Carl").await;
    assert_eq!(stranger.post(&at(&opened, "stop"), &json!({"agree": true})).await.status, 403);
    // What was visible during a running game can be viewed again, and nothing more.
    let path = format!("{}?seat=0", at(&opened, "at/0"));
    assert_eq!(stranger.get(&path).await.problem(), "not-yours");
    let seen: Snapshot = ana.get(&path).await.json();
    let hands =
        |s: &Snapshot| -> Vec<bool> { s.game.iter().flat_map(|g| &g.players).map(|p| p.hand.is_some()).collect() };
    assert_eq!(hands(&seen), [true, false]);
    assert_eq!(hands(&stranger.get(&at(&opened, "at/0")).await.json()), [false, false]);

    let mut page = ben.page(&opened.id, Some(1)).await;
    let one: TableInfo = ana.post(&at(&opened, "stop"), &json!({"agree": true})).await.json();
    assert_eq!((one.status, one.stop.clone()), (Status::Playing, vec![ana.id().await]));
    page.until(|m| matches!(m, FromServer::Update(u) if u.table.as_ref().is_some_and(|t| t.stop.len() == 1))).await;
    let none: TableInfo = ana.post(&at(&opened, "stop"), &json!({"agree": false})).await.json();
    assert!(none.stop.is_empty());
    ana.post(&at(&opened, "stop"), &json!({"agree": true})).await;
    let both: TableInfo = ben.post(&at(&opened, "stop"), &json!({"agree": true})).await.json();
    assert_eq!((both.status, both.ending, both.result.clone()), (Status::Abandoned, Some(Ending::Agreed), None));
    let profile: Profile = ana.get(&format!("/api/people/{}", ana.id().await)).await.json();
    assert!(profile.ratings.is_empty() && profile.placings.is_empty(), "nothing came of it");
    let mine: Value = ana.get("/api/tables/mine").await.json();
    assert_eq!((&mine[0]["table"]["status"], &mine[0]["your_turn"]), (&json!("abandoned"), &json!(false)));
}

/// A repeated chat message is stored once; messages sent while one was away arrive on return.
async fn chat(database: &str) {
    let server = Server::start(database).await;
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    let opened = ana.open(&table("alhambra", &[], vec![SeatWish::Me { name: None }, SeatWish::Open])).await;
    ben.post(&at(&opened, "join"), &json!({})).await;
    let said = async || -> Vec<String> {
        server.node.store.said(&opened.id, 0).await.expect("chat").into_iter().map(|line| line.text).collect()
    };
    let mut a = ana.page(&opened.id, Some(0)).await;
    let version = a.version();
    let hello = Ask::Chat { id: "1".into(), text: "hello".into() };
    let FromServer::Done { version: first, .. } = a.answer(&hello).await else { panic!("said") };
    drop(a);
    let mut b = ben.page(&opened.id, Some(1)).await;
    b.answer(&Ask::Chat { id: "1".into(), text: "are you there?".into() }).await;

    let mut back = ana.socket(&opened.id, &[]).await.expect("the socket opens");
    back.ask(&Ask::Hello { seat: Some(0), version: Some(version) }).await;
    let missed =
        |m: &FromServer| matches!(m, FromServer::Chat { lines } if lines.iter().any(|l| l.text.ends_with('?')));
    back.until(missed).await;
    let FromServer::Done { version: again, .. } = back.answer(&hello).await else { panic!("said") };
    assert_eq!((first, said().await), (again, vec!["hello".into(), "are you there?".into()]));

    // No number is reused, even when the last messages are deleted.
    server.node.store.delete_chat(&opened.id).await.expect("deleted");
    let anew = Ask::Chat { id: "2".into(), text: "anew".into() };
    let FromServer::Done { version: number, .. } = back.answer(&anew).await else { panic!("said") };
    assert!(number > first, "{number} after {first}");
    b.until(|m| matches!(m, FromServer::Chat { lines } if lines[0].text == "anew")).await;
}

/// The list shows tables with an open seat, however many games are running.
async fn open_tables(database: &str) {
    let server = Server::start(database).await;
    let ana = server.person("Ana").await;
    let open = |seats| NewTable { public: true, ..table("alhambra", &[], seats) };
    let bot = || SeatWish::Bot { level: BotLevel::Novice };
    let waiting = ana.open(&open(vec![SeatWish::Me { name: None }, SeatWish::Open])).await;
    let full = ana.open(&open(vec![SeatWish::Me { name: None }, bot()])).await;
    let listed = ana.get("/api/tables").await.body;
    assert!(listed.contains(&waiting.id) && !listed.contains(&full.id), "{listed}");
    ana.post(&at(&full, "start"), &json!({})).await;
    let listed = ana.get("/api/tables").await.body;
    assert!(listed.contains(&waiting.id) && listed.contains(&full.id), "{listed}");
}

async fn blocks_and_reports(database: &str) {
    let server = Server::start(database).await;
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    let (ana_id, ben_id) = (ana.id().await, ben.id().await);
    let open = || table("alhambra", &[], vec![SeatWish::Me { name: None }, SeatWish::Open]);
    let opened = ana.open(&open()).await;
    ben.post(&at(&opened, "join"), &json!({})).await;
    let (mut a, mut b) = (ana.page(&opened.id, Some(0)).await, ben.page(&opened.id, Some(1)).await);
    let say = |text: &str| Ask::Chat { id: text.replace(' ', "-"), text: text.into() };
    let FromServer::Done { version: line, .. } = b.answer(&say("you fool")).await else { panic!("said") };
    a.until(|m| matches!(m, FromServer::Chat { .. })).await;

    let blocked: Vec<Person> = ana.post("/api/blocks", &json!({ "person": ben_id })).await.json();
    assert_eq!(blocked, [Person { id: ben_id.clone(), name: "Ben".into() }]);
    assert_eq!(ana.post("/api/blocks", &json!({ "person": ana_id })).await.status, 422, "not oneself");
    assert_eq!(ana.post("/api/blocks", &json!({"person": "nobody"})).await.status, 404);
    b.answer(&say("you old fool")).await;
    a.answer(&say("nice wall")).await;
    assert!(!a.heard.iter().any(|text| text.contains("old fool")), "it is not heard any more");
    let late = ana.page(&opened.id, Some(0)).await;
    assert!(!late.heard.iter().any(|text| text.contains("fool")));
    let other = ana.open(&open()).await;
    let answer = ben.post(&at(&other, "join"), &json!({})).await;
    assert_eq!((answer.status, answer.problem().as_str()), (403, "not-yours"));
    assert_eq!(ben.post(&at(&opened, "join"), &json!({})).await.status, 200, "who sits, sits");
    assert_eq!(ana.request("DELETE", &format!("/api/blocks/{ben_id}"), &[], b"").await.status, 200);
    assert_eq!(ben.post(&at(&other, "join"), &json!({})).await.status, 200);

    let report = json!({"person": ben_id, "table": opened.code, "line": line, "text": " He is rude. "});
    assert_eq!(ana.post("/api/reports", &report).await.status, 201);
    assert_eq!(ana.post("/api/reports", &json!({"person": ben_id, "text": "  "})).await.status, 422);
    assert_eq!(ana.post("/api/reports", &json!({"person": "nobody", "text": "x"})).await.status, 404);
    let open = server.node.store.open_reports().await.expect("reports");
    let [report] = &open[..] else { panic!("{open:?}") };
    assert_eq!((report.person.id.as_str(), report.reporter.id.as_str()), (ben_id.as_str(), ana_id.as_str()));
    assert_eq!((report.said.as_deref(), report.text.as_str()), (Some("you fool"), "He is rude."));
    for _ in 0..19 {
        assert_eq!(ana.post("/api/reports", &json!({"person": ben_id, "text": "again"})).await.status, 201);
    }
    let enough = ana.post("/api/reports", &json!({"person": ben_id, "text": "again"})).await;
    assert_eq!((enough.status, enough.problem().as_str()), (429, "too-many"));
}

/// `sabika admin` alongside a running server.
async fn administration(database: &str) {
    let server = Server::start(database).await;
    let (ana, ben) = (server.person("Ana").await, server.person("Rude Ben").await);
    let ben_id = ben.id().await;
    let new = NewTable { public: true, ..table("alhambra", &[], vec![SeatWish::Me { name: None }, SeatWish::Open]) };
    let opened = ben.open(&new).await;
    ana.post(&at(&opened, "join"), &json!({})).await;
    ben.post(&at(&opened, "start"), &json!({})).await;
    let mut page = ana.page(&opened.id, Some(1)).await;
    page.answer(&Ask::Chat { id: "c".into(), text: "hello".into() }).await;

    let owner = Store::open_beside(database).await.expect("beside the server");
    admin::rename(&owner, &ben_id, "Ben").await.expect("renamed");
    assert_eq!(owner.find_people("ben").await.expect("people").len(), 1);
    admin::remove_table(&owner, &opened.code.to_lowercase()).await.expect("removed");
    assert!(admin::remove_table(&owner, &opened.id).await.is_err(), "once");
    assert!(admin::remove_table(&owner, "ZZZZZZ").await.is_err());
    assert!(!ana.get("/api/tables").await.body.contains(&opened.id));
    // The server's cached copy is outdated: it notices before it stores anything.
    let answer = ana.post(&at(&opened, "stop"), &json!({"agree": true})).await;
    assert_eq!((answer.status, answer.problem().as_str()), (409, "wrong-time"));
    let info: TableInfo = ana.get(&format!("/api/tables/{}", opened.id)).await.json();
    assert_eq!((info.status, info.ending), (Status::Abandoned, Some(Ending::Removed)));
    assert!(matches!(&info.seats[0].occupant, Occupant::Person { name, .. } if name == "Ben"));
    assert!(owner.said(&opened.id, 0).await.expect("chat").is_empty());

    owner.ban(&ben_id, "rude").await.expect("banned");
    let answer = ben.get("/api/tables/mine").await;
    assert_eq!((answer.status, answer.problem().as_str()), (403, "banned"));
    assert!(answer.body.contains("rude"));
    assert_eq!(Client { cookie: ben.cookie.clone(), ..ana.clone() }.post("/api/tables", &new).await.status, 403);
    assert_eq!(owner.banned().await.expect("bans").len(), 1);
    assert!(owner.unban(&ben_id).await.expect("unbanned"));
    assert_eq!(ben.get("/api/tables/mine").await.status, 200);
    let stats = owner.stats().await.expect("stats");
    assert_eq!((stats.people, stats.banned, stats.tables.clone()), (2, 0, vec![("abandoned".into(), 1)]));
}

/// There is nothing to administer without a database.
#[tokio::test]
async fn admin_needs_an_existing_database() {
    let folder = Folder::new();
    assert!(Store::open_beside(&folder.sqlite()).await.is_err());
    assert!(!folder.0.join("sabika.db").exists(), "and none is made");
}
