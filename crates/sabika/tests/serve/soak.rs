//! Nothing is lost: people and bots play at tables while nodes are killed, NATS and PostgreSQL are restarted, the database stops
//! answering, and hostile clients interfere (`pests.rs`). Every acknowledged action is in the record exactly once and in order; every game
//! ends; every record can be verified.
//!
//! Short here; `make soak` plays for `SABIKA_SOAK_MINUTES`, and `make upgrade` goes from an older program (`SABIKA_OLD`) to this one.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use sabika_rules::Dice;
use sabika_server::wire::{Ask, BotLevel, FromServer, ProblemKind, SeatWish, Status, TableInfo};
use serde_json::{Value, json};

use crate::common::nats::Nats;
use crate::common::page::{Page, pick};
use crate::common::postgres::Postgres;
use crate::common::proxy::Proxy;
use crate::common::{ALL_MODULES, Client, Folder, table};
use crate::pests::{Pests, pester};
use crate::{free_ports, ok, serve, serve_by, stop};

/// A site and what happens to it.
pub struct Site {
    nodes: Vec<SocketAddr>,
    storage: Vec<String>,
    records: Folder,
    until: Instant,
    over: AtomicBool,
    /// Enough has happened for the test to be meaningful.
    enough: AtomicBool,
    kills: AtomicU32,
    restarts: AtomicU32,
    actions: AtomicU32,
    again: AtomicU32,
    games: AtomicU32,
    holes: AtomicU32,
    pub pests: Pests,
    /// Tables in play.
    tables: Mutex<Vec<String>>,
}

impl Site {
    fn new(nodes: &[SocketAddr], storage: &[String]) -> Arc<Site> {
        let minutes = std::env::var("SABIKA_SOAK_MINUTES").ok().and_then(|m| m.parse::<u64>().ok()).unwrap_or(0);
        Arc::new(Site {
            nodes: nodes.to_vec(),
            storage: storage.to_vec(),
            records: Folder::new(),
            until: Instant::now() + Duration::from_secs(minutes * 60),
            over: AtomicBool::new(false),
            enough: AtomicBool::new(false),
            kills: AtomicU32::new(0),
            restarts: AtomicU32::new(0),
            actions: AtomicU32::new(0),
            again: AtomicU32::new(0),
            games: AtomicU32::new(0),
            holes: AtomicU32::new(0),
            pests: Pests::default(),
            tables: Mutex::default(),
        })
    }

    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Whether it was asked to run for long.
    fn is_long(&self) -> bool {
        self.until > Instant::now()
    }

    pub fn some_table(&self, dice: &mut Dice) -> Option<String> {
        let tables = self.tables.lock().expect("nobody panics here");
        (!tables.is_empty()).then(|| tables[dice.below(tables.len() as u32) as usize].clone())
    }

    /// Repeats a request until a node accepts it; only requests that may safely be done twice.
    pub async fn request(&self, who: &Client, method: &str, path: &str, body: &Value, dice: &mut Dice) -> Value {
        for _ in 0..1800 {
            let client = Client { address: self.any(dice), ..who.clone() };
            if tokio::net::TcpStream::connect(client.address).await.is_ok() {
                let body = body.to_string();
                let form = [("content-type", "application/json")];
                let answer = client.request(method, path, &form, body.as_bytes()).await;
                if !matches!(answer.status, 0 | 500..) {
                    return ok(&answer);
                }
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("no node answers {path}");
    }

    pub fn any(&self, dice: &mut Dice) -> SocketAddr {
        self.nodes[dice.below(self.nodes.len() as u32) as usize]
    }

    pub async fn person(&self, name: &str, dice: &mut Dice) -> Client {
        loop {
            let mut client = Client::stranger(self.any(dice));
            if tokio::net::TcpStream::connect(client.address).await.is_ok() {
                client.cookie = client.post("/api/session", &json!({ "name": name })).await.cookie;
                if client.cookie.is_some() {
                    return client;
                }
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Connects as often as necessary, to alternating nodes.
    async fn page(&self, client: &Client, table: &str, seat: u8, dice: &mut Dice) -> Page {
        for _ in 0..1200 {
            let client = Client { address: self.any(dice), ..client.clone() };
            if let Ok(mut page) = client.socket(table, &[]).await {
                page.ask(&Ask::Hello { seat: Some(seat), version: None }).await;
                while let Some(message) = page.hear_or_give_up().await {
                    match message {
                        FromServer::Snapshot(_) => return page,
                        FromServer::Problem { .. } => break,
                        _ => {}
                    }
                }
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("no socket");
    }
}

/// Opens a table, lets its people play it to the end, and checks what was stored.
async fn one_game(site: Arc<Site>, number: u64) {
    let mut dice = Dice::from_seed(number);
    let bot = || SeatWish::Bot { level: BotLevel::Novice };
    let (game, modules): (&str, &[&str]) = match number % 4 {
        0 => ("alhambra", &[]),
        1 => ("alhambra", &ALL_MODULES),
        2 => ("granada", &["vizier"]),
        _ => ("combined", &["bureau"]),
    };
    let seats = vec![SeatWish::Me { name: None }, SeatWish::Open, bot()];
    let (ana, ben) = (site.person("Ana", &mut dice).await, site.person("Ben", &mut dice).await);
    let new = serde_json::to_value(table(game, modules, seats)).expect("json");
    let opened = site.request(&ana, "POST", "/api/tables", &new, &mut dice).await;
    let id = opened["id"].as_str().expect("an id").to_owned();
    let path = |what: &str| format!("/api/tables/{id}{what}");
    site.request(&ben, "POST", &path("/join"), &json!({"seat": 1}), &mut dice).await;
    start(&site, &ana, &path(""), &mut dice).await;
    site.tables.lock().expect("nobody panics here").push(id.clone());
    let players = [(ana.clone(), 0), (ben, 1)].map(|(client, seat)| {
        tokio::spawn(play(site.clone(), client, id.clone(), seat, game == "alhambra" && modules.is_empty(), number))
    });
    let mut acknowledged = Vec::new();
    for player in players {
        acknowledged.push(player.await.expect("a player plays to the end"));
    }
    site.tables.lock().expect("nobody panics here").retain(|table| *table != id);
    let record = site.request(&ana, "GET", &path("/record"), &json!({}), &mut dice).await;
    for (seat, acknowledged) in acknowledged.iter().enumerate() {
        let steps = record["steps"].as_array().expect("steps").iter().filter(|s| s["seat"] == seat);
        // A window may have been passed for somebody who was disconnected just then.
        let kept: Vec<&str> = steps.filter_map(|s| s["do"].as_str()).filter(|action| *action != "pass").collect();
        assert_eq!(&kept, acknowledged, "each once, in order");
    }
    let file = site.records.0.join(format!("{number}.json"));
    std::fs::write(file, record.to_string()).expect("a record can be written");
    site.games.fetch_add(1, Ordering::Relaxed);
}

/// The host starts the game. Whether that succeeded is looked up, since a start cannot be sent twice.
pub async fn start(site: &Site, host: &Client, table: &str, dice: &mut Dice) {
    loop {
        let client = Client { address: site.any(dice), ..host.clone() };
        if tokio::net::TcpStream::connect(client.address).await.is_ok() {
            client.post(&format!("{table}/start"), &json!({})).await;
        }
        let info = site.request(host, "GET", table, &json!({}), dice).await;
        let info: TableInfo = serde_json::from_value(info).expect("a table");
        if info.status != Status::Lobby {
            return;
        }
    }
}

/// One person's game; returns all of their actions that were acknowledged and not undone.
async fn play(site: Arc<Site>, client: Client, table: String, seat: u8, undoes: bool, seed: u64) -> Vec<String> {
    let mut dice = Dice::from_seed(seed * 8 + u64::from(seat));
    let mut acknowledged: Vec<String> = Vec::new();
    let mut number = 0;
    let mut page = site.page(&client, &table, seat, &mut dice).await;
    while !page.is_over() {
        let Some(choice) = page.choice().filter(|c| c.to_act).cloned() else {
            if page.hear_or_give_up().await.is_none() {
                page = site.page(&client, &table, seat, &mut dice).await;
            }
            continue;
        };
        number += 1;
        let id = format!("{number}");
        let (ask, action) = if undoes && choice.undo > 0 && dice.below(15) == 0 {
            (Ask::Undo { id: id.clone(), seat, decision: choice.decision }, None)
        } else {
            let action = pick(&choice, &mut dice);
            (Ask::Act { id: id.clone(), seat, decision: choice.decision, action: action.clone() }, Some(action))
        };
        if send(&site, &client, &table, &mut page, &ask, &id, &mut dice).await {
            site.actions.fetch_add(1, Ordering::Relaxed);
            match action {
                Some(action) if action == "pass" => {}
                Some(action) => acknowledged.push(action),
                None => drop(acknowledged.pop()),
            }
        }
        while page.choice().is_some_and(|c| c.decision == choice.decision) && !page.is_over() {
            if page.hear_or_give_up().await.is_none() {
                page = site.page(&client, &table, seat, &mut dice).await;
            }
        }
    }
    acknowledged
}

/// Sends a message until it is answered; whether it was stored when a connection broke is unknown, and does not matter.
async fn send(
    site: &Site,
    client: &Client,
    table: &str,
    page: &mut Page,
    ask: &Ask,
    id: &str,
    dice: &mut Dice,
) -> bool {
    let seat = page.choice().map_or(0, |c| c.seat);
    page.ask(ask).await;
    loop {
        match page.hear_or_give_up().await {
            Some(FromServer::Done { id: done, .. }) if done == id => return true,
            Some(FromServer::Refused { refusal, .. }) => panic!("{ask:?}: {refusal:?}"),
            Some(FromServer::Problem { problem, .. }) => match problem.kind {
                ProblemKind::Retry => {
                    site.again.fetch_add(1, Ordering::Relaxed);
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    page.ask(ask).await;
                }
                // A window was passed meanwhile.
                ProblemKind::Stale => return false,
                _ => panic!("{ask:?}: {problem:?}"),
            },
            Some(_) => {}
            None => {
                site.again.fetch_add(1, Ordering::Relaxed);
                *page = site.page(client, table, seat, dice).await;
                page.ask(ask).await;
            }
        }
    }
}

/// Kills and restarts nodes, one at a time, and occasionally the services they depend on, until the games are over.
async fn trouble(site: Arc<Site>, mut nats: Option<Nats>, postgres: Option<(Postgres, Proxy)>) {
    let mut servers = Vec::new();
    for address in &site.nodes {
        servers.push(serve(*address, &site.storage).await);
    }
    let mut dice = Dice::from_seed(77);
    let unshaken = nats.is_none() && postgres.is_none();
    for turn in 0u32.. {
        let [kills, restarts] = [&site.kills, &site.restarts].map(|figure| figure.load(Ordering::Relaxed));
        let cut_off = site.holes.load(Ordering::Relaxed) > 0;
        site.enough.store(kills > 2 && (unshaken || restarts > 0 && cut_off), Ordering::Relaxed);
        tokio::time::sleep(Duration::from_millis(500 + u64::from(dice.below(1500)))).await;
        if site.over.load(Ordering::Relaxed) {
            return;
        }
        match (turn % 6, &mut nats, &postgres) {
            (2, Some(nats), _) => {
                nats.kill();
                tokio::time::sleep(Duration::from_millis(u64::from(dice.below(1500)))).await;
                tokio::task::block_in_place(|| nats.start_again());
                site.restarts.fetch_add(1, Ordering::Relaxed);
            }
            (3, _, Some((_, line))) => {
                // Longer than the server waits for its database, where there is time for it.
                let most = if site.is_long() { 12_000 } else { 1_500 };
                line.swallow();
                tokio::time::sleep(Duration::from_millis(u64::from(dice.below(most)))).await;
                line.let_through();
                site.holes.fetch_add(1, Ordering::Relaxed);
            }
            (5, _, Some((postgres, _))) => {
                tokio::task::block_in_place(|| postgres.stop());
                tokio::time::sleep(Duration::from_millis(u64::from(dice.below(1500)))).await;
                tokio::task::block_in_place(|| postgres.start_again());
                site.restarts.fetch_add(1, Ordering::Relaxed);
            }
            _ => {
                let node = dice.below(site.nodes.len() as u32) as usize;
                servers[node].kill().await.expect("it can be killed");
                site.kills.fetch_add(1, Ordering::Relaxed);
                tokio::time::sleep(Duration::from_millis(u64::from(dice.below(700)))).await;
                servers[node] = serve(site.nodes[node], &site.storage).await;
            }
        }
    }
}

/// Stops nodes of an older program, one after another, and restarts them as this one, until the games are over.
async fn upgrade(site: Arc<Site>) {
    let this = env!("CARGO_BIN_EXE_sabika").to_owned();
    let old = std::env::var("SABIKA_OLD").unwrap_or_else(|_| this.clone());
    let mut servers = Vec::new();
    for address in &site.nodes {
        servers.push(serve_by(&old, *address, &site.storage).await);
    }
    for (server, address) in servers.iter_mut().zip(&site.nodes) {
        let begun = site.actions.load(Ordering::Relaxed) + 20;
        while site.actions.load(Ordering::Relaxed) < begun {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        stop(server).await;
        *server = serve_by(&this, *address, &site.storage).await;
    }
    site.enough.store(true, Ordering::Relaxed);
    while !site.over.load(Ordering::Relaxed) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Keeps this many tables in play until the time is over, everything that `disturbs` them has happened, and each game has ended.
async fn nothing_is_lost(site: Arc<Site>, tables: u64, disturbs: impl Future<Output = ()> + Send + 'static) {
    let disturbed = tokio::spawn(disturbs);
    let begin = Instant::now();
    let games = (0..tables).map(|first| {
        let site = site.clone();
        tokio::spawn(async move {
            for number in (first..).step_by(tables as usize) {
                one_game(site.clone(), number).await;
                if Instant::now() >= site.until && site.enough.load(Ordering::Relaxed) {
                    return;
                }
            }
        })
    });
    for game in games.collect::<Vec<_>>() {
        game.await.expect("nothing is lost");
    }
    site.over.store(true, Ordering::Relaxed);
    disturbed.await.expect("what was killed comes again");

    let files = std::fs::read_dir(&site.records.0).expect("the records").flatten().map(|e| e.path());
    let files: Vec<_> = files.collect();
    for file in &files {
        let mut verify = std::process::Command::new(env!("CARGO_BIN_EXE_sabika"));
        let verified = verify.args(["replay", "--verify"]).arg(file).output().expect("it runs");
        assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    }
    let read = |figure: &AtomicU32| figure.load(Ordering::Relaxed);
    assert_eq!(files.len() as u32, read(&site.games));
    let [kills, restarts] = [&site.kills, &site.restarts].map(read);
    println!(
        "{} s: {} games at {tables} tables ended and verified; {} actions acknowledged, {} messages sent again; {kills} \
         times a node was killed, {restarts} times NATS or PostgreSQL restarted, {} times the database cut off; {} silent \
         connections ended, {} sockets that never read, {} tables of six architects",
        begin.elapsed().as_secs(),
        read(&site.games),
        read(&site.actions),
        read(&site.again),
        read(&site.holes),
        read(&site.pests.silent),
        read(&site.pests.slow),
        read(&site.pests.floods),
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn lose_nothing_with_three_nodes() {
    let (nats, postgres) = (Nats::start(), Postgres::start());
    let line = Proxy::to(postgres.address()).await;
    let database = postgres.database().replace(&postgres.address().to_string(), &line.address.to_string());
    let storage = ["--database".to_owned(), database, "--bus".to_owned(), nats.url.clone()];
    let site = Site::new(&free_ports::<3>(), &storage);
    let (tables, silent, slow, floods) = if site.is_long() { (36, 60, 12, 12) } else { (8, 4, 2, 0) };
    let trouble = trouble(site.clone(), Some(nats), Some((postgres, line)));
    let pests = pester(site.clone(), silent, slow, floods);
    let disturbs = async {
        tokio::join!(trouble, pests);
    };
    nothing_is_lost(site.clone(), tables, disturbs).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lose_nothing_with_one_node() {
    let folder = Folder::new();
    let storage = ["--data".to_owned(), folder.0.display().to_string()];
    let site = Site::new(&free_ports::<1>(), &storage);
    let tables = if site.is_long() { 16 } else { 4 };
    nothing_is_lost(site.clone(), tables, trouble(site, None, None)).await;
}

/// A rolling upgrade: old and new nodes serve the same tables for a while.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn lose_nothing_in_an_upgrade() {
    let (nats, postgres) = (Nats::start(), Postgres::start());
    let storage = ["--database".to_owned(), postgres.database(), "--bus".to_owned(), nats.url.clone()];
    let site = Site::new(&free_ports::<3>(), &storage);
    nothing_is_lost(site.clone(), 4, upgrade(site)).await;
}
