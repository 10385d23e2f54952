//! Random walks: every player count, every module, every pair, all together, the other games with their options. After
//! each step of each game, everything that can be checked is checked.
//!
//! `cargo test --test walks -- --nocapture` prints the number of games and steps.

mod common;
#[path = "common/invariants.rs"]
mod invariants;
#[path = "common/scores.rs"]
mod scores;

use common::{Chance, Mood, module_sets, setups};
use sabika_rules::{Action, Event, Game, GameKind, ModuleSet, Round, Seat, Seed, Setup, Silent, Stage, Table};

/// No game takes this many steps.
const NEVER: usize = 50_000;

#[derive(Default)]
struct Walked {
    games: usize,
    steps: usize,
}

impl Walked {
    fn tell(&self, what: &str) {
        println!("{what}: {} games, {} steps", self.games, self.steps);
    }
}

/// A game in progress, and what its events have said so far.
struct Walk {
    game: Game,
    scores: Vec<u16>,
    dirk: u16,
    scored: Vec<Round>,
    events: Vec<Event>,
}

impl Walk {
    fn new(setup: Setup, seed: u64) -> Walk {
        let game = Game::new(setup, Seed::from(seed)).expect("the set-up can be played");
        invariants::check(&game);
        Walk { game, scores: vec![0; setup.players as usize], dirk: 0, scored: Vec::new(), events: Vec::new() }
    }

    /// Applies an action and checks what it may change and what not.
    fn act(&mut self, seat: Seat, action: Action) {
        let before = self.game.clone();
        let again = action.to_string().parse::<Action>();
        assert_eq!(again.as_ref(), Ok(&action), "{action} reads back");
        self.events.clear();
        self.game.apply(seat, action, &mut self.events).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));

        let (was, is) = (before.table(), self.game.table());
        invariants::cards_are_conserved(&self.game);
        invariants::tiles_are_conserved(is);
        for other in invariants::seats(&is.setup) {
            let (then, now) = (&was.players[other], &is.players[other]);
            if then.board != now.board {
                assert_eq!(other, seat, "nobody builds on another's board");
                invariants::board_is_legal(&now.board);
            }
            assert!(other == seat || then.reserve == now.reserve);
            assert!(other == seat || before.hand(other) == self.game.hand(other), "nobody touches another's hand");
        }
        if was.turn.stage != Stage::Over && action != Action::End {
            self.nothing_is_uncovered(was, &before, seat);
        }
        self.scores_add_up();
        self.scores_without_sheets(before, seat, action);
        invariants::choices_are_sound(&self.game);
    }

    /// W1: whoever does not listen gets the same scores, which are then added up in another way.
    fn scores_without_sheets(&self, before: Game, seat: Seat, action: Action) {
        if self.events.iter().any(|event| matches!(event, Event::Scored(_))) {
            let mut silent = before;
            silent.apply(seat, action, &mut Silent).expect("it was legal");
            assert!(silent == self.game, "{action} scores the same");
        }
    }

    /// T6: before `end`, a turn reveals nothing hidden, and can be taken back by restoring only what belongs to its player and what all
    /// share. (Passing in a window lets the game continue.)
    fn nothing_is_uncovered(&self, was: &Table, before: &Game, seat: Seat) {
        let is = self.game.table();
        if matches!(was.turn.stage, Stage::Window(_)) {
            return;
        }
        assert_eq!((was.deck.len(), was.bag, was.granada_bag), (is.deck.len(), is.bag, is.granada_bag));
        assert_eq!(was.modules.huts.below, is.modules.huts.below);
        assert_eq!((before.to_act(), &self.events[..]), (self.game.to_act(), &[][..]));
        let mut again = self.game.clone();
        again.restart_turn(before, seat);
        assert!(again == *before, "nothing else has changed");
    }

    fn scores_add_up(&mut self) {
        let table = self.game.table();
        let sheets: Vec<_> =
            self.events.iter().filter_map(|e| if let Event::Scored(s) = e { Some(s) } else { None }).collect();
        for sheet in &sheets {
            assert!(self.scored.last().is_none_or(|last| *last < sheet.round), "W1: each round once, in order");
            self.scored.push(sheet.round);
            // Dirk draws right after rounds 1 and 2 (N2).
            scores::sheet_is_right(table, sheet, sheet.round == Round::Third);
            sheet.seats.seats().for_each(|(seat, score)| self.scores[seat.index()] += score.total());
            self.dirk += sheet.dirk.map_or(0, |d| d.total());
        }
        let scores: Vec<u16> = table.players.iter().map(|p| p.score).collect();
        assert_eq!((scores, table.dirk.score), (self.scores.clone(), self.dirk));
        assert_eq!(table.turn.stage == Stage::Over, self.scored.last() == Some(&Round::Third));
    }

    /// BN2: occasionally, cards revealed out of turn.
    fn reveal(&mut self, chance: &mut Chance) {
        let seat = Seat(chance.below(self.game.table().player_count()) as u8);
        if let Some(action) = self.game.free_actions(seat).first() {
            self.act(seat, *action);
        }
    }

    /// E4, N5: the result agrees with the table.
    fn finish(&self) {
        let (table, outcome) = (self.game.table(), self.game.result().expect("it is over"));
        let best = self.scores.iter().max().expect("somebody played");
        let winners: Vec<Seat> = invariants::seats(&table.setup).filter(|s| self.scores[s.index()] == *best).collect();
        assert_eq!(outcome.winners, winners);
        assert_eq!(outcome.scores.iter().copied().collect::<Vec<_>>(), self.scores);
        assert_eq!(outcome.dirk, table.setup.has_dirk().then_some(self.dirk));
        assert!(table.turn.waiting.is_empty() && table.turn.due.is_empty());
        assert!(table.turn.gained.iter().all(|g| g.is_empty()));
    }
}

fn walk(setup: Setup, seed: u64, walked: &mut Walked) {
    let mut walk = Walk::new(setup, seed);
    let (mut chance, mood) = (Chance::new(seed), Mood::of(seed));
    let mut actions = Vec::new();
    while let Some(seat) = walk.game.to_act() {
        if chance.once_in(8) {
            walk.reveal(&mut chance);
            continue;
        }
        walk.game.legal_actions(seat, &mut actions);
        assert!(walk.game.result().is_none());
        walk.act(seat, mood.pick(&actions, &mut chance));
        walked.steps += 1;
        assert!(walked.steps < (walked.games + 1) * NEVER, "{setup:?} with seed {seed} never ends");
    }
    walk.finish();
    walked.games += 1;
}

/// The multiple of the usual number of games: `make soak` sets it higher.
fn times() -> u64 {
    std::env::var("SABIKA_WALKS").map_or(1, |times| times.parse().expect("SABIKA_WALKS is a number"))
}

fn walk_all(what: &str, setups: impl Iterator<Item = Setup>, seeds: u64) {
    let mut walked = Walked::default();
    let seeds = seeds * times();
    for setup in setups {
        (0..seeds).for_each(|seed| walk(setup, seed, &mut walked));
    }
    walked.tell(what);
}

#[test]
fn the_base_game() {
    walk_all("base game", setups(GameKind::Alhambra, ModuleSet::NONE), 400);
}

#[test]
fn every_module_every_pair_and_all() {
    let sets = module_sets(GameKind::Alhambra);
    assert_eq!(sets.len(), 1 + 7 + 21 + 1);
    walk_all("modules", sets.into_iter().skip(1).flat_map(|m| setups(GameKind::Alhambra, m)), 3);
}

#[test]
fn granada() {
    let sets = module_sets(GameKind::Granada);
    assert_eq!(sets.len(), 4);
    walk_all("granada", sets.into_iter().flat_map(|m| setups(GameKind::Granada, m)), 3);
}

#[test]
fn both_together() {
    walk_all("combined", module_sets(GameKind::Combined).into_iter().flat_map(|m| setups(GameKind::Combined, m)), 3);
}
