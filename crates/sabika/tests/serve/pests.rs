//! Hostile clients while others play: connections that send nothing, sockets that never read, and guests who create one table of bots
//! after another.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use sabika_rules::Dice;
use sabika_server::wire::{Ask, BotLevel, SeatWish, Status, TableInfo};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;

use crate::common::table;
use crate::soak::Site;

#[derive(Default)]
pub struct Pests {
    /// Silent and half-sent connections that the server ended.
    pub silent: AtomicU32,
    /// Sockets that never read, opened at tables in play.
    pub slow: AtomicU32,
    /// Tables of six architects.
    pub floods: AtomicU32,
}

/// This many of each kind, until the games are over.
pub async fn pester(site: Arc<Site>, silent: u64, slow: u64, floods: u64) {
    let mut all = tokio::task::JoinSet::new();
    for number in 0..silent {
        all.spawn(say_nothing(site.clone(), number));
    }
    for number in 0..slow {
        all.spawn(never_read(site.clone(), number));
    }
    for number in 0..floods {
        all.spawn(flood(site.clone(), number));
    }
    while !site.is_over() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    all.shutdown().await;
}

/// Connects, sends nothing or half a request, and waits for the server to close the connection.
async fn say_nothing(site: Arc<Site>, number: u64) {
    let mut dice = Dice::from_seed(1000 + number);
    loop {
        if let Ok(mut stream) = tokio::net::TcpStream::connect(site.any(&mut dice)).await {
            let half: &[u8] = if number.is_multiple_of(2) { b"" } else { b"GET / HTTP/1.1\r\nho" };
            let _ = stream.write_all(half).await;
            let _ = stream.read_to_end(&mut Vec::new()).await;
            site.pests.silent.fetch_add(1, Ordering::Relaxed);
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// Watches a table, requests the whole state again and again, and never reads an answer.
async fn never_read(site: Arc<Site>, number: u64) {
    let mut dice = Dice::from_seed(2000 + number);
    loop {
        tokio::time::sleep(Duration::from_millis(500)).await;
        let Some(id) = site.some_table(&mut dice) else { continue };
        let client = crate::common::Client::stranger(site.any(&mut dice));
        let Ok(narrow) = TcpSocket::new_v4() else { continue };
        let _ = narrow.set_recv_buffer_size(4096);
        let Ok(stream) = narrow.connect(client.address).await else { continue };
        let Ok(mut page) = client.socket_over(stream, &id, &[]).await else { continue };
        site.pests.slow.fetch_add(1, Ordering::Relaxed);
        for _ in 0..600 {
            page.ask(&Ask::Hello { seat: None, version: None }).await;
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}

/// A guest who creates a table of six architects, and the next when it is over.
async fn flood(site: Arc<Site>, number: u64) {
    let mut dice = Dice::from_seed(3000 + number);
    let guest = site.person("Guest", &mut dice).await;
    let bots = vec![SeatWish::Bot { level: BotLevel::Architect }; 6];
    let new = serde_json::to_value(table("alhambra", &[], bots)).expect("json");
    loop {
        let opened = site.request(&guest, "POST", "/api/tables", &new, &mut dice).await;
        let path = format!("/api/tables/{}", opened["id"].as_str().unwrap_or_default());
        crate::soak::start(&site, &guest, &path, &mut dice).await;
        site.pests.floods.fetch_add(1, Ordering::Relaxed);
        loop {
            tokio::time::sleep(Duration::from_secs(5)).await;
            let info = site.request(&guest, "GET", &path, &json!({}), &mut dice).await;
            if serde_json::from_value::<TableInfo>(info).is_ok_and(|info| info.status != Status::Playing) {
                break;
            }
        }
    }
}
