//! What a solver is asked, and what came of it.

use super::usage::Usage;
use ninefold::engine::Counters;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How a solver is started and spoken with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum SolverKind {
    /// A command that starts for each request, and ends.
    Plain,
    /// A command that is persistent and waits for requests.
    Persistent,
    /// Our worker with a library.
    Library,
    /// Our worker with an engine.
    Engine,
}

impl SolverKind {
    /// What it is in a record.
    pub(crate) fn name(self) -> &'static str {
        match self {
            SolverKind::Plain => "command",
            SolverKind::Persistent => "persistent",
            SolverKind::Library => "library",
            SolverKind::Engine => "engine",
        }
    }

    pub(super) fn is_worker(self) -> bool {
        matches!(self, SolverKind::Library | SolverKind::Engine)
    }
}

/// Why there are no answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Trouble {
    /// In words: what it did, the line, and its standard error.
    pub(crate) reason: String,
    /// If its time was over while it worked: what it had used, and for how long it worked.
    pub(crate) worked: Option<Box<(Usage, Duration)>>,
    /// Whether it has nothing to do with a puzzle.
    pub(crate) is_general: bool,
    /// Whether a time-out ended it.
    pub(crate) is_time_out: bool,
}

impl From<String> for Trouble {
    fn from(reason: String) -> Trouble {
        Trouble {
            reason,
            worked: None,
            is_general: false,
            is_time_out: false,
        }
    }
}

/// What came of a request, but for the answers.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Work {
    /// From the first byte of the request, or the start of the process, to the last byte of the
    /// answers, or the end of its output. A worker says what the work alone took.
    pub(crate) wall: Duration,
    /// The resources for the work. The peaks are those since the start of the process.
    pub(crate) usage: Usage,
    /// How long its last answers may have been there before they were read.
    pub(crate) late: Duration,
    /// The time in which the solver neither ran nor waited for a CPU or for us, if known.
    pub(crate) idle: Option<Duration>,
    /// What a worker counted in one pass.
    pub(crate) counters: Counters,
}

/// What is asked: this many puzzles, with at most `limit` solutions each. `passes` is for an engine
/// alone. A solver that uses more than `most_cpu` is given up. Only samples of a library are compared
/// with what was seen. A worker first takes memory for a request of `reserve` puzzles.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Asked {
    pub(crate) count: usize,
    pub(crate) limit: u64,
    pub(crate) passes: usize,
    pub(crate) most_cpu: Option<Duration>,
    pub(crate) is_sample: bool,
    pub(crate) reserve: Option<usize>,
}

impl Work {
    /// Work that took so long. Its end may have been noted late.
    pub(super) fn new(wall: Duration, late: Duration, usage: Usage) -> Work {
        let busy = usage.cpu.zip(usage.queued);
        let busy = busy.map(|(cpu, queued)| cpu + queued + late);
        Work {
            wall,
            late,
            usage,
            idle: busy.map(|busy| wall.saturating_sub(busy)),
            counters: Counters::default(),
        }
    }

    /// Adds another part.
    pub(super) fn add(&mut self, more: Work) {
        self.wall += more.wall;
        self.usage.add(more.usage);
        self.idle = self.idle.zip(more.idle).map(|(a, b)| a + b);
        self.counters.add(&more.counters);
    }

    /// Takes what a worker says of the work alone. Whether it was idle is known better from
    /// outside.
    pub(super) fn take(&mut self, used: WorkUsed) {
        self.wall = Duration::from_nanos(used.wall_ns);
        self.usage.cpu = used.cpu_ns.map(Duration::from_nanos);
        self.usage.queued = used.queued_ns.map(Duration::from_nanos);
        self.usage.instructions = used.instructions;
        self.counters = used.counters;
    }
}

/// What the work on a request took, as our worker says it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct WorkUsed {
    /// Time of all passes together, in nanoseconds.
    pub(crate) wall_ns: u64,
    /// CPU time of all passes and threads together, if the system tells.
    pub(crate) cpu_ns: Option<u64>,
    /// Time in which its threads waited for a CPU, all together, if the system tells.
    pub(crate) queued_ns: Option<u64>,
    /// Instructions of all passes and threads together, if the system counts them. Older workers do
    /// not say.
    pub(crate) instructions: Option<u64>,
    /// Deterministic counts of one pass.
    pub(crate) counters: Counters,
}
