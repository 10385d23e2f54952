//! Steps of many tables are stored together: each is stored once or fails alone, and none affects another.

use crate::on_both;
use sabika_server::store::{Append, Due, Seated, Store, StoreError, Summary};

on_both! { many_appends_in_one_batch }

/// More than one transaction holds, and no round number.
const TABLES: usize = 301;

fn step(table: usize, version: u64, seated: Seated, due: Due) -> Append {
    let info = (version == 1).then(|| format!("{{\"table\":{table}}}"));
    let summary = Summary {
        code: format!("C{table}"),
        host: String::new(),
        status: "playing".into(),
        public: false,
        info,
        seated,
        quiet: false,
    };
    let body = format!("{{\"step\":\"{table}/{version}\"}}");
    Append { table: format!("t{table}"), version, body, summary, due, news: Vec::new(), finish: None, keepsake: None }
}

/// All at once; returns which were stored.
async fn all(appends: Vec<(Store, Append)>) -> Vec<bool> {
    let tasks: Vec<_> =
        appends.into_iter().map(|(store, a)| tokio::spawn(async move { store.append(a).await })).collect();
    let mut stored = Vec::new();
    for task in tasks {
        stored.push(match task.await.expect("it runs") {
            Ok(_) => true,
            Err(StoreError::Lost) => false,
            Err(error) => panic!("{error}"),
        });
    }
    stored
}

async fn waits_for(store: &Store, person: String) -> bool {
    store.tables_of(&person).await.expect("a list")[0].your_turn
}

async fn many_appends_in_one_batch(database: &str) {
    let one = Store::open(database).await.expect("it opens");
    let two = if database.starts_with("postgres") { Store::open(database).await.expect("again") } else { one.clone() };
    let turn = |name: &str, table: usize| Seated::Turn(Some(format!("{name}{table}")));
    let seated = |table| Seated::Anew(vec![(format!("a{table}"), true), (format!("b{table}"), false)]);
    let first = (0..TABLES).map(|t| (one.clone(), step(t, 1, seated(t), Due::Never))).collect();
    assert_eq!(all(first).await, vec![true; TABLES]);

    // Two nodes race for the next step of every table: each table gets one.
    let due = |t: usize| if t.is_multiple_of(2) { Due::In { after: 0, lease: 0 } } else { Due::Never };
    let race = (0..TABLES).flat_map(|t| [&one, &two].map(|store| (store.clone(), step(t, 2, turn("b", t), due(t)))));
    for (t, pair) in all(race.collect()).await.chunks(2).enumerate() {
        assert_eq!(pair.iter().filter(|stored| **stored).count(), 1, "table {t}");
    }
    for t in 0..TABLES {
        let steps = one.steps(&format!("t{t}"), 0).await.expect("steps");
        let bodies: Vec<&str> = steps.iter().map(|s| s.body.as_str()).collect();
        assert_eq!(bodies, [format!("{{\"step\":\"{t}/1\"}}"), format!("{{\"step\":\"{t}/2\"}}")]);
        assert_eq!((waits_for(&one, format!("a{t}")).await, waits_for(&one, format!("b{t}")).await), (false, true));
    }
    let claimed = one.claim_due(60_000, 1_000).await.expect("what is due");
    let mut due: Vec<String> = claimed.into_iter().map(|claim| claim.table).collect();
    due.sort_by_key(|table| table[1..].parse::<usize>().expect("a number"));
    assert_eq!(due, (0..TABLES).step_by(2).map(|t| format!("t{t}")).collect::<Vec<_>>());

    // The same where nothing changes but when tables are due: PostgreSQL stores these with one statement.
    let soon = |t: usize| step(t, 3, Seated::AsBefore, Due::In { after: 0, lease: 0 });
    let race = (100..200).flat_map(|t| [&one, &two].map(|store| (store.clone(), soon(t))));
    assert_eq!(all(race.collect()).await.into_iter().filter(|stored| *stored).count(), 100);
    let claimed = one.claim_due(60_000, 1_000).await.expect("what is due");
    for claim in &claimed {
        let steps = one.steps(&claim.table, 2).await.expect("steps");
        assert_eq!(steps.iter().map(|step| step.at).collect::<Vec<_>>(), [claim.at], "{}", claim.table);
    }
    assert_eq!(claimed.len(), 100);
    let lease = step(100, 4, Seated::AsBefore, Due::In { after: 0, lease: 60_000 });
    one.append(lease).await.expect("it is stored");
    one.append(step(101, 4, Seated::AsBefore, Due::AsBefore)).await.expect("it is stored");
    one.append(step(102, 4, Seated::AsBefore, Due::In { after: 60_000, lease: 0 })).await.expect("it is stored");
    one.renew_claims(&[101, 102].map(|t| format!("t{t}")), 0).await.expect("they end");
    let claimed = one.claim_due(60_000, 1_000).await.expect("what is due");
    assert_eq!(claimed.iter().map(|claim| claim.table.as_str()).collect::<Vec<_>>(), ["t101"], "the others wait");

    // Two simultaneous steps of one table are both stored, in either order. Afterwards it is nobody's turn.
    let pair =
        [(one.clone(), step(7, 4, turn("b", 7), Due::Never)), (one.clone(), step(7, 3, turn("a", 7), Due::Never))];
    assert_eq!(all(pair.into()).await, [true, true]);
    one.append(step(7, 5, Seated::Turn(None), Due::Never)).await.expect("it is stored");
    assert_eq!((waits_for(&one, "a7".into()).await, waits_for(&one, "b7".into()).await), (false, false));
    assert_eq!(one.steps("t7", 2).await.expect("steps").iter().map(|s| s.version).collect::<Vec<_>>(), [3, 4, 5]);
}
