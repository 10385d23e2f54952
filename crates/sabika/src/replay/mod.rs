//! `sabika replay`: replays a record, describes it in text, and checks it.

mod tell;

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use sabika_rules::RecordError;
use sabika_rules::record::Record;
use sabika_table::replay::{Moment, Verdict, check, read_record};

use crate::plain::shortened;
use crate::{Error, record_file};

/// Replay a record: describe what happened and check every step.
///
/// If the record has a seed, the whole game is dealt from it again and must match the record. Without one, as while a
/// game is running, each step must be legal and everything revealed must have been possible. How a server made the seed
/// (fairness) is checked, too. If the record is wrong, the error says where, and the exit status is 1.
#[derive(clap::Args)]
pub struct Args {
    /// The record; `-` for standard input
    file: PathBuf,

    /// Print only whether the record is valid
    #[arg(long, conflicts_with = "step")]
    verify: bool,

    /// Describe the game only up to step N, and show the table at that point; 0 is the deal
    #[arg(long, value_name = "N")]
    step: Option<usize>,
}

pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let bytes = record_file::read_bytes(&args.file)?;
    let mut out = BufWriter::new(io::stdout().lock());
    let checked = match read_record(&bytes) {
        Err(error) => Err(error),
        Ok(record) => {
            if let Some(step) = args.step.filter(|n| *n > record.steps.len()) {
                return Err(format!("--step {step}: the record has {} steps", record.steps.len()).into());
            }
            let checked =
                if args.verify { check(&record, |_| io::Result::Ok(()))? } else { retell(args, &record, &mut out)? };
            checked.map(|verdict| summary(&verdict, &record))
        }
    };
    let name = args.file.display();
    match checked {
        Ok(summary) => {
            writeln!(out, "{name}: {summary}")?;
            out.flush()?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            // The error quotes the record, which may contain anything: print it short and without control characters.
            writeln!(out, "{name}: {}", shortened(&error.to_string(), 600))?;
            out.flush()?;
            Ok(ExitCode::FAILURE)
        }
    }
}

fn retell(args: &Args, record: &Record, out: &mut impl Write) -> io::Result<Result<Verdict, RecordError>> {
    let last = args.step.unwrap_or(record.steps.len());
    check(record, |moment| {
        let at = match &moment {
            Moment::Dealt(game) => {
                tell::deal(out, record, game)?;
                0
            }
            Moment::Played { number, step, shows, .. } => {
                if *number <= last {
                    tell::step(out, record, *number, *step, shows)?;
                }
                *number
            }
        };
        if at == last { tell::table(out, record, moment.game()) } else { Ok(()) }
    })
}

/// The result of checking a valid record, in one line.
fn summary(verdict: &Verdict, record: &Record) -> String {
    let state = if verdict.finished { "finished" } else { "still running" };
    let seed = if verdict.seeded { "matches its seed" } else { "no seed to check against" };
    let name = |seat: &u8| record.seats.get(*seat as usize).map_or_else(String::new, |name| shortened(name, 40));
    let fair = match &verdict.fair {
        None => String::new(),
        Some(seats) if seats.is_empty() => "; the server alone chose the seed: nobody contributed a nonce".into(),
        Some(seats) => {
            let names: Vec<String> = seats.iter().map(name).collect();
            format!("; the seed is provably fair to {}, who contributed nonces", names.join(", "))
        }
    };
    format!("valid: {} steps, {state}; {seed}{fair}", verdict.steps)
}
