//! Runs from inputs to a summary.

use super::error::PipelineError;
use super::job::Job;
use super::sink::{Progress, Sink};
use super::state::State;
use super::{chunk, collect, worker};
use crate::format::{InputIter, Opened};
use crate::input::InputError;
use crate::metrics::clock::Clock;
use crate::metrics::summary::Summary;
use crate::parallel::{ordered, sets, workers};
use ninefold::Stop;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Solves all puzzles of `inputs` and gives their rows to `sink`, in order.
///
/// It opens inputs one after another, as the iterator yields them. The number of threads and the
/// size of a chunk bound the memory: it takes about the size of five chunks for each of `2 *
/// threads + 2` chunks in flight. If every solution is listed
/// ([`Mode::All`](ninefold::engine::verdict::Mode::All)), each takes 4 MiB more; further rows are
/// made when they are written. The memory that the sink keeps is extra.
///
/// ```
/// use ninefold_files::format::{self, FormatOptions};
/// use ninefold_files::input::{OpenOptions, open};
/// use ninefold::Stop;
/// use ninefold_files::pipeline::{Job, Progress, run};
/// # let directory = std::env::temp_dir().join(format!("ninefold-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&directory)?;
/// # let path = directory.join("puzzles.txt");
/// # std::fs::write(&path, "\
/// # 103000509002109400000704000300502006060000050700803004000401000009205800804000107\n# end\n")?;
/// let source = open(&path, &OpenOptions::default())?;
/// let inputs = [format::open(source, &FormatOptions::default())];
/// let mut rows = Vec::new();
/// let progress = Progress::default().into();
/// let summary = run(inputs, &Job::default(), &mut rows, &progress, &Stop::new())?;
/// assert!(rows.starts_with(b"143628579572139468"));
/// assert!(rows.ends_with(b"\n# end\n"));
/// assert_eq!(summary.verdicts.total(), 1);
/// # std::fs::remove_dir_all(&directory)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// See [`PipelineError`]. The rows that the sink got are the beginning of the right rows.
pub fn run<I>(
    inputs: I,
    job: &Job,
    sink: &mut dyn Sink,
    progress: &Arc<Progress>,
    stop: &Stop,
) -> Result<Summary, PipelineError>
where
    I: IntoIterator<Item = Result<Opened, InputError>>,
    I::IntoIter: Send + 'static,
{
    resume(inputs, job, sink, progress, stop, None)
}

/// Resumes a run from a state that its sink got, or starts one.
///
/// `inputs` must begin with the input of [`State::next`], and that input with its chunk
/// ([`Source::restrict`](crate::input::Source::restrict),
/// [`input::skip`](fn@crate::input::skip)). The summary is that of both runs together.
///
/// # Errors
/// See the function [`run`].
pub fn resume<I>(
    inputs: I,
    job: &Job,
    sink: &mut dyn Sink,
    progress: &Arc<Progress>,
    stop: &Stop,
    from: Option<&State>,
) -> Result<Summary, PipelineError>
where
    I: IntoIterator<Item = Result<Opened, InputError>>,
    I::IntoIter: Send + 'static,
{
    let inputs = Box::new(inputs.into_iter());
    resume_inputs(inputs, job, sink, progress, stop, from)
}

fn resume_inputs(
    inputs: InputIter,
    job: &Job,
    sink: &mut dyn Sink,
    progress: &Arc<Progress>,
    stop: &Stop,
    from: Option<&State>,
) -> Result<Summary, PipelineError> {
    let puzzles = from.map_or(0, State::puzzles);
    progress.puzzles.fetch_add(puzzles, Ordering::Relaxed);
    let bytes = from.map_or(0, State::bytes_in);
    progress.bytes.fetch_add(bytes, Ordering::Relaxed);
    let first = from.map_or(0, |state| state.next.input);
    let inputs_done = Arc::new(AtomicUsize::new(first));
    let clock = Clock::default();
    let shared = Arc::new(worker::Shared::new(job, clock.clone(), progress)?);
    let threads = workers(job.threads)?;
    let counted = Arc::clone(&inputs_done);
    let inputs = inputs.inspect(move |_| {
        counted.fetch_add(1, Ordering::Relaxed);
    });
    let mut reader = chunk::ChunkReader::new(Box::new(inputs), job, from, clock.clone());
    let mut collector = collect::Collector::new(job, sink, &shared, clock, from, stop);
    // A run may be resumed from before its header.
    if from.is_none_or(|from| from.output.bytes == 0) {
        collector.write_header()?;
    }
    let workers = Arc::clone(&shared);
    let done = ordered(
        &threads,
        sets(job.threads),
        stop,
        move |set| reader.read(set),
        move |set| workers.work(set),
        |set, panic| collector.collect(set, panic),
    );
    match done {
        Ok(()) => collector.finish(inputs_done.load(Ordering::Relaxed)),
        Err(fault) => Err(PipelineError::from_fault(fault, collector.position())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{FormatOptions, OutputFormat, open as recognise};
    use crate::input::{OpenOptions, open_reader};
    use crate::pipeline::Task;
    use ninefold::engine::registry;

    const PUZZLE: &str =
        "103000509002109400000704000300502006060000050700803004000401000009205800804000107\n";

    /// Runs a text. Returns the rows, the number of timed puzzles, and the error.
    fn ran(text: &str, job: &Job, from: Option<&State>) -> (Vec<u8>, u64, Option<String>) {
        let options = OpenOptions {
            chunk_size: 100,
            ..OpenOptions::default()
        };
        let read = std::io::Cursor::new(text.to_owned());
        let source = open_reader("a text", Box::new(read), &options).unwrap();
        let inputs = [recognise(source, &FormatOptions::default())];
        let mut rows = Vec::new();
        let progress = Progress::default().into();
        let done = resume(inputs, job, &mut rows, &progress, &Stop::new(), from);
        let timed = done.as_ref().map_or(0, |summary| summary.service.count());
        (rows, timed, done.err().map(|error| error.to_string()))
    }

    #[test]
    fn a_run_that_goes_on_before_its_header_writes_it() {
        let job = Job::default().output(OutputFormat::Csv);
        let whole = ran(PUZZLE, &job, None);
        assert!(whole.0.starts_with(b"puzzle,solution,"));
        let from = State::default();
        assert_eq!(ran(PUZZLE, &job, Some(&from)), whole);
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
            let (rows, ..) = ran(&text, &job, None);
            let rows = String::from_utf8(rows).unwrap();
            assert_eq!(rows, "2854\n!malformed\n-1\n", "{}", engine.name);
        }
    }
}
