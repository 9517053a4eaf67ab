//! Solvers that are not ours, as they are named.

use super::values::{duration, size};
use crate::failure::Failure;
use crate::stdio;
use clap::{Args, ValueHint};
use ninefold::escape::escape;
use ninefold::foreign::{ResourceLimits, SolverSpec, Target};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a solver may say nothing, where nothing is said of it.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Solvers that are not ours.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Other solvers")]
pub(crate) struct SolverArgs {
    /// Bring a solver along: NAME=COMMAND, which reads puzzles and prints answers, a line
    /// each; or, where it is measured, NAME=LIBRARY (.so, .dylib, .dll) with the interface of
    /// ninefold_solver.h. NAME@REVISION=TARGET names the build [default: git describe in the
    /// solver's folder]. May be given several times
    #[arg(long = "solver", value_name = "NAME=TARGET")]
    named: Vec<String>,
    /// Bring along the solvers in a file, one NAME=TARGET a line; lines that begin
    /// with '#' are comments
    #[arg(long = "solvers", value_name = "FILE", value_hint = ValueHint::FilePath)]
    list: Option<PathBuf>,
    /// Give a solver up that has more memory, as 500M or 8G
    #[arg(long = "solver-memory", value_name = "SIZE", default_value = "8G", value_parser = size)]
    memory: u64,
}

/// `--timeout` where it is that of solvers alone.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Other solvers")]
pub(crate) struct TimeoutArgs {
    /// Give a solver up from which nothing came for so long, or not all of a sample's
    /// answers in ten times as long [default: 30s]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    timeout: Option<Duration>,
}

impl TimeoutArgs {
    pub(crate) fn timeout(&self) -> Duration {
        self.timeout.unwrap_or(TIMEOUT)
    }
}

/// The solvers that were named.
#[derive(Debug, Clone, Default)]
pub(crate) struct Solvers {
    /// By `--solver`: they are measured whatever engines are named.
    pub(crate) named: Vec<SolverSpec>,
    /// In the file.
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
    /// Whether none was named.
    pub(crate) fn is_empty(&self) -> bool {
        self.named.is_empty() && self.list.is_none()
    }

    /// Reads what was named.
    ///
    /// # Errors
    /// What is no NAME=TARGET, two of one name, or a list that cannot be read.
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

    /// The limits that they work within.
    pub(crate) fn limits(&self, timeout: Duration) -> ResourceLimits {
        ResourceLimits::default()
            .timeout(timeout)
            .memory(self.memory)
    }

    /// The files of which an output is none: the list, libraries, and what commands name,
    /// be it the program or the script that it runs.
    ///
    /// # Errors
    /// As [`SolverArgs::solvers`].
    pub(crate) fn files(&self) -> Result<Vec<PathBuf>, Failure> {
        let mut files: Vec<PathBuf> = self.list.iter().cloned().collect();
        for spec in self.solvers()?.all() {
            files.extend(spec.files());
            // A program's name may be that of a file here, whether it is run or not.
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
