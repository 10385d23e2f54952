//! `sabika admin`: maintenance of a site by its operator.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;
use sabika_server::admin;
use sabika_server::store::{Counts, Store, StoreError};
use sabika_server::wire::Person;

use crate::Error;
use crate::plain::plain;
use crate::storage::Storage;

/// Administer a site: reports, bans, names, tables, statistics, moving to another database.
///
/// Works directly on the database, whether or not servers are running (except for `import`); they notice changes within half a minute.
/// Use the same --data or --database as for `sabika serve`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    storage: Storage,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Show statistics: people, tables by status, steps, rated games, open reports
    Stats,
    /// List reports that nobody has dealt with yet, oldest first
    Reports,
    /// Mark a report as dealt with
    Close {
        /// The report's id, as shown by `reports`
        report: String,
    },
    /// Find people by part of their name, or by id
    Find {
        /// Part of the name, or the id
        name: String,
    },
    /// Ban a person: every request they make is answered with the reason
    Ban {
        /// The person's id, as shown by `find` and `reports`
        person: String,
        /// The reason they are given
        #[arg(long)]
        reason: String,
    },
    /// Let a person play again
    Unban {
        /// The person's id
        person: String,
    },
    /// List everybody who is banned
    Bans,
    /// Let a person moderate the site on its web page: reports, bans, tables
    Moderator {
        /// The person's id
        person: String,
        /// Revoke it instead
        #[arg(long)]
        remove: bool,
    },
    /// List the moderators
    Moderators,
    /// Change a person's name, including at the tables where they sit
    Rename {
        /// The person's id
        person: String,
        /// 1 to 24 characters
        name: String,
    },
    /// End a table and delete its chat; its steps are kept
    RemoveTable {
        /// The table's id or code
        table: String,
    },
    /// Write everything the site stores to a file, also while servers are running
    ///
    /// The file contains password hashes, chat and the site's keys: keep it as safe as the database.
    Export {
        /// The file to create; `-` writes to standard output
        file: PathBuf,
    },
    /// Read an export into a new, empty database, SQLite or PostgreSQL
    ///
    /// Everything is imported, or nothing. No server may use the database meanwhile.
    Import {
        /// A file written by `export`; `-` reads from standard input
        file: PathBuf,
    },
}

pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let url = args.storage.url()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let store = match args.command {
            Command::Import { .. } => Store::open_for_import(&url).await?,
            _ => Store::open_beside(&url).await?,
        };
        let done = act(&store, &args.command).await;
        store.close().await;
        done
    })
}

async fn act(store: &Store, command: &Command) -> Result<ExitCode, Error> {
    match command {
        Command::Stats => stats(store).await?,
        Command::Reports => reports(store).await?,
        Command::Close { report } => {
            if !store.close_report(report).await? {
                return Err(format!("unknown report {report}").into());
            }
        }
        Command::Find { name } => store.find_people(name).await?.iter().for_each(|p| println!("{}", line(p))),
        Command::Ban { person, reason } => {
            let person = known(store, person).await?;
            store.ban(&person.id, reason).await?;
            println!("{} is banned", line(&person));
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
        Command::Moderator { person, remove: true } => {
            if !store.remove_moderator(person).await? {
                return Err(format!("{person} is not a moderator").into());
            }
        }
        Command::Moderator { person, remove: false } => {
            let person = known(store, person).await?;
            store.add_moderator(&person.id).await?;
            println!("{} is a moderator", line(&person));
        }
        Command::Moderators => store.moderators().await?.iter().for_each(|p| println!("{}", line(p))),
        Command::Rename { person, name } => println!("{}", line(&admin::rename(store, person, name).await?)),
        Command::RemoveTable { table } => println!("removed table {}", admin::remove_table(store, table).await?),
        Command::Export { file } => export(store, file).await?,
        Command::Import { file } => import(store, file).await?,
    }
    Ok(ExitCode::SUCCESS)
}

fn line(person: &Person) -> String {
    format!("{}  {}", person.id, plain(&person.name))
}

async fn known(store: &Store, person: &str) -> Result<Person, Error> {
    store.person(person).await?.ok_or_else(|| format!("unknown person {person}: see `sabika admin find`").into())
}

fn is_standard_stream(file: &Path) -> bool {
    file == Path::new("-")
}

/// Reported on standard error: the export itself may go to standard output.
fn report(what: &str, counts: &Counts) {
    let rows: u64 = counts.values().sum();
    eprintln!("{what} {rows} rows from {} tables", counts.len());
}

async fn export(store: &Store, file: &Path) -> Result<(), Error> {
    let counts = if is_standard_stream(file) {
        store.export(BufWriter::new(std::io::stdout())).await?
    } else {
        let exported = export_to(store, create(file)?).await;
        if exported.is_err() {
            // Half an export is of no use.
            let _ = std::fs::remove_file(file);
        }
        exported?
    };
    report("exported", &counts);
    Ok(())
}

async fn export_to(store: &Store, mut file: File) -> Result<Counts, Error> {
    let counts = store.export(BufWriter::new(&mut file)).await?;
    file.sync_all()?;
    Ok(counts)
}

/// A new file that only its owner can read.
fn create(file: &Path) -> Result<File, Error> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let created = options.write(true).create_new(true).open(file);
    created.map_err(|error| format!("cannot create {}: {error}", file.display()).into())
}

async fn import(store: &Store, file: &Path) -> Result<(), Error> {
    let counts = if is_standard_stream(file) {
        store.import(std::io::stdin().lock()).await?
    } else {
        let opened = File::open(file).map_err(|error| format!("cannot open {}: {error}", file.display()))?;
        store.import(BufReader::new(opened)).await?
    };
    report("imported", &counts);
    Ok(())
}

async fn stats(store: &Store) -> Result<(), StoreError> {
    let stats = store.stats().await?;
    let mut lines = vec![
        ("people".to_owned(), stats.people),
        ("accounts".to_owned(), stats.kept),
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
