//! The daily deal: results verified by their records, and forged ones that are refused.

use crate::common::Server;
use crate::on_both;
use sabika_bots::Character;
use sabika_rules::record::{Fairness, Record};
use sabika_rules::{Action, History, Seat, Silent};
use sabika_server::store::Store;
use sabika_server::wire::DailyBoard;
use sabika_table::daily::{Daily, Date};
use sabika_table::{Opening, Row, commitment, seed};
use serde_json::{Value, json};

on_both! { results_of_a_day  forged_results  too_late }

/// Today's date, by the server's database.
async fn today(database: &str) -> Date {
    let now = Store::open_beside(database).await.expect("it is open").now().await.expect("it has a clock");
    Date::of_days(now.div_euclid(86_400_000))
}

/// A game of a day in which the player takes the `nth` legal action, as a record.
fn played(date: Date, nth: usize) -> Value {
    let rows = Daily(date).rows("~x", "here", "Ana");
    let [Row::Open(Opening { secret, setup, .. }), Row::Start { nonces, .. }] = &rows[..] else { panic!("two rows") };
    let setup = setup.read().expect("it can be played");
    let mut history = History::new(setup, seed(secret, nonces).expect("hex")).expect("it can be played");
    let mut actions = Vec::new();
    while let Some(seat) = history.game().to_act() {
        let action = match Character::of_the_day(seat) {
            Some(bot) => bot.choose(history.game(), seat).expect("there is something to do"),
            None => {
                history.game().legal_actions(seat, &mut actions);
                // No endless turns: actions that end one come first.
                let wanted =
                    |a: &&Action| !matches!(a, Action::Remove(_) | Action::Build { .. } | Action::Exchange { .. });
                let sensible: Vec<Action> = actions.iter().filter(wanted).copied().collect();
                let end = sensible.iter().find(|action| **action == Action::End).copied();
                end.unwrap_or_else(|| sensible[nth % sensible.len()])
            }
        };
        history.apply(seat, action, &mut Silent).expect("it is legal");
    }
    let names: Vec<String> = ["Ana", "apprentice", "builder", "builder"].map(str::to_owned).to_vec();
    let mut record = Record::of(&history, &names);
    record.fairness =
        Some(Fairness { commitment: commitment(secret), secret: Some(secret.clone()), nonces: nonces.clone() });
    serde_json::to_value(&record).expect("JSON")
}

async fn results_of_a_day(database: &str) {
    let server = Server::start(database).await;
    let date = today(database).await;
    let path = format!("/api/daily/{date}");
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    let empty: DailyBoard = ana.get(&path).await.json();
    assert_eq!((empty.played, empty.best.len(), empty.yours), (0, 0, None));
    let records = [played(date, 0), played(date, 1)];
    let points = records.each_ref().map(|record| record["result"]["scores"][0].as_u64().expect("points") as u16);
    for (client, record) in [&ana, &ben].into_iter().zip(&records) {
        let answer = client.post(&path, &json!({ "record": record })).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
    }
    // A second attempt does not count, better or not.
    assert_eq!(ana.post(&path, &json!({ "record": records[1] })).await.status, 201);
    let board: DailyBoard = ana.get(&path).await.json();
    assert_eq!(board.played, 2);
    let own = board.yours.expect("she played");
    assert_eq!((own.points, own.person.name.as_str()), (points[0], "Ana"));
    assert_eq!(own.place, 1 + u32::from(points[1] > points[0]));
    let listed: Vec<u16> = board.best.iter().map(|line| line.points).collect();
    assert_eq!(listed, [points[0].max(points[1]), points[0].min(points[1])]);
    assert_eq!(ana.get("/api/daily/yesterday").await.problem(), "not-found");
    let stranger = crate::common::Client::stranger(server.address);
    assert_eq!(stranger.post(&path, &json!({ "record": records[0] })).await.problem(), "no-session");
    // Deleted accounts are not listed.
    assert_eq!(ben.post("/api/account/delete", &json!({})).await.status, 200);
    let board: DailyBoard = ana.get(&path).await.json();
    assert_eq!((board.played, board.best.len()), (1, 1));
}

async fn forged_results(database: &str) {
    let server = Server::start(database).await;
    let date = today(database).await;
    let ana = server.person("Ana").await;
    let record = played(date, 0);
    let steps = record["steps"].as_array().expect("steps").clone();
    let of_a_bot = steps.iter().position(|step| step["seat"] != 0 && step["do"] != "end").expect("a bot did something");
    let of_the_player = steps.iter().position(|step| step["seat"] == 0).expect("the player did something");
    let changed = |path: &str, value: Value| {
        let mut forged = record.clone();
        *forged.pointer_mut(path).expect("it is there") = value;
        forged
    };
    let another_day = played(Date::of_days(date.days() - 1), 0);
    let cases = [
        (changed(&format!("/steps/{of_a_bot}/do"), json!("end")), format!("step {}", of_a_bot + 1)),
        (
            changed(&format!("/steps/{of_the_player}/do"), json!("place T9ne 9,9")),
            format!("step {}", of_the_player + 1),
        ),
        (changed("/seed", json!("22".repeat(32))), "seed".into()),
        (changed("/fairness/secret", json!("11".repeat(32))), "fairness: not the deal of that day".into()),
        (changed("/setup/players", json!(3)), "setup: not the setup of that day".into()),
        (changed("/result/scores/0", json!(999)), "result".into()),
        (another_day, "this is not".into()),
        (json!({ "format": "chess" }), "record: ".into()),
    ];
    for (forged, reason) in cases {
        let answer = ana.post(&format!("/api/daily/{date}"), &json!({ "record": forged })).await;
        assert_eq!(answer.status, 422, "{}", answer.body);
        assert!(answer.body.contains(&reason), "{reason}: {}", answer.body);
    }
    let board: DailyBoard = ana.get(&format!("/api/daily/{date}")).await.json();
    assert_eq!((board.played, board.yours), (0, None));
}

/// Results can be submitted for a week, and not before their day.
async fn too_late(database: &str) {
    let server = Server::start(database).await;
    let today = today(database).await;
    let ana = server.person("Ana").await;
    for (days, taken) in [(-6, true), (-9, false), (3, false)] {
        let date = Date::of_days(today.days() + days);
        let answer = ana.post(&format!("/api/daily/{date}"), &json!({ "record": played(date, 0) })).await;
        assert_eq!(answer.status == 201, taken, "{days}: {}", answer.body);
    }
    let seat: Seat = sabika_table::daily::PLAYER;
    assert_eq!(Character::of_the_day(seat), None);
}
