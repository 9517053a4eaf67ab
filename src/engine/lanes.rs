//! The engine `lanes`: the lane kernel on the back end of choice.

use super::{Batch, Counters, EngineError, EngineOptions, Limits, Solver, Watch};
use crate::kernel::lanes::{Backend, State};

/// One thread's solver.
struct Lanes {
    state: State,
}

/// The back end of that name, or the best that this CPU has.
///
/// # Errors
/// No back end has the name, or the CPU cannot run it.
fn pick(name: Option<&str>) -> Result<State, EngineError> {
    let Some(name) = name else {
        let best = Backend::ALL.into_iter().find_map(Backend::state);
        return Ok(best.expect("the portable back end runs anywhere"));
    };
    let backend = Backend::ALL
        .into_iter()
        .find(|backend| backend.name() == name)
        .ok_or_else(|| EngineError::UnknownBackend(name.to_owned()))?;
    backend
        .state()
        .ok_or_else(|| EngineError::MissingCpuFeature(name.to_owned(), backend.needs()))
}

pub(super) fn make(options: &EngineOptions) -> Result<Box<dyn Solver>, EngineError> {
    Ok(Box::new(Lanes {
        state: pick(options.backend.as_deref())?,
    }))
}

impl Solver for Lanes {
    fn solve(&mut self, batch: &mut Batch<'_>, limits: &Limits, watch: &mut dyn Watch) -> Counters {
        self.state.run(batch, limits, watch)
    }
}
