//! `ninefold compare`: did it get slower?

use super::args::{SolverArgs, Solvers, duration, with_exit_codes};
use super::bench::own_program;
use super::failure::Failure;
use super::outputs::Outputs;
use super::sampling::{self, Files, Named, Sampling, Trial};
use super::select::{BESIDE_OTHERS, Select};
use super::signals::{self, Signals};
use super::tell::{tell, warn};
use super::terminal;
use clap::Args;
use ninefold::bench::baseline::{self, Comparison, Terms};
use ninefold::bench::copies::Copies;
use ninefold::bench::export::{self, Style};
use ninefold::bench::paired::{self, Interim, PairedError, PairedPlan, Side};
use ninefold::bench::record::Record;
use ninefold::bench::stats::{Judgement, Settings};
use ninefold::bench::store;
use ninefold::bench::worker::{Waiting, Worker, WorkerError};
use ninefold::foreign::{self, Spec};
use ninefold::pipeline::Stop;
use ninefold::shown::shown;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long an answer is waited for where nothing is said of it: preparing takes
/// its time.
const LEAST_TIMEOUT: Duration = Duration::from_secs(30);

/// What is compared where nothing is named: puzzles without search, with few clues, with search,
/// and with several solutions.
const CORPORA: [&str; 4] = ["easy", "few-clues", "hard", "multiple"];

const HELP: &str = "\
Examples:
  ninefold compare --paired old/ninefold new/ninefold puzzles.txt
  ninefold compare --paired OLD NEW --engines lanes --time 5m --threshold 5
  ninefold compare --paired OLD NEW --markdown --json comparison.json
  ninefold compare --paired old new puzzles.txt --solver old=./solve-1 --solver new=./solve-2
  ninefold compare old.json new.json                two results of bench --save

With --paired both programs run now and take turns, so that a slow moment hits
both: that is what a gate should stand on. Both are builds of ninefold, or both are
names of solvers, which --solver brings along ('ninefold bench --help' says what
those are asked). Two saved results were taken at
different times; their verdict says that it is not paired.

Each start is from a new copy of the program, or of a solver that is a library, in the folder
for temporary files (TMPDIR): one file can be slower than another of the same content, by where
it lies in memory. Scripts, commands, and what needs files beside it run from where they are.

Without inputs and engines it takes lanes and mrv on four of the data sets that the
program carries. Of each corpus as many puzzles are taken, evenly spread, as let the
fewest pairs fit --time three times; --take N takes the first N instead.

Verdicts: slower or faster if the whole interval of the ratio lies beyond the
threshold, same if all of it lies within, inconclusive otherwise: give it more
--time, or a quieter machine. One row that is slower decides. For the same it takes
the mean of all rows together, and no row that may be slower by 2.5 thresholds.
Counts (guesses, nodes, passes) are the same on any machine; they are compared
first, and one that grew is a verdict too.";

/// Compare two results, or two programs side by side
///
/// Exit code: 0 the same or faster, 1 slower or more work, 4 inconclusive or --time too short, 2
/// wrong or refused usage, 3 something could not be read, run or written, or a
/// solver's answers are wrong.
#[derive(Debug, Args)]
#[command(after_help = with_exit_codes(HELP))]
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
    #[command(flatten)]
    solvers: SolverArgs,
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
    /// Samples in one pair: so many times old, new, new, old [default: 4, or less where
    /// --time would be short]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    blocks: Option<u64>,
    /// Take so long at most, the trial before the pairs included; a pair that would not end in
    /// time is not begun
    #[arg(long, default_value = "2m", value_name = "TIME", value_parser = duration)]
    time: Duration,
    /// Repeat short passes within a sample until it takes so long [default: 2ms,
    /// or less where --time would be short]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    least_sample: Option<Duration>,
    /// Give a program up that has not answered for so long [default: --time, at
    /// least 30s; of a solver 30s]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    timeout: Option<Duration>,
    /// Slow the new program down by this share, to try whether it is found
    #[arg(long, default_value_t = 0.0, value_name = "SHARE", hide = true)]
    handicap: f64,
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').trim();
    let percent: f64 = number.parse().map_err(|_| "expected a number".to_owned())?;
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
    let settings = Settings::default()
        .error(1.0 - args.terms.confidence / 100.0)
        .seed(args.terms.seed);
    let terms = Terms::default()
        .settings(settings)
        .threshold(args.terms.threshold / 100.0)
        .min_samples(args.pairs.min_pairs as usize)
        .accept_counters(args.terms.accept_counters);
    if !args.paired {
        // The programs of a paired comparison must be ended first.
        signals::end_at_once()?;
    }
    let read: Vec<PathBuf> = [&args.old, &args.new]
        .into_iter()
        .chain(&args.inputs)
        .cloned()
        .chain(args.solvers.files()?)
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
        Style::Plain(terminal::columns())
    };
    let mut tables = Vec::new();
    export::comparison(&comparison, style, &mut tables).map_err(Failure::io)?;
    table.put(&tables)?;
    Ok(code(comparison.verdict))
}

fn code(verdict: Judgement) -> u8 {
    match verdict {
        Judgement::Same | Judgement::Faster => 0,
        Judgement::Slower => 1,
        Judgement::Inconclusive => 4,
    }
}

fn compare_results(args: &CompareArgs, terms: &Terms) -> Result<Comparison, Failure> {
    if !args.solvers.solvers()?.is_empty() {
        let unpaired = "--solver needs --paired: two saved results have been measured already";
        return Err(Failure::refused(unpaired));
    }
    let load = |path: &Path| -> Result<Record, Failure> {
        store::load_last(path, &mut warn).map_err(Failure::io)
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
        tell(&format!(
            "ninefold: compared although they do not belong together:
{list}"
        ));
    }
    baseline::compare(&old, &new, terms).map_err(Failure::io)
}

fn compare_programs(args: &CompareArgs, terms: Terms) -> Result<Comparison, Failure> {
    let stop = Stop::new();
    let signals = Signals::install(&stop)?;
    let found = take_pairs(args, terms, stop);
    match signals.exit_code() {
        None => found,
        Some(code) => Err(Failure {
            code,
            message: "stopped; both programs were ended".to_owned(),
        }),
    }
}

fn take_pairs(args: &CompareArgs, terms: Terms, stop: Stop) -> Result<Comparison, Failure> {
    let end = Instant::now().checked_add(args.pairs.time);
    let mut plan = PairedPlan::default()
        .terms(terms)
        .max_pairs(args.pairs.max_pairs as usize)
        .time(args.pairs.time);
    let sides = Sides::of(args, stop, end)?;
    let corpora = sides.select.corpora(&args.inputs, &CORPORA)?;
    let files = Files::new()?;
    let tried = match sides.solvers {
        None => sampling::TRIED,
        Some(_) => sampling::FEWEST,
    };
    let inputs = files.write(&corpora, &sampling::at_most(tried, &corpora))?;
    let trial = Trial::of(&corpora, || {
        sides.start(Side::Old, Duration::from_nanos(1), &inputs)
    });
    let time = humantime::format_duration(args.pairs.time);
    let trial = trial.map_err(|error| match error {
        WorkerError::OutOfTime { .. } => too_short(format!(
            "--time {time} is over before one of the programs has solved some puzzles of each corpus"
        )),
        error => sides.failure(error),
    })?;
    let said = Named {
        whole: sides.select.takes_so_many(),
        sample: args.pairs.least_sample,
        blocks: args.pairs.blocks.map(|blocks| blocks as usize),
    };
    let sampling = Sampling::new(&trial, &corpora, &plan, &said);
    plan.blocks = sampling.blocks;
    let told = sampling.told(&trial, &corpora, &plan);
    let inputs = files.write(&corpora, &sampling.counts)?;
    plan.time = end.map_or(plan.time, |end| {
        end.saturating_duration_since(Instant::now())
    });
    let no_pair = |what: &str| {
        let pairs = plan.terms.min_samples;
        let least = sampling.least(&plan).as_secs_f64().ceil();
        too_short(format!(
            "{what} --time {time}: a verdict takes {pairs}, about {least} s (less with --take, or fewer rows)"
        ))
    };
    if !sampling.has_room(&plan) {
        return Err(no_pair("no pair fits into"));
    }
    if !args.quiet {
        tell(&told);
    }
    let mut seen = |state: &Interim<'_>| {
        if !args.quiet && state.pairs.is_power_of_two() {
            tell(&so_far(state));
        }
    };
    let mut start = |side| sides.start(side, sampling.sample, &inputs);
    paired::run(&plan, &mut start, &mut seen).map_err(|error| match error {
        PairedError::OutOfTime => no_pair("no pair was complete within"),
        PairedError::Runner(error) => sides.failure(error),
        PairedError::Stats(reason) => Failure::io(reason),
        PairedError::Different(what) => Failure::refused(format!(
            "the two programs cannot be compared on this: {what}; name engines and inputs that both have"
        )),
    })
}

/// The time was too short to tell anything.
fn too_short(message: String) -> Failure {
    Failure {
        code: code(Judgement::Inconclusive),
        message,
    }
}

/// How far the pairs are.
fn so_far(state: &Interim<'_>) -> String {
    let last = state.last.map_or("no look yet".to_owned(), |look| {
        format!("last look: {}", look.verdict)
    });
    let seconds = state.elapsed.as_secs_f64();
    let pairs = if state.pairs == 1 { "pair" } else { "pairs" };
    format!(
        "ninefold: {} {pairs} in {seconds:.1} s, {last}\n",
        state.pairs
    )
}

/// The name that both solvers have while they are measured, so that their cases match.
const COMMON: &str = "solver";
/// So many times a solver's time-out is who measures it waited for: some of its runs make a
/// sample, and each may take ten times as long.
const OF_SOLVER: u32 = 100;

/// What is compared, and what is asked of both.
struct Sides<'a> {
    args: &'a CompareArgs,
    select: Select,
    /// None: they are builds of ninefold.
    solvers: Option<Contest>,
    waiting: Waiting,
    copies: Copies,
}

/// Two solvers, each measured by this program.
struct Contest {
    own: PathBuf,
    old: Spec,
    new: Spec,
    terms: foreign::Terms,
}

impl<'a> Sides<'a> {
    fn of(args: &'a CompareArgs, stop: Stop, until: Option<Instant>) -> Result<Sides<'a>, Failure> {
        let solvers = contest(args, &args.solvers.solvers()?)?;
        let timeout = args.pairs.timeout;
        let (timeout, memory) = match &solvers {
            None => (timeout.unwrap_or(args.pairs.time.max(LEAST_TIMEOUT)), None),
            // Who measures the solver gives it up, and says why.
            Some(Contest { terms, .. }) => {
                (terms.timeout.saturating_mul(OF_SOLVER), Some(terms.memory))
            }
        };
        let waiting = Waiting {
            timeout,
            until,
            stop,
            memory,
        };
        Ok(Sides {
            args,
            select: args.select.or_engines(&BESIDE_OTHERS),
            solvers,
            waiting,
            copies: Copies::new(),
        })
    }

    /// Starts the worker of a side, with samples of at least this time, on these inputs.
    fn start(
        &self,
        side: Side,
        sample: Duration,
        inputs: &[PathBuf],
    ) -> Result<Worker, WorkerError> {
        let (name, handicap) = match side {
            Side::Old => (&self.args.old, 0.0),
            Side::New => (&self.args.new, self.args.pairs.handicap),
        };
        let (program, errand) = match &self.solvers {
            None => (name, self.select.errand()),
            Some(contest) => {
                let solver = match side {
                    Side::Old => &contest.old,
                    Side::New => &contest.new,
                };
                let target = self.copies.typed(solver);
                let errand = self.select.errand_of(COMMON);
                let errand = errand.solver(COMMON, &target).terms(&contest.terms);
                let programs = 2.0 * self.args.pairs.min_pairs as f64;
                let errand = errand.time(self.args.pairs.time.div_f64(programs));
                (&contest.own, errand)
            }
        };
        let errand = errand.sampling(sample, 1, handicap).inputs(inputs);
        let started = self.copies.start(program, name, &errand, &self.waiting);
        if let Some(warning) = self.copies.take_warning() {
            warn(&warning);
        }
        started
    }

    /// What went wrong with a worker, by the name of what was copied.
    fn failure(&self, error: WorkerError) -> Failure {
        let mut failure = worker_failure(error);
        failure.message = self.copies.named(failure.message);
        failure
    }
}

/// The solvers that OLD and NEW name, if they do.
fn contest(args: &CompareArgs, solvers: &Solvers) -> Result<Option<Contest>, Failure> {
    let find = |path: &PathBuf| path.to_str().and_then(|name| solvers.find(name));
    let other = match (find(&args.old), find(&args.new)) {
        (Some(old), Some(new)) => {
            let timeout = args.pairs.timeout.unwrap_or(LEAST_TIMEOUT);
            return Ok(Some(Contest {
                own: own_program()?,
                old: old.clone(),
                new: new.clone(),
                terms: args.solvers.terms(timeout),
            }));
        }
        (None, None) if solvers.is_empty() => return Ok(None),
        (Some(_), None) => &args.new,
        (None, _) => &args.old,
    };
    Err(Failure::refused(format!(
        "'{}' is the name of no solver: with --solver, OLD and NEW are both such names",
        shown(other)
    )))
}

fn worker_failure(error: WorkerError) -> Failure {
    match error {
        WorkerError::Refused { .. } => Failure::refused(error),
        error => Failure::io(error),
    }
}
