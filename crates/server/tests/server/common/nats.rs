//! A NATS server of the tests' own, where one is installed.

use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

pub struct Nats {
    pub url: String,
    process: Child,
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// `None`: it is not installed; nodes then find each other's steps by looking.
pub fn start() -> Option<Nats> {
    let port = TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
    let mut command = Command::new("nats-server");
    command.args(["-a", "127.0.0.1", "-p", &port.to_string()]).stdout(Stdio::null()).stderr(Stdio::null());
    let process = command.spawn().ok()?;
    let nats = Nats { url: format!("nats://127.0.0.1:{port}"), process };
    let answers = |_: &u32| TcpStream::connect(("127.0.0.1", port)).is_ok();
    (0..100).inspect(|_| std::thread::sleep(Duration::from_millis(50))).find(answers)?;
    Some(nats)
}
