//! A proxy to a server that can swallow everything, in both directions, without closing.

use std::net::SocketAddr;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

pub struct Proxy {
    pub address: SocketAddr,
    open: watch::Sender<bool>,
}

impl Proxy {
    pub async fn to(server: SocketAddr) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let address = listener.local_addr().expect("it has an address");
        let open = watch::Sender::new(true);
        let gate = open.clone();
        tokio::spawn(async move {
            while let Ok((from, _)) = listener.accept().await {
                let gate = gate.subscribe();
                tokio::spawn(async move {
                    let Ok(to) = TcpStream::connect(server).await else { return };
                    let ((from_read, from_write), (to_read, to_write)) = (from.into_split(), to.into_split());
                    tokio::spawn(forward(from_read, to_write, gate.clone()));
                    tokio::spawn(forward(to_read, from_write, gate));
                });
            }
        });
        Proxy { address, open }
    }

    /// From now on nothing gets through, and neither side notices.
    pub fn swallow(&self) {
        self.open.send_replace(false);
    }

    /// Delivers what was held back.
    pub fn let_through(&self) {
        self.open.send_replace(true);
    }
}

async fn forward(mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin, mut gate: watch::Receiver<bool>) {
    let mut bytes = vec![0; 16 * 1024];
    while let Ok(read @ 1..) = from.read(&mut bytes).await {
        if gate.wait_for(|open| *open).await.is_err() || to.write_all(&bytes[..read]).await.is_err() {
            return;
        }
    }
}
