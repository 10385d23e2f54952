//! A hash of seeded games of every kind: every list of actions, every step, event and refusal, every state hash, and the
//! record of every game. Two builds that print the same lines play by the same rules, so run it before and after a change that should
//! not alter any game.
//!
//! `cargo run --release -p sabika-rules --features serde --example fingerprint [games for each set-up]`

use sabika_rules::record::Record;
use sabika_rules::{Dice, GameKind, History, Module, ModuleSet, Seed, Setup};

/// FNV-1a.
struct Fingerprint(u64);

impl Fingerprint {
    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([0]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// Plays one random game. Lists are sorted by their text, so that the engine's order does not matter.
fn play(setup: Setup, seed: u64, print: &mut Fingerprint) -> usize {
    let mut history = History::new(setup, Seed::from(seed)).expect("the set-up can be played");
    let (mut dice, mut actions, mut events) = (Dice::from_seed(seed), Vec::new(), Vec::new());
    let mut below = |n: usize| dice.below(n as u32) as usize;
    let names: Vec<String> = (0..setup.players).map(|i| format!("p{i}")).collect();
    let mut steps = 0;
    while let Some(seat) = history.game().to_act() {
        history.game().legal_actions(seat, &mut actions);
        let free = history.game().free_actions(seat);
        let mut lines: Vec<String> = actions.iter().chain(&free).map(ToString::to_string).collect();
        lines.sort_unstable();
        lines.iter().for_each(|line| print.add(line));
        // Every type of action equally likely: uniform play rarely builds much.
        let mut verbs: Vec<&str> = lines.iter().filter_map(|line| line.split(' ').next()).collect();
        verbs.dedup();
        let verb = verbs[below(verbs.len())];
        let of_verb: Vec<&String> = lines.iter().filter(|line| line.split(' ').next() == Some(verb)).collect();
        let line = of_verb[below(of_verb.len())];
        events.clear();
        history.apply(seat, line.parse().expect("listed"), &mut events).expect("listed");
        events.iter().for_each(|event| print.add(&format!("{event}")));
        print.add(&history.game().state_hash().to_string());
        // What was just done is rarely legal again. (`done` was refused with another rule before version 0.2.)
        if line != "done"
            && let Err(refusal) = history.game().check(seat, line.parse().expect("listed"))
        {
            print.add(&refusal.to_string());
        }
        steps += 1;
        if steps == 50 {
            print.add(&serde_json::to_string(&Record::of(&history, &names)).expect("written"));
        }
    }
    print.add(&serde_json::to_string(&Record::of(&history, &names)).expect("written"));
    steps
}

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(4);
    for game in GameKind::ALL {
        let modules: Vec<Module> = Module::ALL.into_iter().filter(|m| m.goes_with(game)).collect();
        for set in 0u32..1 << modules.len() {
            let set: ModuleSet = (0..modules.len()).filter(|i| set >> i & 1 != 0).map(|i| modules[i]).collect();
            let (mut print, mut steps, mut played) = (Fingerprint(0xcbf2_9ce4_8422_2325), 0, 0);
            for (players, options) in (2..=6).flat_map(|players| (0..4).map(move |options| (players, options))) {
                let setup = Setup {
                    simplified: options & 1 != 0,
                    english_end: options & 2 != 0,
                    ..Setup::new(game, players).with_modules(set)
                };
                if setup.check().is_ok() {
                    for seed in 0..games {
                        steps += play(setup, seed, &mut print);
                        played += 1;
                    }
                }
            }
            let names: Vec<&str> = set.iter().map(Module::name).collect();
            println!("{:016x} {played} games {steps} steps {game} {}", print.0, names.join("+"));
        }
    }
}
