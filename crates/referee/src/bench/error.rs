//! Errors of measuring.

use crate::external::Trouble;
use thiserror::Error;

/// Why nothing could be measured.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MeasureError {
    /// The default engine, which decides what is right, gave a wrong answer: in words.
    #[error("{0}")]
    Reference(String),
    /// A program or library could not be copied: in words.
    #[error("{0}")]
    NotCopied(String),
    /// A stop was requested before every case had a sample.
    #[error("stopped before the first round was complete: nothing was measured")]
    Stopped,
}

/// Why a case has no sample.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum CaseError {
    /// The answer to a puzzle is wrong: which, and what would be right.
    #[error("{0}")]
    Wrong(String),
    /// The solver could not run, or did not answer.
    #[error("{}", .0.reason)]
    Failed(Trouble),
    /// It was not started, because it cannot be measured so: in words.
    #[error("{0}")]
    Refused(String),
    /// It is no fault of the solver.
    #[error("{0}")]
    Other(#[from] MeasureError),
}

impl CaseError {
    /// The solver did something else than it must: in words.
    pub(super) fn failed(reason: impl Into<String>) -> CaseError {
        CaseError::Failed(Trouble::from(reason.into()))
    }
}
