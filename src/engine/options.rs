//! Options of an engine, and the errors when it is not available.

use crate::kernel::lanes::Backend;
use crate::options;
use std::error::Error;
use std::fmt;

options! {
    /// The options of an engine besides its name.
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
        pub backend: Option<String> as into,
    }
}

/// Why an engine could not create a solver.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum EngineError {
    /// There is no engine of this name.
    UnknownEngine(String),
    /// There is no back end of this name.
    UnknownBackend(String),
    /// The back end exists, but this CPU cannot run it.
    MissingCpuFeature(String, &'static str),
    /// A back end was specified for an engine that has none.
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
                write!(
                    f,
                    "this CPU cannot run back end '{name}': it lacks {lacks} (ninefold engines lists those that it can)"
                )
            }
            EngineError::NoBackends(engine) => {
                write!(f, "engine '{engine}' has no back ends to choose from")
            }
        }
    }
}

/// The back end of this name, or the best that this CPU has.
///
/// # Errors
/// No back end has this name, or the CPU cannot run it.
pub(super) fn pick(name: Option<&str>) -> Result<Backend, EngineError> {
    let Some(name) = name else {
        let best = Backend::ALL.into_iter().find(|b| b.is_available());
        return Ok(best.expect("the portable back end runs anywhere"));
    };
    let backend = Backend::ALL
        .into_iter()
        .find(|backend| backend.name() == name)
        .ok_or_else(|| EngineError::UnknownBackend(name.to_owned()))?;
    if backend.is_available() {
        Ok(backend)
    } else {
        let lacks = backend.needs();
        Err(EngineError::MissingCpuFeature(name.to_owned(), lacks))
    }
}

/// Names of the back ends that this CPU can run.
pub(super) fn backends() -> Vec<&'static str> {
    let available = Backend::ALL.into_iter().filter(|b| b.is_available());
    available.map(Backend::name).collect()
}
