//! `sabika admin` on its own database.

use sabika_server::store::Store;
use sabika_server::wire::{NewReport, Person};

use super::sabika;

#[test]
fn the_operator_deals_with_a_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("a path");
    let admin = |args: &[&str]| sabika(&[&["admin", "--data", data], args].concat(), "");
    let nothing = admin(&["stats"]);
    assert!(!nothing.ok && nothing.err.contains("sabika.db"), "{}", nothing.err);

    let url = format!("sqlite:{data}/sabika.db");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    // A server holds the file meanwhile.
    let store = runtime.block_on(async {
        let store = Store::open(&url).await.expect("it opens");
        for (id, name) in [("a1", "Ana"), ("b2", "Ben")] {
            let person = Person { id: id.into(), name: name.into() };
            store.new_person(&person, id).await.expect("a person");
        }
        let report = NewReport { person: "b2".into(), table: None, line: None, text: "rude".into() };
        assert!(store.report("r1", "a1", &report).await.expect("reported"));
        store
    });
    let stats = admin(&["stats"]);
    assert!(stats.ok, "{}", stats.err);
    let figure = |what: &str| stats.out.lines().find(|l| l.starts_with(what)).and_then(|l| l.split_whitespace().last());
    assert_eq!((figure("people"), figure("open reports")), (Some("2"), Some("1")), "{}", stats.out);
    let reports = admin(&["reports"]);
    assert!(reports.out.contains("r1  b2  Ben") && reports.out.contains("rude"), "{}", reports.out);
    assert!(admin(&["ban", "b2", "--reason", "rude"]).ok);
    assert_eq!(admin(&["bans"]).out, "b2  Ben  rude\n");
    assert!(admin(&["unban", "b2"]).ok);
    assert!(!admin(&["unban", "b2"]).ok, "once");
    assert_eq!(admin(&["rename", "b2", "Benjamin"]).out, "b2  Benjamin\n");
    assert_eq!(admin(&["find", "benja"]).out, "b2  Benjamin\n");
    assert!(admin(&["close", "r1"]).ok);
    assert_eq!(admin(&["reports"]).out, "");
    for wrong in [&["close", "r9"][..], &["ban", "nobody", "--reason", "x"], &["remove-table", "ABCDEF"]] {
        let run = admin(wrong);
        assert!(!run.ok && run.err.starts_with("sabika: "), "{wrong:?}: {}", run.err);
    }
    runtime.block_on(store.close());
}

#[test]
fn a_site_is_moved() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a path").to_owned();
    let admin =
        |data: &str, args: &[&str], input: &str| sabika(&[&["admin", "--data", &path(data)], args].concat(), input);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let store = Store::open(&format!("sqlite:{}/sabika.db", path("old"))).await.expect("it opens");
        store.new_person(&Person { id: "a1".into(), name: "Ana".into() }, "a1").await.expect("a person");
        store.close().await;
    });
    let file = path("site.jsonl");
    let exported = admin("old", &["export", &file], "");
    assert!(exported.ok && exported.err.starts_with("exported 2 rows from "), "{}", exported.err);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&file).expect("a file").permissions().mode() & 0o777, 0o600);
    }
    let text = std::fs::read_to_string(&file).expect("a file");
    assert_eq!(admin("old", &["export", "-"], "").out, text, "the same on standard output");
    let again = admin("old", &["export", &file], "");
    assert!(!again.ok && again.err.contains("cannot create"), "nothing is overwritten: {}", again.err);

    let half = &text[..text.len() / 2];
    let truncated = admin("new", &["import", "-"], half);
    assert!(!truncated.ok && truncated.err.contains("truncated"), "{}", truncated.err);
    let imported = admin("new", &["import", &file], "");
    assert!(imported.ok && imported.err.starts_with("imported 2 rows from "), "{}", imported.err);
    assert_eq!(admin("new", &["find", "ana"], "").out, "a1  Ana\n");
    let twice = admin("new", &["import", &file], "");
    assert!(!twice.ok && twice.err.contains("not empty"), "{}", twice.err);
}
