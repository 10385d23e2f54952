//! A connection that is closed when the other side stops reading.

use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use crate::connections::ConnectionPermit;

/// A connection with its place in the connection limit.
pub(super) struct Connection {
    stream: TcpStream,
    write_timeout: Duration,
    /// Runs while data is waiting to be sent.
    stalled: Option<Pin<Box<Sleep>>>,
    _permit: ConnectionPermit,
}

impl Connection {
    pub(super) fn new(stream: TcpStream, write_timeout: Duration, permit: ConnectionPermit) -> Connection {
        // Messages are small and must go out immediately: with Nagle's algorithm they would wait for each other's acknowledgements.
        let _ = stream.set_nodelay(true);
        Connection { stream, write_timeout, stalled: None, _permit: permit }
    }

    /// The result of a write: one that has waited too long has failed.
    fn in_time<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let write_timeout = self.write_timeout;
        ready!(self.stalled.get_or_insert_with(|| Box::pin(sleep(write_timeout))).as_mut().poll(cx));
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Connection {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.in_time(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.in_time(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(cx);
        self.in_time(cx, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;
    use crate::connections::ConnectionLimit;

    #[tokio::test]
    async fn messages_are_not_held_back() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let client = TcpStream::connect(listener.local_addr().expect("an address")).await.expect("it listens");
        let (stream, _) = listener.accept().await.expect("a connection");
        let permit = ConnectionLimit::new(1, 1).admit(None).expect("the first");
        let connection = Connection::new(stream, Duration::from_secs(1), permit);
        assert!(connection.stream.nodelay().expect("an option"), "the system's default is off");
        drop(client);
    }
}
