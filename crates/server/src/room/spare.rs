//! Tables that are not needed any more. A table is copied for each row, and takes some forty kilobytes: its memory is used again.

use std::sync::{Mutex, MutexGuard, PoisonError};

use sabika_table::Table;

/// How many are kept: as many rows as are stored at once, after which their copies replace as many tables.
const KEPT: usize = 256;

static SPARE: Mutex<Vec<Table>> = Mutex::new(Vec::new());

fn spare() -> MutexGuard<'static, Vec<Table>> {
    SPARE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A copy of a table.
pub(super) fn copy(table: &Table) -> Table {
    let unused = spare().pop();
    match unused {
        Some(mut copy) => {
            copy.clone_from(table);
            copy
        }
        None => table.clone(),
    }
}

/// A table that is not needed any more.
pub(super) fn recycle(table: Table) {
    if table.game().is_none() {
        return;
    }
    let mut spare = spare();
    if spare.len() < KEPT {
        spare.push(table);
    }
}

#[cfg(test)]
mod tests {
    use sabika_rules::Dice;
    use sabika_table::testkit::{lobby, random_action};
    use sabika_table::{By, Eyes, Occupant, Pace, Row};

    use super::*;

    /// A copy made in place of another table is the same as any other copy.
    #[test]
    fn nothing_is_left_of_the_table_before() {
        let bot = || Occupant::Bot { level: sabika_table::BotLevel::Novice };
        let started = |game: &str, players: usize| {
            let mut table = lobby(game, &[], false, vec![bot(); players], Pace::Free);
            let start = table.starting();
            table.advance(&start).expect("it starts");
            table
        };
        let (mut one, mut other) = (started("alhambra", 3), started("granada", 5));
        let mut dice = Dice::from_seed(4);
        for round in 0..60 {
            for table in [&mut one, &mut other] {
                let copied = copy(table);
                assert_eq!(copied.save().expect("it runs"), table.save().expect("it runs"), "round {round}");
                for eyes in [Eyes::Watcher, Eyes::Seat(0), Eyes::Seat(2)] {
                    assert_eq!(copied.snapshot(eyes, vec![0]), table.snapshot(eyes, vec![0]));
                }
                let (seat, action) = random_action(table.game().expect("it runs"), &mut dice);
                let mut next = copied;
                next.advance(&Row::Act { seat: seat.0, action, by: By::Bot, hash: None }).expect("it is legal");
                recycle(std::mem::replace(table, next));
            }
        }
        assert!(!spare().is_empty());
    }
}
