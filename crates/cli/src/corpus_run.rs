//! The common part of the verbs that turn corpora into something else: which puzzles to read, and
//! where to write the result.

use super::args::{InputArgs, OutputArgs};
use super::failure::Failure;
use super::inputs::{InputPaths, look, noted, size_of, useful_threads};
use super::memory;
use super::output::Output;
use super::outputs::Outputs;
use super::progress::Painter;
use super::sample;
use super::signals::Signals;
use super::terminal;
use crate::mapping::mapping;
use clap::Args;
use ninefold::Stop;
use ninefold_files::corpus::RunError;
use ninefold_files::format::{self, Beside, KnownAnswers, OneTable, Opened, Usable};
use ninefold_files::input::{self, InputError};
use ninefold_files::pipeline::Progress;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// Bytes that one thread works on at a time: less than for solving, because each puzzle takes more
/// work.
const CHUNK: usize = 1 << 17;

/// The puzzles to read, and the output.
#[derive(Debug, Args)]
pub(crate) struct CorpusArgs {
    /// No progress and no report.
    #[arg(short, long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    to: OutputArgs,
}

/// Says that something is not kept besides the puzzles.
pub(crate) fn beside_left_out(read: &Usable, kept: Beside) -> &'static str {
    if read.beside > kept && read.known != KnownAnswers::default() {
        "text beside the puzzles is left out, and so are their solutions\n"
    } else {
        "text beside the puzzles is left out\n"
    }
}

/// What to keep besides the puzzles.
#[derive(Debug, Args)]
pub(crate) struct BesideArgs {
    /// Copy the text after a puzzle on its line to the output.
    #[arg(long)]
    #[arg(hide_short_help = true)]
    pub(crate) keep_tail: bool,
    /// Leave out comments, columns and blank lines.
    #[arg(long, conflicts_with = "keep_tail")]
    pub(crate) bare: bool,
}

impl BesideArgs {
    pub(crate) fn kept(&self) -> Beside {
        match (self.keep_tail, self.bare) {
            (true, _) => Beside::Tails,
            (_, true) => Beside::Nothing,
            _ => Beside::Lines,
        }
    }
}

/// A run from a corpus to an output.
pub(crate) struct CorpusRun {
    pub(crate) output: Output,
    pub(crate) progress: Arc<Progress>,
    pub(crate) stop: Stop,
    /// Threads that have work.
    pub(crate) threads: usize,
    signals: Signals,
    painter: Option<Painter>,
}

/// The corpus's files, opened one after the other.
pub(crate) type Sources = Box<dyn Iterator<Item = Result<Opened, InputError>> + Send>;

impl CorpusArgs {
    /// Opens the output and identifies the inputs, for this number of threads. Refuses inputs that
    /// do not make `one_table`.
    pub(crate) fn open(
        &self,
        threads: usize,
        one_table: Option<OneTable>,
    ) -> Result<(Sources, CorpusRun), Failure> {
        let options = self.input.format.options()?;
        let opening = self.input.format.open_options().chunk_size(CHUNK);
        let inputs = InputPaths::of(&self.input)?;
        let paths = inputs.paths().to_vec();
        let chunks = look(&paths, None, &options, one_table, CHUNK)?;
        let threads = useful_threads(threads, chunks);
        memory::request(threads, CHUNK)?;
        let stop = Stop::new();
        let signals = Signals::of_rows(&stop, threads);
        let mut outputs = Outputs::new(self.to.force, &paths).stopped_by(&signals);
        let output = outputs.open(self.to.output.as_deref())?;
        signals.watch_stream()?;
        let progress = Arc::new(Progress::default());
        let total: Option<u64> = paths.iter().map(|path| size_of(path)).sum();
        let total = Arc::new(AtomicU64::new(total.unwrap_or(0)));
        let painter = (!self.quiet && terminal::paints(self.to.output.is_some()))
            .then(|| Painter::start(&progress, &total));
        let is_quiet = self.quiet;
        let opened = paths.into_iter().map(move |path| {
            let opening = opening.clone().mmap(mapping());
            let opened = format::open(input::open(&path, &opening)?, &options)?;
            Ok(noted(opened, is_quiet))
        });
        let sources: Sources = match inputs {
            InputPaths::Named(_) => Box::new(opened),
            InputPaths::Sample => Box::new(std::iter::once(sample::opened())),
        };
        let run = CorpusRun {
            output,
            progress,
            stop,
            threads,
            signals,
            painter,
        };
        Ok((sources, run))
    }
}

impl CorpusRun {
    /// Ends the run: completes the outputs, unless there was an error.
    pub(crate) fn end<T>(mut self, done: Result<T, RunError>) -> Result<T, Failure> {
        drop(self.painter.take());
        let done = done.map_err(|error| {
            Failure::corpus(error, self.output.name(), self.signals.exit_code())
        })?;
        self.output.commit()?;
        Ok(done)
    }
}
