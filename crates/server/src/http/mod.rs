//! The server's face: pages, requests, sockets.

mod account;
mod company;
mod guard;
mod ops;
mod page;
mod people;
mod session;
mod socket;
mod tables;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, delete, get, post};
use tokio::net::TcpListener;

use crate::node::Node;
use crate::wire::ProblemKind;

/// Everything a server answers.
pub fn router(node: Arc<Node>) -> Router {
    let api = Router::new()
        .route("/session", get(session::me).post(session::begin).delete(session::end))
        .route("/session/name", post(session::rename))
        .route("/account", post(account::keep))
        .route("/account/sign-in", post(account::sign_in))
        .route("/account/recover", post(account::recover))
        .route("/account/password", post(account::password))
        .route("/account/recovery", post(account::recovery))
        .route("/account/delete", post(account::delete))
        .route("/account/data", get(account::data))
        .route("/people/{person}", get(people::profile))
        .route("/ratings/{game}/{players}", get(people::best))
        .route("/notices", get(people::notices))
        .route("/notices/read", post(people::read))
        .route("/blocks", get(people::blocks).post(people::block))
        .route("/blocks/{person}", delete(people::unblock))
        .route("/reports", post(people::report))
        .route("/tables", get(tables::public).post(tables::open))
        .route("/tables/mine", get(tables::mine))
        .route("/tables/{table}", get(tables::info))
        .route("/tables/{table}/join", post(tables::join))
        .route("/tables/{table}/leave", post(tables::leave))
        .route("/tables/{table}/bot", post(tables::bot))
        .route("/tables/{table}/remove/{seat}", post(tables::remove))
        .route("/tables/{table}/seat", post(company::seat))
        .route("/tables/{table}/invite", post(company::invite))
        .route("/tables/{table}/stop", post(company::stop))
        .route("/tables/{table}/at/{steps}", get(company::moment))
        .route("/tables/{table}/nonce", post(tables::nonce))
        .route("/tables/{table}/start", post(tables::start))
        .route("/tables/{table}/rematch", post(tables::rematch))
        .route("/tables/{table}/record", get(tables::record))
        .route("/tables/{table}/socket", get(socket::connect))
        .fallback(any(async || guard::Trouble::from(ProblemKind::NotFound)))
        .method_not_allowed_fallback(async || guard::Trouble::from(ProblemKind::WrongMethod))
        .layer(from_fn_with_state(node.clone(), guard::check));
    Router::new()
        .nest("/api", api)
        .route("/healthz", get(ops::healthz))
        .route("/readyz", get(ops::readyz))
        .route("/metrics", get(ops::metrics))
        .fallback(get(page::page).fallback(async || guard::Trouble::from(ProblemKind::WrongMethod)))
        .method_not_allowed_fallback(async || guard::Trouble::from(ProblemKind::WrongMethod))
        .with_state(node)
}

/// Serves until `stop` is done, then lets what is under way finish.
pub async fn serve(
    node: Arc<Node>,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let app = router(node).into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, app).with_graceful_shutdown(stop).await
}
