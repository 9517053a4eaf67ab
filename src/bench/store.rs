//! Writes results to files and reads them. Errors name the file, the position in it and the reason.

use super::record::Record;
use crate::bench::json_files::{self, Document, DocumentError, RESULT};
use std::ops::RangeInclusive;
use std::path::Path;

pub use crate::bench::json_files::StoreError;

/// Reads a result, or the results of a history, oldest first. If the last line of a history was cut
/// while it was written, it reads the others and calls `warn`.
///
/// # Errors
/// [`StoreError`]; a file without any result is an error too.
pub fn load(path: &Path, warn: &mut dyn FnMut(&str)) -> Result<Vec<Record>, StoreError> {
    json_files::load(path, warn, &read)
}

/// Reads a result, or the last one of a history.
///
/// # Errors
/// See [`load`].
pub fn load_last(path: &Path, warn: &mut dyn FnMut(&str)) -> Result<Record, StoreError> {
    let last = load(path, warn)?.pop();
    Ok(last.expect("without any result there is an error"))
}

/// Reads a document that is a result.
pub(crate) fn read(document: &Document<'_>) -> Result<Record, DocumentError> {
    let record = document.read(&RESULT)?;
    check(&record, document.line)?;
    Ok(record)
}

/// Nanoseconds that a sample can take: up to 30 years. The speeds of others are not numbers.
const TIMES: RangeInclusive<f64> = 1e-3..=1e18;

/// Checks what figures need: every row has samples, all are times, and nothing is 0 that they divide by.
fn check(record: &Record, first_line: usize) -> Result<(), DocumentError> {
    let first = match first_line {
        1 => String::new(),
        line => format!("line {line}, "),
    };
    for (i, row) in record.rows.iter().enumerate() {
        let error = |what: &str, reason: String| {
            Err(DocumentError::at(
                format!("{first}rows[{i}].{what}"),
                reason,
            ))
        };
        if row.samples_ns.is_empty() {
            return error("samples_ns", "there are no samples".to_owned());
        }
        if let Some(ns) = row.samples_ns.iter().find(|ns| !TIMES.contains(ns)) {
            return error(
                "samples_ns",
                format!("{ns:e} ns is not the time of a sample"),
            );
        }
        let numbers = [
            ("repeats", row.repeats),
            ("case.threads", row.case.threads as u64),
            ("case.limit", row.case.limit),
            ("puzzles", row.puzzles),
        ];
        if let Some((what, _)) = numbers.into_iter().find(|(_, number)| *number == 0) {
            return error(what, "it is 0, and then nothing was measured".to_owned());
        }
        if record.rows[..i].iter().any(|other| other.case == row.case) {
            return error("case", "an earlier row has the same".to_owned());
        }
    }
    Ok(())
}

/// A result in the format of `bench --save`.
#[must_use]
pub fn to_text(record: &Record) -> Vec<u8> {
    let mut text = serde_json::to_vec_pretty(record).expect("a record is JSON");
    text.push(b'\n');
    text
}

/// A result as a line of a history.
#[must_use]
pub fn to_line(record: &Record) -> Vec<u8> {
    let mut line = serde_json::to_vec(record).expect("a record is JSON");
    line.push(b'\n');
    line
}

/// Adds a result as one line to the end of a history, or creates the file. Replaces a last line
/// that was cut while it was written.
///
/// # Errors
/// [`StoreError::Io`]: nothing is added, not even half of the line. [`StoreError::Bad`]: the file
/// has something else, and stays as it is.
pub fn append(record: &Record, path: &Path) -> Result<(), StoreError> {
    json_files::append(path, &to_line(record), &read)
}

#[cfg(test)]
#[path = "store_tests.rs"]
mod tests;
