//! Errors of solving a batch or a text.

use crate::engine::EngineError;
use std::error::Error;
use std::fmt;
use std::io;

/// Why [`solve_many`](crate::solve_many) could not solve a batch. The cause, if there is one, is
/// its [`source`](Error::source).
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum SolveManyError {
    /// The stride is below 81, or the bytes after the last puzzle are not a puzzle.
    Stride {
        /// Number of bytes.
        length: usize,
        /// The stride.
        stride: usize,
    },
    /// An offset is beyond the bytes, or smaller than the one before it.
    Offset {
        /// The number of the offset, from 0.
        index: usize,
    },
    /// The buffers have the wrong size. `outcomes` must have one for each puzzle, or none.
    /// `solutions` must have 81 bytes for each puzzle, or 82, or none.
    Lengths {
        /// Number of puzzles.
        puzzles: usize,
        /// Bytes for solutions.
        solutions: usize,
        /// Number of outcomes.
        outcomes: usize,
    },
    /// The engine could not create a solver.
    Engine(EngineError),
    /// The system refused threads.
    Threads(String),
    /// [`Request::stop`](crate::Request::stop) stopped it.
    Stopped,
    /// A solution fails the [independent check](crate::grid::check). This is a bug.
    Wrong {
        /// The puzzle's number, from 0.
        puzzle: usize,
        /// What is wrong, and the puzzle.
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
                write!(f, "{length} bytes are not puzzles {stride} bytes apart")
            }
            SolveManyError::Offset { index } => {
                write!(f, "offset {index} is out of order or range")
            }
            SolveManyError::Lengths {
                puzzles,
                solutions,
                outcomes,
            } => write!(
                f,
                "for {puzzles} puzzles there are {solutions} bytes for solutions and {outcomes} outcomes"
            ),
            SolveManyError::Engine(_) => write!(f, "cannot create a solver"),
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

/// Why [`solve_lines`](crate::solve_lines) could not write a row for every line. The cause, if
/// there is one, is its [`source`](Error::source).
#[derive(Debug)]
#[non_exhaustive]
pub enum StreamError {
    /// Reading failed. The lines before have their rows.
    Read(io::Error),
    /// Writing failed.
    Write(io::Error),
    /// Solving failed, or was [stopped](crate::Request::stop). The rows written are the first
    /// ones. A puzzle's number is that in its part of the text.
    Solve(SolveManyError),
}

impl Error for StreamError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            StreamError::Read(error) | StreamError::Write(error) => Some(error),
            StreamError::Solve(error) => Some(error),
        }
    }
}

impl From<SolveManyError> for StreamError {
    fn from(error: SolveManyError) -> StreamError {
        StreamError::Solve(error)
    }
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StreamError::Read(_) => write!(f, "cannot read"),
            StreamError::Write(_) => write!(f, "cannot write"),
            StreamError::Solve(_) => write!(f, "cannot solve"),
        }
    }
}
