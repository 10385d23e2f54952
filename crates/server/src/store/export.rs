//! Writes everything a site stores as lines of JSON (docs/export.md), whether or not servers are running.

use std::io::Write;

use futures_util::TryStreamExt;
use ring::digest::{Context, SHA256};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::any::AnyRow;
use sqlx::{Any, Row, Transaction};

use super::contents::{Contents, Counts, FORMAT, Kind, TABLES, schema, unusable};
use super::{Store, StoreError};

/// The first line.
#[derive(Serialize, Deserialize)]
pub(super) struct Header {
    /// What the file contains: `export`.
    pub sabika: String,
    pub format: u32,
    /// The latest migration.
    pub schema: i64,
    /// The program that wrote it.
    pub version: String,
}

impl Header {
    pub(super) const WORD: &str = "export";

    fn current() -> Header {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Header { sabika: Header::WORD.to_owned(), format: FORMAT, schema: schema(), version }
    }
}

/// Before the rows of a table, each an array with these columns.
#[derive(Serialize, Deserialize)]
pub(super) struct TableLine {
    pub table: String,
    pub columns: Vec<String>,
}

/// The last line.
#[derive(Serialize, Deserialize)]
pub(super) struct End {
    pub rows: Counts,
    /// Of all bytes before this line, in hexadecimal digits.
    pub sha256: String,
}

/// The checksum as hexadecimal digits.
pub(super) fn sum(context: Context) -> String {
    context.finish().as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The file being written, and the checksum so far.
struct Out<W> {
    to: W,
    sum: Context,
}

impl<W: Write> Out<W> {
    fn line(&mut self, line: &impl Serialize) -> Result<(), StoreError> {
        let mut text = serde_json::to_vec(line).map_err(|error| unusable(error.to_string()))?;
        text.push(b'\n');
        self.sum.update(&text);
        self.to.write_all(&text).map_err(|error| unusable(format!("cannot write the export: {error}")))
    }
}

impl Store {
    /// Writes everything, as it was at one moment. Servers can keep running: it only reads, in one transaction.
    pub async fn export(&self, to: impl Write) -> Result<Counts, StoreError> {
        let mut out = Out { to, sum: Context::new(&SHA256) };
        let mut counts = Counts::new();
        out.line(&Header::current())?;
        let mut transaction = self.dialect.begin_reading(&self.pool).await?;
        for table in &TABLES {
            counts.insert(table.name.to_owned(), self.export_table(&mut transaction, table, &mut out).await?);
        }
        transaction.rollback().await?;
        let sum = sum(out.sum.clone());
        out.line(&End { rows: counts.clone(), sha256: sum })?;
        out.to.flush().map_err(|error| unusable(format!("cannot write the export: {error}")))?;
        Ok(counts)
    }

    async fn export_table(
        &self,
        transaction: &mut Transaction<'_, Any>,
        table: &Contents,
        out: &mut Out<impl Write>,
    ) -> Result<u64, StoreError> {
        let columns = table.column_names().into_iter().map(str::to_owned).collect();
        out.line(&TableLine { table: table.name.to_owned(), columns })?;
        let mut count = 0;
        let mut rows = sqlx::query(self.dialect.sql(&table.select())).fetch(&mut **transaction);
        while let Some(row) = rows.try_next().await? {
            let cells: Result<Vec<Value>, sqlx::Error> =
                table.columns.iter().enumerate().map(|(i, (_, kind))| cell(&row, i, *kind)).collect();
            out.line(&cells?)?;
            count += 1;
        }
        Ok(count)
    }
}

fn cell(row: &AnyRow, index: usize, kind: Kind) -> Result<Value, sqlx::Error> {
    Ok(match kind {
        Kind::Text => row.try_get::<Option<String>, _>(index)?.into(),
        Kind::Integer => row.try_get::<Option<i64>, _>(index)?.into(),
        Kind::Real => row.try_get::<Option<f64>, _>(index)?.map(|real| real.to_string()).into(),
    })
}
