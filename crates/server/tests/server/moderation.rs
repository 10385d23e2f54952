//! Moderators on the page.

use crate::common::{Client, Server, table};
use crate::on_both;
use sabika_server::wire::{Ban, Ending, Me, NewTable, OpenReport, Person, SeatWish, Status, TableInfo};
use serde_json::json;

on_both! { reports_bans_and_tables }

async fn reports_bans_and_tables(database: &str) {
    let server = Server::start(database).await;
    let store = &server.node.store;
    let (ana, ben, carl) = (server.person("Ana").await, server.person("Rude Ben").await, server.person("Carl").await);
    let (ana_id, ben_id) = (ana.id().await, ben.id().await);
    let new = NewTable { public: true, ..table("alhambra", &[], vec![SeatWish::Me { name: None }, SeatWish::Open]) };
    let opened = ben.open(&new).await;
    let report = json!({"person": ben_id, "table": opened.code, "text": "He is rude."});
    assert_eq!(carl.post("/api/reports", &report).await.status, 201);

    // Nobody else has access.
    let remove = format!("/api/moderation/tables/{}/remove", opened.id);
    let ban = json!({"person": ben_id, "reason": "rude"});
    for (client, status) in [(&carl, 403), (&Client::stranger(server.address), 401)] {
        for path in ["reports", "bans", "people/Ben"] {
            assert_eq!(client.get(&format!("/api/moderation/{path}")).await.status, status, "{path}");
        }
        assert_eq!(client.post("/api/moderation/bans", &ban).await.status, status);
        assert_eq!(client.post(&remove, &json!({})).await.status, status);
    }
    assert_eq!(ana.get("/api/session").await.json::<Me>().moderator, None);
    store.add_moderator(&ana_id).await.expect("it is stored");
    store.add_moderator(&ana_id).await.expect("once is enough");
    assert_eq!(store.moderators().await.expect("all"), [Person { id: ana_id.clone(), name: "Ana".into() }]);
    assert_eq!(ana.get("/api/session").await.json::<Me>().moderator, Some(true));

    let open: Vec<OpenReport> = ana.get("/api/moderation/reports").await.json();
    let [report] = &open[..] else { panic!("{open:?}") };
    assert_eq!((report.person.id.as_str(), report.text.as_str()), (ben_id.as_str(), "He is rude."));
    assert_eq!(report.table.as_ref(), Some(&opened.id));
    let found: Vec<Person> = ana.get("/api/moderation/people/rude").await.json();
    assert_eq!(found.iter().map(|p| &p.id).collect::<Vec<_>>(), [&ben_id]);

    let removed: TableInfo = ana.post(&remove, &json!({})).await.json();
    assert_eq!((removed.status, removed.ending), (Status::Abandoned, Some(Ending::Removed)));
    assert!(!carl.get("/api/tables").await.body.contains(&opened.id));
    assert_eq!(ana.post(&remove, &json!({})).await.status, 200, "twice is harmless");

    assert_eq!(ana.post("/api/moderation/bans", &json!({"person": ben_id, "reason": " "})).await.status, 422);
    assert_eq!(
        ana.post("/api/moderation/bans", &json!({"person": ana_id, "reason": "x"})).await.status,
        422,
        "one's own"
    );
    let answer = ana.post("/api/moderation/bans", &ban).await;
    assert_eq!((answer.status, answer.json::<Vec<Ban>>().len()), (201, 1));
    assert_eq!(ben.get("/api/tables/mine").await.problem(), "banned");
    assert_eq!(ana.request("DELETE", &format!("/api/moderation/bans/{ben_id}"), &[], b"").await.status, 200);
    assert_eq!(ben.get("/api/tables/mine").await.status, 200);

    let close = format!("/api/moderation/reports/{}/close", report.id);
    assert!(ana.post(&close, &json!({})).await.json::<Vec<OpenReport>>().is_empty());
    assert_eq!(ana.post("/api/moderation/reports/nothing/close", &json!({})).await.status, 404);
    assert!(store.remove_moderator(&ana_id).await.expect("it is stored"));
    assert_eq!(ana.get("/api/moderation/reports").await.status, 403);
}
