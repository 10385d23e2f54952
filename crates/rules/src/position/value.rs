//! The value of a field: how lists are written, and parsing in which every error knows its place.

use core::fmt::{self, Display};
use core::str::FromStr;

use super::PositionError;
use crate::notation::{Unknown, shortened};

/// Stands for no value.
pub(crate) const NOTHING: &str = "-";

/// A list, with items separated by dots.
pub(crate) fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    joined(items, ".")
}

/// One value for each seat, separated by slashes.
pub(crate) fn by_seat<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    joined(items, "/")
}

fn joined<T: Display>(items: impl IntoIterator<Item = T>, separator: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    if items.is_empty() { NOTHING.into() } else { items.join(separator) }
}

/// A value that may be missing.
pub(crate) struct Maybe<T>(pub Option<T>);

impl<T: Display> Display for Maybe<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(value) => value.fmt(f),
            None => f.write_str(NOTHING),
        }
    }
}

/// A text and its place: `hands`, `hands[1]`, `hands[1][0]`.
#[derive(Clone)]
pub(crate) struct Value<'a> {
    place: String,
    pub(crate) text: &'a str,
}

impl<'a> Value<'a> {
    pub(crate) fn new(place: impl Into<String>, text: &'a str) -> Value<'a> {
        Value { place: place.into(), text }
    }

    /// Another text at the same place.
    pub(crate) fn with_text(&self, text: &'a str) -> Value<'a> {
        Value { place: self.place.clone(), text }
    }

    pub(crate) fn wrong<T>(&self, problem: impl Into<String>) -> Result<T, PositionError> {
        Err(PositionError { place: self.place.clone(), problem: problem.into() })
    }

    /// An error: the value is not what it should be.
    pub(crate) fn is_not<T>(&self, wanted: &str) -> Result<T, PositionError> {
        self.wrong(format!("`{}` is not {wanted}", shortened(self.text)))
    }

    /// One value for each seat.
    pub(crate) fn by_seat(&self, players: usize) -> Result<Vec<Value<'a>>, PositionError> {
        let seats = self.split('/');
        match seats.len() == players {
            true => Ok(seats),
            false => self.wrong(format!("{} seats instead of {players}", seats.len())),
        }
    }

    /// The items of a list.
    pub(crate) fn list(&self) -> Vec<Value<'a>> {
        if self.is_nothing() { Vec::new() } else { self.split('.') }
    }

    /// A list of `N` items.
    pub(crate) fn items<const N: usize>(&self) -> Result<[Value<'a>; N], PositionError> {
        let items = self.split('.');
        let many = items.len();
        items.try_into().or_else(|_| self.wrong(format!("{many} items instead of {N}")))
    }

    fn split(&self, separator: char) -> Vec<Value<'a>> {
        let place = |(i, text)| Value::new(format!("{}[{i}]", self.place), text);
        self.text.split(separator).enumerate().map(place).collect()
    }

    pub(crate) fn is_nothing(&self) -> bool {
        self.text == NOTHING
    }

    /// The value, if there is one.
    pub(crate) fn maybe(self) -> Option<Value<'a>> {
        (!self.is_nothing()).then_some(self)
    }

    /// The parsed code.
    pub(crate) fn code<T: FromStr<Err = Unknown>>(&self) -> Result<T, PositionError> {
        self.text.parse().or_else(|unknown: Unknown| self.is_not(unknown.expected))
    }

    /// The two halves of `a@b`.
    pub(crate) fn pair(&self, wanted: &str) -> Result<(Value<'a>, Value<'a>), PositionError> {
        let halves = self.text.split_once('@');
        halves.map_or_else(|| self.is_not(wanted), |(a, b)| Ok((self.with_text(a), self.with_text(b))))
    }

    /// An integer, at most `most`.
    pub(crate) fn number(&self, most: u16) -> Result<u16, PositionError> {
        let number = self.text.parse::<u16>().ok().filter(|n| *n <= most && n.to_string() == self.text);
        number.map_or_else(|| self.is_not(&format!("a number from 0 to {most}")), Ok)
    }

    pub(crate) fn yes_or_no(&self) -> Result<bool, PositionError> {
        match self.text {
            "yes" => Ok(true),
            "no" => Ok(false),
            _ => self.is_not("yes or no"),
        }
    }
}

pub(crate) fn yes_or_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}
