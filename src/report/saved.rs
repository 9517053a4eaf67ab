//! The files from which a page is made.

use crate::bench::baseline::Comparison;
use crate::bench::record::Record;
use crate::bench::store::{self, StoreError};
use crate::corpus::rate::Ratings;
use crate::json_files::{self, COMPARISON, Document, DocumentError, RATINGS};
use std::path::Path;

/// The content of a file that a page can show.
#[derive(Debug, Clone, PartialEq)]
pub enum Saved {
    /// A result of `bench`.
    Result(Box<Record>),
    /// A comparison of `compare`.
    Comparison(Box<Comparison>),
    /// A summary of `rate`.
    Ratings(Box<Ratings>),
}

/// Reads all results and summaries of a file, in order. If the last line of a history was cut while
/// it was written, it reads the others and calls `warn`.
///
/// # Errors
/// The errors of [`store::load`].
pub fn load(path: &Path, warn: &mut dyn FnMut(&str)) -> Result<Vec<Saved>, StoreError> {
    json_files::load(path, warn, &read)
}

fn read(document: &Document<'_>) -> Result<Saved, DocumentError> {
    Ok(if document.is(&RATINGS) {
        Saved::Ratings(Box::new(read_ratings(document)?))
    } else if document.is(&COMPARISON) {
        Saved::Comparison(Box::new(document.read(&COMPARISON)?))
    } else {
        Saved::Result(Box::new(store::read(document)?))
    })
}

fn read_ratings(document: &Document<'_>) -> Result<Ratings, DocumentError> {
    let ratings: Ratings = document.read(&RATINGS)?;
    let disagrees =
        |(field, reason)| DocumentError::at(document.place(&format!("{field:?}")), reason);
    ratings.check().map_err(disagrees)?;
    Ok(ratings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::record::tests::example;

    #[test]
    fn summaries_of_rate_are_read_and_told_from_results() {
        let ratings = crate::corpus::rate::ratings::tests::example();
        let text = serde_json::to_string(&ratings).unwrap();
        let both = format!("{}\n{text}\n", serde_json::to_string(&example()).unwrap());
        let saved = json_files::parse(both.as_bytes(), &read).unwrap();
        let expected = [
            Saved::Result(Box::new(example())),
            Saved::Ratings(Box::new(ratings)),
        ];
        assert_eq!(saved, expected);
        let fault = |text: &str| {
            let fault = json_files::parse(text.as_bytes(), &read).expect_err("must be refused");
            format!("{}: {}", fault.place, fault.reason)
        };
        let wrong = fault(&text.replace("\"puzzles\":3", "\"puzzles\":4"));
        let expected = "line 1, \"clues\": there must be 82";
        assert!(wrong.starts_with(expected), "{wrong}");
        assert!(fault(&text[..40]).contains("cut short"));
        let older = fault(&text.replace("\"version\":1", "\"version\":0"));
        assert!(older.contains("rate again"), "{older}");
    }

    #[test]
    fn comparisons_are_read_and_told_from_results() {
        let thresholds = crate::bench::baseline::Thresholds::default();
        let found = crate::bench::baseline::compare(&example(), &example(), &thresholds).unwrap();
        let text = serde_json::to_string(&found).unwrap();
        let saved = json_files::parse(text.as_bytes(), &read).unwrap();
        assert_eq!(saved, [Saved::Comparison(Box::new(found))]);
        let fault = json_files::parse(&text.as_bytes()[..40], &read).expect_err("is cut");
        assert!(fault.reason.contains("cut short"), "{}", fault.reason);
    }
}
