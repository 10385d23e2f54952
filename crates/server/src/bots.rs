//! Bots at a table: a choice from what one seat may know, and nothing else.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sabika_bots::{Bot, Budget, Level, explain};
use sabika_rules::playout::quick_action;
use sabika_rules::{Action, Game, Seat};
use sabika_table::{Table, character};

use crate::wire::{AdviceView, Occupant};

/// How long a grandmaster thinks about one choice on a node with time to spare.
const THINKING: Duration = Duration::from_millis(100);
/// How long it thinks at least, however many others do.
const LEAST: Duration = Duration::from_millis(10);
/// Bots that are kept between two actions of a turn. One that was dropped plans the rest of its turn again.
const KEPT: usize = 1024;
/// The best turn and the second best.
const TURNS_IN_A_HINT: usize = 2;

/// Bots by table and seat.
type Kept = HashMap<(String, u8), (Level, Box<dyn Bot>)>;

/// The bots of a node.
pub struct Bots {
    /// How many can think at the same time.
    threads: u32,
    /// How many think now or wait for a thread while somebody waits for them, and how many while nobody does.
    busy: [AtomicU32; 2],
    /// Bots that may have begun a turn, by table and seat.
    kept: Mutex<Kept>,
}

/// Counts a bot as busy for as long as it lives.
pub struct Busy<'a>(&'a AtomicU32);

/// Whether somebody waits for a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Company {
    /// Somebody sits before it.
    People,
    /// Nobody looks.
    Nobody,
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Bots {
    /// For a node on which so many can think at the same time.
    pub fn new(threads: usize) -> Bots {
        let threads = u32::try_from(threads).unwrap_or(u32::MAX).max(1);
        Bots { threads, busy: Default::default(), kept: Mutex::default() }
    }

    /// To be held from when a choice is asked for until it is made.
    pub fn busy(&self, company: Company) -> Busy<'_> {
        let busy = &self.busy[company as usize];
        busy.fetch_add(1, Ordering::Relaxed);
        Busy(busy)
    }

    /// What the bot that sits there does, or the one that keeps the seat of somebody who left, as a line of notation. One that
    /// fails or finds nothing is replaced for this choice by the quick policy: a table must not stand still for a bot's mistake.
    pub fn choose(&self, table: &Table, seat: Seat, company: Company) -> Option<String> {
        let game = table.game()?;
        let level = level(table, seat)?;
        // In a duplicate it has to follow from the position alone.
        let fixed = table.info.duplicate.as_ref().and_then(|_| character(&table.info.seats, seat.index()));
        let chosen = match fixed {
            Some(character) => attempt(|| character.choose(game, seat)).ok().flatten(),
            None => self.consider(table, game, seat, level, company),
        };
        if let Some(action) = chosen {
            return Some(action.to_string());
        }
        tracing::error!(
            table = table.info.id,
            version = table.version,
            seat = seat.0,
            ?level,
            "a bot failed; the quick policy moves instead"
        );
        attempt(|| quick_action(game, seat, &mut Vec::new()).to_string()).ok()
    }

    /// What a bot does that remembers how it began its turn.
    fn consider(&self, table: &Table, game: &Game, seat: Seat, level: Level, company: Company) -> Option<Action> {
        let key = (table.info.id.clone(), seat.0);
        let kept = self.kept().remove(&key).filter(|(kept, _)| *kept == level);
        let chosen = attempt(|| {
            let (_, mut bot) = kept.unwrap_or_else(|| (level, bot(table, seat, level)));
            let action = bot.choose(&game.view(level.viewer(seat)), self.budget(company))?;
            Some((bot, action))
        });
        let (bot, action) = chosen.ok().flatten()?;
        let mut kept = self.kept();
        if kept.len() >= KEPT
            && let Some(any) = kept.keys().next().cloned()
        {
            kept.remove(&any);
        }
        kept.insert(key, (level, bot));
        Some(action)
    }

    /// The best turns for a seat, whoever sits there.
    pub fn hint(&self, table: &Table, seat: Seat) -> Option<Vec<AdviceView>> {
        let view = table.game()?.view(Level::Grandmaster.viewer(seat));
        let turns = attempt(|| explain(&view, table.version, self.budget(Company::People), TURNS_IN_A_HINT)).ok()?;
        Some(turns.iter().map(AdviceView::from).collect())
    }

    /// Less the more bots wait, so that nobody waits longer for them than when the node is idle. Those that people wait for do not
    /// heed the others, who come last.
    fn budget(&self, company: Company) -> Budget {
        let [people, nobody] = self.busy.each_ref().map(|busy| busy.load(Ordering::Relaxed));
        let waiting = if company == Company::People { people } else { people + nobody };
        Budget::time((THINKING / waiting.div_ceil(self.threads).max(1)).max(LEAST))
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What it answers, unless it panics; the panic itself is told by the hook.
fn attempt<T>(work: impl FnOnce() -> T) -> std::thread::Result<T> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(work))
}

/// Bots of one level are its two characters in turn, in the order of the seats: as the page names them.
fn bot(table: &Table, seat: Seat, level: Level) -> Box<dyn Bot> {
    match character(&table.info.seats, seat.index()) {
        Some(character) => character.bot(table.version),
        None => level.bot(table.version),
    }
}

fn level(table: &Table, seat: Seat) -> Option<Level> {
    Some(match table.info.seats.get(seat.index())?.occupant {
        Occupant::Bot { level } => level.into(),
        // Somebody who left is replaced by a strong player that costs the node little.
        _ => Level::Architect,
    })
}

#[cfg(test)]
mod tests {
    use sabika_bots::Character;
    use sabika_rules::View;
    use sabika_table::testkit::lobby;

    use super::*;
    use crate::wire::{BotLevel, Pace};

    /// A bot that panics, or that finds nothing.
    struct Broken(bool);

    impl Bot for Broken {
        fn choose(&mut self, _: &View, _: Budget) -> Option<Action> {
            assert!(!self.0, "this bot is broken on purpose");
            None
        }
    }

    #[test]
    fn a_bot_that_fails_is_replaced_for_this_choice() {
        let novice = || Occupant::Bot { level: BotLevel::Novice };
        let mut table = lobby("alhambra", &[], false, vec![novice(), novice()], Pace::Free);
        let start = table.starting();
        table.advance(&start).expect("it starts");
        let seat = table.to_act().expect("it runs");
        let bots = Bots::new(1);
        for panics in [true, false] {
            let key = (table.info.id.clone(), seat.0);
            bots.kept().insert(key.clone(), (Level::Novice, Box::new(Broken(panics))));
            let action = bots.choose(&table, seat, Company::People).expect("a move all the same");
            let legal = action.parse().expect("notation");
            assert_eq!(table.game().expect("it runs").check(seat, legal), Ok(()));
            assert!(!bots.kept().contains_key(&key), "the broken one is gone");
        }
    }

    /// Who plays is who is named, at the table and in its record.
    #[test]
    fn names_are_those_of_the_characters_who_play() {
        for level in BotLevel::ALL {
            let bot = || Occupant::Bot { level };
            let table = lobby("alhambra", &[], false, vec![bot(), bot()], Pace::Free);
            let played = Character::of(super::level(&table, Seat(0)).expect("a bot")).expect("two of them");
            for (seat, character) in (0..).zip(played) {
                assert_eq!(table.name(seat).to_lowercase().replace('á', "a"), character.name());
            }
        }
    }

    #[test]
    fn budgets_shrink_with_those_who_wait() {
        let bots = Bots::new(2);
        let time = |company| match bots.budget(company) {
            Budget::Time { limit, .. } => limit,
            other => panic!("{other:?}"),
        };
        assert_eq!(time(Company::People), THINKING);
        let _flood: Vec<Busy> = (0..100).map(|_| bots.busy(Company::Nobody)).collect();
        assert_eq!((time(Company::People), time(Company::Nobody)), (THINKING, LEAST));
        let _people: Vec<Busy> = (0..8).map(|_| bots.busy(Company::People)).collect();
        assert_eq!(time(Company::People), THINKING / 4);
    }
}
