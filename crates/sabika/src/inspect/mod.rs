//! `sabika inspect`: questions about boards and scores, for tests and for outsiders who check the engine.

mod boards;
mod place;
mod scores;

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use serde::Serialize;
use serde_json::Value;

use crate::Problem;
use place::{Complaint, Place};

/// Answer questions about boards and scores: JSON lines in, one JSON answer a line out.
///
/// A board: is it legal, how long are its walls, what can be taken off, where could a tile go?
///
///   {"game":"alhambra","tiles":[["F",0,0],["T9ne",1,0]],"try":["G10"]}
///
/// Lengths are in segments, cells are [x,y]. An illegal board is answered with the rule it breaks. In the combined game
/// "granada_start":[x,y] says where Granada was founded; without it, on the first Granada tile of the list.
///
/// A score: what would everybody get in this round?
///
///   {"score":{"game":"alhambra","round":2,"seats":[{"tiles":[…],"bonus":["+G10"],"falcons":["fGT"]},…],"dirk":["T9ne"]}}
///
/// Answers are in points. "simplified":true asks for Granada's simplified scoring.
///
/// A line that is not understood is answered with {"error": reason}, and the rest goes on.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
#[allow(rustdoc::broken_intra_doc_links, reason = "the comment is what `--help` prints: [x,y] is a cell")]
pub struct Args {
    /// Files to read, one question a line; `-` or none: standard input
    files: Vec<PathBuf>,
}

/// No question is longer than this; what is, is skipped without being kept.
const LONGEST_LINE: u64 = 1 << 20;

/// What a line is answered with.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Board(boards::Answer),
    Score(scores::Answer),
    Error { error: String },
}

pub fn run(args: &Args) -> Result<ExitCode, Problem> {
    let mut out = BufWriter::new(io::stdout().lock());
    if args.files.is_empty() {
        answer_all(io::stdin().lock(), &mut out)?;
    }
    for path in &args.files {
        if path.as_os_str() == "-" {
            answer_all(io::stdin().lock(), &mut out)?;
        } else {
            let file = File::open(path).map_err(|e| format!("{}: {e}", path.display()))?;
            answer_all(BufReader::new(file), &mut out)?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn answer_all(input: impl Read, out: &mut impl Write) -> io::Result<()> {
    let mut input = BufReader::new(input);
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let answer = if line.last() != Some(&b'\n') && line.len() as u64 > LONGEST_LINE {
            input.skip_until(b'\n')?;
            Answer::Error { error: format!("the line is longer than {LONGEST_LINE} bytes") }
        } else {
            answer(&line)
        };
        serde_json::to_writer(&mut *out, &answer)?;
        out.write_all(b"\n")?;
        // Whoever asks line by line waits for the answer before asking on.
        if input.buffer().is_empty() {
            out.flush()?;
        }
    }
}

fn answer(line: &[u8]) -> Answer {
    let understood = match serde_json::from_slice::<Value>(line.trim_ascii_end()) {
        Ok(value) => answer_value(&Place::root(&value)),
        Err(e) => Err(Complaint::json(&e)),
    };
    understood.unwrap_or_else(|complaint| Answer::Error { error: complaint.to_string() })
}

fn answer_value(question: &Place) -> Result<Answer, Complaint> {
    if question.value.get("score").is_some() {
        let keys = question.object(&["score"])?;
        scores::answer(&keys.required("score")?).map(Answer::Score)
    } else {
        boards::answer(question).map(Answer::Board)
    }
}
