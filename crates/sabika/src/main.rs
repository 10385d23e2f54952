//! The one binary of Sabika.

mod admin;
mod arena;
mod bench;
mod bot;
mod draw;
mod inspect;
mod load;
mod parallel;
mod plain;
mod puzzles;
mod record_file;
mod replay;
mod selfplay;
mod serve;
mod set_up;
mod simulate;
mod storage;
mod tune;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Alhambra and Granada, with all the modules of their rulebooks.
#[derive(Parser)]
#[command(name = "sabika", version, propagate_version = true, max_term_width = 120)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::Args),
    Admin(admin::Args),
    Simulate(simulate::Args),
    Replay(replay::Args),
    Inspect(inspect::Args),
    Arena(arena::Args),
    Bot(bot::Args),
    Puzzles(puzzles::Args),
    Tune(tune::Args),
    Selfplay(selfplay::Args),
    Bench(bench::Args),
    Load(load::Args),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Serve(args) => serve::run(&args),
        Command::Admin(args) => admin::run(&args),
        Command::Simulate(args) => simulate::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Arena(args) => arena::run(&args),
        Command::Bot(args) => bot::run(&args),
        Command::Puzzles(args) => puzzles::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Selfplay(args) => selfplay::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Load(args) => load::run(&args),
    };
    match done {
        Ok(code) => code,
        // The reader of our output has gone away: not an error.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sabika: {error}");
            ExitCode::from(2)
        }
    }
}

/// Why a command could not do its work.
type Error = Box<dyn std::error::Error>;

fn is_broken_pipe(error: &Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
}
