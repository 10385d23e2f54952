//! The HTTP interface: pages, requests, sockets.

mod account;
mod company;
mod connection;
mod daily;
mod duplicates;
mod guard;
mod moderation;
mod openapi;
mod ops;
mod page;
mod people;
mod problem;
mod progress;
mod push;
mod serve;
mod session;
mod socket;
mod tables;
mod websocket;

use std::sync::Arc;

use axum::Router;
use axum::middleware::{from_fn_with_state, map_response};
use axum::routing::get;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::node::Node;
use crate::wire::ProblemKind;

pub use serve::{serve, serve_operations};

/// The routes for pages and bots.
fn api() -> OpenApiRouter<Arc<Node>> {
    OpenApiRouter::default()
        .routes(routes!(openapi::document))
        .routes(routes!(session::me, session::begin, session::end))
        .routes(routes!(session::rename))
        .routes(routes!(account::create_account))
        .routes(routes!(account::sign_in))
        .routes(routes!(account::recover))
        .routes(routes!(account::password))
        .routes(routes!(account::recovery))
        .routes(routes!(account::delete))
        .routes(routes!(account::data))
        .routes(routes!(people::profile))
        .routes(routes!(people::best))
        .routes(routes!(people::notices))
        .routes(routes!(people::read))
        .routes(routes!(push::push_key, push::push_begin))
        .routes(routes!(push::push_end))
        .routes(routes!(people::blocks, people::block))
        .routes(routes!(people::unblock))
        .routes(routes!(people::report))
        .routes(routes!(moderation::reports))
        .routes(routes!(moderation::close))
        .routes(routes!(moderation::bans, moderation::ban))
        .routes(routes!(moderation::unban))
        .routes(routes!(moderation::remove_table))
        .routes(routes!(moderation::people))
        .routes(routes!(daily::results, daily::submit_result))
        .routes(routes!(progress::kept, progress::keep))
        .routes(routes!(progress::summary))
        .routes(routes!(duplicates::mine, duplicates::open))
        .routes(routes!(duplicates::standing))
        .routes(routes!(duplicates::close))
        .routes(routes!(duplicates::play))
        .routes(routes!(tables::public, tables::open))
        .routes(routes!(tables::mine))
        .routes(routes!(tables::info))
        .routes(routes!(tables::join))
        .routes(routes!(tables::leave))
        .routes(routes!(tables::bot))
        .routes(routes!(tables::remove))
        .routes(routes!(company::seat))
        .routes(routes!(company::invite))
        .routes(routes!(company::stop))
        .routes(routes!(company::moment))
        .routes(routes!(company::glance))
        .routes(routes!(company::course))
        .routes(routes!(tables::nonce))
        .routes(routes!(tables::start))
        .routes(routes!(tables::rematch))
        .routes(routes!(tables::record))
        .routes(routes!(socket::connect))
        .fallback(async || guard::HttpError::from(ProblemKind::NotFound))
}

/// Whether the process is alive: for everybody.
fn health() -> OpenApiRouter<Arc<Node>> {
    OpenApiRouter::default().routes(routes!(ops::healthz))
}

/// The routes for operators.
fn operations() -> OpenApiRouter<Arc<Node>> {
    health().routes(routes!(ops::readyz)).routes(routes!(ops::metrics))
}

/// The OpenAPI document of all routes.
pub fn openapi() -> utoipa::openapi::OpenApi {
    openapi::describe(operations().nest("/api", api()).into_openapi())
}

/// All routes of a server. If operators have a separate address, the metrics are only served there.
pub fn router(node: Arc<Node>) -> Router {
    let api = api().layer(from_fn_with_state(node.clone(), guard::check));
    let open = if node.config.own_operations { health() } else { operations() };
    let (router, _) = open.layer(map_response(guard::in_form)).nest("/api", api).split_for_parts();
    let page = get(page::page).fallback(async || guard::HttpError::from(ProblemKind::WrongMethod));
    router.fallback(page).with_state(node)
}

/// The routes at the operators' address.
fn operations_router(node: Arc<Node>) -> Router {
    let (router, _) = operations().layer(map_response(guard::in_form)).split_for_parts();
    router.with_state(node)
}
