//! Finished games that this version folds differently are shown from their keepsakes.

use std::time::{Duration, Instant};

use sabika_server::store::{Append, Due, Seated, Store, Summary};
use sabika_table::message::TableInfo;
use sabika_table::{Changes, Eyes, Opening, Row, Table};
use serde_json::{Value, json};

use crate::common::Server;
use crate::on_both;

on_both! { a_game_played_under_other_rules_is_shown_as_it_was  games_that_ended_before_are_kept }

/// A whole two-player game, as it was stored.
const SAMPLE: &str = include_str!("../../../table/samples/rows-1/alhambra-two.jsonl");

/// The rows of the sample, at a table of its own, and the resulting table.
fn sample(id: &str, code: &str) -> (Vec<Row>, Table) {
    let mut rows = Vec::new();
    let mut table: Option<Table> = None;
    for line in SAMPLE.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let Ok(mut row) = Row::read(&line["body"].to_string()) else { continue };
        if let Row::Open(Opening { id: own, code: known, .. }) = &mut row {
            (*own, *known) = (id.into(), code.into());
        }
        let told = match &mut table {
            Some(table) => table.advance(&row).expect("it was played so"),
            none => {
                *none = Some(Table::open(&row).expect("a table"));
                Changes::default()
            }
        };
        table.iter_mut().for_each(|table| table.stamp(line["at"].as_i64().expect("a time"), &row, &told));
        rows.push(row);
    }
    (rows, table.expect("a table"))
}

/// Stores a finished game, row by row, with its keepsake.
async fn store_game(store: &Store, table: &Table, bodies: Vec<String>, keepsake: Option<String>) {
    let last = bodies.len() as u64;
    for (version, body) in (1..).zip(bodies) {
        let summary = Summary {
            code: table.info.code.clone(),
            host: table.info.host.clone(),
            status: "over".into(),
            public: true,
            info: Some(serde_json::to_string(&table.info).expect("JSON")),
            seated: Seated::AsBefore,
            quiet: false,
        };
        let keepsake = keepsake.clone().filter(|_| version == last);
        let table = table.info.id.clone();
        let append = Append { table, version, body, summary, due: Due::Never, news: vec![], finish: None, keepsake };
        store.append(append).await.expect("it is stored");
    }
}

/// The rows as a version with other rules would have left them: a state that folds differently now, or an unreadable row.
fn spoilt(rows: &[Row], unreadable: bool) -> Vec<String> {
    let spoil = |(i, row): (usize, &Row)| match row {
        Row::Act { .. } if unreadable && i == 9 => r#"{"format":99,"row":"act"}"#.to_owned(),
        Row::Act { seat, action, by, hash: Some(_) } if !unreadable => {
            let hash = Some("0".repeat(16));
            Row::Act { seat: *seat, action: action.clone(), by: by.clone(), hash }.to_json()
        }
        row => row.to_json(),
    };
    rows.iter().enumerate().map(spoil).collect()
}

async fn a_game_played_under_other_rules_is_shown_as_it_was(database: &str) {
    let store = Store::open(database).await.expect("it opens");
    let mut games = Vec::new();
    for (id, code, unreadable) in [("00000000000000a1", "KEPTAA", false), ("00000000000000a2", "KEPTBB", true)] {
        let (rows, table) = sample(id, code);
        store_game(&store, &table, spoilt(&rows, unreadable), table.keepsake()).await;
        games.push(table);
    }
    let (rows, lost) = sample("00000000000000a3", "LOSTAA");
    store_game(&store, &lost, spoilt(&rows, false), None).await;
    store.close().await;

    let server = Server::start(database).await;
    let ana = server.person("Ana").await;
    for then in games {
        let at = |what: &str| format!("/api/tables/{}{what}", then.info.id);
        let record = ana.get(&at("/record")).await;
        assert_eq!((record.status, record.json::<Value>()), (200, json!(then.record())));
        assert_eq!(ana.get(&at("/course")).await.json::<Value>(), json!(then.course()));
        assert_eq!(ana.get(&at("")).await.json::<Value>(), json!(TableInfo::from(&then.info)));
        let last = then.snapshot(Eyes::Watcher, vec![]);
        let page = ana.page(&then.info.id, None).await;
        assert_eq!(page.snapshot.as_ref(), Some(&last));
        let end = ana.get(&at(&format!("/at/{}", last.log.len()))).await;
        assert_eq!(end.json::<Value>()["game"], json!(last.game));
        assert_eq!(ana.get(&at("/at/1")).await.problem(), "frozen");
    }
    // Without a keepsake, nothing is invented.
    assert_eq!(ana.get(&format!("/api/tables/{}/record", lost.info.id)).await.problem(), "wrong-time");
}

/// Games that ended under a version without keepsakes get one from the first version that has them.
async fn games_that_ended_before_are_kept(database: &str) {
    let store = Store::open(database).await.expect("it opens");
    let (rows, table) = sample("00000000000000b1", "KEPTCC");
    store_game(&store, &table, rows.iter().map(Row::to_json).collect(), None).await;
    store.close().await;
    let server = Server::start(database).await;
    let begin = Instant::now();
    loop {
        if let Some(kept) = server.node.store.keepsake(&table.info.id).await.expect("it answers") {
            assert_eq!(Table::from_keepsake(&kept).expect("it can be read").record(), table.record());
            break;
        }
        assert!(begin.elapsed() < Duration::from_secs(60), "it is kept");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
