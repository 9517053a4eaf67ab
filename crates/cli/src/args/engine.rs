//! Arguments about the engine and its threads.

use super::help::COMMON;
use super::names::{self, EngineChoice};
use super::values::variable;
use crate::failure::Failure;
use clap::Args;
use ninefold::engine::ENGINES;
use ninefold::internal::cpus;
use ninefold_files::escape::escape;
use std::num::NonZeroU16;

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
    /// The specified engine, or the first in the table, and its options.
    pub(crate) fn choice(&self) -> Result<EngineChoice, Failure> {
        self.or(ENGINES[0].name)
    }

    /// The specified engine, or this one, and its options.
    ///
    /// # Errors
    /// See [`names::choose`].
    pub(crate) fn or(&self, default: &str) -> Result<EngineChoice, Failure> {
        names::choose(self.engine.as_deref().unwrap_or(default))
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
