//! What is said when something cannot be done: the form of every error, in the socket, in a worker and over HTTP.

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
            /// Every kind.
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
    /// No session.
    NoSession "Sign in first.",
    /// A wrong name, password or code.
    WrongPassword "Wrong name, password or code.",
    /// Whoever runs the site does not let this person play.
    Banned "You are banned from this site.",
    /// The request came from another site.
    CrossOrigin "This request came from another site.",
    /// Not one's own seat, or not the host.
    NotYours "You are not allowed to do this.",
    /// No such thing.
    NotFound "Not found.",
    /// The choice has changed since.
    Stale "The choice has changed in the meantime.",
    /// The table is not in a state for this.
    WrongTime "The table's current state does not allow this.",
    /// The seat or table is taken.
    Taken "Already taken.",
    /// Too large.
    TooLarge "This is too large.",
    /// Not with this method.
    WrongMethod "Method not allowed.",
    /// Not in this form.
    WrongForm "This must be sent as JSON.",
    /// Too often.
    TooMany "Too many requests; wait a moment.",
    /// The engine folds this table differently than when it was played.
    Frozen "This table was played under different rules and is frozen.",
    /// Something broke here.
    Internal "Internal server error.",
    /// Nothing was stored; the same message may be sent again.
    Retry "The storage does not respond; try again.",
    /// Nothing was stored: there is no room for it.
    Full "There is no space left on this device.",
}

/// An error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Problem {
    /// Which problem; `docs/protocol.md` lists them.
    #[serde(rename = "type")]
    pub kind: ProblemKind,
    /// One sentence for people.
    pub title: String,
    /// What it is about in this case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub detail: Option<String>,
}

impl Problem {
    /// A problem without detail.
    pub fn new(kind: ProblemKind) -> Problem {
        Problem { kind, title: kind.title().into(), detail: None }
    }

    /// A problem with a sentence about this case.
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
