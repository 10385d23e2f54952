//! The state that the task of a room owns, and how a stored row changes it.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Instant;

use tungstenite::Utf8Bytes;

use super::chat::SentChat;
use super::load::{self, Answers};
use super::outbox::Outbox;
use super::{Intent, TRIES, Who, append, now, push_messages, spare, stored, text};
use crate::bus::Presence;
use crate::node::Node;
use crate::store::{Store, StoreError};
use crate::wire::{FromServer, GameView, Person, Problem, ProblemKind, Public, TableInfo};
use sabika_table::{Changes, Duty, Error, Eyes, Row, Table};

/// How many updates are kept for viewers who return after a short absence.
const RECENT: usize = 32;

#[derive(Default)]
pub(super) struct State {
    pub fold: Option<Table>,
    /// Answers by sender and message: a repeated message gets the same answer.
    answers: Answers,
    pub sockets: Vec<Socket>,
    pub next_socket: u64,
    /// The chat messages sent here; `None` if nobody is listening.
    pub heard: Option<SentChat>,
    pub eyes: HashMap<Eyes, Seen>,
    /// The public state, the same for all viewers.
    public: Option<Public>,
    /// Who is watching on other nodes, and until when that is valid.
    pub elsewhere: Vec<(Presence, Instant)>,
}

/// What viewers of the same seat have been sent.
pub(super) struct Seen {
    pub view: Option<GameView>,
    pub recent: VecDeque<(u64, Utf8Bytes)>,
}

pub(super) struct Socket {
    pub number: u64,
    pub eyes: Eyes,
    pub who: Option<Who>,
    /// People whose chat messages this socket does not receive.
    pub blocked: Arc<[String]>,
    pub outbox: Arc<Outbox>,
}

impl Socket {
    pub fn send(&self, text: Utf8Bytes) {
        self.outbox.push(text);
    }

    pub fn person(&self) -> Option<&Person> {
        self.who.as_ref().map(|who| &who.person)
    }

    /// The viewer's own seats.
    pub fn yours(&self, fold: &Table) -> Vec<u8> {
        self.person().map_or(Vec::new(), |p| fold.seats_of(&p.id))
    }
}

/// A stored row: its version, its time, and what is due as a result.
type Stored = (u64, i64, Option<(Duty, i64)>);

impl State {
    /// The cached state cannot be trusted: it is reloaded, and everybody gets the whole state again.
    pub fn start_over(&mut self) {
        self.fold = None;
        self.answers.clear();
        self.eyes.clear();
        self.public = None;
        self.sockets.iter().for_each(|socket| socket.outbox.start_over());
    }

    /// The table, including rows that other nodes have stored in the meantime.
    pub async fn fresh(&mut self, node: &Node, table: &str) -> Result<&Table, Problem> {
        if self.fold.is_none() || node.is_shared() {
            self.reload(node, table).await?;
        }
        self.fold.as_ref().ok_or(ProblemKind::NotFound.into())
    }

    pub async fn loaded(&mut self, node: &Node, table: &str) -> Result<&Table, Problem> {
        if self.fold.is_none() {
            self.reload(node, table).await?;
        }
        self.fold.as_ref().ok_or(ProblemKind::NotFound.into())
    }

    /// Stores another row; returns the version as seen by `eyes`.
    pub async fn change(
        &mut self,
        node: &Node,
        table: &str,
        eyes: Eyes,
        message: Option<(String, String)>,
        make: impl Fn(&Table) -> Result<Intent, Error>,
    ) -> Result<(u64, Option<Stored>), Error> {
        self.loaded(node, table).await?;
        let mut looked_again = !node.is_shared();
        for _ in 0..TRIES {
            let before = message.as_ref().and_then(|message| self.answers.get(message));
            if let Some(version) = before {
                return Ok((*version, None));
            }
            let fold = self.fold.as_ref().ok_or(ProblemKind::NotFound)?;
            let (row, mut next, told) = match prepare(fold, &make) {
                Ok(Some(prepared)) => prepared,
                Ok(None) => return Ok((fold.shown(eyes), None)),
                Err(deny) if looked_again => return Err(deny),
                Err(_) => {
                    // Another node may have stored a row that makes it possible.
                    looked_again = true;
                    self.reload(node, table).await?;
                    continue;
                }
            };
            // What is due next depends on the time of storing, which only the database knows: it is close to now.
            let unstamped = next.stamped();
            next.stamp(now(), &row, &told);
            let append = append(Some(fold), &next, &row, told.only.is_some());
            // Most steps are news to nobody.
            let pushes = match append.news.is_empty() {
                true => Vec::new(),
                false => push_messages(&TableInfo::from(&next.info), &append.news),
            };
            let begin = Instant::now();
            let appended = node.store.append(append).await;
            node.metrics.append.since(begin);
            match appended {
                Ok(at) => {
                    node.push.send(pushes);
                    next.unstamp(unstamped);
                    next.stamp(at, &row, &told);
                    let (version, row_version) = (next.shown(eyes), next.version);
                    let begin = Instant::now();
                    self.install(next, &row, &told);
                    node.metrics.broadcast.since(begin);
                    if row_version.is_multiple_of(load::SAVE_EVERY) {
                        self.save(&node.store, table);
                    }
                    return Ok((version, Some((row_version, at, self.fold.as_ref().and_then(Table::duty)))));
                }
                Err(StoreError::Lost) => self.reload(node, table).await?,
                Err(error) => return Err(stored(error)),
            }
        }
        Err(ProblemKind::Retry.into())
    }

    /// Stores a snapshot of the table, without anybody waiting for it.
    fn save(&self, store: &Store, table: &str) {
        let Some((version, saved)) = self.fold.as_ref().and_then(|fold| load::save(fold, &self.answers)) else {
            return;
        };
        let (store, table) = (store.clone(), table.to_owned());
        tokio::spawn(async move {
            if let Err(error) = store.keep_snapshot(&table, version, &saved).await {
                tracing::warn!(table, %error, "failed to store a snapshot");
            }
        });
    }

    /// Folds the rows that are not yet folded.
    pub async fn reload(&mut self, node: &Node, table: &str) -> Result<(), Problem> {
        if self.fold.is_none() {
            let begin = Instant::now();
            let loaded = load::load(&node.store, table).await?;
            node.metrics.load.since(begin);
            (self.fold, self.answers) = (loaded.fold, loaded.answers);
            return Ok(());
        }
        let after = self.fold.as_ref().map_or(0, |fold| fold.version);
        let rows = node.store.steps(table, after).await.map_err(|_| ProblemKind::Retry)?;
        if !rows.is_empty() {
            let before = self.fold.clone();
            self.fold = load::fold_onto(table, before, &rows, |fold, row, told| self.install(fold.clone(), row, told))?;
        }
        Ok(())
    }

    /// The current public state; unchanged parts are reused.
    pub fn update_public(&mut self) -> Option<Public> {
        let public = self.fold.as_ref().and_then(|fold| fold.public(self.public.as_ref()));
        self.public.clone_from(&public);
        public
    }

    /// The row is stored: this is the table now, and all viewers are updated.
    fn install(&mut self, fold: Table, row: &Row, told: &Changes) {
        load::answered(&mut self.answers, &fold, row);
        if let Some(before) = self.fold.replace(fold) {
            spare::recycle(before);
        }
        if self.sockets.is_empty() && self.eyes.is_empty() {
            return;
        }
        let Some(fold) = &self.fold else { return };
        let mut views = fold.views(self.public.as_ref());
        self.public = views.public().cloned();
        // Seats were shuffled, or somebody lost theirs: all viewers start over.
        if told.began || fold.game().is_none() {
            self.eyes.clear();
            self.sockets.retain(|socket| {
                let welcome = fold.may_watch(socket.person().map(|p| p.id.as_str())).is_ok();
                if !welcome {
                    socket.outbox.close();
                }
                welcome
            });
            for socket in &mut self.sockets {
                let yours = socket.yours(fold);
                let keeps = socket.eyes.seat().is_some_and(|seat| yours.contains(&seat));
                if !keeps {
                    socket.eyes = yours.first().map_or(Eyes::Watcher, |seat| Eyes::Seat(*seat));
                }
                let snapshot = fold.snapshot_with(socket.eyes, yours, self.public.as_ref());
                let view = snapshot.game.clone();
                socket.send(text(&FromServer::Snapshot(snapshot)));
                self.eyes.entry(socket.eyes).or_insert_with(|| Seen { view, recent: VecDeque::new() });
            }
        } else {
            for (eyes, seen) in &mut self.eyes {
                let now = views.game_view(*eyes);
                if let (Some(before), Some(now)) = (&seen.view, &now)
                    && let Some(update) = fold.update(told, *eyes, before, now)
                {
                    let (version, text) = (update.version, text(&FromServer::Update(update)));
                    self.sockets.iter().filter(|s| s.eyes == *eyes).for_each(|s| s.send(text.clone()));
                    seen.recent.push_back((version, text));
                    if seen.recent.len() > RECENT {
                        seen.recent.pop_front();
                    }
                }
                seen.view = now;
            }
        }
        if told.step.is_some() || told.began || told.rewritten {
            for socket in &self.sockets {
                let yours = socket.yours(fold);
                if yours.len() > 1 {
                    socket.send(text(&waiting(fold, &yours)));
                }
            }
        }
    }
}

/// What is to be stored, folded on a copy; `None` if there is nothing.
fn prepare(
    fold: &Table,
    make: impl Fn(&Table) -> Result<Intent, Error>,
) -> Result<Option<(Row, Table, Changes)>, Error> {
    let Intent::Store(row) = make(fold)? else { return Ok(None) };
    let mut next = spare::copy(fold);
    let told = next.advance(&row)?;
    let row = next.sealed(row);
    Ok(Some((row, next, told)))
}

pub(super) fn waiting(fold: &Table, yours: &[u8]) -> FromServer {
    let to_act = fold.to_act().map(|s| s.0).filter(|seat| yours.contains(seat));
    FromServer::Yours { to_act: to_act.into_iter().collect() }
}
