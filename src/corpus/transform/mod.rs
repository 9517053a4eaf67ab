//! Corpora from corpora: equivalent puzzles, canonical forms, fewer clues, no
//! repetitions, another order, a sample.

mod canonical;
mod clashing;
mod form;
mod isomorph;
mod sort;

use super::ask::BatchSolver;
use super::random::cell_order;
use super::stream::stream;
use super::{Rng, RunError};
use crate::engine::{ENGINES, EngineInfo, EngineOptions};
use crate::format::{InputIter, Opened, Usable};
use crate::grid::{CELLS, Puzzle};
use crate::input::InputError;
use crate::parallel::{Pool, Stop};
use crate::pipeline::Progress;
use crate::setters::setters;
use sort::Sorter;
use std::collections::BinaryHeap;
use std::env;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;

pub use canonical::{Canonizer, canonical};
pub use isomorph::Isomorph;

/// What to do with a corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// Each puzzle becomes a random equivalent one.
    Isomorph,
    /// Each puzzle becomes its canonical form.
    Canonical,
    /// Of puzzles that are isomorphs of each other the first stays.
    Dedupe,
    /// Each puzzle loses clues, in random order, that it does not need.
    Minimize,
    /// The puzzles come in random order.
    Shuffle,
    /// So many of them stay, in their order, each set of them as likely as
    /// the others.
    Sample(usize),
}

/// What to do, and with what.
///
/// ```
/// use ninefold::corpus::transform::{Change, Transform};
/// let job = Transform::new(Change::Sample(1000)).seed(7);
/// # drop(job);
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct Transform {
    /// What to do.
    pub change: Change,
    /// Everything random follows from it.
    pub seed: u64,
    /// The engine that tests puzzles for uniqueness.
    pub engine: &'static EngineInfo,
    /// Its options.
    pub options: EngineOptions,
    /// Threads, at least 1.
    pub threads: usize,
    /// Bytes of memory for sorting; what is more goes to `scratch`.
    pub memory: usize,
    /// Directory for temporary files.
    pub scratch: PathBuf,
}

impl Transform {
    /// With seed 0, the default engine, on every CPU, in a gibibyte of memory, beyond that
    /// in the system's directory for temporary files.
    pub fn new(change: Change) -> Transform {
        Transform {
            change,
            seed: 0,
            engine: &ENGINES[0],
            options: EngineOptions::default(),
            threads: available_parallelism().map_or(1, usize::from),
            memory: 1 << 30,
            scratch: env::temp_dir(),
        }
    }
}

setters! {
    Transform {
        change: Change,
        seed: u64,
        engine: &'static EngineInfo,
        options: EngineOptions,
        threads: usize,
        memory: usize,
        scratch: PathBuf,
    }
}

/// What became of a corpus.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Changed {
    /// The lines read; those that are no puzzles are left out.
    pub read: Usable,
    /// Puzzles without exactly one solution, which cannot be minimized; they
    /// are left out.
    pub ambiguous: u64,
    /// Puzzles written.
    pub written: u64,
}

/// One thread's means.
struct Scratch {
    change: Change,
    seed: u64,
    asker: Option<BatchSolver>,
    canonizer: Canonizer,
}

/// What a worker made of a chunk.
#[derive(Default)]
struct Chunk {
    /// New forms, one for each puzzle; unused where none is needed.
    forms: Vec<Puzzle>,
    ambiguous: u64,
}

impl Scratch {
    fn new(job: &Transform) -> Result<Scratch, RunError> {
        let asks = job.change == Change::Minimize;
        let solver = asks.then(|| job.engine.make(&job.options)).transpose()?;
        Ok(Scratch {
            change: job.change,
            seed: job.seed,
            asker: solver.map(BatchSolver::new),
            canonizer: Canonizer::default(),
        })
    }

    fn work(&mut self, puzzles: &[Puzzle], chunk: &mut Chunk) {
        chunk.forms.clear();
        chunk.ambiguous = 0;
        match (self.change, &mut self.asker) {
            (Change::Canonical | Change::Dedupe, _) => {
                let canonizer = &mut self.canonizer;
                let forms = puzzles.iter().map(|puzzle| canonizer.canonical(puzzle));
                chunk.forms.extend(forms);
            }
            (Change::Minimize, Some(asker)) => {
                let unique: Vec<bool> = asker.unique(puzzles).collect();
                let unique = puzzles.iter().zip(unique).filter(|(_, unique)| *unique);
                chunk.forms.extend(unique.map(|(puzzle, _)| puzzle));
                chunk.ambiguous = (puzzles.len() - chunk.forms.len()) as u64;
                let order = |puzzle: &Puzzle| cell_order(&mut rng_of(self.seed, puzzle));
                let orders: Vec<_> = chunk.forms.iter().map(order).collect();
                asker.minimize(&mut chunk.forms, &orders);
            }
            _ => {}
        }
    }
}

/// Random numbers that follow from a puzzle, wherever it stands.
fn rng_of(seed: u64, puzzle: &Puzzle) -> Rng {
    let words = puzzle.cells().chunks(16);
    let word = |cells: &[u8]| cells.iter().fold(0, |word, &c| word << 4 | u64::from(c));
    Rng::new(seed, &words.map(word).collect::<Vec<_>>())
}

/// Where the changed puzzles go: at once, or when all are known.
enum Way {
    Through,
    Shuffled(Sorter<{ 8 + CELLS }>),
    Deduped(Sorter<{ 2 * CELLS + 8 }>),
    Sampled(usize, BinaryHeap<(u64, u64, Puzzle)>),
}

/// Changes all puzzles of `inputs` and gives them to `sink`: text of 81 cells
/// and a line feed each.
///
/// The same seed and puzzles give the same text for any number of threads.
///
/// # Errors
/// See [`RunError`].
pub fn transform<I>(
    job: &Transform,
    inputs: I,
    sink: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    progress: &Arc<Progress>,
    stop: &Stop,
) -> Result<Changed, RunError>
where
    I: IntoIterator<Item = Result<Opened, InputError>>,
    I::IntoIter: Send + 'static,
{
    transform_inputs(job, Box::new(inputs.into_iter()), sink, progress, stop)
}

fn transform_inputs(
    job: &Transform,
    inputs: InputIter,
    sink: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    progress: &Arc<Progress>,
    stop: &Stop,
) -> Result<Changed, RunError> {
    let means = job.clone();
    let workers = Pool::new(job.threads, move || Scratch::new(&means))?;
    let mut collector = Collector {
        job,
        way: match job.change {
            Change::Shuffle => Way::Shuffled(Sorter::new(job.memory, &job.scratch)),
            Change::Dedupe => Way::Deduped(Sorter::new(job.memory / 2, &job.scratch)),
            Change::Sample(count) => Way::Sampled(count, BinaryHeap::new()),
            _ => Way::Through,
        },
        out: Out {
            text: Vec::new(),
            sink,
            written: 0,
        },
        index: 0,
        ambiguous: 0,
    };
    let read = stream(
        inputs,
        job.threads,
        workers,
        Scratch::work,
        |puzzles, chunk| collector.take(puzzles, chunk),
        progress,
        stop,
    )?;
    let ambiguous = collector.ambiguous;
    let written = collector.finish(stop).map_err(RunError::of_output)?;
    if stop.is_stopped() {
        return Err(RunError::Stopped);
    }
    Ok(Changed {
        read,
        ambiguous,
        written,
    })
}

/// Gathers text for the sink.
struct Out<'a> {
    text: Vec<u8>,
    sink: &'a mut dyn FnMut(&[u8]) -> io::Result<()>,
    written: u64,
}

impl Out<'_> {
    fn put(&mut self, text: &[u8]) -> io::Result<()> {
        self.text.extend_from_slice(text);
        self.text.push(b'\n');
        self.written += 1;
        if self.text.len() >= 1 << 18 {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        (self.sink)(&self.text)?;
        self.text.clear();
        Ok(())
    }
}

struct Collector<'a> {
    job: &'a Transform,
    way: Way,
    out: Out<'a>,
    index: u64,
    ambiguous: u64,
}

impl Collector<'_> {
    fn take(&mut self, puzzles: &[Puzzle], chunk: &Chunk) -> io::Result<()> {
        self.ambiguous += chunk.ambiguous;
        if matches!(self.job.change, Change::Canonical | Change::Minimize) {
            let mut forms = chunk.forms.iter();
            return forms.try_for_each(|form| self.out.put(&form.to_text()));
        }
        for (i, puzzle) in puzzles.iter().enumerate() {
            // One stream for each place in the corpus.
            let mut rng = Rng::new(self.job.seed, &[self.index]);
            match &mut self.way {
                Way::Through => {
                    let form = Isomorph::random(&mut rng).apply(puzzle);
                    self.out.put(&form.to_text())?;
                }
                Way::Shuffled(sorter) => {
                    let key = rng.next().to_be_bytes();
                    sorter.push(joined([&key, &puzzle.to_text()]))?;
                }
                Way::Deduped(sorter) => {
                    let index = self.index.to_be_bytes();
                    let form = chunk.forms[i].to_text();
                    sorter.push(joined([&form, &index, &puzzle.to_text()]))?;
                }
                Way::Sampled(count, heap) => {
                    heap.push((rng.next(), self.index, *puzzle));
                    if heap.len() > *count {
                        heap.pop();
                    }
                }
            }
            self.index += 1;
        }
        Ok(())
    }

    /// Writes what could not be written before all was known; returns the
    /// number of puzzles written.
    fn finish(mut self, stop: &Stop) -> io::Result<u64> {
        let out = &mut self.out;
        match self.way {
            Way::Through => {}
            Way::Shuffled(sorter) => {
                for record in sorter.finish()?.take_while(|_| !stop.is_stopped()) {
                    out.put(&record?[8..])?;
                }
            }
            Way::Deduped(sorter) => {
                let mut kept = Sorter::<{ 8 + CELLS }>::new(self.job.memory / 2, &self.job.scratch);
                let mut last = None;
                for record in sorter.finish()?.take_while(|_| !stop.is_stopped()) {
                    let record = record?;
                    let form = record.first_chunk::<CELLS>().copied();
                    if form != last {
                        last = form;
                        kept.push(joined([&record[CELLS..]]))?;
                    }
                }
                for record in kept.finish()?.take_while(|_| !stop.is_stopped()) {
                    out.put(&record?[8..])?;
                }
            }
            Way::Sampled(_, heap) => {
                let mut kept = heap.into_vec();
                kept.sort_unstable_by_key(|&(_, index, _)| index);
                for (_, _, puzzle) in kept {
                    out.put(&puzzle.to_text())?;
                }
            }
        }
        out.flush()?;
        Ok(out.written)
    }
}

/// The parts one behind the other; they have `N` bytes together.
fn joined<const N: usize, const P: usize>(parts: [&[u8]; P]) -> [u8; N] {
    let mut record = [0; N];
    let mut place = &mut record[..];
    for part in parts {
        let (head, tail) = place.split_at_mut(part.len());
        head.copy_from_slice(part);
        place = tail;
    }
    record
}
