//! Processes the puzzles of files chunk by chunk on all threads.

use super::RunError;
use crate::format::{InputIter, Inputs, Opened, ReadChunk, Unfit, Usable};
use crate::input::InputError;
use crate::parallel::{self, ordered};
use crate::pipeline::{PipelineError, Progress};
use ninefold::Stop;
use ninefold::grid::Puzzle;
use ninefold::internal::Pool;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The source of the puzzles, with data of each input.
pub(super) struct PuzzleFeed<T> {
    pub(super) inputs: InputIter,
    pub(super) threads: usize,
    /// Called for each input when it is opened.
    pub(super) begin: Begin<T>,
}

pub(super) type Begin<T> = Box<dyn FnMut(&Opened) -> Result<T, InputError> + Send>;

/// The lines of a chunk.
pub(super) struct Lines<'a, T> {
    pub(super) puzzles: &'a [Puzzle],
    pub(super) read: &'a ReadChunk,
    /// For each puzzle, the number of its record among those of 81 bytes.
    places: &'a [u32],
    /// The data of their input.
    pub(super) own: &'a T,
    /// The input's name.
    pub(super) name: &'a str,
    /// Lines of the input before these, where they are collected.
    before: u64,
}

impl<T> Lines<'_, T> {
    /// The puzzle of a record of 81 bytes, if they are all cells.
    pub(super) fn puzzle_of(&self, record: usize) -> Option<usize> {
        self.places.binary_search(&(record as u32)).ok()
    }

    /// Refuses the input because of a row that cannot be written.
    pub(super) fn refused(&self, unfit: &Unfit) -> RunError {
        let refused = self.read.refused(self.name, self.before, unfit);
        RunError::Pipeline(PipelineError::Input(refused))
    }
}

/// The buffers of one chunk.
#[derive(Default)]
struct ChunkSet<T, R> {
    read: ReadChunk,
    name: String,
    puzzles: Vec<Puzzle>,
    places: Vec<u32>,
    own: T,
    usable: Usable,
    result: R,
}

impl<T, R> ChunkSet<T, R> {
    /// The lines, after `before` lines of their input.
    fn lines(&mut self, before: u64) -> (Lines<'_, T>, &mut R) {
        let lines = Lines {
            puzzles: &self.puzzles,
            read: &self.read,
            places: &self.places,
            own: &self.own,
            name: &self.name,
            before,
        };
        (lines, &mut self.result)
    }
}

/// Runs `work` on the lines of every chunk, on as many threads as there are `workers`, and
/// `collect` on the results in order.
///
/// # Errors
/// See [`RunError`].
pub(super) fn stream<T, W, R>(
    feed: PuzzleFeed<T>,
    workers: Pool<W>,
    work: impl Fn(&mut W, &Lines<'_, T>, &mut R) + Send + Sync + 'static,
    mut collect: impl FnMut(&Lines<'_, T>, &mut R) -> Result<(), RunError>,
    progress: &Arc<Progress>,
    stop: &Stop,
) -> Result<Usable, RunError>
where
    T: Clone + Default + Send + 'static,
    W: Send + 'static,
    R: Default + Send + 'static,
{
    let threads = feed.threads;
    let mut begin = feed.begin;
    let mut inputs = Inputs::new(feed.inputs, 0);
    let progress = Arc::clone(progress);
    let mut read = Usable::default();
    let mut source = 0;
    let done = ordered(
        &parallel::workers(threads)?,
        parallel::sets::<ChunkSet<T, R>>(threads),
        stop,
        move |set| Ok(next_chunk(&mut inputs, &mut begin, set)?),
        move |set| {
            parse(set);
            let bytes = set.read.text().len();
            let mut worker = workers.take();
            let (lines, result) = set.lines(0);
            work(&mut worker, &lines, result);
            workers.put(worker);
            let count = set.puzzles.len() as u64;
            progress.puzzles.fetch_add(count, Ordering::Relaxed);
            progress.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
        },
        |set, panic| {
            set.read.check(&set.name).map_err(PipelineError::Input)?;
            if let Some(message) = panic {
                return Err(RunError::Panicked(read.puzzles, message));
            }
            if let Some(chunk) = &set.read.chunk
                && chunk.source != source
            {
                source = chunk.source;
                read.next_input();
            }
            let before = read.lines_so_far();
            read.add(std::mem::take(&mut set.usable));
            let (lines, result) = set.lines(before);
            collect(&lines, result)
        },
    );
    done.map_err(RunError::from_fault)?;
    match read.refusal() {
        Some(refusal) => Err(RunError::Unusable(refusal)),
        None => Ok(read),
    }
}

fn parse<T, R>(set: &mut ChunkSet<T, R>) {
    set.puzzles.clear();
    set.places.clear();
    set.read.find();
    let Some(chunk) = &set.read.chunk else { return };
    set.usable = Usable::of(&set.name, chunk, &set.read.records, |place, puzzle| {
        set.puzzles.push(puzzle);
        set.places.push(place as u32);
    });
}

/// Reads the next chunk. `false` at the end of the last input.
fn next_chunk<T: Clone, R>(
    inputs: &mut Inputs<T>,
    begin: &mut Begin<T>,
    set: &mut ChunkSet<T, R>,
) -> Result<bool, PipelineError> {
    let begin = |input: &Opened| begin(input).map_err(PipelineError::Input);
    let Some((input, own)) = inputs.read(&mut set.read, begin)? else {
        return Ok(false);
    };
    set.own.clone_from(own);
    input.source.name().clone_into(&mut set.name);
    Ok(true)
}
