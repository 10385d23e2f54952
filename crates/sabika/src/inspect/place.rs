//! JSON values that know where they stand, so that every complaint can say so.

use std::fmt;
use std::str::FromStr;

use serde_json::{Map, Value};

use crate::plain::shortened;

/// A value and the way to it: `seats[1].tiles[0]`.
pub struct Place<'a> {
    path: String,
    pub value: &'a Value,
}

/// What is wrong with a question, and where.
pub struct Complaint {
    path: String,
    problem: String,
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => f.write_str(&self.problem),
            path => write!(f, "{path}: {}", self.problem),
        }
    }
}

impl Complaint {
    /// The line is no JSON at all.
    pub fn json(error: &serde_json::Error) -> Complaint {
        let text = error.to_string();
        // The parser counts lines, too; here there is only one.
        let problem = text.split(" at line ").next().unwrap_or(&text);
        Complaint { path: format!("column {}", error.column()), problem: format!("not JSON: {problem}") }
    }
}

/// Complaints quote what they found, but not at any length.
pub fn quoted(text: &str) -> String {
    shortened(text, 40)
}

impl<'a> Place<'a> {
    pub fn root(value: &'a Value) -> Place<'a> {
        Place { path: String::new(), value }
    }

    pub fn wrong(&self, problem: impl Into<String>) -> Complaint {
        Complaint { path: self.path.clone(), problem: problem.into() }
    }

    /// It is something else than `wanted`.
    fn is_not(&self, wanted: &str) -> Complaint {
        self.wrong(format!("`{}` is not {wanted}", quoted(&self.value.to_string())))
    }

    /// An object with none but these keys.
    pub fn object(&self, known: &[&str]) -> Result<Object<'a>, Complaint> {
        let map = self.value.as_object().ok_or_else(|| self.is_not("an object"))?;
        if let Some(key) = map.keys().find(|k| !known.contains(&k.as_str())) {
            return Err(self.wrong(format!("unknown key `{}`; known are {}", quoted(key), known.join(", "))));
        }
        Ok(Object { path: self.path.clone(), map })
    }

    /// A list of `most` values at most.
    pub fn list(&self, most: usize) -> Result<Vec<Place<'a>>, Complaint> {
        let list = self.value.as_array().ok_or_else(|| self.is_not("a list"))?;
        if list.len() > most {
            return Err(self.wrong(format!("{} entries: there can be {most} at most", list.len())));
        }
        let place = |(i, value)| Place { path: format!("{}[{i}]", self.path), value };
        Ok(list.iter().enumerate().map(place).collect())
    }

    pub fn text(&self) -> Result<&'a str, Complaint> {
        self.value.as_str().ok_or_else(|| self.is_not("a text"))
    }

    pub fn bool(&self) -> Result<bool, Complaint> {
        self.value.as_bool().ok_or_else(|| self.is_not("true or false"))
    }

    pub fn integer(&self) -> Result<i64, Complaint> {
        self.value.as_i64().ok_or_else(|| self.is_not("a whole number"))
    }

    /// A text that stands for something: `what` says for what.
    pub fn code<T: FromStr>(&self, what: &str) -> Result<T, Complaint> {
        self.text()?.parse().map_err(|_| self.is_not(what))
    }
}

/// An object being read key by key.
pub struct Object<'a> {
    path: String,
    map: &'a Map<String, Value>,
}

impl<'a> Object<'a> {
    /// The value of a key; `null` is as good as absent.
    pub fn optional(&self, key: &str) -> Option<Place<'a>> {
        let value = self.map.get(key).filter(|v| !v.is_null())?;
        let dot = if self.path.is_empty() { "" } else { "." };
        Some(Place { path: format!("{}{dot}{key}", self.path), value })
    }

    pub fn required(&self, key: &str) -> Result<Place<'a>, Complaint> {
        let missing = || Complaint { path: self.path.clone(), problem: format!("`{key}` is missing") };
        self.optional(key).ok_or_else(missing)
    }
}
