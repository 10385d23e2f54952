//! Splits a line into its fields.

use super::value::Value;
use super::{FORMAT, PositionError};
use crate::notation::shortened;

/// The fields that have not been read yet.
pub(super) struct Fields<'a> {
    left: Vec<(&'a str, &'a str)>,
}

/// More than any position needs: longer lines are refused unread.
const LONGEST: usize = 16 * 1024;

fn wrong<T>(place: impl Into<String>, problem: impl Into<String>) -> Result<T, PositionError> {
    Err(PositionError { place: place.into(), problem: problem.into() })
}

impl<'a> Fields<'a> {
    /// Splits a line of this form, `view` or `game`.
    pub(super) fn new(form: &str, line: &'a str) -> Result<Fields<'a>, PositionError> {
        let form = format!("{form}/{FORMAT}");
        if line.len() > LONGEST {
            return wrong("line", format!("{} bytes: a position has at most {LONGEST}", line.len()));
        }
        let mut words = line.split_whitespace();
        match words.next() {
            Some(word) if word == form => {}
            Some(word) => return wrong("word 1", format!("expected `{form}`, found `{}`", shortened(word))),
            None => return wrong("word 1", format!("`{form}` is missing")),
        }
        let mut left: Vec<(&str, &str)> = Vec::new();
        for (i, word) in words.enumerate() {
            let Some((name, value)) = word.split_once('=') else {
                return wrong(
                    format!("word {}", i + 2),
                    format!("`{}` is not a field like name=value", shortened(word)),
                );
            };
            if left.iter().any(|(other, _)| *other == name) {
                return wrong(shortened(name), "appears twice");
            }
            left.push((name, value));
        }
        Ok(Fields { left })
    }

    /// The value of a required field.
    pub(super) fn take(&mut self, name: &str) -> Result<Value<'a>, PositionError> {
        match self.left.iter().position(|(other, _)| *other == name) {
            Some(at) => Ok(Value::new(name, self.left.remove(at).1)),
            None => wrong(name, "is missing"),
        }
    }

    /// Checks that every field has been read.
    pub(super) fn end(self) -> Result<(), PositionError> {
        match self.left.first() {
            Some((name, _)) => wrong(shortened(name), "unexpected field"),
            None => Ok(()),
        }
    }
}
