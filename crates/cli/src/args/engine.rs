//! Arguments about the engine and its threads.

use super::help::COMMON;
use super::names;
use super::values::variable;
use crate::failure::Failure;
use clap::Args;
use ninefold::engine::{ENGINES, EngineInfo, EngineOptions};
use ninefold::escape::escape;
use std::num::NonZeroU16;
use std::sync::OnceLock;
use std::thread::available_parallelism;

/// The engine and its options.
#[derive(Debug, Args)]
#[command(next_help_heading = "Engine")]
pub(crate) struct EngineArgs {
    /// The engine, such as lanes or lanes/avx2: see ninefold engines.
    ///
    /// Without a back end, it is NINEFOLD_BACKEND, or the best that this CPU has.
    #[arg(long, value_name = "NAME[/BACKEND]", value_parser = names::engine())]
    #[arg(hide_short_help = true)]
    engine: Option<String>,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// The number of threads.
#[derive(Debug, Args)]
pub(crate) struct ThreadArgs {
    /// The number of threads [default: NINEFOLD_THREADS, or one for each CPU].
    #[arg(short = 'j', long, value_name = "N")]
    #[arg(help_heading = COMMON)]
    threads: Option<NonZeroU16>,
}

impl EngineArgs {
    /// The specified engine, if any.
    pub(crate) fn named(&self) -> Result<Option<&'static EngineInfo>, Failure> {
        let named = self.parts().map(|(name, _)| names::find_engine(name));
        named.transpose()
    }

    /// The specified names of an engine and of its back end.
    fn parts(&self) -> Option<(&str, Option<&str>)> {
        let typed = self.engine.as_deref()?;
        match typed.split_once('/') {
            Some((engine, backend)) => Some((engine, Some(backend))),
            None => Some((typed, None)),
        }
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
        if let Some((_, Some(typed))) = self.parts() {
            return names::backend_of(engine, Some(typed));
        }
        let named = names::backend_variable();
        let has_any = !(engine.backends)().is_empty();
        names::backend_of(engine, named.as_deref().filter(|_| has_any))
    }

    /// See [`ThreadArgs::count`].
    pub(crate) fn threads(&self) -> Result<usize, Failure> {
        self.threads.count()
    }
}

impl ThreadArgs {
    /// The specified number of threads, or one for each CPU.
    ///
    /// # Errors
    /// None is specified, and the environment variable is no number of threads.
    pub(crate) fn count(&self) -> Result<usize, Failure> {
        if let Some(typed) = self.threads {
            return Ok(usize::from(typed.get()));
        }
        let Some(named) = variable(THREADS) else {
            return Ok(cpus());
        };
        let threads = named.parse().ok().map(|threads: NonZeroU16| threads.get());
        threads.map(usize::from).ok_or_else(|| {
            Failure::refused(format!(
                "environment variable {THREADS}: '{}' is not a number of threads from 1 to 65535",
                escape(&named)
            ))
        })
    }
}

/// The environment variable for `--threads`.
const THREADS: &str = "NINEFOLD_THREADS";

/// CPUs that this process may use. It asks the system once, because the answer comes from several
/// files.
fn cpus() -> usize {
    static CPUS: OnceLock<usize> = OnceLock::new();
    *CPUS.get_or_init(|| available_parallelism().map_or(1, usize::from))
}
