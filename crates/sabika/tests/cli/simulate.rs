//! `sabika simulate`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::sabika;

/// Runs it, and returns the summary without values that depend on the clock.
fn summary(args: &[&str]) -> Value {
    let args: Vec<&str> = ["simulate"].iter().chain(args).copied().collect();
    let run = sabika(&args, "");
    assert!(run.ok, "{args:?}: {}", run.err);
    assert_eq!(run.err, "", "no progress bar where nobody watches");
    let mut summary: Value = serde_json::from_str(&run.out).expect("one line of JSON");
    for key in ["seconds", "games_per_s"] {
        let figure = summary.as_object_mut().and_then(|s| s.remove(key));
        assert!(figure.is_some_and(|f| f.is_f64()), "{key}");
    }
    summary
}

fn files(dir: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(dir).expect("the directory is there").map(|entry| entry.expect("it can be read").path());
    entries
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(path).expect("a text"))
        })
        .collect()
}

fn path(dir: &TempDir) -> &str {
    dir.path().to_str().expect("a plain path")
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let runs = ["1", "3"].map(|threads| {
        let dir = TempDir::new().expect("a temporary directory");
        let flags = ["--players", "3", "--games", "7", "--seed", "40", "--modules", "all", "--threads", threads];
        let summary = summary(&[&flags[..], &["--records", path(&dir)]].concat());
        (summary, files(dir.path()))
    });
    assert_eq!(runs[0], runs[1]);
    let (summary, files) = &runs[0];
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names, (40..47).map(|seed| format!("game-{seed}.json")).collect::<Vec<_>>());
    let records: Vec<Value> = files.values().map(|text| serde_json::from_str(text).expect("JSON")).collect();
    let sum = |seat: usize| records.iter().map(|r| r["result"]["scores"][seat].as_f64().expect("points")).sum::<f64>();
    for seat in 0..3 {
        let mean = summary["mean_scores"][seat].as_f64().expect("a mean");
        assert!((mean - sum(seat) / 7.0).abs() < 0.006, "{summary}");
    }
    let steps: usize = records.iter().map(|r| r["steps"].as_array().map_or(0, Vec::len)).sum();
    assert_eq!(summary["steps"], steps);
    let wins: usize = records.iter().map(|r| r["result"]["winners"].as_array().map_or(0, Vec::len)).sum();
    assert_eq!(summary["wins"].as_array().map(|w| w.iter().filter_map(Value::as_u64).sum()), Some(wins as u64));
}

/// Every type of game, by either bot: each record can be verified.
#[test]
fn simulated_records_can_be_verified() {
    let sorts: [&[&str]; 6] = [
        &["--players", "2", "--modules", "all"],
        &["--players", "5", "--bot", "quick"],
        &["--players", "6", "--modules", "vizier,bonus", "--bot", "quick"],
        &["--players", "2", "--game", "granada", "--modules", "all", "--simplified"],
        &["--players", "4", "--game", "granada", "--bot", "quick"],
        &["--players", "3", "--game", "combined", "--modules", "bureau", "--end", "english"],
    ];
    for flags in sorts {
        let dir = TempDir::new().expect("a temporary directory");
        let summary = summary(&[flags, &["--games", "2", "--records", path(&dir)]].concat());
        assert_eq!(summary.get("mean_dirk").is_some(), flags[1] == "2", "N3");
        for name in files(dir.path()).keys() {
            let file = dir.path().join(name);
            let run = sabika(&["replay", "--verify", file.to_str().expect("a plain path")], "");
            assert!(run.ok && run.out.contains("matches its seed"), "{flags:?}: {}{}", run.out, run.err);
        }
    }
}

#[test]
fn invalid_flags_are_named() {
    let refused = |flags: &[&str], part: &str| {
        let args: Vec<&str> = ["simulate"].iter().chain(flags).copied().collect();
        let run = sabika(&args, "");
        assert!(!run.ok && run.out.is_empty() && run.err.contains(part), "{flags:?}: {}", run.err);
    };
    refused(&["--players", "7"], "'--players <N>': 7 is not in 2..=6");
    refused(&["--games", "0"], "--games");
    refused(&["--game", "chess"], "'chess' for '--game <GAME>': alhambra, granada or combined");
    refused(
        &["--modules", "vizier,huts,squares"],
        "--modules: unknown module `squares`; known modules: vizier, bureau, bonus",
    );
    refused(&["--game", "granada", "--modules", "huts"], "--modules: module huts cannot be used with granada");
    refused(&["--simplified"], "--simplified: simplified scoring is an option of granada and combined (GR6)");
    refused(&["--end", "english"], "--end: the end rule is an option of the combined game (CO6)");
    refused(&["--end", "polish"], "--end");
    refused(&["--bot", "clever"], "--bot");
    refused(&["--seed", "18446744073709551615", "--games", "2"], "--seed 18446744073709551615: ");
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    let taken = file.path().to_str().expect("a plain path");
    refused(&["--records", taken], &format!("--records {taken}: "));
}

/// If a game's record cannot be written, the run stops and names the file.
#[test]
fn a_record_that_cannot_be_written_is_named() {
    let dir = TempDir::new().expect("a temporary directory");
    fs::create_dir(dir.path().join("game-2.json")).expect("a directory in the way");
    let run = sabika(&["simulate", "--games", "3", "--records", path(&dir)], "");
    assert!(!run.ok && run.err.contains("game-2.json: "), "{}", run.err);
}
