//! `sabika serve` as a process: asked to stop, killed in mid-game, told nonsense.

#[path = "../../../server/tests/server/common/mod.rs"]
mod common;
mod fuzz;
mod soak;

use std::net::{SocketAddr, TcpListener};
use std::process::Stdio;
use std::time::Duration;

use common::{Answer, Client, Folder};
use serde_json::{Value, json};
use tokio::process::{Child, Command};

async fn serve(address: SocketAddr, storage: &[String]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sabika"));
    command.args(["serve", "--log", "error", "--rate", "100000", "--listen", &address.to_string()]).args(storage);
    command.stdout(Stdio::null()).kill_on_drop(true);
    let child = command.spawn().expect("the binary starts");
    for _ in 0..600 {
        if tokio::net::TcpStream::connect(address).await.is_ok() {
            return child;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the server does not answer");
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

/// Asked to stop, it stops and is not missed: what was stored is there when it comes back.
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
    let pid = server.id().expect("it runs").to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().await.is_ok_and(|s| s.success()));
    let ended = tokio::time::timeout(Duration::from_secs(10), server.wait()).await.expect("it ends");
    assert!(ended.is_ok_and(|s| s.success()));
    let _server = serve(address, &storage).await;
    assert_eq!(ok(&ana.get("/api/session").await)["person"]["name"], "Ana");
}
