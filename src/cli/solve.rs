//! `ninefold solve`: from files to their answers.

use super::args::{ReportForm, SolveArgs};
use super::checkpoint::{Keeper, Start};
use super::config::{Config, Inputs};
use super::failure::{self, Failure};
use super::inputs;
use super::output::Output;
use super::outputs::Outputs;
use super::progress::Painter;
use super::sample::Sample;
use super::signals::Signals;
use super::tell;
use ninefold::engine::verdict::Mode;
use ninefold::format::{self, Format, FormatOptions, Kind, Opened};
use ninefold::input::{self, InputError, OpenOptions};
use ninefold::metrics::summary::Summary;
use ninefold::metrics::trailer::Trailer;
use ninefold::pipeline::state::{Next, State};
use ninefold::pipeline::{self, PipelineError, Position, Progress, Sink, Stop, Task};
use ninefold::report::{Setting, human, json};
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::vec;

/// Solves, writes, reports; the exit code says whether every line has its
/// solution.
pub(crate) fn run(args: &SolveArgs) -> Result<u8, Failure> {
    let mut config = Config::resolve(args)?;
    let named = match &config.inputs {
        Inputs::Named(paths) => paths.clone(),
        Inputs::Sample => Vec::new(),
    };
    inputs::look(&named, config.parts.as_ref(), &config.format)?;
    let (output, keeper) = match begin(&mut config, &named)? {
        Begun::Run(output, keeper) => (output, keeper),
        Begun::Done(summary) => return Ok(close(&config, *summary)),
    };
    if config.inputs == Inputs::Sample && config.report.is_some() {
        let puzzles = Sample::puzzles();
        tell(&format!(
            "ninefold: no input: solving a sample of {puzzles} puzzles (see ninefold solve --help)\n"
        ));
    }
    let stop = Stop::new();
    let signals = Signals::install(&stop)?;
    if output.is_direct() {
        signals.end_late(&stop);
    }
    let mut rows = Rows::new(output, keeper);
    // How many rows a list of solutions has, no first chunk tells.
    rows.reserved = config.job.mode == Mode::All;
    let done = solve(&config, &named, &mut rows, &stop, &signals);
    let Rows { output, keeper, .. } = rows;
    let placed = done.and_then(|summary| {
        if let Some(keeper) = &keeper {
            keeper.check_inputs(&named)?;
        }
        output.commit().map(|()| summary)
    });
    let summary = match (placed, keeper) {
        (Ok(summary), Some(keeper)) => keeper.done().map(|()| summary)?,
        (Err(failure), Some(keeper)) => return Err(keeper.explain(failure)),
        (placed, None) => placed?,
    };
    Ok(close(&config, summary))
}

/// How a run begins.
enum Begun {
    Run(Output, Option<Box<Keeper>>),
    /// An earlier run was done already.
    Done(Box<Summary>),
}

/// Opens the output, and the checkpoint where one was asked for.
fn begin(config: &mut Config, named: &[PathBuf]) -> Result<Begun, Failure> {
    let Some(asked) = config.checkpoint.clone() else {
        let output = Outputs::new(config.force, named).open(config.output.as_deref())?;
        return Ok(Begun::Run(output, None));
    };
    if config.inputs == Inputs::Sample {
        return Err(Failure::refused("--checkpoint needs an input"));
    }
    Ok(match Keeper::start(config, &asked, named)? {
        Start::Run(output, keeper) => Begun::Run(output, Some(keeper)),
        Start::Done(state) => {
            let mut summary = state.summary();
            summary.threads = config.job.threads;
            summary.examples.retain(|(_, places)| !places.is_empty());
            Begun::Done(Box::new(summary))
        }
    })
}

/// Reports, and says how the process ends.
fn close(config: &Config, mut summary: Summary) -> u8 {
    summary.trailer = summary.trailer.filter(|_| config.trailer);
    report(config, &summary);
    if summary.verdicts.all_solved() && summary.known.wrong == 0 {
        0
    } else {
        failure::NEGATIVE
    }
}

fn solve(
    config: &Config,
    named: &[PathBuf],
    rows: &mut Rows,
    stop: &Stop,
    signals: &Signals,
) -> Result<Summary, Failure> {
    let resumed = rows.keeper.as_ref().filter(|keeper| keeper.resumed);
    let from = resumed.map(|keeper| keeper.state().clone());
    let next = from.as_ref().map(|state| state.next).unwrap_or_default();
    let inputs = Opening::new(config, named, next);
    rows.total = Arc::clone(&inputs.total);
    let progress = Arc::new(Progress::default());
    let painter = config
        .progress
        .then(|| Painter::start(&progress, &rows.total, config.color));
    let done = pipeline::resume(inputs, &config.job, rows, &progress, stop, from.as_ref());
    drop(painter);
    let output = &mut rows.output;
    let mut summary = done.map_err(|error| explain(error, output.name(), signals))?;
    if config.job.task == Task::Corners {
        let sum = format!("{}\n", summary.corners);
        let written = output.write(sum.as_bytes());
        written.map_err(|error| Failure::write(output.name(), &error))?;
        summary.bytes_out += sum.len() as u64;
        if let Some(trailer) = &mut summary.trailer {
            trailer.append(&Trailer::of(sum.as_bytes()));
        }
    }
    Ok(summary)
}

/// Opens one input after the other.
struct Opening {
    paths: vec::IntoIter<(PathBuf, Option<Range<u64>>)>,
    /// Where in the first of them to begin.
    next: Next,
    sample: Option<Sample>,
    options: OpenOptions,
    format: FormatOptions,
    /// Bytes of all inputs, for the progress line; 0 once one of them is of
    /// unknown size.
    total: Arc<AtomicU64>,
}

impl Opening {
    fn new(config: &Config, paths: &[PathBuf], next: Next) -> Opening {
        let parts = config.parts.as_ref().map(|parts| &parts.of_inputs);
        let part = |i: usize| parts.map(|parts| parts[i].clone());
        let paths = paths.iter().enumerate();
        let all: Vec<_> = paths.map(|(i, path)| (path.clone(), part(i))).collect();
        let size = |(path, part): &(PathBuf, Option<Range<u64>>)| match part {
            Some(part) => Some(part.end - part.start),
            None => {
                let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file);
                metadata.map(|metadata| metadata.len())
            }
        };
        let total: Option<u64> = all.iter().map(size).sum();
        let left = all.get(next.input..).unwrap_or_default();
        Opening {
            paths: Vec::from(left).into_iter(),
            next,
            sample: (config.inputs == Inputs::Sample).then(Sample::new),
            options: config.open.clone(),
            format: config.format.clone(),
            total: Arc::new(AtomicU64::new(total.unwrap_or(0))),
        }
    }
}

impl Iterator for Opening {
    type Item = Result<Opened, InputError>;

    fn next(&mut self) -> Option<Result<Opened, InputError>> {
        if let Some(sample) = self.sample.take() {
            return Some(Ok(Opened {
                source: Box::new(sample),
                format: Format::Line,
                kind: Kind::Line,
                names: Vec::new(),
            }));
        }
        let (path, part) = self.paths.next()?;
        let next = std::mem::take(&mut self.next);
        Some(self.open(&path, part, &next))
    }
}

impl Opening {
    /// Opens an input, or its part, at the chunk where it is gone on with.
    fn open(
        &self,
        path: &Path,
        part: Option<Range<u64>>,
        next: &Next,
    ) -> Result<Opened, InputError> {
        let source = input::open(path, &self.options)?;
        if source.size_hint().is_none() {
            self.total.store(0, Ordering::Relaxed);
        }
        let end = part.as_ref().map_or(u64::MAX, |part| part.end);
        let mut opened = format::open_part(source, &self.format, part)?;
        if next.chunks == 0 {
            return Ok(opened);
        }
        opened.format = opened.format.after_first();
        // A plain file of lines can be gone on with in its middle; what is unpacked, put
        // together from several lines, or cut where no quote is open, is read up to
        // there.
        match opened.source.restrict(next.offset..end) {
            Err(InputError::NoRange { .. }) => {
                opened.source = input::skip(opened.source, next.chunks, next.offset)?;
            }
            done => done?,
        }
        Ok(opened)
    }
}

/// The output as the pipeline sees it.
struct Rows {
    output: Output,
    keeper: Option<Box<Keeper>>,
    total: Arc<AtomicU64>,
    reserved: bool,
}

impl Sink for Rows {
    fn rows(&mut self, rows: &[u8], position: &Position) -> io::Result<()> {
        if !self.reserved && position.bytes_in > 0 {
            self.reserved = true;
            self.output.reserve(self.expected(position))?;
        }
        self.output.write(rows)
    }

    fn is_due(&mut self, position: &Position) -> bool {
        let keeper = self.keeper.as_ref();
        keeper.is_some_and(|keeper| keeper.is_due(position))
    }

    fn keep(&mut self, state: &State) -> io::Result<()> {
        let keeper = self.keeper.as_mut();
        keeper.map_or(Ok(()), |keeper| keeper.keep(state))
    }
}

impl Rows {
    fn new(output: Output, keeper: Option<Box<Keeper>>) -> Rows {
        Rows {
            output,
            keeper,
            total: Arc::default(),
            reserved: false,
        }
    }

    /// About how long the output will be, from the first chunk's proportion;
    /// a tenth less, so as not to refuse what would just fit.
    fn expected(&self, position: &Position) -> u64 {
        let total = self.total.load(Ordering::Relaxed) as f64;
        let proportion = position.bytes_out as f64 / position.bytes_in.max(1) as f64;
        (total * proportion * 0.9) as u64
    }
}

fn explain(error: PipelineError, output: &str, signals: &Signals) -> Failure {
    match &error {
        PipelineError::Engine(_) | PipelineError::Input(InputError::Refused { .. }) => {
            Failure::refused(error)
        }
        PipelineError::Write(cause) => Failure::write(output, cause),
        PipelineError::Stopped(_) => Failure {
            code: signals.exit_code().unwrap_or(failure::IO),
            message: error.to_string(),
        },
        PipelineError::Input(input) if input.is_refusal() => Failure::refused(error),
        _ => Failure::io(error),
    }
}

fn report(config: &Config, summary: &Summary) {
    let setting = Setting {
        engine: config.job.engine.name.to_owned(),
        backend: config.job.backend(),
        verified: config.job.verify,
        timed: config.job.timed,
        stats: config.stats,
        color: config.color,
    };
    let mut text = Vec::new();
    let written = match config.report {
        None => Ok(()),
        Some(ReportForm::Human) => human::write(summary, &setting, &mut text),
        Some(ReportForm::Json) => json::write(summary, &setting, &mut text),
    };
    debug_assert!(written.is_ok(), "memory can be written to");
    if let Some(trailer) = &summary.trailer {
        text.extend_from_slice(format!("{trailer}\n").as_bytes());
    }
    tell(&String::from_utf8_lossy(&text));
}
