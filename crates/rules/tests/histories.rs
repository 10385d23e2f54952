//! Games with their steps: replaying them gives the live state, records contain them, undo restores exactly (T6).

mod common;

use common::{Chance, Mood, module_sets, setups};
use sabika_rules::record::{Record, shows};
use sabika_rules::{Action, Game, GameKind, History, Module, Reason, Rule, Seat, Seed, Setup, Silent};

fn fold(history: &History) -> Game {
    let mut game = Game::new(history.setup(), history.seed()).unwrap();
    for step in history.steps() {
        game.apply(step.seat, step.action, &mut Silent).unwrap();
    }
    game
}

/// The record and the seed give the same game, and reveal the same pieces.
fn check_record(history: &History) {
    let names: Vec<String> = (0..history.setup().players).map(|i| format!("player {i}")).collect();
    let record = Record::of(history, &names);
    let over = history.game().result().is_some();
    assert_eq!((record.seed.is_some(), record.result.is_some()), (over, over));
    let seed: Seed = record.seed.map_or(history.seed(), |seed| seed.parse().unwrap());
    let mut game = Game::new(record.setup.read().unwrap(), seed).unwrap();
    let mut events = Vec::new();
    for step in &record.steps {
        events.clear();
        let action: Action = step.action.parse().unwrap();
        game.apply(Seat(step.seat), action, &mut events).unwrap();
        assert_eq!(shows(&events), step.shows, "{}", step.action);
    }
    assert_eq!(&game, history.game());
    assert_eq!(game.state_hash(), history.game().state_hash());
}

/// T6: what was done since something hidden was revealed, or a window was answered.
fn open_steps(history: &History) -> usize {
    let open = history.steps().iter().rev().take_while(|step| !matches!(step.action, Action::End | Action::Pass));
    open.filter(|step| !step.action.is_free()).count()
}

#[derive(Default)]
struct Seen {
    undone: usize,
    restarted: usize,
    with_reveals: usize,
}

/// Undoes one step or the whole turn and compares with the earlier games.
fn take_back(history: &mut History, before: &mut Vec<Game>, chance: &mut Chance, seen: &mut Seen) {
    let seat = history.game().to_act().unwrap();
    let open = open_steps(history);
    for other in (0..history.setup().players).map(Seat) {
        assert_eq!(history.undoable(other), if other == seat { open } else { 0 });
        if other != seat || open == 0 {
            let untouched = history.clone();
            let refusal = history.undo(other).unwrap_err();
            assert_eq!((refusal.rule, refusal.reason), (Rule::T6, Reason::NothingToUndo));
            assert_eq!(history, &untouched);
        }
    }
    if open == 0 {
        return;
    }
    let steps = history.steps().to_vec();
    let whole = chance.once_in(2);
    let count = if whole { open } else { 1 };
    let undone: Vec<usize> = (0..steps.len()).rev().filter(|i| !steps[*i].action.is_free()).take(count).collect();
    if whole { history.restart(seat) } else { history.undo(seat) }.unwrap();
    let from = *undone.last().unwrap();
    let reveals: Vec<_> = steps[from..].iter().filter(|s| s.action.is_free()).collect();
    if reveals.is_empty() {
        assert_eq!(history.steps(), &steps[..from]);
        assert_eq!(history.game(), &before[from], "undo restores exactly");
    } else {
        // What was done out of turn stays, unless it is no longer legal: its tile is gone (BN3).
        let kept = &history.steps()[from..];
        assert!(kept.iter().all(|s| reveals.contains(&s)));
        for step in reveals.iter().filter(|s| !kept.contains(s)) {
            assert_eq!(history.game().check(step.seat, step.action).unwrap_err().reason, Reason::NoTile);
        }
        seen.with_reveals += 1;
    }
    assert_eq!(&fold(history), history.game());
    *if whole { &mut seen.restarted } else { &mut seen.undone } += 1;
    before.truncate(from);
    let mut game = Game::new(history.setup(), history.seed()).unwrap();
    for (i, step) in history.steps().iter().enumerate() {
        if i >= from {
            before.push(game.clone());
        }
        game.apply_unchecked(step.seat, step.action);
    }
}

fn play(setup: Setup, seed: u64, seen: &mut Seen) {
    let mut history = History::new(setup, Seed::from(seed)).unwrap();
    let (mut chance, mood) = (Chance::new(seed), Mood::of(seed));
    let (mut before, mut actions) = (Vec::new(), Vec::new());
    // So that games end even though turns are undone.
    let mut patience = 60u32;
    while let Some(seat) = history.game().to_act() {
        let revealed = history.steps().last().is_some_and(|s| s.action.is_free());
        if revealed && chance.once_in(2) || patience > 0 && chance.once_in(8) {
            patience = patience.saturating_sub(!revealed as u32);
            take_back(&mut history, &mut before, &mut chance, seen);
            continue;
        }
        let revealing = Seat(chance.below(setup.players as usize) as u8);
        let free = history.game().free_actions(revealing);
        let (seat, action) = match free.first() {
            Some(action) if chance.once_in(3) => (revealing, *action),
            _ => {
                history.game().legal_actions(seat, &mut actions);
                (seat, mood.pick(&actions, &mut chance))
            }
        };
        before.push(history.game().clone());
        history.apply(seat, action, &mut Silent).unwrap();
        if chance.once_in(200) {
            assert_eq!(&fold(&history), history.game());
            check_record(&history);
        }
    }
    assert_eq!(&fold(&history), history.game());
    check_record(&history);
}

#[test]
fn t6_undo_restores_and_records_replay() {
    let mut seen = Seen::default();
    for game in GameKind::ALL {
        for (i, modules) in module_sets(game).into_iter().enumerate() {
            // Each set of modules with one of its set-ups; all seven and none with all.
            let all: Vec<Setup> = setups(game, modules).collect();
            let few = modules.iter().count() == 2 && game == GameKind::Alhambra;
            let chosen = all.iter().enumerate().filter(|(k, _)| !few || k % 5 == i % 5);
            chosen.for_each(|(k, setup)| play(*setup, (i + k) as u64, &mut seen));
        }
    }
    let bonus = Setup::alhambra(2).with(Module::Bonus);
    (0..30).for_each(|seed| play(bonus, seed, &mut seen));
    println!("{} undone, {} restarted, {} with reveals", seen.undone, seen.restarted, seen.with_reveals);
    assert!(seen.undone > 1000 && seen.restarted > 1000 && seen.with_reveals > 20);
}
