//! A PostgreSQL for tests: one shared by all, started when first needed, or one that a test may stop.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use super::{certificate, programs};

pub struct Postgres {
    folder: PathBuf,
    port: u16,
    /// It accepts only TLS.
    tls: bool,
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
        Postgres::set_up(false)
    }

    /// One that accepts only TLS, and its certificate.
    pub fn start_with_tls() -> (Postgres, PathBuf) {
        let server = Postgres::set_up(true);
        let certificate = server.folder.join("certificate.pem");
        (server, certificate)
    }

    fn set_up(tls: bool) -> Postgres {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("sabika-postgres-{}-{number}", std::process::id()));
        let free = TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr());
        let server = Postgres { folder, port: free.expect("a port is free").port(), tls };
        assert!(run(program("initdb").args(["-A", "trust", "-U", "sabika", "-D"]).arg(&server.folder)), "initdb");
        if tls {
            server.make_safe();
        }
        server.start_again();
        server.end_with_us();
        server
    }

    /// Its own certificate; connections from the network must use it.
    fn make_safe(&self) {
        let (key, certificate) = (self.folder.join("key.pem"), self.folder.join("certificate.pem"));
        let openssl = programs::find("openssl", "openssl");
        let mut openssl = if programs::is_root() { as_postgres(&openssl) } else { Command::new(openssl) };
        assert!(run(certificate::for_this_machine(&mut openssl, &key, &certificate)), "a certificate can be made");
        let only_tls = r"printf 'local all all trust\nhostssl all all 127.0.0.1/32 trust\n' >$0/pg_hba.conf";
        let sh = Path::new("/bin/sh");
        let mut shell = if programs::is_root() { as_postgres(sh) } else { Command::new(sh) };
        assert!(run(shell.args(["-c", only_tls]).arg(&self.folder)), "its rules can be written");
    }

    /// Also restarts it at the same address.
    pub fn start_again(&self) {
        let folder = self.folder.display();
        let mut options = format!(
            "-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c max_connections=300",
            self.port
        );
        if self.tls {
            options +=
                &format!(" -c ssl=on -c ssl_cert_file={folder}/certificate.pem -c ssl_key_file={folder}/key.pem");
        }
        let mut start = program("pg_ctl");
        start.arg("-D").arg(&self.folder).args(["-w", "-t", "180", "-l", "/dev/null", "-o", &options, "start"]);
        assert!(run(&mut start), "PostgreSQL starts");
    }

    /// Like a power failure: nothing is finished, all connections are cut.
    pub fn stop(&self) {
        assert!(run(program("pg_ctl").arg("-D").arg(&self.folder).args(["-w", "-m", "immediate", "stop"])), "it stops");
    }

    /// A shell waits for the end of the tests, however they end: its input is closed then, and it stops the server.
    #[allow(clippy::zombie_processes, reason = "it outlives whoever could wait for it")]
    fn end_with_us(&self) {
        let watch = format!(
            "cat >/dev/null; {} -D {folder} -m immediate stop; rm -rf {folder}",
            programs::find("pg_ctl", "postgresql").display(),
            folder = self.folder.display(),
        );
        let sh = Path::new("/bin/sh");
        let mut shell = if programs::is_root() { as_postgres(sh) } else { Command::new(sh) };
        shell.args(["-c", &watch]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // Never closed before this process ends.
        std::mem::forget(shell.spawn().expect("a shell starts").stdin);
    }

    pub fn address(&self) -> SocketAddr {
        ([127, 0, 0, 1], self.port).into()
    }

    /// The address of a new database.
    pub fn database(&self) -> String {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("t{}", NEXT.fetch_add(1, Ordering::Relaxed));
        // Over its own socket, which needs no certificate.
        let host = self.folder.display().to_string();
        let mut create = program("createdb");
        create.args(["-h", host.as_str(), "-p", &self.port.to_string(), "-U", "sabika", &name]);
        assert!(run(&mut create), "a database can be made");
        format!("postgres://sabika@127.0.0.1:{}/{name}", self.port)
    }
}

/// The address of a new database in the server shared by all tests.
pub fn database() -> String {
    static SHARED: OnceLock<Postgres> = OnceLock::new();
    SHARED.get_or_init(Postgres::start).database()
}
