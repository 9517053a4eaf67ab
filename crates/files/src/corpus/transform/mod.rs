//! Makes corpora from corpora: equivalent puzzles, canonical forms, fewer clues, no duplicates.
//!
//! Workers find the new form of each puzzle of a chunk, or that it is left out. The collector then
//! rewrites the chunk's lines in order: the new puzzle replaces the old one, a solution beside it
//! becomes that of the new puzzle, and all else stays ([`Beside`]).
//!
//! What must stay true: the new puzzle has as many solutions as the old one; the same seed and
//! input give the same output for any number of threads; duplicates have the same canonical
//! form, and the first stays.

mod canonical;
mod form;
mod isomorph;

use super::RunError;
use super::stream::{Begin, Lines, PuzzleFeed, stream};
use crate::format::{Beside, InputIter, OneTable, Replacement, Rewriting, Usable, rewrite};
use crate::pipeline::{PipelineError, Progress};
use ninefold::Stop;
use ninefold::engine::{ENGINES, EngineInfo, EngineOptions};
use ninefold::grid::check::check;
use ninefold::grid::{CELLS, Puzzle};
use ninefold::internal::{BatchSolver, Pool, Rng, cell_order, cpus, leave_out, options};
use std::collections::HashSet;
use std::io;
use std::mem;
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
}

options! {
    /// The change, and its options.
    ///
    /// ```
    /// use ninefold_files::corpus::transform::{Change, Transform};
    /// let job = Transform::new(Change::Minimize).seed(7);
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
        /// Threads that work. With 0 the caller's thread reads and works, too; a stop then waits
        /// for the work on a chunk.
        pub threads: usize,
        /// What to keep besides the puzzles.
        pub beside: Beside,
    }
}

impl Transform {
    /// Writes only puzzles, with seed 0, the default engine and every CPU.
    #[must_use]
    pub fn new(change: Change) -> Transform {
        Transform {
            change,
            seed: 0,
            engine: &ENGINES[0],
            options: EngineOptions::default(),
            threads: cpus(),
            beside: Beside::Nothing,
        }
    }

    /// Checks input by input that the rows make one table. `None` if only puzzles are written.
    #[must_use]
    pub fn one_table(&self) -> Option<OneTable> {
        let keeps = self.beside != Beside::Nothing;
        keeps.then(|| OneTable::new("--bare writes the puzzles alone"))
    }
}

/// A form in half of its bytes, two cells each.
type Packed = [u8; CELLS.div_ceil(2)];

fn packed(form: &Puzzle) -> Packed {
    let mut packed = [0; _];
    for (i, cell) in form.cells().iter().enumerate() {
        packed[i / 2] |= cell << (4 * (i % 2));
    }
    packed
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
        let needs_solver = job.change == Change::Minimize;
        let solver = needs_solver
            .then(|| job.engine.make(&job.options))
            .transpose()?;
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
                minimize(minimizer, &mut forms, &orders);
                let mut forms = forms.into_iter();
                let form = |is_unique: bool| is_unique.then(|| forms.next()).flatten();
                chunk.forms.extend(unique.into_iter().map(form));
            }
            _ => {}
        }
    }
}

/// Removes clues from puzzles with one solution until every remaining clue is needed. `orders[i]`
/// is the order in which to try the cells.
fn minimize(solver: &mut BatchSolver, puzzles: &mut [Puzzle], orders: &[[u8; CELLS]]) {
    let mut at = vec![0; puzzles.len()];
    let mut asked = Vec::new();
    let mut without = Vec::new();
    loop {
        asked.clear();
        without.clear();
        for (i, puzzle) in puzzles.iter().enumerate() {
            while at[i] < CELLS && puzzle.cells()[usize::from(orders[i][at[i]])] == 0 {
                at[i] += 1;
            }
            if at[i] < CELLS {
                asked.push(i);
                without.push(leave_out(puzzle, orders[i][at[i]].into()));
            }
        }
        if asked.is_empty() {
            return;
        }
        let unique = solver.unique(&without);
        for ((&i, less), is_unique) in asked.iter().zip(&without).zip(unique) {
            if is_unique {
                puzzles[i] = *less;
            }
            at[i] += 1;
        }
    }
}

/// Random numbers that follow from a puzzle, whatever its position.
fn rng_of(seed: u64, puzzle: &Puzzle) -> Rng {
    let words = puzzle.cells().chunks(16);
    let word = |cells: &[u8]| cells.iter().fold(0, |word, &c| word << 4 | u64::from(c));
    Rng::new(seed, &words.map(word).collect::<Vec<_>>())
}

/// Changes all puzzles of `inputs` and gives them to `sink`, as text of 81 cells and a line feed
/// each. [`Transform::beside`] decides what else is kept. If a grid beside a puzzle is its
/// solution, it becomes a solution of the new puzzle, whatever its name.
///
/// The same seed and puzzles give the same text for any number of threads.
///
/// # Errors
/// See [`RunError`].
pub fn transform(
    job: &Transform,
    inputs: InputIter,
    sink: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    progress: &Arc<Progress>,
    stop: &Stop,
) -> Result<Changed, RunError> {
    let own_job = job.clone();
    let workers = Pool::new(job.threads, move || Scratch::new(&own_job))?;
    let mut collector = Collector {
        job,
        sink,
        text: Vec::new(),
        seen: HashSet::new(),
        index: 0,
        ambiguous: 0,
        written: 0,
    };
    let read = stream(
        PuzzleFeed {
            inputs,
            threads: job.threads,
            begin: rewriting(job),
        },
        workers,
        Scratch::work,
        |lines, chunk| collector.take(lines, chunk),
        progress,
        stop,
    )?;
    Ok(Changed {
        read,
        ambiguous: collector.ambiguous,
        written: collector.written,
    })
}

/// How to write the lines of each input.
fn rewriting(job: &Transform) -> Begin<Rewriting> {
    let Some(mut one_table) = job.one_table() else {
        return Box::new(|_| Ok(Rewriting::default()));
    };
    let beside = job.beside;
    Box::new(move |input| {
        let is_first = one_table.is_first(input)?;
        Ok(Rewriting {
            beside,
            header: is_first == Some(true),
        })
    })
}

struct Collector<'a> {
    job: &'a Transform,
    sink: &'a mut dyn FnMut(&[u8]) -> io::Result<()>,
    text: Vec<u8>,
    /// Canonical forms of the puzzles so far, if duplicates are left out.
    seen: HashSet<Packed>,
    index: u64,
    ambiguous: u64,
    written: u64,
}

impl Collector<'_> {
    /// Writes the lines of a chunk, each with the new form of its puzzle.
    fn take(&mut self, lines: &Lines<'_, Rewriting>, chunk: &Chunk) -> Result<(), RunError> {
        let mut text = mem::take(&mut self.text);
        let replace = |record: usize| {
            let i = lines.puzzle_of(record)?;
            let old = &lines.puzzles[i];
            let (new, isomorph) = self.new_form(i, old, chunk)?;
            let solution = move |grid: &[u8; CELLS]| {
                let isomorph = isomorph.filter(|_| check(&old.to_text(), grid).is_ok())?;
                Some(isomorph.apply(&Puzzle::from_text(grid).ok()?).to_text())
            };
            Some(Replacement {
                cells: new.to_text(),
                solution,
            })
        };
        let read = lines.read;
        let written = rewrite(read.text(), &read.records, *lines.own, replace, &mut text);
        read.check(lines.name).map_err(PipelineError::Input)?;
        self.written += written;
        self.ambiguous += chunk.ambiguous;
        self.index += lines.puzzles.len() as u64;
        (self.sink)(&text).map_err(RunError::Write)?;
        text.clear();
        self.text = text;
        Ok(())
    }

    /// The new form of puzzle `i` of a chunk, and the isomorph that also changes its solutions.
    /// `None` if the puzzle is left out.
    fn new_form(
        &mut self,
        i: usize,
        old: &Puzzle,
        chunk: &Chunk,
    ) -> Option<(Puzzle, Option<Isomorph>)> {
        match self.job.change {
            Change::Isomorph => {
                // One stream of random numbers for each position in the corpus.
                let mut rng = Rng::new(self.job.seed, &[self.index + i as u64]);
                let isomorph = Isomorph::random(&mut rng);
                Some((isomorph.apply(old), Some(isomorph)))
            }
            Change::Dedupe => {
                let is_first = self.seen.insert(packed(&chunk.forms[i]?));
                is_first.then_some((*old, None))
            }
            Change::Canonical | Change::Minimize => {
                Some((chunk.forms[i]?, chunk.isomorphs.get(i).copied()))
            }
        }
    }
}
