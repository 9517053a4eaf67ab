//! Results to files and back. What cannot be read is refused with the name of
//! the file, the place in it and the reason.

use super::record::{Record, SCHEMA, VERSION};
use super::stats;
use crate::generate::Ratings;
use crate::shown::shown;
use serde::Deserialize;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
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

/// Reads all results and summaries of a file, in its order.
///
/// # Errors
/// As [`load`].
pub fn load_saved(path: &Path) -> Result<Vec<Saved>, StoreError> {
    let bytes = fs::read(path).map_err(|source| StoreError::Io {
        path: path.to_owned(),
        source,
    })?;
    parse_saved(&bytes)
        .map(|saved| saved.into_iter().map(|(_, saved)| saved).collect())
        .map_err(|fault| fault.of_file(path))
}

/// Reads a result, or the results of a history, oldest first.
///
/// # Errors
/// [`StoreError`]; a file without any result is an error too.
pub fn load(path: &Path) -> Result<Vec<Record>, StoreError> {
    let bytes = fs::read(path).map_err(|source| StoreError::Io {
        path: path.to_owned(),
        source,
    })?;
    parse(&bytes).map_err(|fault| fault.of_file(path))
}

/// Reads a result; of a history, the last one.
///
/// # Errors
/// As [`load`].
pub fn load_last(path: &Path) -> Result<Record, StoreError> {
    let mut records = load(path)?;
    records.pop().ok_or_else(|| empty().of_file(path))
}

fn empty() -> Fault {
    Fault::at("line 1", "the file is empty: there is no result in it")
}

fn parse(bytes: &[u8]) -> Result<Vec<Record>, Fault> {
    let saved = parse_saved(bytes)?.into_iter();
    let records = saved.map(|(line, saved)| match saved {
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

/// Writes a result to `path`: whole, or not at all.
///
/// # Errors
/// [`StoreError::Io`].
pub fn save(record: &Record, path: &Path) -> Result<(), StoreError> {
    let mut text = serde_json::to_vec_pretty(record).expect("a record is JSON");
    text.push(b'\n');
    write_file(path, &text)
}

/// Writes a file: whole, or not at all; one that is there is replaced.
///
/// # Errors
/// [`StoreError::Io`].
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    replace(path, bytes).map_err(|source| StoreError::Io {
        path: path.to_owned(),
        source,
    })
}

fn replace(path: &Path, text: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|meta| !meta.is_file()) {
        return fs::write(path, text);
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let written = fs::write(&part, text).and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written
}

/// Adds a result as one line to the end of a history; makes the file where
/// there is none.
///
/// # Errors
/// [`StoreError::Io`]; [`StoreError::Bad`] where the file holds something
/// else, which is then left as it is.
pub fn append(record: &Record, path: &Path) -> Result<(), StoreError> {
    let io_error = |source| StoreError::Io {
        path: path.to_owned(),
        source,
    };
    let old = match fs::read(path) {
        Ok(old) => old,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(io_error(error)),
    };
    if !old.trim_ascii().is_empty() {
        parse(&old).map_err(|fault| fault.of_file(path))?;
    }
    let mut line = Vec::new();
    if old.last().is_some_and(|&byte| byte != b'\n') {
        line.push(b'\n');
    }
    serde_json::to_writer(&mut line, record).expect("a record is JSON");
    line.push(b'\n');
    let mut file = OpenOptions::new()
        .append(true)
        .create(true)
        .open(path)
        .map_err(io_error)?;
    file.write_all(&line).map_err(io_error)
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::example;
    use super::*;

    fn fault(text: &str) -> String {
        let fault = parse(text.as_bytes()).expect_err("must be refused");
        format!("{}: {}", fault.place, fault.reason)
    }

    fn one_line(change: impl Fn(&mut Record)) -> String {
        let mut record = example();
        change(&mut record);
        serde_json::to_string(&record).unwrap()
    }

    #[test]
    fn a_truncated_file_is_refused_wherever_it_was_cut() {
        let text = serde_json::to_string_pretty(&example()).unwrap();
        for cut in 1..text.len() - 1 {
            assert!(
                fault(&text[..cut]).contains("cut short"),
                "{cut}: {}",
                fault(&text[..cut])
            );
        }
        let message = fault(&text[..text.len() / 2]);
        assert!(message.starts_with("line "), "{message}");
    }

    #[test]
    fn numbers_are_read_as_they_were_written() {
        // Times of 1 us to 1 s, all digits used; the last one is the fuzzer's.
        let mut samples: Vec<f64> = (1..2000_u32)
            .map(|i| 1e3 * f64::from(i).sqrt().powi(1 + i as i32 % 4))
            .collect();
        samples.push(1.109_999_999_999_999_9e136);
        let mut record = example();
        record.rows[0].samples_ns = samples;
        let text = serde_json::to_string(&record).unwrap();
        assert_eq!(parse(text.as_bytes()).ok(), Some(vec![record]));
    }

    #[test]
    fn what_is_no_result_is_refused_with_place_and_reason() {
        assert!(fault("").starts_with("line 1: the file is empty"));
        assert!(
            fault("53..7....\n").contains("no JSON"),
            "{}",
            fault("53..7....\n")
        );
        assert!(fault("{\"results\": []}").contains("no \"schema\""));
        assert!(fault("[1, 2]").starts_with("line 1, column"));
        let foreign = fault("{\"schema\": \"criterion\", \"version\": 1}");
        assert!(foreign.contains("another kind: \"criterion\""), "{foreign}");
        let bytes = parse(b"{}\n\xff\xfe").err().unwrap();
        assert_eq!(bytes.place, "line 2, byte offset 3");
    }

    #[test]
    fn other_versions_are_refused_and_say_how_to_go_on() {
        let older = fault(&one_line(|record| record.version = 0));
        assert!(older.contains("older schema version 0") && older.contains("measure again"));
        let newer = fault(&one_line(|record| record.version = 7));
        assert!(newer.contains("schema version 7") && newer.contains("newer ninefold"));
        let none = fault("{\"schema\": \"ninefold.bench\"}");
        assert!(none.contains("older schema version none"), "{none}");
    }

    #[test]
    fn summaries_of_rate_are_read_and_told_from_results() {
        let ratings = crate::generate::ratings::tests::example();
        let text = serde_json::to_string(&ratings).unwrap();
        let both = format!("{}\n{text}\n", one_line(|_| {}));
        let saved = parse_saved(both.as_bytes()).unwrap();
        assert!(matches!(saved[0], (1, Saved::Result(_))));
        assert_eq!(saved[1], (2, Saved::Ratings(Box::new(ratings))));
        assert!(fault(&both).starts_with("line 2, \"schema\": this is a summary of ninefold rate"));
        let wrong = fault(&text.replace("\"puzzles\":3", "\"puzzles\":4"));
        assert!(
            wrong.starts_with("line 1, \"clues\": there must be 82"),
            "{wrong}"
        );
        assert!(fault(&text[..40]).contains("cut short"));
        let older = fault(&text.replace("\"version\":1", "\"version\":0"));
        assert!(older.contains("rate again"), "{older}");
    }

    #[test]
    fn samples_that_are_no_times_are_refused_by_row() {
        let none = fault(&one_line(|record| record.rows[1].samples_ns.clear()));
        assert_eq!(none, "rows[1].samples_ns: there are no samples");
        let zero = fault(&one_line(|record| record.rows[0].samples_ns[4] = 0.0));
        assert_eq!(
            zero,
            "rows[0].samples_ns: sample 5 is 0; a time is above zero"
        );
        let nan = fault(&one_line(|record| record.rows[0].samples_ns[4] = f64::NAN));
        assert!(
            nan.contains("null") && nan.starts_with("line 1, column"),
            "{nan}"
        );
        let lost = fault(&one_line(|record| record.corpora.clear()));
        assert!(lost.starts_with("rows[0].case.corpus"), "{lost}");
    }

    #[test]
    fn a_fault_in_a_history_names_its_line() {
        let text = format!(
            "{}\n\n{}\n",
            one_line(|_| {}),
            one_line(|record| record.version = 0)
        );
        assert!(
            fault(&text).starts_with("line 3, \"version\""),
            "{}",
            fault(&text)
        );
        let cut = &text[..text.len() - 30];
        assert!(fault(cut).starts_with("line 3, column"), "{}", fault(cut));
    }

    #[test]
    fn files_are_saved_appended_and_read_back() {
        let folder = std::env::temp_dir().join(format!("ninefold-store-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (one, history) = (folder.join("one.json"), folder.join("history.jsonl"));
        save(&example(), &one).unwrap();
        save(&example(), &one).unwrap();
        assert_eq!(load(&one).unwrap(), [example()]);
        append(&example(), &history).unwrap();
        append(&example(), &history).unwrap();
        assert_eq!(load(&history).unwrap().len(), 2);
        assert_eq!(load_last(&history).unwrap(), example());
        fs::write(&one, "hello").unwrap();
        let refused = append(&example(), &one).unwrap_err().to_string();
        assert!(
            refused.contains("one.json: line 1, column 1: this is no JSON"),
            "{refused}"
        );
        assert_eq!(fs::read(&one).unwrap(), b"hello");
        let missing = load(&folder.join("none.json")).unwrap_err();
        assert!(matches!(missing, StoreError::Io { .. }));
        fs::remove_dir_all(&folder).unwrap();
    }
}
