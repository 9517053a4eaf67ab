//! `ninefold generate`: corpora from nothing but a seed.

use super::args::ColorArg;
use super::config;
use super::failure::{self, Failure};
use super::names;
use super::outputs::Outputs;
use super::progress::Painter;
use super::search::{self, SearchArgs};
use super::signals::Signals;
use super::tell;
use super::terminal;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueHint};
use ninefold::engine::{ENGINES, EngineInfo, EngineOptions};
use ninefold::generate::{
    Difficulty, EXTREME, Kind, Made, Run, RunError, Spec, Symmetry, Tally, run as make,
};
use ninefold::pipeline::{PipelineError, Progress, Stop};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

const HELP: &str = "\
Examples:
  ninefold generate --count 1000000 --difficulty easy -o easy.txt
  ninefold generate --count 100 --seed 7 --minimal --symmetry rotational
  ninefold generate --count 1000 --clues 24..26 --difficulty guesses:3..10
  ninefold generate --count 1000 --unsolvable --difficulty extreme -o none.txt

  ninefold generate --count 1000000 --time 60 --clues 20 -o what-a-minute-gives.txt

Puzzles that digging does not reach are searched for: hard ones, and ones with
few clues. A search that was interrupted goes on from its state:
  ninefold generate --hard-search --count 500 --state search.json -o hard.txt
  ninefold generate --few-search --count 100 --rounds 4000 -o few-clues.txt

The same count, seed and wishes give the same file on any machine and with any
number of threads. Without --clues, puzzles are dug until no clue can go (easy
ones to 30 to 40 clues, medium ones to 26 to 36, as drawn).

Difficulty is measured by a reasoner that does not depend on the engine:
  easy         naked singles suffice
  medium       naked and hidden singles suffice
  hard         needs locked candidates or a few guesses
  extreme      needs eight guesses or more to prove the solution unique
  guesses:L..H so many guesses";

/// Make a corpus of puzzles from a seed.
#[derive(Debug, Args)]
#[command(after_help = super::args::with_exit_codes(HELP))]
pub(crate) struct GenerateArgs {
    /// How many puzzles.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = parse_count)]
    pub(crate) count: u64,
    /// Everything random follows from it.
    #[arg(short, long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// So many clues, both ends included; or one number.
    #[arg(long, value_name = "LO..HI", value_parser = parse_clues)]
    pub(crate) clues: Option<RangeInclusive<usize>>,
    /// easy, medium, hard, extreme or guesses:LO..HI.
    #[arg(long, value_name = "HOW", value_parser = parse_difficulty)]
    pub(crate) difficulty: Option<Difficulty>,
    /// Every clue is needed.
    #[arg(long)]
    pub(crate) minimal: bool,
    /// The clues' places look the same under this.
    #[arg(long, value_name = "WHICH", default_value = "none")]
    #[arg(value_parser = PossibleValuesParser::new(Symmetry::ALL.map(Symmetry::name)))]
    pub(crate) symmetry: String,
    /// One solution each (the default).
    #[arg(long, conflicts_with_all = ["multiple", "unsolvable"])]
    pub(crate) unique: bool,
    /// Two solutions or more.
    #[arg(long, conflicts_with = "unsolvable")]
    pub(crate) multiple: bool,
    /// No solution, though no two clues clash.
    #[arg(long)]
    pub(crate) unsolvable: bool,
    /// Two clues clash.
    #[arg(long, conflicts_with_all = ["unique", "multiple", "unsolvable"])]
    pub(crate) invalid: bool,
    /// Grids to try for one puzzle before it is left out.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) attempts: u32,
    /// Be content with what there is after so many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub(crate) time: Option<Duration>,
    /// Write here instead of to standard output.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// Replace an output that exists.
    #[arg(short, long)]
    pub(crate) force: bool,
    /// No progress and no closing report.
    #[arg(short, long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) means: MeansArgs,
}

/// With what to do it.
#[derive(Debug, Args)]
#[command(next_help_heading = "Means")]
pub(crate) struct MeansArgs {
    /// The engine that tests puzzles; it changes the time alone.
    #[arg(long, value_name = "NAME", value_parser = names::engine())]
    pub(crate) engine: Option<String>,
    /// The lane engine's back end [default: the best this CPU has].
    #[arg(
        long,
        value_name = "NAME",
        value_parser = names::backend(),
        env = "NINEFOLD_BACKEND",
        hide_env_values = true
    )]
    pub(crate) backend: Option<String>,
    /// Threads [default: one for each CPU].
    #[arg(
        short = 'j',
        long,
        value_name = "N",
        env = "NINEFOLD_THREADS",
        hide_env_values = true
    )]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
}

impl MeansArgs {
    pub(crate) fn engine(&self) -> Result<&'static EngineInfo, Failure> {
        match &self.engine {
            None => Ok(&ENGINES[0]),
            Some(name) => names::find_engine(name),
        }
    }

    pub(crate) fn options(&self) -> EngineOptions {
        EngineOptions {
            backend: self.backend.clone(),
        }
    }

    pub(crate) fn threads(&self) -> usize {
        config::threads(self.threads)
    }
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
        Err(_) => Err("a whole number is wanted".to_owned()),
    }
}

fn parse_clues(text: &str) -> Result<RangeInclusive<usize>, String> {
    let range = parse_range(text).ok_or("a range like 24..30 is wanted")?;
    let small = |end: &u64| usize::try_from(*end).unwrap_or(usize::MAX);
    Ok(small(range.start())..=small(range.end()))
}

fn parse_difficulty(text: &str) -> Result<Difficulty, String> {
    match text {
        "easy" => Ok(Difficulty::Easy),
        "medium" => Ok(Difficulty::Medium),
        "hard" => Ok(Difficulty::Hard),
        "extreme" => Ok(Difficulty::Extreme),
        _ => text
            .strip_prefix("guesses:")
            .and_then(parse_range)
            .map(Difficulty::Guesses)
            .ok_or_else(|| "easy, medium, hard, extreme or guesses:LO..HI is wanted".to_owned()),
    }
}

pub(crate) fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().map_err(|_| "a number of seconds is wanted")?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

impl GenerateArgs {
    fn spec(&self) -> Spec {
        let symmetry = Symmetry::ALL
            .into_iter()
            .find(|symmetry| symmetry.name() == self.symmetry);
        Spec {
            seed: self.seed,
            clues: self.clues.clone(),
            difficulty: self.difficulty.clone().unwrap_or_default(),
            minimal: self.minimal,
            symmetry: symmetry.unwrap_or_default(),
            kind: match (self.multiple, self.unsolvable) {
                (true, _) => Kind::Multiple,
                (_, true) => Kind::Unsolvable,
                _ if self.invalid => Kind::Invalid,
                _ => Kind::Unique,
            },
            attempts: self.attempts,
        }
    }
}

/// Makes the corpus; exit code 1 where there are fewer puzzles than asked
/// for.
pub(crate) fn run(args: &GenerateArgs) -> Result<u8, Failure> {
    debug_assert_eq!(EXTREME, 8, "the help says eight");
    if args.search.hard_search || args.search.few_search {
        return search::run(args);
    }
    let started = Instant::now();
    let job = Run {
        spec: args.spec(),
        count: args.count,
        engine: args.means.engine()?,
        options: args.means.options(),
        threads: args.means.threads(),
        until: args.time.and_then(|time| started.checked_add(time)),
    };
    job.spec.check().map_err(Failure::refused)?;
    let mut output = Outputs::new(args.force, &[]).open(args.output.as_deref())?;
    let stop = Stop::new();
    let signals = Signals::install(&stop)?;
    if output.is_direct() {
        signals.end_late(&stop);
    }
    let progress = Arc::new(Progress::default());
    let total = Arc::new(AtomicU64::new(args.count.saturating_mul(82)));
    let painter = (!args.quiet && config::paints(args.output.is_some()))
        .then(|| Painter::start(&progress, &total, terminal::has_colours(ColorArg::Auto)));
    let mut sink = |text: &[u8], _: &[Made]| output.write(text);
    let made = make(&job, &mut sink, &progress, &stop);
    drop(painter);
    let tally = made.map_err(|error| explain(error, output.name(), &signals))?;
    output.commit()?;
    if !args.quiet {
        tell(&report(&tally, args.count, started.elapsed()));
    }
    Ok(if tally.made == args.count {
        0
    } else {
        failure::NEGATIVE
    })
}

/// What a failed run is to the user.
pub(crate) fn explain(error: RunError, output: &str, signals: &Signals) -> Failure {
    match &error {
        RunError::Spec(_) | RunError::Engine(_) => Failure::refused(error),
        RunError::Write(cause) => Failure::write(output, cause),
        RunError::Stopped => Failure {
            code: signals.exit_code().unwrap_or(failure::IO),
            message: error.to_string(),
        },
        RunError::Pipeline(PipelineError::Input(input)) if input.is_refusal() => {
            Failure::refused(error)
        }
        _ => Failure::io(error),
    }
}

fn report(tally: &Tally, count: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let mut text = format!(
        "{} puzzles in {seconds:.2} s ({:.0}/s), {} grids, {} tests by the engine\n",
        tally.made,
        tally.made as f64 / seconds.max(1e-9),
        tally.effort.grids,
        tally.effort.tests,
    );
    if tally.made < count {
        text.push_str(&format!(
            "only {} of {count} were found: more --time or --attempts, or wishes that are easier\n",
            tally.made
        ));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert!(parse_seconds("-1").is_err());
        assert_eq!(parse_seconds("0.5"), Ok(Duration::from_millis(500)));
    }
}
