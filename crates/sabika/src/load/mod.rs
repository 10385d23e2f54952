//! `sabika load`: load-tests a server, compared with a bare WebSocket echo on the same machine.

mod bots;
mod echo;
mod game;
mod http;
mod process;

use std::process::ExitCode;
use std::time::Duration;

use crate::Error;

/// Load-test a server: many live tables, a socket for each player; in the end, also tables of bots.
///
/// Starts a server for each database in turn, and a bare WebSocket echo, all on this machine, which also runs the players: they act as soon as
/// updates arrive.
#[derive(clap::Args)]
pub struct Args {
    /// Databases to test with, each empty: `sqlite:FILE`, `postgres://…`
    #[arg(long = "database", value_name = "URL")]
    databases: Vec<String>,

    /// Number of tables
    #[arg(long, default_value_t = 1000)]
    tables: usize,

    /// Players per table, each with a socket
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(2..=6))]
    players: u8,

    /// Tables of six architects, without anybody watching, in the last measurement
    #[arg(long, default_value_t = 200)]
    bot_tables: usize,

    /// Seconds per measurement
    #[arg(long, default_value_t = 15)]
    seconds: u64,

    /// Run the bare echo instead
    #[arg(long, hide = true)]
    echo: bool,
}

pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    if args.echo {
        runtime.block_on(echo::serve())?;
    } else {
        runtime.block_on(measure(args))?;
    }
    Ok(ExitCode::SUCCESS)
}

async fn measure(args: &Args) -> Result<(), Error> {
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
        println!("{name}: {:.1} KiB resident per idle socket ({} MiB with all tables)", report.socket, report.resident);
        let steady = &report.steady;
        println!(
            "{name}, one move per second at each table: {:.0} moves/s; from an action to its last viewer p50 {:.1} ms, p99 {:.1} ms; \
             to its acknowledgement p50 {:.1} ms, p99 {:.1} ms; {:.1} µs of the server's processor time per message",
            steady.moves, steady.p50, steady.p99, steady.done_p50, steady.done_p99, steady.processor
        );
        let flat = &report.flat_out;
        println!(
            "{name}, flat out: {:.0} messages delivered/s, {:.2} of the bare echo; {:.0} moves/s; p50 {:.0} ms, p99 {:.0} ms; \
             {:.0} bytes per message; {:.1} µs of the server's processor time per message",
            flat.messages,
            flat.messages / bare,
            flat.moves,
            flat.p50,
            flat.p99,
            flat.bytes,
            flat.processor
        );
        let alone = ("some people play against bots".to_owned(), &report.against_bots);
        let beside = (format!("{} tables of six architects alongside", args.bot_tables), &report.beside_bots);
        for (when, figures) in [alone, beside] {
            println!(
                "{name}, one move per second, {when}: acknowledged after p50 {:.1} ms, p99 {:.1} ms; {} turns of the bots people play \
                 against, p50 {:.0} ms, p99 {:.0} ms, at most {:.0} ms",
                figures.done_p50, figures.done_p99, figures.bots, figures.bots_p50, figures.bots_p99, figures.bots_max
            );
        }
        println!("{name}: {} games ended, {} problems", report.ended, report.problems);
    }
    Ok(())
}

/// Checks the open-file limit: each socket is an open file, here and in the server.
fn enough_files(sockets: usize) -> Result<(), Error> {
    let wanted = sockets as u64 + 500;
    let limit = rlimit::increase_nofile_limit(wanted)?;
    if limit < wanted {
        let why =
            format!("{sockets} sockets need {wanted} open files, but only {limit} are allowed: raise `ulimit -n`");
        return Err(why.into());
    }
    Ok(())
}

/// The value below which this fraction of a sorted list lies, in milliseconds.
fn percentile(sorted: &[u32], part: f64) -> f64 {
    let at = (sorted.len() as f64 * part) as usize;
    sorted.get(at.min(sorted.len().saturating_sub(1))).map_or(0.0, |micros| f64::from(*micros) / 1000.0)
}
