//! The engine's speed on one core: list the legal actions, pick one uniformly, apply it; whole games with the quick
//! policy; new games. Each can be run alone, for profilers.
//!
//! `cargo run --profile bench -p sabika-rules --example speed [seconds [game [random|quick|deals]]]`

use std::time::{Duration, Instant};

use sabika_rules::{Action, Game, ModuleSet, Seed, Setup, playout};

/// A fast random number generator, so that picking costs next to nothing.
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

/// This thread's processor time, if the system provides it, so that other work on the machine does not count; otherwise wall-clock time.
fn clock(start: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let on_cpu = told.and_then(|line| line.split(' ').next()?.parse().ok());
    on_cpu.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// Plays whole games until the time is up.
fn measure(
    setup: Setup,
    time: Duration,
    seed: impl Fn(u64) -> Seed,
    mut play: impl FnMut(&mut Game, &mut Figures),
) -> Figures {
    let mut figures = Figures { games: 0, steps: 0, listed: 0, seconds: 0.0 };
    let mut game = Game::new(setup, Seed::from(0)).expect("the set-up can be played");
    let day = Instant::now();
    let start = clock(day);
    loop {
        for _ in 0..100 {
            game.reset(setup, seed(figures.games)).expect("the set-up can be played");
            play(&mut game, &mut figures);
            figures.games += 1;
        }
        let taken = clock(day) - start;
        if taken >= time {
            return Figures { seconds: taken.as_secs_f64(), ..figures };
        }
    }
}

fn report(name: &str, setup: Setup, time: Duration, wanted: &str) {
    let mut picks = Picks(0x9E37_79B9_7F4A_7C15);
    let mut actions: Vec<Action> = Vec::with_capacity(4096);
    let is_wanted = |what: &str| wanted.is_empty() || wanted == what;
    if is_wanted("random") {
        let random = measure(setup, time, Seed::for_simulation, |game, figures| {
            while let Some(seat) = game.to_act() {
                game.legal_actions(seat, &mut actions);
                game.apply_unchecked(seat, actions[picks.below(actions.len())]);
                figures.steps += 1;
                figures.listed += actions.len() as u64;
            }
        });
        let (per_s, listed) = (random.steps as f64 / random.seconds, random.listed as f64 / random.steps as f64);
        println!("{name:12} random {per_s:>8.0} actions/s, {listed:.1} listed, {} a game", random.steps / random.games);
    }
    if is_wanted("quick") {
        let quick = measure(setup, time, Seed::for_simulation, |game, figures| {
            figures.steps += playout::quick(game, &mut actions) as u64;
        });
        let per_s = quick.games as f64 / quick.seconds;
        println!("{name:12} quick  {per_s:>8.0} games/s, {} actions a game", quick.steps / quick.games);
    }
    if is_wanted("deals") {
        let deals = measure(setup, time / 4, Seed::from, |game, _| {
            std::hint::black_box(game);
        });
        println!("{name:12} deals  {:>8.0} games/s", deals.games as f64 / deals.seconds);
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |at: usize| args.get(at).map_or("", String::as_str);
    let time = Duration::from_secs_f64(arg(0).parse().unwrap_or(2.0));
    let setups = [
        ("alhambra", Setup::alhambra(4)),
        ("alhambra+all", Setup::alhambra(4).with_modules(ModuleSet::ALL)),
        ("granada", Setup::granada(4)),
        ("combined", Setup::combined(4)),
    ];
    for (name, setup) in setups.iter().filter(|(name, _)| arg(1).is_empty() || *name == arg(1)) {
        report(name, *setup, time, arg(2));
    }
}
