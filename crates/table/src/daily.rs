//! The daily deal: the same cards, tiles and bots for everybody that day. The deal follows from the date and the bots' moves from
//! the position, so a record can be verified by replaying it, bots included.

use std::fmt;

use sabika_rules::record::Record;
use sabika_rules::{Action, Game, RULES_VERSION, Seat, Step};

use crate::fair::{nonce_for, sha256};
use crate::opening::Opening;
use crate::replay::{Moment, check};
use crate::row::Row;
use crate::terms::{BotLevel, Occupant, TableSetup};

/// A date: `2026-11-17`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// Reads a date of the Gregorian calendar.
    pub fn read(text: &str) -> Option<Date> {
        let shape = text.len() == 10
            && text.bytes().enumerate().all(|(i, b)| if i == 4 || i == 7 { b == b'-' } else { b.is_ascii_digit() });
        if !shape {
            return None;
        }
        let (year, month, day) = (text[..4].parse().ok()?, text[5..7].parse().ok()?, text[8..].parse().ok()?);
        let date = Date { year, month, day };
        (date.year >= 2000 && Date::of_days(date.days()) == date).then_some(date)
    }

    /// Days since 1 January 1970.
    pub fn days(self) -> i64 {
        // In years that begin in March, the leap day comes last.
        let (year, month) = (i64::from(self.year) - i64::from(self.month < 3), (i64::from(self.month) + 9) % 12);
        let day_of_year = (153 * month + 2) / 5 + i64::from(self.day) - 1;
        365 * year + year / 4 - year / 100 + year / 400 + day_of_year - 719_468
    }

    /// The date this many days after 1 January 1970.
    pub fn of_days(days: i64) -> Date {
        let days = days + 719_468;
        let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day_of_year = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day_of_year + 2) / 153;
        let (of_month, month) = (day_of_year - (153 * month + 2) / 5 + 1, (month + 2) % 12 + 1);
        Date { year: (era * 400 + year + i64::from(month < 3)) as u16, month: month as u8, day: of_month as u8 }
    }

    /// The number of the daily deal, starting from 1.
    pub fn number(self) -> i64 {
        self.days() - FIRST
    }
}

/// The day before daily deal 1: 31 October 2026.
const FIRST: i64 = 20_757;

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// The player's seat.
pub const PLAYER: Seat = Seat(0);
/// The bots in the other seats. They evaluate positions without a network, so they play the same everywhere.
pub const BOTS: [BotLevel; 3] = [BotLevel::Apprentice, BotLevel::Builder, BotLevel::Builder];

/// A completed game of the daily deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyResult {
    /// The player's points.
    pub points: u16,
    /// How many bots scored more.
    pub beaten_by: u8,
}

/// Why a record is not a result of the daily deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forged(pub String);

impl fmt::Display for Forged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The deal of one day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Daily(pub Date);

impl Daily {
    /// The date of a table on one device, taken from its id: `~2026-11-17`, or `~2026-11-17-2` for another attempt.
    pub fn of_table(id: &str) -> Option<Daily> {
        let text = id.strip_prefix('~')?;
        Date::read(text.get(..10)?).map(Daily).filter(|_| text.len() == 10 || text[10..].starts_with('-'))
    }

    fn secret(self) -> String {
        sha256(format!("sabika daily deal {}", self.0).as_bytes())
    }

    fn nonces(self) -> Vec<String> {
        let secret = self.secret();
        (0..=BOTS.len() as u8).filter_map(|seat| nonce_for(&secret, seat)).collect()
    }

    /// The setup: Alhambra with four players, Granada on Sundays.
    pub fn setup(self) -> TableSetup {
        let sunday = (self.0.days() + 4) % 7 == 0;
        TableSetup {
            game: if sunday { "granada" } else { "alhambra" }.to_owned(),
            players: BOTS.len() as u8 + 1,
            modules: Vec::new(),
            simplified: false,
            english_end: false,
        }
    }

    /// The rows of a table for playing it.
    pub fn rows(self, id: &str, person: &str, name: &str) -> Vec<Row> {
        let bots = BOTS.map(|level| Occupant::Bot { level });
        let seats = [Occupant::person(person, name)].into_iter().chain(bots).collect();
        let opening = Opening { no_watchers: true, ..Opening::private(person.to_owned(), self.setup(), seats) };
        let open = opening.row(id.to_owned(), id.to_owned(), self.secret());
        let order = (0..=BOTS.len() as u8).collect();
        vec![open, Row::Start { order, nonces: self.nonces(), rules: RULES_VERSION, position: None }]
    }

    /// Replays a record: it must be this deal, complete, with legal steps only, and every bot's step the one it would choose.
    pub fn verify(
        self,
        record: &Record,
        mut bot: impl FnMut(&Game, Seat) -> Option<Action>,
    ) -> Result<DailyResult, Forged> {
        let forged = |why: String| Forged(why);
        if TableSetup::from(&record.setup) != self.setup() {
            return Err(forged("setup: not the setup of that day".into()));
        }
        let fairness = record.fairness.as_ref().ok_or_else(|| forged("fairness: it is missing".into()))?;
        if fairness.secret.as_deref() != Some(&*self.secret()) || fairness.nonces != self.nonces() {
            return Err(forged("fairness: not the deal of that day".into()));
        }
        let mut before: Option<Game> = None;
        let verdict = check(record, |moment| {
            if let (Moment::Played { number, step, .. }, Some(game)) = (&moment, &before) {
                self.check_bot(*number, *step, game, &mut bot)?;
            }
            before = Some(moment.game().clone());
            Ok::<(), Forged>(())
        })?;
        let verdict = verdict.map_err(|error| forged(error.to_string()))?;
        // A record without a seed supplies its own draws.
        if !verdict.seeded {
            return Err(forged("seed: missing, so the deal cannot be verified".into()));
        }
        let result =
            before.and_then(|game| game.result()).ok_or_else(|| forged("steps: the game is not over".into()))?;
        let points = result.scores[PLAYER];
        Ok(DailyResult { points, beaten_by: result.scores.iter().filter(|other| **other > points).count() as u8 })
    }

    fn check_bot(
        self,
        number: usize,
        step: Step,
        game: &Game,
        bot: &mut impl FnMut(&Game, Seat) -> Option<Action>,
    ) -> Result<(), Forged> {
        if step.seat == PLAYER {
            return Ok(());
        }
        match bot(game, step.seat) {
            Some(action) if action == step.action => Ok(()),
            Some(action) => Err(Forged(format!(
                "step {number}: seat {} is a bot and plays `{action}` there, not `{}`",
                step.seat.0, step.action
            ))),
            None => Err(Forged(format!("step {number}: the bot in seat {} has no action here", step.seat.0))),
        }
    }
}
