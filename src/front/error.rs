//! Why a batch, or a text, was not solved.

use crate::engine::EngineError;
use std::error::Error;
use std::fmt;
use std::io;

/// Why not every puzzle of a batch has its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveManyError {
    /// The stride is below 81, or what is left behind the last puzzle is none.
    Stride {
        /// Bytes there are.
        length: usize,
        /// The stride.
        stride: usize,
    },
    /// An offset lies behind the bytes, or before the one in front of it.
    Offset {
        /// Which one, from 0.
        index: usize,
    },
    /// There are neither as many outcomes as puzzles nor none, or the solutions do not have 81
    /// bytes for each, nor 82, nor none.
    Room {
        /// Puzzles.
        puzzles: usize,
        /// Bytes for their solutions.
        solutions: usize,
        /// Outcomes.
        outcomes: usize,
    },
    /// No solver could be made.
    Engine(EngineError),
    /// The system refused threads.
    Threads(String),
    /// It was [stopped](crate::SolveOptions::stop).
    Stopped,
    /// A solution fails the [independent check](crate::grid::check). This is a bug.
    Wrong {
        /// The puzzle's number, from 0.
        puzzle: usize,
        /// What is wrong.
        fault: String,
    },
}

impl Error for SolveManyError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            SolveManyError::Engine(error) => Some(error),
            _ => None,
        }
    }
}

impl From<EngineError> for SolveManyError {
    fn from(error: EngineError) -> SolveManyError {
        SolveManyError::Engine(error)
    }
}

impl fmt::Display for SolveManyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveManyError::Stride { length, stride } => {
                write!(f, "{length} bytes are no puzzles {stride} bytes apart")
            }
            SolveManyError::Offset { index } => {
                write!(f, "offset {index} is out of order or range")
            }
            SolveManyError::Room {
                puzzles,
                solutions,
                outcomes,
            } => write!(
                f,
                "for {puzzles} puzzles there are {solutions} bytes for solutions and {outcomes} outcomes"
            ),
            SolveManyError::Engine(error) => error.fmt(f),
            SolveManyError::Threads(error) => write!(f, "cannot start threads: {error}"),
            SolveManyError::Stopped => write!(f, "stopped"),
            SolveManyError::Wrong { puzzle, fault } => {
                write!(
                    f,
                    "wrong answer to puzzle {puzzle}: {fault}; this is a bug in ninefold"
                )
            }
        }
    }
}

/// Why not every line has its row.
#[derive(Debug)]
#[non_exhaustive]
pub enum StreamError {
    /// Reading failed. The lines before have their rows.
    Read(io::Error),
    /// Writing failed.
    Write(io::Error),
    /// No solver could be made.
    Engine(EngineError),
    /// The system refused threads.
    Threads(String),
    /// It was [stopped](crate::SolveOptions::stop). The rows written are the first ones.
    Stopped,
    /// A solution fails the [independent check](crate::grid::check). This is a bug.
    Wrong {
        /// The puzzle.
        puzzle: String,
        /// What is wrong.
        fault: String,
    },
}

impl Error for StreamError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            StreamError::Read(error) | StreamError::Write(error) => Some(error),
            StreamError::Engine(error) => Some(error),
            _ => None,
        }
    }
}

impl From<EngineError> for StreamError {
    fn from(error: EngineError) -> StreamError {
        StreamError::Engine(error)
    }
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StreamError::Read(error) => write!(f, "cannot read: {error}"),
            StreamError::Write(error) => write!(f, "cannot write: {error}"),
            StreamError::Engine(error) => error.fmt(f),
            StreamError::Threads(error) => write!(f, "cannot start threads: {error}"),
            StreamError::Stopped => write!(f, "stopped"),
            StreamError::Wrong { puzzle, fault } => {
                write!(
                    f,
                    "wrong answer to {puzzle}: {fault}; this is a bug in ninefold"
                )
            }
        }
    }
}
