//! A NATS server for one test.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::{certificate, programs};

pub struct Nats {
    pub url: String,
    port: u16,
    process: Child,
    more: Vec<String>,
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Nats {
    pub fn start() -> Nats {
        Nats::start_with("nats", Vec::new())
    }

    /// One that accepts only TLS, with its own certificate in this folder.
    pub fn start_with_tls(folder: &Path) -> Nats {
        let (key, certificate) = certificate::make(folder);
        let words = |path: &Path| path.display().to_string();
        Nats::start_with(
            "tls",
            vec!["--tls".into(), "--tlskey".into(), words(&key), "--tlscert".into(), words(&certificate)],
        )
    }

    fn start_with(scheme: &str, more: Vec<String>) -> Nats {
        let free = TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr());
        let port = free.expect("a port is free").port();
        Nats { url: format!("{scheme}://127.0.0.1:{port}"), port, process: run(port, &more), more }
    }

    pub fn address(&self) -> SocketAddr {
        ([127, 0, 0, 1], self.port).into()
    }

    pub fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// Restarts it at the same address.
    pub fn start_again(&mut self) {
        self.kill();
        self.process = run(self.port, &self.more);
    }
}

fn run(port: u16, more: &[String]) -> Child {
    let mut command = Command::new(programs::find("nats-server", "nats-server"));
    command.args(["-a", "127.0.0.1", "-p", &port.to_string()]).args(more).stdout(Stdio::null()).stderr(Stdio::null());
    let process = command.spawn().expect("nats-server starts");
    let answers = |_: &u32| TcpStream::connect(("127.0.0.1", port)).is_ok();
    let up = (0..1200).inspect(|_| std::thread::sleep(Duration::from_millis(50))).find(answers);
    up.expect("nats-server answers");
    process
}
