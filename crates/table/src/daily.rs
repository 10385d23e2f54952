//! The daily deal: a fixed deal that follows from the date.

use std::fmt;

use crate::deal::FixedDeal;
use crate::fair::sha256;
use crate::terms::{BotLevel, TableSetup};

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

/// Those who sit in the seats after the player's. They value positions without a network, so that a device need not fetch one.
const BOTS: [BotLevel; 3] = [BotLevel::Apprentice, BotLevel::Builder, BotLevel::Builder];

/// The deal of one day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Daily(pub Date);

impl Daily {
    /// The date of a table on one device, taken from its id: `~2026-11-17`, or `~2026-11-17-2` for another attempt.
    pub fn of_table(id: &str) -> Option<Daily> {
        let text = id.strip_prefix('~')?;
        Date::read(text.get(..10)?).map(Daily).filter(|_| text.len() == 10 || text[10..].starts_with('-'))
    }

    /// What is played: Alhambra with four players, on Sundays Granada.
    pub fn deal(self) -> FixedDeal {
        let sunday = (self.0.days() + 4) % 7 == 0;
        FixedDeal {
            setup: TableSetup {
                game: if sunday { "granada" } else { "alhambra" }.to_owned(),
                players: BOTS.len() as u8 + 1,
                modules: Vec::new(),
                simplified: false,
                english_end: false,
            },
            bots: BOTS.to_vec(),
            secret: sha256(format!("sabika daily deal {}", self.0).as_bytes()),
        }
    }
}
