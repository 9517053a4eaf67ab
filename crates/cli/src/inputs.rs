//! Inputs before the run: which bytes of each to read, and whether they are corpora at all. All
//! refusals come before anything is written.

use super::args::InputArgs;
use super::failure::Failure;
use super::messages::warn;
use super::stdio::{self, Means};
use ninefold_files::escape::escape;
use ninefold_files::format::{self, FormatOptions, OneTable, Opened};
use ninefold_files::input::{self, InputError, InputPart, OpenOptions};
use std::fs;
use std::io::{self, IsTerminal};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The inputs with the puzzles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum InputPaths {
    /// These files, or `-`, in this order.
    Named(Vec<PathBuf>),
    /// The built-in sample.
    Sample,
}

impl InputPaths {
    /// The files that the arguments mean, in order.
    pub(crate) fn of(args: &InputArgs) -> Result<InputPaths, Failure> {
        let mut paths = args.input.clone();
        if paths.is_empty() {
            if io::stdin().is_terminal() {
                return Ok(InputPaths::Sample);
            }
            paths.push(PathBuf::from("-"));
        }
        for path in &paths {
            stdio::check_input(path)?;
            if path == Path::new("-") || matches!(stdio::means(path), Ok(Means::Device)) {
                continue;
            }
            let metadata = fs::metadata(path).map_err(|error| unreadable(path, error))?;
            if metadata.is_dir() {
                let name = escape(path);
                return Err(Failure::refused(format!(
                    "{name} is a directory: name its files"
                )));
            }
        }
        Ok(InputPaths::Named(paths))
    }

    /// The files; none for the sample.
    pub(crate) fn paths(&self) -> &[PathBuf] {
        match self {
            InputPaths::Named(paths) => paths,
            InputPaths::Sample => &[],
        }
    }
}

/// A file that cannot be read. For a link, the message also says where it leads.
fn unreadable(path: &Path, cause: io::Error) -> Failure {
    let link = fs::read_link(path).ok();
    let link = link.map_or(String::new(), |to| format!(" (a link to {})", escape(&to)));
    let name = format!("{}{link}", escape(path));
    Failure::input(InputError::Open { name, cause })
}

/// The bytes of each input that belong to a part of them all.
pub(crate) struct Parts {
    pub(crate) of_inputs: Vec<Range<u64>>,
    /// Whether the part begins at the start of the whole.
    pub(crate) first: bool,
}

impl Parts {
    /// Divides the inputs as if they were one text.
    pub(crate) fn of(part: InputPart, inputs: &InputPaths) -> Result<Parts, Failure> {
        let InputPaths::Named(paths) = inputs else {
            return Err(Failure::refused("--shard needs an input"));
        };
        let sizes: Result<Vec<u64>, InputError> = paths.iter().map(|path| size(path)).collect();
        let sizes = sizes.map_err(Failure::input)?;
        Ok(Parts {
            of_inputs: part.of(&sizes),
            first: part.index == 1,
        })
    }
}

fn size(path: &Path) -> Result<u64, InputError> {
    if path == Path::new("-") {
        let name = "standard input".to_owned();
        return Err(InputError::NoRange { name });
    }
    let name = escape(path).to_string();
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => Ok(metadata.len()),
        Ok(_) => Err(InputError::NoRange { name }),
        Err(cause) => Err(InputError::Open { name, cause }),
    }
}

/// Opens every regular file once. Refuses files that are not a corpus, that cannot be divided, or
/// tables that differ where they must not. An input that can be read only once is checked when its
/// turn comes. Returns the maximum number of chunks of `chunk` bytes, if the sizes of all inputs
/// are known.
pub(crate) fn look(
    paths: &[PathBuf],
    parts: Option<&Parts>,
    format: &FormatOptions,
    mut one_table: Option<OneTable>,
    chunk: usize,
) -> Result<Option<u64>, Failure> {
    let options = OpenOptions::default().chunk_size(64 << 10);
    let mut chunks = Some(0);
    for (i, path) in paths.iter().enumerate() {
        let regular = fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
        if path == Path::new("-") || !regular {
            chunks = None;
            continue;
        }
        let part = parts.map(|parts| parts.of_inputs[i].clone());
        let source = input::open(path, &options);
        let opened = source.and_then(|source| format::open_part(source, format, part));
        let opened = opened.map_err(Failure::input)?;
        let size = opened.source.size_hint();
        chunks = chunks
            .zip(size)
            .map(|(all, size)| all + size / chunk as u64 + 1);
        if let Some(one_table) = &mut one_table {
            one_table.is_first(&opened).map_err(Failure::input)?;
        }
    }
    Ok(chunks)
}

/// At most one thread for each chunk: others would only look for work. None for one chunk, which
/// the caller's thread reads and solves in less time than threads take to start.
pub(crate) fn useful_threads(threads: usize, chunks: Option<u64>) -> usize {
    let chunks = chunks.and_then(|chunks| usize::try_from(chunks).ok());
    match chunks {
        Some(0 | 1) => 0,
        Some(chunks) => threads.min(chunks),
        None => threads,
    }
}

/// Says in which column the puzzles are, unless its name already tells, and which other columns
/// with puzzles are left out. Says nothing if `is_quiet`.
pub(crate) fn noted(opened: Opened, is_quiet: bool) -> Opened {
    if is_quiet {
        return opened;
    }
    let name = opened.source.name();
    if let Some(column) = &opened.guessed {
        warn(&format!(
            "{name}: the puzzles are in column '{column}' (specify another with --column)"
        ));
    }
    for column in &opened.left_out {
        let column = escape(column);
        warn(&format!(
            "{name}: the puzzles in column '{column}' are left out (--column {column} reads them instead)"
        ));
    }
    opened
}

/// Bytes of a file. `None` if it is not a plain file.
pub(crate) fn size_of(path: &Path) -> Option<u64> {
    let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file);
    metadata.map(|metadata| metadata.len())
}
