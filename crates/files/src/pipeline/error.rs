//! Why a run stopped.

use super::Position;
use crate::input::InputError;
use crate::numbers::counted;
use crate::parallel::OrderedError;
use ninefold::engine::EngineError;
use rayon::ThreadPoolBuildError;
use std::io;
use thiserror::Error;

/// Why a run stopped.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PipelineError {
    /// The engine could not create a solver.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// An input could not be opened or read, or has changed.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The sink could not write the rows.
    #[error("cannot write the output: {0}")]
    Write(#[source] io::Error),
    /// The system refused threads.
    #[error("cannot start threads: {0}")]
    Threads(#[from] ThreadPoolBuildError),
    /// An answer failed the independent check.
    #[error(
        "wrong answer: {input}, line {line}: {fault} (engine {engine}{}); this is a bug in ninefold",
        .backend.as_ref().map(|name| format!(", back end {name}")).unwrap_or_default()
    )]
    Wrong {
        /// The input's name.
        input: String,
        /// Its line number, from 1.
        line: u64,
        /// What is wrong.
        fault: String,
        /// The engine.
        engine: &'static str,
        /// Its back end, if it has several.
        backend: Option<String>,
    },
    /// The work on a chunk panicked.
    #[error("{input}, lines {first} to {last}: {message}; this is a bug in ninefold")]
    Panicked {
        /// The input's name.
        input: String,
        /// The chunk's first line, from 1.
        first: u64,
        /// Its last line.
        last: u64,
        /// The panic's message.
        message: String,
    },
    /// The reader ended without reporting the end.
    #[error("reading failed: {0}")]
    Reader(String),
    /// The work on a chunk vanished.
    #[error("the chunk after line {0} was lost; this is a bug in ninefold")]
    Lost(u64),
    /// A stop was requested.
    #[error("stopped after {} ({} written)", counted(.0.lines, "line"), counted(.0.bytes_out, "byte"))]
    Stopped(Position),
}

impl PipelineError {
    pub(super) fn from_fault(
        fault: OrderedError<PipelineError>,
        position: Position,
    ) -> PipelineError {
        match fault {
            OrderedError::Own(error) => error,
            OrderedError::Reader(message) => PipelineError::Reader(message),
            OrderedError::Lost => PipelineError::Lost(position.lines),
            OrderedError::Stopped => PipelineError::Stopped(position),
        }
    }
}
