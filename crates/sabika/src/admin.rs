//! `sabika admin`: what whoever runs a site does by hand.

use std::process::ExitCode;

use clap::Subcommand;
use sabika_server::admin;
use sabika_server::store::{Store, StoreError};
use sabika_server::wire::Person;

use crate::Problem;
use crate::plain::plain;
use crate::storage::Storage;

/// Look after a site: reports, bans, names, tables, figures.
///
/// Works directly at the database, whether servers run or not; they notice within half a minute. Give it the same --data or
/// --database as `sabika serve`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    storage: Storage,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// What the site holds: people, tables by status, steps, rated games, open reports
    Stats,
    /// Reports that nobody has dealt with, the oldest first
    Reports,
    /// Mark a report as dealt with
    Close {
        /// Its id, as `reports` shows it
        report: String,
    },
    /// Find people by a part of their name, or by id
    Find {
        /// The part
        name: String,
    },
    /// Keep a person from playing: their sessions get nothing but the reason
    Ban {
        /// The person's id, as `find` and `reports` show it
        person: String,
        /// What they are told
        #[arg(long)]
        reason: String,
    },
    /// Let a person play again
    Unban {
        /// The person's id
        person: String,
    },
    /// Everybody who may not play
    Bans,
    /// Give a person another name, also at the tables where they sit
    Rename {
        /// The person's id
        person: String,
        /// 1 to 24 characters
        name: String,
    },
    /// End a table and delete what was said there; its steps stay
    RemoveTable {
        /// The table's id or code
        table: String,
    },
}

pub fn run(args: &Args) -> Result<ExitCode, Problem> {
    let url = args.storage.url()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let store = Store::open_beside(&url).await?;
        let done = act(&store, &args.command).await;
        store.close().await;
        done
    })
}

async fn act(store: &Store, command: &Command) -> Result<ExitCode, Problem> {
    match command {
        Command::Stats => stats(store).await?,
        Command::Reports => reports(store).await?,
        Command::Close { report } => {
            if !store.close_report(report).await? {
                return Err(format!("there is no report {report}").into());
            }
        }
        Command::Find { name } => store.people_called(name).await?.iter().for_each(|p| println!("{}", line(p))),
        Command::Ban { person, reason } => {
            let person = known(store, person).await?;
            store.ban(&person.id, reason).await?;
            println!("{} may not play any more", line(&person));
        }
        Command::Unban { person } => {
            if !store.unban(person).await? {
                return Err(format!("{person} is not banned").into());
            }
        }
        Command::Bans => {
            for (person, reason) in store.banned().await? {
                println!("{}  {}", line(&person), plain(&reason));
            }
        }
        Command::Rename { person, name } => println!("{}", line(&admin::rename(store, person, name).await?)),
        Command::RemoveTable { table } => println!("{} is removed", admin::remove_table(store, table).await?),
    }
    Ok(ExitCode::SUCCESS)
}

fn line(person: &Person) -> String {
    format!("{}  {}", person.id, plain(&person.name))
}

async fn known(store: &Store, person: &str) -> Result<Person, Problem> {
    store.person(person).await?.ok_or_else(|| format!("there is no person {person}: see `sabika admin find`").into())
}

async fn stats(store: &Store) -> Result<(), StoreError> {
    let stats = store.stats().await?;
    let mut lines = vec![
        ("people".to_owned(), stats.people),
        ("names kept".to_owned(), stats.kept),
        ("sessions".to_owned(), stats.sessions),
        ("banned".to_owned(), stats.banned),
        ("open reports".to_owned(), stats.open_reports),
        ("steps".to_owned(), stats.steps),
        ("rated games".to_owned(), stats.rated),
    ];
    lines.extend(stats.tables.into_iter().map(|(status, count)| (format!("tables {status}"), count)));
    lines.iter().for_each(|(what, count)| println!("{what:<18}{count:>10}"));
    Ok(())
}

async fn reports(store: &Store) -> Result<(), StoreError> {
    for report in store.open_reports().await? {
        println!("{}  {}", report.id, line(&report.person));
        println!("  by     {}", line(&report.reporter));
        if let Some(table) = &report.table {
            println!("  table  {table}");
        }
        if let Some(said) = &report.said {
            println!("  said   {}", plain(said));
        }
        let lines: Vec<String> = report.text.lines().map(plain).collect();
        println!("  text   {}", lines.join("\n         "));
    }
    Ok(())
}
