//! Names of engines and back ends as arguments, from the one table of engines. Shells complete
//! them, and errors suggest the nearest name.

use super::values::variable;
use crate::failure::Failure;
use clap::builder::{PossibleValue, PossibleValuesParser};
use ninefold::engine::{Backend, ENGINES, EngineError, EngineInfo, EngineOptions, registry};
use std::sync::LazyLock;

/// One engine, alone or with a back end.
pub(crate) fn engine() -> PossibleValuesParser {
    let engine = |engine: &EngineInfo| PossibleValue::new(engine.name).help(engine.about);
    let pairs = PAIRS.iter().map(|pair| PossibleValue::new(pair.as_str()));
    PossibleValuesParser::new(ENGINES.iter().map(engine).chain(pairs))
}

/// Engines that have back ends, with each of them, as `lanes/avx2`.
static PAIRS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let able = ENGINES
        .iter()
        .filter(|engine| !(engine.backends)().is_empty());
    let pairs = able.flat_map(|engine| {
        Backend::ALL.map(|backend| format!("{}/{}", engine.name, backend.name()))
    });
    pairs.collect()
});

/// The engine called `name`.
pub(crate) fn find_engine(name: &str) -> Result<&'static EngineInfo, Failure> {
    registry::find(name).map_err(Failure::refused)
}

/// Options with this back end of an engine, specified as an argument or by the variable.
///
/// # Errors
/// The engine has no back end of that name, or this CPU cannot run it.
pub(crate) fn backend_of(
    engine: &EngineInfo,
    backend: Option<&str>,
) -> Result<EngineOptions, Failure> {
    let options = EngineOptions::default().backend(backend.map(str::to_owned));
    let Some(backend) = backend else {
        return Ok(options);
    };
    // Creates a solver only to see whether it is refused.
    let checked = engine.make(&options);
    checked.map_err(|error| refused_backend(error, backend))?;
    Ok(options)
}

/// The environment variable for back ends.
const BACKEND: &str = "NINEFOLD_BACKEND";

/// The back end that the environment variable names, if any.
pub(crate) fn backend_variable() -> Option<String> {
    variable(BACKEND)
}

fn refused_backend(error: EngineError, backend: &str) -> Failure {
    let mut failure = Failure::refused(error);
    if variable(BACKEND).as_deref() == Some(backend) {
        failure.message += &format!(" (environment variable {BACKEND})");
    }
    failure
}
