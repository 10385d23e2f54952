//! Databases of older versions, and what is refused.

use crate::common::page::pick;
use crate::common::{Client, Server, table};
use crate::on_both;
use sabika_rules::Dice;
use sabika_server::store::{Store, StoreError};
use sabika_server::wire::{FromServer, Person, SeatWish, Status};
use sabika_table::replay::Replay;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, Executor};

on_both! {
    a_database_of_the_first_release_is_upgraded  a_game_goes_on_after_the_upgrade  admin_leaves_an_older_database_alone
    changed_and_newer_migrations_are_refused  a_site_of_the_first_release_goes_on
}

/// What a server of version 0.1 had stored: a finished game of the documented bot against a novice, a game in progress with two people at one
/// screen, and a table that waits for players. Made by that version: a dump of its SQLite database without the schema, after a comment
/// with what it contains.
const FIRST_SITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/server/samples/site-0.1.sql");

/// The migrations of the first release, as it ran them: it counted them in its own table.
macro_rules! first_release {
    ($database:literal) => {
        [
            include_str!(concat!("../../migrations/", $database, "/1_tables.sql")),
            include_str!(concat!("../../migrations/", $database, "/2_accounts.sql")),
            include_str!(concat!("../../migrations/", $database, "/3_browsers.sql")),
            include_str!(concat!("../../migrations/", $database, "/4_due_written.sql")),
            include_str!(concat!("../../migrations/", $database, "/5_chat_messages.sql")),
            "CREATE TABLE migrations (number BIGINT PRIMARY KEY); INSERT INTO migrations VALUES (1), (2), (3), (4), (5);",
        ]
    };
}

/// Manual changes while no server runs.
async fn by_hand(database: &str, statements: &[&str]) {
    sqlx::any::install_default_drivers();
    let create = if database.starts_with("sqlite:") { "?mode=rwc" } else { "" };
    let mut connection = sqlx::AnyConnection::connect(&format!("{database}{create}")).await.expect("it opens");
    for statement in statements {
        let done = connection.execute(AssertSqlSafe(statement.to_string())).await;
        done.unwrap_or_else(|error| panic!("{statement}: {error}"));
    }
    connection.close().await.expect("it closes");
}

async fn opened(database: &str) -> Result<Store, String> {
    Store::open(database).await.map_err(|error: StoreError| error.to_string())
}

async fn a_database_of_the_first_release_is_upgraded(database: &str) {
    let sqlite = database.starts_with("sqlite:");
    by_hand(database, &if sqlite { first_release!("sqlite") } else { first_release!("postgres") }).await;
    let person = Person { id: "p1".into(), name: "Zoë".into() };
    by_hand(
        database,
        &[
            "INSERT INTO people VALUES ('p1', 'Zoë', 1); INSERT INTO accounts VALUES ('p1', 'zoë', '-', '-', 1);",
            "INSERT INTO tables VALUES ('t1', 'ABCDEF', 'lobby', 0, '{\"host\":\"p1\"}', 1);",
            "INSERT INTO chat VALUES ('t1', 1, 'p1', 'Zoë', 'hello', 1, NULL);",
        ],
    )
    .await;
    // Twice: the second time there is nothing left to do.
    for _ in 0..2 {
        let store = opened(database).await.expect("it is brought up to date");
        assert_eq!(store.person("p1").await.expect("it answers"), Some(person.clone()));
        assert_eq!(store.open_tables("p1", "").await.expect("it answers").0, 1, "who opened a table is written down");
        assert_eq!(store.chat_of("p1").await.expect("it answers").len(), 1);
        assert!(store.looks_like_another("Zoe", "p2").await.expect("it answers"), "names are compared by their look");
        store.close().await;
    }
    Store::open_beside(database).await.expect("it is current").close().await;
}

/// As the previous version left it: the same tables, but migrations were only counted.
async fn a_game_goes_on_after_the_upgrade(database: &str) {
    let server = Server::start(database).await;
    let ana = server.person("Ana").await;
    let seats = vec![SeatWish::Me { name: None }, SeatWish::Me { name: None }];
    let opened = ana.open(&table("alhambra", &[], seats)).await;
    ana.post(&format!("/api/tables/{}/start", opened.id), &json!({})).await;
    let before = ana.page(&opened.id, Some(0)).await.snapshot.expect("a snapshot");
    server.stop().await;
    by_hand(
        database,
        &[
            "CREATE TABLE migrations (number BIGINT PRIMARY KEY)",
            "INSERT INTO migrations SELECT version FROM _sqlx_migrations",
            "DROP TABLE _sqlx_migrations",
        ],
    )
    .await;
    let server = Server::start(database).await;
    let ana = Client { address: server.address, ..ana };
    let page = ana.page(&opened.id, Some(0)).await;
    assert_eq!(page.snapshot.as_ref(), Some(&before));
    let actor = page.game().and_then(|game| game.turn.actor).expect("somebody acts");
    let mut page = ana.page(&opened.id, Some(actor)).await;
    let action = pick(page.choice().expect("a seat"), &mut Dice::from_seed(1));
    assert!(matches!(page.act(&action).await, FromServer::Done { .. }));
}

/// Its finished game can be replayed, the other one goes on, and people sign in with their passwords.
async fn a_site_of_the_first_release_goes_on(database: &str) {
    let sqlite = database.starts_with("sqlite:");
    by_hand(database, &if sqlite { first_release!("sqlite") } else { first_release!("postgres") }).await;
    let sample = std::fs::read_to_string(FIRST_SITE).expect("the sample");
    let (contents, dump) = sample.split_once('\n').expect("a comment, and statements");
    let contents: Value = serde_json::from_str(contents.trim_start_matches("-- ")).expect("what it contains");
    let statements: Vec<&str> = dump.split_inclusive(";\n").collect();
    by_hand(database, &statements).await;
    // As if it had been today: tables that nobody touches for long are given up.
    let now =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970").as_millis() as i64;
    let since = now - contents["at"].as_i64().expect("a time");
    let later = |table: &str, column: &str| format!("UPDATE {table} SET {column} = {column} + {since}");
    let columns =
        [("steps", "at"), ("due", "at"), ("due", "written"), ("tables", "changed_at"), ("people", "created_at")];
    let shift = columns.map(|(table, column)| later(table, column));
    by_hand(database, &shift.each_ref().map(String::as_str)).await;

    let (finished, running) = (&contents["finished"], &contents["running"]);
    let [over, playing] = [finished, running].map(|table| table["id"].as_str().expect("an id"));
    let server = Server::start(database).await;
    let stranger = Client::stranger(server.address);
    let sign_in = json!({ "name": "Ana", "password": "a long password" });
    let cookie = stranger.post("/api/account/sign-in", &sign_in).await.cookie;
    let ana = Client { cookie, ..stranger };
    let record = ana.get(&format!("/api/tables/{over}/record")).await;
    let replay = Replay::read(&record.body).expect("every step is as it was");
    assert!(replay.verdict().finished && replay.verdict().fair.is_some(), "{:?}", replay.verdict());
    let page = ana.page(over, None).await;
    let last = page.snapshot.as_ref().expect("a snapshot");
    assert_eq!((last.table.status, json!(last.log.len())), (Status::Over, finished["steps"].clone()));
    let scores = last.table.result.as_ref().map(|result| json!(result.scores));
    assert_eq!(scores.as_ref(), Some(&finished["scores"]));
    assert_eq!(ana.get(&format!("/api/tables/{over}/at/20")).await.status, 200);

    let page = ana.page(playing, Some(0)).await;
    let then = page.snapshot.as_ref().expect("a snapshot");
    assert_eq!((then.table.status, json!(then.log.len())), (Status::Playing, running["steps"].clone()));
    let mut dice = Dice::from_seed(4);
    for step in 0..20 {
        let actor = ana.page(playing, Some(0)).await.game().and_then(|game| game.turn.actor).expect("somebody acts");
        let mut page = ana.page(playing, Some(actor)).await;
        // What is sent again is answered, but not done again.
        page.next_id = step;
        let action = pick(page.choice().expect("a seat"), &mut dice);
        assert!(matches!(page.act(&action).await, FromServer::Done { .. }), "{action}");
    }
    let last = ana.page(playing, Some(0)).await.version();
    assert_eq!(last, then.version + 20);
    let said = server.node.store.said(playing, 0).await.expect("it answers");
    assert_eq!(said.len(), 1);
}

/// `sabika admin` may find an older database that a server of that version is using: it says so and changes nothing.
async fn admin_leaves_an_older_database_alone(database: &str) {
    let store = opened(database).await.expect("it opens");
    let person = Person { id: "p".into(), name: "Ana".into() };
    store.new_person(&person, "s").await.expect("somebody comes");
    store.close().await;
    let beside = Store::open_beside(database).await.expect("it is current");
    assert_eq!(beside.person("p").await.expect("it answers"), Some(person));
    beside.close().await;
    let older = async || Store::open_beside(database).await.err().expect("it is older").to_string();
    by_hand(database, &["DROP TABLE snapshots", "DELETE FROM _sqlx_migrations WHERE version >= 6"]).await;
    assert!(older().await.contains("older version"));
    by_hand(
        database,
        &[
            "DROP TABLE _sqlx_migrations",
            "CREATE TABLE migrations (number BIGINT PRIMARY KEY)",
            "INSERT INTO migrations VALUES (1), (2), (3), (4), (5)",
        ],
    )
    .await;
    assert!(older().await.contains("older version"));
    // If it had run the missing migration, this table would be there again.
    by_hand(database, &["CREATE TABLE snapshots (table_id TEXT)"]).await;
}

async fn changed_and_newer_migrations_are_refused(database: &str) {
    opened(database).await.expect("it opens").close().await;
    let refused = async |statement: &str, why: &str| {
        by_hand(database, &[statement]).await;
        let beside = Store::open_beside(database).await.err().expect("admin refuses it").to_string();
        let server = opened(database).await.err().expect("the server refuses it");
        assert!(server.contains(why) && beside.contains(why), "{server}; {beside}");
        assert!([server, beside].iter().all(|error| error.starts_with("cannot open the database ")), "they say which");
    };
    let other = "SELECT 999, 'later', CURRENT_TIMESTAMP, success, checksum, 0 FROM _sqlx_migrations WHERE version = 6";
    refused(&format!("INSERT INTO _sqlx_migrations {other}"), "newer version").await;
    by_hand(database, &["DELETE FROM _sqlx_migrations WHERE version = 999"]).await;
    let other = "(SELECT checksum FROM _sqlx_migrations WHERE version = 4)";
    refused(&format!("UPDATE _sqlx_migrations SET checksum = {other} WHERE version = 3"), "migration 3").await;
}
