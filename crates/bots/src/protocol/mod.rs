//! Bots as separate programs, which follow a game and answer over standard input and output, line by line, as described in
//! `docs/bot-protocol.md`. `host` plays such a program in the arena; `guest` turns any of our bots into one.

mod guest;
mod host;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use sabika_rules::{Action, NotationError};

use crate::Budget;
use crate::arena::parse_budget;

pub use guest::speak;
pub use host::{Command, StartError};

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// The maximum length of a line, in bytes; positions are shorter.
const LONGEST_LINE: u64 = 64 * 1024;

/// What a host says; positions and steps are passed on unparsed.
#[derive(Clone, Debug, PartialEq)]
enum Order {
    /// The handshake, with the host's version.
    Hello(u32),
    /// A new game, with a seed for the bot's own randomness.
    New(u64),
    /// What a seat did and what it revealed.
    Step(String),
    /// What the bot's seat knows.
    Position(String),
    /// Choose, with this budget.
    Go(Budget),
    /// The game is over.
    Over(String),
    /// No more games.
    Quit,
}

impl FromStr for Order {
    type Err = String;
    fn from_str(line: &str) -> Result<Order, String> {
        let (verb, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let rest = rest.trim();
        let number = |what: &str| format!("`{verb}` must be followed by {what}, not by `{rest}`");
        match verb {
            "sabika-bot" => rest.parse().map(Order::Hello).map_err(|_| number("a version")),
            "new" => rest.parse().map(Order::New).map_err(|_| number("a seed")),
            "step" => Ok(Order::Step(rest.into())),
            "position" => Ok(Order::Position(rest.into())),
            "go" => parse_budget(rest).map(Order::Go),
            "over" => Ok(Order::Over(rest.into())),
            "quit" => Ok(Order::Quit),
            _ => Err(format!("unknown word `{verb}`")),
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Hello(version) => write!(f, "sabika-bot {version}"),
            Order::New(seed) => write!(f, "new {seed}"),
            Order::Step(step) => write!(f, "step {step}"),
            Order::Position(position) => write!(f, "position {position}"),
            Order::Go(Budget::Time { limit, .. }) => write!(f, "go {}ms", limit.as_millis()),
            Order::Go(Budget::Simulations(many)) => write!(f, "go {many}"),
            Order::Over(result) => write!(f, "over {result}"),
            Order::Quit => f.write_str("quit"),
        }
    }
}

/// What a bot says.
#[derive(Clone, Debug, PartialEq)]
enum Reply {
    /// Its name.
    Name(String),
    /// It counts cards and therefore sees all hands.
    CountsCards,
    /// The end of the handshake.
    Ready,
    /// Any text, which is ignored.
    Info(String),
    /// Its choice.
    Action(Action),
    /// It cannot continue, and why.
    Error(String),
}

impl FromStr for Reply {
    type Err = String;
    fn from_str(line: &str) -> Result<Reply, String> {
        let (verb, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let rest = rest.trim();
        match (verb, rest) {
            ("name", name) => Ok(Reply::Name(name.into())),
            ("counts", "cards") => Ok(Reply::CountsCards),
            ("ready", "") => Ok(Reply::Ready),
            ("info", info) => Ok(Reply::Info(info.into())),
            ("action", action) => action.parse().map(Reply::Action).map_err(|e: NotationError| e.to_string()),
            ("error", why) => Ok(Reply::Error(why.into())),
            _ => Err(format!("unknown word `{}`", shortened(verb))),
        }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Name(name) => write!(f, "name {name}"),
            Reply::CountsCards => f.write_str("counts cards"),
            Reply::Ready => f.write_str("ready"),
            Reply::Info(info) => write!(f, "info {info}"),
            Reply::Action(action) => write!(f, "action {action}"),
            Reply::Error(why) => write!(f, "error {why}"),
        }
    }
}

/// Shortens a quote for a report.
fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// How long after the budget an answer may come, to allow for transmission.
const GRACE: Duration = Duration::from_millis(100);
/// How long a choice may take if the budget is a number of simulations.
const WITHOUT_TIME: Duration = Duration::from_secs(60);

/// How long a host waits for a choice.
fn patience(budget: Budget) -> Duration {
    match budget {
        Budget::Time { limit, .. } => limit + GRACE,
        Budget::Simulations(_) => WITHOUT_TIME,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_and_replies_are_read_as_they_are_written() {
        let orders = ["sabika-bot 1", "new 7", "step 1 take d1; display h3", "position view/1 x=1", "go 200", "quit"];
        for line in orders.iter().chain(&["go 100ms", "over scores=1/2 winners=1"]) {
            assert_eq!(line.parse::<Order>().map(|order| order.to_string()).as_deref(), Ok(*line));
        }
        assert_eq!("go 1s".parse::<Order>().map(|order| order.to_string()).as_deref(), Ok("go 1000ms"));
        for line in ["name My bot", "counts cards", "ready", "info depth 3", "action take d1", "error out of memory"] {
            assert_eq!(line.parse::<Reply>().map(|reply| reply.to_string()).as_deref(), Ok(line));
        }
    }

    #[test]
    fn invalid_lines_are_named() {
        let order = |line: &str| line.parse::<Order>().expect_err(line);
        assert_eq!(order("dance"), "unknown word `dance`");
        assert_eq!(order("new x"), "`new` must be followed by a seed, not by `x`");
        assert!(order("go away").contains("expected a time"));
        let reply = |line: &str| line.parse::<Reply>().expect_err(line);
        assert_eq!(reply("bestmove e2e4"), "unknown word `bestmove`");
        assert_eq!(reply("action fly"), "word 1: unknown action `fly`");
        assert_eq!(reply(""), "unknown word ``");
    }
}
