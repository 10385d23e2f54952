//! Records without a seed: everything public can be replayed from them.

mod common;

use common::{Chance, Mood};
use sabika_rules::record::{Dealt, Record, RecordStep, Show, shows};
use sabika_rules::{GameKind, History, Module, ModuleSet, RecordError, Replay, Seed, Setup, Silent};

/// A random game; bonus cards that can be revealed at any time occasionally are.
fn played(setup: Setup, seed: u64, steps: usize) -> History {
    let mut history = History::new(setup, Seed::from(seed)).unwrap();
    let mut chance = Chance::new(seed);
    let mut actions = Vec::new();
    while history.steps().len() < steps
        && let Some(seat) = history.game().to_act()
    {
        let game = history.game();
        let free = game.table().players.seats().find_map(|(s, _)| Some((s, *game.free_actions(s).first()?)));
        let (seat, action) = free.filter(|_| chance.once_in(16)).unwrap_or_else(|| {
            game.legal_actions(seat, &mut actions);
            (seat, Mood::of(seed).pick(&actions, &mut chance))
        });
        history.apply(seat, action, &mut Silent).unwrap();
    }
    history
}

/// The same game after this many steps.
fn begun(whole: &History, steps: usize) -> History {
    let mut history = History::new(whole.setup(), whole.seed()).unwrap();
    whole.steps()[..steps].iter().for_each(|step| history.apply(step.seat, step.action, &mut Silent).unwrap());
    history
}

fn record(history: &History) -> Record {
    let names: Vec<String> = (0..history.setup().players).map(|i| format!("p{i}")).collect();
    Record { seed: None, ..Record::of(history, &names) }
}

fn setups() -> impl Iterator<Item = Setup> {
    let both = ModuleSet::NONE.with(Module::Vizier).with(Module::Bureau);
    let sets = [
        (GameKind::Alhambra, ModuleSet::NONE),
        (GameKind::Alhambra, ModuleSet::ALL),
        (GameKind::Alhambra, ModuleSet::NONE.with(Module::Bonus)),
        (GameKind::Granada, both),
        (GameKind::Combined, both),
    ];
    sets.into_iter().flat_map(|(game, modules)| (2..=6).map(move |n| Setup::new(game, n).with_modules(modules)))
}

#[track_caller]
fn reenact(record: &Record) -> Replay<'_> {
    let mut again = Replay::new(record.setup.read().unwrap(), &record.deal, &record.steps).unwrap();
    for (i, told) in record.steps.iter().enumerate() {
        let (_, events) = again.step().unwrap().unwrap_or_else(|e| panic!("step {i} {told:?}: {e}"));
        assert_eq!(shows(&events), told.shows, "step {i} {told:?}");
    }
    assert!(again.step().is_none());
    again
}

#[test]
fn everything_public_is_the_same_again() {
    let (mut shuffles, mut waiting) = (0, 0);
    for setup in setups() {
        for seed in 0..3 {
            let whole = played(setup, seed, usize::MAX);
            let steps = whole.steps().len();
            let mut chance = Chance::new(seed);
            let ends = (0..5).map(|_| chance.below(steps)).chain([0, steps]);
            for end in ends {
                let history = begun(&whole, end);
                let record = record(&history);
                let again = reenact(&record);
                assert_eq!(again.game().table(), history.game().table(), "{setup:?}, seed {seed}, {end} steps");
                shuffles += record.steps.iter().flat_map(|s| &s.shows).filter(|s| is(s, "shuffle")).count();
                waiting += usize::from(!history.game().table().turn.due.is_empty());
            }
        }
    }
    assert!(shuffles > 100, "T7 came up {shuffles} times");
    // BN4: the record can stop wherever the table is waiting for an answer before a scoring round.
    for seed in 0..150 {
        let setup = Setup::alhambra(3).with(Module::Bonus);
        let whole = played(setup, seed, usize::MAX);
        let mut due = Vec::new();
        whole.replay(|_, _, game| due.push(!game.table().turn.due.is_empty()));
        for end in (0..due.len()).filter(|i| due[*i]) {
            let history = begun(&whole, end + 1);
            assert_eq!(reenact(&record(&history)).game().table(), history.game().table());
            waiting += 1;
        }
    }
    assert!(waiting > 20, "the table waited {waiting} times");
}

fn is(show: &Show, start: &str) -> bool {
    matches!(show, Show::Text(text) if text.starts_with(start))
}

/// Changes a record and returns where it fails: the step, counted from 0, and the error.
fn spoiled(setup: Setup, change: impl FnOnce(&mut Record)) -> (Option<usize>, RecordError) {
    let mut record = record(&played(setup, 1, 200));
    change(&mut record);
    let mut again = match Replay::new(setup, &record.deal, &record.steps) {
        Ok(again) => again,
        Err(error) => return (None, error),
    };
    for i in 0.. {
        match again.step() {
            Some(Ok(_)) => {}
            Some(Err(error)) => return (Some(i), error),
            None => panic!("nothing was found"),
        }
    }
    unreachable!()
}

fn first_show<'r>(record: &'r mut Record, start: &str) -> (usize, &'r mut RecordStep, usize) {
    let shows = |s: &RecordStep| s.shows.iter().position(|s| is(s, start));
    let at = record.steps.iter().position(|s| shows(s).is_some()).unwrap_or_else(|| panic!("no {start} in the game"));
    let show = shows(&record.steps[at]).unwrap();
    (at, &mut record.steps[at], show)
}

#[test]
fn an_impossible_deal_is_refused() {
    let all = Setup::alhambra(2).with_modules(ModuleSet::ALL);
    let deal = |change: fn(&mut Record)| spoiled(all, change).1.to_string();
    assert_eq!(
        deal(|r| r.deal.hands[1].truncate(1)),
        "deal.hands[1]: 5 in total: cards are dealt until it is 20 or more (S2)"
    );
    assert_eq!(deal(|r| drop(r.deal.hands.pop())), "deal.hands: 1 hands for 2 players");
    assert_eq!(deal(|r| r.deal.first ^= 1), "deal.first: 1, but seat 0 goes first (S3)");
    assert_eq!(deal(|r| r.deal.display[2] = String::from("u10")), "deal.display[2]: `u10` is not the code of a card");
    assert_eq!(deal(|r| r.deal.display[2] = String::from("xdf")), "deal.display[2]: no xdf left to deal");
    assert_eq!(deal(|r| drop(r.deal.display.pop())), "deal.display: 3 cards instead of four (S4)");
    assert_eq!(deal(|r| r.deal.market[1] = r.deal.market[0].clone()).split(": ").next(), Some("deal.market[1]"));
    assert_eq!(deal(|r| r.deal.market[1] = String::from("Ba2new")), "deal.market[1]: Ba2new is not in the bag");
    assert_eq!(deal(|r| r.deal.granada = Some(vec![])), "deal.granada: not part of alhambra");
    assert_eq!(deal(|r| r.deal.dirk = None), "deal.dirk: 0 tiles instead of 6 (N2)");
    assert_eq!(deal(|r| r.deal.modules.set(Module::Huts, None)), "deal.huts: 0 huts instead of six (HU1)");
    assert_eq!(
        deal(|r| {
            let Some(Dealt::Codes(huts)) = r.deal.modules.get(Module::Huts) else { unreachable!() };
            let swapped = [huts[1].clone(), huts[0].clone()].into_iter().chain(huts[2..].iter().cloned()).collect();
            r.deal.modules.set(Module::Huts, Some(Dealt::Codes(swapped)));
        })
        .split(": ")
        .next(),
        Some("deal.huts[0]")
    );
    assert_eq!(
        deal(|r| r.deal.modules.set(Module::Bonus, Some(Dealt::BySeat(vec![])))),
        "deal.bonus: 0 hands for 2 players"
    );
    let plain = spoiled(Setup::alhambra(3), |r| r.deal.modules.set(Module::Huts, Some(Dealt::Codes(vec![])))).1;
    assert_eq!(plain.to_string(), "deal.huts: the module huts is not in this game");
    let combined = |change: fn(&mut Record)| spoiled(Setup::combined(3), change).1.to_string();
    assert_eq!(combined(|r| r.deal.granada = None), "deal.granada: is missing (CO1)");
    assert_eq!(
        combined(|r| r.deal.granada.as_mut().unwrap()[1] = String::from("Hl12")),
        "deal.granada[1]: Hl12 shows no moat (CO1)"
    );
}

#[test]
fn what_cannot_have_been_revealed_is_refused() {
    let all = Setup::alhambra(3).with_modules(ModuleSet::ALL);
    // A card that is already in hands three times, a tile that is on the market, one that does not exist.
    let mut expected = 0;
    let (step, error) = spoiled(all, |r| {
        let gone = r.deal.market[3].clone();
        let (at, step, show) = first_show(r, "market");
        expected = at;
        let space = match &step.shows[show] {
            Show::Text(text) => text.split(' ').nth(1).unwrap().to_owned(),
            Show::Score(_) => unreachable!(),
        };
        step.shows[show] = Show::Text(format!("market {space} {gone}"));
    });
    assert_eq!(step, Some(expected));
    assert!(error.place.starts_with("shows[") && error.problem.ends_with("is not in the bag"), "{error}");

    let (step, error) = spoiled(all, |r| {
        let (at, step, show) = first_show(r, "display");
        expected = at;
        step.shows[show] = Show::Text("scoring B".into());
    });
    assert_eq!(step, Some(expected));
    assert!(error.problem.ends_with("it is in a pile further down (S5)"), "{error}");

    let (step, error) = spoiled(all, |r| {
        let (at, step, show) = first_show(r, "display");
        expected = at;
        step.shows[show] = Show::Text("display xdf".into());
    });
    assert_eq!(step, Some(expected));
    assert!(error.problem.ends_with("it is in a pile further down (S5)"), "BC1: {error}");

    let (step, error) = spoiled(all, |r| {
        let (at, step, show) = first_show(r, "hut");
        expected = at;
        step.shows[show] = Show::Text("hut G10".into());
    });
    assert_eq!(step, Some(expected));
    assert!(error.problem.ends_with("was revealed before"), "{error}");
}

#[test]
fn an_action_that_was_not_legal_is_refused() {
    let (step, error) = spoiled(Setup::alhambra(3), |r| r.steps[0].action = "take".into());
    assert_eq!((step, error.to_string().as_str()), (Some(0), "do: word 2: the code of a card is missing"));
    let (step, error) = spoiled(Setup::alhambra(3), |r| r.steps[0].seat = 200);
    assert_eq!((step, error.to_string().as_str()), (Some(0), "do: T1: not-your-turn"));
    let (_, error) = spoiled(Setup::alhambra(3).with(Module::Bonus), |r| {
        r.steps.insert(0, RecordStep { seat: 0, action: "reveal +G10".into(), shows: vec![] });
    });
    assert_eq!(error.to_string(), "do: BN2: no-tile, tile G10");
}
