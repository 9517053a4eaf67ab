//! Names of engines and back ends as arguments, from the one table of engines. Shells complete
//! them, and errors suggest the nearest name.

use super::values::variable;
use crate::failure::Failure;
use clap::builder::{PossibleValue, PossibleValuesParser};
use ninefold::engine::{Backend, ENGINES, EngineInfo, EngineOptions, registry};
use std::sync::LazyLock;

/// One engine, alone or with a back end.
pub(crate) fn engine() -> PossibleValuesParser {
    let engines = ENGINES
        .iter()
        .map(|engine| PossibleValue::new(engine.name).help(engine.about));
    let pairs = PAIRS.iter().map(|pair| PossibleValue::new(pair.as_str()));
    PossibleValuesParser::new(engines.chain(pairs))
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

/// An engine, and its options.
pub(crate) type EngineChoice = (&'static EngineInfo, EngineOptions);

/// The environment variable for back ends.
const BACKEND: &str = "NINEFOLD_BACKEND";

/// The engine of a name such as `lanes` or `lanes/avx2`. If the name has no back end and the engine
/// has some, the environment variable may name one.
///
/// # Errors
/// There is no such engine, or it has no such back end here.
pub(crate) fn choose(typed: &str) -> Result<EngineChoice, Failure> {
    let (engine, mut options) = registry::choose(typed).map_err(Failure::refused)?;
    let has_any = !(engine.backends)().is_empty();
    let named = variable(BACKEND).filter(|_| options.backend.is_none() && has_any);
    let source = match &named {
        Some(_) => format!(" (environment variable {BACKEND})"),
        None => String::new(),
    };
    options.backend = options.backend.or(named);
    if options.backend.is_some() {
        // Creates a solver only to see whether it is refused.
        let made = engine.make(&options);
        made.map_err(|error| Failure::refused(format!("{error}{source}")))?;
    }
    Ok((engine, options))
}
