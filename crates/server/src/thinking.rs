//! Scheduling of bots: those that somebody waits for come first, the others get what is left.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, oneshot};

/// The share of bot threads that tables without viewers may take: one in this many, but at least one.
const UNWATCHED: usize = 4;

/// The stack of a background thread: games are large.
const STACK: usize = 8 << 20;
/// The lowest priority: everything else on the machine comes first.
#[cfg(target_os = "linux")]
const LOWEST: i32 = 19;

/// The threads that bots think on.
pub(crate) struct Threads {
    all: Arc<Semaphore>,
    unwatched: Arc<Semaphore>,
    background: Background,
}

/// A permit to think, for as long as it is held.
pub(crate) struct ThinkingPermit {
    _one: OwnedSemaphorePermit,
    unwatched: Option<UnwatchedSlot>,
}

/// One of the few places for tables that nobody watches.
pub(crate) struct UnwatchedSlot(#[allow(dead_code, reason = "held until it is dropped")] OwnedSemaphorePermit);

/// Threads of the lowest priority, for bots that nobody waits for: on a busy machine they think when nothing else is to be done.
struct Background(mpsc::Sender<Box<dyn FnOnce() + Send>>);

impl Background {
    fn start(threads: usize) -> Background {
        let (work, works) = mpsc::channel::<Box<dyn FnOnce() + Send>>();
        let works = Arc::new(Mutex::new(works));
        for _ in 0..threads {
            let works = works.clone();
            let keep = move || {
                // On Linux this is about the calling thread alone; elsewhere it would be about the whole process.
                #[cfg(target_os = "linux")]
                let _ = rustix::process::setpriority_process(None, LOWEST);
                loop {
                    let next = works.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(work) = next else { return };
                    // Whoever waits for it learns that nothing came of it; the panic hook says why.
                    let _ = catch_unwind(AssertUnwindSafe(work));
                }
            };
            let thread = std::thread::Builder::new().name("bots".into()).stack_size(STACK);
            if let Err(error) = thread.spawn(keep) {
                tracing::error!(%error, "failed to start a thread for bots");
            }
        }
        Background(work)
    }
}

impl Threads {
    pub(crate) fn new(threads: usize) -> Threads {
        let threads = threads.max(1);
        let unwatched = (threads / UNWATCHED).max(1);
        Threads {
            all: Arc::new(Semaphore::new(threads)),
            unwatched: Arc::new(Semaphore::new(unwatched)),
            background: Background::start(unwatched),
        }
    }

    /// Runs off the threads that serve sockets, and holds the permit meanwhile; `None` if it panics. A table that nobody watches
    /// keeps its slot until its step is stored, so that few of their steps are stored at a time.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        permit: Option<ThinkingPermit>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<(T, Option<UnwatchedSlot>)> {
        let in_background = permit.as_ref().is_some_and(|permit| permit.unwatched.is_some());
        let work = move || {
            let answer = work();
            (answer, permit.and_then(|permit| permit.unwatched))
        };
        if !in_background {
            return tokio::task::spawn_blocking(work).await.ok();
        }
        let (answer, answered) = oneshot::channel();
        let work = move || {
            let _ = answer.send(work());
        };
        self.background.0.send(Box::new(work)).ok()?;
        answered.await.ok()
    }

    /// For a bot that somebody waits for.
    pub(crate) async fn watched(&self) -> Option<ThinkingPermit> {
        Some(ThinkingPermit { _one: self.all.clone().acquire_owned().await.ok()?, unwatched: None })
    }

    /// For a bot that nobody waits for, unless somebody arrives meanwhile. Only as many of these as may think at once are in the queue.
    pub(crate) async fn unwatched(&self, somebody_came: &Notify) -> Option<ThinkingPermit> {
        let slot = tokio::select! {
            permit = self.unwatched.clone().acquire_owned() => permit.ok()?,
            () = somebody_came.notified() => return self.watched().await,
        };
        Some(ThinkingPermit {
            _one: self.all.clone().acquire_owned().await.ok()?,
            unwatched: Some(UnwatchedSlot(slot)),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use futures_util::FutureExt;

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

    /// A bot that nobody waits for thinks on a thread of low priority, also after one of them has panicked.
    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn unwatched_bots_think_in_the_background() {
        let threads = Threads::new(1);
        let nice = || rustix::process::getpriority_process(None).expect("a priority");
        let (ours, never) = (nice(), Notify::new());
        let permit = threads.watched().await;
        let nice_on = async |permit| threads.run(permit, nice).await.map(|(nice, _)| nice);
        assert_eq!(nice_on(permit).await, Some(ours));
        for panics in [true, false] {
            let permit = threads.unwatched(&never).await;
            let priority = move || if panics { panic!("on purpose") } else { nice() };
            assert_eq!(threads.run(permit, priority).await.map(|(nice, _)| nice), (!panics).then_some(LOWEST));
        }
        let permit = threads.watched().await;
        assert_eq!(nice_on(permit).await, Some(ours), "nobody else is slowed down");
    }

    /// The next table without viewers waits until the step of the last one is stored; those with people do not.
    #[tokio::test]
    async fn unwatched_tables_take_turns() {
        let (threads, never) = (Threads::new(1), Notify::new());
        let permit = threads.unwatched(&never).await;
        let (_, turn) = threads.run(permit, || ()).await.expect("it thinks");
        let watched = threads.watched().await;
        assert!(threads.run(watched, || ()).await.expect("it thinks").1.is_none(), "nobody waits for its step");
        let mut next = std::pin::pin!(threads.unwatched(&never));
        assert!(next.as_mut().now_or_never().is_none());
        drop(turn);
        assert!(next.await.is_some());
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
