//! What viewers see (T8): enough to choose from, and nothing hidden.

mod common;
#[path = "common/invariants.rs"]
mod invariants;

use common::{Chance, Mood, module_sets, setups};
use sabika_rules::{Action, Game, GameKind, Round, Seat, Seed, Setup, Stage, View, Viewer, playout};

fn viewers(setup: &Setup) -> impl Iterator<Item = Viewer> + use<> {
    let seats = invariants::seats(setup).flat_map(|seat| [Viewer::Seat(seat), Viewer::Counting(seat)]);
    std::iter::once(Viewer::Watcher).chain(seats)
}

/// The seats of a game may choose from the same actions in their views.
fn check_choices(game: &Game, view: &View) {
    let (mut seen, mut real) = (Vec::new(), Vec::new());
    view.legal_actions(&mut seen);
    let Some(seat) = view.seat() else {
        assert!(seen.is_empty() && view.free_actions().is_empty(), "a watcher has no choice");
        return;
    };
    game.legal_actions(seat, &mut real);
    assert_eq!(seen, real);
    assert_eq!(view.options(), game.options(seat));
    assert_eq!(view.free_actions(), game.free_actions(seat));
    check_score_with(game, view, seat, &seen);
    let anyone = game.to_act().unwrap_or(seat);
    game.legal_actions(anyone, &mut real);
    for action in real.iter().step_by(3) {
        assert_eq!(view.check(*action), game.check(seat, *action), "{action}");
    }
}

/// A previewed placement has the predicted result.
fn check_score_with(game: &Game, view: &View, seat: Seat, actions: &[Action]) {
    for action in actions.iter().step_by(7) {
        let Action::Place { tile, cell, .. } = *action else { continue };
        let mut after = game.clone();
        after.apply_unchecked(seat, *action);
        let now = after.view(view.viewer()).score_now(Round::Second);
        assert_eq!(view.score_with(Round::Second, tile, cell), Some(now), "{action}");
    }
}

/// Built from what is public: hands only if the viewer knows them, who is asked only for that seat.
fn check_knowledge(game: &Game, view: &View) {
    assert_eq!(view.table(), game.table());
    for (seat, hand) in view.hands().seats() {
        let knows = matches!(view.viewer(), Viewer::Counting(_)) || view.seat() == Some(seat);
        assert_eq!(hand.cards, knows.then_some(*game.hand(seat)));
        assert_eq!(hand.size as usize, game.hand(seat).len());
    }
    let in_window = matches!(game.table().turn.stage, Stage::Window(_));
    let may_know = !in_window || view.seat() == game.to_act();
    assert_eq!(view.to_act(), game.to_act().filter(|_| may_know));
    let hidden: usize = view.hands().iter().filter(|h| h.cards.is_none()).map(|h| h.size as usize).sum();
    let scoring = view.table().deck.scoring.iter();
    let scoring = scoring.filter(|s| matches!(s, sabika_rules::ScoringCard::InPile(_))).count();
    assert_eq!(view.unseen_cards().len(), view.table().deck.len() - scoring + hidden);
    assert_eq!(view.unseen_tiles().len(), (view.table().bag + view.table().granada_bag) as usize);
}

#[derive(Default)]
struct Seen {
    views: usize,
    played: usize,
    other_hands: usize,
}

/// A game that differs only in what is hidden looks exactly the same, and can be played.
fn check_sample(game: &Game, view: &View, chance: &mut Chance, seen: &mut Seen) {
    let other = view.sample(chance.dice());
    let view_of_other = other.view(view.viewer());
    assert_eq!(&view_of_other, view);
    assert_eq!(format!("{view_of_other:?}"), format!("{view:?}"));
    assert_eq!(other.to_act().is_some(), game.to_act().is_some());
    invariants::check(&other);
    if let Viewer::Counting(_) = view.viewer() {
        assert!(invariants::seats(&game.table().setup).all(|s| other.hand(s) == game.hand(s)));
    }
    seen.other_hands += invariants::seats(&game.table().setup).filter(|s| other.hand(*s) != game.hand(*s)).count();
    seen.views += 1;
    if chance.once_in(16) {
        seen.played += 1;
        play_on(other, chance);
    }
}

/// A sampled game can be played to its end without losing any piece.
fn play_on(mut game: Game, chance: &mut Chance) {
    let mut actions = Vec::new();
    while let Some(seat) = game.to_act() {
        let action = playout::quick_action(&game, seat, &mut actions);
        game.legal_actions(seat, &mut actions);
        let action = if chance.once_in(4) { actions[chance.below(actions.len())] } else { action };
        game.apply(seat, action, &mut sabika_rules::Silent).unwrap();
        invariants::cards_are_conserved(&game);
        invariants::tiles_are_conserved(game.table());
    }
    invariants::check(&game);
}

fn look(setup: Setup, seed: u64, seen: &mut Seen) {
    let mut game = Game::new(setup, Seed::from(seed)).unwrap();
    let (mut chance, mood) = (Chance::new(seed), Mood::of(seed));
    let mut actions = Vec::new();
    while let Some(seat) = game.to_act() {
        // Windows are short and rare, so each one is checked.
        let window = matches!(game.table().turn.stage, Stage::Window(_));
        if chance.once_in(if window { 10 } else { 400 }) {
            for viewer in viewers(&setup) {
                let view = game.view(viewer);
                check_knowledge(&game, &view);
                check_choices(&game, &view);
                check_sample(&game, &view, &mut chance, seen);
            }
        }
        game.legal_actions(seat, &mut actions);
        game.apply_unchecked(seat, mood.pick(&actions, &mut chance));
    }
    let view = game.view(Viewer::Seat(Seat(setup.players)));
    assert_eq!(view.viewer(), Viewer::Watcher, "no such seat");
    check_knowledge(&game, &game.view(Viewer::Watcher));
}

#[test]
fn t8_views_hide_what_is_hidden() {
    let mut seen = Seen::default();
    for game in GameKind::ALL {
        for (i, modules) in module_sets(game).into_iter().enumerate() {
            let all: Vec<Setup> = setups(game, modules).collect();
            let few = modules.iter().count() == 2 && game == GameKind::Alhambra;
            let chosen = all.iter().enumerate().filter(|(k, _)| !few || k % 5 == i % 5);
            chosen.for_each(|(k, setup)| look(*setup, (i + k) as u64, &mut seen));
        }
    }
    println!("{} views, {} played on", seen.views, seen.played);
    assert!(seen.views > 1000 && seen.played > 100 && seen.other_hands > 1000);
}
