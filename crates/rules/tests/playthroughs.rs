//! Whole games as readable text, with what every viewer sees at intervals: a base game for each number of players, Granada, both cities,
//! and all seven modules. Whatever changes in the engine, they must play exactly as written, step by step.

mod common;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use common::{Chance, Mood};
use sabika_rules::{
    Action, Card, Event, Game, HandView, Module, ModuleSet, Round, Seat, Seed, Setup, Silent, Stage, View, Viewer,
};

fn spaced<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|i| i.to_string()).collect::<Vec<_>>().join(" ")
}

fn cards(cards: impl Iterator<Item = Card>) -> String {
    spaced(cards.map(|c| c.to_string()))
}

fn hand(view: &HandView) -> String {
    view.cards.map_or_else(|| format!("{} cards", view.size), |hand| format!("[{}]", cards(hand.cards())))
}

/// What is public, the same for everyone.
fn write_table(text: &mut String, view: &View) {
    let table = view.table();
    let market = table.market.spaces.map(|t| t.map_or("-".into(), |t| t.to_string())).join(" ");
    let display = cards(table.display.iter().flatten().copied());
    write!(text, "  display {display} | market {market} | bag {}", table.bag).unwrap();
    match table.setup.is_combined() {
        true => {
            let beside = table.market.beside.map(|t| t.map_or("-".into(), |t| t.to_string())).join(" ");
            writeln!(text, " | beside {beside} | Granada's bag {}", table.granada_bag).unwrap();
        }
        false => writeln!(text).unwrap(),
    }
    let within = |round| match view.scoring_card_within(round) {
        Some((first, last)) => format!("within {first} to {last}"),
        None => "drawn".into(),
    };
    let (a, b) = (within(Round::First), within(Round::Second));
    writeln!(text, "  deck {} | A {a} | B {b} | {:?}", spaced(table.deck.piles), table.turn.stage).unwrap();
    for (seat, player) in table.players.seats() {
        let mut board: Vec<_> = player.board.tiles().iter().collect();
        board.sort_unstable_by_key(|p| (p.cell.y, p.cell.x));
        let board = spaced(board.iter().map(|p| format!("{}@{}", p.tile, p.cell)));
        write!(text, "  {seat}: {} points | {board}", player.score).unwrap();
        match player.reserve.is_empty() {
            true => writeln!(text).unwrap(),
            false => writeln!(text, " | reserve {}", spaced(player.reserve.iter())).unwrap(),
        }
    }
    if table.setup.has_dirk() {
        writeln!(text, "  Dirk: {} points | {}", table.dirk.score, spaced(table.dirk.tiles.iter())).unwrap();
    }
}

/// What each viewer knows about the hands, and may choose from.
fn write_views(text: &mut String, game: &Game) {
    write_table(text, &game.view(Viewer::Watcher));
    let seats = game.table().players.seats().map(|(seat, _)| seat);
    let viewers = seats.flat_map(|seat| [Viewer::Seat(seat), Viewer::Counting(seat)]);
    for viewer in [Viewer::Watcher].into_iter().chain(viewers) {
        let view = game.view(viewer);
        let name = match viewer {
            Viewer::Watcher => "watcher".to_owned(),
            Viewer::Seat(seat) => format!("seat {seat}"),
            Viewer::Counting(seat) => format!("counting {seat}"),
        };
        let hands = view.hands().iter().map(hand).collect::<Vec<_>>().join(" ");
        let mut actions = Vec::new();
        view.legal_actions(&mut actions);
        write!(text, "  {name} sees {hands} | {} unseen", view.unseen_cards().len()).unwrap();
        match actions.len() {
            0 => writeln!(text).unwrap(),
            n => writeln!(text, " | {n} actions").unwrap(),
        }
    }
}

fn shown(events: &[Event]) -> String {
    let of = |event: &Event| match event {
        Event::Scored(sheet) => {
            let points = sheet.seats.iter().chain(&sheet.dirk).map(|s| s.total());
            let mut text = format!("round {}: {}", sheet.round.number(), spaced(points));
            for module in Module::ALL {
                let points: Vec<u16> = sheet.seats.iter().map(|score| score.modules[module]).collect();
                if points.iter().any(|points| *points > 0) {
                    text += &format!(" ({module}: {})", spaced(points));
                }
            }
            text
        }
        event => event.to_string(),
    };
    events.iter().map(of).collect::<Vec<_>>().join(", ")
}

/// `views_every`: the number of steps between two views.
fn playthrough(setup: Setup, views_every: usize) -> String {
    let seed = setup.players as u64;
    let mut game = Game::new(setup, Seed::from(seed)).unwrap();
    let mut text = format!("{} players, seed {seed}\n", setup.players);
    let (mut chance, mut actions, mut events) = (Chance::new(seed), Vec::new(), Vec::new());
    write_views(&mut text, &game);
    let mut steps = 0;
    while let Some(seat) = game.to_act() {
        game.legal_actions(seat, &mut actions);
        // The order of the list is up to the engine: the game must not depend on it.
        actions.sort_unstable();
        let action = Mood::Builder.pick(&actions, &mut chance);
        events.clear();
        game.apply(seat, action, &mut events).unwrap();
        let arrow = if events.is_empty() { "" } else { " → " };
        writeln!(text, "{seat} {action}{arrow}{}", shown(&events)).unwrap();
        steps += 1;
        if steps % views_every == 0 {
            write_views(&mut text, &game);
        }
    }
    write_views(&mut text, &game);
    let outcome = game.result().unwrap();
    writeln!(text, "won by {} after {steps} steps", spaced(outcome.winners)).unwrap();
    text
}

fn name(players: u8) -> String {
    format!("base-game-{players}")
}

/// The other games, with the options and numbers of players that change most.
fn others() -> [(&'static str, Setup); 4] {
    let both_modules = ModuleSet::NONE.with(Module::Vizier).with(Module::Bureau);
    [
        ("granada-3", Setup::granada(3)),
        ("combined-2", Setup::combined(2)),
        (
            "combined-3-with-modules",
            Setup { simplified: true, english_end: true, ..Setup::combined(3) }.with_modules(both_modules),
        ),
        ("seven-modules-3", Setup::alhambra(3).with_modules(ModuleSet::ALL)),
    ]
}

/// The empty set of modules is the base game.
#[test]
fn base_games_play_as_written() {
    for players in 2..=6 {
        let text = playthrough(Setup::alhambra(players).with_modules(ModuleSet::NONE), 60);
        insta::assert_snapshot!(name(players), text);
    }
}

#[test]
fn other_games_play_as_written() {
    for (name, setup) in others() {
        insta::assert_snapshot!(name, playthrough(setup, 200));
    }
}

/// No snapshot is kept that no test reads.
#[test]
fn no_snapshot_is_left_over() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    let file = |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let files: BTreeSet<String> = std::fs::read_dir(dir).unwrap().map(file).collect();
    let ours: BTreeSet<String> = files.into_iter().filter(|f| f.starts_with("playthroughs__")).collect();
    let names = (2..=6).map(name).chain(others().map(|(name, _)| name.to_owned()));
    let read: BTreeSet<String> = names.map(|name| format!("playthroughs__{name}.snap")).collect();
    assert_eq!(ours, read);
}

/// Modules that nobody uses change nothing: neither cards nor tiles nor what comes next.
#[test]
fn modules_that_nobody_uses_change_nothing() {
    let unused = [Module::Vizier, Module::Bonus, Module::Huts, Module::Falconers];
    for players in 2..=6 {
        let plain = Setup::alhambra(players);
        let mut base = Game::new(plain, Seed::from(7)).unwrap();
        let mut other = Game::new(plain.with_modules(unused.into_iter().collect()), Seed::from(7)).unwrap();
        let (mut chance, mut actions) = (Chance::new(players as u64), Vec::new());
        while let Some(seat) = base.to_act() {
            base.legal_actions(seat, &mut actions);
            let action = Mood::Even.pick(&actions, &mut chance);
            base.apply(seat, action, &mut Silent).unwrap();
            other.apply(seat, action, &mut Silent).unwrap();
            while matches!(other.table().turn.stage, Stage::Window(_)) {
                let asked = other.to_act().unwrap();
                other.apply(asked, Action::Pass, &mut Silent).unwrap();
            }
            assert_eq!(other.to_act(), base.to_act());
            let (one, two) = (base.table(), other.table());
            assert_eq!((&one.market, &one.display, &one.deck), (&two.market, &two.display, &two.deck));
            assert_eq!((one.bag, &one.dirk), (two.bag, &two.dirk));
            for seat in (0..players).map(Seat) {
                assert_eq!(base.hand(seat), other.hand(seat));
                assert_eq!(one.players[seat].board, two.players[seat].board);
            }
        }
    }
}
