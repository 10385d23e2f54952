//! `sabika inspect`: answers questions about boards and scores, for tests and for anyone who wants to check the engine.

mod boards;
mod place;
mod positions;
mod scores;

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use serde::Serialize;
use serde_json::Value;

use crate::Error;
use place::{InputError, Place};

/// Answer questions about boards, scores and positions, as JSON lines: one answer per question
///
/// A board: is it legal, how long are its walls, which tiles can be removed, where could a tile go?
///
///   {"game":"alhambra","tiles":[["F",0,0],["T9ne",1,0]],"try":["G10"]}
///
/// Lengths are in segments, cells are [x,y]. For an illegal board the answer names the rule it breaks. In the combined game
/// "granada_start":[x,y] is the cell of Granada's starting tile; the default is the first Granada tile in the list.
///
/// A score: what would each player score in this round?
///
///   {"score":{"game":"alhambra","round":2,"seats":[{"tiles":[…],"bonus":["+G10"],"falcons":["fGT"]},…],"dirk":["T9ne"]}}
///
/// All values are points. "simplified":true selects Granada's simplified scoring.
///
/// A position, as described in docs/notation.md: whose choice is it, and what are the options?
///
///   {"position":"view/1 game=alhambra players=3 …"}
///
/// A line that cannot be understood is answered with {"error": reason}, and reading continues.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
#[allow(rustdoc::broken_intra_doc_links, reason = "the comment is what `--help` prints: [x,y] is a cell")]
pub struct Args {
    /// Files to read, one question per line; standard input if none or `-`
    files: Vec<PathBuf>,
}

/// The longest question allowed, in bytes; longer lines are skipped without being stored.
const LONGEST_LINE: u64 = 1 << 20;

/// The answer to a line.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Board(boards::Answer),
    Score(scores::Answer),
    Position(positions::Answer),
    Error { error: String },
}

pub fn run(args: &Args) -> Result<ExitCode, Error> {
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
        // An interactive caller waits for the answer before sending the next question.
        if input.buffer().is_empty() {
            out.flush()?;
        }
    }
}

fn answer(line: &[u8]) -> Answer {
    let understood = match serde_json::from_slice::<Value>(line.trim_ascii_end()) {
        Ok(value) => answer_value(&Place::root(&value)),
        Err(e) => Err(InputError::json(&e)),
    };
    understood.unwrap_or_else(|error| Answer::Error { error: error.to_string() })
}

fn answer_value(question: &Place) -> Result<Answer, InputError> {
    if question.value.get("score").is_some() {
        let keys = question.object(&["score"])?;
        scores::answer(&keys.required("score")?).map(Answer::Score)
    } else if question.value.get(positions::KEY).is_some() {
        let keys = question.object(&[positions::KEY])?;
        positions::answer(&keys.required(positions::KEY)?).map(Answer::Position)
    } else {
        boards::answer(question).map(Answer::Board)
    }
}
