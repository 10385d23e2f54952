//! Scheduling of bots: those that somebody waits for come first, the others get what is left.

use std::sync::Arc;

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// The share of bot threads that tables without viewers may take: one in this many, but at least one.
const UNWATCHED: usize = 4;

/// The threads that bots think on.
pub(crate) struct Threads {
    all: Arc<Semaphore>,
    unwatched: Arc<Semaphore>,
}

/// A permit to think, for as long as it is held.
pub(crate) struct ThinkingPermit {
    _one: OwnedSemaphorePermit,
    _unwatched: Option<OwnedSemaphorePermit>,
}

impl Threads {
    pub(crate) fn new(threads: usize) -> Threads {
        let threads = threads.max(1);
        Threads {
            all: Arc::new(Semaphore::new(threads)),
            unwatched: Arc::new(Semaphore::new((threads / UNWATCHED).max(1))),
        }
    }

    /// For a bot that somebody waits for.
    pub(crate) async fn watched(&self) -> Option<ThinkingPermit> {
        Some(ThinkingPermit { _one: self.all.clone().acquire_owned().await.ok()?, _unwatched: None })
    }

    /// For a bot that nobody waits for, unless somebody arrives meanwhile. Only as many of these as may think at once are in the queue.
    pub(crate) async fn unwatched(&self, somebody_came: &Notify) -> Option<ThinkingPermit> {
        let last = tokio::select! {
            permit = self.unwatched.clone().acquire_owned() => permit.ok()?,
            () = somebody_came.notified() => return self.watched().await,
        };
        Some(ThinkingPermit { _one: self.all.clone().acquire_owned().await.ok()?, _unwatched: Some(last) })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// A table with people that arrives after a hundred without is served second.
    #[tokio::test]
    async fn people_come_first() {
        let threads = Arc::new(Threads::new(1));
        let order: Arc<Mutex<Vec<&str>>> = Arc::default();
        let busy = threads.watched().await.expect("there is one");
        let mut waiting = Vec::new();
        for who in std::iter::repeat_n("nobody", 100).chain(["somebody"]) {
            let (threads, order) = (threads.clone(), order.clone());
            waiting.push(tokio::spawn(async move {
                let never = Notify::new();
                let permit = if who == "nobody" { threads.unwatched(&never).await } else { threads.watched().await };
                order.lock().expect("not poisoned").push(who);
                drop(permit);
            }));
            tokio::task::yield_now().await;
        }
        drop(busy);
        for task in waiting {
            task.await.expect("it runs");
        }
        let place = order.lock().expect("not poisoned").iter().position(|who| *who == "somebody");
        assert_eq!(place, Some(1), "behind the one that stood in line");
    }

    /// Somebody arrives at a waiting table: it overtakes the others.
    #[tokio::test]
    async fn tables_with_people_overtake_waiting_ones() {
        let threads = Threads::new(8);
        let (never, comes) = (Notify::new(), Notify::new());
        let _two = (threads.unwatched(&never).await, threads.unwatched(&never).await);
        let (permit, ()) = tokio::join!(threads.unwatched(&comes), async { comes.notify_waiters() });
        assert!(permit.is_some());
    }
}
