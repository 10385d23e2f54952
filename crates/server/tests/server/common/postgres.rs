//! A PostgreSQL of the tests' own, started when the first of them needs it.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

struct Postgres {
    port: u16,
}

/// Where the programs are: in the path, or where Debian puts them.
fn programs() -> Option<PathBuf> {
    let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten().map(|e| e.path().join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all: Vec<PathBuf> = debian.chain(std::env::split_paths(&path)).collect();
    all.into_iter().find(|folder| folder.join("initdb").exists())
}

/// As `postgres` where we are root, which the server refuses.
fn command(program: &Path) -> Command {
    let root = std::fs::metadata("/proc/self").is_ok_and(|m| std::os::unix::fs::MetadataExt::uid(&m) == 0);
    if root {
        let mut command = Command::new("runuser");
        command.args(["-u", "postgres", "--"]).arg(program);
        command
    } else {
        Command::new(program)
    }
}

fn start() -> Option<Postgres> {
    let programs = programs()?;
    let folder = std::env::temp_dir().join(format!("sabika-postgres-{}", std::process::id()));
    let port = TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
    let run = |command: &mut Command| command.stdout(Stdio::null()).stderr(Stdio::null()).status().ok();
    run(command(&programs.join("initdb")).args(["-A", "trust", "-U", "sabika", "-D"]).arg(&folder))?;
    // It ends with the tests: the server stops when its parent, a shell that waits for our end, does.
    let watch = format!(
        "{0}/postgres -D {1} -p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={1} & \
         while kill -0 {2} 2>/dev/null || [ -d /proc/{2} ]; do sleep 0.5; done; kill -INT $!; wait; rm -rf {1}",
        programs.display(),
        folder.display(),
        std::process::id(),
    );
    let mut shell = command(Path::new("/bin/sh"));
    shell.args(["-c", &watch]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()?;
    let answers = |_: &u32| std::net::TcpStream::connect(("127.0.0.1", port)).is_ok();
    (0..100).inspect(|_| std::thread::sleep(Duration::from_millis(100))).find(answers)?;
    Some(Postgres { port })
}

/// The address of a fresh database. Where there is no PostgreSQL, `SABIKA_TEST_NO_POSTGRES=1` says that this is meant.
pub fn database() -> Option<String> {
    static POSTGRES: OnceLock<Option<Postgres>> = OnceLock::new();
    static NEXT: AtomicU32 = AtomicU32::new(0);
    if std::env::var_os("SABIKA_TEST_NO_POSTGRES").is_some() {
        return None;
    }
    let port = POSTGRES.get_or_init(start).as_ref().expect("PostgreSQL's programs are installed and start").port;
    let name = format!("t{}", NEXT.fetch_add(1, Ordering::Relaxed));
    let mut create = Command::new(programs()?.join("createdb"));
    create.args(["-h", "127.0.0.1", "-p", &port.to_string(), "-U", "sabika", &name]);
    create.stdout(Stdio::null()).stderr(Stdio::null());
    // The port answers a moment before the database does.
    let created = |_: &u32| create.status().is_ok_and(|s| s.success());
    (0..50).inspect(|_| std::thread::sleep(Duration::from_millis(100))).find(created)?;
    Some(format!("postgres://sabika@127.0.0.1:{port}/{name}"))
}
