//! A store that does not answer, that refuses one step among many, and that holds long games.

use std::time::{Duration, Instant};

use crate::common::page::pick;
use crate::common::proxy::Proxy;
use crate::common::{Folder, Server, postgres, table};
use crate::on_both;
use sabika_rules::Dice;
use sabika_server::store::{Append, Due, Seated, Store, StoreError, Summary};
use sabika_server::wire::{Ask, FromServer, ProblemKind, SeatWish, TableInfo};
use sabika_table::News;
use serde_json::json;
use sqlx::{AssertSqlSafe, Connection, Executor};

on_both! { a_long_game_is_loaded_from_its_snapshot  one_bad_append }

/// Every request is answered, even while the database accepts everything and never replies; when it does again, play continues.
#[tokio::test(flavor = "multi_thread")]
async fn requests_get_retry_while_the_database_is_unreachable() {
    let database = postgres::database();
    let port = database.rsplit(':').next().and_then(|rest| rest.split('/').next()).and_then(|port| port.parse().ok());
    let proxy = Proxy::to(([127, 0, 0, 1], port.expect("a port")).into()).await;
    let through = database.replace(&format!(":{}/", port.expect("a port")), &format!(":{}/", proxy.address.port()));
    let server = Server::start(&through).await;
    let ana = server.person("Ana").await;
    let seats = vec![SeatWish::Me { name: None }, SeatWish::Me { name: None }];
    let opened = ana.open(&table("alhambra", &[], seats)).await;
    let path = format!("/api/tables/{}", opened.id);
    proxy.swallow();
    let start = format!("{path}/start");
    let nothing = json!({});
    let asked = async { tokio::join!(ana.get("/api/session"), ana.get(&path), ana.post(&start, &nothing)) };
    let answers = tokio::time::timeout(Duration::from_secs(60), asked).await.expect("all are answered");
    for answer in [&answers.0, &answers.1, &answers.2] {
        assert_eq!((answer.status, answer.problem().as_str()), (503, "retry"), "{}", answer.body);
    }
    proxy.let_through();
    let again = Instant::now();
    while ana.post(&start, &json!({})).await.status != 200 {
        assert!(again.elapsed() < Duration::from_secs(60), "it works again");
    }
    assert_eq!(ana.get(&path).await.json::<TableInfo>().id, opened.id);
}

/// More rows than between two snapshots: a restarted server shows the same, remembers its answers, and continues.
async fn a_long_game_is_loaded_from_its_snapshot(database: &str) {
    let server = Server::start(database).await;
    let ana = server.person("Ana").await;
    let seats = vec![SeatWish::Me { name: None }, SeatWish::Me { name: None }];
    let opened = ana.open(&table("alhambra", &[], seats)).await;
    ana.post(&format!("/api/tables/{}/start", opened.id), &json!({})).await;
    let mut page = ana.page(&opened.id, Some(0)).await;
    let mut dice = Dice::from_seed(3);
    let mut last = None;
    // Steps are undone as often as allowed.
    let mut denied = 0;
    while page.version() < 230 {
        let seat = page.game().expect("it runs").turn.actor.expect("somebody acts");
        if page.choice().is_none_or(|choice| choice.seat != seat) {
            page = ana.page(&opened.id, Some(seat)).await;
        }
        let choice = page.choice().expect("a seat").clone();
        let id = format!("v{}", page.version());
        let undo = Ask::Undo { id: id.clone(), seat, decision: choice.decision };
        let ask = match pick(&choice, &mut dice) {
            _ if choice.undo > 0 && denied == 0 => undo,
            action => Ask::Act { id: id.clone(), seat, decision: choice.decision, action },
        };
        match page.answer(&ask).await {
            FromServer::Done { version, .. } => {
                while page.version() < version {
                    page.hear().await.expect("it is shown");
                }
                last = Some((ask, version));
            }
            FromServer::Problem { problem, .. } if problem.kind == ProblemKind::TooMany => denied += 1,
            other => panic!("{ask:?}: {other:?}"),
        }
    }
    assert!(denied > 0, "at some point it is enough");
    let (seat, before) = (page.choice().expect("a seat").seat, page.snapshot.clone().expect("a snapshot"));
    let kept = async || server.node.store.snapshot(&opened.id).await.expect("it answers").is_some();
    while !kept().await {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    drop(page);
    server.stop().await;
    let server = Server::start(database).await;
    let ana = crate::common::Client { address: server.address, ..ana };
    let mut page = ana.page(&opened.id, Some(seat)).await;
    assert_eq!(page.snapshot.as_ref(), Some(&before));
    let (ask, version) = last.expect("something was done");
    let again = page.answer(&ask).await;
    assert!(matches!(again, FromServer::Done { version: v, .. } if v == version), "{again:?}");
    let actor = page.game().expect("it runs").turn.actor.expect("somebody acts");
    let mut page = ana.page(&opened.id, Some(actor)).await;
    let action = pick(page.choice().expect("a seat"), &mut dice);
    assert!(matches!(page.act(&action).await, FromServer::Done { .. }));
}

fn step(table: usize, code: &str) -> Append {
    let summary = Summary {
        code: code.to_owned(),
        host: String::new(),
        status: "lobby".into(),
        public: false,
        info: Some("{}".into()),
        seated: Seated::AsBefore,
        quiet: false,
    };
    let news: Vec<News> = Vec::new();
    Append {
        table: format!("t{table}"),
        version: 1,
        body: "{}".into(),
        summary,
        due: Due::Never,
        news,
        finish: None,
        keepsake: None,
    }
}

/// Two tables with the same code: the second is refused, and no other step with it.
async fn one_bad_append(database: &str) {
    let store = Store::open(database).await.expect("it opens");
    store.append(step(0, "SAME")).await.expect("it is stored");
    let appends = (1..40).map(|table| {
        let (store, code) = (store.clone(), if table == 20 { "SAME".into() } else { format!("C{table}") });
        tokio::spawn(async move { store.append(step(table, &code)).await })
    });
    let mut refused = Vec::new();
    for (table, append) in (1..).zip(appends.collect::<Vec<_>>()) {
        match append.await.expect("it runs") {
            Ok(_) => {}
            Err(StoreError::Down(_)) => refused.push(table),
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!(refused, [20]);
}

/// A folder without a database stays without one.
#[tokio::test]
async fn admin_creates_no_database() {
    let folder = Folder::new();
    assert!(Store::open_beside(&folder.sqlite()).await.is_err());
    assert!(!folder.0.join("sabika.db").exists(), "and none is made");
}

/// Another transaction, such as `claim_due` on another node, holds a row that the writer wants and wants one that the writer holds. PostgreSQL aborts
/// the writer's transaction, which is retried.
#[tokio::test(flavor = "multi_thread")]
async fn a_deadlock_is_retried() {
    let database = postgres::database();
    let name = database.rsplit('/').next().expect("a name");
    let mut other = sqlx::PgConnection::connect(&database).await.expect("it opens");
    // The writer must detect it first, and there is time enough to get there.
    let patient = format!("ALTER DATABASE {name} SET deadlock_timeout = '4s'");
    other.execute(AssertSqlSafe(patient)).await.expect("it is set");
    other.execute("SET deadlock_timeout = '10min'").await.expect("it is set");
    let store = Store::open(&database).await.expect("it opens");
    let due = |version, table: usize| {
        let due = Due::In { after: 60_000, lease: 0 };
        Append { version, due, ..step(table, "CODE") }
    };
    store.append(due(1, 1)).await.expect("it is stored");
    let waiting =
        "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    other.execute("BEGIN; SELECT 1 FROM due WHERE table_id = 't1' FOR UPDATE").await.expect("it is held");
    let appending = tokio::spawn({
        let (store, append) = (store.clone(), due(2, 1));
        async move { store.append(append).await }
    });
    let stuck =
        async { while sqlx::query_scalar::<_, i64>(waiting).fetch_one(&mut other).await.expect("it answers") == 0 {} };
    tokio::time::timeout(Duration::from_secs(30), stuck).await.expect("the writer waits");
    other.execute("UPDATE tables SET changed_at = changed_at WHERE id = 't1'").await.expect("the writer gave way");
    other.execute("COMMIT").await.expect("it is stored");
    assert!(appending.await.expect("it runs").is_ok(), "and tried again");
    assert_eq!(store.steps("t1", 0).await.expect("it answers").len(), 2);
}
