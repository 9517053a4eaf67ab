//! `ninefold solve`: from files to their answers.

use super::args::{ReportForm, SolveArgs};
use super::config::{Config, Inputs};
use super::failure::{self, Failure};
use super::output::Output;
use super::progress::Painter;
use super::sample::Sample;
use super::signals::Signals;
use super::tell;
use ninefold::format::{self, Format, FormatOptions, Kind, Opened};
use ninefold::input::{self, InputError, OpenOptions};
use ninefold::metrics::summary::Summary;
use ninefold::metrics::trailer::Trailer;
use ninefold::pipeline::{self, PipelineError, Position, Progress, Sink, Stop, Task};
use ninefold::report::{Setting, human, json};
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::vec;

/// Solves, writes, reports; the exit code says whether every line has its
/// solution.
pub(crate) fn run(args: &SolveArgs) -> Result<u8, Failure> {
    let config = Config::resolve(args)?;
    let named = match &config.inputs {
        Inputs::Named(paths) => paths.clone(),
        Inputs::Sample => Vec::new(),
    };
    let output = Output::open(config.output.as_deref(), config.force, &named)?;
    if config.inputs == Inputs::Sample && config.report.is_some() {
        let puzzles = Sample::puzzles();
        tell(&format!(
            "ninefold: no input: solving a sample of {puzzles} puzzles (see ninefold solve --help)\n"
        ));
    }
    let stop = Stop::new();
    let signals = Signals::install(&stop)
        .map_err(|error| Failure::io(format!("cannot watch for signals: {error}")))?;
    if output.is_direct() {
        signals.end_late(&stop);
    }
    let summary = solve(&config, named, output, &stop, &signals)?;
    report(&config, &summary);
    Ok(if summary.verdicts.all_solved() {
        0
    } else {
        failure::NEGATIVE
    })
}

fn solve(
    config: &Config,
    named: Vec<PathBuf>,
    output: Output,
    stop: &Stop,
    signals: &Signals,
) -> Result<Summary, Failure> {
    let inputs = Opening::new(config, named);
    let total = Arc::clone(&inputs.total);
    let mut rows = Rows {
        output,
        total: Arc::clone(&total),
        reserved: false,
    };
    let progress = Arc::new(Progress::default());
    let painter = config.progress.then(|| Painter::start(&progress, &total));
    let done = pipeline::run(inputs, &config.job, &mut rows, &progress, stop);
    drop(painter);
    let Rows { mut output, .. } = rows;
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
    output.commit()?;
    Ok(summary)
}

/// Opens one input after the other.
struct Opening {
    paths: vec::IntoIter<PathBuf>,
    sample: Option<Sample>,
    options: OpenOptions,
    format: FormatOptions,
    /// Bytes of all inputs, for the progress line; 0 once one of them is of
    /// unknown size.
    total: Arc<AtomicU64>,
}

impl Opening {
    fn new(config: &Config, paths: Vec<PathBuf>) -> Opening {
        let sizes: Option<Vec<u64>> = paths
            .iter()
            .map(|path| fs::metadata(path).ok().filter(fs::Metadata::is_file))
            .map(|metadata| metadata.map(|metadata| metadata.len()))
            .collect();
        let total: u64 = sizes.unwrap_or_default().iter().sum();
        Opening {
            paths: paths.into_iter(),
            sample: (config.inputs == Inputs::Sample).then(Sample::new),
            options: config.open.clone(),
            format: config.format.clone(),
            total: Arc::new(AtomicU64::new(total)),
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
            }));
        }
        let path = self.paths.next()?;
        let source = match input::open(&path, &self.options) {
            Ok(source) => source,
            Err(error) => return Some(Err(error)),
        };
        if source.size_hint().is_none() {
            self.total.store(0, Ordering::Relaxed);
        }
        Some(format::open(source, &self.format))
    }
}

/// The output as the pipeline sees it.
struct Rows {
    output: Output,
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
}

impl Rows {
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
        PipelineError::Engine(_) => Failure::refused(error),
        PipelineError::Write(cause) => Failure::write(output, cause),
        PipelineError::Stopped(_) => Failure {
            code: signals.exit_code().unwrap_or(failure::IO),
            message: error.to_string(),
        },
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
