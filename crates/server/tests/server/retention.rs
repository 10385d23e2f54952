//! Retention: old data is deleted.

use std::time::Duration;

use crate::common::{Server, table};
use crate::on_both;
use sabika_rules::Dice;
use sabika_server::store::Retention;
use sabika_server::wire::{BotLevel, SeatWish, TableInfo};
use serde_json::json;

on_both! { old_data_is_deleted }

/// Each kind separately, and nothing that anybody still needs.
async fn old_data_is_deleted(database: &str) {
    let server = Server::start(database).await;
    let store = &server.node.store;
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    let ids = (ana.id().await, ben.id().await);
    let open = |seats| table("alhambra", &[], seats);
    let me = || SeatWish::Me { name: None };
    let played = ana.open(&open(vec![me(), SeatWish::Bot { level: BotLevel::Novice }])).await;
    let given_up = ben.open(&open(vec![me(), SeatWish::Open])).await;
    let waiting = ana.open(&open(vec![me(), SeatWish::Open])).await;
    let at = |table: &TableInfo, what: &str| format!("/api/tables/{}/{what}", table.id);
    assert_eq!(ana.post(&at(&played, "start"), &json!({})).await.status, 200);
    ana.page(&played.id, Some(0)).await.play_to_the_end(&mut Dice::from_seed(5)).await;
    assert_eq!(ben.post(&at(&given_up, "leave"), &json!({})).await.status, 200);

    let none = Retention { guests: None, abandoned: None, games: None };
    let at_once = Some(Duration::ZERO);
    assert_eq!(store.forget_what_is_old(&none).await.expect("nothing"), (0, 0));
    assert_eq!(store.forget_what_is_old(&Retention::default()).await.expect("nothing is old"), (0, 0));
    let forgotten = store.forget_what_is_old(&Retention { abandoned: at_once, ..none }).await;
    assert_eq!(forgotten.expect("the one that was given up"), (1, 0));
    assert!(store.steps(&given_up.id, 0).await.expect("steps").is_empty());
    assert!(!store.steps(&played.id, 0).await.expect("steps").is_empty());

    // Ben sat at no remaining table; Ana did.
    assert_eq!(store.forget_what_is_old(&Retention { guests: at_once, ..none }).await.expect("guests"), (0, 1));
    assert!(store.person(&ids.1).await.expect("people").is_none());
    assert_eq!(ben.get("/api/tables/mine").await.status, 401);
    assert!(store.person(&ids.0).await.expect("people").is_some());

    assert_eq!(store.forget_what_is_old(&Retention { games: at_once, ..none }).await.expect("games"), (1, 0));
    assert!(store.steps(&played.id, 0).await.expect("steps").is_empty());
    assert!(!store.steps(&waiting.id, 0).await.expect("steps").is_empty(), "a table that waits is not old");
}
