//! `ninefold generate`: makes corpora from a seed.

mod args;
mod search;

use super::explain;
use super::failure::{self, Failure};
use super::memory;
use super::messages::eprint;
use super::outputs::Outputs;
use super::progress::Painter;
use super::signals::Signals;
use super::terminal;
pub(crate) use args::GenerateArgs;
use ninefold::Stop;
use ninefold::corpus::generate::{EXTREME, GenerateTally, GeneratedPuzzle, Run, run as make};
use ninefold::numbers::counted;
use ninefold::pipeline::Progress;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

/// Makes the corpus. The exit code is 1 if there are fewer puzzles than requested.
pub(crate) fn run(args: &GenerateArgs) -> Result<u8, Failure> {
    debug_assert_eq!(EXTREME, 8, "the help says eight");
    memory::request(args.engine.threads()?, 0)?;
    if args.search.hard_search || args.search.few_search {
        return search::run(args);
    }
    let started = Instant::now();
    let engine = args.engine.engine()?;
    let job = Run::new(args.spec(), args.count)
        .engine(engine)
        .options(args.engine.options(engine)?)
        .threads(args.engine.threads()?)
        .until(args.time.and_then(|time| started.checked_add(time)));
    job.spec.check().map_err(Failure::refused)?;
    let stop = Stop::new();
    let signals = Signals::new(&stop);
    let mut outputs = Outputs::new(args.to.force, &[]).stopped_by(&signals);
    let mut output = outputs.open(args.to.path())?;
    signals.watch()?;
    if output.is_direct() {
        signals.end_late();
    }
    let progress = Arc::new(Progress::default());
    let total = Arc::new(AtomicU64::new(args.count.saturating_mul(82)));
    let painter = (!args.quiet && terminal::paints(args.to.path().is_some()))
        .then(|| Painter::start(&progress, &total, terminal::has_colours()));
    let mut sink = |text: &[u8], _: &[GeneratedPuzzle]| output.write(text);
    let result = make(&job, &mut sink, &progress, &stop);
    drop(painter);
    let tally = result.map_err(|error| explain::corpus(error, output.name(), &signals))?;
    output.commit()?;
    if !args.quiet {
        eprint(&report(&tally, args.count, started.elapsed()));
    }
    Ok(if tally.puzzles == args.count {
        0
    } else {
        failure::NEGATIVE
    })
}

fn report(tally: &GenerateTally, count: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let mut text = format!(
        "{} in {seconds:.2} s ({:.0}/s), {}, {} by the engine\n",
        counted(tally.puzzles, "puzzle"),
        tally.puzzles as f64 / seconds.max(1e-9),
        counted(tally.effort.grids, "grid"),
        counted(tally.effort.tests, "test"),
    );
    if tally.puzzles < count {
        text.push_str(&format!(
            "found only {} of {count}: allow more --time or --attempts, or ask for easier puzzles\n",
            tally.puzzles
        ));
    }
    text
}
