//! Writes results in other formats, and as tables for people. It only prints: [`super::stats`] and
//! [`super::record`] have the arithmetic.

mod columns;
mod comparison;
mod results;
mod row_cells;
mod slow_rounds;
mod summary;
mod tools;

pub use columns::Style;
pub use comparison::comparison;
pub(crate) use results::by_speed;
pub use results::{TableDetail, results};
pub(crate) use row_cells::{KEYS, cells};
pub(crate) use slow_rounds::{compared_rounds, slow_rounds};
pub use tools::{write_bencher, write_github};

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
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The written text.
    pub(super) fn text(write: impl Fn(&mut Vec<u8>) -> Result<(), ExportError>) -> String {
        let mut out = Vec::new();
        write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }
}
