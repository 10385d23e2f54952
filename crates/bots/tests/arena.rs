//! The arena: any bot plays, and one that does not follow the rules loses.

use sabika_bots::arena::{Description, Entrant, Series, Stopped, Summary, play};
use sabika_bots::{Bot, Budget, Level};
use sabika_rules::{Action, Seat, Setup, View};

/// Makes no move at all.
struct Silent;

impl Bot for Silent {
    fn choose(&mut self, _: &View, _: Budget) -> Option<Action> {
        None
    }
}

/// Always ends its turn.
struct Hasty;

impl Bot for Hasty {
    fn choose(&mut self, _: &View, _: Budget) -> Option<Action> {
        Some(Action::End)
    }
}

/// A bot without a move, or with an illegal one, loses, and the report says why.
#[test]
fn bots_that_break_the_rules_lose() {
    let silent = Entrant::new("silent", false, |_| Box::new(Silent));
    let hasty = Entrant::new("hasty", false, |_| Box::new(Hasty));
    for (entrant, fault) in [(silent, "silent chose nothing"), (hasty, "hasty chose end: ")] {
        let entrants = [entrant, Entrant::from(Level::Novice)];
        for seats in [[0, 1, 1], [1, 0, 1]] {
            let played = play(Setup::alhambra(3), 4, &entrants, &seats, Budget::Simulations(1)).expect("a game");
            let Some(Stopped::Forfeit { entrant, reason }) = &played.stopped else { panic!("{played:?}") };
            assert_eq!(*entrant, 0);
            assert!(reason.starts_with(fault), "{reason}");
            let loser = Seat(seats.iter().position(|e| *e == 0).expect("it sits somewhere") as u8);
            assert!(!played.outcome.winners.is_empty() && played.win(loser) == 0.0);
        }
        let setup = Setup::alhambra(2);
        let budget = Budget::Simulations(1);
        let series = Series { setup, entrants: entrants.to_vec(), blocks: 2, seed: 1, budget, threads: 1 };
        let blocks = series.blocks(&|| {}).expect("games");
        assert_eq!(Summary::of(&blocks).wins, 0.0);
    }
}

#[test]
fn bots_are_described_in_a_line() {
    let described = |s: &str| s.parse::<Description>();
    for name in Level::ALL.map(Level::name).into_iter().chain(["builder-no-huts", "builder-no-flip"]) {
        assert_eq!(described(name).map(|d| d.to_string()), Ok(name.to_owned()));
    }
    let grandmaster = described("grandmaster:candidates=12:depth=6:prior=2.5:budget=25").expect("it is described");
    assert_eq!((grandmaster.settings.candidates, grandmaster.settings.depth), (12, 6));
    assert_eq!(grandmaster.budget, Some(Budget::Simulations(25)));
    assert!(described("architect:hand-made").is_ok_and(|d| d.hand_made));
    let refused = |s: &str| described(s).expect_err("it is refused");
    assert!(refused("master").starts_with("unknown bot `master`; known: random, novice"));
    assert!(refused("builder-no-walls").starts_with("unknown builder variant `no-walls`"));
    assert_eq!(refused("builder:depth=3"), "`depth=3`: unknown setting for builder");
    assert_eq!(refused("novice:hand-made"), "`hand-made`: novice has no alternative evaluator");
    assert_eq!(refused("grandmaster:depth=x"), "`depth=x`: not a whole number");
    assert!(refused("grandmaster:speed=3").starts_with("`speed=3`: unknown setting; known: candidates"));
    assert!(refused("grandmaster:budget=soon").contains("expected a time such as 100ms"));
}
