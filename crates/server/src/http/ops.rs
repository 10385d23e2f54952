//! For whoever runs the server.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::State;

use super::guard::Trouble;
use super::openapi::Always;
use crate::node::Node;

/// The process answers.
#[utoipa::path(get, path = "/healthz", responses((status = 200, body = String)))]
pub(super) async fn healthz() -> &'static str {
    "ok\n"
}

/// The database answers, too.
#[utoipa::path(get, path = "/readyz", responses((status = 200, body = String), Always))]
pub(super) async fn readyz(State(node): State<Arc<Node>>) -> Result<&'static str, Trouble> {
    node.store.ready().await?;
    Ok("ready\n")
}

/// In the text form that Prometheus reads.
#[utoipa::path(get, path = "/metrics", responses((status = 200, body = String)))]
pub(super) async fn metrics(State(node): State<Arc<Node>>) -> String {
    let figures = &node.figures;
    let read = |figure: &AtomicU64| figure.load(Ordering::Relaxed);
    let all = [
        ("requests_total", "counter", "HTTP requests to the API", read(&figures.requests)),
        ("problems_total", "counter", "HTTP answers that were problems", read(&figures.problems)),
        ("sockets", "gauge", "open WebSockets", read(&figures.sockets)),
        ("messages_in_total", "counter", "messages received over sockets", read(&figures.messages_in)),
        ("messages_out_total", "counter", "messages sent over sockets", read(&figures.messages_out)),
        ("steps_total", "counter", "steps stored by this node", read(&figures.steps)),
        ("bot_moves_total", "counter", "moves chosen by bots on this node", read(&figures.bot_moves)),
        ("bus_connected", "gauge", "whether other nodes hear of what this one stores", node.bus_connected() as u64),
        ("tables_cached", "gauge", "tables in memory", node.room_count() as u64),
    ];
    let mut text = String::new();
    for (name, kind, help, value) in all {
        // Writing to a string cannot fail.
        let _ = write!(text, "# HELP sabika_{name} {help}\n# TYPE sabika_{name} {kind}\nsabika_{name} {value}\n");
    }
    text
}
