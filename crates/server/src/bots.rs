//! Bots at a table: they choose from what one seat may know, and nothing else.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sabika_bots::{Bot, Budget, Level, explain};
use sabika_rules::playout::quick_action;
use sabika_rules::{Action, Game, Seat};
use sabika_table::{TURNS_IN_A_HINT, Table};

use crate::wire::AdviceView;

/// How long a grandmaster thinks about one choice on an idle node.
const THINKING: Duration = Duration::from_millis(100);
/// The minimum, however many others are thinking.
const LEAST: Duration = Duration::from_millis(10);
/// How many bots are kept between two actions of a turn. One that was dropped plans the rest of its turn again.
const KEPT: usize = 1024;

/// Bots by table and seat.
type Kept = HashMap<(String, u8), (Level, Box<dyn Bot>)>;

/// The bots of a node.
pub struct Bots {
    /// How many can think at the same time.
    threads: u32,
    /// How many are thinking or waiting for a thread, with somebody waiting for them and without.
    busy: [AtomicU32; 2],
    /// Bots that may be in the middle of a turn, by table and seat.
    kept: Mutex<Kept>,
}

/// Counts a bot as busy until it is dropped.
pub struct Busy<'a>(&'a AtomicU32);

/// Whether somebody is waiting for a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Somebody is at the table.
    People,
    /// Nobody is watching.
    Nobody,
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Bots {
    /// The bots of a node on which this many can think at the same time.
    pub fn new(threads: usize) -> Bots {
        let threads = u32::try_from(threads).unwrap_or(u32::MAX).max(1);
        Bots { threads, busy: Default::default(), kept: Mutex::default() }
    }

    /// Held from the request for a choice until it is made.
    pub fn busy(&self, audience: Audience) -> Busy<'_> {
        let busy = &self.busy[audience as usize];
        busy.fetch_add(1, Ordering::Relaxed);
        Busy(busy)
    }

    /// The next action, in notation, of the bot in this seat, or of the one standing in for a player who left. If the bot
    /// fails or finds nothing, the quick policy replaces it for this choice: a table must not stall because of a bot's bug.
    pub fn choose(&self, table: &Table, seat: Seat, audience: Audience) -> Option<String> {
        let game = table.game()?;
        let level = table.bot_level(seat);
        // In a duplicate match the choice must follow from the position alone.
        let fixed = table.info.duplicate.as_ref().and_then(|_| table.character(seat));
        let chosen = match fixed {
            Some(character) => attempt(|| character.choose(game, seat)).ok().flatten(),
            None => self.consider(table, game, seat, level, audience),
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

    /// The choice of a bot that remembers how it began its turn.
    fn consider(&self, table: &Table, game: &Game, seat: Seat, level: Level, audience: Audience) -> Option<Action> {
        let key = (table.info.id.clone(), seat.0);
        let kept = self.kept().remove(&key).filter(|(kept, _)| *kept == level);
        let chosen = attempt(|| {
            let (_, mut bot) = kept.unwrap_or_else(|| (level, table.bot(seat)));
            let action = bot.choose(&game.view(level.viewer(seat)), self.budget(audience))?;
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

    /// The best turns for a seat, whoever occupies it.
    pub fn hint(&self, table: &Table, seat: Seat) -> Option<Vec<AdviceView>> {
        let view = table.game()?.view(Level::Grandmaster.viewer(seat));
        let turns = attempt(|| explain(&view, table.version, self.budget(Audience::People), TURNS_IN_A_HINT)).ok()?;
        Some(turns.iter().map(AdviceView::from).collect())
    }

    /// Shrinks with the number of waiting bots, so that players wait no longer than on an idle node. Bots that people wait for ignore
    /// the others, which come last.
    fn budget(&self, audience: Audience) -> Budget {
        let [people, nobody] = self.busy.each_ref().map(|busy| busy.load(Ordering::Relaxed));
        let waiting = if audience == Audience::People { people } else { people + nobody };
        Budget::time((THINKING / waiting.div_ceil(self.threads).max(1)).max(LEAST))
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Its answer, unless it panics; the panic hook reports the panic.
fn attempt<T>(work: impl FnOnce() -> T) -> std::thread::Result<T> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(work))
}

#[cfg(test)]
mod tests {
    use sabika_rules::View;
    use sabika_table::testkit::lobby;
    use sabika_table::{BotLevel, Occupant, Pace};

    use super::*;

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
            let action = bots.choose(&table, seat, Audience::People).expect("a move all the same");
            let legal = action.parse().expect("notation");
            assert_eq!(table.game().expect("it runs").check(seat, legal), Ok(()));
            assert!(!bots.kept().contains_key(&key), "the broken one is gone");
        }
    }

    #[test]
    fn budgets_shrink_with_the_number_waiting() {
        let bots = Bots::new(2);
        let time = |audience| match bots.budget(audience) {
            Budget::Time { limit, .. } => limit,
            other => panic!("{other:?}"),
        };
        assert_eq!(time(Audience::People), THINKING);
        let _flood: Vec<Busy> = (0..100).map(|_| bots.busy(Audience::Nobody)).collect();
        assert_eq!((time(Audience::People), time(Audience::Nobody)), (THINKING, LEAST));
        let _people: Vec<Busy> = (0..8).map(|_| bots.busy(Audience::People)).collect();
        assert_eq!(time(Audience::People), THINKING / 4);
    }
}
