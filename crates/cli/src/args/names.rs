//! Names of engines and back ends as arguments, from the one table of engines. Shells complete
//! them, and errors suggest the nearest name.

use super::values::variable;
use crate::failure::Failure;
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Command};
use ninefold::engine::{Backend, ENGINES, EngineError, EngineInfo, EngineOptions, registry};
use std::ffi::OsStr;
use std::sync::LazyLock;

/// One engine, alone or with a back end.
pub(crate) fn engine() -> PossibleValuesParser {
    PossibleValuesParser::new([engines(), pairs()].concat())
}

/// Engines with each back end.
fn pairs() -> Vec<PossibleValue> {
    PAIRS
        .iter()
        .map(|pair| PossibleValue::new(pair.as_str()))
        .collect()
}

fn engines() -> Vec<PossibleValue> {
    let value = |engine: &EngineInfo| PossibleValue::new(engine.name).help(engine.about);
    ENGINES.iter().map(value).collect()
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

/// Names for shells to complete. The verb judges other names, because `compare` passes names on to
/// programs that may know them.
#[derive(Clone)]
pub(crate) struct KnownName;

impl KnownName {
    /// Engines, each back end as `lanes/avx2`, and `all`.
    fn values() -> Vec<PossibleValue> {
        [vec![PossibleValue::new("all")], engines(), pairs()].concat()
    }
}

impl TypedValueParser for KnownName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(KnownName::values().into_iter()))
    }
}

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
