//! The files from which a page is made.

use crate::bench::baseline::Comparison;
use crate::bench::json_files::{self, COMPARISON, Document, DocumentError};
use crate::bench::record::Record;
use crate::bench::store::{self, StoreError};
use std::path::Path;

/// The content of a file that a page can show.
#[derive(Debug, Clone, PartialEq)]
pub enum Saved {
    /// A result of `bench`.
    Result(Box<Record>),
    /// A comparison of `compare`.
    Comparison(Box<Comparison>),
}

/// Reads all results and comparisons of a file, in order. If the last line of a history was cut while
/// it was written, it reads the others and calls `warn`.
///
/// # Errors
/// The errors of [`store::load`].
pub fn load(path: &Path, warn: &mut dyn FnMut(&str)) -> Result<Vec<Saved>, StoreError> {
    json_files::load(path, warn, &read)
}

fn read(document: &Document<'_>) -> Result<Saved, DocumentError> {
    Ok(match document.is(&COMPARISON) {
        true => Saved::Comparison(Box::new(document.read(&COMPARISON)?)),
        false => Saved::Result(Box::new(store::read(document)?)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::record::tests::example;

    #[test]
    fn comparisons_are_read_and_told_from_results() {
        let thresholds = crate::bench::baseline::Thresholds::default();
        let found = crate::bench::baseline::compare(&example(), &example(), &thresholds);
        let text = serde_json::to_string(&found).unwrap();
        let saved = json_files::parse(text.as_bytes(), &read).unwrap();
        assert_eq!(saved, [Saved::Comparison(Box::new(found))]);
        let result = serde_json::to_string(&example()).unwrap();
        let saved = json_files::parse(result.as_bytes(), &read).unwrap();
        assert_eq!(saved, [Saved::Result(Box::new(example()))]);
        let fault = json_files::parse(&text.as_bytes()[..40], &read).expect_err("is cut");
        assert!(fault.reason.contains("cut short"), "{}", fault.reason);
    }
}
