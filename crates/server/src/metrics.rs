//! The server's metrics, in the Prometheus text format.

use std::time::Instant;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Metric, Registry};

/// The server's metrics.
#[allow(missing_docs)]
pub struct Metrics {
    registry: Registry,
    pub requests: Counter,
    pub problems: Counter,
    pub turned_away: Counter,
    pub messages_in: Counter,
    pub messages_out: Counter,
    pub resyncs: Counter,
    pub steps: Counter,
    pub bot_moves: Counter,
    pub bot_choices: Counter,
    pub sockets: Gauge,
    pub connections: Gauge,
    pub bus_connected: Gauge,
    pub bus_failures: Gauge,
    pub tables_cached: Gauge,
    pub pool_connections: Gauge,
    pub pool_idle: Gauge,
    /// Durations, in seconds.
    pub append: Time,
    pub broadcast: Time,
    pub load: Time,
    pub bot_queue: Time,
    pub bot_choice: Time,
    pub request: Time,
    pub resync: Time,
    /// Of the store.
    pub store: StoreMetrics,
}

/// The metrics of a store.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)]
pub struct StoreMetrics {
    pub batch: Time,
    pub batch_steps: Size,
    pub pool: Time,
}

/// A histogram of durations: buckets from half a millisecond on, each twice as long as the one before.
#[derive(Clone, Debug)]
pub struct Time(Histogram);

/// A histogram of counts: each bucket holds twice as many as the one before.
#[derive(Clone, Debug)]
pub struct Size(Histogram);

impl Default for Size {
    fn default() -> Size {
        Size(Histogram::new(exponential_buckets(1.0, 2.0, 10)))
    }
}

impl Size {
    /// Records a count.
    pub fn add(&self, count: usize) {
        self.0.observe(count as f64);
    }
}

impl Default for Time {
    fn default() -> Time {
        Time(Histogram::new(exponential_buckets(0.0005, 2.0, 16)))
    }
}

impl Time {
    /// Records the time since the start.
    pub fn since(&self, begin: Instant) {
        self.0.observe(begin.elapsed().as_secs_f64());
    }
}

impl Metrics {
    /// All metrics of a server, including those of its store.
    pub fn new(store: StoreMetrics) -> Metrics {
        let mut registry = Registry::with_prefix("sabika");
        let mut add = Adding(&mut registry);
        let metrics = Metrics {
            requests: add.one("requests", "HTTP requests to the API", Counter::default()),
            problems: add.one("problems", "HTTP answers that were problems", Counter::default()),
            turned_away: add.one("turned_away", "connections refused because there were too many", Counter::default()),
            messages_in: add.one("messages_in", "messages received over sockets", Counter::default()),
            messages_out: add.one("messages_out", "messages sent over sockets", Counter::default()),
            resyncs: add.one("resyncs", "sockets that were sent everything anew", Counter::default()),
            steps: add.one("steps", "steps stored by this node", Counter::default()),
            bot_moves: add.one("bot_moves", "moves of bots stored by this node", Counter::default()),
            bot_choices: add.one("bot_choices", "choices that bots on this node have made", Counter::default()),
            sockets: add.one("sockets", "open WebSockets", Gauge::default()),
            connections: add.one("connections", "open connections", Gauge::default()),
            bus_connected: add.one(
                "bus_connected",
                "whether other nodes hear of what this one stores",
                Gauge::default(),
            ),
            bus_failures: add.one("bus_failures", "how often the line to the bus broke", Gauge::default()),
            tables_cached: add.one("tables_cached", "tables in memory", Gauge::default()),
            pool_connections: add.one("pool_connections", "connections to the database", Gauge::default()),
            pool_idle: add.one("pool_idle", "connections to the database that nobody uses", Gauge::default()),
            append: add.time("append_seconds", "from handing a step to the writer until it is stored"),
            broadcast: add.time("broadcast_seconds", "telling everybody here of a step"),
            load: add.time("load_seconds", "loading a table"),
            bot_queue: add.time("bot_queue_seconds", "a bot's wait for its turn to think"),
            bot_choice: add.time("bot_choice_seconds", "a bot's thinking"),
            request: add.time("request_seconds", "answering an HTTP request"),
            resync: add.time("resync_seconds", "preparing everything anew for one socket"),
            registry: Registry::default(),
            store,
        };
        let StoreMetrics { batch, batch_steps, pool } = &metrics.store;
        add.one("batch_seconds", "storing one batch of steps", batch.0.clone());
        add.one("batch_steps", "steps in one batch", batch_steps.0.clone());
        add.one("pool_seconds", "the writer's wait for a connection to the database", pool.0.clone());
        Metrics { registry, ..metrics }
    }
}

struct Adding<'a>(&'a mut Registry);

impl Adding<'_> {
    fn one<M: Metric + Clone>(&mut self, name: &str, help: &str, metric: M) -> M {
        self.0.register(name, help, metric.clone());
        metric
    }

    fn time(&mut self, name: &str, help: &str) -> Time {
        let time = Time::default();
        self.0.register(name, help, time.0.clone());
        time
    }
}

impl Metrics {
    /// All metrics, in the OpenMetrics text format.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_report_what_was_counted() {
        let metrics = Metrics::new(StoreMetrics::default());
        metrics.bot_moves.inc();
        metrics.sockets.set(3);
        metrics.append.since(Instant::now());
        metrics.store.batch_steps.add(7);
        let text = metrics.text();
        for line in [
            "sabika_bot_moves_total 1",
            "sabika_sockets 3",
            "sabika_append_seconds_count 1",
            "sabika_batch_steps_sum 7.0",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} in {text}");
        }
        assert!(text.contains("sabika_append_seconds_bucket{le=\"0.0005\"} 1"), "{text}");
    }
}
