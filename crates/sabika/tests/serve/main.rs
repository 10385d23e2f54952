//! `sabika serve` as a process: asked to stop, killed during a game, sent nonsense.

#[path = "../../../server/tests/server/common/mod.rs"]
mod common;
mod fuzz;
mod pests;
mod soak;

use std::net::{SocketAddr, TcpListener};
use std::process::Stdio;
use std::time::Duration;

use common::{Answer, Client, Folder};
use serde_json::{Value, json};
use tokio::process::{Child, Command};

async fn serve(address: SocketAddr, storage: &[String]) -> Child {
    serve_by(env!("CARGO_BIN_EXE_sabika"), address, storage).await
}

async fn serve_by(program: &str, address: SocketAddr, storage: &[String]) -> Child {
    let mut command = Command::new(program);
    command.args(["serve", "--log", "error", "--rate", "100000", "--listen", &address.to_string()]).args(storage);
    // All come from one address. By environment: an older program need not know it.
    command.env("SABIKA_CONNECTIONS_PER_ADDRESS", "10000");
    command.stdout(Stdio::null()).kill_on_drop(true);
    let child = command.spawn().expect("the binary starts");
    for _ in 0..2400 {
        if tokio::net::TcpStream::connect(address).await.is_ok() {
            return child;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the server does not answer");
}

/// Asks a server to stop, and waits until it has.
#[cfg(unix)]
async fn stop(server: &mut Child) {
    let pid = server.id().expect("it runs").to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().await.is_ok_and(|s| s.success()));
    let ended = tokio::time::timeout(Duration::from_secs(60), server.wait()).await.expect("it ends");
    assert!(ended.is_ok_and(|s| s.success()));
}

fn ok(answer: &Answer) -> Value {
    assert!((200..300).contains(&answer.status), "{} {}", answer.status, answer.body);
    answer.json()
}

fn free_ports<const N: usize>() -> [SocketAddr; N] {
    // All are bound at the same time, so that they differ.
    let listeners = [(); N].map(|()| TcpListener::bind("127.0.0.1:0").expect("a port is free"));
    listeners.map(|l| l.local_addr().expect("it has an address"))
}

/// When asked to stop, it stops without losing anything: what was stored is there when it restarts.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn stops_when_asked() {
    let folder = Folder::new();
    let [address] = free_ports();
    let storage = ["--data".to_owned(), folder.0.display().to_string()];
    let mut server = serve(address, &storage).await;
    let mut ana = Client::stranger(address);
    ana.cookie = ana.post("/api/session", &json!({"name": "Ana"})).await.cookie;
    assert_eq!(ana.get("/healthz").await.body, "ok\n");
    assert_eq!(ana.get("/readyz").await.status, 200);
    assert!(ana.get("/metrics").await.body.contains("sabika_requests_total"));
    let home = ana.get("/").await;
    assert_eq!(home.status, 200);
    assert!(home.head.to_lowercase().contains("content-security-policy: default-src 'self'"), "{}", home.head);
    stop(&mut server).await;
    let _server = serve(address, &storage).await;
    assert_eq!(ok(&ana.get("/api/session").await)["person"]["name"], "Ana");
}
