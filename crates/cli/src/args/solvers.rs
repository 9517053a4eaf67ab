//! Arguments about external solvers.

use super::help::COMMON;
use super::values::{duration, size};
use crate::failure::Failure;
use clap::{Args, ValueHint};
use ninefold::Stop;
use ninefold_files::escape::escape;
use ninefold_referee::external::{ResourceLimits, SolverSpec, Target};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// External solvers.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "External solvers")]
pub(crate) struct SolverArgs {
    /// Your solver: NAME=COMMAND, or in bench and compare NAME=LIBRARY.
    ///
    /// A command reads puzzles and prints answers, a line each. A library (.so, .dylib, .dll)
    /// has the functions of ninefold_solver.h. NAME@REVISION=TARGET names the build
    /// [default: the commit in the solver's folder]. You can pass it several times.
    #[arg(long = "solver", value_name = "NAME=TARGET")]
    #[arg(help_heading = COMMON)]
    named: Vec<String>,
    /// A file with solvers, NAME=TARGET on each line
    ///
    /// Blank lines and lines that begin with '#' do not count. You can pass it several times.
    #[arg(long = "solvers", value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(hide_short_help = true)]
    lists: Vec<PathBuf>,
    /// Give up on a solver that uses more memory, such as 500M or 8G
    #[arg(long = "solver-memory", value_name = "SIZE", default_value = "8G", value_parser = size)]
    #[arg(hide_short_help = true)]
    memory: u64,
}

/// `--timeout`, for verbs where it is only about solvers.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "External solvers")]
pub(crate) struct TimeoutArgs {
    /// End a solver that prints nothing for TIME
    ///
    /// The same if it takes ten times as long for a sample.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = duration)]
    #[arg(help_heading = COMMON)]
    pub(crate) timeout: Duration,
}

/// The solvers of a file.
fn listed(path: &Path) -> Result<Vec<SolverSpec>, Failure> {
    let text = fs::read_to_string(path);
    let text = text.map_err(|error| Failure::io(format!("{}: {error}", escape(path))))?;
    let mut solvers = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let refused = |error| Failure::refused(format!("{}:{}: {error}", escape(path), i + 1));
        solvers.push(SolverSpec::parse(line).map_err(refused)?);
    }
    Ok(solvers)
}

impl SolverArgs {
    /// Whether no solver is specified.
    pub(crate) fn is_empty(&self) -> bool {
        self.named.is_empty() && self.lists.is_empty()
    }

    /// Parses the specified solvers.
    ///
    /// # Errors
    /// Text that is not NAME=TARGET, two solvers with the same name, or a list that cannot be read.
    pub(crate) fn solvers(&self) -> Result<Vec<SolverSpec>, Failure> {
        let mut solvers = Vec::new();
        for text in &self.named {
            let solver = SolverSpec::parse(text);
            solvers.push(solver.map_err(|error| Failure::refused(format!("--solver: {error}")))?);
        }
        for path in &self.lists {
            solvers.extend(listed(path)?);
        }
        match SolverSpec::distinct(&solvers) {
            Ok(()) => Ok(solvers),
            Err(error) => Err(Failure::refused(format!("--solver: {error}"))),
        }
    }

    /// The resource limits of the solvers.
    pub(crate) fn limits(&self, timeout: Duration, stop: Stop) -> ResourceLimits {
        ResourceLimits {
            timeout,
            memory: self.memory,
            stop,
        }
    }

    /// The files of all specified solvers: see [`SolverArgs::files_of`].
    ///
    /// # Errors
    /// As [`SolverArgs::solvers`].
    pub(crate) fn files(&self) -> Result<Vec<PathBuf>, Failure> {
        Ok(self.files_of(&self.solvers()?))
    }

    /// The files that must not be outputs: lists, libraries, and files in commands, whether the
    /// program or a script that it runs.
    pub(crate) fn files_of(&self, solvers: &[SolverSpec]) -> Vec<PathBuf> {
        let mut files = self.lists.clone();
        for spec in solvers {
            files.extend(spec.files());
            // A word of a command may name a file here, whether it is run or not.
            if let Target::Command(words) = &spec.target {
                files.extend(words.iter().map(PathBuf::from));
            }
        }
        files.retain(|file| file.is_file());
        files
    }
}
