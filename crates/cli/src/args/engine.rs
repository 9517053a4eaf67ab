//! With what puzzles are solved.

use super::names;
use crate::failure::Failure;
use clap::Args;
use ninefold::engine::{ENGINES, EngineInfo, EngineOptions};
use std::sync::OnceLock;
use std::thread::available_parallelism;

/// With what puzzles are solved.
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

/// How many threads work.
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
    /// The engine named, if one was.
    pub(crate) fn named(&self) -> Result<Option<&'static EngineInfo>, Failure> {
        self.engine.as_deref().map(names::find_engine).transpose()
    }

    /// The engine named, or the first in the table.
    pub(crate) fn engine(&self) -> Result<&'static EngineInfo, Failure> {
        Ok(self.named()?.unwrap_or(&ENGINES[0]))
    }

    /// What was said of an engine. The variable names a back end of those that have any.
    ///
    /// # Errors
    /// There is no such back end here.
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
    /// Threads asked for, or one for each CPU.
    pub(crate) fn count(&self) -> usize {
        match self.threads {
            Some(threads) => usize::from(threads),
            None => cpus(),
        }
    }
}

/// CPUs that this process may use. The system is asked once: it answers from a handful of files.
fn cpus() -> usize {
    static CPUS: OnceLock<usize> = OnceLock::new();
    *CPUS.get_or_init(|| available_parallelism().map_or(1, usize::from))
}
