//! Bots: some tables where a person plays against one, and many where nobody is watching.

use std::net::SocketAddr;
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::game::{AT_ONCE, Table};
use super::http;
use crate::Error;

/// Tables where a person plays against an architect.
const TABLES: usize = 20;

/// Opens tables where a person plays against an architect.
pub async fn open_tables(address: SocketAddr, cookie: &str) -> Result<Vec<Arc<Table>>, Error> {
    let mut tables = Vec::new();
    for _ in 0..TABLES {
        let id = open(address, cookie, json!([{"kind": "me"}, architect()])).await?;
        tables.push(Table::new(id, 1, true));
    }
    Ok(tables)
}

/// Opens tables of six architects each, as one guest.
pub async fn flood(address: SocketAddr, tables: usize) -> Result<(), Error> {
    let cookie = http::post(address, "/api/session", "", &json!({"name": "Guest"})).await?.1;
    let mut opening = JoinSet::new();
    for _ in 0..tables {
        let cookie = cookie.clone();
        opening.spawn(async move {
            open(address, &cookie, json!(vec![architect(); 6])).await.map(drop).map_err(|error| error.to_string())
        });
        if opening.len() >= AT_ONCE
            && let Some(opened) = opening.join_next().await
        {
            opened??;
        }
    }
    while let Some(opened) = opening.join_next().await {
        opened??;
    }
    Ok(())
}

fn architect() -> Value {
    json!({"kind": "bot", "level": "architect"})
}

/// Opens and starts a table; returns its id.
async fn open(address: SocketAddr, cookie: &str, seats: Value) -> Result<String, Error> {
    let players = seats.as_array().map_or(0, Vec::len);
    let new = json!({"setup": {"game": "alhambra", "players": players}, "seats": seats});
    let (opened, _) = http::post(address, "/api/tables", cookie, &new).await?;
    let id = opened["id"].as_str().unwrap_or_default().to_owned();
    http::post(address, &format!("/api/tables/{id}/start"), cookie, &json!({})).await?;
    Ok(id)
}
