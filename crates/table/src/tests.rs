//! What viewers are sent, over thousands of random steps.

use sabika_rules::{Dice, Module, Seat, Viewer};

use crate::message::{GameView, Update};
use crate::show::view_of;
use crate::testkit::{lobby, random_action};
use crate::{BotLevel, Occupant, Pace, Status};
use crate::{By, Eyes, Row, Table};

fn fold(game: &str, players: u8, modules: &[&str], open_hands: bool) -> Table {
    let seats = vec![Occupant::Bot { level: BotLevel::Novice }; players as usize];
    let mut fold = lobby(game, modules, open_hands, seats, Pace::Free);
    let start = fold.starting();
    fold.advance(&start).expect("it starts");
    fold
}

fn all_modules() -> Vec<&'static str> {
    Module::ALL.iter().map(|m| m.name()).collect()
}

fn act(seat: Seat, action: String) -> Row {
    Row::Act { seat: seat.0, action, by: By::Bot, hash: None }
}

/// T8: two games that differ only in what a viewer may not know look the same to that viewer, byte for byte.
#[test]
fn t8_hidden_state_does_not_change_a_byte() {
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
struct Seen {
    eyes: Eyes,
    version: u64,
    view: GameView,
}

/// T8: nobody learns who passes in a window, or how many are asked; versions have no gaps for anybody.
#[test]
fn t8_passes_stay_secret() {
    let modules = all_modules();
    let mut dice = Dice::from_seed(5);
    let (mut passes, mut silent) = (0, 0);
    for players in [2, 3, 4, 5, 6, 6, 5, 4] {
        let mut fold = fold("alhambra", players, &modules, false);
        let eyes = (0..players).map(Eyes::Seat).chain([Eyes::Watcher]);
        let mut all: Vec<Seen> = eyes
            .map(|eyes| Seen { eyes, version: fold.shown(eyes), view: fold.game_view(eyes).expect("it runs") })
            .collect();
        let mut public = fold.public(None).expect("it runs");
        while fold.info.status == Status::Playing {
            let (seat, action) = random_action(fold.game().expect("it runs"), &mut dice);
            let pass = action == "pass";
            let asked = fold.to_act();
            let told = fold.advance(&act(seat, action)).expect("legal");
            passes += pass as u32;
            public = fold.public(Some(&public)).expect("it runs");
            for viewer in &mut all {
                let now = fold.game_view_with(viewer.eyes, Some(&public)).expect("it runs");
                assert_eq!(Some(&now), fold.game_view(viewer.eyes).as_ref(), "what lies open is made once");
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
                    // Changes only if something public changed, or if the viewer is asked next.
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

/// A seat's decision number changes exactly when its choice does, and a hidden pass changes nobody else's.
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

/// The same rows give the same table, even after steps were undone; and a row that no longer fits freezes it.
#[test]
fn replaying_its_rows_gives_the_table() {
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

/// A running game can be analysed only where hints are allowed, and only by its players, with what they know.
#[test]
fn positions_are_available_where_hints_are() {
    use crate::message::{Ask, FromServer, ProblemKind};
    use crate::{Answer, Error};
    let mut table = fold("alhambra", 3, &["bonus"], false);
    let (own, person) = (0, "ana".to_owned());
    table.info.seats[0].occupant = Occupant::Person { person: person.clone(), name: "Ana".into(), away: false };
    let ask = Ask::Position { id: "x".into(), seat: own };
    let refused = |table: &Table, who: &str| match table.answer(Some(who), &ask) {
        Err(Error::Problem(problem)) => problem.kind,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(&table, &person), ProblemKind::WrongTime);
    table.info.hints = true;
    assert_eq!(refused(&table, "somebody else"), ProblemKind::NotYours);
    let told = |table: &Table| match table.answer(Some(&person), &ask) {
        Ok(Answer::Say(FromServer::Position { position, .. })) => position,
        other => panic!("{other:?}"),
    };
    let line = told(&table);
    let view = line.parse::<sabika_rules::View>().expect("it can be read");
    assert_eq!(view.viewer(), Viewer::Counting(Seat(own)));
    assert!(!line.contains("seed=") && !line.contains("deck="), "{line}");
    (table.info.hints, table.info.status) = (false, Status::Over);
    assert_eq!(told(&table), line);
}
