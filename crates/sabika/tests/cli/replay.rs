//! `sabika replay`: valid records are described, errors are found, with the place.

use sabika_rules::record::Record;
use sabika_rules::{Dice, History, Module, ModuleSet, Seed, Setup, Silent};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::sabika;

/// A random game of this many steps.
fn played(setup: Setup, seed: Seed, steps: usize) -> Value {
    let mut history = History::new(setup, seed).expect("it can be played");
    let mut dice = Dice::from_seed(1);
    let mut actions = Vec::new();
    while let Some(seat) = history.game().to_act()
        && history.steps().len() < steps
    {
        history.game().legal_actions(seat, &mut actions);
        let action = actions[dice.below(actions.len() as u32) as usize];
        history.apply(seat, action, &mut Silent).expect("it is listed");
    }
    let names: Vec<String> = ["Ana", "Ben", "Cem", "Dua", "Eli", "Flo"].map(String::from).into();
    let record = Record::of(&history, &names[..setup.players as usize]);
    serde_json::to_value(record).expect("records are JSON")
}

fn finished() -> Value {
    played(Setup::alhambra(2).with_modules(ModuleSet::ALL), Seed::from(3), usize::MAX)
}

/// The verdict on a record, and whether it is valid.
fn verify(record: &[u8]) -> (bool, String) {
    let run = sabika(&["replay", "--verify", "-"], record);
    assert_eq!(run.err, "");
    (run.ok, run.out.trim_end().strip_prefix("-: ").expect("the file is named").to_owned())
}

/// The verdict on a record after a change.
fn fault(record: &Value, change: impl FnOnce(&mut Value)) -> String {
    let mut record = record.clone();
    change(&mut record);
    let (sound, said) = verify(record.to_string().as_bytes());
    assert!(!sound, "{said}");
    said
}

fn verdict(record: &Value) -> String {
    let (sound, said) = verify(record.to_string().as_bytes());
    assert!(sound, "{said}");
    said
}

/// The steps with their numbers, counted from 1.
fn steps(record: &Value) -> impl Iterator<Item = (usize, &Value)> {
    (1..).zip(record["steps"].as_array().expect("steps"))
}

/// The first step that matches: its number and its index.
fn step_where(record: &Value, holds: impl Fn(&Value) -> bool) -> (usize, usize) {
    let (number, _) = steps(record).find(|(_, step)| holds(step)).expect("there is such a step");
    (number, number - 1)
}

fn shows(step: &Value, start: &str) -> Option<usize> {
    step["shows"].as_array()?.iter().position(|s| s.as_str().is_some_and(|s| s.starts_with(start)))
}

fn scores(step: &Value) -> Option<usize> {
    step["shows"].as_array()?.iter().position(Value::is_object)
}

/// `fault` must start with this place and mention that problem.
#[track_caller]
fn says(fault: &str, place: &str, problem: &str) {
    assert!(fault.starts_with(place), "{fault}\n  should begin with {place}");
    assert!(fault.contains(problem), "{fault}\n  should say {problem}");
}

#[test]
fn a_valid_record_is_reported_as_valid() {
    let record = finished();
    let count = record["steps"].as_array().map_or(0, Vec::len);
    assert_eq!(verdict(&record), format!("valid: {count} steps, finished; matches its seed"));
    let running = played(Setup::combined(3).with(Module::Bureau), Seed::from(5), 150);
    assert_eq!(verdict(&running), "valid: 150 steps, still running; no seed to check against");
    let mut unseeded = record;
    unseeded.as_object_mut().expect("an object").remove("seed");
    assert_eq!(verdict(&unseeded), format!("valid: {count} steps, finished; no seed to check against"));
}

#[test]
fn invalid_files_are_reported_with_line_and_column() {
    let text = serde_json::to_string_pretty(&finished()).expect("JSON");
    let broken = |change: &dyn Fn(&str) -> Vec<u8>| {
        let (sound, said) = verify(&change(&text));
        assert!(!sound, "{said}");
        said
    };
    let line_of = |part: &str| 1 + text.lines().position(|l| l.contains(part)).expect("it is there");
    says(&broken(&|_| vec![]), "line 1, column 0: ", "EOF");
    says(&broken(&|t| t.as_bytes()[..t.len() / 2].to_vec()), "line ", "EOF");
    says(&broken(&|t| [t.as_bytes(), b"x"].concat()), &format!("line {}, ", text.lines().count()), "trailing");
    says(
        &broken(&|t| t.replacen("\"rules\": 1", "\"rules\": \"1\"", 1).into()),
        &format!("line {}, ", line_of("\"rules\"")),
        "u32",
    );
    says(
        &broken(&|t| t.replacen("\"rules\"", "\"rulez\"", 1).into()),
        &format!("line {}, ", line_of("\"rules\"")),
        "rulez",
    );
    let walls = text.find("\"walls\"").expect("some wall scored");
    let line = 1 + text[..walls].lines().count() - 1;
    says(&broken(&|t| t.replacen("\"walls\"", "\"wallz\"", 1).into()), &format!("line {line}, "), "wallz");
    says(&broken(&|_| b"\xff\xfe".to_vec()), "line 1, ", "");
    says(&broken(&|_| vec![b'['; 5000]), "line 1, ", "");
    let run = sabika(&["replay", "no/such/file"], "");
    assert!(!run.ok && run.err.starts_with("sabika: no/such/file: "), "{}", run.err);
}

#[test]
fn a_changed_head_is_found() {
    let record = finished();
    let changed = |change: fn(&mut Value), place: &str, problem: &str| says(&fault(&record, change), place, problem);
    changed(|r| r["format"] = json!("sabika-record/2"), "format: ", "sabika-record/1");
    changed(|r| r["rules"] = json!(2), "rules: ", "version 2");
    changed(|r| r["setup"]["game"] = json!("chess"), "setup.game: ", "`chess`");
    changed(|r| r["setup"]["game"] = json!("granada"), "setup: ", "cannot be used with granada");
    changed(|r| r["setup"]["players"] = json!(7), "setup: ", "2 to 6 (S1)");
    changed(|r| r["setup"]["players"] = json!(3), "seats: ", "2 names for 3 players");
    changed(|r| r["setup"]["modules"][0] = json!("viziers"), "setup.modules: ", "`viziers`");
    changed(|r| drop(r["setup"]["modules"].as_array_mut().map(|m| m.remove(3))), "deal.huts: ", "expected nothing");
    changed(|r| r["setup"]["options"] = json!({"end": "polish"}), "setup.options.end: ", "`polish`");
    changed(|r| r["setup"]["options"] = json!({"simplified": true}), "setup: ", "GR6");
    changed(|r| r["seats"] = json!(["Ana"]), "seats: ", "1 names for 2 players");
    changed(|r| r["seed"] = json!("00"), "seed: ", "32 bytes in hex");
    changed(|r| r["seed"] = json!(Seed::from(4).to_string()), "deal.", "expected");
}

#[test]
fn a_changed_deal_is_found() {
    let record = finished();
    let changed =
        |change: fn(&mut Value), place: &str| says(&fault(&record, change), &format!("{place}: found "), "expected");
    changed(|r| r["deal"]["hands"][1][0] = json!("d10"), "deal.hands[1][0]");
    changed(|r| drop(r["deal"]["hands"][0].as_array_mut().map(Vec::pop)), "deal.hands[0][3]");
    changed(|r| r["deal"]["first"] = json!(5), "deal.first");
    changed(|r| r["deal"]["display"][3] = json!("xdf"), "deal.display[3]");
    changed(|r| r["deal"]["market"][2] = json!("F"), "deal.market[2]");
    changed(|r| r["deal"]["granada"] = json!(["Ba2new"]), "deal.granada");
    changed(|r| r["deal"]["bazaars"] = json!(["bSAG", "bSAG", "bSAG"]), "deal.bazaars[0]");
    changed(|r| r["deal"]["dirk"][5] = json!("F"), "deal.dirk[5]");
    changed(|r| r["deal"]["huts"][5] = json!("hPn"), "deal.huts[5]");
    changed(|r| r["deal"]["bonus"][1][2] = json!("+F"), "deal.bonus[1][2]");
    changed(|r| drop(r["deal"].as_object_mut().map(|d| d.remove("bonus"))), "deal.bonus");
}

#[test]
fn a_changed_step_is_found() {
    let record = finished();
    let first = |say: &str| format!("step 1 (seat {}, `{say}`), ", record["deal"]["first"]);
    says(
        &fault(&record, |r| r["steps"][0]["do"] = json!("jump")),
        &format!("{}do: word 1: ", first("jump")),
        "unknown action",
    );
    says(&fault(&record, |r| r["steps"][0]["do"] = json!("end")), &format!("{}do: T3: ", first("end")), "action-due");
    let long = "take d1 ".repeat(50);
    says(&fault(&record, |r| r["steps"][0]["do"] = json!(long)), "step 1 (seat ", "…`), do: word 3");
    says(&fault(&record, |r| r["steps"][0]["seat"] = json!(9)), "step 1 (seat 9, ", "not-your-turn");
    let escape = fault(&record, |r| r["steps"][0]["do"] = json!("take \u{1b}[2J"));
    assert!(!escape.contains('\u{1b}'), "nothing that a terminal would obey");

    // A different action that is also legal: what it reveals, or what is done later, no longer matches.
    let (number, at) = step_where(&record, |s| s["do"].as_str().is_some_and(|d| d.starts_with("take ")));
    let taken = record["steps"][at]["do"].as_str().map(|d| d[5..].to_owned()).expect("cards");
    let other = record["deal"]["display"]
        .as_array()
        .and_then(|d| d.iter().find(|c| !taken.contains(c.as_str().unwrap_or(""))))
        .cloned();
    if number == 1
        && let Some(other) = other
    {
        let said = fault(&record, |r| r["steps"][at]["do"] = json!(format!("take {}", other.as_str().unwrap_or(""))));
        assert!(said.starts_with("step "), "{said}");
    }
    // One step too few, one too many.
    let said = fault(&record, |r| drop(r["steps"].as_array_mut().map(|s| s.remove(1))));
    assert!(said.starts_with("step "), "{said}");
    let said = fault(&record, |r| drop(r["steps"].as_array_mut().map(Vec::pop)));
    says(&said, "result: ", "not over after the last step");
    let count = record["steps"].as_array().map_or(0, Vec::len);
    let said = fault(&record, |r| r["steps"].as_array_mut().expect("steps").push(json!({"seat": 0, "do": "end"})));
    says(&said, &format!("step {} (seat 0, `end`), do: E4", count + 1), "game-over");
}

#[test]
fn a_changed_show_is_found() {
    let record = finished();
    for start in ["display", "scoring", "market", "hut", "bazaar", "dirk"] {
        let (number, at) = step_where(&record, |s| shows(s, start).is_some());
        let show = shows(&record["steps"][at], start).expect("it was found");
        let was = record["steps"][at]["shows"][show].clone();
        let place = format!("step {number} (seat {}, ", record["steps"][at]["seat"]);
        let said = fault(&record, |r| r["steps"][at]["shows"][show] = json!(format!("{start} ??")));
        says(&said, &place, &format!("shows[{show}]: found \"{start} ??\", expected {was}"));
        let said = fault(&record, |r| {
            let shows = r["steps"][at]["shows"].as_array_mut().expect("shows");
            shows.truncate(show);
        });
        says(&said, &place, &format!("shows[{show}]: found nothing, expected {was}"));
    }
    let (number, at) = step_where(&record, |s| s.get("shows").is_none());
    let said = fault(&record, |r| r["steps"][at]["shows"] = json!(["shuffle"]));
    says(&said, &format!("step {number} (seat "), "shows[0]: found \"shuffle\", expected nothing");
}

#[test]
fn a_changed_score_is_found() {
    let record = finished();
    let (number, at) = step_where(&record, |s| scores(s).is_some());
    let show = scores(&record["steps"][at]).expect("it was found");
    let place = format!("step {number} (seat ");
    let changed = |change: fn(&mut Value), problem: &str| {
        let said = fault(&record, |r| change(&mut r["steps"][at]["shows"][show]));
        says(&said, &place, &format!("shows[{show}].{problem}"));
    };
    changed(|s| s["score"] = json!(3), "score: found 3, expected 1");
    changed(|s| s["seats"][1]["walls"] = json!(999), "seats[1].walls: found 999, expected ");
    changed(|s| s["seats"][0]["kinds"]["P"] = json!(999), "seats[0].kinds.P: found 999, expected ");
    changed(|s| s["seats"][0]["total"] = json!(999), "seats[0].total: found 999, expected ");
    changed(|s| s["dirk"]["total"] = json!(999), "dirk.total: found 999, expected ");
    changed(|s| s["dirk"] = Value::Null, "dirk: found null, expected {");
    // Absent and 0 mean the same.
    let mut zero = record.clone();
    zero["steps"][at]["shows"][show]["seats"][0]["moats"] = json!(0);
    verdict(&zero);
}

#[test]
fn a_changed_result_is_found() {
    let record = finished();
    let changed = |change: fn(&mut Value), problem: &str| says(&fault(&record, change), problem, "expected");
    changed(|r| r["result"]["scores"][1] = json!(999), "result.scores[1]: found 999");
    changed(|r| r["result"]["dirk"] = Value::Null, "result.dirk: found null");
    changed(|r| r["result"]["winners"] = json!([0, 1]), "result.winners[");
    changed(|r| drop(r.as_object_mut().map(|r| r.remove("result"))), "result: found null");
}

/// SHA-256 of the secret was published before the nonces; together they give the seed.
#[test]
fn fairness_is_proved() {
    let secret = [7u8; 32];
    let nonces = [[1u8; 32], [2; 32], [3; 32]];
    let hash = |parts: &[[u8; 32]]| Seed(Sha256::digest(parts.concat()).into());
    let seed = hash(&[secret, nonces[0], nonces[1], nonces[2]]);
    let mut record = played(Setup::alhambra(3), seed, usize::MAX);
    let hex = |bytes: [u8; 32]| Seed(bytes).to_string();
    record["fairness"] =
        json!({"commitment": hash(&[secret]).to_string(), "secret": hex(secret), "nonces": nonces.map(hex)});
    assert!(verdict(&record).ends_with("; the seed is provably fair to Ana, Ben, Cem, who contributed nonces"));

    let changed = |change: fn(&mut Value), place: &str, problem: &str| says(&fault(&record, change), place, problem);
    changed(|r| r["fairness"]["commitment"] = json!("zz"), "fairness.commitment: ", "32 bytes in hex");
    changed(|r| r["fairness"]["commitment"] = r["seed"].clone(), "fairness.secret: ", "differs from the commitment");
    changed(|r| r["fairness"]["secret"] = r["seed"].clone(), "fairness.secret: ", "differs from the commitment");
    changed(|r| r["fairness"]["nonces"][1] = r["seed"].clone(), "seed: ", "secret and nonces give ");
    changed(|r| r["fairness"]["nonces"].as_array_mut().expect("nonces").reverse(), "seed: ", "secret and nonces give ");
    changed(|r| r["fairness"]["nonces"][1] = json!("12"), "fairness.nonces[1]: ", "32 bytes in hex");
    changed(
        |r| drop(r["fairness"]["nonces"].as_array_mut().map(Vec::pop)),
        "fairness.nonces: ",
        "2 nonces for 3 seats",
    );
    changed(|r| drop(r["fairness"].as_object_mut().map(|f| f.remove("secret"))), "fairness.secret: ", "missing");
    changed(|r| drop(r.as_object_mut().map(|r| r.remove("seed"))), "seed: ", "missing");
    changed(|r| r["seed"] = json!(Seed::from(1).to_string()), "seed: ", "secret and nonces give ");

    // A nonce that follows from the secret was contributed by nobody.
    let drawn = |seat: u8| -> [u8; 32] { Sha256::digest([&secret[..], &[seat]].concat()).into() };
    let told = |nonces: [[u8; 32]; 3]| {
        let seed = hash(&[secret, nonces[0], nonces[1], nonces[2]]);
        let mut record = played(Setup::alhambra(3), seed, usize::MAX);
        record["fairness"] =
            json!({"commitment": hash(&[secret]).to_string(), "secret": hex(secret), "nonces": nonces.map(hex)});
        verdict(&record)
    };
    let some = told([drawn(0), nonces[1], drawn(2)]);
    assert!(some.ends_with("; the seed is provably fair to Ben, who contributed nonces"), "{some}");
    let none = told([drawn(0), drawn(1), drawn(2)]);
    assert!(none.ends_with("; the server alone chose the seed: nobody contributed a nonce"), "{none}");

    // While the game is running, there is only the commitment.
    let mut running = played(Setup::alhambra(3), seed, 30);
    running["fairness"] = json!({"commitment": hash(&[secret]).to_string(), "nonces": nonces.map(hex)});
    assert_eq!(verdict(&running), "valid: 30 steps, still running; no seed to check against");
}

/// Without a seed, each step must be legal, and everything revealed must be possible.
#[test]
fn running_games_are_checked_as_far_as_possible() {
    let setup = Setup::alhambra(3).with(Module::Huts).with(Module::Bonus);
    let record = played(setup, Seed::from(8), 120);
    verdict(&record);
    let changed = |change: fn(&mut Value), place: &str, problem: &str| says(&fault(&record, change), place, problem);
    changed(|r| r["deal"]["first"] = json!(7), "deal.first: ", "goes first (S3)");
    changed(|r| r["deal"]["market"][0] = r["deal"]["market"][1].clone(), "deal.market[1]: ", "not in the bag");
    changed(|r| r["result"] = json!({"scores": [1, 2, 3], "dirk": null, "winners": [2]}), "result: ", "not over");
    changed(|r| r["steps"][3]["do"] = json!("wake"), "step 4 (seat ", "do: ");

    let (number, at) = step_where(&record, |s| shows(s, "display").is_some());
    let show = shows(&record["steps"][at], "display").expect("it was found");
    let place = format!("step {number} (seat {}, `end`), shows[{show}]: ", record["steps"][at]["seat"]);
    says(&fault(&record, |r| r["steps"][at]["shows"][show] = json!("display xdf")), &place, "xdf is not in the deck");
    says(&fault(&record, |r| r["steps"][at]["shows"][show] = json!("display 7")), &place, "not the code of a card");
    says(&fault(&record, |r| r["steps"][at]["shows"][show] = json!("scoring B")), &place, "further down (S5)");
    says(&fault(&record, |r| r["steps"][at]["shows"][show] = json!("left P8")), &place, "expected `display …`");
    says(&fault(&record, |r| r["steps"][at]["shows"] = json!([])), &place, "found nothing, expected `display …`");
    let (number, at) = step_where(&record, |s| shows(s, "market").is_some());
    let show = shows(&record["steps"][at], "market").expect("it was found");
    let place = format!("step {number} (seat {}, `end`), shows[{show}]: ", record["steps"][at]["seat"]);
    says(&fault(&record, |r| r["steps"][at]["shows"][show] = json!("market 1 F")), &place, "not in the bag");
}

/// Records of old games stay valid: a change to the rules or shuffles that invalidates one of them must raise
/// `RULES_VERSION`.
const KEPT: [(&str, &str); 3] = [
    ("alhambra", include_str!("../records/alhambra.json")),
    ("granada", include_str!("../records/granada.json")),
    ("combined", include_str!("../records/combined.json")),
];

#[test]
fn stored_records_are_valid() {
    for (name, record) in KEPT {
        let (sound, said) = verify(record.as_bytes());
        assert!(sound, "{name}: {said}");
    }
}

/// The description of a game: the deal, the steps, the table after a step.
#[test]
fn a_game_is_described() {
    for (name, record) in KEPT {
        let run = sabika(&["replay", "-", "--step", "60"], record);
        assert!(run.ok, "{}{}", run.out, run.err);
        insta::assert_snapshot!(name, run.out);
        let whole = sabika(&["replay", "-"], record);
        assert!(whole.ok && whole.out.contains("Round 3") && whole.out.contains("Won by seat "), "{}", whole.out);
    }
    let (_, record) = KEPT[0];
    let run = sabika(&["replay", "-", "--step", "100000"], record);
    assert!(!run.ok && run.err.starts_with("sabika: --step 100000: the record has "), "{}", run.err);
    let run = sabika(&["replay", "-", "--step", "1", "--verify"], record);
    assert!(!run.ok && run.err.contains("--step"), "{}", run.err);
}
