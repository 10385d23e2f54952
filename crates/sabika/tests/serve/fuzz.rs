//! Thousands of messages that no page would send: each is answered with the right problem, no table is affected, nothing
//! panics, and memory use does not grow.

use std::process::Stdio;
use std::time::Duration;

use sabika_rules::Dice;
use sabika_server::wire::{Ask, FromServer, ProblemKind, SeatWish, Status};
use serde_json::{Value, json};
use tokio::io::AsyncReadExt;
use tokio::process::Command;

use crate::common::page::{Page, answers, lines, pick};
use crate::common::{ALL_MODULES, Client, Folder, table};
use crate::{free_ports, ok};

const MESSAGES: usize = 4000;
/// The largest message that is read.
const LARGEST: usize = 4096;
/// What thousands of messages may add to a process that stores none of them: allocator noise, in KiB.
const GROWTH: u64 = 48 * 1024;

/// A message that could be right.
fn sensible(page: &mut Page, dice: &mut Dice) -> Ask {
    let (id, seat) = (page.id(), dice.below(4) as u8);
    let choice = page.choice().cloned();
    let decision = choice.as_ref().map_or(0, |c| c.decision) + dice.below(2);
    let line =
        choice.map(|c| lines(&c)).filter(|l| !l.is_empty()).map(|l| l[dice.below(l.len() as u32) as usize].clone());
    match dice.below(9) {
        0 => Ask::Hello {
            seat: (seat < 2).then_some(seat),
            version: (dice.below(2) == 0).then_some(dice.below(60).into()),
        },
        1 => Ask::Act { id, seat, decision, action: line.unwrap_or_default() },
        2 => Ask::Act {
            id,
            seat,
            decision,
            action: ["end", "pass", "take f1", "remove 0,0"][dice.below(4) as usize].into(),
        },
        3 => Ask::Undo { id, seat, decision },
        4 => Ask::Restart { id, seat, decision },
        5 => Ask::Preview { id, seat, tile: ["T9ne", "P2", "x", "\u{1f54c}"][dice.below(4) as usize].into() },
        6 => Ask::Standing {
            id,
            seat,
            pass: dice.below(2) == 0,
            unless: vec![["T", "Sc", "?"][dice.below(3) as usize].into()],
            not_now: dice.below(2) == 0,
        },
        7 => Ask::Chat { id, text: "a".repeat(dice.below(400) as usize) },
        _ => Ask::Hint { id, seat },
    }
}

/// Replaces some value of a message.
fn replaced(ask: &Ask, dice: &mut Dice) -> String {
    let mut value = serde_json::to_value(ask).expect("json");
    let strange = [
        json!(null),
        json!(-1),
        json!(256),
        json!(18_446_744_073_709_551_615u64),
        json!(1e300),
        json!("\u{0}"),
        json!([[[[]]]]),
        json!({"type": "act"}),
        json!(true),
        json!("x".repeat(41)),
    ];
    if let Some(fields) = value.as_object_mut() {
        let at = dice.below(fields.len() as u32) as usize;
        let new = strange[dice.below(strange.len() as u32) as usize].clone();
        match (dice.below(5), fields.keys().nth(at).cloned()) {
            (0, _) => drop(fields.insert("more".into(), new)),
            (1, Some(key)) => drop(fields.remove(&key)),
            (_, Some(key)) => drop(fields.insert(key, new)),
            _ => {}
        }
    }
    value.to_string()
}

/// Changes, doubles or removes bytes of a message.
fn damaged(ask: &Ask, dice: &mut Dice) -> String {
    let mut bytes = serde_json::to_vec(ask).expect("json");
    for _ in 0..=dice.below(4) {
        let at = dice.below(bytes.len().max(1) as u32) as usize;
        match dice.below(4) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, dice.below(128) as u8),
            2 => bytes.extend_from_within(at..),
            _ => bytes.get_mut(at).into_iter().for_each(|b| *b = dice.below(128) as u8),
        }
    }
    // Oversized messages are tested elsewhere.
    bytes.truncate(LARGEST - 100);
    String::from_utf8_lossy(&bytes).into_owned()
}

fn text(page: &mut Page, dice: &mut Dice) -> String {
    let ask = sensible(page, dice);
    match dice.below(10) {
        0..4 => serde_json::to_string(&ask).expect("json"),
        4..7 => replaced(&ask, dice),
        7..9 => damaged(&ask, dice),
        _ => ["[".repeat(2000), "{\"type\":".repeat(200), String::new(), "\"\\ud800\"".into(), "9".repeat(4000)]
            [dice.below(5) as usize]
            .clone(),
    }
}

fn kind(message: &FromServer) -> Option<ProblemKind> {
    match message {
        FromServer::Problem { problem, .. } => Some(problem.kind),
        _ => None,
    }
}

/// What must be among the answers to a text.
fn fits(sent: &str, heard: &[FromServer]) -> bool {
    let problem = |wanted: ProblemKind| heard.iter().any(|m| kind(m) == Some(wanted));
    match serde_json::from_str::<Ask>(sent) {
        _ if sent.contains("\\u0000") => problem(ProblemKind::Malformed),
        Err(_) => problem(ProblemKind::Malformed),
        Ok(Ask::Hello { .. }) => heard.iter().any(|m| {
            let came = matches!(m, FromServer::Snapshot(_) | FromServer::Update(_) | FromServer::Presence { .. });
            came || kind(m) == Some(ProblemKind::NotYours)
        }),
        Ok(ask) => {
            let ask = serde_json::to_value(ask).expect("json");
            let id = ask["id"].as_str().unwrap_or_default();
            let fits = (1..=40).contains(&id.chars().count());
            if fits { heard.iter().any(|m| answers(m).is_some_and(|a| a == id)) } else { problem(ProblemKind::Invalid) }
        }
    }
}

/// Sends one text and returns everything that arrives until a question after it is answered.
async fn exchange(page: &mut Page, sent: String, number: usize) -> Vec<FromServer> {
    page.raw(sent).await;
    let id = format!("q{number}");
    page.ask(&Ask::Score { id: id.clone(), round: 1, with: None }).await;
    let mut heard = Vec::new();
    loop {
        let message = page.hear().await.expect("the connection stays");
        if answers(&message) == Some(&id) {
            return heard;
        }
        heard.push(message);
    }
}

/// Two people and their table.
async fn begin(one: &Client, other: &Client, modules: &[&str]) -> String {
    let seats = vec![SeatWish::Me { name: None }, SeatWish::Open];
    let id = one.open(&table("alhambra", modules, seats)).await.id;
    ok(&other.post(&format!("/api/tables/{id}/join"), &json!({})).await);
    ok(&one.post(&format!("/api/tables/{id}/start"), &json!({})).await);
    id
}

async fn person(client: &Client) -> Client {
    let answer = client.post("/api/session", &json!({"name": "Ana"})).await;
    Client { cookie: answer.cookie, ..client.clone() }
}

/// Plays a whole game, and notices if anybody else interferes.
async fn undisturbed(people: [Client; 2], id: String) {
    let mut pages = [people[0].page(&id, Some(0)).await, people[1].page(&id, Some(1)).await];
    let (mut dice, mut played) = (Dice::from_seed(4), Vec::new());
    while !pages[0].is_over() {
        let actor = pages.iter().position(|p| p.choice().is_some_and(|c| c.to_act)).expect("somebody acts");
        let action = pick(pages[actor].choice().expect("a seat"), &mut dice);
        let answer = pages[actor].act(&action).await;
        let FromServer::Done { version, .. } = answer else { panic!("{action}: {answer:?}") };
        played.push(action);
        for page in &mut pages {
            while page.version() < version {
                page.hear().await.expect("it is shown");
            }
        }
    }
    let snapshot = pages[0].snapshot.as_ref().expect("it came");
    assert_eq!(snapshot.table.status, Status::Over);
    assert!(snapshot.log.iter().map(|l| &l.action).eq(&played), "nothing else was done here");
}

/// A process's memory in KiB: from `/proc` where it exists, otherwise from `ps`.
fn resident(pid: u32) -> u64 {
    let told = match std::fs::read_to_string(format!("/proc/{pid}/status")) {
        Ok(status) => status.lines().find_map(|l| l.strip_prefix("VmRSS:")).expect("a figure").to_owned(),
        Err(_) => {
            let ps = std::process::Command::new("ps").args(["-o", "rss=", "-p", &pid.to_string()]).output();
            String::from_utf8_lossy(&ps.expect("ps runs").stdout).into_owned()
        }
    };
    told.trim().trim_end_matches(" kB").parse().expect("a number")
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_is_answered_and_harms_nobody() {
    let folder = Folder::new();
    let [address] = free_ports();
    let mut server = Command::new(env!("CARGO_BIN_EXE_sabika"))
        .args(["serve", "--log", "error", "--rate", "1000000", "--listen", &address.to_string(), "--data"])
        .arg(&folder.0)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("the binary starts");
    let stranger = Client::stranger(address);
    while tokio::net::TcpStream::connect(address).await.is_err() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let (ana, ben) = (person(&stranger).await, person(&stranger).await);
    let quiet = begin(&ana, &ben, &[]).await;
    let other = tokio::spawn(undisturbed([ana.clone(), ben.clone()], quiet));

    let pid = server.id().expect("it runs");
    let mut dice = Dice::from_seed(1);
    let mut before = 0;
    let mut id = begin(&ana, &ben, &ALL_MODULES).await;
    let mut page = ana.page(&id, Some(0)).await;
    page.careless = true;
    for number in 0..MESSAGES {
        match dice.below(40) {
            // In random order: sometimes a socket that has not said hello, or another person's.
            0 => page = ana.socket(&id, &[]).await.expect("a socket"),
            1 => page = [&ana, &ben, &stranger][dice.below(3) as usize].page(&id, None).await,
            2 => {
                page.raw("x".repeat(LARGEST + 1 + dice.below(200_000) as usize)).await;
                let mut ends = Vec::new();
                while let Some(message) = page.hear().await {
                    ends.extend(kind(&message));
                }
                // The rest of an oversized message may still be in transit when the connection ends: then no answer arrives.
                assert!(ends.is_empty() || ends.ends_with(&[ProblemKind::TooLarge]), "{ends:?}");
                page = ana.page(&id, Some(0)).await;
            }
            3 => {
                page.binary((0..dice.below(3000)).map(|_| dice.below(256) as u8).collect()).await;
                let heard = exchange(&mut page, "{}".into(), number).await;
                assert!(heard.iter().any(|m| kind(m) == Some(ProblemKind::WrongForm)), "{heard:?}");
            }
            _ => {
                let sent = text(&mut page, &mut dice);
                let mut heard = exchange(&mut page, sent.clone(), number).await;
                // What follows a hello is queued with the table's updates, and may come after an answer.
                while matches!(serde_json::from_str(&sent), Ok(Ask::Hello { .. })) && !fits(&sent, &heard) {
                    heard.push(page.hear().await.expect("the connection stays"));
                }
                assert!(fits(&sent, &heard), "{sent:.300} was answered with {heard:?}");
            }
        }
        page.careless = true;
        if page.is_over() {
            id = begin(&ana, &ben, &ALL_MODULES).await;
            page = ana.page(&id, Some(0)).await;
        }
        if number == MESSAGES / 4 {
            before = resident(pid);
        }
        page.heard.clear();
    }
    let after = resident(pid);
    assert!(after < before + GROWTH, "{before} KiB became {after} KiB");
    other.await.expect("the other table was not disturbed");
    let value: Value = stranger.get("/api/session").await.json();
    assert_eq!(value["person"], Value::Null, "it answers as ever");

    server.kill().await.expect("it still runs");
    let mut log = String::new();
    server.stderr.take().expect("its log").read_to_string(&mut log).await.expect("text");
    assert!(!log.contains("panicked"), "{log}");
}
