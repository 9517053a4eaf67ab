//! Generates a whole corpus, on all threads, in the order of its indices.

use crate::corpus::RunError;
use crate::parallel::{ordered, sets, workers};
use crate::pipeline::Progress;
use ninefold::Stop;
use ninefold::corpus::{GenerateSpec, GeneratedPuzzle};
use ninefold::engine::{ENGINES, EngineInfo, EngineOptions};
use ninefold::grid::{BLANK_ROW, CELLS};
use ninefold::internal::{Digger, Effort, Pool, cpus, options};
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

options! {
    /// The corpus to generate.
    #[derive(Debug, Clone)]
    #[non_exhaustive]
    pub struct Run {
        /// The kind of puzzles.
        pub spec: GenerateSpec,
        /// How many.
        pub count: u64,
        /// The engine that tests them. It affects only the time.
        pub engine: &'static EngineInfo,
        /// Its options.
        pub options: EngineOptions,
        /// Threads that work. With 0 the caller's thread does. They affect only the time.
        pub threads: usize,
        /// When to stop early.
        pub until: Option<Instant> as into,
    }
}

impl Run {
    /// Generates this many puzzles, with the default engine, on every CPU, without a limit of time.
    #[must_use]
    pub fn new(spec: GenerateSpec, count: u64) -> Run {
        Run {
            spec,
            count,
            engine: &ENGINES[0],
            options: EngineOptions::default(),
            threads: cpus(),
            until: None,
        }
    }
}

/// Takes a block of puzzles, as text and as values.
pub type PuzzleSink<'a> = dyn FnMut(&[u8], &[GeneratedPuzzle]) -> io::Result<()> + 'a;

/// The result of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GenerateTally {
    /// Puzzles generated.
    pub puzzles: u64,
    /// The work for them.
    pub effort: Effort,
}

/// The indices of one block and its puzzles.
#[derive(Default)]
struct BlockSet {
    first: u64,
    end: u64,
    puzzles: Vec<GeneratedPuzzle>,
    text: Vec<u8>,
    effort: Effort,
}

/// Generates a corpus and gives it to `sink` in order, one block at a time: its text (81 cells and
/// a line feed each) and its puzzles.
///
/// The same [`Run::spec`] and [`Run::count`] give the same bytes, unless [`Run::until`] ends the
/// run early.
///
/// ```
/// use ninefold::corpus::GenerateSpec;
/// use ninefold_files::corpus::generate::{Run, run};
/// use ninefold::Stop;
/// use ninefold_files::pipeline::Progress;
/// let corpus = Run::new(GenerateSpec::default().seed(1), 5).threads(2);
/// let mut text = Vec::new();
/// let mut sink = |block: &[u8], _: &[_]| Ok(text.extend_from_slice(block));
/// let tally = run(&corpus, &mut sink, &Progress::default().into(), &Stop::new())?;
/// assert_eq!((tally.puzzles, text.len()), (5, 5 * 82));
/// # Ok::<(), ninefold_files::corpus::RunError>(())
/// ```
///
/// # Errors
/// See [`RunError`]. The puzzles that the sink got are the beginning of the corpus.
pub fn run(
    run: &Run,
    sink: &mut PuzzleSink<'_>,
    progress: &Arc<Progress>,
    stop: &Stop,
) -> Result<GenerateTally, RunError> {
    run.spec.check()?;
    let workers = workers(run.threads)?;
    let own_run = run.clone();
    let diggers = Pool::new(run.threads, move || {
        let solver = own_run.engine.make(&own_run.options)?;
        Digger::new(&own_run.spec, solver).map_err(RunError::Spec)
    })?;
    // Small blocks at the end of a small corpus keep all threads busy. Large blocks keep the
    // batches full.
    let block = (run.count / (8 * run.threads.max(1) as u64)).clamp(64, 8192);
    let count = run.count;
    let until = run.until;
    let mut next = 0;
    let stop_of_reader = stop.clone();
    let stop_of_workers = stop.clone();
    let progress = Arc::clone(progress);
    let mut tally = GenerateTally::default();
    let done = ordered(
        &workers,
        sets(run.threads),
        stop,
        move |set: &mut BlockSet| {
            set.first = next;
            set.end = (next + block).min(count);
            next = set.end;
            Ok(set.first < count && !is_over(&stop_of_reader, until))
        },
        move |set| {
            let mut digger = diggers.take();
            set.puzzles.clear();
            let enough = || is_over(&stop_of_workers, until);
            set.effort = digger.dig(set.first..set.end, &enough, &mut set.puzzles);
            write(set);
            let count = set.puzzles.len() as u64;
            progress.puzzles.fetch_add(count, Ordering::Relaxed);
            let bytes = (set.end - set.first) * BLANK_ROW.len() as u64;
            progress.bytes.fetch_add(bytes, Ordering::Relaxed);
            diggers.put(digger);
        },
        |set, panic| {
            if let Some(message) = panic {
                return Err(RunError::Panicked(set.first, message));
            }
            tally.puzzles += set.puzzles.len() as u64;
            tally.effort.add(&set.effort);
            sink(&set.text, &set.puzzles).map_err(RunError::Write)
        },
    );
    done.map(|()| tally).map_err(RunError::from_fault)
}

/// Whether a run ends before it has all puzzles.
fn is_over(stop: &Stop, until: Option<Instant>) -> bool {
    stop.is_stopped() || until.is_some_and(|until| Instant::now() >= until)
}

fn write(set: &mut BlockSet) {
    set.text.clear();
    for generated in &set.puzzles {
        set.text
            .extend_from_slice(&generated.puzzle.to_text()[..CELLS]);
        set.text.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corpus(count: u64, threads: usize, until: Option<Instant>) -> (Vec<u8>, GenerateTally) {
        let job = Run::new(GenerateSpec::default().seed(11), count)
            .threads(threads)
            .until(until);
        let mut text = Vec::new();
        let mut sink = |block: &[u8], puzzles: &[GeneratedPuzzle]| {
            assert_eq!(block.len(), puzzles.len() * 82);
            text.extend_from_slice(block);
            Ok(())
        };
        let progress = Arc::new(Progress::default());
        let tally = run(&job, &mut sink, &progress, &Stop::new()).unwrap();
        assert_eq!(progress.puzzles.load(Ordering::Relaxed), tally.puzzles);
        (text, tally)
    }

    #[test]
    fn threads_change_nothing() {
        let (one, tally) = corpus(200, 1, None);
        assert_eq!(tally.puzzles, 200);
        for threads in [2, 5] {
            assert_eq!(corpus(200, threads, None), (one.clone(), tally));
        }
        // A smaller corpus is the beginning of a larger one.
        assert_eq!(corpus(100, 3, None).0, one[..8200]);
    }

    #[test]
    fn when_time_is_up_there_is_less_and_no_error() {
        let (text, tally) = corpus(u64::MAX, 2, Some(Instant::now()));
        assert_eq!((text.len(), tally.puzzles), (0, 0));
    }

    #[test]
    fn a_sink_that_fails_and_a_stop_end_the_run() {
        let job = Run::new(GenerateSpec::default(), 200).threads(1);
        let progress = Arc::new(Progress::default());
        let mut full = |_: &[u8], _: &[GeneratedPuzzle]| Err(io::Error::other("full"));
        let failed = run(&job, &mut full, &progress, &Stop::new());
        assert!(matches!(failed, Err(RunError::Write(_))));
        let stop = Stop::new();
        stop.stop();
        let stopped = run(&job, &mut |_, _| Ok(()), &progress, &stop);
        assert!(matches!(stopped, Err(RunError::Stopped)));
    }
}
