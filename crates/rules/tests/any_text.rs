//! Parsing any text and applying what it says never panics, and refused input changes nothing. Texts are arbitrary bytes, or
//! lines of a real game with words swapped, dropped and corrupted. `make soak` tries many more (`SABIKA_WALKS`).

mod common;

use common::Chance;
use sabika_rules::{Action, Game, GameKind, Module, ModuleSet, Seat, Seed, Setup, Silent};

/// Words used in notation.
const WORDS: &str = "take buy place reserve dirk build remove exchange end done pass with flip wake vizier reveal hut falcon \
    T9ne G10 P2new F Ba2new Ar3new hGne c8ne bSAG fGT xdf d1 h9 u5 f3 +G10 0,0 1,0 -1,0 0,1 127,127 -128,-128 128,0 1,0,0 é - d0 d10";

/// A line like those of a game, or nonsense.
fn line(actions: &[Action], chance: &mut Chance) -> String {
    if chance.once_in(4) {
        let bytes: Vec<u8> = (0..chance.below(24)).map(|_| chance.below(256) as u8).collect();
        return String::from_utf8_lossy(&bytes).into_owned();
    }
    let real = if actions.is_empty() { "end".to_owned() } else { actions[chance.below(actions.len())].to_string() };
    let mut words: Vec<String> = real.split(' ').map(str::to_owned).collect();
    for _ in 0..chance.below(4) {
        let at = chance.below(words.len() + 1);
        let word = WORDS.split(' ').nth(chance.below(WORDS.split(' ').count())).expect("below their number").to_owned();
        match chance.below(4) {
            0 => words.insert(at, word),
            1 if at < words.len() => words[at] = word,
            2 if at < words.len() => drop(words.remove(at)),
            _ => {
                if let Some(word) = words.get_mut(at) {
                    let end = word.char_indices().map(|(i, _)| i).nth(chance.below(4)).unwrap_or(word.len());
                    word.truncate(end);
                }
            }
        }
    }
    words.join(" ")
}

/// Plays a random game; before each step, all seats, and some that do not exist, try texts of all sorts.
fn play(setup: Setup, seed: u64, tries: usize) {
    let mut game = Game::new(setup, Seed::from(seed)).expect("it can be played");
    let (mut chance, mut actions) = (Chance::new(seed), Vec::new());
    while let Some(seat) = game.to_act() {
        game.legal_actions(seat, &mut actions);
        for _ in 0..tries {
            let Ok(action) = line(&actions, &mut chance).parse::<Action>() else { continue };
            assert_eq!(action.to_string().parse(), Ok(action), "what is read is written the same");
            let who = Seat(if chance.once_in(2) { seat.0 } else { chance.below(256) as u8 });
            let mut after = game.clone();
            let refused = after.apply(who, action, &mut Silent).is_err();
            assert!(!refused || after == game, "{action} of seat {who} was refused, but changed the game");
        }
        game.apply_unchecked(seat, actions[chance.below(actions.len())]);
    }
}

#[test]
fn no_text_makes_the_engine_panic() {
    let times: u64 = std::env::var("SABIKA_WALKS").map_or(1, |times| times.parse().expect("a number"));
    let few = ModuleSet::NONE.with(Module::Vizier).with(Module::Bureau);
    for seed in 0..times {
        play(Setup::alhambra(2).with_modules(ModuleSet::ALL), seed, 4);
        play(Setup::alhambra(4).with_modules(ModuleSet::ALL), seed, 4);
        play(Setup::new(GameKind::Granada, 3).with_modules(few), seed, 4);
        play(Setup::new(GameKind::Combined, 2).with_modules(few), seed, 4);
    }
}

proptest::proptest! {
    /// Arbitrary text.
    #[test]
    fn any_text_is_read_or_refused(text in ".{0,40}", bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..40)) {
        let mut game = Game::new(Setup::alhambra(3).with_modules(ModuleSet::ALL), Seed::from(1)).expect("it can be played");
        for text in [text.as_str(), &String::from_utf8_lossy(&bytes)] {
            if let Ok(action) = text.parse::<Action>() {
                let _ = game.apply(Seat(0), action, &mut Silent);
            }
        }
    }
}
