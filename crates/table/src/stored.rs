//! Tables as earlier versions stored them: `samples/rows-N` has rows of format N, one per line with the time it was stored,
//! followed by the state that version folded them to.

use sabika_rules::{KNOWN_RULES, RULES_VERSION};
use serde_json::Value;

use crate::message::ProblemKind;
use crate::replay::Replay;
use crate::{Ending, Error, Eyes, Occupant, Row, Status, Table, keepsake_renamed};

/// Every sample: its name and its lines.
const SAMPLES: [(&str, &str); 6] = [
    ("rows-1/abandoned", include_str!("../samples/rows-1/abandoned.jsonl")),
    ("rows-1/alhambra-modules", include_str!("../samples/rows-1/alhambra-modules.jsonl")),
    ("rows-1/alhambra-two", include_str!("../samples/rows-1/alhambra-two.jsonl")),
    ("rows-1/combined", include_str!("../samples/rows-1/combined.jsonl")),
    ("rows-1/granada", include_str!("../samples/rows-1/granada.jsonl")),
    ("rows-1/in-progress", include_str!("../samples/rows-1/in-progress.jsonl")),
];

/// The rows of a sample with their times, and the expected state.
fn read(sample: &str) -> (Vec<(i64, String)>, Value) {
    let mut lines: Vec<Value> = sample.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let expected = lines.pop().expect("the last line")["expect"].take();
    let row = |line: &Value| (line["at"].as_i64().expect("a time"), line["body"].to_string());
    (lines.iter().map(row).collect(), expected)
}

fn fold(rows: &[(i64, String)]) -> Table {
    let rows = (1..).zip(rows).map(|(version, (at, body))| (version, *at, body.as_str()));
    Table::fold(None, rows, |_, _, _| {}).expect("rows can be read").expect("a table has rows")
}

/// The rows of a sample as if its game had begun under another version of the rules.
fn begun_under(rows: &[(i64, String)], version: u32) -> Vec<(i64, String)> {
    let mut rows = rows.to_vec();
    let mut starts = 0;
    for (_, body) in &mut rows {
        let mut row = Row::read(body).expect("a row");
        if let Row::Start { rules, .. } = &mut row {
            *rules = version;
            starts += 1;
            *body = row.to_json();
        }
    }
    assert_eq!(starts, 1);
    rows
}

/// What is written of a row is what was read: a later version changes nothing in what is stored.
#[test]
fn rows_are_written_as_they_were_read() {
    for (name, sample) in SAMPLES {
        for (_, body) in read(sample).0 {
            let row = Row::read(&body).unwrap_or_else(|problem| panic!("{name}: {problem}"));
            let written: Value = serde_json::from_str(&row.to_json()).expect("JSON");
            let mut expected: Value = serde_json::from_str(&body).expect("JSON");
            expected["format"] = serde_json::json!(crate::ROW_FORMAT);
            assert_eq!(written, expected, "{name}");
        }
    }
}

/// The version that a game began under is a value for the engine, and there are samples of all it knows: whoever adds a version adds rows
/// written by the one before.
#[test]
fn games_are_finished_under_the_rules_they_began_with() {
    let mut versions = Vec::new();
    for (name, sample) in SAMPLES {
        let (rows, _) = read(sample);
        let begun = rows.iter().find_map(|(_, body)| match Row::read(body) {
            Ok(Row::Start { rules, .. }) => Some(rules),
            _ => None,
        });
        let begun = begun.expect("it begins");
        let table = fold(&rows);
        assert_eq!(table.game().map(|game| game.table().setup.rules), Some(begun), "{name}");
        assert_eq!(table.record().map(|record| record.rules).unwrap_or(begun), begun, "{name}");
        versions.push(begun);
    }
    assert!(KNOWN_RULES.into_iter().all(|version| versions.contains(&version)), "{versions:?}");
}

/// A game in progress under rules that this engine does not know is shown as far as it got, and says why it cannot go on.
#[test]
fn unknown_rules_are_named() {
    let later = RULES_VERSION + 1;
    let (rows, expected) = read(SAMPLES[5].1);
    let mut table = fold(&begun_under(&rows, later));
    let why = format!("version {later} of the rules is unknown: this engine knows 1 to {RULES_VERSION}");
    assert_eq!((table.frozen.as_ref(), serde_json::json!(table.version)), (Some(&why), expected["version"].clone()));
    assert_eq!(table.duty(), None);
    let refused = table.advance(&Row::Abandon { why: Ending::Expired }).expect_err("it rests");
    assert!(matches!(refused, Error::Problem(problem) if problem.detail.as_ref() == Some(&why)));
    let other = fold(&begun_under(&played_otherwise(&rows), later));
    assert_eq!(other.frozen, Some(why), "the reason for another state");
}

/// Every table stored by an earlier version folds to the same state as then: game, result, and what is due when.
#[test]
fn stored_tables_fold_to_the_same_state() {
    for (name, sample) in SAMPLES {
        let (rows, expected) = read(sample);
        let table = fold(&rows);
        assert_eq!(table.frozen, None, "{name}");
        let duty = table.duty().map(|(duty, at)| format!("{duty:?} {at}"));
        let found = serde_json::json!({
            "version": table.version,
            "status": table.info.status,
            "result": table.info.result,
            "ending": table.info.ending,
            "hash": table.game().map(|game| format!("{:016x}", game.state_hash())),
            "duty": duty,
        });
        assert_eq!(found, expected, "{name}");
    }
}

/// A finished game is frozen because it folds to another state, never because the version of the rules has another number.
#[test]
fn a_version_number_alone_freezes_nothing() {
    for (name, sample) in SAMPLES {
        let (rows, expected) = read(sample);
        let table = fold(&begun_under(&rows, RULES_VERSION + 1));
        assert_eq!(serde_json::json!(table.version), expected["version"], "{name}");
        assert_eq!(table.frozen.is_some(), table.info.status == Status::Playing, "{name}");
    }
}

/// The rows of a sample as a version with other rules would have left them: the last recorded state differs from the one folded
/// here.
fn with_other_rules(rows: &[(i64, String)]) -> Vec<(i64, String)> {
    let mut rows = rows.to_vec();
    let last = rows.iter_mut().rev().find(|(_, body)| body.contains("\"hash\"")).expect("a state is noted");
    let mut row: Row = serde_json::from_str(&last.1).expect("a row");
    if let Row::Act { hash, .. } = &mut row {
        *hash = Some("0".repeat(16));
    }
    last.1 = serde_json::to_string(&row).expect("JSON");
    rows
}

/// A finished game whose rows now fold to another state is shown from its keepsake, with its record, its course and rows stored
/// after its end.
#[test]
fn a_finished_game_is_shown_from_its_keepsake() {
    let mut kept = 0;
    for (name, sample) in SAMPLES {
        let (rows, _) = read(sample);
        let then = fold(&rows);
        let Some(keepsake) = then.keepsake() else {
            assert_ne!(then.info.status, Status::Over, "{name}");
            continue;
        };
        kept += 1;
        assert!(fold(&with_other_rules(&rows)).frozen.is_some(), "{name}");
        let mut now = Table::from_keepsake(&keepsake).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let seats = (0..then.info.seats.len() as u8).map(Eyes::Seat);
        for eyes in seats.chain([Eyes::Watcher]) {
            let last = then.snapshot(eyes, vec![0]);
            assert_eq!(now.snapshot(eyes, vec![0]), last, "{name}");
            let steps = last.log.len();
            assert_eq!(now.moment(eyes, vec![], steps).expect("the end").game, last.game, "{name}");
            assert_eq!(now.moment(eyes, vec![], steps + 1).expect_err("too far").kind, ProblemKind::NotFound);
            assert_eq!(now.moment(eyes, vec![], 0).expect_err("other rules").kind, ProblemKind::Frozen);
        }
        assert_eq!(
            (now.record(), now.course(), now.glance(1)),
            (then.record(), then.course(), then.glance(1)),
            "{name}"
        );
        assert_eq!((now.duty(), now.finish(), now.keepsake()), (None, then.finish(), None), "{name}");
        let again = now.advance(&Row::Rematch { table: "another".into() });
        assert_eq!(again.is_ok(), then.info.rematch.is_none(), "{name}");
        assert!(now.snapshot(Eyes::Watcher, vec![]).table.rematch.is_some(), "{name}");
    }
    assert_eq!(kept, 4);
}

/// A running game that now folds to another state stops where the difference was found, can still be viewed, and says why it cannot
/// continue.
#[test]
fn a_running_game_under_other_rules_is_frozen() {
    let (name, sample) = SAMPLES[5];
    let (rows, _) = read(sample);
    let mut table = fold(&with_other_rules(&rows));
    assert_eq!((name, table.info.status, table.duty()), ("rows-1/in-progress", Status::Playing, None));
    assert!(table.snapshot(Eyes::Watcher, vec![]).game.is_some());
    let refused = table.advance(&Row::Abandon { why: Ending::Expired }).expect_err("it rests");
    let Error::Problem(problem) = refused else { panic!("{refused:?}") };
    assert_eq!(problem.kind, ProblemKind::Frozen);
    assert!(problem.to_string().contains("leads to another state than when it was played"), "{problem}");
    assert_eq!((table.keepsake(), table.record()), (None, None));
}

/// Keepsakes of earlier versions can be shown: whatever the rules are now, the result and final view stay.
#[test]
fn keepsakes_of_every_format_are_shown() {
    let kept = Table::from_keepsake(include_str!("../samples/keepsake-1/alhambra-two.json")).expect("it can be read");
    let (_, expected) = read(SAMPLES[2].1);
    assert_eq!(serde_json::json!(kept.info.result), expected["result"]);
    let last = kept.snapshot(Eyes::Seat(1), vec![1]);
    let points: Vec<u16> = last.game.expect("its last view").players.iter().map(|player| player.score).collect();
    assert_eq!(serde_json::json!(points), expected["result"]["scores"]);
    let record = kept.record().expect("its record");
    assert_eq!((record.steps.len(), kept.course().is_some()), (last.log.len(), true));
    assert_eq!(record.seats, ["Ada", "Ben"]);
}

/// Renaming a person or deleting their account after the end also changes the keepsake.
#[test]
fn names_change_in_keepsakes() {
    let table = fold(&read(SAMPLES[2].1).0);
    let keepsake = table.keepsake().expect("it is over");
    let (person, name) = match &table.info.seats[0].occupant {
        Occupant::Person { person, name, .. } => (person.clone(), name.clone()),
        other => panic!("{other:?}"),
    };
    let renamed = keepsake_renamed(&keepsake, &person, "Somebody").expect("it names them");
    let now = Table::from_keepsake(&renamed).expect("it can be read");
    assert_eq!((now.name(0), &now.record().expect("it is over").seats[0]), ("Somebody".into(), &"Somebody".to_owned()));
    assert!(keepsake.contains(&format!("\"{name}\"")) && !renamed.contains(&format!("\"{name}\"")));
    let mut now = Table::from_keepsake(&keepsake).expect("it can be read");
    now.advance(&Row::Rename { person, name: "Another".into() }).expect("a name");
    assert_eq!(now.record().expect("it is over").seats[0], "Another");
    assert_eq!(keepsake_renamed(&keepsake, "nobody here", "Somebody"), None);
    let later = keepsake.replacen("\"format\":1", "\"format\":2", 1);
    assert_eq!(Table::from_keepsake(&later).expect_err("from later").kind, ProblemKind::Frozen);
}

/// A replay of a record shows at every step what the table showed.
#[test]
fn a_replay_shows_what_the_table_showed() {
    let mut compared = 0;
    for (name, sample) in SAMPLES {
        let table = fold(&read(sample).0);
        let Some(record) = table.record() else { continue };
        let json = serde_json::to_string(&record).expect("JSON");
        let replay = Replay::read(&json).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(replay.verdict().finished && replay.verdict().seeded, "{name}");
        assert_eq!(replay.course(), table.course().expect("it is over"), "{name}");
        let open_hands = table.info.open_hands;
        for eyes in [Eyes::Watcher, Eyes::Seat(0), Eyes::Seat(1)] {
            let steps = replay.steps(eyes);
            for step in (0..=steps).step_by(17).chain([steps]) {
                let shown = replay.snapshot(eyes, open_hands, step).expect("there are so many steps");
                let seen = table.moment(eyes, Vec::new(), step).expect("there were so many steps");
                assert_eq!((shown.game, shown.log, shown.faces), (seen.game, seen.log, seen.faces), "{name}, {step}");
                compared += 1;
            }
            assert_eq!(replay.snapshot(eyes, open_hands, steps + 1), None);
        }
    }
    assert!(compared > 100, "{compared}");
}
