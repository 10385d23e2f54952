//! Connections: how many there are, how long they may take, and how they end when the server stops.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use futures_util::future::OptionFuture;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use super::connection::Connection;
use super::{operations_router, router};
use crate::connections::{ConnectionLimit, address_key};
use crate::node::Node;

/// The delay after a connection could not be accepted, for example because too many files are open.
const RECOVER: Duration = Duration::from_millis(100);
/// Operators connect from few places.
const OPERATIONS: usize = 64;

/// Serves until `stop` completes or an essential task has stopped.
///
/// When asked to stop, it first gives notice: `/readyz` fails while everybody is still served, so that a load balancer sends no new clients here.
/// Then the listener is closed, so new connections are refused before anything is sent and clients can try another node.
/// Sockets are told to reconnect, and requests in progress may finish within a time limit.
pub async fn serve(
    node: Arc<Node>,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let mut stop = pin!(stop);
    let mut failed = pin!(node.failure());
    let mut notice = pin!(OptionFuture::from(None));
    let mut connections = JoinSet::new();
    let app = router(node.clone());
    let reason = loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => admit(&node, &app, stream, peer, &mut connections),
                Err(error) => {
                    tracing::warn!(%error, "failed to accept a connection");
                    tokio::time::sleep(RECOVER).await;
                }
            },
            Some(_) = connections.join_next() => {}
            () = &mut stop, if !node.is_leaving() => {
                node.give_notice();
                notice.set(Some(tokio::time::sleep(node.config.notice)).into());
            }
            Some(()) = &mut notice, if node.is_leaving() => break Ok(()),
            why = &mut failed => break Err(io::Error::other(why)),
        }
    };
    drop(listener);
    node.drain();
    if tokio::time::timeout(node.config.drain, node.connection_limit.all_closed()).await.is_err() {
        tracing::warn!(connections = node.connection_limit.count(), "closing connections that did not end in time");
    }
    connections.shutdown().await;
    reason
}

fn admit(node: &Arc<Node>, app: &Router, stream: TcpStream, peer: SocketAddr, connections: &mut JoinSet<()>) {
    // Behind a proxy all connections come from one address; sockets are then counted by the forwarded address.
    let from = (!node.config.trusted_proxy).then(|| address_key(peer.ip()));
    let Some(permit) = node.connection_limit.admit(from) else {
        node.metrics.turned_away.inc();
        return;
    };
    let connection = Connection::new(stream, 2 * node.config.request_timeout, permit);
    connections.spawn(serve_connection(connection, peer, app.clone(), node.config.request_timeout, node.drained()));
}

async fn serve_connection(
    connection: Connection,
    peer: SocketAddr,
    app: Router,
    request_timeout: Duration,
    stop: impl Future<Output = ()>,
) {
    let app = TowerToHyperService::new(app);
    let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        app.call(request)
    });
    let builder = http1::Builder::new().timer(TokioTimer::new()).header_read_timeout(request_timeout).clone();
    let mut serving = pin!(builder.serve_connection(TokioIo::new(connection), service).with_upgrades());
    tokio::select! {
        _ = serving.as_mut() => return,
        () = stop => {}
    }
    serving.as_mut().graceful_shutdown();
    let _ = serving.await;
}

/// Serves operators, at an address that nobody else can reach, until the server has stopped.
pub async fn serve_operations(node: Arc<Node>, listener: TcpListener) {
    let connection_limit = ConnectionLimit::new(OPERATIONS, OPERATIONS);
    let app = operations_router(node.clone());
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                let Ok((stream, peer)) = accepted else {
                    tokio::time::sleep(RECOVER).await;
                    continue;
                };
                let Some(permit) = connection_limit.admit(None) else { continue };
                let connection = Connection::new(stream, 2 * node.config.request_timeout, permit);
                // It reports that the server is stopping until it has stopped, for load balancers.
                let never = std::future::pending();
                connections.spawn(serve_connection(connection, peer, app.clone(), node.config.request_timeout, never));
            }
            Some(_) = connections.join_next() => {}
        }
    }
}
