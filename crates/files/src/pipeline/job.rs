//! The options of a run.

use crate::format::{Column, Kind, OneTable, OutputFormat, WriteOptions};
use ninefold::engine::Limits;
use ninefold::engine::verdict::Mode;
use ninefold::engine::{EngineInfo, EngineOptions, registry};
use ninefold::internal::{cpus, options};
use std::time::Duration;

/// The output for each puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Task {
    /// Its row, in the output format.
    #[default]
    Rows,
    /// The largest NOIP 2009 score of its solutions, or `-1` if there is none.
    Score,
}

options! {
    /// What to do with the puzzles.
    ///
    /// ```
    /// use ninefold_files::pipeline::Job;
    /// use ninefold::engine::Limits;
    /// use ninefold::engine::verdict::Mode;
    /// // How many solutions, up to a thousand, on two threads.
    /// let job = Job::default()
    ///     .mode(Mode::Count)
    ///     .limits(Limits::default().solutions(1000))
    ///     .threads(2);
    /// # drop(job);
    /// ```
    #[derive(Debug, Clone)]
    #[non_exhaustive]
    pub struct Job {
        /// The engine.
        pub engine: &'static EngineInfo,
        /// Its options.
        pub options: EngineOptions,
        /// When to stop work on a puzzle. With [`Mode::Unique`], the second solution always does.
        pub limits: Limits,
        /// The time of each puzzle, from when work on it begins. It has [`Verdict::GaveUp`] after
        /// that.
        ///
        /// [`Verdict::GaveUp`]: ninefold::engine::verdict::Verdict::GaveUp
        pub deadline: Option<Duration> as into,
        /// The question about each puzzle.
        pub mode: Mode,
        /// Whether the first solution must be the first in lexicographic order, whatever the
        /// engine.
        pub lexicographic: bool,
        /// The output for it.
        pub task: Task,
        /// How to write it. Its format and mode are set from `output` and `mode`.
        pub writing: WriteOptions,
        /// The form of a row. If it is `None`, that of the input, as in [`own_output`]. Then the
        /// rows of csv and JSON lines stay, and `columns` are added.
        pub output: Option<OutputFormat> as into,
        /// Whether to write the text before the first row. A part that follows another one does
        /// not.
        pub header: bool,
        /// The columns to add to a table. If there are none: the solution, or with [`Mode::Count`]
        /// the number of solutions and the verdict.
        pub columns: Vec<Column>,
        /// Threads that solve. With 0 the caller's thread reads and solves, too; a stop then waits
        /// for the work on a chunk.
        pub threads: usize,
        /// Whether to check every solution.
        pub verify: bool,
        /// Whether to measure the time of every puzzle.
        pub timed: bool,
        /// Whether to compute the checksum of the rows.
        pub checksum: bool,
        /// Whether the sink gets a [`State`](super::state::State) between chunks, so that
        /// [`resume`](fn@super::resume) can resume from there. The state's checksum needs
        /// `checksum`.
        pub resumable: bool,
    }
}

impl Job {
    /// The back end that the engine runs on, if it has several.
    #[must_use]
    pub fn backend(&self) -> Option<String> {
        if self.options.backend.is_some() {
            return self.options.backend.clone();
        }
        let best = (self.engine.backends)().first().copied();
        best.map(str::to_owned)
    }

    /// Checks input by input that the rows make one table. `None` if the run writes bare rows.
    #[must_use]
    pub fn one_table(&self) -> Option<OneTable> {
        // A list of solutions has bare rows.
        let keeps = self.output.is_none() && self.task == Task::Rows && self.mode != Mode::All;
        keeps.then(|| OneTable::new("--output-format solution writes bare solutions"))
    }

    /// The limits for the engine.
    pub(super) fn engine_limits(&self) -> Limits {
        let solutions = match self.mode {
            // One more solution shows whether a count is complete.
            Mode::Count => self.limits.solutions.saturating_add(1),
            // Two show which puzzles have several. A list of all comes later.
            Mode::Unique | Mode::All => 2,
            Mode::First => self.limits.solutions,
        };
        self.limits.solutions(solutions)
    }

    /// How to write rows for an input of a kind.
    pub(super) fn row_options(&self, kind: Option<Kind>) -> WriteOptions {
        let format = self.output.or_else(|| kind.map(own_output));
        WriteOptions {
            mode: self.mode,
            format: format.unwrap_or_default(),
            ..self.writing.clone()
        }
    }
}

/// The usual form of answers to puzzles of a format.
#[must_use]
pub fn own_output(kind: Kind) -> OutputFormat {
    match kind {
        Kind::Poj2676 => OutputFormat::Poj2676,
        Kind::Spaced => OutputFormat::Spaced,
        Kind::Leetcode => OutputFormat::Leetcode,
        Kind::Sdk | Kind::Grid => OutputFormat::Grid,
        Kind::Line
        | Kind::Csv
        | Kind::Jsonl
        | Kind::Json
        | Kind::Poj3074
        | Kind::Noip2009
        | Kind::Hodoku
        | Kind::Text
        | Kind::Array => OutputFormat::Solution,
    }
}

impl Default for Job {
    /// The default engine, one solution a puzzle, checked and timed, on every CPU.
    fn default() -> Job {
        Job {
            engine: &registry::ENGINES[0],
            options: EngineOptions::default(),
            limits: Limits::default(),
            deadline: None,
            mode: Mode::First,
            lexicographic: false,
            task: Task::Rows,
            writing: WriteOptions::default(),
            output: None,
            header: true,
            columns: Vec::new(),
            threads: cpus(),
            verify: true,
            timed: true,
            checksum: false,
            resumable: false,
        }
    }
}
