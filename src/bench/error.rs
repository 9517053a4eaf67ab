//! Errors of measuring.

use super::record::Case;
use crate::engine::EngineError;
use crate::grid::check::Fault;
use thiserror::Error;

/// Why a measurement failed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MeasureError {
    /// There is no such engine or back end here.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The corpus has no puzzles.
    #[error("corpus {0:?} holds no puzzle")]
    NoPuzzles(String),
    /// A case names a missing corpus.
    #[error("there is no corpus called {0:?}")]
    NoCorpus(String),
    /// The system refused threads.
    #[error("{0} threads cannot be had: {1}")]
    Threads(usize, String),
    /// An answer is wrong.
    #[error("{case}: the answer to puzzle {puzzle} is wrong: {fault}")]
    Wrong {
        /// The case that gave it.
        case: Box<Case>,
        /// The number of the puzzle in the corpus, from 1.
        puzzle: usize,
        /// What is wrong with it.
        #[source]
        fault: Fault,
    },
    /// Two engines disagree.
    #[error("{one} and {other} differ on how many solutions puzzle {puzzle} has")]
    Disagree {
        /// One engine's case.
        one: Box<Case>,
        /// The other's.
        other: Box<Case>,
        /// The number of the puzzle in the corpus, from 1.
        puzzle: usize,
    },
    /// An external solver failed, or gave a wrong answer: in words.
    #[error("{0}")]
    External(String),
    /// The worker process that takes the samples of engines failed: in words.
    #[error("{0}")]
    Worker(String),
    /// A stop was requested before every case had a sample.
    #[error("stopped before the first round was complete: nothing was measured")]
    Stopped,
    /// A case gave other answers or counters than before.
    #[error("{0}: the {1} differ from one pass to the next")]
    Unsteady(Box<Case>, &'static str),
}
