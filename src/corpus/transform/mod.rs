//! Makes corpora from corpora: equivalent puzzles, canonical forms, fewer clues, no duplicates,
//! another order, a sample.

mod canonical;
mod form;
mod isomorph;
mod sort;

use super::batch::BatchSolver;
use super::random::cell_order;
use super::stream::{Begin, Lines, PuzzleFeed, stream};
use super::{Rng, RunError};
use crate::engine::{ENGINES, EngineInfo, EngineOptions};
use crate::format::{Alike, Beside, InputIter, Opened, Replacement, Rewriting, Usable, rewrite};
use crate::grid::check::check;
use crate::grid::{CELLS, Puzzle};
use crate::input::InputError;
use crate::parallel::{Pool, Stop, cpus};
use crate::pipeline::Progress;
use crate::setters::setters;
use sort::Sorter;
use std::collections::BinaryHeap;
use std::env;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

pub use canonical::{Canonizer, canonical};
pub use isomorph::Isomorph;

/// The change to a corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// Each puzzle becomes a random equivalent one.
    Isomorph,
    /// Each puzzle becomes its canonical form.
    Canonical,
    /// Only the first of isomorphic puzzles stays.
    Dedupe,
    /// Each puzzle loses clues that it does not need, in random order.
    Minimize,
    /// The puzzles get a random order.
    Shuffle,
    /// This many of them stay, in their order. All sets are equally likely.
    Sample(usize),
}

impl Change {
    /// Whether each puzzle replaces one that was read, so that everything beside it can be kept.
    #[must_use]
    pub fn keeps_lines(self) -> bool {
        matches!(
            self,
            Change::Isomorph | Change::Canonical | Change::Minimize
        )
    }
}

/// The change, and its options.
///
/// ```
/// use ninefold::corpus::transform::{Change, Transform};
/// let job = Transform::new(Change::Sample(1000)).seed(7);
/// # drop(job);
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Transform {
    /// The change.
    pub change: Change,
    /// Seed of all random choices.
    pub seed: u64,
    /// The engine that tests puzzles for uniqueness.
    pub engine: &'static EngineInfo,
    /// Its options.
    pub options: EngineOptions,
    /// Threads, at least 1.
    pub threads: usize,
    /// Bytes of memory for sorting. The rest goes to `scratch`.
    pub memory: usize,
    /// Directory for temporary files.
    pub scratch: PathBuf,
    /// What to keep besides the puzzles, if the change [keeps lines](Change::keeps_lines).
    pub beside: Beside,
}

impl Transform {
    /// Writes only puzzles, with seed 0, the default engine, every CPU, and a gibibyte of memory.
    /// The rest goes to the system's directory for temporary files.
    #[must_use]
    pub fn new(change: Change) -> Transform {
        Transform {
            change,
            seed: 0,
            engine: &ENGINES[0],
            options: EngineOptions::default(),
            threads: cpus(),
            memory: 1 << 30,
            scratch: env::temp_dir(),
            beside: Beside::Nothing,
        }
    }

    /// Checks that the inputs' rows make one table. `None` if only puzzles are written.
    #[must_use]
    pub fn alike(&self) -> Option<Alike> {
        let keeps = self.beside != Beside::Nothing && self.change.keeps_lines();
        keeps.then(|| Alike::new("--bare writes the puzzles alone"))
    }
}

/// Puzzles by their position, or in random order.
type Shuffled = Sorter<{ 8 + CELLS }>;
/// Puzzles by their canonical form, then by their position.
type Forms = Sorter<{ 2 * CELLS + 8 }>;

setters! {
    Transform {
        change: Change,
        seed: u64,
        engine: &'static EngineInfo,
        options: EngineOptions,
        threads: usize,
        memory: usize,
        scratch: PathBuf,
        beside: Beside,
    }
}

/// The result of changing a corpus.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Changed {
    /// The lines read. Lines that are not puzzles are left out.
    pub read: Usable,
    /// Puzzles without exactly one solution, which cannot be minimized. They are left out.
    pub ambiguous: u64,
    /// Puzzles written.
    pub written: u64,
}

/// The tools of one thread.
struct Scratch {
    change: Change,
    seed: u64,
    minimizer: Option<BatchSolver>,
    canonizer: Canonizer,
}

/// The results of a worker for a chunk.
#[derive(Default)]
struct Chunk {
    /// The new form of each puzzle, or `None` if it is left out. Unused if not needed.
    forms: Vec<Option<Puzzle>>,
    /// The isomorph of each puzzle. Unused if nothing beside the puzzle needs it.
    isomorphs: Vec<Isomorph>,
    ambiguous: u64,
}

impl Scratch {
    fn new(job: &Transform) -> Result<Scratch, RunError> {
        let asks = job.change == Change::Minimize;
        let solver = asks.then(|| job.engine.make(&job.options)).transpose()?;
        Ok(Scratch {
            change: job.change,
            seed: job.seed,
            minimizer: solver.map(BatchSolver::new),
            canonizer: Canonizer::default(),
        })
    }

    fn work(&mut self, lines: &Lines<'_, Rewriting>, chunk: &mut Chunk) {
        let puzzles = lines.puzzles;
        chunk.forms.clear();
        chunk.isomorphs.clear();
        chunk.ambiguous = 0;
        match (self.change, &mut self.minimizer) {
            (Change::Canonical | Change::Dedupe, _) => {
                for puzzle in puzzles {
                    let (form, isomorph) = self.canonizer.with_isomorph(puzzle);
                    chunk.forms.push(Some(form));
                    chunk.isomorphs.push(isomorph);
                }
            }
            (Change::Minimize, Some(minimizer)) => {
                let unique: Vec<bool> = minimizer.unique(puzzles).collect();
                let of_unique = puzzles.iter().zip(&unique).filter(|(_, unique)| **unique);
                let mut forms: Vec<Puzzle> = of_unique.map(|(puzzle, _)| *puzzle).collect();
                chunk.ambiguous = (puzzles.len() - forms.len()) as u64;
                let order = |puzzle: &Puzzle| cell_order(&mut rng_of(self.seed, puzzle));
                let orders: Vec<_> = forms.iter().map(order).collect();
                minimizer.minimize(&mut forms, &orders);
                let mut forms = forms.into_iter();
                let form = |is_unique: bool| is_unique.then(|| forms.next()).flatten();
                chunk.forms.extend(unique.into_iter().map(form));
            }
            _ => {}
        }
    }
}

/// Random numbers that follow from a puzzle, whatever its position.
fn rng_of(seed: u64, puzzle: &Puzzle) -> Rng {
    let words = puzzle.cells().chunks(16);
    let word = |cells: &[u8]| cells.iter().fold(0, |word, &c| word << 4 | u64::from(c));
    Rng::new(seed, &words.map(word).collect::<Vec<_>>())
}

/// How the changed puzzles are written: at once, or when all are known.
enum OutputMode {
    Through,
    Shuffled(Shuffled),
    Deduped(Forms),
    Sampled(usize, BinaryHeap<(u64, u64, Puzzle)>),
}

/// Changes all puzzles of `inputs` and gives them to `sink`, as text of 81 cells and a line feed
/// each. [`Transform::beside`] decides what else is kept. If a grid beside a puzzle is its
/// solution, it becomes a solution of the new puzzle, whatever its name.
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
            Change::Shuffle => OutputMode::Shuffled(Sorter::new(job.memory, &job.scratch)),
            Change::Dedupe => OutputMode::Deduped(Sorter::new(job.memory / 2, &job.scratch)),
            Change::Sample(count) => OutputMode::Sampled(count, BinaryHeap::new()),
            _ => OutputMode::Through,
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
        PuzzleFeed {
            inputs,
            threads: job.threads,
            begin: rewriting(job),
        },
        workers,
        Scratch::work,
        |lines, chunk| collector.take(lines, chunk).map_err(RunError::of_output),
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

/// How to write the lines of each input.
fn rewriting(job: &Transform) -> Begin<Rewriting> {
    let Some(mut alike) = job.alike() else {
        return Box::new(|_| Ok(Rewriting::default()));
    };
    let beside = job.beside;
    Box::new(move |input| {
        let is_first = alike.is_first(input)?;
        Ok(Rewriting {
            beside,
            header: is_first == Some(true),
        })
    })
}

/// Collects text for the sink.
struct Out<'a> {
    text: Vec<u8>,
    sink: &'a mut dyn FnMut(&[u8]) -> io::Result<()>,
    written: u64,
}

impl Out<'_> {
    fn put(&mut self, text: &[u8]) -> io::Result<()> {
        self.text.extend_from_slice(text);
        self.text.push(b'\n');
        self.added(1)
    }

    /// Notes that this many puzzles were added to the text.
    fn added(&mut self, puzzles: u64) -> io::Result<()> {
        self.written += puzzles;
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
    way: OutputMode,
    out: Out<'a>,
    index: u64,
    ambiguous: u64,
}

impl Collector<'_> {
    fn take(&mut self, lines: &Lines<'_, Rewriting>, chunk: &Chunk) -> io::Result<()> {
        self.ambiguous += chunk.ambiguous;
        if matches!(self.way, OutputMode::Through) {
            return self.through(lines, chunk);
        }
        for (i, puzzle) in lines.puzzles.iter().enumerate() {
            let mut rng = self.rng(i);
            match &mut self.way {
                OutputMode::Through => {}
                OutputMode::Shuffled(sorter) => {
                    let key = rng.next().to_be_bytes();
                    sorter.push(joined([&key, &puzzle.to_text()]))?;
                }
                OutputMode::Deduped(sorter) => {
                    let index = (self.index + i as u64).to_be_bytes();
                    let form = chunk.forms[i].unwrap_or(Puzzle::EMPTY).to_text();
                    sorter.push(joined([&form, &index, &puzzle.to_text()]))?;
                }
                OutputMode::Sampled(count, heap) => {
                    heap.push((rng.next(), self.index + i as u64, *puzzle));
                    if heap.len() > *count {
                        heap.pop();
                    }
                }
            }
        }
        self.index += lines.puzzles.len() as u64;
        Ok(())
    }

    /// Random numbers for a puzzle of the chunk: one stream for each position in the corpus.
    fn rng(&self, puzzle: usize) -> Rng {
        Rng::new(self.job.seed, &[self.index + puzzle as u64])
    }

    /// Writes the lines of a chunk, each with the new form of its puzzle.
    fn through(&mut self, lines: &Lines<'_, Rewriting>, chunk: &Chunk) -> io::Result<()> {
        let mut text = std::mem::take(&mut self.out.text);
        let replace = |record: usize| {
            let i = lines.puzzle_of(record)?;
            let old = &lines.puzzles[i];
            let (new, isomorph) = match self.job.change {
                Change::Isomorph => {
                    let isomorph = Isomorph::random(&mut self.rng(i));
                    (isomorph.apply(old), Some(isomorph))
                }
                _ => (chunk.forms[i]?, chunk.isomorphs.get(i).copied()),
            };
            let solution = move |grid: &[u8; CELLS]| {
                let isomorph = isomorph.filter(|_| check(&old.to_text(), grid).is_ok())?;
                Some(isomorph.apply(&Puzzle::from_text(grid).ok()?).to_text())
            };
            Some(Replacement {
                cells: new.to_text(),
                solution,
            })
        };
        let written = rewrite(lines.text, lines.records, *lines.own, replace, &mut text);
        self.out.text = text;
        self.index += lines.puzzles.len() as u64;
        self.out.added(written)
    }

    /// Writes everything that had to wait until all puzzles were known. Returns the number of
    /// puzzles written.
    fn finish(mut self, stop: &Stop) -> io::Result<u64> {
        let out = &mut self.out;
        match self.way {
            OutputMode::Through => {}
            OutputMode::Shuffled(sorter) => {
                for record in sorter.finish()?.take_while(|_| !stop.is_stopped()) {
                    out.put(&record?[8..])?;
                }
            }
            OutputMode::Deduped(sorter) => {
                let mut kept = Shuffled::new(self.job.memory / 2, &self.job.scratch);
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
            OutputMode::Sampled(_, heap) => {
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

/// Joins the parts, which have `N` bytes together.
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
