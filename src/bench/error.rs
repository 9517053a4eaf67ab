//! Why nothing could be measured.

use super::record::Case;
use crate::engine::EngineError;
use crate::grid::check::Fault;
use thiserror::Error;

/// Why nothing could be measured.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MeasureError {
    /// There is no such engine or back end here.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// There is nothing to solve.
    #[error("corpus {0:?} holds no puzzle")]
    NoPuzzles(String),
    /// A case names a corpus that is not there.
    #[error("there is no corpus called {0:?}")]
    NoCorpus(String),
    /// Threads could not be had.
    #[error("{0} threads cannot be had: {1}")]
    Threads(usize, String),
    /// An answer is wrong.
    #[error("{case}: the answer to puzzle {puzzle} is wrong: {fault}")]
    Wrong {
        /// Who gave it.
        case: Box<Case>,
        /// Which puzzle of the corpus, from 1.
        puzzle: usize,
        /// What is wrong with it.
        #[source]
        fault: Fault,
    },
    /// Two engines differ.
    #[error("{one} and {other} differ on how many solutions puzzle {puzzle} has")]
    Disagree {
        /// One engine's case.
        one: Box<Case>,
        /// The other's.
        other: Box<Case>,
        /// Which puzzle of the corpus, from 1.
        puzzle: usize,
    },
    /// A solver that is not ours failed, or gave a wrong answer: in words.
    #[error("{0}")]
    Outside(String),
    /// The worker process that takes the samples of engines failed: in words.
    #[error("{0}")]
    Worker(String),
    /// It was asked to stop before every case had a sample.
    #[error("stopped before the first round was complete: nothing was measured")]
    Stopped,
    /// A case gave other answers or counters than the time before.
    #[error("{0}: the {1} differ from one pass to the next")]
    Unsteady(Box<Case>, &'static str),
}
