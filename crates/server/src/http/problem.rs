//! Problems in HTTP responses: problem details (RFC 9457) with a status.

use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::wire::{Problem, ProblemKind};

/// An error over HTTP, as `application/problem+json`.
#[derive(Serialize, ToSchema)]
pub(super) struct ProblemDetails<'a> {
    #[serde(flatten)]
    problem: &'a Problem,
    /// The HTTP status.
    status: u16,
}

impl<'a> From<&'a Problem> for ProblemDetails<'a> {
    fn from(problem: &'a Problem) -> ProblemDetails<'a> {
        ProblemDetails { problem, status: status(problem.kind).as_u16() }
    }
}

/// The status of a kind of problem.
pub(super) const fn status(kind: ProblemKind) -> StatusCode {
    match kind {
        ProblemKind::Malformed => StatusCode::BAD_REQUEST,
        ProblemKind::NoSession => StatusCode::UNAUTHORIZED,
        ProblemKind::WrongPassword | ProblemKind::Banned | ProblemKind::CrossOrigin | ProblemKind::NotYours => {
            StatusCode::FORBIDDEN
        }
        ProblemKind::NotFound => StatusCode::NOT_FOUND,
        ProblemKind::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
        ProblemKind::Stale | ProblemKind::WrongTime | ProblemKind::Taken => StatusCode::CONFLICT,
        ProblemKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ProblemKind::WrongForm => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ProblemKind::Invalid => StatusCode::UNPROCESSABLE_ENTITY,
        ProblemKind::TooMany => StatusCode::TOO_MANY_REQUESTS,
        ProblemKind::Frozen | ProblemKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        ProblemKind::Retry => StatusCode::SERVICE_UNAVAILABLE,
        ProblemKind::Full => StatusCode::INSUFFICIENT_STORAGE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_documented_with_its_status() {
        let docs = include_str!("../../../../docs/protocol.md");
        for kind in ProblemKind::ALL {
            let name = serde_json::to_string(kind).expect("json").replace('"', "`");
            let row = format!("| {name} | {} |", status(*kind).as_u16());
            assert!(docs.contains(&row), "docs/protocol.md lacks {row}");
        }
    }
}
