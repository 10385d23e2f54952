//! The form of every error: in the socket, in a worker and over HTTP.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

macro_rules! problems {
    ($($(#[$doc:meta])* $name:ident $text:literal,)*) => {
        /// What went wrong.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum ProblemKind { $($(#[$doc])* $name),* }

        impl ProblemKind {
            /// Every kind of problem.
            pub const ALL: &[ProblemKind] = &[$(ProblemKind::$name),*];

            /// One sentence for people.
            pub const fn title(self) -> &'static str {
                match self { $(ProblemKind::$name => $text),* }
            }
        }
    };
}

problems! {
    /// The body or message cannot be read.
    Malformed "The request could not be parsed.",
    /// A value is out of its bounds.
    Invalid "A value is not allowed.",
    /// There is no session.
    NoSession "Sign in first.",
    /// Wrong name, password or code.
    WrongPassword "Wrong name, password or code.",
    /// The site's owner has banned this person.
    Banned "You are banned from this site.",
    /// The request came from another site.
    CrossOrigin "This request came from another site.",
    /// Not your seat, or you are not the host.
    NotYours "You are not allowed to do this.",
    /// Not found.
    NotFound "Not found.",
    /// The choice has changed in the meantime.
    Stale "The choice has changed in the meantime.",
    /// Not possible in the table's current state.
    WrongTime "The table's current state does not allow this.",
    /// The seat or table is taken.
    Taken "Already taken.",
    /// Too large.
    TooLarge "This is too large.",
    /// The method is not allowed.
    WrongMethod "Method not allowed.",
    /// The content type is not supported.
    WrongForm "This must be sent as JSON.",
    /// Too many requests.
    TooMany "Too many requests; wait a moment.",
    /// The engine folds this table to a different state than when it was played.
    Frozen "This table was played under different rules and is frozen.",
    /// An internal error.
    Internal "Internal server error.",
    /// Nothing was stored; the same message may be sent again.
    Retry "The storage does not respond; try again.",
    /// Nothing was stored: the storage is full.
    Full "There is no space left on this device.",
}

/// An error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Problem {
    /// The kind of problem; `docs/protocol.md` lists them.
    #[serde(rename = "type")]
    pub kind: ProblemKind,
    /// One sentence for people.
    pub title: String,
    /// Details of this case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub detail: Option<String>,
}

impl Problem {
    /// A problem without details.
    pub fn new(kind: ProblemKind) -> Problem {
        Problem { kind, title: kind.title().into(), detail: None }
    }

    /// A problem with details.
    pub fn with(kind: ProblemKind, detail: impl Into<String>) -> Problem {
        Problem { detail: Some(detail.into()), ..Problem::new(kind) }
    }
}

impl From<ProblemKind> for Problem {
    fn from(kind: ProblemKind) -> Problem {
        Problem::new(kind)
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.detail.as_deref().unwrap_or(&self.title))
    }
}

impl std::error::Error for Problem {}
