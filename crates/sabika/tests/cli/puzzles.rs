use std::fs;

use serde_json::Value;

use crate::sabika;

/// The puzzles of the page.
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/puzzles/puzzles.json");

/// The same arguments give the same puzzles; a second run reads the first one's files.
#[test]
fn puzzles_are_reproducible() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let find = |file: &str, work: &str| {
        let run = sabika(
            &[
                "puzzles",
                file,
                "--work",
                work,
                "--games",
                "1",
                "--simulations",
                "8",
                "--margin",
                "0.02",
                "--seed",
                "1",
                "--threads",
                "1",
            ],
            "",
        );
        assert!(run.ok, "{}", run.err);
        fs::read_to_string(file).expect("it was written")
    };
    let first = find(&path("a.json"), &path("one"));
    let game = folder.path().join("one/1-00000.json");
    let kept = fs::metadata(&game).and_then(|file| file.modified()).expect("the game's puzzles are kept");
    assert_eq!(find(&path("b.json"), &path("one")), first, "what was kept is read again");
    assert_eq!(fs::metadata(&game).and_then(|file| file.modified()).expect("it is still there"), kept);
    assert_eq!(find(&path("c.json"), &path("two")), first, "the same arguments give the same puzzles");
    let found: Value = serde_json::from_str(&first).expect("JSON");
    assert!(!found["puzzles"].as_array().expect("a list").is_empty(), "{first}");
    let other = sabika(
        &["puzzles", &path("d.json"), "--work", &path("one"), "--games", "1", "--simulations", "9", "--seed", "1"],
        "",
    );
    assert!(!other.ok && other.err.contains("was made with different arguments"), "{}", other.err);
}

/// Puzzles of a theme are added to those in a file; doing it again changes nothing, and a seed stands for one way to search.
#[test]
fn puzzles_are_added_to_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (file, work) = (path("a.json"), path("work"));
    let find = |more: &[&str]| {
        let common = ["puzzles", &file, "--work", &work, "--games", "1", "--simulations", "8", "--margin", "0.02"];
        sabika(&[&common[..], more].concat(), "")
    };
    let read = || -> Value { serde_json::from_str(&fs::read_to_string(&file).expect("it was written")).expect("JSON") };
    assert!(find(&["--seed", "8"]).ok);
    let before = read();
    let add = ["--seed", "12", "--add", "--themes", "vizier"];
    let run = find(&add);
    assert!(run.ok, "{}", run.err);
    let after = read();
    let puzzles = |file: &Value| file["puzzles"].as_array().expect("a list").clone();
    let (kept, added): (Vec<Value>, Vec<Value>) =
        puzzles(&after).into_iter().partition(|puzzle| puzzles(&before).contains(puzzle));
    assert_eq!(kept.len(), puzzles(&before).len(), "all are kept");
    assert!(!added.is_empty(), "{}", run.out);
    for puzzle in &added {
        let themes = puzzle["themes"].as_array().expect("a list");
        assert!(themes.contains(&"vizier".into()) && puzzle["id"].as_str().is_some_and(|id| id.starts_with("12-")));
    }
    let seeds: Vec<&Value> = after["made"].as_array().expect("a list").iter().map(|run| &run["seed"]).collect();
    assert_eq!(seeds, [8, 12]);
    assert!(find(&add).ok);
    assert_eq!(read(), after, "the same again");
    let other = find(&["--seed", "12", "--add"]);
    assert!(!other.ok && other.err.contains("the file has puzzles of this seed"), "{}", other.err);
    let unknown = find(&["--seed", "13", "--add", "--themes", "chess"]);
    assert!(!unknown.ok && unknown.err.contains("unknown theme `chess`"), "{}", unknown.err);
}

/// A sample of the page's puzzles is solved by the grandmaster with a fixed number of simulations; a novice finds few of all.
#[test]
fn the_grandmaster_solves_the_puzzles_of_the_page() {
    let run = sabika(&["puzzles", PAGE, "--check", "--sample", "24", "--budget", "160", "--threads", "2"], "");
    assert!(run.ok, "{}{}", run.out, run.err);
    let whole: Value = serde_json::from_str(&fs::read_to_string(PAGE).expect("the page has puzzles")).expect("JSON");
    let all = whole["puzzles"].as_array().expect("a list");
    let novice = all.iter().filter(|puzzle| puzzle["novice"] == true).count();
    assert!(novice * 10 <= all.len() * 3, "a novice finds {novice} of {}", all.len());
    let mut ids: Vec<&str> = all.iter().filter_map(|puzzle| puzzle["id"].as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all.len(), "every puzzle has an id of its own");
}

#[test]
fn a_file_without_puzzles_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("p.json");
    let check = |text: &str| {
        fs::write(&file, text).expect("it is written");
        let run = sabika(&["puzzles", &file.to_string_lossy(), "--check"], "");
        assert!(!run.ok);
        run.err
    };
    assert!(check("{}").contains("missing field `format`"));
    let page = fs::read_to_string(PAGE).expect("the page has puzzles");
    let mut whole: Value = serde_json::from_str(&page).expect("JSON");
    whole["puzzles"].as_array_mut().expect("a list").truncate(1);
    let one = whole.clone();
    whole["puzzles"][0]["position"] = "view/1 game=chess".into();
    assert!(check(&whole.to_string()).contains("puzzle "), "the puzzle is named");
    let mut forged = one;
    forged["puzzles"][0]["best"]["do"] = serde_json::json!(["place T9ne 5,5", "end"]);
    assert!(check(&forged.to_string()).contains("its solution is illegal"));
}
