//! Positions, as the analysis board requests them.

use serde_json::{Value, json};

use crate::tests::Device;

/// The three players' position in the example of docs/notation.md, with everything hidden.
fn example() -> String {
    let notation = include_str!("../../../docs/notation.md");
    notation.lines().find(|line| line.starts_with("game/1 game=alhambra players=3")).expect("an example").to_owned()
}

fn ask(device: &mut Device, position: &str, what: Value) -> Value {
    let request = json!({ "do": "analysis", "position": position, "seed": 7, "question": what });
    let reply = device.call(request.clone());
    if let Some(name) = reply.get("needs") {
        let name = name.clone();
        device.call(json!({ "do": "no-network", "name": name }));
        return device.call(request);
    }
    reply
}

/// A position is shown with its legal actions, and the line in the answer shows the same again.
#[test]
fn a_position_is_shown() {
    let mut device = Device::new();
    let shown = ask(&mut device, &example(), json!({ "do": "show" }))["value"].clone();
    assert_eq!(shown["what"], "shown");
    let line = shown["position"].as_str().expect("a line");
    assert!(line.starts_with("view/1 ") && line.contains("viewer=counting@2") && !line.contains("bag="), "{line}");
    let legal: Vec<&str> = shown["legal"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert!(legal.contains(&"end"), "{legal:?}");
    assert_eq!((&shown["to_act"], &shown["round"]), (&json!(2), &json!(1)));
    assert_eq!(
        shown["snapshot"]["game"]["players"][0]["hand"],
        json!(["d7", "d6", "d3", "u9", "f1"]),
        "hands lie open"
    );
    let again = ask(&mut device, line, json!({ "do": "show" }))["value"].clone();
    assert_eq!(again["position"], shown["position"]);
    assert_eq!(again["legal"], shown["legal"]);
}

/// An invalid line is reported with its place.
#[test]
fn an_invalid_position_is_reported() {
    let mut device = Device::new();
    let twice = example().replace("boards=C8nw@0,-1/S9@1,-1", "boards=C8nw@0,-1/C8nw@1,-1");
    let told = ask(&mut device, &twice, json!({ "do": "show" }))["value"].clone();
    assert_eq!((&told["what"], &told["place"]), (&json!("fault"), &json!("boards[1][0]")), "{told}");
    assert!(told["problem"].as_str().is_some_and(|why| why.contains("C8nw appears twice")), "{told}");
    let nothing = ask(&mut device, "hello", json!({ "do": "show" }))["value"].clone();
    assert_eq!(nothing["what"], "fault");
}

/// Legal actions are played, others are refused with their rule, and the same seed gives the same cards.
#[test]
fn actions_are_played_in_a_position() {
    let mut device = Device::new();
    let end = json!({ "do": "play", "action": "end" });
    let next = ask(&mut device, &example(), end.clone())["value"].clone();
    assert_eq!((&next["what"], &next["to_act"]), (&json!("shown"), &json!(0)));
    assert_eq!(next["entry"]["do"], "end");
    assert_eq!(ask(&mut device, &example(), end)["value"], next);
    let refused = ask(&mut device, &example(), json!({ "do": "play", "action": "take d1" }))["value"].clone();
    assert_eq!(refused["what"], "refused", "{refused}");
    assert!(refused["refusal"]["rule"].is_string());
}

/// More simulations of the same candidates; every turn is legal.
#[test]
fn the_best_turns_are_found() {
    let mut device = Device::new();
    let next = ask(&mut device, &example(), json!({ "do": "play", "action": "end" }))["value"].clone();
    let line = next["position"].as_str().expect("a line").to_owned();
    let advise = json!({ "do": "advise", "simulations": 32, "many": 4 });
    let turns = ask(&mut device, &line, advise.clone())["value"].clone();
    assert_eq!(
        ask(&mut device, &line, advise)["value"],
        turns,
        "a number of simulations gives the same turns everywhere"
    );
    let turns = turns.as_array().expect("turns");
    assert!((2..=4).contains(&turns.len()));
    for turn in turns {
        let mut at = line.clone();
        for action in turn["actions"].as_array().expect("actions") {
            let played = ask(&mut device, &at, json!({ "do": "play", "action": action }))["value"].clone();
            assert_eq!(played["what"], "shown", "{action}: {played}");
            at = played["position"].as_str().expect("a line").to_owned();
        }
        let sources = turn["sources"].as_object().expect("sources").values();
        let sum: f64 = sources.filter_map(Value::as_f64).sum();
        assert!((sum - turn["gain"].as_f64().expect("a number")).abs() < 1e-3, "{turn}");
    }
}

/// A table can continue from a position, survives a reload, and its steps can be undone.
#[test]
fn a_table_begins_from_a_position() {
    let mut device = Device::new();
    let seats = json!([
        { "kind": "person", "person": "p", "name": "Ana", "away": false },
        { "kind": "bot", "level": "novice" },
        { "kind": "bot", "level": "novice" },
    ]);
    let rows = json!({ "do": "rows", "table": crate::tests::TABLE, "seats": seats });
    let rows = ask(&mut device, &example(), rows)["value"].clone();
    for row in rows.as_array().expect("rows") {
        let reply = device.run(json!({ "do": "row", "row": row }));
        assert!(reply.get("problem").is_none(), "{reply}");
    }
    let before = device.info();
    device.restart();
    assert_eq!(device.info(), before);
    assert!(device.play_on(2000), "it ends");
    assert_eq!(
        device.run(json!({ "do": "record" }))["problem"]["type"],
        "wrong-time",
        "only a whole game has a record"
    );
}

/// A position to be edited is a newly dealt game.
#[test]
fn a_game_is_dealt() {
    let mut device = Device::new();
    let setup = json!({ "game": "granada", "players": 2, "modules": [], "simplified": false, "english_end": false });
    let dealt = device.call(json!({ "do": "analysis-deal", "setup": setup, "seed": 3 }))["value"].clone();
    assert_eq!((&dealt["what"], &dealt["round"]), (&json!("shown"), &json!(1)));
    let none = json!({ "game": "chess", "players": 2, "modules": [], "simplified": false, "english_end": false });
    let none = device.call(json!({ "do": "analysis-deal", "setup": none, "seed": 3 }));
    assert_eq!(none["problem"]["type"], "invalid");
}
