//! Records as files: one step per line, for people, for diffs, and so that an error about a line is useful.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use sabika_rules::record::Record;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use crate::Error;

/// Breaks lines before the fields of the document and before its steps.
#[derive(Default)]
struct ByLine {
    depth: usize,
}

impl Formatter for ByLine {
    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth += 1;
        out.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth -= 1;
        out.write_all(b"}")
    }

    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth += 1;
        out.write_all(b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth -= 1;
        out.write_all(b"]")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        out.write_all(if first { b"" } else { b"," })?;
        out.write_all(if self.depth == 1 && !first { b"\n" } else { b"" })
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        out.write_all(if first { b"" } else { b"," })?;
        out.write_all(if self.depth == 2 { b"\n" } else { b"" })
    }
}

pub fn to_text(record: &Record) -> Result<Vec<u8>, serde_json::Error> {
    let mut text = Vec::new();
    record.serialize(&mut Serializer::with_formatter(&mut text, ByLine::default()))?;
    text.push(b'\n');
    Ok(text)
}

/// The bytes of a file; `-` is standard input.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Error> {
    if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    fs::read(path).map_err(|e| format!("{}: {e}", path.display()).into())
}
