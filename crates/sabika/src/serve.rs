//! `sabika serve`: a server for people to play at.

use std::io::{self, ErrorKind, IsTerminal};
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::process::ExitCode;

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use sabika_server::http;
use sabika_server::node::{Config, Node};
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

use crate::Problem;
use crate::storage::Storage;

/// Serve the game: a page to play on, for one house or for many.
///
/// Without any flag it listens on all addresses of this machine and keeps its tables in one file of the data folder. A backup is a
/// copy of that file (`sqlite3 sabika.db ".backup copy.db"` while it runs), or `pg_dump`.
#[derive(clap::Args)]
pub struct Args {
    /// Address and port to listen on
    #[arg(long, env = "SABIKA_LISTEN", default_value = "0.0.0.0:4747")]
    listen: SocketAddr,

    #[command(flatten)]
    storage: Storage,

    /// How several servers with the same PostgreSQL tell each other what is new: `nats://host:4222`, or
    /// `tls://host:4222`, with `?sslrootcert=FILE` for a certificate of one's own
    #[arg(long, env = "SABIKA_BUS")]
    bus: Option<String>,

    /// Where people find this server, if that differs from where it listens: `https://play.example.org`
    #[arg(long, env = "SABIKA_PUBLIC_URL")]
    public_url: Option<String>,

    /// A proxy of one's own stands before this server: believe its `X-Forwarded-For`
    #[arg(long, env = "SABIKA_TRUSTED_PROXY")]
    trusted_proxy: bool,

    /// Bots that may think at the same time [default: one a core]
    #[arg(long, env = "SABIKA_BOT_THREADS")]
    bot_threads: Option<usize>,

    /// Messages that may wait for one slow connection before it gets everything anew
    #[arg(long, env = "SABIKA_QUEUE", default_value_t = 64)]
    queue: usize,

    /// Messages a second that one connection, and requests a second that one address, may send on average; also how many
    /// passwords in a row somebody may try (then as many in twenty minutes)
    #[arg(long, env = "SABIKA_RATE", default_value_t = 20)]
    rate: u32,

    /// Open the page in a browser as soon as it is there; where there is none, nothing happens
    #[arg(long)]
    open: bool,

    /// What to log: `error`, `warn`, `info`, `debug`, or by part: `info,sabika_server=debug`
    #[arg(long, env = "SABIKA_LOG", default_value = "info")]
    log: String,

    /// Log one JSON object a line
    #[arg(long, env = "SABIKA_LOG_JSON")]
    log_json: bool,
}

pub fn run(args: &Args) -> Result<ExitCode, Problem> {
    start_log(args)?;
    let mut config = Config {
        database: args.storage.url()?,
        bus: args.bus.clone(),
        public_url: args.public_url.clone(),
        trusted_proxy: args.trusted_proxy,
        queue: args.queue.max(8),
        rate: args.rate,
        ..Config::default()
    };
    config.bot_threads = args.bot_threads.unwrap_or(config.bot_threads);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(config, args))
}

async fn serve(config: Config, args: &Args) -> Result<ExitCode, Problem> {
    let listener = TcpListener::bind(args.listen).await.map_err(|error| cannot_listen(args.listen, &error))?;
    let node = Node::start(config).await?;
    let local = tell(listener.local_addr()?, args.public_url.as_deref());
    if args.open {
        open(local);
    }
    http::serve(node.clone(), listener, stopped()).await?;
    node.stop().await;
    tracing::info!("stopped");
    Ok(ExitCode::SUCCESS)
}

/// Until somebody wants it to stop: Ctrl-C, or the signal that service managers send.
async fn stopped() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! { _ = interrupt => {}, _ = terminate.recv() => {} }
            return;
        }
    }
    let _ = interrupt.await;
}

fn cannot_listen(address: SocketAddr, error: &io::Error) -> String {
    let hint = match error.kind() {
        ErrorKind::AddrInUse => {
            let free = SocketAddr::new(address.ip(), address.port().wrapping_add(1));
            format!("; perhaps Sabika runs already? Another port: --listen {free} (or SABIKA_LISTEN={free})")
        }
        ErrorKind::PermissionDenied => "; ports below 1024 need rights of their own".to_owned(),
        _ => String::new(),
    };
    format!("cannot listen on {address}: {error}{hint}")
}

/// Where to point a browser; friends' phones can read it off the screen. Answers with the address on this machine.
fn tell(address: SocketAddr, public: Option<&str>) -> String {
    let port = address.port();
    let host = match address.ip() {
        ip if ip.is_unspecified() => "localhost".to_owned(),
        ip => SocketAddr::new(ip, 0).to_string().trim_end_matches(":0").to_owned(),
    };
    let local = format!("http://{host}:{port}/");
    let lan = lan_address().filter(|_| address.ip().is_unspecified()).map(|ip| format!("http://{ip}:{port}/"));
    println!("Sabika is ready. Ctrl-C stops it; the games are kept.");
    println!("  on this machine  {local}");
    if let Some(lan) = &lan {
        println!("  in this network  {lan}");
    }
    if let Some(public) = public {
        println!("  for everybody    {public}");
    }
    let for_others = public.map(str::to_owned).or(lan);
    if let Some(code) = for_others.filter(|_| std::io::stdout().is_terminal()).and_then(|url| QrCode::new(url).ok()) {
        println!("{}", code.render::<Dense1x2>().build());
    }
    local
}

/// A machine without a browser is no error. On a thread of its own: some browsers keep the caller waiting.
fn open(url: String) {
    std::thread::spawn(move || {
        if let Err(error) = opener::open_browser(&url) {
            tracing::info!("no browser was opened ({error}): open {url} yourself");
        }
    });
}

/// The address by which this machine would reach others. Nothing is sent.
fn lan_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    socket.local_addr().ok().map(|a| a.ip()).filter(|ip| !ip.is_loopback() && !ip.is_unspecified())
}

fn start_log(args: &Args) -> Result<(), Problem> {
    let filter = EnvFilter::try_new(&args.log).map_err(|error| format!("--log: {error}"))?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    if args.log_json {
        log.json().init();
    } else {
        log.with_ansi(std::io::stderr().is_terminal()).with_target(false).init();
    }
    Ok(())
}
