//! How fast the engine is on one core: list the legal actions, pick one uniformly, apply it.
//!
//! `cargo run --profile bench -p sabika-rules --example speed [seconds [game]]`

use std::time::{Duration, Instant};

use sabika_rules::{Action, Game, ModuleSet, Seed, Setup, playout};

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

struct Figures {
    games: u64,
    steps: u64,
    listed: u64,
    seconds: f64,
}

/// The time this thread has run, where the system tells: other work on the machine does not count. Else the time of day.
fn clock(start: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let on_cpu = told.and_then(|line| line.split(' ').next()?.parse().ok());
    on_cpu.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// Plays whole games until the time is over.
fn measure(setup: Setup, time: Duration, mut play: impl FnMut(Game, &mut Figures)) -> Figures {
    let mut figures = Figures { games: 0, steps: 0, listed: 0, seconds: 0.0 };
    let day = Instant::now();
    let start = clock(day);
    loop {
        for _ in 0..100 {
            play(Game::new(setup, Seed::from(figures.games)).expect("the set-up can be played"), &mut figures);
            figures.games += 1;
        }
        let taken = clock(day) - start;
        if taken >= time {
            return Figures { seconds: taken.as_secs_f64(), ..figures };
        }
    }
}

fn report(name: &str, setup: Setup, time: Duration) {
    let mut picks = Picks(0x9E37_79B9_7F4A_7C15);
    let mut actions: Vec<Action> = Vec::with_capacity(4096);
    let random = measure(setup, time, |mut game, figures| {
        while let Some(seat) = game.to_act() {
            game.legal_actions(seat, &mut actions);
            game.apply_unchecked(seat, actions[picks.below(actions.len())]);
            figures.steps += 1;
            figures.listed += actions.len() as u64;
        }
    });
    let quick =
        measure(setup, time, |mut game, figures| figures.steps += playout::quick(&mut game, &mut actions) as u64);
    let dealt = measure(setup, time / 4, |game, _| drop(std::hint::black_box(game)));
    println!(
        "{name:14} {:>8.0} actions/s, {:4.1} listed, {:4.0} a game | quick: {:>6.0} games/s, {:3.0} actions a game | {:>6.0} deals/s",
        random.steps as f64 / random.seconds,
        random.listed as f64 / random.steps as f64,
        random.steps as f64 / random.games as f64,
        quick.games as f64 / quick.seconds,
        quick.steps as f64 / quick.games as f64,
        dealt.games as f64 / dealt.seconds,
    );
}

fn main() {
    let mut args = std::env::args().skip(1);
    let time = Duration::from_secs_f64(args.next().and_then(|s| s.parse().ok()).unwrap_or(2.0));
    let wanted = args.next().unwrap_or_default();
    let setups = [
        ("alhambra", Setup::alhambra(4)),
        ("alhambra+all", Setup::alhambra(4).with_modules(ModuleSet::ALL)),
        ("granada", Setup::granada(4)),
        ("combined", Setup::combined(4)),
    ];
    setups
        .iter()
        .filter(|(name, _)| wanted.is_empty() || *name == wanted)
        .for_each(|(name, setup)| report(name, *setup, time));
}
