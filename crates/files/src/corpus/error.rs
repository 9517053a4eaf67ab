//! Why making a corpus failed.

use crate::parallel::OrderedError;
use crate::pipeline::PipelineError;
use ninefold::corpus::SpecError;
use ninefold::engine::EngineError;
use rayon::ThreadPoolBuildError;
use std::io;
use thiserror::Error;

/// Why making a corpus failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// No puzzle can fit the options.
    #[error(transparent)]
    Spec(#[from] SpecError),
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
