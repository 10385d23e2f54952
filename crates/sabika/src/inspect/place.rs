//! JSON values that know their path, so that every error can name it.

use std::fmt;
use std::str::FromStr;

use serde_json::{Map, Value};

use crate::plain::shortened;

/// A value and its path: `seats[1].tiles[0]`.
pub struct Place<'a> {
    path: String,
    pub value: &'a Value,
}

/// An error in a question, and where it is.
pub struct InputError {
    path: String,
    problem: String,
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => f.write_str(&self.problem),
            path => write!(f, "{path}: {}", self.problem),
        }
    }
}

impl InputError {
    /// The line is not JSON at all.
    pub fn json(error: &serde_json::Error) -> InputError {
        let text = error.to_string();
        // The parser also gives a line number; here there is only one line.
        let problem = text.split(" at line ").next().unwrap_or(&text);
        InputError { path: format!("column {}", error.column()), problem: format!("not JSON: {problem}") }
    }
}

/// Shortens a quote for an error message.
pub fn quoted(text: &str) -> String {
    shortened(text, 40)
}

impl<'a> Place<'a> {
    pub fn root(value: &'a Value) -> Place<'a> {
        Place { path: String::new(), value }
    }

    pub fn wrong(&self, problem: impl Into<String>) -> InputError {
        InputError { path: self.path.clone(), problem: problem.into() }
    }

    /// An error inside a string, which says itself where.
    pub fn inside(&self, error: impl fmt::Display) -> InputError {
        self.wrong(error.to_string())
    }

    /// The value is not `wanted`.
    fn is_not(&self, wanted: &str) -> InputError {
        self.wrong(format!("`{}` is not {wanted}", quoted(&self.value.to_string())))
    }

    /// An object with only these keys.
    pub fn object(&self, known: &[&str]) -> Result<Object<'a>, InputError> {
        let map = self.value.as_object().ok_or_else(|| self.is_not("an object"))?;
        if let Some(key) = map.keys().find(|k| !known.contains(&k.as_str())) {
            return Err(self.wrong(format!("unknown key `{}`; known keys: {}", quoted(key), known.join(", "))));
        }
        Ok(Object { path: self.path.clone(), map })
    }

    /// A list of at most `most` values.
    pub fn list(&self, most: usize) -> Result<Vec<Place<'a>>, InputError> {
        let list = self.value.as_array().ok_or_else(|| self.is_not("a list"))?;
        if list.len() > most {
            return Err(self.wrong(format!("{} entries; at most {most} allowed", list.len())));
        }
        let place = |(i, value)| Place { path: format!("{}[{i}]", self.path), value };
        Ok(list.iter().enumerate().map(place).collect())
    }

    pub fn text(&self) -> Result<&'a str, InputError> {
        self.value.as_str().ok_or_else(|| self.is_not("a string"))
    }

    pub fn bool(&self) -> Result<bool, InputError> {
        self.value.as_bool().ok_or_else(|| self.is_not("true or false"))
    }

    pub fn integer(&self) -> Result<i64, InputError> {
        self.value.as_i64().ok_or_else(|| self.is_not("a whole number"))
    }

    /// A string that parses as a `T`; `what` describes it in errors.
    pub fn code<T: FromStr>(&self, what: &str) -> Result<T, InputError> {
        self.text()?.parse().map_err(|_| self.is_not(what))
    }
}

/// An object being read key by key.
pub struct Object<'a> {
    path: String,
    map: &'a Map<String, Value>,
}

impl<'a> Object<'a> {
    /// The value of a key; `null` counts as absent.
    pub fn optional(&self, key: &str) -> Option<Place<'a>> {
        let value = self.map.get(key).filter(|v| !v.is_null())?;
        let dot = if self.path.is_empty() { "" } else { "." };
        Some(Place { path: format!("{}{dot}{key}", self.path), value })
    }

    pub fn required(&self, key: &str) -> Result<Place<'a>, InputError> {
        let missing = || InputError { path: self.path.clone(), problem: format!("`{key}` is missing") };
        self.optional(key).ok_or_else(missing)
    }
}
