//! The bare echo: the baseline of what axum, tokio and this machine can do without any game logic.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::routing::get;
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpListener;

use super::{http, process};
use crate::Error;

/// As long as the line of an action.
const MESSAGE: &str = "{\"type\":\"act\",\"id\":\"m1\",\"seat\":0,\"decision\":4,\"do\":\"buy T9ne with f7 f2\"}";

pub async fn serve() -> Result<(), Error> {
    let address = std::env::var("SABIKA_LISTEN")?;
    let echo = async |mut socket: WebSocket| {
        while let Some(Ok(Message::Text(text))) = socket.recv().await {
            if socket.send(Message::Text(text)).await.is_err() {
                return;
            }
        }
    };
    let app = Router::new().route("/", get(async move |upgrade: WebSocketUpgrade| upgrade.on_upgrade(echo)));
    axum::serve(TcpListener::bind(address).await?, app).await?;
    Ok(())
}

/// Messages echoed per second, each socket sending the next when the last has come back.
pub async fn measure(sockets: usize, time: Duration) -> Result<f64, Error> {
    let (mut server, address) = process::start(&["load", "--echo"]).await?;
    let delivered = Arc::new(AtomicU64::new(0));
    // All are connected before the first one sends: later ones would wait long for a server busy echoing.
    let mut open = Vec::new();
    for _ in 0..sockets {
        open.push(http::socket(address, "/", None).await?);
    }
    let mut players = Vec::new();
    for mut socket in open {
        let delivered = delivered.clone();
        players.push(tokio::spawn(async move {
            while socket.send(MESSAGE.into()).await.is_ok() && socket.next().await.is_some_and(|m| m.is_ok()) {
                delivered.fetch_add(1, Ordering::Relaxed);
            }
        }));
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let (before, begin) = (delivered.load(Ordering::Relaxed), Instant::now());
    tokio::time::sleep(time).await;
    let rate = (delivered.load(Ordering::Relaxed) - before) as f64 / begin.elapsed().as_secs_f64();
    players.iter().for_each(|p| p.abort());
    server.kill().await?;
    Ok(rate)
}
