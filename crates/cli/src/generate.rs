//! `ninefold generate`: makes corpora from a seed.

use super::args::{EngineArgs, FindingsArgs, OutputArgs, duration, with_exit_codes};
use super::failure::Failure;
use super::memory;
use super::messages::{eprint, warn};
use super::outputs::Outputs;
use super::progress::Painter;
use super::signals::Signals;
use super::terminal;
use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};
use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};
use ninefold::Stop;
use ninefold::corpus::{Difficulty, GenerateSpec, GeneratedPuzzle, PuzzleKind};
use ninefold_files::corpus::generate::{GenerateTally, Run, run as make};
use ninefold_files::numbers::{self, counted};
use ninefold_files::pipeline::Progress;
use std::ffi::OsStr;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  ninefold generate -n 1000000 -o million.txt      a million puzzles, every clue needed
  ninefold generate -n 500 --difficulty easy -o easy.txt
  ninefold generate -n 500 --difficulty hard -o hard.txt
  ninefold generate -n 1000 --clues 24..26";

const NOTES: &str = "\
More examples:
  ninefold generate --count 100 --seed 7 --difficulty easy --minimal
  ninefold generate --count 1000 --clues 24..26 --difficulty guesses:3..10
  ninefold generate --count 1000 --unsolvable --difficulty extreme -o none.txt
  ninefold generate --count 1000000 --time 60s --clues 20 -o what-a-minute-gives.txt

The same count, seed and options give the same file on any machine and with any
number of threads. Without --clues, Ninefold removes clues until no clue can go
(from easy puzzles until 30 to 40 are left, from medium ones until 26 to 36).

Difficulty does not depend on the engine:
  easy         naked singles suffice
  medium       naked and hidden singles suffice
  hard         needs locked candidates or a few guesses
  extreme      needs eight guesses or more to prove the solution unique
  guesses:L..H needs L to H guesses";

/// Make a corpus of puzzles from a seed.
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES, after_long_help = with_exit_codes(NOTES))]
pub(crate) struct GenerateArgs {
    /// The number of puzzles.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = parse_count)]
    count: u64,
    /// The same seed gives the same puzzles.
    #[arg(short, long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The number of clues, or a range that includes both ends.
    #[arg(long, value_name = "LO..HI", value_parser = parse_clues)]
    clues: Option<RangeInclusive<usize>>,
    /// The difficulty: easy (naked singles suffice), medium, hard, extreme or guesses:LO..HI.
    #[arg(long, value_name = "HOW", value_parser = DifficultyParser)]
    #[arg(hide_possible_values = true)]
    difficulty: Option<Difficulty>,
    /// Make puzzles in which every clue is needed.
    #[arg(long)]
    minimal: bool,
    /// Make puzzles with two solutions or more.
    #[arg(long, conflicts_with = "unsolvable")]
    multiple: bool,
    /// Make puzzles without a solution in which no two clues clash.
    #[arg(long)]
    unsolvable: bool,
    /// Make puzzles in which two clues clash.
    #[arg(long, conflicts_with_all = ["multiple", "unsolvable"])]
    #[arg(hide_short_help = true)]
    invalid: bool,
    /// Stop after TIME, such as 90s or 5m, and keep the puzzles found.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// No progress and no report.
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    to: OutputArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    findings: FindingsArgs,
}

/// `LO..HI` or one number.
fn parse_range(text: &str) -> Option<RangeInclusive<u64>> {
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    let high = high.strip_prefix('=').unwrap_or(high);
    Some(low.parse().ok()?..=high.parse().ok()?)
}

fn parse_count(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) => Err("a corpus has at least one puzzle".to_owned()),
        Ok(count) => Ok(count),
        Err(_) => Err("expected an integer".to_owned()),
    }
}

fn parse_clues(text: &str) -> Result<RangeInclusive<usize>, String> {
    let range = parse_range(text).ok_or("expected a range such as 24..30")?;
    let [least, most] = [*range.start(), *range.end()].map(|n| n.try_into().unwrap_or(usize::MAX));
    Ok(least..=most)
}

fn parse_difficulty(text: &str) -> Result<Difficulty, String> {
    let guesses = text.strip_prefix("guesses:").and_then(parse_range);
    match guesses {
        Some(guesses) => Ok(Difficulty::Guesses(guesses)),
        None => text
            .parse()
            .map_err(|_| "expected easy, medium, hard, extreme or guesses:LO..HI".to_owned()),
    }
}

/// Reads a difficulty. Shells complete the names.
#[derive(Debug, Clone)]
struct DifficultyParser;

impl TypedValueParser for DifficultyParser {
    type Value = Difficulty;

    fn parse_ref(
        &self,
        command: &clap::Command,
        option: Option<&clap::Arg>,
        typed: &OsStr,
    ) -> Result<Difficulty, clap::Error> {
        parse_difficulty.parse_ref(command, option, typed)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = ["easy", "medium", "hard", "extreme"];
        Some(Box::new(names.into_iter().map(PossibleValue::new)))
    }
}

impl GenerateArgs {
    fn spec(&self) -> GenerateSpec {
        let kind = match (self.multiple, self.unsolvable) {
            (true, _) => PuzzleKind::Multiple,
            (_, true) => PuzzleKind::Unsolvable,
            _ if self.invalid => PuzzleKind::Invalid,
            _ => PuzzleKind::Unique,
        };
        GenerateSpec::default()
            .seed(self.seed)
            .clues(self.clues.clone())
            .difficulty(self.difficulty.clone().unwrap_or_default())
            .minimal(self.minimal)
            .kind(kind)
    }
}

/// How long to search for the first puzzle before saying that there is none yet.
const PATIENCE: Duration = Duration::from_secs(10);

/// Waits until a run ended, or for this long. Returns whether it goes on and has found nothing.
fn finds_nothing(ended: &Receiver<()>, progress: &Progress, patience: Duration) -> bool {
    ended.recv_timeout(patience) == Err(RecvTimeoutError::Timeout)
        && progress.puzzles.load(Ordering::Relaxed) == 0
}

/// Makes the corpus. The exit code is 1 if there are fewer puzzles than requested.
pub(crate) fn run(args: &GenerateArgs) -> Result<u8, Failure> {
    memory::request(args.engine.threads()?, 0)?;
    let started = Instant::now();
    let (engine, options) = args.engine.choice()?;
    let job = Run::new(args.spec(), args.count)
        .engine(engine)
        .options(options)
        .threads(args.engine.threads()?)
        .until(args.time.and_then(|time| started.checked_add(time)));
    job.spec.check().map_err(Failure::refused)?;
    let stop = Stop::new();
    let signals = Signals::of_rows(&stop, job.threads);
    let mut outputs = Outputs::new(args.to.force, &[]).stopped_by(&signals);
    let mut output = outputs.open(args.to.output.as_deref())?;
    signals.watch()?;
    let progress = Arc::new(Progress::default());
    let total = Arc::new(AtomicU64::new(args.count.saturating_mul(82)));
    let painter = (!args.quiet && terminal::paints(args.to.output.is_some()))
        .then(|| Painter::start(&progress, &total));
    // On a terminal, the line of progress shows it.
    let says_so = !args.quiet && painter.is_none();
    let (run, ended) = bounded::<()>(0);
    let found = Arc::clone(&progress);
    let watch = move || {
        if finds_nothing(&ended, &found, PATIENCE) {
            let seconds = PATIENCE.as_secs();
            warn(&format!(
                "no such puzzle in {seconds} s: they may be rare, or there are none (--time ends the \
                 search; more --clues or another --difficulty may be found)"
            ));
        }
    };
    // Where the system refuses a thread, nothing is said.
    let watcher = says_so.then(|| thread::Builder::new().spawn(watch));
    let mut sink = |text: &[u8], _: &[GeneratedPuzzle]| output.write(text);
    let result = make(&job, &mut sink, &progress, &stop);
    drop(run);
    if let Some(Ok(watcher)) = watcher {
        let _ = watcher.join();
    }
    drop(painter);
    let tally =
        result.map_err(|error| Failure::corpus(error, output.name(), signals.exit_code()))?;
    output.commit()?;
    if !args.quiet {
        eprint(&report(&tally, args.count, started.elapsed()));
    }
    Ok(args.findings.code(tally.puzzles == args.count))
}

fn report(tally: &GenerateTally, count: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let mut text = format!(
        "{} in {seconds:.2} s ({} a second), {}, {} by the engine\n",
        counted(tally.puzzles, "puzzle"),
        numbers::count((tally.puzzles as f64 / seconds.max(1e-9)) as u64),
        counted(tally.effort.grids, "grid"),
        counted(tally.effort.tests, "test"),
    );
    if tally.puzzles < count {
        text.push_str(&format!(
            "found only {} of {count}: allow more --time, or ask for easier puzzles or more --clues\n",
            tally.puzzles
        ));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use ninefold::corpus::{Hardness, Level};

    #[test]
    fn the_help_says_how_many_guesses_extreme_puzzles_need() {
        assert!(NOTES.contains("extreme      needs eight guesses or more"));
        let hardness = |guesses| Hardness {
            level: Level::Guessing,
            guesses,
        };
        assert!(Difficulty::Extreme.admits(&hardness(8)));
        assert!(!Difficulty::Extreme.admits(&hardness(7)));
    }

    #[test]
    fn a_long_search_without_a_puzzle_is_told_from_others() {
        let progress = Progress::default();
        let (run, ended) = bounded(0);
        assert!(finds_nothing(&ended, &progress, Duration::ZERO));
        progress.puzzles.store(1, Ordering::Relaxed);
        assert!(!finds_nothing(&ended, &progress, Duration::ZERO));
        progress.puzzles.store(0, Ordering::Relaxed);
        drop(run);
        assert!(!finds_nothing(&ended, &progress, Duration::MAX));
    }

    #[test]
    fn ranges_and_difficulties_are_read() {
        assert_eq!(parse_clues("24..30"), Ok(24..=30));
        assert_eq!(parse_clues("24..=30"), Ok(24..=30));
        assert_eq!(parse_clues("17"), Ok(17..=17));
        assert!(parse_clues("24-30").is_err());
        assert_eq!(parse_difficulty("easy"), Ok(Difficulty::Easy));
        assert_eq!(
            parse_difficulty("guesses:3..9"),
            Ok(Difficulty::Guesses(3..=9))
        );
        assert!(parse_difficulty("guesses").is_err());
        assert_eq!(parse_count("3"), Ok(3));
        assert!(parse_count("0").is_err() && parse_count("-1").is_err());
    }
}
