//! One prepared case: its threads, its solvers, and the answers that it must give each time.

use super::corpus::{Corpus, LINE};
use super::error::MeasureError;
use super::judge::{ClaimedAnswer, ReferenceAnswers};
use super::record::{AnswerCounts, Case, GuessClass, guess_classes};
use super::sampler::SampleTimes;
use crate::external::own_cpu;
use crate::grid::{BLANK_ROW, CELLS, Row, check};
use crate::input;
use crate::parallel::Pool;
use crate::solver::{Batch, BatchBuffers, Counters, Limits, NoObserver, Outcome, Solver, Status};
use rayon::prelude::*;
use std::hash::{DefaultHasher, Hasher};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Puzzles of a chunk, as many as in `solve`.
const CHUNK: usize = input::CHUNK / (CELLS + 1);
/// Minimum number of puzzles of a chunk if several threads share a corpus.
const SMALL_CHUNK: usize = 256;
/// Chunks of a sample for each of several threads, unless they become too small.
const CHUNKS: usize = 8;

/// Puzzles of a chunk: about as many as in `solve`, chosen so that none is much smaller than the
/// others. A large corpus has one small chunk at its end. A corpus of a little more than two chunks
/// would have it in each pass. A solver of many puzzles at once takes longer for the last ones of a
/// chunk (`lanes` on Zen 5: 12 % of a chunk of 17-clue puzzles, 40 % of one with a quarter as
/// many).
fn even(puzzles: usize) -> usize {
    let chunks = (puzzles + CHUNK / 2) / CHUNK;
    puzzles.div_ceil(chunks.max(1))
}

/// The results that one pass must always give.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Expected {
    counters: Counters,
    digest: u64,
}

/// Creates a solver for one thread.
pub(super) type MakeSolver = Box<dyn Fn() -> Result<Box<dyn Solver>, MeasureError> + Send + Sync>;

/// How to judge an external solver.
pub(super) struct Theirs {
    pub(super) reference: Arc<ReferenceAnswers>,
    /// Its error, if it failed.
    pub(super) failed: Box<dyn Fn() -> Option<String> + Send + Sync>,
}

/// Times and counts of the passes of a sample.
struct Passes {
    wall: Duration,
    cpu: Option<Duration>,
    counters: Counters,
}

/// A case whose answers were checked once.
pub(super) struct Prepared {
    pub(super) case: Case,
    pub(super) repeats: usize,
    pub(super) answers: AnswerCounts,
    pub(super) guesses: Vec<GuessClass>,
    /// The known results of each puzzle, for comparison with other engines.
    pub(super) verdicts: Vec<Option<u64>>,
    limits: Limits,
    pool: rayon::ThreadPool,
    solvers: Pool<Box<dyn Solver>>,
    expected: Expected,
    theirs: Option<Theirs>,
    /// The puzzles that an external solver gets. It may write to them, and then its answers are no
    /// answers.
    puzzles: Option<Corpus>,
}

impl Prepared {
    /// Creates threads and solvers, solves the corpus once, and checks every answer.
    pub(super) fn new(
        case: &Case,
        make: MakeSolver,
        theirs: Option<Theirs>,
        corpus: &Corpus,
        guess_limit: u64,
        buffers: &mut BatchBuffers,
    ) -> Result<Prepared, MeasureError> {
        let solvers = Pool::new(case.threads, make)?;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(case.threads)
            .build()
            .map_err(|error| MeasureError::Threads(case.threads, error.to_string()))?;
        let mut prepared = Prepared {
            case: case.clone(),
            repeats: 1,
            answers: AnswerCounts::default(),
            guesses: Vec::new(),
            verdicts: Vec::new(),
            limits: Limits {
                solutions: case.limit,
                guesses: guess_limit,
            },
            pool,
            solvers,
            expected: Expected {
                counters: Counters::default(),
                digest: 0,
            },
            puzzles: theirs.is_some().then(|| corpus.copied()),
            theirs,
        };
        let passes = prepared.time(corpus, buffers);
        prepared.check_failed(corpus)?;
        prepared.check_all(corpus, buffers)?;
        prepared.describe(buffers);
        prepared.expected = Expected {
            counters: passes.counters,
            digest: digest(&buffers.rows, &buffers.outcomes),
        };
        Ok(prepared)
    }

    /// Counts of one pass.
    pub(super) fn counters(&self) -> Counters {
        self.expected.counters
    }

    /// Takes one sample: `repeats` passes, each into its own rows. All answers are checked after
    /// the clock has stopped.
    pub(super) fn sample(
        &self,
        corpus: &Corpus,
        buffers: &mut BatchBuffers,
    ) -> Result<SampleTimes, MeasureError> {
        let passes = self.time(corpus, buffers);
        self.check_failed(corpus)?;
        let n = corpus.len();
        let mut total = Counters::default();
        for pass in 0..self.repeats {
            total.add(&self.expected.counters);
            let range = pass * n..(pass + 1) * n;
            if digest(&buffers.rows[range.clone()], &buffers.outcomes[range])
                != self.expected.digest
            {
                self.check_all(corpus, buffers)?;
                if self.theirs.is_none() {
                    return Err(MeasureError::Unsteady(self.case.clone().into(), "answers"));
                }
            }
        }
        // External solvers may give another answer each time, if each is right.
        if passes.counters != total && self.theirs.is_none() {
            return Err(MeasureError::Unsteady(self.case.clone().into(), "counters"));
        }
        let count = self.repeats as f64;
        Ok(SampleTimes::of_passes(passes.wall, passes.cpu, count))
    }

    /// Runs `repeats` passes against the clock.
    fn time(&self, corpus: &Corpus, buffers: &mut BatchBuffers) -> Passes {
        let puzzles = self.puzzles.as_ref().unwrap_or(corpus);
        let n = corpus.len();
        let chunk = self.chunk(n);
        buffers.space(chunk, LINE);
        let BatchBuffers {
            starts,
            rows,
            outcomes,
        } = buffers;
        // Blank rows, so that an answer that an engine leaves out cannot be that of an earlier
        // engine.
        rows.clear();
        rows.resize(n * self.repeats, BLANK_ROW);
        outcomes.clear();
        outcomes.resize(n * self.repeats, Outcome::default());
        let total = Mutex::new(Counters::default());
        // No pass waits for the one before, so a short corpus keeps all threads as busy as a long
        // one.
        let passes = rows.chunks_mut(n).zip(outcomes.chunks_mut(n));
        let chunks = passes.flat_map(|(rows, outcomes)| {
            let chunks = rows.chunks_mut(chunk).zip(outcomes.chunks_mut(chunk));
            chunks.enumerate()
        });
        let chunks: Vec<_> = chunks.collect();
        // For several threads of our own, the wall clock counts.
        let wanted = self.theirs.is_some() || self.case.threads == 1;
        let cpu = || own_cpu().filter(|_| wanted);
        let before = cpu();
        let started = Instant::now();
        self.pool.install(|| {
            let chunks = chunks.into_par_iter().with_max_len(1);
            chunks.for_each(|(i, (rows, outcomes))| {
                let text = puzzles.text(i * chunk, rows.len());
                let mut batch = Batch::new(text, &starts[..rows.len()], rows, outcomes);
                lock(&total).add(&self.solve(&mut batch));
            });
        });
        let wall = started.elapsed();
        let used = cpu().zip(before);
        let cpu = used.map(|(after, before)| after.saturating_sub(before));
        Passes {
            wall,
            cpu,
            counters: *lock(&total),
        }
    }

    /// Puzzles of a chunk: enough chunks in a sample so that threads end together.
    fn chunk(&self, n: usize) -> usize {
        let share = (n * self.repeats).div_ceil(self.case.threads * CHUNKS);
        let most = even(n);
        if self.case.threads == 1 {
            most
        } else {
            share.clamp(SMALL_CHUNK.min(most), most)
        }
    }

    fn solve(&self, batch: &mut Batch<'_>) -> Counters {
        let mut solver = self.solvers.take();
        let counters = solver.solve(batch, &self.limits, &mut NoObserver);
        self.solvers.put(solver);
        counters
    }

    /// Whether an external solver reported a failure, or wrote to its puzzles.
    fn check_failed(&self, corpus: &Corpus) -> Result<(), MeasureError> {
        let failed = self.theirs.as_ref().and_then(|theirs| (theirs.failed)());
        let changed = || {
            let change = self.puzzles.as_ref()?.first_change(corpus)?;
            Some(format!(
                "it wrote to its puzzles, which it may only read: puzzle {}",
                corpus.number(change)
            ))
        };
        let reason = failed.or_else(changed);
        reason.map_or(Ok(()), |reason| Err(MeasureError::External(reason)))
    }

    /// Checks every answer with the independent checker.
    fn check_all(&self, corpus: &Corpus, buffers: &BatchBuffers) -> Result<(), MeasureError> {
        if let Some(theirs) = &self.theirs {
            return judge_all(&theirs.reference, corpus, buffers);
        }
        let answers = buffers.rows.iter().zip(&buffers.outcomes).enumerate();
        for (i, (row, _)) in answers.filter(|(_, (_, outcome))| outcome.solutions > 0) {
            let puzzle = i % corpus.len();
            let answer = row[..CELLS].try_into().expect("a row has 81 cells");
            check::check(corpus.puzzle(puzzle), answer).map_err(|fault| MeasureError::Wrong {
                case: self.case.clone().into(),
                puzzle: corpus.number(puzzle),
                fault,
            })?;
        }
        Ok(())
    }

    /// Notes the outcomes of the first pass.
    fn describe(&mut self, buffers: &BatchBuffers) {
        let answers = &mut self.answers;
        for outcome in &buffers.outcomes {
            match outcome.status {
                Status::Malformed | Status::Invalid => answers.refused += 1,
                Status::GaveUp => answers.gave_up += 1,
                Status::Finished if outcome.solutions == 0 => answers.none += 1,
                Status::Finished | Status::LimitReached => {
                    answers.solved += 1;
                    let many =
                        self.limits.solutions > 1 && outcome.solutions >= self.limits.solutions;
                    answers.multiple += u64::from(many);
                }
            }
        }
        self.guesses = guess_classes(buffers.outcomes.iter().map(|outcome| outcome.guesses));
        self.verdicts = buffers.outcomes.iter().map(verdict).collect();
    }
}

/// Checks every answer of a library, and every number of solutions.
fn judge_all(
    reference: &ReferenceAnswers,
    corpus: &Corpus,
    buffers: &BatchBuffers,
) -> Result<(), MeasureError> {
    for (i, (row, outcome)) in buffers.rows.iter().zip(&buffers.outcomes).enumerate() {
        let grid: &[u8; CELLS] = row[..CELLS].try_into().expect("a row has 81 cells");
        let solution = (outcome.solutions > 0).then_some(grid);
        let claimed = ClaimedAnswer {
            number: Some(outcome.solutions),
            solution,
            line: solution.map_or(b"no solution", |grid| grid),
        };
        let judged = reference.judge(corpus, i % corpus.len(), &claimed);
        judged.map_err(MeasureError::External)?;
    }
    Ok(())
}

/// The value on which two engines must agree: the number of solutions, unless one of them gave up.
/// All ones for a refused puzzle.
fn verdict(outcome: &Outcome) -> Option<u64> {
    match outcome.status {
        Status::Finished | Status::LimitReached => Some(outcome.solutions),
        Status::GaveUp => None,
        Status::Malformed | Status::Invalid => Some(u64::MAX),
    }
}

/// A hash of all answers. Rows of puzzles without a solution may hold anything.
fn digest(rows: &[Row], outcomes: &[Outcome]) -> u64 {
    let mut hasher = DefaultHasher::new();
    let solved = |outcome: &Outcome| outcome.solutions > 0;
    if outcomes.iter().all(solved) {
        hasher.write(rows.as_flattened());
    } else {
        let found = rows
            .iter()
            .zip(outcomes)
            .filter(|(_, outcome)| solved(outcome));
        found.for_each(|(row, _)| hasher.write(row));
    }
    for outcome in outcomes {
        hasher.write_u64(outcome.solutions);
        hasher.write_u64(outcome.guesses);
        hasher.write_u8(outcome.status as u8);
    }
    hasher.finish()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
#[path = "prepared_tests.rs"]
mod tests;
