//! Starts a server as a child process.

use std::net::SocketAddr;
use std::process::Stdio;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};

use crate::Error;

/// Starts this program again with these arguments; the environment tells it where to listen.
pub async fn start(arguments: &[&str]) -> Result<(Child, SocketAddr), Error> {
    let address = TcpListener::bind("127.0.0.1:0").await?.local_addr()?;
    let mut command = Command::new(std::env::current_exe()?);
    command.args(arguments).env("SABIKA_LISTEN", address.to_string());
    let child = command.stdout(Stdio::null()).kill_on_drop(true).spawn()?;
    for _ in 0..600 {
        if TcpStream::connect(address).await.is_ok() {
            return Ok((child, address));
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Err("the server did not start answering".into())
}

/// A process's resident memory in KiB; 0 if the system does not say.
pub fn resident(child: &Child) -> u64 {
    let pid = child.id().unwrap_or_default();
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"));
    line.and_then(|l| l.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

/// The processor time a process has used so far; zero if the system does not say.
pub fn used(child: &Child) -> Duration {
    let pid = child.id().unwrap_or_default();
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // After the program's name, which may contain anything: user and system time are the 12th and 13th, in hundredths of a second.
    let times = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().skip(11).take(2);
    Duration::from_millis(times.filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>() * 10)
}
