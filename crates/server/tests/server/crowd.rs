//! Many tables of bots at once: people notice nothing, and tables that cannot be processed delay nobody.

use crate::common::page::{Page, pick};
use crate::common::{Folder, Server, table};
use crate::on_both;
use sabika_rules::Dice;
use sabika_server::node::Config;
use sabika_server::store::{Append, Due, Seated, Store, Summary};
use sabika_server::wire::{BotLevel, FromServer, SeatWish, TableLine};
use serde_json::json;

on_both! { claims unreadable_tables_do_not_delay_others  tables_per_person_and_address_are_limited }

/// Claims expire while bots wait for a thread, and are renewed: no choice is made twice, and people play on.
#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_bots() {
    let folder = Folder::new();
    let config = Config { database: folder.sqlite(), rate: 100_000, bot_threads: 1, ..Config::default() };
    let server = Server::with(config).await;
    let (ana, guest) = (server.person("Ana").await, server.person("Guest").await);
    let seats = vec![SeatWish::Me { name: None }, SeatWish::Bot { level: BotLevel::Builder }];
    let hers = ana.open(&table("alhambra", &[], seats)).await;
    let mut flood = Vec::new();
    for _ in 0..30 {
        let bots = vec![SeatWish::Bot { level: BotLevel::Builder }; 6];
        let opened = guest.open(&table("alhambra", &[], bots)).await;
        assert_eq!(guest.post(&format!("/api/tables/{}/start", opened.id), &json!({})).await.status, 200);
        flood.push(opened.id);
    }
    let mut page = ana.page(&hers.id, Some(0)).await;
    assert_eq!(ana.post(&format!("/api/tables/{}/start", hers.id), &json!({})).await.status, 200);
    while page.game().is_none() {
        page.hear().await.expect("it begins");
    }
    let (mut dice, mut turns) = (Dice::from_seed(9), 0);
    let waits = |page: &Page| !page.is_over() && page.choice().is_some_and(|choice| !choice.to_act);
    while waits(&page) {
        page.hear().await.expect("the bot moves");
    }
    while !page.is_over() {
        server.node.store.renew_claims(&flood, 0).await.expect("they end");
        let action = pick(page.choice().expect("a seat"), &mut dice);
        let FromServer::Done { version, .. } = page.act(&action).await else { panic!("{action} is legal") };
        while page.version() < version || waits(&page) {
            page.hear().await.expect("the bot moves");
        }
        turns += u32::from(page.version() > version);
    }
    assert!(turns > 5, "{turns} turns in a whole game");
    let metrics = &server.node.metrics;
    let (moves, choices) = (metrics.bot_moves.get(), metrics.bot_choices.get());
    // At most one action per table is chosen and not yet stored.
    assert!(moves > 30 && choices <= metrics.bot_moves.get() + 31, "{choices} choices for {moves} moves");
}

fn step(table: &str, due: Due) -> Append {
    let summary = Summary {
        code: table.to_owned(),
        host: String::new(),
        status: "playing".into(),
        public: false,
        info: Some("{}".into()),
        seated: Seated::AsBefore,
        quiet: false,
    };
    let body = "no row at all".to_owned();
    Append { table: table.into(), version: 1, body, summary, due, news: Vec::new(), finish: None, keepsake: None }
}

/// A renewed claim does not expire; a postponed one is due when it says.
async fn claims(database: &str) {
    let store = Store::open(database).await.expect("it opens");
    for table in ["a", "b", "c"] {
        store.append(step(table, Due::In { after: 0, lease: 0 })).await.expect("it is stored");
    }
    let mut claims = store.claim_due(0, 10).await.expect("claims");
    claims.sort_by(|a, b| a.table.cmp(&b.table));
    let due = async || {
        let claims = store.claim_due(0, 10).await.expect("claims");
        let mut tables: Vec<String> = claims.into_iter().map(|claim| claim.table).collect();
        tables.sort();
        tables
    };
    assert_eq!(due().await, ["a", "b", "c"], "the claims ended at once");
    store.renew_claims(&["a".to_owned()], 60_000).await.expect("it is renewed");
    assert_eq!(due().await, ["b", "c"]);
    let now = store.now().await.expect("a clock");
    store.postpone(&claims[1], Some(now + 60_000)).await.expect("it is put off");
    store.postpone(&claims[2], None).await.expect("it is never due");
    assert!(due().await.is_empty());
    // A table written since is not postponed.
    let later = sabika_server::store::Claimed { at: claims[0].at - 1, ..claims[0].clone() };
    store.renew_claims(&["a".to_owned()], 0).await.expect("it ends");
    store.postpone(&later, None).await.expect("nothing is deleted");
    assert_eq!(due().await, ["a"]);
}

/// Hundreds of tables that this version cannot read are not retried over and over, ahead of one that is due.
async fn unreadable_tables_do_not_delay_others(database: &str) {
    let store = Store::open(database).await.expect("it opens");
    for table in 0..300 {
        store.append(step(&format!("{table:016x}"), Due::In { after: 0, lease: 0 })).await.expect("it is stored");
    }
    store.close().await;
    let server = Server::start(database).await;
    // All are claimed once; then none until an hour has passed.
    for _ in 0..1200 {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        if server.node.store.due_now().await.expect("a count") == 0 {
            return;
        }
    }
    panic!("{} are still due", server.node.store.due_now().await.expect("a count"));
}

/// A guest can neither create unlimited tables nor fill the public list.
async fn tables_per_person_and_address_are_limited(database: &str) {
    let (tables_per_person, tables_per_address) = (8, 12);
    let config = Config { tables_per_person, tables_per_address, ..Config::default() };
    let server = Server::with(Config { database: database.into(), rate: 100_000, ..config }).await;
    let (ana, ben, carl) = (server.person("Ana").await, server.person("Ben").await, server.person("Carl").await);
    let seats = || vec![SeatWish::Me { name: None }, SeatWish::Open];
    let new = sabika_server::wire::NewTable { public: true, ..table("alhambra", &[], seats()) };
    let his = ben.open(&new).await;
    let mut hers = Vec::new();
    for _ in 0..8 {
        hers.push(ana.open(&new).await.id);
    }
    let answer = ana.post("/api/tables", &new).await;
    assert_eq!((answer.status, answer.problem().as_str()), (429, "too-many"));
    let listed: Vec<TableLine> = carl.get("/api/tables").await.json();
    assert_eq!(listed.iter().filter(|line| hers.contains(&line.table.id)).count(), 5, "some of hers");
    assert!(listed.iter().any(|line| line.table.id == his.id));
    for _ in 0..3 {
        ben.open(&new).await;
    }
    assert_eq!(carl.post("/api/tables", &new).await.status, 429, "all come from one address");
    assert_eq!(ana.post(&format!("/api/tables/{}/leave", hers[0]), &json!({})).await.status, 200);
    carl.open(&new).await;
}
