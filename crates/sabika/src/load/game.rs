//! Players on a real server: each reads every message, and acts when asked.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use sabika_server::wire::{Choice, Options};
use serde::Deserialize;
use serde_json::json;
use tokio::task::JoinSet;

use super::http::{self, Socket};
use super::{Args, percentile, process};
use crate::Problem;

/// Sockets and tables that are opened in parallel.
const AT_ONCE: usize = 32;

pub struct Report {
    /// KiB per idle socket.
    pub socket: f64,
    /// MiB with all sockets open.
    pub resident: u64,
    pub steady: Figures,
    pub flat_out: Figures,
    pub ended: u64,
    pub problems: u64,
}

/// One measurement: rates per second, times in milliseconds.
pub struct Figures {
    pub messages: f64,
    pub moves: f64,
    pub bytes: f64,
    pub p50: f64,
    pub p99: f64,
}

/// Counters shared by all players.
#[derive(Default)]
struct Counts {
    messages: AtomicU64,
    bytes: AtomicU64,
    moves: AtomicU64,
    ended: AtomicU64,
    problems: AtomicU64,
    /// Microseconds from an action to its last viewer.
    times: Mutex<Vec<u32>>,
    /// Whether players act without waiting.
    flat_out: AtomicBool,
    /// Whether play has started.
    begun: AtomicBool,
}

/// One table: the actions that some viewer has not seen yet, by the version that shows them.
struct Table {
    id: String,
    players: u8,
    waiting: Mutex<HashMap<u64, (Instant, u8)>>,
}

impl Table {
    fn sent(&self, version: u64) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.insert(version, (Instant::now(), self.players));
    }
}

pub async fn measure(args: &Args, database: &str, time: Duration) -> Result<Report, Problem> {
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

    let mut seats = JoinSet::new();
    let mut players = JoinSet::new();
    for (table, seat) in tables.iter().flat_map(|t| (0..args.players).map(move |seat| (t.clone(), seat))) {
        let cookie = people[seat as usize].clone();
        seats.spawn(async move {
            let path = format!("/api/tables/{}/socket", table.id);
            let mut socket = http::socket(address, &path, Some(&cookie)).await.map_err(|e| e.to_string())?;
            let hello = json!({"type": "hello", "seat": seat}).to_string();
            socket.send(hello.into()).await.map_err(|e| e.to_string())?;
            Ok::<_, String>((socket, table, seat))
        });
        if seats.len() >= AT_ONCE {
            sit(&mut seats, &mut players, &counts).await?;
        }
    }
    while !seats.is_empty() {
        sit(&mut seats, &mut players, &counts).await?;
    }
    tokio::time::sleep(Duration::from_secs(5)).await;
    let idle = process::resident(&server);
    let sockets = args.tables * args.players as usize;

    counts.begun.store(true, Ordering::Relaxed);
    tokio::time::sleep(Duration::from_secs(3)).await;
    let steady = figures(&counts, time).await;
    counts.flat_out.store(true, Ordering::Relaxed);
    tokio::time::sleep(Duration::from_secs(3)).await;
    let flat_out = figures(&counts, time).await;
    players.abort_all();
    server.kill().await?;
    Ok(Report {
        socket: idle.saturating_sub(before) as f64 / sockets as f64,
        resident: idle / 1024,
        steady,
        flat_out,
        ended: counts.ended.load(Ordering::Relaxed),
        problems: counts.problems.load(Ordering::Relaxed),
    })
}

async fn figures(counts: &Counts, time: Duration) -> Figures {
    let read = || [&counts.messages, &counts.bytes, &counts.moves].map(|c| c.load(Ordering::Relaxed));
    counts.times.lock().unwrap_or_else(PoisonError::into_inner).clear();
    let (before, begin) = (read(), Instant::now());
    tokio::time::sleep(time).await;
    let [messages, bytes, moves] = {
        let now = read();
        [0, 1, 2].map(|i| (now[i] - before[i]) as f64)
    };
    let seconds = begin.elapsed().as_secs_f64();
    let mut times = std::mem::take(&mut *counts.times.lock().unwrap_or_else(PoisonError::into_inner));
    times.sort_unstable();
    Figures {
        messages: messages / seconds,
        moves: moves / seconds,
        bytes: bytes / messages.max(1.0),
        p50: percentile(&times, 0.5),
        p99: percentile(&times, 0.99),
    }
}

async fn open_tables(args: &Args, address: SocketAddr, people: &Arc<[String]>) -> Result<Vec<Arc<Table>>, Problem> {
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
                Ok::<_, Problem>(Arc::new(Table { id, players, waiting: Mutex::default() }))
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
async fn sit(seats: &mut JoinSet<Seated>, players: &mut JoinSet<()>, counts: &Arc<Counts>) -> Result<(), Problem> {
    if let Some(seated) = seats.join_next().await {
        let (socket, table, seat) = seated??;
        let player = Player { table, seat, counts: counts.clone(), number: 0, version: 0 };
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
}

/// The part of a message that concerns the acting seat.
#[derive(Deserialize)]
struct Shown {
    changes: Option<Part>,
    game: Option<Part>,
}

#[derive(Deserialize)]
struct Part {
    choice: Option<Choice>,
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
            while !self.counts.begun.load(Ordering::Relaxed) {
                tokio::time::sleep(Duration::from_millis(500 + 7 * u64::from(self.seat))).await;
            }
            if !self.counts.flat_out.load(Ordering::Relaxed) {
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
            let Some(line) = line(&choice.options) else { continue };
            self.number += 1;
            let (id, seat, decision) = (self.number.to_string(), choice.seat, choice.decision);
            let act = json!({"type": "act", "id": id, "seat": seat, "decision": decision, "do": line});
            self.table.sent(self.version + 1);
            if socket.send(act.to_string().into()).await.is_err() {
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
                    let micros = sent.elapsed().as_micros() as u32;
                    waiting.remove(&self.version);
                    drop(waiting);
                    self.counts.moves.fetch_add(1, Ordering::Relaxed);
                    self.counts.times.lock().unwrap_or_else(PoisonError::into_inner).push(micros);
                }
            }
            if self.seat == 0 && text.contains("\"status\":\"over\"") {
                self.counts.ended.fetch_add(1, Ordering::Relaxed);
            }
        } else if let Some(rest) = kind.strip_prefix("snapshot\",\"version\":") {
            self.version = number(rest);
        } else if kind.starts_with("problem") || kind.starts_with("refused") {
            self.counts.problems.fetch_add(1, Ordering::Relaxed);
        }
    }
}

fn number(text: &str) -> u64 {
    text.bytes().take_while(u8::is_ascii_digit).fold(0, |n, digit| n * 10 + u64::from(digit - b'0'))
}

fn choice(text: &str) -> Option<Choice> {
    let shown: Shown = serde_json::from_str(text).ok()?;
    shown.changes.or(shown.game)?.choice.filter(|choice| choice.to_act)
}

/// A quick player: buys if it can, otherwise takes the first card; builds on the first cell.
fn line(options: &Options) -> Option<String> {
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
