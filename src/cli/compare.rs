//! `ninefold compare`: did it get slower?

use super::failure::Failure;
use super::outputs::Outputs;
use super::select::Select;
use super::signals::{self, Signals};
use clap::Args;
use ninefold::bench::baseline::{self, Comparison, Terms};
use ninefold::bench::export::{self, Style};
use ninefold::bench::paired::{self, PairedError, PairedPlan, Side, State};
use ninefold::bench::record::Record;
use ninefold::bench::stats::{Settings, Verdict};
use ninefold::bench::store;
use ninefold::bench::worker::{Waiting, Worker, WorkerError};
use ninefold::pipeline::Stop;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long an answer is waited for where nothing is said of it: preparing takes
/// its time.
const LEAST_TIMEOUT: Duration = Duration::from_secs(30);

const HELP: &str = "\
Examples:
  ninefold compare --paired old/ninefold new/ninefold puzzles.txt
  ninefold compare --paired OLD NEW --engines lanes --time 5m --threshold 5
  ninefold compare --paired OLD NEW --markdown --json comparison.json
  ninefold compare old.json new.json                two results of bench --save

With --paired both programs run now and take turns, so that a slow moment hits
both: that is what a gate should stand on. Two saved results were taken at
different times; their verdict says that it is not paired.

Verdicts: slower or faster if the whole interval of the ratio lies beyond the
threshold, same if all of it lies within, inconclusive otherwise: give it more
--time, or a quieter machine. Counts (guesses, nodes, passes) are the same on
any machine; they are compared first, and one that grew is a verdict too.";

/// Compare two results, or two programs side by side
///
/// Exit code: 0 the same or faster, 1 slower or more work, 4 inconclusive, 2
/// wrong or refused usage, 3 something could not be read, run or written.
#[derive(Debug, Args)]
#[command(after_help = super::args::with_exit_codes(HELP))]
pub(crate) struct CompareArgs {
    /// The old result (from `bench --save`), or with --paired the old program
    old: PathBuf,
    /// The new result or program
    new: PathBuf,
    /// Measure two programs now, taking turns
    #[arg(long)]
    paired: bool,
    /// With --paired: files of puzzles
    #[arg(value_name = "INPUT", requires = "paired")]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    terms: TermArgs,
    #[command(flatten)]
    pairs: PairArgs,
    #[command(flatten)]
    select: Select,
    /// Print Markdown, ready for a comment
    #[arg(long)]
    markdown: bool,
    /// Write the comparison as JSON, with the log-ratio of every pair
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Replace an output that exists
    #[arg(short, long)]
    force: bool,
    /// No progress on standard error
    #[arg(long, short)]
    quiet: bool,
}

/// When a change counts.
#[derive(Debug, Args)]
#[command(next_help_heading = "Terms")]
struct TermArgs {
    /// Changes of the time up to so many per cent count as none
    #[arg(long, default_value_t = 2.0, value_name = "PERCENT", value_parser = percent)]
    threshold: f64,
    /// Confidence of all intervals together, in per cent
    #[arg(long, default_value_t = 99.0, value_name = "PERCENT", value_parser = confidence)]
    confidence: f64,
    /// Seed of the bootstrap
    #[arg(long, default_value_t = Settings::default().seed, value_name = "N")]
    seed: u64,
    /// Only name counts that grew (guesses, nodes, passes); let the times
    /// decide
    #[arg(long)]
    accept_counters: bool,
    /// Compare results of different machines, compilers or puzzles all the
    /// same
    #[arg(long)]
    allow_mismatch: bool,
}

/// How pairs are taken.
#[derive(Debug, Args)]
#[command(next_help_heading = "With --paired")]
struct PairArgs {
    /// Fewest pairs for a verdict (of samples, without --paired)
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u64).range(8..))]
    min_pairs: u64,
    /// Most pairs
    #[arg(long, default_value_t = 320, value_name = "N", value_parser = clap::value_parser!(u64).range(8..))]
    max_pairs: u64,
    /// Samples in one pair: so many times old, new, new, old
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    blocks: u64,
    /// Take no further pairs after this time
    #[arg(long, default_value = "2m", value_name = "TIME", value_parser = humantime::parse_duration)]
    time: Duration,
    /// Repeat short passes within a sample until it takes so long
    #[arg(long, default_value = "10ms", value_name = "TIME", value_parser = humantime::parse_duration)]
    least_sample: Duration,
    /// Give a program up that has not answered for so long [default: --time, at
    /// least 30s]
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    timeout: Option<Duration>,
    /// Slow the new program down by this share, to try whether it is found
    #[arg(long, default_value_t = 0.0, value_name = "SHARE", hide = true)]
    handicap: f64,
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').trim();
    let percent: f64 = number
        .parse()
        .map_err(|_| format!("'{text}' is no number"))?;
    (0.0..=1000.0)
        .contains(&percent)
        .then_some(percent)
        .ok_or("a number from 0 to 1000".to_owned())
}

fn confidence(text: &str) -> Result<f64, String> {
    let percent = percent(text)?;
    (50.0..=99.99)
        .contains(&percent)
        .then_some(percent)
        .ok_or("a number from 50 to 99.99".to_owned())
}

/// Compares, prints, and says by the exit code what came out.
///
/// # Errors
/// Wrong or refused usage, results that cannot be read, programs that cannot
/// be run.
pub(crate) fn run(args: &CompareArgs) -> Result<u8, Failure> {
    let terms = Terms {
        settings: Settings {
            error: 1.0 - args.terms.confidence / 100.0,
            seed: args.terms.seed,
            ..Settings::default()
        },
        threshold: args.terms.threshold / 100.0,
        min_samples: args.pairs.min_pairs as usize,
        accept_counters: args.terms.accept_counters,
    };
    if !args.paired {
        // The programs of a paired comparison must be ended first.
        signals::end_at_once()?;
    }
    let read: Vec<PathBuf> = [&args.old, &args.new]
        .into_iter()
        .chain(&args.inputs)
        .cloned()
        .collect();
    let mut outputs = Outputs::new(args.force, &read);
    let table = outputs.open(None)?;
    let json = outputs.open_if(args.json.as_deref())?;
    let comparison = if args.paired {
        compare_programs(args, terms)?
    } else {
        compare_results(args, &terms)?
    };
    if let Some(json) = json {
        let text = serde_json::to_vec_pretty(&comparison).map_err(Failure::io)?;
        json.put(&text)?;
    }
    let style = if args.markdown {
        Style::Markdown
    } else {
        Style::Plain(super::terminal::columns())
    };
    let mut tables = Vec::new();
    export::comparison(&comparison, style, &mut tables).map_err(Failure::io)?;
    table.put(&tables)?;
    Ok(code(comparison.verdict))
}

fn code(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Same | Verdict::Faster => 0,
        Verdict::Slower => 1,
        Verdict::Inconclusive => 4,
    }
}

fn compare_results(args: &CompareArgs, terms: &Terms) -> Result<Comparison, Failure> {
    let load = |path: &Path| -> Result<Record, Failure> {
        store::load_last(path, &mut super::warn).map_err(Failure::io)
    };
    let (old, new) = (load(&args.old)?, load(&args.new)?);
    let mismatches = baseline::mismatches(&old, &new);
    if !mismatches.is_empty() {
        let list: Vec<String> = mismatches
            .iter()
            .map(|mismatch| format!("  {mismatch}\n"))
            .collect();
        let list = list.concat();
        if !args.terms.allow_mismatch {
            return Err(Failure::refused(format!(
                "these results do not belong together:\n{list}\
                 Measure both in the same place ('ninefold compare --paired OLD_PROGRAM NEW_PROGRAM' does), \
                 or compare them all the same with --allow-mismatch"
            )));
        }
        super::tell(&format!(
            "ninefold: compared although they do not belong together:
{list}"
        ));
    }
    baseline::compare(&old, &new, terms).map_err(Failure::io)
}

fn compare_programs(args: &CompareArgs, terms: Terms) -> Result<Comparison, Failure> {
    let plan = PairedPlan {
        terms,
        max_pairs: args.pairs.max_pairs as usize,
        blocks: args.pairs.blocks as usize,
        time: args.pairs.time,
    };
    let stop = Stop::new();
    let signals = Signals::install(&stop)?;
    let waiting = Waiting {
        timeout: args
            .pairs
            .timeout
            .unwrap_or(args.pairs.time.max(LEAST_TIMEOUT)),
        stop,
    };
    let mut options = args.select.to_args();
    options.push(format!("--least-sample={}ns", args.pairs.least_sample.as_nanos()).into());
    let handicap = OsString::from(format!("--handicap={}", args.pairs.handicap));
    let inputs = args.inputs.iter().map(|path| path.clone().into_os_string());
    let inputs: Vec<OsString> = [OsString::from("--warm-up=1"), OsString::from("--")]
        .into_iter()
        .chain(inputs)
        .collect();
    let mut start = |side| {
        let mut all = options.clone();
        if side == Side::New && args.pairs.handicap > 0.0 {
            all.push(handicap.clone());
        }
        all.extend(inputs.iter().cloned());
        let program = match side {
            Side::Old => &args.old,
            Side::New => &args.new,
        };
        Worker::start(program, &all, &waiting)
    };
    let mut seen = |state: &State<'_>| {
        if !args.quiet && state.pairs.is_power_of_two() {
            let last = state.last.map_or("no look yet".to_owned(), |look| {
                format!("last look: {}", look.verdict)
            });
            let seconds = state.elapsed.as_secs_f64();
            super::tell(&format!(
                "ninefold: {} pairs in {seconds:.1} s, {last}
",
                state.pairs
            ));
        }
    };
    let found = paired::run(&plan, &mut start, &mut seen);
    match signals.exit_code() {
        None => found.map_err(paired_failure),
        Some(code) => Err(Failure {
            code,
            message: "stopped; both programs were ended".to_owned(),
        }),
    }
}

fn paired_failure(error: PairedError<WorkerError>) -> Failure {
    match error {
        PairedError::Runner(error) => Failure::io(error),
        PairedError::Stats(reason) => Failure::io(reason),
        PairedError::Different(what) => Failure::refused(format!(
            "the two programs cannot be compared on this: {what}; name engines and inputs that both have"
        )),
    }
}
