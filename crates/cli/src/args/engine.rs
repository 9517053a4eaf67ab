//! Arguments about the engine and its threads.

use super::names;
use crate::failure::Failure;
use clap::Args;
use ninefold::engine::{ENGINES, EngineInfo, EngineOptions};
use std::sync::OnceLock;
use std::thread::available_parallelism;

/// The engine and its options.
#[derive(Debug, Args)]
#[command(next_help_heading = "Engine")]
pub(crate) struct EngineArgs {
    /// The engine ('ninefold engines' lists them).
    #[arg(long, value_name = "NAME", value_parser = names::engine())]
    engine: Option<String>,
    /// The lane engine's back end [default: the best this CPU has].
    #[arg(
        long,
        value_name = "NAME",
        value_parser = names::backend(),
        env = "NINEFOLD_BACKEND",
        hide_env_values = true
    )]
    backend: Option<String>,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// The number of threads.
#[derive(Debug, Args)]
pub(crate) struct ThreadArgs {
    /// Threads that work [default: one for each CPU].
    #[arg(
        short = 'j',
        long,
        value_name = "N",
        env = "NINEFOLD_THREADS",
        hide_env_values = true
    )]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

impl EngineArgs {
    /// The specified engine, if any.
    pub(crate) fn named(&self) -> Result<Option<&'static EngineInfo>, Failure> {
        self.engine.as_deref().map(names::find_engine).transpose()
    }

    /// The specified engine, or the first in the table.
    pub(crate) fn engine(&self) -> Result<&'static EngineInfo, Failure> {
        Ok(self.named()?.unwrap_or(&ENGINES[0]))
    }

    /// The specified options of an engine. The environment variable only affects engines that have
    /// back ends.
    ///
    /// # Errors
    /// This engine has no such back end here.
    pub(crate) fn options(&self, engine: &EngineInfo) -> Result<EngineOptions, Failure> {
        let has_any = !(engine.backends)().is_empty();
        let backend = self.backend.as_deref();
        names::backend_of(
            engine,
            backend.filter(|_| has_any || names::is_backend_typed()),
        )
    }

    /// See [`ThreadArgs::count`].
    pub(crate) fn threads(&self) -> usize {
        self.threads.count()
    }
}

impl ThreadArgs {
    /// The specified number of threads, or one for each CPU.
    pub(crate) fn count(&self) -> usize {
        match self.threads {
            Some(threads) => usize::from(threads),
            None => cpus(),
        }
    }
}

/// CPUs that this process may use. It asks the system once, because the answer comes from several
/// files.
fn cpus() -> usize {
    static CPUS: OnceLock<usize> = OnceLock::new();
    *CPUS.get_or_init(|| available_parallelism().map_or(1, usize::from))
}
