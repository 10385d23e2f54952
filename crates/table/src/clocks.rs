//! Clocks, windows and standing answers: what is due when, in database time.

use sabika_rules::module::{ModuleAction, vizier};
use sabika_rules::{Dice, Kind, Seat, Stage, Window};

use crate::testkit::{lobby, random_action};
use crate::{By, Duty, Occupant, Pace, Row, Status, Table};

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;
/// When the tables of these tests start.
const BEGIN: i64 = 1_000_000_000_000;

/// A table of people whose rows are stored at chosen times.
struct Timed {
    fold: Table,
    dice: Dice,
}

impl Timed {
    fn new(pace: Pace, modules: &[&str], people: &[&str]) -> Timed {
        let person = |id: &&str| Occupant::Person { person: id.to_string(), name: id.to_string(), away: false };
        let fold = lobby("alhambra", modules, false, people.iter().map(person).collect(), pace);
        let mut timed = Timed { fold, dice: Dice::from_seed(2) };
        timed.row(timed.fold.starting(), BEGIN);
        timed
    }

    fn row(&mut self, row: Row, at: i64) {
        let told = self.fold.advance(&row).unwrap_or_else(|deny| panic!("{row:?}: {deny:?}"));
        self.fold.stamp(at, &row, &told);
    }

    /// The seat to act takes a random action that belongs to no module.
    fn act(&mut self, at: i64) -> Seat {
        let seat = self.asked();
        let (_, action) = random_action(self.fold.game().expect("it runs"), &mut self.dice);
        self.row(Row::Act { seat: seat.0, action, by: By::Bot, hash: None }, at);
        seat
    }

    fn asked(&self) -> Seat {
        self.fold.to_act().expect("somebody is asked")
    }

    fn due(&self) -> (Duty, i64) {
        self.fold.duty().expect("something is due")
    }

    /// Plays until a window is waiting for a seat.
    fn until_window(&mut self) -> Seat {
        while !self.fold.in_window() {
            assert_eq!(self.fold.info.status, Status::Playing, "no window in the whole game");
            let at = self.fold.at + 1000;
            let (seat, action) = random_action(self.fold.game().expect("it runs"), &mut self.dice);
            self.row(Row::Act { seat: seat.0, action, by: By::Bot, hash: None }, at);
        }
        self.asked()
    }
}

#[test]
fn seconds_per_move() {
    let mut table = Timed::new(Pace::Move { seconds: 30 }, &[], &["a", "b"]);
    assert_eq!(table.due(), (Duty::Timeout(table.asked()), BEGIN + 30_000));
    table.act(BEGIN + 29_000);
    assert_eq!(table.due(), (Duty::Timeout(table.asked()), BEGIN + 59_000), "each decision anew");
    // A bot plays for a person who ran out of time; they get a full move when they return.
    let late = table.asked();
    table.row(Row::Away { seat: late.0 }, BEGIN + 59_000);
    assert_eq!(table.due(), (Duty::Bot(late), BEGIN + 59_000));
    table.row(Row::Back { seat: late.0 }, BEGIN + 60_000);
    assert_eq!(table.due(), (Duty::Timeout(late), BEGIN + 90_000));
}

#[test]
fn days_per_move() {
    let mut table = Timed::new(Pace::Days { days: 2 }, &[], &["a", "b"]);
    assert_eq!(table.due(), (Duty::Timeout(table.asked()), BEGIN + 2 * DAY));
    table.act(BEGIN + DAY);
    assert_eq!(table.due(), (Duty::Timeout(table.asked()), BEGIN + 3 * DAY));
}

#[test]
fn minutes_per_player() {
    let mut table = Timed::new(Pace::Player { minutes: 3, increment: 10 }, &[], &["a", "b"]);
    let mut left = [3 * MINUTE; 2];
    let mut at = BEGIN;
    for seconds in [40, 5, 17, 90, 3, 8] {
        at += seconds * 1000;
        let seat = table.act(at);
        left[seat.index()] += 10_000 - seconds * 1000;
        let asked = table.asked();
        assert_eq!(table.due(), (Duty::Timeout(asked), at + left[asked.index()]));
    }
    // No clock falls below zero, and a returning player has a minute.
    let late = table.asked();
    at += left[late.index()];
    table.row(Row::Away { seat: late.0 }, at);
    table.row(Row::Back { seat: late.0 }, at + 5000);
    assert_eq!(table.due(), (Duty::Timeout(late), at + 5000 + MINUTE));
}

/// Doing something and undoing it gains neither a move's time nor an increment, however often.
#[test]
fn undoing_gains_no_time() {
    for (pace, end) in
        [(Pace::Player { minutes: 1, increment: 30 }, BEGIN + MINUTE), (Pace::Move { seconds: 60 }, BEGIN + MINUTE)]
    {
        let mut table = Timed::new(pace, &[], &["a", "b"]);
        let seat = table.asked();
        for second in 1..20 {
            table.act(BEGIN + second * 1000);
            assert_eq!(table.asked(), seat, "a turn ends with `end`");
            table.row(Row::Undo { seat: seat.0, by: By::Bot }, BEGIN + second * 1000 + 500);
            assert_eq!(table.due(), (Duty::Timeout(seat), end), "{pace:?}");
        }
    }
}

/// The same if another player reveals a bonus card in between, which stays (BN2).
#[test]
fn undoing_gains_no_time_when_others_reveal_cards() {
    let mut found = 0;
    for seed in 0..60 {
        let mut table = Timed::new(Pace::Move { seconds: 60 }, &["bonus"], &["a", "b", "c"]);
        table.dice = Dice::from_seed(seed);
        for _ in 0..80 {
            let (seat, begun) = (table.asked(), table.due());
            let (actor, action) = random_action(table.fold.game().expect("it runs"), &mut table.dice);
            let at = table.fold.at + 1000;
            table.row(Row::Act { seat: actor.0, action, by: By::Bot, hash: None }, at);
            let game = table.fold.game().expect("it runs");
            let other = (0..3).map(Seat).find(|s| *s != seat && !game.free_actions(*s).is_empty());
            let gone_on = actor == seat && table.fold.to_act() == Some(seat);
            if !gone_on || table.fold.in_window() || game.table().turn.first {
                continue;
            }
            let Some(other) = other else { continue };
            let action = game.free_actions(other)[0].to_string();
            let at = table.fold.at;
            table.row(Row::Act { seat: other.0, action, by: By::Bot, hash: None }, at + 1000);
            table.row(Row::Undo { seat: seat.0, by: By::Bot }, at + 2000);
            assert_eq!(table.due(), begun);
            found += 1;
            break;
        }
    }
    assert!(found > 5, "{found}");
}

/// A bonus card revealed out of turn costs no time and gives none to the seat that is asked.
#[test]
fn free_actions_cost_no_time() {
    let mut found = 0;
    for seed in 0..40 {
        let mut table = Timed::new(Pace::Player { minutes: 9, increment: 0 }, &["bonus"], &["a", "b", "c"]);
        table.dice = Dice::from_seed(seed);
        for _ in 0..60 {
            let asked = table.asked();
            let game = table.fold.game().expect("it runs");
            let other = (0..3).map(Seat).find(|s| *s != asked && !game.free_actions(*s).is_empty());
            let Some(other) = other.filter(|_| !table.fold.in_window()) else {
                let at = table.fold.at + 1000;
                table.act(at);
                continue;
            };
            let action = game.free_actions(other)[0].to_string();
            let before = (table.due(), table.fold.time_left(other));
            let at = table.fold.at + 20_000;
            table.row(Row::Act { seat: other.0, action, by: By::Bot, hash: None }, at);
            assert_eq!((table.due(), table.fold.time_left(other)), before);
            found += 1;
            break;
        }
    }
    assert!(found > 5, "{found}");
}

/// VZ4: in live games, a window waits 15 seconds and is then passed; a standing answer passes at once.
#[test]
fn windows_in_live_games() {
    for pace in [Pace::Free, Pace::Move { seconds: 300 }, Pace::Player { minutes: 60, increment: 0 }] {
        let mut table = Timed::new(pace, &["vizier"], &["a", "b", "c"]);
        let seat = table.until_window();
        let opened = table.fold.at;
        assert_eq!(table.due(), (Duty::Pass(seat), opened + 15_000), "{pace:?}");
        let left = table.fold.time_left(seat);
        table.row(
            Row::Standing { seat: seat.0, pass: true, unless: vec![], not_now: false, by: By::Bot },
            opened + 3000,
        );
        assert_eq!(table.due(), (Duty::Pass(seat), opened + 3000), "{pace:?}");
        table.row(
            Row::Standing { seat: seat.0, pass: false, unless: vec![], not_now: false, by: By::Bot },
            opened + 4000,
        );
        assert_eq!(table.due(), (Duty::Pass(seat), opened + 15_000), "withdrawn, it waits as long as before");
        table.row(Row::Act { seat: seat.0, action: "pass".into(), by: By::Standing, hash: None }, opened + 15_000);
        assert_eq!(table.fold.time_left(seat), left, "the time in a window is nobody's");
    }
}

/// VZ4: slow games do not stop for a window unless a player wants them to.
#[test]
fn windows_in_slow_games() {
    let mut table = Timed::new(Pace::Days { days: 3 }, &["vizier"], &["a", "b", "c"]);
    let seat = table.until_window();
    let opened = table.fold.at;
    assert_eq!(table.due(), (Duty::Pass(seat), opened), "not this turn");
    table.row(Row::Standing { seat: seat.0, pass: false, unless: vec![], not_now: false, by: By::Bot }, opened + 1000);
    assert_eq!(table.due(), (Duty::Timeout(seat), opened + 3 * DAY), "asked, it waits like any move");
}

/// VZ4: *not now* covers only the window after this turn.
#[test]
fn not_now_covers_one_turn() {
    let mut table = Timed::new(Pace::Free, &["vizier"], &["a", "b", "c"]);
    let seat = table.until_window();
    let turn = |table: &Timed| table.fold.game().expect("it runs").table().turn.seat;
    let (this, at) = (turn(&table), table.fold.at);
    table.row(Row::Standing { seat: seat.0, pass: false, unless: vec![], not_now: true, by: By::Bot }, at + 1000);
    assert_eq!(table.due(), (Duty::Pass(seat), at + 1000));
    while table.fold.in_window() {
        let asked = table.asked();
        table.row(Row::Act { seat: asked.0, action: "pass".into(), by: By::Standing, hash: None }, at + 2000);
    }
    assert_ne!(turn(&table), this);
    let again = loop {
        let asked = table.until_window();
        if asked == seat {
            break table.fold.at;
        }
        table.row(Row::Act { seat: asked.0, action: "pass".into(), by: By::Standing, hash: None }, table.fold.at);
    };
    assert_eq!(table.due(), (Duty::Pass(seat), again + 15_000), "asked again");
}

/// BN4: before a scoring round, every seat that could reveal a card is asked, whatever its standing answer for the vizier, also in slow games.
#[test]
fn windows_before_a_scoring_round() {
    let mut found = 0;
    for seed in 0..200 {
        let mut table = Timed::new(Pace::Days { days: 3 }, &["bonus", "vizier"], &["a", "b", "c"]);
        table.dice = Dice::from_seed(seed);
        while found < 4 && table.fold.info.status == Status::Playing {
            if table.fold.in_window() {
                let (seat, at) = (table.asked(), table.fold.at);
                let before = table.fold.game().expect("it runs").table().turn.stage;
                if before == Stage::Window(Window::BeforeScoring) {
                    assert_eq!(table.due(), (Duty::Timeout(seat), at + 3 * DAY));
                    found += 1;
                    break;
                }
                assert_eq!(table.due(), (Duty::Pass(seat), at));
            }
            let (seat, action) = random_action(table.fold.game().expect("it runs"), &mut table.dice);
            let at = table.fold.at;
            table.row(Row::Act { seat: seat.0, action, by: By::Bot, hash: None }, at);
        }
    }
    assert_eq!(found, 4);
}

/// VZ4: a seat that waits for one kind is asked only when its vizier can buy that kind.
#[test]
fn windows_for_one_kind() {
    let (mut asked, mut passed) = (0, 0);
    for seed in 0..30 {
        let mut table = Timed::new(Pace::Free, &["vizier"], &["a", "b", "c"]);
        table.dice = Dice::from_seed(seed);
        let seat = table.until_window();
        let options = table.fold.game().expect("it runs").options(seat);
        let kinds = options.modules.iter().filter_map(|action| match action {
            ModuleAction::Vizier(vizier::Action::Buy { tile, .. }) => tile.kind(),
            _ => None,
        });
        let kinds: Vec<Kind> = kinds.collect();
        for kind in Kind::alhambra() {
            let unless = vec![kind.code().to_owned()];
            table.row(Row::Standing { seat: seat.0, pass: true, unless, not_now: false, by: By::Bot }, table.fold.at);
            let at_once = table.due() == (Duty::Pass(seat), table.fold.at);
            assert_eq!(at_once, !kinds.contains(&kind), "{kind:?} of {kinds:?}");
            asked += i32::from(!at_once);
            passed += i32::from(at_once);
        }
    }
    assert!(asked > 20 && passed > 20, "{asked} {passed}");
}

/// A person who plays every seat keeps nobody waiting.
#[test]
fn windows_on_a_shared_screen() {
    let mut table = Timed::new(Pace::Free, &["vizier"], &["a", "a", "a"]);
    table.until_window();
    assert!(matches!(table.due(), (Duty::Expire, _)));
}

/// A game that every player has left is suspended until one returns; inactive tables are abandoned.
#[test]
fn games_that_everybody_left_are_suspended() {
    let mut table = Timed::new(Pace::Free, &[], &["a", "b"]);
    let seat = table.asked();
    let (first, other) = if seat.0 == 0 { ("a", "b") } else { ("b", "a") };
    assert_eq!(table.due(), (Duty::Expire, BEGIN + 60 * DAY));
    table.row(Row::Leave { person: first.into() }, BEGIN + 1000);
    assert_eq!(table.due(), (Duty::Bot(seat), BEGIN + 1000));
    table.row(Row::Leave { person: other.into() }, BEGIN + 2000);
    assert_eq!(table.due(), (Duty::Expire, BEGIN + 2000 + 60 * DAY), "nobody watches");
    table.row(Row::Back { seat: 1 - seat.0 }, BEGIN + 3000);
    assert_eq!(table.due(), (Duty::Bot(seat), BEGIN + 3000));
}
