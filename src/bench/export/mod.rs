//! Writes results in other formats, and as tables for people. It only prints: [`super::stats`] and
//! [`super::record`] have the arithmetic.

mod columns;
mod comparison;
mod csv;
mod hdr;
mod results;
mod row_cells;
mod slow_rounds;
mod summary;
mod tools;

pub use columns::Style;
pub use comparison::comparison;
pub use csv::write_csv;
pub use hdr::{write_hgrm, write_hlog};
pub(crate) use results::by_speed;
pub use results::{TableDetail, results};
pub(crate) use row_cells::{KEYS, cells};
pub(crate) use slow_rounds::{compared_rounds, slow_rounds};
pub use tools::{write_bencher, write_github};

use super::latency::HistogramError;
use super::record::Case;
use super::stats::StatsError;
use std::io;
use thiserror::Error;

/// Why a result could not be written in another format.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// Writing failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A sample is not a time.
    #[error("{0}")]
    Stats(#[from] StatsError),
    /// A histogram of the result is invalid.
    #[error("{0}")]
    Histogram(#[from] HistogramError),
    /// The result has no latencies.
    #[error("the result holds no latencies (it was measured with --no-latency)")]
    NoLatency,
}

/// A case as one word for file names, tags and identifiers: `lanes-avx2_x1_17_clue_limit2`.
#[must_use]
pub fn slug(case: &Case) -> String {
    let name = format!(
        "{}_x{}_{}_limit{}",
        case.engine_and_backend(),
        case.threads,
        case.corpus,
        case.limit
    );
    let keep = |c: char| {
        if c.is_ascii_alphanumeric() || "_.-".contains(c) {
            c
        } else {
            '-'
        }
    };
    name.chars().map(keep).collect()
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::example;
    use super::*;

    /// The written text.
    pub(super) fn text(write: impl Fn(&mut Vec<u8>) -> Result<(), ExportError>) -> String {
        let mut out = Vec::new();
        write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_slug_is_one_word_of_plain_characters() {
        let mut case = example().rows[0].case.clone();
        assert_eq!(slug(&case), "lanes-avx2_x1_tiny_limit2");
        case.corpus = "../a b,c\n".to_owned();
        assert_eq!(slug(&case), "lanes-avx2_x1_..-a-b-c-_limit2");
    }
}
