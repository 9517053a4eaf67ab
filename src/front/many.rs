//! Solves a batch in memory, on all cores.

use super::error::SolveManyError;
use super::options::SolveOptions;
use super::puzzles::Puzzles;
use super::work::{PIECE, apart, here, pool, solve_checked};
use crate::engine::{Counters, Outcome, Solver};
use crate::grid::{CELLS, Row};
use crate::parallel::Pool;
use crate::solver::BatchBuffers;
use rayon::prelude::*;
use std::ops::Range;
use std::time::{Duration, Instant};

/// Puzzles in the first piece. Each further piece has twice as many, up to [`PIECE`].
const FIRST: usize = 32;

/// Work that takes no longer stays on the caller's thread, because starting others would take as
/// long.
const SOON: Duration = Duration::from_millis(1);

/// Solves a batch of puzzles in memory, on all cores.
///
/// `solutions` needs 81 bytes for each puzzle; or 82, and the last becomes a line feed; or none, if
/// you do not want solutions. If a puzzle has no solution, its cells are blank (`.`, or 0 for
/// values). `outcomes` gets the number of solutions of each puzzle, up to [the
/// limit](SolveOptions::limit), its guesses, and whether it is malformed, its clues clash, or the
/// engine gave up. `outcomes` may be empty if you want none of this. A malformed puzzle is not an
/// error. The result is the same for any number of threads.
///
/// The caller's thread does up to a millisecond of work. For more, the call starts threads that end
/// with it, so you can call it from any thread, also from one of a rayon pool, and after a fork.
/// Each thread takes some hundred KiB besides its stack and its solver.
///
/// ```
/// use ninefold::{Puzzles, SolveOptions, engine::Outcome, solve_many};
/// let lines = b"\
/// 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
/// 55...............................................................................
/// ";
/// let puzzles = Puzzles::strided(lines, 82);
/// let mut solutions = vec![0; 82 * puzzles.len()];
/// let mut outcomes = vec![Outcome::default(); puzzles.len()];
/// solve_many(&puzzles, &mut solutions, &mut outcomes, &SolveOptions::new().limit(2))?;
/// assert!(solutions.starts_with(b"534678912672195348"));
/// assert_eq!((outcomes[0].solutions, outcomes[1].solutions), (1, 0));
///
/// // Values in, values out: here of one puzzle without clues.
/// let mut solution = [0; 81];
/// let blank = Puzzles::strided(&[0; 81], 81).as_values();
/// solve_many(&blank, &mut solution, &mut outcomes[..1], &SolveOptions::new())?;
/// assert_eq!(solution.iter().map(|&value| u32::from(value)).sum::<u32>(), 405);
/// # Ok::<(), ninefold::SolveManyError>(())
/// ```
///
/// # Errors
/// See [`SolveManyError`]. After an error, the contents of solutions and outcomes are unspecified.
pub fn solve_many(
    puzzles: &Puzzles<'_>,
    solutions: &mut [u8],
    outcomes: &mut [Outcome],
    options: &SolveOptions,
) -> Result<Counters, SolveManyError> {
    puzzles.check()?;
    let (count, space) = (puzzles.len(), solutions.len());
    let width = [CELLS, CELLS + 1, 0]
        .into_iter()
        .find(|width| width * count == space);
    let has_outcomes = outcomes.len() == count;
    let Some(width) = width.filter(|_| has_outcomes || outcomes.is_empty()) else {
        return Err(SolveManyError::Lengths {
            puzzles: count,
            solutions: space,
            outcomes: outcomes.len(),
        });
    };
    let mut rest = PuzzleRange {
        puzzles: 0..count,
        solutions,
        outcomes: has_outcomes.then_some(outcomes),
    };
    let job = ManyBatches {
        puzzles,
        width,
        options,
    };
    let mut counters = here(options, |solver| job.begin(solver, &mut rest))??;
    if !rest.puzzles.is_empty() {
        counters.add(&job.solve_rest(rest)?);
    }
    Ok(counters)
}

/// The request, and the width of the rows of solutions.
struct ManyBatches<'a> {
    puzzles: &'a Puzzles<'a>,
    width: usize,
    options: &'a SolveOptions,
}

/// A range of puzzles, with buffers for their answers.
struct PuzzleRange<'a> {
    puzzles: Range<usize>,
    solutions: &'a mut [u8],
    outcomes: Option<&'a mut [Outcome]>,
}

impl<'a> PuzzleRange<'a> {
    /// Splits off this many puzzles, or all that are left.
    fn take(&mut self, count: usize, width: usize) -> PuzzleRange<'a> {
        let count = count.min(self.puzzles.len());
        let first = self.puzzles.start;
        self.puzzles.start += count;
        PuzzleRange {
            puzzles: first..first + count,
            solutions: self
                .solutions
                .split_off_mut(..width * count)
                .expect("there is space for each"),
            outcomes: self.outcomes.as_mut().map(|outcomes| {
                outcomes
                    .split_off_mut(..count)
                    .expect("each row has an outcome")
            }),
        }
    }
}

/// A worker's buffers.
#[derive(Default)]
struct Buffers {
    text: Vec<u8>,
    batch: BatchBuffers,
}

impl ManyBatches<'_> {
    /// The maximum number of puzzles in a piece. If many solutions are counted, a piece of few
    /// puzzles takes as long, and a stop is noticed only between pieces.
    fn most(&self) -> usize {
        match self.options.limits.solutions {
            ..=2 => PIECE,
            _ => PIECE / 8,
        }
    }

    /// Starts on the caller's thread, and stays there if it may use no others. Then no clock is
    /// read: there may be none.
    fn begin(
        &self,
        solver: &mut dyn Solver,
        rest: &mut PuzzleRange<'_>,
    ) -> Result<Counters, SolveManyError> {
        let start = (self.options.thread_count() > 1).then(Instant::now);
        let (mut counters, mut buffers) = (Counters::default(), Buffers::default());
        let mut size = FIRST;
        while !rest.puzzles.is_empty() && start.is_none_or(|start| start.elapsed() < SOON) {
            let part = rest.take(size, self.width);
            counters.add(&self.solve(solver, &mut buffers, part)?);
            size = (2 * size).min(self.most());
        }
        Ok(counters)
    }

    /// Continues with all threads.
    fn solve_rest(&self, mut rest: PuzzleRange<'_>) -> Result<Counters, SolveManyError> {
        let threads = self.options.thread_count();
        // Enough parts that no thread waits long for another.
        let size = (rest.puzzles.len() / (8 * threads)).clamp(FIRST, self.most());
        let parts = rest.puzzles.len().div_ceil(size);
        let parts: Vec<_> = (0..parts).map(|_| rest.take(size, self.width)).collect();
        let options = self.options.clone();
        let workers = Pool::new(1, move || {
            Ok::<_, SolveManyError>((options.solver()?, Buffers::default()))
        })?;
        let work = |part| {
            let (mut solver, mut buffers) = workers.take();
            let counters = self.solve(&mut *solver, &mut buffers, part)?;
            workers.put((solver, buffers));
            Ok(counters)
        };
        let sum = |mut a: Counters, b: Counters| {
            a.add(&b);
            Ok(a)
        };
        let all = || {
            parts
                .into_par_iter()
                .map(work)
                .try_reduce(Counters::default, sum)
        };
        let pool = pool(self.options)?;
        apart(&pool, all, || ())?.0
    }

    /// Solves a part and writes its solutions.
    fn solve(
        &self,
        solver: &mut dyn Solver,
        buffers: &mut Buffers,
        part: PuzzleRange<'_>,
    ) -> Result<Counters, SolveManyError> {
        let (first, count) = (part.puzzles.start, part.puzzles.len());
        let (text, stride) = self.puzzles.text(part.puzzles, &mut buffers.text);
        buffers.batch.space(count, stride);
        let mut batch = buffers.batch.batch(text);
        if let Some(outcomes) = part.outcomes {
            batch.outcomes = outcomes;
        }
        let counters = solve_checked(solver, &mut batch, self.options, first)?;
        if self.width > 0 {
            let rows = part
                .solutions
                .chunks_exact_mut(self.width)
                .zip(&*batch.rows);
            for ((out, row), outcome) in rows.zip(&*batch.outcomes) {
                self.write(row, outcome, out);
            }
        }
        Ok(counters)
    }

    /// Writes one solution.
    fn write(&self, row: &Row, outcome: &Outcome, out: &mut [u8]) {
        let are_values = self.puzzles.are_values();
        let (cells, feed) = out.split_at_mut(CELLS);
        feed.fill(b'\n');
        match outcome.solutions {
            0 => cells.fill(if are_values { 0 } else { b'.' }),
            _ => cells.copy_from_slice(&row[..CELLS]),
        }
        if are_values && outcome.solutions > 0 {
            cells.iter_mut().for_each(|digit| *digit -= b'0');
        }
    }
}
