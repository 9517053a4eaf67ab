//! Files of results, which `bench` saves and `compare` and `report` read.

use super::material::file;
use ninefold_referee::bench::baseline::{Thresholds, compare, mismatches};
use ninefold_referee::bench::export::{Style, comparison, draw, results as table};
use ninefold_referee::bench::record::Record;
use ninefold_referee::bench::stats::Settings;
use ninefold_referee::bench::store::{self, StoreError};
use ninefold_referee::html;
use std::path::Path;

/// Any file is read, or refused with its name, the position and the reason. A result that was read
/// can be printed, compared, written and read again.
pub fn results(data: &[u8]) {
    let path = file("result.json", data);
    let records = match store::load(&path, &mut |_| ()) {
        Ok(records) => records,
        Err(error) => return assert_refusal(&error, &path),
    };
    assert!(!records.is_empty(), "a file without a result is refused");
    assert_eq!(
        store::load_last(&path, &mut |_| ()).ok().as_ref(),
        records.last()
    );
    let again = file("again.json", b"");
    for record in &records {
        std::fs::write(&again, store::to_text(record)).expect("a file can be written");
        assert_eq!(
            store::load(&again, &mut |what| panic!("{what}")).expect("it was written by us"),
            std::slice::from_ref(record)
        );
        show(record);
    }
    let first = &records[0];
    let last = &records[records.len() - 1];
    let _ = mismatches(first, last);
    if small(first) && small(last) {
        let compared = compare(first, last, &quick());
        let _ = draw(&comparison(&compared), Style::Markdown);
        let _ = html::page(&[], &[compared], None);
    }
}

/// A refusal says where and why.
fn assert_refusal(error: &StoreError, path: &Path) {
    let message = error.to_string();
    assert!(
        message.starts_with(&ninefold_files::escape::escape(path).to_string()),
        "{message}"
    );
    match error {
        StoreError::Io { .. } => panic!("the file can be read: {message}"),
        StoreError::Bad { place, reason, .. } => {
            assert!(
                place.starts_with("line ") || place.starts_with("rows["),
                "{message}"
            );
            assert!(!reason.is_empty(), "{message}");
        }
    }
}

/// Few draws, because only the structure is tested, not the figures.
fn quick() -> Thresholds {
    Thresholds {
        settings: Settings {
            error: 0.2,
            resamples: 40,
        },
        ..Thresholds::default()
    }
}

/// Figures take ten thousand draws, so large results take long.
fn small(record: &Record) -> bool {
    record.rows.len() <= 2 && record.rows.iter().all(|row| row.samples.len() <= 4)
}

/// Every way to print a result.
fn show(record: &Record) {
    if small(record) {
        let _ = draw(&table(record, None), Style::Plain);
        let _ = html::page(std::slice::from_ref(record), &[], None);
    }
}
