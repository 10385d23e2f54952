//! Lost, slow or duplicate connections, players who leave, a database that goes down and comes back: the game continues where it was.

use std::time::Duration;

use crate::common::page::{Page, pick};
use crate::common::postgres::Postgres;
use crate::common::{Client, Folder, Server, postgres, table};
use sabika_rules::Dice;
use sabika_server::wire::{Ask, FromServer, Occupant, ProblemKind, SeatWish, TableInfo};
use serde_json::json;

/// Ana and Ben at a table with a running game, each with a page.
async fn two_people(server: &Server) -> ([Client; 2], [Page; 2], String) {
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    let opened = ana.open(&table("alhambra", &[], vec![SeatWish::Me { name: None }, SeatWish::Open])).await;
    assert_eq!(ben.post(&format!("/api/tables/{}/join", opened.id), &json!({})).await.status, 200);
    assert_eq!(ana.post(&format!("/api/tables/{}/start", opened.id), &json!({})).await.status, 200);
    let pages = [ana.page(&opened.id, Some(0)).await, ben.page(&opened.id, Some(1)).await];
    ([ana, ben], pages, opened.id)
}

/// The seat to act plays, this many steps; all pages see each.
async fn play(pages: &mut [Page], dice: &mut Dice, steps: usize) {
    for _ in 0..steps {
        let actor = pages.iter().position(|p| p.choice().is_some_and(|c| c.to_act)).expect("somebody acts");
        let action = pick(pages[actor].choice().expect("a seat"), dice);
        let answer = pages[actor].act(&action).await;
        let FromServer::Done { version, .. } = answer else { panic!("{action}: {answer:?}") };
        catch_up(pages, version).await;
    }
}

async fn catch_up(pages: &mut [Page], version: u64) {
    for page in pages {
        while page.version() < version {
            page.hear().await.expect("it is shown");
        }
    }
}

/// What a socket receives after a hello with this version, up to the presence message.
async fn hello(page: &mut Page, seat: u8, version: u64) -> (usize, usize) {
    page.ask(&Ask::Hello { seat: Some(seat), version: Some(version) }).await;
    let (mut snapshots, mut updates) = (0, 0);
    loop {
        match page.hear().await.expect("it is answered") {
            FromServer::Snapshot(_) => snapshots += 1,
            FromServer::Update(_) => updates += 1,
            FromServer::Presence { .. } => return (snapshots, updates),
            _ => {}
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reconnecting_after_an_absence() {
    let folder = Folder::new();
    let server = Server::start(&folder.sqlite()).await;
    let (people, mut pages, id) = two_people(&server).await;
    let mut dice = Dice::from_seed(3);
    play(&mut pages, &mut dice, 3).await;
    // Ana's second tab is disconnected silently and reconnects later.
    let tab = people[0].page(&id, Some(0)).await;
    let (known, seen) = (tab.version(), tab.snapshot.clone());
    drop(tab);
    play(&mut pages, &mut dice, 5).await;
    let mut back = people[0].socket(&id, &[]).await.expect("a socket");
    back.snapshot = seen.clone();
    assert_eq!(hello(&mut back, 0, known).await, (0, 5), "just what came after");
    assert_eq!(back.snapshot, pages[0].snapshot);
    let mut again = people[0].socket(&id, &[]).await.expect("a socket");
    assert_eq!(hello(&mut again, 0, known + 5).await, (0, 0), "nothing, if nothing came");

    // Versions that are impossible, too old, or of another seat: the whole state is sent.
    for impossible in [known + 6, u64::MAX] {
        let mut other = people[0].socket(&id, &[]).await.expect("a socket");
        assert_eq!(hello(&mut other, 0, impossible).await, (1, 0), "{impossible}");
    }
    play(&mut pages, &mut dice, 40).await;
    let mut late = people[0].socket(&id, &[]).await.expect("a socket");
    late.snapshot = seen;
    assert_eq!(hello(&mut late, 0, known).await, (1, 0), "longer than everything anew");
    assert_eq!(late.snapshot, pages[0].snapshot);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_table_in_two_tabs() {
    let folder = Folder::new();
    let server = Server::start(&folder.sqlite()).await;
    let (people, pages, id) = two_people(&server).await;
    let actor = if pages[0].choice().is_some_and(|c| c.to_act) { 0 } else { 1 };
    let mut pages = Vec::from(pages);
    let mut tabs = [pages.swap_remove(actor), people[actor].page(&id, Some(actor as u8)).await];
    drop(pages);
    let first = tabs[0].choice().expect("a seat").clone();
    let action = pick(&first, &mut Dice::from_seed(1));
    let ask = Ask::Act { id: "one".into(), seat: first.seat, decision: first.decision, action };
    let FromServer::Done { version, .. } = tabs[0].answer(&ask).await else { panic!("it is legal") };
    catch_up(&mut tabs, version).await;
    assert_eq!(tabs[0].snapshot, tabs[1].snapshot, "both see it");

    // The other tab acts on an outdated choice: it gets an error and the whole state.
    let late = Ask::Act { id: "two".into(), seat: first.seat, decision: first.decision, action: "end".into() };
    let answer = tabs[1].answer(&late).await;
    assert!(matches!(&answer, FromServer::Problem { problem, .. } if problem.kind == ProblemKind::Stale), "{answer:?}");
    tabs[1].until(|m| matches!(m, FromServer::Snapshot(_))).await;

    // A repeated message gets the same answer, from any tab, even from a restarted server.
    let again = tabs[1].answer(&ask).await;
    assert!(matches!(again, FromServer::Done { version: v, .. } if v == version), "{again:?}");
    drop(tabs);
    server.stop().await;
    let server = Server::start(&folder.sqlite()).await;
    let client = Client { address: server.address, ..people[actor].clone() };
    let mut page = client.page(&id, Some(actor as u8)).await;
    let again = page.answer(&ask).await;
    assert!(matches!(again, FromServer::Done { version: v, .. } if v == version), "{again:?}");
    assert_eq!(page.version(), version, "and done once");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_left_can_return() {
    let folder = Folder::new();
    let server = Server::start(&folder.sqlite()).await;
    let (people, mut pages, id) = two_people(&server).await;
    let actor = pages.iter().position(|p| p.choice().is_some_and(|c| c.to_act)).expect("somebody acts");
    let other = 1 - actor;
    let path = |what: &str| format!("/api/tables/{id}/{what}");
    let away = |info: &TableInfo, seat: usize| matches!(info.seats[seat].occupant, Occupant::Person { away: true, .. });

    let left: TableInfo = people[actor].post(&path("leave"), &json!({})).await.json();
    assert!(away(&left, actor) && !away(&left, other));
    // A bot plays on for them, until it is the other player's turn.
    while !pages[other].choice().is_some_and(|c| c.to_act) {
        pages[other].hear().await.expect("the bot plays");
    }
    let again = people[actor].post(&path("leave"), &json!({})).await;
    assert_eq!((again.status, again.problem().as_str()), (409, "wrong-time"), "once is enough");
    let stranger = server.person("Carl").await;
    let denied = stranger.post(&path("join"), &json!({})).await;
    assert_eq!((denied.status, denied.problem().as_str()), (409, "wrong-time"), "a warm seat is not free");
    let back: TableInfo = people[actor].post(&path("join"), &json!({})).await.json();
    assert!(!away(&back, actor));

    // Both leave: the game is suspended, and continues with the first to return.
    for person in &people {
        assert_eq!(person.post(&path("leave"), &json!({})).await.status, 200);
    }
    let version = people[other].page(&id, Some(other as u8)).await.version();
    tokio::time::sleep(Duration::from_millis(1200)).await;
    assert_eq!(people[other].page(&id, Some(other as u8)).await.version(), version, "nobody plays for nobody");
    assert_eq!(people[actor].post(&path("join"), &json!({})).await.status, 200);
    let mut page = people[actor].page(&id, Some(actor as u8)).await;
    while !page.choice().is_some_and(|c| c.to_act) {
        page.hear().await.expect("the bot plays for the other one");
    }
    let mut dice = Dice::from_seed(2);
    play(std::slice::from_mut(&mut page), &mut dice, 1).await;
}

/// Without its database the server says so and keeps its sockets; afterwards, nothing acknowledged is missing.
#[tokio::test(flavor = "multi_thread")]
async fn play_resumes_after_a_database_outage() {
    let postgres = Postgres::start();
    let server = Server::start(&postgres.database()).await;
    let (people, mut pages, id) = two_people(&server).await;
    let mut dice = Dice::from_seed(5);
    play(&mut pages, &mut dice, 6).await;
    let known = pages[0].snapshot.clone();
    let actor = pages.iter().position(|p| p.choice().is_some_and(|c| c.to_act)).expect("somebody acts");
    let choice = pages[actor].choice().expect("a seat").clone();
    let action = pick(&choice, &mut dice);
    let ask = Ask::Act { id: "again".into(), seat: choice.seat, decision: choice.decision, action };

    postgres.stop();
    for _ in 0..3 {
        let answer = pages[actor].answer(&ask).await;
        let retry = matches!(&answer, FromServer::Problem { problem, .. } if problem.kind == ProblemKind::Retry);
        assert!(retry, "{answer:?}");
    }
    let anonymous = Client::stranger(server.address);
    assert_eq!(anonymous.get("/healthz").await.status, 200);
    assert_eq!(anonymous.get("/readyz").await.status, 503);
    let refused = people[0].get("/api/tables/mine").await;
    assert_eq!((refused.status, refused.problem().as_str()), (503, "retry"));
    assert_eq!(pages[0].snapshot, known, "nothing is shown that is not stored");

    postgres.start_again();
    let version = loop {
        match pages[actor].answer(&ask).await {
            FromServer::Done { version, .. } => break version,
            FromServer::Problem { problem, .. } if problem.kind == ProblemKind::Retry => {}
            other => panic!("{other:?}"),
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    catch_up(&mut pages, version).await;
    assert_eq!(version, known.map_or(0, |s| s.version) + 1, "stored once");
    assert_eq!(anonymous.get("/readyz").await.status, 200);
    play(&mut pages, &mut dice, 4).await;
    assert_eq!(people[0].page(&id, Some(0)).await.snapshot, pages[0].snapshot);
}

/// A message answered by one node gets the same answer from another.
#[tokio::test(flavor = "multi_thread")]
async fn a_message_is_repeated_to_another_node() {
    let database = postgres::database();
    let (one, two) = tokio::join!(Server::start(&database), Server::start(&database));
    let (people, mut pages, id) = two_people(&one).await;
    let actor = pages.iter().position(|p| p.choice().is_some_and(|c| c.to_act)).expect("somebody acts");
    let choice = pages[actor].choice().expect("a seat").clone();
    let action = pick(&choice, &mut Dice::from_seed(5));
    let ask = Ask::Act { id: "x".into(), seat: choice.seat, decision: choice.decision, action };
    // Another page is already connected, to a node that does not know the step yet.
    let client = Client { address: two.address, ..people[actor].clone() };
    let mut elsewhere = client.page(&id, Some(actor as u8)).await;
    let FromServer::Done { version, .. } = pages[actor].answer(&ask).await else { panic!("it is legal") };
    let again = elsewhere.answer(&ask).await;
    assert!(matches!(again, FromServer::Done { version: v, .. } if v == version), "{again:?}");
}
