//! The little of HTTP that players need before they have a socket.

use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use crate::Error;

pub type Socket = WebSocketStream<TcpStream>;

/// Answer and cookie of a request.
pub async fn post(address: SocketAddr, path: &str, cookie: &str, body: &Value) -> Result<(Value, String), Error> {
    let body = body.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         cookie: {cookie}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(head.as_bytes()).await?;
    let mut text = String::new();
    stream.read_to_string(&mut text).await?;
    let (head, body) = text.split_once("\r\n\r\n").ok_or("no answer")?;
    if !head.starts_with("HTTP/1.1 20") {
        return Err(format!("{path}: {text}").into());
    }
    let cookie = head.lines().find_map(|l| l.strip_prefix("set-cookie: ")).and_then(|l| l.split(';').next());
    Ok((serde_json::from_str(body)?, cookie.unwrap_or_default().to_owned()))
}

pub async fn socket(address: SocketAddr, path: &str, cookie: Option<&str>) -> Result<Socket, Error> {
    let mut request = format!("ws://{address}{path}").into_client_request()?;
    if let Some(cookie) = cookie {
        request.headers_mut().insert("cookie", cookie.parse()?);
    }
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let mut config = WebSocketConfig::default();
    config.read_buffer_size = 8 * 1024;
    config.write_buffer_size = 0;
    let (socket, _) = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
    Ok(socket)
}
