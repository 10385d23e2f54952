//! `sabika serve`: the game server.

use std::io::{self, ErrorKind, IsTerminal};
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::process::ExitCode;
use std::time::Duration;

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use sabika_server::http;
use sabika_server::node::{Config, Node};
use sabika_server::store::Retention;
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

use crate::Error;
use crate::storage::Storage;

/// Serve the game on a web page, for one household or a public site.
///
/// By default it listens on all addresses of this machine and stores everything in one file in the data folder.
/// docs/running.md explains how to run a public site, and how to back it up.
#[derive(clap::Args)]
pub struct Args {
    /// Address and port to listen on
    #[arg(long, env = "SABIKA_LISTEN", value_name = "ADDRESS:PORT", default_value = "0.0.0.0:4747", value_parser = address)]
    listen: SocketAddr,

    #[command(flatten)]
    storage: Storage,

    /// Days after which absent guests are deleted, unless a table they sat at is still kept; 0: never
    #[arg(long, env = "SABIKA_KEEP_GUESTS", value_name = "DAYS", default_value_t = 365)]
    keep_guests: u64,

    /// Days after which tables abandoned without a result are deleted; 0: never
    #[arg(long, env = "SABIKA_KEEP_ABANDONED", value_name = "DAYS", default_value_t = 30)]
    keep_abandoned: u64,

    /// Days after which finished games and their records are deleted (ratings are kept); 0: never
    #[arg(long, env = "SABIKA_KEEP_GAMES", value_name = "DAYS", default_value_t = 0)]
    keep_games: u64,

    /// Message bus over which servers that share a PostgreSQL database notify each other: `nats://host:4222`, or
    /// `tls://host:4222`, with `?sslrootcert=FILE` for a private certificate authority
    #[arg(long, env = "SABIKA_BUS", value_name = "URL")]
    bus: Option<String>,

    /// The site's public address, if it differs from the address it listens on: `https://play.example.org`
    #[arg(long, env = "SABIKA_PUBLIC_URL", value_name = "URL")]
    public_url: Option<String>,

    /// The server is behind a proxy of yours: trust its `X-Forwarded-For`
    #[arg(long, env = "SABIKA_TRUSTED_PROXY")]
    trusted_proxy: bool,

    /// Bots that may think at the same time [default: one per core]
    #[arg(long, env = "SABIKA_BOT_THREADS", value_name = "N")]
    bot_threads: Option<usize>,

    /// Messages that may be queued for a slow connection before it is sent a fresh snapshot instead
    #[arg(long, env = "SABIKA_QUEUE", value_name = "N", default_value_t = 64)]
    queue: usize,

    /// Average number of messages per second from one connection, and of requests per second from one address; also the number
    /// of passwords that may be tried in a row (then as many per twenty minutes)
    #[arg(long, env = "SABIKA_RATE", value_name = "N", default_value_t = 20)]
    rate: u32,

    /// Maximum number of connections to PostgreSQL
    #[arg(long, env = "SABIKA_DATABASE_CONNECTIONS", value_name = "N", default_value_t = 16)]
    database_connections: u32,

    /// Maximum number of simultaneous connections
    #[arg(long, env = "SABIKA_CONNECTIONS", value_name = "N", default_value_t = 20_000)]
    connections: usize,

    /// Maximum number of simultaneous connections from one address; behind a trusted proxy, only WebSockets count
    #[arg(long, env = "SABIKA_CONNECTIONS_PER_ADDRESS", value_name = "N", default_value_t = 250)]
    connections_per_address: usize,

    /// Seconds a connection may take to send a request; it may go without reading what it is sent for twice as long
    #[arg(long, env = "SABIKA_PATIENCE", value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=600))]
    patience: u64,

    /// Seconds to go on serving after being asked to stop, while `/readyz` already fails: as long as a load balancer takes to notice
    #[arg(long, env = "SABIKA_NOTICE", value_name = "SECONDS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=600))]
    notice: u64,

    /// Seconds that requests in progress may take when the server stops
    #[arg(long, env = "SABIKA_DRAIN", value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=600))]
    drain: u64,

    /// Maximum number of unfinished tables created by one person
    #[arg(long, env = "SABIKA_TABLES_PER_PERSON", value_name = "N", default_value_t = 40)]
    tables_per_person: u32,

    /// Maximum number of unfinished tables created from one address
    #[arg(long, env = "SABIKA_TABLES_PER_ADDRESS", value_name = "N", default_value_t = 200)]
    tables_per_address: u32,

    /// A separate address for operations (`127.0.0.1:4748`): `/metrics` and `/readyz` are available there and
    /// nowhere else
    #[arg(long, env = "SABIKA_OPERATIONS", value_name = "ADDRESS:PORT", value_parser = address)]
    operations: Option<SocketAddr>,

    /// Open the page in a browser once the server is ready, if there is a browser
    #[arg(long)]
    open: bool,

    /// What to log: `error`, `warn`, `info`, `debug`, or by part: `info,sabika_server=debug`
    #[arg(
        long,
        env = "SABIKA_LOG",
        value_name = "FILTER",
        default_value = "info,async_nats=warn,sqlx::postgres::notice=warn"
    )]
    log: String,

    /// Log one JSON object per line
    #[arg(long, env = "SABIKA_LOG_JSON")]
    log_json: bool,
}

fn address(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse()
        .map_err(|_| "expected a numeric address and a port, such as 127.0.0.1:4747, 0.0.0.0:4747 or [::1]:4747")
}

pub fn run(args: &Args) -> Result<ExitCode, Error> {
    start_log(args)?;
    let mut config = Config {
        database: args.storage.url()?,
        retention: Retention {
            guests: days(args.keep_guests),
            abandoned: days(args.keep_abandoned),
            games: days(args.keep_games),
        },
        bus: args.bus.clone(),
        public_url: args.public_url.clone(),
        trusted_proxy: args.trusted_proxy,
        queue: args.queue.max(8),
        rate: args.rate,
        database_connections: args.database_connections,
        connections: args.connections,
        connections_per_address: args.connections_per_address,
        request_timeout: Duration::from_secs(args.patience),
        notice: Duration::from_secs(args.notice),
        drain: Duration::from_secs(args.drain),
        tables_per_person: args.tables_per_person,
        tables_per_address: args.tables_per_address,
        own_operations: args.operations.is_some(),
        ..Config::default()
    };
    config.bot_threads = args.bot_threads.unwrap_or(config.bot_threads);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(config, args))
}

/// A number of days; 0 means no limit.
fn days(days: u64) -> Option<Duration> {
    (days > 0).then(|| Duration::from_secs(days.saturating_mul(24 * 60 * 60)))
}

async fn serve(config: Config, args: &Args) -> Result<ExitCode, Error> {
    let listener = TcpListener::bind(args.listen).await.map_err(|error| cannot_listen(args.listen, &error))?;
    let operations = match args.operations {
        Some(address) => Some(TcpListener::bind(address).await.map_err(|error| cannot_listen(address, &error))?),
        None => None,
    };
    let file = config.database.strip_prefix("sqlite:").map(str::to_owned);
    let node = Node::start(config).await?;
    if let Some(listener) = operations {
        tokio::spawn(http::serve_operations(node.clone(), listener));
    }
    let local = announce(listener.local_addr()?, args.public_url.as_deref(), file.as_deref());
    if args.open {
        open(local);
    }
    http::serve(node.clone(), listener, stopped()).await?;
    node.stop().await;
    tracing::info!("stopped");
    Ok(ExitCode::SUCCESS)
}

/// Waits for Ctrl-C, or for the signal that service managers send.
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
            format!("; is Sabika already running? To use another port: --listen {free} (or SABIKA_LISTEN={free})")
        }
        ErrorKind::PermissionDenied => "; ports below 1024 need special privileges".to_owned(),
        _ => String::new(),
    };
    format!("cannot listen on {address}: {error}{hint}")
}

/// Prints the addresses to open in a browser, with a QR code for phones, and the file that games are stored in, if it is one. Returns the
/// address on this machine.
fn announce(address: SocketAddr, public: Option<&str>, file: Option<&str>) -> String {
    let port = address.port();
    let host = match address.ip() {
        ip if ip.is_unspecified() => "localhost".to_owned(),
        ip => SocketAddr::new(ip, 0).to_string().trim_end_matches(":0").to_owned(),
    };
    let local = format!("http://{host}:{port}/");
    let lan = lan_address().filter(|_| address.ip().is_unspecified()).map(|ip| format!("http://{ip}:{port}/"));
    println!("Sabika is ready. Press Ctrl-C to stop it; games are saved and can be continued.");
    println!("  on this machine  {local}");
    if let Some(lan) = &lan {
        println!("  on your network  {lan}");
    }
    if let Some(public) = public {
        println!("  public address   {public}");
    }
    if let Some(file) = file {
        println!("  games are in     {file}");
    }
    let for_others = public.map(str::to_owned).or(lan);
    if let Some(code) = for_others.filter(|_| std::io::stdout().is_terminal()).and_then(|url| QrCode::new(url).ok()) {
        println!("{}", code.render::<Dense1x2>().build());
    }
    local
}

/// A machine without a browser is not an error. Runs on its own thread because some browsers block the caller.
fn open(url: String) {
    std::thread::spawn(move || {
        if let Err(error) = opener::open_browser(&url) {
            tracing::info!("could not open a browser ({error}): open {url} yourself");
        }
    });
}

/// The address from which this machine would reach others. Nothing is sent.
fn lan_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    socket.local_addr().ok().map(|a| a.ip()).filter(|ip| !ip.is_loopback() && !ip.is_unspecified())
}

fn start_log(args: &Args) -> Result<(), Error> {
    let filter = EnvFilter::try_new(&args.log).map_err(|error| format!("--log {}: {error}", args.log))?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    if args.log_json {
        log.json().init();
    } else {
        log.with_ansi(std::io::stderr().is_terminal()).with_target(false).init();
    }
    Ok(())
}
