//! Positions as text: what is written reads back the same in every kind of game; impossible positions are refused with a reason.

mod common;

use common::{Chance, Mood, module_sets, setups};
use sabika_rules::{
    Dice, Game, GameKind, Module, ModuleSet, PositionError, Seat, Seed, Setup, Stage, View, Viewer, playout,
};

/// Reads back what is written of a game and of every view of it.
fn check(game: &Game, chance: &mut Chance) {
    let line = game.position();
    let read: Game = line.parse().unwrap_or_else(|e| panic!("{e}\n{line}"));
    assert_eq!(read, *game, "{line}");
    assert_eq!(read.position(), line, "one spelling");
    assert_eq!(read.state_hash(), game.state_hash());
    let seat = Seat(chance.below(game.table().player_count()) as u8);
    for viewer in [Viewer::Watcher, Viewer::Seat(seat), Viewer::Counting(seat)] {
        let view = game.view(viewer);
        let line = view.position();
        let read: View = line.parse().unwrap_or_else(|e| panic!("{e}\n{line}"));
        assert_eq!(read, view, "{line}");
        assert_eq!(read.position(), line, "one spelling");
    }
}

/// A game of every kind, with a few positions of each and all its windows and unusual stages.
fn walk(setup: Setup, seed: u64, stages: &mut Vec<String>) {
    let mut game = Game::new(setup, Seed::from(seed)).expect("it can be played");
    let (mut chance, mut actions) = (Chance::new(seed), Vec::new());
    check(&game, &mut chance);
    while let Some(seat) = game.to_act() {
        game.legal_actions(seat, &mut actions);
        game.apply_unchecked(seat, Mood::of(seed).pick(&actions, &mut chance));
        let stage = format!("{:?}", game.table().turn.stage);
        let often = if matches!(game.table().turn.stage, Stage::Action | Stage::Placing(_)) { 150 } else { 12 };
        if chance.once_in(often) || !stages.contains(&stage) {
            check(&game, &mut chance);
            stages.push(stage);
        }
    }
    check(&game, &mut chance);
}

fn walks(game: GameKind) -> Vec<String> {
    let mut stages = Vec::new();
    for (i, modules) in module_sets(game).into_iter().enumerate() {
        for (j, setup) in setups(game, modules).enumerate() {
            walk(setup, (7 * i + j) as u64, &mut stages);
        }
    }
    stages.sort();
    stages.dedup();
    stages
}

#[test]
fn alhambra_reads_back() {
    let stages = walks(GameKind::Alhambra);
    assert_eq!(stages.len(), 8, "every stage comes up: {stages:?}");
}

#[test]
fn granada_reads_back() {
    assert!(walks(GameKind::Granada).len() >= 5);
}

#[test]
fn the_combined_game_reads_back() {
    assert!(walks(GameKind::Combined).len() >= 5);
}

/// A game continued from what was read goes the same way: nothing hidden is lost, including later shuffles.
#[test]
fn play_continues_from_a_position() {
    for setup in [Setup::alhambra(3).with_modules(ModuleSet::ALL), Setup::combined(2), Setup::granada(4)] {
        let mut game = Game::new(setup, Seed::from(5)).expect("it can be played");
        let (mut dice, mut actions) = (Dice::from_seed(5), Vec::new());
        for _ in 0..80 {
            let seat = game.to_act().expect("not over yet");
            game.legal_actions(seat, &mut actions);
            actions.sort_unstable();
            game.apply_unchecked(seat, actions[dice.below(actions.len() as u32) as usize]);
        }
        let mut read: Game = game.position().parse().expect("it was written");
        let mut others = Vec::new();
        while let Some(seat) = game.to_act() {
            assert_eq!(read.to_act(), Some(seat));
            game.legal_actions(seat, &mut actions);
            read.legal_actions(seat, &mut others);
            // The order of the list depends on how a board was built.
            actions.sort_unstable();
            others.sort_unstable();
            assert_eq!(actions, others);
            let action = actions[dice.below(actions.len() as u32) as usize];
            game.apply_unchecked(seat, action);
            read.apply_unchecked(seat, action);
        }
        assert_eq!(game, read);
    }
}

fn example() -> String {
    let setup = Setup::alhambra(2).with_modules(ModuleSet::ALL);
    Game::new(setup, Seed::from(1)).expect("it can be played").position()
}

/// The line with another value for a field.
fn with(line: &str, name: &str, change: impl Fn(&str) -> String) -> String {
    let change = |word: &str| match word.split_once('=') {
        Some((field, value)) if field == name => format!("{name}={}", change(value)),
        _ => word.to_owned(),
    };
    line.split(' ').map(change).collect::<Vec<_>>().join(" ")
}

fn refusal(line: &str) -> String {
    line.parse::<Game>().map_or_else(|e: PositionError| e.to_string(), |_| format!("accepted: {line}"))
}

#[test]
fn errors_say_where_and_why() {
    let line = example();
    let set = |name: &'static str, value: &'static str| refusal(&with(&line, name, |_| value.to_owned()));
    assert_eq!(refusal(""), "word 1: `game/1` is missing");
    assert_eq!(refusal("game/2 x"), "word 1: expected `game/1`, found `game/2`");
    assert_eq!(refusal(&line.replace("game/1", "view/1")), "word 1: expected `game/1`, found `view/1`");
    assert_eq!(refusal(&format!("{line} more")), "word 37: `more` is not a field like name=value");
    assert_eq!(refusal(&format!("{line} more=1")), "more: unexpected field");
    assert_eq!(refusal(&format!("{line} seed=1")), "seed: appears twice");
    assert_eq!(refusal("game/1 game=alhambra"), "players: is missing");
    assert_eq!(set("game", "chess"), "game: `chess` is not alhambra, granada or combined");
    assert_eq!(set("game", "granada"), "game: module bonus cannot be used with granada: only vizier and bureau can");
    assert_eq!(set("players", "7"), "game: 7 players: the game is for 2 to 6 (S1)");
    assert_eq!(set("modules", "vizier.chess"), "modules[1]: `chess` is not the name of a module");
    assert_eq!(set("options", "fast"), "options[0]: `fast` is not simplified or english");
    assert_eq!(set("turn", "2"), "turn: `2` is not a number from 0 to 1");
    assert_eq!(set("stage", "sleep"), "stage: `sleep` is not a stage of this game");
    assert_eq!(
        set("stage", "over"),
        "closing: does not match the stage: the game ends before the last tiles are placed (E1)"
    );
    assert_eq!(set("stage", "after-turn"), "asked: somebody must be asked at this stage (T5)");
    assert_eq!(set("due", "A"), "due: rounds are due exactly in the stage before-scoring (T5)");
    assert_eq!(set("first", "maybe"), "first: `maybe` is not yes or no");
    assert_eq!(set("market", "-.-.-"), "market: 3 items instead of 4");
    assert_eq!(set("market", "-.T9nn.-.-"), "market[1]: `T9nn` is not the code of a tile");
    assert_eq!(set("market", "Ba2new.-.-.-"), "market[0]: Ba2new appears twice, or is not in this game");
    assert_eq!(set("market", "bSAG.-.-.-"), "market[0]: bSAG does not belong here");
    assert_eq!(set("boards", "-"), "boards: 1 seats instead of 2");
    assert_eq!(set("boards", "T9ne@1/-"), "boards[0][0]: `1` is not a cell like 1,-2");
    assert_eq!(set("boards", "T9ne@0,1/-"), "boards[0]: P2: sides-clash, tile F, cell 0,0, side s");
    assert_eq!(set("boards", "T9ne@1,0*/-"), "boards[0]: an asterisk marks only the tile that founded Granada (CO4)");
    assert_eq!(
        set("scoring", "2.6"),
        "scoring[1]: `6` is not a pile from 1 to 5, drawn, or in the combined game aside"
    );
    assert_eq!(set("pairs", "1.2.2.2.99"), "pairs: pile 5 cannot hold 99");
    assert_eq!(set("asked", "0"), "asked: nobody is asked at this stage (T5)");
    assert_eq!(set("hands", "d1.d1.d1/-"), "hands[0][2]: d1 appears more often than it exists in the game");
    assert_eq!(set("vizier", "5"), "vizier[0]: `5` is not a number from 0 to 1");
    assert_eq!(set("bonus", "+Ba2new/-"), "bonus[0][0]: no such card +Ba2new, or it appears twice (BN1)");
    assert_eq!(set("falconers", "fGT@1,1/-"), "falconers[0][0]: no four tiles with its two kinds meet there (FA3)");
    assert_eq!(set("seed", "12"), "seed: `12` is not 32 bytes in hex");
    let bag = refusal(&with(&line, "bag", |bag| bag.split_once('.').expect("many tiles").1.into()));
    assert!(bag.starts_with("bag: missing tiles: "), "{bag}");
    let deck = refusal(&with(&line, "deck", |deck| deck.split_once('.').expect("many cards").1.into()));
    assert!(deck.starts_with("deck: ") && deck.contains("cards, but its piles have"), "{deck}");
}

/// A view says what its viewer knows, no more and no less (T8).
#[test]
fn t8_views_know_what_they_may() {
    let game = Game::new(Setup::alhambra(3).with(Module::Vizier), Seed::from(1)).expect("it can be played");
    let line = game.view(Viewer::Seat(Seat(1))).position();
    let refused = |line: &str| line.parse::<View>().expect_err("it must be refused").to_string();
    let hands = |change: &dyn Fn(Vec<String>) -> Vec<String>| {
        refused(&with(&line, "hands", |hands| change(hands.split('/').map(str::to_owned).collect()).join("/")))
    };
    assert_eq!(hands(&|h| vec![h[0].clone(), "5?".into(), h[2].clone()]), "hands[1]: this viewer knows the cards (T8)");
    assert_eq!(
        hands(&|h| vec!["d1.d2".into(), h[1].clone(), h[2].clone()]),
        "hands[0]: `d1.d2` is not a number of cards like 5?: this viewer does not know them (T8)"
    );
    assert!(hands(&|h| vec!["99?".into(), h[1].clone(), h[2].clone()]).contains("cards are unseen, but"));
    assert_eq!(refused(&with(&line, "viewer", |_| "seat@3".into())), "viewer: `3` is not a number from 0 to 2");
    assert_eq!(refused(&with(&line, "viewer", |_| "me".into())), "viewer: `me` is not watcher, seat@0 or counting@0");
    assert!(!line.contains("seed=") && !line.contains("deck=") && !line.contains("bag="));
}

/// However a line is corrupted, it is refused or can be played to the end; nothing panics.
#[test]
fn corrupted_lines_are_refused_or_can_be_played() {
    let setups = [
        Setup::alhambra(3).with_modules(ModuleSet::ALL),
        Setup::alhambra(2),
        Setup::combined(2).with(Module::Vizier),
        Setup::granada(4).with(Module::Bureau),
    ];
    let (mut chance, mut actions, mut accepted) = (Chance::new(3), Vec::new(), 0);
    for setup in setups {
        let mut lines = Vec::new();
        let mut game = Game::new(setup, Seed::from(9)).expect("it can be played");
        while let Some(seat) = game.to_act() {
            game.legal_actions(seat, &mut actions);
            game.apply_unchecked(seat, Mood::Builder.pick(&actions, &mut chance));
            if chance.once_in(20) {
                lines.push(game.position());
            }
        }
        for _ in 0..300 {
            let line = spoilt(&lines[chance.below(lines.len())], &lines[chance.below(lines.len())], &mut chance);
            if let Ok(mut game) = line.parse::<Game>() {
                accepted += 1;
                assert_eq!(game.position().parse().as_ref(), Ok(&game));
                playout::quick(&mut game, &mut actions);
                assert!(game.result().is_some(), "{line}");
            }
        }
    }
    assert!(accepted > 20, "some changes are harmless: {accepted}");
}

/// A line with a field of another, or with an item removed, doubled or exchanged.
fn spoilt(line: &str, other: &str, chance: &mut Chance) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let at = 1 + chance.below(words.len() - 1);
    let name = words[at].split('=').next().unwrap_or_default().to_owned();
    let from_other = other.split(' ').find(|word| word.split('=').next() == Some(&name));
    match chance.below(4) {
        0 => words[at] = from_other.unwrap_or_default().to_owned(),
        1 => {
            words.remove(at);
        }
        way => {
            let value = words[at].split_once('=').map_or("", |(_, value)| value).to_owned();
            let mut items: Vec<&str> = value.split('.').collect();
            let (i, j) = (chance.below(items.len()), chance.below(items.len()));
            if way == 2 {
                items.swap(i, j)
            } else {
                items[i] = "-"
            }
            words[at] = format!("{name}={}", items.join("."));
        }
    }
    words.join(" ")
}
