//! Writes results to files and reads them. Errors name the file, the position in it and the reason.

use super::record::Record;
use super::stats;
use crate::json_files::{self, Document, DocumentError, RESULT};
use std::ops::RangeInclusive;
use std::path::Path;

pub use crate::json_files::StoreError;

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

/// Checks everything that the types cannot: every row has samples, all are times, its corpus is
/// known, and there are no duplicate rows or corpora.
fn check(record: &Record, first_line: usize) -> Result<(), DocumentError> {
    let first = if first_line == 1 {
        String::new()
    } else {
        format!("line {first_line}, ")
    };
    for (i, corpus) in record.corpora.iter().enumerate() {
        let mut before = record.corpora[..i].iter();
        if let Some(other) = before.position(|other| other.name == corpus.name) {
            let place = format!("{first}corpora[{i}].name");
            let reason = format!("the same name as in corpora[{other}]");
            return Err(DocumentError::at(place, reason));
        }
    }
    for (i, row) in record.rows.iter().enumerate() {
        let at = |what: &str| format!("{first}rows[{i}].{what}");
        if let Err(error) = stats::logs(&row.samples_ns) {
            return Err(DocumentError::at(at("samples_ns"), error.to_string()));
        }
        if let Some(ns) = row.samples_ns.iter().find(|ns| !TIMES.contains(ns)) {
            let reason = format!("{ns:e} ns is not the time of a sample");
            return Err(DocumentError::at(at("samples_ns"), reason));
        }
        let numbers = [
            ("repeats", row.repeats == 0),
            ("case.threads", row.case.threads == 0),
            ("case.limit", row.case.limit == 0),
        ];
        if let Some((what, _)) = numbers.into_iter().find(|(_, is_zero)| *is_zero) {
            return Err(DocumentError::at(
                at(what),
                "nothing is measured 0 times, by 0 threads, or up to 0 solutions",
            ));
        }
        if let Some(first) = record.rows[..i]
            .iter()
            .position(|other| other.case == row.case)
        {
            let reason = format!("the same case as in rows[{first}]");
            return Err(DocumentError::at(at("case"), reason));
        }
        if row.puzzles == 0 {
            return Err(DocumentError::at(
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
            return Err(DocumentError::at(at("case.corpus"), reason));
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
