//! The one table of engines, from which the program, its documentation, the
//! tests and the benches take theirs.

use super::{OneByOne, Solver};
use crate::kernel;
use thiserror::Error;

/// What is chosen beside the engine's name.
#[derive(Debug, Clone, Default)]
pub struct EngineOptions {
    /// Back end of the lane kernel by name; `None`: the best this CPU has.
    pub backend: Option<String>,
}

/// Why no solver could be made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EngineError {
    /// No engine of that name.
    #[error("no engine is called '{0}' (ninefold engines lists them)")]
    UnknownEngine(String),
    /// No back end of that name.
    #[error("no back end is called '{0}' (ninefold engines lists them)")]
    UnknownBackend(String),
    /// The back end exists, but this CPU cannot run it.
    #[error("this CPU cannot run back end '{0}': it lacks {1}")]
    MissingCpuFeature(String, &'static str),
}

/// One engine: its name, what it is, and how a solver of it is made.
pub struct EngineInfo {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// Where the idea comes from.
    pub source: &'static str,
    /// Whether it finds the largest NOIP 2009 score.
    pub scores: bool,
    /// Whether hard puzzles take it so long that tests and benches of whole
    /// corpora leave it out.
    pub slow: bool,
    /// Makes a solver for one thread.
    pub make: fn(&EngineOptions) -> Result<Box<dyn Solver>, EngineError>,
}

/// All engines, the default first.
pub static ENGINES: &[EngineInfo] = &[
    EngineInfo {
        name: "mrv-scan",
        about: "fewest candidates first, all 81 cells scanned at each level",
        source: "bitmask depth-first search, as for POJ 3074 and POJ 2676",
        scores: false,
        slow: false,
        make: |_| Ok(Box::new(OneByOne::new(kernel::mrv_scan::MrvScan::new()))),
    },
    EngineInfo {
        name: "lanes",
        about: "one puzzle in each SIMD lane, refilled from the stream",
        source: "ours",
        scores: false,
        slow: false,
        make: super::lanes::make,
    },
];

/// The engine called `name`.
///
/// # Errors
/// [`EngineError::UnknownEngine`].
pub fn find(name: &str) -> Result<&'static EngineInfo, EngineError> {
    ENGINES
        .iter()
        .find(|engine| engine.name == name)
        .ok_or_else(|| EngineError::UnknownEngine(name.to_owned()))
}
