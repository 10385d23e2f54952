//! How often somebody may ask.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

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

#[cfg(test)]
mod tests {
    use super::*;

    /// However many ask, a newcomer may: those who have not asked for longest are forgotten.
    #[test]
    fn newcomers_are_not_shut_out() {
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
