//! Threads and solvers that several runs share.

use super::worker::SolverPool;
use super::{Job, PipelineError};
use crate::engine::{EngineError, EngineInfo, Lexicographic};
use crate::parallel::{OptionalPool, Pool, workers};
use std::collections::HashMap;
use std::sync::Arc;

/// Keeps the threads and solvers of its runs for later runs.
///
/// Use it for many small inputs: for a few puzzles, creating threads and solvers takes longer than
/// solving. For a corpus, [`run`](fn@super::run) is enough.
///
/// A runner keeps threads for each number of threads, and solvers for each engine and back end,
/// that a job used. After a run that failed or was stopped, the chunks in work are finished before
/// those of the next run.
///
/// ```
/// use ninefold::format::{self, FormatOptions};
/// use ninefold::input::{OpenOptions, open};
/// use ninefold::Stop;
/// use ninefold::pipeline::{Job, Progress, Runner};
/// let mut runner = Runner::new();
/// for path in ["datasets/sample.txt", "datasets/sample.txt"] {
///     let source = open(path.as_ref(), &OpenOptions::default())?;
///     let inputs = [format::open(source, &FormatOptions::default())];
///     let (mut rows, progress) = (Vec::new(), Progress::default().into());
///     let summary = runner.run(inputs, &Job::default(), &mut rows, &progress, &Stop::new())?;
///     assert_eq!(summary.lines, std::fs::read_to_string(path)?.lines().count() as u64);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Runner {
    threads: HashMap<usize, OptionalPool>,
    solvers: Vec<Kept>,
}

/// The solvers of a kind, for later runs.
#[derive(Debug)]
struct Kept {
    kind: Kind,
    solvers: Arc<SolverPool>,
}

/// The properties that solvers must share to serve another run.
#[derive(Debug)]
struct Kind {
    engine: &'static EngineInfo,
    backend: Option<String>,
    /// Whether solutions are put in order after the engine.
    in_order: bool,
}

impl Kind {
    fn of(job: &Job) -> Kind {
        Kind {
            engine: job.engine,
            backend: job.options.backend.clone(),
            in_order: job.lexicographic && !job.engine.lexicographic,
        }
    }

    /// Whether solvers of this kind serve the other. An engine equals only itself, because names
    /// need not be unique.
    fn serves(&self, other: &Kind) -> bool {
        std::ptr::eq(self.engine, other.engine)
            && self.backend == other.backend
            && self.in_order == other.in_order
    }
}

impl Runner {
    /// A runner without threads or solvers.
    #[must_use]
    pub fn new() -> Runner {
        Runner::default()
    }

    /// The threads for this count.
    pub(super) fn threads(&mut self, count: usize) -> Result<OptionalPool, PipelineError> {
        if let Some(threads) = self.threads.get(&count) {
            return Ok(threads.clone());
        }
        let threads = workers(count)?;
        self.threads.insert(count, threads.clone());
        Ok(threads)
    }

    /// The solvers of a job.
    pub(super) fn solvers(&mut self, job: &Job) -> Result<Arc<SolverPool>, PipelineError> {
        let kind = Kind::of(job);
        if let Some(kept) = self.solvers.iter().find(|kept| kept.kind.serves(&kind)) {
            return Ok(Arc::clone(&kept.solvers));
        }
        let (engine, options, in_order) = (job.engine, job.options.clone(), kind.in_order);
        let make = move || {
            let solver = engine.make(&options)?;
            Ok::<_, EngineError>(match in_order {
                true => Box::new(Lexicographic::new(solver)),
                false => solver,
            })
        };
        // One solver shows whether the engine works. A run of one chunk needs no more.
        let solvers = Arc::new(Pool::new(1, make)?);
        self.solvers.push(Kept {
            kind,
            solvers: Arc::clone(&solvers),
        });
        Ok(solvers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{EngineOptions, registry};
    use crate::format::{FormatOptions, OutputFormat, open as recognise};
    use crate::input::{OpenOptions, open_reader};
    use crate::parallel::Stop;
    use crate::pipeline::state::State;
    use crate::pipeline::{Progress, Task};
    use std::sync::atomic::{AtomicU32, Ordering};

    const PUZZLE: &str =
        "103000509002109400000704000300502006060000050700803004000401000009205800804000107\n";

    static MADE: AtomicU32 = AtomicU32::new(0);

    /// `mrv`, whose solvers are counted.
    static COUNTED: EngineInfo = EngineInfo {
        lexicographic: false,
        name: "counted",
        about: "",
        source: "",
        slow: false,
        backends: Vec::new,
        make_solver: |options| {
            MADE.fetch_add(1, Ordering::Relaxed);
            registry::find("mrv")?.make(options)
        },
    };

    /// Runs a text. Returns the rows, the number of timed puzzles, and the error.
    fn ran(runner: &mut Runner, text: &str, job: &Job) -> (Vec<u8>, u64, Option<String>) {
        ran_from(runner, text, job, None)
    }

    fn ran_from(
        runner: &mut Runner,
        text: &str,
        job: &Job,
        from: Option<&State>,
    ) -> (Vec<u8>, u64, Option<String>) {
        let options = OpenOptions {
            chunk_size: 100,
            ..OpenOptions::default()
        };
        let read = std::io::Cursor::new(text.to_owned());
        let source = open_reader("a text", Box::new(read), &options).unwrap();
        let inputs = [recognise(source, &FormatOptions::default())];
        let (mut rows, progress) = (Vec::new(), Progress::default().into());
        let done = runner.resume(inputs, job, &mut rows, &progress, &Stop::new(), from);
        let timed = done.as_ref().map_or(0, |summary| summary.service.count());
        (rows, timed, done.err().map(|error| error.to_string()))
    }

    #[test]
    fn runs_on_one_runner_are_as_runs_of_their_own() {
        let mut runner = Runner::new();
        let texts = [
            PUZZLE.repeat(20),
            "?".repeat(81) + "\n" + PUZZLE,
            PUZZLE.repeat(3),
        ];
        for threads in [1, 3] {
            for engine in [
                registry::find("lanes").unwrap(),
                registry::find("mrv").unwrap(),
            ] {
                for (text, strict) in texts.iter().zip([false, true, false]) {
                    let job = Job {
                        engine,
                        threads,
                        strict,
                        ..Job::default()
                    };
                    let (rows, timed, error) = ran(&mut runner, text, &job);
                    assert_eq!(error.is_some(), strict, "{error:?}");
                    assert_eq!(
                        (rows, timed, error),
                        ran(&mut Runner::new(), text, &job),
                        "{threads}"
                    );
                    assert!(strict || timed == text.lines().count() as u64);
                }
            }
        }
    }

    #[test]
    fn a_run_that_goes_on_before_its_header_writes_it() {
        let job = Job::default().output(OutputFormat::Csv);
        let mut runner = Runner::new();
        let whole = ran(&mut runner, PUZZLE, &job);
        assert!(whole.0.starts_with(b"puzzle,solution,"));
        let from = State::default();
        assert_eq!(ran_from(&mut runner, PUZZLE, &job, Some(&from)), whole);
    }

    #[test]
    fn scores_do_not_depend_on_the_engine() {
        for engine in registry::ENGINES {
            let job = Job {
                engine,
                task: Task::Score,
                ..Job::default()
            };
            let text = format!("{PUZZLE}no puzzle\n{}", PUZZLE.replacen("103", "113", 1));
            let (rows, ..) = ran(&mut Runner::new(), &text, &job);
            let rows = String::from_utf8(rows).unwrap();
            assert_eq!(rows, "2854\n!malformed\n-1\n", "{}", engine.name);
        }
    }

    #[test]
    fn solvers_and_threads_are_made_once() {
        let mut runner = Runner::new();
        let job = Job {
            engine: &COUNTED,
            threads: 2,
            ..Job::default()
        };
        for _ in 0..20 {
            ran(&mut runner, PUZZLE, &job);
        }
        assert_eq!(MADE.load(Ordering::Relaxed), 1, "one is enough");
        for _ in 0..20 {
            ran(&mut runner, &PUZZLE.repeat(9), &job);
        }
        assert!(MADE.load(Ordering::Relaxed) <= 2);
        assert_eq!((runner.threads.len(), runner.solvers.len()), (1, 1));
    }

    #[test]
    fn solvers_serve_the_same_engine_back_end_and_order_alone() {
        static NAMESAKES: [EngineInfo; 2] = [
            EngineInfo::new("mine", |options| registry::find("mrv")?.make(options)),
            EngineInfo::new("mine", |options| registry::find("dlx")?.make(options)),
        ];
        let portable = Some("portable".to_owned());
        let jobs = [
            Job::default(),
            Job::default().options(EngineOptions::default().backend(portable)),
            Job::default().lexicographic(true),
            Job::default().engine(&NAMESAKES[0]),
            Job::default().engine(&NAMESAKES[1]),
        ];
        let mut runner = Runner::new();
        let mut solvers = |job| Arc::as_ptr(&runner.solvers(job).unwrap());
        let first: Vec<_> = jobs.iter().map(&mut solvers).collect();
        let again: Vec<_> = jobs.iter().map(&mut solvers).collect();
        assert_eq!(first, again);
        for (i, one) in first.iter().enumerate() {
            assert!(!first[..i].contains(one), "{i}: {first:?}");
        }
    }
}
