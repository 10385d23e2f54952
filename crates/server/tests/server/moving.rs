//! Everything a site stores, moved to another database.

use std::io::{self, Write};
use std::sync::mpsc;

use crate::common::page::{Page, pick};
use crate::common::{Client, Folder, Server, postgres, table};
use crate::on_both;
use sabika_rules::Dice;
use sabika_server::store::{Counts, Store};
use sabika_server::wire::{Ask, BotLevel, FromServer, SeatWish};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, Executor, Row};

on_both! {
    every_table_and_column_is_exported  games_go_on_after_the_move  damaged_exports_are_refused
    only_an_empty_and_unused_database_is_imported_into  exporting_does_not_disturb_a_server
}

/// Not what people did, but what can be computed from it, and what the migrator knows.
const NOT_EXPORTED: [&str; 2] = ["snapshots", "_sqlx_migrations"];

async fn export(database: &str) -> (Vec<u8>, Counts) {
    let store = Store::open_beside(database).await.expect("it is current");
    let mut file = Vec::new();
    let counts = store.export(&mut file).await.expect("it can be exported");
    store.close().await;
    (file, counts)
}

async fn import(database: &str, file: &[u8]) -> Result<Counts, String> {
    let store = Store::open_for_import(database).await.map_err(|error| error.to_string())?;
    let imported = store.import(file).await.map_err(|error| error.to_string());
    store.close().await;
    imported
}

/// A new database of the other kind.
fn other_kind(database: &str, folder: &Folder) -> String {
    if database.starts_with("sqlite:") { postgres::database() } else { folder.sqlite() }
}

async fn connect(database: &str) -> sqlx::AnyConnection {
    sqlx::any::install_default_drivers();
    sqlx::AnyConnection::connect(database).await.expect("it opens")
}

/// Every table of the schema with its columns and their types.
async fn schema(database: &str) -> Vec<(String, Vec<(String, String)>)> {
    let select = if database.starts_with("sqlite:") {
        "SELECT CAST(t.name AS TEXT), CAST(c.name AS TEXT), CAST(c.type AS TEXT) FROM sqlite_master t \
         JOIN pragma_table_info(t.name) c WHERE t.type = 'table' ORDER BY t.name, c.cid"
    } else {
        "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT), upper(CAST(data_type AS TEXT)) \
         FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, ordinal_position"
    };
    let mut connection = connect(database).await;
    let mut tables: Vec<(String, Vec<(String, String)>)> = Vec::new();
    for row in sqlx::query(select).fetch_all(&mut connection).await.expect("it answers") {
        let (name, column) = (row.get::<String, _>(0), (row.get(1), row.get(2)));
        match tables.last_mut().filter(|(last, _)| *last == name) {
            Some((_, columns)) => columns.push(column),
            None => tables.push((name, vec![column])),
        }
    }
    connection.close().await.expect("it closes");
    tables.retain(|(name, _)| !NOT_EXPORTED.contains(&name.as_str()));
    tables
}

/// Whoever adds a table or a column has to add it to `store/contents.rs`.
async fn every_table_and_column_is_exported(database: &str) {
    Store::open(database).await.expect("it opens").close().await;
    let (file, _) = export(database).await;
    let lines: Vec<Value> = file.split(|b| *b == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
    let exported = |name: &str| lines.iter().find(|line| line["table"] == name).map(|line| line["columns"].clone());
    let schema = schema(database).await;
    for (name, columns) in &schema {
        let columns: Vec<&String> = columns.iter().map(|(column, _)| column).collect();
        assert_eq!(exported(name), Some(json!(columns)), "table {name} in store/contents.rs");
    }
    assert_eq!(schema.len(), lines.iter().filter(|line| line["table"].is_string()).count());
}

/// Values that are easily lost on the way, different in each row.
fn made_up(name: &str, kind: &str, row: usize) -> String {
    let awkward = ["Zoë's \"tile\"", "two\nlines\tand \\ more", "🏰 ﷽ ć", ""][row % 4];
    match kind {
        "TEXT" => format!("'{}-{row}'", awkward.replace('\'', "''")),
        "BIGINT" if name == "points_before" || name == "line" => "NULL".into(),
        "BIGINT" => [i64::MAX, 0, -1, 1_700_000_000_000][row % 4].saturating_sub(row as i64).to_string(),
        "DOUBLE PRECISION" => [0.1 + 0.2, 1500.0, f64::MIN_POSITIVE, 350.123_456_789_012_3][row % 4].to_string(),
        other => panic!("{name}: add made-up values of type {other}"),
    }
}

/// Through both databases and back, with rows in every table; more of them than are inserted at once.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_changes_on_the_way_through_both_databases() {
    let folders = [Folder::new(), Folder::new()];
    let first = folders[0].sqlite();
    Store::open(&first).await.expect("it opens").close().await;
    let mut connection = connect(&first).await;
    // References are written before what they refer to; each is found there in the end, as text is the same in all tables.
    connection.execute("PRAGMA foreign_keys = OFF").await.expect("rows in any order");
    for (name, columns) in schema(&first).await {
        for row in 0..70 {
            let values: Vec<String> = columns.iter().map(|(column, kind)| made_up(column, kind, row)).collect();
            let insert = AssertSqlSafe(format!("INSERT INTO {name} VALUES ({})", values.join(", ")));
            connection.execute(insert).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
    connection.close().await.expect("it closes");
    let (file, counts) = export(&first).await;
    assert!(counts.values().all(|rows| *rows == 70), "{counts:?}");
    let (second, third) = (postgres::database(), folders[1].sqlite());
    for database in [&second, &third] {
        assert_eq!(import(database, &file).await, Ok(counts.clone()));
        assert!(export(database).await.0 == file, "{database} has the same contents");
    }
}

async fn play(page: &mut Page, steps: usize, dice: &mut Dice) {
    for _ in 0..steps {
        while !page.choice().expect("a seat").to_act {
            page.hear().await.expect("the bot moves");
        }
        let action = pick(page.choice().expect("a seat"), dice);
        let FromServer::Done { version, .. } = page.act(&action).await else { panic!("{action} is refused") };
        while page.version() < version {
            page.hear().await.expect("it is shown");
        }
    }
}

/// One game is over, one goes on, by the same people, who need not sign in again.
async fn games_go_on_after_the_move(database: &str) {
    let server = Server::start(database).await;
    let ana = server.person("Ana").await;
    let mut dice = Dice::from_seed(11);
    let me = || SeatWish::Me { name: None };
    let finished = ana.open(&table("granada", &[], vec![me(), SeatWish::Bot { level: BotLevel::Novice }])).await;
    let running = ana.open(&table("alhambra", &["huts"], vec![me(), me()])).await;
    for opened in [&finished, &running] {
        assert_eq!(ana.post(&format!("/api/tables/{}/start", opened.id), &json!({})).await.status, 200);
    }
    ana.page(&finished.id, Some(0)).await.play_to_the_end(&mut dice).await;
    let mut page = ana.page(&running.id, Some(0)).await;
    let actor = page.game().and_then(|game| game.turn.actor).expect("somebody acts");
    page = ana.page(&running.id, Some(actor)).await;
    let chat = Ask::Chat { id: "c1".into(), text: "see you over there".into() };
    page.answer(&chat).await;
    play(&mut page, 1, &mut dice).await;
    let before = page.snapshot.clone();
    drop(page);
    let replay = [format!("/api/tables/{}/record", finished.id), format!("/api/tables/{}/at/5", finished.id)];
    let mut replayed = Vec::new();
    for path in &replay {
        replayed.push(ana.get(path).await.json::<Value>());
    }
    server.stop().await;

    let folder = Folder::new();
    let moved = other_kind(database, &folder);
    let (file, counts) = export(database).await;
    assert_eq!(import(&moved, &file).await, Ok(counts));
    assert!(export(&moved).await.0 == file, "nothing changed on the way");

    let server = Server::start(&moved).await;
    let ana = Client { address: server.address, ..ana };
    for (path, then) in replay.iter().zip(replayed) {
        assert_eq!(ana.get(path).await.json::<Value>(), then, "{path}");
    }
    let page = ana.page(&running.id, Some(actor)).await;
    assert_eq!(page.snapshot, before);
    let said = server.node.store.said(&running.id, 0).await.expect("it answers");
    assert_eq!(said.len(), 1);
    let seat = page.game().and_then(|game| game.turn.actor).expect("somebody acts");
    let mut page = ana.page(&running.id, Some(seat)).await;
    // Ids that were not used before the move: what is sent again is answered, but not done again.
    page.next_id = 100;
    let version = page.version();
    play(&mut page, 1, &mut dice).await;
    assert!(page.version() > version, "it goes on");
}

/// A few rows, exported.
async fn small_export() -> Vec<u8> {
    let folder = Folder::new();
    let store = Store::open(&folder.sqlite()).await.expect("it opens");
    for name in ["Ana", "Ben"] {
        let person = sabika_server::wire::Person { id: name.to_lowercase(), name: name.into() };
        store.new_person(&person, name).await.expect("a person");
    }
    store.ban("ben", "rude").await.expect("a ban");
    store.close().await;
    export(&folder.sqlite()).await.0
}

/// Nothing of them is imported, and each time it is said where and why.
async fn damaged_exports_are_refused(database: &str) {
    let file = small_export().await;
    let text = String::from_utf8(file.clone()).expect("text");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let refused = async |damaged: &str, why: &str| {
        let error = import(database, damaged.as_bytes()).await.expect_err(why);
        assert!(error.contains(why) && error.contains("line "), "{error}, not {why}");
    };
    refused("", "empty").await;
    refused("a,b\n", "line 1: not the first line of an export").await;
    for kept in [1, 2, 5, lines.len() - 1] {
        let where_it_ends = format!("line {}: missing: the file is truncated", kept + 1);
        refused(&lines[..kept].concat(), &where_it_ends).await;
    }
    refused(&text[..text.len() - 1], "in the middle of this line").await;
    refused(&text[..text.len() / 2], "truncated").await;
    refused(&text.replace("\"format\":1", "\"format\":2"), "unknown format export 2").await;
    refused(&text.replacen("\"schema\":", "\"schema\":1", 1), "use the same version for both").await;
    refused(&text.replace("\"Ana\"", "\"Eve\""), "the checksum differs").await;
    refused(&text.replace("\"Ana\"", "7"), "table `people`: wrong type of `name`").await;
    refused(&text.replace("[\"ben\",\"rude\",", "[\"ben\","), "2 values for the 3 columns of table `bans`").await;
    refused(&text.replace("[\"ben\",\"Ben\"", "[\"ana\",\"Ben\""), "the rows of table `people` before it").await;
    let ban = lines.iter().position(|line| line.starts_with("[\"ben\",\"rude\"")).expect("a ban");
    refused(&[&lines[..ban], &lines[ban + 1..]].concat().concat(), "1 rows of table `bans`, but the file has 0").await;
    refused(&[&lines[..2], &lines[3..]].concat().concat(), "3 values for the 2 columns of table `site`").await;
    refused(&text.replace("\"table\":\"bans\"", "\"table\":\"ban\""), "expected table `bans`").await;
    refused(&format!("{text}\n"), "unexpected text").await;
    assert!(import(database, &file).await.is_ok(), "and the whole file is imported after all of them");
    assert!(export(database).await.0 == file);
}

async fn only_an_empty_and_unused_database_is_imported_into(database: &str) {
    let file = small_export().await;
    let server = Server::start(database).await;
    let in_use = import(database, &file).await.expect_err("a server uses it");
    assert!(in_use.contains("in use") || in_use.contains("another sabika serves this file"), "{in_use}");
    server.person("Cleo").await;
    server.stop().await;
    let (before, _) = export(database).await;
    let not_empty = import(database, &file).await.expect_err("Cleo is there");
    assert!(not_empty.contains("not empty"), "{not_empty}");
    assert!(export(database).await.0 == before, "nothing changed");
    // An older database is not brought up to date by the way.
    let mut connection = connect(database).await;
    connection.execute("DELETE FROM _sqlx_migrations WHERE version > 5").await.expect("it answers");
    connection.close().await.expect("it closes");
    let older = import(database, &file).await.expect_err("it is older");
    assert!(older.contains("older version"), "{older}");
}

/// Stops writing at the first step of a table until it is told to go on.
struct Slow {
    file: Vec<u8>,
    reached: Option<mpsc::Sender<()>>,
    go_on: mpsc::Receiver<()>,
}

impl Write for Slow {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let steps = bytes.windows(15).any(|part| part == b"\"table\":\"steps\"");
        if let Some(reached) = self.reached.take_if(|_| steps) {
            reached.send(()).map_err(io::Error::other)?;
            self.go_on.recv().map_err(io::Error::other)?;
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// People play on meanwhile, and the file is the site as it was when the export began.
async fn exporting_does_not_disturb_a_server(database: &str) {
    let server = Server::start(database).await;
    let ana = server.person("Ana").await;
    let opened = ana.open(&table("alhambra", &[], vec![SeatWish::Me { name: None }, SeatWish::Open])).await;
    let (reached, at_steps) = mpsc::channel();
    let (continue_it, go_on) = mpsc::channel();
    let address = database.to_owned();
    let exporting = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let store = Store::open_beside(&address).await.expect("it is current");
            let mut slow = Slow { file: Vec::new(), reached: Some(reached), go_on };
            store.export(&mut slow).await.expect("it is exported");
            store.close().await;
            slow.file
        })
    });
    tokio::task::spawn_blocking(move || at_steps.recv()).await.expect("it waits").expect("it has come to the steps");
    let ben = server.person("Ben").await;
    assert_eq!(ben.post(&format!("/api/tables/{}/join", opened.id), &json!({})).await.status, 200);
    continue_it.send(()).expect("it goes on");
    let file = exporting.join().expect("it ends");
    server.stop().await;
    let folder = Folder::new();
    let copy = other_kind(database, &folder);
    let counts = import(&copy, &file).await.expect("it is whole");
    assert_eq!((counts["people"], counts["steps"]), (1, 1), "Ben came later");
}
