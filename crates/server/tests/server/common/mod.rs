//! A server in this process and people who play on it through its public API.
#![allow(dead_code, reason = "each test file uses its part")]

pub mod certificate;
pub mod nats;
pub mod page;
pub mod postgres;
pub mod programs;
pub mod proxy;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use sabika_server::node::{Config, Node};
use sabika_server::wire::{NewTable, Pace, SeatWish, SetupView, TableInfo};

/// A separate folder for each test; removed with it.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("sabika-test-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }

    pub fn sqlite(&self) -> String {
        format!("sqlite:{}", self.0.join("sabika.db").display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub struct Server {
    pub address: SocketAddr,
    pub node: Arc<Node>,
    serving: JoinHandle<std::io::Result<()>>,
}

impl Server {
    pub async fn start(database: &str) -> Server {
        Server::with(Config { database: database.into(), rate: 100_000, ..Config::default() }).await
    }

    pub async fn with(config: Config) -> Server {
        Server::serving(Node::start(config).await.expect("the store opens")).await
    }

    pub async fn serving(node: Arc<Node>) -> Server {
        Server::at(TcpListener::bind("127.0.0.1:0").await.expect("a port is free"), node)
    }

    pub fn at(listener: TcpListener, node: Arc<Node>) -> Server {
        let address = listener.local_addr().expect("it has an address");
        let serving = tokio::spawn(sabika_server::http::serve(node.clone(), listener, std::future::pending()));
        Server { address, node, serving }
    }

    /// Stopped, with its lock on the database released. No page may be open.
    pub async fn stop(self) {
        self.serving.abort();
        let _ = self.serving.await;
        self.node.stop().await;
        let node = Arc::downgrade(&self.node);
        drop(self.node);
        for _ in 0..2000 {
            if node.strong_count() == 0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("somebody still holds the server");
    }

    pub async fn person(&self, name: &str) -> Client {
        let mut client = Client { address: self.address, cookie: None };
        let answer = client.post("/api/session", &serde_json::json!({ "name": name })).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        client.cookie = answer.cookie.clone();
        client
    }
}

/// Each of these tests runs on SQLite and on PostgreSQL.
#[macro_export]
macro_rules! on_both {
    ($($name:ident)*) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                let folder = $crate::common::Folder::new();
                super::$name(&folder.sqlite()).await;
            })*
        }

        mod postgresql {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                let database = $crate::common::postgres::database();
                super::$name(&database).await;
            })*
        }
    };
}

#[derive(Clone)]
pub struct Client {
    pub address: SocketAddr,
    pub cookie: Option<String>,
}

pub struct Answer {
    pub status: u16,
    pub body: String,
    pub cookie: Option<String>,
    pub head: String,
}

impl Answer {
    pub fn json<T: DeserializeOwned>(&self) -> T {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e} in {}", self.body))
    }

    /// The type of the problem.
    pub fn problem(&self) -> String {
        let problem: Value = self.json();
        assert!(self.head.to_lowercase().contains("application/problem+json"), "{}", self.head);
        assert_eq!(problem["status"], self.status);
        problem["type"].as_str().unwrap_or_default().to_owned()
    }
}

impl Client {
    pub fn stranger(address: SocketAddr) -> Client {
        Client { address, cookie: None }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.request("GET", path, &[], b"").await
    }

    pub async fn post<T: Serialize>(&self, path: &str, body: &T) -> Answer {
        let body = serde_json::to_vec(body).expect("it can be written");
        self.request("POST", path, &[("content-type", "application/json")], &body).await
    }

    /// The current person's id.
    pub async fn id(&self) -> String {
        let me: Value = self.get("/api/session").await.json();
        me["person"]["id"].as_str().expect("a session").to_owned()
    }

    /// Plain HTTP/1.1, one request per connection. The status is 0 if nobody answers: a server that was just killed resets connections.
    pub async fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let nobody =
            |error: std::io::Error| Answer { status: 0, body: error.to_string(), cookie: None, head: String::new() };
        let mut stream = match TcpStream::connect(self.address).await {
            Ok(stream) => stream,
            Err(error) => return nobody(error),
        };
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", self.address);
        head += &format!("content-length: {}\r\n", body.len());
        if let Some(cookie) = &self.cookie {
            head += &format!("cookie: {cookie}\r\n");
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += "\r\n";
        if let Err(error) = stream.write_all(head.as_bytes()).await {
            return nobody(error);
        }
        // A server may refuse a large body before it has read it.
        let _ = stream.write_all(body).await;
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes).await;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
        let cookie = head.lines().find_map(|l| {
            let (name, value) = l.split_once(':')?;
            name.eq_ignore_ascii_case("set-cookie").then(|| value.trim().split(';').next().unwrap_or("").to_owned())
        });
        Answer { status, body: body.to_owned(), cookie, head: head.to_owned() }
    }

    pub async fn open(&self, new: &NewTable) -> TableInfo {
        let answer = self.post("/api/tables", new).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        answer.json()
    }
}

/// A table with these seats.
pub fn table(game: &str, modules: &[&str], seats: Vec<SeatWish>) -> NewTable {
    NewTable {
        setup: SetupView {
            game: game.into(),
            players: seats.len() as u8,
            modules: modules.iter().map(|m| m.to_string()).collect(),
            simplified: false,
            english_end: false,
        },
        seats,
        shuffle: false,
        public: false,
        open_hands: false,
        hide_left: false,
        no_watchers: false,
        hints: false,
        pace: Pace::Free,
    }
}

pub const ALL_MODULES: [&str; 7] = ["vizier", "bureau", "bonus", "huts", "camps", "bazaars", "falconers"];
