//! Records: a game as a document.
#![cfg(feature = "serde")]

use sabika_rules::record::Record;
use sabika_rules::{Dice, GameKind, History, Module, ModuleSet, Seed, Setup, Silent};

fn played(setup: Setup, seed: u64, steps: usize) -> History {
    let mut history = History::new(setup, Seed::from(seed)).unwrap();
    let mut dice = Dice::from_seed(seed);
    let mut actions = Vec::new();
    for _ in 0..steps {
        let Some(seat) = history.game().to_act() else { break };
        history.game().legal_actions(seat, &mut actions);
        let action = actions[dice.below(actions.len() as u32) as usize];
        history.apply(seat, action, &mut Silent).unwrap();
    }
    history
}

fn names(setup: Setup) -> Vec<String> {
    (0..setup.players).map(|i| format!("p{i}")).collect()
}

/// A record reads back as written, for every game, running and finished.
#[test]
fn records_round_trip() {
    let both = ModuleSet::NONE.with(Module::Vizier).with(Module::Bureau);
    for game in GameKind::ALL {
        let modules = if game == GameKind::Alhambra { ModuleSet::ALL } else { both };
        for players in 2..=6 {
            let setup = Setup::new(game, players).with_modules(modules);
            for steps in [0, 40, usize::MAX] {
                let history = played(setup, players as u64, steps);
                let record = Record::of(&history, &names(setup));
                let text = serde_json::to_string(&record).unwrap();
                assert_eq!(serde_json::from_str::<Record>(&text).unwrap(), record);
                assert_eq!(record.setup.read().unwrap(), setup);
                assert_eq!(record.result.is_some(), steps == usize::MAX);
                assert_eq!(record.seed.is_some(), record.result.is_some(), "no seed while the game runs");
                assert_eq!(
                    record.deal.modules.get(Module::Bonus).is_some(),
                    game == GameKind::Alhambra && record.result.is_some()
                );
            }
        }
    }
}

/// S2: hands are in the record in the order dealt, each reaching 20 only with its last card.
#[test]
fn s2_hands_in_the_order_dealt() {
    for seed in 0..20 {
        let setup = Setup::alhambra(6);
        let record = Record::of(&played(setup, seed, 0), &names(setup));
        for hand in &record.deal.hands {
            let values: Vec<u32> = hand.iter().map(|c| c[1..].parse().unwrap()).collect();
            let total: u32 = values.iter().sum();
            assert!((20..=28).contains(&total) && total - values[values.len() - 1] < 20, "{hand:?}");
        }
    }
}
