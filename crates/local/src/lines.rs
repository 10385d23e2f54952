//! The connections to a table, and what they are sent.

use std::collections::{HashMap, VecDeque};

use sabika_table::message::{FromServer, GameView, Person, Problem, ProblemKind, Update};
use sabika_table::{Changes, Eyes, Table};

/// How many updates are kept for a page that reconnects after its worker was restarted elsewhere.
const RECENT: usize = 32;

/// The connections of a table.
#[derive(Default)]
pub(crate) struct Lines {
    lines: HashMap<u32, Eyes>,
    seen: HashMap<Eyes, Seen>,
}

/// What viewers of the same seat have been sent.
struct Seen {
    view: Option<GameView>,
    recent: VecDeque<Update>,
}

type Messages = Vec<(u32, FromServer)>;

impl Lines {
    pub fn close(&mut self, line: u32) {
        self.lines.remove(&line);
        self.seen.retain(|eyes, _| self.lines.values().any(|e| e == eyes));
    }

    /// Connects a viewer: first comes what it has missed since `version`, or the whole state.
    pub fn hello(
        &mut self,
        table: &Table,
        line: u32,
        seat: Option<u8>,
        version: Option<u64>,
    ) -> Result<Messages, Problem> {
        let person = &table.info.host;
        let yours = table.seats_of(person);
        let eyes = match seat {
            None => Eyes::Watcher,
            Some(seat) if yours.contains(&seat) => Eyes::Seat(seat),
            Some(_) => return Err(Problem::with(ProblemKind::NotYours, "this seat is not yours")),
        };
        self.lines.insert(line, eyes);
        let now = table.shown(eyes);
        let missed = version.and_then(|version| {
            let recent = self.seen.get(&eyes)?.recent.iter();
            let after: Vec<&Update> = recent.filter(|update| update.version > version).collect();
            let whole = version <= now && after.len() as u64 == now - version;
            whole.then(|| after.into_iter().map(|update| FromServer::Update(update.clone())).collect::<Vec<_>>())
        });
        let everything = || vec![FromServer::Snapshot(table.snapshot(eyes, yours.clone()))];
        let mut messages = missed.unwrap_or_else(everything);
        messages.extend(waiting(table, &yours));
        let name = yours.first().map(|seat| table.name(*seat)).unwrap_or_default();
        messages.push(FromServer::Presence { here: vec![Person { id: person.clone(), name }], watchers: 0 });
        let view = table.game_view(eyes);
        self.seen.entry(eyes).or_insert_with(|| Seen { view, recent: VecDeque::new() });
        Ok(messages.into_iter().map(|message| (line, message)).collect())
    }

    /// The whole state, for a connection that acted on an outdated choice.
    pub fn again(&self, table: &Table, line: u32) -> Messages {
        let Some(eyes) = self.lines.get(&line) else { return Vec::new() };
        let yours = table.seats_of(&table.info.host);
        vec![(line, FromServer::Snapshot(table.snapshot(*eyes, yours)))]
    }

    /// A row was stored: sends every connection what changed for it.
    pub fn tell(&mut self, table: &Table, told: &Changes) -> Messages {
        let mut messages = Messages::new();
        let yours = table.seats_of(&table.info.host);
        // Seats were shuffled, or the game has not begun: all viewers start over.
        if told.began || table.game().is_none() {
            self.seen.clear();
            for (line, eyes) in &mut self.lines {
                if eyes.seat().is_none_or(|seat| !yours.contains(&seat)) {
                    *eyes = yours.first().map_or(Eyes::Watcher, |seat| Eyes::Seat(*seat));
                }
                messages.push((*line, FromServer::Snapshot(table.snapshot(*eyes, yours.clone()))));
                let view = table.game_view(*eyes);
                self.seen.entry(*eyes).or_insert_with(|| Seen { view, recent: VecDeque::new() });
            }
        } else {
            let public = table.public(None);
            for (eyes, seen) in &mut self.seen {
                let now = table.game_view_with(*eyes, public.as_ref());
                if let (Some(before), Some(now)) = (&seen.view, &now)
                    && let Some(update) = table.update(told, *eyes, before, now)
                {
                    let lines = self.lines.iter().filter(|(_, e)| *e == eyes);
                    messages.extend(lines.map(|(line, _)| (*line, FromServer::Update(update.clone()))));
                    seen.recent.push_back(update);
                    if seen.recent.len() > RECENT {
                        seen.recent.pop_front();
                    }
                }
                seen.view = now;
            }
        }
        if told.step.is_some() || told.began || told.rewritten {
            let waiting = waiting(table, &yours);
            messages.extend(self.lines.keys().flat_map(|line| waiting.clone().map(|message| (*line, message))));
        }
        messages
    }
}

/// Which of several seats the game waits for.
fn waiting(table: &Table, yours: &[u8]) -> Option<FromServer> {
    let to_act = table.to_act().map(|s| s.0).filter(|seat| yours.contains(seat));
    (yours.len() > 1).then(|| FromServer::Yours { to_act: to_act.into_iter().collect() })
}
