//! Serialization of those parts of a record that are not plain structs: those to which modules add fields, and those whose
//! errors should say what is wrong and where.

use core::fmt;

use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Deal, Dealt, KindPoints, RecordPoints, RecordScore, Show};
use crate::kind::Kind;
use crate::module::DealOrder;
use crate::module::Module;

/// An object that is read field by field.
trait Object: Default {
    const NAME: &'static str;
    const REQUIRED: &'static [&'static str];

    /// Reads the value of a field; `false` if there is no such field.
    fn read<'de, A: MapAccess<'de>>(&mut self, field: &str, map: &mut A) -> Result<bool, A::Error>;

    /// The known fields.
    fn fields() -> Vec<&'static str>;
}

struct Reader<T>(core::marker::PhantomData<T>);

fn read_object<'de, T: Object, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_map(Reader(core::marker::PhantomData))
}

impl<'de, T: Object> Visitor<'de> for Reader<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::NAME)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let mut object = T::default();
        let mut seen: Vec<String> = Vec::new();
        while let Some(field) = map.next_key::<String>()? {
            if seen.contains(&field) {
                return Err(Error::custom(format_args!("duplicate field `{field}`")));
            }
            if !object.read(&field, &mut map)? {
                let known = T::fields().join("`, `");
                return Err(Error::custom(format_args!("unknown field `{field}`, expected one of `{known}`")));
            }
            seen.push(field);
        }
        match T::REQUIRED.iter().find(|field| !seen.iter().any(|s| s == *field)) {
            Some(field) => Err(Error::missing_field(field)),
            None => Ok(object),
        }
    }
}

impl Serialize for Deal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("hands", &self.hands)?;
        map.serialize_entry("first", &self.first)?;
        map.serialize_entry("display", &self.display)?;
        map.serialize_entry("market", &self.market)?;
        self.granada.iter().try_for_each(|tiles| map.serialize_entry("granada", tiles))?;
        let modules = self.modules.iter().filter_map(|(module, dealt)| Some((module.deal()?, dealt)));
        let (from_bag, others): (Vec<_>, Vec<_>) = modules.partition(|((_, order), _)| *order == DealOrder::FromBag);
        from_bag.iter().try_for_each(|((name, _), dealt)| map.serialize_entry(name, dealt))?;
        self.dirk.iter().try_for_each(|tiles| map.serialize_entry("dirk", tiles))?;
        others.iter().try_for_each(|((name, _), dealt)| map.serialize_entry(name, dealt))?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for Deal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Deal, D::Error> {
        read_object(deserializer)
    }
}

impl Object for Deal {
    const NAME: &'static str = "struct Deal";
    const REQUIRED: &'static [&'static str] = &["hands", "first", "display", "market"];

    fn read<'de, A: MapAccess<'de>>(&mut self, field: &str, map: &mut A) -> Result<bool, A::Error> {
        match field {
            "hands" => self.hands = map.next_value()?,
            "first" => self.first = map.next_value()?,
            "display" => self.display = map.next_value()?,
            "market" => self.market = map.next_value()?,
            "granada" => self.granada = map.next_value()?,
            "dirk" => self.dirk = map.next_value()?,
            _ => match Module::ALL.into_iter().find(|m| m.deal().is_some_and(|(name, _)| name == field)) {
                Some(module) => self.modules.set(module, map.next_value::<Option<Dealt>>()?),
                None => return Ok(false),
            },
        }
        Ok(true)
    }

    fn fields() -> Vec<&'static str> {
        let modules = Module::ALL.into_iter().filter_map(|m| m.deal().map(|(name, _)| name));
        ["hands", "first", "display", "market", "granada", "dirk"].into_iter().chain(modules).collect()
    }
}

/// What a list of what was dealt contains.
enum DealtItem {
    Code(String),
    Hand(Vec<String>),
}

const DEALT: &str = "expected a list of codes, or one for each seat";

impl<'de> Deserialize<'de> for DealtItem {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<DealtItem, D::Error> {
        struct Item;

        impl<'de> Visitor<'de> for Item {
            type Value = DealtItem;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(DEALT)
            }

            fn visit_str<E: Error>(self, code: &str) -> Result<DealtItem, E> {
                Ok(DealtItem::Code(code.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<DealtItem, A::Error> {
                let mut codes = Vec::new();
                while let Some(code) = seq.next_element()? {
                    codes.push(code);
                }
                Ok(DealtItem::Hand(codes))
            }
        }

        deserializer.deserialize_any(Item)
    }
}

impl<'de> Deserialize<'de> for Dealt {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Dealt, D::Error> {
        let (mut codes, mut hands) = (Vec::new(), Vec::new());
        for item in Vec::deserialize(deserializer)? {
            match item {
                DealtItem::Code(code) => codes.push(code),
                DealtItem::Hand(hand) => hands.push(hand),
            }
        }
        match (codes.is_empty(), hands.is_empty()) {
            (_, true) => Ok(Dealt::Codes(codes)),
            (true, false) => Ok(Dealt::BySeat(hands)),
            (false, false) => Err(Error::custom(DEALT)),
        }
    }
}

impl Serialize for RecordPoints {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let lines = [("walls", self.walls), ("moats", self.moats), ("stretch", self.stretch)];
        let modules = self.modules.iter().filter_map(|(module, points)| Some((module.points()?, points)));
        for (name, points) in lines.into_iter().chain(modules).filter(|(_, points)| *points != 0) {
            map.serialize_entry(name, &points)?;
        }
        map.serialize_entry("kinds", &self.kinds)?;
        map.serialize_entry("total", &self.total)?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for RecordPoints {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RecordPoints, D::Error> {
        read_object(deserializer)
    }
}

impl Object for RecordPoints {
    const NAME: &'static str = "struct RecordPoints";
    const REQUIRED: &'static [&'static str] = &["kinds", "total"];

    fn read<'de, A: MapAccess<'de>>(&mut self, field: &str, map: &mut A) -> Result<bool, A::Error> {
        match field {
            "walls" => self.walls = map.next_value()?,
            "moats" => self.moats = map.next_value()?,
            "stretch" => self.stretch = map.next_value()?,
            "kinds" => self.kinds = map.next_value()?,
            "total" => self.total = map.next_value()?,
            _ => match Module::ALL.into_iter().find(|m| m.points() == Some(field)) {
                Some(module) => self.modules[module] = map.next_value()?,
                None => return Ok(false),
            },
        }
        Ok(true)
    }

    fn fields() -> Vec<&'static str> {
        let modules = Module::ALL.into_iter().filter_map(Module::points);
        ["walls", "moats", "stretch"].into_iter().chain(modules).chain(["kinds", "total"]).collect()
    }
}

impl<'de> Deserialize<'de> for Show {
    /// By hand, so that errors inside a score say what is wrong, and where.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Show, D::Error> {
        struct Shown;

        impl<'de> Visitor<'de> for Shown {
            type Value = Show;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or a score")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Show, E> {
                Ok(Show::Text(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Show, A::Error> {
                RecordScore::deserialize(serde::de::value::MapAccessDeserializer::new(map)).map(Show::Score)
            }
        }

        deserializer.deserialize_any(Shown)
    }
}

impl Serialize for KindPoints {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(kind, points)| (kind.code(), points)))
    }
}

impl<'de> Deserialize<'de> for KindPoints {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<KindPoints, D::Error> {
        let map = std::collections::BTreeMap::<String, u16>::deserialize(deserializer)?;
        let mut points = Vec::new();
        for (code, value) in map {
            let kind =
                Kind::from_code(&code).ok_or_else(|| Error::custom(format_args!("`{code}` is no kind of building")))?;
            if value != 0 {
                points.push((kind, value));
            }
        }
        points.sort_unstable();
        Ok(KindPoints(points))
    }
}
