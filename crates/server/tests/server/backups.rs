//! Backups that are made while a server runs, and restored, as docs/running.md says.

use std::path::Path;
use std::process::Command;

use crate::common::page::{Page, pick};
use crate::common::{Client, Folder, Server, postgres, programs, table};
use crate::on_both;
use sabika_rules::Dice;
use sabika_server::wire::{Ask, FromServer, SeatWish};
use serde_json::json;
use sqlx::{AssertSqlSafe, Connection, Executor};

on_both! { a_backup_of_a_running_server_is_restored }

fn is_sqlite(database: &str) -> bool {
    database.starts_with("sqlite:")
}

/// One of PostgreSQL's programs.
fn run(name: &str, args: &[&str]) {
    let output = Command::new(programs::find(name, "postgresql")).args(args).output().expect("it starts");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
}

/// While a server uses the database.
async fn back_up(database: &str, to: &Path) {
    let file = to.to_str().expect("a path");
    if is_sqlite(database) {
        sqlx::any::install_default_drivers();
        let mut connection = sqlx::AnyConnection::connect(database).await.expect("it opens");
        let vacuum = AssertSqlSafe(format!("VACUUM INTO '{file}'"));
        connection.execute(vacuum).await.expect("it is copied");
        connection.close().await.expect("it closes");
    } else {
        run("pg_dump", &["--format=custom", &format!("--file={file}"), database]);
    }
}

/// The address of a new database with what is in the backup.
fn restore(database: &str, backup: &Path, folder: &Folder) -> String {
    if is_sqlite(database) {
        std::fs::copy(backup, folder.0.join("sabika.db")).expect("it is copied");
        return folder.sqlite();
    }
    let restored = postgres::database();
    let into = format!("--dbname={restored}");
    run(
        "pg_restore",
        &["--no-owner", "--exit-on-error", "--single-transaction", &into, backup.to_str().expect("a path")],
    );
    restored
}

async fn act(client: &Client, table: &str, dice: &mut Dice) -> Page {
    let page = client.page(table, Some(0)).await;
    let actor = page.game().and_then(|game| game.turn.actor).expect("somebody acts");
    let mut page = client.page(table, Some(actor)).await;
    // No id is used twice: what is sent again is answered, but not done again.
    page.next_id = page.version() as u32;
    let action = pick(page.choice().expect("a seat"), dice);
    let FromServer::Done { version, .. } = page.act(&action).await else { panic!("{action} is refused") };
    while page.version() < version {
        page.hear().await.expect("it is shown");
    }
    page
}

async fn a_backup_of_a_running_server_is_restored(database: &str) {
    let server = Server::start(database).await;
    let ana = server.person("Ana").await;
    let seats = vec![SeatWish::Me { name: None }, SeatWish::Me { name: None }];
    let opened = ana.open(&table("alhambra", &[], seats)).await;
    assert_eq!(ana.post(&format!("/api/tables/{}/start", opened.id), &json!({})).await.status, 200);
    let mut dice = Dice::from_seed(5);
    act(&ana, &opened.id, &mut dice).await;
    let then = ana.page(&opened.id, Some(0)).await.snapshot.expect("a snapshot");
    let folders = [Folder::new(), Folder::new()];
    let backup = folders[0].0.join("backup");
    back_up(database, &backup).await;
    let later = act(&ana, &opened.id, &mut dice).await.version();
    assert!(later > then.version, "it goes on after the backup");
    server.stop().await;

    let restored = restore(database, &backup, &folders[1]);
    let server = Server::start(&restored).await;
    let ana = Client { address: server.address, ..ana };
    // Somebody's page is still open, and knows what happened after the backup.
    let mut page = ana.socket(&opened.id, &[]).await.expect("the socket opens");
    page.ask(&Ask::Hello { seat: Some(0), version: Some(later) }).await;
    page.until(|message| matches!(message, FromServer::Snapshot(_))).await;
    assert_eq!(page.snapshot, Some(then));
    act(&ana, &opened.id, &mut dice).await;
}
