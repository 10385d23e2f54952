//! What a node does at tables by itself: bots move, windows are passed, clocks run out.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use crate::bots::{Audience, Bots};
use crate::node::Node;
use crate::room::{Intent, Room};
use crate::store::Claimed;
use crate::thinking::{ThinkingPermit, UnwatchedSlot};
use crate::wire::{AdviceView, Ending, ProblemKind};
use sabika_table::{By, Duty, Error, Eyes, Row, Table};

/// How long other nodes leave a claimed table alone, in milliseconds.
pub(crate) const LEASE: i64 = 5_000;
/// The interval of polling for due tables, and after how many polls claims are renewed: well before they expire.
const SWEEP: Duration = Duration::from_millis(500);
const RENEW_EVERY: u32 = 4;
/// How many tables are claimed at a time.
const CLAIMED: i64 = 64;
/// How often to check whether the database's clock was set back: every half minute.
const CLOCK_CHECK_EVERY: u32 = 60;
/// After how many milliseconds a table that this version cannot read is tried again: another version may read it.
const UNREADABLE: i64 = 3_600_000;

/// Tables this node is working on, never twice at once. `true` if something else became due in the meantime.
#[derive(Default)]
pub(crate) struct Underway(Mutex<HashMap<String, bool>>);

impl Underway {
    fn all(&self) -> MutexGuard<'_, HashMap<String, bool>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether nobody was working on it; otherwise the current worker checks again when it is done.
    fn begin(&self, table: &str) -> bool {
        let mut all = self.all();
        let again = all.get_mut(table).map(|again| *again = true);
        again.is_none() && all.insert(table.to_owned(), false).is_none()
    }

    /// Whether to check again.
    fn again(&self, table: &str) -> bool {
        self.all().get_mut(table).is_some_and(std::mem::take)
    }

    /// Marks the work as done, unless something else became due: then `false`.
    fn end(&self, table: &str) -> bool {
        let mut all = self.all();
        let again = all.get(table).copied().unwrap_or(false);
        if !again {
            all.remove(table);
        }
        !again
    }

    fn tables(&self) -> Vec<String> {
        self.all().keys().cloned().collect()
    }
}

/// Removes a table from the list even if the work panics.
struct WorkGuard<'a>(&'a Underway, &'a str);

impl Drop for WorkGuard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.all().remove(self.1);
        }
    }
}

/// Does what is due at a table, and what becomes due as a result. If this node is already working on it, the current worker checks again.
pub(crate) fn perform(node: &Arc<Node>, room: &Arc<Room>, claim: Option<Claimed>) {
    if !node.underway.begin(&room.id) {
        return;
    }
    let (node, room) = (node.clone(), room.clone());
    tokio::spawn(async move {
        let guard = WorkGuard(&node.underway, &room.id);
        let mut claim = claim;
        loop {
            if let Err(problem) = perform_one(&node, &room, claim.take()).await {
                let version = room.version().await;
                tracing::warn!(table = room.id, version, ?problem, "due action failed");
            }
            if !node.underway.again(&room.id) && node.underway.end(&room.id) {
                break;
            }
        }
        drop(guard);
    });
}

async fn perform_one(node: &Arc<Node>, room: &Arc<Room>, claim: Option<Claimed>) -> Result<(), Error> {
    if claim.is_some() {
        // It may be due because of a row that another node stored.
        match room.info(node).await {
            Ok(_) => {}
            Err(problem) if matches!(problem.kind, ProblemKind::Frozen | ProblemKind::NotFound) => {
                let until = clock(node).await? + UNREADABLE;
                return postpone(node, claim, Some(until)).await;
            }
            Err(problem) => return Err(problem.into()),
        }
    }
    let (version, duty, stored, frozen) =
        room.look(node, |fold| (fold.version, fold.duty(), fold.at, fold.frozen.is_some())).await?;
    let Some((duty, at)) = duty else {
        // A frozen table may continue under another version; a finished one never will.
        let until = if frozen { Some(clock(node).await? + UNREADABLE) } else { None };
        return postpone(node, claim, until).await;
    };
    // What a stored step made due at once needs no clock.
    if at > stored {
        let now = clock(node).await?;
        if !is_due(duty, at, now, stored, claim.is_some()) {
            if at - now >= LEASE {
                return postpone(node, claim, Some(at)).await;
            }
            // It was claimed slightly early, and nobody else will check before the claim expires.
            let (node, room) = (node.clone(), room.clone());
            tokio::spawn(async move {
                tokio::time::sleep(Duration::from_millis((at - now) as u64)).await;
                perform(&node, &room, claim);
            });
            return Ok(());
        }
    }
    let mut slot = None;
    let row = match duty {
        Duty::Bot(seat) => {
            let action;
            let Some(chosen) = bot_move(node, room, version).await? else { return Ok(()) };
            (action, slot) = chosen;
            Row::Act { seat: seat.0, action, by: By::Bot, hash: None }
        }
        Duty::Pass(seat) => Row::Act { seat: seat.0, action: "pass".into(), by: By::Standing, hash: None },
        Duty::Timeout(seat) => Row::Away { seat: seat.0 },
        Duty::Expire => Row::Abandon { why: Ending::Expired },
    };
    let is_move = matches!(duty, Duty::Bot(_));
    let still_so = Arc::new(AtomicBool::new(false));
    let found = still_so.clone();
    let still = move |fold: &Table| {
        found.store(fold.version == version, Ordering::Relaxed);
        Ok(if fold.version == version { Intent::Store(row.clone()) } else { Intent::Nothing })
    };
    room.change(node, Eyes::Watcher, None, still).await?;
    // Only now that the step is stored.
    drop(slot);
    if is_move && still_so.load(Ordering::Relaxed) {
        node.metrics.bot_moves.inc();
    }
    Ok(())
}

/// Database time.
async fn clock(node: &Node) -> Result<i64, Error> {
    node.store.now().await.map_err(|_| ProblemKind::Retry.into())
}

/// Nothing is due at a claimed table, or not yet: the list is updated, or the table would be claimed again and again.
async fn postpone(node: &Node, claim: Option<Claimed>, until: Option<i64>) -> Result<(), Error> {
    let Some(claim) = claim else { return Ok(()) };
    node.store.postpone(&claim, until).await.map_err(|_| ProblemKind::Retry.into())
}

/// Whether an action due `at` a time is due now, at a table whose last row was stored at `stored`, before that time. If the row is
/// from the future, the clock was set back: then the corrected list decides.
fn is_due(duty: Duty, at: i64, now: i64, stored: i64, claimed: bool) -> bool {
    at <= now || now < stored && claimed && duty != Duty::Expire
}

/// A bot's action at a table of this version; `None` if the table has changed while the bot waited for a thread.
async fn bot_move(
    node: &Arc<Node>,
    room: &Arc<Room>,
    version: u64,
) -> Result<Option<(String, Option<UnwatchedSlot>)>, Error> {
    let audience = room.audience().await;
    let _busy = node.bots.busy(audience);
    let begin = Instant::now();
    let permit = match audience {
        Audience::People => node.threads.watched().await,
        Audience::Nobody => node.threads.unwatched(&room.somebody_came).await,
    };
    node.metrics.bot_queue.since(begin);
    // Only now: a thousand waiting bots must not each hold a game.
    let seen = room
        .look(node, move |fold| match fold.duty() {
            Some((Duty::Bot(seat), _)) if fold.version == version => Some((seat, fold.clone())),
            _ => None,
        })
        .await?;
    let Some((seat, fold)) = seen else { return Ok(None) };
    node.metrics.bot_choices.inc();
    let begin = Instant::now();
    let chosen = away(node, permit, move |bots| bots.choose(&fold, seat, audience)).await;
    node.metrics.bot_choice.since(begin);
    Ok(chosen)
}

/// A choice off the threads that serve sockets, for as long as the permit is held.
async fn away<T: Send + 'static>(
    node: &Node,
    permit: Option<ThinkingPermit>,
    choice: impl FnOnce(&Bots) -> Option<T> + Send + 'static,
) -> Option<(T, Option<UnwatchedSlot>)> {
    let bots = node.bots.clone();
    let (chosen, slot) = node.threads.run(permit, move || choice(&bots)).await?;
    Some((chosen?, slot))
}

impl Node {
    /// The best turns for a seat.
    pub async fn hint(self: &Arc<Self>, fold: Table, seat: u8) -> Option<Vec<AdviceView>> {
        let _busy = self.bots.busy(Audience::People);
        let permit = self.threads.watched().await;
        away(self, permit, move |bots| bots.hint(&fold, sabika_rules::Seat(seat))).await.map(|(turns, _)| turns)
    }

    async fn reschedule_due(&self) {
        match self.store.reschedule_due().await {
            Ok(0) => {}
            Ok(tables) => tracing::warn!(tables, "the database's clock was set back: due times were corrected"),
            Err(error) => tracing::warn!(%error, "failed to poll for due tables"),
        }
    }
}

/// Polls for due tables at regular intervals.
pub(crate) async fn sweep(node: Weak<Node>) {
    let mut turn = 0u32;
    loop {
        let Some(strong) = node.upgrade() else { return };
        if turn.is_multiple_of(CLOCK_CHECK_EVERY) {
            strong.reschedule_due().await;
        }
        drop(strong);
        tokio::time::sleep(SWEEP).await;
        let Some(node) = node.upgrade() else { return };
        turn = turn.wrapping_add(1);
        if turn.is_multiple_of(RENEW_EVERY)
            && let Err(error) = node.store.renew_claims(&node.underway.tables(), LEASE).await
        {
            tracing::warn!(%error, "failed to renew claims");
        }
        match node.store.claim_due(LEASE, CLAIMED).await {
            Ok(claims) => claims.into_iter().for_each(|claim| perform(&node, &node.room(&claim.table), Some(claim))),
            Err(error) => tracing::warn!(%error, "failed to poll for due tables"),
        }
    }
}

#[cfg(test)]
mod tests {
    use sabika_rules::Seat;

    use super::*;

    /// The last row was stored at 100.
    #[test]
    fn when_work_is_due() {
        let timeout = Duty::Timeout(Seat(0));
        let due = |duty, at, now, claimed| is_due(duty, at, now, 100, claimed);
        assert!(due(timeout, 130, 130, false) && due(Duty::Expire, 900, 900, true));
        assert!(!due(timeout, 130, 129, false) && !due(timeout, 130, 129, true), "claimed a little early");
        // The clock was set back since.
        assert!(!due(timeout, 130, 40, false) && due(timeout, 130, 40, true), "the list knows");
        assert!(!due(Duty::Expire, 900, 40, true), "of this it knows only about when");
    }

    #[test]
    fn one_task_per_table() {
        let underway = Underway::default();
        assert!(underway.begin("t"));
        assert!(!underway.begin("t") && !underway.begin("t"), "somebody is at it");
        assert!(underway.again("t"), "and looks again");
        assert!(!underway.again("t"), "once");
        assert!(!underway.begin("t") && !underway.end("t"), "not done while something is due");
        assert!(underway.again("t") && underway.end("t"));
        assert!(underway.tables().is_empty() && underway.begin("t"));
    }
}
