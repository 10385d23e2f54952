//! `sabika load`: how much a server carries, beside a bare WebSocket echo on the same machine.

mod echo;
mod game;
mod http;
mod process;

use std::process::ExitCode;
use std::time::Duration;

use crate::Problem;

/// Measure a server: many live tables with a socket for each player, no bots, everybody plays as fast as they are shown.
///
/// It starts a server for each database, one after another, and a bare WebSocket echo; all on this machine, which also plays.
#[derive(clap::Args)]
pub struct Args {
    /// Databases to measure with, each fresh: `sqlite:FILE`, `postgres://…`
    #[arg(long = "database", value_name = "URL")]
    databases: Vec<String>,

    /// Tables
    #[arg(long, default_value_t = 1000)]
    tables: usize,

    /// Players of a table, each with a socket
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(2..=6))]
    players: u8,

    /// Seconds for each measurement
    #[arg(long, default_value_t = 15)]
    seconds: u64,

    /// Be the bare echo instead
    #[arg(long, hide = true)]
    echo: bool,
}

pub fn run(args: &Args) -> Result<ExitCode, Problem> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    if args.echo {
        runtime.block_on(echo::serve())?;
    } else {
        runtime.block_on(measure(args))?;
    }
    Ok(ExitCode::SUCCESS)
}

async fn measure(args: &Args) -> Result<(), Problem> {
    let sockets = args.tables * args.players as usize;
    enough_files(sockets)?;
    println!(
        "{} tables × {} sockets, {} s each; server and players share this machine",
        args.tables, args.players, args.seconds
    );
    let time = Duration::from_secs(args.seconds);
    let bare = echo::measure(sockets, time).await?;
    println!("bare echo: {bare:.0} messages delivered/s");
    for database in &args.databases {
        let name = database.split(':').next().unwrap_or_default();
        let report = game::measure(args, database, time).await?;
        println!(
            "{name}: {:.1} KiB resident for each idle socket ({} MiB with all tables)",
            report.socket, report.resident
        );
        let steady = &report.steady;
        println!(
            "{name}, a move a second at each table: {:.0} moves/s; from an action to its last viewer p50 {:.1} ms, p99 {:.1} ms",
            steady.moves, steady.p50, steady.p99
        );
        let flat = &report.flat_out;
        println!(
            "{name}, flat out: {:.0} messages delivered/s, {:.2} of the bare echo; {:.0} moves/s; p50 {:.0} ms, p99 {:.0} ms; \
             {:.0} bytes a message",
            flat.messages,
            flat.messages / bare,
            flat.moves,
            flat.p50,
            flat.p99,
            flat.bytes
        );
        println!("{name}: {} games ended, {} problems", report.ended, report.problems);
    }
    Ok(())
}

/// Each socket is an open file, here and in the server.
fn enough_files(sockets: usize) -> Result<(), Problem> {
    let wanted = sockets as u64 + 500;
    let limit = rlimit::increase_nofile_limit(wanted)?;
    if limit < wanted {
        let why =
            format!("{sockets} sockets need {wanted} open files, and only {limit} are allowed: raise `ulimit -n`");
        return Err(why.into());
    }
    Ok(())
}

/// The value that this part of a list lies below, in milliseconds.
fn percentile(sorted: &[u32], part: f64) -> f64 {
    let at = (sorted.len() as f64 * part) as usize;
    sorted.get(at.min(sorted.len().saturating_sub(1))).map_or(0.0, |micros| f64::from(*micros) / 1000.0)
}
