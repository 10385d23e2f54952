//! Reviews and continuations of records, and score-pad rounds.

use serde_json::{Value, json};

use crate::tests::{Device, alhambra, bots};

/// A finished game and its record.
fn finished() -> (Device, Value) {
    let mut device = Device::new();
    device.open(alhambra(3, &["vizier", "bonus"]), bots("novice", 2));
    assert!(device.play_on(2000), "it ends");
    let record = device.run(json!({ "do": "record" }))["value"].clone();
    (device, record)
}

fn turns_of(device: &mut Device, record: &Value) -> Vec<Value> {
    // Whether or not it is part of the program: the first one installed stays.
    device.engine.network("alhambra", include_bytes!("../../bots/networks/alhambra.net"));
    let replay = device.call(json!({ "do": "replay", "record": record.to_string() }))["value"]["replay"].clone();
    let look = |turn: usize| json!({ "do": "replay-review", "replay": replay, "turn": turn });
    let mut answers = Vec::new();
    loop {
        let answer = device.call(look(answers.len()));
        assert_eq!(answer.get("problem"), None, "{answer}");
        if answer["value"].is_null() {
            break;
        }
        answers.push(answer["value"].clone());
    }
    device.call(json!({ "do": "replay-close", "replay": replay }));
    answers
}

/// Every turn is reviewed once, with the same result every time, and the hinting bot is more accurate than novices.
#[test]
fn a_record_is_reviewed_turn_by_turn() {
    let (mut device, record) = finished();
    let answers = turns_of(&mut device, &record);
    let last = answers.last().expect("there are turns");
    assert_eq!(last["of"], answers.len());
    let steps: u64 =
        answers.iter().map(|a| a["turn"]["to"].as_u64().unwrap() - a["turn"]["from"].as_u64().unwrap()).sum();
    let all = record["steps"].as_array().expect("steps").len() as u64;
    assert!(steps <= all && steps + 6 >= all, "all but cards shown out of turn: {steps} of {all}");
    let accuracy: Vec<f64> = last["accuracy"].as_array().unwrap().iter().map(|a| a.as_f64().unwrap()).collect();
    assert!(accuracy[0] > accuracy[1] && accuracy[0] > accuracy[2], "{accuracy:?}");
    let scored: Vec<u64> =
        answers.iter().flat_map(|a| a["turn"]["scored"].as_array().unwrap()).map(|r| r.as_u64().unwrap()).collect();
    assert_eq!(scored, [1, 2, 3]);
    for answer in &answers {
        let turn = &answer["turn"];
        assert_eq!(turn["better"].is_null(), turn["better_board"].is_null());
        assert_eq!(turn["better"].is_null(), turn["cost"] == 0.0, "{turn}");
        assert_eq!(turn["better"].is_null(), turn["better_wall"].is_null(), "{turn}");
        let walls = |of: &str| -> Vec<Value> {
            turn[of].as_array().expect("reasons").iter().filter(|reason| reason["why"] == "wall").cloned().collect()
        };
        let grows = |to: &Value| match to.as_u64() > turn["wall"].as_u64() {
            true => vec![json!({ "why": "wall", "line": "walls", "from": turn["wall"], "to": to })],
            false => Vec::new(),
        };
        assert_eq!(grows(&turn["wall_after"]), walls("reasons"), "{turn}");
        assert_eq!(grows(&turn["better_wall"]), walls("better_reasons"), "{turn}");
    }
    assert!(answers.iter().any(|a| a["turn"]["better_reasons"] != json!([])), "something speaks for better turns");
    assert_eq!(turns_of(&mut device, &record), answers);
}

/// A game is continued from the middle: the same deal, the same steps, then new actions.
#[test]
fn a_game_can_be_continued_from_any_step() {
    let (mut device, record) = finished();
    let step = 40;
    let seat = |i: usize| match i {
        0 => json!({ "kind": "person", "person": "here", "name": "Ana", "away": false }),
        _ => json!({ "kind": "bot", "level": "novice" }),
    };
    let seats: Vec<Value> = (0..3).map(seat).collect();
    let fork = |step: usize, seats: &[Value]| json!({ "do": "fork", "record": record.to_string(), "step": step, "table": "~FORKED-2", "seats": seats });
    let rows = device.call(fork(step, &seats))["value"].clone();
    let rows = rows.as_array().expect("rows");
    assert_eq!(rows.len(), step + 2, "opened, started, and the steps");
    for row in rows {
        let at = |what: Value| json!({ "do": "table", "table": "~FORKED-2", "now": 5, "what": what });
        let proposed = device.call(at(json!({ "do": "row", "row": row })));
        assert!(proposed["store"]["row"].is_string(), "{proposed}");
        device.call(at(json!({ "do": "stored", "at": 5 })));
    }
    let hello = json!({ "type": "hello", "seat": 0 }).to_string();
    let ask = json!({ "do": "ask", "line": 7, "text": hello });
    let said = device.call(json!({ "do": "table", "table": "~FORKED-2", "now": 6, "what": ask }))["send"].clone();
    let snapshot = said.as_array().expect("an answer").iter().find(|m| m[1]["type"] == "snapshot").expect("everything");
    let forked = snapshot[1]["game"].clone();
    let replay = device.call(json!({ "do": "replay", "record": record.to_string() }))["value"]["replay"].clone();
    let real =
        device.call(json!({ "do": "replay-at", "replay": replay, "step": step, "seat": 0 }))["value"]["game"].clone();
    for what in ["market", "display", "turn"] {
        assert_eq!(forked[what], real[what], "{what}");
    }
    for seat in 0..3 {
        assert_eq!(forked["players"][seat]["board"], real["players"][seat]["board"]);
    }
    assert_eq!(forked["players"][0]["hand"], real["players"][0]["hand"]);
    let mut counted = fork(step, &seats);
    counted["table"] = json!("~FORKED");
    let why = device.call(counted)["problem"]["detail"].clone();
    assert_eq!(why, "the table's id must say that the deal is played again");
    assert_eq!(device.call(fork(9999, &seats))["problem"]["type"], "not-found");
    assert_eq!(device.call(fork(step, &seats[1..]))["problem"]["detail"], "every seat must be taken");
    let nobody: Vec<Value> = (1..4).map(seat).collect();
    assert_eq!(device.call(fork(step, &nobody))["problem"]["detail"], "at least one person must play");
}

/// A round from the score pad is scored, or refused with a reason.
#[test]
fn a_score_pad_round_is_scored() {
    let mut device = Device::new();
    let count = |towers: u8| json!({ "kinds": { "T": towers }, "walls": 2 });
    let ask = |round: u8| json!({ "do": "score-pad", "ask": { "setup": alhambra(3, &[]), "round": round, "players": [count(2), count(2), count(1)] } });
    let scored = device.call(ask(2))["value"].clone();
    assert_eq!(scored["sheet"]["seats"][0]["total"], (13 + 6) / 2 + 2, "{scored}");
    assert_eq!(device.call(ask(7))["problem"]["detail"], "the round must be 1, 2 or 3");
}
