//! `sabika bench`: checks that it measures; the figures depend on the machine.

use serde_json::Value;

use crate::sabika;

#[test]
fn every_figure_is_reported() {
    let run = sabika(&["bench", "--seconds", "0.02"], "");
    assert!(run.ok, "{}", run.err);
    let figures: Value = serde_json::from_str(&run.out).expect("one line of JSON");
    let keys = [
        "actions_per_s",
        "mean_actions_listed",
        "quick_games_per_s",
        "fold_300_us",
        "actions_per_s_all_modules",
        "mean_actions_listed_all_modules",
        "quick_games_per_s_all_modules",
    ];
    assert_eq!(figures.as_object().map(|f| f.len()), Some(keys.len()));
    assert!(keys.iter().all(|key| figures[key].as_f64().is_some_and(|n| n > 0.0)), "{figures}");
    assert_eq!(run.out.lines().count(), 1);
    assert!(!sabika(&["bench", "--seconds", "-1"], "").ok);
}
