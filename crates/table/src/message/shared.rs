//! Parts of messages that many viewers share.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use ts_rs::{Config, TS, TypeVisitor};

/// A part of a message that is built and serialized once, however many viewers receive it, until it changes.
pub struct Shared<T>(Arc<Made<T>>);

struct Made<T> {
    value: T,
    json: OnceLock<Box<RawValue>>,
}

impl<T> Shared<T> {
    /// Wraps a value for sharing.
    pub fn new(value: T) -> Shared<T> {
        Shared(Arc::new(Made { value, json: OnceLock::new() }))
    }
}

impl<T: PartialEq> Shared<T> {
    /// Keeps the previous value if nothing changed, so that its serialized form is reused.
    pub(super) fn or_new(before: Option<&Shared<T>>, value: T) -> Shared<T> {
        before.filter(|before| before.0.value == value).cloned().unwrap_or_else(|| Shared::new(value))
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.value
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Shared<T> {
        Shared(self.0.clone())
    }
}

impl<T: fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.value.fmt(f)
    }
}

impl<T: PartialEq> PartialEq for Shared<T> {
    fn eq(&self, other: &Shared<T>) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.value == other.0.value
    }
}

impl<T: Eq> Eq for Shared<T> {}

impl<T: Serialize> Serialize for Shared<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(json) = self.0.json.get() {
            return json.serialize(serializer);
        }
        match to_raw_value(&self.0.value) {
            Ok(json) => self.0.json.get_or_init(|| json).serialize(serializer),
            Err(_) => self.0.value.serialize(serializer),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Shared<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Shared<T>, D::Error> {
        T::deserialize(deserializer).map(Shared::new)
    }
}

/// The page sees only the value itself.
impl<T: TS> TS for Shared<T> {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(config: &Config) -> String {
        T::name(config)
    }

    fn inline(config: &Config) -> String {
        T::inline(config)
    }

    fn visit_dependencies(visitor: &mut impl TypeVisitor)
    where
        Self: 'static,
    {
        T::visit_dependencies(visitor);
    }

    fn visit_generics(visitor: &mut impl TypeVisitor)
    where
        Self: 'static,
    {
        T::visit_generics(visitor);
        visitor.visit::<T>();
    }

    fn decl(_: &Config) -> String {
        panic!("only what is shared is declared")
    }

    fn decl_concrete(_: &Config) -> String {
        panic!("only what is shared is declared")
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Counts how often it is serialized.
    #[derive(Default)]
    struct Counted(Cell<u32>);

    impl Serialize for Counted {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.0.set(self.0.get() + 1);
            serializer.serialize_str("x")
        }
    }

    #[test]
    fn a_shared_part_is_serialized_once() {
        let shared = Shared::new(Counted::default());
        let copies = vec![shared.clone(); 3];
        let text = serde_json::to_string(&(&copies, &shared)).expect("json");
        assert_eq!((text.as_str(), shared.0.value.0.get()), (r#"[["x","x","x"],"x"]"#, 1));
        assert_eq!(serde_json::to_value(&copies).expect("json"), serde_json::json!(["x", "x", "x"]));
    }

    #[test]
    fn unchanged_parts_are_kept() {
        let before = Shared::new(vec![1]);
        assert!(Arc::ptr_eq(&before.0, &Shared::or_new(Some(&before), vec![1]).0));
        assert_eq!(*Shared::or_new(Some(&before), vec![2]), [2]);
        assert_eq!(before, serde_json::from_str("[1]").expect("json"));
    }
}
