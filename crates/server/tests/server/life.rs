//! The whole life of a table through the real HTTP and WebSocket API.

use crate::common::page::{Page, pick};
use crate::common::{ALL_MODULES, Client, Folder, Server, postgres, table};
use sabika_rules::Dice;
use sabika_server::wire::{Ask, BotLevel, CourseTurn, FromServer, Glance, SeatWish, Status, TableInfo};
use serde_json::{Value, json};

/// Two people, a bot and a watcher: created, joined by code, started, played to the end.
async fn whole_life(database: &str, game: &str, modules: &[&str], seed: u64) {
    let server = Server::start(database).await;
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    let seats = vec![SeatWish::Me { name: None }, SeatWish::Open, SeatWish::Bot { level: BotLevel::Novice }];
    let opened = ana.open(&table(game, modules, seats)).await;
    assert_eq!(opened.status, Status::Lobby);
    let mut lobby = ana.page(&opened.id, Some(0)).await;

    let early = ana.post(&format!("/api/tables/{}/start", opened.id), &json!({})).await;
    assert_eq!((early.status, early.problem().as_str()), (409, "wrong-time"), "a seat is still open");
    let joined: TableInfo =
        ben.post(&format!("/api/tables/{}/join", opened.code.to_lowercase()), &json!({})).await.json();
    assert_eq!(joined.id, opened.id);
    lobby.until(|m| matches!(m, FromServer::Snapshot(s) if s.table == joined)).await;
    let glance = format!("/api/tables/{}/glance", opened.id);
    assert_eq!(ana.get(&glance).await.problem(), "wrong-time", "nothing is to be seen yet");
    let nonce = "ab".repeat(32);
    let given = ben.post(&format!("/api/tables/{}/nonce", opened.id), &json!({"seat": 1, "nonce": nonce})).await;
    assert_eq!(given.status, 200, "{}", given.body);
    let start = ana.post(&format!("/api/tables/{}/start", opened.id), &json!({})).await;
    assert_eq!(start.status, 200, "{}", start.body);

    let mut watcher = Client::stranger(server.address).page(&opened.id, None).await;
    let watching = tokio::spawn(async move {
        while !watcher.is_over() {
            watcher.hear().await.expect("watchers see the end, too");
        }
        watcher
    });
    let mut pages = [ana.page(&opened.id, Some(0)).await, ben.page(&opened.id, Some(1)).await];
    let mut dice = Dice::from_seed(seed);
    play(&mut pages, &mut dice).await;
    for page in &mut pages {
        while !page.is_over() {
            page.hear().await.expect("the end is told");
        }
    }
    let watcher = watching.await.expect("the watcher stays");
    // The state mirrored step by step equals what a new viewer sees.
    let late = ana.page(&opened.id, Some(0)).await;
    assert_eq!(late.snapshot, pages[0].snapshot);
    let late = Client::stranger(server.address).page(&opened.id, None).await;
    assert_eq!(late.snapshot, watcher.snapshot);
    assert!(watcher.game().is_some_and(|g| g.players.iter().all(|p| p.hand.is_none())));
    assert!(watcher.snapshot.iter().all(|s| s.log.iter().all(|l| l.action != "pass")), "T8");

    check_record(&ana.get(&format!("/api/tables/{}/record", opened.id)).await.json(), &opened, &nonce);
    let course: Vec<CourseTurn> = ana.get(&format!("/api/tables/{}/course", opened.id)).await.json();
    let ends = late.snapshot.iter().flat_map(|s| &s.log).filter(|l| l.action == "end").count();
    assert!((10..=ends).contains(&course.len()), "{} of {ends}", course.len());
    assert!(course.iter().all(|turn| turn.points.len() == 3 && turn.dirk.is_none()));
    let (rematch, none) = (format!("/api/tables/{}/rematch", opened.id), json!({}));
    let (one, other) = tokio::join!(ben.post(&rematch, &none), ana.post(&rematch, &none));
    let mut answers = [one.status, other.status];
    answers.sort_unstable();
    assert_eq!(answers, [200, 201], "{} {}", one.body, other.body);
    assert_eq!(one.json::<TableInfo>().id, other.json::<TableInfo>().id, "both meet at the same table");
    let again = ben.post(&rematch, &none).await;
    assert_eq!(again.json::<TableInfo>().id, one.json::<TableInfo>().id);
    let mine: Vec<Value> = ben.get("/api/tables/mine").await.json();
    assert_eq!(mine.len(), if one.status == 201 { 2 } else { 1 }, "who came second sits nowhere yet");
    let players = &watcher.game().expect("it was played").players;
    let (stranger, points) = (Client::stranger(server.address), players.iter().map(|p| p.score).collect());
    for (who, seat) in [(&ana, 0), (&ben, 1), (&stranger, 0)] {
        let seen: Glance = who.get(&glance).await.json();
        let board = players[seat as usize].board.to_vec();
        assert_eq!(seen, Glance { rounds: 3, points: Vec::clone(&points), actor: None, seat, board });
    }
}

/// Plays until the game is over, with an occasional undo.
pub async fn play(pages: &mut [Page], dice: &mut Dice) {
    let mut steps = 0;
    loop {
        let mut acted = false;
        for page in pages.iter_mut() {
            while page.choice().is_some_and(|c| c.to_act) && !page.is_over() {
                let choice = page.choice().expect("just seen").clone();
                let ask = if choice.undo > 0 && dice.below(12) == 0 {
                    let (id, seat, decision) = (page.id(), choice.seat, choice.decision);
                    match dice.below(3) {
                        0 => Ask::Restart { id, seat, decision },
                        _ => Ask::Undo { id, seat, decision },
                    }
                } else {
                    let action = pick(&choice, dice);
                    Ask::Act { id: page.id(), seat: choice.seat, decision: choice.decision, action }
                };
                let before = page.version();
                let answer = page.answer(&ask).await;
                let FromServer::Done { version, .. } = answer else { panic!("{ask:?} was answered with {answer:?}") };
                assert!(version > before);
                while page.version() < version {
                    page.hear().await.expect("what was acknowledged is shown");
                }
                acted = true;
                steps += 1;
                assert!(steps < 3000, "the game does not end");
            }
        }
        if pages.iter().any(Page::is_over) {
            return;
        }
        if !acted {
            // It waits for the other page, the bot, or a window: both receive every update.
            for page in pages.iter_mut() {
                let _ = tokio::time::timeout(std::time::Duration::from_millis(20), page.hear()).await;
            }
        }
    }
}

/// The record is complete and proves the deal.
fn check_record(record: &Value, table: &TableInfo, nonce: &str) {
    let fairness = &record["fairness"];
    assert_eq!(fairness["commitment"], table.commitment);
    let secret = fairness["secret"].as_str().expect("after the end");
    assert_eq!(sabika_table::commitment(secret), table.commitment);
    assert_eq!(fairness["nonces"][1], nonce);
    let drawn = sabika_table::nonce_for(secret, 2).expect("a secret");
    assert_eq!(fairness["nonces"][2], drawn, "whoever gives none has one that follows from the secret");
    let bytes = |hex: &str| sabika_table::unhex(hex).expect("hex");
    let mut all = bytes(secret).to_vec();
    fairness["nonces"].as_array().expect("nonces").iter().for_each(|n| all.extend(bytes(n.as_str().expect("hex"))));
    assert_eq!(record["seed"], sabika_table::sha256(&all));
    assert!(record["result"]["scores"].as_array().is_some_and(|s| s.len() == 3));
    assert!(record["steps"].as_array().is_some_and(|s| s.len() > 30));
}

macro_rules! lives {
    ($($name:ident: $game:literal $modules:expr, $seed:literal;)*) => {
        mod sqlite {
            use super::*;
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                let folder = Folder::new();
                whole_life(&folder.sqlite(), $game, $modules, $seed).await;
            })*
        }

        mod postgresql {
            use super::*;
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                whole_life(&postgres::database(), $game, $modules, $seed).await;
            })*
        }
    };
}

lives! {
    base: "alhambra" &[], 1;
    all_modules: "alhambra" &ALL_MODULES, 2;
    granada: "granada" &["vizier", "bureau"], 3;
    combined: "combined" &["vizier", "bureau"], 4;
}
