//! Answers requests as a browser's engine does, natively, and says how long each kind took: `scripts/engine_speed.mjs` compares this with
//! the engine as browsers have it.
//!
//! `requests FILE NETWORK`: the file has a list of requests, each with the name of its kind; the network is of Alhambra.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::{Duration, Instant};

use sabika_bots::Clock;
use sabika_local::Engine;
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let usage = "usage: requests FILE NETWORK";
    let (file, network) = (args.next().ok_or(usage)?, args.next().ok_or(usage)?);
    let requests: Vec<(String, Value)> = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    let mut engine = Engine::new(Clock::SYSTEM);
    if !engine.network("alhambra", &std::fs::read(network)?) {
        return Err("the network cannot be used".into());
    }
    let mut took: BTreeMap<&str, Duration> = BTreeMap::new();
    let mut answers = Vec::new();
    for (kind, request) in &requests {
        let request = request.to_string();
        let begin = Instant::now();
        let answer = engine.call(request.as_bytes());
        *took.entry(kind).or_default() += begin.elapsed();
        answers.push(String::from_utf8(answer)?);
    }
    let took: BTreeMap<&str, f64> = took.iter().map(|(kind, time)| (*kind, time.as_secs_f64() * 1000.0)).collect();
    println!("{}", json!({ "milliseconds": took, "answers": answers }));
    Ok(())
}
