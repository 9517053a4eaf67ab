//! Puzzles of files, worked on chunk by chunk on all threads.

use super::RunError;
use super::run::pool;
use crate::format::{Format, Opened, OtherKind, Records, find};
use crate::grid::{CELLS, Puzzle};
use crate::input::{Chunk, InputError};
use crate::pipeline::ordered::{Stop, ordered};
use crate::pipeline::{PipelineError, Progress};
use crate::pool::Pool;
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// One chunk on its way.
#[derive(Default)]
struct Set<R> {
    chunk: Option<Chunk>,
    spare: Option<Vec<u8>>,
    format: Format,
    name: String,
    records: Records,
    puzzles: Vec<Puzzle>,
    malformed: u64,
    intact: bool,
    result: R,
}

/// Puzzles read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Read {
    /// Lines that held a puzzle.
    pub puzzles: u64,
    /// Lines that held something else, blank lines and comments left aside.
    pub malformed: u64,
}

/// Runs `work` on the puzzles of every chunk, on so many threads, each with one
/// of `workers`, and `collect` on the results in order.
///
/// # Errors
/// See [`RunError`].
pub(super) fn stream<I, W, R>(
    inputs: I,
    threads: usize,
    workers: Pool<W>,
    work: impl Fn(&mut W, &[Puzzle], &mut R) + Send + Sync + 'static,
    mut collect: impl FnMut(&[Puzzle], &mut R) -> io::Result<()>,
    progress: &Arc<Progress>,
    stop: &Stop,
) -> Result<Read, RunError>
where
    I: IntoIterator<Item = Result<Opened, InputError>>,
    I::IntoIter: Send + 'static,
    W: Send + 'static,
    R: Default + Send + 'static,
{
    let mut reader = Reader {
        inputs: inputs.into_iter(),
        current: None,
    };
    let progress = Arc::clone(progress);
    let mut read = Read::default();
    let done = ordered(
        &pool(threads)?,
        (0..2 * threads + 2).map(|_| Set::<R>::default()).collect(),
        stop,
        move |set| reader.read(set),
        move |set| {
            parse(set);
            let bytes = set.chunk.as_ref().map_or(0, |chunk| chunk.bytes.len());
            let mut worker = workers.take();
            work(&mut worker, &set.puzzles, &mut set.result);
            workers.put(worker);
            let count = set.puzzles.len() as u64;
            progress.puzzles.fetch_add(count, Ordering::Relaxed);
            progress.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
        },
        |set, panic| {
            if let Some(message) = panic {
                return Err(RunError::Panicked(read.puzzles, message));
            }
            if !set.intact {
                let what = "cut short";
                let name = std::mem::take(&mut set.name);
                let error = InputError::Changed { name, what };
                return Err(RunError::Pipeline(PipelineError::Input(error)));
            }
            read.puzzles += set.puzzles.len() as u64;
            read.malformed += set.malformed;
            collect(&set.puzzles, &mut set.result).map_err(RunError::of_output)
        },
    );
    done.map(|()| read).map_err(RunError::from_fault)
}

fn parse<R>(set: &mut Set<R>) {
    set.puzzles.clear();
    set.malformed = 0;
    set.intact = true;
    let Some(chunk) = &set.chunk else { return };
    let text: &[u8] = &chunk.bytes;
    find(set.format, text, &mut set.records);
    for &start in &set.records.starts {
        let cells = text[start as usize..].first_chunk::<CELLS>();
        match cells.map(Puzzle::from_text) {
            Some(Ok(puzzle)) => set.puzzles.push(puzzle),
            _ => set.malformed += 1,
        }
    }
    let others = set.records.others.iter();
    let malformed = others.filter(|other| other.kind == OtherKind::Malformed);
    set.malformed += malformed.count() as u64;
    set.intact = chunk.bytes.is_intact();
}

struct Reader<I> {
    inputs: I,
    current: Option<Opened>,
}

impl<I: Iterator<Item = Result<Opened, InputError>>> Reader<I> {
    /// Reads the next chunk; `false` at the end of the last input.
    fn read<R>(&mut self, set: &mut Set<R>) -> Result<bool, RunError> {
        if let Some(chunk) = set.chunk.take() {
            set.spare = chunk.bytes.into_buffer().or(set.spare.take());
        }
        let failed = |error| RunError::Pipeline(PipelineError::Input(error));
        loop {
            let Some(input) = &mut self.current else {
                match self.inputs.next() {
                    None => return Ok(false),
                    Some(input) => self.current = Some(input.map_err(failed)?),
                }
                continue;
            };
            if let Some(chunk) = input.source.next(set.spare.take()).map_err(failed)? {
                set.chunk = Some(chunk);
                input.source.name().clone_into(&mut set.name);
                set.format = input.format;
                input.format = input.format.after_first();
                return Ok(true);
            }
            input.source.finish().map_err(failed)?;
            self.current = None;
        }
    }
}
