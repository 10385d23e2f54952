//! How often somebody may ask.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The most names kept: beyond that, those who have not asked for a while are forgotten first.
const MOST: usize = 50_000;

/// A bucket that fills at a steady rate and holds some seconds' worth.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    tokens: f64,
    at: Instant,
}

impl Bucket {
    const SECONDS: f64 = 4.0;

    /// A full one.
    pub fn new(rate: f64) -> Bucket {
        Bucket { tokens: rate * Bucket::SECONDS, at: Instant::now() }
    }

    /// Takes one, if there is any.
    pub fn take(&mut self, rate: f64) -> bool {
        let now = Instant::now();
        let filled = self.tokens + now.duration_since(self.at).as_secs_f64() * rate;
        self.tokens = filled.min(rate * Bucket::SECONDS);
        self.at = now;
        let any = self.tokens >= 1.0;
        if any {
            self.tokens -= 1.0;
        }
        any
    }
}

/// One bucket for each name: an address, or a person.
pub struct Rates {
    rate: f64,
    buckets: Mutex<HashMap<String, Bucket>>,
}

impl Rates {
    /// So many a second.
    pub fn new(rate: u32) -> Rates {
        Rates { rate: rate.max(1).into(), buckets: Mutex::default() }
    }

    /// Whether this one may ask now.
    pub fn allows(&self, who: &str) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST && !buckets.contains_key(who) {
            return false;
        }
        buckets.entry(who.to_owned()).or_insert_with(|| Bucket::new(self.rate)).take(self.rate)
    }

    /// So many a second.
    pub fn rate(&self) -> f64 {
        self.rate
    }

    /// Forgets those whose buckets are full again.
    pub fn tidy(&self) {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.retain(|_, bucket| bucket.at.elapsed().as_secs_f64() < Bucket::SECONDS);
    }
}
