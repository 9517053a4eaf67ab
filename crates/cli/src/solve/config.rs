//! Interprets the arguments, once.

use super::args::{SolveArgs, SolveReport, WritingArgs};
use crate::args::{EngineArgs, FindingsArgs, names::EngineChoice};
use crate::failure::Failure;
use crate::inputs::{InputPaths, Parts, size_of};
use crate::mapping::mapping;
use crate::terminal;
use ninefold::engine::Limits;
use ninefold::engine::noip2009;
use ninefold::engine::verdict::Mode;
use ninefold_files::format::{Column, FormatOptions, Kind, Only, OutputFormat, WriteOptions};
use ninefold_files::input::OpenOptions;
use ninefold_files::pipeline::{Job, Task};
use std::io::{self, IsTerminal};
use std::path::PathBuf;

/// Solutions to count or list for a puzzle if no limit is specified.
const COUNT_LIMIT: u64 = 1_000_000;

/// Bytes of a chunk if all solutions are listed: few puzzles, because each may have any number of
/// rows.
const LISTED_CHUNK: u64 = 16 << 10;

/// The configuration of `solve`.
pub(crate) struct Config {
    pub(crate) inputs: InputPaths,
    pub(crate) parts: Option<Parts>,
    pub(crate) open: OpenOptions,
    pub(crate) format: FormatOptions,
    pub(crate) job: Job,
    pub(crate) output: Option<PathBuf>,
    pub(crate) force: bool,
    /// Maximum bytes of output between two checkpoints, if the run writes them.
    pub(crate) checkpoint_every: Option<u64>,
    /// Whether the size of a chunk was specified.
    pub(crate) chunk_size_named: bool,
    pub(crate) trailer: bool,
    pub(crate) report: Option<SolveReport>,
    pub(crate) progress: bool,
    pub(crate) findings: FindingsArgs,
    /// The options on the command line that a checkpoint keeps, and their values.
    pub(crate) given: Vec<(String, String)>,
}

impl Config {
    /// Resolves the arguments of `solve`.
    pub(crate) fn resolve(args: &SolveArgs) -> Result<Config, Failure> {
        let format = args.input.format.options()?;
        let reporting = &args.reporting;
        let rows_on_terminal = args.writing.to.output.is_none() && io::stdout().is_terminal();
        let inputs = InputPaths::of(&args.input)?;
        check_rows(&args.writing)?;
        let part = args.reading.shard;
        let parts = part.map(|part| Parts::of(part, &inputs)).transpose()?;
        let mut job = job(args, format.kind)?;
        job.header = parts.as_ref().is_none_or(|parts| parts.first);
        Ok(Config {
            inputs,
            parts,
            open: open_options(args)?,
            job,
            format,
            output: args.writing.to.output.clone(),
            force: args.writing.to.force,
            checkpoint_every: (args.writing.resume).then_some(args.writing.checkpoint_every),
            chunk_size_named: args.reading.chunk_size.is_some(),
            trailer: reporting.trailer,
            report: (!reporting.quiet).then_some(reporting.report),
            progress: terminal::can_repaint() && !reporting.quiet && !rows_on_terminal,
            findings: args.findings,
            given: args.given.clone(),
        })
    }
}

/// Refuses tails if the rows of the format have no place for them.
fn check_rows(writing: &WritingArgs) -> Result<(), Failure> {
    use OutputFormat::{Csv, Jsonl, Line, Solution};
    match writing.output_format {
        Some(format) if writing.keep_tail && !matches!(format, Solution | Line | Csv | Jsonl) => {
            Err(Failure::refused(format!(
                "--keep-tail needs --output-format solution, line, csv or jsonl, not {}",
                format.name()
            )))
        }
        _ => Ok(()),
    }
}

fn job(args: &SolveArgs, kind: Option<Kind>) -> Result<Job, Failure> {
    let work = &args.work;
    let mode = match (work.unique, work.count, work.all) {
        (true, ..) => Mode::Unique,
        (_, true, _) => Mode::Count,
        (.., true) => Mode::All,
        _ => Mode::First,
    };
    let task = if kind == Some(Kind::Noip2009) && args.writing.output_format.is_none() && !work.all
    {
        Task::Score
    } else {
        Task::Rows
    };
    let limit = work.limit.unwrap_or(match mode {
        Mode::Count | Mode::All => COUNT_LIMIT,
        Mode::First | Mode::Unique => 1,
    });
    if args.writing.only == Some(Only::Multiple) && mode != Mode::Unique && limit < 2 {
        return Err(Failure::refused(
            "--only multiple needs --unique, --count, --all or --limit 2: otherwise the first solution ends the search",
        ));
    }
    let limits = Limits::default().solutions(limit);
    let writing = WriteOptions::default()
        .keep_tail(args.writing.keep_tail)
        .explain(args.writing.explain)
        .only(args.writing.only);
    let (engine, options) = engine(&args.engine, task)?;
    let resumable = args.writing.resume;
    // The run that continues this one may have another report.
    let is_shown = resumable || args.reporting.report != SolveReport::Human;
    Ok(Job::default()
        .engine(engine)
        .options(options)
        .limits(limits.guesses(work.max_guesses))
        .deadline(work.deadline)
        .mode(mode)
        .lexicographic(work.lexicographic)
        .task(task)
        .writing(writing)
        .output(args.writing.output_format)
        .columns(columns(&args.writing.append_column)?)
        .threads(args.engine.threads()?)
        .timed(is_shown && !args.reporting.quiet)
        .checksum(args.reporting.trailer || resumable)
        .resumable(resumable))
}

/// The specified engine, or the first in the table; for scores, the engine that finds them.
fn engine(args: &EngineArgs, task: Task) -> Result<EngineChoice, Failure> {
    if task != Task::Score {
        return args.choice();
    }
    match args.or(noip2009::ENGINE)? {
        (engine, _) if engine.name != noip2009::ENGINE => Err(Failure::refused(format!(
            "engine {} finds no NOIP 2009 scores (ninefold engines says which do)",
            engine.name
        ))),
        scorer => Ok(scorer),
    }
}

/// The columns to add to the rows of a table.
fn columns(asked: &[Column]) -> Result<Vec<Column>, Failure> {
    let twice = (1..asked.len()).find(|&i| asked[..i].contains(&asked[i]));
    match twice.map(|i| asked[i].name()) {
        Some(name) => Err(Failure::refused(format!(
            "--append-column has '{name}' twice"
        ))),
        None => Ok(asked.to_vec()),
    }
}

fn open_options(args: &SolveArgs) -> Result<OpenOptions, Failure> {
    let reading = &args.reading;
    let chunk_size = match reading.chunk_size {
        None if args.work.all => LISTED_CHUNK,
        None => default_chunk(&args.input.input, args.engine.threads()?),
        Some(size) if (1..=1 << 30).contains(&size) => size,
        Some(_) => return Err(Failure::refused("--chunk-size: not from 1 to 1G")),
    };
    let options = args.input.format.open_options();
    Ok(options
        .mmap((!reading.no_mmap).then(mapping).flatten())
        .chunk_size(chunk_size as usize))
}

/// The chunk size of [`OpenOptions`], or less for small inputs, so that every thread gets many
/// chunks: one hard chunk must not make the others wait.
fn default_chunk(inputs: &[PathBuf], threads: usize) -> u64 {
    let size: Option<u64> = inputs.iter().map(|path| size_of(path)).sum();
    let size = size.map_or(u64::MAX, |size| size / (16 * threads as u64));
    size.clamp(64 << 10, OpenOptions::default().chunk_size as u64)
}
