//! Enums whose variants are told apart by a field (serde's `tag`), read straight from JSON.
//!
//! What serde derives for them first copies the object into a tree and then reads the variant from that, with a second reader for every
//! type inside. In a browser's engine these second readers were most of what reads messages.

use serde::de::value::StringDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, MapAccess, VariantAccess, Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};
use serde_json::Error;
use serde_json::value::RawValue;

/// Reads an enum whose variant is named by the field `tag`. `read` is what serde derives without a tag.
pub fn read<'de, T, D: Deserializer<'de>>(
    tag: &'static str,
    deserializer: D,
    read: impl FnOnce(Variant<'_>) -> Result<T, Error>,
) -> Result<T, D::Error> {
    let json = Box::<RawValue>::deserialize(deserializer)?;
    Variant::new(tag, json.get()).and_then(read).map_err(D::Error::custom)
}

/// The name of a variant and its fields.
pub struct Variant<'de> {
    name: String,
    fields: Fields<'de>,
}

impl<'de> Variant<'de> {
    fn new(tag: &'static str, json: &'de str) -> Result<Variant<'de>, Error> {
        let mut fields: Vec<(String, &'de RawValue)> =
            serde_json::Deserializer::from_str(json).deserialize_map(Pairs)?;
        let at = fields.iter().position(|(key, _)| key == tag).ok_or_else(|| Error::missing_field(tag))?;
        let name = serde_json::from_str(fields.remove(at).1.get())?;
        Ok(Variant { name, fields: Fields { rest: fields.into_iter(), value: None } })
    }
}

/// Reads the keys of an object, and where their values are.
struct Pairs;

impl<'de> Visitor<'de> for Pairs {
    type Value = Vec<(String, &'de RawValue)>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut pairs = Vec::new();
        while let Some(pair) = map.next_entry()? {
            pairs.push(pair);
        }
        Ok(pairs)
    }
}

impl<'de> Deserializer<'de> for Variant<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_enum(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq tuple
        tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Error;
    type Variant = Fields<'de>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Fields<'de>), Error> {
        let name: StringDeserializer<Error> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self.fields))
    }
}

/// The fields of a variant that have not been read yet.
pub struct Fields<'de> {
    rest: std::vec::IntoIter<(String, &'de RawValue)>,
    value: Option<&'de RawValue>,
}

impl<'de> VariantAccess<'de> for Fields<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("a variant with a tag has named fields"))
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(self)
    }
}

impl<'de> Deserializer<'de> for Fields<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq tuple
        tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        let Some((key, value)) = self.rest.next() else { return Ok(None) };
        self.value = Some(value);
        let key: StringDeserializer<Error> = key.into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let value = self.value.take().ok_or_else(|| Error::custom("a value without a key"))?;
        seed.deserialize(&mut serde_json::Deserializer::from_str(value.get()))
    }
}

/// Implements `Deserialize` for an enum that derives it with `#[serde(remote = "Self")]`, that is, without a tag.
#[macro_export]
macro_rules! read_tagged {
    ($type:ty, $tag:literal) => {
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::tagged::read($tag, deserializer, |variant| <$type>::deserialize(variant))
            }
        }
    };
}

/// Defines an enum that is written with a tag by serde and read by this module. `also` are derives whose attributes its variants have.
// The tag is a `tt`: derives that read serde's attributes as tokens do not find a `literal` in them.
macro_rules! tagged {
    (
        tag = $tag:tt, remote = $remote:tt, serde($($serde:tt)*), also($($also:path),*);
        $(#[$attribute:meta])*
        pub enum $name:ident { $($variants:tt)* }
    ) => {
        $(#[$attribute])*
        #[serde(tag = $tag, $($serde)*)]
        pub enum $name { $($variants)* }

        const _: () = {
            #[derive(serde::Deserialize $(, $also)*)]
            #[serde(remote = $remote, $($serde)*)]
            #[allow(dead_code, reason = "it only says how the enum is read")]
            enum Untagged { $($variants)* }

            impl<'de> serde::Deserialize<'de> for $name {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    $crate::tagged::read($tag, deserializer, |variant| Untagged::deserialize(variant))
                }
            }
        };
    };
}
pub(crate) use tagged;

#[cfg(test)]
mod tests {
    use crate::message::{Ask, FromServer, Pace};
    use crate::{BotLevel, Occupant};

    #[test]
    fn variants_are_read_wherever_the_tag_stands() {
        let bot = Occupant::Bot { level: BotLevel::Novice };
        for json in
            [r#"{"kind":"bot","level":"novice"}"#, r#" { "level" : "novice", "later": [{}], "kind": "b\u006ft" } "#]
        {
            assert_eq!(serde_json::from_str::<Occupant>(json).expect(json), bot);
            let tree: serde_json::Value = serde_json::from_str(json).expect(json);
            assert_eq!(serde_json::from_value::<Occupant>(tree).expect(json), bot);
        }
        assert_eq!(serde_json::from_str::<Pace>(r#"{"kind":"free"}"#).expect("it fits"), Pace::Free);
    }

    /// Messages contain each other: a tree of serde's own in between could not be read by this module.
    #[test]
    fn what_the_server_sends_can_be_read() {
        let table =
            crate::testkit::lobby("alhambra", &[], false, vec![Occupant::Open, Occupant::Open], Pace::Free.into());
        let sent = FromServer::Snapshot(table.snapshot(crate::Eyes::Watcher, Vec::new()));
        let json = serde_json::to_string(&sent).expect("it is JSON");
        assert_eq!(serde_json::from_str::<FromServer>(&json).expect("it is read"), sent);
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let wrong = |json: &str| serde_json::from_str::<Ask>(json).expect_err(json).to_string();
        for (json, what) in [
            ("[1]", "expected an object"),
            ("{}", "missing field `type`"),
            (r#"{"type":"dance"}"#, "unknown variant `dance`"),
            (r#"{"type":"ping"}"#, "missing field `id`"),
            (r#"{"type":"ping","id":"1","more":2}"#, "unknown field `more`"),
            (r#"{"type":"ping","id":1}"#, "invalid type: integer `1`, expected a string"),
            (r#"{"type":"ping","id":"1""#, "EOF"),
        ] {
            assert!(wrong(json).contains(what), "{json}: {}", wrong(json));
        }
    }
}
