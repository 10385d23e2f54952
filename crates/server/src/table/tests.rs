//! What a viewer is told, over thousands of random steps.

use sabika_rules::{Dice, Game, Module, Seat, Viewer};

use super::show::view_of;
use super::{By, Eyes, Fold, Row, random_hex};
use crate::wire::{BotLevel, GameView, Occupant, Pace, SetupView, Status, Update};

fn fold(game: &str, players: u8, modules: &[&str], open_hands: bool) -> Fold {
    let seats = vec![Occupant::Bot { level: BotLevel::Novice }; players as usize];
    let mut fold = lobby(game, modules, open_hands, seats, Pace::Free);
    let start = fold.starting();
    fold.advance(&start).expect("it starts");
    fold
}

pub(crate) fn lobby(game: &str, modules: &[&str], open_hands: bool, seats: Vec<Occupant>, pace: Pace) -> Fold {
    let row = Row::Open {
        id: "0".repeat(16),
        code: "ABCDEF".into(),
        host: "p".into(),
        setup: SetupView {
            game: game.into(),
            players: seats.len() as u8,
            modules: modules.iter().map(|m| m.to_string()).collect(),
            simplified: false,
            english_end: false,
        },
        seats,
        shuffle: false,
        public: false,
        open_hands,
        hide_left: false,
        no_watchers: false,
        hints: false,
        pace,
        secret: random_hex(),
    };
    Fold::open(&row).expect("a table")
}

pub(crate) fn random_action(game: &Game, dice: &mut Dice) -> (Seat, String) {
    // Cards that may be laid open at any time are, now and then, by anybody.
    for seat in (0..game.table().setup.players).map(Seat) {
        let free = game.free_actions(seat);
        if !free.is_empty() && dice.below(10) == 0 {
            return (seat, free[0].to_string());
        }
    }
    let seat = game.to_act().expect("it runs");
    let mut actions = Vec::new();
    game.legal_actions(seat, &mut actions);
    (seat, actions[dice.below(actions.len() as u32) as usize].to_string())
}

fn all_modules() -> Vec<&'static str> {
    Module::ALL.iter().map(|m| m.name()).collect()
}

fn act(seat: Seat, action: String) -> Row {
    Row::Act { seat: seat.0, action, by: By::Bot, hash: None }
}

/// T8: a game and any other that differs from it only in what a viewer may not know look the same to the byte.
#[test]
fn t8_what_is_hidden_does_not_change_a_byte() {
    let modules = all_modules();
    let mut dice = Dice::from_seed(11);
    let mut compared = 0;
    let games = [("alhambra", &modules[..]), ("granada", &modules[..2]), ("combined", &modules[..2])];
    for (game, modules) in games {
        for players in [2, 3, 5] {
            let mut fold = fold(game, players, modules, false);
            while fold.info.status == Status::Playing && fold.version < 400 {
                let real = fold.game().expect("it runs");
                let mut viewers = vec![Viewer::Watcher];
                viewers.extend((0..players).flat_map(|s| [Viewer::Seat(Seat(s)), Viewer::Counting(Seat(s))]));
                for viewer in viewers {
                    if dice.below(4) == 0 {
                        let other = real.view(viewer).sample(&mut dice);
                        let bytes = |game| serde_json::to_vec(&view_of(game, viewer, |_| (0, 0))).expect("json");
                        assert!(bytes(real) == bytes(&other), "{viewer:?} is told of what is hidden");
                        compared += 1;
                    }
                }
                let (seat, action) = random_action(real, &mut dice);
                fold.advance(&act(seat, action)).expect("legal");
            }
        }
    }
    assert!(compared > 3000, "{compared}");
}

/// What one viewer has been sent.
struct Told {
    eyes: Eyes,
    version: u64,
    view: GameView,
}

/// T8: who passes in a window, and how many are asked, is told to nobody; versions have no gaps for anybody.
#[test]
fn t8_passes_are_nobodys_business() {
    let modules = all_modules();
    let mut dice = Dice::from_seed(5);
    let (mut passes, mut silent) = (0, 0);
    for players in [2, 3, 4, 5, 6, 6, 5, 4] {
        let mut fold = fold("alhambra", players, &modules, false);
        let eyes = (0..players).map(Eyes::Seat).chain([Eyes::Watcher]);
        let mut all: Vec<Told> = eyes
            .map(|eyes| Told { eyes, version: fold.shown(eyes), view: fold.game_view(eyes).expect("it runs") })
            .collect();
        while fold.info.status == Status::Playing {
            let (seat, action) = random_action(fold.game().expect("it runs"), &mut dice);
            let pass = action == "pass";
            let asked = fold.to_act();
            let told = fold.advance(&act(seat, action)).expect("legal");
            passes += pass as u32;
            for viewer in &mut all {
                let now = fold.game_view(viewer.eyes).expect("it runs");
                let Some(update) = fold.update(&told, viewer.eyes, &viewer.view, &now) else {
                    assert_eq!(viewer.view, now, "nothing changes behind one's back");
                    assert_eq!(viewer.version, fold.shown(viewer.eyes));
                    silent += 1;
                    continue;
                };
                let Update { version, ref step, .. } = update;
                assert_eq!(version, viewer.version + 1, "no gaps");
                let mine = viewer.eyes == Eyes::Seat(seat.0);
                if pass && !mine {
                    assert_eq!(*step, None);
                    let text = serde_json::to_string(&update).expect("json");
                    assert!(!text.contains("\"do\""), "{text}");
                    // Told only if something lies open now, or if the viewer is the next to be asked.
                    let asked_now = fold.to_act() != asked && fold.to_act().map(|s| s.0) == viewer.eyes.seat();
                    assert!(asked_now || viewer.view.turn != now.turn || viewer.view.players != now.players);
                } else {
                    assert!(step.is_some());
                }
                viewer.version = version;
                viewer.view = now;
            }
        }
    }
    assert!(passes > 40 && silent > 5, "{passes} passes, {silent} silences");
}

/// The decision of a seat changes exactly when its choice does, and a hidden pass moves nobody else's.
#[test]
fn decisions_change_with_the_choice() {
    let mut dice = Dice::from_seed(3);
    let mut fold = fold("alhambra", 3, &all_modules(), false);
    while fold.info.status == Status::Playing {
        let before: Vec<GameView> = (0..3).filter_map(|s| fold.game_view(Eyes::Seat(s))).collect();
        let (seat, action) = random_action(fold.game().expect("it runs"), &mut dice);
        fold.advance(&act(seat, action)).expect("legal");
        for s in 0..3u8 {
            let (old, new) = (&before[s as usize].choice, fold.game_view(Eyes::Seat(s)).expect("it runs").choice);
            let (old, new) = (old.as_ref().expect("a seat"), new.expect("a seat"));
            let same = (&old.options, &old.free, old.to_act) == (&new.options, &new.free, new.to_act);
            if !same {
                let over = fold.info.status == Status::Over;
                let stopped = old.to_act && !new.to_act;
                assert!(old.decision != new.decision || over || stopped, "{old:?} became {new:?}");
            }
            if s != seat.0 && !new.to_act {
                assert_eq!(old.decision, new.decision, "another's step is no new choice");
            }
        }
    }
}

/// The same rows give the same table, also after steps were taken back; and a row that no longer fits freezes it.
#[test]
fn a_fold_of_its_rows_is_the_table() {
    let mut dice = Dice::from_seed(8);
    let first = fold("alhambra", 2, &["vizier", "bonus"], true);
    let (mut live, mut rows) = (first.clone(), Vec::new());
    while live.info.status == Status::Playing && rows.len() < 300 {
        let seat = live.to_act().expect("it runs");
        let undoable = live.play.as_ref().map_or(0, |p| p.history.undoable(seat));
        let row = if undoable > 0 && dice.below(4) == 0 {
            Row::Undo { seat: seat.0, by: By::Bot }
        } else {
            let (seat, action) = random_action(live.game().expect("it runs"), &mut dice);
            act(seat, action)
        };
        live.advance(&row).expect("legal");
        rows.push(live.sealed(row));
    }
    let mut again = first.clone();
    rows.iter().for_each(|row| {
        again.advance(row).expect("it was legal");
    });
    assert_eq!(again.game(), live.game());
    assert_eq!((again.shown, again.frozen), (live.shown, None));

    let mut broken = first;
    for row in &mut rows {
        if let Row::Act { hash: Some(hash), .. } = row {
            *hash = "0".repeat(16);
        }
        if broken.advance(row).is_err() {
            break;
        }
    }
    assert!(broken.frozen.is_some());
}
