//! Why making a corpus failed.

use crate::engine::EngineError;
use crate::parallel::OrderedError;
use crate::pipeline::PipelineError;
use rayon::ThreadPoolBuildError;
use std::io;
use thiserror::Error;

/// Why making a corpus failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// No puzzle can fit the options.
    #[error(transparent)]
    Spec(#[from] GenerateSpecError),
    /// The engine could not create a solver.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The sink could not write the puzzles.
    #[error("cannot write the output: {0}")]
    Write(#[source] io::Error),
    /// The system refused threads.
    #[error("cannot start threads: {0}")]
    Threads(#[from] ThreadPoolBuildError),
    /// Work panicked.
    #[error("puzzles from number {0}: {1}; this is a bug in ninefold")]
    Panicked(u64, String),
    /// More than half of the lines are not puzzles.
    #[error("{0}")]
    Unusable(String),
    /// A stop was requested.
    #[error("stopped")]
    Stopped,
    /// Reading failed (of verbs that read).
    #[error(transparent)]
    Pipeline(#[from] PipelineError),
}

impl RunError {
    pub(super) fn from_fault(fault: OrderedError<RunError>) -> RunError {
        match fault {
            OrderedError::Own(error) => error,
            OrderedError::Reader(message) => RunError::Pipeline(PipelineError::Reader(message)),
            OrderedError::Lost => RunError::Pipeline(PipelineError::Lost(0)),
            OrderedError::Stopped => RunError::Stopped,
        }
    }
}

/// Why no puzzle can fit the options.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum GenerateSpecError {
    #[error("clues {0}..{1}: the first number is the larger")]
    EmptyRange(usize, usize),
    #[error("clues {0}..{1}: a grid has 81 cells")]
    TooMany(usize, usize),
    #[error("guesses {0}..{1}: the first number is the larger")]
    EmptyGuesses(u64, u64),
    #[error("no puzzle with fewer than 17 clues has a single solution")]
    TooFewForUnique,
    #[error("these are made from puzzles with one solution, and those have 17 clues or more")]
    TooFewToSpoil,
    #[error("no minimal puzzle with more than 40 clues is known")]
    TooManyForMinimal,
    #[error("with more than 77 clues no puzzle has two solutions")]
    TooManyForMultiple,
    #[error("with more than 79 clues a puzzle without a solution has clues that clash")]
    TooManyForUnsolvable,
    #[error("a minimal puzzle has one solution, so --minimal cannot be combined with {0}")]
    MinimalKind(&'static str),
    #[error("--difficulty cannot be combined with --multiple")]
    DifficultKind,
}
