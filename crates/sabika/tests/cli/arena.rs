//! `sabika tune` and `sabika arena`.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::sabika;

const TUNE: [&str; 9] = ["tune", "--players", "2", "--generations", "1", "--candidates", "3", "--deals", "1"];

/// Runs the arena, and returns the report.
fn report(args: &str) -> Value {
    let run = sabika(&args.split(' ').collect::<Vec<_>>(), "");
    assert!(run.ok, "{args}: {}", run.err);
    serde_json::from_str(&run.out).expect("one line of JSON")
}

/// The report, and the times removed from it, which depend on the clock.
fn timed(args: &str) -> (Value, Vec<Value>) {
    let mut report = report(args);
    let times = report.as_object_mut().and_then(|r| r.remove("times"));
    (report, times.and_then(|t| t.as_array().cloned()).expect("times"))
}

#[test]
fn tuned_weights_play_in_the_arena() {
    let dir = TempDir::new().expect("a directory");
    let file = dir.path().join("weights").display().to_string();
    let tuned = sabika(&[&TUNE[..], &["--start", "by-hand", "--out", &file]].concat(), "");
    assert!(tuned.ok, "{}", tuned.err);
    assert_eq!(fs::read_to_string(&file).expect("a table"), tuned.out, "what is written is what is printed");
    assert!(tuned.out.contains("camp: 0.500,\n"), "nothing is learnt of a module that is not played: {}", tuned.out);

    let games = "arena --bots builder,builder --players 2 --blocks 2 --budget 1 --json";
    let (own, times) = timed(&format!("{games} --weights {file}"));
    assert_eq!(own["bots"], serde_json::json!(["builder with other weights", "builder"]));
    assert_eq!(timed(&format!("{games} --weights {file} --threads 1")).0, own, "a matter of the seed");
    assert_ne!(timed(games).0["score"], own["score"], "the weights make a difference");
    for row in &times {
        let figure = |name: &str| row[name].as_u64().unwrap_or_else(|| panic!("{name} of {row}"));
        assert!(figure("choices") > 0 && figure("p50_us") <= figure("p99_us"), "{row}");
        assert!(figure("p99_us") <= figure("longest_us") && row["choices_per_s"].as_f64() > Some(0.0), "{row}");
    }
    assert_eq!(times.len(), 2, "each bot's");
}

#[test]
fn an_invalid_table_of_weights_is_refused() {
    let dir = TempDir::new().expect("a directory");
    let file = dir.path().join("weights").display().to_string();
    let refused = |bots: &str| {
        let run = sabika(&["arena", "--bots", bots, "--blocks", "1", "--weights", &file], "");
        assert!(!run.ok && run.out.is_empty());
        run.err
    };
    assert!(refused("builder,builder").contains(&format!("--weights {file}: No such file")));
    fs::write(&file, "rivals: 0.5,\ndeny: lots,\n").expect("a file");
    assert!(refused("builder,builder").contains(&format!("--weights {file}: line 2: deny: lots,: not a number")));
    fs::write(&file, sabika_bots::Weights::ALHAMBRA.to_string()).expect("a file");
    assert!(refused("novice,builder").contains("--weights: only builder and classic have weights, not novice"));
}

/// Every number ends below the last letter of its heading.
#[test]
fn the_table_of_times_is_aligned() {
    let args = "arena --bots random,novice --players 2 --blocks 1 --budget 1 --threads 1";
    let run = sabika(&args.split(' ').collect::<Vec<_>>(), "");
    assert!(run.ok, "{}", run.err);
    let ends = |line: &str| -> Vec<usize> {
        let chars: Vec<char> = line.chars().chain([' ']).collect();
        (25..chars.len()).filter(|i| chars[*i] == ' ' && chars[*i - 1] != ' ').collect()
    };
    let table: Vec<&str> = run.out.lines().skip_while(|line| !line.starts_with("ms per move")).collect();
    assert_eq!(table.len(), 3, "{}", run.out);
    let heading = table[0].replace("per s", "per_s");
    for row in &table[1..] {
        assert_eq!(ends(row), ends(&heading), "{}", run.out);
    }
}
