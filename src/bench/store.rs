//! Results to files and back. What cannot be read is refused with the name of
//! the file, the place in it and the reason.

use super::record::{Record, SCHEMA, VERSION};
use super::stats;
use crate::generate::Ratings;
use crate::shown::shown;
use serde::Deserialize;
use std::fs::{self, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a result could not be read or written.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The file could not be read or written.
    #[error("{}: {source}", shown(.path))]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file was read and is no result.
    #[error("{}: {place}: {reason}", shown(.path))]
    Bad {
        /// The file.
        path: PathBuf,
        /// Where in it, as `line 3, column 7` or `rows[2].samples_ns`.
        place: String,
        /// What is wrong.
        reason: String,
    },
}

/// Where and why a text is no record.
#[derive(Debug)]
struct Fault {
    place: String,
    reason: String,
}

impl Fault {
    fn at(place: impl Into<String>, reason: impl Into<String>) -> Fault {
        Fault {
            place: place.into(),
            reason: reason.into(),
        }
    }

    /// What serde_json found in `text`, which begins at `first_line`.
    fn from_json(error: &serde_json::Error, text: &str, first_line: usize) -> Fault {
        use serde_json::error::Category;
        let line = first_line + error.line().max(1) - 1;
        let place = format!("line {line}, column {}", error.column());
        let said = error.to_string();
        let said = said
            .rsplit_once(" at line ")
            .map_or(&*said, |(said, _)| said);
        let last = text.trim_end().lines().last().unwrap_or_default();
        let at_end =
            error.line() >= text.trim_end().lines().count() && error.column() >= last.len();
        let reason = match error.classify() {
            Category::Eof => {
                "the text ends in the middle of a result: the file was cut short".to_owned()
            }
            // A number cut off behind its point.
            Category::Syntax if at_end && said == "invalid number" => {
                "the text ends in the middle of a number: the file was cut short".to_owned()
            }
            Category::Syntax => format!("this is no JSON: {said}"),
            Category::Data | Category::Io => format!("this is no result of ninefold bench: {said}"),
        };
        Fault::at(place, reason)
    }

    fn of_file(self, path: &Path) -> StoreError {
        StoreError::Bad {
            path: path.to_owned(),
            place: self.place,
            reason: self.reason,
        }
    }
}

/// What a file can hold that `report` shows.
#[derive(Debug, Clone, PartialEq)]
pub enum Saved {
    /// A result of `bench`.
    Result(Box<Record>),
    /// A summary of `rate`.
    Ratings(Box<Ratings>),
}

/// Reads all results and summaries of a file, in its order. Of a history whose last
/// line was cut while it was written, the others; `warn` is told.
///
/// # Errors
/// As [`load`].
pub fn load_saved(path: &Path, warn: &mut dyn FnMut(&str)) -> Result<Vec<Saved>, StoreError> {
    let numbered = read(path, warn)?;
    Ok(numbered.into_iter().map(|(_, saved)| saved).collect())
}

/// Reads a result, or the results of a history, oldest first, as [`load_saved`].
///
/// # Errors
/// [`StoreError`]; a file without any result is an error too.
pub fn load(path: &Path, warn: &mut dyn FnMut(&str)) -> Result<Vec<Record>, StoreError> {
    records(read(path, warn)?).map_err(|fault| fault.of_file(path))
}

/// Reads a result; of a history, the last one.
///
/// # Errors
/// As [`load`].
pub fn load_last(path: &Path, warn: &mut dyn FnMut(&str)) -> Result<Record, StoreError> {
    let mut records = load(path, warn)?;
    records.pop().ok_or_else(|| empty().of_file(path))
}

/// Everything in the file, each with the line it begins on.
fn read(path: &Path, warn: &mut dyn FnMut(&str)) -> Result<Vec<(usize, Saved)>, StoreError> {
    let bytes = fs::read(path).map_err(|source| StoreError::Io {
        path: path.to_owned(),
        source,
    })?;
    let whole = whole(&bytes);
    if whole < bytes.len() {
        let line = bytes[..whole].iter().filter(|&&byte| byte == b'\n').count() + 1;
        warn(&format!(
            "{}: line {line} was cut while it was written: it is left out",
            shown(path)
        ));
    }
    parse_saved(&bytes[..whole]).map_err(|fault| fault.of_file(path))
}

/// The length of a history up to a last line that was cut while it was written: the
/// beginning of an object (or what a crashed system left for it, zeros), without a line
/// feed, behind lines that are whole. Else, the length of it all.
fn whole(bytes: &[u8]) -> usize {
    let lines = bytes
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |end| end + 1);
    let (before, last) = bytes.split_at(lines);
    let begun = matches!(last.trim_ascii_start().first(), Some(b'{' | 0));
    let is_cut = begun
        && serde_json::from_slice::<serde::de::IgnoredAny>(last).is_err()
        && parse_saved(before).is_ok();
    if is_cut { lines } else { bytes.len() }
}

fn empty() -> Fault {
    Fault::at("line 1", "the file is empty: there is no result in it")
}

/// The results, where there is nothing else.
fn records(saved: Vec<(usize, Saved)>) -> Result<Vec<Record>, Fault> {
    let records = saved.into_iter().map(|(line, saved)| match saved {
        Saved::Result(record) => Ok(*record),
        Saved::Ratings(_) => Err(Fault::at(
            format!("line {line}, \"schema\""),
            "this is a summary of ninefold rate, and a result of ninefold bench is wanted",
        )),
    });
    records.collect()
}

/// Everything in the file, each with the line it begins on.
fn parse_saved(bytes: &[u8]) -> Result<Vec<(usize, Saved)>, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()]
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count()
            + 1;
        let place = format!("line {line}, byte offset {}", error.valid_up_to());
        Fault::at(place, "this is not text: a result is JSON in UTF-8")
    })?;
    if text.trim().is_empty() {
        return Err(empty());
    }
    let mut saved = Vec::new();
    let mut values =
        serde_json::Deserializer::from_str(text).into_iter::<&serde_json::value::RawValue>();
    loop {
        let from = values.byte_offset();
        let first_line = line_of(text, from);
        match values.next() {
            None => return Ok(saved),
            Some(Err(error)) => return Err(Fault::from_json(&error, text, 1)),
            Some(Ok(value)) => saved.push((first_line, read_one(value.get(), first_line)?)),
        }
    }
}

/// Line (from 1) of the first thing at or after `offset`.
fn line_of(text: &str, offset: usize) -> usize {
    let rest = &text[offset..];
    let start = offset + rest.len() - rest.trim_start().len();
    text[..start].matches('\n').count() + 1
}

/// What every version of the schema has.
#[derive(Deserialize)]
struct Head {
    schema: Option<String>,
    version: Option<u64>,
}

/// Reads what `text` holds, by its schema.
fn read_one(text: &str, first_line: usize) -> Result<Saved, Fault> {
    let place = |what: &str| format!("line {first_line}, {what}");
    let head: Head =
        serde_json::from_str(text).map_err(|error| Fault::from_json(&error, text, first_line))?;
    let rating = head.schema.as_deref() == Some(Ratings::SCHEMA);
    let (known, verb) = match rating {
        true => (Ratings::VERSION, "rate again with ninefold rate"),
        false => (VERSION, "measure again with ninefold bench"),
    };
    match head.schema.as_deref() {
        Some(SCHEMA | Ratings::SCHEMA) => {}
        Some(other) => {
            let reason = format!("the file is of another kind: {other:?}, not {SCHEMA:?}");
            return Err(Fault::at(place("\"schema\""), reason));
        }
        None => {
            let reason = format!(
                "this JSON is no result of ninefold bench: it has no \"schema\": {SCHEMA:?}"
            );
            return Err(Fault::at(place("\"schema\""), reason));
        }
    }
    match head.version {
        Some(version) if version == u64::from(known) => {}
        Some(version) if version > u64::from(known) => {
            let reason = format!(
                "the result has schema version {version}; this program reads {known}: use the newer ninefold that wrote it"
            );
            return Err(Fault::at(place("\"version\""), reason));
        }
        older => {
            let found = older.map_or("none".to_owned(), |version| version.to_string());
            let reason = format!(
                "the result has the older schema version {found}; this program reads {known}: {verb}"
            );
            return Err(Fault::at(place("\"version\""), reason));
        }
    }
    let no_json = |error| Fault::from_json(&error, text, first_line);
    if rating {
        let ratings: Ratings = serde_json::from_str(text).map_err(no_json)?;
        let disagrees = |(field, reason)| Fault::at(place(&format!("{field:?}")), reason);
        ratings.check().map_err(disagrees)?;
        return Ok(Saved::Ratings(Box::new(ratings)));
    }
    let record = serde_json::from_str(text).map_err(no_json)?;
    check(&record, first_line)?;
    Ok(Saved::Result(Box::new(record)))
}

/// What the types cannot say: every row has samples, all are times, and its
/// corpus is known.
fn check(record: &Record, first_line: usize) -> Result<(), Fault> {
    let first = if first_line == 1 {
        String::new()
    } else {
        format!("line {first_line}, ")
    };
    for (i, row) in record.rows.iter().enumerate() {
        let at = |what: &str| format!("{first}rows[{i}].{what}");
        if let Err(error) = stats::logs(&row.samples_ns) {
            return Err(Fault::at(at("samples_ns"), error.to_string()));
        }
        if row.puzzles == 0 {
            return Err(Fault::at(
                at("puzzles"),
                "a row without puzzles has no speed",
            ));
        }
        if !record
            .corpora
            .iter()
            .any(|corpus| corpus.name == row.case.corpus)
        {
            let reason = format!("the result lists no corpus called {:?}", row.case.corpus);
            return Err(Fault::at(at("case.corpus"), reason));
        }
    }
    Ok(())
}

/// A result as `bench --save` writes it.
pub fn to_text(record: &Record) -> Vec<u8> {
    let mut text = serde_json::to_vec_pretty(record).expect("a record is JSON");
    text.push(b'\n');
    text
}

/// A result as a line of a history.
pub fn to_line(record: &Record) -> Vec<u8> {
    let mut line = serde_json::to_vec(record).expect("a record is JSON");
    line.push(b'\n');
    line
}

/// Adds a result as one line to the end of a history; makes the file where
/// there is none. A last line that was cut while it was written makes room for it.
///
/// # Errors
/// [`StoreError::Io`], and then nothing is added, nor half of it;
/// [`StoreError::Bad`] where the file holds something else, which is then left as
/// it is.
pub fn append(record: &Record, path: &Path) -> Result<(), StoreError> {
    let io_error = |source| StoreError::Io {
        path: path.to_owned(),
        source,
    };
    let mut options = OpenOptions::new();
    let file = options.read(true).append(true).create(true).open(path);
    let mut file = file.map_err(io_error)?;
    // Another run may add to it too. Where the file system knows no locks, there is none.
    let _ = file.lock();
    let mut old = Vec::new();
    file.read_to_end(&mut old).map_err(io_error)?;
    let old = &old[..whole(&old)];
    if !old.trim_ascii().is_empty() {
        let held = parse_saved(old).and_then(records);
        held.map_err(|fault| fault.of_file(path))?;
    }
    let length = old.len() as u64;
    let mut line = Vec::new();
    if old.last().is_some_and(|&byte| byte != b'\n') {
        line.push(b'\n');
    }
    line.extend(to_line(record));
    let added = file.set_len(length).and_then(|()| file.write_all(&line));
    let added = added.and_then(|()| file.sync_all());
    added.map_err(|error| {
        // What was written of it must not be taken for a line.
        let _ = file.set_len(length);
        io_error(error)
    })
}

#[cfg(test)]
#[path = "store_tests.rs"]
mod tests;
