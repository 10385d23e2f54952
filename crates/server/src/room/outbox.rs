//! The queue of messages for one socket. Overflow is decided under the same lock as the content, so
//! a socket that has read everything always learns that it missed something.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use tungstenite::Utf8Bytes;

/// The queue of messages for one socket.
pub struct Outbox {
    most: usize,
    inside: Mutex<Inside>,
    news: Notify,
}

#[derive(Default)]
struct Inside {
    texts: VecDeque<Utf8Bytes>,
    /// It overflowed: the whole state is sent after the rest.
    behind: bool,
    /// It is closed.
    closed: bool,
}

/// The next item to send.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// A message.
    Text(Utf8Bytes),
    /// The whole state.
    Everything,
    /// Nothing more: the socket was disconnected.
    Closed,
}

impl Outbox {
    pub(super) fn new(most: usize) -> Outbox {
        Outbox { most, inside: Mutex::default(), news: Notify::new() }
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn push(&self, text: Utf8Bytes) {
        let mut inside = self.inside();
        if inside.behind {
            return;
        }
        if inside.texts.len() < self.most {
            inside.texts.push_back(text);
        } else {
            inside.behind = true;
        }
        drop(inside);
        self.news.notify_one();
    }

    /// Discards the queue: the whole state will be sent.
    pub(super) fn start_over(&self) {
        let mut inside = self.inside();
        inside.texts.clear();
        inside.behind = true;
        drop(inside);
        self.news.notify_one();
    }

    /// The whole state is being sent by the caller: from here on nothing is missed.
    pub(super) fn caught_up(&self) {
        let mut inside = self.inside();
        inside.texts.clear();
        inside.behind = false;
    }

    pub(super) fn close(&self) {
        self.inside().closed = true;
        self.news.notify_one();
    }

    /// The next item, if there is one.
    pub fn ready(&self) -> Option<Next> {
        let mut inside = self.inside();
        let text = inside.texts.pop_front().map(Next::Text);
        let rest = || inside.behind.then_some(Next::Everything).or(inside.closed.then_some(Next::Closed));
        text.or_else(rest)
    }

    /// Waits for the next item. Only one task may wait.
    pub async fn next(&self) -> Next {
        loop {
            if let Some(next) = self.ready() {
                return next;
            }
            self.news.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Next {
        Next::Text(text.to_owned().into())
    }

    /// A socket reads the last item just before the next one finds the queue full.
    #[tokio::test]
    async fn a_full_outbox_asks_for_a_resync() {
        let outbox = Outbox::new(1);
        outbox.push("one".into());
        outbox.push("two".into());
        assert_eq!(outbox.next().await, text("one"));
        assert_eq!(outbox.next().await, Next::Everything, "although nothing more is pushed");
        outbox.push("three".into());
        assert_eq!(outbox.next().await, Next::Everything, "which has it");
        outbox.caught_up();
        outbox.push("four".into());
        outbox.close();
        assert_eq!((outbox.next().await, outbox.next().await), (text("four"), Next::Closed));
    }

    #[tokio::test]
    async fn pushing_wakes_a_waiting_reader() {
        let outbox = Outbox::new(1);
        for push in [|outbox: &Outbox| outbox.push("one".into()), Outbox::start_over, Outbox::close] {
            let (next, ()) = tokio::join!(outbox.next(), async { push(&outbox) });
            assert_ne!(next, text("two"));
            outbox.caught_up();
        }
    }
}
