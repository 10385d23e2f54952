//! Plays a program in the arena. The clock runs on this side: a program that hangs, crashes or sends invalid lines has no
//! choice and therefore loses, and the reason is reported.

use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use sabika_rules::{Action, Outcome, Seat, View};

use super::{LONGEST_LINE, Order, Reply, VERSION, patience, shortened};
use crate::arena::Entrant;
use crate::{Bot, Budget};

/// How long a program may take to start and complete the handshake.
const HANDSHAKE: Duration = Duration::from_secs(60);
/// How long it may take to exit after `quit`.
const FAREWELL: Duration = Duration::from_secs(1);

/// A program that speaks the protocol, given by the command that starts it.
#[derive(Clone, Debug)]
pub struct Command {
    line: String,
    words: Vec<String>,
}

/// Why a program cannot play.
#[derive(Debug)]
pub struct StartError {
    command: String,
    why: String,
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` {}", self.command, self.why)
    }
}

impl std::error::Error for StartError {}

impl Command {
    /// A command: a program and its arguments, separated by spaces. There is no shell and no quoting.
    pub fn new(line: &str) -> Result<Command, StartError> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        match words.is_empty() {
            true => Err(StartError { command: line.into(), why: "names no program".into() }),
            false => Ok(Command { line: line.into(), words }),
        }
    }

    /// Starts it once, to check that it speaks the protocol and to learn its name. It then plays any number of games, one after the other; for
    /// parallel games it is started again.
    pub fn entrant(&self) -> Result<Entrant, StartError> {
        let first = self.start()?;
        let (name, counts_cards) = (first.name.clone(), first.counts_cards);
        let idle = Arc::new(Mutex::new(vec![first]));
        let command = self.clone();
        Ok(Entrant::new(name, counts_cards, move |seed| Box::new(Player::new(&command, &idle, seed))))
    }

    fn start(&self) -> Result<Process, StartError> {
        let failed = |why: String| StartError { command: self.line.clone(), why };
        let mut child = std::process::Command::new(&self.words[0])
            .args(&self.words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| failed(format!("cannot be started: {e}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed("could not be connected by standard input and output".into()));
        };
        let (sender, lines) = mpsc::channel();
        // Ends with the program's output, or when nobody is listening any more.
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(line) = read_line(&mut output) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut process = Process { child, input: Some(input), lines, name: self.line.clone(), counts_cards: false };
        process.shake_hands().map_err(failed)?;
        Ok(process)
    }
}

/// The next line, or the error; `None` if the output has ended.
fn read_line(output: &mut impl BufRead) -> Option<Result<String, String>> {
    let mut line = Vec::new();
    match output.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut line) {
        Ok(0) => None,
        Ok(_) if line.len() as u64 > LONGEST_LINE => {
            Some(Err(format!("wrote a line longer than {LONGEST_LINE} bytes")))
        }
        Ok(_) => Some(String::from_utf8(line).map_err(|_| "wrote a line that is not UTF-8".into())),
        Err(e) => Some(Err(format!("cannot be read from: {e}"))),
    }
}

/// A running program.
struct Process {
    child: Child,
    /// `None` once nothing more is sent to it.
    input: Option<ChildStdin>,
    lines: Receiver<Result<String, String>>,
    name: String,
    counts_cards: bool,
}

impl Process {
    fn shake_hands(&mut self) -> Result<(), String> {
        self.say(&Order::Hello(VERSION));
        let deadline = Instant::now() + HANDSHAKE;
        loop {
            match self.hear(deadline, HANDSHAKE)? {
                Reply::Name(name) if !name.is_empty() => self.name = name,
                Reply::Name(_) | Reply::Info(_) => {}
                Reply::CountsCards => self.counts_cards = true,
                Reply::Ready => return Ok(()),
                Reply::Error(why) => return Err(format!("gave up: {}", shortened(&why))),
                Reply::Action(_) => return Err("answered the handshake with an action".into()),
            }
        }
    }

    /// A program that has exited does not receive it; this is noticed when it should answer.
    fn say(&mut self, order: &Order) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(format!("{order}\n").as_bytes()).and_then(|()| input.flush());
        }
    }

    fn hear(&mut self, deadline: Instant, patience: Duration) -> Result<Reply, String> {
        match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(Ok(line)) => line.parse().map_err(|why| format!("answered `{}`: {why}", shortened(line.trim()))),
            Ok(Err(why)) => Err(why),
            Err(RecvTimeoutError::Timeout) => Err(format!("did not answer within {} ms", patience.as_millis())),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    fn ended(&mut self) -> String {
        // A program that closed its output may not have exited yet; if it keeps running, there is nothing more to report.
        let deadline = Instant::now() + FAREWELL;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return format!("ended without an answer ({status})"),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                _ => return "closed its output".into(),
            }
        }
    }

    fn choose(&mut self, view: &View, budget: Budget) -> Result<Action, String> {
        self.say(&Order::Position(view.position()));
        self.say(&Order::Go(budget));
        let patience = patience(budget);
        let deadline = Instant::now() + patience;
        loop {
            match self.hear(deadline, patience)? {
                Reply::Action(action) => return Ok(action),
                Reply::Info(_) => {}
                Reply::Error(why) => return Err(format!("gave up: {}", shortened(&why))),
                other => return Err(format!("answered `{}` instead of an action", shortened(&other.to_string()))),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say(&Order::Quit);
        self.input = None;
        let deadline = Instant::now() + FAREWELL;
        while let Ok(None) = self.child.try_wait() {
            if Instant::now() >= deadline {
                let _ = self.child.kill();
                let _ = self.child.wait();
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

type Idle = Arc<Mutex<Vec<Process>>>;

/// A program in one game.
struct Player {
    idle: Idle,
    process: Result<Process, String>,
}

impl Player {
    fn new(command: &Command, idle: &Idle, seed: u64) -> Player {
        let waiting = idle.lock().ok().and_then(|mut idle| idle.pop());
        let mut process = waiting.map_or_else(|| command.start().map_err(|e| e.why), Ok);
        if let Ok(running) = &mut process {
            running.say(&Order::New(seed));
        }
        Player { idle: idle.clone(), process }
    }

    fn tell(&mut self, order: &Order) {
        if let Ok(process) = &mut self.process {
            process.say(order);
        }
    }
}

impl Bot for Player {
    fn choose(&mut self, view: &View, budget: Budget) -> Option<Action> {
        let choice = self.process.as_mut().map_err(|why| why.clone()).and_then(|process| process.choose(view, budget));
        // After a fault the program is stopped: its next answer might belong to an old question.
        choice.map_err(|why| self.process = Err(why)).ok()
    }

    fn saw(&mut self, seat: Seat, action: Action, events: &[sabika_rules::Event]) {
        let events: String = events.iter().map(|event| format!("; {event}")).collect();
        self.tell(&Order::Step(format!("{seat} {action}{events}")));
    }

    fn over(&mut self, outcome: &Outcome) {
        let scores: Vec<String> = outcome.scores.iter().map(ToString::to_string).collect();
        let winners: Vec<String> = outcome.winners.iter().map(ToString::to_string).collect();
        self.tell(&Order::Over(format!("scores={} winners={}", scores.join("/"), winners.join("."))));
    }

    fn fault(&self) -> Option<String> {
        self.process.as_ref().err().cloned()
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let process = std::mem::replace(&mut self.process, Err(String::new()));
        if let (Ok(process), Ok(mut idle)) = (process, self.idle.lock()) {
            idle.push(process);
        }
    }
}
