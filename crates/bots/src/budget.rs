//! How long a bot may think, and the clock that measures it.

use std::fmt;
use std::time::Duration;

/// The limit of a bot's thinking about one choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// A time limit. The choice then depends on the machine.
    Time {
        /// The time.
        limit: Duration,
        /// The clock.
        clock: Clock,
    },
    /// This many simulated futures: the same choice on every machine.
    Simulations(u32),
}

impl Budget {
    /// This much time by the system's clock.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn time(limit: Duration) -> Budget {
        Budget::Time { limit, clock: Clock::SYSTEM }
    }
}

/// A monotonic clock: the time since some fixed moment. Browsers have no [`std::time::Instant`], so there the page passes
/// its own.
#[derive(Clone, Copy)]
pub struct Clock(fn() -> Duration);

impl Clock {
    /// The system's clock.
    #[cfg(not(target_arch = "wasm32"))]
    pub const SYSTEM: Clock = Clock(|| {
        static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        START.get_or_init(std::time::Instant::now).elapsed()
    });

    /// A clock that is read by calling a function.
    pub const fn new(now: fn() -> Duration) -> Clock {
        Clock(now)
    }

    /// The time it shows.
    pub fn now(self) -> Duration {
        (self.0)()
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Clock")
    }
}

impl PartialEq for Clock {
    fn eq(&self, other: &Clock) -> bool {
        std::ptr::fn_addr_eq(self.0, other.0)
    }
}

impl Eq for Clock {}

/// Tracks how much of a budget is used.
#[derive(Clone, Debug)]
pub(crate) struct Meter {
    budget: Budget,
    start: Duration,
    simulations: u32,
    /// When the last simulations ended, and the longest duration.
    lap: Duration,
    longest: Duration,
}

impl Meter {
    pub fn start(budget: Budget) -> Meter {
        let start = match budget {
            Budget::Time { clock, .. } => clock.now(),
            Budget::Simulations(_) => Duration::ZERO,
        };
        Meter { budget, start, simulations: 0, lap: Duration::ZERO, longest: Duration::ZERO }
    }

    fn elapsed(&self) -> Duration {
        match self.budget {
            Budget::Time { clock, .. } => clock.now().saturating_sub(self.start),
            Budget::Simulations(_) => Duration::ZERO,
        }
    }

    /// Resumes after a pause, which counts as used time but not towards the duration of simulations.
    pub fn resume(&mut self) {
        self.lap = self.elapsed();
    }

    /// Records that this many simulations ended, one after another.
    pub fn count(&mut self, simulations: u32) {
        self.simulations += simulations;
        let now = self.elapsed();
        self.longest = self.longest.max((now - self.lap) / simulations.max(1));
        self.lap = now;
    }

    /// The fraction of the budget that is used; 1 or more if `next` further simulations might not fit.
    pub fn used(&self, next: u32) -> f32 {
        match self.budget {
            Budget::Time { limit, .. } => {
                (self.elapsed() + self.longest * next).as_secs_f32() / limit.as_secs_f32().max(1e-6)
            }
            Budget::Simulations(limit) if self.simulations + next > limit => 1.0,
            Budget::Simulations(limit) => self.simulations as f32 / limit as f32,
        }
    }
}
