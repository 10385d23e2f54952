//! `sabika bot`, and programs that play in the arena: good ones, and those that hang, crash or send invalid lines.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::sabika;

/// A program given in two words: `sh` and a script that answers the handshake and then does this.
fn script(dir: &Path, name: &str, then: &str) -> String {
    let file = dir.join(name);
    let text = format!("read hello\necho name {name}\necho info hello\necho ready\n{then}\n");
    fs::write(&file, text).expect("a script can be written");
    format!("cmd:sh {}", file.display())
}

/// The report of one two-player deal, the first bot against the second.
fn report(bots: &str, budget: &str) -> Value {
    let args =
        ["arena", "--bots", bots, "--players", "2", "--blocks", "1", "--budget", budget, "--threads", "1", "--json"];
    let run = sabika(&args, "");
    assert!(run.ok, "{}", run.err);
    serde_json::from_str(&run.out).expect("one line of JSON")
}

fn own(level: &str) -> String {
    format!("cmd:{} bot {level}", env!("CARGO_BIN_EXE_sabika"))
}

/// Our own bots as programs: whole games, with all modules, several at a time.
#[test]
fn a_program_plays_whole_games() {
    let bots = format!("{},{}", own("novice"), own("random"));
    let args =
        ["arena", "--bots", &bots, "--players", "3", "--modules", "all", "--blocks", "2", "--budget", "1", "--json"];
    let run = sabika(&[&args[..], &["--threads", "2"]].concat(), "");
    assert!(run.ok, "{}", run.err);
    let report: Value = serde_json::from_str(&run.out).expect("one line of JSON");
    assert_eq!(report["bots"], serde_json::json!(["novice", "random"]));
    assert_eq!((&report["games"], &report["stopped"]), (&Value::from(6), &serde_json::json!([])));
    assert!(report["score"].as_f64() > Some(0.0));
}

/// A program plays like the bot inside it would play here: it is told everything that the bot may know.
#[test]
fn a_program_is_as_good_as_the_bot_in_it() {
    let [inside, outside] = ["builder,random", &format!("{},random", own("builder"))].map(|bots| report(bots, "1"));
    assert_eq!(inside["wins"], 1.0);
    assert_eq!(outside["wins"], 1.0, "{outside}");
}

#[test]
fn a_program_that_fails_loses_and_the_report_says_why() {
    let dir = TempDir::new().expect("a directory");
    let until_go = "while read line; do case $line in go*) break;; esac; done";
    for (name, then, why) in [
        ("hangs", "while read line; do :; done", "did not answer within 150 ms"),
        ("dies", &format!("{until_go}\nexit 3"), "ended without an answer (exit status: 3)"),
        ("babbles", &format!("{until_go}\necho bestmove e2e4"), "answered `bestmove e2e4`: unknown word `bestmove`"),
        (
            "stutters",
            &format!("{until_go}\necho action take"),
            "answered `action take`: word 2: the code of a card is missing",
        ),
        ("cheats", "while read line; do case $line in go*) echo action done;; esac; done", "chose done: T1: not-now"),
        ("resigns", &format!("{until_go}\necho error no idea"), "gave up: no idea"),
        ("returns", &format!("{until_go}\necho ready"), "answered `ready` instead of an action"),
        (
            "floods",
            &format!("{until_go}\nhead -c 70000 /dev/zero | tr '\\0' x"),
            "wrote a line longer than 65536 bytes",
        ),
    ] {
        let bots = format!("{},random", script(dir.path(), name, then));
        // Only the clock of the one that hangs matters; the others may take their time on a busy machine.
        let report = report(&bots, if name == "hangs" { "50ms" } else { "1" });
        assert_eq!(report["stopped"], serde_json::json!([format!("forfeit: {name} {why}")]));
        assert_eq!((report["wins"].as_f64(), &report["games"]), (Some(0.0), &Value::from(2)), "{report}");
        assert_eq!(report["score"], 0.0);
    }
}

#[test]
fn a_program_that_does_not_start_is_reported_at_once() {
    let refused = |bot: &str| {
        let run = sabika(&["arena", "--bots", &format!("{bot},random"), "--blocks", "1"], "");
        assert!(!run.ok && run.out.is_empty());
        run.err
    };
    assert!(refused("cmd:no-such-program x").contains("`no-such-program x` cannot be started: No such file"));
    assert!(refused("cmd:true").contains("`true` ended without an answer (exit status: 0)"));
    assert!(refused("cmd:").contains("names no program"));
    assert!(refused("cmd:echo error too old").contains("gave up: too old"));
}

/// The conversation on the protocol's page is accurate: `>` is sent, `<` is answered.
#[test]
fn the_documented_conversation_is_accurate() {
    let page = include_str!("../../../../docs/bot-protocol.md");
    let example =
        page.split("```conversation\n").nth(1).and_then(|rest| rest.split("```").next()).expect("there is one");
    let lines = |sign: &str| example.lines().filter_map(|line| line.strip_prefix(sign)).collect::<Vec<_>>().join("\n");
    let run = sabika(&["bot", "builder"], lines("> "));
    assert!(run.ok, "{}", run.err);
    assert_eq!(run.out.trim_end(), lines("< "));
}
