//! Problem details (RFC 9457): the form of every error, over HTTP and in the socket.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

macro_rules! problems {
    ($($(#[$doc:meta])* $name:ident = $status:literal $text:literal,)*) => {
        /// What went wrong.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum ProblemKind { $($(#[$doc])* $name),* }

        impl ProblemKind {
            /// Every kind.
            pub const ALL: &[ProblemKind] = &[$(ProblemKind::$name),*];

            /// The HTTP status.
            pub const fn status(self) -> u16 {
                match self { $(ProblemKind::$name => $status),* }
            }

            /// One sentence for people.
            pub const fn title(self) -> &'static str {
                match self { $(ProblemKind::$name => $text),* }
            }
        }
    };
}

problems! {
    /// The body or message cannot be read.
    Malformed = 400 "This could not be read.",
    /// A value is out of its bounds.
    Invalid = 422 "A value is not allowed here.",
    /// No session.
    NoSession = 401 "Say who you are first.",
    /// A wrong name, password or code.
    WrongPassword = 403 "Name and password do not fit.",
    /// Whoever runs the site does not let this person play.
    Banned = 403 "You may not play here any more.",
    /// The request came from another site.
    CrossOrigin = 403 "This request came from another site.",
    /// Not one's own seat, or not the host.
    NotYours = 403 "This is not yours to do.",
    /// No such thing.
    NotFound = 404 "There is no such thing here.",
    /// The choice has changed since.
    Stale = 409 "The choice has changed; look again.",
    /// The table is not in a state for this.
    WrongTime = 409 "The table is not ready for this, or past it.",
    /// The seat or table is taken.
    Taken = 409 "Somebody was faster.",
    /// Too large.
    TooLarge = 413 "This is too large.",
    /// Not with this method.
    WrongMethod = 405 "This cannot be done with it.",
    /// Not in this form.
    WrongForm = 415 "This must be sent as JSON.",
    /// Too often.
    TooMany = 429 "Too many requests; wait a moment.",
    /// The engine folds this table differently than when it was played.
    Frozen = 500 "This table was played under other rules and rests.",
    /// Something broke here.
    Internal = 500 "Something broke on the server.",
    /// Nothing was stored; the same message may be sent again.
    Retry = 503 "The storage does not answer; try again.",
}

/// An error. Over HTTP as `application/problem+json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Problem {
    /// Which problem; `docs/protocol.md` lists them.
    #[serde(rename = "type")]
    pub kind: ProblemKind,
    /// One sentence for people.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What it is about in this case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub detail: Option<String>,
}

impl Problem {
    /// A problem without detail.
    pub fn new(kind: ProblemKind) -> Problem {
        Problem { kind, title: kind.title().into(), status: kind.status(), detail: None }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_documented() {
        let docs = include_str!("../../../../docs/protocol.md");
        for kind in ProblemKind::ALL {
            let name = serde_json::to_string(kind).expect("json").replace('"', "`");
            assert!(docs.contains(&format!("| {name} | {} |", kind.status())), "{name} is not in docs/protocol.md");
        }
    }
}
