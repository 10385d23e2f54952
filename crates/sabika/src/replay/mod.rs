//! `sabika replay`: a record played again, told in text, and checked.

mod difference;
mod fairness;
mod fold;
mod tell;

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use sabika_rules::record::Record;

use crate::{Problem, record_file};
use fold::{Fault, Moment, Verdict};

/// Play a record again, tell what happened, and check every step.
///
/// With a seed, the whole game is dealt from it again, and all that the record shows must follow. Without one, as while a
/// game runs, each step must be legal and all that came to light must have been possible. How a server's seed came about
/// (fairness) is checked, too. Ends with status 1 where the record is wrong, and says where.
#[derive(clap::Args)]
pub struct Args {
    /// The record; `-`: standard input
    file: PathBuf,

    /// Tell nothing but whether the record is sound
    #[arg(long, conflicts_with = "step")]
    verify: bool,

    /// Tell the game up to step N only, and show the table as it stood then; 0 is the deal
    #[arg(long, value_name = "N")]
    step: Option<usize>,
}

pub fn run(args: &Args) -> Result<ExitCode, Problem> {
    let bytes = record_file::read_bytes(&args.file)?;
    let mut out = BufWriter::new(io::stdout().lock());
    let checked = match serde_json::from_slice::<Record>(&bytes) {
        Err(e) => Err(Fault::json(&e)),
        Ok(record) => {
            if let Some(step) = args.step.filter(|n| *n > record.steps.len()) {
                return Err(format!("--step {step}: the record has {} steps", record.steps.len()).into());
            }
            if args.verify { fold::fold(&record, |_| Ok(()))? } else { retell(args, &record, &mut out)? }
        }
    };
    let name = args.file.display();
    match checked {
        Ok(verdict) => {
            writeln!(out, "{name}: {verdict}")?;
            out.flush()?;
            Ok(ExitCode::SUCCESS)
        }
        Err(fault) => {
            writeln!(out, "{name}: {fault}")?;
            out.flush()?;
            Ok(ExitCode::FAILURE)
        }
    }
}

fn retell(args: &Args, record: &Record, out: &mut impl Write) -> io::Result<Result<Verdict, Fault>> {
    let last = args.step.unwrap_or(record.steps.len());
    fold::fold(record, |moment| {
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
