//! How fast the engine is on one core: list the legal actions, pick one uniformly, apply it.
//!
//! `cargo run --profile bench -p sabika-rules --example speed [seconds]`

use std::time::{Duration, Instant};

use sabika_rules::{Action, Game, GameKind, ModuleSet, Seed, Setup};

/// A quick source of chance, so that the picking costs next to nothing.
struct Picks(u64);

impl Picks {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * n as u64) >> 32) as usize
    }
}

fn measure(name: &str, setup: Setup, time: Duration) {
    let mut picks = Picks(0x9E37_79B9_7F4A_7C15);
    let mut actions: Vec<Action> = Vec::with_capacity(4096);
    let (mut steps, mut listed, mut games) = (0u64, 0u64, 0u64);
    let start = Instant::now();
    while start.elapsed() < time {
        let mut game = Game::new(setup, Seed::from(games)).expect("the set-up can be played");
        while let Some(seat) = game.to_act() {
            game.legal_actions(seat, &mut actions);
            let action = actions[picks.below(actions.len())];
            game.apply_unchecked(seat, action);
            steps += 1;
            listed += actions.len() as u64;
        }
        games += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{name:24} {:>9.0} actions/s, {:>5.1} listed, {:>6.0} games/s, {:>5.0} actions a game",
        steps as f64 / seconds,
        listed as f64 / steps as f64,
        games as f64 / seconds,
        steps as f64 / games as f64,
    );
}

fn main() {
    let seconds = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(2.0);
    let time = Duration::from_secs_f64(seconds);
    measure("alhambra", Setup::alhambra(4), time);
    measure("alhambra, all modules", Setup::alhambra(4).with_modules(ModuleSet::ALL), time);
    measure("granada", Setup::new(GameKind::Granada, 4), time);
    measure("combined", Setup::new(GameKind::Combined, 4), time);
}
