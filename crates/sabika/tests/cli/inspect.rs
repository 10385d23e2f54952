//! `sabika inspect`, compared with answers that were not produced by this engine.

use serde_json::{Value, json};

use crate::sabika;

const BOARDS: &str = include_str!("../cases/board.jsonl");
const SCORES: &str = include_str!("../cases/score.jsonl");

fn ask(questions: &[Value]) -> Vec<Value> {
    let lines: String = questions.iter().map(|q| format!("{q}\n")).collect();
    let run = sabika(&["inspect"], lines);
    assert!(run.ok, "{}", run.err);
    run.out.lines().map(|line| serde_json::from_str(line).expect("every answer is JSON")).collect()
}

fn ask_one(question: Value) -> Value {
    ask(&[question]).remove(0)
}

fn check_cases(cases: &str) {
    let cases: Vec<Value> = cases.lines().map(|l| serde_json::from_str(l).expect("cases are JSON")).collect();
    let questions: Vec<Value> = cases.iter().map(|case| case["in"].clone()).collect();
    let answers = ask(&questions);
    assert_eq!(answers.len(), cases.len());
    for (case, mut answer) in cases.iter().zip(answers) {
        // The cases say that a board is illegal; we also say why.
        if answer["legal"] == false {
            let refusal = answer.as_object_mut().and_then(|a| a.remove("refusal"));
            assert!(refusal.is_some_and(|r| r["rule"].is_string()), "{case}");
        }
        assert_eq!(answer, case["out"], "{}", case["in"]);
    }
}

#[test]
fn boards_are_answered_as_in_the_cases() {
    check_cases(BOARDS);
}

#[test]
fn scores_are_answered_as_in_the_cases() {
    check_cases(SCORES);
}

/// C1, C3, GR1, P4, CO4: impossible boards are refused, with the rule and the place.
#[test]
fn impossible_boards_are_refused() {
    let refusal = |game: &str, tiles: Value, start: Value| {
        let answer = ask_one(json!({"game": game, "tiles": tiles, "granada_start": start}));
        assert_eq!(answer["legal"], false, "{answer}");
        let text = |key: &str| answer["refusal"][key].as_str().unwrap_or("-").to_owned();
        format!("{} {} {} {}", text("rule"), text("reason"), text("tile"), answer["refusal"]["cell"])
    };
    let alhambra = |tiles| refusal("alhambra", tiles, Value::Null);
    assert_eq!(alhambra(json!([])), "C3 no-tile - [0,0]");
    assert_eq!(alhambra(json!([["F", 127, 127]])), "C3 start-stays F [127,127]");
    assert_eq!(alhambra(json!([["F", 0, 0], ["T9ne", 1, 0], ["T9ne", 0, 1]])), "C1 twice T9ne [0,1]");
    assert_eq!(alhambra(json!([["F", 0, 0], ["T9ne", 0, 0]])), "C3 start-stays T9ne [0,0]");
    assert_eq!(alhambra(json!([["F", 0, 0], ["T9ne", 1000, 0]])), "P4 not-connected T9ne [1000,0]");
    assert_eq!(alhambra(json!([["F", 0, 0], ["T9ne", -128, 0]])), "P3 not-reachable T9ne [-128,0]");
    assert_eq!(alhambra(json!([["F", 0, 0], ["Ba2new", 0, 1]])), "GR1 not-in-game Ba2new [0,1]");
    assert_eq!(refusal("granada", json!([["F", 0, 0], ["G10", 0, 1]]), Value::Null), "C1 not-in-game G10 [0,1]");
    assert_eq!(refusal("combined", json!([["F", 0, 0], ["c3n", 0, 1]]), Value::Null), "CA1 not-in-game c3n [0,1]");
    let both = json!([["F", 0, 0], ["Ba2new", 0, 1], ["Ar3new", 0, 2]]);
    assert_eq!(refusal("granada", both, Value::Null), "C1 twice Ar3new [0,2]");
    assert_eq!(refusal("combined", json!([["F", 0, 0]]), json!([500, 1])), "CO4 no-tile - [500,1]");
}

#[test]
fn errors_name_the_place() {
    let board = |tiles: Value| json!({"game": "alhambra", "tiles": tiles});
    let score =
        |seat: Value| json!({"score": {"game": "alhambra", "round": 1, "seats": [{"tiles": [["F", 0, 0]]}, seat]}});
    let seat = |key: &str, value: Value| score(json!({"tiles": [["F", 0, 0]], key: value}));
    let cases = [
        (json!([1]), "`[1]` is not an object"),
        (json!({}), "`game` is missing"),
        (json!({"game": "chess", "tiles": []}), "game: `\"chess\"` is not a game: alhambra, granada or combined"),
        (json!({"game": "alhambra", "tile": []}), "unknown key `tile`; known keys: game, tiles, granada_start, try"),
        (board(json!([["F", 0]])), "tiles[0]: a tile is [code, x, y]"),
        (board(json!([["F", 0, 0], ["T99", 0, 1]])), "tiles[1][0]: `\"T99\"` is not the code of a tile"),
        (board(json!([["F", 0, 0.5]])), "tiles[0][2]: `0.5` is not a whole number"),
        (board(json!([["F", 0, 1e30]])), "tiles[0][2]: `1e+30` is not a whole number"),
        (board(json!(vec![0; 300])), "tiles: 300 entries; at most 204 allowed"),
        (
            json!({"game": "granada", "tiles": [["F", 0, 0]], "granada_start": [0, 0]}),
            "granada_start: only the combined game has this (CO4)",
        ),
        (
            json!({"game": "alhambra", "tiles": [["F", 0, 0]], "try": ["F"]}),
            "try[0]: the starting tile is on every board",
        ),
        (
            json!({"game": "granada", "tiles": [["F", 0, 0], ["Ba2new", 0, -1]], "try": ["Ar3new"]}),
            "try[0]: Ba2new is already on the board, at 0,-1",
        ),
        (
            json!({"game": "alhambra", "tiles": [["F", 0, 0]], "try": ["Ba2new"]}),
            "try[0]: Ba2new does not belong to alhambra (GR1)",
        ),
        (score(json!({})), "score.seats[1]: `tiles` is missing"),
        (
            score(json!({"tiles": [["F", 0, 0], ["P2new", 1, 0]]})),
            "score.seats[1].tiles: illegal board: sides-clash (P2), tile F, cell 0,0, side e",
        ),
        (seat("bonus", json!(["+T9ne"])), "score.seats[1].bonus[0]: unknown bonus card `+T9ne` (BN1)"),
        (seat("bonus", json!(["+G10", "+G10"])), "score.seats[1].bonus[1]: listed twice"),
        (seat("falcons", json!(["fGG"])), "score.seats[1].falcons[0]: `\"fGG\"` is not the code of a falcon like fGT"),
        (
            json!({"score": {"game": "alhambra", "round": 4, "seats": []}}),
            "score.round: unknown round 4: expected 1, 2 or 3 (W1)",
        ),
        (json!({"score": {"game": "alhambra", "round": 3, "seats": []}}), "score.seats: at least one seat is needed"),
        (
            json!({"score": {"game": "alhambra", "round": 3, "seats": vec![0; 7]}}),
            "score.seats: 7 entries; at most 6 allowed",
        ),
        (
            json!({"score": {"game": "alhambra", "round": 3, "simplified": true, "seats": []}}),
            "score.simplified: simplified scoring is an option of granada and combined (GR6)",
        ),
        (
            json!({"score": {"game": "granada", "round": 3, "seats": [{"tiles": [["F", 0, 0]]}], "dirk": ["Ba2new", "Ar3new"]}}),
            "score.dirk[1]: Ar3new is listed twice (C1)",
        ),
    ];
    let questions: Vec<Value> = cases.iter().map(|(question, _)| question.clone()).collect();
    for ((question, expected), answer) in cases.iter().zip(ask(&questions)) {
        assert_eq!(answer["error"], *expected, "{question}");
    }
}

/// BN2: a revealed card counts only while its tile is on the board.
#[test]
fn bn2_a_card_without_its_tile_counts_nothing() {
    let gardens = |tiles: Value| {
        let rival = json!({"tiles": [["F", 0, 0], ["G12s", 1, 0]]});
        let seats = json!([{"tiles": tiles, "bonus": ["+G10"]}, rival]);
        ask_one(json!({"score": {"game": "alhambra", "round": 1, "seats": seats}}))["seats"][0]["kinds"]["G"].clone()
    };
    assert_eq!(gardens(json!([["F", 0, 0], ["G10", 1, 0]])), 5);
    assert_eq!(gardens(json!([["F", 0, 0], ["G11", 1, 0]])), 2);
}

#[test]
fn broken_lines_do_not_stop_the_rest() {
    let good = r#"{"game":"alhambra","tiles":[["F",0,0],["T9ne",1,0]],"try":["G10"]}"#;
    let mut input: Vec<u8> = Vec::new();
    let mut line = |bytes: &[u8]| {
        input.extend_from_slice(bytes);
        input.push(b'\n');
    };
    line(b"");
    line(b"{\"game\":\"alhambra\",");
    line(b"{\"game\":\"\xff\xfe\"}");
    line("[".repeat(10_000).as_bytes());
    line(format!("{{\"game\":\"{}\"}}", "x".repeat(3 << 20)).as_bytes());
    line(good.as_bytes());
    let run = sabika(&["inspect"], input);
    assert!(run.ok, "{}", run.err);
    let answers: Vec<&str> = run.out.lines().collect();
    assert_eq!(answers.len(), 6);
    assert_eq!(answers[1], r#"{"error":"column 19: not JSON: EOF while parsing a value"}"#);
    assert_eq!(answers[4], r#"{"error":"the line is longer than 1048576 bytes"}"#);
    assert!(answers[..5].iter().all(|a| a.starts_with(r#"{"error":"#)), "{answers:?}");
    assert_eq!(
        answers[5],
        r#"{"legal":true,"walls":2,"moats":0,"stretch":0,"removable":[[1,0]],"try":{"G10":{"place":[[-1,0],[0,-1],[0,1],[1,1]],"exchange":[[1,0]]}}}"#
    );
}

/// Thousands of corrupted questions: each gets one answer, and the process survives.
#[test]
fn corrupted_questions_get_an_answer_each() {
    let mut number = 1u64;
    let mut below = |n: usize| {
        // Knuth's linear congruential generator.
        number = number.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (number >> 33) as usize % n
    };
    let questions: Vec<String> = BOARDS
        .lines()
        .chain(SCORES.lines())
        .map(|l| serde_json::from_str::<Value>(l).expect("cases are JSON")["in"].to_string())
        .collect();
    let scraps = ["-128", "127", "999999999999", "null", "\"F\"", "\"Ba2new\"", "[]", "{}", "\"combined\"", "1.5", "-"];
    let mut input = Vec::new();
    for _ in 0..4000 {
        let mut line = questions[below(questions.len())].clone().into_bytes();
        for _ in 0..=below(3) {
            let at = below(line.len());
            match below(4) {
                0 => line[at] = below(256) as u8,
                1 => drop(line.remove(at)),
                2 => {
                    let scrap = scraps[below(scraps.len())].bytes();
                    let end = line[at..].iter().position(|b| b",]}".contains(b)).map_or(line.len(), |n| at + n);
                    drop(line.splice(at..end, scrap));
                }
                _ => line.truncate(at + 1),
            }
        }
        line.retain(|b| *b != b'\n');
        line.push(b'\n');
        input.extend(line);
    }
    let run = sabika(&["inspect"], input);
    assert!(run.ok, "{}", run.err);
    assert_eq!(run.out.lines().count(), 4000);
}

#[test]
fn files_are_read_too() {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    std::fs::write(file.path(), r#"{"game":"granada","tiles":[["F",0,0]]}"#).expect("it can be written");
    let path = file.path().to_str().expect("a plain path");
    let run = sabika(&["inspect", path, "-"], r#"{"game":"combined","tiles":[["F",0,0]]}"#);
    assert!(run.ok && run.out.lines().count() == 2, "{}{}", run.out, run.err);
    let run = sabika(&["inspect", "no/such/file"], "");
    assert!(!run.ok && run.err.starts_with("sabika: no/such/file: "), "{}", run.err);
}
