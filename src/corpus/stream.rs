//! Puzzles of files, worked on chunk by chunk on all threads.

use super::RunError;
use crate::format::{Format, InputIter, Inputs, Records, Usable, UsableInChunk, find_in};
use crate::grid::{Puzzle, cells_at};
use crate::input::{Chunk, InputError};
use crate::parallel::{self, Pool, Stop, ordered};
use crate::pipeline::{PipelineError, Progress};
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// One chunk on its way.
#[derive(Default)]
struct ChunkSet<R> {
    chunk: Option<Chunk>,
    spare: Option<Vec<u8>>,
    format: Format,
    name: String,
    records: Records,
    puzzles: Vec<Puzzle>,
    source: usize,
    usable: UsableInChunk,
    intact: bool,
    result: R,
}

/// Runs `work` on the puzzles of every chunk, on so many threads, each with one
/// of `workers`, and `collect` on the results in order.
///
/// # Errors
/// See [`RunError`].
pub(super) fn stream<W, R>(
    inputs: InputIter,
    threads: usize,
    workers: Pool<W>,
    work: impl Fn(&mut W, &[Puzzle], &mut R) + Send + Sync + 'static,
    mut collect: impl FnMut(&[Puzzle], &mut R) -> io::Result<()>,
    progress: &Arc<Progress>,
    stop: &Stop,
) -> Result<Usable, RunError>
where
    W: Send + 'static,
    R: Default + Send + 'static,
{
    let mut inputs = Inputs::new(inputs, 0);
    let progress = Arc::clone(progress);
    let (mut read, mut source) = (Usable::default(), 0);
    let done = ordered(
        &parallel::threads(threads)?,
        (0..2 * threads + 2)
            .map(|_| ChunkSet::<R>::default())
            .collect(),
        stop,
        move |set| Ok(next_chunk(&mut inputs, set)?),
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
            if set.source != source {
                source = set.source;
                read.next_input();
            }
            read.add(&set.name, std::mem::take(&mut set.usable));
            collect(&set.puzzles, &mut set.result).map_err(RunError::of_output)
        },
    );
    done.map_err(RunError::from_fault)?;
    match read.refusal() {
        Some(refusal) => Err(RunError::Unusable(refusal)),
        None => Ok(read),
    }
}

fn parse<R>(set: &mut ChunkSet<R>) {
    set.puzzles.clear();
    set.intact = true;
    let Some(chunk) = &set.chunk else { return };
    let text: &[u8] = &chunk.bytes;
    find_in(set.format, chunk, &mut set.records);
    let cells = set
        .records
        .starts
        .iter()
        .map(|&start| cells_at(text, start as usize));
    set.puzzles
        .extend(cells.filter_map(|cells| Puzzle::from_text(cells).ok()));
    set.usable = UsableInChunk::of(chunk, &set.records);
    set.source = chunk.source;
    set.intact = chunk.bytes.is_intact();
}

/// Reads the next chunk; `false` at the end of the last input.
fn next_chunk<R>(inputs: &mut Inputs<()>, set: &mut ChunkSet<R>) -> Result<bool, PipelineError> {
    if let Some(chunk) = set.chunk.take() {
        set.spare = chunk.bytes.into_buffer().or(set.spare.take());
    }
    let next = inputs.next(&mut set.spare, |_| Ok::<_, PipelineError>(()))?;
    let Some((chunk, input, ())) = next else {
        return Ok(false);
    };
    set.format = input.format;
    input.format = input.format.after(&chunk);
    set.chunk = Some(chunk);
    input.source.name().clone_into(&mut set.name);
    Ok(true)
}
