//! What is chosen of an engine, and why it cannot be had.

use crate::setters::setters;
use std::error::Error;
use std::fmt;

/// What is chosen beside the engine's name.
///
/// ```
/// use ninefold::engine::{EngineOptions, registry};
/// let options = EngineOptions::default().backend("portable".to_owned());
/// let solver = registry::find("lanes")?.make(&options)?;
/// # drop(solver);
/// # Ok::<(), ninefold::engine::EngineError>(())
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct EngineOptions {
    /// Back end of the lane kernel by name; `None`: the best this CPU has.
    pub backend: Option<String>,
}

setters! {
    EngineOptions {
        backend: impl Into<Option<String>>,
    }
}

/// Why no solver could be made.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineError {
    /// No engine of that name.
    UnknownEngine(String),
    /// No back end of that name.
    UnknownBackend(String),
    /// The back end exists, but this CPU cannot run it.
    MissingCpuFeature(String, &'static str),
    /// A back end was named for an engine that has none to choose from.
    NoBackends(&'static str),
}

impl Error for EngineError {}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::UnknownEngine(name) => {
                write!(
                    f,
                    "no engine is called '{name}' (ninefold engines lists them)"
                )
            }
            EngineError::UnknownBackend(name) => {
                write!(
                    f,
                    "no back end is called '{name}' (ninefold engines lists them)"
                )
            }
            EngineError::MissingCpuFeature(name, lacks) => {
                write!(f, "this CPU cannot run back end '{name}': it lacks {lacks}")
            }
            EngineError::NoBackends(engine) => {
                write!(f, "engine '{engine}' has no back ends to choose from")
            }
        }
    }
}
