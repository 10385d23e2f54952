//! Reads an export (docs/export.md) into an empty database: all of it, or nothing.

use std::io::BufRead;
use std::time::{Duration, Instant};

use ring::digest::{Context, SHA256};
use serde::de::DeserializeOwned;
use serde_json::Value;
use sqlx::{Any, AssertSqlSafe, Executor, Transaction};

use super::batch::{numbered, portions};
use super::contents::{Contents, Counts, FORMAT, Kind, LEFT_OUT, TABLES, schema, unusable};
use super::dialect::{Dialect, Purpose};
use super::export::{End, Header, TableLine, sum};
use super::{Store, StoreError, TOOL_CONNECTIONS};

/// Rows that are inserted together.
const AT_ONCE: usize = 64;

/// How long to wait for connections that are being closed.
const CLOSING: Duration = Duration::from_secs(3);

/// The file being read, line by line.
struct Lines<R> {
    from: R,
    sum: Context,
    /// The number of the current line, counted from 1.
    number: u64,
    line: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    fn new(from: R) -> Lines<R> {
        Lines { from, sum: Context::new(&SHA256), number: 0, line: Vec::new() }
    }

    /// Reads the next line; `false` if there is none.
    fn advance(&mut self) -> Result<bool, StoreError> {
        self.sum.update(&self.line);
        self.line.clear();
        self.number += 1;
        let read = self.from.read_until(b'\n', &mut self.line);
        read.map_err(|error| self.wrong(format!("cannot read it: {error}")))?;
        if self.line.last().is_some_and(|last| *last != b'\n') {
            return Err(self.wrong("the file ends in the middle of this line: it is truncated"));
        }
        Ok(!self.line.is_empty())
    }

    fn is_row(&self) -> bool {
        self.line.first() == Some(&b'[')
    }

    fn read<T: DeserializeOwned>(&self, what: &str) -> Result<T, StoreError> {
        serde_json::from_slice(&self.line).map_err(|error| self.wrong(format!("not {what}: {error}")))
    }

    /// An error with the number of the line.
    fn wrong(&self, why: impl AsRef<str>) -> StoreError {
        unusable(format!("line {}: {}; nothing was imported", self.number, why.as_ref()))
    }
}

/// A value for the database.
enum Cell {
    Text(Option<String>),
    Integer(Option<i64>),
    Real(Option<f64>),
}

impl Cell {
    /// `None` if it is of another kind.
    fn read(value: Value, kind: Kind) -> Option<Cell> {
        Some(match (kind, value) {
            (Kind::Text, Value::Null) => Cell::Text(None),
            (Kind::Integer, Value::Null) => Cell::Integer(None),
            (Kind::Real, Value::Null) => Cell::Real(None),
            (Kind::Text, Value::String(text)) => Cell::Text(Some(text)),
            (Kind::Integer, number) => Cell::Integer(Some(number.as_i64()?)),
            (Kind::Real, Value::String(text)) => Cell::Real(Some(text.parse().ok()?)),
            _ => return None,
        })
    }
}

impl Store {
    /// Opens a database for an import, and creates its tables if it has none. A file in use by a server is refused, and so is an existing
    /// database of another version, which is left unchanged.
    pub async fn open_for_import(url: &str) -> Result<Store, StoreError> {
        Store::connect(url, Purpose::Import, TOOL_CONNECTIONS).await
    }

    /// Imports everything in one transaction. The database must be empty and not in use.
    pub async fn import(&self, from: impl BufRead) -> Result<Counts, StoreError> {
        let mut lines = Lines::new(from);
        check_header(&mut lines)?;
        self.check_unused().await?;
        let mut transaction = self.dialect.begin(&self.pool).await?;
        let names: Vec<&str> = TABLES.iter().map(|table| table.name).chain(LEFT_OUT).collect();
        self.dialect.lock_tables(&mut transaction, &names).await?;
        for name in names {
            check_empty(&mut transaction, name).await?;
        }
        let counts = read_tables(&mut lines, &mut transaction).await?;
        check_end(&mut lines, &counts)?;
        transaction.commit().await?;
        Ok(counts)
    }

    /// Checks that nobody else is connected to PostgreSQL; for SQLite, the lock has done that.
    async fn check_unused(&self) -> Result<(), StoreError> {
        let Dialect::Postgres = &*self.dialect else { return Ok(()) };
        let select = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() \
                      AND backend_type = 'client backend' AND pid <> pg_backend_pid()";
        let begin = Instant::now();
        loop {
            let others: i64 = sqlx::query_scalar(select).fetch_one(&self.pool).await?;
            if others == 0 {
                return Ok(());
            }
            if begin.elapsed() > CLOSING {
                return Err(unusable(format!(
                    "the database is in use ({others} other connections): stop all servers and other programs that use it"
                )));
            }
            tokio::time::sleep(CLOSING / 30).await;
        }
    }
}

async fn check_empty(transaction: &mut Transaction<'_, Any>, name: &str) -> Result<(), StoreError> {
    let count = AssertSqlSafe(format!("SELECT COUNT(*) FROM (SELECT 1 FROM {name} LIMIT 1) found"));
    let found: i64 = sqlx::query_scalar(count).fetch_one(&mut **transaction).await?;
    match found {
        0 => Ok(()),
        _ => Err(unusable(format!("the database is not empty: the table `{name}` has rows; import into a new one"))),
    }
}

fn check_header<R: BufRead>(lines: &mut Lines<R>) -> Result<(), StoreError> {
    if !lines.advance()? {
        return Err(lines.wrong("the file is empty"));
    }
    let header: Header = lines.read("the first line of an export")?;
    if header.sabika != Header::WORD || header.format != FORMAT {
        return Err(lines.wrong(format!(
            "unknown format {} {}; this program reads {} {FORMAT}",
            header.sabika,
            header.format,
            Header::WORD
        )));
    }
    if header.schema != schema() {
        return Err(lines.wrong(format!(
            "schema {} was exported by Sabika {}, but this program has schema {}; use the same version for both: \
             start a server of this version on the old database, which upgrades it, and export again",
            header.schema,
            header.version,
            schema()
        )));
    }
    Ok(())
}

async fn read_tables<R: BufRead>(
    lines: &mut Lines<R>,
    transaction: &mut Transaction<'_, Any>,
) -> Result<Counts, StoreError> {
    let mut counts = Counts::new();
    // The line that ends the rows of a table is already the current one when the next table is read.
    let mut more = lines.advance()?;
    for table in &TABLES {
        if !more {
            return Err(truncated(lines));
        }
        let line: TableLine = lines.read(&format!("the beginning of table `{}`", table.name))?;
        if line.table != table.name || line.columns != table.column_names() {
            return Err(lines.wrong(format!(
                "expected table `{}` with the columns {}",
                table.name,
                table.column_names().join(", ")
            )));
        }
        let mut count = 0;
        let mut rows = Vec::new();
        loop {
            more = lines.advance()?;
            let is_row = more && lines.is_row();
            if is_row {
                rows.push(read_row(lines, table)?);
                count += 1;
            }
            if rows.len() == AT_ONCE || !is_row {
                let inserted = insert(transaction, table, std::mem::take(&mut rows)).await;
                inserted
                    .map_err(|error| lines.wrong(format!("the rows of table `{}` before it: {error}", table.name)))?;
            }
            if !is_row {
                break;
            }
        }
        counts.insert(table.name.to_owned(), count);
    }
    if more { Ok(counts) } else { Err(truncated(lines)) }
}

fn truncated<R: BufRead>(lines: &Lines<R>) -> StoreError {
    lines.wrong("missing: the file is truncated")
}

fn read_row<R: BufRead>(lines: &Lines<R>, table: &Contents) -> Result<Vec<Cell>, StoreError> {
    let values: Vec<Value> = lines.read(&format!("a row of table `{}`", table.name))?;
    if values.len() != table.columns.len() {
        let (found, expected) = (values.len(), table.columns.len());
        return Err(lines.wrong(format!("{found} values for the {expected} columns of table `{}`", table.name)));
    }
    let cells = values.into_iter().zip(table.columns).map(|(value, (name, kind))| {
        Cell::read(value, *kind).ok_or_else(|| lines.wrong(format!("table `{}`: wrong type of `{name}`", table.name)))
    });
    cells.collect()
}

async fn insert(
    transaction: &mut Transaction<'_, Any>,
    table: &Contents,
    rows: Vec<Vec<Cell>>,
) -> Result<(), sqlx::Error> {
    let pattern = format!("({})", vec!["?"; table.columns.len()].join(", "));
    for portion in portions(&rows) {
        let (columns, marks) = (table.column_names().join(", "), numbered(&pattern, portion.len(), 1));
        let insert = AssertSqlSafe(format!("INSERT INTO {} ({columns}) VALUES {marks}", table.name));
        let mut insert = sqlx::query(insert);
        for cell in portion.iter().flatten() {
            insert = match cell {
                Cell::Text(text) => insert.bind(text.as_deref()),
                Cell::Integer(integer) => insert.bind(*integer),
                Cell::Real(real) => insert.bind(*real),
            };
        }
        transaction.execute(insert).await?;
    }
    Ok(())
}

/// Checks the last line against what was read, and that nothing comes after it.
fn check_end<R: BufRead>(lines: &mut Lines<R>, counts: &Counts) -> Result<(), StoreError> {
    let end: End = lines.read("the last line of an export")?;
    if let Some((name, count)) = counts.iter().find(|(name, count)| end.rows.get(*name) != Some(count)) {
        let stated = end.rows.get(name).copied().unwrap_or(0);
        return Err(lines.wrong(format!("it states {stated} rows of table `{name}`, but the file has {count}")));
    }
    if end.sha256 != sum(lines.sum.clone()) {
        return Err(lines.wrong("the checksum differs: the file was damaged or changed"));
    }
    if lines.advance()? {
        return Err(lines.wrong("unexpected text after the last line of an export"));
    }
    Ok(())
}
