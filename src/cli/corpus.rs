//! What the verbs that turn corpora into something else have in common: which
//! puzzles, and where the result goes.

use super::args::ColorArg;
use super::config::{self, Inputs};
use super::failure::Failure;
use super::generate::explain;
use super::output::Output;
use super::outputs::Outputs;
use super::progress::Painter;
use super::sample::Sample;
use super::signals::Signals;
use super::terminal;
use clap::{Args, ValueHint};
use ninefold::format::{self, Format, Kind, Opened};
use ninefold::generate::RunError;
use ninefold::input::{self, InputError, OpenOptions};
use ninefold::pipeline::{Progress, Stop};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// Bytes that one thread works on at a time: less than for solving, since
/// more is done with each puzzle.
const CHUNK: usize = 1 << 17;

/// Which puzzles, and where the result goes.
#[derive(Debug, Args)]
pub(crate) struct CorpusArgs {
    /// Files, directories (with --recursive), or '-' for standard input.
    #[arg(value_hint = ValueHint::AnyPath)]
    pub(crate) input: Vec<PathBuf>,
    /// Take all files of the directories named, in the order of their names.
    #[arg(short, long)]
    pub(crate) recursive: bool,
    /// The input's format [default: recognised by its first line].
    #[arg(long, value_name = "FORMAT")]
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(config::input_names()))]
    pub(crate) input_format: Option<String>,
    #[command(flatten)]
    pub(crate) table: super::table::TableArgs,
    /// Write here instead of to standard output.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// Replace an output that exists.
    #[arg(short, long)]
    pub(crate) force: bool,
    /// No progress and no closing report.
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// A run from a corpus to an output.
pub(crate) struct Passage {
    pub(crate) output: Output,
    /// The other output, where one was asked for.
    pub(crate) saved: Option<Output>,
    pub(crate) progress: Arc<Progress>,
    pub(crate) stop: Stop,
    signals: Signals,
    painter: Option<Painter>,
}

/// The corpus's files, opened one after the other.
pub(crate) type Sources = Box<dyn Iterator<Item = Result<Opened, InputError>> + Send>;

impl CorpusArgs {
    /// Opens the output and the one to save something to, and names the inputs.
    pub(crate) fn open(&self, save: Option<&Path>) -> Result<(Sources, Passage), Failure> {
        let options = self.table.format(&self.input_format)?;
        let inputs = config::inputs(&self.input, self.recursive)?;
        let paths = match &inputs {
            Inputs::Named(paths) => paths.clone(),
            Inputs::Sample => Vec::new(),
        };
        super::inputs::look(&paths, None, &options)?;
        let mut outputs = Outputs::new(self.force, &paths);
        let output = outputs.open(self.output.as_deref())?;
        let saved = outputs.open_if(save)?;
        let stop = Stop::new();
        let signals = Signals::install(&stop)?;
        if output.is_direct() {
            signals.end_late(&stop);
        }
        let progress = Arc::new(Progress::default());
        let total = Arc::new(AtomicU64::new(size(&paths)));
        let painter = (!self.quiet && config::paints(self.output.is_some()))
            .then(|| Painter::start(&progress, &total, terminal::has_colours(ColorArg::Auto)));
        let opened = paths.into_iter().map(move |path| {
            let source = input::open(
                &path,
                &OpenOptions {
                    chunk_size: CHUNK,
                    ..OpenOptions::default()
                },
            )?;
            format::open(source, &options)
        });
        let sources: Sources = match inputs {
            Inputs::Named(_) => Box::new(opened),
            Inputs::Sample => Box::new(std::iter::once(Ok(sample()))),
        };
        let passage = Passage {
            output,
            saved,
            progress,
            stop,
            signals,
            painter,
        };
        Ok((sources, passage))
    }
}

impl Passage {
    /// Ends it: what failed is explained, what succeeded put in its place.
    pub(crate) fn end<T>(mut self, done: Result<T, RunError>) -> Result<T, Failure> {
        drop(self.painter.take());
        let done = done.map_err(|error| explain(error, self.output.name(), &self.signals))?;
        self.output.commit()?;
        Ok(done)
    }
}

/// The sample that the program carries, where nothing else is named.
fn sample() -> Opened {
    Opened {
        source: Box::new(Sample::new()),
        format: Format::Line,
        kind: Kind::Line,
        names: Vec::new(),
    }
}

/// Bytes of all files; 0 where one of them is of unknown size.
fn size(paths: &[PathBuf]) -> u64 {
    let sizes: Option<Vec<u64>> = paths
        .iter()
        .map(|path| fs::metadata(path).ok().filter(fs::Metadata::is_file))
        .map(|metadata| metadata.map(|metadata| metadata.len()))
        .collect();
    sizes.unwrap_or_default().iter().sum()
}
