//! JSON documents in files: results, their histories, comparisons. Errors name the file, the position in
//! it and the reason.

use crate::escape::escape;
use crate::lines::BOM;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A kind of document.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct DocumentKind {
    /// Its first field.
    pub(crate) schema: &'static str,
    /// The version that this program writes and reads: its second field.
    pub(crate) version: u32,
    name: &'static str,
    /// How to make a new one.
    again: &'static str,
}

/// The documents of `bench --save`.
pub(crate) const RESULT: DocumentKind = DocumentKind {
    schema: "ninefold.bench",
    version: 1,
    name: "result of ninefold bench",
    again: "measure again with ninefold bench",
};

/// The documents of `compare --json`.
pub(crate) const COMPARISON: DocumentKind = DocumentKind {
    schema: "ninefold.comparison",
    version: 2,
    name: "comparison of ninefold compare",
    again: "compare again with ninefold compare",
};

/// Why a document could not be read or written.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The file could not be read or written.
    #[error("{}: {source}", escape(.path))]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file is not such a document.
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

/// Where and why a text is not such a document.
#[derive(Debug)]
pub(crate) struct DocumentError {
    pub(crate) place: String,
    pub(crate) reason: String,
}

impl DocumentError {
    pub(crate) fn at(place: impl Into<String>, reason: impl Into<String>) -> DocumentError {
        DocumentError {
            place: place.into(),
            reason: reason.into(),
        }
    }

    /// The error of serde_json in `text`, which begins at `first_line`.
    fn from_json(
        error: &serde_json::Error,
        text: &str,
        first_line: usize,
        kind: &DocumentKind,
    ) -> DocumentError {
        use serde_json::error::Category;
        let line = first_line + error.line().max(1) - 1;
        let place = format!("line {line}, column {}", error.column());
        let message = error.to_string();
        let message = message
            .rsplit_once(" at line ")
            .map_or(&*message, |(message, _)| message);
        let last = text.trim_end().lines().last().unwrap_or_default();
        let at_end =
            error.line() >= text.trim_end().lines().count() && error.column() >= last.len();
        let reason = match error.classify() {
            Category::Eof => {
                "the text ends in the middle of a result: the file was cut short".to_owned()
            }
            // A number that ends after its decimal point.
            Category::Syntax if at_end && message == "invalid number" => {
                "the text ends in the middle of a number: the file was cut short".to_owned()
            }
            Category::Syntax => format!("not valid JSON: {message}"),
            Category::Data | Category::Io => format!("not a valid {}: {message}", kind.name),
        };
        DocumentError::at(place, reason)
    }

    fn of_file(self, path: &Path) -> StoreError {
        StoreError::Bad {
            path: path.to_owned(),
            place: self.place,
            reason: self.reason,
        }
    }
}

/// One document of a file.
pub(crate) struct Document<'a> {
    text: &'a str,
    /// The line on which it begins, from 1.
    pub(crate) line: usize,
}

/// The fields that every version of every kind has.
struct Head {
    schema: Option<Value>,
    version: Option<u64>,
}

impl Head {
    fn of(text: &str) -> serde_json::Result<Head> {
        let members: HashMap<String, &RawValue> = serde_json::from_str(text)?;
        let member = |name: &str| members.get(name).map(|value| value.get());
        Ok(Head {
            schema: member("schema").map(serde_json::from_str).transpose()?,
            version: member("version").and_then(|version| serde_json::from_str(version).ok()),
        })
    }
}

impl Document<'_> {
    /// Whether its schema is of this kind.
    pub(crate) fn is(&self, kind: &DocumentKind) -> bool {
        let head = Head::of(self.text);
        head.is_ok_and(|head| head.schema.is_some_and(|schema| schema == kind.schema))
    }

    fn place(&self, what: &str) -> String {
        format!("line {}, {what}", self.line)
    }

    /// Reads it as the wanted kind.
    pub(crate) fn read<T: DeserializeOwned>(
        &self,
        kind: &DocumentKind,
    ) -> Result<T, DocumentError> {
        let no_json = |error| DocumentError::from_json(&error, self.text, self.line, kind);
        let head = Head::of(self.text).map_err(no_json)?;
        self.check_schema(head.schema.as_ref(), kind)?;
        self.check_version(head.version, kind)?;
        serde_json::from_str(self.text).map_err(no_json)
    }

    fn check_schema(
        &self,
        found: Option<&Value>,
        wanted: &DocumentKind,
    ) -> Result<(), DocumentError> {
        let schema = wanted.schema;
        let known = [RESULT, COMPARISON]
            .into_iter()
            .find(|kind| found.is_some_and(|found| found == kind.schema));
        let reason = match (known, found) {
            (Some(kind), _) if kind == *wanted => return Ok(()),
            (Some(kind), _) => format!("expected a {}, found a {}", wanted.name, kind.name),
            (None, Some(other)) => {
                format!("the file is of another kind: {other}, not {schema:?}")
            }
            (None, None) => {
                let name = wanted.name;
                format!("this JSON is not a {name}: it has no \"schema\": {schema:?}")
            }
        };
        Err(DocumentError::at(self.place("\"schema\""), reason))
    }

    fn check_version(&self, found: Option<u64>, kind: &DocumentKind) -> Result<(), DocumentError> {
        let known = kind.version;
        let reason = match found {
            Some(version) if version == u64::from(known) => return Ok(()),
            Some(version) if version > u64::from(known) => format!(
                "the result has schema version {version}; this program reads {known}: use the newer ninefold that wrote it"
            ),
            older => {
                let found = older.map_or("none".to_owned(), |version| version.to_string());
                let again = kind.again;
                format!(
                    "the result has the older schema version {found}; this program reads {known}: {again}"
                )
            }
        };
        Err(DocumentError::at(self.place("\"version\""), reason))
    }
}

/// Converts a document to what the caller wants.
pub(crate) type ReadOne<'a, T> = dyn Fn(&Document<'_>) -> Result<T, DocumentError> + 'a;

/// Reads all documents of a file, at least one, in order. If the last line of a history was cut
/// while it was written, it reads the others and calls `warn`.
///
/// # Errors
/// [`StoreError`]. A file without any document is an error too.
pub(crate) fn load<T>(
    path: &Path,
    warn: &mut dyn FnMut(&str),
    one: &ReadOne<'_, T>,
) -> Result<Vec<T>, StoreError> {
    let mut bytes = fs::read(path).map_err(|source| StoreError::Io {
        path: path.to_owned(),
        source,
    })?;
    if bytes.starts_with(BOM) {
        bytes.drain(..BOM.len());
    }
    let whole = whole(&bytes, one);
    if whole < bytes.len() {
        let line = line_at(&bytes[..whole]);
        let name = escape(path);
        warn(&format!(
            "{name}: line {line} was cut while it was written: it is left out"
        ));
    }
    parse(&bytes[..whole], one).map_err(|fault| fault.of_file(path))
}

/// The length of a history without a last line that was cut while it was written. Such a line is
/// the beginning of an object without a line feed, or the zeros that a crashed system left, after
/// complete lines. Otherwise the whole length.
pub(crate) fn whole<T>(bytes: &[u8], one: &ReadOne<'_, T>) -> usize {
    let lines = bytes
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |end| end + 1);
    let (before, last) = bytes.split_at(lines);
    let has_begun = matches!(last.trim_ascii_start().first(), Some(b'{' | 0));
    let is_cut = has_begun
        && serde_json::from_slice::<serde::de::IgnoredAny>(last).is_err()
        && parse(before, one).is_ok();
    if is_cut { lines } else { bytes.len() }
}

/// Every document of a text.
pub(crate) fn parse<T>(bytes: &[u8], one: &ReadOne<'_, T>) -> Result<Vec<T>, DocumentError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let offset = error.valid_up_to();
        let place = format!("line {}, byte offset {offset}", line_at(&bytes[..offset]));
        DocumentError::at(place, "this is not text: a result is JSON in UTF-8")
    })?;
    if text.trim().is_empty() {
        let reason = "the file is empty: there is no result in it";
        return Err(DocumentError::at("line 1", reason));
    }
    let mut found = Vec::new();
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    loop {
        let rest = &text[values.byte_offset()..];
        let start = text.len() - rest.trim_start().len();
        let line = line_at(&bytes[..start]);
        match values.next() {
            None => return Ok(found),
            Some(Err(error)) => return Err(DocumentError::from_json(&error, text, 1, &RESULT)),
            Some(Ok(value)) => found.push(one(&Document {
                text: value.get(),
                line,
            })?),
        }
    }
}

/// The number of the line after a text, from 1.
fn line_at(before: &[u8]) -> usize {
    before.iter().filter(|&&byte| byte == b'\n').count() + 1
}

/// Adds a line to the end of a history, or creates the file. Replaces a last line that was cut
/// while it was written.
///
/// # Errors
/// [`StoreError::Io`]: nothing is added, not even half of the line. [`StoreError::Bad`]: `one`
/// refuses the content of the file, which stays as it is.
pub(crate) fn append<T>(path: &Path, line: &[u8], one: &ReadOne<'_, T>) -> Result<(), StoreError> {
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
    let old = &old[..whole(&old, one)];
    if !old.trim_ascii().is_empty() {
        parse(old, one).map_err(|fault| fault.of_file(path))?;
    }
    let length = old.len() as u64;
    let mut added = Vec::new();
    if old.last().is_some_and(|&byte| byte != b'\n') {
        added.push(b'\n');
    }
    added.extend_from_slice(line);
    let done = file.set_len(length).and_then(|()| file.write_all(&added));
    let done = done.and_then(|()| file.sync_all());
    done.map_err(|error| {
        // Half a line must not remain.
        let _ = file.set_len(length);
        io_error(error)
    })
}
