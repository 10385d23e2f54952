//! A page: mirrors what it receives, and picks from its options.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use sabika_rules::Dice;
use sabika_server::wire::{Ask, Choice, FromServer, GameView, LogEntry, Snapshot, Status, Update};

use super::Client;

/// Longer than anything takes, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

pub struct Page {
    socket: WebSocketStream<TcpStream>,
    pub snapshot: Option<Snapshot>,
    pub next_id: u32,
    /// Every text received, for tests that count bytes.
    pub heard: Vec<String>,
    /// Ignores gaps in the versions, for tests that ask for updates they cannot apply.
    pub careless: bool,
}

impl Client {
    pub async fn socket(&self, table: &str, headers: &[(&'static str, &str)]) -> Result<Page, Error> {
        self.socket_over(TcpStream::connect(self.address).await?, table, headers).await
    }

    pub async fn socket_over(
        &self,
        stream: TcpStream,
        table: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Page, Error> {
        let url = format!("ws://{}/api/tables/{table}/socket", self.address);
        let mut request = url.into_client_request()?;
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().expect("a cookie"));
        }
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().expect("a header"));
        }
        let (socket, _) = client_async(request, stream).await?;
        Ok(Page { socket, snapshot: None, next_id: 0, heard: Vec::new(), careless: false })
    }

    /// A page that views the table from a seat.
    pub async fn page(&self, table: &str, seat: Option<u8>) -> Page {
        let mut page = self.socket(table, &[]).await.expect("the socket opens");
        page.ask(&Ask::Hello { seat, version: None }).await;
        page.until(|message| matches!(message, FromServer::Snapshot(_))).await;
        page
    }
}

impl Page {
    pub async fn ask(&mut self, ask: &Ask) {
        self.raw(serde_json::to_string(ask).expect("it can be written")).await;
    }

    pub async fn raw(&mut self, text: String) {
        let _ = self.socket.send(Message::text(text)).await;
    }

    pub async fn binary(&mut self, bytes: Vec<u8>) {
        let _ = self.socket.send(Message::binary(bytes)).await;
    }

    /// Sends raw bytes, which need not be a whole frame.
    pub async fn bytes(&mut self, bytes: &[u8]) {
        self.socket.get_mut().write_all(bytes).await.expect("it can be sent");
    }

    /// The code with which the server closes the connection.
    pub async fn closed(&mut self) -> Option<u16> {
        let ended = async {
            loop {
                match self.socket.next().await {
                    Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code.into()),
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => return None,
                }
            }
        };
        tokio::time::timeout(TIMEOUT, ended).await.expect("the server ends it")
    }

    /// The next message, mirrored; `None` if the connection is closed.
    pub async fn hear(&mut self) -> Option<FromServer> {
        tokio::time::timeout(TIMEOUT, self.listen()).await.expect("the server says something")
    }

    /// The same; fails if the server is silent for long.
    pub async fn hear_or_give_up(&mut self) -> Option<FromServer> {
        tokio::time::timeout(TIMEOUT, self.listen()).await.ok().flatten()
    }

    async fn listen(&mut self) -> Option<FromServer> {
        loop {
            match self.socket.next().await? {
                Ok(Message::Text(text)) => {
                    let message: FromServer = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e} in {text}"));
                    self.heard.push(text.to_string());
                    self.mirror(&message);
                    return Some(message);
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    pub async fn until(&mut self, wanted: impl Fn(&FromServer) -> bool) -> FromServer {
        loop {
            let message = self.hear().await.expect("the connection stays");
            if wanted(&message) {
                return message;
            }
        }
    }

    /// Sends a message and waits for its answer.
    pub async fn answer(&mut self, ask: &Ask) -> FromServer {
        self.ask(ask).await;
        let id = match ask {
            Ask::Act { id, .. } | Ask::Undo { id, .. } | Ask::Restart { id, .. } | Ask::Preview { id, .. } => id,
            Ask::Score { id, .. } | Ask::Left { id, .. } | Ask::Hint { id, .. } | Ask::Position { id, .. } => id,
            Ask::Standing { id, .. } | Ask::Chat { id, .. } | Ask::Ping { id } => id,
            Ask::Hello { .. } => panic!("hello has no answer of its own"),
        };
        self.until(|message| answers(message) == Some(id)).await
    }

    pub fn id(&mut self) -> String {
        self.next_id += 1;
        format!("m{}", self.next_id)
    }

    pub async fn act(&mut self, action: &str) -> FromServer {
        let (seat, decision) = self.choice().map(|c| (c.seat, c.decision)).expect("a seat");
        let ask = Ask::Act { id: self.id(), seat, decision, action: action.into() };
        self.answer(&ask).await
    }

    /// Plays its seat randomly until the game is over.
    pub async fn play_to_the_end(&mut self, dice: &mut Dice) {
        while !self.is_over() {
            match self.choice().filter(|c| c.to_act).cloned() {
                Some(choice) => {
                    let action = pick(&choice, dice);
                    let answer = self.act(&action).await;
                    let FromServer::Done { version, .. } = answer else { panic!("{action}: {answer:?}") };
                    while self.version() < version {
                        self.hear().await.expect("it is shown");
                    }
                }
                None => drop(self.hear().await.expect("somebody else moves")),
            }
        }
    }

    pub fn game(&self) -> Option<&GameView> {
        self.snapshot.as_ref()?.game.as_ref()
    }

    pub fn choice(&self) -> Option<&Choice> {
        self.game()?.choice.as_ref()
    }

    pub fn version(&self) -> u64 {
        self.snapshot.as_ref().map_or(0, |s| s.version)
    }

    pub fn is_over(&self) -> bool {
        self.snapshot.as_ref().is_some_and(|s| s.table.status != Status::Playing && s.table.status != Status::Lobby)
    }

    fn mirror(&mut self, message: &FromServer) {
        match message {
            FromServer::Snapshot(snapshot) => self.snapshot = Some(snapshot.clone()),
            FromServer::Update(update) if self.careless && update.version != self.version() + 1 => {}
            FromServer::Update(update) => {
                let snapshot = self.snapshot.as_mut().expect("a snapshot comes first");
                assert_eq!(update.version, snapshot.version + 1, "versions have no gaps");
                apply(snapshot, update.clone());
            }
            _ => {}
        }
    }
}

pub fn answers(message: &FromServer) -> Option<&String> {
    match message {
        FromServer::Done { id, .. }
        | FromServer::Refused { id, .. }
        | FromServer::Preview { id, .. }
        | FromServer::Score { id, .. }
        | FromServer::Left { id, .. }
        | FromServer::Hint { id, .. }
        | FromServer::Position { id, .. }
        | FromServer::Pong { id } => Some(id),
        FromServer::Problem { id, .. } => id.as_ref(),
        _ => None,
    }
}

/// Everything a page has to know about updates.
fn apply(snapshot: &mut Snapshot, update: Update) {
    snapshot.version = update.version;
    snapshot.log.extend(update.step.map(|step| LogEntry::clone(&step)));
    if let Some(log) = update.log {
        snapshot.log = log;
    }
    if let Some(table) = update.table {
        snapshot.table = table;
    }
    let (Some(game), Some(changes)) = (&mut snapshot.game, update.changes) else { return };
    fn put<T>(noun: &mut T, new: Option<T>) {
        if let Some(new) = new {
            *noun = new;
        }
    }
    put(&mut game.turn, changes.turn);
    put(&mut game.market, changes.market);
    put(&mut game.display, changes.display);
    put(&mut game.deck, changes.deck);
    put(&mut game.modules, changes.modules);
    for player in changes.players.into_iter().flatten() {
        let seat = player.seat as usize;
        game.players[seat] = player;
    }
    game.dirk = changes.dirk.or(game.dirk.take());
    game.clock = changes.clock.or(game.clock.take());
    game.choice = changes.choice.or(game.choice.take());
}

fn at((x, y): (i8, i8)) -> String {
    format!("{x},{y}")
}

/// Every action a seat could send, read off its options.
pub fn lines(choice: &Choice) -> Vec<String> {
    let options = &choice.options;
    let mut lines: Vec<String> = options.takes.iter().map(|cards| format!("take {}", cards.join(" "))).collect();
    for buy in &options.buys {
        lines.extend(buy.payments.iter().map(|p| format!("buy {} with {}", buy.tile, p.cards.join(" "))));
    }
    for place in &options.places {
        for cell in &place.cells {
            if place.flips.is_empty() {
                lines.push(format!("place {} {}", place.tile, at(*cell)));
            }
            lines
                .extend(place.flips.iter().map(|f| format!("place {} {} flip {}", place.tile, at(*cell), f.join(" "))));
        }
        lines.extend(place.reserve.then(|| format!("reserve {}", place.tile)));
        lines.extend(place.dirk.then(|| format!("dirk {}", place.tile)));
    }
    for build in &options.builds {
        lines.extend(build.cells.iter().map(|cell| format!("build {} {}", build.tile, at(*cell))));
    }
    lines.extend(options.removes.iter().map(|cell| format!("remove {}", at(*cell))));
    for exchange in &options.exchanges {
        lines.extend(exchange.cells.iter().map(|cell| format!("exchange {} {}", exchange.tile, at(*cell))));
    }
    lines.extend(options.end.then(|| "end".to_owned()));
    let modules = &options.modules;
    for buy in &modules.vizier {
        lines.extend(buy.payments.iter().map(|p| format!("vizier {} with {}", buy.tile, p.cards.join(" "))));
    }
    lines.extend(modules.wake.then(|| "wake".to_owned()));
    lines.extend(modules.pass.then(|| "pass".to_owned()));
    lines.extend(modules.reveals.iter().map(|card| format!("reveal {card}")));
    lines.extend(modules.huts.iter().map(|tile| format!("hut {tile}")));
    for falcon in &modules.falcons {
        for point in &falcon.points {
            lines.extend(falcon.cards.iter().map(|c| format!("falcon {} {} with {c}", falcon.falcon, at(*point))));
        }
    }
    lines.extend(modules.done.then(|| "done".to_owned()));
    lines
}

/// One of them: prefers buying and building to removing, so that games end.
pub fn pick(choice: &Choice, dice: &mut Dice) -> String {
    let all = lines(choice);
    let weight = |line: &&String| match line.split(' ').next().unwrap_or_default() {
        "remove" | "exchange" | "dirk" | "falcon" => 1,
        "reserve" | "wake" => 2,
        "buy" | "vizier" | "place" => 30,
        _ => 8,
    };
    let total: u32 = all.iter().map(|l| weight(&l)).sum();
    let mut at = dice.below(total.max(1));
    for line in &all {
        let weight = weight(&line);
        if at < weight {
            return line.clone();
        }
        at -= weight;
    }
    panic!("the game waits for a seat that can do nothing: {choice:?}")
}
