//! A WebSocket that takes little memory. tungstenite reads and answers control frames; texts bypass it, because
//! it copies them into a buffer that every socket would keep at the size of the largest one.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio::io::AsyncWrite;
use tokio_tungstenite::WebSocketStream;
use tungstenite::handshake::server::create_response_with_body;
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Error, Message, Utf8Bytes};

/// The largest message a client may send.
const LARGEST: usize = 4 * 1024;
/// Messages are small, and the default buffer takes 128 KiB for each socket.
const BUFFER: usize = 512;
/// Texts that are ready together are written together, up to this many.
const TOGETHER: usize = 16;
/// The first byte of a text in one frame.
const TEXT: u8 = 0x81;

/// The response to a request for a WebSocket, and a future for the connection.
pub(super) fn accept(mut request: Request) -> Result<(Response, OnUpgrade), Error> {
    let connection = hyper::upgrade::on(&mut request);
    Ok((create_response_with_body(&request, Body::empty)?, connection))
}

/// An open WebSocket.
pub(super) struct WebSocket<S = TokioIo<Upgraded>> {
    inner: WebSocketStream<S>,
    /// Texts to be written, and how much of the first frame has been.
    texts: VecDeque<Frame>,
    written: usize,
}

/// A text with its header. Frames of a server are not masked.
struct Frame {
    header: [u8; 10],
    header_length: usize,
    text: Utf8Bytes,
}

impl Frame {
    fn new(text: Utf8Bytes) -> Frame {
        let mut header = [TEXT, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        let header_length = match text.len() {
            length @ ..126 => {
                header[1] = length as u8;
                2
            }
            length if let Ok(length) = u16::try_from(length) => {
                header[1] = 126;
                header[2..4].copy_from_slice(&length.to_be_bytes());
                4
            }
            length => {
                header[1] = 127;
                header[2..].copy_from_slice(&(length as u64).to_be_bytes());
                10
            }
        };
        Frame { header, header_length, text }
    }

    fn header(&self) -> &[u8] {
        &self.header[..self.header_length]
    }

    fn len(&self) -> usize {
        self.header_length + self.text.len()
    }
}

impl WebSocket {
    pub(super) async fn open(connection: Upgraded) -> WebSocket {
        WebSocket::on(TokioIo::new(connection)).await
    }
}

impl<S: tokio::io::AsyncRead + AsyncWrite + Unpin> WebSocket<S> {
    async fn on(stream: S) -> WebSocket<S> {
        let config = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(0);
        let config = config.max_message_size(Some(LARGEST)).max_frame_size(Some(LARGEST));
        let inner = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await;
        WebSocket { inner, texts: VecDeque::new(), written: 0 }
    }

    /// The next message; `None` if the connection has ended.
    pub(super) async fn recv(&mut self) -> Option<Result<Message, Error>> {
        self.inner.next().await
    }

    /// Sends a control frame.
    pub(super) async fn send(&mut self, message: Message) -> Result<(), Error> {
        self.flush().await?;
        self.inner.send(message).await
    }

    /// Queues a text; it is sent by the next `flush` at the latest.
    pub(super) async fn feed(&mut self, text: Utf8Bytes) -> Result<(), Error> {
        self.texts.push_back(Frame::new(text));
        if self.texts.len() >= TOGETHER { self.flush().await } else { Ok(()) }
    }

    /// Sends whatever is waiting.
    pub(super) async fn flush(&mut self) -> Result<(), Error> {
        // First a control frame of which only a part may have been written.
        self.inner.flush().await?;
        poll_fn(|cx| self.poll_texts(cx)).await?;
        Ok(())
    }

    fn poll_texts(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.texts.is_empty() {
            let mut slices = [IoSlice::new(&[]); 2 * TOGETHER];
            let mut used = 0;
            let mut skip = self.written;
            for part in self.texts.iter().flat_map(|frame| [frame.header(), frame.text.as_bytes()]) {
                let rest = &part[skip.min(part.len())..];
                skip -= part.len() - rest.len();
                if let Some(slice) = slices.get_mut(used).filter(|_| !rest.is_empty()) {
                    *slice = IoSlice::new(rest);
                    used += 1;
                }
            }
            match ready!(Pin::new(self.inner.get_mut()).poll_write_vectored(cx, &slices[..used]))? {
                0 => return Poll::Ready(Err(ErrorKind::WriteZero.into())),
                more => self.written += more,
            }
            while let Some(frame) = self.texts.pop_front_if(|frame| frame.len() <= self.written) {
                self.written -= frame.len();
            }
        }
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, duplex};

    use super::*;

    fn texts() -> Vec<Utf8Bytes> {
        // Around the lengths at which the header changes.
        let lengths = [0, 1, 125, 126, 127, 5_000, 65_535, 65_536, 70_000];
        lengths.into_iter().chain(0..40).map(|length| "wall ".repeat(length / 5 + 1)[..length].into()).collect()
    }

    /// A client reads what was sent, in order, however little of it the connection takes at a time.
    #[tokio::test]
    async fn texts_arrive_whole() {
        for capacity in [1, 7, 1000, 1 << 20] {
            let (ours, theirs) = duplex(capacity);
            let mut socket = WebSocket::on(ours).await;
            let sending = async {
                for (n, text) in texts().into_iter().enumerate() {
                    socket.feed(text).await.expect("it is sent");
                    if n.is_multiple_of(5) {
                        socket.send(Message::Ping(vec![n as u8].into())).await.expect("it is sent");
                    }
                }
                socket.flush().await.expect("it is sent");
            };
            let mut client = WebSocketStream::from_raw_socket(theirs, Role::Client, None).await;
            let reading = async {
                let (mut read, mut pings) = (Vec::new(), Vec::new());
                while read.len() < texts().len() {
                    match client.next().await.expect("more").expect("a message") {
                        Message::Text(text) => read.push(text),
                        Message::Ping(bytes) => pings.push((bytes[0], read.len())),
                        other => panic!("{other:?}"),
                    }
                }
                (read, pings)
            };
            let ((), (read, pings)) = tokio::join!(sending, reading);
            assert_eq!(read, texts());
            assert_eq!(pings.len(), texts().len().div_ceil(5));
            assert!(pings.iter().all(|(n, after)| usize::from(*n) + 1 == *after), "each follows the texts before it");
        }
    }

    /// The answer to a ping was written in part when the connection took no more: the rest precedes the next text.
    #[tokio::test]
    async fn frames_are_not_mixed() {
        let (ours, mut theirs) = duplex(5);
        let mut socket = WebSocket::on(ours).await;
        // A masked ping with four bytes.
        let ping = [0x89, 0x84, 0, 0, 0, 0, 1, 2, 3, 4];
        let sending = async {
            tokio::io::AsyncWriteExt::write_all(&mut theirs, &ping).await.expect("it is sent");
            theirs
        };
        let (mut theirs, ping) = tokio::join!(sending, socket.recv());
        assert!(matches!(ping, Some(Ok(Message::Ping(_)))));
        // Looking for the next message writes the answer, as far as possible.
        let nothing = tokio::time::timeout(std::time::Duration::from_millis(10), socket.recv()).await;
        assert!(nothing.is_err());
        let sending = async {
            socket.feed("text".into()).await.expect("it is sent");
            socket.flush().await.expect("it is sent");
            drop(socket);
        };
        let mut read = Vec::new();
        let (_, ()) = tokio::join!(theirs.read_to_end(&mut read), sending);
        assert_eq!(read, [0x8a, 4, 1, 2, 3, 4, TEXT, 4, b't', b'e', b'x', b't']);
    }

    /// What was sent takes no memory any more: a socket is idle most of the time.
    #[tokio::test]
    async fn nothing_is_kept() {
        let (ours, mut theirs) = duplex(1 << 20);
        let mut socket = WebSocket::on(ours).await;
        let text: Utf8Bytes = "x".repeat(50_000).into();
        socket.feed(text.clone()).await.expect("it is sent");
        socket.flush().await.expect("it is sent");
        assert!(tungstenite::Bytes::from(text).is_unique(), "nobody else has it");
        let mut read = vec![0; 50_004];
        theirs.read_exact(&mut read).await.expect("it arrived");
    }
}
