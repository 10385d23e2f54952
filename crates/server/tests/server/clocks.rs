//! Clocks run in database time: a server that was down finds what ran out meanwhile, and nothing else.

use crate::common::page::{Page, pick};
use crate::common::{Client, Folder, Server, postgres, table};
use sabika_rules::Dice;
use sabika_server::wire::{BotLevel, FromServer, Occupant, Pace, SeatWish, StageView, TableInfo};
use serde_json::json;

const HOUR: i64 = 3600 * 1000;
const DAY: i64 = 24 * HOUR;

/// Ana creates a table with this time control, Ben joins, the game begins.
async fn begin(server: &Server, pace: Pace, modules: &[&str]) -> (Client, Client, TableInfo) {
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    let seats = vec![SeatWish::Me { name: None }, SeatWish::Open];
    let new = sabika_server::wire::NewTable { pace, ..table("alhambra", modules, seats) };
    let opened = ana.open(&new).await;
    assert_eq!(ben.post(&format!("/api/tables/{}/join", opened.id), &json!({})).await.status, 200);
    let started = ana.post(&format!("/api/tables/{}/start", opened.id), &json!({})).await;
    assert_eq!(started.status, 200, "{}", started.body);
    (ana, ben, started.json())
}

/// Moves everything at the tables of a database this many milliseconds into the past. No node may be using it.
async fn age(database: &str, milliseconds: i64) {
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(database).await.expect("the database opens");
    for update in
        ["UPDATE steps SET at = at - $1", "UPDATE due SET at = at - $1, claimed_until = 0, written = written - $1"]
    {
        sqlx::query(update).bind(milliseconds).execute(&pool).await.expect("it can be changed");
    }
    pool.close().await;
}

/// The server stops, time passes, another one starts.
async fn later(server: Server, database: &str, milliseconds: i64, people: &mut [&mut Client]) -> Server {
    server.stop().await;
    age(database, milliseconds).await;
    let server = Server::start(database).await;
    people.iter_mut().for_each(|client| client.address = server.address);
    server
}

fn is_away(info: &TableInfo, seat: usize) -> bool {
    matches!(info.seats[seat].occupant, Occupant::Person { away: true, .. })
}

fn asked(page: &Page) -> usize {
    page.game().and_then(|g| g.turn.actor).expect("somebody is asked") as usize
}

/// Nearly all the time passes while no server runs: nothing happens. Then the rest: a bot plays until the person returns.
async fn runs_out(database: &str, pace: Pace, whole: i64) {
    let mut server = Server::start(database).await;
    let (mut ana, mut ben, info) = begin(&server, pace, &[]).await;
    server = later(server, database, whole - 60_000, &mut [&mut ana, &mut ben]).await;
    let page = ana.page(&info.id, Some(0)).await;
    let late = asked(&page);
    assert_eq!(page.version(), ana.page(&info.id, Some(0)).await.version());
    assert!(!is_away(&page.snapshot.as_ref().expect("just came").table, late), "there is a minute left");
    drop(page);

    server = later(server, database, 60_000, &mut [&mut ana, &mut ben]).await;
    let mut page = ana.page(&info.id, Some(0)).await;
    while !is_away(&page.snapshot.as_ref().expect("it came").table, late) {
        page.hear().await.expect("it is told");
    }
    while asked(&page) == late {
        page.hear().await.expect("the bot plays the turn");
    }
    let back = [&ana, &ben][late].post(&format!("/api/tables/{}/join", info.id), &json!({})).await;
    assert!(!is_away(&back.json(), late), "{}", back.body);
    drop(server);
}

#[tokio::test(flavor = "multi_thread")]
async fn seconds_per_move() {
    let folder = Folder::new();
    runs_out(&folder.sqlite(), Pace::Move { seconds: 300 }, 300_000).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn minutes_per_player() {
    let folder = Folder::new();
    runs_out(&folder.sqlite(), Pace::Player { minutes: 10, increment: 5 }, 600_000).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn days_per_move() {
    runs_out(&postgres::database(), Pace::Days { days: 3 }, 3 * DAY).await;
}

/// The clock is set back by an hour: the seat to act has as much time left as before, and no more.
async fn a_clock_that_is_set_back(database: &str) {
    let mut server = Server::start(database).await;
    let (mut ana, mut ben, info) = begin(&server, Pace::Move { seconds: 300 }, &[]).await;
    server = later(server, database, -HOUR, &mut [&mut ana, &mut ben]).await;
    let mut page = ana.page(&info.id, Some(0)).await;
    let late = asked(&page);
    // The correction at the start is permanent.
    for _ in 0..2 {
        drop(page);
        server = later(server, database, 140_000, &mut [&mut ana, &mut ben]).await;
        page = ana.page(&info.id, Some(0)).await;
        assert!(!is_away(&page.snapshot.as_ref().expect("just came").table, late), "there is time left");
    }
    drop(page);
    server = later(server, database, 30_000, &mut [&mut ana, &mut ben]).await;
    let mut page = ana.page(&info.id, Some(0)).await;
    while asked(&page) == late {
        page.hear().await.expect("the bot plays the turn");
    }
    drop(server);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_set_back_with_sqlite() {
    let folder = Folder::new();
    a_clock_that_is_set_back(&folder.sqlite()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_set_back_with_postgres() {
    a_clock_that_is_set_back(&postgres::database()).await;
}

/// A bot that was to move before the clock was set back moves at once.
#[tokio::test(flavor = "multi_thread")]
async fn a_clock_set_back_before_a_bot_moves() {
    let folder = Folder::new();
    let database = folder.sqlite();
    let mut server = Server::start(&database).await;
    let mut ana = server.person("Ana").await;
    let bot = || SeatWish::Bot { level: BotLevel::Novice };
    let info = ana.open(&table("alhambra", &[], vec![SeatWish::Me { name: None }, bot(), bot()])).await;
    ana.post(&format!("/api/tables/{}/start", info.id), &json!({})).await;
    let mut dice = Dice::from_seed(3);
    let mut pending = 0;
    for _ in 0..8 {
        let mut page = ana.page(&info.id, Some(0)).await;
        // Ana plays her turn; as soon as it is over, the server stops.
        loop {
            while page.choice().is_none_or(|c| !c.to_act) {
                page.hear().await.expect("the bots play on");
            }
            let action = pick(page.choice().expect("asked"), &mut dice);
            page.act(&action).await;
            if action == "end" {
                break;
            }
        }
        drop(page);
        server = later(server, &database, -HOUR, &mut [&mut ana]).await;
        let page = ana.page(&info.id, Some(0)).await;
        pending += usize::from(page.choice().is_none_or(|c| !c.to_act));
    }
    assert!(pending > 0, "no bot was ever interrupted");
    drop(server);
}

/// VZ4: a window of a live game is passed after 15 seconds, even if the server was down then.
#[tokio::test(flavor = "multi_thread")]
async fn a_window_is_passed_after_a_restart() {
    let folder = Folder::new();
    let database = folder.sqlite();
    let mut server = Server::start(&database).await;
    let (mut ana, mut ben, info) = begin(&server, Pace::Free, &["vizier"]).await;
    let mut pages = [ana.page(&info.id, Some(0)).await, ben.page(&info.id, Some(1)).await];
    let mut dice = Dice::from_seed(7);
    let in_window = |page: &Page| {
        let game = page.game().expect("it runs");
        matches!(game.turn.stage, StageView::WindowAfterTurn | StageView::WindowBeforeScoring)
    };
    while !in_window(&pages[0]) {
        let actor = pages.iter().position(|p| p.choice().is_some_and(|c| c.to_act)).expect("somebody acts");
        let action = pick(pages[actor].choice().expect("a seat"), &mut dice);
        let FromServer::Done { version, .. } = pages[actor].act(&action).await else { panic!("{action}") };
        for page in &mut pages {
            while page.version() < version {
                page.hear().await.expect("it is shown");
            }
        }
    }
    let waiting = pages.iter().position(|p| p.choice().is_some_and(|c| c.to_act)).expect("one is asked");
    let steps = pages[waiting].snapshot.as_ref().map_or(0, |s| s.log.len());
    drop(pages);
    server = later(server, &database, 15_000, &mut [&mut ana, &mut ben]).await;
    let mut page = [&ana, &ben][waiting].page(&info.id, Some(waiting as u8)).await;
    while page.snapshot.as_ref().is_some_and(|s| s.log.len() == steps) {
        page.hear().await.expect("it is passed");
    }
    let log = &page.snapshot.as_ref().expect("it came").log;
    assert_eq!((log[steps].seat as usize, log[steps].action.as_str()), (waiting, "pass"));
    drop(server);
}
