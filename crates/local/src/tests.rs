//! The engine as its worker uses it: messages in, rows stored, messages out.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use sabika_bots::Clock;

use crate::Engine;

pub(crate) const TABLE: &str = "~ABCDEF";
const LINE: u32 = 1;

/// A device: the engine and what was stored. Only rows survive a restart.
pub(crate) struct Device {
    pub engine: Engine,
    table: String,
    rows: Vec<(u64, i64, String)>,
    sent: Vec<Value>,
    now: i64,
    asked: u32,
}

impl Device {
    pub fn new() -> Device {
        Device::at(TABLE)
    }

    /// With another table.
    pub fn at(table: &str) -> Device {
        Device::with_clock(table, Clock::SYSTEM)
    }

    fn with_clock(table: &str, clock: Clock) -> Device {
        let (engine, table) = (Engine::new(clock), table.to_owned());
        Device { engine, table, rows: Vec::new(), sent: Vec::new(), now: 1_000_000, asked: 0 }
    }

    pub fn call(&mut self, request: Value) -> Value {
        let reply = self.engine.call(request.to_string().as_bytes());
        serde_json::from_slice(&reply).expect("the engine answers in JSON")
    }

    /// Sends a request without storing what is proposed.
    fn ask(&mut self, what: Value) -> Value {
        self.now += 1000;
        let table = self.table.clone();
        self.call(json!({ "do": "table", "table": table, "now": self.now, "what": what }))
    }

    /// Sends a request, stores the row, and keeps the messages.
    pub fn run(&mut self, what: Value) -> Value {
        let mut reply = self.ask(what.clone());
        // Without networks in the program, bots do without.
        if let Some(name) = reply.get("needs") {
            let name = name.clone();
            self.call(json!({ "do": "no-network", "name": name }));
            reply = self.ask(what);
        }
        if let Some(store) = reply.get("store") {
            let row = store["row"].as_str().expect("a row").to_owned();
            self.rows.push((store["version"].as_u64().expect("a version"), self.now, row));
            let at = self.now;
            reply = self.ask(json!({ "do": "stored", "at": at }));
        }
        if let Some(Value::Array(send)) = reply.get("send") {
            self.sent.extend(send.iter().map(|message| message[1].clone()));
        }
        reply
    }

    /// The page and its worker are gone; what was stored is loaded again.
    pub fn restart(&mut self) {
        self.engine = Engine::new(Clock::SYSTEM);
        let rows = self.rows.clone();
        self.ask(json!({ "do": "load", "rows": rows }));
    }

    pub fn open(&mut self, setup: Value, seats: Value) {
        let wish = json!({ "setup": setup, "seats": seats, "hints": true });
        let secret = "11".repeat(32);
        let opened = self.run(json!({ "do": "open", "person": "here", "name": "Ana", "wish": wish, "secret": secret }));
        assert_eq!(opened["value"]["status"], "lobby", "{opened}");
        let nonce = "22".repeat(32);
        self.run(json!({ "do": "nonce", "seat": 0, "nonce": nonce }));
        assert_eq!(self.run(json!({ "do": "start" }))["value"]["status"], "playing");
        self.say(json!({ "type": "hello", "seat": 0 }));
    }

    fn say(&mut self, message: Value) -> Value {
        self.run(json!({ "do": "ask", "line": LINE, "text": message.to_string() }))
    }

    /// Sends a message that is answered with the same id.
    fn answer(&mut self, mut message: Value) -> Value {
        self.asked += 1;
        message["id"] = json!(format!("m{}", self.asked));
        let id = message["id"].clone();
        self.say(message);
        self.think();
        let answered = self.sent.iter().rev().find(|m| m["id"] == id);
        answered.expect("an answer").clone()
    }

    /// Lets bots think until it is a person's turn.
    fn think(&mut self) {
        while self.run(json!({ "do": "think", "lead": true }))["value"] == "more" {}
    }

    pub fn info(&mut self) -> Value {
        self.run(json!({ "do": "info" }))["value"].clone()
    }

    /// The options of a seat, as a newly connected page sees them.
    fn choice(&mut self, seat: u8) -> Value {
        self.sent.clear();
        self.say(json!({ "type": "hello", "seat": seat }));
        let snapshot = self.sent.iter().find(|m| m["type"] == "snapshot").expect("everything").clone();
        snapshot["game"]["choice"].clone()
    }

    /// One action for a person's seat: what a strong bot would do.
    fn play(&mut self, seat: u8) {
        let decision = self.choice(seat)["decision"].clone();
        let action = self.answer(json!({ "type": "hint", "seat": seat }))["turns"][0]["actions"][0].clone();
        let done = self.answer(json!({ "type": "act", "seat": seat, "decision": decision, "do": action }));
        assert_eq!(done["type"], "done", "{done}");
    }

    /// Plays the first seat without thinking until the game is over, or for this many actions.
    pub fn play_without_thinking(&mut self, most: usize) -> bool {
        for _ in 0..most {
            self.think();
            if self.info()["status"] != "playing" {
                return true;
            }
            let choice = self.choice(0);
            let action = first_of(&choice["options"]);
            let done = self.answer(json!({ "type": "act", "seat": 0, "decision": choice["decision"], "do": action }));
            assert_eq!(done["type"], "done", "{action}: {done}");
        }
        false
    }

    /// Plays people's seats until the game is over, or for this many actions.
    pub fn play_on(&mut self, most: usize) -> bool {
        for _ in 0..most {
            self.think();
            self.sent.clear();
            self.say(json!({ "type": "hello", "seat": 0 }));
            let snapshot = self.sent.iter().find(|m| m["type"] == "snapshot").expect("everything").clone();
            if snapshot["table"]["status"] != "playing" {
                return true;
            }
            let yours = snapshot["yours"].as_array().expect("seats").len();
            let waiting = self.sent.iter().find(|m| m["type"] == "yours");
            let seat = waiting.filter(|_| yours > 1).map_or(0, |m| m["to_act"][0].as_u64().expect("a seat"));
            self.play(seat as u8);
        }
        false
    }
}

/// The first legal action, ending the turn where possible.
fn first_of(options: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let cards =
        |cards: &Value| cards.as_array().map_or(String::new(), |c| c.iter().map(text).collect::<Vec<_>>().join(" "));
    let cell = |cell: &Value| format!("{},{}", cell[0], cell[1]);
    if options["end"] == true {
        return "end".to_owned();
    }
    if let Some(place) = options["places"].get(0) {
        let tile = text(&place["tile"]);
        return match place["cells"].get(0) {
            Some(at) if place["flips"].as_array().is_none_or(Vec::is_empty) => format!("place {tile} {}", cell(at)),
            _ => format!("reserve {tile}"),
        };
    }
    if let Some(buy) = options["buys"].get(0) {
        return format!("buy {} with {}", text(&buy["tile"]), cards(&buy["payments"][0]["cards"]));
    }
    format!("take {}", cards(&options["takes"][0]))
}

pub(crate) fn alhambra(players: u8, modules: &[&str]) -> Value {
    json!({ "game": "alhambra", "players": players, "modules": modules })
}

pub(crate) fn bots(level: &str, many: usize) -> Value {
    let mut seats = vec![json!({ "kind": "me" })];
    seats.extend(std::iter::repeat_n(json!({ "kind": "bot", "level": level }), many));
    seats.into()
}

/// Loading says why a table cannot be folded to what it was, so that what was kept of its game can be shown instead.
#[test]
fn loading_tells_what_is_folded_differently() {
    let mut device = Device::new();
    device.open(alhambra(2, &[]), bots("novice", 1));
    assert!(!device.play_without_thinking(8));
    let load = |rows: &[(u64, i64, String)]| {
        let mut other = Device::new();
        let loaded = other.ask(json!({ "do": "load", "rows": rows }));
        (loaded, other.info())
    };
    let (loaded, info) = load(&device.rows);
    assert_eq!(
        (&loaded["value"], &loaded["problem"], &info["status"]),
        (&Value::Null, &Value::Null, &json!("playing"))
    );
    let mut rows = device.rows.clone();
    let ended = rows.iter_mut().find(|(_, _, body)| body.contains("\"hash\"")).expect("a turn has ended");
    let mut body: Value = serde_json::from_str(&ended.2).expect("JSON");
    body["hash"] = json!("0".repeat(16));
    ended.2 = body.to_string();
    let why = load(&rows).0["value"].as_str().expect("the reason").to_owned();
    assert!(why.contains("leads to another state than when it was played"), "{why}");
    rows[2].2 = "{}".to_owned();
    assert_eq!(load(&rows).0["problem"]["type"], "frozen");
}

/// A whole game against bots, restarted from its rows in the middle; then its record.
#[test]
fn a_game_survives_a_restart() {
    let mut device = Device::new();
    device.open(alhambra(3, &["vizier", "bonus", "camps"]), bots("novice", 2));
    assert!(!device.play_on(12));
    assert_eq!(device.run(json!({ "do": "summary" }))["problem"]["type"], "wrong-time", "it still runs");
    let before = device.info();
    let choice = device.choice(0);
    device.restart();
    assert_eq!(device.info(), before);
    assert_eq!(device.choice(0), choice);
    assert!(device.play_on(2000), "it ends");

    let summary = device.run(json!({ "do": "summary" }))["value"].clone();
    assert_eq!(summary["table"], TABLE);
    assert_eq!(summary["points"], device.info()["result"]["scores"][0]);
    assert_eq!(summary["bots"].as_array().map(Vec::len), Some(2), "{summary}");
    let record = device.run(json!({ "do": "record" }))["value"].clone();
    let opened = device.call(json!({ "do": "replay", "record": record.to_string() }))["value"].clone();
    assert_eq!((&opened["fault"], &opened["finished"], &opened["seeded"]), (&Value::Null, &json!(true), &json!(true)));
    assert_eq!(opened["fair"], json!([0]), "only the person gave a nonce");
    assert_eq!(opened["course"], device.run(json!({ "do": "course" }))["value"]);
    let steps = opened["log"].as_array().expect("a log").len();
    let last = device.call(json!({ "do": "replay-at", "replay": 1, "step": steps, "seat": 0 }))["value"].clone();
    assert_eq!(last["table"]["result"], device.info()["result"]);
    let score = device.call(json!({ "do": "replay-score", "replay": 1, "step": 3, "round": 1 }));
    assert_eq!(score["value"]["type"], "score", "{score}");
    let position = device.call(json!({ "do": "replay-position", "replay": 1, "step": 3 }));
    assert!(position["value"].as_str().is_some_and(|line| line.starts_with("view/1 ")), "{position}");
    let beyond = device.call(json!({ "do": "replay-at", "replay": 1, "step": steps + 1, "seat": null }));
    assert_eq!(beyond["problem"]["type"], "not-found");
    device.call(json!({ "do": "replay-close", "replay": 1 }));
    let closed = device.call(json!({ "do": "replay-at", "replay": 1, "step": 0, "seat": null }));
    assert_eq!(closed["problem"]["type"], "not-found");
}

/// A tampered record is shown up to the error.
#[test]
fn an_invalid_record_is_shown_up_to_its_error() {
    let mut device = Device::new();
    device.open(alhambra(2, &[]), bots("novice", 1));
    assert!(device.play_on(2000));
    let mut record = device.run(json!({ "do": "record" }))["value"].clone();
    record["steps"][20]["do"] = json!("take d1 d2 d3 d4");
    let opened = device.call(json!({ "do": "replay", "record": record.to_string() }))["value"].clone();
    assert_eq!(opened["log"].as_array().map(Vec::len), Some(20), "{opened}");
    assert!(opened["fault"]["place"].as_str().is_some_and(|place| place.starts_with("step 21 ")), "{opened}");
    assert_eq!(opened["fair"], Value::Null);
    let nothing = device.call(json!({ "do": "replay", "record": "{}" }));
    assert_eq!(nothing["problem"]["type"], "malformed");
}

/// A person's steps in a turn can be undone, and a repeated message takes effect once.
#[test]
fn steps_are_undone_and_messages_repeated() {
    let mut device = Device::new();
    device.open(alhambra(2, &[]), bots("builder", 1));
    device.think();
    let choice = device.choice(0);
    let hint = device.answer(json!({ "type": "hint", "seat": 0 }))["turns"][0]["actions"][0].clone();
    let act = json!({ "type": "act", "id": "once", "seat": 0, "decision": choice["decision"], "do": hint });
    device.say(act.clone());
    let rows = device.rows.len();
    device.say(act.clone());
    device.restart();
    device.say(json!({ "type": "hello", "seat": 0 }));
    device.say(act);
    assert_eq!(device.rows.len(), rows, "stored once");
    let undone = device.choice(0);
    assert_eq!(undone["undo"], 1);
    let taken = device.answer(json!({ "type": "undo", "seat": 0, "decision": undone["decision"] }));
    assert_eq!(taken["type"], "done", "{taken}");
    assert_eq!(device.choice(0)["options"], choice["options"]);
    let stale = device.answer(json!({ "type": "undo", "seat": 0, "decision": undone["decision"] }));
    assert_eq!(stale["problem"]["type"], "stale");
}

/// Nothing takes effect before it is stored: a proposal that is lost, refused by the storage or overtaken leaves no trace.
#[test]
fn nothing_takes_effect_before_it_is_stored() {
    let mut device = Device::new();
    device.open(alhambra(2, &[]), bots("novice", 1));
    device.think();
    let (choice, rows) = (device.choice(0), device.rows.clone());
    let hint = device.answer(json!({ "type": "hint", "seat": 0 }))["turns"][0]["actions"][0].clone();
    let act = json!({ "type": "act", "id": "lost", "seat": 0, "decision": choice["decision"], "do": hint });
    let ask = json!({ "do": "ask", "line": LINE, "text": act.to_string() });
    let proposed = device.ask(ask.clone());
    assert!(proposed["store"]["row"].is_string() && proposed.get("send").is_none(), "{proposed}");
    let full = device.ask(json!({ "do": "dropped", "why": "full" }));
    assert_eq!(full["send"][0][1]["problem"]["type"], "full", "{full}");
    assert_eq!(device.choice(0), choice);
    // Another tab is faster: its row is loaded, and the request is sent again.
    let mut other = Device::new();
    other.rows = rows;
    other.restart();
    other.think();
    let theirs = json!({ "type": "act", "id": "theirs", "seat": 0, "decision": choice["decision"], "do": hint });
    other.say(theirs);
    device.ask(ask.clone());
    device.ask(json!({ "do": "forget-proposal" }));
    let known = device.rows.len();
    let late = other.rows[known..].to_vec();
    assert!(device.ask(json!({ "do": "load", "rows": late }))["send"].is_array());
    let stale = device.ask(ask);
    assert_eq!(stale["send"][0][1]["problem"]["type"], "stale", "{stale}");
}

/// A player who left is not asked, and the game is suspended until they return.
#[test]
fn a_game_is_suspended_while_nobody_is_there() {
    let mut device = Device::new();
    device.open(alhambra(2, &[]), bots("novice", 1));
    device.think();
    let left = device.run(json!({ "do": "leave" }));
    assert_eq!((&left["value"]["seats"][0]["occupant"]["away"], left.get("busy")), (&json!(true), None));
    let back = device.run(json!({ "do": "back", "seat": 0 }));
    assert_eq!(back["value"]["seats"][0]["occupant"]["away"], false);
    let stopped = device.run(json!({ "do": "stop", "agree": true }));
    assert_eq!(stopped["value"]["status"], "abandoned");
}

/// A clock that advances by a millisecond whenever it is read.
fn ticking() -> Clock {
    static READ: AtomicU64 = AtomicU64::new(0);
    Clock::new(|| Duration::from_millis(READ.fetch_add(1, Ordering::Relaxed)))
}

/// A grandmaster thinks in slices: between them, people's requests are answered, and thinking then continues.
#[test]
fn a_person_is_answered_while_a_grandmaster_thinks() {
    let mut device = Device::with_clock(TABLE, ticking());
    device.open(alhambra(2, &[]), bots("grandmaster", 1));
    // The person's own turn, if they begin.
    while device.choice(0)["to_act"] == true {
        let decision = device.choice(0)["decision"].clone();
        let action = device.answer(json!({ "type": "hint", "seat": 0 }))["turns"][0]["actions"][0].clone();
        device.asked += 1;
        let id = format!("m{}", device.asked);
        device.say(json!({ "type": "act", "id": id, "seat": 0, "decision": decision, "do": action }));
    }
    let think = json!({ "do": "think", "lead": true });
    let rows = device.rows.len();
    for _ in 0..2 {
        assert_eq!(device.run(think.clone())["value"], "more");
    }
    assert_eq!(device.rows.len(), rows, "it has not decided yet");
    assert_eq!(device.run(json!({ "do": "leave" }))["value"]["seats"][0]["occupant"]["away"], true);
    assert_eq!(device.run(think.clone())["value"], "done", "nobody is there to play for");
    device.run(json!({ "do": "back", "seat": 0 }));
    let mut slices = 0;
    let decided = rows + 3;
    while device.rows.len() < decided {
        device.run(think.clone());
        slices += 1;
        assert!(slices < 1000, "it never decides");
    }
    assert!(slices > 1 && device.rows[rows + 2].2.contains("bot"), "{:?}", device.rows.last());
}

/// Several people at a shared screen, in the combined game; then a rematch.
#[test]
fn people_share_a_screen() {
    let mut device = Device::new();
    let seats = json!([{ "kind": "me", "name": "Ana" }, { "kind": "me", "name": "Ben" }]);
    device.open(json!({ "game": "combined", "players": 2 }), seats);
    assert!(device.play_on(4000));
    let names: Vec<String> = (0..2).map(|i| device.info()["seats"][i]["occupant"]["name"].to_string()).collect();
    assert_eq!(names, ["\"Ana\"", "\"Ben\""]);
    let again = device.run(json!({ "do": "rematch", "next": "~GHJKLM" }))["value"].clone();
    assert_eq!(again["id"], "~GHJKLM");
    let secret = "33".repeat(32);
    let what = json!({ "do": "reopen", "opening": again["opening"], "secret": secret });
    let reopened = device.call(json!({ "do": "table", "table": "~GHJKLM", "now": 1, "what": what }));
    assert!(reopened["store"]["row"].is_string(), "{reopened}");
    let twice = device.run(json!({ "do": "rematch", "next": "~NOPQRS" }))["value"].clone();
    assert_eq!(twice["id"], "~GHJKLM", "there is one already");
}

/// Invalid requests are refused with a reason.
#[test]
fn invalid_requests_are_refused() {
    let mut device = Device::new();
    let open =
        |wish: Value| json!({ "do": "open", "person": "here", "name": "Ana", "wish": wish, "secret": "11".repeat(32) });
    let few = device.run(open(json!({ "setup": alhambra(3, &[]), "seats": bots("novice", 1) })));
    assert_eq!(few["problem"]["detail"], "the number of seats must match the number of players");
    let fast =
        json!({ "setup": alhambra(2, &[]), "seats": bots("novice", 1), "pace": { "kind": "move", "seconds": 1 } });
    assert_eq!(device.run(open(fast))["problem"]["detail"], "time limits out of range");
    assert_eq!(device.run(json!({ "do": "info" }))["problem"]["type"], "not-found");
    assert_eq!(device.call(json!({ "do": "dance" }))["problem"]["type"], "malformed");
    device.open(alhambra(2, &[]), bots("novice", 1));
    device.think();
    let other = device.answer(json!({ "type": "act", "seat": 1, "decision": 0, "do": "end" }));
    assert_eq!(other["problem"]["type"], "not-yours");
    let decision = device.choice(0)["decision"].clone();
    let early = device.answer(json!({ "type": "act", "seat": 0, "decision": decision, "do": "end" }));
    assert_eq!(early["type"], "refused", "{early}");
    assert_eq!(device.answer(json!({ "type": "chat", "text": "hello?" }))["type"], "problem");
}
