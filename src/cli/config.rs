//! What the arguments mean, resolved once.

use super::args::{OnlyArg, ReadingArgs, ReportForm, SolveArgs, WorkArgs};
use super::checkpoint::Asked;
use super::failure::Failure;
use super::inputs::Parts;
use super::{hints, names, standard, terminal};
use ninefold::engine::verdict::Mode;
use ninefold::engine::{ENGINES, EngineInfo, EngineOptions, Limits};
use ninefold::format::{FormatOptions, Kind, Only, OutputFormat, WriteOptions};
use ninefold::input::{OpenOptions, Share};
use ninefold::pipeline::{Job, Task};
use ninefold::shown::shown;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

/// Solutions counted or listed of a puzzle where no limit is named.
const COUNT_LIMIT: u64 = 1_000_000;

/// Bytes of a chunk whose solutions are all listed: few puzzles, because each may
/// have any number of rows.
const LISTED_CHUNK: u64 = 16 << 10;

/// The names of the input formats.
pub(crate) fn input_names() -> Vec<&'static str> {
    Kind::ALL.iter().map(|kind| kind.name()).collect()
}

/// The names of the output formats.
pub(crate) fn output_names() -> Vec<&'static str> {
    OutputFormat::ALL
        .iter()
        .map(|format| format.name())
        .collect()
}

/// Where the puzzles are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Inputs {
    /// These files, or `-`, in this order.
    Named(Vec<PathBuf>),
    /// The sample that the program carries.
    Sample,
}

/// What `solve` is to do.
pub(crate) struct Config {
    pub(crate) inputs: Inputs,
    pub(crate) share: Option<Share>,
    pub(crate) parts: Option<Parts>,
    pub(crate) open: OpenOptions,
    pub(crate) format: FormatOptions,
    pub(crate) job: Job,
    pub(crate) output: Option<PathBuf>,
    pub(crate) force: bool,
    /// Whether, and how, the run is written down.
    pub(crate) checkpoint: Option<Asked>,
    pub(crate) trailer: bool,
    pub(crate) report: Option<ReportForm>,
    pub(crate) stats: bool,
    pub(crate) progress: bool,
    pub(crate) color: bool,
}

impl Config {
    /// Resolves the arguments of `solve`.
    pub(crate) fn resolve(args: &SolveArgs) -> Result<Config, Failure> {
        let format = args.reading.table.format(&args.reading.input_format)?;
        let telling = &args.telling;
        let rows_on_terminal = args.writing.output.is_none() && io::stdout().is_terminal();
        let inputs = inputs(&args.input, args.reading.recursive)?;
        check_number(args, &inputs)?;
        let share = share(&args.reading)?;
        let parts = share.map(|share| Parts::of(share, &inputs)).transpose()?;
        let mut job = job(args, format.kind)?;
        job.header = parts.as_ref().is_none_or(|parts| parts.first);
        Ok(Config {
            inputs,
            share,
            parts,
            open: open_options(args)?,
            job,
            format,
            output: args.writing.output.clone(),
            force: args.writing.force,
            checkpoint: checkpoint(args)?,
            trailer: telling.trailer,
            report: (!telling.quiet).then_some(telling.report),
            stats: telling.stats,
            progress: terminal::can_repaint() && !telling.quiet && !rows_on_terminal,
            color: terminal::has_colours(telling.color),
        })
    }
}

/// Line numbers are refused where a row has no place for one, or where they
/// would not tell which line is meant.
fn check_number(args: &SolveArgs, inputs: &Inputs) -> Result<(), Failure> {
    if !args.writing.number {
        return Ok(());
    }
    if matches!(inputs, Inputs::Named(files) if files.len() > 1) {
        return Err(Failure::refused("--number needs one input, not several"));
    }
    use OutputFormat::{Csv, Jsonl, Line, Solution};
    match output_format(&args.writing.output_format)? {
        None | Some(Solution | Line | Csv | Jsonl) => Ok(()),
        Some(format) => Err(Failure::refused(format!(
            "--number needs --output-format solution, line, csv or jsonl, not {}",
            format.name()
        ))),
    }
}

fn checkpoint(args: &SolveArgs) -> Result<Option<Asked>, Failure> {
    let writing = &args.writing;
    let typed = &writing.checkpoint_every;
    let every = parse_size(typed)
        .ok_or_else(|| Failure::refused(format!("--checkpoint-every {typed}: not a size")))?;
    Ok((writing.checkpoint || writing.resume).then(|| Asked {
        resume: writing.resume,
        every,
        chunk_size_named: args.reading.chunk_size.is_some(),
    }))
}

fn job(args: &SolveArgs, kind: Option<Kind>) -> Result<Job, Failure> {
    let work = &args.work;
    let mode = match (work.unique, work.count, work.all) {
        (true, ..) => Mode::Unique,
        (_, true, _) => Mode::Count,
        (.., true) => Mode::All,
        _ => Mode::First,
    };
    let task = if args.writing.sum_corners {
        Task::Corners
    } else if kind == Some(Kind::Noip2009) && args.writing.output_format.is_none() && !work.all {
        Task::Score
    } else {
        Task::Rows
    };
    // A number and a solution stand on one line, whatever the input's own form.
    let numbered = args.writing.number.then_some(OutputFormat::Solution);
    Ok(Job {
        engine: engine(work, task)?,
        options: EngineOptions {
            backend: work.backend.clone(),
        },
        limits: Limits {
            solutions: match mode {
                Mode::Unique => 2,
                Mode::Count | Mode::All => work.limit.unwrap_or(COUNT_LIMIT),
                Mode::First => work.limit.unwrap_or(1),
            },
            guesses: work.max_guesses,
        },
        mode,
        lexicographic: work.lexicographic,
        task,
        writing: writing(args, mode),
        output: output_format(&args.writing.output_format)?.or(numbered),
        header: true,
        columns: args.writing.append.columns(),
        threads: threads(work.threads),
        verify: !work.no_verify,
        timed: !args.telling.quiet || args.telling.stats,
        strict: work.strict,
        checksum: args.telling.trailer || args.writing.checkpoint || args.writing.resume,
        resumable: args.writing.checkpoint || args.writing.resume,
    })
}

fn writing(args: &SolveArgs, mode: Mode) -> WriteOptions {
    let only = args.writing.only.map(|only| match only {
        OnlyArg::Solved => Only::Solved,
        OnlyArg::Unsolved => Only::Unsolved,
        OnlyArg::Multiple => Only::Multiple,
        OnlyArg::Invalid => Only::Invalid,
    });
    WriteOptions {
        mode,
        keep_tail: args.writing.keep_tail,
        explain: args.writing.explain,
        only,
        number: args.writing.number,
        ..WriteOptions::default()
    }
}

/// An output format by its name.
pub(crate) fn output_format(name: &Option<String>) -> Result<Option<OutputFormat>, Failure> {
    let Some(name) = name else {
        return Ok(None);
    };
    let named = |format: &&OutputFormat| format.name() == name;
    let format = OutputFormat::ALL.iter().find(named).copied();
    let unknown = || Failure::refused(format!("no output format is called '{name}'"));
    format.ok_or_else(unknown).map(Some)
}

/// The engine named, or the first in the table that can do the task.
fn engine(work: &WorkArgs, task: Task) -> Result<&'static EngineInfo, Failure> {
    let can = |engine: &EngineInfo| task != Task::Score || engine.scores;
    match &work.engine {
        None => ENGINES
            .iter()
            .find(|engine| can(engine))
            .ok_or_else(|| Failure::refused("no engine finds NOIP 2009 scores")),
        Some(name) => {
            let engine = names::find_engine(name)?;
            if can(engine) {
                Ok(engine)
            } else {
                Err(Failure::refused(format!(
                    "engine {name} finds no NOIP 2009 scores (ninefold engines says which do)"
                )))
            }
        }
    }
}

/// Threads asked for, or one for each CPU.
pub(crate) fn threads(asked: Option<u16>) -> usize {
    match asked {
        Some(threads) => usize::from(threads),
        None => std::thread::available_parallelism().map_or(1, usize::from),
    }
}

/// Whether a progress line is painted: to a terminal that shows no rows.
pub(crate) fn paints(to_file: bool) -> bool {
    terminal::can_repaint() && (to_file || !io::stdout().is_terminal())
}

fn open_options(args: &SolveArgs) -> Result<OpenOptions, Failure> {
    let reading = &args.reading;
    let chunk_size = match &reading.chunk_size {
        None if args.work.all => LISTED_CHUNK,
        None => default_chunk(&args.input, threads(args.work.threads)),
        Some(typed) => parse_size(typed)
            .filter(|size| (1..=1 << 30).contains(size))
            .ok_or_else(|| {
                Failure::refused(format!("--chunk-size {typed}: not a size from 1 to 1024M"))
            })?,
    };
    Ok(OpenOptions {
        mmap: !reading.no_mmap,
        chunk_size: chunk_size as usize,
    })
}

/// The part of the inputs that was asked for.
fn share(reading: &ReadingArgs) -> Result<Option<Share>, Failure> {
    let wrong = |flag: &str, typed: &str, form: &str| {
        Failure::refused(format!("{flag} {typed}: not of the form {form}"))
    };
    if let Some(typed) = &reading.range {
        let range = parse_range(typed);
        let (offset, length) =
            range.ok_or_else(|| wrong("--range", typed, "OFFSET:LEN, in bytes"))?;
        return Ok(Some(Share::Range { offset, length }));
    }
    if let Some(typed) = &reading.shard {
        let shard = parse_shard(typed);
        let (index, count) = shard.ok_or_else(|| wrong("--shard", typed, "I/N, I from 1 to N"))?;
        return Ok(Some(Share::Shard { index, count }));
    }
    Ok(None)
}

/// As [`OpenOptions`] say, or less where the inputs are small, so that every thread gets
/// a good number of chunks: one hard chunk must not keep the others waiting.
fn default_chunk(inputs: &[PathBuf], threads: usize) -> u64 {
    let sizes = inputs.iter().map(|path| fs::metadata(path).ok());
    let size: Option<u64> = sizes
        .map(|metadata| {
            metadata
                .filter(fs::Metadata::is_file)
                .map(|file| file.len())
        })
        .sum();
    let share = size.map_or(u64::MAX, |size| size / (16 * threads as u64));
    share.clamp(64 << 10, OpenOptions::default().chunk_size as u64)
}

/// A number of bytes, also as `64K` or `2M`.
fn parse_size(text: &str) -> Option<u64> {
    let (number, unit) = match text.char_indices().last()? {
        (end, 'k' | 'K') => (&text[..end], 1 << 10),
        (end, 'm' | 'M') => (&text[..end], 1 << 20),
        (end, 'g' | 'G') => (&text[..end], 1 << 30),
        _ => (text, 1),
    };
    number.parse::<u64>().ok()?.checked_mul(unit)
}

/// `OFFSET:LEN`, each as in [`parse_size`].
fn parse_range(text: &str) -> Option<(u64, u64)> {
    let (offset, length) = text.split_once(':')?;
    Some((parse_size(offset)?, parse_size(length)?))
}

/// `I/N` with `1 <= I <= N`.
fn parse_shard(text: &str) -> Option<(u32, u32)> {
    let (index, count) = text.split_once('/')?;
    let (index, count) = (index.parse().ok()?, count.parse().ok()?);
    (1..=count).contains(&index).then_some((index, count))
}

/// The files meant, in order.
pub(crate) fn inputs(named: &[PathBuf], recursive: bool) -> Result<Inputs, Failure> {
    if named.is_empty() {
        if io::stdin().is_terminal() {
            return Ok(Inputs::Sample);
        }
        let stdin = PathBuf::from("-");
        standard::check_input(&stdin)?;
        return Ok(Inputs::Named(vec![stdin]));
    }
    let mut files = Vec::new();
    for path in named {
        standard::check_input(path)?;
        if path == Path::new("-") {
            files.push(path.clone());
            continue;
        }
        let metadata = fs::metadata(path);
        if metadata.is_err() && hints::is_puzzle(path) {
            return Err(Failure::refused(hints::no_file(&path.to_string_lossy())));
        }
        if !metadata.map_err(|error| unreadable(path, &error))?.is_dir() {
            files.push(path.clone());
        } else if recursive {
            walk(path, &mut files)?;
        } else {
            return Err(Failure::refused(format!(
                "{} is a directory (--recursive takes all files in it)",
                shown(path)
            )));
        }
    }
    Ok(Inputs::Named(files))
}

/// Adds all files below a directory, in the order of their names.
fn walk(directory: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let entries: io::Result<Vec<_>> = fs::read_dir(directory).and_then(|entries| entries.collect());
    let mut entries = entries.map_err(|error| unreadable(directory, &error))?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let failed = |error| unreadable(&path, &error);
        let kind = entry.file_type().map_err(failed)?;
        if kind.is_dir() {
            walk(&path, files)?;
        } else if kind.is_file() || fs::metadata(&path).map_err(failed)?.is_file() {
            files.push(path);
        }
    }
    Ok(())
}

/// A file that cannot be read; of a link, where it leads too.
fn unreadable(path: &Path, error: &io::Error) -> Failure {
    let link = fs::read_link(path).ok();
    let link = link.map_or(String::new(), |to| format!(" (a link to {})", shown(&to)));
    Failure::io(format!("cannot read {}{link}: {error}", shown(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_ranges_and_shards_are_read() {
        assert_eq!(parse_size("123"), Some(123));
        assert_eq!(parse_size("64k"), Some(65_536));
        assert_eq!(parse_size("2M"), Some(2_097_152));
        for wrong in [
            "",
            "K",
            "1.5M",
            "-1",
            "99999999999999999999",
            "20000000000G",
        ] {
            assert_eq!(parse_size(wrong), None, "{wrong}");
        }
        assert_eq!(parse_range("1K:82"), Some((1024, 82)));
        assert_eq!(parse_range("1024"), None);
        assert_eq!(parse_shard("3/16"), Some((3, 16)));
        for wrong in ["0/4", "5/4", "1", "a/b", "1/0"] {
            assert_eq!(parse_shard(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn directories_are_walked_in_the_order_of_names() {
        let directory = tempfile::tempdir().unwrap();
        for name in ["b", "a/z", "a/c", "d"] {
            let path = directory.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let root = vec![directory.path().to_owned()];
        let Ok(Inputs::Named(files)) = inputs(&root, true) else {
            panic!("the directory can be read");
        };
        let names: Vec<_> = files
            .iter()
            .map(|path| path.strip_prefix(&root[0]).unwrap().to_str().unwrap())
            .collect();
        assert_eq!(names, ["a/c", "a/z", "b", "d"]);
        assert_eq!(inputs(&root, false).unwrap_err().code, 2);
        let missing = vec![directory.path().join("missing")];
        assert_eq!(inputs(&missing, false).unwrap_err().code, 3);
    }
}
