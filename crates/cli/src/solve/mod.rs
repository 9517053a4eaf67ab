//! `ninefold solve`: from files of puzzles to answers.
//!
//! `args` defines the options, and `config` interprets them once. `run` refuses what cannot be done
//! before it creates a file. `opening` opens the inputs one after the other, the pipeline of
//! `ninefold-files` solves them, and [`Rows`] gives the rows to the output, which appears when it
//! is complete.
//!
//! With `--resume`, `checkpoint` writes the state beside the output from time to time, `files`
//! names and locks the files of such a run, `resume` checks that everything is as it was, and
//! `options` has all that must not have changed in words.
//!
//! What must stay true: no file of the user's is replaced without `--force`, and none that is read;
//! a run that continues writes the bytes of one that was never killed.

mod args;
mod checkpoint;
mod config;
mod files;
mod opening;
mod options;
mod resume;

use super::failure::Failure;
use super::inputs::{self, InputPaths};
use super::memory;
use super::messages::{eprint, print};
use super::output::Output;
use super::outputs::Outputs;
use super::progress::Painter;
use super::sample;
use super::signals::Signals;
use crate::run_report::{Setting, human, json};
pub(crate) use args::SolveArgs;
use args::SolveReport;
use checkpoint::{CheckpointWriter, Start};
use config::Config;
use ninefold::Stop;
use ninefold_files::metrics::summary::Summary;
use ninefold_files::pipeline::state::State;
use ninefold_files::pipeline::{Position, Progress, Sink, resume};
use opening::Opening;
pub(crate) use options::given_options;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// Solves, writes and reports. The exit code says whether every line has its solution.
pub(crate) fn run(args: &SolveArgs) -> Result<u8, Failure> {
    let mut config = Config::resolve(args)?;
    let named = config.inputs.paths().to_vec();
    let one_table = config.job.one_table();
    let chunk_size = config.open.chunk_size;
    let chunks = inputs::look(
        &named,
        config.parts.as_ref(),
        &config.format,
        one_table,
        chunk_size,
    )?;
    config.job.threads = inputs::useful_threads(config.job.threads, chunks);
    if config.checkpoint_every.is_some() {
        // A signal must not end it at once: it still has a checkpoint to name.
        config.job.threads = config.job.threads.max(1);
    }
    memory::request(config.job.threads, chunk_size)?;
    let stop = Stop::new();
    let signals = Signals::of_rows(&stop, config.job.threads);
    let (output, checkpoints) = match open_outputs(&mut config, &named, &signals)? {
        Start::Run(output, checkpoints) => (output, checkpoints),
        Start::Done(state) => {
            let mut summary = state.summary();
            summary.threads = config.job.threads;
            return close(&config, summary);
        }
    };
    if config.inputs == InputPaths::Sample && config.report.is_some() {
        let puzzles = sample::puzzles();
        eprint(&format!(
            "ninefold: no input: solving a sample of {puzzles} puzzles (see ninefold solve --help)\n"
        ));
    }
    signals.watch_stream()?;
    let mut rows = Rows {
        output,
        checkpoints,
    };
    let done = solve(&config, &named, &mut rows, &stop, &signals);
    let output = rows.output;
    let checkpoints = rows.checkpoints;
    let placed = done.and_then(|summary| {
        if let Some(checkpoints) = &checkpoints {
            checkpoints.check_inputs(&named)?;
        }
        output.commit().map(|()| summary)
    });
    match (placed, checkpoints) {
        (Ok(summary), _) => close(&config, summary),
        (Err(failure), Some(checkpoints)) => Err(checkpoints.explain(failure, &named)),
        (Err(failure), None) => Err(failure),
    }
}

/// Opens the output, and the checkpoint if there is one.
fn open_outputs(
    config: &mut Config,
    named: &[PathBuf],
    signals: &Signals,
) -> Result<Start, Failure> {
    let Some(every) = config.checkpoint_every else {
        if let Some(path) = config.output.as_deref().filter(|_| !config.force) {
            files::offer_resume(path)?;
        }
        let mut outputs = Outputs::new(config.force, named).stopped_by(signals);
        let output = outputs.open(config.output.as_deref())?;
        return Ok(Start::Run(output, None));
    };
    if config.inputs == InputPaths::Sample {
        return Err(Failure::refused("--resume needs an input"));
    }
    signals.watch()?;
    let start = CheckpointWriter::start(config, every, named)?;
    if let Start::Run(_, Some(checkpoints)) = &start
        && checkpoints.resumed
        && matches!(config.report, Some(SolveReport::Human | SolveReport::Full))
    {
        let (line, file) = checkpoints.place();
        eprint(&format!(
            "ninefold: continues after line {line}, from {file}\n"
        ));
    }
    Ok(start)
}

/// Reports, and returns the exit code.
fn close(config: &Config, mut summary: Summary) -> Result<u8, Failure> {
    summary.trailer = summary.trailer.filter(|_| config.trailer);
    let text = report(config, &summary);
    let is_asked =
        config.trailer || matches!(config.report, Some(SolveReport::Full | SolveReport::Json));
    if is_asked {
        print(&text)?
    } else {
        eprint(&text)
    }
    Ok(config
        .findings
        .code(summary.verdicts.all_solved() && summary.known.wrong == 0))
}

fn solve(
    config: &Config,
    named: &[PathBuf],
    rows: &mut Rows,
    stop: &Stop,
    signals: &Signals,
) -> Result<Summary, Failure> {
    let resumed = rows
        .checkpoints
        .as_ref()
        .filter(|checkpoints| checkpoints.resumed);
    let from = resumed.map(|checkpoints| checkpoints.state().clone());
    let next = from.as_ref().map(|state| state.next).unwrap_or_default();
    let inputs = Opening::new(config, named, next);
    let total = Arc::clone(&inputs.total);
    let progress = Arc::new(Progress::default());
    let painter = config.progress.then(|| Painter::start(&progress, &total));
    let done = resume(inputs, &config.job, rows, &progress, stop, from.as_ref());
    drop(painter);
    done.map_err(|error| Failure::pipeline(error, rows.output.name(), signals.exit_code()))
}

/// The output, for the pipeline.
struct Rows {
    output: Output,
    checkpoints: Option<Box<CheckpointWriter>>,
}

impl Sink for Rows {
    fn rows(&mut self, rows: &[u8], _position: &Position) -> io::Result<()> {
        self.output.write(rows)
    }

    fn is_due(&mut self, position: &Position) -> bool {
        let checkpoints = self.checkpoints.as_ref();
        checkpoints.is_some_and(|checkpoints| checkpoints.is_due(position))
    }

    fn keep(&mut self, state: &State) -> io::Result<()> {
        let checkpoints = self.checkpoints.as_mut();
        checkpoints.map_or(Ok(()), |checkpoints| checkpoints.keep(state))
    }
}

fn report(config: &Config, summary: &Summary) -> String {
    let setting = Setting {
        engine: config.job.engine.name.to_owned(),
        backend: config.job.backend(),
        verified: config.job.verify,
        timed: config.job.timed,
        stats: config.report == Some(SolveReport::Full),
    };
    let mut text = Vec::new();
    let written = match config.report {
        None => Ok(()),
        Some(SolveReport::Human | SolveReport::Full) => human::write(summary, &setting, &mut text),
        Some(SolveReport::Json) => json::write(summary, &setting, &mut text),
    };
    debug_assert!(written.is_ok(), "memory can be written to");
    if let Some(trailer) = &summary.trailer {
        text.extend_from_slice(format!("{trailer}\n").as_bytes());
    }
    String::from_utf8_lossy(&text).into_owned()
}
