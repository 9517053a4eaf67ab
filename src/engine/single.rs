//! The engine `single`: one puzzle at a time, with the vectors of `lanes`.

use super::lanes::pick;
use super::{EngineError, EngineOptions, Solver};
use crate::kernel::single;

/// Names of the back ends that this CPU can run: those of `lanes`, without its second forms.
pub(super) fn backends() -> Vec<&'static str> {
    let names = super::lanes::backends().into_iter();
    names.filter(|name| !name.ends_with("-rust")).collect()
}

pub(super) fn make(options: &EngineOptions) -> Result<Box<dyn Solver>, EngineError> {
    let backend = pick(options.backend.as_deref())?;
    single::solver(backend).ok_or_else(|| EngineError::UnknownBackend(backend.name().to_owned()))
}
