//! Rate limits: token buckets by key. Of the crates for this, none bounds the memory that a flood of new keys takes, or tells whether a key is
//! spent without taking a token, so these few lines are our own.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The maximum number of keys: beyond that, the half that was inactive longest is dropped.
const MOST: usize = 50_000;

/// A rate: the average, and the burst.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    per_second: f64,
    at_once: f64,
}

impl Rate {
    /// This many per second, with bursts of four seconds' worth.
    pub fn steady(per_second: u32) -> Rate {
        let per_second = f64::from(per_second.max(1));
        Rate { per_second, at_once: per_second * 4.0 }
    }

    /// This many at once; refills within twenty minutes.
    pub fn slow(at_once: u32) -> Rate {
        let at_once = f64::from(at_once.max(1));
        Rate { per_second: at_once / 1200.0, at_once }
    }
}

/// A token bucket.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    tokens: f64,
    at: Instant,
}

impl Bucket {
    /// A full bucket.
    pub fn new(rate: Rate) -> Bucket {
        Bucket { tokens: rate.at_once, at: Instant::now() }
    }

    /// Takes a token, if there is one.
    pub fn take(&mut self, rate: Rate) -> bool {
        let now = Instant::now();
        let filled = self.tokens + now.duration_since(self.at).as_secs_f64() * rate.per_second;
        self.tokens = filled.min(rate.at_once);
        self.at = now;
        let any = self.tokens >= 1.0;
        if any {
            self.tokens -= 1.0;
        }
        any
    }
}

/// A bucket per key: an address, or an account whose password is tried.
pub struct Rates {
    rate: Rate,
    buckets: Mutex<HashMap<String, Bucket>>,
}

impl Rates {
    /// The same rate for every key.
    pub fn new(rate: Rate) -> Rates {
        Rates { rate, buckets: Mutex::default() }
    }

    /// Takes a token of this key, if there is one.
    pub fn allows(&self, who: &str) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST && !buckets.contains_key(who) {
            let mut times: Vec<Instant> = buckets.values().map(|bucket| bucket.at).collect();
            let (_, middle, _) = times.select_nth_unstable(MOST / 2);
            let middle = *middle;
            buckets.retain(|_, bucket| bucket.at > middle);
        }
        buckets.entry(who.to_owned()).or_insert_with(|| Bucket::new(self.rate)).take(self.rate)
    }

    /// Whether this key is out of tokens; takes none.
    pub fn is_spent(&self, who: &str) -> bool {
        let buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.get(who).is_some_and(|bucket| !{ *bucket }.take(self.rate))
    }

    /// The rate.
    pub fn rate(&self) -> Rate {
        self.rate
    }

    /// Drops buckets that are full again.
    pub fn tidy(&self) {
        let full = self.rate.at_once / self.rate.per_second;
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.retain(|_, bucket| bucket.at.elapsed().as_secs_f64() < full);
    }
}

/// Sessions seen within the last hour, by the hashes of their tokens.
#[derive(Default)]
pub struct RecentSessions(Mutex<HashMap<String, Instant>>);

impl RecentSessions {
    const LASTS: Duration = Duration::from_secs(3600);

    fn all(&self) -> MutexGuard<'_, HashMap<String, Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Marks a session as seen.
    pub fn seen(&self, session: String) {
        let mut all = self.all();
        if all.len() < MOST || all.contains_key(&session) {
            all.insert(session, Instant::now());
        }
    }

    /// Whether a session was seen recently.
    pub fn knows(&self, session: &str) -> bool {
        self.all().contains_key(session)
    }

    /// A session has ended.
    pub fn forget(&self, session: &str) {
        self.all().remove(session);
    }

    /// Drops sessions that were not seen for a while.
    pub fn tidy(&self) {
        self.all().retain(|_, found| found.elapsed() < RecentSessions::LASTS);
    }
}

/// Rate limits of actions that are costly for others.
pub struct Limits {
    /// Chat messages, by person.
    pub chat: Rates,
    /// Invitations, by person.
    pub invitations: Rates,
    /// Tables created, by person.
    pub tables: Rates,
    /// Unknown codes, by address: somebody may be guessing.
    pub codes: Rates,
    /// Passwords tried, by address and by name.
    pub passwords: Rates,
    /// Accounts created, by address: each briefly takes a core.
    pub accounts: Rates,
    /// Daily results submitted, by person: bots replay each to verify it.
    pub results: Rates,
    /// Requests that store progress, by person: each can write many rows.
    pub progress: Rates,
}

impl Limits {
    /// For a server that accepts this many requests per second from one address.
    pub fn new(rate: u32) -> Limits {
        Limits {
            chat: Rates::new(Rate::steady(rate.div_ceil(10))),
            invitations: Rates::new(Rate::slow(rate.saturating_mul(2))),
            tables: Rates::new(Rate::slow(rate.saturating_mul(3))),
            codes: Rates::new(Rate::slow(rate.saturating_mul(5))),
            passwords: Rates::new(Rate::slow(rate)),
            accounts: Rates::new(Rate::slow(rate)),
            results: Rates::new(Rate::slow(rate)),
            progress: Rates::new(Rate::slow(rate.saturating_mul(3))),
        }
    }

    /// Drops buckets that are full again.
    pub fn tidy(&self) {
        let Limits { chat, invitations, tables, codes, passwords, accounts, results, progress } = self;
        [chat, invitations, tables, codes, passwords, accounts, results, progress].into_iter().for_each(Rates::tidy);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However many keys there are, a new one is admitted: those inactive longest are dropped.
    #[test]
    fn new_keys_are_admitted_under_a_flood() {
        let rates = Rates::new(Rate::slow(1));
        for i in 0..MOST {
            assert!(rates.allows(&i.to_string()));
        }
        assert!(rates.allows("a newcomer"));
        assert!(!rates.allows("a newcomer"), "once");
        assert!(!rates.allows(&(MOST - 1).to_string()), "who asked last is remembered");
        assert!(rates.buckets.lock().expect("not poisoned").len() < MOST);
    }
}
