//! For operators.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CONTENT_TYPE, HeaderName};

use super::guard::HttpError;
use super::openapi::Always;
use crate::node::Node;
use crate::wire::{Problem, ProblemKind};

/// The process is alive.
#[utoipa::path(get, path = "/healthz", responses((status = 200, body = String)))]
pub(super) async fn healthz() -> &'static str {
    "ok\n"
}

/// The database is reachable, too, and the server is not about to stop.
#[utoipa::path(get, path = "/readyz", responses((status = 200, body = String), Always))]
pub(super) async fn readyz(State(node): State<Arc<Node>>) -> Result<&'static str, HttpError> {
    if node.is_leaving() {
        return Err(Problem::with(ProblemKind::Retry, "this server is about to stop").into());
    }
    node.store.ready().await?;
    Ok("ready\n")
}

/// In the Prometheus text format.
#[utoipa::path(get, path = "/metrics", responses((status = 200, body = String, content_type = "application/openmetrics-text")))]
pub(super) async fn metrics(State(node): State<Arc<Node>>) -> ([(HeaderName, &'static str); 1], String) {
    ([(CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], node.metrics_text())
}
