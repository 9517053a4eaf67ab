//! Arguments about external solvers.

use super::help::COMMON;
use super::values::{duration, size};
use crate::failure::Failure;
use crate::stdio;
use clap::{Args, ValueHint};
use ninefold::escape::escape;
use ninefold::external::{ResourceLimits, SolverSpec, Target};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a solver may print nothing, by default.
const TIMEOUT: Duration = Duration::from_secs(30);

/// External solvers.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Other solvers")]
pub(crate) struct SolverArgs {
    /// Your solver: NAME=COMMAND, or to measure it NAME=LIBRARY.
    ///
    /// A command reads puzzles and prints answers, a line each. A library (.so, .dylib, .dll)
    /// has the functions of ninefold_solver.h. NAME@REVISION=TARGET names the build
    /// [default: git describe in the solver's folder]. You can pass it several times.
    #[arg(long = "solver", value_name = "NAME=TARGET")]
    #[arg(help_heading = COMMON)]
    named: Vec<String>,
    /// Solvers from a file, one NAME=TARGET a line. Lines that begin with '#' are
    /// comments
    #[arg(long = "solvers", value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(hide_short_help = true)]
    list: Option<PathBuf>,
    /// Give up on a solver that uses more memory, such as 500M or 8G
    #[arg(long = "solver-memory", value_name = "SIZE", default_value = "8G", value_parser = size)]
    #[arg(hide_short_help = true)]
    memory: u64,
}

/// `--timeout`, for verbs where it is only about solvers.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Other solvers")]
pub(crate) struct TimeoutArgs {
    /// End a solver that prints nothing for TIME [default: 30s].
    ///
    /// The same if it takes ten times as long for a sample.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    #[arg(help_heading = COMMON)]
    timeout: Option<Duration>,
}

impl TimeoutArgs {
    pub(crate) fn timeout(&self) -> Duration {
        self.timeout.unwrap_or(TIMEOUT)
    }
}

/// The specified solvers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Solvers {
    /// Those of `--solver`, which are measured whatever engines are specified.
    pub(crate) named: Vec<SolverSpec>,
    /// Those of the file.
    pub(crate) listed: Vec<SolverSpec>,
}

impl Solvers {
    pub(crate) fn all(&self) -> Vec<SolverSpec> {
        [&self.named[..], &self.listed].concat()
    }

    pub(crate) fn find(&self, name: &str) -> Option<&SolverSpec> {
        let mut all = self.named.iter().chain(&self.listed);
        all.find(|spec| spec.name == name)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.named.is_empty() && self.listed.is_empty()
    }
}

impl SolverArgs {
    /// Whether no solver is specified.
    pub(crate) fn is_empty(&self) -> bool {
        self.named.is_empty() && self.list.is_none()
    }

    /// Parses the specified solvers.
    ///
    /// # Errors
    /// Text that is not NAME=TARGET, two solvers with the same name, or a list that cannot be read.
    pub(crate) fn solvers(&self) -> Result<Solvers, Failure> {
        let named = self.named.iter().map(|text| {
            SolverSpec::parse(text).map_err(|error| Failure::refused(format!("--solver: {error}")))
        });
        let solvers = Solvers {
            named: named.collect::<Result<_, _>>()?,
            listed: self.list.as_deref().map_or(Ok(Vec::new()), read_list)?,
        };
        SolverSpec::distinct(&solvers.all())
            .map_err(|error| Failure::refused(format!("--solver: {error}")))?;
        Ok(solvers)
    }

    /// The resource limits of the solvers.
    pub(crate) fn limits(&self, timeout: Duration) -> ResourceLimits {
        ResourceLimits::default()
            .timeout(timeout)
            .memory(self.memory)
    }

    /// The files that must not be outputs: the list, libraries, and files in commands, whether the
    /// program or a script that it runs.
    ///
    /// # Errors
    /// As [`SolverArgs::solvers`].
    pub(crate) fn files(&self) -> Result<Vec<PathBuf>, Failure> {
        let mut files: Vec<PathBuf> = self.list.iter().cloned().collect();
        for spec in self.solvers()?.all() {
            files.extend(spec.files());
            // A word of a command may name a file here, whether it is run or not.
            if let Target::Command(words) = spec.target {
                files.extend(words.iter().map(PathBuf::from));
            }
        }
        files.retain(|file| file.is_file());
        Ok(files)
    }

    /// The list, which is an input.
    pub(crate) fn list(&self) -> Option<&Path> {
        self.list.as_deref()
    }
}

fn read_list(path: &Path) -> Result<Vec<SolverSpec>, Failure> {
    stdio::check_input(path)?;
    let named = |error: &dyn std::fmt::Display| format!("{}: {error}", escape(path));
    let text = fs::read_to_string(path).map_err(|error| Failure::io(named(&error)))?;
    SolverSpec::parse_list(&text).map_err(|error| Failure::refused(named(&error)))
}
