//! What a step writes in addition to its row: only what it changes, because the disk can sustain only so many pages.

use crate::duties::LEASE;
use crate::store::{Append, Due, Seated, Summary};
use crate::wire::{Status, TableInfo};
use sabika_table::{Duty, Row, Table};

/// A row with everything stored alongside. A `quiet` one leaves lists unchanged, including their times (T8).
pub(crate) fn append(before: Option<&Table>, fold: &Table, row: &Row, quiet: bool) -> Append {
    Append {
        table: fold.info.id.clone(),
        version: fold.version,
        body: row.to_json(),
        summary: Summary {
            code: fold.info.code.clone(),
            host: fold.info.host.clone(),
            status: status(fold.info.status).into(),
            public: fold.info.public,
            info: before
                .is_none_or(|before| before.info != fold.info)
                .then(|| serde_json::to_string(&TableInfo::from(&fold.info)).unwrap_or_default()),
            seated: seated(before, fold),
            quiet,
        },
        due: due(before, fold),
        news: before.map_or(Vec::new(), |before| fold.news(before, row)),
        finish: before.filter(|before| before.info.result.is_none()).and_then(|_| fold.finish()),
        keepsake: before.filter(|before| before.info.result.is_none()).and_then(|_| fold.keepsake()),
    }
}

/// What is due after a step. The expiry of a table is weeks away and rewritten only once an hour.
fn due(before: Option<&Table>, fold: &Table) -> Due {
    const HOUR: i64 = 3_600_000;
    let Some((duty, at)) = fold.duty() else { return Due::Never };
    let expires = |fold: &Table| fold.duty().is_some_and(|(duty, _)| duty == Duty::Expire);
    // A lobby expires sooner than a game.
    let alike = |before: &Table| before.info.status == fold.info.status && before.at / HOUR == fold.at / HOUR;
    if duty == Duty::Expire && before.is_some_and(|before| expires(before) && alike(before)) {
        return Due::AsBefore;
    }
    // At tables of bots, every step makes the next one due: the list says so already, and whoever works on the table renews the claim.
    let at_once = |fold: &Table| fold.duty().is_some_and(|(_, at)| at <= fold.at);
    if at_once(fold) && before.is_some_and(at_once) {
        return Due::AsBefore;
    }
    let after = (at - fold.at).max(0);
    // What is due at once, this node does itself.
    Due::In { after, lease: if after == 0 { LEASE } else { 0 } }
}

/// How a step changes the seats and whose turn it is, for the lists.
fn seated(before: Option<&Table>, fold: &Table) -> Seated {
    let now = fold.seated();
    let before = before.map(Table::seated);
    match before {
        Some(before) if before == now => Seated::AsBefore,
        Some(before) if before.iter().map(|(person, _)| person).eq(now.iter().map(|(person, _)| person)) => {
            Seated::Turn(now.into_iter().find(|(_, your_turn)| *your_turn).map(|(person, _)| person.to_owned()))
        }
        _ => Seated::Anew(now.into_iter().map(|(person, your_turn)| (person.to_owned(), your_turn)).collect()),
    }
}

fn status(status: Status) -> &'static str {
    match status {
        Status::Lobby => "lobby",
        Status::Playing => "playing",
        Status::Over => "over",
        Status::Abandoned => "abandoned",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sabika_rules::Dice;
    use sabika_table::testkit::{lobby, random_action};
    use sabika_table::{By, Occupant, Pace};

    const HOUR: i64 = 3_600_000;
    const DAY: i64 = 24 * HOUR;

    fn table() -> Table {
        let seat = |p: &str| Occupant::Person { person: p.into(), name: p.into(), away: false };
        lobby("alhambra", &[], false, vec![seat("a"), seat("b")], Pace::Free)
    }

    /// The next step of a table, at a given time.
    fn step(fold: &mut Table, row: Row, at: i64) -> Append {
        let before = fold.clone();
        let told = fold.advance(&row).expect("it fits");
        fold.stamp(at, &row, &told);
        append(Some(&before), fold, &row, false)
    }

    #[test]
    fn the_expiry_of_a_game_replaces_that_of_its_lobby() {
        let mut fold = table();
        let start = fold.starting();
        let begun = step(&mut fold, start, 0);
        assert_eq!(begun.due, Due::In { after: 60 * DAY, lease: 0 }, "a lobby waits two days");
        let mut dice = Dice::from_seed(1);
        for (minute, anew) in [(1, false), (2, false), (61, true), (62, false), (200, true)] {
            let (seat, action) = random_action(fold.game().expect("it runs"), &mut dice);
            let row = Row::Act { seat: seat.0, action, by: By::Bot, hash: None };
            let due = step(&mut fold, row, minute * HOUR / 60).due;
            let expected = if anew { Due::In { after: 60 * DAY, lease: 0 } } else { Due::AsBefore };
            assert_eq!(due, expected, "minute {minute}");
        }
        // Something else is due in between, and then the expiry again.
        let seat = fold.to_act().expect("it runs").0;
        let gone = step(&mut fold, Row::Away { seat }, 201 * HOUR / 60);
        assert_eq!(gone.due, Due::In { after: 0, lease: LEASE }, "a bot plays on at once");
        let back = step(&mut fold, Row::Back { seat }, 202 * HOUR / 60);
        assert_eq!(back.due, Due::In { after: 60 * DAY, lease: 0 });
    }

    #[test]
    fn at_tables_of_bots_only_the_first_step_says_that_they_are_due() {
        let bot = || Occupant::Bot { level: sabika_table::BotLevel::Novice };
        let mut fold = lobby("alhambra", &[], false, vec![bot(), bot()], Pace::Free);
        let start = fold.starting();
        assert_eq!(step(&mut fold, start, 0).due, Due::In { after: 0, lease: LEASE });
        let mut dice = Dice::from_seed(1);
        for minute in 1..100 {
            let (seat, action) = random_action(fold.game().expect("it runs"), &mut dice);
            let row = Row::Act { seat: seat.0, action, by: By::Bot, hash: None };
            assert_eq!(step(&mut fold, row, minute * HOUR / 60).due, Due::AsBefore);
        }
    }

    #[test]
    fn lists_are_written_when_something_in_them_changes() {
        let mut fold = table();
        let start = fold.starting();
        let begun = step(&mut fold, start, 0);
        let first = fold.seated().into_iter().find(|(_, turn)| *turn).map(|(person, _)| person.to_owned());
        assert_eq!((begun.summary.info.is_some(), begun.summary.seated), (true, Seated::Turn(first.clone())));
        let mut dice = Dice::from_seed(1);
        let mut turns = 0;
        while turns < 6 {
            let before = fold.clone();
            let (seat, action) = random_action(fold.game().expect("it runs"), &mut dice);
            let summary = step(&mut fold, Row::Act { seat: seat.0, action, by: By::Bot, hash: None }, 1000).summary;
            assert_eq!(summary.info, None, "the table is the same");
            assert_eq!(summary.seated == Seated::AsBefore, before.seated() == fold.seated());
            turns += i32::from(summary.seated != Seated::AsBefore);
        }
        let left = step(&mut fold, Row::Leave { person: "a".into() }, 2000);
        assert!(left.summary.info.is_some(), "a seat is played by a bot");
    }
}
