//! Everything a site stores, table by table: what `export.rs` writes and `import.rs` reads. A test compares this list with the schema,
//! so no table and no column can be forgotten.

use std::collections::BTreeMap;

use super::{StoreError, migrations};
use Kind::{Integer as Int, Real, Text};

/// The format of an export. Raise it if older programs could no longer read the lines.
pub(super) const FORMAT: u32 = 1;

/// Tables that are not exported: snapshots only save the time of folding a table's steps, and servers write new ones.
pub(super) const LEFT_OUT: [&str; 1] = ["snapshots"];

/// How many rows each table has, by its name.
pub type Counts = BTreeMap<String, u64>;

/// What a column contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Integer,
    /// Exported as text: not every JSON parser reads a fraction to the last bit.
    Real,
}

/// One table.
pub(super) struct Contents {
    pub name: &'static str,
    /// The number of leading columns that form the primary key; rows are exported in its order.
    pub key: usize,
    pub columns: &'static [(&'static str, Kind)],
}

/// All tables; each comes after those it refers to.
pub(super) const TABLES: [Contents; 22] = [
    Contents { name: "site", key: 1, columns: &[("name", Text), ("value", Text)] },
    Contents { name: "people", key: 1, columns: &[("id", Text), ("name", Text), ("created_at", Int)] },
    Contents {
        name: "accounts",
        key: 1,
        columns: &[
            ("person", Text),
            ("name_key", Text),
            ("password", Text),
            ("recovery", Text),
            ("created_at", Int),
            ("look", Text),
        ],
    },
    Contents { name: "sessions", key: 1, columns: &[("hash", Text), ("person", Text), ("seen_at", Int)] },
    Contents {
        name: "browsers",
        key: 1,
        columns: &[("endpoint", Text), ("session", Text), ("p256dh", Text), ("auth", Text), ("at", Int)],
    },
    Contents {
        name: "tables",
        key: 1,
        columns: &[
            ("id", Text),
            ("code", Text),
            ("status", Text),
            ("public", Int),
            ("info", Text),
            ("changed_at", Int),
            ("host", Text),
            ("origin", Text),
        ],
    },
    Contents { name: "steps", key: 2, columns: &[("table_id", Text), ("version", Int), ("at", Int), ("body", Text)] },
    Contents { name: "keepsakes", key: 1, columns: &[("table_id", Text), ("body", Text)] },
    Contents { name: "seated", key: 2, columns: &[("person", Text), ("table_id", Text), ("your_turn", Int)] },
    Contents { name: "sat", key: 2, columns: &[("person", Text), ("table_id", Text)] },
    Contents {
        name: "due",
        key: 1,
        columns: &[("table_id", Text), ("at", Int), ("claimed_until", Int), ("written", Int)],
    },
    Contents {
        name: "chat",
        key: 2,
        columns: &[
            ("table_id", Text),
            ("number", Int),
            ("person", Text),
            ("name", Text),
            ("text", Text),
            ("at", Int),
            ("message", Text),
            ("aside", Int),
        ],
    },
    Contents {
        name: "ratings",
        key: 3,
        columns: &[
            ("person", Text),
            ("game", Text),
            ("players", Int),
            ("rating", Real),
            ("uncertainty", Real),
            ("points", Int),
            ("games", Int),
        ],
    },
    Contents {
        name: "placings",
        key: 2,
        columns: &[
            ("person", Text),
            ("table_id", Text),
            ("game", Text),
            ("players", Int),
            ("place", Int),
            ("score", Int),
            ("points_before", Int),
            ("points_after", Int),
            ("at", Int),
        ],
    },
    Contents {
        name: "notices",
        key: 3,
        columns: &[("person", Text), ("table_id", Text), ("kind", Text), ("at", Int), ("seen", Int)],
    },
    Contents { name: "blocks", key: 2, columns: &[("person", Text), ("blocked", Text)] },
    Contents {
        name: "reports",
        key: 1,
        columns: &[
            ("id", Text),
            ("at", Int),
            ("reporter", Text),
            ("person", Text),
            ("table_id", Text),
            ("line", Int),
            ("said", Text),
            ("text", Text),
            ("closed", Int),
        ],
    },
    Contents { name: "bans", key: 1, columns: &[("person", Text), ("reason", Text), ("at", Int)] },
    Contents {
        name: "daily",
        key: 2,
        columns: &[("day", Text), ("person", Text), ("points", Int), ("beaten_by", Int), ("at", Int)],
    },
    Contents { name: "progress", key: 2, columns: &[("person", Text), ("table_id", Text), ("body", Text)] },
    Contents {
        name: "duplicates",
        key: 1,
        columns: &[
            ("code", Text),
            ("name", Text),
            ("host", Text),
            ("origin", Text),
            ("setup", Text),
            ("bots", Text),
            ("deals", Int),
            ("secret", Text),
            ("opened_at", Int),
            ("closes_at", Int),
        ],
    },
    Contents {
        name: "duplicate_tables",
        key: 3,
        columns: &[("code", Text), ("deal", Int), ("person", Text), ("table_id", Text), ("verified", Int)],
    },
];

impl Contents {
    pub(super) fn column_names(&self) -> Vec<&'static str> {
        self.columns.iter().map(|(name, _)| *name).collect()
    }

    /// All rows, in the same order from both databases.
    pub(super) fn select(&self) -> String {
        let order: Vec<String> = self.columns[..self.key]
            .iter()
            .map(|(name, kind)| match kind {
                Text => format!("{name} {{bytewise}}"),
                Int | Real => (*name).to_owned(),
            })
            .collect();
        format!("SELECT {} FROM {} ORDER BY {}", self.column_names().join(", "), self.name, order.join(", "))
    }
}

/// The version of the schema: the number of the latest migration.
pub(super) fn schema() -> i64 {
    migrations::sqlite().iter().map(|migration| migration.version).max().unwrap_or(0)
}

pub(super) fn unusable(why: impl Into<String>) -> StoreError {
    StoreError::Unusable(why.into())
}
