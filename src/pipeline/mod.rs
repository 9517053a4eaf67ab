//! From inputs to rows in order: read, solve in parallel, check, write.
//!
//! [`run`] is the whole of it. A reader cuts the inputs into chunks of whole
//! lines (`chunk`), workers turn a chunk's text into rows (`worker`), and the
//! caller's thread writes them in input order and adds up what happened
//! (`collect`). [`ordered`] holds the three together and bounds the memory.
//!
//! The rows are the same, byte for byte, for any number of threads, any size
//! of chunk and any way of reading.

pub mod checkpoint;
mod chunk;
mod collect;
mod error;
mod listing;
pub mod ordered;
mod runner;
pub mod state;
mod verify;
mod worker;

use crate::engine::verdict::Mode;
use crate::engine::{EngineInfo, EngineOptions, Limits, registry};
use crate::format::{Append, Kind, Opened, OutputFormat, WriteOptions};
use crate::input::InputError;
use crate::metrics::clock::Clock;
use crate::metrics::summary::Summary;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

pub use error::PipelineError;
pub use ordered::Stop;
pub use runner::Runner;
use state::State;
pub use verify::{Alignment, Alone, Finding, Tally, Verification, verify};

/// What to write for each puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Task {
    /// Its row, as the format has it.
    #[default]
    Rows,
    /// The largest NOIP 2009 score of its solutions, `-1` where there is none.
    Score,
    /// Nothing; the sum over all puzzles of the number in the top left corner
    /// is in [`Summary::corners`].
    Corners,
}

/// What to do with the puzzles.
#[derive(Clone)]
pub struct Job {
    /// The engine.
    pub engine: &'static EngineInfo,
    /// Its options.
    pub options: EngineOptions,
    /// When to stop work on a puzzle.
    pub limits: Limits,
    /// What is asked of each puzzle.
    pub mode: Mode,
    /// Whether its first solution is to be the first in lexicographic order,
    /// whatever the engine.
    pub lexicographic: bool,
    /// What is written for it.
    pub task: Task,
    /// How it is written. Its format and mode are taken from the two fields
    /// beside it.
    pub writing: WriteOptions,
    /// The form of a row; `None`: that of the input, as [`own_output`] has it. The rows
    /// of csv and of JSON lines are then kept, and `columns` added behind theirs.
    pub output: Option<OutputFormat>,
    /// Whether what stands before the first row is written: not in a share that
    /// another one comes before.
    pub header: bool,
    /// The columns to add to a table; without any: the solution, or with
    /// [`Mode::Count`] the number of solutions and the verdict.
    pub columns: Vec<Append>,
    /// Threads that solve, at least 1.
    pub threads: usize,
    /// Whether every solution is checked.
    pub verify: bool,
    /// Whether the time of every puzzle is taken.
    pub timed: bool,
    /// Whether the first line that is no puzzle, or whose clues clash, stops
    /// the run.
    pub strict: bool,
    /// Whether the rows' checksum is taken.
    pub checksum: bool,
    /// Whether the sink is given a [`State`] between chunks, so that
    /// [`resume`] can go on from there. The state's checksum needs `checksum`.
    pub resumable: bool,
}

impl Job {
    /// The back end that the engine runs on, if it has several.
    pub fn backend(&self) -> Option<String> {
        let best = || {
            (self.engine.backends)()
                .first()
                .map(|name| (*name).to_owned())
        };
        self.options.backend.clone().or_else(best)
    }

    /// What is asked of the engine.
    fn engine_limits(&self) -> Limits {
        let solutions = match self.mode {
            // One more tells a count that is complete from one that is not.
            Mode::Count => self.limits.solutions.saturating_add(1),
            // Which puzzles have several; those are listed afterwards.
            Mode::All => 2,
            Mode::First | Mode::Unique => self.limits.solutions,
        };
        Limits {
            solutions,
            ..self.limits
        }
    }

    /// How rows are written for an input of a kind.
    fn row_options(&self, kind: Option<Kind>) -> WriteOptions {
        let format = self.output.or_else(|| kind.map(own_output));
        WriteOptions {
            mode: self.mode,
            format: format.unwrap_or_default(),
            ..self.writing.clone()
        }
    }
}

/// The form in which answers to puzzles of a format are expected.
pub fn own_output(kind: Kind) -> OutputFormat {
    match kind {
        Kind::Poj2676 => OutputFormat::Poj2676,
        Kind::Sdk => OutputFormat::Digits,
        Kind::Spaced => OutputFormat::Spaced,
        Kind::Leetcode => OutputFormat::Leetcode,
        Kind::Euler96 => OutputFormat::Euler96,
        Kind::Ss => OutputFormat::Ss,
        Kind::Grid => OutputFormat::Grid,
        Kind::OpenSudoku => OutputFormat::OpenSudoku,
        Kind::Line
        | Kind::Csv
        | Kind::Jsonl
        | Kind::Bank
        | Kind::Sdm
        | Kind::Poj3074
        | Kind::Noip2009 => OutputFormat::Solution,
    }
}

impl Default for Job {
    /// The default engine, one solution a puzzle, checked and timed, on every
    /// CPU.
    fn default() -> Job {
        Job {
            engine: &registry::ENGINES[0],
            options: EngineOptions::default(),
            limits: Limits::default(),
            mode: Mode::First,
            lexicographic: false,
            task: Task::Rows,
            writing: WriteOptions::default(),
            output: None,
            header: true,
            columns: Vec::new(),
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            verify: true,
            timed: true,
            strict: false,
            checksum: false,
            resumable: false,
        }
    }
}

/// How far a run is. Added to once a chunk, to be read at any time.
#[derive(Debug, Default)]
pub struct Progress {
    /// Puzzles whose rows are known, without lines that are none.
    pub puzzles: AtomicU64,
    /// Bytes of input (decompressed) they came from.
    pub bytes: AtomicU64,
}

/// How far the output is after a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Position {
    /// Bytes of input (decompressed) whose rows are written.
    pub bytes_in: u64,
    /// Bytes written.
    pub bytes_out: u64,
    /// Lines of input whose rows are written.
    pub lines: u64,
}

/// Where rows go.
pub trait Sink {
    /// Takes the rows of one chunk, whole lines. `position` is the place
    /// behind them.
    ///
    /// # Errors
    /// Whatever keeps them from being written; the run stops.
    fn rows(&mut self, rows: &[u8], position: &Position) -> io::Result<()>;

    /// Whether the sink wants to know the run's state now. Asked before each chunk
    /// of a [resumable](Job::resumable) run.
    fn is_due(&mut self, position: &Position) -> bool {
        let _ = position;
        false
    }

    /// The state of a resumable run when all rows before it were taken: where
    /// [`is_due`](Sink::is_due) asked for it, and once at the end.
    ///
    /// # Errors
    /// As for [`rows`](Sink::rows).
    fn keep(&mut self, state: &State) -> io::Result<()> {
        let _ = state;
        Ok(())
    }
}

impl Sink for Vec<u8> {
    fn rows(&mut self, rows: &[u8], _position: &Position) -> io::Result<()> {
        self.extend_from_slice(rows);
        Ok(())
    }
}

/// Solves all puzzles of `inputs` and gives their rows to `sink`, in order.
///
/// Inputs are opened one after the other, as the iterator yields them.
/// Memory is bounded by the number of threads and the size of a chunk: about
/// five chunks' worth for each of `2 * threads + 2` chunks in flight. Where every
/// solution is listed ([`Mode::All`]), 4 MiB more for each; rows beyond those are
/// made when it is their turn to be written.
///
/// ```
/// use ninefold::format::{self, FormatOptions};
/// use ninefold::input::{OpenOptions, open};
/// use ninefold::pipeline::{Job, Progress, Stop, run};
/// # let directory = std::env::temp_dir().join(format!("ninefold-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&directory)?;
/// # let path = directory.join("puzzles.txt");
/// # std::fs::write(&path, "\
/// # 103000509002109400000704000300502006060000050700803004000401000009205800804000107\n# end\n")?;
/// let source = open(&path, &OpenOptions::default())?;
/// let inputs = [format::open(source, &FormatOptions::default())];
/// let mut rows = Vec::new();
/// let summary = run(inputs, &Job::default(), &mut rows, &Progress::default().into(), &Stop::new())?;
/// assert!(rows.starts_with(b"143628579572139468"));
/// assert!(rows.ends_with(b"\n# end\n"));
/// assert_eq!(summary.puzzles, 1);
/// # std::fs::remove_dir_all(&directory)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// See [`PipelineError`]. What the sink took before is a prefix of the right
/// rows.
pub fn run<I>(
    inputs: I,
    job: &Job,
    sink: &mut dyn Sink,
    progress: &Arc<Progress>,
    stop: &Stop,
) -> Result<Summary, PipelineError>
where
    I: IntoIterator<Item = Result<Opened, InputError>>,
    I::IntoIter: Send + 'static,
{
    Runner::new().run(inputs, job, sink, progress, stop)
}

/// Goes on with a run from a state that its sink was given, or begins one.
///
/// `inputs` begins with the input that [`State::next`] names, and that one with
/// the chunk it names ([`Source::restrict`](crate::input::Source::restrict),
/// [`input::skip`](fn@crate::input::skip)). The summary is that of both
/// runs together.
///
/// # Errors
/// As [`run`].
pub fn resume<I>(
    inputs: I,
    job: &Job,
    sink: &mut dyn Sink,
    progress: &Arc<Progress>,
    stop: &Stop,
    from: Option<&State>,
) -> Result<Summary, PipelineError>
where
    I: IntoIterator<Item = Result<Opened, InputError>>,
    I::IntoIter: Send + 'static,
{
    Runner::new().resume(inputs, job, sink, progress, stop, from)
}

impl Runner {
    /// As the function [`run`].
    ///
    /// # Errors
    /// As there.
    pub fn run<I>(
        &mut self,
        inputs: I,
        job: &Job,
        sink: &mut dyn Sink,
        progress: &Arc<Progress>,
        stop: &Stop,
    ) -> Result<Summary, PipelineError>
    where
        I: IntoIterator<Item = Result<Opened, InputError>>,
        I::IntoIter: Send + 'static,
    {
        self.resume(inputs, job, sink, progress, stop, None)
    }

    /// As the function [`resume`].
    ///
    /// # Errors
    /// As there.
    pub fn resume<I>(
        &mut self,
        inputs: I,
        job: &Job,
        sink: &mut dyn Sink,
        progress: &Arc<Progress>,
        stop: &Stop,
        from: Option<&State>,
    ) -> Result<Summary, PipelineError>
    where
        I: IntoIterator<Item = Result<Opened, InputError>>,
        I::IntoIter: Send + 'static,
    {
        let start = State::default();
        let state = from.unwrap_or(&start);
        progress
            .puzzles
            .fetch_add(state.puzzles(), Ordering::Relaxed);
        progress
            .bytes
            .fetch_add(state.bytes_in(), Ordering::Relaxed);
        let inputs_done = Arc::new(AtomicUsize::new(state.next.input));
        let clock = Clock::new();
        let solvers = self.solvers(job)?;
        let shared = Arc::new(worker::Shared::new(job, solvers, clock.clone(), progress));
        let pool = self.threads(job.threads)?;
        let sets = (0..2 * job.threads + 2).map(|_| chunk::Set::default());
        let counted = Arc::clone(&inputs_done);
        let inputs = inputs.into_iter().inspect(move |_| {
            counted.fetch_add(1, Ordering::Relaxed);
        });
        let mut reader = chunk::Reader::new(inputs, job, state, clock.clone());
        let mut collector = collect::Collector::new(job, sink, &shared, clock, state);
        collector.stop_at(stop);
        if from.is_none() {
            collector.begin()?;
        }
        let workers = Arc::clone(&shared);
        let done = ordered::ordered(
            &pool,
            sets.collect(),
            stop,
            move |set| reader.read(set),
            move |set| workers.work(set),
            |set, panic| collector.collect(set, panic),
        );
        match done {
            Ok(()) => collector.finish(inputs_done.load(Ordering::Relaxed)),
            Err(fault) => Err(PipelineError::from_fault(fault, collector.position())),
        }
    }
}
