//! Runs the built binary and checks its output.

mod admin;
mod arena;
mod bench;
mod docs;
mod inspect;
mod protocol;
mod puzzles;
mod replay;
mod simulate;

use std::io::Write;
use std::process::{Command, Stdio};

/// The output of a run.
struct Run {
    ok: bool,
    out: String,
    err: String,
}

/// Runs `sabika` with these arguments and this input.
fn sabika(args: &[&str], input: impl AsRef<[u8]>) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sabika"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let input = input.as_ref().to_vec();
    // Written from a separate thread, because the answers may fill their pipe before all questions are sent. A program that does
    // not read its input closes it, which is not an error.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the binary ends");
    writer.join().expect("the writer ends");
    let text = |bytes| String::from_utf8(bytes).expect("only UTF-8 is printed");
    Run { ok: output.status.success(), out: text(output.stdout), err: text(output.stderr) }
}

#[test]
fn every_command_explains_itself() {
    let help = sabika(&["--help"], "");
    assert!(help.ok);
    let commands: Vec<&str> = help
        .out
        .lines()
        .skip_while(|l| !l.starts_with("Commands:"))
        .skip(1)
        .take_while(|l| l.starts_with("  "))
        // Long descriptions continue on indented lines.
        .filter(|l| !l.starts_with("   "))
        .filter_map(|l| l.split_whitespace().next())
        .filter(|c| *c != "help")
        .collect();
    assert_eq!(
        commands,
        [
            "serve", "admin", "simulate", "replay", "inspect", "arena", "bot", "puzzles", "tune", "selfplay", "bench",
            "load"
        ],
        "{}",
        help.out
    );
    for command in commands {
        let help = sabika(&[command, "--help"], "");
        assert!(help.ok && help.out.contains(&format!("Usage: sabika {command}")), "{}", help.out);
    }
    assert!(sabika(&["--version"], "").out.starts_with("sabika 0."));
}

/// An address is a number with a port, and the error shows one.
#[test]
fn serve_says_what_an_address_looks_like() {
    let refused = sabika(&["serve", "--listen", "4747"], "");
    assert!(!refused.ok && refused.err.contains("such as 127.0.0.1:4747"), "{}", refused.err);
}
