//! A whole corpus, on all threads, in the order of its indices.

use super::sort::ScratchError;
use super::{Digger, Effort, Made, Spec, SpecError};
use crate::engine::{EngineError, EngineInfo, EngineOptions};
use crate::grid::{BLANK_ROW, CELLS};
use crate::pipeline::ordered::{Fault, Stop, ordered};
use crate::pipeline::{PipelineError, Progress};
use crate::pool::Pool;
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;
use thiserror::Error;

/// Which corpus to make, and with what.
#[derive(Clone)]
pub struct Run {
    /// What the puzzles shall be.
    pub spec: Spec,
    /// How many.
    pub count: u64,
    /// The engine that tests them; it changes the time alone.
    pub engine: &'static EngineInfo,
    /// Its options.
    pub options: EngineOptions,
    /// Threads, at least 1; they change the time alone.
    pub threads: usize,
    /// When to be content with what there is.
    pub until: Option<Instant>,
}

/// Takes a block of puzzles as text and as they are.
pub type Sink<'a> = dyn FnMut(&[u8], &[Made]) -> io::Result<()> + 'a;

/// What became of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Puzzles made.
    pub made: u64,
    /// Work done for them.
    pub effort: Effort,
}

/// Why there is no corpus.
#[derive(Debug, Error)]
pub enum RunError {
    /// The wish cannot come true.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// No solver could be made.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The sink did not take the puzzles.
    #[error("cannot write the output: {0}")]
    Write(#[source] io::Error),
    /// Temporary files could not be written or read.
    #[error(transparent)]
    Scratch(#[from] ScratchError),
    /// Threads were refused.
    #[error("cannot start threads: {0}")]
    Threads(String),
    /// Work panicked.
    #[error("puzzles from number {0}: {1}; this is a bug in ninefold")]
    Panicked(u64, String),
    /// Someone asked to stop.
    #[error("stopped")]
    Stopped,
    /// Reading failed (of verbs that read).
    #[error(transparent)]
    Pipeline(#[from] PipelineError),
}

impl RunError {
    /// What went wrong while the results were sorted or written.
    pub(super) fn of_output(error: io::Error) -> RunError {
        match error.downcast::<ScratchError>() {
            Ok(error) => RunError::Scratch(error),
            Err(error) => RunError::Write(error),
        }
    }

    pub(super) fn from_fault(fault: Fault<RunError>) -> RunError {
        match fault {
            Fault::Own(error) => error,
            Fault::Reader(message) => RunError::Pipeline(PipelineError::Reader(message)),
            Fault::Lost => RunError::Pipeline(PipelineError::Lost(0)),
            Fault::Stopped => RunError::Stopped,
        }
    }
}

/// The indices of one block and its puzzles.
#[derive(Default)]
struct Set {
    first: u64,
    end: u64,
    made: Vec<Made>,
    text: Vec<u8>,
    effort: Effort,
}

/// A pool of threads for one run.
pub(super) fn pool(threads: usize) -> Result<Arc<rayon::ThreadPool>, RunError> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|i| format!("ninefold-worker-{i}"))
        .build()
        .map(Arc::new)
        .map_err(|error| RunError::Threads(error.to_string()))
}

/// Makes a corpus and gives it to `sink` in order: text (81 cells and a line
/// feed each) and puzzles of one block at a time.
///
/// The same [`Run::spec`] and [`Run::count`] give the same bytes, unless
/// [`Run::until`] cuts them short.
///
/// ```
/// use ninefold::engine::{ENGINES, EngineOptions};
/// use ninefold::generate::{Run, Spec, run};
/// use ninefold::pipeline::{Progress, Stop};
/// let corpus = Run {
///     spec: Spec { seed: 1, ..Spec::default() },
///     count: 5,
///     engine: &ENGINES[0],
///     options: EngineOptions::default(),
///     threads: 2,
///     until: None,
/// };
/// let mut text = Vec::new();
/// let mut sink = |block: &[u8], _: &[_]| Ok(text.extend_from_slice(block));
/// let tally = run(&corpus, &mut sink, &Progress::default().into(), &Stop::new())?;
/// assert_eq!((tally.made, text.len()), (5, 5 * 82));
/// # Ok::<(), ninefold::generate::RunError>(())
/// ```
///
/// # Errors
/// See [`RunError`]. What the sink took before is a prefix of the corpus.
pub fn run(
    run: &Run,
    sink: &mut Sink<'_>,
    progress: &Arc<Progress>,
    stop: &Stop,
) -> Result<Tally, RunError> {
    run.spec.check()?;
    let pool = pool(run.threads)?;
    let means = run.clone();
    let diggers = Pool::new(run.threads, move || {
        let solver = means.engine.make(&means.options)?;
        Ok::<_, RunError>(Digger::new(&means.spec, solver)?)
    })?;
    // Small blocks at the end of a small corpus keep all threads busy; large
    // ones keep the batches full.
    let block = (run.count / (8 * run.threads as u64)).clamp(64, 8192);
    let (count, until, mut next) = (run.count, run.until, 0);
    let enough = {
        let stop = stop.clone();
        move || stop.is_stopped() || until.is_some_and(|until| Instant::now() >= until)
    };
    let over = enough.clone();
    let progress = Arc::clone(progress);
    let mut tally = Tally::default();
    let sets = (0..2 * run.threads + 2).map(|_| Set::default()).collect();
    let done = ordered(
        &pool,
        sets,
        stop,
        move |set: &mut Set| {
            (set.first, set.end) = (next, (next + block).min(count));
            next = set.end;
            Ok(set.first < count && !over())
        },
        move |set| {
            let mut digger = diggers.take();
            set.made.clear();
            set.effort = digger.dig(set.first..set.end, &enough, &mut set.made);
            write(set);
            let made = set.made.len() as u64;
            progress.puzzles.fetch_add(made, Ordering::Relaxed);
            let bytes = (set.end - set.first) * BLANK_ROW.len() as u64;
            progress.bytes.fetch_add(bytes, Ordering::Relaxed);
            diggers.put(digger);
        },
        |set, panic| {
            if let Some(message) = panic {
                return Err(RunError::Panicked(set.first, message));
            }
            tally.made += set.made.len() as u64;
            tally.effort.add(&set.effort);
            sink(&set.text, &set.made).map_err(RunError::Write)
        },
    );
    done.map(|()| tally).map_err(RunError::from_fault)
}

fn write(set: &mut Set) {
    set.text.clear();
    for made in &set.made {
        set.text.extend_from_slice(&made.puzzle.to_text()[..CELLS]);
        set.text.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::registry;

    fn corpus(count: u64, threads: usize, until: Option<Instant>) -> (Vec<u8>, Tally) {
        let job = Run {
            spec: Spec {
                seed: 11,
                ..Spec::default()
            },
            count,
            engine: registry::find("lanes").unwrap(),
            options: EngineOptions::default(),
            threads,
            until,
        };
        let mut text = Vec::new();
        let mut sink = |block: &[u8], made: &[Made]| {
            assert_eq!(block.len(), made.len() * 82);
            text.extend_from_slice(block);
            Ok(())
        };
        let progress = Arc::new(Progress::default());
        let tally = run(&job, &mut sink, &progress, &Stop::new()).unwrap();
        assert_eq!(progress.puzzles.load(Ordering::Relaxed), tally.made);
        (text, tally)
    }

    #[test]
    fn threads_change_nothing() {
        let (one, tally) = corpus(500, 1, None);
        assert_eq!(tally.made, 500);
        for threads in [2, 5] {
            assert_eq!(corpus(500, threads, None), (one.clone(), tally));
        }
        // A smaller corpus is the beginning of a larger one.
        assert_eq!(corpus(100, 3, None).0, one[..8200]);
    }

    #[test]
    fn when_time_is_up_there_is_less_and_no_error() {
        let (text, tally) = corpus(u64::MAX, 2, Some(Instant::now()));
        assert_eq!((text.len(), tally.made), (0, 0));
    }

    #[test]
    fn a_sink_that_fails_and_a_stop_end_the_run() {
        let job = Run {
            spec: Spec::default(),
            count: 200,
            engine: registry::find("lanes").unwrap(),
            options: EngineOptions::default(),
            threads: 1,
            until: None,
        };
        let progress = Arc::new(Progress::default());
        let mut full = |_: &[u8], _: &[Made]| Err(io::Error::other("full"));
        let failed = run(&job, &mut full, &progress, &Stop::new());
        assert!(matches!(failed, Err(RunError::Write(_))));
        let stop = Stop::new();
        stop.stop();
        let stopped = run(&job, &mut |_, _| Ok(()), &progress, &stop);
        assert!(matches!(stopped, Err(RunError::Stopped)));
    }
}
