//! Players on a real server: each reads every message, and acts when asked.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::json;
use tokio::process::Child;
use tokio::task::JoinSet;

use super::http::{self, Socket};
use super::{Args, bots, percentile, process};
use crate::Error;

/// Sockets and tables that are opened in parallel.
pub const AT_ONCE: usize = 32;
/// How long the site gets used to something new before it is measured.
const SETTLE: Duration = Duration::from_secs(3);

pub struct Report {
    /// KiB per idle socket.
    pub socket: f64,
    /// MiB with all sockets open.
    pub resident: u64,
    pub steady: Figures,
    pub flat_out: Figures,
    /// One move per second again, with some people playing against bots.
    pub against_bots: Figures,
    /// The same while many tables of bots are running.
    pub beside_bots: Figures,
    pub ended: u64,
    pub problems: u64,
}

/// One measurement: rates per second, times in milliseconds.
pub struct Figures {
    pub messages: f64,
    pub moves: f64,
    pub bytes: f64,
    /// From an action to its last viewer.
    pub p50: f64,
    pub p99: f64,
    /// From an action to its acknowledgement.
    pub done_p50: f64,
    pub done_p99: f64,
    /// From the end of a person's turn until their opponent, a bot, has played.
    pub bots: usize,
    pub bots_p50: f64,
    pub bots_p99: f64,
    pub bots_max: f64,
    /// Processor time of the server per delivered message, in microseconds.
    pub processor: f64,
}

/// Counters shared by all players.
#[derive(Default)]
pub struct Counts {
    messages: AtomicU64,
    bytes: AtomicU64,
    moves: AtomicU64,
    ended: AtomicU64,
    problems: AtomicU64,
    /// Microseconds from an action to its last viewer.
    times: Times,
    /// From an action to its acknowledgement.
    dones: Times,
    /// From the end of a person's turn until a bot has played.
    bot_turns: Times,
    /// Whether players act without waiting.
    flat_out: AtomicBool,
    /// Whether play has started.
    begun: AtomicBool,
}

/// Times in microseconds.
#[derive(Default)]
struct Times(Mutex<Vec<u32>>);

impl Times {
    fn since(&self, begin: Instant) {
        let micros = u32::try_from(begin.elapsed().as_micros()).unwrap_or(u32::MAX);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(micros);
    }

    /// All of them, sorted; from now on it is empty.
    fn take(&self) -> Vec<u32> {
        let mut times = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        times.sort_unstable();
        times
    }
}

/// One table: the actions that some viewer has not seen yet, by the version that shows them.
pub struct Table {
    pub id: String,
    /// The people there.
    players: u8,
    /// Whether their opponents are bots.
    against_bots: bool,
    waiting: Mutex<HashMap<u64, (Instant, u8)>>,
}

impl Table {
    pub fn new(id: String, players: u8, against_bots: bool) -> Arc<Table> {
        Arc::new(Table { id, players, against_bots, waiting: Mutex::default() })
    }

    fn sent(&self, version: u64) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.insert(version, (Instant::now(), self.players));
    }
}

pub async fn measure(args: &Args, database: &str, time: Duration) -> Result<Report, Error> {
    let many = "1000000";
    let limits = ["--rate", many, "--connections", many, "--connections-per-address", many];
    let tables = ["--tables-per-person", many, "--tables-per-address", many];
    let arguments = [&["serve", "--log", "error", "--database", database], &limits[..], &tables].concat();
    let (mut server, address) = process::start(&arguments).await?;
    let counts = Arc::new(Counts::default());
    let mut people = Vec::new();
    for seat in 0..args.players {
        let name = json!({ "name": format!("Player {seat}") });
        people.push(http::post(address, "/api/session", "", &name).await?.1);
    }
    let people: Arc<[String]> = people.into();
    let tables = open_tables(args, address, &people).await?;
    // Lets the memory used for opening be released and the tables become idle.
    tokio::time::sleep(Duration::from_secs(5)).await;
    let before = process::resident(&server);

    let mut players = JoinSet::new();
    let seated = tables.iter().flat_map(|t| (0..args.players).map(move |seat| (t.clone(), seat)));
    let seated = seated.map(|(table, seat)| (table, seat, people[seat as usize].clone()));
    sit_all(address, seated.collect(), &mut players, &counts).await?;
    tokio::time::sleep(Duration::from_secs(5)).await;
    let idle = process::resident(&server);
    let sockets = args.tables * args.players as usize;

    counts.begun.store(true, Ordering::Relaxed);
    tokio::time::sleep(SETTLE).await;
    let steady = figures(&counts, &server, time).await;
    counts.flat_out.store(true, Ordering::Relaxed);
    tokio::time::sleep(SETTLE).await;
    let flat_out = figures(&counts, &server, time).await;
    counts.flat_out.store(false, Ordering::Relaxed);
    let with_bots = bots::open_tables(address, &people[0]).await?;
    let seated = with_bots.into_iter().map(|table| (table, 0, people[0].clone())).collect();
    sit_all(address, seated, &mut players, &counts).await?;
    tokio::time::sleep(SETTLE).await;
    let against_bots = figures(&counts, &server, time).await;
    bots::flood(address, args.bot_tables).await?;
    tokio::time::sleep(SETTLE).await;
    let beside_bots = figures(&counts, &server, time).await;
    players.abort_all();
    server.kill().await?;
    Ok(Report {
        socket: idle.saturating_sub(before) as f64 / sockets as f64,
        resident: idle / 1024,
        steady,
        flat_out,
        against_bots,
        beside_bots,
        ended: counts.ended.load(Ordering::Relaxed),
        problems: counts.problems.load(Ordering::Relaxed),
    })
}

/// Connects people to their seats and lets them play.
async fn sit_all(
    address: SocketAddr,
    seated: Vec<(Arc<Table>, u8, String)>,
    players: &mut JoinSet<()>,
    counts: &Arc<Counts>,
) -> Result<(), Error> {
    let mut seats = JoinSet::new();
    for (table, seat, cookie) in seated {
        seats.spawn(async move {
            let path = format!("/api/tables/{}/socket", table.id);
            let mut socket = http::socket(address, &path, Some(&cookie)).await.map_err(|e| e.to_string())?;
            let hello = json!({"type": "hello", "seat": seat}).to_string();
            socket.send(hello.into()).await.map_err(|e| e.to_string())?;
            Ok::<_, String>((socket, table, seat))
        });
        if seats.len() >= AT_ONCE {
            sit(&mut seats, players, counts).await?;
        }
    }
    while !seats.is_empty() {
        sit(&mut seats, players, counts).await?;
    }
    Ok(())
}

async fn figures(counts: &Counts, server: &Child, time: Duration) -> Figures {
    let read = || [&counts.messages, &counts.bytes, &counts.moves].map(|c| c.load(Ordering::Relaxed));
    for times in [&counts.times, &counts.dones, &counts.bot_turns] {
        times.take();
    }
    let (before, used, begin) = (read(), process::used(server), Instant::now());
    tokio::time::sleep(time).await;
    let [messages, bytes, moves] = {
        let now = read();
        [0, 1, 2].map(|i| (now[i] - before[i]) as f64)
    };
    let seconds = begin.elapsed().as_secs_f64();
    let used = process::used(server).saturating_sub(used);
    let [times, dones, bots] = [&counts.times, &counts.dones, &counts.bot_turns].map(Times::take);
    Figures {
        messages: messages / seconds,
        moves: moves / seconds,
        bytes: bytes / messages.max(1.0),
        p50: percentile(&times, 0.5),
        p99: percentile(&times, 0.99),
        done_p50: percentile(&dones, 0.5),
        done_p99: percentile(&dones, 0.99),
        bots: bots.len(),
        bots_p50: percentile(&bots, 0.5),
        bots_p99: percentile(&bots, 0.99),
        bots_max: percentile(&bots, 1.0),
        processor: used.as_micros() as f64 / messages.max(1.0),
    }
}

async fn open_tables(args: &Args, address: SocketAddr, people: &Arc<[String]>) -> Result<Vec<Arc<Table>>, Error> {
    let mut seats = vec![json!({"kind": "open"}); args.players as usize];
    seats[0] = json!({"kind": "me"});
    let new = json!({"setup": {"game": "alhambra", "players": args.players}, "seats": seats});
    let (mut opening, mut tables) = (JoinSet::new(), Vec::new());
    for left in (0..args.tables).rev() {
        let (people, new, players) = (people.clone(), new.clone(), args.players);
        opening.spawn(async move {
            let open = async {
                let (opened, _) = http::post(address, "/api/tables", &people[0], &new).await?;
                let id = opened["id"].as_str().unwrap_or_default().to_owned();
                for person in &people[1..] {
                    http::post(address, &format!("/api/tables/{id}/join"), person, &json!({})).await?;
                }
                http::post(address, &format!("/api/tables/{id}/start"), &people[0], &json!({})).await?;
                Ok::<_, Error>(Table::new(id, players, false))
            };
            open.await.map_err(|e| e.to_string())
        });
        while opening.len() >= AT_ONCE || (left == 0 && !opening.is_empty()) {
            if let Some(table) = opening.join_next().await {
                tables.push(table??);
            }
        }
    }
    Ok(tables)
}

type Seated = Result<(Socket, Arc<Table>, u8), String>;

/// Lets the next open socket start playing.
async fn sit(seats: &mut JoinSet<Seated>, players: &mut JoinSet<()>, counts: &Arc<Counts>) -> Result<(), Error> {
    if let Some(seated) = seats.join_next().await {
        let (socket, table, seat) = seated??;
        let player = Player { table, seat, counts: counts.clone(), number: 0, version: 0, sent: None, ended: None };
        players.spawn(player.play(socket));
    }
    Ok(())
}

struct Player {
    table: Arc<Table>,
    seat: u8,
    counts: Arc<Counts>,
    number: u64,
    version: u64,
    /// When the last action was sent, until it is acknowledged.
    sent: Option<Instant>,
    /// When the last turn ended.
    ended: Option<Instant>,
}

/// The part of a message that concerns the acting seat; borrowed, so that players take little time from the server.
#[derive(Deserialize)]
struct Shown<'a> {
    #[serde(borrow)]
    changes: Option<Part<'a>>,
    #[serde(borrow)]
    game: Option<Part<'a>>,
}

#[derive(Deserialize)]
struct Part<'a> {
    #[serde(borrow)]
    choice: Option<Choice<'a>>,
}

#[derive(Deserialize)]
struct Choice<'a> {
    seat: u8,
    decision: u32,
    to_act: bool,
    #[serde(borrow)]
    options: Options<'a>,
}

#[derive(Deserialize)]
struct Options<'a> {
    #[serde(borrow)]
    takes: Vec<Vec<&'a str>>,
    #[serde(borrow)]
    buys: Vec<Buy<'a>>,
    #[serde(borrow)]
    places: Vec<Place<'a>>,
    end: bool,
}

#[derive(Deserialize)]
struct Buy<'a> {
    tile: &'a str,
    #[serde(borrow)]
    payments: Vec<Payment<'a>>,
}

#[derive(Deserialize)]
struct Payment<'a> {
    #[serde(borrow)]
    cards: Vec<&'a str>,
}

#[derive(Deserialize)]
struct Place<'a> {
    tile: &'a str,
    cells: Vec<(i8, i8)>,
}

impl Player {
    async fn play(mut self, mut socket: Socket) {
        while let Some(Ok(message)) = socket.next().await {
            let Ok(text) = message.to_text() else { continue };
            self.counts.messages.fetch_add(1, Ordering::Relaxed);
            self.counts.bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
            self.see(text);
            // Most messages need no answer.
            let asked = text.contains("\"to_act\":true");
            let Some(choice) = asked.then(|| choice(text)).flatten() else { continue };
            let Some(line) = line(&choice.options) else { continue };
            let (seat, decision) = (choice.seat, choice.decision);
            if let Some(ended) = self.ended.take().filter(|_| self.table.against_bots) {
                self.counts.bot_turns.since(ended);
            }
            while !self.counts.begun.load(Ordering::Relaxed) {
                tokio::time::sleep(Duration::from_millis(500 + 7 * u64::from(self.seat))).await;
            }
            if !self.counts.flat_out.load(Ordering::Relaxed) {
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
            self.number += 1;
            let id = self.number;
            let act = format!(r#"{{"type":"act","id":"{id}","seat":{seat},"decision":{decision},"do":"{line}"}}"#);
            self.table.sent(self.version + 1);
            self.sent = Some(Instant::now());
            self.ended = self.sent.filter(|_| line == "end");
            if socket.send(act.into()).await.is_err() {
                return;
            }
        }
    }

    /// Keeps track of who has seen which action.
    fn see(&mut self, text: &str) {
        let kind = text.get(9..).unwrap_or_default();
        if let Some(rest) = kind.strip_prefix("update\",\"version\":") {
            self.version = number(rest);
            let mut waiting = self.table.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((sent, left)) = waiting.get_mut(&self.version) {
                *left -= 1;
                if *left == 0 {
                    let sent = *sent;
                    waiting.remove(&self.version);
                    drop(waiting);
                    self.counts.moves.fetch_add(1, Ordering::Relaxed);
                    self.counts.times.since(sent);
                }
            }
            if self.seat == 0 && text.contains("\"status\":\"over\"") {
                self.counts.ended.fetch_add(1, Ordering::Relaxed);
            }
        } else if let Some(rest) = kind.strip_prefix("snapshot\",\"version\":") {
            self.version = number(rest);
        } else if kind.starts_with("done") {
            if let Some(sent) = self.sent.take() {
                self.counts.dones.since(sent);
            }
        } else if kind.starts_with("problem") || kind.starts_with("refused") {
            self.counts.problems.fetch_add(1, Ordering::Relaxed);
        }
    }
}

fn number(text: &str) -> u64 {
    text.bytes().take_while(u8::is_ascii_digit).fold(0, |n, digit| n * 10 + u64::from(digit - b'0'))
}

fn choice(text: &str) -> Option<Choice<'_>> {
    let shown: Shown<'_> = serde_json::from_str(text).ok()?;
    shown.changes.or(shown.game)?.choice.filter(|choice| choice.to_act)
}

/// A quick player: buys if it can, otherwise takes the first card; builds on the first cell.
fn line(options: &Options<'_>) -> Option<String> {
    if let Some(buy) = options.buys.first() {
        return Some(format!("buy {} with {}", buy.tile, buy.payments.first()?.cards.join(" ")));
    }
    if let Some(cards) = options.takes.last() {
        return Some(format!("take {}", cards.join(" ")));
    }
    if let Some(place) = options.places.first() {
        return Some(match place.cells.first() {
            Some((x, y)) => format!("place {} {x},{y}", place.tile),
            None => format!("reserve {}", place.tile),
        });
    }
    options.end.then(|| "end".to_owned())
}
