//! A PostgreSQL of the tests' own: one for all, started when the first of them needs it, or one that a test may stop.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use super::programs;

pub struct Postgres {
    folder: PathBuf,
    port: u16,
}

/// One of its programs; as `postgres` where we are root, which the server refuses.
fn program(name: &str) -> Command {
    let path = programs::find(name, "postgresql");
    if programs::is_root() { as_postgres(&path) } else { Command::new(path) }
}

fn as_postgres(program: &Path) -> Command {
    let mut command = Command::new("runuser");
    command.args(["-u", "postgres", "--"]).arg(program);
    command
}

fn run(command: &mut Command) -> bool {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|s| s.success())
}

impl Postgres {
    pub fn start() -> Postgres {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("sabika-postgres-{}-{number}", std::process::id()));
        let free = TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr());
        let server = Postgres { folder, port: free.expect("a port is free").port() };
        assert!(run(program("initdb").args(["-A", "trust", "-U", "sabika", "-D"]).arg(&server.folder)), "initdb");
        server.start_again();
        server.end_with_us();
        server
    }

    /// Also after it was stopped, where it was.
    pub fn start_again(&self) {
        let options = format!(
            "-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories={} -c max_connections=300",
            self.port,
            self.folder.display()
        );
        let mut start = program("pg_ctl");
        start.arg("-D").arg(&self.folder).args(["-w", "-t", "60", "-l", "/dev/null", "-o", &options, "start"]);
        assert!(run(&mut start), "PostgreSQL starts");
    }

    /// As if the power failed: nothing is finished, everybody is cut off.
    pub fn stop(&self) {
        assert!(run(program("pg_ctl").arg("-D").arg(&self.folder).args(["-w", "-m", "immediate", "stop"])), "it stops");
    }

    /// A shell waits for the end of the tests, however it comes, and stops the server.
    #[allow(clippy::zombie_processes, reason = "it outlives whoever could wait for it")]
    fn end_with_us(&self) {
        let watch = format!(
            "while [ -d /proc/{} ]; do sleep 0.5; done; {} -D {folder} -m immediate stop; rm -rf {folder}",
            std::process::id(),
            programs::find("pg_ctl", "postgresql").display(),
            folder = self.folder.display(),
        );
        let sh = Path::new("/bin/sh");
        let mut shell = if programs::is_root() { as_postgres(sh) } else { Command::new(sh) };
        shell.args(["-c", &watch]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        shell.spawn().expect("a shell starts");
    }

    /// The address of a fresh database.
    pub fn database(&self) -> String {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("t{}", NEXT.fetch_add(1, Ordering::Relaxed));
        let mut create = program("createdb");
        create.args(["-h", "127.0.0.1", "-p", &self.port.to_string(), "-U", "sabika", &name]);
        assert!(run(&mut create), "a database can be made");
        format!("postgres://sabika@127.0.0.1:{}/{name}", self.port)
    }
}

/// The address of a fresh database in the server that all tests share.
pub fn database() -> String {
    static SHARED: OnceLock<Postgres> = OnceLock::new();
    SHARED.get_or_init(Postgres::start).database()
}
