//! How often somebody may ask.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The most names kept: beyond that, the half that has not asked for longest is forgotten.
const MOST: usize = 50_000;

/// How often, on average and at once.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    per_second: f64,
    at_once: f64,
}

impl Rate {
    /// So many a second, and four seconds' worth at once.
    pub fn steady(per_second: u32) -> Rate {
        let per_second = f64::from(per_second.max(1));
        Rate { per_second, at_once: per_second * 4.0 }
    }

    /// So many at once; twenty minutes fill the bucket again.
    pub fn slow(at_once: u32) -> Rate {
        let at_once = f64::from(at_once.max(1));
        Rate { per_second: at_once / 1200.0, at_once }
    }
}

/// A bucket that fills at a steady rate and holds no more than a rate allows at once.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    tokens: f64,
    at: Instant,
}

impl Bucket {
    /// A full one.
    pub fn new(rate: Rate) -> Bucket {
        Bucket { tokens: rate.at_once, at: Instant::now() }
    }

    /// Takes one, if there is any.
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

/// One bucket for each name: an address, or a name that somebody tries passwords for.
pub struct Rates {
    rate: Rate,
    buckets: Mutex<HashMap<String, Bucket>>,
}

impl Rates {
    /// The same for everybody.
    pub fn new(rate: Rate) -> Rates {
        Rates { rate, buckets: Mutex::default() }
    }

    /// Whether this one may ask now.
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

    /// Whether this one may not, at the moment; nothing is counted.
    pub fn is_spent(&self, who: &str) -> bool {
        let buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.get(who).is_some_and(|bucket| !{ *bucket }.take(self.rate))
    }

    /// The rate.
    pub fn rate(&self) -> Rate {
        self.rate
    }

    /// Forgets those whose buckets are full again.
    pub fn tidy(&self) {
        let full = self.rate.at_once / self.rate.per_second;
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.retain(|_, bucket| bucket.at.elapsed().as_secs_f64() < full);
    }
}

/// Sessions that were found within the last hour, by the hashes of their tokens.
#[derive(Default)]
pub struct Known(Mutex<HashMap<String, Instant>>);

impl Known {
    const LASTS: Duration = Duration::from_secs(3600);

    fn all(&self) -> MutexGuard<'_, HashMap<String, Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// It was found.
    pub fn seen(&self, session: String) {
        let mut all = self.all();
        if all.len() < MOST || all.contains_key(&session) {
            all.insert(session, Instant::now());
        }
    }

    /// Whether it was found lately.
    pub fn knows(&self, session: &str) -> bool {
        self.all().contains_key(session)
    }

    /// It has ended.
    pub fn forget(&self, session: &str) {
        self.all().remove(session);
    }

    /// Forgets those that were not found for long.
    pub fn tidy(&self) {
        self.all().retain(|_, found| found.elapsed() < Known::LASTS);
    }
}

/// What each costs somebody else, and so has a limit of its own.
pub struct Limits {
    /// Lines of chat, by person.
    pub chat: Rates,
    /// Invitations, by person.
    pub invitations: Rates,
    /// Tables opened, by person.
    pub tables: Rates,
    /// Codes that lead nowhere, by address: somebody guesses.
    pub codes: Rates,
    /// Passwords tried, by address and by name.
    pub passwords: Rates,
    /// Names kept, by address: each takes a core for a moment.
    pub accounts: Rates,
    /// Results of daily deals handed in, by person: bots think again to verify each.
    pub results: Rates,
    /// Requests with games that count for somebody's progress, by person: each writes many rows.
    pub progress: Rates,
}

impl Limits {
    /// For a server that takes so many requests a second from one address.
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

    /// Forgets those who may do all again.
    pub fn tidy(&self) {
        let Limits { chat, invitations, tables, codes, passwords, accounts, results, progress } = self;
        [chat, invitations, tables, codes, passwords, accounts, results, progress].into_iter().for_each(Rates::tidy);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However many ask, a newcomer may: those who have not asked for longest are forgotten.
    #[test]
    fn newcomers_are_let_in_under_a_flood() {
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
