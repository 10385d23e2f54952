//! Finds the first difference between two JSON values.

use serde_json::Value;

/// The path to the first difference, and the values there; `None` if absent.
pub struct Difference {
    pub path: String,
    pub found: Option<Value>,
    pub expected: Option<Value>,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = |value: &Option<Value>| value.as_ref().map_or("nothing".into(), Value::to_string);
        write!(f, "found {}, expected {}", text(&self.found), text(&self.expected))
    }
}

pub fn first(path: &str, found: &Value, expected: &Value) -> Option<Difference> {
    match (found, expected) {
        (Value::Object(a), Value::Object(b)) => {
            let keys = b.keys().chain(a.keys().filter(|k| !b.contains_key(*k)));
            keys.into_iter().find_map(|key| inside(&format!("{path}.{key}"), a.get(key), b.get(key)))
        }
        (Value::Array(a), Value::Array(b)) => {
            (0..a.len().max(b.len())).find_map(|i| inside(&format!("{path}[{i}]"), a.get(i), b.get(i)))
        }
        (a, b) if a == b => None,
        (a, b) => Some(Difference { path: path.to_owned(), found: Some(a.clone()), expected: Some(b.clone()) }),
    }
}

fn inside(path: &str, found: Option<&Value>, expected: Option<&Value>) -> Option<Difference> {
    match (found, expected) {
        (Some(a), Some(b)) => first(path, a, b),
        (None, None) => None,
        (a, b) => Some(Difference { path: path.to_owned(), found: a.cloned(), expected: b.cloned() }),
    }
}
