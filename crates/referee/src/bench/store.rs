//! Results and comparisons in files: JSON documents, one after the other. Errors name the file, the
//! position in it and the reason.

use super::baseline::{self, Comparison};
use super::record::{self, Record};
use ninefold_files::escape::escape;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::error::Category;
use serde_json::value::RawValue;
use std::fs::{self, OpenOptions};
use std::io::{self, Read, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A byte-order mark, which some editors put at the start of a file.
const BOM: &[u8] = "\u{feff}".as_bytes();

/// A document of a file.
#[derive(Debug, Clone, PartialEq)]
pub enum Saved {
    /// A result of `bench`.
    Result(Box<Record>),
    /// A comparison of `compare`.
    Comparison(Box<Comparison>),
}

/// Why a file could not be read or written.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The system refused it.
    #[error("{}: {source}", escape(.path))]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The content is something else, or damaged.
    #[error("{}: {place}: {reason}", escape(.path))]
    Bad {
        /// The file.
        path: PathBuf,
        /// The position in it, such as `line 3, column 7` or `rows[2].samples_ns`.
        place: String,
        /// What is wrong.
        reason: String,
    },
}

/// Where and why a text is not what it should be.
type Fault = (String, String);

/// The error of serde_json in a document that begins on this line.
fn fault_of_json(error: &serde_json::Error, line: usize) -> Fault {
    let line = line + error.line().max(1) - 1;
    let place = format!("line {line}, column {}", error.column());
    let message = error.to_string();
    let (message, _) = message.rsplit_once(" at line ").unwrap_or((&message, ""));
    let reason = match error.classify() {
        Category::Eof => {
            "the text ends in the middle of a result: the file was cut short".to_owned()
        }
        Category::Syntax => {
            format!("not valid JSON, so no result of bench --save or --append: {message}")
        }
        Category::Data | Category::Io => format!("not a valid result: {message}"),
    };
    (place, reason)
}

fn bad(path: &Path, (place, reason): Fault) -> StoreError {
    StoreError::Bad {
        path: path.to_owned(),
        place,
        reason,
    }
}

/// The fields of every document.
#[derive(Deserialize)]
struct Head {
    schema: Option<Value>,
    version: Option<Value>,
}

/// Reads the results of a file or a history, oldest first. If the last line of a history was cut
/// while it was written, it reads the others and calls `warn`.
///
/// # Errors
/// [`StoreError`]; a file without any result, or with a comparison, is an error too.
pub fn load(path: &Path, warn: &mut dyn FnMut(&str)) -> Result<Vec<Record>, StoreError> {
    let mut results = Vec::new();
    for saved in load_all(path, warn)? {
        let Saved::Result(record) = saved else {
            let what =
                "expected a result of ninefold bench, found a comparison of ninefold compare";
            return Err(bad(path, ("line 1".to_owned(), what.to_owned())));
        };
        results.push(*record);
    }
    Ok(results)
}

/// Reads a result, or the last one of a history.
///
/// # Errors
/// See [`load`].
pub fn load_last(path: &Path, warn: &mut dyn FnMut(&str)) -> Result<Record, StoreError> {
    let last = load(path, warn)?.pop();
    Ok(last.expect("without any result there is an error"))
}

/// Reads the results and comparisons of a file.
///
/// # Errors
/// See [`load`].
pub fn load_all(path: &Path, warn: &mut dyn FnMut(&str)) -> Result<Vec<Saved>, StoreError> {
    let mut bytes = fs::read(path).map_err(|source| StoreError::Io {
        path: path.to_owned(),
        source,
    })?;
    if bytes.starts_with(BOM) {
        bytes.drain(..BOM.len());
    }
    let whole = whole(&bytes);
    if whole < bytes.len() {
        let name = escape(path);
        let line = line_at(&bytes[..whole]);
        warn(&format!(
            "{name}: line {line} was cut while it was written: it is left out"
        ));
    }
    parse(&bytes[..whole]).map_err(|fault| bad(path, fault))
}

/// The length of a history without a last line that was cut while it was written. Such a line is
/// the beginning of an object without a line feed, or the zeros that a crashed system left, after
/// complete lines. Otherwise the whole length.
fn whole(bytes: &[u8]) -> usize {
    let lines = memchr::memrchr(b'\n', bytes).map_or(0, |end| end + 1);
    let (before, last) = bytes.split_at(lines);
    let has_begun = matches!(last.trim_ascii_start().first(), Some(b'{' | 0));
    let is_cut = has_begun
        && serde_json::from_slice::<serde::de::IgnoredAny>(last).is_err()
        && parse(before).is_ok();
    if is_cut { lines } else { bytes.len() }
}

/// Every document of a text, at least one.
fn parse(bytes: &[u8]) -> Result<Vec<Saved>, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let offset = error.valid_up_to();
        let place = format!("line {}, byte offset {offset}", line_at(&bytes[..offset]));
        let what = "this is not text: a result is JSON in UTF-8";
        (place, what.to_owned())
    })?;
    if text.trim().is_empty() {
        let what = "the file is empty: there is no result in it";
        return Err(("line 1".to_owned(), what.to_owned()));
    }
    let mut found = Vec::new();
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    loop {
        let rest = &text[values.byte_offset()..];
        let start = text.len() - rest.trim_start().len();
        match values.next() {
            None => return Ok(found),
            Some(Err(error)) => return Err(fault_of_json(&error, 1)),
            Some(Ok(value)) => found.push(document(value.get(), line_at(&bytes[..start]))?),
        }
    }
}

/// The document of a text that begins on this line.
fn document(text: &str, line: usize) -> Result<Saved, Fault> {
    let no_json = |error| fault_of_json(&error, line);
    let Head { schema, version } = serde_json::from_str(text).map_err(no_json)?;
    let is_result = schema
        .as_ref()
        .is_some_and(|schema| schema == record::SCHEMA);
    let known = match schema {
        _ if is_result => record::VERSION,
        Some(schema) if schema == baseline::SCHEMA => baseline::VERSION,
        other => {
            let found = other.map_or("none".to_owned(), |other| other.to_string());
            let expected = format!(
                "this is not a result of ninefold: expected {:?}, found {found}",
                record::SCHEMA
            );
            return Err((format!("line {line}, \"schema\""), expected));
        }
    };
    let known = u64::from(known);
    let version = version.and_then(|version| version.as_u64()).unwrap_or(0);
    if version != known {
        let what = if version > known {
            "use the newer ninefold that wrote it"
        } else {
            "measure again, into a new file"
        };
        let reason = format!("it has version {version}, and this program reads {known}: {what}");
        return Err((format!("line {line}, \"version\""), reason));
    }
    if !is_result {
        let comparison = serde_json::from_str(text).map_err(no_json)?;
        return Ok(Saved::Comparison(Box::new(comparison)));
    }
    let record = serde_json::from_str(text).map_err(no_json)?;
    check(&record, line)?;
    Ok(Saved::Result(Box::new(record)))
}

/// The number of the line after a text, from 1.
fn line_at(before: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', before).count() + 1
}

/// Nanoseconds that a sample can take: up to 30 years. The speeds of others are not numbers.
const TIMES: RangeInclusive<f64> = 1e-3..=1e18;

/// Checks what figures need: every row has samples, all are times, and nothing is 0 that they
/// divide by.
fn check(record: &Record, first_line: usize) -> Result<(), Fault> {
    let first = match first_line {
        1 => String::new(),
        line => format!("line {line}, "),
    };
    for (i, row) in record.rows.iter().enumerate() {
        let error =
            |what: &str, reason: &str| Err((format!("{first}rows[{i}].{what}"), reason.to_owned()));
        if row.samples.is_empty() {
            return error("samples_ns", "there are no samples");
        }
        for sample in &row.samples {
            for (what, ns) in [
                ("samples_ns", sample.ns(row.clock)),
                ("wall_ns", sample.wall_ns),
            ] {
                if ns.is_nan() {
                    return error(what, "there is not one for each sample");
                }
                if !TIMES.contains(&ns) {
                    return error(what, &format!("{ns:e} ns is not the time of a sample"));
                }
            }
        }
        let numbers = [
            ("repeats", row.repeats),
            ("case.threads", row.case.threads as u64),
            ("case.limit", row.case.limit),
            ("puzzles", row.puzzles),
        ];
        if let Some((what, _)) = numbers.into_iter().find(|(_, number)| *number == 0) {
            return error(what, "it is 0, and then nothing was measured");
        }
        if record.rows[..i].iter().any(|other| other.case == row.case) {
            return error("case", "an earlier row has the same");
        }
    }
    Ok(())
}

/// A result or a comparison in a file of its own.
#[must_use]
pub fn to_text(document: &impl Serialize) -> Vec<u8> {
    let text = serde_json::to_vec_pretty(document);
    [text.expect("it is JSON"), b"\n".to_vec()].concat()
}

/// A result as a line of a history.
#[must_use]
pub fn to_line(record: &Record) -> Vec<u8> {
    let line = serde_json::to_vec(record);
    [line.expect("it is JSON"), b"\n".to_vec()].concat()
}

/// Adds a result as one line to the end of a history, or creates the file. Replaces a last line
/// that was cut while it was written.
///
/// # Errors
/// [`StoreError::Io`]: nothing is added, not even half of the line. [`StoreError::Bad`]: the file
/// has something else, and stays as it is.
pub fn append(record: &Record, path: &Path) -> Result<(), StoreError> {
    let io_error = |source| StoreError::Io {
        path: path.to_owned(),
        source,
    };
    let mut options = OpenOptions::new();
    let file = options.read(true).append(true).create(true).open(path);
    let mut file = file.map_err(io_error)?;
    // Another run may add to it too. Some file systems have no locks; then there is no lock.
    let _ = file.lock();
    let mut old = Vec::new();
    file.read_to_end(&mut old).map_err(io_error)?;
    let (mark, old) = old.split_at(if old.starts_with(BOM) { BOM.len() } else { 0 });
    let old = &old[..whole(old)];
    if !old.trim_ascii().is_empty() {
        parse(old).map_err(|fault| bad(path, fault))?;
    }
    let length = (mark.len() + old.len()) as u64;
    let mut added = to_line(record);
    if old.last().is_some_and(|&byte| byte != b'\n') {
        added.insert(0, b'\n');
    }
    let done = file.set_len(length).and_then(|()| file.write_all(&added));
    let done = done.and_then(|()| file.sync_all());
    done.map_err(|error| {
        // Half a line must not remain.
        let _ = file.set_len(length);
        io_error(error)
    })
}

#[cfg(test)]
#[path = "store_tests.rs"]
mod tests;
